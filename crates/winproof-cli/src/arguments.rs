//! The arguments of the command line.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::builder::{NonEmptyStringValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use winproof_session::amounts::{Count, Memory, Seconds};
use winproof_session::audit::NODES_EACH;
use winproof_session::options::Wishes;
use winproof_session::question::{Ask, AttackerChoice};

use crate::numerate::{GrundyArguments, NumerateArguments};
use crate::play::PlayArguments;
use crate::review::ReviewArguments;
use crate::suggestions::{self, Suggested};

/// Proves who wins: solves positions of two-player games and certifies every verdict.
#[derive(Debug, Parser)]
#[command(
    name = "winproof",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  winproof games                               list what can be solved
  winproof solve nim 3,4,5                     can the player to move force a win?
  winproof solve tictactoe start --ask draw --proof draw.wpc
  winproof verify draw.wpc                     check the certificate by the rules alone

Exit status: 0 a verdict was reached, 3 unknown, 2 bad input or usage, 1 anything else."
)]
pub struct Arguments {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games, with their parameters and notations
    #[command(after_help = "\
Examples:
  winproof games
  winproof games --json | jq .name")]
    Games(ListArguments),

    /// List the algorithms, with their parameters
    #[command(after_help = "\
Examples:
  winproof algorithms
  winproof solve nim start --algorithm deep-pn --set r=0.5")]
    Algorithms(ListArguments),

    /// Answer a question about one position
    #[command(after_help = "\
Examples:
  winproof solve nim 3,4,5
  winproof solve tictactoe X...O.... --ask value --moves
  winproof solve tree:seed=7 start --algorithm pn2 --nodes 1000000 --time 60
  winproof solve graph @game.txt --attacker B --ask '>=2' --proof game.wpc
  winproof solve shogi '8k/9/8G/9/9/9/9/9/9 b G 1' --within 1
  winproof solve tictactoe X.O/..O/..X --shortest
  winproof solve tree:seed=7 start --save long.wps --save-every 60
  winproof solve --continue long.wps --memory 4G
  echo 3,4,5 | winproof solve nim - --json")]
    Solve(SolveArguments),

    /// Answer the same question about many positions
    #[command(after_help = "\
A line of a file is a position, up to the first TAB (or `;` if there is none); the rest is a label. If the \
position lacks the side to move, that is taken from the next column. Lines that begin with # or % are comments. \
A file of game records (SGF) has a position for each record. In a folder every file holds one position.

Examples:
  winproof batch nim positions.txt
  winproof batch tictactoe positions.txt --ask value --json
  grep win forced-wins.tsv | winproof batch loa - --time 10
  winproof batch shogi mates.tsv --column 3
  winproof batch graph folder/ --threads 2 --out results.jsonl --proof certificates/
  winproof batch graph folder/ --threads 2 --out results.jsonl --resume")]
    Batch(BatchArguments),

    /// Search the same positions in several ways, and compare them in a table and a plot
    #[command(after_help = "\
Every algorithm searches with every combination of the values; a parameter that an algorithm does not have leaves \
that algorithm alone. The folder of results has the table (table.md, table.csv), the plot (plot.svg) and all runs \
(runs.jsonl). An interrupted sweep resumes where it stopped. Exit status: 0 done, 3 interrupted.

Examples:
  winproof sweep loa forced-wins.tsv --set epsilon=0,0.1,0.25 --algorithm df-pn,pds --nodes 1M
  winproof sweep tictactoe positions.txt --algorithm pn,pn2,df-pn --out comparison/")]
    Sweep(SweepArguments),

    /// Find out whether a problem is sound: its solution, other moves that win too, pieces that are not needed
    #[command(after_help = "\
The solution is the shortest one against the longest defence. At every turn of the attacker in it, all other moves are \
asked about: do they win, and as fast?

Examples:
  winproof audit shogi '9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1'
  winproof audit loa '8/8/2x5/3xo3/8/4ox2/8/8 x' --economy --time 60
  winproof audit hex:size=5 'c3 b4' --refutations --json")]
    Audit(AuditArguments),

