//! The identity of a problem, so that a result of an earlier run can be distinguished from one of another
//! problem.

use winproof_games::{GameSpec, GameVisitor};
use winproof_rules::Notation;

use crate::question::Attacker;

/// A position in the game's notation and the name of the attacker.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    /// The position; the text itself if it is not one.
    pub position: String,
    /// The name of the attacker, if there is a position.
    pub attacker: Option<String>,
}

impl Identity {
    /// Finds the identity for a text and a choice of the attacker.
    pub fn of(spec: &GameSpec, text: &str, attacker: Attacker) -> Identity {
        spec.open(text, Identify(attacker))
            .unwrap_or_else(|_| Identity { position: text.to_string(), attacker: None })
    }
}

struct Identify(Attacker);

impl GameVisitor for Identify {
    type Output = Identity;

    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) -> Identity {
        let attacker = self.0.player(&game, &position);
        Identity {
            position: game.format(&position),
            attacker: Some(game.player_name(attacker).to_string()),
        }
    }
}
