//! Groups of connected pieces, by bitboards.

use winproof_rules::Move;

use super::lines::{A_FILE, reach};
use super::move_between;

const H_FILE: u64 = A_FILE << 7;

/// The lowest bit that is set, if any is.
#[inline]
fn lowest(squares: u64) -> u64 {
    squares & squares.wrapping_neg()
}

/// The squares next to any of these in one of the eight directions. These themselves may be among them.
#[inline]
fn neighbours(squares: u64) -> u64 {
    let beside = (squares & !H_FILE) << 1 | (squares & !A_FILE) >> 1;
    let row = squares | beside;
    beside | row << 8 | row >> 8
}

/// The group that the pieces of `seed` belong to, and its neighbours.
#[inline]
fn group(pieces: u64, seed: u64) -> (u64, u64) {
    let mut group = seed;
    loop {
        let near = neighbours(group);
        let grown = (group | near) & pieces;
        if grown == group {
            return (group, near);
        }
        group = grown;
    }
}

/// Whether the pieces are all connected. There has to be one.
#[inline]
pub(super) fn connected(pieces: u64) -> bool {
    if pieces & (pieces - 1) == 0 {
        return true;
    }
    // In most positions some piece has no neighbour, which is found at once.
    pieces & !neighbours(pieces) == 0 && group(pieces, lowest(pieces)).0 == pieces
}

/// Whether one move of `own` can connect all its pieces, on the given squares.
#[inline]
pub(super) fn can_connect(own: u64, enemy: u64, squares: u64) -> bool {
    Gathering::of(own, squares).connecting_move(enemy, |_, _| true).is_some()
}

/// Where a piece has to go so that all pieces of a player are connected, whatever the opponent's pieces do.
#[derive(Clone, Copy)]
pub(super) struct Gathering {
    pub(super) own: u64,
    /// Pieces without a neighbour.
    alone: u64,
    /// Squares next to all groups.
    next_to_all: u64,
    /// Squares next to all groups but at most one.
    next_to_all_but_one: u64,
}

impl Gathering {
    /// Analyses the groups of a player's pieces, on the given squares.
    ///
    /// Wherever the moved piece goes, it has to be next to all groups but, perhaps, the one it leaves. Where
    /// groups are far from each other there is no such square, and three of them are enough to see it.
    #[inline]
    pub(super) fn of(own: u64, squares: u64) -> Gathering {
        let alone = own & !neighbours(own);
        let mut next_to_all = squares & !own;
        let mut next_to_all_but_one = next_to_all;
        let mut rest = own;
        while rest != 0 && next_to_all_but_one != 0 {
            // Pieces that stand alone come first: they are quickest.
            let (group, near) = match lowest(rest & alone) {
                0 => group(own, lowest(rest)),
                piece => (piece, neighbours(piece)),
            };
            rest ^= group;
            next_to_all_but_one = next_to_all_but_one & near | next_to_all;
            next_to_all &= near;
        }
        Gathering { own, alone, next_to_all, next_to_all_but_one }
    }

    /// A move that connects all pieces and will do, given the squares from where to where it goes.
    #[inline]
    pub(super) fn connecting_move(
        &self,
        enemy: u64,
        will_do: impl FnMut(u32, u32) -> bool,
    ) -> Option<Move> {
        if self.next_to_all_but_one == 0 {
            return None;
        }
        self.search_move(enemy, will_do)
    }

    fn search_move(&self, enemy: u64, mut will_do: impl FnMut(u32, u32) -> bool) -> Option<Move> {
        let Gathering { own, alone, next_to_all, next_to_all_but_one } = *self;
        let mut wins = |from: u64, to: u64| {
            let connects = connected(own ^ from ^ to);
            let (from, to) = (from.trailing_zeros(), to.trailing_zeros());
            (connects && will_do(from, to)).then(|| move_between(from, to))
        };
        let occupied = own | enemy;
        // A piece that stands alone leaves nothing behind.
        let mut rest = alone;
        while rest != 0 {
            let from = lowest(rest);
            rest ^= from;
            let mut targets = reach(from.trailing_zeros(), occupied, enemy) & next_to_all_but_one;
            while targets != 0 {
                let to = lowest(targets);
                targets ^= to;
                if let Some(mv) = wins(from, to) {
                    return Some(mv);
                }
            }
        }
        // Any other piece has to be next to the rest of its group as well. Few squares are, so these are
        // asked who can go there.
        let mut rest = next_to_all;
        while rest != 0 {
            let to = lowest(rest);
            rest ^= to;
            let mut sources = reach(to.trailing_zeros(), occupied, enemy) & own & !alone;
            while sources != 0 {
                let from = lowest(sources);
                sources ^= from;
                if let Some(mv) = wins(from, to) {
                    return Some(mv);
                }
            }
        }
        None
    }
}