    /// Go through a finished game: who was winning, which turn lost it, and what would have been better
    #[command(after_help = "\
The review goes back from the end of the game as far as it can prove who wins. RECORD is a file: a WTHOR file or \
transcripts (othello), SGF (hex), KIF, KI2 or CSA (shogi), moves in the game's notation, or PGN (every game). Exit \
status: 0 done, 3 nothing is known.

Examples:
  winproof review othello WTH_1998.wtb --number 12
  winproof review othello f5d6c3d3c4 --time 2
  winproof review hex game.sgf --all-turns --proof certificates/
  winproof review loa games.txt --list
  winproof review shogi game.kif --json")]
    Review(ReviewArguments),

    /// Check a certificate by the rules of the game alone
    #[command(after_help = "\
Exit status: 0 accepted, 1 rejected, 2 unreadable.

Examples:
  winproof solve nim 3,4,5 --proof nim.wpc
  winproof verify nim.wpc")]
    Verify(VerifyArguments),

    /// Show what is in a saved search
    #[command(after_help = "\
On a terminal, the arrow keys walk through the search. Anywhere else, and with a line of moves or --json, \
the command prints one position and what is known about its children. ** marks the line that the search would \
follow next, * the best child.

Examples:
  winproof inspect long.wps
  winproof inspect long.wps 3 0
  winproof inspect long.wps --json")]
    Inspect(InspectArguments),

    /// Draw a position, or walk through a certificate
    #[command(after_help = "\
Examples:
  winproof show tictactoe X...O....
  winproof show nim.wpc --depth 3
  winproof show nim.wpc --format dot | dot -Tsvg > nim.svg
  winproof show nim.wpc --format html --output nim.html")]
    Show(ShowArguments),

    /// Reproduce a table or a figure of a paper
    #[command(after_help = "\
Results go to experiments/NAME/results (-quick, -full) in a checkout, otherwise to NAME-results. An \
interrupted experiment resumes where it stopped; if it is long, its report is about what is done. Exit status: 0 done, \
1 --check found differences, 3 interrupted.

Examples:
  winproof experiment --list
  winproof experiment nagai-1998 --quick
  winproof experiment nagai-1998 --check
  winproof experiment memory-slowdown --threads 2 --out /tmp/slowdown")]
    Experiment(ExperimentArguments),

    /// Learn a heuristic from game records
    #[command(after_help = "\
An interrupted run resumes where it stopped. Exit status: 0 done, 3 interrupted.

Examples:
  winproof train othello --games wthor/ --out weights.bin
  winproof train othello --games wthor/ --out weights.bin --fit")]
    Train(TrainArguments),

    /// Predict how people like a problem, or fit such predictions to ratings
    #[command(after_help = "\
The prediction is a weighted sum of 15 factors (Kasuga, Suzuki and Kotani 1998). A file of ratings has lines with \
POSITION,RATING or POSITION,RATING,SOLUTION. Exit status: 0 done, 3 no solution found.

Examples:
  winproof rate shogi '8k/8g/8G/7L1/9/9/9/9/9 b - rest'
  winproof rate shogi --fit ratings.csv --out fit/")]
    Rate(RateArguments),

    /// Answer a graphical interface through standard input and output
    #[command(after_help = "\
usi is the Universal Shogi Interface: `position` and `go mate` are answered by `checkmate`. The end of the input ends \
the engine, like `quit`.

Examples:
  winproof engine usi")]
    Engine(EngineArguments),

    /// Play paper-rock-scissors against a network that remembers your last choices
    #[command(after_help = "\
The network is that of West 1998. Type p, r or s in each trial, and q to end. The page of `winproof serve` has the same \
game with a chart, and joins the records of several players.

Examples:
  winproof play prs --lag 1
  winproof play prs --lag 2 --record game.csv")]
    Play(PlayArguments),

    /// Write integers in the numeration systems of heap games, and read them
    #[command(after_help = "\
In the game wythoff:s=S,t=T the player to move loses exactly with the heaps of a pair: a number whose digits in the \
system s=S,t=T end in an even number of zeros, and the one with one more zero.

Examples:
  winproof numerate 46 --system s=2,t=2
  winproof numerate 310 --digits --system s=2,t=2
  winproof numerate 1000000 --system ternary --json")]
    Numerate(NumerateArguments),

