//! The kernel of the best-first searches: walk to the best leaf, expand it, update the numbers on the
//! way back (Allis 1994). PN search, Elkan's search and DeepPN differ only in the meaning of "best", PN² in
//! what is done at the leaf.
//!
//! Repetitions: a position that is already on the path to its node is a disproved leaf, because endless play
//! does not meet the target (the question is in normal form). What the attacker can force can be forced
//! without repetition, so the root's verdict is right, and a proof is right everywhere. A disproof inside the
//! tree may depend on the path: each disproved node stores the least depth that it depends on, and only those
//! that depend on nothing above themselves go into the table of solved positions.
//!
//! A node is computed from all of its children whenever one has changed, except for nodes with very many
//! children ([`wide`]).

mod collector;
mod selection;
mod solution;
mod staying;
mod wide;

use std::io;

use winproof_rules::{Game, Key, Move, Question};

use selection::Scan;
pub use selection::Selection;
use wide::WideNodes;

use super::Setup;
use crate::key_map::KeyMap;
use crate::policy::order::{Killers, Order};
use crate::policy::static_solver::{StaticSolver, UNFOLDED};
use crate::policy::threshold::Bounds;
use crate::policy::total::RunningTotal;
use crate::save::{LoadError, State, StateReader, StateWriter};
use crate::settings::{Evaluation, LeafNumbers, Solutions, Sum, Tree, TreeReplacement, Update};
use crate::table::arena::{Arena, Node, NodeId, Role};
use crate::table::numbers::NumberTable;
use crate::table::solved::SolvedTable;
use crate::{Condition, Control, Numbers, ProofNumber, StopReason};

/// Why the kernel paused.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// The subtree's root is solved.
    Solved,
    /// The subtree has as many nodes as it may.
    Enough,
    /// The arena has no room for the next expansion.
    Full,
    /// The search should be saved before it continues.
    SaveDue,
}

/// A position on the current path, with its node.
struct Step<P> {
    node: NodeId,
    position: P,
    key: Key,
    /// Its level in the game's own count.
    level: usize,
    /// The thresholds that the search leaves it at, if it [stays](staying) below nodes.
    bounds: Bounds,
}

/// A best-first search: the tree, the path into it, and the tables beside it.
pub struct BestFirst<'g, G: Game> {
    game: &'g G,
    question: Question,
    selection: Selection,
    evaluation: Evaluation,
    update: Update,
    leaf_numbers: LeafNumbers,
    /// The static solver, which decides positions without a search.
    pub static_solver: StaticSolver<'g, G>,
    order: Order,
    killers: Killers,
    total: Sum,
    solutions: Solutions,
    gc: bool,
    gc_high: usize,
    gc_low: usize,
    /// ε, if the search [stays](staying) below nodes.
    pub stay: Option<f64>,
    pub arena: Arena,
    /// The state of wide nodes.
    pub(super) wide: WideNodes,
    pub solved: SolvedTable,
    numbers: NumberTable,
    path: Vec<Step<G::Position>>,
    /// Where on the path a key stands; empty for games without cycles.
    on_path: KeyMap<u32>,
    keyed: bool,
    /// Whether the tree was loaded, so that no new one is started.
    loaded: bool,
    moves: Vec<Move>,
    scratch: Vec<Move>,
    /// Positions of the children of the leaf that is being expanded.
    made: Vec<(G::Position, Key)>,
}

/// What is known about a position when it is evaluated.
struct Finding {
    numbers: Numbers,
    /// For disproofs: the least depth on the path that it depends on.
    depends_on: u32,
}

