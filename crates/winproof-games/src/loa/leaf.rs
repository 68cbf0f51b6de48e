//! What needs no search: a player who can connect all pieces with one move wins.

use winproof_game::{Game, LeafOracle, Move, Outcome, Question};

use super::groups::can_connect;
use super::{Loa, LoaBoard};

/// Finds wins in one move.
pub(super) struct WinsAtOnce<'g> {
    game: &'g Loa,
    visited: u64,
    moves: Vec<Move>,
}

impl<'g> WinsAtOnce<'g> {
    pub(super) fn new(game: &'g Loa) -> Self {
        WinsAtOnce { game, visited: 0, moves: Vec::new() }
    }

    /// A move that wins at once. One that connects may not be enough: it may connect the opponent too.
    fn winning_move(&mut self, board: &LoaBoard) -> Option<Move> {
        if !can_connect(board.own, board.enemy, self.game.squares) {
            return None;
        }
        self.moves.clear();
        self.game.moves(board, &mut self.moves);
        let win = Some(Outcome::won_by(board.to_move));
        let wins = |mv: &Move| self.game.outcome(&self.game.play(board, *mv)) == win;
        self.moves.iter().copied().find(wins)
    }
}

impl LeafOracle<LoaBoard> for WinsAtOnce<'_> {
    #[inline]
    fn decide(&mut self, board: &LoaBoard, question: Question) -> Option<bool> {
        self.visited += 1;
        // Whoever can win can do no better, so what a win is worth is what the position is worth.
        self.winning_move(board).map(|_| question.met_by(Outcome::won_by(board.to_move)))
    }

    fn unfold(&mut self, board: &LoaBoard, _question: Question, _proved: bool) -> Option<Move> {
        self.winning_move(board)
    }

    fn visited(&self) -> u64 {
        self.visited
    }
}

#[cfg(test)]
mod tests {
    use winproof_game::Player;

    use super::*;
    use crate::loa::tests::random_boards;

    #[test]
    fn whoever_wins_at_once_is_found_and_nobody_else() {
        for mover_wins in [false, true] {
            let game = Loa { mover_wins, ..Loa::default() };
            let mut oracle = WinsAtOnce::new(&game);
            let question = Question { attacker: Player::First, target: 1 };
            let mut found = 0;
            let open = |board: &LoaBoard| game.outcome(board).is_none();
            for board in random_boards(&game).filter(open).take(20_000) {
                let mut moves = Vec::new();
                game.moves(&board, &mut moves);
                let win = Some(Outcome::won_by(board.to_move));
                let wins = moves.iter().any(|&mv| game.outcome(&game.play(&board, mv)) == win);
                let attacks = board.to_move == question.attacker;
                assert_eq!(oracle.decide(&board, question), wins.then_some(attacks), "{board:?}");
                if wins {
                    let mv = oracle.unfold(&board, question, attacks).unwrap();
                    assert_eq!(game.outcome(&game.play(&board, mv)), win);
                    found += 1;
                }
            }
            assert!(found > 1_000, "only {found} wins");
        }
    }
}
