//! The state of wide nodes, which are not computed from all children whenever one has changed.
//!
//! The numbers and the best child are the same. The state takes memory beside the tree, about four times that
//! of the children themselves. So it is kept only for nodes that were computed several times, and for no more
//! of them than fit into an eighth of the budget; wider ones are computed from all children.

use std::collections::HashMap;

use super::{Selection, numbers};
use crate::search::ranking::{Contenders, Contribution, WIDE};
use crate::settings::Sum;
use crate::table::arena::{Arena, Node, NodeId, Role};
use crate::{Numbers, ProofNumber};

/// Bytes for a child: three values, with their places in the list and in three trees.
const CHILD_BYTES: usize = 128;
/// A node is computed from all of its children this many times before they are ranked: most are not visited
/// again.
const SCANS: u32 = 4;

/// The state of the wide nodes of a tree.
pub struct WideNodes {
    nodes: HashMap<NodeId, Wide>,
    /// Nodes with more children are wide.
    pub from: usize,
    /// Children of all ranked nodes.
    children: usize,
    most_children: usize,
}

enum Wide {
    /// It was computed from all children this many times.
    Scanned(u32),
    Ranked(Ranked),
}

struct Ranked {
    counting: Contenders<u64>,
    /// Children that may have changed.
    changed: Vec<NodeId>,
}

impl WideNodes {
    /// Makes an empty state for a search with this budget.
    pub fn new(memory: usize) -> WideNodes {
        let most_children = memory / 8 / CHILD_BYTES;
        WideNodes { nodes: HashMap::new(), from: WIDE, children: 0, most_children }
    }

    /// Returns whether nothing is kept.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Forgets all nodes, for example when their places change.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.children = 0;
    }

    /// Returns the bytes in use.
    pub fn bytes(&self) -> usize {
        self.children * CHILD_BYTES
    }

    /// Forgets the state of a node, or of a node that had its place before.
    pub fn forget(&mut self, id: NodeId) {
        if let Some(Wide::Ranked(ranked)) = self.nodes.remove(&id) {
            self.children -= ranked.counting.places();
        }
    }

    /// Records that a child may have changed.
    pub fn note_changed(&mut self, parent: NodeId, child: NodeId) {
        if let Some(Wide::Ranked(ranked)) = self.nodes.get_mut(&parent)
            && ranked.changed.last() != Some(&child)
        {
            ranked.changed.push(child);
        }
    }

    /// Returns the best child of a node and its numbers; `None` if it must be computed from all children,
    /// because it is not wide, not ranked or solved.
    #[inline]
    pub fn compute(
        &mut self,
        id: NodeId,
        arena: &Arena,
        selection: &Selection,
        total: Sum,
    ) -> Option<(NodeId, Numbers)> {
        let node = &arena[id];
        if node.child_count() <= self.from {
            return None;
        }
        self.compute_wide(id, node, arena, selection, total)
    }

    #[inline(never)]
    fn compute_wide(
        &mut self,
        id: NodeId,
        node: &Node,
        arena: &Arena,
        selection: &Selection,
        total: Sum,
    ) -> Option<(NodeId, Numbers)> {
        let role = node.role();
        let scanned = match self.nodes.entry(id).or_insert(Wide::Scanned(0)) {
            Wide::Ranked(_) => SCANS,
            Wide::Scanned(count) => {
                *count += 1;
                *count
            }
        };
        if scanned < SCANS {
            return None;
        }
        if let Some(Wide::Scanned(_)) = self.nodes.get(&id) {
            self.rank(id, node, arena, selection)?;
        }
        let Some(Wide::Ranked(ranked)) = self.nodes.get_mut(&id) else { return None };
        for child in std::mem::take(&mut ranked.changed) {
            let numbers = arena[child].numbers;
            if numbers.verdict() == Some(role == Role::Or) {
                self.forget(id);
                return None;
            }
            let place = node.place_of(child);
            ranked.counting.set(place, contribution(selection, role, &arena[child]));
        }
        let Some((_, least)) = ranked.counting.least() else {
            self.forget(id);
            return None;
        };
        let (best, _) = ranked.counting.choice.first()?;
        let least = ProofNumber::finite(least as usize);
        Some((node.child(best), numbers(role, least, ranked.counting.total(total))))
    }

    /// Ranks the children of a node, at the cost of other nodes if necessary; `None` if it is too wide for
    /// that, or solved.
    fn rank(
        &mut self,
        id: NodeId,
        node: &Node,
        arena: &Arena,
        selection: &Selection,
    ) -> Option<()> {
        let (count, role) = (node.child_count(), node.role());
        let solved = Some(role == Role::Or);
        if count > self.most_children
            || node.children().any(|child| arena[child].numbers.verdict() == solved)
        {
            return None;
        }
        if self.children + count > self.most_children {
            self.clear();
        }
        let children = node.children().map(|child| contribution(selection, role, &arena[child]));
        let counting = Contenders::new(&children.collect::<Vec<_>>());
        self.children += count;
        self.nodes.insert(id, Wide::Ranked(Ranked { counting, changed: Vec::new() }));
        Some(())
    }
}

fn contribution(selection: &Selection, role: Role, child: &Node) -> Option<Contribution<u64>> {
    let Numbers { pn, dn } = child.numbers;
    let (least, total) = if role == Role::Or { (pn, dn) } else { (dn, pn) };
    child.numbers.verdict().is_none().then(|| Contribution {
        least: i64::from(least.bits()),
        total: i64::from(total.bits()),
        choice: selection.rank(role, child),
    })
}
