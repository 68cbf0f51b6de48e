//! Failures of commands, and exit statuses.

use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use thiserror::Error;

/// The exit status: scripts rely on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A verdict was reached, or there was nothing to decide.
    Done,
    /// No verdict within the limits.
    Unknown,
    /// Bad input or usage.
    Input,
    /// Anything else, a refuted verdict included.
    Other,
}

impl Status {
    /// Returns the number that the shell gets.
    pub fn code(self) -> u8 {
        match self {
            Status::Done => 0,
            Status::Other => 1,
            Status::Input => 2,
            Status::Unknown => 3,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status.code())
    }
}

/// Why a command failed.
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

    /// Returns its exit status.
    pub fn status(&self) -> Status {
        match self {
            Failure::Input(_) => Status::Input,
            Failure::Other(_) => Status::Other,
            Failure::Closed => Status::Done,
        }
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
