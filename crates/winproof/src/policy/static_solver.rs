//! Asking the game about positions before they are searched: its [`LeafOracle`], if it has one and the
//! parameter `leaf` lets it speak.

use std::cell::RefCell;

use winproof_rules::{Game, LeafOracle, Move, Question};

use crate::Evaluator;

/// Stands in tables for the move of a position that the oracle decided. It is no move of any game: whoever
/// wants one asks the oracle to unfold its answer.
pub const UNFOLDED: Move = Move(u32::MAX);

/// The game's leaf oracle for one question, or nothing. One search owns it, and lends it to whoever makes a
/// certificate of its verdicts.
pub struct StaticSolver<'g, G: Game> {
    oracle: Option<RefCell<Oracle<'g, G>>>,
    quick: bool,
    evaluator: Option<Evaluator<'g, G>>,
    question: Question,
}

type Oracle<'g, G> = Box<dyn LeafOracle<<G as Game>::Position> + Send + 'g>;

impl<'g, G: Game> StaticSolver<'g, G> {
    /// The game's leaf oracle of a level, the parameter `leaf`, where 0 is none; and an evaluator, if somebody
    /// gave one.
    pub fn new(
        game: &'g G,
        question: Question,
        level: u32,
        evaluator: Option<Evaluator<'g, G>>,
    ) -> Self {
        let oracle = if level > 0 { game.leaf_oracle(level) } else { None };
        let quick = oracle.as_ref().is_some_and(|oracle| oracle.is_quick());
        StaticSolver { oracle: oracle.map(RefCell::new), quick, evaluator, question }
    }

    /// Nothing.
    pub fn none(question: Question) -> Self {
        StaticSolver { oracle: None, quick: false, evaluator: None, question }
    }

    /// Takes everything out, for another question. What the oracle remembers serves that as well.
    pub fn take(&mut self, question: Question) -> Self {
        let (oracle, evaluator) = (self.oracle.take(), self.evaluator.take());
        StaticSolver { oracle, quick: self.quick, evaluator, question }
    }

    /// Whether a position is proved or disproved, if that can be told.
    #[inline]
    pub fn decide(&self, position: &G::Position) -> Option<bool> {
        self.oracle.as_ref()?.borrow_mut().decide(position, self.question)
    }

    /// Whether there is an oracle at all.
    #[inline]
    pub fn is_there(&self) -> bool {
        self.oracle.is_some()
    }

    /// Whether an answer is better asked for again than kept.
    #[inline]
    pub fn is_quick(&self) -> bool {
        self.quick
    }

    /// How far a position that was not decided is from a proof and a disproof, if that can be told.
    pub fn estimate(&self, position: &G::Position) -> Option<(u32, u32)> {
        if let Some(evaluator) = &self.evaluator {
            return Some(evaluator(position, self.question));
        }
        self.oracle.as_ref()?.borrow_mut().estimate(position, self.question)
    }

    /// A position that a decided one dominates, and that is decided by the same argument.
    pub fn weaken(&self, position: &G::Position) -> Option<G::Position> {
        self.oracle.as_ref()?.borrow_mut().weaken(position, self.question)
    }

    /// A move that keeps a verdict, where one is enough.
    pub fn unfold(&self, position: &G::Position, proved: bool) -> Option<Move> {
        self.oracle.as_ref()?.borrow_mut().unfold(position, self.question, proved)
    }

    /// Moves of the player to move alone that end the game as this player wants it, if there are any.
    pub fn finish(&self, position: &G::Position, line: &mut Vec<Move>) -> bool {
        line.clear();
        self.oracle
            .as_ref()
            .is_some_and(|oracle| oracle.borrow_mut().finish(position, self.question, line))
    }

    /// Takes out moves that are lost for sure, of all moves or of those that are still open. Where none of
    /// all moves is left, the player to move has lost the argument.
    #[inline]
    pub fn prune(&self, position: &G::Position, moves: &mut Vec<Move>) {
        if let Some(oracle) = &self.oracle {
            oracle.borrow_mut().prune(position, self.question, moves);
        }
    }

    /// Tells what was found out about a position, with the move that does it where one is enough. Answers
    /// whether it pays to ask about the moves of the position before it again.
    pub fn learn(&self, position: &G::Position, proved: bool, mv: Option<Move>) -> bool {
        self.oracle
            .as_ref()
            .is_some_and(|oracle| oracle.borrow_mut().learn(position, self.question, proved, mv))
    }

    /// How many positions were looked at.
    #[inline]
    pub fn visited(&self) -> u64 {
        self.oracle.as_ref().map_or(0, |oracle| oracle.borrow().visited())
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.oracle.as_ref().map_or(0, |oracle| oracle.borrow().memory())
    }
}
