//! Records of positions that dominate others, with replies and with evidence of the game, in a game that has all this:
//! whatever is accepted is true, held in memory or streamed.

mod support;

use std::collections::BTreeMap;

use support::raw::{file_of_version, put_number};
use support::{AMPLE, check, describe, stream, to_bytes};
use winproof_certificate::{Certificate, Claim, Form, Header, RecordSet, RecordSetBuilder, Reply};
use winproof_rules::{Dominance, Encoding, Evidence, Game, Key, Move, Outcome, Player, Verdict};

/// A race: each player has some steps to go and makes one or two at a time. Who arrives wins.
struct Race;

/// The steps that the first and the second player have to go, and who moves.
type Place = (u8, u8, Player);

const FIRST: Player = Player::First;
const SECOND: Player = Player::Second;

impl Game for Race {
    type Position = Place;
    const CYCLIC: bool = false;

    fn to_move(&self, place: &Place) -> Player {
        place.2
    }

    fn outcome(&self, place: &Place) -> Option<Outcome> {
        match *place {
            (0, _, _) => Some(Outcome::WIN),
            (_, 0, _) => Some(Outcome::LOSS),
            _ => None,
        }
    }

    fn moves(&self, &(first, second, player): &Place, moves: &mut Vec<Move>) {
        let left = if player == FIRST { first } else { second };
        moves.extend((1..=left.min(2)).map(|steps| Move(steps.into())));
    }

    fn play(&self, &(first, second, player): &Place, mv: Move) -> Place {
        let steps = mv.0 as u8;
        match player {
            Player::First => (first - steps, second, SECOND),
            Player::Second => (first, second - steps, FIRST),
        }
    }

    fn key(&self, &(first, second, player): &Place) -> Key {
        Key(u128::from(first) << 16 | u128::from(second) << 8 | player as u128)
    }

    fn dominance(&self) -> Option<&dyn Dominance<Place>> {
        Some(self)
    }

    fn evidence(&self) -> Option<&dyn Evidence<Place>> {
        Some(self)
    }
}

/// The number of moves that a player needs, if those are few enough.
impl Evidence<Place> for Race {
    fn shows(&self, &(first, second, mover): &Place, player: Player, bytes: &[u8]) -> bool {
        let (first, second) = (first.div_ceil(2), second.div_ceil(2));
        let (own, enemy) = if player == FIRST { (first, second) } else { (second, first) };
        bytes == [own] && own < enemy + u8::from(mover == player)
    }

    fn chosen(&self, _: &Place, _: Player, _: &[u8]) -> Option<Move> {
        None
    }

    fn after(&self, _: &Place, _: Player, _: &[u8], _: Move) -> Option<Vec<u8>> {
        None
    }
}

impl Encoding for Race {
    fn encode(&self, &(first, second, player): &Place, bytes: &mut Vec<u8>) {
        bytes.extend([first, second, player as u8]);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Place> {
        match *bytes {
            [first, second, 0] => Some((first, second, FIRST)),
            [first, second, 1] => Some((first, second, SECOND)),
            _ => None,
        }
    }
}

/// It never hurts if the opponent has further to go, and a player who arrives with the next move has in
/// effect arrived.
impl Dominance<Place> for Race {
    fn dominates(&self, place: &Place, other: &Place, player: Player) -> bool {
        let split = |&(first, second, _): &Place| match player {
            Player::First => (first, second),
            Player::Second => (second, first),
        };
        let ((own, enemy), (others_own, others_enemy)) = (split(place), split(other));
        let arrives = own <= 2 && others_own == 0 && place.2 == player;
        place.2 == other.2 && (own == others_own || arrives) && enemy >= others_enemy
    }

