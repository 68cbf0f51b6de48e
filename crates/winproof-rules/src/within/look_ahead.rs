//! Leaf oracles that look ahead a few plies.

use crate::{Counted, Game, LeafOracle, Move, Outcome, Question};

/// Makes a leaf oracle for counted plies ([`Game::within_oracle`]) of one that decides by looking ahead, such as a
/// search for mates in one move. It is for questions about a win; others it leaves open.
///
/// The game promises of its oracle, for such questions:
/// - What it proves, the attacker forces within so many plies, by its [`unfold`](LeafOracle::unfold) where the
///   attacker is to move. (What it disproves cannot be forced at all, and so not in time.)
/// - A move that it [prunes](LeafOracle::prune) loses. If the defender makes it, the attacker wins within
///   [`defender_moves`](LookAhead::defender_moves) plies, that move included. Moves that are merely no better than
///   others stay.
///
/// [`conformance::check_leaf_oracle`](https://docs.rs/winproof-games) tests both if it is given a game with counted
/// plies.
pub struct LookAhead<'g, G, O: ?Sized> {
    /// The rules.
    pub game: &'g G,
    /// The plies of a proof where the attacker is to move.
    pub attacker_moves: u16,
    /// The plies of a proof where the defender is to move.
    pub defender_moves: u16,
    /// Whether it finds every move of the attacker that wins at once, so that a position with one ply left that it
    /// does not prove is disproved. That would be wrong if it stopped early, so it gets no stop signal.
    pub complete: bool,
    /// The oracle.
    pub oracle: Box<O>,
}

impl<G: Game, O: LeafOracle<G::Position> + ?Sized> LookAhead<'_, G, O> {
    /// Returns whether the question is whether the attacker wins.
    fn is_for(&self, question: Question) -> bool {
        question.is_about_winning()
            && !question.met_by(Outcome::DRAW)
            && !question.met_by(self.game.endless())
    }

    fn attacker_is_to_move(&self, at: &Counted<G::Position>, question: Question) -> bool {
        self.game.to_move(&at.position) == question.attacker
    }
}

impl<G: Game, O: LeafOracle<G::Position> + ?Sized> LeafOracle<Counted<G::Position>>
    for LookAhead<'_, G, O>
{
    fn decide(&mut self, at: &Counted<G::Position>, question: Question) -> Option<bool> {
        if !self.is_for(question) {
            return None;
        }
        let attacks = self.attacker_is_to_move(at, question);
        match self.oracle.decide(&at.position, question) {
            Some(false) => Some(false),
            Some(true) => {
                let plies = if attacks { self.attacker_moves } else { self.defender_moves };
                (at.left >= plies).then_some(true)
            }
            None => (self.complete && attacks && at.left == 1).then_some(false),
        }
    }

    fn unfold(
        &mut self,
        at: &Counted<G::Position>,
        question: Question,
        proved: bool,
    ) -> Option<Move> {
        self.oracle.unfold(&at.position, question, proved)
    }

    fn finish(
        &mut self,
        at: &Counted<G::Position>,
        question: Question,
        line: &mut Vec<Move>,
    ) -> bool {
        self.is_for(question) && self.oracle.finish(&at.position, question, line)
    }

    fn prune(&mut self, at: &Counted<G::Position>, question: Question, moves: &mut Vec<Move>) {
        let in_time = self.attacker_is_to_move(at, question) || at.left >= self.defender_moves;
        if self.is_for(question) && in_time {
            self.oracle.prune(&at.position, question, moves);
        }
    }

    /// What the oracle proves may be unproved with few plies left; then it would estimate that nothing is missing.
    fn estimate(&mut self, at: &Counted<G::Position>, question: Question) -> Option<(u32, u32)> {
        if !self.is_for(question) {
            return None;
        }
        let (proof, disproof) = self.oracle.estimate(&at.position, question)?;
        Some((proof.max(1), disproof.max(1)))
    }

    fn is_quick(&self) -> bool {
        self.oracle.is_quick()
    }

    fn visited(&self) -> u64 {
        self.oracle.visited()
    }

    fn memory(&self) -> usize {
        self.oracle.memory()
    }
}
