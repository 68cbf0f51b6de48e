//! The file of results: a line for each run that is done, so that nothing is lost when an experiment is
//! broken off.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Failure;

/// The name of the file in the folder of results.
const NAME: &str = "ledger.jsonl";

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

/// A file of results, and what is in it.
pub struct Ledger {
    path: PathBuf,
    file: File,
    rows: HashMap<String, Value>,
}

/// What is in a file of results.
#[derive(Debug, Default)]
pub struct Rows {
    /// The results, by their keys.
    pub rows: HashMap<String, Value>,
    /// Bytes of the lines that were written to their end.
    pub whole: usize,
}

impl Rows {
    /// Reads the text of a file of results; says what is wrong with it.
    pub fn read(text: &str, heading: &Heading) -> Result<Rows, String> {
        let whole = text.rfind('\n').map_or(0, |last| last + 1);
        let mut lines = text[..whole].lines();
        if let Some(line) = lines.next()
            && serde_json::from_str::<Heading>(line).ok().as_ref() != Some(heading)
        {
            let expected = to_json(heading);
            return Err(format!(
                "it holds other results: expected {expected}, found {line}; delete it or use another \
                 folder"
            ));
        }
        let mut rows = HashMap::new();
        for (number, line) in (2..).zip(lines) {
            let Line { key, row } =
                serde_json::from_str(line).map_err(|error| format!("line {number}: {error}"))?;
            rows.insert(String::from(key), row);
        }
        Ok(Rows { rows, whole })
    }
}

impl Ledger {
    /// Opens the ledger of a folder, or starts one. A last line that was not written to its end is dropped.
    pub fn open(folder: &Path, heading: &Heading) -> Result<Ledger, Failure> {
        fs::create_dir_all(folder).map_err(Failure::file(folder))?;
        let path = folder.join(NAME);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(Failure::file(&path)(error)),
        };
        let Rows { rows, whole } = Rows::read(&text, heading)
            .map_err(|reason| Failure::Input(format!("{}: {reason}", path.display())))?;
        let opened = OpenOptions::new().append(true).create(true).open(&path);
        let cut = opened.and_then(|file| file.set_len(whole as u64).map(|()| file));
        let file = cut.map_err(Failure::file(&path))?;
        let mut ledger = Ledger { path, file, rows };
        if whole == 0 {
            ledger.write(&to_json(heading))?;
        }
        Ok(ledger)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Runs that are done.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether the result of a run is there.
    pub fn contains(&self, key: &str) -> bool {
        self.rows.contains_key(key)
    }

    /// The result of a run.
    pub fn get<R: DeserializeOwned>(&self, key: &str) -> Result<R, Failure> {
        serde_json::from_value(self.rows[key].clone()).map_err(|error| {
            Failure::Input(format!("{}, run `{key}`: {error}", self.path.display()))
        })
    }

    /// Adds the result of a run.
    pub fn append(&mut self, key: &str, row: &impl Serialize) -> Result<(), Failure> {
        let row = serde_json::to_value(row).expect("plain values can always be written");
        self.write(&to_json(&Line { key, row: &row }))?;
        self.rows.insert(key.to_string(), row);
        Ok(())
    }

    fn write(&mut self, line: &str) -> Result<(), Failure> {
        self.file.write_all(format!("{line}\n").as_bytes()).map_err(Failure::file(&self.path))
    }
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain values can always be written")
}
