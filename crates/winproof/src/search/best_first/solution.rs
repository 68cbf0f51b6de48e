//! What a tree contains about single positions, and the solution of its root.

use winproof_rules::{Game, Move, StopSignal};

use super::BestFirst;
use crate::Numbers;
use crate::certify::Region;
use crate::limits::POLL_EVERY_NODE;
use crate::save::LoadError;
use crate::search::{Stored, follow};
use crate::table::arena::{Arena, Node};

impl<G: Game> BestFirst<'_, G> {
    /// Returns what the tree, or otherwise the table of solved positions, says about the position at the end
    /// of a line.
    pub fn stored(&self, root: &G::Position, line: &[Move]) -> Option<Stored> {
        let mut node = Arena::ROOT;
        for &mv in line {
            let child = self.arena[node].children().find(|&child| self.arena[child].mv == mv);
            let Some(child) = child else {
                let numbers = Numbers::solved(self.known(&follow(self.game, root, line))?);
                return Some(Stored { numbers, best: None, effort: None });
            };
            node = child;
        }
        let Node { numbers, .. } = self.arena[node];
        let leaf = self.arena[node].is_leaf();
        let best = (!leaf).then(|| self.arena[self.arena[node].best()].mv);
        Some(Stored { numbers, best, effort: Some(self.arena.size(node) as u64) })
    }

    /// Returns whether the tree can have grown from this position: inner nodes are not ends, their children
    /// are legal moves, each once, and the player to move is the one that the node says.
    pub fn fits(&self, root: &G::Position, stop: &StopSignal) -> Result<(), LoadError> {
        let foreign = Err(LoadError::Damaged("its tree is not one of this position"));
        let mut steps = 0_usize;
        let mut open = vec![(Arena::ROOT, root.clone())];
        let (mut legal, mut played) = (Vec::new(), Vec::new());
        while let Some((id, position)) = open.pop() {
            steps += 1;
            if steps.is_multiple_of(POLL_EVERY_NODE)
                && let Some(cause) = stop.poll()
            {
                return Err(LoadError::Stopped(cause.into()));
            }
            let node = &self.arena[id];
            if node.is_leaf() {
                continue;
            }
            if self.game.outcome(&position).is_some() || node.role() != self.role(&position) {
                return foreign;
            }
            legal.clear();
            self.game.moves(&position, &mut legal);
            legal.sort_unstable();
            played.clear();
            played.extend(node.children().map(|child| self.arena[child].mv));
            played.sort_unstable();
            let twice = played.windows(2).any(|pair| pair[0] == pair[1]);
            if twice || !played.iter().all(|mv| legal.binary_search(mv).is_ok()) {
                return foreign;
            }
            let inner = node.children().filter(|&child| !self.arena[child].is_leaf());
            open.extend(
                inner.map(|child| (child, self.game.play(&position, self.arena[child].mv))),
            );
        }
        Ok(())
    }

    /// Walks through the solution tree.
    fn walk_solution(&self, mut visit: impl FnMut(&G::Position, &Node)) {
        let Some(root) = self.path.first() else { return };
        let mut open = vec![(root.node, root.position.clone())];
        while let Some((id, position)) = open.pop() {
            let node = &self.arena[id];
            visit(&position, node);
            for child in node.children() {
                open.push((child, self.game.play(&position, self.arena[child].mv)));
            }
        }
    }

    /// Copies the solution tree into a region. The region asks again for what was forgotten.
    ///
    /// If the table has a move for a position, that move is used: it solved the position first. The tree may
    /// have solved it again through a position that depends on it.
    pub fn harvest(&self, region: &mut Region<'_, G>) {
        let Some(root) = self.path.first() else { return };
        let mut open = vec![(root.node, root.position.clone())];
        while let Some((id, position)) = open.pop()
            && !region.has_to_stop()
        {
            let node = &self.arena[id];
            let place = region.enter(&position);
            if region.wants_choice(place) && !node.is_leaf() {
                let best = node.best();
                let known = self.known_move(&position, node.numbers == Numbers::PROVED);
                region.choose(place, known.unwrap_or(self.arena[best].mv));
                if known.is_some_and(|mv| mv != self.arena[best].mv) {
                    continue;
                }
            }
            for child in node.children() {
                open.push((child, self.game.play(&position, self.arena[child].mv)));
            }
        }
    }

    /// Returns the move by which a position was solved according to the table, if the move is legal there:
    /// the table may confuse two positions.
    pub fn known_move(&self, position: &G::Position, proved: bool) -> Option<Move> {
        let mv = self.solved.solving_move(self.game.key(position), proved)?;
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        moves.contains(&mv).then_some(mv)
    }

    /// Reports all positions of the solution tree whose verdicts are unconditional, with their moves.
    pub fn solutions(&self, tell: &mut dyn FnMut(&G::Position, Numbers, Move)) {
        self.walk_solution(|position, node| {
            let proved = node.numbers == Numbers::PROVED;
            if !node.is_leaf() && (proved || node.deep == Node::UNCONDITIONAL) {
                let mv = self.arena[node.best()].mv;
                tell(position, node.numbers, mv);
            }
        });
    }
}