impl<'g, G: Game> BestFirst<'g, G> {
    /// Makes an empty search with the parameters of all best-first searches.
    pub fn new(
        setup: &Setup<'g, G>,
        tree: &Tree,
        selection: Selection,
        evaluation: Evaluation,
    ) -> Self {
        let share = |percent| if G::TRANSPOSES { setup.memory / 100 * percent } else { 0 };
        let solved = SolvedTable::with_bytes(share(tree.proof_table), tree.replacement);
        let numbers = NumberTable::with_bytes(share(tree.tt), tree.replacement);
        let tables = solved.clusters().reserved() + numbers.clusters().reserved();
        let room = setup.memory.saturating_sub(tables);
        let arena = match tree.replacement {
            TreeReplacement::Numbers => Arena::with_bytes(room),
            TreeReplacement::Subtrees => Arena::with_sizes(room),
        };
        let limit = |nodes, default| if nodes == 0 { default } else { nodes };
        // Compacting a tree that fills the arena to the last node would free almost nothing each time.
        let spare = if tree.gc { arena.capacity() / 16 } else { 0 };
        let gc_high = limit(tree.gc_high, usize::MAX).min(arena.capacity() - spare);
        let gc_low = limit(tree.gc_low, gc_high - gc_high / 5).min(gc_high);
        BestFirst {
            game: setup.game,
            question: setup.question,
            selection,
            evaluation,
            update: tree.update,
            leaf_numbers: tree.init,
            static_solver: StaticSolver::none(setup.question),
            order: Order::new(tree.order, setup.seed),
            killers: Killers::new(tree.killers),
            total: tree.sum,
            solutions: tree.solutions,
            gc: tree.gc,
            stay: None,
            gc_high,
            gc_low,
            arena,
            wide: WideNodes::new(setup.memory),
            keyed: G::CYCLIC || tables > 0,
            solved,
            numbers,
            path: Vec::new(),
            on_path: KeyMap::default(),
            loaded: false,
            moves: Vec::new(),
            scratch: Vec::new(),
            made: Vec::new(),
        }
    }

    /// Starts a new tree, unless there is one that was loaded; the tables stay.
    pub fn set_root(&mut self, position: &G::Position, control: &Control<'_>) {
        self.keyed |= control.traced();
        self.path.clear();
        self.on_path.clear();
        self.push(Arena::ROOT, position.clone(), Bounds::INFINITE);
        if std::mem::take(&mut self.loaded) {
            return;
        }
        self.arena.reset();
        self.wide.clear();
        let root = &mut self.arena[Arena::ROOT];
        root.set_evaluated();
        root.deep = 1;
        // The table is not asked about the root: even if it is solved there, the caller needs its solution in
        // the tree.
        if let Some(met) = self.question.settled(self.game, position) {
            root.numbers = Numbers::solved(met);
        }
    }

    fn push(&mut self, node: NodeId, position: G::Position, bounds: Bounds) {
        let key = if self.keyed { self.game.key(&position) } else { Key(0) };
        if G::CYCLIC {
            // A leaf that was not evaluated yet may repeat an earlier position: the earlier one counts.
            self.on_path.entry(key).or_insert(self.path.len() as u32);
        }
        let above = self.path.last();
        let level =
            above.map_or(0, |step| step.level + self.game.levels(&step.position, &position));
        self.path.push(Step { node, position, key, level, bounds });
    }

    fn pop(&mut self) {
        if let Some(step) = self.path.pop()
            && G::CYCLIC
            && self.on_path.get(&step.key) == Some(&(self.path.len() as u32))
        {
            self.on_path.remove(&step.key);
        }
    }

    /// Returns the depth of the node at the end of the path; the root has 0.
    pub fn depth(&self) -> usize {
        self.path.len() - 1
    }

    /// Returns the node at the end of the path.
    pub fn current(&self) -> NodeId {
        self.path[self.path.len() - 1].node
    }

    /// Shortens the path to its first `depth + 1` nodes.
    pub fn return_to(&mut self, depth: usize) {
        while self.depth() > depth {
            self.pop();
        }
    }

    fn role(&self, position: &G::Position) -> Role {
        if self.game.to_move(position) == self.question.attacker { Role::Or } else { Role::And }
    }

    /// Grows the tree below the node at `top` on the path until that node is solved or the tree has
    /// `most` nodes, or until a save is due. At least one leaf is expanded if there is room.
    pub fn grow(
        &mut self,
        control: &mut Control<'_>,
        top: usize,
        most: usize,
    ) -> Result<Pause, StopReason> {
        let top_node = self.path[top].node;
        while self.arena[top_node].numbers.verdict().is_none() {
            self.descend(control);
            let before = self.arena[self.current()];
            if !self.settle_leaf() && !self.expand_leaf(control)? {
                return Ok(Pause::Full);
            }
            self.update(before, top);
            if self.arena.len() >= most {
                return Ok(Pause::Enough);
            }
            if control.save_due() {
                return Ok(Pause::SaveDue);
            }
        }
        Ok(Pause::Solved)
    }

