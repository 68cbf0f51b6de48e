//! Proofs that are very many moves deep: nothing may recurse by the length of the game.

use std::collections::HashMap;

use winproof::Solver;
use winproof_rules::{Dominance, Encoding, Game, Key, Move, Outcome, Player, Question};

use crate::common::{Engine, solve_and_audit};

/// A march: the players take turns to make a step, and at its end the first player wins. Who leaves the path
/// instead loses. With steps of the second player the first one gets a coin, which is good for nothing.
struct March;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place {
    steps: u32,
    coins: u32,
    left: bool,
}

const STEP: Move = Move(0);
const LEAVE: Move = Move(1);

impl Game for March {
    type Position = Place;
    const CYCLIC: bool = false;

    fn to_move(&self, place: &Place) -> Player {
        if place.steps.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    fn outcome(&self, place: &Place) -> Option<Outcome> {
        match place {
            Place { left: true, .. } if self.to_move(place) == Player::Second => {
                Some(Outcome::LOSS)
            }
            Place { left: true, .. } | Place { steps: 0, .. } => Some(Outcome::WIN),
            _ => None,
        }
    }

    fn moves(&self, _: &Place, moves: &mut Vec<Move>) {
        // One of them ends the game, so that the numbers of the search do not grow with the length.
        moves.extend([STEP, LEAVE]);
    }

    fn play(&self, place: &Place, mv: Move) -> Place {
        let paid = mv == STEP && self.to_move(place) == Player::Second;
        let coins = (place.coins + u32::from(paid)).min(3);
        Place { steps: place.steps - 1, coins, left: mv == LEAVE }
    }

    fn key(&self, place: &Place) -> Key {
        let name = u128::from(place.steps) << 3 | u128::from(place.coins) << 1;
        Key((name | u128::from(place.left)).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835))
    }

    fn dominance(&self) -> Option<&dyn Dominance<Place>> {
        Some(self)
    }
}

impl Encoding for March {
    fn encode(&self, place: &Place, bytes: &mut Vec<u8>) {
        bytes.extend(place.steps.to_be_bytes());
        bytes.extend([place.coins as u8, u8::from(place.left)]);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Place> {
        let (steps, rest) = bytes.split_first_chunk()?;
        let &[coins, left @ (0 | 1)] = rest else { return None };
        Some(Place { steps: u32::from_be_bytes(*steps), coins: coins.into(), left: left == 1 })
    }
}

/// More coins are as good as fewer, to either player.
impl Dominance<Place> for March {
    fn dominates(&self, place: &Place, other: &Place, _: Player) -> bool {
        (place.steps, place.left) == (other.steps, other.left) && place.coins >= other.coins
    }

    fn weaken(&self, place: &Place, _: Player, _: &[(Move, Place)]) -> Place {
        Place { coins: 0, ..*place }
    }
}

/// Recursion by the length of this game overflows the stack of two megabytes that tests have.
#[test]
fn fifty_thousand_moves_with_a_dominance_relation() {
    let root = Place { steps: 50_000, coins: 1, left: false };
    let engine = Engine::new("df-pn", "", 64 << 20);
    for (attacker, proved) in [(Player::First, true), (Player::Second, false)] {
        let question = Question { attacker, target: 1 };
        let mut solver = Solver::new(&March, question, &engine.config);
        let truth = HashMap::from([(root, proved)]);
        let context = || format!("{attacker:?}");
        let solved =
            solve_and_audit(&mut solver, &March, question, &root, &truth, 10_000_000, &context);
        assert!(solved, "{}", context());
    }
}
