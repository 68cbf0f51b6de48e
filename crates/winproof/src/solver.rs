//! The solver: one game, one question, one algorithm.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use thiserror::Error;

use winproof_certificate::{
    Accepted, Certificate, Checker, Header, ReadError, RecordSet, RecordSetBuilder, Rejection,
};
use winproof_rules::{
    Encoding, Game, InputError, Move, NormalForm, Notation, ParameterError, Question, Settings,
    Verdict,
};

use crate::builder::{Budget, SolverBuilder};
use crate::certify::{CertifyError, Draft, Reduced, Region, certify, form_of, read_draft};
use crate::key_map::KeyMap;
use crate::line::{CertificateAdviser, PrincipalLine, principal_line};
use crate::policy::static_solver::StaticSolver;
use crate::save::{LoadError, State, StateReader};
use crate::search::depth_first::MOST_THREADS;
use crate::search::{Search, Setup, Stored, build};
use crate::settings::{LeafNumbers, SearchSettings};
use crate::{
    Algorithm, Control, Counts, Limits, Numbers, Observer, Progress, Silent, StopReason,
    ValueSearch,
};

/// Estimates how far a position is from a proof and from a disproof, as
/// [`Guidance::estimate`](winproof_rules::Guidance::estimate) does: 1 is the nearest. The question is in normal
/// form, so its attacker may be the opponent of the attacker of the question that was asked.
pub type Evaluator<'g, G> =
    Arc<dyn Fn(&<G as Game>::Position, Question) -> (u32, u32) + Send + Sync + 'g>;

/// How to search.
#[derive(Clone, Debug)]
pub struct Config {
    /// The algorithm with its parameters.
    pub search: SearchSettings,
    /// Bytes that tables and trees may use together.
    pub memory: usize,
    /// The seed of the random number generators.
    pub seed: u64,
    /// How many threads search one position, if the algorithm has threads ([`Algorithm::has_threads`]).
    pub threads: Threads,
}

/// How several threads search one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    /// How many there are, at most 128. With one, the search is deterministic.
    pub count: usize,
    /// Expansions that the first one makes alone: small problems, and the parts of a certificate that are searched
    /// again, are solved before other threads would have started.
    pub alone: u64,
    /// Whether they take turns on one thread of the system, an expansion each. That is deterministic and no faster: it
    /// shows how many expansions more they need together than one alone.
    pub turns: bool,
}

impl Threads {
    /// One thread.
    pub const ONE: Threads = Threads { count: 1, alone: 1000, turns: false };

    /// The most threads of a search.
    pub const MOST: usize = MOST_THREADS;

    /// So many threads.
    pub fn new(count: usize) -> Threads {
        Threads { count, ..Threads::ONE }
    }
}

impl Config {
    /// Makes a configuration with an algorithm and its parameters or, if only the algorithm is given, their
    /// defaults; 256 MiB, seed 0 and one thread.
    pub fn new(search: impl Into<SearchSettings>) -> Config {
        Config { search: search.into(), memory: 256 << 20, seed: 0, threads: Threads::ONE }
    }

    /// The algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.search.algorithm()
    }

    /// Returns the parameters as a table, for access by name.
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
    /// The move that keeps the verdict, where one is enough: the attacker is to move and the verdict is
    /// `Proved`, or the defender is to move and it is `Disproved`. If the verdict is unknown, the move that the
    /// search would try next. Otherwise `None`.
    pub best_move: Option<Move>,
    /// The work done.
    pub counts: Counts,
    /// The time taken.
    pub elapsed: Duration,
    /// The most bytes of the memory budget in use.
    pub memory: usize,
    /// The most positions held in tables and trees.
    pub entries: usize,
}

/// The game's leaf oracle on its way from one solver to another: [`Solver::give_leaf_oracle`].
pub struct SharedLeafOracle<'g, G: Game>(StaticSolver<'g, G>);

