//! Tsume-shogi: mates and positions without one, for either attacker, with certificates.

use winproof::{Algorithm, Config, Limits, Silent, Solver, Verdict};
use winproof_certificate::{
    Certificate, CheckReport, Flaw, Header, RecordSetBuilder, Rejection, check,
};
use winproof_games::{Shogi, ShogiBoard};
use winproof_rules::{Encoding, Notation, Player, Question};

const MATES: &str = include_str!("../../../winproof-games/tests/data/shogi/mates.tsv");

/// Answers a question within so many expansions and has the certificate checked.
fn answer(
    board: &ShogiBoard,
    question: Question,
    algorithm: Algorithm,
    settings: &[&str],
    expansions: u64,
) -> Verdict {
    let mut config = Config { memory: 64 << 20, ..Config::new(algorithm) };
    settings.iter().for_each(|setting| config.set(setting).unwrap());
    let mut solver = Solver::new(&Shogi, question, &config);
    let limits = Limits { expansions: Some(expansions), ..Limits::default() };
    let verdict = solver.solve_with(board, &limits, &mut Silent).verdict;
    let Some(proved) = verdict.proved() else { return verdict };
    let records = solver.certify(board, proved, &limits, &mut Silent).unwrap();
    let header = header(board, question, verdict);
    check(&Shogi, board, &Certificate { header, records }).unwrap();
    verdict
}

fn header(board: &ShogiBoard, question: Question, verdict: Verdict) -> Header {
    Header {
        game: "shogi".to_string(),
        parameters: Default::default(),
        position: Shogi.format(board),
        attacker: question.attacker,
        target: question.target,
        within: None,
        verdict,
    }
}

/// Whether the attacker of the position mates.
fn mates(text: &str, algorithm: Algorithm, settings: &[&str], expansions: u64) -> Verdict {
    let board = Shogi.parse(text).unwrap();
    let question = Question { attacker: board.attacker(), target: 1 };
    answer(&board, question, algorithm, settings, expansions)
}

#[test]
fn composed_mates_are_proved_by_all_kinds_of_searches() {
    let engines: [(Algorithm, &[&str]); 5] = [
        (Algorithm::DfPn, &[]),
        (Algorithm::DfPn, &["leaf=1"]),
        (Algorithm::DfPnPlus, &["init=game", "leaf=1"]),
        (Algorithm::DfPnPlus, &["init=game", "order=static"]),
        (Algorithm::Pds, &["init=moves"]),
    ];
    for line in MATES.lines() {
        let mut fields = line.split('\t');
        let (name, text) = (fields.next().unwrap(), fields.nth(1).unwrap());
        for (algorithm, settings) in engines {
            let verdict = mates(text, algorithm, settings, 50_000);
            assert_eq!(verdict, Verdict::Proved, "{name} {algorithm:?} {settings:?}");
        }
    }
}

/// Each problem without one of the attacker's pieces on the board. Searches agree on whether there still is a mate;
/// where there is none the certificate is a closed set, often with a cycle in it.
#[test]
fn with_a_piece_less_searches_agree_on_whether_there_is_a_mate() {
    let mut counts = [0, 0];
    for line in MATES.lines().take(12) {
        let text = line.split('\t').nth(2).unwrap();
        let (squares, rest) = text.split_once(' ').unwrap();
        for (index, _) in squares.match_indices(char::is_uppercase) {
            let mut fewer = squares.to_string();
            fewer.replace_range(index..=index, "1");
            let text = format!("{} {rest}", fewer.replace("+1", "1"));
            if Shogi.parse(&text).is_err() {
                // The piece kept another one from giving check.
                continue;
            }
            let settings = ["init=game", "leaf=1"];
            let verdict = mates(&text, Algorithm::DfPnPlus, &settings, 200_000);
            if !verdict.is_known() {
                continue;
            }
            assert_eq!(mates(&text, Algorithm::DfPn, &[], 200_000), verdict, "{text}");
            counts[usize::from(verdict == Verdict::Proved)] += 1;
        }
    }
    assert!(counts[0] > 10 && counts[1] > 0, "{counts:?}");
}

/// A lone dragon checks for ever and does not mate.
#[test]
fn perpetual_check_is_no_mate() {
    let text = "9/9/9/9/4k4/9/4+R4/9/9 w - 1";
    for (algorithm, settings) in [
        (Algorithm::Oracle, &[][..]),
        (Algorithm::DfPn, &[]),
        (Algorithm::DfPnPlus, &["init=game", "leaf=1"]),
    ] {
        let verdict = mates(text, algorithm, settings, 200_000);
        assert_eq!(verdict, Verdict::Disproved, "{algorithm:?}");
    }
}

