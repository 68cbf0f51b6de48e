//! Alpha-beta with iterative deepening: the baseline that the proof-number searches are compared with
//! (Winands et al. 2002, 3.4).
//!
//! A position has one of three values: disproved < open < proved, where open means not decided within the
//! depth of this iteration. The bounds alpha and beta then reduce to what is still worth finding: a proof, a
//! disproof or both ([`Window`]). Once a child is open, an OR node cannot be disproved any more in this
//! iteration, nor an AND node proved; as soon as nothing is left to find, the search of the node ends. Moves
//! are tried in this order: the table's, killers, by history, as the game generates them.
//!
//! An open entry of the table says how many moves deep a proof and a disproof were searched without success
//! ([`Searched`]), so that neither is searched again to the same depth or less. In games with cycles this
//! depends on the path, because a repetition is a disproof. It never makes a verdict wrong, but the positions
//! of a cycle would stay open for ever if each used the other's entry from the last iteration. So in such
//! games an entry holds for one iteration only. Then deepening ends: no path without repetition is longer
//! than the number of positions, so a deeper iteration meets no horizon, and nothing in it can be open.
//!
//! Where we differ from the paper: its program has an evaluation function, which orders open positions; we
//! have none. It orders moves by a neural network, we by history. All moves are looked up before the first is
//! searched, because a move into a known position or an end may decide at once. An iteration that cost less
//! than twice the one before doubles the step to the next depth: with single steps a line of n moves costs
//! n²/2. Limits are limits of expansions, in every iteration; the paper counts the positions of a level only in
//! the first iteration that gets there ([`Counts::nodes`](crate::Counts::nodes)).

use std::io;

use winproof_rules::{Game, Move, Question, SplitKey};

use super::memory::SearchMemory;
use super::{Setup, Stored};
use crate::certify::Region;
use crate::policy::order::{History, Killers, Order};
use crate::policy::static_solver::StaticSolver;
use crate::save::{LoadError, State, StateReader, StateWriter};
use crate::search::Search;
use crate::settings;
use crate::table::arena::Role;
use crate::table::tentative::Deps;
use crate::table::transposition::{Effort, Entry};
use crate::{Condition, Control, Numbers, ProofNumber, StopReason};

/// What is still worth finding: alpha and beta for three values.
#[derive(Clone, Copy)]
struct Window {
    proof: bool,
    disproof: bool,
}

impl Window {
    const FULL: Window = Window { proof: true, disproof: true };

    fn is_empty(self) -> bool {
        !self.proof && !self.disproof
    }

    /// Returns what is left to find after a child of a node was found open.
    fn after_open(self, role: Role) -> Window {
        match role {
            Role::Or => Window { disproof: false, ..self },
            Role::And => Window { proof: false, ..self },
        }
    }

    /// Returns what is left to find within `depth` moves, given what was already searched without success.
    fn without(self, searched: Searched, depth: u32) -> Window {
        Window {
            proof: self.proof && searched.proof < depth,
            disproof: self.disproof && searched.disproof < depth,
        }
    }
}

/// How many moves deep a proof and a disproof were searched without success.
#[derive(Clone, Copy, Default)]
struct Searched {
    proof: u32,
    disproof: u32,
}

impl Searched {
    /// Adds what was searched without success in a search of this depth.
    fn and(self, window: Window, depth: u32) -> Searched {
        let deeper = |wanted, known: u32| if wanted { known.max(depth) } else { known };
        Searched {
            proof: deeper(window.proof, self.proof),
            disproof: deeper(window.disproof, self.disproof),
        }
    }

    /// Encodes it as an open entry's numbers. They count from `base`, so that a greater base makes old
    /// entries void; the base is at least 1, so that they never look solved.
    fn numbers(self, base: u32) -> Numbers {
        let number = |depth| ProofNumber::finite(base as usize + depth as usize);
        Numbers { pn: number(self.proof), dn: number(self.disproof) }
    }

    fn read(numbers: Numbers, base: u32) -> Searched {
        let depth = |number: ProofNumber| number.get().unwrap_or(0).saturating_sub(base);
        Searched { proof: depth(numbers.pn), disproof: depth(numbers.dn) }
    }
}

/// The result of the search of a position.
#[derive(Clone, Copy)]
enum Found {
    Solved(bool, Deps),
    /// Nothing that was worth finding was found within the depth.
    Open,
}

#[derive(Clone, Copy)]
struct Child {
    mv: Move,
    key: SplitKey,
}

