//! Options of a search, with every name looked up and every value checked.

use std::time::Duration;

use winproof::save::Header;
use winproof::{ALGORITHMS, Algorithm, Config, Threads};
use winproof_games::GameSpec;
use winproof_rules::each_parameter_once;

use crate::amounts::{Budget, Memory};
use crate::auto;
use crate::failure::Failure;
use crate::question::{Ask, Attacker, AttackerChoice};

/// The options of a search, for one problem or many.
#[derive(Clone, Debug)]
pub struct Options {
    /// The attacker.
    pub attacker: Attacker,
    /// The question.
    pub ask: Ask,
    /// Whether the legal moves get verdicts too.
    pub moves: bool,
    /// Whether they get lines as well.
    pub lines: bool,
    /// The algorithm with its parameters and memory.
    pub config: Config,
    /// The most expansions for one problem.
    pub nodes: Option<u64>,
    /// The most time for one problem.
    pub time: Option<Duration>,
    /// Time of its own for making and checking certificates; `time` is then for the rest alone.
    pub certify_time: Option<Duration>,
    /// Whether verdicts get certificates.
    pub certify: bool,
    /// What the user should know about them, each in a sentence without its full stop.
    pub warnings: Vec<String>,
}

/// The options that a user gave; the game or a save decides the others.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// The attacker; by default the player to move.
    pub attacker: Option<AttackerChoice>,
    /// The question; by default whether the attacker can force a win.
    pub ask: Option<Ask>,
    /// The number of plies within which the target is to be reached.
    pub within: Option<u16>,
    /// Whether the least number of plies is asked for.
    pub shortest: bool,
    /// Whether the legal moves get verdicts too.
    pub moves: bool,
    /// Whether they get lines as well.
    pub lines: bool,
    /// The name of an algorithm, or `auto`.
    pub algorithm: Option<String>,
    /// Parameters of it, as `key=value`.
    pub settings: Vec<String>,
    /// The most expansions for one problem.
    pub nodes: Option<u64>,
    /// The most time for one problem.
    pub time: Option<Duration>,
    /// Time of its own for making and checking certificates.
    pub certify_time: Option<Duration>,
    /// Memory for tables and trees.
    pub memory: Option<Memory>,
    /// The seed of the random number generators.
    pub seed: Option<u64>,
    /// How many threads search one problem; 0 is as good as 1.
    pub threads: usize,
    /// Whether verdicts get certificates.
    pub certify: bool,
}

impl Options {
    /// Looks up the names and checks the values in `wishes`; options that are missing are taken from the
    /// save, if there is one.
    pub fn new(
        spec: &GameSpec,
        wishes: &Wishes,
        saved: Option<&Header>,
    ) -> Result<Options, Failure> {
        let (attacker, ask) = match saved {
            Some(header) => (
                AttackerChoice::Named(header.attacker.clone()),
                header.ask.parse().map_err(Failure::input)?,
            ),
            None => (AttackerChoice::Usual, Ask::Win),
        };
        let ask = wishes.ask.unwrap_or(ask);
        let attacker = wishes.attacker.as_ref().unwrap_or(&attacker);
        ask.check_draws(spec.info().name, spec.info().draws)?;
        let (config, budget) = config(spec, wishes, saved)?;
        let ask = match (wishes.within, wishes.shortest) {
            (None, false) => ask,
            (within, _) => ask.in_time(within)?,
        };
        Ok(Options {
            attacker: attacker.of_game(spec.info())?,
            ask,
            moves: wishes.moves || wishes.lines,
            lines: wishes.lines,
            config,
            nodes: wishes.nodes,
            time: wishes.time,
            certify_time: wishes.certify_time,
            certify: wishes.certify,
            warnings: budget.warning().into_iter().collect(),
        })
    }
}

fn config(
    spec: &GameSpec,
    wishes: &Wishes,
    saved: Option<&Header>,
) -> Result<(Config, Budget), Failure> {
    let asked = wishes.algorithm.as_deref();
    let mut config = match (saved, asked) {
        (None, asked) => named(spec, asked.unwrap_or(AUTO))?,
        (Some(header), Some(asked)) if asked != AUTO && asked != header.algorithm => {
            header.config_for(algorithm(asked)?).map_err(Failure::input)?
        }
        (Some(header), _) => header.config().map_err(Failure::input)?,
    };
    let name = config.algorithm().info().name;
    each_parameter_once(name, wishes.settings.iter().map(String::as_str))
        .map_err(Failure::input)?;
    for assignment in &wishes.settings {
        config.set(assignment).map_err(Failure::input)?;
    }
    let memory = wishes.memory.or(saved.map(|_| Memory(config.memory)));
    let budget = Memory::budget(memory)?;
    config.memory = budget.bytes;
    config.seed = wishes.seed.unwrap_or(config.seed);
    set_threads(&mut config, wishes.threads)?;
    Ok((config, budget))
}

/// Sets how many threads search one problem, if the algorithm has threads.
pub fn set_threads(config: &mut Config, threads: usize) -> Result<(), Failure> {
    let algorithm = config.algorithm();
    if threads > 1 && !algorithm.has_threads() {
        let able = ALGORITHMS.iter().filter(|info| info.algorithm.has_threads());
        let able: Vec<_> = able.map(|info| info.name).collect();
        return Err(Failure::Input(format!(
            "{} searches with one thread; several are for {}",
            algorithm.info().name,
            able.join(" and ")
        )));
    }
    if threads > Threads::MOST {
        let most = Threads::MOST;
        return Err(Failure::Input(format!("at most {most} threads search one problem")));
    }
    config.threads = Threads::new(threads.max(1));
    Ok(())
}

/// The name that stands for the best known way to search a game.
pub const AUTO: &str = "auto";

/// Returns the algorithm of this name, or `auto`, with its parameters for a game.
pub fn named(spec: &GameSpec, name: &str) -> Result<Config, Failure> {
    if name == AUTO { Ok(auto::config(spec.info().name)) } else { algorithm(name).map(Config::new) }
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
