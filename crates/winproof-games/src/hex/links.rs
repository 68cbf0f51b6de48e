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
//! all connections are found, and to be quick we find fewer than others do:
//! - One end is always a group or a side. From empty cell to empty cell only neighbours and bridges are used.
//!   Connections grow from both ends of the board until they meet, so little is lost by that.
//! - Each pair keeps a few connections only, the smallest.
//!
//! Edge templates need no table: bridges and ziggurats to a side come out of the two rules.

use super::bits::Bits;
use super::inferior::Inferior;
use super::shape::Shape;

/// Semi connections kept between the two sides: the opponent's must-play region is their intersection.
const WINNING: usize = 48;
/// How many semi connections are combined by one use of the OR rule.
const ALTERNATIVES: u32 = 4;

/// What of one board never changes: who is near to whom.
#[derive(Clone, Debug)]
pub(super) struct Grid<B> {
    pub shape: Shape<B>,
    pub inferior: Inferior,
    cells: usize,
    /// For each cell its neighbours, and its bridges with the two cells between.
    near: Vec<Vec<(u32, B)>>,
}

impl<B: Bits> Grid<B> {
    pub fn new(size: u32) -> Grid<B> {
        let shape = Shape::new(size);
        let cells = size * size;
        let near = (0..cells).map(|cell| {
            let own = B::cell(cell);
            let beside = shape.neighbours(own);
            let further = shape.neighbours(beside) & !beside & !own;
            let common = |to: u32| shape.neighbours(B::cell(to)) & beside;
            let bridges = further.cells().map(|to| (to, common(to))).filter(|it| it.1.count() == 2);
            beside.cells().map(|to| (to, B::EMPTY)).chain(bridges).collect()
        });
        Grid { shape, inferior: Inferior::new(size), cells: cells as usize, near: near.collect() }
    }
}

/// A short list of carriers, none within another.
#[derive(Clone)]
struct Carriers<B> {
    carriers: Vec<B>,
    most: usize,
}

impl<B: Bits> Carriers<B> {
    fn new(most: usize) -> Carriers<B> {
        Carriers { carriers: Vec::with_capacity(most), most }
    }

    fn covers(&self, carrier: B) -> bool {
        self.carriers.iter().any(|&known| known.within(carrier))
    }