    fn weaken(&self, place: &Place, _: Player, _: &[(Move, Place)]) -> Place {
        *place
    }
}

fn bytes((first, second, player): Place) -> Vec<u8> {
    vec![first, second, player as u8]
}

#[derive(Clone, Debug)]
enum Said {
    Plain(Claim),
    By(Place),
    Replies(Vec<(Vec<u32>, Place)>),
    Evidence(Vec<u8>),
}

type Line = (Place, Said, u64);

fn set(form: Form, lines: &[Line]) -> RecordSet {
    let mut records = RecordSetBuilder::new(form);
    for (place, said, rank) in lines {
        let (place, rank) = (bytes(*place), *rank);
        match said {
            Said::Plain(claim) => records.push(&place, *claim, rank),
            Said::By(other) => records.push_dominates(&place, &bytes(*other), rank),
            Said::Replies(replies) => {
                let reply = |(line, other): &(Vec<u32>, Place)| Reply {
                    line: line.iter().map(|&code| Move(code)).collect(),
                    dominated: bytes(*other),
                };
                let replies: Vec<_> = replies.iter().map(reply).collect();
                records.push_replies(&place, &replies, rank);
            }
            Said::Evidence(evidence) => records.push_evidence(&place, evidence, rank),
        }
    }
    records.finish().unwrap()
}

/// "The first player wins", proved or disproved.
fn certificate(place: Place, proved: bool, lines: &[Line]) -> Certificate {
    let form = if proved { Form::Strategy } else { Form::ClosedSet };
    let header = Header {
        game: "race".to_string(),
        parameters: BTreeMap::new(),
        position: format!("{place:?}"),
        attacker: FIRST,
        target: 1,
        within: None,
        verdict: if proved { Verdict::Proved } else { Verdict::Disproved },
    };
    Certificate { header, records: set(form, lines) }
}

const PLAY: fn(u32) -> Said = |steps| Said::Plain(Claim::Move(Move(steps)));
const ALL: Said = Said::Plain(Claim::All);

fn strategy() -> Vec<Line> {
    vec![
        ((4, 6, FIRST), PLAY(2), 4),
        ((2, 6, SECOND), ALL, 3),
        ((2, 5, FIRST), Said::By((2, 4, FIRST)), 2),
        ((2, 4, FIRST), PLAY(2), 1),
    ]
}

fn fortress() -> Vec<Line> {
    vec![
        ((6, 4, FIRST), ALL, 0),
        ((5, 4, SECOND), Said::By((4, 4, SECOND)), 0),
        ((4, 4, SECOND), PLAY(2), 0),
        ((4, 2, FIRST), ALL, 0),
        ((3, 2, SECOND), Said::By((2, 2, SECOND)), 0),
        ((2, 2, SECOND), PLAY(2), 0),
    ]
}

/// "After either step of the second player, the first one moves two steps and is at least as well off as in (2, 2)."
fn answered() -> Vec<Line> {
    vec![
        ((4, 6, SECOND), Said::Replies(vec![(vec![2], (2, 3, SECOND))]), 2),
        ((2, 3, SECOND), Said::Evidence(vec![1]), 0),
    ]
}

#[test]
fn true_replies_and_evidence_are_accepted_and_come_back_from_a_file() {
    for (root, proved, lines) in [
        ((4, 6, SECOND), true, answered()),
        ((5, 6, FIRST), true, vec![((5, 6, FIRST), Said::Evidence(vec![3]), 0)]),
        ((3, 2, FIRST), false, vec![((3, 2, FIRST), Said::Evidence(vec![1]), 0)]),
        // The dominated position is an end, and so are those after all moves.
        (
            (2, 5, SECOND),
            true,
            vec![((2, 5, SECOND), Said::Replies(vec![(vec![], (0, 3, FIRST))]), 0)],
        ),
        // A reply that ends the game, whatever it names; that needs a record all the same.
        (
            (2, 3, SECOND),
            true,
            vec![
                ((2, 3, SECOND), Said::Replies(vec![(vec![2], (1, 5, SECOND))]), 1),
                ((1, 5, SECOND), Said::Evidence(vec![1]), 0),
            ],
        ),
    ] {
        let certificate = certificate(root, proved, &lines);
        let report = check(&Race, &root, &certificate)
            .unwrap_or_else(|rejection| panic!("{root:?}: {rejection}"));
        assert_eq!(report.records, lines.len() as u64);
        let file = to_bytes(&certificate);
        assert_eq!(file[8], 6, "needs the sixth version");
        assert_eq!(Certificate::read_from(&file[..], AMPLE).unwrap(), certificate);
        assert_eq!(stream(&Race, &root, &file).unwrap().records, report.records);
    }
}

#[test]
fn one_thing_wrong_with_replies_or_evidence_is_rejected_for_that_reason() {
    type Damage = fn(&mut Vec<Line>);
    let cases: [(Damage, &str); 9] = [
        (|lines| lines[1].1 = Said::Evidence(vec![2]), "the evidence does not show"),
        (|lines| lines[1].1 = Said::Evidence(vec![]), "the evidence does not show"),
        (|lines| lines[0].1 = Said::Replies(vec![(vec![1], (2, 3, SECOND))]), "without a record"),
        (|lines| lines[0].1 = Said::Replies(vec![(vec![3], (2, 3, SECOND))]), "without a record"),
        (
            |lines| lines[0].1 = Said::Replies(vec![(vec![2, 2], (2, 3, SECOND))]),
            "without a record",
        ),
        (|lines| lines[0].1 = Said::Replies(vec![(vec![], (2, 3, SECOND))]), "without a record"),
        (
            |lines| lines[0].1 = Said::Replies(vec![(vec![2], (2, 2, SECOND))]),
            "the dominated position has no record",
        ),
        (|lines| lines[0].2 = 0, "has rank 0, which is not lower than 0"),
        (
            |lines| {
                *lines = vec![
                    ((4, 6, SECOND), Said::Evidence(vec![2]), 0),
                    ((4, 6, FIRST), Said::Replies(vec![(vec![], (4, 6, SECOND))]), 1),
                ];
            },
            "claims something of all moves where one move has to be named",
        ),
    ];
    for (damage, reason) in cases {
        let (root, mut lines) = ((4, 6, SECOND), answered());
        damage(&mut lines);
        let certificate = certificate(root, true, &lines);
        let rejection = check(&Race, &root, &certificate).unwrap_err();
        assert!(rejection.to_string().contains(reason), "{rejection}, not {reason}");
        let streamed = describe(&stream(&Race, &root, &to_bytes(&certificate)).unwrap_err());
        assert!(streamed.contains(reason), "{streamed}, not {reason}");
    }
    // Evidence is about winning and nothing else.
    let mut certificate =
        certificate((5, 6, FIRST), true, &[((5, 6, FIRST), Said::Evidence(vec![3]), 0)]);
    certificate.header.target = 2;
    let rejection = check(&Race, &(5, 6, FIRST), &certificate).unwrap_err();
    assert!(rejection.to_string().contains("no evidence for such a question"), "{rejection}");
}

#[test]
fn true_records_are_accepted_and_come_back_from_a_file() {
    for (root, proved, lines) in [
        ((4, 6, FIRST), true, strategy()),
        ((6, 4, FIRST), false, fortress()),
        // They dominate an end.
        ((2, 5, FIRST), true, vec![((2, 5, FIRST), Said::By((0, 5, FIRST)), 0)]),
        ((5, 2, SECOND), false, vec![((5, 2, SECOND), Said::By((5, 0, SECOND)), 0)]),
    ] {
        let certificate = certificate(root, proved, &lines);
        let report = check(&Race, &root, &certificate).unwrap();
        assert_eq!(report.records, lines.len() as u64);
        let file = to_bytes(&certificate);
        assert_eq!(file[8], 2, "needs the second version");
        assert_eq!(Certificate::read_from(&file[..], AMPLE).unwrap(), certificate);
        assert_eq!(stream(&Race, &root, &file).unwrap().records, report.records);
    }
}

#[test]
fn one_thing_wrong_is_rejected_for_that_reason() {
    type Damage = fn(&mut Vec<Line>);
    let cases: [(bool, Damage, &str); 10] = [
        (true, |lines| lines[2].1 = Said::By((2, 6, FIRST)), "does not dominate"),
        (true, |lines| lines[2].1 = Said::By((1, 4, FIRST)), "does not dominate"),
        (true, |lines| lines[2].1 = Said::By((2, 4, SECOND)), "does not dominate"),
        (true, |lines| lines[2].1 = Said::By((2, 5, FIRST)), "does not dominate"),
        (
            true,
            |lines| lines[2].1 = Said::By((2, 3, FIRST)),
            "the dominated position has no record",
        ),
        (true, |lines| lines[2].2 = 1, "has rank 1, which is not lower than 1"),
        (true, |lines| lines[1].2 = 2, "move 1 leads from rank 2 to rank 2"),
        (false, |lines| lines[1].1 = Said::By((6, 4, SECOND)), "does not dominate"),
        (
            false,
            |lines| lines[4].1 = Said::By((0, 2, SECOND)),
            "the dominated position has no record",
        ),
        (
            false,
            |lines| lines[4].1 = Said::By((1, 2, SECOND)),
            "the dominated position has no record",
        ),
    ];
    for (proved, damage, reason) in cases {
        let (root, mut lines) =
            if proved { ((4, 6, FIRST), strategy()) } else { ((6, 4, FIRST), fortress()) };
        damage(&mut lines);
        let rejection = check(&Race, &root, &certificate(root, proved, &lines)).unwrap_err();
        assert!(rejection.to_string().contains(reason), "{rejection}, not {reason}");
    }
}

/// A file of one record whose dominated position is these bytes.
fn one_record(version: u8, shared: u64, more: &[u8]) -> Vec<u8> {
    let header = certificate((2, 5, FIRST), true, &[]).header;
    let mut body = vec![0, 3, 2, 5, 0, 3];
    put_number(&mut body, shared);
    put_number(&mut body, more.len() as u64);
    body.extend(more);
    body.push(7);
    file_of_version(version, &serde_json::to_vec(&header).unwrap(), 1, 1, &body)
}

#[test]
fn bytes_that_are_no_position_do_no_harm() {
    for (version, shared, more, reason) in [
        (2, 3, &[][..], "rejected: record 1 (position 020500): the position does not dominate"),
        (
            2,
            1,
            &[4][..],
            "rejected: record 1 (position 020500): the bytes of the dominated position",
        ),
        (
            2,
            0,
            &[2, 4, 9][..],
            "rejected: record 1 (position 020500): the bytes of the dominated position",
        ),
        (2, 1, &[4, 0][..], "rejected: record 1 (position 020500): the dominated position"),
        (2, 4, &[0][..], "unreadable: record 1 of 1 is malformed: it shares more bytes"),
        (1, 1, &[4, 0][..], "unreadable: record 1 of 1 is malformed: unknown kind of claim"),
    ] {
        let file = one_record(version, shared, more);
        let said = describe(&stream(&Race, &(2, 5, FIRST), &file).unwrap_err());
        assert!(said.starts_with(reason), "{said}");
        let held = Certificate::read_from(&file[..], AMPLE);
        match held {
            Ok(certificate) => assert!(check(&Race, &(2, 5, FIRST), &certificate).is_err()),
            Err(error) => assert_eq!(said, format!("unreadable: {error}")),
        }
    }
}

/// Random records about all small places. Whatever is accepted is true.
#[test]
fn whatever_is_accepted_is_true() {
    const MOST: u8 = 5;
    let mut state = 1_u64;
    let mut dice = |sides: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % sides
    };
    let wins = |(first, second, player): Place| {
        let (first, second) = (first.div_ceil(2), second.div_ceil(2));
        if player == FIRST { first <= second } else { first < second }
    };
    let places: Vec<Place> = (1..=MOST)
        .flat_map(|first| {
            (1..=MOST).flat_map(move |second| [(first, second, FIRST), (first, second, SECOND)])
        })
        .collect();
    let [mut accepted, mut dominated, mut replied] = [0, 0, 0];
    for _ in 0..1000 {
        let proved = dice(2) == 0;
        let claimant = if proved { FIRST } else { SECOND };
        let mut lines: Vec<Line> = Vec::new();
        for &place in &places {
            // Mostly true claims, and mostly with ranks that fall.
            if wins(place) != proved && dice(500) > 0 {
                continue;
            }
            let (first, second, player) = place;
            let own = if player == FIRST { first } else { second };
            let nearer = match claimant {
                Player::First => (first, second - 1, player),
                Player::Second => (first - 1, second, player),
            };
            let there = places.contains(&nearer) && (wins(nearer) == proved || dice(20) == 0);
            let turns = if claimant == FIRST { first } else { second }.div_ceil(2);
            let said = match dice(5) {
                0 if there => Said::By(nearer),
                1 if player != claimant && there && own > 1 => {
                    // Two steps and one step of the opponent, two steps of the claimant, and somewhat less.
                    let after = |steps: u8, own_steps: u8| match claimant {
                        Player::First => {
                            (first.saturating_sub(own_steps), second.saturating_sub(steps), player)
                        }
                        Player::Second => {
                            (first.saturating_sub(steps), second.saturating_sub(own_steps), player)
                        }
                    };
                    let line = if dice(10) == 0 { vec![1] } else { vec![2] };
                    let steps = 1 + dice(3) as u8;
                    Said::Replies(vec![
                        (line, after(steps, 2)),
                        (vec![2], after(2, 2)),
                        (vec![1], after(2, 1)),
                    ])
                }
                2 if dice(3) == 0 => {
                    Said::Evidence(vec![if dice(100) == 0 { dice(4) as u8 } else { turns }])
                }
                _ if player == claimant => PLAY(if dice(300) == 0 || own == 1 { 1 } else { 2 }),
                _ => ALL,
            };
            let rank = 10 * u64::from(first + second) + if dice(300) == 0 { dice(30) } else { 0 };
            lines.push((place, said, rank));
        }
        let root = places[dice(places.len() as u64) as usize];
        let certificate = certificate(root, proved, &lines);
        if check(&Race, &root, &certificate).is_ok() {
            accepted += 1;
            dominated += u64::from(lines.iter().any(|line| matches!(line.1, Said::By(_))));
            replied += u64::from(lines.iter().any(|line| matches!(line.1, Said::Replies(_))));
            assert_eq!(wins(root), proved, "{root:?} {lines:?}");
        }
    }
    assert!(
        accepted > 5 && dominated > 5 && replied > 5,
        "{accepted} accepted, {dominated} with dominated records, {replied} with replies"
    );
}
