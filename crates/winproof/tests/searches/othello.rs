//! Othello on a board of four by four, which can be solved completely: passes, scores, symmetry, and the leaf
//! solver as an oracle of every search.

use winproof_games::{GameSpec, Othello, OthelloBoard};
use winproof_rules::{Game, Player, Question};

use crate::common::{Engine, engines, reachable, run};

/// A position after so many moves, always the one that comes `choice`-th, round and round.
fn line(game: &Othello, length: u32, choice: usize) -> OthelloBoard {
    let mut board = game.start();
    let mut moves = Vec::new();
    for number in 0..length as usize {
        moves.clear();
        game.moves(&board, &mut moves);
        board = game.play(&board, moves[(choice + number) % moves.len()]);
    }
    board
}

fn audit(spec: &str, engines: &[Engine]) {
    let spec: GameSpec = spec.parse().unwrap();
    let game = Othello::new(spec.settings());
    let mut asked = 0;
    for (choice, target) in [(0, 1), (1, 0), (2, -3), (3, 6)] {
        let root = line(&game, 5, choice);
        let all = reachable(&game, &root);
        let roots = [root, all[all.len() / 3]];
        for attacker in [Player::First, Player::Second] {
            let question = Question { attacker, target };
            for engine in engines {
                let unknown = run(engine, &game, question, &roots, &all, &|| format!("{root:?}"));
                assert_eq!(unknown, 0, "{} on {root:?} {question:?}", engine.label);
                asked += 1;
            }
        }
    }
    assert!(asked > 100, "only {asked} runs");
}

/// Those that forget nearly everything, or have no table, see the same positions too often.
fn patient() -> Vec<Engine> {
    let forgetful = ["proof-table=0", "gc-high", "entries=64"];
    let mut engines = engines();
    engines.retain(|engine| !forgetful.iter().any(|word| engine.label.contains(word)));
    engines
}

#[test]
fn small_boards() {
    audit("othello:size=4", &patient());
}

#[test]
fn small_boards_with_symmetry() {
    audit("othello:size=4,symmetry=on", &patient());
}

#[test]
fn small_boards_with_leaves() {
    for (spec, level) in [("othello:size=4", 3), ("othello:size=4,symmetry=on", 5)] {
        let mut engines = engines();
        engines.retain(|engine| engine.label != "oracle" && !engine.label.contains("gc-high"));
        for engine in &mut engines {
            engine.config.set(&format!("leaf={level}")).unwrap();
        }
        audit(spec, &engines);
    }
}
