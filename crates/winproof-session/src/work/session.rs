//! The work on one problem: searches and certificates under common limits, and what they cost.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use thiserror::Error;
use winproof::{
    Answer, CertifyError, Condition, Counts, Limits, Numbers, Progress, Solver, StopReason,
    Verdict, save,
};
use winproof_certificate::{Accepted, Certificate, Checker, Header, RecordSetBuilder, Rejection};
use winproof_games::GameSpec;
use winproof_rules::{Notation, Question, StopSignal};

use super::checkpointer::Checkpointer;
use super::finding::Evidence;
use super::observer::{TaskObserver, Watch, WatchCertifying};
use crate::options::Options;

/// What following a line may take after the time is up.
const LINE_TIME: Duration = Duration::from_millis(250);

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

/// How a check ended without a rejection.
enum Checked {
    Accepted(Box<Accepted>),
    Stopped(StopReason),
}

/// What a part of the work may use: all that is left, or the share of one of several moves.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// When it has to end.
    pub deadline: Option<Instant>,
    /// The most expansions, counted from the beginning of this session.
    pub expansions: Option<u64>,
}

/// Works on one problem.
pub struct Session<'a, G: Notation> {
    /// The rules.
    pub game: &'a G,
    spec: &'a GameSpec,
    /// How to search.
    pub options: &'a Options,
    /// What the work may use now.
    pub share: Share,
    interrupt: &'a Arc<AtomicBool>,
    /// The observer.
    pub observer: &'a mut dyn TaskObserver,
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
            share: Share { deadline, expansions: options.nodes },
            interrupt,
            observer,
            cost: Cost::default(),
            earlier: 0,
            continued: false,
            checkpointer: None,
        }
    }

    /// Returns the game with its parameters.
    pub fn spec(&self) -> &'a GameSpec {
        self.spec
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

    /// Returns the expansions of this session.
    pub fn expansions(&self) -> u64 {
        self.cost.counts.expansions - self.earlier
    }

    fn limits(&self, expansions: Option<u64>, deadline: Option<Instant>) -> Limits {
        Limits { expansions, deadline, interrupt: Some(Arc::clone(self.interrupt)) }
    }

    /// Returns the signal that tells when loading a save has to stop.
    pub fn stop_signal(&self) -> StopSignal {
        StopSignal::new(self.share.deadline, Some(Arc::clone(self.interrupt)))
    }

    /// Returns the signal that tells when following a line has to stop. A verdict that comes at the last moment
    /// gets one, too.
    pub fn line_stop_signal(&self) -> StopSignal {
        let soon = Instant::now() + LINE_TIME;
        let deadline = self.share.deadline.map(|deadline| deadline.max(soon));
        StopSignal::new(deadline, Some(Arc::clone(self.interrupt)))
    }

    /// Returns when a certificate that is begun now has to be done.
    fn certify_deadline(&self) -> Option<Instant> {
        match self.options.certify_time {
            Some(time) => {
                let left = time.saturating_sub(self.cost.making + self.cost.checking);
                Instant::now().checked_add(left)
            }
            None => self.share.deadline,
        }
    }

    /// Searches a position.
    pub fn search(&mut self, solver: &mut Solver<'a, G>, position: &G::Position) -> Answer {
        let used = self.expansions();
        let expansions = self.share.expansions.map(|most| most.saturating_sub(used));
        let limits = self.limits(expansions, self.share.deadline);
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
            let standing = Progress { counts, condition, elapsed, certificate_steps: 0 };
            let (state, observer) = (solver.state(), &mut *self.observer);
            // A verdict does not need its search any more.
            match answer.stop {
                Some(_) => checkpointer.save_last(&standing, state, None, observer),
                None => checkpointer.save(&standing, state, None, observer),
            }
        }
        answer
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
    pub fn certify(
        &mut self,
        solver: &mut Solver<'a, G>,
        position: &G::Position,
        question: Question,
        verdict: Verdict,
    ) -> Result<Evidence, Refuted> {
        let header = self.header(position, question, verdict);
        let started = Instant::now();
        let proved = verdict == Verdict::Proved;
        let limits = self.limits(self.options.nodes, self.certify_deadline());
        self.observer.certifying();
        let mut watch = WatchCertifying {
            observer: self.observer,
            checkpointer: self.checkpointer.as_mut(),
            proved,
            before: self.cost,
        };
        let made = solver.certify(position, proved, &limits, &mut watch);
        self.cost.making += started.elapsed();
        let records = match made {
            Ok(records) => records,
            Err(error @ CertifyError::Refuted) => {
                return Err(self.refuted(&header, error.to_string()));
            }
            Err(error) => {
                self.save_unfinished(solver, proved);
                return Ok(Evidence::Missing(error.to_string()));
            }
        };
        self.check_made(position, Certificate { header, records })
    }

    /// Saves what was done of a certificate that was not finished.
    fn save_unfinished(&mut self, solver: &mut Solver<'a, G>, proved: bool) {
        let draft = solver.take_draft();
        if let (Some(checkpointer), Some(draft)) = (&mut self.checkpointer, draft)
            && checkpointer.takes_drafts()
        {
            let Cost { counts, searching: elapsed, memory, entries, .. } = self.cost;
            let condition = Condition { numbers: Numbers::solved(proved), memory, entries };
            let standing = Progress { counts, condition, elapsed, certificate_steps: 0 };
            let observer = &mut *self.observer;
            checkpointer.save_last(&standing, solver.state(), Some(&draft), observer);
        }
    }

    /// Checks a certificate that was made here.
    fn check_made(
        &mut self,
        position: &G::Position,
        certificate: Certificate,
    ) -> Result<Evidence, Refuted> {
        let started = Instant::now();
        let header = certificate.header.clone();
        let stop = StopSignal::new(self.certify_deadline(), Some(Arc::clone(self.interrupt)));
        let checked = self.check_to_end(position, certificate, &stop);
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
        &mut self,
        position: &G::Position,
        certificate: Certificate,
    ) -> Result<Accepted, String> {
        match self.check_to_end(position, certificate, &self.stop_signal()) {
            Ok(Checked::Accepted(accepted)) => Ok(*accepted),
            Ok(Checked::Stopped(stop)) => Err(format!("it was not checked: {stop}")),
            Err(rejection) => Err(rejection.to_string()),
        }
    }

    fn check_to_end(
        &mut self,
        position: &G::Position,
        certificate: Certificate,
        stop: &StopSignal,
    ) -> Result<Checked, Rejection> {
        let records = certificate.records.len() as u64;
        let threads = self.options.config.threads.count;
        let mut checker = Checker::new(self.game, position, certificate)?.threads(threads);
        while checker.advance(CHECKED_AT_ONCE)?.is_none() {
            if let Some(cause) = stop.poll() {
                return Ok(Checked::Stopped(cause.into()));
            }
            self.observer.checking(checker.checked(), records);
        }
        let accepted = checker.into_accepted().expect("it was checked to its end");
        Ok(Checked::Accepted(Box::new(accepted)))
    }
}
