//! A position as a drawing.

use winproof_game::{Notation, Outcome, Player};
use winproof_games::GameVisitor;

use crate::failure::Failure;
use crate::figures::count;

/// Draws the board, and says whose turn it is and what can be played, or how the game ended.
pub struct Draw;

impl GameVisitor for Draw {
    type Output = String;

    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) -> String {
        let state = match game.outcome(&position) {
            Some(outcome) => format!("The game is over: {}.", outcome_in_words(&game, outcome)),
            None => {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let names: Vec<_> =
                    moves.iter().map(|&mv| game.format_move(&position, mv)).collect();
                let mover = game.player_name(game.to_move(&position));
                let number = count(names.len() as u64, "move");
                format!("{mover} to move, {number}: {}", names.join(" "))
            }
        };
        format!("{}\n\n{state}\n", game.draw(&position).trim_end())
    }
}

/// Writes the position as a game record.
pub struct Record;

impl GameVisitor for Record {
    type Output = Result<String, Failure>;

    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) -> Self::Output {
        let record = game.sgf(&position);
        let record = record.ok_or_else(|| Failure::input("this game has no records in SGF"))?;
        Ok(record + "\n")
    }
}

/// How a game ended: `X wins`, `a draw`, `black wins by 12`.
pub fn outcome_in_words<G: Notation>(game: &G, outcome: Outcome) -> String {
    let value = outcome.worth_to(Player::First);
    if value == 0 {
        return "a draw".to_string();
    }
    let winner = game.player_name(if value > 0 { Player::First } else { Player::Second });
    let scored = game.outcomes().iter().any(|outcome| outcome.worth_to(Player::First).abs() > 1);
    if scored { format!("{winner} wins by {}", value.abs()) } else { format!("{winner} wins") }
}
