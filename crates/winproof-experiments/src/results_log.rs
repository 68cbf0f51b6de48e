//! The results log of an experiment: what it is about in the first line, then the result of each run under a
//! key.
//!
//! The log stays where the experiment was run. What it holds is also written as a table (`records.rs`), which is
//! part of the repository; where there is no log, that table is its beginning.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use winproof_session::results_log::{EarlierResults, ResultsLog, complete_lines, line};

use crate::Failure;
use crate::records;

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
    #[serde(default)]
    made: String,
    row: R,
}

/// A result, and the date and the version of the program that made it.
#[derive(Clone, Debug)]
pub struct Kept {
    /// `2026-11-18 0.1.0`.
    pub made: String,
    /// The result.
    pub row: Value,
}

/// The results that are in a log.
#[derive(Debug, Default)]
pub struct Rows {
    rows: HashMap<String, Kept>,
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
                let Line { key, made, row } = serde_json::from_slice(text)
                    .map_err(|error| format!("line {number}: {error}"))?;
                results.rows.insert(String::from(key), Kept { made, row });
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
    /// The file, unless results are only read.
    log: Option<ResultsLog>,
    path: PathBuf,
    rows: HashMap<String, Kept>,
    /// What new results are marked with.
    made: String,
}

impl RunLog {
    /// Opens the log of a folder, or starts one with what the folder's table of runs has.
    pub fn open(folder: &Path, heading: &Heading) -> Result<RunLog, Failure> {
        std::fs::create_dir_all(folder).map_err(Failure::file(folder))?;
        let path = folder.join(FILE_NAME);
        let earlier = EarlierResults::read(&path)?;
        let Rows { mut rows, mut content } = Rows::read(earlier.content(), heading)
            .map_err(|reason| Failure::Input(format!("{}: {reason}", path.display())))?;
        if content.is_empty() {
            content.extend(line(heading).as_bytes());
            for (key, Kept { made, row }) in records::read_if_there(folder, heading)? {
                content.extend(line(&Line { key: &key, made: made.clone(), row: &row }).as_bytes());
                rows.insert(key, Kept { made, row });
            }
        }
        let made = format!("{} {}", today(), heading.version);
        Ok(RunLog { log: Some(earlier.resume(&content)?), path, rows, made })
    }

    /// Takes results that are only to be read.
    pub fn only(rows: HashMap<String, Kept>, path: PathBuf) -> RunLog {
        RunLog { log: None, path, rows, made: String::new() }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether results can be added.
    pub fn is_open(&self) -> bool {
        self.log.is_some()
    }

    /// Runs that are done.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether the result of a run is there.
    pub fn contains(&self, key: &str) -> bool {
        self.rows.contains_key(key)
    }

    /// Returns the result of a run as it is kept.
    pub fn kept(&self, key: &str) -> Option<&Kept> {
        self.rows.get(key)
    }

    /// Returns the result of a run, if it is there.
    pub fn get<R: DeserializeOwned>(&self, key: &str) -> Result<Option<R>, Failure> {
        let Some(kept) = self.rows.get(key) else { return Ok(None) };
        serde_json::from_value(kept.row.clone()).map(Some).map_err(|error| {
            Failure::Input(format!("{}, run `{key}`: {error}", self.path.display()))
        })
    }

    /// Adds the result of a run.
    pub fn append(&mut self, key: &str, row: &impl Serialize) -> Result<(), Failure> {
        let row = serde_json::to_value(row).expect("results are plain values");
        let made = self.made.clone();
        if let Some(log) = &mut self.log {
            log.append(&Line { key, made: made.clone(), row: &row })?;
        }
        self.rows.insert(key.to_string(), Kept { made, row });
        Ok(())
    }
}

/// Today's date, such as `2026-11-18`.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = civil(seconds / 86_400);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The date so many days after the first of January 1970, counted in eras of 400 years that begin in March.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, (month + 2) % 12 + 1);
    (era * 400 + year + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let days = [0, 59, 11_016, 19_782, 20_775];
        let dates = [(1970, 1, 1), (1970, 3, 1), (2000, 2, 29), (2024, 2, 29), (2026, 11, 18)];
        assert_eq!(days.map(civil), dates);
    }
}
