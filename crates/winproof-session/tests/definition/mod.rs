//! What questions mean, by definition, for small games.

use std::collections::HashMap;

use winproof_games::{DynamicGame, DynamicPosition};
use winproof_rules::{Game, Notation, Question};

/// The definition of a question with a number of plies.
pub struct Definition {
    pub game: DynamicGame<true>,
    pub question: Question,
    known: HashMap<(DynamicPosition, u16), bool>,
}

impl Definition {
    pub fn new(game: DynamicGame<true>, question: Question) -> Definition {
        Definition { game, question, known: HashMap::new() }
    }

    pub fn in_time(&mut self, position: &DynamicPosition, plies: u16) -> bool {
        if let Some(met) = self.question.settled(&self.game, position) {
            return met;
        }
        if plies == 0 {
            return false;
        }
        if let Some(&known) = self.known.get(&(position.clone(), plies)) {
            return known;
        }
        let attacks = self.game.to_move(position) == self.question.attacker;
        let found = self.game.legal_moves(position).into_iter().any(|mv| {
            let child = self.game.play(position, mv);
            let left = plies - u16::from(self.game.ends_ply(position, &child));
            self.in_time(&child, left) == attacks
        });
        self.known.insert((position.clone(), plies), found == attacks);
        found == attacks
    }
}

/// Plays the line of a report. Returns how many plies it takes, and whether it ends with the target met.
pub fn play(definition: &Definition, root: &DynamicPosition, line: &[String]) -> (u16, bool) {
    let game = &definition.game;
    let (mut at, mut plies) = (root.clone(), 0);
    for name in line {
        let after = game.play(&at, game.parse_move(&at, name).unwrap());
        plies += u16::from(game.ends_ply(&at, &after));
        at = after;
    }
    (plies, definition.question.settled(game, &at) == Some(true))
}
