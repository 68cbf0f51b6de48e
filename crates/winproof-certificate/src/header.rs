//! The header of a certificate: what it claims.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use winproof_rules::{Game, Player, Question, Verdict};

/// What a certificate claims: a question about a position of a game, and the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// All parameters of the game, so that the meaning does not depend on defaults.
    #[serde(deserialize_with = "winproof_rules::each_name_once")]
    pub parameters: BTreeMap<String, String>,
    /// The position asked about, in the game's notation.
    pub position: String,
    /// The player whom the question is about.
    #[serde(with = "PlayerName")]
    pub attacker: Player,
    /// The least value, seen by the attacker, that is good enough.
    pub target: i32,
    /// The number of plies within which the target is to be reached, if it is bounded. The records are then about
    /// the game in which they are counted ([`Within`](winproof_rules::Within)).
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "a_number")]
    pub within: Option<u16>,
    /// The answer, which is known: no certificate with [`Verdict::Unknown`] is read or accepted.
    pub verdict: Verdict,
}

/// Reads a member that is a number if it is there.
fn a_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u16>, D::Error> {
    u16::deserialize(deserializer).map(Some)
}

/// The names of the players in a file.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Player", rename_all = "lowercase")]
enum PlayerName {
    First,
    Second,
}

/// What the records are together: a strategy or a closed set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Shows that the attacker of the normal form reaches the target: ranks fall along every move, so
    /// play must end.
    Strategy,
    /// Shows that the attacker of the normal form does not reach the target: play never leaves the set, even
    /// if it is endless, and no end in it meets the target. Has no ranks.
    ClosedSet,
}

impl Form {
    /// Returns the claimant, for a question in normal form.
    pub fn claimant(self, question: Question) -> Player {
        match self {
            Form::Strategy => question.attacker,
            Form::ClosedSet => question.attacker.opponent(),
        }
    }
}

impl Header {
    /// Returns the question that the verdict answers.
    pub fn question(&self) -> Question {
        Question { attacker: self.attacker, target: self.target }
    }

    /// Returns what the records must show: the question's normal form, and whether it is proved by a strategy
    /// or disproved by a closed set. If the normal form is the opponent's question, the verdict is inverted.
    pub fn obligation<G: Game>(&self, game: &G) -> (Question, Form) {
        let normal = self.question().normal_form(game);
        let proved = (self.verdict == Verdict::Proved) != normal.turned;
        (normal.question, if proved { Form::Strategy } else { Form::ClosedSet })
    }
}
