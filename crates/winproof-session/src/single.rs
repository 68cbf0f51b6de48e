//! A single search and nothing else, for measurements.

use winproof::{Answer, Config, Limits, Observer, Solver};
use winproof_games::{GameSpec, GameVisitor};
use winproof_rules::{InputError, Notation, Question};

/// Searches for a win of the player to move.
pub fn search(
    spec: &GameSpec,
    position: &str,
    config: &Config,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Answer, InputError> {
    spec.open(position, Single { config, limits, observer })
}

struct Single<'a> {
    config: &'a Config,
    limits: &'a Limits,
    observer: &'a mut dyn Observer,
}

impl GameVisitor for Single<'_> {
    type Output = Answer;

    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) -> Answer {
        let question = Question { attacker: game.to_move(&position), target: 1 };
        let mut solver = Solver::new(&game, question, self.config);
        solver.solve_with(&position, self.limits, self.observer)
    }
}
