//! The façade: one game, one question, one algorithm.

use std::sync::Arc;
use std::time::Duration;

use winproof_certificate::{RecordSet, RecordSetBuilder};
use winproof_rules::{
    Encoding, Game, Move, NormalForm, ParameterError, Question, Settings, Verdict,
};

use crate::certify::{CertifyError, Reduced, Region, certify, form_of};
use crate::policy::static_solver::StaticSolver;
use crate::save::{LoadError, State, StateReader};
use crate::search::{Search, Setup, Stored, build};
use crate::settings::{LeafNumbers, SearchSettings};
use crate::{Algorithm, Control, Counts, Limits, Numbers, Observer, Progress, StopReason};

/// Estimates how far a position is from a proof and from a disproof, as
/// [`Guidance::estimate`](winproof_rules::Guidance::estimate) does: 1 is the nearest. The question is in normal
/// form, so its attacker may be the opponent of the one who was asked about.
pub type Evaluator<'g, G> =
    Arc<dyn Fn(&<G as Game>::Position, Question) -> (u32, u32) + Send + Sync + 'g>;

/// How to search.
#[derive(Clone, Debug)]
pub struct Config {
    /// The algorithm with its parameters.
    pub search: SearchSettings,
    /// Bytes that tables and trees may use together.
    pub memory: usize,
    /// The seed of everything random.
    pub seed: u64,
}

impl Config {
    /// An algorithm with its parameters or, if only the algorithm is given, their defaults; 256 MiB and seed 0.
    pub fn new(search: impl Into<SearchSettings>) -> Config {
        Config { search: search.into(), memory: 256 << 20, seed: 0 }
    }

    /// The algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.search.algorithm()
    }

    /// The parameters as a table, for those who know them by name.
    pub fn settings(&self) -> Settings {
        self.search.settings()
    }

    /// Sets one parameter from `name=value`.
    pub fn set(&mut self, assignment: &str) -> Result<(), ParameterError> {
        self.change(|settings| settings.set(assignment))
    }

    /// Sets one parameter by name.
    pub fn set_value(&mut self, name: &str, value: &str) -> Result<(), ParameterError> {
        self.change(|settings| settings.set_value(name, value))
    }

    fn change(
        &mut self,
        change: impl FnOnce(&mut Settings) -> Result<(), ParameterError>,
    ) -> Result<(), ParameterError> {
        let mut settings = self.settings();
        change(&mut settings)?;
        self.search = SearchSettings::read(self.algorithm(), &settings);
        Ok(())
    }
}

/// What a search found, and what it cost.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// Why there is none, if it is unknown.
    pub stop: Option<StopReason>,
    /// The root's proof and disproof number, as far as the search got.
    pub numbers: Numbers,
    /// The move that settles the matter or, as long as nothing is settled, the one the search would try
    /// next; `None` if the game is over.
    pub best_move: Option<Move>,
    /// The work done.
    pub counts: Counts,
    /// The time taken.
    pub elapsed: Duration,
    /// Bytes of the memory budget in use, at the most.
    pub memory: usize,
    /// Positions held in tables and trees, at the most.
    pub entries: usize,
}

/// Answers one question about the positions of one game. What it learns from one position it keeps for
/// the next.
///
/// ```
/// use winproof::{Algorithm, Config, Limits, Silent, Solver, Verdict};
/// use winproof_rules::{Notation, Player, Question};
/// use winproof_games::Nim;
///
/// let game = Nim;
/// let question = Question { attacker: Player::First, target: 1 };
/// let mut solver = Solver::new(&game, question, &Config::new(Algorithm::Pn));
/// let position = game.parse("3,4,5")?;
/// let answer = solver.solve(&position, &Limits::default(), &mut Silent);
/// assert_eq!(answer.verdict, Verdict::Proved);
/// # Ok::<(), winproof_rules::InputError>(())
/// ```
pub struct Solver<'g, G: Game> {
    game: &'g G,
    /// The answer to the question as asked, if it is the same for every position.
    trivial: Option<bool>,
    normal: NormalForm,
    memory: usize,
    search: Box<dyn Search<'g, G> + 'g>,
}

impl<'g, G: Game> Solver<'g, G> {
    /// A solver that knows nothing yet.
    pub fn new(game: &'g G, question: Question, config: &Config) -> Self {
        Solver::with_evaluator(game, question, config, None)
    }

    /// A solver that estimates leaves by a function of its own. Algorithms that start leaves with numbers of
    /// their own (`init`) start them with these.
    pub fn with_evaluator(
        game: &'g G,
        question: Question,
        config: &Config,
        evaluator: Option<Evaluator<'g, G>>,
    ) -> Self {
        let mut config = config.clone();
        if evaluator.is_some()
            && let Some(init) = config.search.init_mut()
        {
            *init = LeafNumbers::Game;
        }
        let normal = question.normal_form(game);
        let static_solver =
            StaticSolver::new(game, normal.question, config.search.leaf(), evaluator);
        Solver::with_static_solver(game, question, static_solver, &config)
    }

    /// A solver for another question, with the same configuration. Of what this one knows it takes over what
    /// the game's leaf oracle remembers: proof and disproof numbers of one question mean nothing for another.
    pub fn into_question(mut self, question: Question, config: &Config) -> Self {
        let normal = question.normal_form(self.game);
        let static_solver = self.search.static_solver().take(normal.question);
        Solver::with_static_solver(self.game, question, static_solver, config)
    }

    fn with_static_solver(
        game: &'g G,
        question: Question,
        static_solver: StaticSolver<'g, G>,
        config: &Config,
    ) -> Self {
        let normal = question.normal_form(game);
        let setup = Setup {
            game,
            question: normal.question,
            search: config.search.clone(),
            memory: config.memory,
            seed: config.seed,
        };
        let mut search = build(&setup);
        *search.static_solver() = static_solver;
        let trivial = question.trivial(game);
        Solver { game, trivial, normal, memory: config.memory, search }
    }

