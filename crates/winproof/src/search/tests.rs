//! Wide nodes are searched by different code than other nodes, with the same result.

use std::fmt::Write;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use winproof_games::{GameSpec, Graph, Shogi, Tree};
use winproof_rules::{Game, Key, Move, Notation, Player, Question};

use super::best_first::BestFirst;
use super::depth_first::DepthFirst;
use super::pn2::Pn2;
use super::*;
use crate::{Algorithm, Limits, Trace};

/// What a search did: positions in the order in which they were expanded, and the result.
type Course = (Vec<Key>, Result<bool, StopReason>, Numbers, Option<Move>);

fn course<'g, G: Game>(search: &mut dyn Search<'g, G>, position: &G::Position) -> Course {
    let mut trace = Trace::default();
    let limits = Limits { expansions: Some(3000), ..Limits::default() };
    let result = search.search(position, &mut Control::new(&limits, &mut trace));
    (trace.0, result, search.numbers(), search.best_move())
}

/// Searches for which a test can set the number of children above which a node is wide.
trait Widened {
    fn widened(self, from: usize) -> Self;
}

impl<G: Game> Widened for DepthFirst<'_, G> {
    fn widened(mut self, from: usize) -> Self {
        self.wide_from = from;
        self
    }
}

impl<G: Game> Widened for BestFirst<'_, G> {
    fn widened(mut self, from: usize) -> Self {
        self.wide.from = from;
        self
    }
}

impl<G: Game> Widened for Pn2<'_, G> {
    fn widened(mut self, from: usize) -> Self {
        self.tree.wide.from = from;
        self
    }
}

fn searched<G: Game>(setup: &Setup<'_, G>, from: usize, position: &G::Position) -> Course {
    match &setup.search {
        SearchSettings::Pn(own) => course(&mut pn::new(setup, own).widened(from), position),
        SearchSettings::Elkan(own) => course(&mut elkan::new(setup, own).widened(from), position),
        SearchSettings::Pn2(own) => course(&mut Pn2::new(setup, own).widened(from), position),
        SearchSettings::DeepPn(own) => {
            course(&mut deep_pn::new(setup, own).widened(from), position)
        }
        SearchSettings::PnStar(own) => {
            course(&mut pn_star::new(setup, own).widened(from), position)
        }
        SearchSettings::Pds(own) => course(&mut pds::new(setup, own).widened(from), position),
        SearchSettings::DfPn(own) => course(&mut df_pn::new(setup, own).widened(from), position),
        SearchSettings::DfPnPlus(own) => {
            course(&mut df_pn::new_plus(setup, own).widened(from), position)
        }
        SearchSettings::PdsPn(own) => course(&mut pds_pn::new(setup, own).widened(from), position),
        SearchSettings::Oracle | SearchSettings::AlphaBeta(_) => unreachable!("has no wide nodes"),
    }
}

const SEARCHES: &[(Algorithm, &str)] = &[
    (Algorithm::Pn, ""),
    (Algorithm::Pn, "evaluation=delayed ties=deepest"),
    (Algorithm::Pn, "update=not-grown tt=10 init=moves"),
    (Algorithm::Pn, "gc-high=60 gc-low=30 sum=weak"),
    (Algorithm::Pn, "epsilon=0.5 solutions=drop gc-high=100 tt=10 replacement=subtrees"),
    (Algorithm::Elkan, "update=not-grown"),
    (Algorithm::Pn2, "a=40 b=10 init=moves"),
    (Algorithm::Pn2, "a=1 b=1 gc-high=200 ties=deepest update=not-grown"),
    (Algorithm::DeepPn, "r=0.5"),
    (Algorithm::DeepPn, "r=0"),
    (Algorithm::PnStar, ""),
    (Algorithm::PnStar, "entries=12 sibling-gc=3 init=moves"),
    (Algorithm::Pds, "cost=-2 init=moves"),
    (Algorithm::Pds, "sum=weak entries=12"),
    (Algorithm::Pds, "evaluation=delayed entries=12 replacement=pair-big"),
    (Algorithm::DfPn, ""),
    (Algorithm::DfPn, "thresholds=plain sum=weak init=moves entries=30"),
    (Algorithm::DfPn, "thresholds=plain evaluation=delayed sibling-gc=2"),
    (Algorithm::DfPn, "thresholds=low-memory sibling-gc=2"),
    (Algorithm::DfPn, "widen=2 order=shuffled"),
    (Algorithm::DfPnPlus, "cost=-3 init=moves"),
    (Algorithm::PdsPn, "a=20 b=5 init=moves"),
];

