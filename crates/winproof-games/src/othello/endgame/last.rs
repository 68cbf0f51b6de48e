//! The last squares: most of the time is spent here, so each number of empty squares has separate code.
//!
//! All functions take the discs of the player to move and of the other one, and a bound. They return a
//! difference in discs, seen by the player to move, that is on the same side of the bound as the true one:
//! the true one is greater than `alpha` if and only if the result is. In that case the result is no greater
//! than the true one, and otherwise no less.

use super::super::bitboard::flips;
use super::Endgame;

/// The squares around each square: without an enemy disc there, nothing is turned over.
static NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut pair = 0;
    while pair < 64 * 64 {
        let (one, other) = (pair / 64, pair % 64);
        let rows = (one as i32 / 8 - other as i32 / 8).abs();
        let columns = (one as i32 % 8 - other as i32 % 8).abs();
        if one != other && rows <= 1 && columns <= 1 {
            neighbours[one] |= 1 << other;
        }
        pair += 1;
    }
    neighbours
};

/// How many discs are turned over along a line of eight squares, of which all are the enemy's but those
/// given and the one that is played on.
static TURNED: [[u8; 256]; 8] = {
    let mut turned = [[0; 256]; 8];
    let mut index = 0;
    while index < 8 * 256 {
        let (place, own) = (index / 256, index % 256);
        let mut below = 1;
        while below <= place && own >> (place - below) & 1 == 0 {
            below += 1;
        }
        let mut above = 1;
        while place + above < 8 && own >> (place + above) & 1 == 0 {
            above += 1;
        }
        let down = if below <= place { below - 1 } else { 0 };
        let up = if place + above < 8 { above - 1 } else { 0 };
        turned[place][own] = (down + up) as u8;
        index += 1;
    }
    turned
};

/// The two diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut pair = 0;
    while pair < 64 * 64 {
        let (one, other) = (pair / 64, pair % 64);
        if one / 8 + other % 8 == other / 8 + one % 8 {
            diagonals[one][0] |= 1 << other;
        }
        if one / 8 + one % 8 == other / 8 + other % 8 {
            diagonals[one][1] |= 1 << other;
        }
        pair += 1;
    }
    diagonals
};

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
/// Times this, the bits of the first column come to lie side by side at the upper end.
const COLUMN_TO_ROW: u64 = 0x0102_0408_1020_4080;

/// How many discs `own` turns over on the last square, if all others but that one are the enemy's.
#[inline]
fn turned_at_last(own: u64, square: usize) -> i32 {
    let square = square & 63;
    let (row, column) = (square / 8, square % 8);
    let line = |bits: u64, place: usize| i32::from(TURNED[place][bits as usize & 255]);
    let [falling, rising] = DIAGONALS[square];
    line(own >> (8 * row), column)
        + line((own >> column & FIRST_COLUMN).wrapping_mul(COLUMN_TO_ROW) >> 56, row)
        // Every column has one square of a diagonal: times a column of ones they end up in one row.
        + line((own & falling).wrapping_mul(FIRST_COLUMN) >> 56, column)
        + line((own & rising).wrapping_mul(FIRST_COLUMN) >> 56, column)
}

/// Returns what `own` turns over on the square; quick if there is no enemy disc around it.
#[inline]
fn flips_if_any(own: u64, enemy: u64, square: usize) -> u64 {
    if NEIGHBOURS[square & 63] & enemy == 0 { 0 } else { flips(own, enemy, square) }
}

impl Endgame {
    /// One square is left. The result is the true difference.
    #[inline]
    fn last_1(&mut self, own: u64, enemy: u64, square: usize) -> i32 {
        self.nodes += 1;
        let discs = own.count_ones() as i32;
        let turned = turned_at_last(own, square);
        if turned > 0 {
            return 2 * (discs + turned + 1) - self.all;
        }
        let turned = turned_at_last(enemy, square);
        if turned > 0 {
            return 2 * (discs - turned) - self.all;
        }
        // Nobody can play there: the square goes to the winner.
        let difference = 2 * discs - self.all;
        if difference >= 0 { difference + 2 } else { difference }
    }

