//! The report of a problem: the keys of a JSON line, and facts for text output only.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use winproof::line::LineEnd;
use winproof::{Numbers, ProofNumber, StopReason, Verdict};
use winproof_games::GameSpec;

use super::session::Cost;
use crate::json_schema::SCHEMA_VERSION;
use crate::options::Options;
use crate::question::Ask;
use crate::schema;

/// The result of a problem. What does not apply is null.
// The fields are the keys of a JSON line, in this order; scripts rely on them. The JSON Schema, docs/JSON.md
// and the description of the HTTP interface are generated from them and from their comments.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Report {
    /// The version of the schema of this object. New keys do not change it.
    pub schema_version: u32,
    /// The version of the program.
    pub version: String,
    /// Where the position is from, as `file:line`.
    pub source: Option<String>,
    /// The label in a batch file.
    pub label: Option<String>,
    /// The game with its parameters.
    pub game: String,
    /// The position in the game's notation.
    pub position: String,
    /// The name of the attacker.
    pub attacker: Option<String>,
    /// The question: `win`, `draw`, `value`, `grundy`, or `>=N`; after a target perhaps `within N` or `shortest`.
    pub ask: String,
    /// The verdict, or `error` if there was an error instead.
    #[serde(with = "verdict_or_error")]
    #[schema(value_type = schema::VerdictOrError)]
    pub verdict: Option<Verdict>,
    /// Why the search stopped without a verdict.
    pub stop: Option<StopWord>,
    /// The value, or the Grundy value, if it was asked for and found.
    pub value: Option<i32>,
    /// The values that are possible by what was found out, if the value was asked for.
    pub value_bounds: Option<ValueBounds>,
    /// The number of plies within which the target is to be reached, if one was given.
    pub within: Option<u16>,
    /// The least number of plies that suffices, if that was asked for.
    pub plies: Option<u16>,
    /// The greatest number of plies that is known not to suffice, if the least one was asked for.
    pub not_within: Option<u16>,
    /// The best move: it keeps the value or the verdict. Null if no such move is known, or if all moves do.
    #[serde(rename = "move")]
    pub best_move: Option<String>,
    /// If the verdict is unknown, the move that the search would try next.
    pub promising_move: Option<String>,
    /// The principal line: the players keep the value or the verdict, and whoever cannot resists as long as
    /// possible.
    pub line: Option<Vec<String>>,
    /// How the line ends.
    pub line_end: Option<LineEndWord>,
    /// The results of the legal moves, best first, if they were asked for.
    pub moves: Option<Vec<MoveReport>>,
    /// The algorithm's name, never `auto`; null for a certificate that was uploaded, and for a position that is too
    /// large to be searched.
    pub algorithm: Option<String>,
    /// All parameters of the algorithm.
    pub settings: Option<BTreeMap<String, String>>,
    /// The seed of the random number generators.
    pub seed: Option<u64>,
    /// How many threads searched together; with more than one, counts differ from run to run.
    pub threads: Option<usize>,
    /// The limits of the search; null for a certificate that was uploaded.
    pub limits: Option<LimitsReport>,
    /// Whether a certificate was wanted; null for a certificate that was uploaded.
    pub certify: Option<bool>,
    /// The positions expanded.
    pub nodes: Option<u64>,
    /// The children generated.
    pub generated: Option<u64>,
    /// The descents from the root.
    pub iterations: Option<u64>,
    /// The time of the search in seconds.
    pub seconds: Option<f64>,
    /// The time to make and check certificates in seconds.
    pub certify_seconds: Option<f64>,
    /// The part of it that making certificates took.
    pub make_seconds: Option<f64>,
    /// The part of it that checking them took.
    pub check_seconds: Option<f64>,
    /// The most bytes of the memory budget in use at a time.
    pub memory_bytes: Option<usize>,
    /// The positions in tables and trees.
    pub table_entries: Option<usize>,
    /// The root's proof number.
    #[schema(value_type = Option<schema::ProofNumber>)]
    pub pn: Option<ProofNumber>,
    /// The root's disproof number.
    #[schema(value_type = Option<schema::ProofNumber>)]
    pub dn: Option<ProofNumber>,
    /// Whether the verdict has a certificate that the checker accepted.
    pub certified: Option<bool>,
    /// Where the certificate was written; null over HTTP.
    pub certificate: Option<String>,
    /// What went wrong, or why there is no certificate.
    pub error: Option<String>,
    /// What the user should know about the search, each in a sentence.
    pub warnings: Vec<String>,

    /// The positions that the game's leaf oracle looked at; missing if it was not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub leaf_nodes: Option<u64>,

    /// Where the search was saved, and what that cost; missing if it was not, and over HTTP.
    #[serde(flatten)]
    #[schema(ignore)]
    pub save: Option<SaveReport>,

    /// Whether the verdict was refuted or a file could not be written: `error` says what happened.
    #[serde(skip)]
    pub failed: bool,
    /// Further facts for people.
    #[serde(skip)]
    pub facts: Option<Facts>,
}

