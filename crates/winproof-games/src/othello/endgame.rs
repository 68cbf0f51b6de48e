//! Decides the last part of a game by a null-window search on bitboards: "is the difference in discs greater
//! than this?"

mod hash;
mod last;
mod solution;
mod stability;

use winproof_rules::StopSignal;

use super::bitboard::{flips, moves};
use super::evaluation::Evaluation;
use super::weights::UNITS;
use hash::{Found, Hash, Known};
use last::NO_MOVE;
pub(super) use solution::SolutionTree;
use stability::stable;

/// A search of endgames, with its table.
pub(super) struct Endgame {
    /// The squares of the board, as bits and as their number.
    squares: u64,
    all: i32,
    /// Positions searched.
    nodes: u64,
    hash: Hash,
    /// The evaluation, which only the full board has.
    evaluation: Option<&'static Evaluation>,
    /// The moves of the positions that are being searched.
    candidates: Vec<Candidate>,
    stop: StopSignal,
    /// The number of nodes at which the signal is looked at next.
    next_poll: u64,
}

/// A move to be searched.
#[derive(Clone, Copy)]
struct Candidate {
    square: u8,
    /// How much it promises.
    score: i32,
    /// The board after it: the discs of the player who is to move then, and the others.
    own: u64,
    enemy: u64,
}

/// Up to this many empty squares, moves are ordered by parity alone and nothing is stored. With 7 there are a
/// third more positions, with 5 a sixth less, but it takes longer in both cases.
const SHALLOW: u32 = 6;

/// From this many on, what is known about the positions after all moves is looked up before any is searched.
/// From 9 on saves another two percent of the positions, but then waiting for the memory shows.
const LOOK_AHEAD: u32 = 10;

/// From this many on, moves are also ordered by the evaluation of the positions after them. From 11 on there
/// would be 7 % fewer positions, but that is just what they cost more.
const EVALUATED: u32 = 13;

/// Stable discs are looked for if the mover has to win by more than this, and by four more for every empty
/// square above `SHALLOW`. Below, less than one attempt in ten would succeed, but for the
/// few with 15 and more empty squares. With two more for every square
/// there are 0.2 % fewer positions, and no less time.
const STABLE_ENOUGH: i32 = 20;

/// The clock is read once in this many positions, some milliseconds.
const POLL_EVERY: u64 = 1 << 16;

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The squares next to a corner.
const BESIDE_CORNERS: u64 = 0x42c3_0000_0000_c342;

impl Endgame {
    /// Makes a search with an empty table, for a board with these squares.
    pub(super) fn new(squares: u64, hash_bits: u32) -> Endgame {
        Endgame {
            squares,
            all: squares.count_ones() as i32,
            nodes: 0,
            hash: Hash::new(hash_bits),
            evaluation: (squares == u64::MAX).then(Evaluation::shipped),
            candidates: Vec::new(),
            stop: StopSignal::default(),
            next_poll: 0,
        }
    }

    /// Sets the signal that ends searches early.
    pub(super) fn set_stop(&mut self, stop: StopSignal) {
        self.stop = stop;
    }

