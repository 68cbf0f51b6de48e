//! Positions and moves as text.

use crate::{Game, InputError, Move, Player};

/// A game whose positions and moves people can read and write.
pub trait Notation: Game {
    /// Reads a position of this game.
    fn parse(&self, text: &str) -> Result<Self::Position, InputError>;

    /// Writes a position so that [`parse`](Notation::parse) reads the same one back.
    fn format(&self, position: &Self::Position) -> String;

    /// What players call the move, without blanks: different for the moves of one position.
    fn format_move(&self, position: &Self::Position, mv: Move) -> String;

    /// What players call the first turn of a line: its first move, unless a turn takes several.
    fn format_turn(&self, position: &Self::Position, line: &[Move]) -> Option<String> {
        line.first().map(|&mv| self.format_move(position, mv))
    }

    /// Reads a legal move of `position`.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Move, InputError> {
        let mut moves = Vec::new();
        if self.outcome(position).is_none() {
            self.moves(position, &mut moves);
        }
        let found = moves.iter().copied().find(|&mv| self.format_move(position, mv) == text);
        found.ok_or_else(|| {
            let legal: Vec<_> =
                moves.iter().take(12).map(|&mv| self.format_move(position, mv)).collect();
            let more = if moves.len() > legal.len() { " …" } else { "" };
            InputError::new(format!("expected a legal move ({}{more})", legal.join(" ")))
                .found(text)
        })
    }

    /// Draws the position for a terminal, in several lines; may use ANSI colours.
    fn draw(&self, position: &Self::Position) -> String {
        self.format(position)
    }

    /// What this game calls a player.
    fn player_name(&self, player: Player) -> &'static str {
        match player {
            Player::First => "first",
            Player::Second => "second",
        }
    }
}
