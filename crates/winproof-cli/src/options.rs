//! How to search, with every name looked up and every value checked.

use std::time::Duration;

use winproof::{ALGORITHMS, Algorithm, Config};
use winproof_games::GameSpec;

use crate::amounts::{Memory, Seconds};
use crate::arguments::SearchArguments;
use crate::failure::Failure;
use crate::question::{Ask, Attacker};

/// How to search, for one problem or many.
#[derive(Clone, Debug)]
pub struct Options {
    /// Who is asked to reach the target.
    pub attacker: Attacker,
    /// The question.
    pub ask: Ask,
    /// Whether the legal moves get verdicts too.
    pub moves: bool,
    /// The algorithm with its parameters and memory.
    pub config: Config,
    /// The most expansions for one problem.
    pub nodes: Option<u64>,
    /// The most time for one problem.
    pub time: Option<Duration>,
    /// Whether verdicts get certificates.
    pub certify: bool,
}

impl Options {
    /// Looks up the names and checks the values in `arguments`.
    pub fn new(spec: &GameSpec, arguments: &SearchArguments) -> Result<Options, Failure> {
        arguments.ask.check_draws(spec.info().name, spec.info().draws)?;
        let algorithm = algorithm(&arguments.algorithm)?;
        let mut settings = algorithm.defaults();
        for assignment in &arguments.settings {
            settings.set(assignment).map_err(Failure::input)?;
        }
        let memory = Memory::budget(arguments.memory)?;
        Ok(Options {
            attacker: arguments.attacker.of_game(spec.info())?,
            ask: arguments.ask,
            moves: arguments.moves,
            config: Config { algorithm, settings, memory, seed: arguments.seed },
            nodes: arguments.nodes,
            time: arguments.time.map(|Seconds(time)| time),
            certify: !arguments.no_certify,
        })
    }
}

fn algorithm(name: &str) -> Result<Algorithm, Failure> {
    Algorithm::named(name).ok_or_else(|| {
        let known: Vec<_> = ALGORITHMS.iter().map(|info| info.name).collect();
        let known = known.join(", ");
        Failure::Input(format!("unknown algorithm `{name}` (there are: auto, {known})"))
    })
}

/// Reads `name:key=value,…`.
pub fn game(text: &str) -> Result<GameSpec, Failure> {
    text.parse().map_err(Failure::input)
}
