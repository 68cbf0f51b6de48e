//! A custom game: the least that a search needs.
//!
//! Two players take one, two or three stones in turn; the player who takes the last stone wins.

use winproof::rules::{Game, Key, Move, Outcome, Player};
use winproof::{Question, Solver, Verdict};

struct TakeAway;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Stones {
    left: u32,
    to_move: Player,
}

impl Game for TakeAway {
    type Position = Stones;
    // Every move brings the end nearer. Use `false` only where that is certain; `true` is always safe.
    const CYCLIC: bool = false;

    fn to_move(&self, stones: &Stones) -> Player {
        stones.to_move
    }

    fn outcome(&self, stones: &Stones) -> Option<Outcome> {
        (stones.left == 0).then(|| Outcome::won_by(stones.to_move.opponent()))
    }

    fn moves(&self, stones: &Stones, moves: &mut Vec<Move>) {
        moves.extend((1..=stones.left.min(3)).map(Move));
    }

    fn play(&self, stones: &Stones, mv: Move) -> Stones {
        Stones { left: stones.left - mv.0, to_move: stones.to_move.opponent() }
    }

    fn key(&self, stones: &Stones) -> Key {
        Key(u128::from(stones.left) << 1 | u128::from(stones.to_move == Player::Second))
    }
}

/// Runs the example.
pub fn main() {
    let mut solver = Solver::builder(&TakeAway).question(Question::win(Player::First)).build();
    for left in 1..=20 {
        let answer = solver.solve(&Stones { left, to_move: Player::First });
        println!("{left:>2} stones: {}", answer.verdict);
        assert_eq!(answer.verdict, Verdict::of(left % 4 != 0));
    }
}
