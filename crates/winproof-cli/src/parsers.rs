//! The program's own parsers of files and words, for fuzz tests.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use winproof_session::amounts::{Count, Memory, Seconds};
use winproof_session::question::Ask;

use crate::batch::{results_log, sources};

/// Reads the lines of a batch file. Returns how many positions there are.
pub fn batch_file(bytes: &[u8]) -> usize {
    sources::records(Path::new("batch.txt"), bytes).len()
        + sources::lines(Path::new("batch.txt"), bytes, 1).len()
}

/// Reads the results of an earlier batch of `nim`. Returns how many there are.
pub fn results_file(bytes: &[u8]) -> Result<usize, String> {
    let games = BTreeSet::from(["nim".to_string()]);
    let conditions = results_log::Conditions {
        ask: "win".to_string(),
        algorithm: "df-pn".to_string(),
        settings: BTreeMap::new(),
        seed: 0,
    };
    Ok(results_log::Results::read(bytes, &games, &conditions, results_log::Retry::Unknown)?.len())
}

/// Tries every parser of a command-line word on a word. Returns how many of them accept it.
pub fn word(text: &str) -> usize {
    let memory = text.parse::<Memory>().is_ok();
    let seconds = text.parse::<Seconds>().is_ok();
    let count = text.parse::<Count>().is_ok();
    let ask = text.parse::<Ask>().is_ok();
    [memory, seconds, count, ask].into_iter().filter(|&passes| passes).count()
}
