//! Finds a value by questions, and the certificates of its two bounds.

use std::cell::Cell;

use winproof::save::ValueProgress;
use winproof::{Answer, Config, Solver, ValueSearch, Verdict};
use winproof_rules::{Move, Notation, Player, Question};

use super::finding::{Evidence, Finding};
use super::lines::{LineSources, OracleCell};
use super::problem_search::{Announce, Start, Wanted};
use super::session::{Refuted, Session};

/// The range of a value, and the evidence for it.
pub struct Bounds<'g, G: Notation> {
    /// What is known, and what to ask next.
    pub search: ValueSearch,
    /// Shows that the value is not less than the least one.
    at_least: Bound<'g, G>,
    /// Shows that it is not more than the greatest one.
    at_most: Bound<'g, G>,
}

/// One end of the range of a value.
struct Bound<'g, G: Notation> {
    evidence: Evidence,
    /// The move that keeps it, where one is enough.
    best_move: Option<Move>,
    /// The solver that found it, as long as there is no certificate. Intermediate bounds need none.
    solver: Option<Box<Solver<'g, G>>>,
    /// The memory that the solver holds.
    memory: usize,
}

impl<G: Notation> Bound<'_, G> {
    fn shown_by(evidence: Evidence) -> Self {
        Bound { evidence, best_move: None, solver: None, memory: 0 }
    }

    /// Returns the memory that is held until there is a certificate.
    fn held(&self) -> usize {
        if self.solver.is_some() { self.memory } else { 0 }
    }
}

impl<'g, G: Notation> Bounds<'g, G> {
    /// Nothing is known but what the search knows.
    pub fn new(search: ValueSearch) -> Self {
        let [at_least, at_most] = [Evidence::None, Evidence::None].map(Bound::shown_by);
        Bounds { search, at_least, at_most }
    }

    /// Takes an answer with its evidence.
    pub fn learned(&mut self, target: i32, proved: bool, evidence: Evidence) {
        self.take(target, proved, Bound::shown_by(evidence));
    }

    fn take(&mut self, target: i32, proved: bool, bound: Bound<'g, G>) {
        if self.search.answered(target, proved) {
            *(if proved { &mut self.at_least } else { &mut self.at_most }) = bound;
        }
    }

    /// Returns the certificates that there are.
    fn certificates(&self) -> Vec<&winproof_certificate::Accepted> {
        let evidence = [&self.at_least.evidence, &self.at_most.evidence];
        evidence.into_iter().filter_map(Evidence::certificate).collect()
    }

    /// Returns the memory that a further search may use. If the solvers of the bounds hold more than half of the
    /// budget, their certificates are made now.
    fn room(
        &mut self,
        session: &mut Session<'g, G>,
        position: &G::Position,
        oracle: &OracleCell<'g, G>,
    ) -> Result<usize, Refuted> {
        let budget = session.options.config.memory;
        if self.at_least.held() + self.at_most.held() > budget / 2 {
            self.certify(session, position, oracle)?;
            self.at_least.solver = None;
            self.at_most.solver = None;
        }
        Ok(budget - self.at_least.held() - self.at_most.held())
    }

    /// Makes the certificates of the bounds that have none yet. A solver is kept if that fails, for its moves.
    fn certify(
        &mut self,
        session: &mut Session<'g, G>,
        position: &G::Position,
        oracle: &OracleCell<'g, G>,
    ) -> Result<(), Refuted> {
        if !session.options.certify {
            return Ok(());
        }
        let least = (&mut self.at_least, self.search.least().0, Verdict::Proved);
        let most = (&mut self.at_most, self.search.more_than_greatest().0, Verdict::Disproved);
        for (bound, question, verdict) in [least, most] {
            let Some(solver) = &mut bound.solver else { continue };
            if let Some(oracle) = oracle.take() {
                solver.take_leaf_oracle(oracle);
            }
            bound.evidence = session.certify(solver, position, question, verdict)?;
            oracle.set(Some(solver.give_leaf_oracle()));
            if bound.evidence.certificate().is_some() {
                bound.solver = None;
            }
        }
        Ok(())
    }

    /// Makes the certificates of bounds that hold for every outcome of the game.
    fn certify_ends(
        &mut self,
        session: &mut Session<'g, G>,
        position: &G::Position,
    ) -> Result<(), Refuted> {
        if let (question, true) = self.search.least() {
            self.at_least.evidence =
                session.certify_without_records(position, question, Verdict::Proved)?;
        }
        if let (question, true) = self.search.more_than_greatest() {
            self.at_most.evidence =
                session.certify_without_records(position, question, Verdict::Disproved)?;
        }
        Ok(())
    }

    /// Returns whether accepted certificates show that only one value is left.
    fn is_certified(&self) -> bool {
        let (least, _) = self.search.least();
        let (more, _) = self.search.more_than_greatest();
        self.search.value().is_some()
            && self.at_least.evidence.shows(least, Verdict::Proved)
            && self.at_most.evidence.shows(more, Verdict::Disproved)
    }

