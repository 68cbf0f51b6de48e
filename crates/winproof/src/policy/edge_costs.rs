//! The cost of going from a node to a child, which df-pn+ adds to the child's number (Nagai & Imai 1999).

use winproof_rules::{Game, Move, Question, Settings};

/// Where costs come from.
#[derive(Clone, Copy, Debug)]
pub struct EdgeCosts {
    /// Added to the number that a node minimises, for every child.
    constant: i32,
    /// Whether the game's own guidance is asked too.
    guided: bool,
}

impl EdgeCosts {
    /// No costs.
    pub const NONE: EdgeCosts = EdgeCosts { constant: 0, guided: false };

    /// Reads the parameter `cost`, the same for all moves, and `init`, by which the game itself is asked.
    pub fn from_settings(settings: &Settings) -> EdgeCosts {
        let constant = settings.integer("cost") as i32;
        EdgeCosts { constant, guided: settings.choice("init") == "game" }
    }

    /// The cost of a move.
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
