//! Fragments: whatever is accepted with true assumptions is true, and all that was accepted makes one certificate.

mod support;

use std::collections::BTreeSet;

use proptest::prelude::*;
use support::arbitrary::{graph, question};
use support::graph::GraphGame;
use support::oracle::{proved_in_rounds, truth};
use support::{check, header};
use winproof_certificate::{
    Certificate, Claim, Flaw, Form, FragmentChecker, Header, MergeError, RecordSet,
    RecordSetBuilder, Rejection, merge_fragments,
};
use winproof_rules::{Game, Move, Player, Question, StopSignal};

/// Checks a fragment in small steps, with one thread and with three, which must agree.
fn check_fragment(
    game: &GraphGame,
    header: &Header,
    records: &RecordSet,
    assumed: &BTreeSet<u16>,
) -> Result<(), Rejection> {
    let is_assumed =
        |bytes: &[u8]| assumed.contains(&u16::from_be_bytes(bytes.try_into().unwrap()));
    let run = |threads| {
        let checker = FragmentChecker::new(game, header, records, &is_assumed)?;
        let mut checker = checker.threads(threads);
        while checker.advance(3)?.is_none() {}
        Ok(())
    };
    let alone = run(1);
    assert_eq!(alone, run(3));
    alone
}

fn merge(
    game: &GraphGame,
    header: &Header,
    fragments: &[RecordSet],
) -> Result<RecordSet, MergeError> {
    let root = header.position.parse().unwrap();
    merge_fragments(game, &root, header, fragments, &StopSignal::default())
}

/// Makes a fragment about `start`. At each position any move that keeps the verdict is taken, and any position that was
/// covered before may be assumed, or have a record again.
fn fragment(
    game: &GraphGame,
    header: &Header,
    start: u16,
    covered: &BTreeSet<u16>,
    choose: &mut impl FnMut(usize) -> usize,
) -> RecordSet {
    let (question, form) = header.obligation(game);
    let rounds = proved_in_rounds(game, question);
    let mut records = RecordSetBuilder::new(form);
    let lift = choose(5) as u64;
    let (mut open, mut seen) = (vec![start], BTreeSet::from([start]));
    while let Some(position) = open.pop() {
        let moves = game.moves_of(position);
        let rank = rounds.get(&position).copied().unwrap_or(0);
        let keeps = |target: &u16| match form {
            Form::Strategy => rounds.get(target).is_some_and(|&to| to < rank),
            Form::ClosedSet => !rounds.contains_key(target),
        };
        let followed: Vec<u16> = if game.to_move(&position) == form.claimant(question) {
            let kept: Vec<u16> = moves.iter().copied().filter(keeps).collect();
            vec![kept[choose(kept.len())]]
        } else {
            moves.to_vec()
        };
        let claim = match game.to_move(&position) == form.claimant(question) {
            true => Claim::Move(Move(followed[0].into())),
            false => Claim::All,
        };
        records.push(&position.to_be_bytes(), claim, rank + lift);
        for target in followed {
            let over = game.outcome(&target).is_some();
            let assume = covered.contains(&target) && choose(2) == 0;
            if !over && !assume && seen.insert(target) {
                open.push(target);
            }
        }
    }
    records.finish().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Fragments that assume what others have shown before make a certificate that is accepted.
    #[test]
    fn fragments_in_their_order_make_a_certificate(
        game in graph(),
        question in question(),
        choices in prop::collection::vec(any::<usize>(), 1..100),
    ) {
        let mut choices = choices.into_iter().cycle();
        let mut choose = |from: usize| choices.next().unwrap() % from;
        let header = header("random", game.endless, 0, question, truth(&game, 0, question));
        let (normal, form) = header.obligation(&game);
        let rounds = proved_in_rounds(&game, normal);
        let holds = |position: &u16| rounds.contains_key(position) == (form == Form::Strategy);
        let mut starts: Vec<u16> = (0..game.nodes.len() as u16).filter(holds).collect();
        starts.retain(|start| game.outcome(start).is_none());
        for place in (1..starts.len()).rev() {
            starts.swap(place, choose(place + 1));
        }
        let (mut covered, mut fragments) = (BTreeSet::new(), Vec::new());
        for start in starts {
            let records = fragment(&game, &header, start, &covered, &mut choose);
            check_fragment(&game, &header, &records, &covered).unwrap();
            let position = |bytes: &[u8]| u16::from_be_bytes(bytes.try_into().unwrap());
            covered.extend(records.iter().map(|record| position(record.position)));
            fragments.push(records);
        }
        let records = merge(&game, &header, &fragments).unwrap();
        check(&game, &0, &Certificate { header, records }).unwrap();
    }

    /// With arbitrary records, what is accepted on true assumptions is true.
    #[test]
    fn what_is_accepted_is_true_if_the_assumptions_are(
        game in graph(),
        question in question(),
        proved in any::<bool>(),
        choices in prop::collection::vec(any::<usize>(), 1..60),
    ) {
        let mut choices = choices.into_iter().cycle();
        let mut choose = |from: usize| choices.next().unwrap() % from;
        let header = header("random", game.endless, 0, question, proved);
        let (normal, form) = header.obligation(&game);
        let rounds = proved_in_rounds(&game, normal);
        let holds = |position: &u16| rounds.contains_key(position) == (form == Form::Strategy);
        let assumed: BTreeSet<u16> =
            (0..game.nodes.len() as u16).filter(|it| holds(it) && choose(2) == 0).collect();
        let mut records = RecordSetBuilder::new(form);
        for position in 0..game.nodes.len() as u16 {
            let moves = game.moves_of(position);
            if !moves.is_empty() && choose(3) == 0 {
                let claim = match choose(3) {
                    0 => Claim::All,
                    1 => Claim::Minimax(choose(20) as u32),
                    _ => Claim::Move(Move(moves[choose(moves.len())].into())),
                };
                records.push(&position.to_be_bytes(), claim, choose(4) as u64);
            }
        }
        let records = records.finish().unwrap();
        if check_fragment(&game, &header, &records, &assumed).is_ok() {
            for record in records.iter() {
                let position = u16::from_be_bytes(record.position.try_into().unwrap());
                prop_assert!(holds(&position));
            }
        }
    }
}

