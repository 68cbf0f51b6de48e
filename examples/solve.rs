//! Solves a position: who wins, how much work was it, and what is the line?

use winproof::rules::{Game, Notation, Player};
use winproof::{Question, Solver, Verdict};
use winproof_games::TicTacToe;

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = TicTacToe;
    let position = game.parse("X.O/..O/..X")?;
    let mut solver = Solver::builder(&game).question(Question::win(Player::First)).build();
    let answer = solver.solve(&position);
    println!("X wins: {} after {} expansions", answer.verdict, answer.counts.expansions);
    assert_eq!(answer.verdict, Verdict::Proved);

    let line = solver.principal_line(20)?;
    let mut board = position;
    for mv in line.moves {
        print!("{} ", game.format_move(&board, mv));
        board = game.play(&board, mv);
    }
    println!();

    // A value asks several questions: here a win is worth 1, a draw 0, a loss -1.
    let start = game.parse("start")?;
    assert_eq!(solver.value(&start).value(), Some(0));
    Ok(())
}
