//! The lines of the board and what can move along them, by bitboards.
//!
//! Square a1 is bit 0, b1 bit 1, a2 bit 8; a smaller board is the corner at a1. Lines are those of the
//! full board all the same: what a smaller one lacks is never occupied, so it does not count.

use std::array;

use winproof_rules::Move;

use super::move_between;

/// How far a square's bit moves with one step along a row, a column and the two diagonals. The other four
/// directions are these backwards.
const STEPS: [u32; 4] = [1, 8, 9, 7];

/// What the numbers of row and column change by with each of [`STEPS`].
const DELTAS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The leftmost column.
pub(super) const A_FILE: u64 = 0x0101_0101_0101_0101;

/// No position has more moves: twelve pieces, eight directions.
const MOST_MOVES: usize = 12 * 8;

/// The squares on the four lines through a square, without itself.
#[derive(Clone, Copy)]
struct Rays {
    /// In the direction of [`STEPS`]: bits above its own.
    ahead: [u64; 4],
    /// In the opposite direction: bits below its own.
    behind: [u64; 4],
}

static RAYS: [Rays; 64] = {
    let mut rays = [Rays { ahead: [0; 4], behind: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 4 {
            let (rows, columns) = DELTAS[line];
            rays[square].ahead[line] = ray(square as i32, rows, columns);
            rays[square].behind[line] = ray(square as i32, -rows, -columns);
            line += 1;
        }
        square += 1;
    }
    rays
};

const fn ray(square: i32, rows: i32, columns: i32) -> u64 {
    let (mut row, mut column) = (square / 8 + rows, square % 8 + columns);
    let mut squares = 0;
    while 0 <= row && row < 8 && 0 <= column && column < 8 {
        squares |= 1 << (8 * row + column);
        row += rows;
        column += columns;
    }
    squares
}

/// All squares of the line along which a move goes.
pub(super) fn line_of(from: u32, to: u32) -> u64 {
    let rays = &RAYS[from as usize];
    let mut lines = (0..4).map(|line| rays.ahead[line] | rays.behind[line] | 1 << from);
    lines.find(|squares| squares >> to & 1 == 1).unwrap_or(0)
}

/// How many pieces stand on each of the four lines through a square.
#[inline]
fn distances(square: u32, occupied: u64) -> [u32; 4] {
    let rays = &RAYS[square as usize];
    array::from_fn(|line| {
        let squares = rays.ahead[line] | rays.behind[line] | 1 << square;
        (occupied & squares).count_ones()
    })
}

/// The squares that are one move away from this one and that the pieces of `enemy` do not bar: where a piece
/// on this square can go to, or come from.
///
/// Of a full line no move stays on the board, and of a line that is too short none does: the shift then
/// comes round to a bit that is not on the ray.
#[inline]
pub(super) fn reach(square: u32, occupied: u64, enemy: u64) -> u64 {
    let rays = &RAYS[square as usize];
    let distances = distances(square, occupied);
    let mut reached = 0;
    for line in 0..4 {
        let (ahead, behind) = (rays.ahead[line], rays.behind[line]);
        let shift = distances[line] * STEPS[line];
        let there = 1_u64.wrapping_shl(square + shift);
        let free = enemy & ahead & (there - 1) == 0;
        reached |= if free { there & ahead } else { 0 };
        let there = 1_u64.wrapping_shl(square.wrapping_sub(shift));
        let free = enemy & behind & !(there | (there - 1)) == 0;
        reached |= if free { there & behind } else { 0 };
    }
    reached
}

/// Appends the moves of all pieces of `own` to the squares of `open`, which has none of those pieces.
///
/// Each candidate is written, and counted only if it is a move: to test first costs more than twice the time,
/// because the branch cannot be predicted.
#[inline]
pub(super) fn append_moves(own: u64, enemy: u64, open: u64, moves: &mut Vec<Move>) {
    let mut found = [Move(0); MOST_MOVES];
    let mut count = 0;
    each_move(own, enemy, open, |from, to, is_move| {
        found[count] = move_between(from, to);
        count += usize::from(is_move);
    });
    moves.extend_from_slice(&found[..count]);
}

/// How many moves [`append_moves`] appends.
#[inline]
pub(super) fn count_moves(own: u64, enemy: u64, open: u64) -> usize {
    let mut count = 0;
    each_move(own, enemy, open, |_, _, is_move| count += usize::from(is_move));
    count
}

/// Passes on, for all pieces of `own` and all directions, from where to where a move would go, and whether it
/// is legal.
#[inline]
fn each_move(own: u64, enemy: u64, open: u64, mut tell: impl FnMut(u32, u32, bool)) {
    let mut rest = own;
    while rest != 0 {
        let from = rest.trailing_zeros();
        rest &= rest - 1;
        let rays = &RAYS[from as usize];
        let distances = distances(from, own | enemy);
        for line in 0..4 {
            let (ahead, behind) = (rays.ahead[line], rays.behind[line]);
            let shift = distances[line] * STEPS[line];
            let to = 1_u64.wrapping_shl(from + shift);
            let free = enemy & ahead & (to - 1) == 0;
            tell(from, from + shift, to & ahead & open != 0 && free);
            let to = 1_u64.wrapping_shl(from.wrapping_sub(shift));
            let free = enemy & behind & !(to | (to - 1)) == 0;
            tell(from, from.wrapping_sub(shift), to & behind & open != 0 && free);
        }
    }
}
