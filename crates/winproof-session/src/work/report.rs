//! What is reported of a problem: the keys of a JSON line, and what only people are told.

use std::collections::BTreeMap;

use serde::Serialize;
use winproof::{Numbers, ProofNumber, StopReason, Verdict};

use super::session::Cost;
use crate::failure::Status;

/// A line of results. The fields up to `error` are the keys of the JSON line, in this order; scripts
/// rely on them. What does not apply is null.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// `file:line`.
    pub source: Option<String>,
    /// The label in a batch file.
    pub label: Option<String>,
    /// The game with its parameters.
    pub game: String,
    /// The position in the game's notation.
    pub position: String,
    /// The name of the attacker.
    pub attacker: Option<&'static str>,
    /// The question.
    pub ask: String,
    /// The verdict; `error` in JSON if there was an error instead.
    #[serde(with = "verdict_or_error")]
    pub verdict: Option<Verdict>,
    /// Why the search stopped without a verdict.
    pub stop: Option<&'static str>,
    /// The value, if that was asked for.
    pub value: Option<i32>,
    /// The best move known.
    #[serde(rename = "move")]
    pub best_move: Option<String>,
    /// The principal line.
    pub line: Option<Vec<String>>,
    /// The verdicts of the legal moves.
    pub moves: Option<Vec<MoveReport>>,
    /// The algorithm's real name.
    pub algorithm: &'static str,
    /// Its parameters, all of them.
    pub settings: BTreeMap<String, String>,
    /// The seed of everything random.
    pub seed: u64,
    /// Expansions.
    pub nodes: Option<u64>,
    /// Children made.
    pub generated: Option<u64>,
    /// Walks from the root.
    pub iterations: Option<u64>,
    /// The time of the search.
    pub seconds: Option<f64>,
    /// The time to make and check certificates.
    pub certify_seconds: Option<f64>,
    /// Peak of what the memory budget covers.
    pub memory_bytes: Option<usize>,
    /// Positions in tables and trees.
    pub table_entries: Option<usize>,
    /// The root's proof number.
    pub pn: Option<ProofNumber>,
    /// The root's disproof number.
    pub dn: Option<ProofNumber>,
    /// Whether the verdict has a certificate that was checked.
    pub certified: Option<bool>,
    /// Where the certificate was written.
    pub certificate: Option<String>,
    /// What went wrong.
    pub error: Option<String>,

    /// Positions that the game's leaf oracle looked at; only there if it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaf_nodes: Option<u64>,

    /// Where the search was saved, and what that cost; only there if it was.
    #[serde(flatten)]
    pub save: Option<SaveReport>,

    /// What the program's exit status has to say of it.
    #[serde(skip)]
    pub status: Status,
    /// Further facts for people.
    #[serde(skip)]
    pub facts: Option<Facts>,
}

/// A verdict in JSON: one of its words, or `error`.
pub mod verdict_or_error {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use winproof::Verdict;

    /// The word.
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
        let all = [Some(Verdict::Proved), Some(Verdict::Disproved), Some(Verdict::Unknown), None];
        let found = all.into_iter().find(|&verdict| as_str(verdict) == word);
        found.ok_or_else(|| D::Error::custom("expected proved, disproved, unknown or error"))
    }
}

/// What people are told beyond the JSON keys.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The name of the player to move.
    pub mover: &'static str,
    /// What is asked for, in words.
    pub target: String,
    /// Why the search stopped without a verdict.
    pub stop: Option<StopReason>,
    /// The least and the greatest value there can be, where the value was asked for.
    pub bounds: Option<(i32, i32)>,
    /// The size of the certificates.
    pub records: Option<u64>,
    /// The bytes of the files written.
    pub written_bytes: Option<u64>,
    /// All costs.
    pub cost: Cost,
}

/// What became of the saves of a search.
#[derive(Clone, Debug, Serialize)]
pub struct SaveReport {
    /// The file.
    #[serde(rename = "save")]
    pub path: String,
    /// How often it was written, all sessions together.
    pub saves: u64,
    /// How long that took.
    pub save_seconds: f64,
    /// Bytes of the last one.
    pub save_bytes: u64,
    /// How long the last one took.
    pub last_save_seconds: f64,
}

/// The verdict on one move.
#[derive(Clone, Debug, Serialize)]
pub struct MoveReport {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The verdict on the position after it.
    pub verdict: Verdict,
    /// The value of the position after it, if that was asked for.
    pub value: Option<i32>,
    /// The expansions it took.
    pub nodes: u64,
}

/// Why a search stopped, in one word, named after the option that can change it.
pub fn stop_word(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Expansions => "nodes",
        StopReason::Time => "time",
        StopReason::Memory => "memory",
        StopReason::Interrupted => "interrupted",
    }
}

impl Report {
    /// The report as a line of JSON.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("nothing in a report can fail to be written") + "\n"
    }

    /// Takes over the numbers of the root.
    pub fn set_numbers(&mut self, numbers: Option<Numbers>) {
        self.pn = numbers.map(|numbers| numbers.pn);
        self.dn = numbers.map(|numbers| numbers.dn);
    }
}