    /// List the Grundy values of the heaps of an octal game, and their period
    #[command(after_help = "\
A period is claimed for all heaps only if the values reach the bound of Guy and Smith; otherwise it was observed.

Examples:
  winproof grundy 0.77
  winproof grundy 0.137 --heaps 1000
  winproof solve heaps:code=0.137 7,9 --ask grundy")]
    Grundy(GrundyArguments),

    /// Serve the workbench: a page to set up positions, watch searches and walk through proofs
    #[command(after_help = "\
Without --data, jobs are lost when the server ends. With it, they resume or can be resumed when the server \
starts again. On an address other than loopback, the server requires a token from every client. It makes \
one if none is given.

Examples:
  winproof serve
  winproof serve --port 8000 --data jobs/ --threads 2 --memory 8G
  winproof serve --bind 0.0.0.0 --job-time 600 --job-memory 512M")]
    Serve(ServeArguments),

    /// Print the JSON Schema of everything that is printed with --json
    #[command(after_help = "\
Examples:
  winproof schema > winproof.schema.json")]
    Schema,

    /// Write the man pages
    #[command(after_help = "\
Examples:
  winproof man | man -l -
  winproof man --out ~/.local/share/man/man1")]
    Man(ManArguments),

    /// Write a completion script for a shell
    #[command(after_help = "\
Examples:
  winproof completions bash > ~/.local/share/bash-completion/completions/winproof")]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// The arguments of `games` and `algorithms`.
#[derive(Debug, Args)]
pub struct ListArguments {
    /// Print one JSON object per line
    #[arg(long)]
    pub json: bool,
}

/// The arguments that `solve` and `batch` have in common.
#[derive(Debug, Args)]
pub struct SearchArguments {
    /// Set the attacker, who has to reach the target: usual (in most games the player to move), mover, opponent, or a
    /// player's name [default: usual]
    #[arg(long, value_name = "WHO")]
    pub attacker: Option<AttackerChoice>,

    /// Set the question: win, draw (at least), >=N (at least N, seen by the attacker), value, or, in heap games,
    /// grundy [default: win]
    #[arg(
        long,
        value_name = "TARGET",
        value_parser = Suggested(suggestions::questions).try_map(|text| text.parse::<Ask>()),
        hide_possible_values = true
    )]
    pub ask: Option<Ask>,

    /// Ask whether the attacker reaches the target within N plies, both players' moves counted (Arimaa: turns)
    #[arg(long, value_name = "N")]
    pub within: Option<u16>,

    /// Find the least number of plies, with a proof that it suffices and a disproof that one less does
    #[arg(long, conflicts_with_all = ["within", "moves", "lines"])]
    pub shortest: bool,

    /// Also give the verdict or the value of every legal move, best first; time is shared among them
    #[arg(long)]
    pub moves: bool,

    /// Also give the line after every legal move; implies --moves
    #[arg(long)]
    pub lines: bool,

    /// Choose the algorithm; `winproof algorithms` lists them [default: auto]
    #[arg(
        long,
        value_name = "NAME",
        value_parser = Suggested(suggestions::algorithms),
        hide_possible_values = true
    )]
    pub algorithm: Option<String>,

    /// Set a parameter of the algorithm (repeatable)
    #[arg(
        long = "set",
        value_name = "KEY=VALUE",
        value_parser = Suggested(suggestions::settings),
        hide_possible_values = true
    )]
    pub settings: Vec<String>,

    /// Stop a problem, with all its questions, after N expansions, such as 250K or 1M; each certificate may
    /// take N more
    #[arg(long, value_name = "N")]
    pub nodes: Option<Count>,

    /// Stop a problem after this time, such as 60 (seconds), 2m or 1h30m, including the time to make its
    /// certificate
    #[arg(long, value_name = "TIME")]
    pub time: Option<Seconds>,

    /// Give making and checking certificates time of their own, such as 60 (seconds) or 2m; --time is then for
    /// searching
    #[arg(long, value_name = "TIME")]
    pub certify_time: Option<Seconds>,

    /// Limit the memory for tables and trees, such as 256M [default: a quarter of what there is, at most 4G]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Memory>,

    /// Seed the random number generators [default: 0]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Do not make and check certificates
    #[arg(long, conflicts_with = "proof")]
    pub no_certify: bool,

    /// Show no progress on standard error
    #[arg(long)]
    pub quiet: bool,

    /// Show no progress and print a single line at the end, for logs
    #[arg(long, conflicts_with = "json")]
    pub summary: bool,

    /// Print only one JSON object per problem on standard output
    #[arg(long)]
    pub json: bool,
}

