//! Wins at once, forced replies, and the last cells as leaves of any search ([`Ending`]).

use winproof_rules::{Game, LeafOracle, Move, Question, StopSignal};

use super::ending::Ending;
use super::{Connect, ConnectBoard};

/// Decides positions in which the player to move wins at once or cannot stop the opponent from doing so, and all
/// positions with at most so many empty cells.
pub(super) struct LastCells {
    game: Connect,
    level: u32,
    ending: Ending,
}

/// Two to this power pairs of slots, at most: 2 MB, as in Othello, so that small budgets of memory hold.
const MOST_HASH_BITS: u32 = 16;

/// With at most so many empty cells certificates have a solution tree instead of a record for each position.
const SMALL: u32 = 16;

/// The most positions of such a tree.
const LARGEST_TREE: usize = 300;

impl LastCells {
    /// Makes an oracle for positions with at most `level` empty cells.
    pub(super) fn new(game: &Connect, level: u32) -> LastCells {
        // Fewer empty cells need fewer slots.
        let cells = game.width * game.height;
        let ending = Ending::new(game, level.min(cells).clamp(6, MOST_HASH_BITS));
        LastCells { game: *game, level, ending }
    }

    /// Returns whether the attacker reaches the target; `None` if the search was stopped.
    fn holds(&mut self, board: &ConnectBoard, question: Question) -> Option<bool> {
        let (own, enemy) = self.game.own_and_enemy(board);
        if self.game.to_move(board) == question.attacker {
            self.ending.reaches(own, enemy, question.target as i8)
        } else {
            // The attacker misses the target if the defender gets more than its negation.
            Some(!self.ending.reaches(own, enemy, 1 - question.target as i8)?)
        }
    }

    /// Returns whether a position is decided as it is claimed to be.
    fn is_kept(&mut self, board: &ConnectBoard, question: Question, proved: bool) -> bool {
        match question.settled(&self.game, board) {
            Some(met) => met == proved,
            None => self.holds(board, question) == Some(proved),
        }
    }

    /// Returns the move into a cell, as the game offers it.
    fn move_into(&self, board: &ConnectBoard, cell: u64) -> Move {
        let column = cell.trailing_zeros() / self.game.stride();
        let offered = self.game.legal_moves(board);
        let mv = Move(column);
        if offered.contains(&mv) { mv } else { Move(self.game.width - 1 - column) }
    }

    /// Returns a move that keeps the verdict for the player to move.
    fn keeping_move(
        &mut self,
        board: &ConnectBoard,
        question: Question,
        proved: bool,
    ) -> Option<Move> {
        let (own, enemy) = self.game.own_and_enemy(board);
        let winning = self.ending.winning_cells(own, enemy);
        if winning != 0 {
            return Some(self.move_into(board, winning));
        }
        let safe = self.ending.safe_cells(own, enemy);
        let (cells, count) = self.ending.ordered(own, own | enemy, safe);
        cells[..count].iter().find_map(|&cell| {
            let mv = self.move_into(board, cell);
            let after = self.game.play(board, mv);
            self.is_kept(&after, question, proved).then_some(mv)
        })
    }

    /// Appends the claimant's moves of a solution tree; `None` if it has too many positions.
    fn grow(&mut self, board: &ConnectBoard, tree: &mut Tree<'_>) -> Option<()> {
        if tree.question.settled(&self.game, board).is_some() {
            return Some(());
        }
        tree.room = tree.room.checked_sub(1)?;
        if (self.game.to_move(board) == tree.question.attacker) == tree.proved {
            let mv = self.keeping_move(board, tree.question, tree.proved)?;
            tree.moves.push(mv);
            return self.grow(&self.game.play(board, mv), tree);
        }
        let moves = self.game.legal_moves(board);
        moves.into_iter().try_for_each(|mv| self.grow(&self.game.play(board, mv), tree))
    }
}

/// A solution tree in the making.
struct Tree<'m> {
    question: Question,
    proved: bool,
    room: usize,
    moves: &'m mut Vec<Move>,
}

/// Returns whether a question is one of those that this oracle knows about: a win, or at least a draw.
fn is_known(question: Question) -> bool {
    (0..=1).contains(&question.target)
}

impl LeafOracle<ConnectBoard> for LastCells {
    fn decide(&mut self, board: &ConnectBoard, question: Question) -> Option<bool> {
        if !is_known(question) {
            return None;
        }
        let (own, enemy) = self.game.own_and_enemy(board);
        let attacker_moves = self.game.to_move(board) == question.attacker;
        if self.ending.winning_cells(own, enemy) != 0 {
            return Some(attacker_moves);
        }
        if self.ending.safe_cells(own, enemy) == 0 {
            return Some(!attacker_moves);
        }
        let empty = self.game.width * self.game.height - (own | enemy).count_ones();
        if empty <= self.level { self.holds(board, question) } else { None }
    }

    fn unfold(&mut self, board: &ConnectBoard, question: Question, proved: bool) -> Option<Move> {
        self.keeping_move(board, question, proved)
    }

    fn finish(&mut self, board: &ConnectBoard, question: Question, line: &mut Vec<Move>) -> bool {
        let (own, enemy) = self.game.own_and_enemy(board);
        let winning = self.ending.winning_cells(own, enemy);
        if !is_known(question) || winning == 0 {
            return false;
        }
        line.push(self.move_into(board, winning));
        true
    }

    fn solution(
        &mut self,
        board: &ConnectBoard,
        question: Question,
        proved: bool,
        moves: &mut Vec<Move>,
    ) -> Option<bool> {
        let empty =
            self.game.width * self.game.height - (board.crosses | board.noughts).count_ones();
        if empty > SMALL.min(self.level) || !is_known(question) {
            return Some(false);
        }
        let mut tree = Tree { question, proved, room: LARGEST_TREE, moves };
        Some(self.grow(board, &mut tree).is_some())
    }

    fn prune(&mut self, board: &ConnectBoard, question: Question, moves: &mut Vec<Move>) {
        if !is_known(question) {
            return;
        }
        let (own, enemy) = self.game.own_and_enemy(board);
        if self.ending.winning_cells(own, enemy) != 0 {
            return;
        }
        let safe = self.ending.safe_cells(own, enemy);
        moves.retain(|mv| safe & self.game.column(mv.0) != 0);
    }

    fn set_stop(&mut self, stop: &StopSignal) {
        self.ending.set_stop(stop.clone());
    }

    fn visited(&self) -> u64 {
        self.ending.nodes()
    }

    fn memory(&self) -> usize {
        self.ending.bytes()
    }
}