/// A verdict in JSON: one of its words, or `error`.
pub mod verdict_or_error {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use winproof::Verdict;

    /// All possible values.
    pub(crate) const VERDICTS_AND_ERROR: [Option<Verdict>; 4] =
        [Some(Verdict::Proved), Some(Verdict::Disproved), Some(Verdict::Unknown), None];

    /// Returns the word.
    pub fn as_str(verdict: Option<Verdict>) -> &'static str {
        verdict.map_or("error", Verdict::as_str)
    }

    /// Writes the word.
    pub fn serialize<S: Serializer>(
        verdict: &Option<Verdict>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(as_str(*verdict))
    }

    /// Reads the word.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Verdict>, D::Error> {
        let word = String::deserialize(deserializer)?;
        let found = VERDICTS_AND_ERROR.into_iter().find(|&verdict| as_str(verdict) == word);
        found.ok_or_else(|| D::Error::custom("expected proved, disproved, unknown or error"))
    }
}

/// Facts for text output beyond the JSON keys.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The name of the player to move.
    pub mover: &'static str,
    /// What is asked for, in words.
    pub target: String,
    /// Why the search stopped without a verdict.
    pub stop: Option<StopReason>,
    /// The least and the greatest possible value, if the value was asked for.
    pub bounds: Option<(i32, i32)>,
    /// The size of the certificates.
    pub records: Option<u64>,
    /// The bytes of the files written.
    pub written_bytes: Option<u64>,
    /// All costs.
    pub cost: Cost,
}

/// The saves of a search.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SaveReport {
    /// Where the search was saved; missing if it was not, as are the other keys about saves.
    #[serde(rename = "save")]
    pub path: String,
    /// How often it was saved, all sessions together.
    pub saves: u64,
    /// The time to save it in seconds, all sessions together.
    pub save_seconds: f64,
    /// The bytes of the last save.
    pub save_bytes: u64,
    /// The time of the last save in seconds.
    pub last_save_seconds: f64,
}

/// The least and the greatest value that are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ValueBounds {
    /// The least one.
    pub least: i32,
    /// The greatest one.
    pub greatest: i32,
}

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = Limits)]
pub struct LimitsReport {
    /// The most positions to expand.
    pub nodes: Option<u64>,
    /// The most seconds.
    pub seconds: Option<f64>,
    /// The most seconds for certificates, if they have time of their own.
    pub certify_seconds: Option<f64>,
    /// The memory budget in bytes.
    pub memory_bytes: usize,
}

impl LimitsReport {
    /// Returns the limits of a search with these options.
    pub fn of(options: &Options) -> LimitsReport {
        LimitsReport {
            nodes: options.nodes,
            seconds: options.time.map(|time| time.as_secs_f64()),
            certify_seconds: options.certify_time.map(|time| time.as_secs_f64()),
            memory_bytes: options.config.memory,
        }
    }
}

