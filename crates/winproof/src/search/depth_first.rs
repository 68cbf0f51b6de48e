//! The kernel of the depth-first searches: a stack of frames on the heap, each with thresholds that say when
//! its search ends. PN*, PDS, df-pn and df-pn+ differ in the thresholds of the root and the children and in
//! what ends a frame; a [`Schedule`] defines both.
//!
//! What it stores, and how it handles cycles, is in [`memory`](super::memory).
//!
//! Two rules avoid live-locks: the numbers of a node's children stay in its frame, whatever the table
//! forgets; and the thresholds that one frame gives one child never fall, and rise by half if they would
//! otherwise stay the same, or if the last visit entered no new position ([`Bounds::raised`]).
//!
//! A frame reads all children of its node after each visit to one of them, except for nodes with very many
//! children ([`wide`]).

mod schedule;
mod team;
mod wide;

use std::io;
use std::sync::Arc;

use winproof_rules::{Game, Move, Question, SplitKey};

use schedule::open;
pub use schedule::{Child, Schedule, View, number};
pub use team::{MOST_THREADS, Team};
use wide::{WideFrame, wide_frame};

use super::memory::{Known, SearchMemory, Solution};
use super::ranking::WIDE;
use super::second_level::SecondLevel;
use super::{Setup, Stored};
use crate::certify::Region;
use crate::policy::edge_costs::EdgeCosts;
use crate::policy::order::{Killers, Order};
use crate::policy::static_solver::{StaticSolver, UNFOLDED};
use crate::policy::threshold::{Bounds, INFINITE};
use crate::policy::total::RunningTotal;
use crate::save::{LoadError, State, StateReader, StateWriter};
use crate::search::Search;
use crate::settings::{self, Evaluation, LeafNumbers, Replacement, Sum};
use crate::table::arena::Role;
use crate::table::shared::SearchTable;
use crate::table::tentative::Deps;
use crate::table::transposition::{Effort, Entry, Table};
use crate::{Condition, Control, Numbers, ProofNumber, StopReason};

/// A node on the path.
struct Frame<P> {
    position: P,
    key: SplitKey,
    role: Role,
    /// Its level in the game's own count.
    level: usize,
    bounds: Bounds,
    floor: i64,
    /// Where its children start in `DepthFirst::children`.
    first: usize,
    /// The child that is being searched.
    chosen: usize,
    /// Expansions when it was entered.
    started: u64,
    /// `DepthFirst::fresh` when it was entered.
    fresh: u64,
    height: u32,
}

impl<P> Frame<P> {
    /// What is known about a node with unsolved children.
    fn unsolved(&self, least: i64, total: RunningTotal, best: Move) -> Summary {
        let (least, sum) = (finite(least), finite(total.value()));
        let numbers = match self.role {
            Role::Or => Numbers { pn: least, dn: sum },
            Role::And => Numbers { pn: sum, dn: least },
        };
        Summary { numbers, deps: Deps::NONE, mv: Some(best), total }
    }
}

/// What a frame currently knows about its node.
struct Summary {
    numbers: Numbers,
    deps: Deps,
    /// The child that decides it, or the best one.
    mv: Option<Move>,
    /// The total of the numbers that it adds up, unless it is solved.
    total: RunningTotal,
}

/// A depth-first search with its tables.
pub struct DepthFirst<'g, G: Game> {
    game: &'g G,
    question: Question,
    /// Behind a pointer, so that the kernel is compiled once for a game and not for each algorithm.
    schedule: Box<dyn Schedule>,
    second: SecondLevel<'g, G>,
    evaluation: Evaluation,
    leaf_numbers: LeafNumbers,
    order: Order,
    killers: Killers,
    costs: EdgeCosts,
    total: Sum,
    rising: bool,
    /// SiblingGC: children with smaller numbers are forgotten when their parent's search ends; 0 is off.
    sibling_gc: ProofNumber,
    known: SearchMemory<'g, G>,
    frames: Vec<Frame<G::Position>>,
    children: Vec<Child>,
    /// The state of the frames whose nodes are wide and were visited.
    wide: Vec<WideFrame>,
    /// Nodes with more children are wide.
    pub(super) wide_from: usize,
    numbers: Numbers,
    best: Option<Move>,
    /// Positions that were entered for the first time, as far as the table remembers.
    fresh: u64,
    moves: Vec<Move>,
    scratch: Vec<Move>,
    /// Positions of the children of the node that is being entered.
    made: Vec<G::Position>,
    /// Whether the game may delay moves.
    delay: bool,
    /// The chains of delayed moves of the node that is being entered.
    chains: Chains,
    /// The thresholds of the last round, and `fresh` when it began.
    last_round: Option<(Bounds, u64)>,
    /// The threads that it belongs to.
    team: Option<Member>,
}

