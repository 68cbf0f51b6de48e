//! The tree of the best-first searches: nodes in one array, siblings side by side.
//!
//! A block of siblings that is freed goes to a list of blocks of its size and is used again. When nothing
//! fits any more, [`Arena::compact`] closes the gaps between the blocks in use. Memory is reserved once and
//! touched only as the tree grows, so growing never copies.

use std::io;
use std::ops::Range;

use winproof_rules::Move;

use super::pages::prefer_large;
use crate::Numbers;
use crate::save::{LoadError, StateReader, StateWriter};

/// A node's place in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(u32);

const NONE: u32 = u32::MAX;

/// Which of its numbers a node takes as the minimum over its children: pn at OR nodes, dn at AND nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The attacker is to move.
    Or,
    /// The defender is to move.
    And,
}

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Proof and disproof number.
    pub numbers: Numbers,
    /// The move that leads here.
    pub mv: Move,
    /// While unsolved: the depth of the leaf that the search would expand below here. When disproved:
    /// the least depth of a path position that the disproof depends on, or [`Node::UNCONDITIONAL`].
    pub deep: u32,
    parent: u32,
    children: u32,
    best: u32,
    /// Number of children, and in the top bits the flags below.
    packed: u32,
}
const _: () = assert!(size_of::<Node>() == 32, "28 bytes and the move");

const AND: u32 = 1 << 31;
const EVALUATED: u32 = 1 << 30;
const FREE: u32 = 1 << 29;
const COUNT: u32 = FREE - 1;

impl Node {
    /// `deep` of a disproof that holds on every path.
    pub const UNCONDITIONAL: u32 = u32::MAX;

    fn new(mv: Move, parent: u32) -> Node {
        Node { numbers: Numbers::UNIT, mv, deep: 0, parent, children: NONE, best: NONE, packed: 0 }
    }

    /// Returns whether it has no children at present.
    #[inline]
    pub fn is_leaf(&self) -> bool {
        self.packed & COUNT == 0
    }

    /// Returns whether its position was evaluated: is it an end, a repetition, already solved?
    pub fn is_evaluated(&self) -> bool {
        self.packed & EVALUATED != 0
    }

    /// Records that its position was evaluated.
    pub fn set_evaluated(&mut self) {
        self.packed |= EVALUATED;
    }

    /// Returns the role of the player to move; meaningful once the node was expanded.
    #[inline]
    pub fn role(&self) -> Role {
        if self.packed & AND == 0 { Role::Or } else { Role::And }
    }

    /// Returns the child that the search would go to.
    #[inline]
    pub fn best(&self) -> NodeId {
        debug_assert_ne!(self.best, NONE);
        NodeId(self.best)
    }

    /// Sets the child that the search would go to.
    pub fn set_best(&mut self, child: NodeId) {
        self.best = child.0;
    }

    /// Returns how many children it has.
    #[inline]
    pub fn child_count(&self) -> usize {
        (self.packed & COUNT) as usize
    }

    /// Returns the child at a place, counted from 0.
    pub fn child(&self, place: usize) -> NodeId {
        debug_assert!(place < self.child_count());
        NodeId(self.children + place as u32)
    }

    /// Returns the index of this child among the children.
    pub fn place_of(&self, child: NodeId) -> usize {
        (child.0 - self.children) as usize
    }

    /// Returns the children.
    #[inline]
    pub fn children(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        let first = self.children;
        (0..self.packed & COUNT).map(move |i| NodeId(first + i))
    }
}

/// A node in a save: numbers, move and depth, parent and children, best child and the rest.
impl Node {
    fn words(&self) -> [u64; 4] {
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        [
            self.numbers.word(),
            pair(self.mv.0, self.deep),
            pair(self.parent, self.children),
            pair(self.best, self.packed),
        ]
    }

    fn from_words(words: [u64; 4]) -> Node {
        let [numbers, origin, family, rest] = words;
        let pair = |word: u64| (word as u32, (word >> 32) as u32);
        let (mv, deep) = pair(origin);
        let (parent, children) = pair(family);
        let (best, packed) = pair(rest);
        let numbers = Numbers::from_word(numbers);
        Node { numbers, mv: Move(mv), deep, parent, children, best, packed }
    }
}