fn compare<G: Game>(game: &G, question: Question, position: &G::Position, name: &str) -> usize {
    let mut longest = 0;
    for &(algorithm, assignments) in SEARCHES {
        let mut settings = algorithm.defaults();
        assignments.split_whitespace().for_each(|it| settings.set(it).expect("a parameter"));
        let search = SearchSettings::read(algorithm, &settings);
        let setup =
            Setup { game, question, search, memory: 4 << 20, seed: 0, threads: Threads::ONE };
        let expected = searched(&setup, usize::MAX, position);
        for from in [1, 4] {
            let found = searched(&setup, from, position);
            let count = expected.0.iter().zip(&found.0).take_while(|(a, b)| a == b).count();
            assert!(
                found == expected,
                "{algorithm:?} {assignments}: differs after {count}\n{name}"
            );
        }
        longest = longest.max(expected.0.len());
    }
    longest
}

/// If all nodes are treated as wide, every search does exactly what it does otherwise.
#[test]
fn wide_nodes_change_nothing() {
    let mut rng = ChaCha8Rng::seed_from_u64(18);
    let mut longest = 0;
    for round in 0..8 {
        let inner = rng.random_range(4..60);
        let mut text = "start 0\n".to_string();
        for node in 0..inner {
            write!(text, "{node} {}", if rng.random() { 'A' } else { 'B' }).unwrap();
            for _ in 0..rng.random_range(1..=9) {
                let end = rng.random_ratio(1, 6);
                let to =
                    if end { inner + rng.random_range(0..2) } else { rng.random_range(0..inner) };
                write!(text, " {to}").unwrap();
            }
            text.push('\n');
        }
        write!(text, "{inner} = 1\n{} = -1", inner + 1).unwrap();
        let (graph, start) = Graph::read(&text).unwrap();
        let attacker = if rng.random() { Player::First } else { Player::Second };
        longest = longest.max(compare(&graph, Question { attacker, target: 1 }, &start, &text));

        let spec: GameSpec = format!("tree:avg=8,seed={round}").parse().unwrap();
        let tree = Tree::new(spec.settings()).unwrap();
        let question = Question { attacker: Player::First, target: 1 };
        longest = longest.max(compare(&tree, question, &tree.root(), &spec.to_string()));
    }
    assert_eq!(longest, 3000, "some are meant to be hard");
}

/// In a wide node no move waits for others. That changes the course of a search, but not its result.
#[test]
fn delayed_moves_of_wide_nodes() {
    let board = Shogi.parse("6SR1/6P1B/6GG1/8k/8B/8N/9/9/9 b r2g3s3n4l17p 1").unwrap();
    let question = Question { attacker: Player::First, target: 1 };
    let search = SearchSettings::read(Algorithm::DfPnPlus, &Algorithm::DfPnPlus.defaults());
    let threads = Threads::ONE;
    let setup = Setup { game: &Shogi, question, search, memory: 4 << 20, seed: 0, threads };
    for from in [1, 4, usize::MAX] {
        let (_, result, numbers, _) = searched(&setup, from, &board);
        assert_eq!((result, numbers), (Ok(true), Numbers::PROVED), "wide from {from}");
    }
}
