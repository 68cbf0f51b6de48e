//! What the endgame solver of Othello takes, by itself: for the win, draw or loss and for the exact score of
//! a hundred random positions with 16 empty squares, and for FFO positions with up to 22.

use std::time::{Duration, Instant};

use winproof_games::{Othello, OthelloBoard};
use winproof_rules::{Game, LeafOracle, Notation, Question};

/// Positions with their scores, seen by the player to move.
fn random() -> Vec<(OthelloBoard, i32)> {
    let game = Othello::default();
    let lines = include_str!("../tests/data/othello/random16.tsv").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<_> = line.split('\t').collect();
            let board = game.parse(&fields[..2].join(" ")).expect("the file holds positions");
            (board, fields[2].parse().expect("the third field is the score"))
        })
        .collect()
}

fn ffo() -> Vec<(OthelloBoard, i32)> {
    let game = Othello::default();
    let lines = include_str!("../tests/data/othello/ffo.obf").lines();
    lines
        .map(|line| {
            let board = game.parse(line).expect("the file holds positions");
            let scores = line.split(';').filter_map(|part| part.split_once(':')?.1.parse().ok());
            (board, scores.max().expect("each move has a score"))
        })
        .collect()
}

fn main() {
    let random = random();
    run("16 squares, win, draw or loss", &random, win_draw_or_loss);
    run("16 squares, score", &random, score);
    let (mut late, mut early) = (ffo(), ffo());
    let empties = |board: &OthelloBoard| Othello::default().empty_squares(board).count_ones();
    late.retain(|(board, _)| empties(board) == 20);
    early.retain(|(board, _)| empties(board) > 20);
    run("FFO, 20 squares, win, draw or loss", &late, win_draw_or_loss);
    run("FFO, 20 squares, score", &late, score);
    run("FFO, 21 and 22 squares, win, draw or loss", &early, win_draw_or_loss);
}

type Oracle<'g> = dyn LeafOracle<OthelloBoard> + 'g;

fn run(
    name: &str,
    positions: &[(OthelloBoard, i32)],
    solve: fn(&mut Oracle<'_>, &OthelloBoard) -> i32,
) {
    let game = Othello::default();
    let (mut elapsed, mut nodes) = (Duration::ZERO, 0);
    for (board, score) in positions {
        let started = Instant::now();
        let mut oracle = game.leaf_oracle(60).expect("Othello has one");
        let found = solve(&mut *oracle, board);
        elapsed += started.elapsed();
        nodes += oracle.visited();
        assert!(found == *score || found == score.signum(), "{}: {found}", game.format(board));
    }
    println!(
        "{name}: {:.2} ms, {:.0} nodes each, {:.1} million nodes a second",
        1e3 * elapsed.as_secs_f64() / positions.len() as f64,
        nodes as f64 / positions.len() as f64,
        nodes as f64 / elapsed.as_secs_f64() / 1e6
    );
}

fn reaches(oracle: &mut Oracle<'_>, board: &OthelloBoard, target: i32) -> bool {
    let question = Question { attacker: Othello::default().to_move(board), target };
    oracle.decide(board, question).expect("it decides whatever is late enough")
}

fn win_draw_or_loss(oracle: &mut Oracle<'_>, board: &OthelloBoard) -> i32 {
    match reaches(oracle, board, 1) {
        true => 1,
        false if reaches(oracle, board, 0) => 0,
        false => -1,
    }
}

/// The score, by questions that close in on it from zero.
fn score(oracle: &mut Oracle<'_>, board: &OthelloBoard) -> i32 {
    // The score is from low to high.
    let (mut low, mut high) = (-64, 64);
    let (mut middle, mut step) = (0, 4);
    while low < high {
        if reaches(oracle, board, middle) {
            low = middle;
            middle =
                if high == 64 { (middle + step).min(64) } else { low + (high - low + 2) / 4 * 2 };
        } else {
            high = middle - 2;
            middle =
                if low == -64 { (middle - step).max(-62) } else { low + (high - low + 2) / 4 * 2 };
        }
        step *= 2;
    }
    low
}
