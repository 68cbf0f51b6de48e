//! The results log of a batch: which problems are done, and under which conditions.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use serde::Deserialize;
use winproof::Verdict;
use winproof_session::Failure;
use winproof_session::options::Options;
use winproof_session::results_log::{EarlierResults, ResultsLog, complete_lines};
use winproof_session::work::{Identity, verdict_or_error};

/// What every result of a batch has in common.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Conditions {
    /// The question.
    pub ask: String,
    /// The algorithm's name.
    pub algorithm: String,
    /// Its parameters.
    pub settings: BTreeMap<String, String>,
    /// The seed of everything random.
    pub seed: u64,
}

impl Conditions {
    /// Those of a batch.
    pub fn new(options: &Options) -> Conditions {
        let config = &options.config;
        Conditions {
            ask: options.ask.to_string(),
            algorithm: config.algorithm().info().name.to_string(),
            settings: config.settings().by_name(),
            seed: config.seed,
        }
    }

    /// What is different here, named as it was there.
    fn difference(&self, other: &Conditions) -> Option<String> {
        let Conditions { ask, algorithm, settings, seed } = self;
        if *ask != other.ask {
            return Some(format!("asks for '{ask}'"));
        }
        if *algorithm != other.algorithm {
            return Some(format!("was made by --algorithm {algorithm}"));
        }
        if *seed != other.seed {
            return Some(format!("was made with --seed {seed}"));
        }
        let changed =
            settings.iter().find(|&(name, value)| other.settings.get(name) != Some(value));
        match changed {
            Some((name, value)) => Some(format!("was made with --set {name}={value}")),
            None if settings.len() != other.settings.len() => {
                Some("was made with other parameters".to_string())
            }
            None => None,
        }
    }
}

/// What has to be known of a result that is already there.
#[derive(Deserialize)]
struct Line {
    game: String,
    position: String,
    attacker: Option<String>,
    #[serde(with = "verdict_or_error")]
    verdict: Option<Verdict>,
    certified: Option<bool>,
    #[serde(flatten)]
    conditions: Conditions,
}

/// Which results of an earlier run are to be found again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retry {
    /// None.
    Nothing,
    /// Those without a verdict.
    Unknown,
    /// Those without a verdict, or without a certificate.
    Uncertified,
}

impl Retry {
    fn includes(self, line: &Line) -> bool {
        match (line.verdict, self) {
            (None, _) | (_, Retry::Nothing) => false,
            (Some(Verdict::Unknown), _) => true,
            (_, retry) => retry == Retry::Uncertified && line.certified != Some(true),
        }
    }
}

/// A result that is already there, of some position.
#[derive(Debug)]
struct Known {
    attacker: Option<String>,
    verdict: Option<Verdict>,
}

/// The results that are in a log.
#[derive(Debug, Default)]
pub struct Results {
    /// By their games and positions.
    known: HashMap<(String, String), Vec<Known>>,
    /// The lines that stay.
    content: Vec<u8>,
}

impl Results {
    /// Reads a log that was at `path`. Rejects results of another game, question or search, which would pass
    /// for results of this one.
    pub fn of_log(
        log: &EarlierResults,
        path: &Path,
        games: &BTreeSet<String>,
        conditions: &Conditions,
        retry: Retry,
    ) -> Result<Results, Failure> {
        Results::read(log.content(), games, conditions, retry)
            .map_err(|reason| Failure::Input(format!("{}, {reason}", path.display())))
    }

    /// Reads the content of a log about some games; says what is wrong with it. Leaves out those that are to
    /// be found again.
    pub fn read(
        content: &[u8],
        games: &BTreeSet<String>,
        conditions: &Conditions,
        retry: Retry,
    ) -> Result<Results, String> {
        let mut results = Results::default();
        for (number, text) in complete_lines(content) {
            let line: Line = serde_json::from_slice(text)
                .map_err(|_| format!("line {number} is not a result"))?;
            if !games.contains(&line.game) {
                return Err(format!("line {number} is about {}", line.game));
            }
            if let Some(difference) = line.conditions.difference(conditions) {
                return Err(format!("line {number} {difference}"));
            }
            if retry.includes(&line) {
                continue;
            }
            let Line { game, position, attacker, verdict, .. } = line;
            results.known.entry((game, position)).or_default().push(Known { attacker, verdict });
            results.content.extend(text);
        }
        Ok(results)
    }

    /// Opens the log with the results that stay, to add others.
    pub fn resume(&self, log: EarlierResults) -> Result<ResultsLog, Failure> {
        log.resume(&self.content)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.known.values().map(Vec::len).sum()
    }

    /// Takes out the verdict on a problem, if there is one: a position that is asked about twice has two.
    pub fn take(&mut self, problem: &Identity) -> Result<Option<Option<Verdict>>, String> {
        let Identity { game, position, attacker } = problem;
        let key = (game.clone(), position.clone());
        let Some(known) = self.known.get_mut(&key) else { return Ok(None) };
        match known.iter().position(|result| result.attacker == *attacker) {
            Some(place) => Ok(Some(known.swap_remove(place).verdict)),
            None => match known.first() {
                None => Ok(None),
                Some(other) => {
                    let other = other.attacker.as_deref().unwrap_or("nobody");
                    Err(format!("the result for `{position}` has the attacker {other}"))
                }
            },
        }
    }
}
