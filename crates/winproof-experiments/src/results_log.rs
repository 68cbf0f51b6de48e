//! The results log of an experiment: what it is about in the first line, then the result of each run under a
//! key.

use std::collections::HashMap;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use winproof_session::results_log::{EarlierResults, ResultsLog, complete_lines, line};

use crate::Failure;

/// The name of the file in the folder of results.
pub const FILE_NAME: &str = "ledger.jsonl";

/// The first line: what the results are results of. Those of another seed must not be mixed in.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// The name of the experiment.
    pub experiment: String,
    /// Its size.
    pub size: String,
    /// The seed.
    pub seed: u64,
    /// The version of the program.
    pub version: String,
}

#[derive(Serialize, Deserialize)]
struct Line<'a, R> {
    key: &'a str,
    row: R,
}

/// The results that are in a log.
#[derive(Debug, Default)]
pub struct Rows {
    rows: HashMap<String, Value>,
    /// The lines that were written to their end.
    content: Vec<u8>,
}

impl Rows {
    /// Reads the content of a log; says what is wrong with it.
    pub fn read(content: &[u8], heading: &Heading) -> Result<Rows, String> {
        let mut results = Rows::default();
        for (number, text) in complete_lines(content) {
            if results.content.is_empty() {
                check_heading(text, heading)?;
            } else {
                let Line { key, row } = serde_json::from_slice(text)
                    .map_err(|error| format!("line {number}: {error}"))?;
                results.rows.insert(String::from(key), row);
            }
            results.content.extend(text);
        }
        Ok(results)
    }
}

fn check_heading(text: &[u8], heading: &Heading) -> Result<(), String> {
    if serde_json::from_slice::<Heading>(text).ok().as_ref() == Some(heading) {
        return Ok(());
    }
    let (expected, found) = (line(heading), String::from_utf8_lossy(text));
    Err(format!(
        "it holds other results: expected {}, found {}; delete it or use another folder",
        expected.trim_end(),
        found.trim_end()
    ))
}

/// The results log of an experiment, and what is in it.
pub struct RunLog {
    log: ResultsLog,
    rows: HashMap<String, Value>,
}

impl RunLog {
    /// Opens the log of a folder, or starts one.
    pub fn open(folder: &Path, heading: &Heading) -> Result<RunLog, Failure> {
        std::fs::create_dir_all(folder).map_err(Failure::file(folder))?;
        let path = folder.join(FILE_NAME);
        let earlier = EarlierResults::read(&path)?;
        let Rows { rows, mut content } = Rows::read(earlier.content(), heading)
            .map_err(|reason| Failure::Input(format!("{}: {reason}", path.display())))?;
        if content.is_empty() {
            content.extend(line(heading).as_bytes());
        }
        Ok(RunLog { log: earlier.resume(&content)?, rows })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.log.path()
    }

    /// Runs that are done.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether the result of a run is there.
    pub fn contains(&self, key: &str) -> bool {
        self.rows.contains_key(key)
    }

    /// Returns the result of a run.
    pub fn get<R: DeserializeOwned>(&self, key: &str) -> Result<R, Failure> {
        serde_json::from_value(self.rows[key].clone()).map_err(|error| {
            Failure::Input(format!("{}, run `{key}`: {error}", self.path().display()))
        })
    }

    /// Adds the result of a run.
    pub fn append(&mut self, key: &str, row: &impl Serialize) -> Result<(), Failure> {
        let row = serde_json::to_value(row).expect("results are plain values");
        self.log.append(&Line { key, row: &row })?;
        self.rows.insert(key.to_string(), row);
        Ok(())
    }
}
