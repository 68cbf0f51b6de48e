use winproof_rules::{Game, Player};

use super::super::tests::{game, random_boards};
use super::super::{Othello, OthelloBoard};
use super::*;
use crate::splitmix::splitmix;

/// The value for the player to move, by the rules alone.
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

/// The value for the opponent of `mover`, with either player to move.
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

/// The discs on a board that the rule of `stability` finds, looked for square by square.
fn slow_stable(game: &Othello, discs: u64, occupied: u64) -> u64 {
    let size = (0..8).filter(|column| game.squares >> column & 1 == 1).count() as i32;
    let bit = |(row, column): (i32, i32)| {
        let inside = (0..size).contains(&row) && (0..size).contains(&column);
        inside.then(|| 1_u64 << (8 * row + column))
    };
    let mut found = 0;
    loop {
        let mut more = found;
        for at in (0..size * size).map(|square| (square / size, square % size)) {
            let safe = |(down, right): (i32, i32)| {
                let step = |times: i32| bit((at.0 + times * down, at.1 + times * right));
                let full = (-size..=size).filter_map(step).all(|on| occupied & on != 0);
                full || [-1, 1].into_iter().any(|way| step(way).is_none_or(|on| found & on != 0))
            };
            let here = bit(at).unwrap();
            if discs & here != 0 && [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().all(safe) {
                more |= here;
            }
        }
        if more == found {
            return found;
        }
        found = more;
    }
}

#[test]
fn stable_discs_are_those_of_the_rule_and_are_never_turned_over() {
    for size in ["size=4", "size=6", "size=8"] {
        let game = game(&[size]);
        let mut seen = 0;
        for (index, board) in random_boards(&game).take(3_000).enumerate() {
            let empty = game.empty_squares(&board);
            let sides = [board.own, board.enemy];
            let stable = sides.map(|discs| stable(discs, game.squares, empty));
            for (discs, stable) in sides.into_iter().zip(stable) {
                assert_eq!(stable, slow_stable(&game, discs, !empty), "{board:?}");
                seen += stable.count_ones();
            }
            let first = game.to_move(&board);
            for round in 0..4 {
                let (mut board, mut turn) = (board, 0);
                while game.outcome(&board).is_none() {
                    let mut moves = Vec::new();
                    game.moves(&board, &mut moves);
                    let choice = splitmix(round, 100 * index as u64 + turn) as usize % moves.len();
                    board = game.play(&board, moves[choice]);
                    turn += 1;
                    let [own, enemy] = match game.to_move(&board) == first {
                        true => [board.own, board.enemy],
                        false => [board.enemy, board.own],
                    };
                    assert_eq!([own & stable[0], enemy & stable[1]], stable, "{board:?}");
                }
            }
        }
        assert!(seen > 3_000, "only {seen} stable discs on boards of {size}");
    }
}
