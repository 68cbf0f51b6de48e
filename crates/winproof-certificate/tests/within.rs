//! Questions with a number of plies: what is accepted is true in time, and counts are not confused.

mod support;

use std::collections::BTreeMap;

use proptest::prelude::*;
use support::graph::{GraphGame, Node, catalogue};
use support::raw::{Raw, file_of_version};
use support::{AMPLE, check, header, question, to_bytes};
use winproof_certificate::{Certificate, Claim, Form, Header, RecordSetBuilder, Rejection};
use winproof_rules::{Counted, Encoding, Game, Move, Outcome, Player, Question, Within};

/// Whether the attacker forces an end that meets the target in time, by definition.
fn in_time(game: &GraphGame, question: Question, position: u16, plies: u16) -> bool {
    if let Some(met) = question.settled(game, &position) {
        return met;
    }
    let Some(left) = plies.checked_sub(1) else { return false };
    let mut moves = game.moves_of(position).iter();
    match game.to_move(&position) == question.attacker {
        true => moves.any(|&to| in_time(game, question, to, left)),
        false => moves.all(|&to| in_time(game, question, to, left)),
    }
}

fn counted(game: &GraphGame, question: Question) -> Within<GraphGame> {
    Within::new(game.clone(), question).unwrap()
}

fn claim(game: &GraphGame, question: Question, plies: u16, proved: bool) -> Header {
    Header { within: Some(plies), ..header("random", game.endless, 0, question, proved) }
}

/// A certificate of the truth about node 0.
fn certify(game: &GraphGame, question: Question, plies: u16) -> Certificate {
    let within = counted(game, question);
    let proved = in_time(game, question, 0, plies);
    let form = if proved { Form::Strategy } else { Form::ClosedSet };
    let mut records = RecordSetBuilder::new(form);
    let mut written: BTreeMap<(u16, u16), ()> = BTreeMap::new();
    let mut open = vec![within.root(0, plies)];
    while let Some(at) = open.pop() {
        let settled = within.outcome(&at).is_some();
        if settled || written.insert((at.position, at.left), ()).is_some() {
            continue;
        }
        let after = |&to: &u16| (to, at.left - 1);
        let mut moves: Vec<(u16, u16)> = game.moves_of(at.position).iter().map(after).collect();
        let mut bytes = Vec::new();
        within.encode(&at, &mut bytes);
        if (game.to_move(&at.position) == question.attacker) == proved {
            moves.retain(|&(to, left)| in_time(game, question, to, left) == proved);
            moves.truncate(1);
            records.push(&bytes, Claim::Move(Move(moves[0].0.into())), at.left.into());
        } else {
            records.push(&bytes, Claim::All, at.left.into());
        }
        open.extend(moves.into_iter().map(|(position, left)| Counted { position, left }));
    }
    let header = claim(game, question, plies, proved);
    Certificate { header, records: records.finish().unwrap() }
}

#[test]
fn true_certificates_are_accepted_and_need_the_fourth_version() {
    let (mut proved, mut disproved) = (0, 0);
    for (_, text) in catalogue() {
        for endless in -1..=1 {
            let game = GraphGame::new(text, endless);
            for attacker in [Player::First, Player::Second] {
                for target in -2..=3 {
                    for plies in 0..7 {
                        let question = question(attacker, target);
                        let within = counted(&game, question);
                        let certificate = certify(&game, question, plies);
                        let root = within.root(0, plies);
                        check(&within, &root, &certificate).unwrap();
                        let bytes = to_bytes(&certificate);
                        assert_eq!(bytes[8], 4);
                        let read = Certificate::read_from(&bytes[..], AMPLE).unwrap();
                        assert_eq!(read, certificate);
                        let strategy = certificate.records.form() == Form::Strategy;
                        *(if strategy { &mut proved } else { &mut disproved }) += 1;
                        // Neither with another count nor without one, nor for another verdict.
                        let more = within.root(0, plies + 1);
                        assert_eq!(check(&within, &more, &certificate), Err(Rejection::WrongCount));
                        assert_eq!(check(&game, &0, &certificate), Err(Rejection::WrongCount));
                        let header = claim(&game, question, plies, !strategy);
                        let turned = Certificate { header, ..certificate };
                        check(&within, &root, &turned).unwrap_err();
                    }
                }
            }
        }
    }
    assert!(proved > 100 && disproved > 100, "{proved} proved, {disproved} disproved");
}

/// Node 0 goes round for ever, or ends the game with a draw after two plies.
#[test]
fn endless_play_is_never_in_time() {
    let game = GraphGame::new("A1 A0,2 =0", 0);
    let draw = question(Player::First, 0);
    let verdicts = (0..4).map(|plies| in_time(&game, draw, 0, plies));
    assert_eq!(verdicts.collect::<Vec<_>>(), [false, false, true, true]);
    // The game is worth a draw whatever happens, so the question without a count is trivial.
    assert_eq!(draw.trivial(&game), Some(true));
    assert_eq!(draw.trivial(&counted(&game, draw)), None);
}