/// Answers one question about the positions of one game. It keeps what it learns from one position for the
/// next.
///
/// Make one with [`Solver::builder`]. [`Solver::new`] and [`solve_with`](Solver::solve_with) are for callers
/// that have a [`Config`], change limits from position to position, or observe the search.
///
/// ```
/// use winproof::{Question, Solver, Verdict, settings::DfPn};
/// use winproof::rules::{Notation, Player};
/// use winproof_games::Nim;
///
/// let game = Nim;
/// let mut solver = Solver::builder(&game)
///     .question(Question::win(Player::First))
///     .algorithm(DfPn { epsilon: 0.5, ..DfPn::default() })
///     .memory(16 << 20)
///     .build();
/// let position = game.parse("3,4,5")?;
/// let answer = solver.solve(&position);
/// assert_eq!(answer.verdict, Verdict::Proved);
/// let certificate = solver.certificate("nim")?;
/// winproof::check(&game, &certificate.to_bytes())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<'g, G: Game> {
    game: &'g G,
    /// The answer to the question as asked, if it is the same for every position.
    trivial: Option<bool>,
    normal: NormalForm,
    config: Config,
    search: Box<dyn Search<'g, G> + 'g>,
    budget: Budget,
    /// The question as asked, and the position that was solved last with its verdict.
    question: Question,
    last: Option<(G::Position, Verdict)>,
    /// What was done of a certificate that is not finished.
    draft: Option<Vec<u64>>,
    /// Verdicts in normal form that are shown elsewhere.
    assumed: Arc<KeyMap<bool>>,
}

impl<'g, G: Game> Solver<'g, G> {
    /// Makes a solver step by step.
    pub fn builder(game: &'g G) -> SolverBuilder<'g, G> {
        SolverBuilder::new(game)
    }

    pub(crate) fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Returns the limits of a search that begins now.
    fn limits(&self) -> Limits {
        let Budget { expansions, time, interrupt } = self.budget.clone();
        // A time that overflows the clock is no limit.
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        Limits { expansions, deadline, interrupt }
    }

    /// Searches a position, within the limits that the solver was built with.
    pub fn solve(&mut self, position: &G::Position) -> Answer {
        let limits = self.limits();
        self.solve_with(position, &limits, &mut Silent)
    }

    /// Makes a solver with empty tables.
    pub fn new(game: &'g G, question: Question, config: &Config) -> Self {
        Solver::with_evaluator(game, question, config, None)
    }

    /// Makes a solver that estimates leaves with a given function. Algorithms with the parameter `init` start
    /// leaves with these estimates.
    pub(crate) fn with_evaluator(
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

    /// Makes a solver that uses the game's leaf oracle of another solver, with what it has in its table. That is
    /// all that questions have in common: proof and disproof numbers of one mean nothing for another.
    pub fn with_leaf_oracle(
        game: &'g G,
        question: Question,
        config: &Config,
        oracle: SharedLeafOracle<'g, G>,
    ) -> Self {
        Solver::with_static_solver(game, question, oracle.0, config)
    }

    /// Gives away the game's leaf oracle. Without it the solver forgets nothing, but decides fewer leaves, and
    /// cannot make a certificate of what the oracle decided.
    pub fn give_leaf_oracle(&mut self) -> SharedLeafOracle<'g, G> {
        SharedLeafOracle(self.search.static_solver().take(self.normal.question))
    }

    /// Takes over the game's leaf oracle that another solver gave away.
    pub fn take_leaf_oracle(&mut self, mut oracle: SharedLeafOracle<'g, G>) {
        *self.search.static_solver() = oracle.0.take(self.normal.question);
    }

    /// Returns the rules.
    pub fn game(&self) -> &'g G {
        self.game
    }

    pub(crate) fn normal_form(&self) -> NormalForm {
        self.normal
    }

    pub(crate) fn search(&mut self) -> &mut (dyn Search<'g, G> + 'g) {
        self.search.as_mut()
    }

    fn with_static_solver(
        game: &'g G,
        question: Question,
        static_solver: StaticSolver<'g, G>,
        config: &Config,
    ) -> Self {
        let normal = question.normal_form(game);
        let static_solver = static_solver.for_question(normal.question);
        let setup = Setup {
            game,
            question: normal.question,
            search: config.search.clone(),
            memory: config.memory,
            seed: config.seed,
            threads: config.threads,
        };
        let mut search = build(&setup);
        *search.static_solver() = static_solver;
        let trivial = question.trivial(game);
        Solver {
            game,
            trivial,
            normal,
            config: config.clone(),
            search,
            budget: Budget::default(),
            question,
            last: None,
            draft: None,
            assumed: Arc::default(),
        }
    }