/// A search as one of several threads.
struct Member {
    team: Arc<Team>,
    /// Whether it is the first one, which tells its line.
    first: bool,
    /// Expansions at which it looks again whether others have solved a position on its path.
    next_look: u64,
}

/// Expansions from one look at the path to the next. With more of them a thread searches longer below what another
/// has solved, with fewer the looks take longer than what they save.
const LOOK_EVERY: u64 = 64;

/// Children of a wide node that are read again after each visit, since other threads may have written them.
const READ_AGAIN: usize = 64;

/// Chains of delayed moves, each with the place of its last child.
#[derive(Default)]
struct Chains(Vec<(u32, u32)>);

impl Chains {
    fn clear(&mut self) {
        self.0.clear();
    }

    /// Appends a child to a chain, and returns the one that it waits for.
    fn append(&mut self, chain: u32, place: u32) -> u32 {
        match self.0.iter_mut().find(|(number, _)| *number == chain) {
            Some((_, last)) => std::mem::replace(last, place),
            None => {
                self.0.push((chain, place));
                Child::NOBODY
            }
        }
    }
}

impl<'g, G: Game> DepthFirst<'g, G> {
    /// Makes an empty search. `memory` is the budget of the tables, without that of the leaf search.
    pub fn new(
        setup: &Setup<'g, G>,
        settings: &settings::DepthFirst,
        schedule: impl Schedule + 'static,
        costs: EdgeCosts,
        second: SecondLevel<'g, G>,
        memory: usize,
    ) -> Self {
        DepthFirst {
            game: setup.game,
            question: setup.question,
            schedule: Box::new(schedule),
            second,
            evaluation: settings.evaluation,
            leaf_numbers: settings.init,
            order: Order::new(settings.order, setup.seed),
            killers: Killers::new(settings.killers),
            costs,
            total: settings.sum,
            rising: settings.rising,
            sibling_gc: ProofNumber::finite(settings.sibling_gc),
            known: SearchMemory::new(setup, &settings.table, memory),
            frames: Vec::new(),
            children: Vec::new(),
            wide: Vec::new(),
            wide_from: WIDE,
            numbers: Numbers::UNIT,
            best: None,
            fresh: 0,
            moves: Vec::new(),
            scratch: Vec::new(),
            made: Vec::new(),
            delay: settings.delay,
            chains: Chains::default(),
            last_round: None,
            team: None,
        }
    }

    fn condition(&self) -> Condition {
        Condition {
            numbers: self.numbers,
            memory: self.known.bytes() + self.second.memory(),
            entries: self.known.table.peak(),
        }
    }

    /// Makes it one of several threads that search the same position with one table.
    pub fn join(&mut self, team: &Arc<Team>, table: SearchTable, first: bool) {
        self.known.table = table;
        self.team = Some(Member { team: Arc::clone(team), first, next_look: 0 });
    }

    /// Makes it a search of its own again, with an empty table.
    pub fn part(&mut self) {
        drop(self.take_table());
        self.team = None;
    }

    /// Returns the table, and leaves an empty one.
    pub fn take_table(&mut self) -> SearchTable {
        let empty = SearchTable::own(Table::with_bytes(0, Replacement::Newest));
        std::mem::replace(&mut self.known.table, empty)
    }

    /// Returns the table.
    pub fn table(&mut self) -> &mut SearchTable {
        &mut self.known.table
    }

    /// Begins a search. Returns the verdict on a position that needs none.
    pub fn start(&mut self, position: &G::Position) -> Option<bool> {
        self.numbers = Numbers::UNIT;
        self.best = None;
        self.last_round = None;
        let met = self.question.settled(self.game, position)?;
        self.numbers = Numbers::solved(met);
        Some(met)
    }

