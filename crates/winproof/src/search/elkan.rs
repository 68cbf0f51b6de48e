//! Elkan's best-first search with proof numbers only (Elkan 1989; Nagai 1998, 3.2).
//!
//! Like PN search, but disproof numbers do not guide it. Elkan lets AND nodes choose any unproved child;
//! like Nagai we take the one of least proof number there too. It finds proofs as AO* would and is very slow
//! at disproofs, which it finds only by chance.

use winproof_rules::Game;

use super::Setup;
use super::best_first::{BestFirst, Selection};
use crate::settings;
use crate::table::arena::Node;

/// Compares children by proof number, at OR nodes and AND nodes.
pub struct LeastProofNumber;

impl LeastProofNumber {
    /// Returns the rank of a child.
    #[inline]
    pub fn rank(&self, node: &Node) -> u64 {
        u64::from(node.numbers.pn.bits())
    }
}

/// An Elkan search.
pub fn new<'g, G: Game>(setup: &Setup<'g, G>, settings: &settings::Elkan) -> BestFirst<'g, G> {
    let selection = Selection::LeastProofNumber(LeastProofNumber);
    BestFirst::new(setup, &settings.tree, selection, settings.evaluation)
}
