//! The identity of a problem, so that a result of an earlier run can be distinguished from one of another
//! problem.

use winproof_games::{GameSpec, GameVisitor, TheoremAnswer};
use winproof_rules::Notation;

use crate::question::Attacker;

/// A game, a position in its notation, and the name of the attacker.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    /// The game with its parameters.
    pub game: String,
    /// The position; the text itself if it is not one.
    pub position: String,
    /// The name of the attacker, if there is a position.
    pub attacker: Option<String>,
}

impl Identity {
    /// Finds the identity for a text and a choice of the attacker.
    pub fn of(spec: &GameSpec, text: &str, attacker: Attacker) -> Identity {
        let game = spec.to_string();
        if let Ok((position, attacker)) = spec.open(text, Identify(attacker)) {
            return Identity { game, position, attacker: Some(attacker) };
        }
        match spec.by_theorem(text) {
            Ok(Some(TheoremAnswer { position, to_move, .. })) => {
                let attacker = spec.info().player_name(attacker.among(to_move, to_move));
                Identity { game, position, attacker: Some(attacker.to_string()) }
            }
            _ => Identity { game, position: text.to_string(), attacker: None },
        }
    }
}

struct Identify(Attacker);

impl GameVisitor for Identify {
    type Output = (String, String);

    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) -> Self::Output {
        let attacker = self.0.player(&game, &position);
        (game.format(&position), game.player_name(attacker).to_string())
    }
}
