//! Arimaa: what a verdict means where the third-repetition rule would decide, and what the goal test is worth.

use winproof::{Algorithm, Config, Limits, Silent, Solver, Verdict};
use winproof_certificate::{Certificate, Header, check};
use winproof_games::Arimaa;
use winproof_rules::{Notation, Player, Question};

/// Solves a position within so many expansions and has the certificate checked. Returns the verdict and how
/// many records show it.
fn solve(
    text: &str,
    attacker: Player,
    algorithm: Algorithm,
    settings: &[&str],
    expansions: u64,
) -> (Verdict, usize) {
    let game = Arimaa::default();
    let position = game.parse(text).unwrap();
    let question = Question { attacker, target: 1 };
    let mut config = Config { memory: 64 << 20, ..Config::new(algorithm) };
    settings.iter().for_each(|setting| config.set(setting).unwrap());
    let mut solver = Solver::new(&game, question, &config);
    let limits = Limits { expansions: Some(expansions), ..Limits::default() };
    let verdict = solver.solve_with(&position, &limits, &mut Silent).verdict;
    let proved = match verdict {
        Verdict::Proved => true,
        Verdict::Disproved => false,
        Verdict::Unknown => return (verdict, 0),
    };
    let records = solver.certify(&position, proved, &limits, &mut Silent).unwrap();
    let header = Header {
        game: "arimaa".to_string(),
        parameters: Default::default(),
        position: game.format(&position),
        attacker,
        target: 1,
        within: None,
        verdict: match proved {
            true => winproof_rules::Verdict::Proved,
            false => winproof_rules::Verdict::Disproved,
        },
    };
    let count = records.len();
    check(&game, &position, &Certificate { header, records }).unwrap();
    (verdict, count)
}

/// All rabbits stand against each other for ever. A cat of either side is all that moves, between eight
/// squares below and some above, so there are only so many positions, and no turn changes anything. Under
/// the third-repetition rule somebody runs out of turns and loses; who it is depends on the past, which
/// a position does not know. Neither side can force a win by progress: that is all that is said.
#[test]
fn where_the_third_repetition_decides_nobody_is_said_to_win() {
    let text = "g [                                       crrrrrrrrRRRRRRRRC       ]";
    for attacker in [Player::First, Player::Second] {
        let (verdict, _) = solve(text, attacker, Algorithm::Oracle, &[], 2_000_000);
        assert_eq!(verdict, Verdict::Disproved);
    }
}

/// With the goal test and without it the answer is the same, and a certificate shows it.
#[test]
fn small_wins_are_certified_with_and_without_the_goal_test() {
    let text = "g [                R                      r                        ]";
    for settings in [&["leaf=0"][..], &["leaf=1"], &["leaf=2", "init=game"]] {
        let (verdict, _) = solve(text, Player::First, Algorithm::DfPnPlus, settings, 2_000_000);
        assert_eq!(verdict, Verdict::Proved, "{settings:?}");
    }
}

/// Test positions of the thesis (Majerech 2012), won in two turns: what takes the thesis' program minutes, where
/// it succeeds at all, is a matter of some hundred expansions, and the certificates are accepted. They have
/// records of what the defender can do, and hardly any of the goals that follow: those are threats.
#[test]
fn wins_in_two_turns_are_proved_with_few_expansions() {
    let reduced = include_str!("../../../../experiments/majerech-2012/positions/reduced.txt");
    let big = include_str!("../../../../experiments/majerech-2012/positions/big.txt");
    for line in reduced.lines().step_by(5).chain(big.lines().step_by(5)) {
        let (text, name) = line.split_once('\t').unwrap();
        let mover = if text.starts_with('g') { Player::First } else { Player::Second };
        let settings = ["leaf=2", "init=game"];
        let (verdict, records) = solve(text, mover, Algorithm::DfPnPlus, &settings, 1_200);
        assert_eq!(verdict, Verdict::Proved, "{name}");
        assert!(records < 4_500, "{name}: {records} records");
    }
}
