//! The leaf oracle of a game with counted plies: the game's own for this, if it has one, and what a search found
//! about the same position with another count.

use super::Within;
use super::bounds::Bounds;
use crate::{Counted, Game, LeafOracle, Move, Question, StopSignal};

/// Decides positions with counted plies.
pub(super) struct CountedOracle<'g, G: Game> {
    within: &'g Within<G>,
    own: Option<Box<dyn LeafOracle<Counted<G::Position>> + Send + 'g>>,
    bounds: Bounds,
}

impl<'g, G: Game> CountedOracle<'g, G> {
    pub(super) fn new(within: &'g Within<G>, level: u32) -> Self {
        let own = within.game.within_oracle(level);
        CountedOracle { within, own, bounds: Bounds::default() }
    }

    /// What was learned is about one question.
    fn is_for(&self, question: Question) -> bool {
        question == self.within.question
    }
}

impl<G: Game> LeafOracle<Counted<G::Position>> for CountedOracle<'_, G> {
    fn decide(&mut self, at: &Counted<G::Position>, question: Question) -> Option<bool> {
        if !self.is_for(question) {
            return None;
        }
        let key = self.within.game.key(&at.position);
        let known = self.bounds.verdict(key, at.left);
        known.or_else(|| self.own.as_mut()?.decide(at, question))
    }

    fn unfold(
        &mut self,
        at: &Counted<G::Position>,
        question: Question,
        proved: bool,
    ) -> Option<Move> {
        let key = self.within.game.key(&at.position);
        match self.bounds.verdict(key, at.left) {
            Some(known) if known == proved => self.bounds.solving_move(key),
            _ => self.own.as_mut()?.unfold(at, question, proved),
        }
    }

    fn finish(
        &mut self,
        at: &Counted<G::Position>,
        question: Question,
        line: &mut Vec<Move>,
    ) -> bool {
        self.is_for(question) && self.own.as_mut().is_some_and(|own| own.finish(at, question, line))
    }

    fn prune(&mut self, at: &Counted<G::Position>, question: Question, moves: &mut Vec<Move>) {
        if self.is_for(question)
            && let Some(own) = &mut self.own
        {
            own.prune(at, question, moves);
        }
    }

    /// With more plies a proof stays one, and with fewer a disproof.
    fn learn(
        &mut self,
        at: &Counted<G::Position>,
        question: Question,
        proved: bool,
        mv: Option<Move>,
    ) -> bool {
        if !self.is_for(question) {
            return false;
        }
        self.bounds.learn(self.within.game.key(&at.position), at.left, proved, mv);
        self.own.as_mut().is_some_and(|own| own.learn(at, question, proved, mv))
    }

    fn estimate(&mut self, at: &Counted<G::Position>, question: Question) -> Option<(u32, u32)> {
        self.own.as_mut()?.estimate(at, question)
    }

    /// Looking up what was learned takes no longer than looking into a table.
    fn is_quick(&self) -> bool {
        self.own.as_ref().is_none_or(|own| own.is_quick())
    }

    fn set_stop(&mut self, stop: &StopSignal) {
        if let Some(own) = &mut self.own {
            own.set_stop(stop);
        }
    }

    fn visited(&self) -> u64 {
        self.own.as_ref().map_or(0, |own| own.visited())
    }

    fn memory(&self) -> usize {
        self.bounds.bytes() + self.own.as_ref().map_or(0, |own| own.memory())
    }
}
