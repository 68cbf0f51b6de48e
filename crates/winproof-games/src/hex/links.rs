//! Virtual connections by H-search (V. Anshelevich, "The game of Hex: the hierarchical approach", 2002).
//!
//! A *full* connection of two things is a set of empty cells, its carrier, within which a player joins them
//! even if the opponent moves first; a *semi* connection is one for which that player has to move first.
//! Things are groups of stones, the two sides among them, and empty cells, meaning a stone put there. Two
//! rules make larger connections from smaller ones:
//!
//! - AND: full connections of x and u and of u and y with nothing in common make one of x and y: a full one if u
//!   is a group, a semi one, whose first move is u, if u is an empty cell.
//! - OR: semi connections of x and y that have no cell in common, all of them taken together, make a full one:
//!   wherever the opponent plays, one of them is untouched.
//!
//! Each connection found this way is sound, since a move in one part of a carrier is answered in that part. Not
//! all connections are found:
//! - Each pair keeps a few connections only, the smallest.
//! - Connections of two empty cells are there only to make others, and are kept to a few cells ([`NEAR`]).
//!
//! Edge templates need no table: bridges and ziggurats to a side come out of the two rules.

use winproof_rules::StopSignal;

use super::bits::Bits;
use super::derivation::Derivation;
use super::inferior::Inferior;
use super::shape::Shape;

/// Semi connections kept between the two sides: the opponent's must-play region is their intersection.
const WINNING: usize = 48;
/// How many semi connections are combined by one use of the OR rule.
const ALTERNATIVES: u32 = 4;

/// The largest carrier of a connection of two empty cells, and how many of them are kept for each pair. With 2
/// cells, which is bridges, searches on 6 by 6 take a fifth more expansions; without a limit a tenth less, and
/// eight times as long.
pub(super) const NEAR: u32 = 4;
const NEARBY: usize = 3;

/// The clock is read once in this many connections that others are made from: some milliseconds on large boards.
const POLL_EVERY: usize = 256;

/// The data of a board that never changes.
#[derive(Clone, Debug)]
pub(super) struct Grid<B> {
    pub shape: Shape<B>,
    pub inferior: Inferior,
    cells: usize,
}

impl<B: Bits> Grid<B> {
    pub fn new(size: u32) -> Grid<B> {
        let cells = (size * size) as usize;
        Grid { shape: Shape::new(size), inferior: Inferior::new(size), cells }
    }
}

/// Short lists of carriers, one for each pair of things, none of a list within another of it.
struct Lists<B> {
    carriers: Vec<B>,
    lengths: Vec<u8>,
    /// Room for each list.
    most: usize,
}

impl<B: Bits> Lists<B> {
    fn new(most: usize) -> Lists<B> {
        Lists { carriers: Vec::new(), lengths: Vec::new(), most }
    }

    fn clear(&mut self, pairs: usize) {
        self.lengths.clear();
        self.lengths.resize(pairs, 0);
        if self.carriers.len() < pairs * self.most {
            self.carriers.resize(pairs * self.most, B::EMPTY);
        }
    }

    #[inline]
    fn of(&self, pair: usize) -> &[B] {
        &self.carriers[pair * self.most..][..usize::from(self.lengths[pair])]
    }

    #[inline]
    fn covers(&self, pair: usize, carrier: B) -> bool {
        self.of(pair).iter().any(|&known| known.within(carrier))
    }

    /// Adds a carrier that no other covers to a list of up to `most`. Returns whether it was kept.
    #[inline]
    fn add(&mut self, pair: usize, carrier: B, most: usize) -> bool {
        let mut length = usize::from(self.lengths[pair]);
        let list = &mut self.carriers[pair * self.most..][..self.most];
        let mut kept = 0;
        for index in 0..length {
            let known = list[index];
            if !carrier.within(known) {
                list[kept] = known;
                kept += 1;
            }
        }
        length = kept;
        if length == most {
            let sizes = list[..length].iter().map(|known| known.count()).enumerate();
            match sizes.max_by_key(|&(_, size)| size) {
                Some((index, size)) if size > carrier.count() => {
                    list.copy_within(index + 1..length, index);
                    length -= 1;
                }
                _ => {
                    self.lengths[pair] = length as u8;
                    return false;
                }
            }
        }
        list[length] = carrier;
        self.lengths[pair] = length as u8 + 1;
        true
    }
}

/// The two sides are the first two groups.
const SIDES: (usize, usize) = (0, 1);