impl SearchArguments {
    /// Returns the options of the search that the user gave, with the number of threads for each problem.
    pub fn wishes(&self, threads: u16) -> Wishes {
        Wishes {
            attacker: self.attacker.clone(),
            ask: self.ask,
            within: self.within,
            shortest: self.shortest,
            moves: self.moves,
            lines: self.lines,
            algorithm: self.algorithm.clone(),
            settings: self.settings.clone(),
            nodes: self.nodes.map(|Count(nodes)| nodes),
            time: self.time.map(|Seconds(time)| time),
            certify_time: self.certify_time.map(|Seconds(time)| time),
            memory: self.memory,
            seed: self.seed,
            threads: threads.into(),
            certify: !self.no_certify,
        }
    }
}

/// The arguments of `solve`.
#[derive(Debug, Args)]
pub struct SolveArguments {
    /// The game, with parameters after a colon: nim, tree:seed=7,avg=6
    #[arg(required_unless_present = "continue", value_parser = Suggested(suggestions::games), hide_possible_values = true)]
    pub game: Option<String>,

    /// The position in the game's notation, `start`, @FILE, or - for standard input
    #[arg(allow_hyphen_values = true, required_unless_present = "continue")]
    pub position: Option<String>,

    /// How to search.
    #[command(flatten)]
    pub search: SearchArguments,

    /// Search with N threads on one table (df-pn and df-pn+)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: u16,

    /// Write the certificate to this file, or to standard output for `-` (the report then goes to standard
    /// error). With --ask value, both certificates are in it; if it is a folder, each is a file
    /// there, as with --shortest always
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,

    /// Save the search to this file: at intervals, when it is interrupted, and at its end
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// Wait this long between two saves, such as 60 (seconds) or 10m [default: 5m]
    #[arg(long, value_name = "TIME")]
    pub save_every: Option<Seconds>,

    /// Resume from this save, and save to it again (or to --save). Limits, memory and other options that do
    /// not change what the saved numbers mean may differ; --nodes and --time count from now on
    #[arg(long = "continue", value_name = "FILE", id = "continue")]
    pub continue_from: Option<PathBuf>,

    /// Restart the problem of --continue from the beginning, with the same parameters or others
    #[arg(long, requires = "continue")]
    pub reset: bool,

    /// Replace the file of --save if it exists
    #[arg(long, requires = "save")]
    pub overwrite: bool,
}

/// The arguments of `audit`.
#[derive(Debug, Args)]
pub struct AuditArguments {
    /// The game, with parameters after a colon: hex:size=5
    pub game: String,

    /// The position in the game's notation, `start`, @FILE, or - for standard input
    #[arg(allow_hyphen_values = true)]
    pub position: String,

    /// Set the attacker, who has to reach the target: usual (in most games the player to move), mover, opponent, or a
    /// player's name [default: usual]
    #[arg(long, value_name = "WHO")]
    pub attacker: Option<AttackerChoice>,

    /// Set the question: win, draw (at least), or >=N (at least N, seen by the attacker) [default: win]
    #[arg(long, value_name = "TARGET")]
    pub ask: Option<Ask>,

    /// Also find out which pieces can be removed without changing the verdict
    #[arg(long)]
    pub economy: bool,

    /// Also list the moves that fail, with their refutations
    #[arg(long)]
    pub refutations: bool,

