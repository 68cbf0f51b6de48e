//! Tsumego: all four questions about small random problems, held against retrograde analysis, with certificates.
//!
//! A normal run asks about 300 problems, `WINPROOF_MATRIX=full` about 5,000.

use winproof::{Algorithm, Config, Limits, Silent, Solver, Verdict};
use winproof_certificate::{Certificate, Header, check};
use winproof_games::conformance::WholeGame;
use winproof_games::{GameSpec, GameVisitor, Tsumego};
use winproof_rules::{Notation, Player, Question};

/// The truth about a position, and the searches' answers compared with it.
struct Ask {
    number: u64,
}

/// Whether black and white can force a win.
type Winners = [bool; 2];

impl GameVisitor for Ask {
    type Output = Winners;

    fn visit<G: Notation + 'static>(self, game: G, root: G::Position) -> Winners {
        let whole = WholeGame::new(&game, std::slice::from_ref(&root));
        [Player::First, Player::Second].map(|attacker| {
            let question = Question::win(attacker);
            let truth = whole.truth(&game, question);
            let settings = ENGINES[self.number as usize % ENGINES.len()];
            let mut config = Config { memory: 4 << 20, ..Config::new(Algorithm::DfPnPlus) };
            settings.iter().for_each(|setting| config.set(setting).unwrap());
            let mut solver = Solver::new(&game, question, &config);
            let limits = Limits::default();
            let verdict = solver.solve_with(&root, &limits, &mut Silent).verdict;
            let text = game.format(&root);
            let expected = if truth[0] { Verdict::Proved } else { Verdict::Disproved };
            assert_eq!(verdict, expected, "{text} {attacker:?} {settings:?}");
            if game.outcome(&root).is_none() {
                let records = solver.certify(&root, truth[0], &limits, &mut Silent).unwrap();
                let header = Header {
                    game: "tsumego".to_string(),
                    parameters: Default::default(),
                    position: text,
                    attacker,
                    target: 1,
                    within: None,
                    verdict,
                };
                check(&game, &root, &Certificate { header, records }).unwrap();
            }
            truth[0]
        })
    }
}

/// With all knowledge, with less, and with none.
const ENGINES: [&[&str]; 5] = [
    &["init=game", "leaf=2", "order=static"],
    &["init=game", "leaf=1"],
    &["leaf=2"],
    &[],
    &["init=game", "leaf=2", "entries=200"],
];

#[test]
fn small_problems_are_solved_as_retrograde_analysis_does() {
    let full = std::env::var_os("WINPROOF_MATRIX").is_some_and(|it| it == "full");
    let mut counts = [0; 5];
    for number in 0..if full { 5_000 } else { 300 } {
        let text = Tsumego::random_problem(1_000 + number);
        let ask = |game: &str| {
            let spec: GameSpec = game.parse().unwrap();
            spec.open(&text, Ask { number }).unwrap_or_else(|error| panic!("{text}: {error}"))
        };
        // The target is in capital letters.
        let defender = usize::from(text.contains('O'));
        let free = ask("tsumego");
        let (dead, alive) = (free[1 - defender], free[defender]);
        let simple = ask("tsumego:ko=simple");
        let eyes = ask("tsumego:life=unconditional");
        assert!(!eyes[defender] || alive, "two eyes, but not alive: {text}");
        counts[0] += usize::from(dead);
        counts[1] += usize::from(alive && eyes[defender]);
        counts[2] += usize::from(alive && !eyes[defender]);
        counts[3] += usize::from(!dead && !alive);
        counts[4] += usize::from(!dead && !alive && (simple[0] || simple[1]));
    }
    let [dead, eyes, seki, kos, decided] = counts;
    println!("{dead} dead, {eyes} with two eyes, {seki} seki, {kos} kos, {decided} of them won");
    // Sekis and kos are rare among random problems of this size.
    assert!(dead > 50 && eyes > 30, "{counts:?}");
}