    /// Grows like [`grow`](BestFirst::grow), without a pause for a save, because the tree is part of a search
    /// that cannot be saved at this point.
    pub fn grow_at_once(
        &mut self,
        control: &mut Control<'_>,
        top: usize,
        most: usize,
    ) -> Result<Pause, StopReason> {
        loop {
            let pause = self.grow(control, top, most)?;
            if pause != Pause::SaveDue {
                return Ok(pause);
            }
        }
    }

    /// Walks from the end of the path to the leaf that is to be expanded.
    pub fn descend(&mut self, control: &mut Control<'_>) {
        control.counts.iterations += 1;
        loop {
            let step = &self.path[self.path.len() - 1];
            let node = &self.arena[step.node];
            if node.is_leaf() {
                return;
            }
            let child = node.best();
            let position = self.game.play(&step.position, self.arena[child].mv);
            let bounds = self.stay.map_or(Bounds::INFINITE, |epsilon| self.child_bounds(epsilon));
            self.push(child, position, bounds);
        }
    }

    /// Evaluates the leaf at the end of the path, if that was not done when it was made. Returns whether that
    /// solved it.
    pub fn settle_leaf(&mut self) -> bool {
        let depth = self.depth();
        let Step { node, position, key, .. } = &self.path[depth];
        let (node, key) = (*node, *key);
        if self.arena[node].is_evaluated() {
            return false;
        }
        let finding = self.look(&position.clone(), key, depth);
        self.note(node, finding, depth);
        self.tell_parent(depth);
        self.arena[node].numbers.verdict().is_some()
    }

    /// Returns what is known about a new position at the end of the path or one move further.
    #[inline]
    fn look(&mut self, position: &G::Position, key: Key, depth: usize) -> Finding {
        let unconditional = |numbers| Finding { numbers, depends_on: Node::UNCONDITIONAL };
        if let Some(met) = self.question.settled(self.game, position) {
            return unconditional(Numbers::solved(met));
        }
        if G::CYCLIC
            && let Some(&earlier) = self.on_path.get(&key)
            && (earlier as usize) < depth
        {
            return Finding { numbers: Numbers::DISPROVED, depends_on: earlier };
        }
        if let Some(proved) = self.solved.get(key) {
            return unconditional(Numbers::solved(proved));
        }
        if let Some(numbers) = self.numbers.get(key) {
            return unconditional(numbers);
        }
        if let Some(proved) = self.static_solver.decide(position) {
            return self.decided(key, proved);
        }
        let Self { game, question, static_solver, scratch, .. } = self;
        unconditional(self.leaf_numbers.of(*game, position, *question, static_solver, scratch))
    }

    /// Records a decision of the game, in the table if that pays.
    fn decided(&mut self, key: Key, proved: bool) -> Finding {
        if !self.static_solver.is_quick() {
            self.solved.put(key, proved, UNFOLDED, 1);
        }
        Finding { numbers: Numbers::solved(proved), depends_on: Node::UNCONDITIONAL }
    }

    fn note(&mut self, node: NodeId, finding: Finding, depth: usize) {
        let disproved = finding.numbers == Numbers::DISPROVED;
        let node = &mut self.arena[node];
        node.numbers = finding.numbers;
        node.deep = if disproved { finding.depends_on } else { depth as u32 + 1 };
        node.set_evaluated();
    }

    /// Expands the leaf at the end of the path. Returns `false`, and changes nothing, if there is no room.
    pub fn expand_leaf(&mut self, control: &mut Control<'_>) -> Result<bool, StopReason> {
        control.admit(|| self.condition())?;
        control.looked_at(self.static_solver.visited());
        let depth = self.depth();
        let Step { node: leaf, position, key, .. } = &self.path[depth];
        let (leaf, key, position) = (*leaf, *key, position.clone());
        let role = self.role(&position);
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.game.moves(&position, &mut moves);
        self.static_solver.prune(&position, &mut moves);
        if moves.is_empty() {
            // The game has decided the position for the opponent.
            let finding = self.decided(key, role == Role::And);
            self.note(leaf, finding, depth);
            control.expanded(key, 0, 0);
            self.moves = moves;
            return Ok(true);
        }
        self.order.apply(self.game, &position, &mut moves);
        self.killers.apply(self.path[depth].level, &mut moves);
        let room = self.arena.len() + moves.len() <= self.gc_high;
        let expanded = room && self.arena.expand(leaf, role, &moves);
        if expanded {
            self.wide.forget(leaf);
            let generated = self.evaluate_children(leaf, &position, role, depth + 1);
            control.expanded(key, generated, generated);
        }
        self.moves = moves;
        Ok(expanded)
    }

