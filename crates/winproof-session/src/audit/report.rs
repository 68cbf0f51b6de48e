//! The result of an audit.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use winproof::Verdict;
use winproof_games::{GameInfo, GameSpec};

use crate::json_schema::SCHEMA_VERSION;
use crate::options::Options;
use crate::question::Ask;
use crate::schema;
use crate::work::{LimitsReport, LineEndWord, StopWord};

/// The result of an audit: whether the target can be reached, the solution, and what else would do. What does not apply
/// is null.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Audit)]
pub struct AuditReport {
    /// The version of the schema of this object. New keys do not change it.
    pub schema_version: u32,
    /// The version of the program.
    pub version: String,
    /// The game with its parameters.
    pub game: String,
    /// The position in the game's notation.
    pub position: String,
    /// The name of the attacker.
    pub attacker: String,
    /// The question: `win`, `draw`, or `>=N`.
    pub ask: String,
    /// Whether the attacker can reach the target.
    #[schema(value_type = schema::Verdict)]
    pub verdict: Verdict,
    /// The verdict in words, with the number of plies.
    pub answer: String,
    /// Why that is not known.
    pub stop: Option<StopWord>,
    /// The least number of plies within which the target is reached.
    pub plies: Option<u16>,
    /// The greatest number of plies that is known not to suffice.
    pub not_within: Option<u16>,
    /// Whether no other move of the attacker in the solution reaches the target; null if that is not known.
    pub unique: Option<bool>,
    /// Whether no other move of the attacker in the solution is as fast; null if that is not known.
    pub unique_as_fast: Option<bool>,
    /// The solution, turn by turn, with both sides at their best if the number of plies is known.
    pub solution: Vec<SolutionTurn>,
    /// What happens without each piece; null if that was not asked for.
    pub economy: Option<Vec<Removal>>,
    /// The algorithm's name, never `auto`.
    pub algorithm: String,
    /// All parameters of the algorithm.
    pub settings: BTreeMap<String, String>,
    /// The seed of the random number generators.
    pub seed: u64,
    /// The limits: of expansions for each question, of time and memory for the audit.
    pub limits: LimitsReport,
    /// Whether certificates were wanted.
    pub certify: bool,
    /// The positions expanded.
    pub nodes: u64,
    /// The time of the searches in seconds.
    pub seconds: f64,
    /// The time to make and check certificates in seconds.
    pub certify_seconds: f64,
    /// Whether accepted certificates show every verdict that is known here, and the number of plies.
    pub certified: bool,
    /// What went wrong.
    pub error: Option<String>,
    /// What the user should know about the searches, each in a sentence.
    pub warnings: Vec<String>,
}

/// A turn of the solution.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SolutionTurn {
    /// The position before it, in the game's notation.
    pub position: String,
    /// The name of the player.
    pub player: String,
    /// Whether the player is the attacker.
    pub by_attacker: bool,
    /// The move, or the moves of the turn.
    #[serde(rename = "move")]
    pub mv: String,
    /// The plies that are left before it.
    pub plies: Option<u16>,
    /// The other moves of the attacker: those that reach the target first, then those that may, then those that do not.
    /// Empty for the opponent.
    pub others: Vec<OtherMove>,
    /// Whether none of the others reaches the target; null for the opponent, or if it is not known.
    pub unique: Option<bool>,
    /// Whether none of the others is as fast; null for the opponent, or if it is not known.
    pub unique_as_fast: Option<bool>,
}

/// Another move of the attacker.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct OtherMove {
    /// The move, or the moves of the turn.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether the target can still be reached after it.
    #[schema(value_type = schema::Verdict)]
    pub verdict: Verdict,
    /// Whether it is reached as fast as by the solution; null if that is not known.
    pub as_fast: Option<bool>,
    /// How the target is reached after it, or the refutation; null if neither is known.
    pub line: Option<Vec<String>>,
    /// How the line ends.
    pub line_end: Option<LineEndWord>,
    /// Whether accepted certificates show what is known about it.
    pub certified: bool,
}

/// A piece, and what happens without it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Removal {
    /// The piece.
    pub piece: String,
    /// The position without it, in the game's notation.
    pub position: String,
    /// Whether the target can be reached without it.
    #[schema(value_type = schema::Verdict)]
    pub verdict: Verdict,
    /// Whether the verdict changes; null if that is not known.
    pub needed: Option<bool>,
    /// Whether the target is reached within the same number of plies; null if that is not known.
    pub as_fast: Option<bool>,
    /// Whether accepted certificates show what is known about it.
    pub certified: bool,
}

impl AuditReport {
    /// Makes the report of a problem about which nothing is known.
    pub(super) fn blank(spec: &GameSpec, options: &Options) -> AuditReport {
        let config = &options.config;
        AuditReport {
            schema_version: SCHEMA_VERSION,
            version: env!("CARGO_PKG_VERSION").to_string(),
            game: spec.to_string(),
            position: String::new(),
            attacker: String::new(),
            ask: options.ask.to_string(),
            verdict: Verdict::Unknown,
            answer: String::new(),
            stop: None,
            plies: None,
            not_within: None,
            unique: None,
            unique_as_fast: None,
            solution: Vec::new(),
            economy: None,
            algorithm: config.algorithm().info().name.to_string(),
            settings: config.settings().by_name(),
            seed: config.seed,
            limits: LimitsReport::of(options),
            certify: options.certify,
            nodes: 0,
            seconds: 0.0,
            certify_seconds: 0.0,
            certified: options.certify,
            error: None,
            warnings: options.warnings.clone(),
        }
    }

    /// Returns the report as a line of JSON.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("nothing in a report can fail to be written") + "\n"
    }

    /// Returns the verdict in words of a game.
    pub(super) fn in_words(&self, info: &GameInfo, ask: Ask) -> String {
        let (attacker, target) = (&self.attacker, ask.in_words(info));
        let not_within = |text: &str| {
            let plies = self.not_within.map(|plies| info.plies(plies));
            plies.map_or(String::new(), |plies| format!("{text} not within {plies}"))
        };
        match (self.verdict, self.plies) {
            (Verdict::Proved, Some(plies)) => {
                let (plies, less) = (info.plies(plies), not_within(", and"));
                format!("Proved: {attacker} can force {target} within {plies}{less}")
            }
            (Verdict::Proved, None) => {
                let less = not_within("; the least number of plies is not known,");
                format!("Proved: {attacker} can force {target}{less}")
            }
            (Verdict::Disproved, _) => format!("Disproved: {attacker} cannot force {target}"),
            (Verdict::Unknown, _) => format!("Unknown: whether {attacker} can force {target}"),
        }
    }
}

/// Returns whether something holds for all, if that is known: it does not if it is false for one of them.
pub(super) fn all(facts: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut all = Some(true);
    for fact in facts {
        match fact {
            Some(false) => return Some(false),
            Some(true) => {}
            None => all = None,
        }
    }
    all
}
