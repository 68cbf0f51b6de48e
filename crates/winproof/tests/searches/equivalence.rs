//! Searches that must expand exactly the same positions.

use crate::common::{Engine, random_graph};
use std::collections::{HashMap, HashSet};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use winproof::{Limits, Solver, Trace, Verdict};
use winproof_games::{GameSpec, Graph, Tree, TreeNode};
use winproof_rules::{Encoding, Game, Guidance, Key, Move, Outcome, Player, Question};

const QUESTION: Question = Question { attacker: Player::First, target: 1 };

fn trace<G: Game>(game: &G, position: &G::Position, name: &str, assignments: &str) -> Vec<Key> {
    let engine = Engine::new(name, assignments, 16 << 20);
    let mut trace = Trace::default();
    let limits = Limits { expansions: Some(3000), ..Limits::default() };
    Solver::new(game, QUESTION, &engine.config).solve_with(position, &limits, &mut trace);
    trace.0
}

fn tree(seed: usize) -> Tree {
    let spec: GameSpec = format!("tree:avg=8,seed={seed}").parse().unwrap();
    Tree::new(spec.settings()).unwrap()
}

/// DeepPN with R = 1 is PN search, whatever else is set.
#[test]
fn deep_pn_with_r_1_is_pn() {
    let mut rng = ChaCha8Rng::seed_from_u64(15);
    let mut longest = 0;
    for round in 0..100 {
        let options = ["", "init=moves", "update=not-grown", "tt=20", "proof-table=0"][round % 5];
        let deep = format!("{options} r=1");
        let tree = tree(round);
        let expected = trace(&tree, &tree.root(), "pn", options);
        longest = longest.max(expected.len());
        assert_eq!(trace(&tree, &tree.root(), "deep-pn", &deep), expected);
        let inner = rng.random_range(5..30);
        let (graph, start) = Graph::read(&random_graph(&mut rng, inner)).unwrap();
        let expected = trace(&graph, &start, "pn", options);
        assert_eq!(trace(&graph, &start, "deep-pn", &deep), expected);
    }
    assert_eq!(longest, 3000, "some of the trees are meant to be hard");
}

/// A lower R is another search, so that the test above can fail.
#[test]
fn deep_pn_with_a_lower_r_is_not_pn() {
    let differs = |seed| {
        let tree = tree(seed);
        trace(&tree, &tree.root(), "pn", "") != trace(&tree, &tree.root(), "deep-pn", "r=0.9")
    };
    assert!((0..20).filter(|&seed| differs(seed)).count() >= 10);
}

/// Effort is deterministic.
#[test]
fn same_seed_same_search() {
    let tree = tree(3);
    for name in ["pn", "elkan", "pn2", "deep-pn", "df-pn", "alpha-beta"] {
        let first = trace(&tree, &tree.root(), name, "order=shuffled");
        assert_eq!(trace(&tree, &tree.root(), name, "order=shuffled"), first, "{name}");
    }
}

/// PN² whose second level never gets more than one expansion is PN search.
#[test]
fn pn2_without_a_second_level_is_pn() {
    for seed in 0..50 {
        let tree = tree(seed);
        let expected = trace(&tree, &tree.root(), "pn", "");
        assert_eq!(trace(&tree, &tree.root(), "pn2", "a=1000000000 b=1"), expected);
    }
}

/// PDS-PN without its second level is PDS.
#[test]
fn pds_pn_without_a_second_level_is_pds() {
    let mut rng = ChaCha8Rng::seed_from_u64(2002);
    for seed in 0..30 {
        let tree = tree(seed);
        let expected = trace(&tree, &tree.root(), "pds", "");
        assert_eq!(trace(&tree, &tree.root(), "pds-pn", "second=off"), expected);
        let (graph, start) = Graph::read(&random_graph(&mut rng, 20)).unwrap();
        let expected = trace(&graph, &start, "pds", "");
        assert_eq!(trace(&graph, &start, "pds-pn", "second=off"), expected);
    }
}

/// Df-pn+ without costs and estimates is df-pn, and so it is with a game that says 0 and 1; with other
/// advice it is not.
#[test]
fn df_pn_plus_without_advice_is_df_pn() {
    let mut different = 0;
    for seed in 0..30 {
        let plain = Advised { tree: tree(seed), estimate: 1, cost: 0 };
        let root = plain.tree.root();
        for options in ["", "thresholds=plain rising=off", "thresholds=low-memory sum=weak"] {
            let expected = trace(&plain, &root, "df-pn", options);
            assert_eq!(trace(&plain, &root, "df-pn+", options), expected);
            let asking = format!("{options} init=game");
            assert_eq!(trace(&plain, &root, "df-pn+", &asking), expected);
        }
        let advised = Advised { tree: tree(seed), estimate: 3, cost: -2 };
        let expected = trace(&plain, &root, "df-pn", "");
        different += usize::from(trace(&advised, &root, "df-pn+", "init=game") != expected);
        assert_eq!(trace(&advised, &root, "df-pn+", ""), expected, "nobody asked the game");
    }
    assert!(different > 15, "{different}");
}

