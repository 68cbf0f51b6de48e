//! What only some games can do. Each ability is a trait of its own, and [`Game`](crate::Game) has a
//! method that hands it out or answers `None`.

use crate::Move;

/// A static opinion on moves: which to look at first.
pub trait MoveOrdering<P> {
    /// How promising the move is for the player who makes it; greater is better. Moves of the same
    /// score keep the order in which the game generates them.
    fn score(&self, position: &P, mv: Move) -> i32;
}
