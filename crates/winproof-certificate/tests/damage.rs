//! Certificates with one thing wrong, written with valid checksums: each is rejected for its reason.

mod support;

use support::graph::{GraphGame, catalogue};
use support::oracle::certify;
use support::raw::{Raw, file};
use support::{AMPLE, question, verify, verify_streamed};
use winproof_certificate::{Claim, MINIMAX_LIMIT};
use winproof_rules::{Move, Player, Verdict};

fn base(name: &str) -> Raw {
    let (_, text) = catalogue().into_iter().find(|(other, _)| *other == name).unwrap();
    Raw::new(&certify(name, &GraphGame::new(text, 0), 0, question(Player::First, 1)))
}

fn play(target: u32) -> Claim {
    Claim::Move(Move(target))
}

/// Threats in the place of all that comes after node 1.
fn threatened(raw: &mut Raw, lines: &[&[u32]]) {
    raw.threaten(1, lines);
    raw.remove(2);
    raw.remove(3);
}

/// A solution tree in the place of the whole strategy.
fn solved(raw: &mut Raw, moves: &[u32]) {
    raw.solve(0, moves);
    [1, 2, 3].into_iter().for_each(|position| raw.remove(position));
}

type Damage = (&'static str, &'static str, fn(&mut Raw), &'static str);

/// What is wrong, in which graph, how it gets so, and what has to be said about it.
///
/// The strategy is 0: move 1, rank 3; 1: all, rank 2; 2: move 5, rank 1; 3: move 6, rank 1.
/// The closed set is 0: all; 1: move 0; 2: move 4.
#[rustfmt::skip]
const DAMAGES: &[Damage] = &[
    ("no verdict, with a strategy", "strategy", |raw| raw.header.verdict = Verdict::Unknown,
        "unreadable: bad header: the verdict is unknown"),
    ("no verdict, with a closed set", "fortress", |raw| raw.header.verdict = Verdict::Unknown,
        "unreadable: bad header: the verdict is unknown"),
    ("another move, which leaves the set", "strategy", |raw| raw.at(0).claim = play(4),
        "rejected: record 1 (position 0000): move 4 leads to a position without a record"),
    ("an illegal move", "strategy", |raw| raw.at(0).claim = play(2),
        "rejected: record 1 (position 0000): move 2 is not legal"),
    ("a move of the greatest code", "strategy", |raw| raw.at(0).claim = play(u32::MAX),
        "move 4294967295 is not legal"),
    ("a record dropped", "strategy", |raw| raw.remove(3),
        "record 2 (position 0001): move 3 leads to a position without a record"),
    ("the first position dropped", "strategy", |raw| raw.remove(0),
        "rejected: the position asked about has no record"),
    ("all records dropped", "strategy", |raw| raw.records.clear(),
        "rejected: the position asked about has no record"),
    ("a rank raised", "strategy", |raw| raw.at(3).rank = 7,
        "record 2 (position 0001): move 3 leads from rank 2 to rank 7, which is not lower"),
    ("a rank equal", "strategy", |raw| raw.at(2).rank = 2,
        "move 2 leads from rank 2 to rank 2, which is not lower"),
    ("a rank lowered", "strategy", |raw| raw.at(0).rank = 0,
        "move 1 leads from rank 0 to rank 2"),
    ("the greatest rank everywhere", "strategy",
        |raw| raw.records.iter_mut().for_each(|record| record.rank = u64::MAX),
        "which is not lower"),
    ("a loop through both players", "strategy", |raw| raw.at(3).claim = play(1),
        "record 4 (position 0003): move 1 leads from rank 1 to rank 2"),
    ("a loop of attacker moves", "attackers", |raw| {
        raw.header.verdict = Verdict::Proved;
        raw.form = 1;
        raw.records.clear();
        raw.add(&[0, 0], play(1), 2);
        raw.add(&[0, 1], play(0), 1);
    }, "record 2 (position 0001): move 0 leads from rank 1 to rank 2"),
    ("a loop of defender moves", "defenders", |raw| {
        raw.header.verdict = Verdict::Proved;
        raw.form = 1;
        raw.records.clear();
        raw.add(&[0, 0], Claim::All, 2);
        raw.add(&[0, 1], Claim::All, 1);
    }, "record 2 (position 0001): move 0 leads from rank 1 to rank 2"),
    ("no ranks", "strategy", |raw| raw.form = 0,
        "rejected: the verdict needs a strategy with ranks, but the records are a closed set"),
    ("ranks where none belong", "fortress", |raw| raw.form = 1,
        "rejected: the verdict needs a closed set without ranks, but the records are a strategy"),
    ("the other verdict on a strategy", "strategy", |raw| raw.header.verdict = Verdict::Disproved,
        "rejected: the verdict needs a closed set without ranks"),
    ("the other verdict on a closed set", "fortress", |raw| raw.header.verdict = Verdict::Proved,
        "rejected: the verdict needs a strategy with ranks"),
    ("the other attacker", "strategy", |raw| raw.header.attacker = Player::Second,
        "rejected: record 1 (position 0000): names one move where all moves"),
    ("a higher target", "strategy", |raw| raw.header.target = 2,
        "rejected: record 3 (position 0002): move 5 ends the game with an outcome that contradicts"),
    ("a target that endless play meets", "fortress", |raw| raw.header.target = 0,
        "rejected: the verdict needs a strategy with ranks"),
    ("another position, with no record", "strategy", |raw| raw.header.position = "4".into(),
        "rejected: the position asked about has no record"),
    ("another position, lost at once", "strategy", |raw| raw.header.position = "7".into(),
        "rejected: the game is over in the position asked about, and its outcome contradicts"),
    ("other rules", "strategy",
        |raw| raw.header.parameters.insert("graph".into(), "fortress".into()).map_or((), drop),
        "rejected: record 2 (position 0001): move 0 leads from rank 2 to rank 3"),
    ("rules that value endless play otherwise", "fortress",
        |raw| raw.header.parameters.insert("endless".into(), "1".into()).map_or((), drop),
        "rejected: the verdict needs a strategy with ranks"),
    ("a closed set with one child outside", "fortress", |raw| raw.remove(2),
        "rejected: record 1 (position 0000): move 2 leads to a position without a record"),
    ("a closed set that goes to a won end", "fortress", |raw| raw.at(1).claim = play(3),
        "rejected: record 2 (position 0001): move 3 ends the game with an outcome"),
    ("a closed set that is left", "fortress", |raw| raw.at(2).claim = play(5),
        "rejected: record 3 (position 0002): move 5 leads to a position without a record"),
    ("all moves claimed for the attacker", "strategy", |raw| raw.at(0).claim = Claim::All,
        "claims something of all moves where one move has to be named"),
    ("one move claimed for the defender", "strategy", |raw| raw.at(1).claim = play(2),
        "names one move where all moves have to be covered"),
    ("all moves claimed for the defender", "fortress", |raw| raw.at(1).claim = Claim::All,
        "claims something of all moves where one move has to be named"),
    ("one move claimed for the attacker", "fortress", |raw| raw.at(0).claim = play(1),
        "names one move where all moves have to be covered"),
    ("a record of a won end", "strategy", |raw| raw.add(&[0, 5], Claim::All, 0),
        "rejected: record 5 (position 0005): the game is over in this position"),
    ("minimax on an end", "fortress", |raw| raw.add(&[0, 4], Claim::Minimax(1), 0),
        "rejected: record 4 (position 0004): the game is over in this position"),
    ("a false record that nothing leads to", "strategy", |raw| raw.add(&[0, 4], Claim::All, 9),
        "record 5 (position 0004): move 7 ends the game with an outcome that contradicts"),
    ("minimax that finds the opposite", "fortress", |raw| raw.add(&[0, 5], Claim::Minimax(9), 0),
        "record 4 (position 0005): minimax comes to the opposite of the verdict"),
    ("minimax with too few positions", "strategy", |raw| raw.at(2).claim = Claim::Minimax(1),
        "record 3 (position 0002): minimax does not settle the position within 1 positions"),
    ("minimax with no positions", "strategy", |raw| raw.at(2).claim = Claim::Minimax(0),
        "minimax does not settle the position within 0 positions"),
    ("minimax round a loop", "fortress", |raw| raw.at(0).claim = Claim::Minimax(MINIMAX_LIMIT),
        "minimax does not settle the position within 10000 positions"),
    ("minimax with too many positions", "strategy",
        |raw| raw.at(2).claim = Claim::Minimax(MINIMAX_LIMIT + 1),
        "asks for minimax over 10001 positions, more than the 10000 allowed"),
    // In the strategy 1: all becomes threats of moves 5 and 6, and 2 and 3 go.
    ("a threat that does not answer a move", "strategy", |raw| threatened(raw, &[&[5]]),
        "rejected: record 2 (position 0001): move 3 leads to a position without a record"),
    ("a threat of an illegal move", "strategy", |raw| threatened(raw, &[&[5], &[7], &[2, 6]]),
        "move 3 leads to a position without a record"),
    ("a threat that does not end the game", "strategy", |raw| threatened(raw, &[&[5], &[1]]),
        "move 3 leads to a position without a record"),
    ("a threat that continues with the opponent's move", "strategy",
        |raw| threatened(raw, &[&[0, 1, 2, 5], &[1, 2, 5], &[6]]),
        "move 2 leads to a position without a record"),
    ("threats that end the game, but not so", "strategy", |raw| {
        threatened(raw, &[&[5], &[6]]);
        raw.header.target = 2;
    }, "move 2 leads to a position without a record"),
    ("a threat against oneself", "strategy", |raw| raw.threaten(0, &[&[1]]),
        "record 1 (position 0000): claims something of all moves where one move has to be named"),
    ("a rank raised beside threats", "strategy", |raw| {
        raw.threaten(1, &[&[5]]);
        raw.remove(2);
        raw.at(3).rank = 7;
    }, "record 2 (position 0001): move 3 leads from rank 2 to rank 7, which is not lower"),
    ("a threat in a closed set that cannot be carried out", "strategy", |raw| {
        raw.header.verdict = Verdict::Disproved;
        raw.form = 0;
        raw.records.clear();
        raw.add(&[0, 0], Claim::All, 0);
        raw.threaten(0, &[&[7]]);
    }, "rejected: record 1 (position 0000): move 1 leads to a position without a record"),
    ("no threats", "strategy", |raw| raw.threaten(1, &[]),
        "unreadable: record 2 of 4 is malformed: its threats are not lines of moves"),
    ("a threat of no moves", "strategy", |raw| raw.threaten(1, &[&[5], &[]]),
        "unreadable: record 2 of 4 is malformed: its threats are not lines of moves"),
    ("a threat that is cut off", "strategy", |raw| {
        raw.threaten(1, &[&[5, 5]]);
        raw.at(1).detail.pop();
    }, "unreadable: record 2 of 4 is malformed: its threats are not lines of moves"),
    ("too many moves of threats", "strategy", |raw| raw.threaten(1, &[&[5; 200], &[6; 56]]),
        "unreadable: record 2 of 4 is malformed: its threats are not lines of moves"),
    ("threats in an older version", "strategy", |raw| {
        raw.threaten(1, &[&[5], &[6]]);
        raw.version = 2;
    }, "unreadable: record 2 of 4 is malformed: unknown kind of claim"),
    // In the strategy 0 has the solution 1 5 6, and 1, 2 and 3 go.
    ("a solution with too few moves", "strategy", |raw| solved(raw, &[1, 5]),
        "rejected: record 1 (position 0000): the moves are not those of a solution tree: there are too few"),
    ("a solution with too many moves", "strategy", |raw| solved(raw, &[1, 5, 6, 0]),
        "rejected: record 1 (position 0000): the moves are not those of a solution tree: there are too many"),
    ("a solution without moves", "strategy", |raw| solved(raw, &[]),
        "the moves are not those of a solution tree: there are too few"),
    ("a solution with an illegal move", "strategy", |raw| solved(raw, &[1, 5, 5]),
        "the moves are not those of a solution tree: move 5 is not legal where it is to be played"),
    ("a solution that leaves a reply out", "strategy", |raw| solved(raw, &[4, 1, 5, 6]),
        "the moves are not those of a solution tree: a line does not end as the verdict says"),
    ("a solution that goes round a cycle", "strategy", |raw| {
        // 3 goes back to 1, where 2 is visited again.
        let round: Vec<_> = [1].into_iter().chain([5, 1].into_iter().cycle().take(9_000)).collect();
        solved(raw, &round);
    }, "the moves are not those of a solution tree: the tree has more than 10000 positions"),
    ("more moves than there can be", "strategy", |raw| solved(raw, &[1; 10_001]),
        "unreadable: record 1 of 1 is malformed: its solution is not a list of moves"),
    ("a solution that is cut off", "strategy", |raw| {
        solved(raw, &[1, 5, 6]);
        raw.at(0).detail.push(0x80);
    }, "unreadable: record 1 of 1 is malformed: its solution is not a list of moves"),
    ("a solution in an older version", "strategy", |raw| {
        solved(raw, &[1, 5, 6]);
        raw.version = 4;
    }, "unreadable: record 1 of 1 is malformed: unknown kind of claim"),
    ("a solution of the wrong player", "fortress", |raw| raw.solve(0, &[1, 0]),
        "the moves are not those of a solution tree"),
    ("bytes that are no position", "strategy", |raw| raw.add(&[0, 99], Claim::All, 0),
        "rejected: record 5 (position 0063): the bytes are not a position of this game"),
    ("a position of the wrong length", "strategy", |raw| raw.add(&[0, 1, 0], Claim::All, 0),
        "rejected: record 3 (position 000100): the bytes are not a position of this game"),
    ("a position of no bytes", "strategy", |raw| raw.add(&[], Claim::All, 0),
        "rejected: record 1 (position of no bytes): the bytes are not a position of this game"),
    ("another encoding of a position", "strategy", |raw| raw.add(&[0x80, 1], Claim::All, 2),
        "rejected: record 5 (position 8001): the bytes are not how this game encodes the position"),
    ("another encoding in place of the right one", "fortress", |raw| {
        raw.remove(2);
        raw.add(&[0x80, 2], play(4), 0);
    }, "rejected: record 1 (position 0000): move 2 leads to a position without a record"),
    ("the same record twice", "strategy", |raw| raw.add(&[0, 3], play(6), 1),
        "unreadable: record 5 of 5 is malformed: its position does not come after the one before"),
    ("two records for one position", "strategy", |raw| raw.add(&[0, 3], play(1), 9),
        "unreadable: record 5 of 5 is malformed: its position does not come after the one before"),
    ("records out of order", "strategy", |raw| raw.records.swap(1, 2),
        "unreadable: record 3 of 4 is malformed: its position does not come after the one before"),
    ("fewer records than announced", "strategy", |raw| raw.count = Some(5),
        "unreadable: the records end too early, in number 5 of 5"),
    ("more records than announced", "strategy", |raw| raw.count = Some(3),
        "unreadable: the records continue after the last of 3"),
    ("more records than there can be", "strategy", |raw| raw.count = Some(u64::MAX),
        "unreadable: the file has 18446744073709551615 records; this program handles at most"),
    ("a body that continues", "strategy", |raw| raw.more_body.push(0),
        "unreadable: the records continue after the last of 4"),
    ("an unknown form", "strategy", |raw| raw.form = 2,
        "unreadable: bad header: unknown form 2"),
    ("a target out of range", "strategy", |raw| raw.header.target = i32::MIN,
        "unreadable: bad header: the target -2147483648 is farther from 0 than 1000000001"),
];

/// Cases in which a different flaw may be named when the file is streamed: a record that the rules refute is
/// named before one that depends on a missing record.
const SEVERAL_FLAWS: &[&str] = &["other rules", "another encoding in place of the right one"];

#[test]
fn each_damage_is_rejected_for_its_reason() {
    for graph in ["strategy", "fortress"] {
        verify(&base(graph).to_bytes(), AMPLE).unwrap();
    }
    for (name, graph, damage, expected) in DAMAGES {
        let mut raw = base(graph);
        damage(&mut raw);
        let bytes = raw.to_bytes();
        let error = verify(&bytes, AMPLE).expect_err(name);
        assert!(error.contains(expected), "{name}: {error}");
        let streamed = verify_streamed(&bytes, AMPLE).expect_err(name);
        let same = error == streamed;
        assert!(same || SEVERAL_FLAWS.contains(name), "{name}: {error}; streamed: {streamed}");
    }
}

#[test]
fn malformed_records_are_unreadable() {
    let header = serde_json::to_vec(&base("fortress").header).unwrap();
    for (body, expected) in [
        (&b"\x01\x02\0\0\0"[..], "it shares more bytes than the position before it has"),
        (b"\0\x02\0\0\x03", "unknown kind of claim"),
        (b"\0\x02\0\0\x01\xff\xff\xff\xff\x1f", "a number exceeds 32 bits"),
        (b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", "a number exceeds 64 bits"),
        (b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "a number exceeds 64 bits"),
        (b"\0\x05\0\0", "in number 1 of 1"),
    ] {
        let error = verify(&file(&header, 0, 1, body), AMPLE).unwrap_err();
        assert!(error.starts_with("unreadable: ") && error.contains(expected), "{error}");
    }
}

#[test]
fn bad_headers_are_unreadable() {
    let good = serde_json::to_string(&base("fortress").header).unwrap();
    for (from, to, expected) in [
        ("\"first\"", "\"third\"", "unknown variant `third`"),
        ("\"disproved\"", "\"unknown\"", "the verdict is unknown"),
        ("\"target\":1", "\"target\":1.5", "expected i32"),
        ("\"target\":1,", "", "missing field `target`"),
        ("\"target\":1,", "\"target\":1,\"target\":1,", "duplicate field"),
        ("{\"game\"", "{\"extra\":0,\"game\"", "unknown field `extra`"),
        ("\"disproved\"}", "\"disproved\"", "EOF"),
    ] {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good);
        let error = verify(&file(text.as_bytes(), 0, 0, &[]), AMPLE).unwrap_err();
        assert!(
            error.starts_with("unreadable: bad header: ") && error.contains(expected),
            "{error}"
        );
    }
    let error = verify(&file(b"\xff\xfe", 0, 0, &[]), AMPLE).unwrap_err();
    assert!(error.starts_with("unreadable: bad header: "), "{error}");
}

#[test]
fn all_of_no_moves_is_not_accepted() {
    // The game breaks its contract: it is not over at node 1, but there is no move.
    let mut game = GraphGame::new("B1 B0", 0);
    game.nodes[1] = support::graph::Node::Inner(Player::Second, Vec::new());
    let question = question(Player::First, 1);
    let mut raw = base("defenders");
    raw.header.verdict = Verdict::Proved;
    raw.form = 1;
    raw.records.clear();
    raw.add(&[0, 0], Claim::All, 2);
    raw.add(&[0, 1], Claim::All, 1);
    let bytes = raw.to_bytes();
    let certificate = winproof_certificate::Certificate::read_from(&bytes[..], AMPLE).unwrap();
    let rejection = winproof_certificate::check(&game, &0, &certificate).unwrap_err();
    assert!(rejection.to_string().contains("there is no legal move"), "{rejection}");
    assert_eq!(winproof_certificate::settle(&game, question, &0, 9), None);
}