    /// Choose the algorithm; `winproof algorithms` lists them [default: auto]
    #[arg(long, value_name = "NAME")]
    pub algorithm: Option<String>,

    /// Set a parameter of the algorithm (repeatable)
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub settings: Vec<String>,

    /// Stop each question after N expansions
    #[arg(long, value_name = "N", default_value_t = NODES_EACH)]
    pub nodes: u64,

    /// Stop after this many seconds, which are shared among the questions
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<Seconds>,

    /// Limit the memory for tables and trees, such as 256M [default: a quarter of what there is, at most 4G]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Memory>,

    /// Seed the random number generators [default: 0]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Do not make and check certificates
    #[arg(long)]
    pub no_certify: bool,

    /// Show no progress on standard error
    #[arg(long)]
    pub quiet: bool,

    /// Print only one JSON object on standard output
    #[arg(long)]
    pub json: bool,
}

impl AuditArguments {
    /// Returns the options of the search that the user gave.
    pub fn wishes(&self) -> Wishes {
        Wishes {
            attacker: self.attacker.clone(),
            ask: self.ask,
            algorithm: self.algorithm.clone(),
            settings: self.settings.clone(),
            nodes: Some(self.nodes),
            time: self.time.map(|Seconds(time)| time),
            memory: self.memory,
            seed: self.seed,
            certify: !self.no_certify,
            ..Wishes::default()
        }
    }
}

/// The arguments of `batch`.
#[derive(Debug, Args)]
pub struct BatchArguments {
    /// The game, with parameters after a colon: nim, tree:seed=7,avg=6
    #[arg(value_parser = Suggested(suggestions::games), hide_possible_values = true)]
    pub game: String,

    /// A file with one position per line, a folder with one position per file, or - for standard input
    pub path: PathBuf,

    /// Take positions from the Nth of the columns that TABs separate
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub column: u16,

    /// How to search.
    #[command(flatten)]
    pub search: SearchArguments,

    /// Use N threads, for N problems at a time; they share the memory
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: u16,

    /// Search each problem with N of the threads (df-pn and df-pn+), and so fewer problems at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads_per_problem: u16,

    /// Write the certificates into this folder
    #[arg(long, value_name = "DIR")]
    pub proof: Option<PathBuf>,

    /// Write the results to this file, one JSON object per line; replace its contents
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Keep the results that are already in the --out file and solve only the others
    ///
    /// A result counts if it is about the same position, attacker and question, and was found by the same
    /// algorithm with the same parameters and seed.
    #[arg(long, requires = "out")]
    pub resume: bool,

    /// With --resume, solve again what has no verdict, or no certificate where one is wanted
    #[arg(long, requires = "resume")]
    pub retry_unknown: bool,
}

/// The arguments of `sweep`.
#[derive(Debug, Args)]
pub struct SweepArguments {
    /// The game, with parameters after a colon: nim, tree:seed=7,avg=6
    #[arg(value_parser = Suggested(suggestions::games), hide_possible_values = true)]
    pub game: String,

    /// The positions, as for `batch`: a file, a folder, or - for standard input
    pub path: PathBuf,

    /// Take positions from the Nth of the columns that TABs separate
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub column: u16,