    /// Two squares are left.
    #[inline]
    fn last_2(&mut self, own: u64, enemy: u64, alpha: i32, squares: [usize; 2]) -> i32 {
        self.nodes += 1;
        let [first, second] = squares;
        let mut best = NO_MOVE;
        let turned = flips_if_any(own, enemy, first);
        if turned != 0 {
            best = -self.last_1(enemy ^ turned, own | turned | 1 << first, second);
            if best > alpha {
                return best;
            }
        }
        let turned = flips_if_any(own, enemy, second);
        if turned != 0 {
            best = best.max(-self.last_1(enemy ^ turned, own | turned | 1 << second, first));
        }
        if best != NO_MOVE {
            return best;
        }
        // A pass; the other player looks for the least that is possible.
        let mut best = -NO_MOVE;
        let turned = flips_if_any(enemy, own, first);
        if turned != 0 {
            best = self.last_1(own ^ turned, enemy | turned | 1 << first, second);
            if best <= alpha {
                return best;
            }
        }
        let turned = flips_if_any(enemy, own, second);
        if turned != 0 {
            best = best.min(self.last_1(own ^ turned, enemy | turned | 1 << second, first));
        }
        if best != -NO_MOVE { best } else { self.difference(own, enemy) }
    }

    /// Three squares are left; the first one is alone in its quarter of the board, or all are alike.
    #[inline]
    fn last_3(&mut self, own: u64, enemy: u64, alpha: i32, squares: [usize; 3]) -> i32 {
        self.nodes += 1;
        let [a, b, c] = squares;
        let mut best = NO_MOVE;
        for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            let turned = flips_if_any(own, enemy, square);
            if turned != 0 {
                let own = own | turned | 1 << square;
                best = best.max(-self.last_2(enemy ^ turned, own, -alpha - 1, rest));
                if best > alpha {
                    return best;
                }
            }
        }
        if best != NO_MOVE {
            return best;
        }
        let mut best = -NO_MOVE;
        for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            let turned = flips_if_any(enemy, own, square);
            if turned != 0 {
                let enemy = enemy | turned | 1 << square;
                best = best.min(self.last_2(own ^ turned, enemy, alpha, rest));
                if best <= alpha {
                    return best;
                }
            }
        }
        if best != -NO_MOVE { best } else { self.difference(own, enemy) }
    }

    /// Four squares are left.
    pub(super) fn last_4(&mut self, own: u64, enemy: u64, alpha: i32, empty: u64) -> i32 {
        self.nodes += 1;
        let [a, b, c, d] = by_parity(empty);
        let mut best = NO_MOVE;
        // The order of what is left: a square that is alone in its quarter comes first.
        let moves = [
            (a, alone_first([b, c, d])),
            (b, alone_first([a, c, d])),
            (c, alone_first([a, b, d])),
            (d, alone_first([a, b, c])),
        ];
        for (square, rest) in moves {
            let turned = flips_if_any(own, enemy, square);
            if turned != 0 {
                let own = own | turned | 1 << square;
                best = best.max(-self.last_3(enemy ^ turned, own, -alpha - 1, rest));
                if best > alpha {
                    return best;
                }
            }
        }
        if best != NO_MOVE {
            return best;
        }
        let mut best = -NO_MOVE;
        for (square, rest) in moves {
            let turned = flips_if_any(enemy, own, square);
            if turned != 0 {
                let enemy = enemy | turned | 1 << square;
                best = best.min(self.last_3(own ^ turned, enemy, alpha, rest));
                if best <= alpha {
                    return best;
                }
            }
        }
        if best != -NO_MOVE { best } else { self.difference(own, enemy) }
    }
}

/// Less than any difference.
pub(super) const NO_MOVE: i32 = -1_000;

/// Which quarter of the board a square is in.
#[inline]
fn quarter(square: usize) -> usize {
    (square >> 4 & 2) | (square >> 2 & 1)
}

/// If two of three squares are in the same quarter of the board, puts the third one first.
#[inline]
fn alone_first([a, b, c]: [usize; 3]) -> [usize; 3] {
    if quarter(a) == quarter(b) {
        [c, a, b]
    } else if quarter(a) == quarter(c) {
        [b, a, c]
    } else {
        [a, b, c]
    }
}

/// Four squares, those first that are in quarters of the board with an odd number of them.
#[inline]
fn by_parity(mut empty: u64) -> [usize; 4] {
    let mut squares = [0; 4];
    let odd = empty & super::odd_quarters(empty);
    let mut even = empty & !odd;
    let mut count = 0;
    empty = odd;
    while empty != 0 && count < 4 {
        squares[count] = empty.trailing_zeros() as usize;
        empty &= empty - 1;
        count += 1;
    }
    while even != 0 && count < 4 {
        squares[count] = even.trailing_zeros() as usize;
        even &= even - 1;
        count += 1;
    }
    squares
}
