//! What a problem and its solution look like in numbers: the factors by which Kasuga, Suzuki and Kotani rate problems
//! ("Evaluation of tsume-shogi with the method of least squares", workshop on complex games, 1998).
//!
//! What the paper leaves open is chosen here:
//! - Pieces on the board (6, 7) are counted without kings.
//! - Factor 9, "the extent of position pieces put on", is not defined: it is the area of the smallest rectangle that
//!   holds all pieces on the board.
//! - Factor 11 is the number of checks at the start in the paper's list, of *checkmates* in its table. A sound problem
//!   of five or seven plies has no mate in one, so it is the checks.
//! - A piece is sacrificed (4, 5) if the defender's next move captures it.
//! - Unpromoted moves (13) are those of the attacker that could have promoted.
//! - A discovered check (15) comes from another piece than the one that has moved, and from that alone; if both give
//!   check it is a double check (14).

use winproof_rules::{Game, Move};

use super::Shogi;
use super::board::ShogiBoard;
use super::moves::Action;
use super::pieces::Kind;
use super::squares::{self, Each, Squares, bit};

/// The number of factors, the constant included.
pub const FACTOR_COUNT: usize = 15;

/// The names of the factors, in the order of the paper.
pub const FACTOR_NAMES: [&str; FACTOR_COUNT] = [
    "constant",
    "free squares around the king at the start",
    "free squares around the king at the end",
    "sacrifices of dropped pieces",
    "sacrifices of other pieces",
    "attacking pieces on the board",
    "defending pieces on the board",
    "pieces in the attacker's hand",
    "area of the pieces",
    "moves of the king",
    "checks at the start",
    "captures by the attacker",
    "declined promotions",
    "double checks",
    "discovered checks",
];

impl ShogiBoard {
    /// Returns the factors of a problem with its solution; `None` if that has a move that is not legal.
    pub fn factors(&self, solution: &[Move]) -> Option<[u32; FACTOR_COUNT]> {
        let attacker = self.attacker();
        let pieces = |player| (self.pieces(player) & !self.king_set(player)).count_ones();
        let mut checks = 0;
        self.visit_checks(|_| {
            checks += 1;
            false
        });
        let mut counts = Counts::default();
        let mut board = *self;
        let mut moves = Vec::new();
        for (index, &mv) in solution.iter().enumerate() {
            moves.clear();
            Shogi.moves(&board, &mut moves);
            if !moves.contains(&mv) {
                return None;
            }
            if board.to_move() == attacker {
                counts.add_check(&board, Action::of(mv), solution.get(index + 1).copied());
            } else {
                counts.king_moves += u32::from(moves_king(&board, Action::of(mv)));
            }
            board = Shogi.play(&board, mv);
        }
        Some([
            1,
            self.free_squares(),
            board.free_squares(),
            counts.sacrificed_drops,
            counts.sacrificed_others,
            pieces(attacker),
            pieces(attacker.opponent()),
            Kind::IN_HAND.into_iter().map(|kind| self.hand(attacker).count(kind)).sum(),
            area(self.occupied()),
            counts.king_moves,
            checks,
            counts.captures,
            counts.declined_promotions,
            counts.double_checks,
            counts.discovered_checks,
        ])
    }

    /// The empty squares around the defender's king.
    fn free_squares(&self) -> u32 {
        let free = |king: usize| (squares::KING_STEPS[king] & !self.occupied()).count_ones();
        self.king(self.attacker().opponent()).map_or(0, free)
    }
}

fn moves_king(board: &ShogiBoard, action: Action) -> bool {
    matches!(action, Action::Step { from, .. } if board.kind_at(from) == Some(Kind::King))
}

/// The area of the smallest rectangle with these squares.
fn area(set: Squares) -> u32 {
    let extent = |coordinate: fn(usize) -> usize| {
        let least = Each(set).map(coordinate).min();
        let greatest = Each(set).map(coordinate).max();
        greatest.zip(least).map_or(0, |(greatest, least)| (greatest - least + 1) as u32)
    };
    extent(|square| square / 9) * extent(|square| square % 9)
}

