//! Random graphs and random damage: whatever is accepted is true.

mod support;

use proptest::prelude::*;
use support::arbitrary::{graph, node, question};
use support::graph::GraphGame;
use support::oracle::{certify, truth};
use support::raw::Raw;
use support::{AMPLE, check, header, stream, to_bytes};
use winproof_certificate::{Certificate, Claim, Form, StreamError, settle};
use winproof_rules::{Game, Move, Player, Question, Verdict};

/// Two graphs that differ in one node.
fn graphs() -> impl Strategy<Value = (GraphGame, GraphGame)> {
    graph().prop_flat_map(|game| {
        let size = game.nodes.len();
        (0..size, node(size as u16)).prop_map(move |(at, node)| {
            let mut other = game.clone();
            other.nodes[at] = node;
            (game.clone(), other)
        })
    })
}

/// Makes some arbitrary records: for the claimant's positions any move, and for the others threats, which are
/// walks from each of the replies that end with the game or after a few moves.
fn guessed(game: &GraphGame, question: Question, proved: bool, choices: &[usize]) -> Raw {
    let header = header("random", game.endless, 0, question, proved);
    let (normal, form) = header.obligation(game);
    let mut raw = Raw::new(&Certificate { header, ..certify("random", game, 0, question) });
    raw.form = u8::from(form == Form::Strategy);
    raw.records.clear();
    let mut choices = choices.iter().cycle().copied();
    let mut choose = |from: usize| choices.next().unwrap() % from;
    for position in 0..game.nodes.len() as u16 {
        let moves = game.moves_of(position);
        if moves.is_empty() || position > 0 && choose(3) > 0 {
            continue;
        }
        let any = Claim::Move(Move(moves[choose(moves.len())].into()));
        raw.add(&position.to_be_bytes(), any, choose(12) as u64);
        if choose(4) == 0 {
            raw.solve(
                position,
                &guessed_solution(game, position, form.claimant(normal), &mut choose),
            );
            continue;
        }
        if game.to_move(&position) != form.claimant(normal) {
            let mut walk = |reply: u16| {
                let mut line = vec![u32::from(reply)];
                while let at @ [_, ..] = game.moves_of(*line.last().unwrap() as u16)
                    && line.len() < 5
                {
                    line.push(at[choose(at.len())].into());
                }
                line.split_off(1)
            };
            let lines: Vec<_> = moves.iter().map(|&reply| walk(reply)).collect();
            let lines: Vec<&[u32]> =
                lines.iter().map(Vec::as_slice).filter(|line| !line.is_empty()).collect();
            raw.threaten(position, if lines.is_empty() { &[&[0]] } else { &lines });
        }
    }
    raw
}

/// Lists moves of the claimant in the order of a walk through a tree, up to some length.
fn guessed_solution(
    game: &GraphGame,
    root: u16,
    claimant: Player,
    choose: &mut impl FnMut(usize) -> usize,
) -> Vec<u32> {
    let (mut list, mut open) = (Vec::new(), vec![root]);
    for _ in 0..60 {
        let Some(position) = open.pop() else { break };
        let moves = game.moves_of(position);
        if !moves.is_empty() && game.to_move(&position) == claimant {
            let target = moves[choose(moves.len())];
            list.push(target.into());
            open.push(target);
        } else {
            open.extend(moves.iter().rev());
        }
    }
    list
}

#[derive(Clone, Debug)]
enum Mutation {
    Solution(usize, Vec<u32>),
    Claim(usize, Claim),
    Threats(usize, Vec<Vec<u32>>),
    Rank(usize, u64),
    Remove(usize),
    Add(u16, Claim, u64),
    Turn,
    Attacker,
    Target(i32),
}

fn threats() -> impl Strategy<Value = Vec<Vec<u32>>> {
    prop::collection::vec(prop::collection::vec(0..10_u32, 1..4), 1..5)
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let claim = prop_oneof![
        4 => (0..10_u32).prop_map(|target| Claim::Move(Move(target))),
        2 => Just(Claim::All),
        2 => (0..40_u32).prop_map(Claim::Minimax),
    ];
    let claim = claim.boxed();
    prop_oneof![
        4 => (any::<usize>(), claim.clone()).prop_map(|(at, claim)| Mutation::Claim(at, claim)),
        4 => (any::<usize>(), prop::collection::vec(0..10_u32, 0..6))
            .prop_map(|(at, moves)| Mutation::Solution(at, moves)),
        6 => (any::<usize>(), threats()).prop_map(|(at, lines)| Mutation::Threats(at, lines)),
        3 => (any::<usize>(), 0..12_u64).prop_map(|(at, rank)| Mutation::Rank(at, rank)),
        1 => any::<usize>().prop_map(Mutation::Remove),
        4 => (0..10_u16, claim, 0..12_u64).prop_map(|(at, claim, rank)| Mutation::Add(at, claim, rank)),
        2 => Just(Mutation::Turn),
        1 => Just(Mutation::Attacker),
        1 => (-1..=2).prop_map(Mutation::Target),
    ]
}