    /// Goes on with a search until it has a verdict, or has made so many expansions in all. A search that has to stop
    /// can go on later, or be ended by [`unwind`](DepthFirst::unwind).
    pub fn advance(
        &mut self,
        root: &G::Position,
        control: &mut Control<'_>,
        until: u64,
    ) -> Result<Option<bool>, StopReason> {
        while control.counts.expansions < until {
            if self.frames.is_empty() {
                self.begin_round(root, control)?;
            }
            self.step(control)?;
            if self.frames.is_empty()
                && let Some(proved) = self.numbers.verdict()
            {
                return Ok(Some(proved));
            }
        }
        Ok(None)
    }

    /// Begins to search the root until its thresholds are reached.
    fn begin_round(
        &mut self,
        root: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<(), StopReason> {
        let role = self.known.role(root);
        let bounds = match self.last_round {
            None => self.schedule.root(role, None),
            Some((bounds, fresh)) => {
                let next = self.schedule.root(role, Some(self.numbers));
                // In a cycle, numbers can raise each other as fast as a threshold that rises by one: a round that
                // entered no new position shows it.
                let circling = self.fresh == fresh;
                if self.rising { next.raised(bounds, circling) } else { next }
            }
        };
        self.last_round = Some((bounds, self.fresh));
        let floor = number(role, self.numbers, true);
        self.enter(root.clone(), bounds, floor, control)
    }

    /// Leaves the last frame or goes to one of its children.
    fn step(&mut self, control: &mut Control<'_>) -> Result<(), StopReason> {
        if self.team.is_some() && self.leave_solved(control) {
            return Ok(());
        }
        let summary = self.summarise();
        let depth = self.frames.len() - 1;
        if depth == 0 {
            // For observers: a round can take very long.
            self.numbers = summary.numbers;
            if let Some(member) = &self.team {
                member.team.set_numbers(summary.numbers);
            }
        }
        let frame = &mut self.frames[depth];
        if self.schedule.raises_floor() {
            frame.floor = frame.floor.max(number(frame.role, summary.numbers, true));
        }
        let frame = &self.frames[depth];
        let children = &self.children[frame.first..];
        let team = self.team.as_ref().map(|member| member.team.as_ref());
        // In a team all candidates are compared: the first two may be taken.
        let wide = wide_frame(&mut self.wide, depth).filter(|_| team.is_none());
        let view = View {
            role: frame.role,
            bounds: frame.bounds,
            numbers: summary.numbers,
            floor: frame.floor,
            total: summary.total,
            children,
            team,
            width: self.schedule.width(),
            ranked: wide.and_then(|it| it.ranked(self.schedule.as_ref(), children, frame.floor)),
        };
        if summary.numbers.verdict().is_some() || self.schedule.ended(&view) {
            self.leave(summary, control);
            return Ok(());
        }
        let (chosen, bounds) = self.schedule.choose(&view);
        self.descend(chosen, bounds, control)
    }

    /// Leaves the frames from the first one on whose position another thread has solved, and returns whether there is
    /// one.
    fn leave_solved(&mut self, control: &Control<'_>) -> bool {
        let Some(member) = &mut self.team else { return false };
        if control.counts.expansions < member.next_look {
            return false;
        }
        member.next_look = control.counts.expansions + LOOK_EVERY;
        let table = &self.known.table;
        let is_solved = |frame: &Frame<G::Position>| {
            table.get(frame.key).is_some_and(|entry| entry.numbers.verdict().is_some())
        };
        let Some(depth) = self.frames.iter().position(is_solved) else { return false };
        while self.frames.len() > depth {
            let summary = self.summarise();
            self.leave(summary, control);
        }
        true
    }

    /// Goes to a child of the last frame.
    fn descend(
        &mut self,
        chosen: usize,
        bounds: Bounds,
        control: &mut Control<'_>,
    ) -> Result<(), StopReason> {
        let depth = self.frames.len() - 1;
        let frame = &mut self.frames[depth];
        frame.chosen = chosen;
        let child = &mut self.children[frame.first + chosen];
        let bounds = match self.rising {
            true => bounds.raised(child.given, child.circling),
            false => bounds,
        };
        child.given = bounds;
        let child = *child;
        let position = self.game.play(&frame.position, child.mv);
        if !child.visited && self.evaluate_leaf(&position, child.key, control)? {
            self.fresh += 1;
            return Ok(());
        }
        let floor = number(self.known.role(&position), child.numbers, true);
        let before = self.fresh;
        self.enter(position, bounds, floor, control)?;
        self.fresh += u64::from(!child.visited);
        self.frames[depth + 1].fresh = before;
        Ok(())
    }

    /// Evaluates the chosen child of the last frame, which was never searched, without a frame of its own: by
    /// the second level, or because it is an end that was not recognised before. Returns whether that was
    /// possible.
    fn evaluate_leaf(
        &mut self,
        position: &G::Position,
        key: SplitKey,
        control: &mut Control<'_>,
    ) -> Result<bool, StopReason> {
        let before = control.counts.expansions;
        let SearchMemory { table, static_solver, .. } = &mut self.known;
        let free = table.capacity() - table.len().min(table.capacity());
        if let Some((numbers, mv)) =
            self.second.evaluate(position, table.len(), free, static_solver, control)?
        {
            control.counts.nodes += 1;
            let known = &mut self.known;
            let least = Effort { expansions: 1, height: 1 };
            self.second.solutions(&mut |position, numbers, mv| {
                let key = known.key(position);
                known.table.put(key, Entry::new(key, numbers, mv), least);
            });
            let expansions = (control.counts.expansions - before).max(1);
            let effort = Effort { expansions, height: 1 };
            self.take_leaf(key, Entry::new(key, numbers, mv), effort);
            return Ok(true);
        }
        if self.evaluation == Evaluation::Immediate {
            return Ok(false);
        }
        let Some(numbers) = self.known.evaluate(position, key) else { return Ok(false) };
        control.admit(|| self.condition())?;
        control.expanded(key.whole(), 0, 1);
        let effort = Effort { expansions: 1, height: 1 };
        self.take_leaf(key, Entry::new(key, numbers, UNFOLDED), effort);
        Ok(true)
    }

    /// Records what was found out about the chosen child of the last frame.
    fn take_leaf(&mut self, key: SplitKey, entry: Entry, effort: Effort) {
        self.known.table.put(key, entry, effort);
        let frame = &self.frames[self.frames.len() - 1];
        let child = &mut self.children[frame.first + frame.chosen];
        child.numbers = entry.numbers;
        child.solution = Known::of(entry).solution;
        child.visited = true;
        self.refresh();
    }

    /// Puts a node on the path and makes its children.
    fn enter(
        &mut self,
        position: G::Position,
        bounds: Bounds,
        floor: i64,
        control: &mut Control<'_>,
    ) -> Result<(), StopReason> {
        control.admit(|| self.condition())?;
        control.looked_at(self.known.static_solver.visited());
        if let Some(member) = &self.team {
            if member.first {
                member.team.tell_line(|| self.line());
            }
            self.known.table.give_way();
        }
        if control.save_due() {
            let condition = self.condition();
            control.save(self, condition);
        }
        let key = self.known.key(&position);
        let above = self.frames.last();
        let level =
            above.map_or(0, |frame| frame.level + self.game.levels(&frame.position, &position));
        self.known.enter(key);
        if let Some(member) = &self.team {
            member.team.enter(key);
        }
        let role = self.known.role(&position);
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.game.moves(&position, &mut moves);
        self.known.static_solver.prune(&position, &mut moves);
        self.order.apply(self.game, &position, &mut moves);
        self.killers.apply(level, &mut moves);
        let first = self.children.len();
        self.make_children(&position, &moves);
        self.moves = moves;
        let decisive = Numbers::solved(role == Role::Or);
        for index in 0..self.made.len() {
            let (Known { numbers, deps, solution }, visited) = self.look(first + index, index);
            let child = &mut self.children[first + index];
            (child.numbers, child.deps, child.visited) = (numbers, deps, visited);
            child.solution = solution;
            if numbers == decisive && deps.is_none() {
                self.children.truncate(first + index + 1);
                break;
            }
        }
        control.expanded(key.whole(), self.children.len() - first, 1);
        let started = control.counts.expansions;
        let (chosen, fresh) = (0, self.fresh);
        self.frames.push(Frame {
            position,
            key,
            role,
            level,
            bounds,
            floor,
            first,
            chosen,
            started,
            fresh,
            height: 1,
        });
        Ok(())
    }

    /// Makes the positions of the children and prefetches their entries, all at once: memory is slow to
    /// respond.
    fn make_children(&mut self, position: &G::Position, moves: &[Move]) {
        self.made.clear();
        self.chains.clear();
        let first = self.children.len();
        // A wide node keeps its children ranked, without regard to who waits for whom.
        let chains = self.delay && moves.len() <= self.wide_from;
        let guidance = if chains { self.game.guidance() } else { None };
        for &mv in moves {
            let made = self.game.play(position, mv);
            let key = self.known.key(&made);
            self.known.table.prefetch(key);
            self.made.push(made);
            let cost = self.costs.of(self.game, position, mv, self.question);
            let waits_for = match guidance.and_then(|it| it.chain(position, mv)) {
                Some(chain) => self.chains.append(chain, (self.children.len() - first) as u32),
                None => Child::NOBODY,
            };
            self.children.push(Child {
                mv,
                key,
                numbers: Numbers::UNIT,
                deps: Deps::NONE,
                solution: None,
                given: Bounds::ZERO,
                cost,
                waits_for,
                visited: false,
                circling: false,
            });
        }
    }

    /// Returns what is known about a child that was just made, and whether it was searched.
    #[inline]
    fn look(&mut self, child: usize, made: usize) -> (Known, bool) {
        let position = &self.made[made];
        let key = self.children[child].key;
        let known = match self.evaluation {
            Evaluation::Immediate => self.known.look(position, key),
            Evaluation::Delayed => self.known.recall(position, key),
        };
        if let Some(known) = known {
            return (known, true);
        }
        let Self { game, question, known, scratch, .. } = self;
        if self.evaluation == Evaluation::Delayed && question.settled(*game, position).is_some() {
            // Games need not be able to estimate ends.
            return (Known::that(Numbers::UNIT, Deps::NONE), false);
        }
        let static_solver = &known.static_solver;
        let numbers = self.leaf_numbers.of(*game, position, *question, static_solver, scratch);
        (Known::that(numbers, Deps::NONE), false)
    }

    /// Computes the last frame's node from its children.
    fn summarise(&mut self) -> Summary {
        let depth = self.frames.len() - 1;
        let frame = &self.frames[depth];
        let children = &self.children[frame.first..];
        let decisive = Numbers::solved(frame.role == Role::Or);
        let none = self.total.start();
        let wide = wide_frame(&mut self.wide, depth);
        if let Some(standing) = wide.and_then(|wide| wide.standing(self.total)) {
            let mv = children[standing.best].mv;
            return frame.unsolved(standing.least, standing.total, mv);
        }
        let deciders = children.iter().filter(|child| child.numbers == decisive);
        // Of several disproofs, the one with the fewest dependencies is the most useful.
        if let Some(child) = deciders.max_by_key(|child| child.deps.min) {
            let deps = child.deps.above(depth);
            return Summary { numbers: decisive, deps, mv: Some(child.mv), total: none };
        }
        let mut least = INFINITE;
        let mut best = None;
        let mut total = none;
        for (_, child) in open(children, self.schedule.width()) {
            let value = child.least(frame.role);
            if value < least {
                (least, best) = (value, Some(child.mv));
            }
            total.add(child.total(frame.role));
        }
        match best {
            Some(best) => frame.unsolved(least, total, best),
            None => {
                let deps = children.iter().fold(Deps::NONE, |deps, child| deps.and(child.deps));
                let numbers = Numbers::solved(frame.role == Role::And);
                Summary { numbers, deps: deps.above(depth), mv: None, total }
            }
        }
    }

    /// Takes the last frame off the path, stores its result, and passes it to its parent.
    fn leave(&mut self, summary: Summary, control: &Control<'_>) {
        let frame = self.frames.pop().expect("there is a frame to leave");
        self.known.leave(frame.key);
        if let Some(member) = &self.team {
            member.team.leave(frame.key);
        }
        let mut solution = self.solution(&frame, &summary);
        self.forget_siblings(&frame, summary.numbers);
        self.children.truncate(frame.first);
        self.forget_wide(self.frames.len());
        let Summary { mut numbers, mut deps, mut mv, .. } = summary;
        if numbers.verdict().is_some()
            && let Some(mv) = mv
        {
            self.killers.note(frame.level, mv);
        }
        let Solution { hand, plies } = solution;
        let entry = Entry { numbers, mv: mv.unwrap_or(Move(0)), hand, plies };
        let expansions = control.counts.expansions - frame.started + 1;
        let effort = Effort { expansions, height: frame.height };
        self.known.store(&frame.position, frame.key, entry, deps, effort);
        let told = numbers.verdict().filter(|_| deps.is_none());
        let learned =
            told.is_some_and(|proved| self.known.static_solver.learn(&frame.position, proved, mv));
        if let Some(entry) = self.solved_by_others(frame.key, numbers, deps) {
            (numbers, deps, mv) = (entry.numbers, Deps::NONE, Some(entry.mv));
            solution = Solution { hand: entry.hand, plies: entry.plies };
        }
        match self.frames.last_mut() {
            None => {
                self.numbers = numbers;
                self.best = mv;
            }
            Some(parent) => {
                parent.height = parent.height.max(frame.height + 1);
                let child = &mut self.children[parent.first + parent.chosen];
                (child.numbers, child.deps, child.visited) = (numbers, deps, true);
                child.solution = Some(solution);
                child.circling = self.fresh == frame.fresh;
                self.refresh();
                if learned {
                    self.prune_children();
                }
            }
        }
    }

    /// Returns the entry of a position that another thread has solved, if this one has not.
    fn solved_by_others(&self, key: SplitKey, numbers: Numbers, deps: Deps) -> Option<Entry> {
        if self.team.is_none() || numbers.verdict().is_some() && deps.is_none() {
            return None;
        }
        self.known.table.get(key).filter(|entry| entry.numbers.verdict().is_some())
    }

    /// Returns how general the result of a frame is.
    fn solution(&self, frame: &Frame<G::Position>, summary: &Summary) -> Solution {
        let exact = Solution { hand: frame.key.hand, plies: 0 };
        let Some(proved) = summary.numbers.verdict().filter(|_| self.known.compares_hands()) else {
            return exact;
        };
        let children = &self.children[frame.first..];
        let one_is_enough = (frame.role == Role::Or) == proved;
        let support =
            children.iter().filter(|child| !one_is_enough || Some(child.mv) == summary.mv);
        let mut answers = Vec::with_capacity(children.len());
        for child in support {
            if !child.deps.is_none() {
                return exact;
            }
            let solution = child.solution.unwrap_or_else(|| {
                self.known.decided(&self.game.play(&frame.position, child.mv), proved)
            });
            answers.push((child.mv, solution));
        }
        self.known.general(&frame.position, frame.key, proved, &answers)
    }

    /// Removes children of the last frame that the game now knows to lose.
    fn prune_children(&mut self) {
        // The places of children change.
        self.forget_wide(self.frames.len() - 1);
        let frame = &self.frames[self.frames.len() - 1];
        self.moves.clear();
        let open = self.children[frame.first..].iter().filter(|child| child.is_open());
        self.moves.extend(open.map(|child| child.mv));
        if self.moves.is_empty() {
            return;
        }
        self.known.static_solver.prune(&frame.position, &mut self.moves);
        let mut kept = frame.first;
        for index in frame.first..self.children.len() {
            let child = self.children[index];
            if !child.is_open() || self.moves.contains(&child.mv) {
                self.children[kept] = child;
                kept += 1;
            }
        }
        self.children.truncate(kept);
        // Places have changed, so nobody waits any more.
        self.children[self.frames[self.frames.len() - 1].first..]
            .iter_mut()
            .for_each(|child| child.waits_for = Child::NOBODY);
    }

    /// SiblingGC: forgets the children of a node whose search has ended, unless they survive. Of a solved
    /// node only the solution stays.
    fn forget_siblings(&mut self, frame: &Frame<G::Position>, numbers: Numbers) {
        if self.sibling_gc == ProofNumber::ZERO {
            return;
        }
        let solved = numbers.verdict().is_some();
        for child in &self.children[frame.first..] {
            if child.is_open()
                && (solved || !self.schedule.survives(child.numbers, self.sibling_gc))
            {
                self.known.table.remove(child.key);
            }
        }
    }

    /// Reads what the table has learned meanwhile about the open children of the last frame.
    fn refresh(&mut self) {
        for key in self.known.table.take_journal() {
            self.wide.iter_mut().for_each(|wide| wide.note_written(key));
        }
        let depth = self.frames.len() - 1;
        let frame = &self.frames[depth];
        let children = &mut self.children[frame.first..];
        let shared = self.team.is_some();
        if let Some(wide) = wide_frame(&mut self.wide, depth) {
            if shared {
                wide.note_some(READ_AGAIN);
            }
            return wide.refresh(self.schedule.as_ref(), children, frame.chosen, &self.known.table);
        }
        if G::TRANSPOSES || shared {
            for (index, child) in children.iter_mut().enumerate() {
                if index != frame.chosen {
                    child.refresh(&self.known.table);
                }
            }
        }
        if children.len() > self.wide_from {
            self.known.table.keep_journal(G::TRANSPOSES);
            let mut wide =
                WideFrame::new(self.schedule.as_ref(), depth, frame.role, frame.floor, children);
            if G::TRANSPOSES {
                // The child got its numbers from its own search, not from the table.
                wide.note_written(children[frame.chosen].key.board);
            }
            self.wide.push(wide);
        }
    }

    /// Forgets the state of a wide node's frame, if there is one.
    fn forget_wide(&mut self, depth: usize) {
        if wide_frame(&mut self.wide, depth).is_some() {
            self.wide.pop();
            self.known.table.keep_journal(G::TRANSPOSES && !self.wide.is_empty());
        }
    }

    /// Takes all frames off the path and stores their results.
    pub fn unwind(&mut self, control: &Control<'_>) {
        while !self.frames.is_empty() {
            let summary = self.summarise();
            self.leave(summary, control);
        }
    }
}

/// A sum of finite numbers stays finite.
fn finite(value: i64) -> ProofNumber {
    ProofNumber::finite(value as usize)
}

/// Table entries are independent of each other, so a save needs nothing else: the search starts again at the
/// root and uses them. What depends on the path is left out.
impl<G: Game> State for DepthFirst<'_, G> {
    fn save(&mut self, out: &mut StateWriter<'_>) -> io::Result<()> {
        self.known.table.save(out)?;
        self.second.save(out)
    }

