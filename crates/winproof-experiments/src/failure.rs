//! Why an experiment did not come to its end.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why an experiment did not come to its end.
#[derive(Debug, Error)]
pub enum Failure {
    /// Somebody asked it to stop. What was found out so far is in the results log.
    #[error("interrupted: {done} runs are in {path}; the same command goes on from there")]
    Interrupted {
        /// Runs that are done.
        done: usize,
        /// The results log.
        path: PathBuf,
    },
    /// What is in the folder belongs to something else.
    #[error("{0}")]
    Input(String),
    /// A file could not be read or written.
    #[error("cannot use {path}: {source}")]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The results log could not be read or written.
    #[error(transparent)]
    Log(#[from] winproof_session::Failure),
}

impl Failure {
    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> Failure + '_ {
        |source| Failure::File { path: path.to_path_buf(), source }
    }
}
