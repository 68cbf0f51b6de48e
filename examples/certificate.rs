//! A certificate and its check: only the rules of the game and the checker must be trusted, not the search.

use winproof::rules::{Notation, Player};
use winproof::{Question, Solver, check};
use winproof_games::TicTacToe;

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = TicTacToe;
    let start = game.parse("start")?;
    let mut solver = Solver::builder(&game).question(Question::draw(Player::First)).build();
    let answer = solver.solve(&start);
    println!("X can hold the draw: {}", answer.verdict);

    // The name is the one by which `winproof verify` and `winproof-check` find the game.
    let bytes = solver.certificate("tictactoe")?.to_bytes();
    let accepted = check(&game, &bytes)?;
    println!("accepted: {} records, {} bytes", accepted.report().records, bytes.len());

    // A damaged file is not accepted.
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    assert!(check(&game, &damaged).is_err());
    Ok(())
}
