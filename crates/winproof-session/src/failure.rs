//! Why something could not be done.

use std::fmt::Display;
use std::io;
use std::path::Path;

use thiserror::Error;

/// Why something could not be done.
#[derive(Debug, Error)]
pub enum Failure {
    /// The user gave something that cannot be used.
    #[error("{0}")]
    Input(String),
    /// An error of the machine.
    #[error("{0}")]
    Other(String),
    /// Standard output is closed, as in `winproof games | head -1`.
    #[error("standard output was closed")]
    Closed,
}

impl Failure {
    /// Something the user gave cannot be used.
    pub fn input(message: impl Display) -> Failure {
        Failure::Input(message.to_string())
    }

    /// A file could not be read.
    pub fn reading(path: &Path, error: &io::Error) -> Failure {
        Failure::Input(format!("cannot read {}: {}", path.display(), plain(error)))
    }

    /// A file could not be written.
    pub fn writing(path: &Path, error: &io::Error) -> Failure {
        Failure::Other(format!("cannot write {}: {}", path.display(), plain(error)))
    }

    /// A folder could not be made.
    pub fn making_folder(path: &Path, error: &io::Error) -> Failure {
        Failure::Input(format!("cannot make the folder {}: {}", path.display(), plain(error)))
    }
}

/// An error of the operating system without its number.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((message, _)) => message.to_lowercase(),
        None => text,
    }
}