    /// Adds a carrier that no other covers. Answers whether it was worth keeping.
    fn add(&mut self, carrier: B) -> bool {
        self.carriers.retain(|&known| !carrier.within(known));
        if self.carriers.len() < self.most {
            self.carriers.push(carrier);
            return true;
        }
        let sizes = self.carriers.iter().map(|known| known.count()).enumerate();
        let largest = sizes.max_by_key(|&(_, size)| size);
        match largest {
            Some((index, size)) if size > carrier.count() => {
                self.carriers.remove(index);
                self.carriers.push(carrier);
                true
            }
            _ => false,
        }
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
    /// How many groups there are, the sides included.
    groups: usize,
    /// For each group the empty cells next to it.
    touching: Vec<B>,
    /// By group and then target: groups first, then cells.
    full: Vec<Carriers<B>>,
    semi: Vec<Carriers<B>>,
    /// The first moves of the semi connections of the sides.
    winning: Vec<(B, u32)>,
    /// Full connections that nothing has been made from yet.
    fresh: Vec<(usize, usize, B)>,
    empty: B,
}

impl<'g, B: Bits> Links<'g, B> {
    pub fn new(grid: &'g Grid<B>, most: usize) -> Links<'g, B> {
        Links {
            grid,
            most,
            groups: 0,
            touching: Vec::new(),
            full: Vec::new(),
            semi: Vec::new(),
            winning: Vec::new(),
            fresh: Vec::new(),
            empty: B::EMPTY,
        }
    }

    /// Searches the connections of the player who owns `own` and these sides.
    pub fn search(&mut self, own: B, empty: B, sides: [B; 2], goal: Goal) {
        self.lay_out(own, empty, sides);
        let mut next = 0;
        while next < self.fresh.len() {
            if self.done(goal) {
                return;
            }
            let (group, target, carrier) = self.fresh[next];
            next += 1;
            if self.full[self.pair(group, target)].carriers.contains(&carrier) {
                self.combine(group, target, carrier);
            }
        }
    }

    fn done(&self, goal: Goal) -> bool {
        !self.full[self.pair(SIDES.0, SIDES.1)].carriers.is_empty()
            || goal == Goal::Semi && !self.winning.is_empty()
    }

    /// The smallest carrier of a full connection of the sides that was found.
    pub fn joined(&self) -> Option<B> {
        let carriers = &self.full[self.pair(SIDES.0, SIDES.1)].carriers;
        carriers.iter().copied().min_by_key(|carrier| carrier.count())
    }

    /// The semi connections of the sides that were found, each with its first move.
    pub fn threats(&self) -> &[(B, u32)] {
        &self.winning
    }

    /// Finds the groups and what is next to them.
    fn lay_out(&mut self, own: B, empty: B, sides: [B; 2]) {
        let shape = &self.grid.shape;
        self.empty = empty;
        self.winning.clear();
        self.fresh.clear();
        self.touching.clear();
        let mut rest = own;
        for side in sides {
            let group = shape.group(side & own, own);
            rest &= !group;
            self.touching.push((shape.neighbours(group) | side) & empty);
        }
        while !rest.is_empty() {
            let group = shape.group(B::cell(rest.first()), own);
            rest &= !group;
            self.touching.push(shape.neighbours(group) & empty);
        }
        self.groups = self.touching.len();
        let pairs = self.groups * (self.groups + self.grid.cells);
        for list in [&mut self.full, &mut self.semi] {
            list.iter_mut().take(pairs).for_each(|carriers| carriers.carriers.clear());
        }
        while self.full.len() < pairs {
            self.full.push(Carriers::new(self.most));
            self.semi.push(Carriers::new(2 * self.most));
        }
        for group in 0..self.groups {
            for cell in self.touching[group].cells() {
                let target = self.groups + cell as usize;
                self.add_full(group, target, B::EMPTY);
            }
        }
    }

    /// Where the connections of a group and a target are kept. Of two groups it is the lesser that counts.
    #[inline]
    fn pair(&self, group: usize, target: usize) -> usize {
        let (group, target) =
            if target < self.groups && target < group { (target, group) } else { (group, target) };
        group * (self.groups + self.grid.cells) + target
    }

    /// The cell that a target is, if it is none of the groups.
    #[inline]
    fn cell(&self, target: usize) -> B {
        if target < self.groups { B::EMPTY } else { B::cell((target - self.groups) as u32) }
    }

    fn add_full(&mut self, group: usize, target: usize, carrier: B) {
        let pair = self.pair(group, target);
        if !self.full[pair].covers(carrier) && self.full[pair].add(carrier) {
            self.fresh.push((group, target, carrier));
        }
    }

    fn add_semi(&mut self, group: usize, target: usize, carrier: B, first: u32) {
        let pair = self.pair(group, target);
        if self.full[pair].covers(carrier) || self.semi[pair].covers(carrier) {
            return;
        }
        if pair == self.pair(SIDES.0, SIDES.1) {
            self.winning.retain(|&(known, _)| !carrier.within(known));
            if self.winning.len() < WINNING && self.winning.iter().all(|it| !it.0.within(carrier)) {
                self.winning.push((carrier, first));
            }
        }
        if self.semi[pair].add(carrier) {
            let all = self.semi[pair].carriers.iter();
            if all.fold(carrier, |common, &it| common & it).is_empty() {
                self.alternatives(group, target, 0, (carrier, carrier), 1);
            }
        }
    }

    /// The OR rule: adds to a set of semi connections, given as what all have in common and what they have
    /// together, until nothing is in common.
    fn alternatives(
        &mut self,
        group: usize,
        target: usize,
        from: usize,
        (common, together): (B, B),
        chosen: u32,
    ) {
        let pair = self.pair(group, target);
        if self.full[pair].covers(together) {
            return;
        }
        for index in from..self.semi[pair].carriers.len() {
            let other = self.semi[pair].carriers[index];
            let left = common & other;
            if left == common {
                continue;
            }
            if left.is_empty() {
                self.add_full(group, target, together | other);
            } else if chosen + 1 < ALTERNATIVES {
                let next = (left, together | other);
                self.alternatives(group, target, index + 1, next, chosen + 1);
            }
        }
    }

    /// The AND rule, for everything that a full connection can be joined to.
    fn combine(&mut self, group: usize, target: usize, carrier: B) {
        if target < self.groups {
            self.pass_on(group, target, carrier);
            self.pass_on(target, group, carrier);
            return;
        }
        let grid = self.grid;
        let cell = (target - self.groups) as u32;
        let taken = carrier | B::cell(cell);
        // On to empty cells near by.
        for &(to, between) in &grid.near[cell as usize] {
            let step = between | B::cell(to);
            if step.within(self.empty) && !step.meets(taken) && !self.touching[group].has(to) {
                self.add_semi(group, self.groups + to as usize, taken | between, cell);
            }
        }
        for other in (0..self.groups).filter(|&other| other != group) {
            // With another group that gets here.
            let there = self.pair(other, target);
            for index in 0..self.full[there].carriers.len() {
                let theirs = self.full[there].carriers[index];
                if !theirs.meets(carrier) {
                    self.add_semi(group, other, taken | theirs, cell);
                }
            }
            // From another group through this one.
            let between = self.pair(other, group);
            for index in 0..self.full[between].carriers.len() {
                let Some(&theirs) = self.full[between].carriers.get(index) else { break };
                if !theirs.meets(taken) {
                    self.add_full(other, target, carrier | theirs);
                }
            }
        }
    }

    /// Whatever `through` is connected to, `group` is connected to by way of it.
    fn pass_on(&mut self, group: usize, through: usize, carrier: B) {
        for target in 0..self.groups + self.grid.cells {
            if target == group || target == through {
                continue;
            }
            let there = self.pair(through, target);
            let cell = self.cell(target);
            for index in 0..self.full[there].carriers.len() {
                let Some(&theirs) = self.full[there].carriers.get(index) else { break };
                if !theirs.meets(carrier) && !cell.meets(carrier) {
                    self.add_full(group, target, carrier | theirs);
                }
            }
        }
    }
}
