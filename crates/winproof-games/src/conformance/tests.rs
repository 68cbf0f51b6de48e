//! The suite itself is tested by games with a fault: it must find every one of them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use winproof_rules::{Encoding, InputError, Outcome};

use super::*;
use crate::{Heaps, Nim};

mod oracle;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    CoarseKey,
    CoarseBytes,
    CarelessDecoding,
    MovesForgotten,
    /// Only with a heap that is larger than any that play leads to.
    MovesForgottenElsewhere,
    UnknownOutcomeElsewhere,
    MovesDropped,
    MoveTwice,
    UnknownOutcome,
    OutcomesOutOfOrder,
    MovesWithoutNames,
    AnythingIsAMove,
    ForgetfulFormat,
}

/// Nim with something wrong.
struct Faulty(Fault);

impl Faulty {
    fn has(&self, fault: Fault) -> bool {
        self.0 == fault
    }
}

/// Whether the heaps cannot be reached from those of the test, of two and three.
fn elsewhere(heaps: &Heaps) -> bool {
    Nim.format(heaps).contains(['4', '5', '6', '7', '8', '9'])
}

impl Game for Faulty {
    type Position = Heaps;
    const CYCLIC: bool = false;

    fn to_move(&self, heaps: &Heaps) -> Player {
        Nim.to_move(heaps)
    }

    fn outcome(&self, heaps: &Heaps) -> Option<Outcome> {
        let outcome = Nim.outcome(heaps);
        if self.has(Fault::UnknownOutcomeElsewhere) && elsewhere(heaps) {
            return Some(Outcome::DRAW);
        }
        if self.has(Fault::UnknownOutcome) { outcome.map(|_| Outcome::DRAW) } else { outcome }
    }

    fn moves(&self, heaps: &Heaps, moves: &mut Vec<Move>) {
        if self.has(Fault::MovesDropped) {
            moves.clear();
        }
        let forgotten = self.has(Fault::MovesForgotten)
            || self.has(Fault::MovesForgottenElsewhere) && elsewhere(heaps);
        if !forgotten {
            Nim.moves(heaps, moves);
        }
        if self.has(Fault::MoveTwice) {
            moves.push(moves[0]);
        }
    }

    fn play(&self, heaps: &Heaps, mv: Move) -> Heaps {
        Nim.play(heaps, mv)
    }

    fn key(&self, heaps: &Heaps) -> Key {
        let Key(key) = Nim.key(heaps);
        Key(if self.has(Fault::CoarseKey) { key / 2 } else { key })
    }

    fn outcomes(&self) -> Vec<Outcome> {
        let mut outcomes = Nim.outcomes();
        if self.has(Fault::OutcomesOutOfOrder) {
            outcomes.reverse();
        }
        outcomes
    }
}

impl Encoding for Faulty {
    fn encode(&self, heaps: &Heaps, bytes: &mut Vec<u8>) {
        Nim.encode(heaps, bytes);
        if self.has(Fault::CoarseBytes) {
            bytes.pop();
        }
    }

    fn decode(&self, bytes: &[u8]) -> Option<Heaps> {
        let careless = self.has(Fault::CarelessDecoding);
        Nim.decode(if careless { bytes.get(..16)? } else { bytes })
    }
}

impl Notation for Faulty {
    fn parse(&self, text: &str) -> Result<Heaps, InputError> {
        Nim.parse(text)
    }

    fn format(&self, heaps: &Heaps) -> String {
        let text = Nim.format(heaps);
        if self.has(Fault::ForgetfulFormat) { text.replace(" second", "") } else { text }
    }

    fn format_move(&self, heaps: &Heaps, mv: Move) -> String {
        let name = Nim.format_move(heaps, mv);
        if self.has(Fault::MovesWithoutNames) { "move".to_string() } else { name }
    }

    fn parse_move(&self, heaps: &Heaps, text: &str) -> Result<Move, InputError> {
        let read = Nim.parse_move(heaps, text);
        if self.has(Fault::AnythingIsAMove) { read.or(Ok(Move(1))) } else { read }
    }
}

#[test]
fn every_fault_is_found() {
    let root = Nim.parse("2,3").unwrap();
    check_game(&Faulty(Fault::None), &[root]);
    for fault in [
        Fault::CoarseKey,
        Fault::CoarseBytes,
        Fault::CarelessDecoding,
        Fault::MovesForgotten,
        Fault::MovesForgottenElsewhere,
        Fault::UnknownOutcomeElsewhere,
        Fault::MovesDropped,
        Fault::MoveTwice,
        Fault::UnknownOutcome,
        Fault::OutcomesOutOfOrder,
        Fault::MovesWithoutNames,
        Fault::AnythingIsAMove,
        Fault::ForgetfulFormat,
    ] {
        let checked = catch_unwind(AssertUnwindSafe(|| check_game(&Faulty(fault), &[root])));
        assert!(checked.is_err(), "{fault:?} is not found");
    }
}

#[test]
#[should_panic = "comes after itself"]
fn hidden_circles_are_found() {
    check_acyclic(&Explored {
        positions: vec!['a', 'b', 'c'],
        edges: vec![(0, 1), (1, 2), (2, 1)],
    });
}

#[test]
fn colours_are_dropped() {
    assert_eq!(without_colours("a \x1b[1m\x1b[31mX\x1b[0m b"), "a X b");
}