/// A game that counts for another question must not be used: its plies, used up, could be good enough.
#[test]
fn the_count_belongs_to_the_question() {
    let game = GraphGame::new("A1 A0,2 =1", 0);
    let win = question(Player::First, 1);
    let header = claim(&game, question(Player::First, 0), 1, true);
    let records = RecordSetBuilder::new(Form::Strategy).finish().unwrap();
    let certificate = Certificate { header, records };
    let within = counted(&game, win);
    assert_eq!(within.outcome(&within.root(0, 0)), Some(Outcome::DRAW));
    let root = within.root(0, 1);
    assert_eq!(check(&within, &root, &certificate), Err(Rejection::WrongCount));
}

#[test]
fn counts_in_headers_are_numbers_and_of_this_version() {
    let game = GraphGame::new("A1 =1", 0);
    let certificate = certify(&game, question(Player::First, 1), 1);
    let good = serde_json::to_string(&certificate.header).unwrap();
    let body: &[u8] = &[];
    let read = |version: u8, header: &str| {
        let bytes = file_of_version(version, header.as_bytes(), 1, 0, body);
        Certificate::read_from(&bytes[..], AMPLE).map_err(|error| error.to_string())
    };
    assert!(read(4, &good).is_ok());
    for (version, from, to, expected) in [
        (3, "", "", "`within` in a file of version 3"),
        (1, "", "", "`within` in a file of version 1"),
        (4, "\"within\":1", "\"within\":65536", "expected u16"),
        (4, "\"within\":1", "\"within\":-1", "expected u16"),
        (4, "\"within\":1", "\"within\":1.0", "expected u16"),
        (4, "\"within\":1", "\"within\":null", "expected u16"),
        (4, "\"within\":1", "\"within\":\"1\"", "expected u16"),
        (4, "\"within\":1", "\"within\":01", "invalid number"),
        (4, "\"within\":1", "\"within\":1,\"within\":1", "duplicate field"),
        (4, "\"target\":1", "\"target\":-1000000000", "`within` with the target -1000000000"),
    ] {
        let error = read(version, &good.replacen(from, to, 1)).unwrap_err();
        assert!(error.starts_with("bad header: ") && error.contains(expected), "{error}");
    }
    // A newer version than needed is none the worse.
    assert!(read(4, &good.replace("\"within\":1,", "")).is_ok());
}

fn node(size: u16) -> impl Strategy<Value = Node> {
    let player = prop_oneof![Just(Player::First), Just(Player::Second)];
    let targets = prop::collection::btree_set(0..size, 1..4);
    let inner = (player, targets)
        .prop_map(|(player, targets)| Node::Inner(player, targets.into_iter().collect()));
    prop_oneof![3 => inner, 1 => (-1..=1).prop_map(Node::End)]
}

fn graph() -> impl Strategy<Value = GraphGame> {
    (2..8_u16, -1..=1).prop_flat_map(|(size, endless)| {
        prop::collection::vec(node(size), usize::from(size))
            .prop_map(move |nodes| GraphGame { nodes, endless })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// Claims, ranks, counts and the header of a true certificate are changed.
    #[test]
    fn what_is_accepted_is_true(
        game in graph(),
        target in -1..=2,
        plies in 0..6_u16,
        claimed in 0..6_u16,
        turn in any::<bool>(),
        changes in prop::collection::vec((any::<usize>(), 0..5_u8, 0..10_u32), 0..4),
    ) {
        let question = question(Player::First, target);
        let mut raw = Raw::new(&certify(&game, question, plies));
        raw.version = 4;
        raw.header.within = Some(claimed);
        if turn {
            raw.form = 1 - raw.form;
            raw.header.verdict = winproof_rules::Verdict::of(raw.form == 1);
        }
        for (at, kind, number) in changes {
            if raw.records.is_empty() {
                break;
            }
            let at = at % raw.records.len();
            let record = &mut raw.records[at];
            match kind {
                0 => record.claim = Claim::Move(Move(number)),
                1 => record.claim = Claim::Minimax(number * 4),
                2 => record.rank = number.into(),
                3 => *record.position.last_mut().unwrap() = number as u8,
                _ => drop(raw.records.remove(at)),
            }
            raw.records.sort_by(|a, b| a.position.cmp(&b.position));
            raw.records.dedup_by(|a, b| a.position == b.position);
        }
        let certificate = Certificate::read_from(&raw.to_bytes()[..], AMPLE).unwrap();
        let within = counted(&game, question);
        if check(&within, &within.root(0, claimed), &certificate).is_ok() {
            let proved = certificate.header.verdict == winproof_rules::Verdict::Proved;
            prop_assert_eq!(in_time(&game, question, 0, claimed), proved);
        }
    }
}
