//! The file of results, which a batch that was broken off goes on with.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use winproof_session::Failure;
use winproof_session::files;
use winproof_session::work::{Report, VerdictWord};

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

/// The results that are in a file.
#[derive(Debug)]
pub struct Results {
    /// The verdicts by source.
    pub known: HashMap<String, VerdictWord>,
    /// Bytes of the lines that were written to their end.
    pub whole: usize,
}

impl Results {
    /// Reads the content of a file of results; says what is wrong with it.
    pub fn read(content: &[u8], game: &str, ask: &str) -> Result<Results, String> {
        // The last line has no end if the program was killed while writing it.
        let whole = content.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let mut known = HashMap::new();
        for (number, line) in (1..).zip(content[..whole].split(|&byte| byte == b'\n')) {
            if line.is_empty() {
                continue;
            }
            let line: Line = serde_json::from_slice(line)
                .map_err(|_| format!("line {number} is not a result"))?;
            if line.game != game || line.ask != ask {
                let Line { game, ask, .. } = line;
                return Err(format!("line {number} is about {game} --ask '{ask}'"));
            }
            known.insert(line.source, line.verdict);
        }
        Ok(Results { known, whole })
    }
}

impl Ledger {
    /// An empty file in place of whatever is there.
    pub fn create(path: &Path) -> Result<Ledger, Failure> {
        files::check_file(path)?;
        let file = File::create(path).map_err(|error| Failure::writing(path, &error))?;
        Ok(Ledger { path: path.to_path_buf(), file, known: HashMap::new() })
    }

    /// The file with the results that are there, if it is there. Refuses those of another game or
    /// question, which would pass for answers to this one.
    pub fn resume(path: &Path, game: &str, ask: &str) -> Result<Ledger, Failure> {
        files::check_file(path)?;
        let text = match fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(Failure::reading(path, &error)),
        };
        let Results { known, whole } = Results::read(&text, game, ask)
            .map_err(|reason| Failure::Input(format!("{}, {reason}", path.display())))?;
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
