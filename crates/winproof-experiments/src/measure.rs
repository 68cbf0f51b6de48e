//! One search on one problem, and what it cost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use winproof::{Algorithm, Config, Limits, Observer, Progress, StopReason, Verdict};
use winproof_games::GameSpec;
use winproof_session::single;

use crate::clock::Clock;

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
    /// What Winands et al. count: [`winproof::Counts::nodes`].
    #[serde(default)]
    pub nodes: u64,
    /// The most positions held in tables and trees.
    pub entries: u64,
    /// The processor time it took, to the tenth of a millisecond.
    pub seconds: f64,
}

/// What a search may use.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The most expansions.
    pub expansions: u64,
    /// Nodes in the count of Winands et al. after which the search is stopped, some hundred expansions later.
    pub nodes: u64,
    /// For the random choices of the search.
    pub seed: u64,
}

impl Budget {
    /// So many expansions.
    pub fn expansions(expansions: u64) -> Budget {
        Budget { expansions, nodes: u64::MAX, seed: 0 }
    }
}

/// Searches a problem with at most so many expansions; `None` if it was interrupted.
pub fn measure(
    problem: &Problem,
    search: &Search,
    expansions: u64,
    interrupt: &Arc<AtomicBool>,
) -> Option<Measurement> {
    measure_within(problem, search, Budget::expansions(expansions), interrupt)
}

/// Searches a problem within a budget; `None` if it was interrupted.
pub fn measure_within(
    problem: &Problem,
    search: &Search,
    budget: Budget,
    interrupt: &Arc<AtomicBool>,
) -> Option<Measurement> {
    let spec: GameSpec = problem.game.parse().expect("experiments know the games");
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits {
        expansions: Some(budget.expansions),
        interrupt: Some(Arc::clone(&stop)),
        ..Limits::default()
    };
    let mut watch = Watch { nodes: budget.nodes, interrupt, stop };
    let Search { algorithm, settings, memory } = search;
    let mut config = Config { memory: *memory, seed: budget.seed, ..Config::new(*algorithm) };
    for setting in settings.split_whitespace() {
        config.set(setting).expect("experiments know the parameters");
    }
    let clock = Clock::start();
    let answer = single::search(&spec, &problem.position, &config, &limits, &mut watch)
        .expect("experiments know the notation");
    if answer.stop == Some(StopReason::Interrupted) && answer.counts.nodes < budget.nodes {
        return None;
    }
    Some(Measurement {
        verdict: answer.verdict,
        expansions: answer.counts.expansions,
        generated: answer.counts.generated,
        iterations: answer.counts.iterations,
        nodes: answer.counts.nodes,
        entries: answer.entries as u64,
        seconds: (clock.seconds() * 1e4).round() / 1e4,
    })
}

/// Stops a search at a number of nodes, or when all is interrupted.
struct Watch<'a> {
    nodes: u64,
    interrupt: &'a AtomicBool,
    stop: Arc<AtomicBool>,
}

impl Observer for Watch<'_> {
    fn progress(&mut self, progress: &Progress) {
        if progress.counts.nodes >= self.nodes || self.interrupt.load(Ordering::Relaxed) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}
