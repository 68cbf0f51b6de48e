//! The programs that are printed in the papers, line by line, as oracles: NegaPDS of Nagai 1998 (section 4), df-pn and
//! df-pn+ of Nagai & Imai 1999 (appendices A and B). Our searches expand the same positions in the same order.
//!
//! As the printed programs do, they call φ the number that a node minimises and δ the one that it adds up, and look
//! whether a node is an end when they come to it.

use std::collections::HashMap;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use winproof::{Limits, Solver, Trace};
use winproof_games::{GameSpec, Tree, TreeNode};
use winproof_rules::{Game, Key, Move, Player, Question};

use crate::common::Engine;

const QUESTION: Question = Question { attacker: Player::First, target: 1 };
const INFINITE: i64 = i64::MAX / 4;
/// Expansions that are compared.
const MOST: usize = 3000;

/// φ and δ.
type Pair = (i64, i64);

fn children(tree: &Tree, position: &TreeNode) -> Vec<TreeNode> {
    let mut moves: Vec<Move> = Vec::new();
    tree.moves(position, &mut moves);
    moves.into_iter().map(|mv| tree.play(position, mv)).collect()
}

fn is_or(tree: &Tree, position: &TreeNode) -> bool {
    tree.to_move(position) == QUESTION.attacker
}

/// φ and δ of an end: φ is 0 if the player to move has what is wanted.
fn end(tree: &Tree, position: &TreeNode) -> Option<Pair> {
    let met = QUESTION.settled(tree, position)?;
    Some(if met == is_or(tree, position) { (0, INFINITE) } else { (INFINITE, 0) })
}

/// A program with its transposition table.
struct Program<'a> {
    tree: &'a Tree,
    table: HashMap<Key, Pair>,
    expanded: Vec<Key>,
}

