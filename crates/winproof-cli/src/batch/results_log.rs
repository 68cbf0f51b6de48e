//! The file of results, which a batch that was broken off goes on with.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use winproof::Verdict;
use winproof_games::GameSpec;
use winproof_session::Failure;
use winproof_session::files;
use winproof_session::options::Options;
use winproof_session::work::{Identity, Report, verdict_or_error};

/// The file of results.
pub struct ResultsLog {
    path: PathBuf,
    file: File,
}

/// What every result of a batch has in common.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Conditions {
    /// The game with its parameters.
    pub game: String,
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
    pub fn new(spec: &GameSpec, options: &Options) -> Conditions {
        let config = &options.config;
        Conditions {
            game: spec.to_string(),
            ask: options.ask.to_string(),
            algorithm: config.algorithm().info().name.to_string(),
            settings: config.settings().by_name(),
            seed: config.seed,
        }
    }

    /// What is different here, named as it was there.
    fn difference(&self, other: &Conditions) -> Option<String> {
        let Conditions { game, ask, algorithm, settings, seed } = self;
        if *game != other.game || *ask != other.ask {
            return Some(format!("is about {game} --ask '{ask}'"));
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

/// The results that are in a file.
#[derive(Debug, Default)]
pub struct Results {
    known: HashMap<String, Vec<(Option<String>, Option<Verdict>)>>,
    /// The lines that stay.
    content: Vec<u8>,
}

impl Results {
    /// Reads the content of a file of results; says what is wrong with it. Leaves out those that are to be
    /// found again.
    pub fn read(content: &[u8], conditions: &Conditions, retry: Retry) -> Result<Results, String> {
        // The last line has no end if the program was killed while writing it.
        let whole = content.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let mut results = Results::default();
        for (number, text) in (1..).zip(content[..whole].split_inclusive(|&byte| byte == b'\n')) {
            if text == b"\n" {
                continue;
            }
            let line: Line = serde_json::from_slice(text)
                .map_err(|_| format!("line {number} is not a result"))?;
            if let Some(difference) = line.conditions.difference(conditions) {
                return Err(format!("line {number} {difference}"));
            }
            if retry.includes(&line) {
                continue;
            }
            results.known.entry(line.position).or_default().push((line.attacker, line.verdict));
            results.content.extend(text);
        }
        Ok(results)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.known.values().map(Vec::len).sum()
    }

    /// Takes out the verdict on a problem, if there is one: a position that is asked about twice has two.
    pub fn take(&mut self, problem: &Identity) -> Result<Option<Option<Verdict>>, String> {
        let Identity { position, attacker } = problem;
        let Some(verdicts) = self.known.get_mut(position) else { return Ok(None) };
        match verdicts.iter().position(|(other, _)| other == attacker) {
            Some(place) => Ok(Some(verdicts.swap_remove(place).1)),
            None => match verdicts.first() {
                None => Ok(None),
                Some((other, _)) => {
                    let other = other.as_deref().unwrap_or("nobody");
                    Err(format!("the result for `{position}` has the attacker {other}"))
                }
            },
        }
    }
}

impl ResultsLog {
    /// An empty file in place of whatever is there.
    pub fn create(path: &Path) -> Result<ResultsLog, Failure> {
        files::check_file(path)?;
        let file = File::create(path).map_err(|error| Failure::writing(path, &error))?;
        Ok(ResultsLog { path: path.to_path_buf(), file })
    }

    /// Reads the results that are there, if the file is there. Refuses those of another game, question or
    /// search, which would pass for results of this one.
    pub fn read(path: &Path, conditions: &Conditions, retry: Retry) -> Result<Results, Failure> {
        files::check_file(path)?;
        let content = match fs::read(path) {
            Ok(content) => content,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Results::default()),
            Err(error) => return Err(Failure::reading(path, &error)),
        };
        Results::read(&content, conditions, retry)
            .map_err(|reason| Failure::Input(format!("{}, {reason}", path.display())))
    }

    /// The file with the results that stay, to which others are added.
    pub fn resume(path: &Path, results: &Results) -> Result<ResultsLog, Failure> {
        files::write_file(path, |file| file.write_all(&results.content))?;
        let file = OpenOptions::new().append(true).open(path);
        let file = file.map_err(|error| Failure::writing(path, &error))?;
        Ok(ResultsLog { path: path.to_path_buf(), file })
    }

    /// Adds a result.
    pub fn append(&mut self, report: &Report) -> Result<(), Failure> {
        let written = self.file.write_all(report.json().as_bytes());
        written.map_err(|error| Failure::writing(&self.path, &error))
    }
}
