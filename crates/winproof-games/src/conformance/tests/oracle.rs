//! Leaf oracles with a fault: the suite must find every one of them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use winproof_rules::{Encoding, Game, Key, LeafOracle, Move, Notation, Outcome, Player, Question};

use crate::conformance::check_leaf_oracle;
use crate::{Heaps, Nim};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    DecidesWrongly,
    IgnoresTheTarget,
    UnfoldsALosingMove,
    UnfoldsAnIllegalMove,
    PrunesTheLastGoodMove,
    PrunesAllOfTrivialQuestions,
    AddsAMove,
    EstimatesAsSolved,
    FinishesWrongly,
    MisusesWhatItIsTold,
}

/// Nim with an oracle that knows the theory of the game, with one fault.
struct Knowing(Fault);

impl Game for Knowing {
    type Position = Heaps;
    const CYCLIC: bool = false;

    fn to_move(&self, heaps: &Heaps) -> Player {
        Nim.to_move(heaps)
    }

    fn outcome(&self, heaps: &Heaps) -> Option<Outcome> {
        Nim.outcome(heaps)
    }

    fn moves(&self, heaps: &Heaps, moves: &mut Vec<Move>) {
        Nim.moves(heaps, moves);
    }

    fn play(&self, heaps: &Heaps, mv: Move) -> Heaps {
        Nim.play(heaps, mv)
    }

    fn key(&self, heaps: &Heaps) -> Key {
        Nim.key(heaps)
    }

    fn outcomes(&self) -> Vec<Outcome> {
        Nim.outcomes()
    }

    fn leaf_oracle(&self, _level: u32) -> Option<Box<dyn LeafOracle<Heaps> + Send + '_>> {
        Some(Box::new(Theory { fault: self.0, told: false }))
    }
}

impl Encoding for Knowing {
    fn encode(&self, heaps: &Heaps, bytes: &mut Vec<u8>) {
        Nim.encode(heaps, bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Heaps> {
        Nim.decode(bytes)
    }
}

struct Theory {
    fault: Fault,
    told: bool,
}

impl Theory {
    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }
}

/// Whether the player to move wins, by plain minimax.
fn mover_wins(heaps: &Heaps) -> bool {
    match Nim.outcome(heaps) {
        Some(outcome) => outcome == Outcome::won_by(Nim.to_move(heaps)),
        None => legal(heaps).iter().any(|&mv| !mover_wins(&Nim.play(heaps, mv))),
    }
}

fn legal(heaps: &Heaps) -> Vec<Move> {
    let mut moves = Vec::new();
    Nim.moves(heaps, &mut moves);
    moves
}

impl LeafOracle<Heaps> for Theory {
    fn decide(&mut self, heaps: &Heaps, question: Question) -> Option<bool> {
        if self.has(Fault::EstimatesAsSolved) {
            return None;
        }
        let applies = question.is_about_winning() || self.has(Fault::IgnoresTheTarget);
        let wrong = self.has(Fault::DecidesWrongly) && legal(heaps).len() == 3
            || self.has(Fault::MisusesWhatItIsTold) && self.told;
        let attacks = Nim.to_move(heaps) == question.attacker;
        applies.then(|| (mover_wins(heaps) == attacks) != wrong)
    }

    fn unfold(&mut self, heaps: &Heaps, _: Question, _: bool) -> Option<Move> {
        if self.has(Fault::UnfoldsAnIllegalMove) {
            return Some(Move(u32::MAX));
        }
        let wrong = self.has(Fault::UnfoldsALosingMove);
        legal(heaps).into_iter().find(|&mv| mover_wins(&Nim.play(heaps, mv)) == wrong)
    }

    fn finish(&mut self, heaps: &Heaps, _: Question, line: &mut Vec<Move>) -> bool {
        line.extend(legal(heaps).first());
        self.has(Fault::FinishesWrongly)
    }

    fn prune(&mut self, heaps: &Heaps, question: Question, moves: &mut Vec<Move>) {
        if self.has(Fault::AddsAMove) {
            moves.push(moves[0]);
        }
        if question.is_about_winning() || self.has(Fault::PrunesAllOfTrivialQuestions) {
            moves.retain(|&mv| !mover_wins(&Nim.play(heaps, mv)));
        }
        if self.has(Fault::PrunesTheLastGoodMove) && moves.len() == 1 {
            moves.clear();
        }
    }

    fn learn(&mut self, _: &Heaps, _: Question, _: bool, _: Option<Move>) -> bool {
        self.told = true;
        true
    }

    fn estimate(&mut self, _: &Heaps, _: Question) -> Option<(u32, u32)> {
        self.has(Fault::EstimatesAsSolved).then_some((0, 1))
    }

    fn visited(&self) -> u64 {
        0
    }
}

#[test]
fn every_fault_of_an_oracle_is_found() {
    let root = Nim.parse("2,3,1").unwrap();
    assert!(check_leaf_oracle(&Knowing(Fault::None), 1, &[root], 1_000) > 10);
    for fault in [
        Fault::DecidesWrongly,
        Fault::IgnoresTheTarget,
        Fault::UnfoldsALosingMove,
        Fault::UnfoldsAnIllegalMove,
        Fault::PrunesTheLastGoodMove,
        Fault::PrunesAllOfTrivialQuestions,
        Fault::AddsAMove,
        Fault::EstimatesAsSolved,
        Fault::FinishesWrongly,
        Fault::MisusesWhatItIsTold,
    ] {
        let check = || check_leaf_oracle(&Knowing(fault), 1, &[root], 1_000);
        assert!(catch_unwind(AssertUnwindSafe(check)).is_err(), "{fault:?} is not found");
    }
}