    /// Choose the algorithms, with commas between them
    #[arg(
        long,
        value_name = "NAME,…",
        default_value = "auto",
        value_parser = Suggested(suggestions::algorithms),
        hide_possible_values = true
    )]
    pub algorithm: String,

    /// Set a parameter to each of these values in turn (repeatable)
    #[arg(
        long = "set",
        value_name = "KEY=VALUE,…",
        value_parser = Suggested(suggestions::settings),
        hide_possible_values = true
    )]
    pub settings: Vec<String>,

    /// Set the attacker, who has to reach the target: mover, opponent, or a player's name [default: mover]
    #[arg(long, value_name = "WHO")]
    pub attacker: Option<AttackerChoice>,

    /// Set the question: win, draw (at least), >=N (at least N, seen by the attacker), value, or, in heap games,
    /// grundy [default: win]
    #[arg(
        long,
        value_name = "TARGET",
        value_parser = Suggested(suggestions::questions).try_map(|text| text.parse::<Ask>()),
        hide_possible_values = true
    )]
    pub ask: Option<Ask>,

    /// Stop a search after N expansions, such as 250K or 1M
    #[arg(long, value_name = "N")]
    pub nodes: Option<Count>,

    /// Stop a search after this time, such as 60 (seconds), 2m or 1h30m
    #[arg(long, value_name = "TIME")]
    pub time: Option<Seconds>,

    /// Limit the memory for tables and trees, such as 256M [default: a quarter of what there is, at most 4G]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Memory>,

    /// Seed the random number generators [default: 0]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Make and check certificates
    #[arg(long)]
    pub certify: bool,

    /// Run N searches at a time; they share the memory
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: u16,

    /// Write the results into this folder [default: the name of the file, and -sweep]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Show no progress on standard error
    #[arg(long)]
    pub quiet: bool,

    /// Print only one JSON object per configuration on standard output
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `verify`.
#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// The certificate
    pub certificate: PathBuf,

    /// Limit the memory for reading and checking, such as 256M [default: a quarter of what there is, at most
    /// 4G]; what does not fit goes to temporary files
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Memory>,

    /// Put temporary files into this folder [default: the system's]
    #[arg(long, value_name = "DIR")]
    pub temp: Option<PathBuf>,
}

/// The arguments of `inspect`.
#[derive(Debug, Args)]
pub struct InspectArguments {
    /// The save
    pub save: PathBuf,

    /// Moves from the position of the problem to the position to show
    #[arg(value_name = "MOVE")]
    pub line: Vec<String>,

    /// Limit the memory for the saved table or tree [default: the memory of the search]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Memory>,

    /// Print one JSON object on standard output
    #[arg(long)]
    pub json: bool,

    /// Print the position and exit, also on a terminal
    #[arg(long)]
    pub print: bool,
}

/// The arguments of `show`.
#[derive(Debug, Args)]
pub struct ShowArguments {
    /// A certificate, or a game if a position follows
    #[arg(value_name = "CERTIFICATE|GAME")]
    pub subject: String,

    /// A position of the game, `start`, @FILE, or - for standard input
    #[arg(allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Show the certificate up to N moves from its position
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub depth: usize,

    /// Show only the Nth certificate of a file that has several, such as the two of a value
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub number: Option<u16>,

    /// Show at most N positions of the certificate
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub most: usize,

    /// Choose the format of the certificate, or of the position (text or sgf)
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Limit the memory for reading the certificate, such as 256M [default: a quarter of what there is, at
    /// most 4G]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Memory>,
}

/// The arguments of `experiment`.
#[derive(Debug, Args)]
pub struct ExperimentArguments {
    /// The experiment; `--list` shows the names
    #[arg(
        required_unless_present = "list",
        value_parser = Suggested(suggestions::experiments),
        hide_possible_values = true
    )]
    pub name: Option<String>,

    /// Run a small version, about 20 seconds
    #[arg(long, conflicts_with = "full")]
    pub quick: bool,

    /// Run the largest version, however long it takes
    #[arg(long)]
    pub full: bool,

    /// Run nothing; compute tables and figures again from the runs in the folder of results, and say what differs
    #[arg(long)]
    pub check: bool,

    /// Write the results into this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Seed the random number generators
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Take game records from this folder, for experiments that make their problems from them
    #[arg(long, value_name = "DIR")]
    pub games: Option<PathBuf>,

    /// Set the rows of the board, for experiments with several sizes
    #[arg(long, value_name = "N")]
    pub size: Option<u32>,

    /// Do N runs at a time; this changes only times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: u16,

    /// List the experiments
    #[arg(long)]
    pub list: bool,
}

/// The arguments of `train`.
#[derive(Debug, Args)]
pub struct TrainArguments {
    /// The game
    #[arg(value_parser = Suggested(suggestions::games), hide_possible_values = true)]
    pub game: String,

    /// Read game records from this folder (othello: WTHOR files, *.wtb)
    #[arg(long, value_name = "DIR")]
    pub games: PathBuf,

