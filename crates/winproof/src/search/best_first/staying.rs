//! Df-pn in a tree, the Df-PNS of Majerech 2012 (3.2 and algorithm 2): the search stays below a node until its
//! numbers exceed thresholds, which are those of df-pn with the 1+ε trick. Unlike df-pn it updates the whole
//! path after each expansion, and its tree is kept until the garbage collector needs room.

use winproof_rules::Game;

use super::BestFirst;
use crate::Numbers;
use crate::policy::threshold::{Bounds, INFINITE, beyond};
use crate::search::depth_first::number;

impl<G: Game> BestFirst<'_, G> {
    /// Returns the thresholds of the best child of the last node on the path: formulas 3.5 and 3.6.
    pub(super) fn child_bounds(&self, epsilon: f64) -> Bounds {
        let step = &self.path[self.path.len() - 1];
        let node = &self.arena[step.node];
        let (role, best) = (node.role(), node.best());
        let least = |numbers: Numbers| number(role, numbers, true);
        let total = |numbers: Numbers| number(role, numbers, false);
        let own = self.arena[best].numbers;
        let others = node.children().filter(|&child| child != best);
        let numbers = others.map(|child| self.arena[child].numbers);
        let open = numbers.filter(|numbers| numbers.verdict().is_none());
        let second = open.map(least).min().unwrap_or(least(own));
        let within = match step.bounds.total(role) {
            INFINITE => INFINITE,
            bound => bound - total(node.numbers) + total(own),
        };
        Bounds::relative(role, beyond(second, epsilon).min(step.bounds.least(role)), within)
    }

    /// Leaves the nodes at the end of the path whose numbers exceed their thresholds.
    pub(super) fn leave_exceeded(&mut self, top: usize) {
        let exceeded = |numbers: Numbers, bounds: Bounds| {
            let exceeds = |number: Option<u32>, bound| number.map_or(INFINITE, i64::from) > bound;
            exceeds(numbers.pn.get(), bounds.pn) || exceeds(numbers.dn.get(), bounds.dn)
        };
        while self.depth() > top {
            let step = &self.path[self.path.len() - 1];
            let numbers = self.arena[step.node].numbers;
            if numbers.verdict().is_none() && !exceeded(numbers, step.bounds) {
                return;
            }
            self.pop();
        }
    }
}
