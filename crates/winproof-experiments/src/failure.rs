//! Why an experiment did not finish.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why an experiment did not finish.
#[derive(Debug, Error)]
pub enum Failure {
    /// It was interrupted. The results so far are in the results log.
    #[error("interrupted: {done} runs are in {path}; the same command resumes from there")]
    Interrupted {
        /// Runs that are done.
        done: usize,
        /// The results log.
        path: PathBuf,
    },
    /// The contents of the folder belong to something else.
    #[error("{0}")]
    Input(String),
    /// A file could not be read or written.
    #[error("cannot use {path}: {source}")]
    File {
        /// Which file.
        path: PathBuf,
        /// The error of the system.
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
