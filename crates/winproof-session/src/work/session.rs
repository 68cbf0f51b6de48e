//! The work on one problem: searches and certificates under common limits, and what they cost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;
use winproof::{
    Answer, CertifyError, Condition, Counts, Limits, Progress, Solver, StopReason, Verdict, save,
};
use winproof_certificate::{Accepted, Certificate, Checker, Header, RecordSetBuilder, Rejection};
use winproof_games::GameSpec;
use winproof_rules::{Notation, Question};

use super::checkpointer::Checkpointer;
use super::observer::{TaskObserver, Watch, WatchCertifying};
use crate::options::Options;

/// The work of the checker between two reads of the clock: some tens of milliseconds.
const CHECKED_AT_ONCE: u64 = 1 << 16;

/// The costs of all searches and certificates of a problem together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// The work of the searches.
    pub counts: Counts,
    /// The time of the searches.
    pub searching: Duration,
    /// The time it took to make certificates.
    pub making: Duration,
    /// The time it took to check them.
    pub checking: Duration,
    /// The most bytes of the memory budget in use.
    pub memory: usize,
    /// The most positions held in tables and trees.
    pub entries: usize,
}

impl Cost {
    fn add(&mut self, answer: &Answer) {
        self.counts = self.counts.and(answer.counts);
        self.searching += answer.elapsed;
        self.memory = self.memory.max(answer.memory);
        self.entries = self.entries.max(answer.entries);
    }
}

/// A verdict that turned out to be wrong.
#[derive(Debug, Error)]
#[error("the verdict `{verdict}` on {position} is refuted ({reason}); {blame}")]
pub struct Refuted {
    verdict: Verdict,
    position: String,
    reason: String,
    blame: &'static str,
}

/// Evidence that an answer is right.
#[derive(Default)]
pub enum Evidence {
    /// A certificate that was accepted.
    Certificate(Box<Accepted>),
    /// A certificate was wanted, and this is why there is none.
    Missing(String),
    /// There is no verdict, or no certificate was wanted.
    #[default]
    None,
}

impl Evidence {
    /// Returns the certificate, if there is one.
    pub fn certificate(&self) -> Option<&Accepted> {
        match self {
            Evidence::Certificate(accepted) => Some(accepted),
            _ => None,
        }
    }

    /// Returns whether it shows this verdict on this question.
    pub fn shows(&self, question: Question, verdict: Verdict) -> bool {
        self.certificate().is_some_and(|accepted| {
            let header = &accepted.certificate().header;
            header.question() == question && header.verdict == verdict
        })
    }

    /// Returns the certificate, or why it is missing.
    pub fn split(self) -> (Option<Accepted>, Option<String>) {
        match self {
            Evidence::Certificate(accepted) => (Some(*accepted), None),
            Evidence::Missing(reason) => (None, Some(reason)),
            Evidence::None => (None, None),
        }
    }
}

/// The answer to one question about one position.
pub struct Answered {
    /// The result of the search.
    pub answer: Answer,
    /// The evidence that it is right.
    pub evidence: Evidence,
}

/// How a check ended without a rejection.
enum Checked {
    Accepted(Box<Accepted>),
    Stopped(StopReason),
}

/// Works on one problem.
pub struct Session<'a, G: Notation> {
    /// The rules.
    pub game: &'a G,
    spec: &'a GameSpec,
    /// How to search.
    pub options: &'a Options,
    deadline: Option<Instant>,
    interrupt: &'a Arc<AtomicBool>,
    observer: &'a mut dyn TaskObserver,
    /// The costs so far, in all sessions.
    pub cost: Cost,
    /// Expansions of earlier sessions.
    earlier: u64,
    /// Whether it was resumed from a save, whose content is trusted until a certificate is made.
    continued: bool,
    /// The checkpointer, if the search is saved.
    pub checkpointer: Option<Checkpointer>,
}

impl<'a, G: Notation> Session<'a, G> {
    /// Makes a session that begins now.
    pub fn new(
        game: &'a G,
        spec: &'a GameSpec,
        options: &'a Options,
        interrupt: &'a Arc<AtomicBool>,
        observer: &'a mut dyn TaskObserver,
    ) -> Self {
        // A time that overflows the clock is no limit.
        let deadline = options.time.and_then(|time| Instant::now().checked_add(time));
        Session {
            game,
            spec,
            options,
            deadline,
            interrupt,
            observer,
            cost: Cost::default(),
            earlier: 0,
            continued: false,
            checkpointer: None,
        }
    }

    /// Continues the counts of an earlier session.
    pub fn go_on_from(&mut self, progress: &save::Progress) {
        self.cost.counts = progress.counts();
        self.cost.searching = Duration::try_from_secs_f64(progress.seconds).unwrap_or_default();
        self.earlier = progress.expansions;
        self.continued = true;
        if let Some(checkpointer) = &mut self.checkpointer {
            checkpointer.go_on_from(progress);
        }
    }

    fn limits(&self, expansions: Option<u64>) -> Limits {
        let interrupt = Some(Arc::clone(self.interrupt));
        Limits { expansions, deadline: self.deadline, interrupt }
    }

