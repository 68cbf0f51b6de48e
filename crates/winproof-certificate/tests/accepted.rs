//! True certificates of every kind are accepted, and come back from a file as they went in.

mod support;

use std::collections::BTreeSet;

use support::graph::{GraphGame, catalogue};
use support::oracle::{certify, truth};
use support::raw::Raw;
use support::{AMPLE, check, question, to_bytes, verify};
use winproof_certificate::{Certificate, Checker, Claim, Settled, settle};
use winproof_rules::{Player, Question};

/// Calls `each` with every question about every position of the catalogue.
fn for_each_problem(mut each: impl FnMut(&str, &GraphGame, u16, Question)) {
    for (name, text) in catalogue() {
        for endless in -1..=1 {
            let game = GraphGame::new(text, endless);
            for start in 0..game.nodes.len() as u16 {
                for attacker in [Player::First, Player::Second] {
                    for target in -2..=3 {
                        each(name, &game, start, question(attacker, target));
                    }
                }
            }
        }
    }
}

#[test]
fn true_certificates_are_accepted() {
    let mut kinds = BTreeSet::new();
    for_each_problem(|name, game, start, question| {
        let certificate = certify(name, game, start, question);
        let report = check(game, &start, &certificate).unwrap();
        assert_eq!(report.records, certificate.records.len() as u64);
        let bytes = to_bytes(&certificate);
        assert_eq!(Certificate::read_from(&bytes[..], AMPLE).unwrap(), certificate);
        assert_eq!(verify(&bytes, AMPLE), Ok(report));
        if !certificate.records.is_empty() {
            let turned = question.normal_form(game).turned;
            kinds.insert((truth(game, start, question), turned, question.attacker));
        }
    });
    assert_eq!(kinds.len(), 8, "proved or not, turned or not, both attackers: {kinds:?}");
}

#[test]
fn the_other_verdict_is_never_accepted_with_the_same_records() {
    for_each_problem(|name, game, start, question| {
        let mut certificate = certify(name, game, start, question);
        let proved = truth(game, start, question);
        certificate.header = support::header(name, game.endless, start, question, !proved);
        check(game, &start, &certificate).unwrap_err();
    });
}

#[test]
fn a_writer_made_from_the_documentation_writes_the_same_certificates() {
    for_each_problem(|name, game, start, question| {
        let certificate = certify(name, game, start, question);
        let bytes = Raw::new(&certificate).to_bytes();
        assert_eq!(Certificate::read_from(&bytes[..], AMPLE).unwrap(), certificate);
    });
}

#[test]
fn a_minimax_record_replaces_a_subtree() {
    let game = GraphGame::new("A1,2 A3,4 B4,5 =3 B6,7 B7,8 =-2 =2 =0", 0);
    let question = question(Player::First, 3);
    let mut raw = Raw::new(&certify("scores", &game, 0, question));
    raw.remove(1);
    raw.at(0).rank = 9;
    raw.add(&[0, 1], Claim::Minimax(2), 5);
    let report = verify(&raw.to_bytes(), AMPLE).unwrap();
    assert_eq!((report.records, report.moves, report.minimax_positions), (2, 1, 2));
}

/// Three moves in a row, a line that ends the game with its first move, and a reply that has a record.
#[test]
fn threats_replace_subtrees() {
    let question = question(Player::First, 1);
    let game = GraphGame::new("B1,2,3,4 A5,6 A6,7 A7 B8 =1 A8 A6,9 =1 =-1", 0);
    let mut raw = Raw::new(&certify("threats", &game, 0, question));
    raw.threaten(0, &[&[9], &[7, 6, 8], &[5, 6, 7]]);
    [1, 2, 3, 6, 7].into_iter().for_each(|position| raw.remove(position));
    assert_eq!(raw.records.len(), 2);
    let bytes = raw.to_bytes();
    let certificate = Certificate::read_from(&bytes[..], AMPLE).unwrap();
    let report = check(&game, &0, &certificate).unwrap();
    // Four replies; after the first 9, 7 and then 5, after the second and third 9 and 7 6 8; and the one
    // reply of 4.
    assert_eq!((report.records, report.moves), (2, 4 + 3 + 4 + 4 + 1));
    assert_eq!(to_bytes(&certificate)[8], 3, "needs the third version");
    assert_eq!(Certificate::read_from(&to_bytes(&certificate)[..], AMPLE).unwrap(), certificate);
}