fn apply(raw: &mut Raw, mutation: Mutation) {
    let length = raw.records.len();
    match mutation {
        Mutation::Claim(..)
        | Mutation::Solution(..)
        | Mutation::Threats(..)
        | Mutation::Rank(..)
        | Mutation::Remove(_)
            if length == 0 => {}
        Mutation::Solution(at, moves) => {
            let position = *raw.records[at % length].position.last_chunk().unwrap();
            raw.solve(u16::from_be_bytes(position), &moves);
        }
        Mutation::Claim(at, claim) => raw.records[at % length].claim = claim,
        Mutation::Threats(at, lines) => {
            let position = *raw.records[at % length].position.last_chunk().unwrap();
            let lines: Vec<&[u32]> = lines.iter().map(Vec::as_slice).collect();
            raw.threaten(u16::from_be_bytes(position), &lines);
        }
        Mutation::Rank(at, rank) => raw.records[at % length].rank = rank,
        Mutation::Remove(at) => drop(raw.records.remove(at % length)),
        Mutation::Add(position, claim, rank) => {
            raw.remove(position);
            raw.add(&position.to_be_bytes(), claim, rank);
        }
        Mutation::Turn => {
            raw.form = 1 - raw.form;
            raw.header.verdict = Verdict::of(raw.header.verdict != Verdict::Proved);
        }
        Mutation::Attacker => raw.header.attacker = raw.header.attacker.opponent(),
        Mutation::Target(target) => raw.header.target = target,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn the_truth_is_accepted(game in graph(), question in question()) {
        let certificate = certify("random", &game, 0, question);
        prop_assert!(check(&game, &0, &certificate).is_ok());
        let bytes = to_bytes(&certificate);
        prop_assert_eq!(Certificate::read_from(&bytes[..], AMPLE).unwrap(), certificate);
    }

    #[test]
    fn what_minimax_settles_is_true(game in graph(), question in question()) {
        let question = question.normal_form(&game).question;
        if let Some(settled) = settle(&game, question, &0, 1000) {
            prop_assert_eq!(settled.met, truth(&game, 0, question));
        }
    }

    #[test]
    fn what_is_accepted_is_true(
        game in graph(),
        question in question(),
        mutations in prop::collection::vec(mutation(), 1..5),
    ) {
        let mut raw = Raw::new(&certify("random", &game, 0, question));
        mutations.into_iter().for_each(|mutation| apply(&mut raw, mutation));
        let bytes = raw.to_bytes();
        let certificate = Certificate::read_from(&bytes[..], AMPLE).unwrap();
        if check(&game, &0, &certificate).is_ok() {
            let proved = certificate.header.verdict == Verdict::Proved;
            prop_assert_eq!(truth(&game, 0, certificate.header.question()), proved);
        }
    }

    #[test]
    fn what_is_accepted_under_other_rules_is_true_there(
        (game, other) in graphs(),
        question in question(),
    ) {
        let certificate = certify("random", &other, 0, question);
        if check(&game, &0, &certificate).is_ok() {
            let proved = certificate.header.verdict == Verdict::Proved;
            prop_assert_eq!(truth(&game, 0, question), proved);
        }
    }

    #[test]
    fn what_is_guessed_and_accepted_is_true(
        game in graph(),
        question in question(),
        proved in any::<bool>(),
        choices in prop::collection::vec(any::<usize>(), 1..40),
    ) {
        let raw = guessed(&game, question, proved, &choices);
        let certificate = Certificate::read_from(&raw.to_bytes()[..], AMPLE).unwrap();
        if check(&game, &0, &certificate).is_ok() {
            prop_assert_eq!(truth(&game, 0, question), proved);
        }
    }

    #[test]
    fn damaged_bytes_never_read_as_something_else(
        game in graph(),
        question in question(),
        damage in prop::collection::vec((any::<usize>(), any::<u8>()), 1..4),
    ) {
        let certificate = certify("random", &game, 0, question);
        let mut bytes = to_bytes(&certificate);
        for (at, byte) in damage {
            let at = at % bytes.len();
            bytes[at] = byte;
        }
        let streamed = stream(&game, &0, &bytes);
        match Certificate::read_from(&bytes[..], AMPLE) {
            Ok(read) => {
                prop_assert_eq!(read, certificate);
                prop_assert!(streamed.is_ok());
            }
            Err(_) => prop_assert!(matches!(streamed, Err(StreamError::Unreadable(_)))),
        }
    }

    #[test]
    fn noise_behind_a_good_start_is_never_read(noise in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut bytes = b"\x89WPC\r\n\x1a\n\x01".to_vec();
        bytes.extend(noise);
        prop_assert!(Certificate::read_from(&bytes[..], AMPLE).is_err());
        let streamed = stream(&GraphGame::new("=0", 0), &0, &bytes);
        prop_assert!(matches!(streamed, Err(StreamError::Unreadable(_))));
    }
}
