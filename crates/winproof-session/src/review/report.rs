//! The result of a review.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use winproof_games::GameSpec;

use super::known::{Judgement, Standing};
use crate::json_schema::SCHEMA_VERSION;
use crate::options::Options;
use crate::work::{LimitsReport, LineEndWord, StopWord};

/// The review of a game. Values are seen by the first player. What does not apply is null.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Review)]
pub struct ReviewReport {
    /// The version of the schema of this object. New keys do not change it.
    pub schema_version: u32,
    /// The version of the program.
    pub version: String,
    /// The file of the record; null if it is not from a file, and over HTTP.
    pub source: Option<String>,
    /// The number of the game in the file, from 1.
    pub number: usize,
    /// How many games the file has.
    pub games: usize,
    /// The game with its parameters.
    pub game: String,
    /// The names of the first and the second player, as the game calls them.
    pub players: [String; 2],
    /// What the record says about the game: `Black`, `White`, `Event`, `Date`, `Result` and the like.
    #[schema(value_type = BTreeMap<String, String>)]
    pub tags: BTreeMap<String, String>,
    /// Whether a verdict says only who can mate by check after check, as in shogi. A draw then means that nobody can, and
    /// a quiet move can make a win of it.
    pub by_attack: bool,
    /// Whether the game has scores, so that there are values beyond win, draw and loss.
    pub scored: bool,
    /// The positions of the game, the first one included.
    pub positions: Vec<ReviewedPosition>,
    /// The turns of the game.
    pub turns: Vec<ReviewedTurn>,
    /// How the game ended, in words; null if the record breaks off before its end.
    pub outcome: Option<String>,
    /// The number of the position from which on the verdict is known; null if it is known of none.
    pub known_from: Option<usize>,
    /// The number of the position from which on the value is known, if the game has scores.
    pub values_from: Option<usize>,
    /// The number of the turn that decided the game: the last one that changed the verdict. Null if none is known to
    /// have changed it.
    pub decisive: Option<usize>,
    /// The result in words.
    pub answer: String,
    /// Why the review did not go back to the beginning; null if it did.
    pub stop: Option<StopWord>,
    /// The algorithm's name, never `auto`.
    pub algorithm: String,
    /// All parameters of the algorithm.
    pub settings: BTreeMap<String, String>,
    /// The seed of the random number generators.
    pub seed: u64,
    /// The limits: of expansions and time for each position, and the memory for all of them.
    pub limits: LimitsReport,
    /// The most seconds of the whole review.
    pub total_seconds: Option<f64>,
    /// Whether certificates were wanted.
    pub certify: bool,
    /// The positions expanded.
    pub nodes: u64,
    /// The time of the searches in seconds.
    pub seconds: f64,
    /// The time to make and check certificates in seconds.
    pub certify_seconds: f64,
    /// Whether accepted certificates show every verdict and value that is claimed here.
    pub certified: bool,
    /// What went wrong.
    pub error: Option<String>,
    /// What the user should know about the searches, each in a sentence.
    pub warnings: Vec<String>,
}

/// A position of a game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReviewedPosition {
    /// How many turns were played before it.
    pub number: usize,
    /// The position in the game's notation.
    pub position: String,
    /// The name of the player to move.
    pub mover: String,
    /// How far the game is, as a number that people use: empty squares, pieces.
    pub stage: Option<u32>,
    /// What that number counts.
    pub stage_unit: Option<String>,
    /// Who wins with both sides at their best.
    pub standing: Standing,
    /// The least value that is possible, by what is known.
    pub least: i32,
    /// The greatest value that is possible.
    pub greatest: i32,
    /// The value, if the game has scores and only one is possible.
    pub value: Option<i32>,
    /// A move that keeps the verdict or the value; null if none is known, or all do.
    #[serde(rename = "move")]
    pub best_move: Option<String>,
    /// How the game would go on with both sides at their best.
    pub line: Option<Vec<String>>,
    /// How that line ends.
    pub line_end: Option<LineEndWord>,
    /// Whether accepted certificates, or the rules, show what is known.
    pub certified: bool,
    /// Where the certificates were written; none over HTTP.
    pub certificates: Vec<String>,
    /// Whether it was searched at all. If not, the review did not come so far back.
    pub searched: bool,
    /// The positions expanded for it.
    pub nodes: u64,
    /// The time for it in seconds, certificates included.
    pub seconds: f64,
}

