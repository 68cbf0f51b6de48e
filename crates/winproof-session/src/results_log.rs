//! The results log: a file with one line of JSON for each result, written as soon as the result is there. Work
//! that was interrupted is resumed from it.
//!
//! What identifies a result, and which results may stand together in one log, is decided by those who use it:
//! a batch and an experiment. They read the lines ([`complete_lines`]), say which of them stay, and add others.
//! One process at a time works on a log: what two wrote at once would be lost in part.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::failure::Failure;
use crate::file_lock::FileLock;
use crate::files;

/// A results log that is open for further results.
#[derive(Debug)]
pub struct ResultsLog {
    path: PathBuf,
    file: File,
    _lock: FileLock,
}

/// The content of a log that will be resumed.
#[derive(Debug)]
pub struct EarlierResults {
    path: PathBuf,
    content: Vec<u8>,
    lock: FileLock,
}

impl EarlierResults {
    /// Reads a log; it is empty if there is no such file.
    pub fn read(path: &Path) -> Result<EarlierResults, Failure> {
        let lock = FileLock::acquire(path)?;
        let content = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(|error| Failure::reading(path, &error))?,
        };
        Ok(EarlierResults { path: path.to_path_buf(), content, lock })
    }

    /// The content.
    pub fn content(&self) -> &[u8] {
        &self.content
    }

    /// Replaces the log by the lines of it that stay, and opens it to add others.
    pub fn resume(self, lines: &[u8]) -> Result<ResultsLog, Failure> {
        files::write_file(&self.path, |file| file.write_all(lines))?;
        ResultsLog::open(&self.path, OpenOptions::new().append(true), self.lock)
    }
}

impl ResultsLog {
    /// Makes an empty log in place of whatever is there.
    pub fn create(path: &Path) -> Result<ResultsLog, Failure> {
        let lock = FileLock::acquire(path)?;
        ResultsLog::open(path, OpenOptions::new().write(true).create(true).truncate(true), lock)
    }

    fn open(path: &Path, options: &OpenOptions, lock: FileLock) -> Result<ResultsLog, Failure> {
        let file = options.open(path).map_err(|error| Failure::writing(path, &error))?;
        Ok(ResultsLog { path: path.to_path_buf(), file, _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a result.
    pub fn append(&mut self, result: &impl Serialize) -> Result<(), Failure> {
        let written = self.file.write_all(line(result).as_bytes());
        written.map_err(|error| Failure::writing(&self.path, &error))
    }
}

/// Returns a result as a line of a log, with its end.
pub fn line(result: &impl Serialize) -> String {
    serde_json::to_string(result).expect("results are plain values") + "\n"
}

/// Returns the lines of a log with their numbers and their ends, without those that are blank. A last line
/// without an end is left out: the program was killed while it wrote it.
pub fn complete_lines(content: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let lines = content.split_inclusive(|&byte| byte == b'\n');
    (1..).zip(lines).filter(|(_, line)| line.len() > 1 && line.ends_with(b"\n"))
}
