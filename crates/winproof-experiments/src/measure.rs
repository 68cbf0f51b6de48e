//! One search on one problem, and what it cost.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use winproof::{Algorithm, Config, Limits, StopReason, Verdict};
use winproof_games::GameSpec;
use winproof_session::single;

/// A problem: can the player to move force a win?
#[derive(Clone, Debug)]
pub struct Problem {
    /// The game with its parameters, as on the command line.
    pub game: String,
    /// The position in the game's notation.
    pub position: String,
}

/// A way to search.
#[derive(Clone, Debug)]
pub struct Search {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its parameters where they are not at their defaults, as on the command line.
    pub settings: String,
    /// Bytes for tables and trees.
    pub memory: usize,
}

/// The verdicts of a problem that was solved.
pub const SOLVED: [Verdict; 2] = [Verdict::Proved, Verdict::Disproved];

/// The result of a run, and its cost. Everything except the time is reproducible.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// The answer.
    pub verdict: Verdict,
    /// Positions whose children were generated.
    pub expansions: u64,
    /// Children generated, with duplicates.
    pub generated: u64,
    /// Walks from the root, where the search makes any.
    #[serde(default)]
    pub iterations: u64,
    /// The most positions held in tables and trees.
    pub entries: u64,
    /// The time it took.
    pub seconds: f64,
}

/// Searches a problem with at most so many expansions; `None` if it was interrupted.
pub fn measure(
    problem: &Problem,
    search: &Search,
    expansions: u64,
    interrupt: &Arc<AtomicBool>,
) -> Option<Measurement> {
    measure_seeded(problem, search, 0, expansions, interrupt)
}

/// Does the same with a seed for the random choices of the search.
pub fn measure_seeded(
    problem: &Problem,
    search: &Search,
    seed: u64,
    expansions: u64,
    interrupt: &Arc<AtomicBool>,
) -> Option<Measurement> {
    let spec: GameSpec = problem.game.parse().expect("experiments know the games");
    let limits = Limits {
        expansions: Some(expansions),
        deadline: None,
        interrupt: Some(Arc::clone(interrupt)),
    };
    let Search { algorithm, settings, memory } = search;
    let mut config = Config { memory: *memory, seed, ..Config::new(*algorithm) };
    for setting in settings.split_whitespace() {
        config.set(setting).expect("experiments know the parameters");
    }
    let answer = single::search(&spec, &problem.position, &config, &limits)
        .expect("experiments know the notation");
    if answer.stop == Some(StopReason::Interrupted) {
        return None;
    }
    Some(Measurement {
        verdict: answer.verdict,
        expansions: answer.counts.expansions,
        generated: answer.counts.generated,
        iterations: answer.counts.iterations,
        entries: answer.entries as u64,
        seconds: answer.elapsed.as_secs_f64(),
    })
}
