//! One playthrough per game, kept as text: no change of rules, notation, keys or bytes goes unnoticed.
//!
//! `WINPROOF_BLESS=1 cargo test -p winproof-games --test golden` writes the files anew.

use std::path::Path;
use std::{env, fs};

use winproof_games::{GameSpec, GameVisitor, conformance, games};
use winproof_rules::Notation;

const MOST_MOVES: u64 = 12;

struct Playthrough;

impl GameVisitor for Playthrough {
    type Output = String;

    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) -> String {
        conformance::playthrough(&game, &position, MOST_MOVES)
    }
}

#[test]
fn playthroughs_are_as_they_were() {
    for info in games() {
        let spec: GameSpec = info.name.parse().unwrap();
        let (_, position) = info.examples[0];
        let played = spec.open(position, Playthrough).unwrap();
        let name = format!("tests/golden/{}.txt", info.name);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&name);
        if env::var_os("WINPROOF_BLESS").is_some() {
            fs::write(&path, &played).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        assert!(played == kept, "{name} is another playthrough; now it is:\n{played}");
    }
}