#[test]
fn the_defender_may_be_to_move_and_either_colour_may_attack() {
    for (text, verdict) in [
        ("8k/6G2/9/8P/9/9/9/9/9 w - 1 attacker black", Verdict::Disproved),
        // No move at all.
        ("8k/6G2/8P/9/9/9/9/9/9 w - 1 attacker black", Verdict::Proved),
        ("6k2/9/6P2/9/9/9/9/9/9 w - 1", Verdict::Disproved),
        ("8k/9/6GG1/9/9/9/9/9/9 w - 1", Verdict::Proved),
        ("9/9/9/9/9/9/1gg6/9/K8 b - 1", Verdict::Proved),
    ] {
        assert_eq!(mates(text, Algorithm::DfPn, &["leaf=1"], 50_000), verdict, "{text}");
        assert_eq!(mates(text, Algorithm::DfPn, &[], 50_000), verdict, "{text}");
    }
}

/// The defender holds a draw exactly if there is no mate, and never wins.
#[test]
fn the_defenders_questions_are_the_attackers_turned_round() {
    for text in ["8k/9/8G/9/9/9/9/9/9 b G 1", "8k/9/8G/9/9/9/9/9/9 b P 1"] {
        let board = Shogi.parse(text).unwrap();
        let ask = |attacker, target, settings: &[&str]| {
            answer(&board, Question { attacker, target }, Algorithm::DfPn, settings, 100_000)
        };
        for settings in [&[][..], &["leaf=1"]] {
            let mate = ask(Player::First, 1, settings);
            let holds = ask(Player::Second, 0, settings);
            assert_eq!(mate == Verdict::Proved, text.contains(" G "), "{text}");
            assert_eq!(holds == Verdict::Proved, mate == Verdict::Disproved, "{text}");
            assert_eq!(ask(Player::Second, 1, settings), Verdict::Disproved, "{text}");
        }
    }
}

/// What the checker says if a record claims that the first position dominates the second.
fn dominating(first: &str, second: &str, proved: bool) -> Result<CheckReport, Rejection> {
    let [first, second] = [first, second].map(|text| Shogi.parse(text).unwrap());
    let question = Question { attacker: Player::First, target: 1 };
    let mut solver = Solver::new(&Shogi, question, &Config::new(Algorithm::DfPn));
    let limits = Limits::default();
    let verdict = solver.solve_with(&second, &limits, &mut Silent).verdict;
    assert_eq!(verdict == Verdict::Proved, proved);
    let known = solver.certify(&second, proved, &limits, &mut Silent).unwrap();
    let mut records = RecordSetBuilder::new(known.form());
    known.iter().for_each(|record| records.push(record.position, record.claim, record.rank));
    let [first_bytes, second_bytes] = [first, second].map(|board| {
        let mut bytes = Vec::new();
        Shogi.encode(&board, &mut bytes);
        bytes
    });
    let rank = known.find(&second_bytes).unwrap().rank + u64::from(proved);
    records.push_dominates(&first_bytes, &second_bytes, rank);
    let header = header(&first, question, verdict);
    check(&Shogi, &first, &Certificate { header, records: records.finish().unwrap() })
}

/// The same board with more in the attacker's hand and less in the defender's dominates a mate. In closed sets the
/// checker does not accept that, because positions can come back.
#[test]
fn certificates_of_mates_may_rest_on_hands() {
    let few = "8k/9/8G/9/9/9/9/9/9 b G3p 1";
    let more = "8k/9/8G/9/9/9/9/9/9 b RGSp 1";
    assert!(dominating(more, few, true).is_ok());
    let flaw = |result| match result {
        Err(Rejection::Record { flaw, .. }) => flaw,
        other => panic!("expected a record that does not hold, not {other:?}"),
    };
    assert_eq!(flaw(dominating(few, more, true)), Flaw::DoesNotDominate);
    assert_eq!(flaw(dominating("8k/9/8G/9/9/9/9/9/9 b RGSr 1", few, true)), Flaw::DoesNotDominate);
    let [held, held_with_less] = ["8k/9/8P/9/9/9/9/9/9 b 2g 1", "8k/9/8P/9/9/9/9/9/9 b g 1"];
    assert_eq!(flaw(dominating(held, held_with_less, false)), Flaw::DominanceInCycles);
}