    /// Evaluates the children of a node that was just expanded, until one decides it. Returns how many were
    /// made.
    fn evaluate_children(
        &mut self,
        leaf: NodeId,
        position: &G::Position,
        role: Role,
        depth: usize,
    ) -> usize {
        let decisive = Numbers::solved(role == Role::Or);
        let children = self.arena[leaf].children();
        if self.evaluation == Evaluation::Delayed {
            let deep = depth as u32 + 1;
            return children.map(|child| self.arena[child].deep = deep).count();
        }
        self.make_children(leaf, position);
        for (index, child) in children.enumerate() {
            let (position, key) = self.made[index].clone();
            let finding = self.look(&position, key, depth);
            self.note(child, finding, depth);
            if self.arena[child].numbers == decisive {
                return index + 1;
            }
        }
        self.made.len()
    }

    /// Makes the positions of the children and prefetches their entries, all at once: memory is slow to
    /// respond.
    fn make_children(&mut self, leaf: NodeId, position: &G::Position) {
        self.made.clear();
        for child in self.arena[leaf].children() {
            let made = self.game.play(position, self.arena[child].mv);
            let key = if self.keyed { self.game.key(&made) } else { Key(0) };
            if G::TRANSPOSES {
                self.solved.prefetch(key);
                self.numbers.prefetch(key);
            }
            self.made.push((made, key));
        }
    }

    /// Carries new numbers from the end of the path, whose node was `before`, towards the node at `top`,
    /// as far as the update rule requires; the path then ends where the search continues.
    pub fn update(&mut self, mut before: Node, top: usize) {
        let mut depth = self.depth();
        // Nodes below a solved one may be gone.
        let mut kept = depth;
        loop {
            let Step { node, key, .. } = self.path[depth];
            if !self.arena[node].is_leaf() {
                self.arena.note_size(node);
                self.recompute(node, depth);
            }
            self.tell_parent(depth);
            let after = &self.arena[node];
            let size = self.arena.noted_size(node);
            match after.numbers.verdict() {
                Some(proved) => {
                    kept = depth;
                    // A leaf was solved by the rules, or by the table itself.
                    if !after.is_leaf() && (proved || after.deep == Node::UNCONDITIONAL) {
                        let mv = self.arena[after.best()].mv;
                        self.solved.put(key, proved, mv, size);
                    }
                    if self.solutions == Solutions::Drop && depth > 0 {
                        self.arena.remove_children(node);
                        self.wide.forget(node);
                    }
                }
                None => self.numbers.put(key, after.numbers, size),
            }
            if depth == top || self.may_stop(&before, node) {
                break;
            }
            depth -= 1;
            before = self.arena[self.path[depth].node];
        }
        match self.stay {
            None => self.return_to(depth),
            Some(_) => {
                self.return_to(kept);
                self.leave_exceeded(top);
            }
        }
    }

    fn may_stop(&self, before: &Node, node: NodeId) -> bool {
        let after = &self.arena[node];
        let same_depth = !self.selection.looks_at_depth() || before.deep == after.deep;
        let (old, new) = (before.numbers, after.numbers);
        same_depth
            && match self.update {
                Update::Unchanged => old == new,
                Update::NotGrown => new.pn <= old.pn && new.dn <= old.dn,
            }
    }

    /// Records that the node at a depth of the path may have changed, if its parent is wide.
    #[inline]
    fn tell_parent(&mut self, depth: usize) {
        if !self.wide.is_empty() && depth > 0 {
            self.wide.note_changed(self.path[depth - 1].node, self.path[depth].node);
        }
    }

