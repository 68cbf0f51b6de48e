//! The answer to a question.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The answer to a question about a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The attacker can force the target.
    Proved,
    /// The opponent can prevent that.
    Disproved,
    /// Not known.
    #[default]
    Unknown,
}

impl Verdict {
    /// Makes the verdict of a question that was answered.
    pub fn of(proved: bool) -> Verdict {
        if proved { Verdict::Proved } else { Verdict::Disproved }
    }

    /// Returns whether the attacker can force the target, or `None` if that is unknown.
    pub fn proved(self) -> Option<bool> {
        match self {
            Verdict::Proved => Some(true),
            Verdict::Disproved => Some(false),
            Verdict::Unknown => None,
        }
    }

    /// Returns whether the question was answered.
    pub fn is_known(self) -> bool {
        self != Verdict::Unknown
    }

    /// Returns the verdict in one word.
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Disproved => "disproved",
            Verdict::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
