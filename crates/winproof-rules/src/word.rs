//! Short words as values of parameters.

use std::fmt;

/// A word of at most 31 letters, digits and punctuation marks, without blanks and without the characters that separate
/// parameters: `0.137`. It is a plain value, so that settings can be copied.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Word {
    length: u8,
    bytes: [u8; Word::LONGEST],
}

impl Word {
    /// The longest word.
    pub const LONGEST: usize = 31;

    /// Returns the word, if the text is one.
    pub fn new(text: &str) -> Option<Word> {
        let is_part = |byte: &u8| byte.is_ascii_graphic() && !b",=:".contains(byte);
        let fits = (1..=Word::LONGEST).contains(&text.len()) && text.as_bytes().iter().all(is_part);
        let mut bytes = [0; Word::LONGEST];
        fits.then(|| {
            bytes[..text.len()].copy_from_slice(text.as_bytes());
            Word { length: text.len() as u8, bytes }
        })
    }

    /// Returns its text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length.into()]).expect("words are ASCII")
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_short_and_have_no_separators() {
        assert_eq!(Word::new("0.137").unwrap().as_str(), "0.137");
        assert_eq!(Word::new(&"7".repeat(31)).unwrap().to_string(), "7".repeat(31));
        for text in ["", "a b", "a=b", "a,b", "a:b", "é", "a\n", &"7".repeat(32)] {
            assert_eq!(Word::new(text), None, "{text:?}");
        }
    }
}
