//! The static solver: asks the game's [`LeafOracle`] about positions before they are searched, if the game
//! has one and the parameter `leaf` enables it.

use std::cell::RefCell;

use winproof_rules::{Game, LeafOracle, Move, Question, StopSignal};

use crate::Evaluator;

/// Stands in tables for the move of a position that the oracle decided. It is not a move of any game: code
/// that needs one asks the oracle to unfold its decision.
pub const UNFOLDED: Move = Move(u32::MAX);

/// The game's leaf oracle for one question, or nothing. One search owns it, and lends it to the code that
/// makes a certificate of its verdicts.
pub struct StaticSolver<'g, G: Game> {
    oracle: Option<RefCell<Oracle<'g, G>>>,
    quick: bool,
    evaluator: Option<Evaluator<'g, G>>,
    question: Question,
}

type Oracle<'g, G> = Box<dyn LeafOracle<<G as Game>::Position> + Send + 'g>;

impl<'g, G: Game> StaticSolver<'g, G> {
    /// Makes one with the game's leaf oracle of a level (the parameter `leaf`; 0 means none) and an
    /// evaluator, if one was given.
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

    /// Makes another one for the same question, with what it needs for itself: for another thread.
    pub fn another(&self, game: &'g G, level: u32) -> Self {
        let evaluator = self.evaluator.clone();
        match &self.oracle {
            Some(_) => StaticSolver::new(game, self.question, level, evaluator),
            None => StaticSolver { evaluator, ..StaticSolver::none(self.question) },
        }
    }

    /// Takes the contents, for another question. The oracle's table is useful for that too.
    pub fn take(&mut self, question: Question) -> Self {
        let (oracle, evaluator) = (self.oracle.take(), self.evaluator.take());
        StaticSolver { oracle, quick: self.quick, evaluator, question }
    }

    /// The same for another question.
    pub fn for_question(self, question: Question) -> Self {
        StaticSolver { question, ..self }
    }

    /// Returns whether a position is proved or disproved, if the oracle decides it.
    #[inline]
    pub fn decide(&self, position: &G::Position) -> Option<bool> {
        self.oracle.as_ref()?.borrow_mut().decide(position, self.question)
    }

    /// Returns whether there is an oracle.
    #[inline]
    pub fn is_there(&self) -> bool {
        self.oracle.is_some()
    }

    /// Returns whether asking again costs less than storing a decision.
    #[inline]
    pub fn is_quick(&self) -> bool {
        self.quick
    }

    /// Estimates how far a position that was not decided is from a proof and a disproof, if possible.
    pub fn estimate(&self, position: &G::Position) -> Option<(u32, u32)> {
        if let Some(evaluator) = &self.evaluator {
            return Some(evaluator(position, self.question));
        }
        self.oracle.as_ref()?.borrow_mut().estimate(position, self.question)
    }

    /// Returns a position that a decided one dominates, and that is decided by the same proof.
    pub fn weaken(&self, position: &G::Position) -> Option<G::Position> {
        self.oracle.as_ref()?.borrow_mut().weaken(position, self.question)
    }

    /// Returns a position that a decided one dominates or is, with the game's evidence for it.
    pub fn evidence(&self, position: &G::Position) -> Option<(G::Position, Vec<u8>)> {
        self.oracle.as_ref()?.borrow_mut().evidence(position, self.question)
    }

    /// Returns a move that keeps a verdict, where one is enough.
    pub fn unfold(&self, position: &G::Position, proved: bool) -> Option<Move> {
        self.oracle.as_ref()?.borrow_mut().unfold(position, self.question, proved)
    }

    /// Returns a line of moves, all by the player to move, that ends the game as this player wants it, if
    /// there is one.
    pub fn finish(&self, position: &G::Position, line: &mut Vec<Move>) -> bool {
        line.clear();
        self.oracle
            .as_ref()
            .is_some_and(|oracle| oracle.borrow_mut().finish(position, self.question, line))
    }

    /// Replaces `moves` by those of a solution tree of a decided position. Returns whether there is one that is
    /// small enough; `None` if the game does not make such trees.
    pub fn solution(
        &self,
        position: &G::Position,
        proved: bool,
        moves: &mut Vec<Move>,
    ) -> Option<bool> {
        moves.clear();
        self.oracle.as_ref()?.borrow_mut().solution(position, self.question, proved, moves)
    }

    /// Removes moves that certainly lose, from all moves or from those that are still open. If none of all
    /// moves is left, the position is decided against the player to move.
    #[inline]
    pub fn prune(&self, position: &G::Position, moves: &mut Vec<Move>) {
        if let Some(oracle) = &self.oracle {
            oracle.borrow_mut().prune(position, self.question, moves);
        }
    }

    /// Reports what was found out about a position, with the move that decides it where one is enough.
    /// Returns whether it pays to prune the moves of the position before it again.
    pub fn learn(&self, position: &G::Position, proved: bool, mv: Option<Move>) -> bool {
        self.oracle
            .as_ref()
            .is_some_and(|oracle| oracle.borrow_mut().learn(position, self.question, proved, mv))
    }

    /// Passes on the signal that tells when to stop.
    pub fn set_stop(&self, stop: &StopSignal) {
        if let Some(oracle) = &self.oracle {
            oracle.borrow_mut().set_stop(stop);
        }
    }

    /// Returns how many positions were looked at.
    #[inline]
    pub fn visited(&self) -> u64 {
        self.oracle.as_ref().map_or(0, |oracle| oracle.borrow().visited())
    }

    /// Returns the bytes in use.
    pub fn memory(&self) -> usize {
        self.oracle.as_ref().map_or(0, |oracle| oracle.borrow().memory())
    }
}
