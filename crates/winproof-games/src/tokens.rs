//! Text as tokens with their places, for the notations of games.

use winproof_rules::{InputError, Player};

/// A token of a text with its place.
#[derive(Clone, Copy)]
pub(crate) struct Token<'t> {
    pub(crate) text: &'t str,
    line: usize,
    column: usize,
}

impl Token<'_> {
    /// Makes an error at this many characters into this word.
    pub(crate) fn error(self, offset: usize, message: impl Into<String>) -> InputError {
        InputError::new(message).at(self.line, self.column + offset)
    }

    /// Makes an error right after this word, where something is missing.
    pub(crate) fn after(self, message: impl Into<String>) -> InputError {
        self.error(self.text.chars().count(), message)
    }

    /// Reads who is to move, named by the pieces or by the colour: `x` and black are the first player.
    pub(crate) fn side(self) -> Result<Player, InputError> {
        match self.text.to_ascii_lowercase().as_str() {
            "x" | "b" | "black" => Ok(Player::First),
            "o" | "w" | "white" => Ok(Player::Second),
            _ => Err(self.error(0, WHOSE_TURN).found(self.text)),
        }
    }

    /// Gives an error the place of something so many characters into this word.
    pub(crate) fn place(self, offset: usize, error: InputError) -> InputError {
        error.at(self.line, self.column + offset)
    }
}

/// What is missing where a board is not followed by who is to move.
pub(crate) const WHOSE_TURN: &str = "expected who is to move after the board, `x` or `o`";

/// The tokens of a text, separated by blanks and ends of lines.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    (1..).zip(text.lines()).flat_map(|(line, text)| {
        let mut column = 1;
        text.split(char::is_whitespace).filter_map(move |piece| {
            let word = Token { text: piece, line, column };
            column += piece.chars().count() + 1;
            (!piece.is_empty()).then_some(word)
        })
    })
}
