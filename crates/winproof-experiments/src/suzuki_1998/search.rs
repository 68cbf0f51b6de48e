//! Alpha-beta with lists of moves, and walks through all positions at some depth.

use winproof_games::{Shogi, ShogiBoard};
use winproof_rules::Game;

use super::lists::{Lists, Type};
use super::mailbox::{Board, KING, Move};

/// More than all pieces together.
const INFINITE: i32 = 10_000_000;

/// A search with one type of lists. It keeps its lists from one search to the next.
pub struct Searcher {
    kind: Type,
    /// The lists along the path.
    lists: Vec<Lists>,
    new: Vec<Move>,
    /// The positions that were looked at.
    pub positions: u64,
}

impl Searcher {
    /// Makes a search.
    pub fn new(kind: Type) -> Searcher {
        Searcher { kind, lists: vec![Lists::default(); 16], new: Vec::new(), positions: 0 }
    }

    /// Returns the value of a position for the player to move, so many plies deep, by the values of pieces.
    pub fn alpha_beta(&mut self, board: &Board, depth: usize) -> i32 {
        self.lists[0] = Lists::of(board, self.kind);
        self.search(board, 0, depth, -INFINITE, INFINITE)
    }

    fn search(&mut self, board: &Board, ply: usize, depth: usize, alpha: i32, beta: i32) -> i32 {
        self.positions += 1;
        if ply == depth {
            return if board.to_move == 0 { board.material } else { -board.material };
        }
        let (mut alpha, mut best) = (alpha, -INFINITE);
        for index in 0..self.lists[ply].moves[board.to_move].len() {
            let mv = self.lists[ply].moves[board.to_move][index];
            if takes_king(board, mv) {
                return INFINITE;
            }
            let (after, _) = board.after(mv);
            if ply + 1 < depth {
                self.follow(board, ply, mv, &after);
            }
            best = best.max(-self.search(&after, ply + 1, depth, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Makes the lists of the next ply.
    fn follow(&mut self, board: &Board, ply: usize, mv: Move, after: &Board) {
        let (before, next) = self.lists.split_at_mut(ply + 1);
        next[0].follow(&before[ply], board, mv, after, self.kind, &mut self.new);
    }

    /// Makes the lists of all positions so many plies deep, and returns how many moves they have.
    pub fn walk(&mut self, board: &Board, depth: usize) -> u64 {
        self.lists[0] = Lists::of(board, self.kind);
        self.walk_from(board, 0, depth)
    }

    fn walk_from(&mut self, board: &Board, ply: usize, depth: usize) -> u64 {
        self.positions += 1;
        let count = self.lists[ply].moves[board.to_move].len();
        if ply == depth {
            return count as u64;
        }
        let mut moves = 0;
        for index in 0..count {
            let mv = self.lists[ply].moves[board.to_move][index];
            if !takes_king(board, mv) {
                let (after, _) = board.after(mv);
                self.follow(board, ply, mv, &after);
                moves += self.walk_from(&after, ply + 1, depth);
            }
        }
        moves
    }
}

fn takes_king(board: &Board, mv: Move) -> bool {
    board.piece(usize::from(mv.to)).is_some_and(|(_, kind)| kind == KING)
}

/// The same walk with the solver's own board and generator, which makes legal moves only. Returns how many positions it
/// went through.
pub fn walk_own(board: &ShogiBoard, depth: usize) -> u64 {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    match depth {
        0 => 1,
        _ => 1 + moves.iter().map(|&mv| walk_own(&Shogi.play(board, mv), depth - 1)).sum::<u64>(),
    }
}
