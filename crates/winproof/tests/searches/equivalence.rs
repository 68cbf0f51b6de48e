//! Searches that must expand exactly the same positions.

use crate::common::{Engine, random_graph};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use winproof::{Limits, Solver, Trace};
use winproof_game::{Game, Key, Player, Question};
use winproof_games::{GameSpec, Graph, Tree};

const QUESTION: Question = Question { attacker: Player::First, target: 1 };

fn trace<G: Game>(game: &G, position: &G::Position, name: &str, assignments: &str) -> Vec<Key> {
    let engine = Engine::new(name, assignments, 16 << 20);
    let mut trace = Trace::default();
    let limits = Limits { expansions: Some(3000), ..Limits::default() };
    Solver::new(game, QUESTION, &engine.config).solve(position, &limits, &mut trace);
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
    for name in ["pn", "elkan", "pn2", "deep-pn"] {
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
