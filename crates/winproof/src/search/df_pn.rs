//! Df-pn (Nagai & Imai 1999, 2.1) and df-pn+ (2.2).
//!
//! A frame ends as soon as one of its numbers reaches its threshold. With plain thresholds and a table
//! that forgets nothing it expands most-proving nodes, like PN search. Our default is the 1+ε trick: the
//! chosen child may become worse than the second best by a factor before the search turns to that one, which
//! avoids most of the seesaw effect.
//!
//! With Nagai's own thresholds a child counts at least as much as the table said of its parent when the search
//! came there (lines 37 and 50 of the paper's program): its own number may have been forgotten.
//!
//! Df-pn+ adds a cost to the number that a node minimises, for comparing children and in their
//! thresholds, and starts leaves from estimates. Edge costs are negative in the paper, so an unsolved number
//! could become 0: it stays at 1, and only solved children solve a node.
//!
//! With dynamic widening (Arneson, Hayward & Henderson 2010, "Solving Hex: beyond humans"), only the first
//! few open children of a node count, and others when those are solved. Numbers then cover only some of the
//! moves; verdicts still need one child or all of them.

use winproof_rules::Game;

use super::Setup;
use super::depth_first::{Child, DepthFirst, Schedule, Team, View};
use super::second_level::SecondLevel;
use crate::Numbers;
use crate::policy::edge_costs::EdgeCosts;
use crate::policy::threshold::{Bounds, INFINITE, ThresholdRule};
use crate::settings::{self, Thresholds};
use crate::table::arena::Role;

/// The schedule of df-pn and df-pn+.
pub struct DfPn {
    thresholds: ThresholdRule,
    width: usize,
    /// Whether children count at least as much as the table said of their parent.
    lifts: bool,
}

impl DfPn {
    fn new(thresholds: Thresholds, epsilon: f64, widen: usize) -> DfPn {
        let width = if widen == 0 { usize::MAX } else { widen };
        let lifts = thresholds != Thresholds::Epsilon;
        DfPn { thresholds: ThresholdRule::new(thresholds, epsilon), width, lifts }
    }

    /// Returns the number by which a child is compared with others.
    #[inline]
    fn value(&self, role: Role, floor: i64, child: &Child) -> i64 {
        let least = child.least(role);
        if self.lifts { least.max(floor) } else { least }
    }
}

impl Schedule for DfPn {
    fn root(&self, _role: Role, _last: Option<Numbers>) -> Bounds {
        Bounds::INFINITE
    }

    #[inline]
    fn ended(&self, view: &View<'_>) -> bool {
        let Numbers { pn, dn } = view.numbers;
        let reached = |number: Option<u32>, bound| number.map_or(INFINITE, i64::from) >= bound;
        reached(pn.get(), view.bounds.pn) || reached(dn.get(), view.bounds.dn)
    }

    #[inline]
    fn width(&self) -> usize {
        self.width
    }

    #[inline]
    fn rank(&self, role: Role, floor: i64, child: &Child) -> (i64, i64) {
        (self.value(role, floor, child), 0)
    }

    fn ranks_by_floor(&self) -> bool {
        self.lifts
    }

    #[inline]
    fn choose(&self, view: &View<'_>) -> (usize, Bounds) {
        let (mut chosen, mut best, mut second) = (0, INFINITE, INFINITE);
        view.each_candidate(|index, child| {
            let mut value = self.value(view.role, view.floor, child);
            if let Some(team) = view.team {
                // A child that is beyond the thresholds of its parent is no alternative.
                if child.least(view.role) >= view.bounds.least(view.role) {
                    return;
                }
                value = team.virtual_number(child.key, value);
            }
            if value < best {
                (chosen, best, second) = (index, value, best);
            } else if value < second {
                second = value;
            }
        });
        if view.team.is_some() {
            let whole = |number: i64| match number {
                INFINITE => INFINITE,
                number => (number + Team::UNIT - 1) / Team::UNIT,
            };
            (best, second) = (whole(best), whole(second));
        }
        let child = &view.children[chosen];
        let least = self.thresholds.least(view, best, second) - i64::from(child.cost);
        let own = child.total(view.role);
        let total = self.thresholds.total(view, own, view.total.others(own));
        (chosen, Bounds::relative(view.role, least, total))
    }
}

/// A df-pn search.
pub fn new<'g, G: Game>(setup: &Setup<'g, G>, settings: &settings::DfPn) -> DepthFirst<'g, G> {
    let settings::DfPn { thresholds, epsilon, widen, common } = settings;
    let schedule = DfPn::new(*thresholds, *epsilon, *widen);
    DepthFirst::new(setup, common, schedule, EdgeCosts::NONE, SecondLevel::none(), setup.memory)
}

/// A df-pn+ search.
pub fn new_plus<'g, G: Game>(
    setup: &Setup<'g, G>,
    settings: &settings::DfPnPlus,
) -> DepthFirst<'g, G> {
    let settings::DfPnPlus { cost, thresholds, epsilon, widen, common } = settings;
    let schedule = DfPn::new(*thresholds, *epsilon, *widen);
    let costs = EdgeCosts::new(*cost, common.init);
    DepthFirst::new(setup, common, schedule, costs, SecondLevel::none(), setup.memory)
}