/// A node on the path.
struct Frame<P> {
    position: P,
    key: SplitKey,
    role: Role,
    /// Its place on the path.
    depth: usize,
    /// Its level in the game's own count.
    level: usize,
    /// Moves that the search may still go deeper from here; at least one.
    remaining: u32,
    /// What was worth finding at first, and what still is.
    asked: Window,
    window: Window,
    /// Where its undecided children start in `AlphaBeta::children`, and the next one to search.
    first: usize,
    next: usize,
    /// Set as soon as no other child matters.
    cut: Option<Found>,
    /// What the disproofs of the children that fail the player to move depend on.
    deps: Deps,
    /// The move that cut off, or otherwise the first that stayed open.
    best: Option<Move>,
    /// Expansions when it was entered.
    started: u64,
}

impl<P> Frame<P> {
    /// Records what was found after a move.
    fn take(&mut self, mv: Move, found: Found) {
        match found {
            Found::Solved(proved, deps) if proved == (self.role == Role::Or) => {
                // Of several disproofs, the one with the fewest dependencies is the most useful.
                let deps = deps.above(self.depth);
                if !matches!(self.cut, Some(Found::Solved(_, known)) if known.min >= deps.min) {
                    self.cut = Some(Found::Solved(proved, deps));
                    self.best = Some(mv);
                }
            }
            Found::Solved(_, deps) => self.deps = self.deps.and(deps),
            Found::Open => {
                self.best.get_or_insert(mv);
                self.window = self.window.after_open(self.role);
                if self.window.is_empty() {
                    self.cut = Some(Found::Open);
                }
            }
        }
    }

    /// Returns whether the node is solved on every path, so that no other child can do better.
    fn is_settled(&self) -> bool {
        matches!(self.cut, Some(Found::Solved(_, deps)) if deps.is_none())
    }

    /// Returns the result of the node when it needs no more children, or has none left.
    fn found(&self) -> Found {
        let all_fail = Found::Solved(self.role == Role::And, self.deps.above(self.depth));
        self.cut.unwrap_or(if self.best.is_some() { Found::Open } else { all_fail })
    }
}

/// The current iteration.
#[derive(Clone, Copy)]
struct Deepening {
    depth: u32,
    /// By how much it is deeper than the one before.
    step: u32,
    /// Expansions of the one before.
    last: u64,
}

impl Deepening {
    const START: Deepening = Deepening { depth: 1, step: 1, last: 0 };
}

/// An alpha-beta search with its tables.
pub struct AlphaBeta<'g, G: Game> {
    game: &'g G,
    question: Question,
    order: Order,
    killers: Killers,
    history: History,
    known: SearchMemory<'g, G>,
    frames: Vec<Frame<G::Position>>,
    /// The children of all frames that were not decided when they were made.
    children: Vec<Child>,
    /// The base from which the numbers of open entries count.
    base: u32,
    deepening: Deepening,
    /// Where a saved search resumes.
    loaded: Option<Deepening>,
    /// Whether this iteration left out a position because of its depth.
    horizon: bool,
    numbers: Numbers,
    best: Option<Move>,
    moves: Vec<Move>,
}

impl<'g, G: Game> AlphaBeta<'g, G> {
    /// Makes an empty search.
    pub fn new(setup: &Setup<'g, G>, settings: &settings::AlphaBeta) -> Self {
        AlphaBeta {
            game: setup.game,
            question: setup.question,
            order: Order::new(settings.order, setup.seed),
            killers: Killers::new(settings.killers),
            history: History::new(settings.history),
            known: SearchMemory::new(setup, &settings.table, setup.memory),
            frames: Vec::new(),
            children: Vec::new(),
            base: 1,
            deepening: Deepening::START,
            loaded: None,
            horizon: false,
            numbers: Numbers::UNIT,
            best: None,
            moves: Vec::new(),
        }
    }

    fn condition(&self) -> Condition {
        Condition {
            numbers: self.numbers,
            memory: self.known.bytes(),
            entries: self.known.table.peak(),
        }
    }

    /// Searches the root to a depth.
    fn iterate(
        &mut self,
        root: &G::Position,
        depth: u32,
        control: &mut Control<'_>,
    ) -> Result<Found, StopReason> {
        self.horizon = false;
        self.enter(root.clone(), depth, Window::FULL, control)?;
        loop {
            if let Some((child, remaining, window)) = self.next_child() {
                self.enter(child, remaining, window, control)?;
            } else if let Some(found) = self.leave(control) {
                return Ok(found);
            }
        }
    }

