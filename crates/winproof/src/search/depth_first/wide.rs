//! The state of a wide node's frame, which does not read all children after each visit to one.
//!
//! The numbers and the choices are the same: children are ranked as the schedule compares them, sums are kept
//! up to date, and only those entries of the table are read again that were written since.

use winproof_rules::Key;

use super::{Child, Schedule};
use crate::Numbers;
use crate::key_map::KeyMap;
use crate::policy::total::RunningTotal;
use crate::search::ranking::{Contenders, Contribution};
use crate::settings::Sum;
use crate::table::arena::Role;
use crate::table::shared::SearchTable;

/// The children of a wide node on the path.
pub struct WideFrame {
    /// The depth of its frame.
    depth: usize,
    role: Role,
    /// Unsolved children before this place count: as many as the schedule's width allows.
    window: usize,
    counting: Contenders<(i64, i64)>,
    /// The floor that they are ranked by.
    floor: i64,
    /// Whether a child decides the node.
    decided: bool,
    /// The place of the last child of each key, and for each child the place of another one with the same
    /// key.
    places: KeyMap<u32>,
    twins: Vec<u32>,
    /// Children whose entries were written since they were read.
    stale: Vec<u32>,
    is_stale: Vec<bool>,
    /// The child from which on [`note_some`](WideFrame::note_some) goes on.
    next: usize,
}

const NONE: u32 = u32::MAX;

/// The numbers of a node from its unsolved children.
pub struct Standing {
    /// The least of the numbers that it minimises.
    pub least: i64,
    /// The first child with that number.
    pub best: usize,
    /// The total of the numbers that it adds up.
    pub total: RunningTotal,
}

/// Returns the state of the frame at a depth, if it is the last one and wide.
#[inline]
pub fn wide_frame(frames: &mut [WideFrame], depth: usize) -> Option<&mut WideFrame> {
    frames.last_mut().filter(|wide| wide.depth == depth)
}

impl WideFrame {
    /// Ranks the children of the frame at a depth.
    pub fn new(
        schedule: &dyn Schedule,
        depth: usize,
        role: Role,
        floor: i64,
        children: &[Child],
    ) -> WideFrame {
        let mut places = KeyMap::default();
        let twin =
            |(place, child): (u32, &Child)| places.insert(child.key.board, place).unwrap_or(NONE);
        let twins = (0..).zip(children).map(twin).collect();
        let window = match super::open(children, schedule.width()).last() {
            Some((place, _)) => place + 1,
            None => children.len(),
        };
        let decisive = Numbers::solved(role == Role::Or);
        let counts = |(place, child): (usize, &Child)| {
            (place < window && child.is_open()).then(|| contribution(schedule, role, floor, child))
        };
        let counting: Vec<_> = children.iter().enumerate().map(counts).collect();
        WideFrame {
            depth,
            role,
            window,
            counting: Contenders::new(&counting),
            floor,
            decided: children.iter().any(|child| child.numbers == decisive),
            places,
            twins,
            stale: Vec::new(),
            is_stale: vec![false; children.len()],
            next: 0,
        }
    }

    /// Returns the numbers of the node from its unsolved children; `None` if it is solved.
    pub fn standing(&self, rule: Sum) -> Option<Standing> {
        let (best, least) = self.counting.least().filter(|_| !self.decided)?;
        Some(Standing { least, best, total: self.counting.total(rule) })
    }

    /// Returns the two children that come first in the order of the schedule.
    pub fn ranked(
        &mut self,
        schedule: &dyn Schedule,
        children: &[Child],
        floor: i64,
    ) -> Option<(usize, Option<usize>)> {
        if schedule.ranks_by_floor() && floor != self.floor {
            let rank = |place: usize| schedule.rank(self.role, floor, &children[place]);
            self.counting.choice.rank_anew(rank);
        }
        self.floor = floor;
        let (first, _) = self.counting.choice.first()?;
        Some((first, self.counting.choice.second()))
    }

    /// Records that the table's entry for a key was written.
    pub fn note_written(&mut self, key: Key) {
        let mut place = self.places.get(&key).copied().unwrap_or(NONE);
        while place != NONE {
            if !std::mem::replace(&mut self.is_stale[place as usize], true) {
                self.stale.push(place);
            }
            place = self.twins[place as usize];
        }
    }

    /// Records that the entries of some children may have been written by other threads, in turn of all of them.
    pub fn note_some(&mut self, count: usize) {
        for _ in 0..count.min(self.is_stale.len()) {
            if !std::mem::replace(&mut self.is_stale[self.next], true) {
                self.stale.push(self.next as u32);
            }
            self.next = (self.next + 1) % self.is_stale.len();
        }
    }

    /// Updates the child that was visited, and reads the entries of others that were written.
    pub fn refresh(
        &mut self,
        schedule: &dyn Schedule,
        children: &mut [Child],
        visited: usize,
        table: &SearchTable,
    ) {
        self.update(schedule, children, visited);
        for place in std::mem::take(&mut self.stale) {
            // The result that the frame got counts until another child is visited.
            if place as usize == visited {
                self.stale.push(place);
                continue;
            }
            self.is_stale[place as usize] = false;
            children[place as usize].refresh(table);
            self.update(schedule, children, place as usize);
        }
    }

    /// Ranks a child by its new numbers. If it is solved, the next unsolved one takes its place.
    fn update(&mut self, schedule: &dyn Schedule, children: &[Child], place: usize) {
        let Self { role, floor, .. } = *self;
        let child = &children[place];
        self.decided |= child.numbers == Numbers::solved(role == Role::Or);
        if !self.counting.has(place) {
            return;
        }
        let contributes = |child| contribution(schedule, role, floor, child);
        self.counting.set(place, child.is_open().then(|| contributes(child)));
        if child.is_open() {
            return;
        }
        match super::open(&children[self.window..], 1).next() {
            Some((next, child)) => {
                self.counting.set(self.window + next, Some(contributes(child)));
                self.window += next + 1;
            }
            None => self.window = children.len(),
        }
    }
}

fn contribution(
    schedule: &dyn Schedule,
    role: Role,
    floor: i64,
    child: &Child,
) -> Contribution<(i64, i64)> {
    Contribution {
        least: child.least(role),
        total: child.total(role),
        choice: schedule.rank(role, floor, child),
    }
}
