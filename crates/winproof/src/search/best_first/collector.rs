//! The garbage collector, which makes room in a tree that fills its memory.

use winproof_rules::Game;

use super::BestFirst;
use crate::StopReason;
use crate::table::arena::{Arena, NodeId};

impl<G: Game> BestFirst<'_, G> {
    /// Makes room for the expansion that just failed: drops the worst subtrees if the tree is too large, and
    /// closes the gaps between what is left. The path goes back to the root.
    pub fn make_room(&mut self) -> Result<(), StopReason> {
        self.return_to(0);
        let most = self.gc_high.saturating_sub(self.moves.len());
        if self.gc && self.arena.len() > most {
            self.collect(most.min(self.gc_low));
        }
        self.wide.clear();
        self.arena.compact();
        if self.arena.len() > most { Err(StopReason::Memory) } else { Ok(()) }
    }

    /// The garbage collector of Majerech 2012 (algorithm 5, with the inner call corrected to GC(w)):
    /// solutions of solved nodes go first, then the subtrees that the search is least likely to return
    /// to, from their leaves up. Numbers stay, so what is needed again is grown again.
    fn collect(&mut self, goal: usize) {
        let mut stack = vec![Arena::ROOT];
        self.drop_solutions(Arena::ROOT);
        while let Some(&node) = stack.last()
            && self.arena.len() > goal
        {
            match self.worst_child(node) {
                Some(worst) => {
                    self.drop_solutions(worst);
                    stack.push(worst);
                }
                None => {
                    self.arena.remove_children(node);
                    stack.pop();
                }
            }
        }
    }

    fn drop_solutions(&mut self, node: NodeId) {
        for child in self.arena[node].children() {
            if self.arena[child].numbers.verdict().is_some() {
                self.arena.remove_children(child);
            }
        }
    }

    fn worst_child(&self, node: NodeId) -> Option<NodeId> {
        let role = self.arena[node].role();
        let inner = self.arena[node].children().filter(|&child| !self.arena[child].is_leaf());
        // Of equals the rightmost is dropped: the search visits it last.
        inner.max_by_key(|&child| self.selection.rank(role, &self.arena[child]))
    }
}
