//! Asking the game about positions before they are searched: its [`LeafOracle`], if it has one and the
//! parameter `leaf` lets it speak.

use winproof_game::{Game, LeafOracle, Move, Question, Settings};

use crate::search::Setup;

/// Stands in tables for the move of a position that the oracle decided. It is no move of any game: whoever
/// wants one asks the oracle to unfold its answer.
pub const UNFOLDED: Move = Move(u32::MAX);

/// The game's leaf oracle for one question, or nothing.
pub struct Insight<'g, G: Game> {
    oracle: Option<Box<dyn LeafOracle<G::Position> + 'g>>,
    question: Question,
}

impl<'g, G: Game> Insight<'g, G> {
    /// What the parameter `leaf` asks for, and the game has.
    pub fn new(setup: &Setup<'g, G>) -> Self {
        Insight::of_level(setup.game, setup.question, level(&setup.settings))
    }

    /// The same for a level that is known already; 0 for nothing.
    pub fn of_level(game: &'g G, question: Question, level: u32) -> Self {
        let oracle = if level > 0 { game.leaf_oracle(level) } else { None };
        Insight { oracle, question }
    }

    /// Whether a position is proved or disproved, if that can be told.
    #[inline]
    pub fn decide(&mut self, position: &G::Position) -> Option<bool> {
        self.oracle.as_mut()?.decide(position, self.question)
    }

    /// How far a position that was not decided is from a proof and a disproof, if that can be told.
    pub fn estimate(&mut self, position: &G::Position) -> Option<(u32, u32)> {
        self.oracle.as_mut()?.estimate(position, self.question)
    }

    /// A position that a decided one dominates, and that is decided by the same argument.
    pub fn weaken(&mut self, position: &G::Position) -> Option<G::Position> {
        self.oracle.as_mut()?.weaken(position, self.question)
    }

    /// A move that keeps a verdict, where one is enough.
    pub fn unfold(&mut self, position: &G::Position, proved: bool) -> Option<Move> {
        self.oracle.as_mut()?.unfold(position, self.question, proved)
    }

    /// Takes out moves that are lost for sure, but leaves one: what is expanded has children.
    #[inline]
    pub fn prune(&mut self, position: &G::Position, moves: &mut Vec<Move>) {
        if let Some(oracle) = &mut self.oracle {
            let first = moves.first().copied();
            oracle.prune(position, self.question, moves);
            if moves.is_empty() {
                moves.extend(first);
            }
        }
    }

    /// How many positions were looked at.
    #[inline]
    pub fn visited(&self) -> u64 {
        self.oracle.as_ref().map_or(0, |oracle| oracle.visited())
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.oracle.as_ref().map_or(0, |oracle| oracle.memory())
    }
}

/// The level that settings ask for; algorithms without the parameter ask for none.
pub fn level(settings: &Settings) -> u32 {
    let value = settings.iter().find(|(parameter, _)| parameter.name == "leaf");
    value.map_or(0, |_| settings.integer("leaf") as u32)
}