/// The verdict on one move.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct MoveReport {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The verdict on the position after it.
    #[schema(value_type = schema::Verdict)]
    pub verdict: Verdict,
    /// The value of the position after it, if it was asked for and found.
    pub value: Option<i32>,
    /// The least and the greatest possible value, if it was asked for and not found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub bounds: Option<(i32, i32)>,
    /// The principal line after the move; missing if lines were not asked for, or nothing is known of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub line: Option<Vec<String>>,
    /// How the line ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub line_end: Option<LineEndWord>,
    /// The positions expanded for it.
    pub nodes: u64,
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = LineEnd)]
pub enum LineEndWord {
    /// The game is over.
    GameOver,
    /// The last position was there before: from here on play is endless.
    Repetition,
    /// The rest is not known.
    Open,
}

impl From<LineEnd> for LineEndWord {
    fn from(end: LineEnd) -> LineEndWord {
        match end {
            LineEnd::GameOver => LineEndWord::GameOver,
            LineEnd::Repetition => LineEndWord::Repetition,
            LineEnd::Open => LineEndWord::Open,
        }
    }
}

/// Why a search stopped without a verdict, named after the limit that can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = StopReason)]
pub enum StopWord {
    /// The limit of expansions was reached.
    Nodes,
    /// The time limit was reached.
    Time,
    /// The memory budget is too small.
    Memory,
    /// Somebody stopped it.
    Interrupted,
}

impl From<StopReason> for StopWord {
    fn from(reason: StopReason) -> StopWord {
        match reason {
            StopReason::Expansions => StopWord::Nodes,
            StopReason::Time => StopWord::Time,
            StopReason::Memory => StopWord::Memory,
            StopReason::Interrupted => StopWord::Interrupted,
        }
    }
}

impl Report {
    /// Makes a report that contains only the problem.
    pub fn blank(game: &GameSpec, position: String, ask: Ask) -> Report {
        Report {
            schema_version: SCHEMA_VERSION,
            version: env!("CARGO_PKG_VERSION").to_string(),
            source: None,
            label: None,
            game: game.to_string(),
            position,
            attacker: None,
            ask: ask.to_string(),
            verdict: None,
            stop: None,
            value: None,
            value_bounds: None,
            within: ask.plies(),
            plies: None,
            not_within: None,
            best_move: None,
            promising_move: None,
            line: None,
            line_end: None,
            moves: None,
            algorithm: None,
            settings: None,
            seed: None,
            threads: None,
            limits: None,
            certify: None,
            nodes: None,
            generated: None,
            iterations: None,
            seconds: None,
            certify_seconds: None,
            make_seconds: None,
            check_seconds: None,
            memory_bytes: None,
            table_entries: None,
            pn: None,
            dn: None,
            certified: None,
            certificate: None,
            error: None,
            warnings: Vec::new(),
            leaf_nodes: None,
            save: None,
            failed: false,
            facts: None,
        }
    }

    /// Adds how it is searched.
    pub fn searched_with(self, options: &Options) -> Report {
        let config = &options.config;
        Report {
            algorithm: Some(config.algorithm().info().name.to_string()),
            settings: Some(config.settings().by_name()),
            seed: Some(config.seed),
            threads: Some(config.threads.count),
            limits: Some(LimitsReport::of(options)),
            certify: Some(options.certify),
            warnings: options.warnings.clone(),
            ..self
        }
    }

    /// Returns the report as a line of JSON.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("nothing in a report can fail to be written") + "\n"
    }

    /// Sets the numbers of the root.
    pub fn set_numbers(&mut self, numbers: Option<Numbers>) {
        self.pn = numbers.map(|numbers| numbers.pn);
        self.dn = numbers.map(|numbers| numbers.dn);
    }
}
