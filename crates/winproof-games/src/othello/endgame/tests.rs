use winproof_game::{Game, Player};

use super::super::tests::{game, random_boards};
use super::super::{Othello, OthelloBoard};
use super::*;
use crate::mix::splitmix;

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

#[test]
fn quarters_and_neighbours_are_those_of_the_board() {
    for index in 0..2_000 {
        let squares = splitmix(4, index) & splitmix(5, index);
        let on = |row: usize, column: usize| squares >> (8 * row + column) & 1 == 1;
        let (odd, near) = (odd_quarters(squares), around(squares));
        for (row, column) in (0..64).map(|square| (square / 8, square % 8)) {
            let quarter = (0..64).filter(|square| {
                let (r, c) = (square / 8, square % 8);
                (r / 4, c / 4) == (row / 4, column / 4) && on(r, c)
            });
            let bit = 8 * row + column;
            assert_eq!(odd >> bit & 1 == 1, quarter.count() % 2 == 1, "{squares:#x} {bit}");
            let beside = (0..64_usize).any(|square| {
                let (r, c) = (square / 8, square % 8);
                r.abs_diff(row) <= 1 && c.abs_diff(column) <= 1 && on(r, c)
            });
            assert_eq!(near >> bit & 1 == 1, beside, "{squares:#x} {bit}");
        }
    }
}
