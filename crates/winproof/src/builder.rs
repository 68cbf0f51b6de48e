//! A builder, which makes a solver step by step.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use winproof_rules::{Game, Player, Question};

use crate::settings::{DfPnPlus, LeafNumbers, SearchSettings};
use crate::{Config, Evaluator, Solver, Threads};

/// Makes a [`Solver`]; see [`Solver::builder`]. Everything has a default: the question is whether the first
/// player can force a win, the search is df-pn+ with the hooks that the game has, in 256 MiB, without limits.
#[must_use]
pub struct SolverBuilder<'g, G: Game> {
    game: &'g G,
    question: Question,
    search: Option<SearchSettings>,
    memory: usize,
    seed: u64,
    threads: usize,
    budget: Budget,
    evaluator: Option<Evaluator<'g, G>>,
}

/// The limits of each [`solve`](Solver::solve).
#[derive(Clone, Debug, Default)]
pub(crate) struct Budget {
    pub expansions: Option<u64>,
    pub time: Option<Duration>,
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl<'g, G: Game> SolverBuilder<'g, G> {
    pub(crate) fn new(game: &'g G) -> Self {
        let Config { memory, seed, .. } = Config::new(SearchSettings::Oracle);
        SolverBuilder {
            game,
            question: Question::win(Player::First),
            search: None,
            memory,
            seed,
            threads: 1,
            budget: Budget::default(),
            evaluator: None,
        }
    }

    /// Sets the question.
    pub fn question(mut self, question: Question) -> Self {
        self.question = question;
        self
    }

    /// Sets the algorithm: its settings, or an [`Algorithm`](crate::Algorithm) with the defaults.
    pub fn algorithm(mut self, search: impl Into<SearchSettings>) -> Self {
        self.search = Some(search.into());
        self
    }

    /// Limits the bytes that tables and trees use together.
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// Seeds the random number generators.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets how many threads search a position together. They share the memory and the limits.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Limits the expansions for each position.
    pub fn max_expansions(mut self, expansions: u64) -> Self {
        self.budget.expansions = Some(expansions);
        self
    }

    /// Limits the time for each position.
    pub fn max_time(mut self, time: Duration) -> Self {
        self.budget.time = Some(time);
        self
    }

    /// Stops searches soon after this becomes true.
    pub fn interrupt(mut self, interrupt: Arc<AtomicBool>) -> Self {
        self.budget.interrupt = Some(interrupt);
        self
    }

    /// Estimates leaves by this function: how far a position is from a proof and from a disproof, 1 being the
    /// nearest. It replaces the game's own estimates and is used whatever the algorithm's settings say about
    /// new leaves; its results are clamped to finite numbers of at least 1. The question is in normal form
    /// ([`Question::normal_form`]), so its attacker may be the opponent of the attacker of the question that
    /// was asked.
    pub fn evaluator(
        mut self,
        evaluator: impl Fn(&G::Position, Question) -> (u32, u32) + Send + Sync + 'g,
    ) -> Self {
        self.evaluator = Some(Arc::new(evaluator));
        self
    }

    /// Makes the solver.
    ///
    /// # Panics
    ///
    /// If there is an evaluator and the algorithm has no proof numbers, so that it cannot use the evaluator; or if there
    /// are several threads and the algorithm has none ([`Algorithm::has_threads`](crate::Algorithm::has_threads)).
    pub fn build(self) -> Solver<'g, G> {
        let SolverBuilder { game, question, search, memory, seed, threads, budget, evaluator } =
            self;
        let search = search.unwrap_or_else(with_hooks);
        let config = Config { memory, seed, threads: Threads::new(threads), ..Config::new(search) };
        assert!(
            threads == 1 || config.algorithm().has_threads(),
            "{} has no threads",
            config.algorithm().info().name
        );
        assert!(
            evaluator.is_none() || config.search.clone().init_mut().is_some(),
            "{} has no leaves that an evaluator could estimate",
            config.algorithm().info().name
        );
        let mut solver = Solver::with_evaluator(game, question, &config, evaluator);
        solver.set_budget(budget);
        solver
    }
}

/// Settings that use the hooks of the game: estimates, costs, and the first level of its leaf oracle.
fn with_hooks() -> SearchSettings {
    let mut settings = DfPnPlus::default();
    (settings.common.init, settings.common.leaf) = (LeafNumbers::Game, 1);
    settings.into()
}
