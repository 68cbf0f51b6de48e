//! Edge costs, which df-pn+ adds to the number of a child (Nagai & Imai 1999).

use winproof_rules::{Game, Move, Question};

use crate::settings::LeafNumbers;

/// Where costs come from.
#[derive(Clone, Copy, Debug)]
pub struct EdgeCosts {
    /// Added to the number that a node minimises, for every child.
    constant: i32,
    /// Whether the game's own guidance is used too.
    guided: bool,
}

impl EdgeCosts {
    /// No costs.
    pub const NONE: EdgeCosts = EdgeCosts { constant: 0, guided: false };

    /// Makes the same cost for all moves, plus the game's own costs if leaves start with its estimates.
    pub fn new(constant: i32, init: LeafNumbers) -> EdgeCosts {
        EdgeCosts { constant, guided: init == LeafNumbers::Game }
    }

    /// Returns the cost of a move.
    #[inline]
    pub fn of<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        mv: Move,
        question: Question,
    ) -> i32 {
        let guidance = if self.guided { game.guidance() } else { None };
        self.constant + guidance.map_or(0, |guidance| guidance.cost(position, mv, question))
    }
}