impl<'a> Program<'a> {
    fn new(tree: &'a Tree) -> Program<'a> {
        Program { tree, table: HashMap::new(), expanded: Vec::new() }
    }

    fn look_up(&self, position: &TreeNode) -> Pair {
        self.table.get(&self.tree.key(position)).copied().unwrap_or((1, 1))
    }

    fn put(&mut self, position: &TreeNode, pair: Pair) {
        self.table.insert(self.tree.key(position), pair);
    }

    fn is_full(&self) -> bool {
        self.expanded.len() >= MOST
    }

    /// ΔMin and ΦSum.
    fn computed(&self, children: &[TreeNode]) -> Pair {
        let pairs = children.iter().map(|child| self.look_up(child));
        pairs.fold((INFINITE, 0), |(least, sum), (phi, delta)| {
            (least.min(delta), (sum + phi).min(INFINITE))
        })
    }

    /// Appendix A of Nagai & Imai 1999.
    fn df_pn(&mut self, n: &TreeNode, thresholds: Pair) {
        let (phi, delta) = self.look_up(n);
        if thresholds.0 <= phi || thresholds.1 <= delta || self.is_full() {
            return;
        }
        self.expanded.push(self.tree.key(n));
        if let Some(pair) = end(self.tree, n) {
            return self.put(n, pair);
        }
        let children = children(self.tree, n);
        loop {
            let (least, sum) = self.computed(&children);
            if thresholds.0 <= least || thresholds.1 <= sum || self.is_full() {
                return self.put(n, (least, sum));
            }
            // SelectChild
            let mut best = None;
            let (mut phi_c, mut delta_c, mut delta_2) = (0, INFINITE, INFINITE);
            for child in &children {
                let (child_phi, mut child_delta) = self.look_up(child);
                if child_phi != INFINITE {
                    child_delta = child_delta.max(phi);
                }
                if child_delta < delta_c {
                    best = Some(child);
                    (delta_2, phi_c, delta_c) = (delta_c, child_phi, child_delta);
                } else if child_delta < delta_2 {
                    delta_2 = child_delta;
                }
                if child_phi == INFINITE {
                    break;
                }
            }
            let for_child = (thresholds.1 + phi_c - sum, thresholds.0.min(delta_2 + 1));
            self.df_pn(best.expect("there is a child"), for_child);
        }
    }

    /// NegaPDS of Nagai 1998.
    fn pds(&mut self, root: &TreeNode) {
        let mut thresholds = (1, 1);
        while !self.is_full() {
            let (phi, delta) = self.mid(root, thresholds);
            if phi == 0 || delta == 0 {
                return;
            }
            thresholds = if phi <= delta { (phi + 1, delta) } else { (phi, delta + 1) };
        }
    }

    fn mid(&mut self, n: &TreeNode, thresholds: Pair) -> Pair {
        let (mut phi, delta) = self.look_up(n);
        let reached = phi >= thresholds.0 && delta >= thresholds.1;
        if phi == 0 || delta == 0 || reached || self.is_full() {
            return (phi, delta);
        }
        self.expanded.push(self.tree.key(n));
        if let Some(pair) = end(self.tree, n) {
            self.put(n, pair);
            return pair;
        }
        let children = children(self.tree, n);
        loop {
            let (least, sum) = self.computed(&children);
            let reached = thresholds.1 <= sum && thresholds.0 <= least;
            if sum == 0 || least == 0 || reached || self.is_full() {
                let pair = (least, sum);
                self.put(n, pair);
                return pair;
            }
            phi = phi.max(least);
            let rank = |child: &&TreeNode| {
                let (child_phi, child_delta) = self.look_up(child);
                (if child_delta == 0 { 0 } else { child_delta.max(phi) }, child_phi)
            };
            let best = children.iter().min_by_key(rank).expect("there is a child");
            let (child_phi, child_delta) = self.look_up(best);
            let for_child =
                match thresholds.1 > sum && (child_phi <= child_delta || thresholds.0 <= least) {
                    true => (child_phi + 1, child_delta),
                    false => (child_phi, child_delta + 1),
                };
            self.mid(best, for_child);
        }
    }
}

fn trace(tree: &Tree, name: &str, assignments: &str) -> Vec<Key> {
    let engine = Engine::new(name, assignments, 64 << 20);
    let mut trace = Trace::default();
    let limits = Limits { expansions: Some(MOST as u64), ..Limits::default() };
    Solver::new(tree, QUESTION, &engine.config).solve_with(&tree.root(), &limits, &mut trace);
    trace.0
}

fn tree(branching: u32, seed: u64) -> Tree {
    let spec = format!("tree:avg={branching},sigma=0.1,v=0.45,seed={seed}");
    Tree::new(spec.parse::<GameSpec>().unwrap().settings()).unwrap()
}

#[test]
fn df_pn_is_the_printed_program() {
    let mut longest = 0;
    for (seed, branching) in (0..40).zip([4, 8, 12].into_iter().cycle()) {
        let tree = tree(branching, seed);
        let mut program = Program::new(&tree);
        program.df_pn(&tree.root(), (INFINITE, INFINITE));
        let ours = trace(&tree, "df-pn", "thresholds=plain rising=off evaluation=delayed");
        assert_eq!(ours, program.expanded, "seed {seed}");
        longest = longest.max(ours.len());
    }
    assert_eq!(longest, MOST, "some of the trees are meant to be hard");
}

#[test]
fn pds_is_the_printed_program() {
    let mut longest = 0;
    for (seed, branching) in (0..40).zip([4, 8, 12].into_iter().cycle()) {
        let tree = tree(branching, seed);
        let mut program = Program::new(&tree);
        program.pds(&tree.root());
        let mut ours = trace(&tree, "pds", "rising=off evaluation=delayed");
        // The printed program returns from its first round, with thresholds 1 and 1, at once; ours expands the root.
        assert_eq!(ours.remove(0), tree.key(&tree.root()));
        program.expanded.truncate(ours.len());
        assert_eq!(ours, program.expanded, "seed {seed}");
        longest = longest.max(ours.len());
    }
    assert_eq!(longest, MOST - 1, "some of the trees are meant to be hard");
}

/// A tree with costs: a node knows what its moves cost as part of a proof and as part of a disproof.
struct Costly {
    or: bool,
    /// Of an end: whether it is won.
    won: Option<bool>,
    /// Children with both costs.
    children: Vec<(usize, [i64; 2])>,
    /// Estimates of the costs to a proof and to a disproof.
    estimates: [i64; 2],
}

/// A proof or a disproof.
const GOALS: [bool; 2] = [true, false];

/// A random tree, its root first. Each estimate is at most `factor` times the true cost.
fn costly_tree(rng: &mut ChaCha8Rng, factor: f64) -> Vec<Costly> {
    let mut nodes = Vec::new();
    grow(rng, &mut nodes, true, 0);
    for node in (0..nodes.len()).rev() {
        for goal in [0, 1] {
            let true_cost = optimum(&nodes, node, goal);
            let most = if true_cost >= INFINITE { 20.0 } else { true_cost as f64 };
            nodes[node].estimates[goal] = (most * factor * rng.random_range(0.0..=1.0)) as i64;
        }
    }
    nodes
}

fn grow(rng: &mut ChaCha8Rng, nodes: &mut Vec<Costly>, or: bool, depth: usize) -> usize {
    let place = nodes.len();
    let ends = depth == 7 || (depth > 1 && rng.random_bool(0.2));
    let won = ends.then(|| rng.random_bool(0.5));
    nodes.push(Costly { or, won, children: Vec::new(), estimates: [0, 0] });
    if !ends {
        for _ in 0..rng.random_range(1..=3) {
            let child = grow(rng, nodes, !or, depth + 1);
            let costs = [rng.random_range(1..=5), rng.random_range(1..=5)];
            nodes[place].children.push((child, costs));
        }
    }
    place
}

/// The least cost of a proof (0) or a disproof (1) from a node.
fn optimum(nodes: &[Costly], node: usize, goal: usize) -> i64 {
    let Costly { or, won, children, .. } = &nodes[node];
    if let Some(won) = won {
        return if *won == GOALS[goal] { 0 } else { INFINITE };
    }
    let costs = children.iter().map(|&(child, costs)| optimum(nodes, child, goal) + costs[goal]);
    let cost = if *or == GOALS[goal] { costs.min().unwrap_or(INFINITE) } else { costs.sum() };
    cost.min(INFINITE)
}

/// Df-pn+ of appendix B. A solved node keeps the cost of its solution: only its other number is infinite.
struct DfPnPlus<'a> {
    nodes: &'a [Costly],
    table: HashMap<usize, Pair>,
}

