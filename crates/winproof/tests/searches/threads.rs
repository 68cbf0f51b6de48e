//! Several threads on one table: limits, interrupts and saves of all together. What they find is in the matrix, with
//! every entry of the table.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use winproof::save::{self, Header, State, StateReader};
use winproof::{
    Algorithm, Config, Limits, Observer, Progress, Silent, Solver, StopReason, Threads, Verdict,
};
use winproof_games::{GameSpec, Tree};
use winproof_rules::{Game, Move, Notation, Player, Question};

const QUESTION: Question = Question { attacker: Player::First, target: 1 };

/// A tree that takes one thread about 150,000 expansions.
fn hard_tree() -> Tree {
    let spec: GameSpec = "tree:avg=6,sigma=0.1,seed=230".parse().unwrap();
    Tree::new(spec.settings()).unwrap()
}

/// A tree that is not solved within any time that a test has.
fn endless_tree() -> Tree {
    let spec: GameSpec = "tree:avg=8,sigma=0.02,seed=3".parse().unwrap();
    Tree::new(spec.settings()).unwrap()
}

fn config(count: usize, turns: bool) -> Config {
    let threads = Threads { count, turns, alone: 100 };
    Config { memory: 64 << 20, threads, ..Config::new(Algorithm::DfPn) }
}

#[test]
fn the_limit_of_expansions_is_for_all_threads_together() {
    let game = endless_tree();
    let root = game.parse("start").unwrap();
    for (count, turns) in [(2, false), (8, false), (2, true), (16, true)] {
        for limit in [50, 1000, 20_011] {
            let mut solver = Solver::new(&game, QUESTION, &config(count, turns));
            let limits = Limits { expansions: Some(limit), ..Limits::default() };
            let answer = solver.solve_with(&root, &limits, &mut Silent);
            assert_eq!(answer.stop, Some(StopReason::Expansions), "{count} {turns} {limit}");
            // A thread may end with a part of its last share.
            let least = limit.saturating_sub(64 * count as u64);
            let range = least..=limit;
            assert!(range.contains(&answer.counts.expansions), "{limit} {:?}", answer.counts);
        }
    }
}

/// Sets a flag once there was progress, so that the interrupt comes while threads run.
struct Interrupting(Arc<AtomicBool>);

