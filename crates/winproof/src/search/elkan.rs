//! Elkan's best-first search with proof numbers only (Elkan 1989; Nagai 1998, 3.2).
//!
//! Like PN search, but disproof numbers do not guide it. Elkan lets AND nodes choose any unproved child;
//! like Nagai we take the one of least proof number there too. It finds proofs as AO* would and is very slow
//! at disproofs, which it finds only by chance.

use winproof_rules::Game;

use super::Setup;
use super::best_first::{BestFirst, Selection};
use crate::settings::{self, Evaluation};
use crate::table::arena::{Node, Role};

/// Compares children by proof number, at OR nodes and AND nodes.
pub struct LeastProofNumber;

impl Selection for LeastProofNumber {
    #[inline]
    fn rank(&self, _role: Role, node: &Node) -> u64 {
        u64::from(node.numbers.pn.bits())
    }

    fn looks_at_depth(&self) -> bool {
        false
    }
}

/// An Elkan search.
pub fn new<'g, G: Game>(
    setup: &Setup<'g, G>,
    settings: &settings::Elkan,
) -> BestFirst<'g, G, LeastProofNumber> {
    BestFirst::new(setup, &settings.tree, LeastProofNumber, Evaluation::Immediate)
}
