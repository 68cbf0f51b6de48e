//! What needs no search: a player who can connect all pieces with one move wins.

use std::cell::Cell;

use winproof_game::{LeafOracle, Move, Outcome, Question};

use super::groups::{connected, connecting_move};
use super::{Loa, LoaBoard};

/// Finds wins in one move.
pub(super) struct WinsAtOnce<'g> {
    game: &'g Loa,
    visited: u64,
    /// The position that was looked at last, and whether some move connects there, be it for a draw.
    last: Option<(LoaBoard, bool)>,
}

impl<'g> WinsAtOnce<'g> {
    pub(super) fn new(game: &'g Loa) -> Self {
        WinsAtOnce { game, visited: 0, last: None }
    }

    /// A move that wins at once. One that connects may not be enough: its capture may connect the opponent too.
    #[inline]
    fn winning_move(&mut self, board: &LoaBoard) -> Option<Move> {
        let LoaBoard { own, enemy, .. } = *board;
        let connects = Cell::new(false);
        let mv = connecting_move(own, enemy, self.game.squares, |to| {
            connects.set(true);
            enemy & to == 0 || self.game.mover_wins || !connected(enemy ^ to)
        });
        self.last = Some((*board, connects.get()));
        mv
    }
}

impl LeafOracle<LoaBoard> for WinsAtOnce<'_> {
    #[inline]
    fn decide(&mut self, board: &LoaBoard, question: Question) -> Option<bool> {
        self.visited += 1;
        // Whoever can win can do no better, so what a win is worth is what the position is worth.
        self.winning_move(board).map(|_| question.met_by(Outcome::won_by(board.to_move)))
    }

    /// That of the game, which would look for the moves again that [`decide`](LeafOracle::decide) looked for.
    #[inline]
    fn estimate(&mut self, board: &LoaBoard, question: Question) -> Option<(u32, u32)> {
        let (last, connects) = self.last?;
        (last == *board).then(|| self.game.estimate_knowing(board, question, connects))
    }

    fn unfold(&mut self, board: &LoaBoard, _question: Question, _proved: bool) -> Option<Move> {
        self.winning_move(board)
    }

    /// Its answers were five of six entries of a table, most of them about moves that lose at once.
    fn is_quick(&self) -> bool {
        true
    }

    fn visited(&self) -> u64 {
        self.visited
    }
}

#[cfg(test)]
mod tests {
    use winproof_game::{Game, Guidance, Player};

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
                assert_eq!(
                    oracle.estimate(&board, question),
                    None,
                    "nobody asked about this one yet"
                );
                assert_eq!(oracle.decide(&board, question), wins.then_some(attacks), "{board:?}");
                let estimate = game.estimate(&board, question);
                assert_eq!(oracle.estimate(&board, question), Some(estimate), "{board:?}");
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