impl Observer for Interrupting {
    fn progress(&mut self, progress: &Progress) {
        if progress.counts.expansions > 200 {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn deadlines_and_interrupts_stop_all_threads() {
    let game = endless_tree();
    let root = game.parse("start").unwrap();
    for turns in [false, true] {
        let mut solver = Solver::new(&game, QUESTION, &config(3, turns));
        let deadline = Some(Instant::now() + Duration::from_millis(200));
        let limits = Limits { deadline, ..Limits::default() };
        let answer = solver.solve_with(&root, &limits, &mut Silent);
        assert_eq!(answer.stop, Some(StopReason::Time), "{turns}");
    }
    let flag = Arc::new(AtomicBool::new(false));
    let mut solver = Solver::new(&game, QUESTION, &config(3, false));
    let limits = Limits { interrupt: Some(Arc::clone(&flag)), ..Limits::default() };
    let answer = solver.solve_with(&root, &limits, &mut Interrupting(Arc::clone(&flag)));
    assert_eq!(answer.stop, Some(StopReason::Interrupted));
    // What they did is there: the root has numbers.
    assert!(solver.stored(&root, &[]).is_some());
}

#[test]
fn threads_that_take_turns_always_take_the_same_way() {
    let game = hard_tree();
    let root = game.parse("start").unwrap();
    let solve = |count| {
        let mut solver = Solver::new(&game, QUESTION, &config(count, true));
        let answer = solver.solve_with(&root, &Limits::default(), &mut Silent);
        (answer.verdict, answer.counts)
    };
    let (one, _) = solve(1);
    for count in [2, 5] {
        assert_eq!(solve(count), solve(count));
        assert_eq!(solve(count).0, one);
    }
}

/// Keeps the last save and all lines.
struct Watching {
    config: Config,
    saved: Option<Vec<u8>>,
    lines: Vec<Vec<Move>>,
    stop: Arc<AtomicBool>,
}

impl Observer for Watching {
    fn wants_line(&self) -> bool {
        true
    }

    fn line(&mut self, line: &[Move]) {
        self.lines.push(line.to_vec());
    }

    fn wants_save(&self) -> bool {
        true
    }

    fn save(&mut self, progress: &Progress, state: &mut dyn State) {
        let mut file = Vec::new();
        save::write(&mut file, &Header::new(&self.config), &[], state).unwrap();
        self.saved = Some(file);
        if progress.counts.expansions > 2000 && self.lines.iter().any(|line| !line.is_empty()) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_save_that_is_made_while_threads_run_is_continued_with_any_number_of_threads() {
    let game = hard_tree();
    let root = game.parse("start").unwrap();
    let tree = endless_tree();
    let start = tree.parse("start").unwrap();
    let mut endless = Solver::new(&tree, QUESTION, &config(3, false));
    let stop = Arc::new(AtomicBool::new(false));
    let mut watching = Watching {
        config: config(3, false),
        saved: None,
        lines: Vec::new(),
        stop: Arc::clone(&stop),
    };
    let limits = Limits { interrupt: Some(stop), ..Limits::default() };
    let answer = endless.solve_with(&start, &limits, &mut watching);
    assert_eq!(answer.stop, Some(StopReason::Interrupted));
    for line in &watching.lines {
        let mut position = start;
        for &mv in line {
            let mut moves = Vec::new();
            tree.moves(&position, &mut moves);
            assert!(moves.contains(&mv));
            position = tree.play(&position, mv);
        }
    }
    let file = watching.saved.expect("it was saved");
    let entries = |config: &Config| {
        let mut input = &file[..];
        save::read_header(&mut input).unwrap().check(config).unwrap();
        let mut reader = StateReader::new(&mut input);
        save::read_attachments(&mut reader).unwrap();
        let mut solver = Solver::new(&tree, QUESTION, config);
        solver.state().load(&mut reader).unwrap();
        solver.stored(&start, &[]).map(|stored| stored.numbers)
    };
    let numbers = entries(&config(1, false));
    assert_eq!(numbers, entries(&config(8, false)));
    // A search that was stopped goes on with another number of threads.
    let (mut saved, mut verdict): (Option<Vec<u8>>, _) = (None, Verdict::Unknown);
    for count in [2, 1, 8, 3, 1, 2].into_iter().cycle().take(200) {
        let config = config(count, false);
        let mut solver = Solver::new(&game, QUESTION, &config);
        if let Some(file) = &saved {
            let mut input = &file[..];
            save::read_header(&mut input).unwrap().check(&config).unwrap();
            let mut reader = StateReader::new(&mut input);
            save::read_attachments(&mut reader).unwrap();
            solver.state().load(&mut reader).unwrap();
        }
        let limits = Limits { expansions: Some(20_000), ..Limits::default() };
        verdict = solver.solve_with(&root, &limits, &mut Silent).verdict;
        if verdict != Verdict::Unknown {
            break;
        }
        let mut file = Vec::new();
        save::write(&mut file, &Header::new(&config), &[], solver.state()).unwrap();
        saved = Some(file);
    }
    let whole = Solver::new(&game, QUESTION, &config(1, false)).solve(&root).verdict;
    assert_eq!(verdict, whole);
}

#[test]
fn the_builder_takes_threads() {
    let game = hard_tree();
    let root = game.parse("start").unwrap();
    let mut solver =
        Solver::builder(&game).question(QUESTION).algorithm(Algorithm::DfPn).threads(2).build();
    assert_ne!(solver.solve(&root).verdict, Verdict::Unknown);
    solver.certificate("tree").unwrap();
}

#[test]
#[should_panic(expected = "pn2 has no threads")]
fn the_builder_refuses_threads_that_an_algorithm_has_not() {
    let game = hard_tree();
    let _ = Solver::builder(&game).algorithm(Algorithm::Pn2).threads(2).build();
}
