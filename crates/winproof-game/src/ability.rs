//! What only some games can do. Each ability is a trait of its own, and [`Game`](crate::Game) has a
//! method that hands it out or answers `None`.

use crate::{Move, Question};

/// A static opinion on moves: which to look at first.
pub trait MoveOrdering<P> {
    /// How promising the move is for the player who makes it; greater is better. Moves of the same
    /// score keep the order in which the game generates them.
    fn score(&self, position: &P, mv: Move) -> i32;
}

/// What df-pn+ likes to know (Nagai & Imai 1999): how far leaves are from being solved, and what moves
/// cost.
pub trait Guidance<P> {
    /// How far the position is from a proof and from a disproof of the question; 1 is the nearest. The
    /// question is in normal form.
    fn estimate(&self, position: &P, question: Question) -> (u32, u32);

    /// What is added to the proof number (at the attacker's positions) or the disproof number (at the
    /// defender's) of the position behind a move when it is compared with its siblings. Negative makes
    /// the search stay with it longer.
    fn cost(&self, _position: &P, _mv: Move, _question: Question) -> i32 {
        0
    }
}

/// Decides some positions by something cleverer than the rules: the last squares of an Othello board, a
/// goal within this turn, a chain of virtual connections.
///
/// Whatever it decides it can unfold move by move down to the ends of the game, so that no certificate
/// rests on its word. Questions are in normal form, and positions have no outcome yet. It belongs to one
/// search, so it may keep a small table of its own.
pub trait LeafOracle<P> {
    /// Whether the attacker reaches the target from here, if that can be told.
    fn decide(&mut self, position: &P, question: Question) -> Option<bool>;

    /// A move that keeps a verdict that [`decide`](LeafOracle::decide) gives here. Is asked where one move
    /// is enough: the attacker is to move and it is proved, or the defender is and it is disproved. The
    /// position behind the move is an end, or is decided in the same way.
    fn unfold(&mut self, position: &P, question: Question, proved: bool) -> Option<Move>;

    /// Takes out moves after which the player who makes them has lost the argument for sure, and moves that
    /// are no better than one that stays. Where no move is left, the position is decided.
    fn prune(&mut self, _position: &P, _question: Question, _moves: &mut Vec<Move>) {}

    /// How far a position that it cannot decide is from a proof and from a disproof, as in
    /// [`Guidance::estimate`], if looking at it told something about that.
    fn estimate(&mut self, _position: &P, _question: Question) -> Option<(u32, u32)> {
        None
    }

    /// How many positions it has looked at so far, in its own count.
    fn visited(&self) -> u64;

    /// Bytes that it holds.
    fn memory(&self) -> usize {
        0
    }
}