    /// Computes a node from its children. If that solves it, only its solution is kept below it.
    fn recompute(&mut self, id: NodeId, depth: usize) {
        if let Some((best, numbers)) =
            self.wide.compute(id, &self.arena, &self.selection, self.total)
        {
            return self.set_numbers(id, best, numbers);
        }
        match self.selection.scan(&self.arena, id, self.total) {
            Scan::Decided(child) => self.solve_by(id, child, depth),
            Scan::Open { best, numbers } => self.set_numbers(id, best, numbers),
            Scan::AllSolved { depends_on } => {
                let node = &mut self.arena[id];
                node.numbers = Numbers::solved(node.role() == Role::And);
                node.deep = dependency_above(depends_on, depth);
            }
        }
    }

    fn set_numbers(&mut self, id: NodeId, best: NodeId, numbers: Numbers) {
        let deep = self.arena[best].deep;
        let node = &mut self.arena[id];
        node.numbers = numbers;
        node.deep = deep;
        node.set_best(best);
    }

    /// Solves a node by the one child that decides it, and drops the others.
    fn solve_by(&mut self, id: NodeId, child: NodeId, depth: usize) {
        let Node { numbers, deep, mv, .. } = self.arena[child];
        self.killers.note(self.path[depth].level, mv);
        self.arena.keep_only(id, child);
        let node = &mut self.arena[id];
        node.numbers = numbers;
        node.deep = dependency_above(deep, depth);
    }

    /// Returns the most nodes that the tree may have.
    pub fn node_limit(&self) -> usize {
        self.gc_high
    }

    /// Returns the root's numbers.
    pub fn root_numbers(&self) -> Numbers {
        self.arena[Arena::ROOT].numbers
    }

    /// Returns the move at the root that leads to the best child.
    pub fn root_move(&self) -> Option<Move> {
        let root = &self.arena[Arena::ROOT];
        (!root.is_leaf()).then(|| self.arena[root.best()].mv)
    }

    /// Returns the current state.
    pub fn condition(&self) -> Condition {
        Condition { numbers: self.root_numbers(), memory: self.memory(), entries: self.entries() }
    }

    /// Returns the most bytes in use so far.
    pub fn memory(&self) -> usize {
        let tables = self.solved.clusters().bytes() + self.numbers.clusters().bytes();
        self.arena.bytes() + tables + self.wide.bytes() + self.static_solver.memory()
    }

    /// Returns how many positions the leaf oracle looked at.
    pub fn leaf_nodes(&self) -> u64 {
        self.static_solver.visited()
    }

    /// Returns the most nodes of the tree so far plus the entries of the tables.
    pub fn entries(&self) -> usize {
        self.arena.most() + self.solved.clusters().len() + self.numbers.clusters().len()
    }

    /// Returns what the table of solved positions says.
    pub fn known(&self, position: &G::Position) -> Option<bool> {
        self.solved.get(self.game.key(position))
    }
}

impl<G: Game> State for BestFirst<'_, G> {
    fn save(&mut self, out: &mut StateWriter<'_>) -> io::Result<()> {
        // Compacting moves nodes.
        self.return_to(0);
        self.wide.clear();
        self.arena.save(out)?;
        self.solved.clusters().save(out)?;
        self.numbers.clusters().save(out)
    }

    fn load(&mut self, input: &mut StateReader<'_>) -> Result<(), LoadError> {
        self.wide.clear();
        self.arena.load(input)?;
        self.solved.load(input)?;
        self.numbers.load(input)?;
        self.loaded = true;
        Ok(())
    }

    fn line(&self) -> Vec<Move> {
        let mut line = Vec::new();
        let mut node = Arena::ROOT;
        while !self.arena[node].is_leaf() {
            node = self.arena[node].best();
            line.push(self.arena[node].mv);
        }
        line
    }
}

/// Makes the numbers of an unsolved node from the least of those that it minimises and the total of the
/// others.
fn numbers(role: Role, least: ProofNumber, total: RunningTotal) -> Numbers {
    let total = ProofNumber::finite(total.value() as usize);
    match role {
        Role::Or => Numbers { pn: least, dn: total },
        Role::And => Numbers { pn: total, dn: least },
    }
}

/// Returns the least depth above the node that a disproof depends on. If it depends only on the node itself,
/// or on nodes below it, it is closed and unconditional.
fn dependency_above(least: u32, depth: usize) -> u32 {
    if (least as usize) < depth { least } else { Node::UNCONDITIONAL }
}
