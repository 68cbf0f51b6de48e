//! Hex with all its knowledge, and without: every search, every table entry, every certificate, in which
//! positions dominate others.

use winproof_game::{Notation, Player, Question, Settings};
use winproof_games::{Hex, RegisteredGame};

use crate::common::{engines, reachable, run};

fn game(size: u32) -> Hex {
    let mut settings = Settings::defaults(Hex::INFO.name, Hex::INFO.parameters);
    settings.set(&format!("size={size}")).unwrap();
    Hex::new(&settings)
}

#[test]
fn hex_on_small_boards() {
    for (size, text) in [(2, "start"), (3, "b1 a2"), (4, "b2 c3 a3 c2 b4 d1")] {
        let game = game(size);
        let root = game.parse(text).unwrap();
        let all = reachable(&game, &root);
        let roots = [root, all[all.len() / 3], all[all.len() / 2]];
        for attacker in [Player::First, Player::Second] {
            let question = Question { attacker, target: 1 };
            for level in [0, 6] {
                for mut engine in engines() {
                    if engine.label != "oracle" {
                        engine.config.settings.set(&format!("leaf={level}")).unwrap();
                    } else if level > 0 {
                        continue;
                    }
                    let text = || format!("{text}, leaf={level}");
                    assert_eq!(run(&engine, &game, question, &roots, &all, &text), 0);
                }
            }
        }
    }
}
