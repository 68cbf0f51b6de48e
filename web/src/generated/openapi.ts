// Made by `npm run generate` from openapi.json; do not edit.

export interface paths {
    "/api": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns this description. */
        get: operations["get_description"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the limits of the server, and how much of them is in use. */
        get: operations["get_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the games. */
        get: operations["list_games"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/algorithms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the algorithms. */
        get: operations["list_algorithms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/position": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reads a position, plays moves, and returns what can be played then. */
        post: operations["read_position"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Streams what changes in the list of jobs. */
        get: operations["all_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists jobs, the newest first. */
        get: operations["list_jobs"];
        put?: never;
        /** Puts a problem into the queue. */
        post: operations["submit_job"];
        /** Stops and deletes all jobs that fit a filter, which must not be empty. */
        delete: operations["delete_jobs"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns a job. */
        get: operations["get_job"];
        put?: never;
        post?: never;
        /** Stops a job and deletes it with its files. */
        delete: operations["delete_job"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stops a job soon, to be resumed later. */
        post: operations["pause_job"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stops a job soon; it counts as done. */
        post: operations["stop_job"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Puts a job that has stopped into the queue again, with other parameters or limits. */
        post: operations["resume_job"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the progress of a job from its beginning, at most 600 points. */
        get: operations["get_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Streams the events of a job. */
        get: operations["job_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/tree": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns what the search of a job knows about a position. */
        get: operations["get_tree_node"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns what a certificate of a job says about a position. */
        get: operations["get_proof_node"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Downloads a certificate. */
        get: operations["download_certificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/save": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Downloads the saved search. */
        get: operations["download_save"];
        put?: never;
        /** Writes a job to the disk that could not be written before (`unsaved`), and waits for that. */
        post: operations["save_job"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/position": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Downloads the position. */
        get: operations["download_position"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Audits a problem: its solution, other moves that reach the target too, and the pieces that it does not need. The
         *     request is that of a job. It limits the expansions of each question, and the time of all of them. The answer comes at
         *     the end; an audit whose client leaves is stopped.
         */
        post: operations["audit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/saves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a job of a saved search, which is paused. */
        post: operations["upload_save"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Checks a certificate by the rules of the game alone. */
        post: operations["verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proofs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Checks a certificate, and makes a job of it, to be walked through, if it is accepted. */
        post: operations["upload_certificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An algorithm. */
        Algorithm: {
            /** @description The name in requests. */
            name: string;
            /** @description The algorithm in one line. */
            summary: string;
            /** @description Where it comes from. */
            source: string;
            /** @description The games for which `auto` means it. */
            auto: string[];
            /** @description Whether several threads can search one problem with it. */
            threads: boolean;
            /** @description Its parameters. */
            parameters: components["schemas"]["Parameter"][];
        };
        /**
         * @description The result of an audit: whether the target can be reached, the solution, and what else would do. What does not apply
         *     is null.
         */
        Audit: {
            /**
             * Format: int32
             * @description The version of the schema of this object. New keys do not change it.
             */
            schema_version: number;
            /** @description The version of the program. */
            version: string;
            /** @description The game with its parameters. */
            game: string;
            /** @description The position in the game's notation. */
            position: string;
            /** @description The name of the attacker. */
            attacker: string;
            /** @description The question: `win`, `draw`, or `>=N`. */
            ask: string;
            /** @description Whether the attacker can reach the target. */
            verdict: components["schemas"]["Verdict"];
            /** @description The verdict in words, with the number of plies. */
            answer: string;
            stop: components["schemas"]["StopReason"] | null;
            /**
             * Format: int32
             * @description The least number of plies within which the target is reached.
             */
            plies: number | null;
            /**
             * Format: int32
             * @description The greatest number of plies that is known not to suffice.
             */
            not_within: number | null;
            /** @description Whether no other move of the attacker in the solution reaches the target; null if that is not known. */
            unique: boolean | null;
            /** @description Whether no other move of the attacker in the solution is as fast; null if that is not known. */
            unique_as_fast: boolean | null;
            /** @description The solution, turn by turn, with both sides at their best if the number of plies is known. */
            solution: components["schemas"]["SolutionTurn"][];
            /** @description What happens without each piece; null if that was not asked for. */
            economy: components["schemas"]["Removal"][] | null;
            /** @description The algorithm's name, never `auto`. */
            algorithm: string;
            /** @description All parameters of the algorithm. */
            settings: {
                [key: string]: string;
            };
            /**
             * Format: int64
             * @description The seed of the random number generators.
             */
            seed: number;
            /** @description The limits: of expansions for each question, of time and memory for the audit. */
            limits: components["schemas"]["Limits"];
            /** @description Whether certificates were wanted. */
            certify: boolean;
            /**
             * Format: int64
             * @description The positions expanded.
             */
            nodes: number;
            /**
             * Format: double
             * @description The time of the searches in seconds.
             */
            seconds: number;
            /**
             * Format: double
             * @description The time to make and check certificates in seconds.
             */
            certify_seconds: number;
            /** @description Whether accepted certificates show every verdict that is known here, and the number of plies. */
            certified: boolean;
            /** @description What went wrong. */
            error: string | null;
            /** @description What the user should know about the searches, each in a sentence. */
            warnings: string[];
        };
        /** @description The progress of an audit. */
        AuditProgress: {
            /**
             * Format: double
             * @description The time of the searches in seconds.
             */
            seconds: number;
            /**
             * Format: int64
             * @description The positions expanded.
             */
            nodes: number;
            /** @description What it is doing. */
            phase: components["schemas"]["Phase"];
            plies: components["schemas"]["PlyBounds"] | null;
            /** @description How many questions about other moves and about pieces are answered. */
            answered: number;
            /** @description How many of them there are; 0 until the solution is known. */
            questions: number;
        };
        /**
         * @description A certificate that a job can have.
         * @enum {string}
         */
        CertificateName: "certificate" | "at-least" | "at-most" | "within" | "not-within" | "never";
        /**
         * @description Changes to a job that is resumed. What is not mentioned stays. Limits count from now on;
         *     one that is null is the default.
         */
        Changes: {
            /** @description Another algorithm that can resume from what was saved. */
            algorithm?: string | null;
            /** @description Parameters of the algorithm. */
            settings?: {
                [key: string]: components["schemas"]["ParameterValue"];
            };
            /**
             * Format: int64
             * @description The most positions to expand.
             */
            nodes?: number | null;
            /**
             * Format: double
             * @description The most seconds to search.
             */
            time?: number | null;
            /**
             * Format: double
             * @description The seconds for making and checking certificates.
             */
            certify_time?: number | null;
            /**
             * Format: int64
             * @description The bytes for tables and trees.
             */
            memory?: number | null;
            /** @description How many of the server's threads search. If another algorithm cannot search with several, one is the default. */
            threads?: number | null;
        };
        /** @description The result of checking a certificate. */
        Checked: {
            /** @description Whether it was accepted. */
            accepted: boolean;
            /** @description The game with its parameters. */
            game: string;
            /** @description The position in the game's notation. */
            position: string;
            /** @description The name of the attacker. */
            attacker: string;
            /** @description What it claims, in words, such as: black can force a win. */
            claim: string;
            /** @description The verdict that it is about: `proved` or `disproved`. */
            verdict: components["schemas"]["Verdict"];
            /**
             * Format: int64
             * @description How many records it has, if it was accepted.
             */
            records: number | null;
            /** @description Why it was rejected, if it was. */
            reason: string | null;
            /**
             * Format: double
             * @description The time of the check in seconds.
             */
            seconds: number;
        };
        /** @description A child of a position. */
        Child: components["schemas"]["Known"] & {
            /** @description The move that leads there. */
            move: string;
            /** @description The type of the node after it: `or` if the attacker is to move there, otherwise `and`. */
            role: components["schemas"]["Role"];
            /** @description Whether it is the one that solves its parent, or the one that the search would go to. */
            best: boolean;
            /** @description Whether it is on the line that the search would follow from the root. */
            proving: boolean;
        };
        /**
         * @description The claim about a position, in one word.
         * @enum {string}
         */
        Claim: "move" | "all" | "minimax" | "end" | "none";
        /** @description How many jobs were deleted. */
        Deleted: {
            /** @description How many jobs were deleted. */
            deleted: number;
        };
        /** @description How a game ended. */
        Ending: {
            /**
             * Format: int32
             * @description The value for the first player.
             */
            value: number;
            /** @description The same in words. */
            text: string;
        };
        /** @description A starting position. */
        Example: {
            /** @description A label. */
            label: string;
            /** @description The position. */
            position: string;
        };
        /** @description A game. */
        Game: {
            /** @description The name in requests. */
            name: string;
            /** @description The game in one line. */
            summary: string;
            /** @description The names of the first and the second player. */
            players: [
                string,
                string
            ];
            /** @description Whether there are draws. */
            draws: boolean;
            /** @description What numbers of plies count: `ply`, or `turn` where a player makes several moves in a row. */
            ply: string;
            /** @description What a position looks like. */
            position: string;
            /** @description Whether a position takes several lines. */
            multiline: boolean;
            /** @description What `auto` means for it: an algorithm, then settings. */
            auto: string[];
            /** @description Its parameters. */
            parameters: components["schemas"]["Parameter"][];
            /** @description Starting positions. */
            examples: components["schemas"]["Example"][];
        };
        /** @description A job, with its position and its report. */
        Job: components["schemas"]["JobSummary"] & {
            /** @description The position in the game's notation. */
            position: string;
            /**
             * Format: int64
             * @description The most positions to expand.
             */
            nodes_limit: number | null;
            /**
             * Format: double
             * @description The most seconds to search.
             */
            time_limit: number | null;
            /** @description The bytes for tables and trees. */
            memory_limit: number;
            /**
             * Format: double
             * @description The most seconds to make and check certificates; null if `time_limit` is for both.
             */
            certify_time_limit: number | null;
            /** @description Whether the verdict gets a certificate. */
            certify: boolean;
            /** @description Whether each legal move gets a verdict. */
            moves: boolean;
            progress: components["schemas"]["Progress"] | null;
            report: components["schemas"]["Report"] | null;
            /** @description What its user should know. */
            notice: string | null;
        };
        /** @description A page of a list of jobs. */
        JobList: {
            /** @description The jobs, the newest first. */
            jobs: components["schemas"]["JobSummary"][];
            /**
             * Format: int64
             * @description The cursor of the next page; null if this is the last one.
             */
            next: number | null;
            /** @description How many jobs fit the filter, on all pages together. */
            fitting: number;
            /** @description How many jobs there are in each state, whatever the filter; states without jobs are missing. */
            states: {
                [key: string]: number;
            };
        };
        /** @description A problem to be solved. */
        JobRequest: {
            /** @description The game, with its parameters after a colon: `hex:size=5`. */
            game: string;
            /**
             * @description The position.
             * @default start
             */
            position?: string;
            /**
             * @description The attacker: `usual` (in most games the player to move), `mover`, `opponent`, or the name of a player.
             * @default usual
             */
            attacker?: string;
            /**
             * @description The question: `win`, `draw`, `value`, or `>=N`. After a target, `within N` asks about a number of plies and
             *     `shortest` for the least one: `win within 7`.
             * @default win
             */
            ask?: string;
            /**
             * @description The algorithm.
             * @default auto
             */
            algorithm?: string;
            /** @description Parameters of the algorithm; those not mentioned have their defaults. */
            settings?: {
                [key: string]: components["schemas"]["ParameterValue"];
            };
            /**
             * Format: int64
             * @description The most positions to expand.
             */
            nodes?: number | null;
            /**
             * Format: double
             * @description The most seconds to search; by default the most that the server allows.
             */
            time?: number | null;
            /**
             * Format: double
             * @description The seconds for making and checking certificates; by default `time` is for both.
             */
            certify_time?: number | null;
            /**
             * Format: int64
             * @description The bytes for tables and trees; by default a fair share of the server's.
             */
            memory?: number | null;
            /**
             * @description How many of the server's threads search, if the algorithm can search with several.
             * @default 1
             */
            threads?: number;
            /**
             * Format: int64
             * @description The seed of the random number generators.
             * @default 0
             */
            seed?: number;
            /**
             * @description Whether the verdict gets a certificate.
             * @default true
             */
            certify?: boolean;
            /**
             * @description Whether each legal move gets a verdict, or a value if that is asked for.
             * @default false
             */
            moves?: boolean;
            /**
             * @description A label of at most 200 characters.
             * @default
             */
            label?: string;
        };
        /**
         * @description The state of a job.
         * @enum {string}
         */
        JobState: "waiting" | "running" | "paused" | "done" | "failed";
        /** @description A job in a list. */
        JobSummary: {
            /** @description Its name in requests. */
            id: string;
            /** @description Its label. */
            label: string;
            /**
             * Format: int64
             * @description When it was made, in seconds of Unix time.
             */
            created: number;
            /** @description Its state. */
            state: components["schemas"]["JobState"];
            /** @description Its place in the queue, from 1; null if it is not waiting. */
            place: number | null;
            /** @description The game with its parameters. */
            game: string;
            /** @description The first 120 characters of the position. */
            position_start: string;
            /** @description The name of the attacker. */
            attacker: string;
            /** @description The name of the player to move. */
            mover: string;
            /** @description The question: `win`, `draw`, `value`, or `>=N`; after a target perhaps `within N` or `shortest`. */
            ask: string;
            /** @description The algorithm's name, never `auto`; null for a certificate that was uploaded. */
            algorithm: string | null;
            /** @description The parameters of the algorithm that do not have their defaults. */
            settings: {
                [key: string]: string;
            };
            /**
             * Format: int64
             * @description The seed of the random number generators.
             */
            seed: number;
            /** @description How many threads search. */
            threads: number;
            /**
             * Format: int64
             * @description The positions expanded so far; null before it has begun.
             */
            nodes: number | null;
            /**
             * Format: double
             * @description The time of the search so far in seconds; null before it has begun.
             */
            seconds: number | null;
            result: components["schemas"]["ReportSummary"] | null;
            /** @description Whether the tree of its search can be shown. */
            has_tree: boolean;
            /** @description The certificates it has. */
            certificates: components["schemas"]["CertificateName"][];
            /** @description Why it failed. */
            error: string | null;
            /** @description Why its newest state is in memory only and not on the disk; null if it is on the disk. */
            unsaved: string | null;
        };
        /** @description What a save says about a position. */
        Known: {
            pn: components["schemas"]["ProofNumber"] | null;
            dn: components["schemas"]["ProofNumber"] | null;
            /**
             * Format: int64
             * @description The work below it, if that is kept: nodes of the tree, or about how many expansions.
             */
            effort: number | null;
            /** @description The verdict so far. */
            verdict: components["schemas"]["Verdict"];
            /** @description Whether the game is over there. */
            over: boolean;
        };
        /** @description The limits of a search. */
        Limits: {
            /**
             * Format: int64
             * @description The most positions to expand.
             */
            nodes: number | null;
            /**
             * Format: double
             * @description The most seconds.
             */
            seconds: number | null;
            /**
             * Format: double
             * @description The most seconds for certificates, if they have time of their own.
             */
            certify_seconds: number | null;
            /** @description The memory budget in bytes. */
            memory_bytes: number;
        };
        /**
         * @description How a line ends.
         * @enum {string}
         */
        LineEnd: "game-over" | "repetition" | "open";
        /** @description The verdict on one move. */
        MoveReport: {
            /** @description The move. */
            move: string;
            /** @description The verdict on the position after it. */
            verdict: components["schemas"]["Verdict"];
            /**
             * Format: int32
             * @description The value of the position after it, if it was asked for and found.
             */
            value: number | null;
            /** @description The least and the greatest possible value, if it was asked for and not found. */
            bounds?: [
                number,
                number
            ];
            /** @description The principal line after the move; missing if lines were not asked for, or nothing is known of it. */
            line?: string[];
            /** @description How the line ends. */
            line_end?: components["schemas"]["LineEnd"];
            /**
             * Format: int64
             * @description The positions expanded for it.
             */
            nodes: number;
        };
        /** @description What has changed in the list of jobs. */
        News: {
            /** @description The jobs that are new or changed, without their places in the queue. */
            changed: components["schemas"]["JobSummary"][];
            /** @description The jobs that were deleted. */
            deleted: string[];
            /** @description How many jobs there are in each state; states without jobs are missing. */
            states: {
                [key: string]: number;
            };
        };
        /** @description A position of a saved search, and what is known about its children. */
        Node: components["schemas"]["View"] & {
            /** @description A drawing of the position in characters. */
            drawing: string;
        };
        /** @description Another move of the attacker. */
        OtherMove: {
            /** @description The move, or the moves of the turn. */
            move: string;
            /** @description Whether the target can still be reached after it. */
            verdict: components["schemas"]["Verdict"];
            /** @description Whether it is reached as fast as by the solution; null if that is not known. */
            as_fast: boolean | null;
            /** @description How the target is reached after it, or the refutation; null if neither is known. */
            line: string[] | null;
            line_end: components["schemas"]["LineEnd"] | null;
            /** @description Whether accepted certificates show what is known about it. */
            certified: boolean;
        };
        /** @description A parameter of a game or of an algorithm. */
        Parameter: {
            /** @description The name in requests. */
            name: string;
            /** @description What its values are. */
            kind: components["schemas"]["ParameterKind"];
            /** @description The value if none is given. */
            default: components["schemas"]["ParameterValue"];
            /**
             * Format: double
             * @description The least value of a number.
             */
            min: number | null;
            /**
             * Format: double
             * @description The greatest value of a number.
             */
            max: number | null;
            /** @description The values to choose from. */
            options: string[] | null;
            /** @description What it does. */
            help: string;
        };
        /**
         * @description What the values of a parameter are.
         * @enum {string}
         */
        ParameterKind: "integer" | "real" | "choice" | "word";
        /** @description The value of a parameter. */
        ParameterValue: number | string;
        /**
         * @description What a job is doing.
         * @enum {string}
         */
        Phase: "searching" | "certifying" | "checking";
        /** @description What a search for the least number of plies knows, and what it asks now. */
        PlyBounds: {
            /**
             * Format: int32
             * @description The greatest number of plies that is known not to suffice.
             */
            not_within: number | null;
            /**
             * Format: int32
             * @description The least number of plies that is known to suffice; one less may, too.
             */
            within: number | null;
            /**
             * Format: int32
             * @description The number of plies that it asks about now.
             */
            asking: number;
        };
        /** @description A position and its legal moves. */
        Position: {
            /** @description The game with its parameters. */
            game: string;
            /** @description The position in the game's notation. */
            position: string;
            /** @description A drawing, which may have colours for a terminal. */
            drawing: string;
            /** @description The name of the player to move. */
            mover: string;
            /** @description The name of the player whom a question is about if nobody is named: in most games the player to move. */
            attacker: string;
            /** @description The legal moves; none if the game is over. */
            moves: string[];
            outcome: components["schemas"]["Ending"] | null;
        };
        /** @description A position to look at. */
        PositionRequest: {
            /** @description The game, with its parameters after a colon: `hex:size=5`. */
            game: string;
            /** @description The position, in any notation that the game reads. */
            position: string;
            /** @description Moves that are played from there, one after the other. */
            moves?: string[];
        };
        /** @description Why a request was refused. */
        Problem: {
            /** @description What is wrong, in a sentence. */
            error: string;
            /** @description The part of the request that is wrong, such as `settings.epsilon`. */
            field: string | null;
        };
        /** @description The progress of a job at some moment, counted from its beginning. */
        Progress: {
            /**
             * Format: double
             * @description The time of the search in seconds; in later phases with theirs.
             */
            seconds: number;
            /**
             * Format: int64
             * @description The positions expanded.
             */
            nodes: number;
            /**
             * Format: int64
             * @description The children generated.
             */
            generated: number;
            /**
             * Format: int64
             * @description The descents from the root.
             */
            iterations: number;
            /**
             * Format: int64
             * @description The positions that the game's leaf oracle looked at.
             */
            leaf_nodes: number;
            /** @description The root's proof number. */
            pn: components["schemas"]["ProofNumber"];
            /** @description The root's disproof number. */
            dn: components["schemas"]["ProofNumber"];
            /** @description The bytes of the memory budget in use. */
            memory: number;
            /** @description The positions in tables and trees. */
            entries: number;
            /**
             * Format: double
             * @description The speed at that moment.
             */
            nodes_per_second: number;
            /** @description The moves from the root to the position that is searched. */
            line: string[] | null;
            /** @description What it is doing. */
            phase: components["schemas"]["Phase"];
            /**
             * Format: int64
             * @description The steps that were done to make the certificate.
             */
            certificate_steps?: number;
            /** @description The records of the certificate that were checked, and how many there are; null before that. */
            checked: [
                number,
                number
            ] | null;
            plies: components["schemas"]["PlyBounds"] | null;
        };
        /** @description The progress of one of the jobs. */
        ProgressNews: {
            /** @description The job. */
            id: string;
            /** @description Its progress. */
            progress: components["schemas"]["Progress"];
        };
        /** @description A move, and what a certificate says about it. */
        ProofMove: {
            /** @description Its name. */
            move: string;
            /** @description Whether it is the one that the certificate plays. */
            chosen: boolean;
            /** @description Whether it resists the certificate longest. */
            longest: boolean;
            /**
             * Format: int64
             * @description The rank of the position after it.
             */
            rank: number | null;
            /** @description Whether the certificate covers the position after it. */
            covered: boolean;
        };
        /** @description A position, and what a certificate says about it. */
        ProofNode: {
            /** @description The moves from the root to this position. */
            line: string[];
            /** @description The position in the game's notation. */
            position: string;
            /** @description A drawing, which may have colours for a terminal. */
            drawing: string;
            /** @description The name of the player to move. */
            mover: string;
            /**
             * @description The name of the claimant: the attacker of a proof, the opponent
             *     in a disproof.
             */
            claimant: string;
            /** @description The type of the node: `or` if the attacker is to move, otherwise `and`. */
            role: components["schemas"]["Role"];
            outcome: components["schemas"]["Ending"] | null;
            /** @description What the certificate says about the position. */
            claim: components["schemas"]["Claim"];
            /** @description The same in words. */
            note: string;
            /**
             * Format: int64
             * @description The rank of the position, which falls along every line of a strategy.
             */
            rank: number | null;
            /** @description The legal moves. */
            moves: components["schemas"]["ProofMove"][];
            /** @description How many records the certificate has. */
            records: number;
        };
        /** @description A proof number or a disproof number. */
        ProofNumber: number | "inf";
        /** @description A piece, and what happens without it. */
        Removal: {
            /** @description The piece. */
            piece: string;
            /** @description The position without it, in the game's notation. */
            position: string;
            /** @description Whether the target can be reached without it. */
            verdict: components["schemas"]["Verdict"];
            /** @description Whether the verdict changes; null if that is not known. */
            needed: boolean | null;
            /** @description Whether the target is reached within the same number of plies; null if that is not known. */
            as_fast: boolean | null;
            /** @description Whether accepted certificates show what is known about it. */
            certified: boolean;
        };
        /** @description The result of a problem. What does not apply is null. */
        Report: {
            /**
             * Format: int32
             * @description The version of the schema of this object. New keys do not change it.
             */
            schema_version: number;
            /** @description The version of the program. */
            version: string;
            /** @description Where the position is from, as `file:line`. */
            source: string | null;
            /** @description The label in a batch file. */
            label: string | null;
            /** @description The game with its parameters. */
            game: string;
            /** @description The position in the game's notation. */
            position: string;
            /** @description The name of the attacker. */
            attacker: string | null;
            /** @description The question: `win`, `draw`, `value`, `grundy`, or `>=N`; after a target perhaps `within N` or `shortest`. */
            ask: string;
            /** @description The verdict, or `error` if there was an error instead. */
            verdict: components["schemas"]["VerdictOrError"];
            stop: components["schemas"]["StopReason"] | null;
            /**
             * Format: int32
             * @description The value, or the Grundy value, if it was asked for and found.
             */
            value: number | null;
            value_bounds: components["schemas"]["ValueBounds"] | null;
            /**
             * Format: int32
             * @description The number of plies within which the target is to be reached, if one was given.
             */
            within: number | null;
            /**
             * Format: int32
             * @description The least number of plies that suffices, if that was asked for.
             */
            plies: number | null;
            /**
             * Format: int32
             * @description The greatest number of plies that is known not to suffice, if the least one was asked for.
             */
            not_within: number | null;
            /** @description The best move: it keeps the value or the verdict. Null if no such move is known, or if all moves do. */
            move: string | null;
            /** @description If the verdict is unknown, the move that the search would try next. */
            promising_move: string | null;
            /**
             * @description The principal line: the players keep the value or the verdict, and whoever cannot resists as long as
             *     possible.
             */
            line: string[] | null;
            line_end: components["schemas"]["LineEnd"] | null;
            /** @description The results of the legal moves, best first, if they were asked for. */
            moves: components["schemas"]["MoveReport"][] | null;
            /**
             * @description The algorithm's name, never `auto`; null for a certificate that was uploaded, and for a position that is too
             *     large to be searched.
             */
            algorithm: string | null;
            /** @description All parameters of the algorithm. */
            settings: {
                [key: string]: string;
            } | null;
            /**
             * Format: int64
             * @description The seed of the random number generators.
             */
            seed: number | null;
            /** @description How many threads searched together; with more than one, counts differ from run to run. */
            threads: number | null;
            limits: components["schemas"]["Limits"] | null;
            /** @description Whether a certificate was wanted; null for a certificate that was uploaded. */
            certify: boolean | null;
            /**
             * Format: int64
             * @description The positions expanded.
             */
            nodes: number | null;
            /**
             * Format: int64
             * @description The children generated.
             */
            generated: number | null;
            /**
             * Format: int64
             * @description The descents from the root.
             */
            iterations: number | null;
            /**
             * Format: double
             * @description The time of the search in seconds.
             */
            seconds: number | null;
            /**
             * Format: double
             * @description The time to make and check certificates in seconds.
             */
            certify_seconds: number | null;
            /**
             * Format: double
             * @description The part of it that making certificates took.
             */
            make_seconds: number | null;
            /**
             * Format: double
             * @description The part of it that checking them took.
             */
            check_seconds: number | null;
            /** @description The most bytes of the memory budget in use at a time. */
            memory_bytes: number | null;
            /** @description The positions in tables and trees. */
            table_entries: number | null;
            pn: components["schemas"]["ProofNumber"] | null;
            dn: components["schemas"]["ProofNumber"] | null;
            /** @description Whether the verdict has a certificate that the checker accepted. */
            certified: boolean | null;
            /** @description Where the certificate was written; null over HTTP. */
            certificate: string | null;
            /** @description What went wrong, or why there is no certificate. */
            error: string | null;
            /** @description What the user should know about the search, each in a sentence. */
            warnings: string[];
            /**
             * Format: int64
             * @description The positions that the game's leaf oracle looked at; missing if it was not asked.
             */
            leaf_nodes?: number;
        };
        /** @description The part of a report that lists show. */
        ReportSummary: {
            /** @description The verdict, or `error` if there was an error instead. */
            verdict: components["schemas"]["VerdictOrError"];
            stop: components["schemas"]["StopReason"] | null;
            /**
             * Format: int32
             * @description The value, if it was asked for.
             */
            value: number | null;
            /** @description The best move known. */
            move: string | null;
            /** @description Whether the verdict has a certificate that the checker accepted. */
            certified: boolean | null;
            /**
             * Format: int64
             * @description The positions expanded.
             */
            nodes: number | null;
            /**
             * Format: int64
             * @description The positions that the game's leaf oracle looked at.
             */
            leaf_nodes: number | null;
            /**
             * Format: double
             * @description The time of the search in seconds.
             */
            seconds: number | null;
            /**
             * Format: double
             * @description The time to make and check certificates in seconds.
             */
            certify_seconds: number | null;
            /** @description The most bytes of the memory budget in use at a time. */
            memory_bytes: number | null;
        };
        /**
         * @description The type of a node.
         * @enum {string}
         */
        Role: "or" | "and";
        /** @description A turn of the solution. */
        SolutionTurn: {
            /** @description The position before it, in the game's notation. */
            position: string;
            /** @description The name of the player. */
            player: string;
            /** @description Whether the player is the attacker. */
            by_attacker: boolean;
            /** @description The move, or the moves of the turn. */
            move: string;
            /**
             * Format: int32
             * @description The plies that are left before it.
             */
            plies: number | null;
            /**
             * @description The other moves of the attacker: those that reach the target first, then those that may, then those that do not.
             *     Empty for the opponent.
             */
            others: components["schemas"]["OtherMove"][];
            /** @description Whether none of the others reaches the target; null for the opponent, or if it is not known. */
            unique: boolean | null;
            /** @description Whether none of the others is as fast; null for the opponent, or if it is not known. */
            unique_as_fast: boolean | null;
        };
        /** @description The limits of the server, and how much of them is in use. */
        Status: {
            /** @description The version of the program. */
            version: string;
            /** @description How many jobs can run at the same time. */
            threads: number;
            /** @description The bytes of all jobs together. */
            memory: number;
            /** @description The most bytes that a job may ask for. */
            job_memory: number;
            /**
             * Format: double
             * @description The most seconds that a job may ask for.
             */
            job_seconds: number;
            /**
             * Format: int64
             * @description The most bytes of a request.
             */
            request_bytes: number;
            /**
             * Format: int64
             * @description The most bytes of a request in JSON.
             */
            text_bytes: number;
            /** @description How many jobs are running. */
            running: number;
            /** @description How many jobs are waiting. */
            waiting: number;
            /** @description The bytes that jobs, walks, checks and large requests have been given. */
            memory_in_use: number;
            /**
             * Format: int64
             * @description The most bytes that the files of jobs may take; null if there is no limit but the disk.
             */
            disk: number | null;
            /**
             * Format: int64
             * @description The bytes that the files of jobs take.
             */
            disk_in_use: number;
        };
        /**
         * @description Why a search stopped without a verdict, named after the limit that can be changed.
         * @enum {string}
         */
        StopReason: "nodes" | "time" | "memory" | "interrupted";
        /** @description The least and the greatest value that are possible. */
        ValueBounds: {
            /**
             * Format: int32
             * @description The least one.
             */
            least: number;
            /**
             * Format: int32
             * @description The greatest one.
             */
            greatest: number;
        };
        /**
         * @description The answer to a question.
         * @enum {string}
         */
        Verdict: "proved" | "disproved" | "unknown";
        /**
         * @description The answer to a question, or `error` if there was an error instead.
         * @enum {string}
         */
        VerdictOrError: "proved" | "disproved" | "unknown" | "error";
        /** @description One position of a saved search and what is known about its children. */
        View: components["schemas"]["Known"] & {
            /** @description The moves from the root to this position. */
            line: string[];
            /** @description The position in the game's notation. */
            position: string;
            /** @description The name of the player to move. */
            mover: string;
            /** @description The type of the node: `or` if the attacker is to move, otherwise `and`. */
            role: components["schemas"]["Role"];
            /** @description The moves that the search would follow next from here. */
            proving: string[];
            /** @description The positions after the legal moves. */
            children: components["schemas"]["Child"][];
        };
    };
    responses: {
        /** @description The request is not valid; `field` names the part that is wrong. */
        400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The token is missing or wrong. */
        401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request was sent to another host name or by a page of another site. */
        403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such job. */
        404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request came too slowly. */
        408: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description This cannot be done in the current state of the job. */
        409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is too large. */
        413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is not sent as JSON. */
        415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The content of the request cannot be used. */
        422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The server failed. */
        500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The server is busy; try again later. */
        503: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The server cannot store it: the disk is full, or what it may use of it. */
        507: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    get_description: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The description in OpenAPI 3.1. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            408: components["responses"]["408"];
            500: components["responses"]["500"];
        };
    };
    get_status: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            408: components["responses"]["408"];
            500: components["responses"]["500"];
        };
    };
    list_games: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The games. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"][];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            408: components["responses"]["408"];
            500: components["responses"]["500"];
        };
    };
    list_algorithms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The algorithms. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Algorithm"][];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            408: components["responses"]["408"];
            500: components["responses"]["500"];
        };
    };
    read_position: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PositionRequest"];
            };
        };
        responses: {
            /** @description The position after the moves. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            408: components["responses"]["408"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
        };
    };
    all_events: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Event `reset`: whatever the client knows may be out of date; it is the first one, unless the stream goes on after an interruption (`Last-Event-ID`). Event `jobs`: `News` of what has changed. Event `progress`: `ProgressNews` of a running job, some times a second. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            408: components["responses"]["408"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    list_jobs: {
        parameters: {
            query?: {
                /** @description States with commas between them, such as `running,waiting`; by default all. */
                state?: string;
                /** @description The name of a game, without parameters; by default all. */
                game?: string;
                /** @description Ids with commas between them; by default all. */
                ids?: string;
                /** @description The most jobs, up to 500; by default 50. */
                limit?: number;
                /** @description Where to go on: `next` of the page before. */
                cursor?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobList"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            408: components["responses"]["408"];
            500: components["responses"]["500"];
        };
    };
    submit_job: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of at most 200 visible characters. If a request with the same name has made a
                 *     job that still exists, that job is the answer, and no other is made.
                 */
                "idempotency-key"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobRequest"];
            };
        };
        responses: {
            /** @description The new job. */
            201: {
                headers: {
                    /** @description The path of the job. */
                    location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobSummary"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            408: components["responses"]["408"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    delete_jobs: {
        parameters: {
            query?: {
                /** @description States with commas between them, such as `running,waiting`; by default all. */
                state?: string;
                /** @description The name of a game, without parameters; by default all. */
                game?: string;
                /** @description Ids with commas between them; by default all. */
                ids?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many it were. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            408: components["responses"]["408"];
            500: components["responses"]["500"];
        };
    };
    get_job: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            408: components["responses"]["408"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    delete_job: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            408: components["responses"]["408"];
            500: components["responses"]["500"];
        };
    };
    pause_job: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job, which may still be running. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobSummary"];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            408: components["responses"]["408"];
            500: components["responses"]["500"];
        };
    };
    stop_job: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job, which may still be running. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobSummary"];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            408: components["responses"]["408"];
            500: components["responses"]["500"];
        };
    };
    resume_job: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Changes"];
            };
        };
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobSummary"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            408: components["responses"]["408"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    get_history: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The progress, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Progress"][];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            408: components["responses"]["408"];
            500: components["responses"]["500"];
        };
    };
    job_events: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Event `job`: a `JobSummary`, at once and with every change of its state. Event `progress`: a `Progress`, some times a second. The stream ends when the job has stopped. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            408: components["responses"]["408"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_tree_node: {
        parameters: {
            query?: {
                /**
                 * @description The moves from the root, with commas between them. Where a move has commas in it, as in Arimaa, there
                 *     is a semicolon after each move instead.
                 */
                moves?: string;
                /** @description `1` to have a running search saved first, so that the answer is current. */
                fresh?: string;
            };
            header?: never;
            path: {
                /** @description The id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The position with its children. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Node"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            408: components["responses"]["408"];
            409: components["responses"]["409"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    get_proof_node: {
        parameters: {
            query?: {
                /**
                 * @description The moves from the root, with commas between them. Where a move has commas in it, as in Arimaa, there
                 *     is a semicolon after each move instead.
                 */
                moves?: string;
                /** @description Which certificate, where the answer has two; by default the first one. */
                which?: components["schemas"]["CertificateName"];
            };
            header?: never;
            path: {
                /** @description The id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The position with its moves. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProofNode"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            408: components["responses"]["408"];
            409: components["responses"]["409"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    download_certificate: {
        parameters: {
            query?: {
                /** @description Which certificate, where the answer has two; by default the first one. */
                which?: components["schemas"]["CertificateName"];
            };
            header?: never;
            path: {
                /** @description The id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            408: components["responses"]["408"];
            409: components["responses"]["409"];
            500: components["responses"]["500"];
        };
    };
    download_save: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            408: components["responses"]["408"];
            409: components["responses"]["409"];
            500: components["responses"]["500"];
        };
    };
    save_job: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job, which is on the disk. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobSummary"];
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            408: components["responses"]["408"];
            500: components["responses"]["500"];
            507: components["responses"]["507"];
        };
    };
    download_position: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A text file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            408: components["responses"]["408"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    audit: {
        parameters: {
            query?: {
                /** @description `1` to find out also which pieces can be removed without changing the verdict. */
                economy?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobRequest"];
            };
        };
        responses: {
            /** @description The audit. With `Accept: text/event-stream` a stream instead. Event `progress`: an `AuditProgress`, some times a second. Then event `audit`: the audit, or event `error`: a `Problem`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Audit"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            408: components["responses"]["408"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    upload_save: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The new job, which is paused. */
            201: {
                headers: {
                    /** @description The path of the job. */
                    location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobSummary"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            408: components["responses"]["408"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    verify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Whether it was accepted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checked"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            408: components["responses"]["408"];
            413: components["responses"]["413"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
    upload_certificate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The new job, which is done. */
            201: {
                headers: {
                    /** @description The path of the job. */
                    location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobSummary"];
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            408: components["responses"]["408"];
            413: components["responses"]["413"];
            422: components["responses"]["422"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
            507: components["responses"]["507"];
        };
    };
}
