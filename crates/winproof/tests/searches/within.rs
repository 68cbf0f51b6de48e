//! Questions with a number of plies: every search against the truth, with table entries and certificates, one solver
//! for all counts. The leaf oracle brings in what is known about other counts.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use winproof::{Question, Solver, Verdict, check};
use winproof_games::conformance::test_questions;
use winproof_games::{DynamicGame, GameSpec};
use winproof_rules::{Player, Within};

use crate::common::{engines, random_graph, reachable, run};

type Counted = Within<DynamicGame<true>>;

/// Asks some searches about one position with all counts up to the greatest, from the least to the greatest and back.
/// Returns how many answers there were.
fn ask(game: &str, text: &str, most: u16, every: usize) -> usize {
    let spec: GameSpec = game.parse().unwrap();
    let opened = spec.open_dynamic(text).unwrap();
    let mut asked = 0;
    for question in test_questions(&opened.game::<true>()) {
        let Some(within) = Counted::new(opened.game(), question) else { continue };
        let counts = (0..=most).chain((0..most).rev());
        let roots: Vec<_> =
            counts.map(|plies| within.root(opened.position.clone(), plies)).collect();
        let mut all: Vec<_> =
            (0..=most).flat_map(|plies| reachable(&within, &roots[usize::from(plies)])).collect();
        let mut seen = std::collections::HashSet::new();
        all.retain(|at| seen.insert(at.clone()));
        for (number, mut engine) in engines().into_iter().enumerate() {
            asked += 1;
            if (number + asked) % every != 0 {
                continue;
            }
            let level = asked / every % 3;
            // The oracle has no such parameter.
            if engine.config.set(&format!("leaf={level}")).is_ok() {
                engine.label += &format!(" leaf={level}");
            }
            let name = || format!("{game}\n{text}");
            let unknown = run(&engine, &within, question, &roots, &all, &name);
            assert_eq!(unknown, 0, "{} {question:?}\n{}", engine.label, name());
        }
    }
    asked
}

#[test]
fn boards() {
    for (game, text, most) in [
        ("tictactoe", "X.O/..O/..X", 5),
        ("nim", "1,2,3", 6),
        ("othello:size=4", "b1c1d1", 5),
        ("hex:size=3", "x2/1o1/3 x", 7),
        ("loa:size=4", "x2o/4/4/o2x x", 4),
        ("loa:size=4,both=mover", "x2x/4/4/o2o x", 4),
        ("arimaa", "g [                R                      r                        ]", 2),
        ("shogi", "8k/9/8P/9/9/9/9/9/9 b G 1", 5),
    ] {
        assert!(ask(game, text, most, 17) > 100);
    }
}

#[test]
fn random_graphs_with_cycles() {
    let mut rng = ChaCha8Rng::seed_from_u64(20);
    for size in [4, 7, 12, 20] {
        for _ in 0..6 {
            let text = random_graph(&mut rng, size);
            ask("graph", &text, 8, 11);
        }
    }
}

/// A certificate of an embedder's own counted game: header, encoding and check fit together.
#[test]
fn certificates_have_the_count_in_their_header() {
    let opened = "nim".parse::<GameSpec>().unwrap().open_dynamic("2,3").unwrap();
    let question = Question::win(Player::First);
    let game = Counted::new(opened.game(), question).unwrap();
    let mut solver = Solver::builder(&game).question(question).build();
    for (plies, verdict) in [(2, Verdict::Disproved), (3, Verdict::Disproved), (5, Verdict::Proved)]
    {
        let answer = solver.solve(&game.root(opened.position.clone(), plies));
        assert_eq!(answer.verdict, verdict, "{plies}");
        let certificate = solver.certificate("nim").unwrap();
        assert_eq!(
            (certificate.header.within, &*certificate.header.position),
            (Some(plies), "2,3")
        );
        let accepted = check(&game, &certificate.to_bytes()).unwrap();
        assert_eq!(accepted.certificate().header.within, Some(plies));
        check(game.game(), &certificate.to_bytes()).unwrap_err();
    }
}