/// A turn of a game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReviewedTurn {
    /// Its number, from 1; the position before it has one less.
    pub number: usize,
    /// The name of the player.
    pub player: String,
    /// The move, or the moves of the turn.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its moves one by one.
    pub moves: Vec<String>,
    /// What kinds of move it is: `corner`, `capture`.
    pub kinds: Vec<String>,
    /// What it did.
    pub judgement: Judgement,
    /// How much it gave away at least, in the game's values; null if it is not known to be a mistake.
    pub lost: Option<i32>,
    /// How many legal moves there were.
    pub legal: usize,
    /// The move that would have been better, if it is a mistake.
    pub better: Option<String>,
    /// The moves one by one from the better one on, and how the game would have gone on.
    pub better_line: Option<Vec<String>>,
    /// The candidates, best first: what was played, what is better, and others that come to mind. Empty unless they were
    /// looked at.
    pub candidates: Vec<Candidate>,
}

/// A move that could have been played, and what comes of it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Candidate {
    /// The move, or the moves of the turn.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its moves one by one.
    pub moves: Vec<String>,
    /// What kinds of move it is.
    pub kinds: Vec<String>,
    /// Whether it was played.
    pub played: bool,
    /// Whether the review prefers it.
    pub selected: bool,
    /// Its place by the game's own ordering, from 1, before anything is searched; null if it is not among the moves that
    /// are ordered.
    pub rank: Option<usize>,
    /// Whether it keeps what its player had.
    pub holds: Option<bool>,
    /// The least value after it, by what is known.
    pub least: i32,
    /// The greatest value after it.
    pub greatest: i32,
    /// What happens after it with both sides at their best: the refutation if it does not hold.
    pub line: Option<Vec<String>>,
    /// How that line ends.
    pub line_end: Option<LineEndWord>,
    /// Whether accepted certificates show what is known about it.
    pub certified: bool,
    /// Where the certificates were written; none over HTTP.
    pub certificates: Vec<String>,
}

impl ReviewReport {
    /// Makes the report of a game about which nothing is known.
    pub(super) fn blank(spec: &GameSpec, options: &Options) -> ReviewReport {
        let config = &options.config;
        ReviewReport {
            schema_version: SCHEMA_VERSION,
            version: env!("CARGO_PKG_VERSION").to_string(),
            source: None,
            number: 1,
            games: 1,
            game: spec.to_string(),
            players: spec.info().players.map(str::to_string),
            tags: BTreeMap::new(),
            by_attack: false,
            scored: false,
            positions: Vec::new(),
            turns: Vec::new(),
            outcome: None,
            known_from: None,
            values_from: None,
            decisive: None,
            answer: String::new(),
            stop: None,
            algorithm: config.algorithm().info().name.to_string(),
            settings: config.settings().by_name(),
            seed: config.seed,
            limits: LimitsReport::of(options),
            total_seconds: None,
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

    /// Returns the turns that are known to be mistakes.
    pub fn mistakes(&self) -> impl Iterator<Item = &ReviewedTurn> {
        self.turns.iter().filter(|turn| turn.judgement.is_mistake())
    }

    /// Sets what follows from all positions and turns together.
    pub(super) fn conclude(&mut self) {
        let unknown = self.positions.iter().rposition(|position| !position.standing.is_known());
        let from = |last: Option<usize>| last.map_or(0, |last| last + 1);
        self.known_from = Some(from(unknown)).filter(|&from| from < self.positions.len());
        let unknown = self.positions.iter().rposition(|position| position.value.is_none());
        let values_from = Some(from(unknown)).filter(|&from| from < self.positions.len());
        self.values_from = values_from.filter(|_| self.scored);
        let decisive = self.turns.iter().rfind(|it| it.judgement == Judgement::ChangesVerdict);
        self.decisive = decisive.map(|turn| turn.number);
        let candidates = self.turns.iter().flat_map(|turn| &turn.candidates);
        self.certified &= self
            .positions
            .iter()
            .filter(|position| position.searched)
            .map(|position| position.certified)
            .chain(candidates.map(|candidate| candidate.certified))
            .all(|certified| certified);
        self.answer = super::words::answer(self);
    }
}
