//! How the parts of a job are stored in its file. Reading checks them, so that they need no further checks.

use serde::{Deserialize, Serialize};
use winproof_rules::Player;

/// Values that are stored as text.
pub mod text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes the text.
    pub fn serialize<T: Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    /// Reads the text.
    pub fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// A player.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Player", rename_all = "lowercase")]
pub enum Side {
    First,
    Second,
}

/// How to search.
pub mod config {
    use std::collections::BTreeMap;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use winproof::{Algorithm, Config, Threads};

    #[derive(Serialize, Deserialize)]
    struct Stored {
        algorithm: String,
        settings: BTreeMap<String, String>,
        memory: usize,
        seed: u64,
        #[serde(default = "one")]
        threads: usize,
    }

    fn one() -> usize {
        1
    }

    /// Writes the algorithm by its name, and all its parameters.
    pub fn serialize<S: Serializer>(config: &Config, serializer: S) -> Result<S::Ok, S::Error> {
        let algorithm = config.algorithm().info().name.to_string();
        let settings = config.settings().by_name();
        let Config { memory, seed, threads, .. } = *config;
        Stored { algorithm, settings, memory, seed, threads: threads.count }.serialize(serializer)
    }

    /// Looks up the algorithm and its parameters.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Config, D::Error> {
        let stored = Stored::deserialize(deserializer)?;
        let Stored { algorithm, settings, memory, seed, threads } = stored;
        let algorithm = Algorithm::named(&algorithm)
            .ok_or_else(|| D::Error::custom(format!("unknown algorithm `{algorithm}`")))?;
        let threads = Threads::new(threads.max(1));
        let mut config = Config { memory, seed, threads, ..Config::new(algorithm) };
        for (name, value) in &settings {
            config.set_value(name, value).map_err(D::Error::custom)?;
        }
        Ok(config)
    }
}