    /// Searches a position. A question whose answer is the same for every position
    /// ([`Question::trivial`]) is answered without a search.
    pub fn solve_with(
        &mut self,
        position: &G::Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Answer {
        let mut answer = match self.trivial {
            Some(met) => self.without_search(position, met),
            None => self.search_with(position, limits, observer),
        };
        // Where all moves keep the verdict, none of them is the best one.
        let claimant = self.question.claimant(answer.verdict);
        if claimant.is_some_and(|claimant| claimant != self.game.to_move(position)) {
            answer.best_move = None;
        }
        self.last = Some((position.clone(), answer.verdict));
        answer
    }

    fn search_with(
        &mut self,
        position: &G::Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Answer {
        let turned = self.normal.turned;
        let mut turning = Turning { observer, turned };
        let mut control = Control::new(limits, &mut turning);
        self.search.static_solver().set_stop(control.stop_signal());
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

    /// Answers a trivial question, with any move: the verdict is the same after all of them.
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

    /// Returns the state to save, for [`load`](Solver::load).
    pub fn state(&mut self) -> &mut dyn State {
        self.search.as_mut()
    }

    /// Loads the state of a search of `root`, saved by a solver for the same question with an algorithm that
    /// keeps the same ([`Algorithm::keeps`]). The first [`solve_with`](Solver::solve_with) after that resumes
    /// it: it must be about the same position. After an error the solver must not be used any more.
    ///
    /// A tree with an illegal move is refused. Verdicts in a save are claims: only the certificate shows
    /// whether what a search concludes from them is true.
    pub fn load(
        &mut self,
        root: &G::Position,
        input: &mut StateReader<'_>,
    ) -> Result<(), LoadError> {
        self.search.load(input)?;
        self.search.fits(root, input.stop_signal())
    }

    /// Returns what the solver has stored about the position that is reached by `line` from `root`, the
    /// position that was solved or loaded last.
    pub fn stored(&self, root: &G::Position, line: &[Move]) -> Option<Stored> {
        let mut stored = self.search.stored(root, line)?;
        if self.normal.turned {
            stored.numbers = stored.numbers.turned();
        }
        Some(stored)
    }

    /// Takes over a verdict that is shown elsewhere: df-pn and df-pn+ use it, and records that depend on it stop
    /// there ([`certify_all`](Solver::certify_all)). It is not checked here.
    pub fn assume(&mut self, position: &G::Position, proved: bool) {
        let proved = proved != self.normal.turned;
        if Arc::make_mut(&mut self.assumed).insert(self.game.key(position), proved).is_none() {
            self.search.remember(position, proved);
        }
    }

    /// Returns what the solver's tables say about a position, on any path.
    pub fn known(&self, position: &G::Position) -> Option<bool> {
        self.search.known(position).map(|proved| proved != self.normal.turned)
    }
}

impl<'g, G: Encoding> Solver<'g, G> {
    /// Makes the records of a certificate for the verdict that the last [`solve_with`](Solver::solve_with) gave on
    /// `position`. Parts of the solution that were forgotten are searched again within the limits. A trivial
    /// question needs no records.
    pub fn certify(
        &mut self,
        position: &G::Position,
        proved: bool,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<RecordSet, CertifyError> {
        self.certify_all(std::slice::from_ref(position), proved, limits, observer)
    }

    /// Makes records that show the same verdict on several positions, all of which were solved. Positions that are
    /// [assumed](Solver::assume) have none: then these are no certificate, but a fragment of one
    /// ([`FragmentChecker`](winproof_certificate::FragmentChecker)).
    pub fn certify_all(
        &mut self,
        positions: &[G::Position],
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
        let mut control = Control::new(limits, observer);
        control.check()?;
        let stop = control.stop_signal();
        self.search.static_solver().set_stop(stop);
        let mut region =
            Region::new(self.game, question, proved != turned, self.config.memory, stop);
        region.set_assumed(&self.assumed);
        let draft = self.draft.take().and_then(|words| read_draft(self.game, &words));
        if !G::CYCLIC
            && let Some(dominance) = self.game.dominance()
        {
            let (search, memory) = (self.search.as_mut(), self.config.memory);
            let mut reduced = Reduced::new(self.game, dominance, question, region, search, memory);
            if let Some(Draft::Weakened(draft)) = draft {
                reduced.set_draft(draft);
            }
            let made = reduced.certify(positions, &mut control);
            self.draft = unfinished(&made).then(|| reduced.draft_words());
            return made;
        }
        if let Some(Draft::Hints(hints)) = draft {
            region.set_hints(hints);
        }
        let made = certify(&mut region, positions, self.search.as_mut(), &mut control);
        self.draft = unfinished(&made).then(|| region.draft());
        made
    }

    /// Sets what an earlier attempt to make the certificate of the same verdict has left: [`take_draft`]. It is
    /// not trusted.
    ///
    /// [`take_draft`]: Solver::take_draft
    pub fn set_draft(&mut self, draft: Vec<u64>) {
        self.draft = Some(draft);
    }

    /// Returns what was done of a certificate that was not finished.
    pub fn take_draft(&mut self) -> Option<Vec<u64>> {
        self.draft.take()
    }
}

/// Returns whether another attempt could finish it.
fn unfinished(made: &Result<RecordSet, CertifyError>) -> bool {
    matches!(made, Err(CertifyError::Stopped(_) | CertifyError::Memory))
}

impl<'g, G: Encoding> Solver<'g, G> {
    /// Makes the records of a certificate for the position that was solved last. Parts of the solution that
    /// were forgotten are searched again, within the limits that the solver was built with.
    pub fn records(&mut self) -> Result<RecordSet, CertifyError> {
        let (position, verdict) = self.last.clone().ok_or(CertifyError::NoVerdict)?;
        let proved = verdict.proved().ok_or(CertifyError::NoVerdict)?;
        let limits = self.limits();
        self.certify(&position, proved, &limits, &mut Silent)
    }

    /// Returns the principal line of the position that was solved last, from a certificate that is made for
    /// it: the moves that show the verdict, and the longest resistance against them. At most `longest` moves.
    pub fn principal_line(&mut self, longest: usize) -> Result<PrincipalLine, CertifyError> {
        let records = self.records()?;
        let (position, verdict) = self.last.clone().ok_or(CertifyError::NoVerdict)?;
        let header = self.header(String::new(), String::new(), verdict);
        let certificate = Certificate { header, records };
        let stop = self.limits().stop_signal();
        let adviser = CertificateAdviser::new(self.game, &certificate, &position, &stop);
        Ok(principal_line(self.game, &position, &mut [Box::new(adviser)], longest, &stop))
    }

    fn header(&self, game: String, position: String, verdict: Verdict) -> Header {
        let Question { attacker, target } = self.question;
        Header {
            game,
            parameters: BTreeMap::new(),
            position,
            attacker,
            target,
            within: None,
            verdict,
        }
    }
}

impl<G: Notation> Solver<'_, G> {
    /// Makes the certificate of the verdict on the position that was solved last. `game` is the game's name
    /// in the header. The checker decides whether it holds: [`check`](crate::check).
    pub fn certificate(&mut self, game: &str) -> Result<Certificate, CertifyError> {
        let records = self.records()?;
        let (position, verdict) = self.last.as_ref().ok_or(CertifyError::NoVerdict)?;
        let text = self.game.format_without_count(position);
        let within = self.game.plies_left(position);
        let header = Header { within, ..self.header(game.to_string(), text, *verdict) };
        Ok(Certificate { header, records })
    }
}

impl<G: Game> Solver<'_, G> {
    /// Finds the greatest value that the attacker of the question can force from a position, or the range
    /// that is still possible if a limit was reached. It asks one question after the other, each with its own
    /// tables and within the limits of this solver.
    pub fn value(&mut self, position: &G::Position) -> ValueSearch {
        let mut search = ValueSearch::new(self.game, self.question.attacker, None);
        let own = self.normal.question;
        let mut static_solver = self.search.static_solver().take(own);
        while let Some(question) = search.next() {
            let normal = question.normal_form(self.game).question;
            let lent = static_solver.take(normal);
            let mut solver = Solver::with_static_solver(self.game, question, lent, &self.config);
            solver.budget = self.budget.clone();
            let verdict = solver.solve(position).verdict;
            static_solver = solver.search.static_solver().take(normal);
            let Some(proved) = verdict.proved() else { break };
            search.answered(question.target, proved);
        }
        *self.search.static_solver() = static_solver.take(own);
        search
    }
}

/// Reads a certificate and checks it by the rules of the game alone. The header's position is read in the game's
/// notation.
///
/// It is checked under the rules of `game`, whatever name and parameters the header has for it: read the claim that
/// was accepted.
pub fn check<G: Notation>(game: &G, bytes: &[u8]) -> Result<Accepted, CheckError> {
    let certificate = Certificate::read_from(bytes, usize::MAX)?;
    let Header { position, within, .. } = &certificate.header;
    let position = game.parse_with_count(position, *within)?;
    let mut checker = Checker::new(game, &position, certificate)?;
    while checker.advance(u64::MAX)?.is_none() {}
    Ok(checker.into_accepted().expect("it was checked to its end"))
}

/// Why a certificate was not accepted.
#[derive(Debug, Error)]
pub enum CheckError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Its position is not a position of the game.
    #[error("the position of the header: {0}")]
    Position(#[from] InputError),
    /// It does not show its verdict.
    #[error(transparent)]
    Rejected(#[from] Rejection),
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
