use winproof_game::{Game, Player};

use super::super::tests::{game, random_boards};
use super::super::{Othello, OthelloBoard};
use super::*;

/// The value for the player to move, by the letter of the rules.
fn slow_value(game: &Othello, board: &OthelloBoard) -> i32 {
    let mover = game.to_move(board);
    if let Some(outcome) = game.outcome(board) {
        return outcome.worth_to(mover);
    }
    let mut moves = Vec::new();
    game.moves(board, &mut moves);
    let behind =
        moves.into_iter().map(|mv| -slow_value_of_other(game, &game.play(board, mv), mover));
    behind.max().unwrap()
}

/// The value for the opponent of `mover`, whoever is to move.
fn slow_value_of_other(game: &Othello, board: &OthelloBoard, mover: Player) -> i32 {
    let value = slow_value(game, board);
    if game.to_move(board) == mover { -value } else { value }
}

#[test]
fn answers_are_those_of_the_rules() {
    for (size, most, count) in [("size=4", 9, 1_500), ("size=6", 7, 1_000), ("size=8", 7, 2_500)] {
        let game = game(&[size]);
        let mut endgame = Endgame::new(game.squares, 10);
        let late = |board: &OthelloBoard| game.empty_squares(board).count_ones() <= most;
        for board in random_boards(&game).filter(late).take(count) {
            let value = slow_value(&game, &board);
            for alpha in -66..=66 {
                let bound = endgame.search(board.own, board.enemy, alpha);
                let name = || format!("{board:?} is worth {value}, not {bound} for {alpha}");
                assert_eq!(bound > alpha, value > alpha, "{}", name());
                assert!(if bound > alpha { bound <= value } else { bound >= value }, "{}", name());
            }
        }
    }
}
