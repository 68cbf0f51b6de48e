//! Every search against the truth: random trees, random graphs with cycles, small boards.

use crate::common::{Engine, engines, questions, random_graph, reachable, run};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use winproof::settings::Replacement;
use winproof::{ALGORITHMS, Algorithm, Limits, Silent, Solver, StopReason, Verdict};
use winproof_games::{GameSpec, Graph, Loa, Nim, TicTacToe, Tree};
use winproof_rules::{Notation, Player, Question};

#[test]
fn random_trees() {
    let mut rng = ChaCha8Rng::seed_from_u64(1998);
    let engines = engines();
    for round in 0..2000 {
        let depth = 1 + round % 8;
        let average = if depth > 5 { 2.0 } else { rng.random_range(1.5..3.5) };
        let v = rng.random_range(0.2..0.8);
        let spec = format!("tree:depth={depth},avg={average:.2},v={v:.2},seed={round}");
        let spec: GameSpec = spec.parse().unwrap();
        let tree = Tree::new(spec.settings()).unwrap();
        let all = reachable(&tree, &tree.root());
        let roots = [tree.root(), all[all.len() / 3]];
        let attacker = if rng.random() { Player::First } else { Player::Second };
        let question = Question { attacker, target: rng.random_range(0..=1) };
        for engine in &engines {
            let unknown = run(engine, &tree, question, &roots, &all, &|| spec.to_string());
            assert_eq!(unknown, 0, "{}", engine.label);
        }
    }
}

#[test]
fn random_cyclic_graphs() {
    let mut rng = ChaCha8Rng::seed_from_u64(2012);
    let engines = engines();
    let mut asked = 0;
    let mut unknown = vec![0; engines.len()];
    for round in 0..2000 {
        let inner = if round % 4 == 0 { rng.random_range(9..=40) } else { rng.random_range(2..=8) };
        let text = random_graph(&mut rng, inner);
        let (graph, start) = Graph::read(&text).unwrap();
        let all = reachable(&graph, &start);
        let roots = [start, all[rng.random_range(0..all.len())], start];
        for question in questions().skip(round % 2).step_by(2) {
            asked += roots.len();
            for (engine, unknown) in engines.iter().zip(&mut unknown) {
                *unknown += run(engine, &graph, question, &roots, &all, &|| text.clone());
            }
        }
    }
    for (engine, unknown) in engines.iter().zip(&unknown) {
        let share = 100.0 * f64::from(*unknown as u32) / f64::from(asked as u32);
        println!("{:60} {unknown:6} of {asked} unknown ({share:.3} %)", engine.label);
    }
    for (engine, unknown) in engines.iter().zip(&unknown) {
        assert!(unknown * 100 < asked, "{}: {unknown} of {asked} unknown", engine.label);
    }
}

/// With tables of a few entries everything is forgotten all the time: this may cost only time.
#[test]
fn thrashing_tables() {
    let mut rng = ChaCha8Rng::seed_from_u64(1999);
    let schemes = Replacement::NAMES;
    let names = ["df-pn", "df-pn+", "pds", "pds-pn", "pn-star", "alpha-beta"];
    let engines: Vec<_> = schemes
        .iter()
        .flat_map(|scheme| names.map(|name| (name, format!("replacement={scheme} entries=12"))))
        .map(|(name, assignments)| Engine::new(name, &assignments, 1 << 20))
        .collect();
    let mut asked = 0;
    let mut unknown = vec![0; engines.len()];
    for _ in 0..150 {
        let inner = rng.random_range(5..=40);
        let text = random_graph(&mut rng, inner);
        let (graph, start) = Graph::read(&text).unwrap();
        let all = reachable(&graph, &start);
        let roots = [start, all[rng.random_range(0..all.len())]];
        let attacker = if rng.random() { Player::First } else { Player::Second };
        let question = Question { attacker, target: rng.random_range(-1..=2) };
        asked += roots.len();
        for (engine, unknown) in engines.iter().zip(&mut unknown) {
            *unknown += run(engine, &graph, question, &roots, &all, &|| text.clone());
        }
    }
    for (engine, unknown) in engines.iter().zip(&unknown) {
        println!("{:60} {unknown:6} of {asked} unknown", engine.label);
    }
    for (engine, unknown) in engines.iter().zip(&unknown) {
        assert!(unknown * 50 < asked, "{}: {unknown} of {asked} unknown", engine.label);
    }
}

/// Graphs that broke wrong versions of these searches.
#[test]
fn graphs_that_broke_something() {
    let graphs = [
        // Storing a disproof that depends on the path as if it held everywhere.
        "start 0\n0 B 2 1\n1 A 3\n2 B 3\n3 A 1 2 5\n5 = 1",
        // Endless re-search with a table of one slot.
        "start 0\n0 B 1 2\n1 A 2 3\n2 A 1 3\n3 A 0",
        // Positions of a cycle that stay open because each was open in the other's last iteration.
        "start 0\n0 B 3 1\n1 A 2 0\n2 A 1 3\n3 A 1 2",
    ];
    for text in graphs {
        let (graph, start) = Graph::read(text).unwrap();
        let all = reachable(&graph, &start);
        // Without the rule of rising thresholds the second one is searched for ever.
        let ending = engines().into_iter().filter(|engine| !engine.label.contains("rising=off"));
        for engine in ending {
            for question in questions() {
                let unknown = run(&engine, &graph, question, &all, &all, &|| text.to_string());
                assert_eq!(unknown, 0, "{} {question:?}\n{text}", engine.label);
            }
        }
    }
}