    /// Puts a node on the path and looks its children up.
    fn enter(
        &mut self,
        position: G::Position,
        remaining: u32,
        window: Window,
        control: &mut Control<'_>,
    ) -> Result<(), StopReason> {
        control.admit(|| self.condition())?;
        control.looked_at(self.known.static_solver.visited());
        if control.save_due() {
            let condition = self.condition();
            control.save(self, condition);
        }
        let key = self.known.key(&position);
        self.known.enter(key);
        let first = self.children.len();
        let above = self.frames.last();
        let level =
            above.map_or(0, |frame| frame.level + self.game.levels(&frame.position, &position));
        let mut frame = Frame {
            role: self.known.role(&position),
            position,
            key,
            depth: self.frames.len(),
            level,
            remaining,
            asked: window,
            window,
            first,
            next: first,
            cut: None,
            deps: Deps::NONE,
            best: None,
            started: control.counts.expansions,
        };
        self.order_moves(&frame);
        let mut generated = 0;
        for &mv in &self.moves {
            let child = self.game.play(&frame.position, mv);
            let key = self.known.key(&child);
            generated += 1;
            let looked = self.known.look(&child, key);
            match looked.and_then(|known| Some((known.numbers.verdict()?, known.deps))) {
                Some((proved, deps)) => frame.take(mv, Found::Solved(proved, deps)),
                None => self.children.push(Child { mv, key }),
            }
            if frame.is_settled() {
                break;
            }
        }
        let before = self.deepening.depth.saturating_sub(self.deepening.step);
        let first_reached = frame.depth >= before as usize;
        control.expanded(key.whole(), generated, if first_reached { generated } else { 0 });
        self.frames.push(frame);
        Ok(())
    }

    /// Makes the moves of a node, in the order in which they are to be tried.
    fn order_moves(&mut self, frame: &Frame<G::Position>) {
        let moves = &mut self.moves;
        moves.clear();
        self.game.moves(&frame.position, moves);
        self.known.static_solver.prune(&frame.position, moves);
        self.order.apply(self.game, &frame.position, moves);
        self.history.apply(frame.role, moves);
        self.killers.apply(frame.level, moves);
        if let Some(entry) = self.known.table.get(frame.key)
            && let Some(place) = moves.iter().position(|&mv| mv == entry.mv)
        {
            moves[..=place].rotate_right(1);
        }
    }

    /// Returns the next child of the last frame to search, how deep, and for what.
    fn next_child(&mut self) -> Option<(G::Position, u32, Window)> {
        let frame = self.frames.last_mut().expect("there is a node to continue from");
        let remaining = frame.remaining - 1;
        while frame.cut.is_none() && frame.next < self.children.len() {
            let Child { mv, key } = self.children[frame.next];
            frame.next += 1;
            if remaining == 0 {
                self.horizon = true;
                frame.take(mv, Found::Open);
                continue;
            }
            // The search of a sibling may have solved it.
            let child = self.game.play(&frame.position, mv);
            let known = self.known.look(&child, key);
            let (numbers, deps) =
                known.map_or((Numbers::UNIT, Deps::NONE), |known| (known.numbers, known.deps));
            if let Some(proved) = numbers.verdict() {
                frame.take(mv, Found::Solved(proved, deps));
                continue;
            }
            let window = frame.window.without(Searched::read(numbers, self.base), remaining);
            if !window.is_empty() {
                return Some((child, remaining, window));
            }
            frame.take(mv, Found::Open);
        }
        None
    }

    /// Takes the last frame off the path, stores its result, and passes it to the parent, or returns it if
    /// this was the root.
    fn leave(&mut self, control: &Control<'_>) -> Option<Found> {
        let frame = self.frames.pop().expect("there is a node to leave");
        self.known.leave(frame.key);
        self.children.truncate(frame.first);
        if let (Some(_), Some(mv)) = (frame.cut, frame.best) {
            self.killers.note(frame.level, mv);
            self.history.note(frame.role, mv, frame.remaining);
        }
        let found = frame.found();
        self.store(&frame, found, control.counts.expansions - frame.started);
        let Some(parent) = self.frames.last_mut() else {
            self.best = frame.best;
            return Some(found);
        };
        let Child { mv, .. } = self.children[parent.next - 1];
        parent.take(mv, found);
        None
    }

