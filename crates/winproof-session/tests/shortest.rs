//! Questions with a number of plies, from the text of a problem to its report and certificates.

mod definition;

use std::path::Path;
use std::sync::Arc;

use definition::{Definition, play};
use winproof::Silent;
use winproof_certificate::Header;
use winproof_games::GameSpec;
use winproof_rules::{Game, Notation, Question, Verdict};
use winproof_session::Failure;
use winproof_session::options::{Options, Wishes};
use winproof_session::work::{ProofTarget, Report, Task};
use winproof_verify::{Verification, verify_file};

/// Positions with the plies that they are played out to.
const PROBLEMS: &[(&str, &str, u16)] = &[
    ("tictactoe", "X.O/..O/..X", 5),
    ("tictactoe", "XO./.../...", 7),
    ("tictactoe", "XXX/OO./...", 1),
    ("nim", "1,2,3", 7),
    ("nim", "2,4", 7),
    ("othello:size=4", "b1c1d1", 7),
    ("hex:size=3", "start", 9),
    ("hex:size=3", "x2/1o1/3 x", 7),
    ("loa:size=4", "x2o/4/4/o2x x", 6),
    ("loa:size=4", "1x1o/4/2x1/o3 o", 6),
    ("loa:size=4,both=mover", "x2x/4/4/o2o x", 6),
    ("arimaa", "g [                R                      r                        ]", 3),
    ("arimaa", "s [          R        R                       r                    ]", 3),
    ("shogi", "8k/9/8P/9/9/9/9/9/9 b G 1", 7),
    ("shogi", "9/9/9/9/9/9/p8/9/K8 w g 1", 7),
    ("shogi", "7nl/7k1/5+P3/7P1/9/9/9/9/9 b GS 1", 5),
    ("graph", "start a\na A b c d\nb B a e\nc B d a\nd A e b\ne = 1", 9),
    ("graph", "infinite 1\nstart a\na A b c\nb B a d\nc B a\nd = 1", 9),
    ("graph", "start a\na A b\nb B a c\nc = 0", 9),
];

fn task(
    spec: &GameSpec,
    position: &str,
    wishes: &Wishes,
    proof: Option<&Path>,
) -> Result<Report, Failure> {
    let options = Options::new(spec, wishes, None)?;
    let task = Task {
        spec,
        options: &options,
        source: None,
        label: None,
        proof: proof.map(|path| ProofTarget::new(path, options.ask)),
        interrupt: &Arc::default(),
        observer: &mut Silent,
        saving: None,
        saved: None,
    };
    task.run(position)
}

fn header_of(file: &Path) -> Header {
    match verify_file(file, 1 << 26, &std::env::temp_dir()).decisive() {
        Verification::Accepted { header, .. } => header.clone(),
        other => panic!("{}: {other}", file.display()),
    }
}

#[test]
fn the_least_number_is_found_and_certified_with_the_longest_defence() {
    let (mut shortest, mut never) = (0, 0);
    for &(game, position, most) in PROBLEMS {
        // Who is attacked in tsume-shogi never wins. To certify that takes every position that can be reached.
        let attackers = if game == "shogi" { &["mover"][..] } else { &["mover", "opponent"] };
        for &attacker in attackers {
            for ask in ["win", ">=0"] {
                let spec: GameSpec = game.parse().unwrap();
                let opened = spec.open_dynamic(position).unwrap();
                let to_move = opened.game::<true>().to_move(&opened.position);
                let attacking = if attacker == "mover" { to_move } else { to_move.opponent() };
                let target = if ask == "win" { 1 } else { 0 };
                let question = Question { attacker: attacking, target };
                let mut definition = Definition::new(opened.game(), question);
                let root = &opened.position;
                let least = (0..=most).find(|&plies| definition.in_time(root, plies));
                let wishes = Wishes {
                    attacker: attacker.parse().ok(),
                    ask: ask.parse().ok(),
                    shortest: true,
                    certify: true,
                    nodes: Some(3_000),
                    ..Wishes::default()
                };
                let folder = tempfile::tempdir().unwrap();
                let report = task(&spec, position, &wishes, Some(folder.path())).unwrap();
                let name = format!("{game} {position} {attacker} {ask}");
                assert!(!report.failed, "{name}: {:?}", report.error);
                let Some(least) = least else {
                    assert_ne!(report.verdict, Some(Verdict::Proved), "{name}");
                    if report.certified == Some(true) {
                        let header = header_of(&folder.path().join("never.wpc"));
                        assert_eq!((header.within, header.verdict), (None, Verdict::Disproved));
                        never += 1;
                    }
                    continue;
                };
                shortest += 1;
                assert_eq!(report.verdict, Some(Verdict::Proved), "{name}");
                assert_eq!((report.plies, report.not_within), (Some(least), least.checked_sub(1)));
                assert_eq!(report.certified, Some(true), "{name}: {:?}", report.error);
                let header = header_of(&folder.path().join("within.wpc"));
                assert_eq!((header.within, header.verdict), (Some(least), Verdict::Proved));
                assert_eq!((header.question(), header.position), (question, report.position));
                if least > 0 {
                    let header = header_of(&folder.path().join("not-within.wpc"));
                    assert_eq!(
                        (header.within, header.verdict),
                        (Some(least - 1), Verdict::Disproved)
                    );
                }
                let played = play(&definition, root, &report.line.unwrap());
                assert_eq!(played, (least, true), "{name}: both sides at their best");
            }
        }
    }
    assert!(shortest > 20 && never > 10, "{shortest} numbers, {never} times none");
}

