//! PN* (Seo 1995; Nagai 1998, 3.3): depth-first with proof numbers alone.
//!
//! An OR node passes its threshold down to its children; an AND node and the root deepen iteratively: their
//! threshold for a child (for the root itself) starts at 2 and is always one more than the proof number. Like
//! Nagai we let AND nodes choose the child of least proof number, and the search of a node ends as soon as
//! its threshold is reached. It finds disproofs only by chance.

use winproof_rules::Game;

use super::Setup;
use super::depth_first::{Child, DepthFirst, Schedule, View};
use super::second_level::SecondLevel;
use crate::policy::edge_costs::EdgeCosts;
use crate::policy::threshold::{Bounds, INFINITE};
use crate::settings;
use crate::table::arena::Role;
use crate::{Numbers, ProofNumber};

/// The schedule of PN*.
pub struct PnStar;

fn below(pn: i64) -> Bounds {
    Bounds { pn, dn: INFINITE }
}

fn count(pn: ProofNumber) -> i64 {
    pn.get().map_or(INFINITE, i64::from)
}

impl Schedule for PnStar {
    fn root(&self, _role: Role, last: Option<Numbers>) -> Bounds {
        below(last.map_or(2, |numbers| count(numbers.pn) + 1))
    }

    fn ended(&self, view: &View<'_>) -> bool {
        count(view.numbers.pn) >= view.bounds.pn
    }

    fn rank(&self, _role: Role, _floor: i64, child: &Child) -> (i64, i64) {
        (count(child.numbers.pn), 0)
    }

    fn choose(&self, view: &View<'_>) -> (usize, Bounds) {
        let (chosen, child) = view.first(|child| self.rank(view.role, view.floor, child));
        let bound = match view.role {
            Role::Or => view.bounds.pn,
            Role::And => count(child.numbers.pn) + 1,
        };
        (chosen, below(bound))
    }

    fn survives(&self, numbers: Numbers, least: ProofNumber) -> bool {
        numbers.pn >= least
    }
}

/// A PN* search.
pub fn new<'g, G: Game>(setup: &Setup<'g, G>, settings: &settings::PnStar) -> DepthFirst<'g, G> {
    let memory = setup.memory;
    DepthFirst::new(setup, &settings.common, PnStar, EdgeCosts::NONE, SecondLevel::none(), memory)
}
