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
