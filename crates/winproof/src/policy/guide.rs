//! The two kinds of advice that df-pn+ takes (Nagai & Imai 1999): an estimate h of how far a leaf is from
//! a proof or a disproof, and a cost of going from a node to a child.

use winproof_game::{Game, Move, Question, Settings};

use crate::{Numbers, ProofNumber};

/// Where costs and estimates come from.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    /// Added to the number that a node minimises, for every child.
    constant: i32,
    /// Whether the game's own guidance is asked too.
    guided: bool,
}

impl Costs {
    /// No costs and no estimates.
    pub const NONE: Costs = Costs { constant: 0, guided: false };

    /// Reads the parameter `cost`, the same for all moves, and `init`, by which the game itself is asked.
    pub fn from_settings(settings: &Settings) -> Costs {
        let constant = settings.integer("cost") as i32;
        Costs { constant, guided: settings.choice("init") == "game" }
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

    /// The numbers that the game would give a leaf. They are those of an unsolved leaf whatever it says.
    #[inline]
    pub fn estimate<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        question: Question,
    ) -> Option<Numbers> {
        let guidance = if self.guided { game.guidance()? } else { return None };
        let (proof, disproof) = guidance.estimate(position, question);
        let number = |estimate: u32| ProofNumber::finite(estimate.max(1) as usize);
        Some(Numbers { pn: number(proof), dn: number(disproof) })
    }
}