#[test]
fn one_number_is_answered_as_the_definition_says() {
    for &(game, position, most) in PROBLEMS {
        let spec: GameSpec = game.parse().unwrap();
        let opened = spec.open_dynamic(position).unwrap();
        let question = Question::win(opened.game::<true>().to_move(&opened.position));
        let mut definition = Definition::new(opened.game(), question);
        for plies in 0..=most.min(5) {
            let wishes = Wishes {
                within: Some(plies),
                moves: plies == 3,
                certify: true,
                ..Wishes::default()
            };
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("within.wpc");
            let report = task(&spec, position, &wishes, Some(&file)).unwrap();
            let name = format!("{game} {position} within {plies}");
            let proved = definition.in_time(&opened.position, plies);
            assert_eq!(report.verdict, Some(Verdict::of(proved)), "{name}");
            assert_eq!(report.certified, Some(true), "{name}: {:?}", report.error);
            assert_eq!((report.within, report.ask), (Some(plies), format!("win within {plies}")));
            let header = header_of(&file);
            assert_eq!((header.within, header.verdict), (Some(plies), Verdict::of(proved)));
            if proved {
                let (taken, met) =
                    play(&definition, &opened.position, &report.line.unwrap_or_default());
                assert!(taken <= plies && met || plies == 0, "{name}");
            }
            for found in report.moves.into_iter().flatten() {
                let game = &definition.game;
                let mv = game.parse_move(&opened.position, &found.mv).unwrap();
                let child = game.play(&opened.position, mv);
                let left = plies - u16::from(game.ends_ply(&opened.position, &child));
                assert_eq!(found.verdict, Verdict::of(definition.in_time(&child, left)), "{name}");
            }
        }
    }
}

/// Endless play is worth enough here, but no number of plies is: the search goes on until a limit stops it, and says how
/// far it got.
#[test]
fn endless_play_is_within_no_number_of_plies() {
    let spec: GameSpec = "graph".parse().unwrap();
    let wishes = Wishes {
        ask: Some("draw".parse().unwrap()),
        shortest: true,
        certify: true,
        nodes: Some(500),
        ..Wishes::default()
    };
    let report = task(&spec, "start a\na A b\nb B a c\nc = 0", &wishes, None).unwrap();
    assert_eq!(report.verdict, Some(Verdict::Unknown));
    assert_eq!(report.plies, None);
    let reached = report.not_within.unwrap();
    assert!(reached > 20);
    let expected = format!("at least a draw can be forced, but not within {reached} plies");
    assert_eq!(report.error, Some(expected));
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let spec: GameSpec = "tictactoe".parse().unwrap();
    let refused = |wishes: Wishes| task(&spec, "start", &wishes, None).unwrap_err().to_string();
    let value = Some("value".parse().unwrap());
    assert!(refused(Wishes { ask: value, within: Some(3), ..Wishes::default() }).contains("value"));
    assert!(refused(Wishes { ask: value, shortest: true, ..Wishes::default() }).contains("value"));
    let bottom = Some(">=-1000000000".parse().unwrap());
    let refused = refused(Wishes { ask: bottom, within: Some(3), ..Wishes::default() });
    assert!(refused.contains("every end meets"), "{refused}");
}

#[test]
fn mates_in_shogi_have_their_lengths() {
    let spec: GameSpec = "shogi".parse().unwrap();
    let problems = include_str!("../../winproof-games/tests/data/shogi/mates.tsv").lines();
    for problem in problems {
        let fields: Vec<_> = problem.split('\t').collect();
        let wishes = Wishes { shortest: true, certify: true, ..Wishes::default() };
        let report = task(&spec, fields[2], &wishes, None).unwrap();
        println!("{}: {:?} plies, {:?} expansions", fields[0], report.plies, report.nodes);
        assert_eq!(report.plies.map(|plies| plies.to_string()).as_deref(), Some(fields[1]));
        assert_eq!(report.certified, Some(true), "{}", fields[0]);
        assert_eq!(report.line.map(|line| line.len()), report.plies.map(usize::from));
    }
}