impl DfPnPlus<'_> {
    /// The goal of the player to move, and the other one.
    fn goals(&self, n: usize) -> [usize; 2] {
        if self.nodes[n].or { [0, 1] } else { [1, 0] }
    }

    fn look_up(&self, n: usize) -> Pair {
        let [phi, delta] = self.goals(n).map(|goal| self.nodes[n].estimates[goal]);
        self.table.get(&n).copied().unwrap_or((phi, delta))
    }

    fn mid(&mut self, n: usize, thresholds: Pair) {
        let (phi, delta) = self.look_up(n);
        if thresholds.0 <= phi || thresholds.1 <= delta {
            return;
        }
        let Costly { or, won, children, .. } = &self.nodes[n];
        if let Some(won) = won {
            let pair = if won == or { (0, INFINITE) } else { (INFINITE, 0) };
            self.table.insert(n, pair);
            return;
        }
        let [own, other] = self.goals(n);
        loop {
            let (mut least, mut second, mut sum) = (INFINITE, INFINITE, 0);
            let mut best = None;
            let mut minimum = INFINITE;
            for &(child, costs) in children {
                let (child_phi, child_delta) = self.look_up(child);
                sum = (sum + child_phi + costs[other]).min(INFINITE);
                minimum = minimum.min(child_delta + costs[own]);
                let value = match child_phi {
                    INFINITE => child_delta,
                    _ => child_delta.max(phi - costs[own]),
                } + costs[own];
                if value < least {
                    second = least;
                    least = value;
                    best = Some((child, costs[own], child_phi));
                } else {
                    second = second.min(value);
                }
            }
            if thresholds.0 <= minimum || thresholds.1 <= sum {
                self.table.insert(n, (minimum.min(INFINITE), sum));
                return;
            }
            let (child, cost, child_phi) = best.expect("there is a child");
            let for_child = (thresholds.1 + child_phi - sum, thresholds.0.min(second + 1) - cost);
            self.mid(child, for_child);
        }
    }
}

/// How many of a number of random trees get a solution that is not the cheapest, and how many are proved.
fn not_optimal(trees: usize, factor: f64) -> (usize, usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(1999);
    let (mut worse, mut proved) = (0, 0);
    for _ in 0..trees {
        let nodes = costly_tree(&mut rng, factor);
        let mut search = DfPnPlus { nodes: &nodes, table: HashMap::new() };
        search.mid(0, (INFINITE, INFINITE));
        let (phi, delta) = search.look_up(0);
        let best = [0, 1].map(|goal| optimum(&nodes, 0, goal));
        assert_eq!((delta == INFINITE, phi == INFINITE), (best[0] < INFINITE, best[1] < INFINITE));
        let found = if delta == INFINITE { phi - best[0] } else { delta - best[1] };
        worse += usize::from(found != 0);
        proved += usize::from(delta == INFINITE);
    }
    (worse, proved)
}

/// Df-pn*: with estimates that are never too large, df-pn+ finds the cheapest proof or disproof.
#[test]
fn admissible_estimates_give_optimal_solutions() {
    let (worse, proved) = not_optimal(3000, 1.0);
    assert_eq!(worse, 0);
    assert!((500..2500).contains(&proved), "{proved} of 3000 trees are proved");
    // So that the test can fail: with estimates that are too large it does not.
    assert!(not_optimal(3000, 3.0).0 > 100);
}
