//! The numbers that a new leaf starts with.

use winproof_game::{Game, Move};

use crate::table::arena::Role;
use crate::{Numbers, ProofNumber};

/// How leaves are initialised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafNumbers {
    /// 1 and 1 (Allis).
    Unit,
    /// An OR node with n moves gets pn 1 and dn n, an AND node the reverse (Winands et al. 2002, 3.1).
    Moves,
}

impl LeafNumbers {
    /// Reads the value of the parameter `init`.
    pub fn named(name: &str) -> LeafNumbers {
        if name == "moves" { LeafNumbers::Moves } else { LeafNumbers::Unit }
    }

    /// The numbers of an unsolved leaf. `scratch` is room for its moves.
    #[inline]
    pub fn of<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        role: Role,
        scratch: &mut Vec<Move>,
    ) -> Numbers {
        if self == LeafNumbers::Unit {
            return Numbers::UNIT;
        }
        scratch.clear();
        game.moves(position, scratch);
        let count = ProofNumber::finite(scratch.len());
        match role {
            Role::Or => Numbers { pn: ProofNumber::ONE, dn: count },
            Role::And => Numbers { pn: count, dn: ProofNumber::ONE },
        }
    }
}