/// Blocks up to this size have a list for each size; larger ones share a list that is searched.
const LISTS: usize = 256;

/// The nodes of one tree.
pub struct Arena {
    nodes: Vec<Node>,
    capacity: usize,
    /// Nodes in use.
    live: usize,
    /// The most nodes that were ever in use.
    most_live: usize,
    /// The most nodes that `nodes` ever held, gaps included.
    peak: usize,
    /// Heads of the lists of free blocks by size; list 0 is for the large ones.
    free: [u32; LISTS],
    /// The sizes of subtrees as they were last noted, if they are.
    sizes: Option<Vec<u32>>,
}

impl Arena {
    /// The root's place, always.
    pub const ROOT: NodeId = NodeId(0);

    /// Makes an arena within a budget that holds just a root.
    pub fn with_bytes(bytes: usize) -> Arena {
        Arena::with_room(bytes / size_of::<Node>(), None)
    }

    /// Makes the same, which can note the sizes of subtrees.
    pub fn with_sizes(bytes: usize) -> Arena {
        Arena::with_room(bytes / (size_of::<Node>() + size_of::<u32>()), Some(Vec::new()))
    }

    fn with_room(nodes: usize, sizes: Option<Vec<u32>>) -> Arena {
        let mut capacity = nodes.clamp(1, FREE as usize);
        let mut nodes = Vec::new();
        // A system may refuse to reserve memory that would never be filled.
        while nodes.try_reserve_exact(capacity).is_err() {
            capacity /= 2;
        }
        prefer_large(&mut nodes);
        let mut arena =
            Arena { nodes, capacity, live: 0, most_live: 0, peak: 0, free: [NONE; LISTS], sizes };
        arena.reset();
        arena
    }

