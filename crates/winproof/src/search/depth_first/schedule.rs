//! Schedules, in which the depth-first searches differ: thresholds, and what ends a frame.

use winproof_rules::{Move, SplitKey};

use super::team::Team;
use crate::policy::threshold::{Bounds, INFINITE};
use crate::policy::total::RunningTotal;
use crate::search::memory::{Known, Solution};
use crate::table::arena::Role;
use crate::table::shared::SearchTable;
use crate::table::tentative::Deps;
use crate::{Numbers, ProofNumber};

/// A child as its parent's frame knows it.
#[derive(Clone, Copy)]
pub struct Child {
    pub(super) mv: Move,
    /// The key by which the tables know it.
    pub key: SplitKey,
    /// Its numbers, as they were last seen.
    pub numbers: Numbers,
    pub(super) deps: Deps,
    /// How general its solution is, if it is solved and this is known.
    pub(super) solution: Option<Solution>,
    /// The greatest thresholds that it got from this frame.
    pub(super) given: Bounds,
    /// What df-pn+ adds to the number that the parent minimises.
    pub cost: i32,
    /// The place of the child that it waits for, or [`Child::NOBODY`].
    pub(super) waits_for: u32,
    /// Whether it was searched before.
    pub(super) visited: bool,
    /// Whether the last visit from this frame entered no new position.
    pub(super) circling: bool,
}

impl Child {
    /// It does not wait.
    pub(super) const NOBODY: u32 = u32::MAX;

    pub(super) fn is_open(&self) -> bool {
        self.numbers.verdict().is_none()
    }

    /// Reads the current entry of the table, unless the child is solved.
    #[inline]
    pub(super) fn refresh(&mut self, table: &SearchTable) {
        if self.is_open()
            && let Some(entry) = table.get(self.key)
        {
            let Known { numbers, solution, .. } = Known::of(entry);
            (self.numbers, self.solution, self.visited) = (numbers, solution, true);
        }
    }

    /// Returns the number that a parent of this role minimises, with the edge cost.
    #[inline]
    pub fn least(&self, role: Role) -> i64 {
        (number(role, self.numbers, true) + i64::from(self.cost)).max(1)
    }

    /// Returns the number that a parent of this role adds up.
    #[inline]
    pub fn total(&self, role: Role) -> i64 {
        number(role, self.numbers, false)
    }
}

/// A node on the path, seen by a schedule.
pub struct View<'a> {
    /// Who is to move.
    pub role: Role,
    /// The thresholds at which its search ends.
    pub bounds: Bounds,
    /// Its numbers, from its children.
    pub numbers: Numbers,
    /// What the table said of the minimised number when the frame was made, or, if the schedule
    /// [raises the floor](Schedule::raises_floor), the greatest value that it had since then.
    pub floor: i64,
    /// The total of the numbers that it adds up.
    pub total: RunningTotal,
    /// Its children.
    pub children: &'a [Child],
    /// Where other threads work.
    pub team: Option<&'a Team>,
    /// How many unsolved children count at a time.
    pub(super) width: usize,
    /// Of a wide node, the children that come first and second in the order of the schedule.
    pub(super) ranked: Option<(usize, Option<usize>)>,
}

impl View<'_> {
    /// Returns the unsolved children that count, with their places, or at least the two that the schedule
    /// ranks first.
    #[inline]
    pub fn each_candidate(&self, mut visit: impl FnMut(usize, &Child)) {
        match self.ranked {
            None => open(self.children, self.width).for_each(|(place, child)| visit(place, child)),
            Some((first, second)) => {
                let places = [Some(first), second].into_iter().flatten();
                places.for_each(|place| visit(place, &self.children[place]));
            }
        }
    }

    /// Returns the unsolved child that comes first in the order of the schedule, with its place. There must
    /// be one.
    #[inline]
    pub fn first<R: Ord>(&self, rank: impl Fn(&Child) -> R) -> (usize, &Child) {
        match self.ranked {
            None => open(self.children, self.width).min_by_key(|(_, child)| rank(child)),
            Some((first, _)) => Some((first, &self.children[first])),
        }
        .expect("an unsolved node has an unsolved child")
    }
}

/// The unsolved children that count, with their places. When some are solved, others take their place: none
/// are left only if all are solved.
#[inline]
pub(super) fn open(children: &[Child], width: usize) -> impl Iterator<Item = (usize, &Child)> {
    let waits = |child: &Child| {
        child.waits_for != Child::NOBODY && children[child.waits_for as usize].is_open()
    };
    let counts = move |child: &Child| child.is_open() && !waits(child);
    children.iter().enumerate().filter(move |(_, child)| counts(child)).take(width)
}

/// One of the two numbers as a plain integer: the one that a node of this role minimises, or the other.
#[inline]
pub fn number(role: Role, numbers: Numbers, minimised: bool) -> i64 {
    let number = if (role == Role::Or) == minimised { numbers.pn } else { numbers.dn };
    number.get().map_or(INFINITE, i64::from)
}

/// The rule that gives thresholds to the root and the children and says when the search of a node ends.
pub trait Schedule: Send {
    /// The root's thresholds for the first round, or for the next one after a round that ended with these
    /// numbers.
    fn root(&self, role: Role, last: Option<Numbers>) -> Bounds;

    /// Returns whether the search of an unsolved node ends.
    fn ended(&self, view: &View<'_>) -> bool;

    /// Returns the rank by which [`choose`](Schedule::choose) compares children; it takes the least and, of
    /// several, the first.
    fn rank(&self, role: Role, floor: i64, child: &Child) -> (i64, i64);

    /// Whether ranks change with the floor.
    fn ranks_by_floor(&self) -> bool {
        false
    }

    /// Whether the floor of a frame rises with the minimised number.
    fn raises_floor(&self) -> bool {
        false
    }

    /// Returns the child to search next, and its thresholds. There is an unsolved one.
    fn choose(&self, view: &View<'_>) -> (usize, Bounds);

    /// Returns how many unsolved children of a node count at a time.
    fn width(&self) -> usize {
        usize::MAX
    }

    /// Returns whether SiblingGC keeps an unsolved child with these numbers.
    fn survives(&self, numbers: Numbers, least: ProofNumber) -> bool {
        numbers.pn >= least && numbers.dn >= least
    }
}
