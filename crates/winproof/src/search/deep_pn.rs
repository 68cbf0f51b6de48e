//! DeepPN (Ishitobi, Plaat, Iida & van den Herik 2015): a mixture of best-first and depth-first.
//!
//! Each node has a deep value, 1/depth of the leaf below it that would be expanded next (the root has
//! depth 1), and children are compared by DPN = (1 - 1/n)·R + deep·(1 - R), where n is the number that
//! the parent minimises. With R = 1 that is PN search, with R = 0 a plain depth-first search.
//!
//! We compare (1 - R)·deep - R/n, which differs from DPN by the constant R: in DPN itself the 1 hides the
//! difference between large numbers, and R = 1 would not quite be PN search.

use winproof_rules::Game;

use super::Setup;
use super::best_first::{BestFirst, Selection};
use crate::settings;
use crate::table::arena::{Node, Role};

/// Compares children by DPN.
pub struct Mixture {
    r: f64,
}

impl Mixture {
    #[inline]
    fn value(&self, role: Role, node: &Node) -> f64 {
        let number = match role {
            Role::Or => node.numbers.pn,
            Role::And => node.numbers.dn,
        };
        (1.0 - self.r) / f64::from(node.deep) - self.r / number.to_f64()
    }
}

impl Mixture {
    /// Returns the rank of a child.
    #[inline]
    pub fn rank(&self, role: Role, node: &Node) -> u64 {
        // The bits of floating-point numbers are ordered like the numbers, in reverse if negative.
        let bits = self.value(role, node).to_bits();
        if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }
    }

    /// Whether the depth counts.
    pub fn looks_at_depth(&self) -> bool {
        self.r < 1.0
    }
}

/// A DeepPN search.
pub fn new<'g, G: Game>(setup: &Setup<'g, G>, settings: &settings::DeepPn) -> BestFirst<'g, G> {
    let mixture = Selection::Mixture(Mixture { r: settings.r });
    BestFirst::new(setup, &settings.tree, mixture, settings.evaluation)
}