    /// Forgets the tree and starts a new one.
    pub fn reset(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(Move(0), NONE));
        self.live = 1;
        self.peak = self.peak.max(1);
        self.free = [NONE; LISTS];
        if let Some(sizes) = &mut self.sizes {
            sizes.clear();
        }
    }

    /// Notes the size of the subtree of a node, from those that were noted of its children; 1 if none was.
    pub fn note_size(&mut self, node: NodeId) {
        let children = self[node].children();
        let Some(sizes) = &mut self.sizes else { return };
        sizes.resize(sizes.len().max(self.nodes.len()), 1);
        let below = children.map(|child| u64::from(sizes[child.0 as usize])).sum::<u64>();
        sizes[node.0 as usize] = u32::try_from(below + 1).unwrap_or(u32::MAX);
    }

    /// Returns the size of the subtree of a node as it was last noted.
    pub fn noted_size(&self, node: NodeId) -> u64 {
        let sizes = self.sizes.as_ref();
        sizes.and_then(|sizes| sizes.get(node.0 as usize)).map_or(1, |&size| u64::from(size))
    }

    /// Gives the noted sizes of some nodes to others.
    fn move_sizes(&mut self, from: Range<usize>, to: usize) {
        if let Some(sizes) = &mut self.sizes {
            sizes.resize(sizes.len().max(self.nodes.len()), 1);
            sizes.copy_within(from, to);
        }
    }

    /// Nodes in use.
    pub fn len(&self) -> usize {
        self.live
    }

    /// Returns the most nodes that were ever in use.
    pub fn most(&self) -> usize {
        self.most_live
    }

    /// Returns how many nodes fit.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Returns the bytes that were touched so far.
    pub fn bytes(&self) -> usize {
        let sizes = self.sizes.as_ref().map_or(0, |sizes| sizes.capacity() * size_of::<u32>());
        self.peak * size_of::<Node>() + sizes
    }

    /// Gives `node` children for these moves, or returns `false` if there is no room for them at present.
    pub fn expand(&mut self, node: NodeId, role: Role, moves: &[Move]) -> bool {
        debug_assert!(self[node].is_leaf() && !moves.is_empty());
        let Some(start) = self.allocate(moves.len()) else { return false };
        for (slot, &mv) in (start..).zip(moves) {
            self.nodes[slot as usize] = Node::new(mv, node.0);
        }
        if let Some(sizes) = &mut self.sizes {
            let end = start as usize + moves.len();
            sizes.resize(sizes.len().max(end), 1);
            sizes[start as usize..end].fill(1);
        }
        let parent = &mut self[node];
        parent.children = start;
        parent.best = start;
        parent.packed = parent.packed & EVALUATED | moves.len() as u32;
        if role == Role::And {
            parent.packed |= AND;
        }
        true
    }

    fn allocate(&mut self, count: usize) -> Option<u32> {
        if count > COUNT as usize {
            return None;
        }
        let start =
            self.take_exact(count).or_else(|| self.append(count)).or_else(|| self.split(count))?;
        self.live += count;
        self.most_live = self.most_live.max(self.live);
        Some(start)
    }

    fn take_exact(&mut self, count: usize) -> Option<u32> {
        let head = if count < LISTS { self.free[count] } else { NONE };
        (head != NONE).then(|| {
            self.free[count] = self.nodes[head as usize].children;
            head
        })
    }

    fn append(&mut self, count: usize) -> Option<u32> {
        let start = self.nodes.len();
        (start + count <= self.capacity).then(|| {
            self.nodes.resize(start + count, Node::new(Move(0), NONE));
            self.peak = self.peak.max(self.nodes.len());
            start as u32
        })
    }

    /// Takes the front of a larger free block.
    fn split(&mut self, count: usize) -> Option<u32> {
        let found = (count + 1..LISTS).find(|&size| self.free[size] != NONE);
        let (start, size) = match found {
            Some(size) => (self.take_exact(size)?, size),
            None => self.take_large(count)?,
        };
        if size > count {
            self.release(start + count as u32, size - count);
        }
        Some(start)
    }

    fn take_large(&mut self, count: usize) -> Option<(u32, usize)> {
        let mut before = NONE;
        let mut block = self.free[0];
        while block != NONE {
            let Node { children: next, packed, .. } = self.nodes[block as usize];
            let size = (packed & COUNT) as usize;
            if size >= count {
                match before {
                    NONE => self.free[0] = next,
                    _ => self.nodes[before as usize].children = next,
                }
                return Some((block, size));
            }
            (before, block) = (block, next);
        }
        None
    }

    /// Puts a block into its list.
    fn release(&mut self, start: u32, size: usize) {
        let list = if size < LISTS { size } else { 0 };
        let block = &mut self.nodes[start as usize];
        block.packed = FREE | size as u32;
        block.children = self.free[list];
        self.free[list] = start;
    }

    fn block(&self, node: NodeId) -> Option<(u32, usize)> {
        let Node { children, packed, .. } = self[node];
        let count = (packed & COUNT) as usize;
        (count > 0).then_some((children, count))
    }

    /// Removes all children of `node`, with everything below them.
    pub fn remove_children(&mut self, node: NodeId) {
        let mut doomed: Vec<_> = self.block(node).into_iter().collect();
        let owner = &mut self[node];
        owner.packed &= !COUNT;
        owner.children = NONE;
        owner.best = NONE;
        while let Some((start, count)) = doomed.pop() {
            doomed.extend((start..).take(count).filter_map(|child| self.block(NodeId(child))));
            self.release(start, count);
            self.live -= count;
        }
    }

    /// Removes all children but one of `node`.
    pub fn keep_only(&mut self, node: NodeId, child: NodeId) {
        let Some((start, count)) = self.block(node) else { return };
        for sibling in self[node].children().filter(|&sibling| sibling != child) {
            self.remove_children(sibling);
        }
        if child.0 != start {
            self.nodes[start as usize] = self[child];
            self.adopt(NodeId(start));
            self.move_sizes(child.0 as usize..child.0 as usize + 1, start as usize);
        }
        let owner = &mut self[node];
        owner.packed = owner.packed & !COUNT | 1;
        owner.best = start;
        if count > 1 {
            self.release(start + 1, count - 1);
            self.live -= count - 1;
        }
    }

    /// Updates the parent links of the children of a node that has moved.
    fn adopt(&mut self, parent: NodeId) {
        for child in self[parent].children() {
            self[child].parent = parent.0;
        }
    }

    /// Closes the gaps between all blocks in use, so that all free room is at the end. Places change: only
    /// [`Arena::ROOT`] stays where it is.
    pub fn compact(&mut self) {
        let (mut read, mut write) = (1, 1);
        while read < self.nodes.len() {
            let Node { parent, packed, .. } = self.nodes[read];
            if packed & FREE != 0 {
                read += (packed & COUNT) as usize;
                continue;
            }
            let owner = &mut self.nodes[parent as usize];
            let count = (owner.packed & COUNT) as usize;
            owner.best = owner.best - read as u32 + write as u32;
            owner.children = write as u32;
            self.nodes.copy_within(read..read + count, write);
            self.move_sizes(read..read + count, write);
            if read != write {
                (write..write + count).for_each(|moved| self.adopt(NodeId(moved as u32)));
            }
            read += count;
            write += count;
        }
        self.nodes.truncate(write);
        self.free = [NONE; LISTS];
        debug_assert_eq!(write, self.live);
    }

    /// Writes the tree. Closes the gaps first, so places change.
    pub fn save(&mut self, out: &mut StateWriter<'_>) -> io::Result<()> {
        self.compact();
        out.words(&[self.nodes.len() as u64, self.most_live as u64])?;
        self.nodes.iter().try_for_each(|node| out.words(&node.words()))
    }

    /// Loads a saved tree in place of its own.
    pub fn load(&mut self, input: &mut StateReader<'_>) -> Result<(), LoadError> {
        let [count, most] = input.array()?;
        if count > self.capacity as u64 {
            return Err(LoadError::Memory {
                needed: (count as usize).saturating_mul(size_of::<Node>()),
            });
        }
        self.reset();
        self.nodes.clear();
        for _ in 0..count {
            self.nodes.push(Node::from_words(input.array()?));
        }
        self.live = self.nodes.len();
        self.most_live = self.live.max(most as usize);
        self.peak = self.peak.max(self.live);
        if self.is_tree() {
            Ok(())
        } else {
            Err(LoadError::Damaged("the links of the tree are inconsistent"))
        }
    }

    /// Returns whether the nodes are one tree without gaps, so that following a link never leaves the array.
    fn is_tree(&self) -> bool {
        let inside = |id: u32| (id as usize) < self.nodes.len();
        let sound = |(id, node): (usize, &Node)| {
            let count = node.packed & COUNT;
            let first = node.children;
            let block = first as usize..first as usize + count as usize;
            let adopted = || self.nodes[block.clone()].iter().all(|it| it.parent as usize == id);
            node.packed & FREE == 0
                && node.numbers.are_possible()
                && (count == 0
                    || first > 0
                        && block.end <= self.nodes.len()
                        && block.contains(&(node.best as usize))
                        && adopted())
        };
        let child = |(id, node): (usize, &Node)| {
            let Node { children, packed, .. } = self.nodes[node.parent as usize];
            (children..children + (packed & COUNT)).contains(&(id as u32))
        };
        let linked = || self.nodes.iter().enumerate().skip(1).all(child);
        !self.nodes.is_empty()
            && self.nodes[1..].iter().all(|node| inside(node.parent))
            && self.nodes.iter().enumerate().all(sound)
            && linked()
            // A cycle that is not connected to the root would have consistent links.
            && self.size(Self::ROOT) == self.nodes.len()
    }

    /// Returns the number of nodes below and including this one.
    pub fn size(&self, node: NodeId) -> usize {
        let mut open = vec![node];
        let mut size = 0;
        while let Some(node) = open.pop() {
            size += 1;
            open.extend(self[node].children());
        }
        size
    }
}

impl std::ops::Index<NodeId> for Arena {
    type Output = Node;

    #[inline]
    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }
}

impl std::ops::IndexMut<NodeId> for Arena {
    #[inline]
    fn index_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }
}

#[cfg(test)]
mod tests;