    /// Returns the positions searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.hash.bytes()
    }

    /// Returns whether the player to move, who has `own`, can get a difference in discs greater than `alpha`;
    /// `None` if the search was stopped.
    pub(super) fn exceeds(&mut self, own: u64, enemy: u64, alpha: i32) -> Option<bool> {
        let value = self.search(own, enemy, alpha);
        (!self.stop.was_noticed()).then_some(value > alpha)
    }

    /// Returns whether it is time to stop. What a search returns after that means nothing, and is not stored.
    #[inline]
    fn has_to_stop(&mut self) -> bool {
        if self.nodes >= self.next_poll {
            self.next_poll = self.nodes + POLL_EVERY;
            self.stop.poll();
        }
        self.stop.was_noticed()
    }

    /// Returns the move that was best when the position was searched last, if it is stored.
    pub(super) fn remembered_move(&self, own: u64, enemy: u64) -> Option<u32> {
        let known = self.hash.get(self.hash.place(own, enemy), own, enemy)?;
        (known.mv < 64).then_some(u32::from(known.mv))
    }

    /// A bound of the value on the same side of `alpha` as the value itself.
    fn search(&mut self, own: u64, enemy: u64, alpha: i32) -> i32 {
        let empty = self.squares & !(own | enemy);
        match empty.count_ones() {
            count if count > SHALLOW => self.deep(own, enemy, alpha, empty, count),
            count => self.shallow(own, enemy, alpha, empty, count),
        }
    }

    /// The difference in discs, seen by the owner of the first ones, if the game ends here.
    fn difference(&self, own: u64, enemy: u64) -> i32 {
        let [own, enemy] = [own, enemy].map(|discs| discs.count_ones() as i32);
        match own.cmp(&enemy) {
            std::cmp::Ordering::Greater => self.all - 2 * enemy,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Less => 2 * own - self.all,
        }
    }

    /// A search with few empty squares.
    fn shallow(&mut self, own: u64, enemy: u64, alpha: i32, empty: u64, count: u32) -> i32 {
        if count == 4 {
            return self.last_4(own, enemy, alpha, empty);
        }
        self.nodes += 1;
        let open = moves(own, enemy, empty);
        if open == 0 {
            if moves(enemy, own, empty) == 0 {
                return self.difference(own, enemy);
            }
            return -self.shallow(enemy, own, -alpha - 1, empty, count);
        }
        let odd = odd_quarters(empty);
        let mut best = NO_MOVE;
        for group in [open & odd & CORNERS, open & odd & !CORNERS, open & !odd] {
            let mut group = group;
            while group != 0 {
                let square = group.trailing_zeros() as usize;
                group &= group - 1;
                let turned = flips(own, enemy, square);
                let (next, other) = (enemy ^ turned, own | turned | 1 << square);
                let empty = empty & !(1 << square);
                best = best.max(-self.shallow(next, other, -alpha - 1, empty, count - 1));
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }

    /// A search with many empty squares: results are stored, and the moves are ordered with care.
    fn deep(&mut self, own: u64, enemy: u64, alpha: i32, empty: u64, count: u32) -> i32 {
        self.nodes += 1;
        let open = moves(own, enemy, empty);
        if open == 0 {
            if moves(enemy, own, empty) == 0 {
                return self.difference(own, enemy);
            }
            return -self.deep(enemy, own, -alpha - 1, empty, count);
        }
        let place = self.hash.place(own, enemy);
        let mut first = 64;
        if let Some(&Known { least, most, mv, .. }) = self.hash.get(place, own, enemy) {
            if i32::from(least) > alpha {
                return i32::from(least);
            }
            if i32::from(most) <= alpha {
                return i32::from(most);
            }
            first = mv;
        }
        if alpha >= STABLE_ENOUGH + 4 * (count - SHALLOW) as i32 {
            // In the end the enemy has at least these.
            let kept = stable(enemy, self.squares, empty).count_ones() as i32;
            if self.all - 2 * kept <= alpha {
                return self.all - 2 * kept;
            }
        }
        let start = self.candidates.len();
        let mut best = NO_MOVE;
        let mut best_move = 64;
        if let Some(bound) = self.find_candidates(own, enemy, alpha, open, count, first) {
            best = bound;
        } else {
            for index in start..self.candidates.len() {
                let Candidate { square, own: next, enemy: other, .. } = self.most_promising(index);
                let empty = empty & !(1 << square);
                let value = match count - 1 > SHALLOW {
                    true => -self.deep(next, other, -alpha - 1, empty, count - 1),
                    false => -self.shallow(next, other, -alpha - 1, empty, count - 1),
                };
                if self.has_to_stop() {
                    self.candidates.truncate(start);
                    return best;
                }
                if value > best {
                    (best, best_move) = (value, square);
                    if best > alpha {
                        break;
                    }
                }
            }
        }
        self.candidates.truncate(start);
        let (least, most) = if best > alpha { (best, self.all) } else { (-self.all, best) };
        let found =
            Found { least: least as i8, most: most as i8, mv: best_move, empties: count as u8 };
        self.hash.put(place, [own, enemy], found);
        best
    }

    /// Makes the candidates; returns a result if one of them leads to a position that is known to be good
    /// enough.
    #[inline]
    fn find_candidates(
        &mut self,
        own: u64,
        enemy: u64,
        alpha: i32,
        mut open: u64,
        count: u32,
        first: u8,
    ) -> Option<i32> {
        let empty = self.squares & !(own | enemy);
        let odd = odd_quarters(empty);
        while open != 0 {
            let square = open.trailing_zeros() as usize;
            let bit = 1 << square;
            open &= open - 1;
            let turned = flips(own, enemy, square);
            let (next, other) = (enemy ^ turned, own | turned | bit);
            if next == 0 {
                return Some(self.all);
            }
            if count >= LOOK_AHEAD {
                let place = self.hash.place(next, other);
                if let Some(known) = self.hash.get(place, next, other)
                    && -i32::from(known.most) > alpha
                {
                    return Some(-i32::from(known.most));
                }
            }
            let score = if square == usize::from(first) {
                i32::MAX
            } else {
                let promise = promise(next, other, empty & !bit, bit, bit & odd != 0);
                match self.evaluation {
                    Some(evaluation) if count >= EVALUATED => {
                        promise - evaluation.evaluate(next, other) / UNITS_TO_A_POINT
                    }
                    _ => promise,
                }
            };
            self.candidates.push(Candidate {
                square: square as u8,
                score,
                own: next,
                enemy: other,
            });
        }
        None
    }

    /// Brings the most promising candidate from `index` on to that place.
    #[inline]
    fn most_promising(&mut self, index: usize) -> Candidate {
        let rest = &mut self.candidates[index..];
        let mut best = 0;
        for other in 1..rest.len() {
            if rest[other].score > rest[best].score {
                best = other;
            }
        }
        rest.swap(0, best);
        rest[0]
    }
}

/// Four points for every disc that one may expect in the end, beside the sixteen for every reply that a move
/// leaves. On the random positions this takes the nodes for win, draw or loss from 63 to 53 thousand, on ten of
/// the FFO suite with up to 21 empty squares from 2.5 to 1.5 million; by the evaluation alone they are 73
/// thousand and 2.1 million. Two and eight points for a disc are both a little worse.
const UNITS_TO_A_POINT: i32 = UNITS as i32 / 4;

/// How promising a move is, by the board after it: the fewer replies it leaves, the better ("fastest
/// first"), and replies on corners count nearly twice.
///
/// What else counts was found by trying, on 100 random positions with 16 empty squares and on ten of the FFO
/// suite with 20; thousands of nodes for win, draw or loss:
///
/// | taken into account                                  | random | FFO   |
/// |-----------------------------------------------------|--------|-------|
/// | replies, corners (taken: +16), parity +8            |     96 | 4,642 |
/// | … corners taken: +32                                |    110 | 5,508 |
/// | … corners taken: +0                                 |     93 | 4,485 |
/// | … empty squares beside the mover's discs, 2 each    |     90 | 4,421 |
/// | … the mover's own moves, 4 each                     |     83 | 4,358 |
/// | both, corners taken: +8                             |     78 | 3,879 |
/// | … parity +4 (these, but for a few points)           |     78 | 3,853 |
/// | … parity +12                                        |     80 | 4,219 |
#[inline]
fn promise(own: u64, enemy: u64, empty: u64, bit: u64, odd: bool) -> i32 {
    let count = |squares: u64| squares.count_ones() as i32;
    let replies = moves(own, enemy, empty);
    let mut score = 4 * count(moves(enemy, own, empty))
        - 16 * count(replies)
        - 12 * count(replies & CORNERS)
        - 3 * count(around(enemy) & empty);
    if bit & CORNERS != 0 {
        score += 8;
    }
    if bit & BESIDE_CORNERS != 0 {
        score -= 4;
    }
    if odd {
        score += 4;
    }
    score
}

/// These squares and those next to them.
#[inline]
fn around(squares: u64) -> u64 {
    const NOT_FIRST_COLUMN: u64 = 0xfefe_fefe_fefe_fefe;
    let left_and_right = squares << 1 & NOT_FIRST_COLUMN | (squares & NOT_FIRST_COLUMN) >> 1;
    let row = squares | left_and_right;
    row | row << 8 | row >> 8
}

/// The quarters of the board in which the number of these squares is odd.
#[inline]
fn odd_quarters(squares: u64) -> u64 {
    // Adds up the rows of each half, and then the columns of each half of that.
    let mut sum = squares ^ squares >> 8;
    sum ^= sum >> 16;
    sum ^= sum >> 1;
    sum ^= sum >> 2;
    // Bits 0, 4, 32 and 36 are the parities now: spread each over its quarter.
    (sum & 0x0000_0011_0000_0011).wrapping_mul(0x0f0f_0f0f)
}

#[cfg(test)]
mod tests;
