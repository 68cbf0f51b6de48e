//! Errors about text that cannot be read.

use std::fmt;

/// Where in a text something is wrong. Lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character in that line.
    pub column: usize,
}

/// Text that is not what it should be: what was expected, where, and what stood there instead.
///
/// ```
/// use winproof_rules::InputError;
/// let error = InputError::new("expected an integer").found("x7").at(3, 12);
/// assert_eq!(error.to_string(), "line 3, column 12: expected an integer, found `x7`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    message: String,
    found: Option<String>,
    place: Option<Place>,
}

/// A token is quoted at most this long: binary garbage must not fill the screen.
const QUOTE: usize = 40;

impl InputError {
    /// An error with a message such as `expected an integer`.
    pub fn new(message: impl Into<String>) -> InputError {
        InputError { message: message.into(), found: None, place: None }
    }

    /// Adds what stood there instead.
    pub fn found(mut self, token: &str) -> InputError {
        let quoted: String = token.chars().take(QUOTE).flat_map(char::escape_debug).collect();
        let more = if token.chars().nth(QUOTE).is_some() { "…" } else { "" };
        self.found = Some(format!("`{quoted}{more}`"));
        self
    }

    /// Adds where it stood.
    pub fn at(mut self, line: usize, column: usize) -> InputError {
        self.place = Some(Place { line, column });
        self
    }

    /// Says in the message which move of a list it is about, counted from 1.
    pub fn of_move(mut self, number: usize) -> InputError {
        self.message = format!("move {number}: {}", self.message);
        self
    }

    /// Where the error is, if it has a place.
    pub fn place(&self) -> Option<Place> {
        self.place
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Place { line, column }) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&self.message)?;
        match &self.found {
            Some(found) => write!(f, ", found {found}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for InputError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_unprintable_tokens_are_cut_and_escaped() {
        let error = InputError::new("expected a move").found(&"\u{1}".repeat(100)).to_string();
        assert!(error.starts_with("expected a move, found `\\u{1}\\u{1}"), "{error}");
        assert!(error.ends_with("…`") && error.len() < 300, "{error}");
    }
}