    /// Searches a position and, unless certificates are off, certifies the verdict.
    pub fn answer(
        &mut self,
        solver: &mut Solver<'a, G>,
        position: &G::Position,
        question: Question,
    ) -> Result<Answered, Refuted> {
        let used = self.cost.counts.expansions - self.earlier;
        let limits = self.limits(self.options.nodes.map(|nodes| nodes.saturating_sub(used)));
        self.observer.searching();
        let mut watch = Watch {
            game: self.game,
            root: position,
            observer: self.observer,
            checkpointer: self.checkpointer.as_mut(),
            before: self.cost,
        };
        let answer = solver.solve_with(position, &limits, &mut watch);
        self.cost.add(&answer);
        if let Some(checkpointer) = &mut self.checkpointer {
            let Answer { numbers, memory, entries, .. } = answer;
            let condition = Condition { numbers, memory, entries };
            let Cost { counts, searching: elapsed, .. } = self.cost;
            checkpointer.save(&Progress { counts, condition, elapsed }, solver.state());
        }
        let evidence = match self.options.certify && answer.verdict.is_known() {
            true => {
                let header = self.header(position, question, answer.verdict);
                self.certify(solver, position, header)?
            }
            false => Evidence::None,
        };
        Ok(Answered { answer, evidence })
    }

    /// Makes the certificate of a trivial question: every outcome of the game meets the target, or none does.
    /// It has no records.
    pub fn certify_without_records(
        &mut self,
        position: &G::Position,
        question: Question,
        verdict: Verdict,
    ) -> Result<Evidence, Refuted> {
        let header = self.header(position, question, verdict);
        let (_, form) = header.obligation(self.game);
        let records = RecordSetBuilder::new(form).finish().expect("no records are not too many");
        self.check_made(position, Certificate { header, records })
    }

    /// Returns the header of the certificate of an answer.
    pub fn header(&self, position: &G::Position, question: Question, verdict: Verdict) -> Header {
        Header {
            game: self.spec.info().name.to_string(),
            parameters: self.spec.parameters(),
            position: self.game.format_without_count(position),
            attacker: question.attacker,
            target: question.target,
            within: self.game.plies_left(position),
            verdict,
        }
    }

    /// Makes the certificate of a verdict and checks it. If a limit is reached, the certificate is missing
    /// but the verdict stays.
    fn certify(
        &mut self,
        solver: &mut Solver<'a, G>,
        position: &G::Position,
        header: Header,
    ) -> Result<Evidence, Refuted> {
        let started = Instant::now();
        let proved = header.verdict == Verdict::Proved;
        let limits = self.limits(self.options.nodes);
        self.observer.certifying();
        let mut watch = WatchCertifying { observer: self.observer, proved, before: self.cost };
        let made = solver.certify(position, proved, &limits, &mut watch);
        self.cost.making += started.elapsed();
        let records = match made {
            Ok(records) => records,
            Err(error @ CertifyError::Refuted) => {
                return Err(self.refuted(&header, error.to_string()));
            }
            Err(error) => return Ok(Evidence::Missing(error.to_string())),
        };
        self.check_made(position, Certificate { header, records })
    }

    /// Checks a certificate that was made here.
    fn check_made(
        &mut self,
        position: &G::Position,
        certificate: Certificate,
    ) -> Result<Evidence, Refuted> {
        let started = Instant::now();
        let header = certificate.header.clone();
        let checked = self.check_to_end(position, certificate);
        self.cost.checking += started.elapsed();
        match checked {
            Ok(Checked::Accepted(accepted)) => Ok(Evidence::Certificate(accepted)),
            Ok(Checked::Stopped(stop)) => {
                Ok(Evidence::Missing(format!("the certificate was not checked: {stop}")))
            }
            Err(rejection) => Err(self.refuted(&header, rejection.to_string())),
        }
    }

    fn refuted(&self, header: &Header, reason: String) -> Refuted {
        let Header { verdict, position, .. } = header;
        let blame = match self.continued {
            true => {
                "the save that the search was continued from is false, or there is a bug in winproof"
            }
            false => "this is a bug in winproof",
        };
        Refuted { verdict: *verdict, position: position.clone(), reason, blame }
    }

    /// Checks a certificate from a save.
    pub fn check(
        &self,
        position: &G::Position,
        certificate: Certificate,
    ) -> Result<Accepted, String> {
        match self.check_to_end(position, certificate) {
            Ok(Checked::Accepted(accepted)) => Ok(*accepted),
            Ok(Checked::Stopped(stop)) => Err(format!("it was not checked: {stop}")),
            Err(rejection) => Err(rejection.to_string()),
        }
    }

    fn check_to_end(
        &self,
        position: &G::Position,
        certificate: Certificate,
    ) -> Result<Checked, Rejection> {
        let mut checker = Checker::new(self.game, position, certificate)?;
        while checker.advance(CHECKED_AT_ONCE)?.is_none() {
            if self.interrupt.load(Ordering::Relaxed) {
                return Ok(Checked::Stopped(StopReason::Interrupted));
            }
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Ok(Checked::Stopped(StopReason::Time));
            }
        }
        let accepted = checker.into_accepted().expect("it was checked to its end");
        Ok(Checked::Accepted(Box::new(accepted)))
    }
}