    /// Searches a position. A question whose answer is the same for every position
    /// ([`Question::trivial`]) is answered without a search.
    pub fn solve(
        &mut self,
        position: &G::Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Answer {
        if let Some(met) = self.trivial {
            return self.without_search(position, met);
        }
        let turned = self.normal.turned;
        let mut turning = Turning { observer, turned };
        let mut control = Control::new(limits, &mut turning);
        let looked_at = self.search.leaf_nodes();
        let (verdict, stop) = match self.search.search(position, &mut control) {
            Ok(proved) => (Verdict::of(proved != turned), None),
            Err(reason) => (Verdict::Unknown, Some(reason)),
        };
        let numbers = self.search.numbers();
        control.counts.leaf_nodes = self.search.leaf_nodes() - looked_at;
        Answer {
            verdict,
            stop,
            numbers: if turned { numbers.turned() } else { numbers },
            best_move: self.search.best_move(),
            counts: control.counts,
            elapsed: control.elapsed(),
            memory: self.search.memory(),
            entries: self.search.entries(),
        }
    }

    /// The answer to a trivial question, with any move: all of them lead to the same.
    fn without_search(&self, position: &G::Position, met: bool) -> Answer {
        let mut moves = Vec::new();
        if self.game.outcome(position).is_none() {
            self.game.moves(position, &mut moves);
        }
        Answer {
            verdict: Verdict::of(met),
            stop: None,
            numbers: Numbers::solved(met),
            best_move: moves.first().copied(),
            counts: Counts::default(),
            elapsed: Duration::ZERO,
            memory: 0,
            entries: 0,
        }
    }

    /// What is to be saved of this solver, for [`load`](Solver::load).
    pub fn state(&mut self) -> &mut dyn State {
        self.search.as_mut()
    }

    /// Loads what a solver for the same question and an algorithm that keeps the same
    /// ([`Algorithm::keeps`]) has saved of its search of `root`. The first [`solve`](Solver::solve) after
    /// that continues it: it has to be about the same position. After an error the solver is of no use any
    /// more.
    ///
    /// The moves of a loaded tree are legal, or it is refused. Verdicts in a save are claims: what a search
    /// concludes from them is shown by the certificate alone.
    pub fn load(
        &mut self,
        root: &G::Position,
        input: &mut StateReader<'_>,
    ) -> Result<(), LoadError> {
        self.search.load(input)?;
        match self.search.fits(root) {
            true => Ok(()),
            false => Err(LoadError::Damaged("its tree is not one of this position")),
        }
    }

    /// What the solver remembers of the position that is reached by `line` from `root`, the position that
    /// was solved or loaded last.
    pub fn stored(&self, root: &G::Position, line: &[Move]) -> Option<Stored> {
        let mut stored = self.search.stored(root, line)?;
        if self.normal.turned {
            stored.numbers = stored.numbers.turned();
        }
        Some(stored)
    }

    /// What the solver's tables say of a position, whatever path led there.
    pub fn known(&self, position: &G::Position) -> Option<bool> {
        self.search.known(position).map(|proved| proved != self.normal.turned)
    }
}

impl<'g, G: Encoding> Solver<'g, G> {
    /// Makes the records of a certificate for the verdict that the last [`solve`](Solver::solve) gave on
    /// `position`. Parts of the solution that were forgotten are searched again within the limits. A trivial
    /// question needs no records.
    pub fn certify(
        &mut self,
        position: &G::Position,
        proved: bool,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<RecordSet, CertifyError> {
        let NormalForm { question, turned } = self.normal;
        if let Some(met) = self.trivial {
            return match met == proved {
                true => Ok(RecordSetBuilder::new(form_of(proved != turned)).finish()?),
                false => Err(CertifyError::Refuted),
            };
        }
        let region = Region::new(self.game, question, proved != turned, self.memory);
        let mut control = Control::new(limits, observer);
        if !G::CYCLIC
            && let Some(dominance) = self.game.dominance()
        {
            let (search, memory) = (self.search.as_mut(), self.memory);
            let reduced = Reduced::new(self.game, dominance, question, region, search, memory);
            return reduced.certify(position, &mut control);
        }
        certify(region, position, self.search.as_mut(), &mut control)
    }
}

/// Shows the observer the numbers of the question that was asked, not of its normal form.
struct Turning<'a> {
    observer: &'a mut dyn Observer,
    turned: bool,
}

impl Turning<'_> {
    fn turn(&self, progress: &Progress) -> Progress {
        let mut progress = *progress;
        if self.turned {
            progress.condition.numbers = progress.condition.numbers.turned();
        }
        progress
    }
}

impl Observer for Turning<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(&self.turn(progress));
    }

    fn wants_expansions(&self) -> bool {
        self.observer.wants_expansions()
    }

    fn expanded(&mut self, key: winproof_rules::Key) {
        self.observer.expanded(key);
    }

    fn wants_line(&self) -> bool {
        self.observer.wants_line()
    }

    fn line(&mut self, line: &[Move]) {
        self.observer.line(line);
    }

    fn wants_save(&self) -> bool {
        self.observer.wants_save()
    }

    fn save(&mut self, progress: &Progress, state: &mut dyn State) {
        self.observer.save(&self.turn(progress), state);
    }
}

#[cfg(test)]
mod tests {
    use winproof_games::TicTacToe;

    use super::*;

    #[test]
    fn solvers_can_move_to_another_thread() {
        fn assert_send<T: Send>() {}
        assert_send::<Solver<'static, TicTacToe>>();
    }
}