    fn store(&mut self, frame: &Frame<G::Position>, found: Found, expansions: u64) {
        let (numbers, deps) = match found {
            Found::Solved(proved, deps) => (Numbers::solved(proved), deps),
            Found::Open => {
                let before = self.known.table.get(frame.key).map(|entry| entry.numbers);
                let before =
                    before.map_or(Searched::default(), |old| Searched::read(old, self.base));
                (before.and(frame.asked, frame.remaining).numbers(self.base), Deps::NONE)
            }
        };
        let entry = Entry::new(frame.key, numbers, frame.best.unwrap_or(Move(0)));
        let effort = Effort { expansions, height: frame.remaining };
        self.known.store(&frame.position, frame.key, entry, deps, effort);
    }

    /// Clears the path. The best move is that of the last iteration, or the one that the first iteration was
    /// searching.
    fn unwind(&mut self) {
        if let Some(root) = self.frames.first() {
            let first = self.children.first().map(|child| child.mv);
            self.best = self.best.or(root.best).or(first);
        }
        self.children.clear();
        while let Some(frame) = self.frames.pop() {
            self.known.leave(frame.key);
        }
    }
}

impl<G: Game> State for AlphaBeta<'_, G> {
    fn save(&mut self, out: &mut StateWriter<'_>) -> io::Result<()> {
        let Deepening { depth, step, last } = self.deepening;
        out.words(&[u64::from(self.base), u64::from(depth), u64::from(step), last])?;
        self.known.table.save(out)
    }

    fn load(&mut self, input: &mut StateReader<'_>) -> Result<(), LoadError> {
        let [base, depth, step, last] = input.array()?;
        let small = |word: u64| u32::try_from(word).ok().filter(|&number| number > 0);
        let (Some(base), Some(depth), Some(step)) = (small(base), small(depth), small(step)) else {
            return Err(LoadError::Damaged("an iteration has an impossible depth"));
        };
        // What a part of an iteration found open may have been left out because of its depth: the new
        // iteration cannot know.
        self.base = if G::CYCLIC { base.saturating_add(depth) } else { base };
        self.loaded = Some(Deepening { depth, step, last });
        self.known.table.load(input)
    }

    fn line(&self) -> Vec<Move> {
        self.frames.iter().map(|frame| self.children[frame.next - 1].mv).collect()
    }
}

impl<'g, G: Game> Search<'g, G> for AlphaBeta<'g, G> {
    fn search(
        &mut self,
        position: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<bool, StopReason> {
        (self.numbers, self.best) = (Numbers::UNIT, None);
        let end = self.question.settled(self.game, position);
        if let Some(proved) = end.or_else(|| self.known.verdict(position)) {
            let decisive = proved == (self.known.role(position) == Role::Or);
            let best = self.known.solving_move(position, proved).filter(|_| decisive);
            // A position that the game decided has no move in the table.
            if end.is_some() || !decisive || best.is_some() {
                (self.numbers, self.best) = (Numbers::solved(proved), best);
                return Ok(proved);
            }
        }
        self.deepening = self.loaded.take().unwrap_or(Deepening::START);
        loop {
            let before = control.counts.expansions;
            let Deepening { depth, step, last } = self.deepening;
            let found = self.iterate(position, depth, control);
            if G::CYCLIC {
                self.base = self.base.saturating_add(depth);
            }
            match found {
                Ok(Found::Solved(proved, deps)) => {
                    debug_assert!(deps.is_none(), "there is nothing above the root to depend on");
                    self.numbers = Numbers::solved(proved);
                    return Ok(proved);
                }
                Ok(Found::Open) => debug_assert!(
                    self.horizon || !G::CYCLIC,
                    "open to depth {depth}, although everything was searched to its end"
                ),
                Err(reason) => {
                    self.unwind();
                    return Err(reason);
                }
            }
            self.history.fade();
            let cost = control.counts.expansions - before;
            let step = if cost < 2 * last { step.saturating_mul(2) } else { 1 };
            self.deepening = Deepening { depth: depth.saturating_add(step), step, last: cost };
        }
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
        self.known.solving_move(position, proved)
    }

    fn known(&self, position: &G::Position) -> Option<bool> {
        self.known.verdict(position)
    }

    fn stored(&self, root: &G::Position, line: &[Move]) -> Option<Stored> {
        let stored = self.known.stored(root, line)?;
        // Depths that were searched without success are not proof and disproof numbers.
        let open = stored.numbers.verdict().is_none();
        Some(Stored { numbers: if open { Numbers::UNIT } else { stored.numbers }, ..stored })
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

#[cfg(test)]
mod tests;
