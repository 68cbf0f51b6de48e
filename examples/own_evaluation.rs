//! A custom evaluation for an existing game: Hex, with an estimate of how far both sides are from a
//! connection.

use winproof::rules::{Notation, Player};
use winproof::settings::DfPnPlus;
use winproof::{Question, Solver, Verdict};
use winproof_games::{Hex, HexBoard};

/// The fewer empty cells are left, the nearer is the end, for both players.
fn estimate(game: &Hex, board: &HexBoard) -> (u32, u32) {
    let empty = game.format(board).bytes().filter(u8::is_ascii_digit).count() as u32;
    (1 + empty, 1 + empty)
}

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spec: winproof_games::GameSpec = "hex:size=3".parse()?;
    let game = Hex::new(spec.settings());
    let start = game.parse("start")?;
    let question = Question::win(Player::First);
    let mut plain =
        Solver::builder(&game).question(question).algorithm(DfPnPlus::default()).build();
    let mut guided = Solver::builder(&game)
        .question(question)
        .algorithm(DfPnPlus::default())
        .evaluator(|board, _question| estimate(&game, board))
        .build();
    for (name, solver) in [("plain", &mut plain), ("guided", &mut guided)] {
        let answer = solver.solve(&start);
        println!("{name}: {}, {} expansions", answer.verdict, answer.counts.expansions);
        assert_eq!(answer.verdict, Verdict::Proved);
    }
    Ok(())
}
