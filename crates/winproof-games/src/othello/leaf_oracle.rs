//! The last squares as leaves of any search: positions with few empty squares are decided by [`Endgame`].

use winproof_rules::{Game, LeafOracle, Move, Question, StopSignal};

use super::endgame::{Endgame, SolutionTree};
use super::{Othello, OthelloBoard, PASS};

/// Decides positions with at most so many empty squares.
pub(super) struct LastSquares {
    game: Othello,
    level: u32,
    endgame: Endgame,
}

/// Two to this power pairs of slots, 2 MB. With half of them 20 squares take some percent more positions; with
/// twice as many, waiting for the memory costs more than that.
const HASH_BITS: u32 = 15;

/// With at most so many empty squares, certificates have a solution tree instead of a record for each position. With
/// more, fewer positions are found again in other trees; with fewer, there are more records.
const SMALL: u32 = 7;

/// The most positions of such a tree. Nearly all trees with so few empty squares are smaller.
const LARGEST_TREE: u32 = 1000;

impl LastSquares {
    /// Makes an oracle for positions with at most `level` empty squares.
    pub(super) fn new(game: &Othello, level: u32) -> LastSquares {
        let endgame = Endgame::new(game.squares, level.clamp(6, HASH_BITS));
        LastSquares { game: *game, level, endgame }
    }

    /// Returns whether the attacker reaches the target; `None` if the search was stopped.
    fn holds(&mut self, board: &OthelloBoard, question: Question) -> Option<bool> {
        let OthelloBoard { own, enemy, to_move, .. } = *board;
        if to_move == question.attacker {
            self.endgame.exceeds(own, enemy, question.target.saturating_sub(1))
        } else {
            // The attacker misses the target if the defender gets more than its negation.
            Some(!self.endgame.exceeds(own, enemy, question.target.saturating_neg())?)
        }
    }
}

impl LeafOracle<OthelloBoard> for LastSquares {
    fn decide(&mut self, board: &OthelloBoard, question: Question) -> Option<bool> {
        let empties = self.game.empty_squares(board).count_ones();
        if empties <= self.level { self.holds(board, question) } else { None }
    }

    fn unfold(&mut self, board: &OthelloBoard, question: Question, proved: bool) -> Option<Move> {
        let open = self.game.open_squares(board);
        if open == 0 {
            return Some(PASS);
        }
        // The search has just been here: its table has most of what is asked now.
        let best = self.endgame.remembered_move(board.own, board.enemy);
        let others = (0..64).filter(|square| open >> square & 1 == 1);
        let moves = best.into_iter().chain(others).map(Move);
        let mut keeping = moves.filter(|mv| {
            let child = self.game.play(board, *mv);
            match question.settled(&self.game, &child) {
                Some(met) => met == proved,
                None => self.holds(&child, question) == Some(proved),
            }
        });
        keeping.next()
    }

    fn solution(
        &mut self,
        board: &OthelloBoard,
        question: Question,
        proved: bool,
        moves: &mut Vec<Move>,
    ) -> Option<bool> {
        // With symmetry, moves are those of the board in its normal form.
        if self.game.symmetry {
            return None;
        }
        if self.game.empty_squares(board).count_ones() > SMALL {
            return Some(false);
        }
        let Question { attacker, target } = question;
        let goal = if proved { target } else { target.saturating_neg().saturating_add(1) };
        let claimant_moves = (board.to_move == attacker) == proved;
        let mut tree = SolutionTree { goal, moves, room: LARGEST_TREE };
        Some(self.endgame.solve_tree(board.own, board.enemy, claimant_moves, &mut tree))
    }

    fn set_stop(&mut self, stop: &StopSignal) {
        self.endgame.set_stop(stop.clone());
    }

    fn visited(&self) -> u64 {
        self.endgame.nodes()
    }

    fn memory(&self) -> usize {
        self.endgame.bytes()
    }
}
