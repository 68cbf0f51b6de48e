//! Text as words that know where they stand, for the notations of games.

use winproof_game::InputError;

/// A word of a text, and where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Word<'t> {
    pub(crate) text: &'t str,
    line: usize,
    column: usize,
}

impl Word<'_> {
    /// An error so many characters into this word.
    pub(crate) fn error(self, offset: usize, message: impl Into<String>) -> InputError {
        InputError::new(message).at(self.line, self.column + offset)
    }

    /// Gives an error the place of something so many characters into this word.
    pub(crate) fn place(self, offset: usize, error: InputError) -> InputError {
        error.at(self.line, self.column + offset)
    }
}

/// The words of a text, set apart by blanks and ends of lines.
pub(crate) fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    (1..).zip(text.lines()).flat_map(|(line, text)| {
        let mut column = 1;
        text.split(char::is_whitespace).filter_map(move |piece| {
            let word = Word { text: piece, line, column };
            column += piece.chars().count() + 1;
            (!piece.is_empty()).then_some(word)
        })
    })
}
