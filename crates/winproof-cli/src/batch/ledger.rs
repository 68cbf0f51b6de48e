//! The file of results, which a batch that was broken off goes on with.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::failure::Failure;
use crate::output;
use crate::solve::{Report, VerdictWord};

/// The file of results.
pub struct Ledger {
    path: PathBuf,
    file: File,
    /// The verdicts that were there already, by source.
    pub known: HashMap<String, VerdictWord>,
}

/// What has to be known of a result that is already there.
#[derive(Deserialize)]
struct Line {
    source: String,
    game: String,
    ask: String,
    verdict: VerdictWord,
}

impl Ledger {
    /// An empty file in place of whatever is there.
    pub fn create(path: &Path) -> Result<Ledger, Failure> {
        output::check_file(path)?;
        let file = File::create(path).map_err(|error| Failure::writing(path, &error))?;
        Ok(Ledger { path: path.to_path_buf(), file, known: HashMap::new() })
    }

    /// The file with the results that are there, if it is there. Refuses those of another game or
    /// question, which would pass for answers to this one.
    pub fn resume(path: &Path, game: &str, ask: &str) -> Result<Ledger, Failure> {
        output::check_file(path)?;
        let text = match fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(Failure::reading(path, &error)),
        };
        // The last line has no end if the program was killed while writing it.
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let mut known = HashMap::new();
        for (number, line) in (1..).zip(text[..whole].split(|&byte| byte == b'\n')) {
            if line.is_empty() {
                continue;
            }
            let wrong = |what: &str| {
                Failure::Input(format!("line {number} of {} is {what}", path.display()))
            };
            let line: Line = serde_json::from_slice(line).map_err(|_| wrong("not a result"))?;
            if line.game != game || line.ask != ask {
                return Err(wrong(&format!("about {} --ask '{}'", line.game, line.ask)));
            }
            known.insert(line.source, line.verdict);
        }
        let opened = OpenOptions::new().append(true).create(true).open(path);
        let file = opened
            .and_then(|file| file.set_len(whole as u64).map(|()| file))
            .map_err(|error| Failure::writing(path, &error))?;
        Ok(Ledger { path: path.to_path_buf(), file, known })
    }

    /// Adds a result.
    pub fn append(&mut self, report: &Report) -> Result<(), Failure> {
        let written = self.file.write_all(report.json().as_bytes());
        written.map_err(|error| Failure::writing(&self.path, &error))
    }
}
