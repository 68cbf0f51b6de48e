//! Which child of a node is best, and what the children say of their parent.

use super::numbers;
use crate::search::deep_pn::Mixture;
use crate::search::elkan::LeastProofNumber;
use crate::search::pn::LeastNumber;
use crate::settings::Sum;
use crate::table::arena::{Arena, Node, NodeId, Role};
use crate::{Numbers, ProofNumber};

/// The rule that says which child of a node is best. One type for all searches, so that the kernel is compiled once for
/// a game.
pub enum Selection {
    /// By the number that the parent minimises (PN, PN²).
    LeastNumber(LeastNumber),
    /// By proof number (Elkan).
    LeastProofNumber(LeastProofNumber),
    /// By DPN (DeepPN).
    Mixture(Mixture),
}

impl Selection {
    /// Returns the rank of an unsolved child: the search goes to the least and, of several, to the first. It
    /// is less than the greatest possible number.
    #[inline]
    pub(super) fn rank(&self, role: Role, node: &Node) -> u64 {
        match self {
            Selection::LeastNumber(own) => own.rank(role, node),
            Selection::LeastProofNumber(own) => own.rank(node),
            Selection::Mixture(own) => own.rank(role, node),
        }
    }

    /// Looks at all children of a node. The loop is compiled once for each rule, and not for each game.
    pub(super) fn scan(&self, arena: &Arena, id: NodeId, total: Sum) -> Scan {
        match self {
            Selection::LeastNumber(own) => {
                scan(arena, id, total, |role, node| own.rank(role, node))
            }
            Selection::LeastProofNumber(own) => scan(arena, id, total, |_, node| own.rank(node)),
            Selection::Mixture(own) => scan(arena, id, total, |role, node| own.rank(role, node)),
        }
    }

    /// Whether the rank depends on [`Node::deep`], so that a change of it counts as a change.
    pub(super) fn looks_at_depth(&self) -> bool {
        match self {
            Selection::LeastNumber(own) => own.looks_at_depth(),
            Selection::LeastProofNumber(_) => false,
            Selection::Mixture(own) => own.looks_at_depth(),
        }
    }
}

/// What the children of a node say of it.
pub(super) enum Scan {
    /// This child decides it.
    Decided(NodeId),
    /// It is open, with these numbers, and the search would go to this child.
    Open { best: NodeId, numbers: Numbers },
    /// All children are solved, against the player to move. For disproofs: the least depth that they depend on.
    AllSolved { depends_on: u32 },
}

fn scan(arena: &Arena, id: NodeId, total: Sum, rank: impl Fn(Role, &Node) -> u64) -> Scan {
    let node = &arena[id];
    let role = node.role();
    let decisive = role == Role::Or;
    let mut least = ProofNumber::INFINITY;
    let mut total = total.start();
    let mut best = None;
    let mut lowest = u64::MAX;
    let mut depends_on = Node::UNCONDITIONAL;
    for child_id in node.children() {
        let child = &arena[child_id];
        match child.numbers.verdict() {
            Some(proved) if proved == decisive => return Scan::Decided(child_id),
            Some(proved) => {
                if !proved {
                    depends_on = depends_on.min(child.deep);
                }
                continue;
            }
            None => {}
        }
        let (minimised, summed) = match role {
            Role::Or => (child.numbers.pn, child.numbers.dn),
            Role::And => (child.numbers.dn, child.numbers.pn),
        };
        least = least.min(minimised);
        total.add(i64::from(summed.bits()));
        let rank = rank(role, child);
        if rank < lowest {
            (best, lowest) = (Some(child_id), rank);
        }
    }
    match best {
        Some(best) => Scan::Open { best, numbers: numbers(role, least, total) },
        None => Scan::AllSolved { depends_on },
    }
}
