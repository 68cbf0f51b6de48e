//! What the game advises the searches: how far a leaf is from a proof or a disproof, and which moves to look at first.
//!
//! With the attacker to move, the number for the proof grows with the squares that the king can flee to, that for
//! the disproof is the number of checks. With the defender to move, the number for the proof is that of
//! replies, each with a weight; the disproof is one reply away. Df-pn+ with `leaf=1` was measured on 100 mates of
//! eleven plies out of games (thousands of expansions in all, and their geometric mean), and on 17 problems of
//! Shogi Zuko, of which few are solved within 200,000 expansions (solved, and the mean):
//!
//! | numbers of a leaf                                          | in all | mean  | solved | mean    |
//! |------------------------------------------------------------|--------|-------|--------|---------|
//! | 1 and 1                                                    |    248 | 1,274 |      3 | 118,992 |
//! | the number of moves (`init=moves`)                         |    281 | 1,043 |      4 | 110,366 |
//! | the same, with all drops on a square as one                |    182 |   865 |      6 | 104,033 |
//! | and half of the squares to flee to, for the proof          |    290 |   793 |      6 |  93,804 |
//! | and captures and the king's moves twice: ours              |    236 |   735 |      6 |  97,319 |
//! | the last without squares to flee to                        |    373 |   776 |      6 | 109,064 |
//!
//! All of the squares to flee to, or their square, were worse on mates out of games (means of 1,058 and 1,615) and
//! better on the others (94,525 and 87,852). Fewer or more checks in the disproof, and anything else than 1
//! with the defender to move, made no difference worth mentioning or were worse.

use winproof_rules::{Guidance, Move, MoveOrdering, Question};

use super::moves::{Action, Anything, visit_moves};
use super::pieces::Kind;
use super::squares::{self, bit};
use super::{Shogi, ShogiBoard};

impl Guidance<ShogiBoard> for Shogi {
    #[inline]
    fn estimate(&self, board: &ShogiBoard, question: Question) -> (u32, u32) {
        let (attacker, defender) = if board.to_move() == board.attacker() {
            attacker_to_move(board.flight_squares(), checks(board))
        } else {
            (replies(board), 1)
        };
        if question.attacker == board.attacker() {
            (attacker, defender)
        } else {
            (defender, attacker)
        }
    }

    /// Interpositions on one square wait for each other: most fail for the same reason, and the tables find what
    /// refutes one of them for the others, whose pieces are worth more to the attacker.
    ///
    /// On 44 problems of Shogi Zuko and Muso with 500,000 expansions each, df-pn+ solves 25 without this, and 38 with it.
    /// With the most valuable piece first it is 24. If declined promotions also wait for promotions it is 34: these
    /// problems often turn on a piece that does not promote.
    #[inline]
    fn chain(&self, board: &ShogiBoard, mv: Move) -> Option<u32> {
        match Action::of(mv) {
            Action::Drop { to, .. } if board.to_move() != board.attacker() => Some(to as u32),
            _ => None,
        }
    }
}

/// The numbers with the attacker to move, for the proof and for the disproof.
pub(super) fn attacker_to_move(flight: u32, checks: u32) -> (u32, u32) {
    (1 + flight / 2, checks)
}

/// How many checks there are.
fn checks(board: &ShogiBoard) -> u32 {
    let mut count = 0;
    board.visit_checks(|_| {
        count += 1;
        false
    });
    count
}

/// How many replies there are to a check. A move of the king and a capture count twice, since they change most; all
/// drops on a square are one, because most of them fail for the same reason.
fn replies(board: &ShogiBoard) -> u32 {
    let (mut count, mut dropped) = (0, 0);
    visit_moves(board, &Anything, |action| {
        match action {
            Action::Step { from, to, .. } => {
                let king = board.king(board.to_move()) == Some(from);
                count += if king || board.kind_at(to).is_some() { 2 } else { 1 };
            }
            Action::Drop { to, .. } => dropped |= bit(to),
        }
        false
    });
    count + dropped.count_ones()
}

/// Captures first; then, for the attacker, what comes near the king, and for the defender moves of the king. Drops
/// come last, those of weak pieces before those of strong ones.
impl MoveOrdering<ShogiBoard> for Shogi {
    #[inline]
    fn score(&self, board: &ShogiBoard, mv: Move) -> i32 {
        let action = Action::of(mv);
        let captures = board.kind_at(action.to()).map_or(0, |taken| 10 + value(taken));
        let (own, promotes) = match action {
            Action::Step { from, promotes, .. } => {
                let king = board.king(board.to_move()) == Some(from);
                (if king { 5 } else { 0 }, i32::from(promotes) * 2)
            }
            Action::Drop { kind, .. } => (-value(kind), 0),
        };
        let near = match board.king(board.to_move().opponent()) {
            Some(king) if board.to_move() == board.attacker() => {
                i32::from(squares::KING_STEPS[king] & bit(action.to()) != 0) * 3
            }
            _ => 0,
        };
        captures + own + promotes + near
    }
}

/// How strong a piece is, roughly.
fn value(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 1,
        Kind::Lance | Kind::Knight => 2,
        Kind::Silver => 3,
        Kind::Bishop | Kind::Rook => 6,
        Kind::Horse | Kind::Dragon => 7,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use winproof_rules::{Game, Notation, Player};

    use super::*;

    fn estimate(text: &str, attacker: Player) -> (u32, u32) {
        let board = Shogi.parse(text).unwrap();
        Shogi.estimate(&board, Question { attacker, target: 1 })
    }

    #[test]
    fn estimates_count_checks_flights_and_replies() {
        // The king can flee to 2a; five checks.
        let text = "8k/9/8G/9/9/9/9/9/9 b G2p 1";
        assert_eq!(estimate(text, Player::First), (1, 5));
        assert_eq!(estimate(text, Player::Second), (5, 1));
        // Three moves of the king; one square for drops.
        let text = "8k/9/8R/9/9/9/9/9/9 w gsp 1";
        assert_eq!(estimate(text, Player::First), (2 + 2 + 1, 1));
    }

    #[test]
    fn captures_come_first_and_strong_drops_last() {
        let board = Shogi.parse("8k/7s1/7G1/9/9/9/9/9/9 b RBP 1").unwrap();
        let mut moves = Vec::new();
        Shogi.moves(&board, &mut moves);
        moves.sort_by_key(|&mv| -Shogi.score(&board, mv));
        let names: Vec<_> = moves.iter().map(|&mv| Shogi.format_move(&board, mv)).collect();
        assert_eq!(names.first().map(String::as_str), Some("2c2b"));
        assert_eq!(names.last().map(String::as_str), Some("R*9a"));
    }
}
