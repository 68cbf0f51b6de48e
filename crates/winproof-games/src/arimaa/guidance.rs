//! The guidance and the move ordering of the game: which steps to try first, and how far positions are from a
//! proof.

use winproof_rules::{Guidance, Move, MoveOrdering, Player, Question};

use super::board::{Board, RABBIT, squares};
use super::goal::fewest_steps;
use super::steps::Step;
use super::{Arimaa, Turn};

/// What pieces are worth (Majerech 2012, table 4.1); rabbits by their row.
const COSTS: [i32; 7] = [0, 0, 2, 3, 5, 7, 10];

/// A piece on a square: rabbits are worth more in the other half of the board, the farther the more.
fn cost(player: Player, kind: usize, square: u32) -> i32 {
    if kind != RABBIT {
        return COSTS[kind];
    }
    let row = square as i32 / 8;
    let made = if player == Player::First { row } else { 7 - row };
    if made < 4 { 1 } else { 2 * made }
}

/// The static order of the thesis (4.3.1): captures, pushes and pulls of what is strong, and rabbits that go
/// ahead. To end the turn is worth nothing.
impl MoveOrdering<Turn> for Arimaa {
    fn score(&self, turn: &Turn, mv: Move) -> i32 {
        let mut board = turn.board;
        let mut score = 0;
        for (player, from, to) in Step::of(mv).slides(turn.to_move) {
            let sign = if player == turn.to_move { 1 } else { -1 };
            let kind = board.kind(from);
            if kind == RABBIT {
                score += sign * cost(player, kind, to);
            }
            if player != turn.to_move {
                score += 2 * cost(player, kind, to);
            }
            let before = board;
            board.slide(player, from, to);
            score -= sign * 4 * lost(&before, &board, player, from, to);
        }
        score
    }
}

/// Returns the worth of a player's pieces that a trap has captured.
fn lost(before: &Board, after: &Board, player: Player, from: u32, to: u32) -> i32 {
    let expected = (before.pieces(player) ^ 1 << from) | 1 << to;
    squares(expected & !after.pieces(player))
        .map(|square| cost(player, before.kind(if square == to { from } else { square }), square))
        .sum()
}

/// No estimate looks farther ahead than two turns.
const FARTHEST: u8 = 8;

impl Guidance<Turn> for Arimaa {
    fn estimate(&self, turn: &Turn, question: Question) -> (u32, u32) {
        let needed = u32::from(fewest_steps(&turn.board, question.attacker, FARTHEST));
        if turn.to_move == question.attacker {
            let rest = needed.saturating_sub(u32::from(turn.left));
            (weight(rest), 10)
        } else {
            (weight(needed), 1)
        }
    }
}

fn weight(needed: u32) -> u32 {
    (1 + needed).pow(3)
}