#[test]
fn small_boards() {
    let nim = Nim;
    for heaps in ["1", "2,2", "3,4,5", "1,3,5,7", "2,3,1 second"] {
        let position = nim.parse(heaps).unwrap();
        let all = reachable(&nim, &position);
        for engine in engines() {
            // Without a table, or with one of 60 entries, they see the same positions too often.
            let forgetful = ["oracle", "proof-table=0", "gc-high=60", "entries=64"];
            if heaps == "1,3,5,7" && forgetful.iter().any(|word| engine.label.contains(word)) {
                continue;
            }
            for attacker in [Player::First, Player::Second] {
                let question = Question { attacker, target: 1 };
                let roots = [position, all[all.len() / 2]];
                assert_eq!(run(&engine, &nim, question, &roots, &all, &|| heaps.to_string()), 0);
            }
        }
    }
    let tictactoe = TicTacToe;
    for board in ["start", "X../.O./..X", "X.O/.../.X."] {
        let position = tictactoe.parse(board).unwrap();
        let all = reachable(&tictactoe, &position);
        for engine in engines().iter().filter(|engine| !engine.label.contains("gc-high=60")) {
            for question in questions().filter(|question| (0..=1).contains(&question.target)) {
                let unknown =
                    run(engine, &tictactoe, question, &[position], &all, &|| board.to_string());
                assert_eq!(unknown, 0, "{}", engine.label);
            }
        }
    }
}

/// A real game with cycles and estimates of its own, on a board so small that it can be solved completely.
#[test]
fn small_lines_of_action() {
    let mut engines = engines();
    for name in ["pn", "pn2", "deep-pn", "pds", "df-pn", "df-pn+", "pds-pn"] {
        engines.push(Engine::new(name, "init=game", 8 << 20));
        engines.push(Engine::new(name, "init=game leaf=1", 8 << 20));
        engines.push(Engine::new(name, "init=game order=static", 8 << 20));
    }
    let forgetful = ["proof-table=0", "gc-high", "entries=64", "rising=off", "elkan"];
    engines.retain(|engine| !forgetful.iter().any(|word| engine.label.contains(word)));
    let mut unknown = vec![0; engines.len()];
    let mut asked = 0;
    for rule in ["draw", "mover"] {
        let spec: GameSpec = format!("loa:size=4,both={rule}").parse().unwrap();
        let game = Loa::new(spec.settings());
        for board in ["x2o/4/4/o2x x", "x2x/4/4/o2o x", "1x1o/4/2x1/o3 o"] {
            let position = game.parse(board).unwrap();
            let all = reachable(&game, &position);
            let roots = [position, all[all.len() / 2]];
            for attacker in [Player::First, Player::Second] {
                let question = Question { attacker, target: i32::from(rule == "draw") };
                asked += roots.len();
                for (engine, unknown) in engines.iter().zip(&mut unknown) {
                    *unknown += run(engine, &game, question, &roots, &all, &|| board.to_string());
                }
            }
        }
    }
    for (engine, unknown) in engines.iter().zip(&unknown) {
        println!("{:60} {unknown:6} of {asked} unknown", engine.label);
    }
    for (engine, unknown) in engines.iter().zip(&unknown) {
        assert_eq!(*unknown, 0, "{} of {asked}", engine.label);
    }
}

/// A line of 100,000 moves: nothing may recurse.
#[test]
fn deep_lines() {
    let length = 100_000;
    let mut text = String::from("start 0\ninfinite -1\n");
    for node in 0..length {
        let mover = if node % 2 == 0 { 'A' } else { 'B' };
        text += &format!("{node} {mover} {}\n", node + 1);
    }
    text += &format!("{length} = 1\n");
    let (graph, start) = Graph::read(&text).unwrap();
    for info in ALGORITHMS {
        let engine = Engine::new(info.name, "", 64 << 20);
        let question = Question { attacker: Player::First, target: 1 };
        let mut solver = Solver::new(&graph, question, &engine.config);
        // DeepPN carries every new depth up to the root, and PDS-PN looks ahead from every node: both take
        // quadratic time, so a part of the line has to do.
        let quadratic = [Algorithm::DeepPn, Algorithm::PdsPn].contains(&info.algorithm);
        let expansions = if quadratic { 10_000 } else { 10_000_000 };
        let limits = Limits { expansions: Some(expansions), ..Limits::default() };
        let answer = solver.solve_with(&start, &limits, &mut Silent);
        if quadratic {
            assert_eq!(answer.counts.expansions, expansions, "{}", info.name);
            continue;
        }
        assert_eq!(answer.verdict, Verdict::Proved, "{}", info.name);
        let records = solver.certify(&start, true, &limits, &mut Silent).unwrap();
        assert!(records.len() > length / 100, "{}", info.name);
    }
}

/// Without a garbage collector a full tree ends the search, whatever it was about to find.
#[test]
fn a_full_tree_ends_the_search_if_nothing_is_collected() {
    let tictactoe = TicTacToe;
    let position = tictactoe.parse("start").unwrap();
    let question = Question { attacker: Player::First, target: 1 };
    for (name, more) in
        [("pn", ""), ("pn", "epsilon=0.5"), ("pn2", "a=1000000 b=1"), ("deep-pn", "")]
    {
        let stop = |gc: &str| {
            let settings = format!("gc={gc} gc-high=300 solutions=drop {more}");
            let engine = Engine::new(name, &settings, 1 << 20);
            let mut solver = Solver::new(&tictactoe, question, &engine.config);
            let answer = solver.solve(&position);
            assert!(answer.entries < 20_000);
            answer.stop
        };
        assert_eq!((stop("off"), stop("on")), (Some(StopReason::Memory), None), "{name} {more}");
    }
}
