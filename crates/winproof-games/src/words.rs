//! Text cut into words that know where they stand.

use winproof_game::InputError;

/// A word of a text, and where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Word<'t> {
    pub text: &'t str,
    pub line: usize,
    pub column: usize,
}

impl Word<'_> {
    /// An error so many characters into this word.
    pub fn error(self, offset: usize, message: impl Into<String>) -> InputError {
        InputError::new(message).at(self.line, self.column + offset)
    }
}

/// The words of a text.
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
