//! PDS, proof-number and disproof-number search (Nagai 1998, 4).
//!
//! A frame continues until *both* numbers have reached their thresholds. Each child gets just one more than
//! it has, in the proof number if it looks provable and in the disproof number if not; the root starts at 1
//! and 1 and is treated in the same way. Of the children whose minimised number is below what the node
//! already had, none is preferred: their numbers are probably lost from the table.

use winproof_rules::Game;

use super::Setup;
use super::depth_first::{Child, DepthFirst, Schedule, View, number};
use super::second_level::SecondLevel;
use crate::Numbers;
use crate::policy::edge_costs::EdgeCosts;
use crate::policy::threshold::Bounds;
use crate::settings;
use crate::table::arena::Role;

/// The schedule of PDS.
pub struct Pds;

impl Schedule for Pds {
    fn root(&self, role: Role, last: Option<Numbers>) -> Bounds {
        let Some(numbers) = last else { return Bounds { pn: 1, dn: 1 } };
        let [least, total] = [true, false].map(|minimised| number(role, numbers, minimised));
        if least <= total {
            Bounds::relative(role, least + 1, total)
        } else {
            Bounds::relative(role, least, total + 1)
        }
    }

    #[inline]
    fn ended(&self, view: &View<'_>) -> bool {
        let View { role, bounds, numbers, .. } = *view;
        number(role, numbers, true) >= bounds.least(role)
            && number(role, numbers, false) >= bounds.total(role)
    }

    fn ranks_by_floor(&self) -> bool {
        true
    }

    fn raises_floor(&self) -> bool {
        true
    }

    #[inline]
    fn rank(&self, role: Role, floor: i64, child: &Child) -> (i64, i64) {
        (child.least(role).max(floor), child.total(role))
    }

    #[inline]
    fn choose(&self, view: &View<'_>) -> (usize, Bounds) {
        let View { role, bounds, numbers, floor, .. } = *view;
        let (chosen, child) = view.first(|child| self.rank(role, floor, child));
        let least = number(role, child.numbers, true);
        let total = child.total(role);
        let may_add = bounds.total(role) > number(role, numbers, false);
        let must_add = bounds.least(role) <= number(role, numbers, true);
        let bounds = if may_add && (total <= least || must_add) {
            Bounds::relative(role, least, total + 1)
        } else {
            Bounds::relative(role, least + 1, total)
        };
        (chosen, bounds)
    }
}

/// A PDS search above some second level.
pub fn above<'g, G: Game>(
    setup: &Setup<'g, G>,
    common: &settings::DepthFirst,
    cost: i32,
    second: SecondLevel<'g, G>,
    memory: usize,
) -> DepthFirst<'g, G> {
    DepthFirst::new(setup, common, Pds, EdgeCosts::new(cost, common.init), second, memory)
}

/// A PDS search.
pub fn new<'g, G: Game>(setup: &Setup<'g, G>, settings: &settings::Pds) -> DepthFirst<'g, G> {
    above(setup, &settings.common, settings.cost, SecondLevel::none(), setup.memory)
}
