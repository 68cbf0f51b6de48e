//! Hex with all its knowledge, and without: every search, every table entry, every certificate, in which
//! positions dominate others.

use winproof_games::{Hex, RegisteredGame};
use winproof_rules::{Notation, Player, Question, Settings};

use crate::common::{Engine, engines, reachable, run};

fn game(size: u32, assignments: &[&str]) -> Hex {
    let mut settings = Settings::defaults(Hex::INFO.name, Hex::INFO.parameters);
    settings.set(&format!("size={size}")).unwrap();
    assignments.iter().for_each(|assignment| settings.set(assignment).unwrap());
    Hex::new(&settings)
}

fn audit(cases: &[(u32, &str)], assignments: &[&str], engines: fn() -> Vec<Engine>) {
    for &(size, text) in cases {
        let game = game(size, assignments);
        let root = game.parse(text).unwrap();
        let all = reachable(&game, &root);
        let roots = [root, all[all.len() / 3], all[all.len() / 2]];
        for attacker in [Player::First, Player::Second] {
            let question = Question { attacker, target: 1 };
            for level in [0, 6] {
                for mut engine in engines() {
                    if engine.label != "oracle" {
                        engine.config.set(&format!("leaf={level}")).unwrap();
                    } else if level > 0 {
                        continue;
                    }
                    let text = || format!("{text}, leaf={level}");
                    let unknown = run(&engine, &game, question, &roots, &all, &text);
                    assert_eq!(unknown, 0, "{}, {}, {assignments:?}", engine.label, text());
                }
            }
        }
    }
}

#[test]
fn hex_on_small_boards() {
    audit(&[(2, "start"), (3, "b1 a2"), (4, "b2 c3 a3 c2 b4 d1")], &[], engines);
}

/// Boards that are their own twins among them.
#[test]
fn hex_with_symmetry() {
    let twins = [(2, "start"), (2, "2/2 o"), (3, "3/1x1/3 o"), (4, "xo2/2x1/1x2/2ox o")];
    audit(&twins, &["symmetry=on"], engines);
}

#[test]
fn hex_with_the_swap_rule() {
    // Eight cells and the swap are too much for a tree of sixty nodes.
    let patient = || {
        let mut engines = engines();
        engines.retain(|engine| !engine.label.contains("gc-high=60"));
        engines
    };
    audit(&[(2, "start"), (3, "b2")], &["swap=on"], patient);
    audit(&[(2, "start"), (3, "b2")], &["swap=on", "symmetry=on"], patient);
}