    /// Returns the line in which both players keep the value.
    fn line(
        &mut self,
        sources: &LineSources<'_, 'g, G>,
        attacker: Player,
    ) -> Option<winproof::line::PrincipalLine> {
        let value = self.search.value()?;
        let [least_for_all, most_for_all] =
            [self.search.least().1, self.search.more_than_greatest().1];
        let mut advisers = Vec::new();
        for (bound, for_all, verdict) in [
            (&mut self.at_least, least_for_all, Verdict::Proved),
            (&mut self.at_most, most_for_all, Verdict::Disproved),
        ] {
            // Whatever a player does who can expect no less, or no more, it is right.
            if !for_all {
                let Bound { evidence, solver, .. } = bound;
                advisers.push(sources.adviser(verdict, evidence, solver.as_deref_mut())?);
            }
        }
        sources.line(advisers, |outcome| outcome.worth_to(attacker) == value)
    }
}

/// The search for values, one position after another.
pub struct Values<'g, G: Notation> {
    /// The attacker.
    pub attacker: Player,
    /// The value that was found last: a position and its successors often have similar values.
    pub guess: Option<i32>,
    /// Where a saved search resumes.
    pub start: Option<Start<'g, G>>,
    /// The leaf oracle between two searches: its table is useful for the next question too.
    pub oracle: OracleCell<'g, G>,
}

impl<'g, G: Notation> Values<'g, G> {
    /// Makes a search that knows nothing yet, or resumes.
    pub fn new(attacker: Player, start: Option<Start<'g, G>>) -> Self {
        Values { attacker, guess: None, start, oracle: Cell::new(None) }
    }

    /// Finds the value of a position. Every question gets its own solver: numbers of one target mean nothing for
    /// another.
    pub fn find(
        &mut self,
        session: &mut Session<'g, G>,
        position: &G::Position,
        wanted: &Wanted<'_, G>,
        announce: Announce<'_, '_, 'g, G>,
    ) -> Result<Finding, Refuted> {
        let (mut saved, mut bounds) = match self.start.take() {
            Some(start) => (Some((start.question, start.solver)), start.bounds),
            None => {
                let search = ValueSearch::new(session.game, self.attacker, self.guess);
                (None, Bounds::new(search))
            }
        };
        for &(target, proved, certified) in wanted.implied {
            bounds.learned(target, proved, Evidence::Implied { certified });
        }
        let mut finding = Finding::unknown(None);
        while let Some(question) = bounds.search.next() {
            set_checkpoint(session, &bounds, question);
            let saved = saved.take().filter(|(saved, _)| *saved == question);
            let mut solver = match saved {
                Some((_, solver)) => solver,
                None => {
                    let memory = bounds.room(session, position, &self.oracle)?;
                    Box::new(self.solver(session, question, memory))
                }
            };
            let answer = session.search(&mut solver, position);
            self.oracle.set(Some(solver.give_leaf_oracle()));
            let Answer { numbers, best_move, memory, .. } = answer;
            finding.numbers = Some(numbers);
            let Some(proved) = answer.verdict.proved() else {
                (finding.stop, finding.promising_move) = (answer.stop, best_move);
                break;
            };
            let evidence = Evidence::None;
            let solver = Some(solver);
            bounds.take(question.target, proved, Bound { evidence, best_move, solver, memory });
            // A save has no solvers, but certificates: what it says otherwise is not trusted.
            if session.checkpointer.is_some() {
                bounds.certify(session, position, &self.oracle)?;
            }
        }
        finding.bounds = Some(bounds.search.bounds());
        if let Some(value) = bounds.search.value() {
            self.guess = Some(value);
            finding.verdict = Verdict::Proved;
            finding.numbers = None;
            let attacker_moves = session.game.to_move(position) == self.attacker;
            finding.best_move =
                if attacker_moves { &bounds.at_least } else { &bounds.at_most }.best_move;
            announce(session, &finding);
            bounds.certify(session, position, &self.oracle)?;
            if session.options.certify {
                bounds.certify_ends(session, position)?;
            }
            if wanted.line {
                let stop = session.line_stop_signal();
                let sources = LineSources {
                    game: session.game,
                    root: position,
                    before: wanted.before,
                    oracle: &self.oracle,
                    stop: &stop,
                };
                finding.line = bounds.line(&sources, self.attacker);
                let first = finding.line.as_ref().and_then(|line| line.moves.first().copied());
                finding.best_move = first.or(finding.best_move);
            }
        }
        finding.certified = bounds.is_certified();
        let (at_least, below) = bounds.at_least.evidence.split();
        let (at_most, above) = bounds.at_most.evidence.split();
        finding.certificates = [at_least, at_most].into_iter().flatten().collect();
        finding.shortfall = below.or(above);
        Ok(finding)
    }

    fn solver(&self, session: &Session<'g, G>, question: Question, memory: usize) -> Solver<'g, G> {
        let config = Config { memory, ..session.options.config.clone() };
        match self.oracle.take() {
            Some(oracle) => Solver::with_leaf_oracle(session.game, question, &config, oracle),
            None => Solver::new(session.game, question, &config),
        }
    }
}

/// Has the next saves say which question is searched, and what is known so far.
fn set_checkpoint<G: Notation>(
    session: &mut Session<'_, G>,
    bounds: &Bounds<'_, G>,
    question: Question,
) {
    if let Some(checkpointer) = &mut session.checkpointer {
        let (least, greatest) = bounds.search.bounds();
        let progress = ValueProgress { target: question.target, least, greatest };
        checkpointer.set_question(progress, &bounds.certificates());
    }
}