    /// Write what is learned to this file
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Fit estimates of leaves to solved problems, with the evaluation that is in the file
    #[arg(long)]
    pub fit: bool,

    /// Put work in progress, tables and plots into this folder [default: FILE.training, or FILE.fit]
    #[arg(long, value_name = "DIR")]
    pub work: Option<PathBuf>,

    /// Seed the random number generators
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Train N stages at a time; this changes only times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: u16,
}

/// The arguments of `rate`.
#[derive(Debug, Args)]
pub struct RateArguments {
    /// The game
    pub game: String,

    /// The position; @FILE reads it from a file, - from standard input
    #[arg(required_unless_present = "fit", conflicts_with = "fit")]
    pub position: Option<String>,

    /// Use this solution, moves with spaces between them, instead of searching for one
    #[arg(long, value_name = "MOVES", conflicts_with = "fit")]
    pub solution: Option<String>,

    /// Fit weights to the ratings in this file
    #[arg(long, value_name = "FILE")]
    pub fit: Option<PathBuf>,

    /// Put tables and a plot of the fit into this folder [default: FILE with the extension fit]
    #[arg(long, value_name = "DIR", requires = "fit")]
    pub out: Option<PathBuf>,

    /// Search for a solution for at most S seconds
    #[arg(long, value_name = "S")]
    pub time: Option<Seconds>,

    /// Use at most this much memory, such as 512M or 4G [default: a quarter of the machine's, at most 4G]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Memory>,

    /// Print one JSON object
    #[arg(long, conflicts_with = "fit")]
    pub json: bool,
}

/// The arguments of `engine`.
#[derive(Debug, Args)]
pub struct EngineArguments {
    /// The protocol
    pub protocol: Protocol,
}

/// Protocols between engines and graphical interfaces.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Protocol {
    /// The Universal Shogi Interface.
    Usi,
}

/// The arguments of `serve`.
#[derive(Debug, Args)]
pub struct ServeArguments {
    /// Listen on this port; 0 means any free port
    #[arg(long, value_name = "N", default_value_t = 7878)]
    pub port: u16,

    /// Listen on this address
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub bind: IpAddr,

    /// Keep jobs in this folder [default: a temporary one]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,

    /// Limit the bytes of all files in that folder [default: what the disk has]
    #[arg(long, value_name = "SIZE")]
    pub data_size: Option<Memory>,

    /// Delete the oldest finished jobs when --data-size is used up
    #[arg(long, requires = "data_size")]
    pub drop_oldest: bool,

    /// Search with at most N threads, for all jobs together [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,

    /// Limit the memory of all jobs and requests together [default: a quarter of what there is, at most 4G]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Memory>,

    /// Limit the memory that one job may ask for [default: all of --memory]
    #[arg(long, value_name = "SIZE")]
    pub job_memory: Option<Memory>,

    /// Stop a job after this time, until somebody resumes it
    #[arg(long, value_name = "TIME", default_value = "1d")]
    pub job_time: Seconds,

    /// Limit the bytes of a request, such as an uploaded save
    #[arg(long, value_name = "SIZE", default_value = "64M")]
    pub request_size: Memory,

    /// Require this bearer token from clients, or a new one if none is given; other users of the machine can
    /// see options, but not --token-file nor the variable WINPROOF_TOKEN
    #[arg(long, value_name = "TOKEN", value_parser = NonEmptyStringValueParser::new())]
    pub token: Option<Option<String>>,

    /// Require the bearer token in this file
    #[arg(long, value_name = "FILE", conflicts_with = "token")]
    pub token_file: Option<PathBuf>,

    /// Serve the page in this folder (such as web/dist) instead of the one inside the program
    #[arg(long, value_name = "DIR")]
    pub page: Option<PathBuf>,
}

/// The arguments of `man`.
#[derive(Debug, Args)]
pub struct ManArguments {
    /// Write a page for each command into this folder; without it, the first page goes to standard output
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// How a certificate is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// An indented tree
    Text,
    /// A graph for Graphviz
    Dot,
    /// A page for a browser
    Html,
    /// A position as a game record, for games that have such records
    Sgf,
}