/// What is counted along the solution.
#[derive(Default)]
struct Counts {
    sacrificed_drops: u32,
    sacrificed_others: u32,
    king_moves: u32,
    captures: u32,
    declined_promotions: u32,
    double_checks: u32,
    discovered_checks: u32,
}

impl Counts {
    /// Counts a move of the attacker, given the reply.
    fn add_check(&mut self, board: &ShogiBoard, action: Action, reply: Option<Move>) {
        let attacker = board.attacker();
        let sacrificed = reply.is_some_and(|reply| Action::of(reply).to() == action.to());
        match action {
            Action::Drop { .. } => self.sacrificed_drops += u32::from(sacrificed),
            Action::Step { from, to, promotes } => {
                self.sacrificed_others += u32::from(sacrificed);
                self.captures += u32::from(board.kind_at(to).is_some());
                let zone = squares::ZONE[attacker as usize];
                let may = board.kind_at(from).is_some_and(|kind| kind.promoted().is_some());
                let in_zone = zone & (bit(from) | bit(to)) != 0;
                self.declined_promotions += u32::from(may && in_zone && !promotes);
            }
        }
        let after = board.after(action);
        let king = after.king(attacker.opponent());
        let checking = king.map_or(0, |king| after.attackers(king, attacker, after.occupied()));
        self.double_checks += u32::from(checking.count_ones() > 1);
        self.discovered_checks +=
            u32::from(checking.count_ones() == 1 && checking & bit(action.to()) == 0);
    }
}

#[cfg(test)]
mod tests {
    use winproof_rules::Notation;

    use super::*;

    fn factors(sfen: &str, solution: &str) -> Option<[u32; FACTOR_COUNT]> {
        let board = Shogi.parse(sfen).unwrap();
        let mut at = board;
        let mut line = Vec::new();
        for name in solution.split_whitespace() {
            let mut moves = Vec::new();
            Shogi.moves(&at, &mut moves);
            let mv = *moves.iter().find(|&&mv| Shogi.format_move(&at, mv) == name)?;
            line.push(mv);
            at = Shogi.play(&at, mv);
        }
        board.factors(&line)
    }

    /// Every factor, counted by hand.
    #[test]
    fn factors_of_problems() {
        let found = factors("7k1/9/7P1/9/9/9/9/9/9 b 2G 1", "G*3b 2a1a").unwrap();
        // Around 2a there are five free squares, around 1a three. The king and the pawn take 1 x 3 squares.
        // Checks: golds on 1a, 3a, 1b, 2b, 3b, and the pawn's step to 2b with and without promotion.
        assert_eq!(found, [1, 5, 3, 0, 0, 1, 0, 2, 3, 1, 7, 0, 0, 0, 0]);
        let taken = factors("7k1/9/9/9/9/9/9/9/9 b G 1", "G*2b 2a2b").unwrap();
        assert_eq!((taken[3], taken[4], taken[9]), (1, 0, 1));
    }

    #[test]
    fn kinds_of_checks() {
        // The silver leaves the rook's file and gives check as well, or does not.
        let double = factors("4k4/9/4S4/9/9/9/9/9/4R4 b - 1", "5c4b").unwrap();
        assert_eq!((double[12], double[13], double[14]), (1, 1, 0));
        let promoted = factors("4k4/9/4S4/9/9/9/9/9/4R4 b - 1", "5c6b+").unwrap();
        assert_eq!((promoted[12], promoted[13], promoted[14]), (0, 1, 0));
        let discovered = factors("4k4/9/4S4/9/9/9/9/9/4R4 b - 1", "5c4d").unwrap();
        assert_eq!((discovered[12], discovered[13], discovered[14]), (1, 0, 1));
        let capture = factors("3gk4/9/4S4/9/9/9/9/9/4R4 b - 1", "5i5c");
        assert_eq!(capture, None, "not legal");
        let capture = factors("4k4/4p4/4S4/9/9/9/9/9/9 b - 1", "5c5b").unwrap();
        assert_eq!((capture[11], capture[12]), (1, 1));
        let step = factors("4k4/4p4/4S4/9/9/9/9/9/9 b - 1", "5c5b 5a5b").unwrap();
        assert_eq!((step[3], step[4]), (0, 1));
    }
}