/// A graph in which the first player wins from 0 and 1, directly or by way of the other.
fn two_ways() -> (GraphGame, Header) {
    let game = GraphGame::new("A1,2 A0,2 =1 =0", 0);
    let header = header("two ways", 0, 0, Question::win(Player::First), true);
    (game, header)
}

fn strategy(records: &[(u16, u32, u64)]) -> RecordSet {
    let mut builder = RecordSetBuilder::new(Form::Strategy);
    for &(position, to, rank) in records {
        builder.push(&position.to_be_bytes(), Claim::Move(Move(to)), rank);
    }
    builder.finish().unwrap()
}

/// Each of two fragments is right, and some unions of them are circular.
#[test]
fn each_position_takes_its_record_from_the_first_fragment() {
    let (game, header) = two_ways();
    let by_way_of_1 = strategy(&[(0, 1, 2), (1, 2, 1)]);
    let by_way_of_0 = strategy(&[(0, 2, 1), (1, 0, 2)]);
    for fragments in [[by_way_of_1.clone(), by_way_of_0.clone()], [by_way_of_0, by_way_of_1]] {
        let records = merge(&game, &header, &fragments).unwrap();
        let first = &fragments[0];
        assert!(records.iter().all(|record| first.find(record.position) == Some(record)));
        check(&game, &0, &Certificate { header: header.clone(), records }).unwrap();
    }
}

/// Two positions must not be assumed for each other, whatever their ranks.
#[test]
fn assumptions_are_needed_and_come_before() {
    let (game, header) = two_ways();
    let by_way_of_1 = strategy(&[(0, 1, 5)]);
    let none = BTreeSet::new();
    let rejection = check_fragment(&game, &header, &by_way_of_1, &none).unwrap_err();
    let Rejection::Record { flaw, .. } = rejection else { panic!("{rejection}") };
    assert_eq!(flaw, Flaw::Outside(Move(1)));
    check_fragment(&game, &header, &by_way_of_1, &BTreeSet::from([1])).unwrap();
    assert_eq!(merge(&game, &header, &[by_way_of_1]), Err(MergeError::Missing));
}

#[test]
fn ranks_that_do_not_fit_are_refused() {
    let (game, header) = two_ways();
    let high = strategy(&[(1, 2, u64::MAX)]);
    assert_eq!(merge(&game, &header, &[high]), Err(MergeError::Ranks));
    let half = strategy(&[(1, 2, u64::MAX / 2)]);
    let fragments = [half.clone(), half.clone(), half];
    assert_eq!(merge(&game, &header, &fragments), Err(MergeError::Ranks));
}

#[test]
fn fragments_of_the_other_form_are_refused() {
    let (game, header) = two_ways();
    let mut closed = RecordSetBuilder::new(Form::ClosedSet);
    closed.push(&[0, 0], Claim::All, 0);
    let closed = closed.finish().unwrap();
    let needed = Rejection::WrongForm { needed: Form::Strategy, found: Form::ClosedSet };
    let found = check_fragment(&game, &header, &closed, &BTreeSet::new());
    assert_eq!(found, Err(needed.clone()));
    assert_eq!(merge(&game, &header, &[closed]), Err(MergeError::Rejected(needed)));
}
