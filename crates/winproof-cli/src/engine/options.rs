//! The options of the engine, as an interface sees and sets them.

use std::time::Duration;

use winproof_games::GameSpec;
use winproof_session::Failure;
use winproof_session::amounts::Memory;
use winproof_session::options::{Options, Wishes};

const MEGABYTE: usize = 1 << 20;
/// The least and the most megabytes; the most is what interfaces can store.
const HASH: std::ops::RangeInclusive<usize> = 1..=33_554_432;

/// What an interface can set.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// Megabytes of memory.
    hash: usize,
    /// Whether verdicts are certified before they are reported.
    certify: bool,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions { hash: 1024, certify: true }
    }
}

impl EngineOptions {
    /// Returns the lines that tell an interface which options there are.
    pub fn describe(&self) -> Vec<String> {
        let EngineOptions { hash, certify } = self;
        let (least, most) = HASH.into_inner();
        vec![
            format!("option name USI_Hash type spin default {hash} min {least} max {most}"),
            format!("option name Certify type check default {certify}"),
        ]
    }

    /// Sets an option. Names are compared without regard to case.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name.to_ascii_lowercase().as_str() {
            "usi_hash" => {
                let hash = value.parse().ok().filter(|megabytes| HASH.contains(megabytes));
                let hash = hash.ok_or("expected a number of megabytes")?;
                Memory(hash * MEGABYTE).checked().map_err(|error| format!("USI_Hash {error}"))?;
                self.hash = hash;
            }
            "certify" => self.certify = read_check(value)?,
            // Interfaces send it to every engine.
            "usi_ponder" => {}
            _ => return Err(format!("unknown option `{name}`")),
        }
        Ok(())
    }

    /// Returns the options of a search within a time.
    pub fn search_options(
        &self,
        spec: &GameSpec,
        time: Option<Duration>,
    ) -> Result<Options, Failure> {
        let wishes = Wishes {
            memory: Some(Memory(self.hash * MEGABYTE)),
            certify: self.certify,
            time,
            ..Wishes::default()
        };
        Options::new(spec, &wishes, None)
    }
}

fn read_check(value: &str) -> Result<bool, String> {
    value.parse().map_err(|_| "expected `true` or `false`".to_string())
}
