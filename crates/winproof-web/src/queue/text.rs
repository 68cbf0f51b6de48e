//! Positions as text. Most are short; a graph can take megabytes.

use serde::{Deserialize, Serialize};

/// The most bytes of a position that are kept in memory with its job: no board needs more.
const KEPT: usize = 2048;

/// The most characters of a position that are shown in lists.
const SHOWN: usize = 120;

/// A position in the game's notation. A long one is in a file of its job, and only its beginning is here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Stored")]
pub struct PositionText {
    start: String,
    /// The bytes of the whole text.
    length: usize,
}

/// Jobs of earlier versions have the whole text in its place.
#[derive(Deserialize)]
#[serde(untagged)]
enum Stored {
    Whole(String),
    Start { start: String, length: usize },
}

impl From<Stored> for PositionText {
    fn from(stored: Stored) -> PositionText {
        match stored {
            Stored::Whole(text) => PositionText { length: text.len(), start: text },
            Stored::Start { start, length } => PositionText { start, length },
        }
    }
}

impl PositionText {
    /// Keeps a text, or the beginning of a long one.
    pub fn new(text: &str) -> PositionText {
        let kept = if text.len() <= KEPT { text } else { beginning(text, SHOWN) };
        PositionText { start: kept.to_string(), length: text.len() }
    }

    /// Returns the text, unless it is long.
    pub fn whole(&self) -> Option<&str> {
        (self.start.len() == self.length).then_some(self.start.as_str())
    }

    /// Returns the bytes of the whole text.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Returns the beginning, for lists.
    pub fn start(&self) -> &str {
        beginning(&self.start, SHOWN)
    }
}

/// Returns the first characters of a text.
fn beginning(text: &str, most: usize) -> &str {
    match text.char_indices().nth(most) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut() {
        let short = PositionText::new("3,4,5");
        assert_eq!((short.whole(), short.start(), short.length()), (Some("3,4,5"), "3,4,5", 5));
        let long = "é".repeat(KEPT);
        let cut = PositionText::new(&long);
        assert_eq!((cut.whole(), cut.length()), (None, long.len()));
        assert_eq!(cut.start(), "é".repeat(SHOWN));
        for text in [short, cut] {
            let json = serde_json::to_string(&text).unwrap();
            assert_eq!(serde_json::from_str::<PositionText>(&json).unwrap(), text);
        }
        let old: PositionText = serde_json::from_str("\"3,4\"").unwrap();
        assert_eq!(old.whole(), Some("3,4"));
    }
}