/// A tree that gives advice: proofs are far for the first player, and the moves of even number cost.
struct Advised {
    tree: Tree,
    estimate: u32,
    cost: i32,
}

impl Guidance<TreeNode> for Advised {
    fn estimate(&self, _position: &TreeNode, _question: Question) -> (u32, u32) {
        (self.estimate, 1)
    }

    fn cost(&self, _position: &TreeNode, mv: Move, _question: Question) -> i32 {
        if mv.0.is_multiple_of(2) { self.cost } else { 0 }
    }
}

impl Game for Advised {
    type Position = TreeNode;
    const CYCLIC: bool = Tree::CYCLIC;
    const TRANSPOSES: bool = Tree::TRANSPOSES;

    fn to_move(&self, position: &TreeNode) -> Player {
        self.tree.to_move(position)
    }

    fn outcome(&self, position: &TreeNode) -> Option<Outcome> {
        self.tree.outcome(position)
    }

    fn moves(&self, position: &TreeNode, moves: &mut Vec<Move>) {
        self.tree.moves(position, moves);
    }

    fn play(&self, position: &TreeNode, mv: Move) -> TreeNode {
        self.tree.play(position, mv)
    }

    fn key(&self, position: &TreeNode) -> Key {
        self.tree.key(position)
    }

    fn guidance(&self) -> Option<&dyn Guidance<TreeNode>> {
        Some(self)
    }
}