/// When a search has found enough.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    /// The sides are joined if the player moves first.
    Semi,
    /// The sides are joined even if the opponent moves first; till then, all ways to threaten it.
    Full,
}

/// The connections of one player on one board.
pub(super) struct Links<'g, B> {
    grid: &'g Grid<B>,
    /// Full connections kept for each pair, and half the semi connections. More find a little more and
    /// take longer.
    most: usize,
    /// The largest carrier of a connection of two empty cells.
    near: u32,
    /// How many groups there are, the sides included.
    groups: usize,
    /// Groups and cells.
    points: usize,
    /// By two points, the lesser first. Groups come first, then cells.
    full: Lists<B>,
    semi: Lists<B>,
    /// For each point those that it has a full connection to.
    partners: Vec<Vec<u16>>,
    /// The first moves of the semi connections of the sides.
    winning: Vec<(B, u32)>,
    /// Full connections that nothing has been made from yet.
    fresh: Vec<(u16, u16, B)>,
    /// What connections were made from, if that is wanted.
    derivation: Option<Derivation<B>>,
    /// Ends searches early. What was found is sound, but there may be more.
    pub stop: StopSignal,
}

impl<'g, B: Bits> Links<'g, B> {
    pub fn new(grid: &'g Grid<B>, most: usize, near: u32) -> Links<'g, B> {
        Links {
            grid,
            most,
            near,
            groups: 0,
            points: 0,
            full: Lists::new(most),
            semi: Lists::new(2 * most),
            partners: Vec::new(),
            winning: Vec::new(),
            fresh: Vec::new(),
            derivation: None,
            stop: StopSignal::default(),
        }
    }

    /// Searches the connections of the player who owns `own` and these sides.
    pub fn search(&mut self, own: B, empty: B, sides: [B; 2], goal: Goal) {
        self.lay_out(own, empty, sides);
        let mut next = 0;
        while next < self.fresh.len() {
            if self.done(goal) || next.is_multiple_of(POLL_EVERY) && self.stop.poll().is_some() {
                return;
            }
            let (one, two, carrier) = self.fresh[next];
            let (one, two) = (usize::from(one), usize::from(two));
            next += 1;
            if self.full.of(self.pair(one, two)).contains(&carrier) {
                self.pass_on(one, two, carrier);
                self.pass_on(two, one, carrier);
            }
        }
    }

    /// Does the same and notes what the connections are made from. The result is not about cells any more, but about
    /// [points](Links::point).
    pub fn derive(&mut self, own: B, empty: B, sides: [B; 2], goal: Goal) -> Derivation<B> {
        self.derivation = Some(Derivation::default());
        self.search(own, empty, sides, goal);
        self.derivation.take().unwrap_or_default()
    }

    fn done(&self, goal: Goal) -> bool {
        !self.full.of(self.pair(SIDES.0, SIDES.1)).is_empty()
            || goal == Goal::Semi && !self.winning.is_empty()
    }

    /// The smallest carrier of a full connection of the sides that was found.
    pub fn joined(&self) -> Option<B> {
        let carriers = self.full.of(self.pair(SIDES.0, SIDES.1));
        carriers.iter().copied().min_by_key(|carrier| carrier.count())
    }

    /// The semi connections of the sides that were found, each with its first move.
    pub fn threats(&self) -> &[(B, u32)] {
        &self.winning
    }

    /// Finds the groups and what is next to them.
    fn lay_out(&mut self, own: B, empty: B, sides: [B; 2]) {
        let shape = &self.grid.shape;
        self.winning.clear();
        self.fresh.clear();
        let mut touching = Vec::new();
        let mut rest = own;
        for side in sides {
            let group = shape.group(side & own, own);
            rest &= !group;
            touching.push((shape.neighbours(group) | side) & empty);
        }
        while !rest.is_empty() {
            let stone = rest.first();
            let group = shape.group(B::cell(stone), own);
            rest &= !group;
            touching.push(shape.neighbours(group) & empty);
            if let Some(derivation) = &mut self.derivation {
                derivation.stones.push(stone);
            }
        }
        self.groups = touching.len();
        self.points = self.groups + self.grid.cells;
        self.full.clear(self.points * self.points);
        self.semi.clear(self.points * self.points);
        self.partners.iter_mut().for_each(Vec::clear);
        self.partners.resize(self.points.max(self.partners.len()), Vec::new());
        for (group, cells) in touching.into_iter().enumerate() {
            for cell in cells.cells() {
                self.add_full(group, self.groups + cell as usize, B::EMPTY);
            }
        }
        for cell in empty.cells() {
            for beside in (shape.neighbours(B::cell(cell)) & empty).cells() {
                if beside > cell {
                    let [one, two] = [cell, beside].map(|cell| self.groups + cell as usize);
                    self.add_full(one, two, B::EMPTY);
                }
            }
        }
    }

    /// Where the connections of two points are kept.
    #[inline]
    fn pair(&self, one: usize, two: usize) -> usize {
        one.min(two) * self.points + one.max(two)
    }

    /// The cell that a point is, if it is none of the groups.
    #[inline]
    fn cell(&self, point: usize) -> B {
        if point < self.groups { B::EMPTY } else { B::cell((point - self.groups) as u32) }
    }

    /// How many full connections of two points are kept, if such a large one is.
    #[inline]
    fn room(&self, one: usize, two: usize, carrier: B) -> usize {
        if one < self.groups || two < self.groups {
            self.most
        } else if carrier.count() <= self.near {
            self.most.min(NEARBY)
        } else {
            0
        }
    }

    fn add_full(&mut self, one: usize, two: usize, carrier: B) {
        let pair = self.pair(one, two);
        let room = self.room(one, two, carrier);
        if room > 0 && !self.full.covers(pair, carrier) {
            if self.full.lengths[pair] == 0 {
                self.partners[one].push(two as u16);
                self.partners[two].push(one as u16);
            }
            if self.full.add(pair, carrier, room) {
                self.fresh.push((one as u16, two as u16, carrier));
            }
        }
    }

    fn add_semi(&mut self, one: usize, two: usize, carrier: B, first: u32) {
        let pair = self.pair(one, two);
        let room = self.room(one, two, carrier);
        if room == 0 || self.full.covers(pair, carrier) || self.semi.covers(pair, carrier) {
            return;
        }
        if pair == self.pair(SIDES.0, SIDES.1) {
            self.winning.retain(|&(known, _)| !carrier.within(known));
            if self.winning.len() < WINNING && self.winning.iter().all(|it| !it.0.within(carrier)) {
                self.winning.push((carrier, first));
            }
        }
        if self.semi.add(pair, carrier, 2 * room) {
            let all = self.semi.of(pair).iter();
            if all.fold(carrier, |common, &it| common & it).is_empty() {
                self.alternatives(one, two, 0, (carrier, carrier), 1);
            }
        }
    }

    /// Notes that a connection was made from two others by way of a point, if that is wanted.
    #[inline]
    fn note(&mut self, [from, through, to]: [usize; 3], carriers: [B; 2], full: bool) {
        if let Some(derivation) = &mut self.derivation {
            derivation.groups = self.groups;
            derivation.note([from, through, to], carriers, full);
        }
    }

    /// The OR rule: adds to a set of semi connections, given as what all have in common and what they have
    /// together, until nothing is in common.
    fn alternatives(
        &mut self,
        one: usize,
        two: usize,
        from: usize,
        (common, together): (B, B),
        chosen: u32,
    ) {
        let pair = self.pair(one, two);
        if self.full.covers(pair, together) {
            return;
        }
        for index in from..self.semi.of(pair).len() {
            let other = self.semi.of(pair)[index];
            let left = common & other;
            if left == common {
                continue;
            }
            if left.is_empty() {
                self.add_full(one, two, together | other);
            } else if chosen + 1 < ALTERNATIVES {
                let next = (left, together | other);
                self.alternatives(one, two, index + 1, next, chosen + 1);
            }
        }
    }

    /// The AND rule: whatever `through` is connected to, `from` is connected to by way of it.
    fn pass_on(&mut self, from: usize, through: usize, carrier: B) {
        // A way from side to side need not touch a side in between: half of the time for a few connections.
        if through <= SIDES.1 {
            return;
        }
        let (start, via) = (self.cell(from), self.cell(through));
        for place in 0..self.partners[through].len() {
            let target = usize::from(self.partners[through][place]);
            if target == from || self.cell(target).meets(carrier) {
                continue;
            }
            let there = self.pair(through, target);
            for index in 0..self.full.of(there).len() {
                let Some(&theirs) = self.full.of(there).get(index) else { break };
                if theirs.meets(carrier | start) {
                    continue;
                }
                self.note([from, through, target], [carrier, theirs], via.is_empty());
                if via.is_empty() {
                    self.add_full(from, target, carrier | theirs);
                } else {
                    let first = (through - self.groups) as u32;
                    self.add_semi(from, target, carrier | theirs | via, first);
                }
            }
        }
    }
}
