//! Games of networks, kept as text: the page has a network of its own, and its tests replay these games.
//!
//! `WINPROOF_BLESS=1 cargo test -p winproof-experiments --test prs` writes the file anew.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use winproof_experiments::prs::{Network, Rule};

const TRIALS: usize = 60;

#[test]
fn networks_learn_as_they_did() {
    let mut games = Vec::new();
    for (lag, opponent) in [(1, 2), (2, 1), (3, 2), (5, 4)] {
        let mut rng = ChaCha8Rng::seed_from_u64(lag as u64);
        let mut networks = [lag, opponent].map(|lag| Network::new(lag, Rule::default()));
        let mut trials = Vec::new();
        for _ in 0..TRIALS {
            let sums = networks[0].sums();
            let [played, other] =
                [&networks[0], &networks[1]].map(|network| network.choose(&mut rng));
            networks[0].learn(played, other);
            networks[1].learn(other, played);
            trials.push(format!("    [\"{}\", \"{}\", {sums:?}]", played.name(), other.name()));
        }
        let mut game = format!("  {{\n    \"lag\": {lag},\n    \"trials\": [\n");
        write!(game, "{}\n    ]\n  }}", trials.join(",\n").replace("    [\"", "      [\""))
            .unwrap();
        games.push(game);
    }
    let played = format!("[\n{}\n]\n", games.join(",\n"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/prs.json");
    if env::var_os("WINPROOF_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &played).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(played == kept, "the networks play other games now:\n{played}");
}