    fn load(&mut self, input: &mut StateReader<'_>) -> Result<(), LoadError> {
        self.known.table.load(input)?;
        self.second.load(input)
    }

    fn line(&self) -> Vec<Move> {
        self.frames.iter().map(|frame| self.children[frame.first + frame.chosen].mv).collect()
    }
}

impl<'g, G: Game> Search<'g, G> for DepthFirst<'g, G> {
    fn search(
        &mut self,
        position: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<bool, StopReason> {
        if let Some(met) = self.start(position) {
            return Ok(met);
        }
        let ended = self.advance(position, control, u64::MAX);
        self.unwind(control);
        ended.map(|proved| proved.expect("it goes on until there is a verdict"))
    }

    fn numbers(&self) -> Numbers {
        self.numbers
    }

    fn best_move(&self) -> Option<Move> {
        self.best
    }

    fn harvest(&self, _region: &mut Region<'_, G>) {
        // Everything is in the table; the region asks for it move by move.
    }

    fn known_move(&self, position: &G::Position, proved: bool) -> Option<Move> {
        let known = self.known.solving_move(position, proved);
        known.or_else(|| self.second.known_move(position, proved))
    }

    fn known(&self, position: &G::Position) -> Option<bool> {
        self.known.verdict(position)
    }

    fn remember(&mut self, position: &G::Position, proved: bool) {
        self.known.remember(position, proved);
    }

    fn stored(&self, root: &G::Position, line: &[Move]) -> Option<Stored> {
        self.known.stored(root, line)
    }

    fn static_solver(&mut self) -> &mut StaticSolver<'g, G> {
        &mut self.known.static_solver
    }

    fn leaf_nodes(&self) -> u64 {
        self.known.static_solver.visited()
    }

    fn memory(&self) -> usize {
        self.condition().memory
    }

    fn entries(&self) -> usize {
        self.condition().entries
    }
}