/// One record has the moves of the whole strategy; or of a part of it.
#[test]
fn solution_trees_replace_subtrees() {
    let question = question(Player::First, 1);
    let game = GraphGame::new("A1,4 B2,3 A5,0 A6,1 B7,0 =1 =1 =-1", 0);
    for (at, moves, others, positions) in
        [(0, &[1, 5, 6][..], &[1, 2, 3][..], 6), (1, &[5, 6], &[2, 3], 5), (3, &[6], &[], 2)]
    {
        let mut raw = Raw::new(&certify("strategy", &game, 0, question));
        raw.solve(at, moves);
        others.iter().for_each(|&position| raw.remove(position));
        let certificate = Certificate::read_from(&raw.to_bytes()[..], AMPLE).unwrap();
        let report = check(&game, &0, &certificate).unwrap();
        assert_eq!(
            (report.records, report.solution_positions),
            (4 - others.len() as u64, positions)
        );
        assert_eq!(to_bytes(&certificate)[8], 5, "needs the fifth version");
        assert_eq!(
            Certificate::read_from(&to_bytes(&certificate)[..], AMPLE).unwrap(),
            certificate
        );
    }
}

/// In a closed set the tree has the defender's moves.
#[test]
fn solution_trees_keep_a_set_closed() {
    let game = GraphGame::new("A1,2 B3,4 B0,4 =1 =0", 0);
    let mut raw = Raw::new(&certify("solution", &game, 0, question(Player::First, 1)));
    raw.solve(0, &[4, 4]);
    raw.remove(1);
    raw.remove(2);
    let certificate = Certificate::read_from(&raw.to_bytes()[..], AMPLE).unwrap();
    let report = check(&game, &0, &certificate).unwrap();
    assert_eq!((report.records, report.solution_positions), (1, 5));
}

/// A closed set has no ranks, but the defender's threats end the game all the same.
#[test]
fn threats_keep_a_set_closed() {
    let game = GraphGame::new("A1,2 B3,4 B0,4 =1 =0", 0);
    let question = question(Player::First, 1);
    let mut raw = Raw::new(&certify("threats", &game, 0, question));
    raw.threaten(0, &[&[4]]);
    raw.remove(1);
    raw.remove(2);
    let certificate = Certificate::read_from(&raw.to_bytes()[..], AMPLE).unwrap();
    assert_eq!(check(&game, &0, &certificate).unwrap().records, 1);
}

#[test]
fn minimax_counts_every_position_and_cuts_off() {
    let game = GraphGame::new("A1,2 A3,4 B4,5 =3 B6,7 B7,8 =-2 =2 =0", 0);
    for (target, position, met, visited) in [
        // 0, 1, 3: each first move is good enough.
        (3, 0, true, 3),
        // 2, 4, 6: the defender's first move refutes.
        (0, 2, false, 3),
        // 2, 4, 6, 7, 5, 7, 8: everything.
        (-2, 2, true, 7),
        (3, 3, true, 1),
    ] {
        let question = question(Player::First, target);
        let expected = Some(Settled { met, visited });
        assert_eq!(settle(&game, question, &position, visited), expected);
        assert_eq!(settle(&game, question, &position, u32::MAX), expected);
        assert_eq!(settle(&game, question, &position, visited - 1), None);
        assert_eq!(settle(&game, question, &position, 0), None);
    }
}

#[test]
fn minimax_goes_round_a_loop_until_the_limit() {
    let game = GraphGame::new("A1,2 A0,2 =1", 0);
    assert_eq!(settle(&game, question(Player::First, 1), &0, u32::MAX), None);
}

#[test]
fn a_check_can_be_done_in_pieces() {
    let game = GraphGame::new("A1,4 B2,3 A5,0 A6,1 B7,0 =1 =1 =-1", 0);
    let certificate = certify("strategy", &game, 0, question(Player::First, 1));
    let mut checker = Checker::new(&game, &0, &certificate).unwrap();
    let mut pieces = Vec::new();
    let report = loop {
        match checker.advance(1).unwrap() {
            Some(report) => break report,
            None => pieces.push(checker.checked()),
        }
    };
    // First every record is put into the index.
    assert_eq!(pieces, [0, 0, 0, 0, 1, 2, 3]);
    assert_eq!(report, check(&game, &0, &certificate).unwrap());
}