impl Encoding for Advised {
    fn encode(&self, position: &TreeNode, bytes: &mut Vec<u8>) {
        self.tree.encode(position, bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<TreeNode> {
        self.tree.decode(bytes)
    }
}

/// The tree so far, with numbers computed from scratch.
#[derive(Default)]
struct Grown {
    nodes: HashMap<Key, GrownNode>,
}

struct GrownNode {
    attacker_moves: bool,
    end: Option<bool>,
    children: Vec<Key>,
}

impl Grown {
    /// Adds a node with the positions behind its moves.
    fn expand(&mut self, tree: &Tree, position: &TreeNode) -> Vec<TreeNode> {
        let mut moves = Vec::new();
        tree.moves(position, &mut moves);
        let children: Vec<_> = moves.iter().map(|&mv| tree.play(position, mv)).collect();
        self.insert(tree, position).children =
            children.iter().map(|child| tree.key(child)).collect();
        for child in &children {
            self.insert(tree, child);
        }
        children
    }

    fn insert(&mut self, tree: &Tree, position: &TreeNode) -> &mut GrownNode {
        self.nodes.entry(tree.key(position)).or_insert_with(|| GrownNode {
            attacker_moves: tree.to_move(position) == QUESTION.attacker,
            end: QUESTION.settled(tree, position),
            children: Vec::new(),
        })
    }

    /// Proof and disproof number of a node, and its most-proving leaves, all of them.
    fn evaluate(&self, key: Key) -> (f64, f64, Vec<Key>) {
        let node = &self.nodes[&key];
        match node.end {
            Some(true) => return (0.0, f64::INFINITY, Vec::new()),
            Some(false) => return (f64::INFINITY, 0.0, Vec::new()),
            None if node.children.is_empty() => return (1.0, 1.0, vec![key]),
            None => {}
        }
        let children: Vec<_> = node.children.iter().map(|&child| self.evaluate(child)).collect();
        let least = |of: fn(&(f64, f64, Vec<Key>)) -> f64| {
            children.iter().map(of).fold(f64::INFINITY, f64::min)
        };
        let total = |of: fn(&(f64, f64, Vec<Key>)) -> f64| children.iter().map(of).sum();
        let best = |least: f64, of: fn(&(f64, f64, Vec<Key>)) -> f64| {
            let best = children.iter().filter(|child| of(child) == least);
            best.flat_map(|child| child.2.iter().copied()).collect()
        };
        if node.attacker_moves {
            let pn = least(|child| child.0);
            (pn, total(|child| child.1), best(pn, |child| child.0))
        } else {
            let dn = least(|child| child.1);
            (total(|child| child.0), dn, best(dn, |child| child.1))
        }
    }
}

/// Df-pn with plain thresholds and a table that forgets nothing expands, whenever it expands a node for
/// the first time, a most-proving node of the tree so far.
#[test]
fn df_pn_expands_most_proving_nodes() {
    let mut first_expansions = 0;
    for seed in 0..40 {
        let spec: GameSpec = format!("tree:avg=4,sigma=0.1,seed={seed}").parse().unwrap();
        let tree = Tree::new(spec.settings()).unwrap();
        let root = tree.key(&tree.root());
        let mut grown = Grown::default();
        grown.insert(&tree, &tree.root());
        let mut positions = HashMap::from([(root, tree.root())]);
        let mut seen = HashSet::new();
        let trace = trace(&tree, &tree.root(), "df-pn", "thresholds=plain rising=off");
        for key in trace.into_iter().filter(|&key| seen.insert(key)).take(300) {
            let (.., most_proving) = grown.evaluate(root);
            assert!(most_proving.contains(&key), "seed {seed}, expansion {}", seen.len());
            let position = positions[&key];
            for child in grown.expand(&tree, &position) {
                positions.insert(tree.key(&child), child);
            }
            first_expansions += 1;
        }
    }
    assert!(first_expansions > 2000, "{first_expansions}");
}

/// With delayed evaluation an end is expanded before it counts: more expansions, and every child of an expanded
/// position counts as generated.
#[test]
fn delayed_evaluation_expands_ends() {
    for name in ["pn-star", "pds", "df-pn"] {
        let mut more = 0;
        for seed in 0..20 {
            let tree = tree(seed);
            let [at_once, later] = ["", "evaluation=delayed"].map(|options| {
                let engine = Engine::new(name, options, 16 << 20);
                let limits = Limits { expansions: Some(20_000), ..Limits::default() };
                let mut trace = Trace::default();
                let answer = Solver::new(&tree, QUESTION, &engine.config).solve_with(
                    &tree.root(),
                    &limits,
                    &mut trace,
                );
                (answer.verdict, trace.0)
            });
            let ended = |keys: &[Key]| {
                let expanded: HashSet<_> = keys.iter().collect();
                expanded.len()
            };
            assert!(
                at_once.0 == later.0 || [at_once.0, later.0].contains(&Verdict::Unknown),
                "{name} {seed}"
            );
            more += usize::from(ended(&later.1) > ended(&at_once.1));
        }
        assert!(more >= 10, "{name}: {more}");
    }
}

/// The nodes of alpha-beta are counted in the first iteration that reaches their level, those of the others when
/// they are generated or expanded.
#[test]
fn nodes_are_counted_as_in_the_paper() {
    let (graph, start) = Graph::read(
        "start a\na A b c\nb B d e\nc B f g\nd A h i\ne A h\nf A h\ng A h\nh = -1\ni = 1\n",
    )
    .unwrap();
    let count = |name: &str| {
        let engine = Engine::new(name, "", 1 << 20);
        let mut solver = Solver::new(&graph, QUESTION, &engine.config);
        let counts = solver.solve(&start).counts;
        (counts.expansions, counts.generated, counts.nodes)
    };
    let (expansions, generated, nodes) = count("alpha-beta");
    assert!(nodes < generated && expansions > 3, "{expansions} {generated} {nodes}");
    assert!(nodes <= 2 + 4 + 5, "each position of each level once: {nodes}");
    let (_, generated, nodes) = count("pn");
    assert_eq!(nodes, generated);
    let (expansions, _, nodes) = count("pds");
    assert_eq!(nodes, expansions);
}

/// Df-PNS in a tree is another search than PN, and stays below a node for longer: it changes the first move that
/// it works on less often.
#[test]
fn a_tree_with_epsilon_changes_its_mind_less_often() {
    let mut fewer = 0;
    for seed in 0..20 {
        let tree = tree(seed);
        let mut moves = Vec::new();
        tree.moves(&tree.root(), &mut moves);
        let changes = |options: &str| {
            // Which subtree of the root an expansion belongs to, found by walking down from each child.
            let keys = trace(&tree, &tree.root(), "pn", options);
            let mut branch: HashMap<Key, usize> = HashMap::new();
            let mut open: Vec<_> =
                moves.iter().enumerate().map(|(i, &mv)| (i, tree.play(&tree.root(), mv))).collect();
            let expanded: HashSet<_> = keys.iter().copied().collect();
            while let Some((index, position)) = open.pop() {
                let key = tree.key(&position);
                if expanded.contains(&key) {
                    branch.insert(key, index);
                    let mut below = Vec::new();
                    tree.moves(&position, &mut below);
                    open.extend(below.iter().map(|&mv| (index, tree.play(&position, mv))));
                }
            }
            let visits: Vec<_> = keys.iter().filter_map(|key| branch.get(key)).collect();
            visits.windows(2).filter(|pair| pair[0] != pair[1]).count()
        };
        fewer += usize::from(changes("epsilon=0.9") < changes(""));
    }
    assert!(fewer >= 12, "{fewer}");
}
