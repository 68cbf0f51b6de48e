//! The header of a save.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::algorithm::MEANING;
use crate::settings::SearchSettings;
use crate::{Algorithm, Config, Counts, ProofNumber};

/// The header of a save: the problem, how it is searched, and how far that got.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the program that wrote it, for information.
    pub version: String,
    /// The name of the game.
    pub game: String,
    /// The parameters of the game, all of them.
    #[serde(deserialize_with = "winproof_rules::each_name_once")]
    pub parameters: BTreeMap<String, String>,
    /// The position asked about, in the game's notation.
    pub position: String,
    /// The key of that position in the tables. If the key is different now, the entries mean nothing.
    pub root_key: String,
    /// The name of the attacker.
    pub attacker: String,
    /// The question as it was asked: `win`, `draw`, `>=N`, `value`.
    pub ask: String,
    /// If the value is asked for, the value search so far.
    pub value_search: Option<ValueProgress>,
    /// The algorithm's name.
    pub algorithm: String,
    /// All parameters of the algorithm.
    #[serde(deserialize_with = "winproof_rules::each_name_once")]
    pub settings: BTreeMap<String, String>,
    /// The memory budget in bytes.
    pub memory: u64,
    /// The seed of the random number generators.
    pub seed: u64,
    /// Seconds between two saves.
    pub save_every: f64,
    /// Whether the last attachment is what was done of the certificate of the verdict.
    pub certificate_draft: bool,
    /// How far it got, all sessions together.
    pub progress: Progress,
}

/// A value search. It asks one question after the other; the state is that of the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueProgress {
    /// The target of the search whose state follows.
    pub target: i32,
    /// The least value that is still possible, by the answers so far.
    pub least: i32,
    /// The greatest one.
    pub greatest: i32,
}

/// Why a save cannot be continued in the way that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Mismatch {
    /// There is no such algorithm, or it has no such parameters: a different version wrote the save.
    #[error("the save needs an algorithm that this program does not have ({0})")]
    Unknown(
        /// What is not known.
        String,
    ),
    /// The algorithm keeps a different kind of state.
    #[error("{asked} cannot resume from a save of {saved}: it keeps {needs}, not {has}")]
    Algorithm {
        /// The one that was asked for.
        asked: &'static str,
        /// The one that was saved.
        saved: &'static str,
        /// What the first keeps.
        needs: &'static str,
        /// What the other keeps.
        has: &'static str,
    },
    /// The numbers would have a different meaning.
    #[error(
        "the saved numbers were made with {name}={saved} and mean nothing with {name}={asked}; \
         the search must be started again"
    )]
    Parameter {
        /// The parameter.
        name: &'static str,
        /// Its value in the save.
        saved: String,
        /// Its value now.
        asked: String,
    },
}

impl Header {
    /// Makes the header of a search with this configuration that has not begun. The problem is still to be
    /// filled in.
    pub fn new(config: &Config) -> Header {
        Header {
            version: env!("CARGO_PKG_VERSION").to_string(),
            game: String::new(),
            parameters: BTreeMap::new(),
            position: String::new(),
            root_key: String::new(),
            attacker: String::new(),
            ask: String::new(),
            value_search: None,
            algorithm: config.algorithm().info().name.to_string(),
            settings: config.settings().by_name(),
            memory: config.memory as u64,
            seed: config.seed,
            save_every: 0.0,
            certificate_draft: false,
            progress: Progress::default(),
        }
    }

    /// Returns the configuration of the saved search: algorithm, parameters, memory, seed.
    pub fn config(&self) -> Result<Config, Mismatch> {
        let algorithm = Algorithm::named(&self.algorithm)
            .ok_or_else(|| Mismatch::Unknown(self.algorithm.clone()))?;
        let mut settings = algorithm.defaults();
        for (name, value) in &self.settings {
            let set = settings.set_canonical(name, value);
            set.map_err(|error| Mismatch::Unknown(error.to_string()))?;
        }
        let mut config = Config::new(SearchSettings::read(algorithm, &settings));
        config.memory = usize::try_from(self.memory).unwrap_or(usize::MAX);
        config.seed = self.seed;
        Ok(config)
    }

    /// Returns the configuration of another algorithm for the same search, with that algorithm's own
    /// parameters except for those that define what the saved numbers mean.
    pub fn config_for(&self, algorithm: Algorithm) -> Result<Config, Mismatch> {
        let saved = self.config()?;
        let mut config = Config { search: algorithm.into(), ..saved };
        for (name, _) in MEANING {
            if let Some(value) = self.settings.get(name)
                && algorithm.info().parameters.iter().any(|parameter| parameter.name == name)
            {
                let set = config.set_value(name, value);
                set.map_err(|error| Mismatch::Unknown(error.to_string()))?;
            }
        }
        Ok(config)
    }

    /// Returns whether a search with this configuration can resume from the save. Memory, thresholds,
    /// orderings and limits may differ, and so may the algorithm among those that keep the same state.
    pub fn check(&self, config: &Config) -> Result<(), Mismatch> {
        let saved = self.config()?.algorithm();
        let (needs, has) = (config.algorithm().keeps(), saved.keeps());
        if needs != has {
            return Err(Mismatch::Algorithm {
                asked: config.algorithm().info().name,
                saved: saved.info().name,
                needs: needs.in_words(),
                has: has.in_words(),
            });
        }
        for (name, default) in MEANING {
            let settings = config.settings();
            let asked = settings.iter().find(|(parameter, _)| parameter.name == name);
            let asked = asked.map_or(default.to_string(), |(_, value)| value.to_string());
            let saved = self.settings.get(name).map_or(default, String::as_str);
            if asked != saved {
                return Err(Mismatch::Parameter { name, saved: saved.to_string(), asked });
            }
        }
        Ok(())
    }
}

/// How far a search got.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// Positions expanded.
    pub expansions: u64,
    /// Children made.
    pub generated: u64,
    /// Walks from the root.
    pub iterations: u64,
    /// Positions that the game's leaf oracle looked at.
    #[serde(default)]
    pub leaf_nodes: u64,
    /// Seconds of searching.
    pub seconds: f64,
    /// The root's proof number.
    pub pn: ProofNumber,
    /// The root's disproof number.
    pub dn: ProofNumber,
    /// Positions in tables and trees.
    pub entries: u64,
    /// Saves written.
    pub saves: u64,
    /// Seconds that writing them took.
    pub save_seconds: f64,
}

impl Progress {
    /// Returns the work as the counts of a search.
    pub fn counts(&self) -> Counts {
        let Progress { expansions, generated, iterations, leaf_nodes, .. } = *self;
        Counts { expansions, generated, iterations, leaf_nodes, nodes: 0 }
    }
}

/// No work done and nothing known.
impl Default for Progress {
    fn default() -> Progress {
        Progress {
            expansions: 0,
            generated: 0,
            iterations: 0,
            leaf_nodes: 0,
            seconds: 0.0,
            pn: ProofNumber::ONE,
            dn: ProofNumber::ONE,
            entries: 0,
            saves: 0,
            save_seconds: 0.0,
        }
    }
}
