//! The checker: does every record hold under the rules of the game?

use std::borrow::Borrow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{panic, thread};

use winproof_rules::Encoding;

use crate::fragment::Assumed;
use crate::index::Index;
use crate::local::LocalCheck;
use crate::{Certificate, Flaw, RecordSet, Rejection};

/// The work of checking an accepted certificate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// Records checked, which are all records.
    pub records: u64,
    /// Moves tried from their positions, those of threats included.
    pub moves: u64,
    /// Positions visited by minimax.
    pub minimax_positions: u64,
    /// Positions of solution trees.
    pub solution_positions: u64,
    /// What was put aside in temporary files, if the certificate was streamed.
    pub spilled: Option<Spilled>,
}

/// What streaming a certificate put into temporary files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spilled {
    /// How often the buffer was written: once each time it was full, and once for the rest.
    pub runs: u64,
    /// Bytes written, including those that were read again only to be merged and written once more.
    pub bytes: u64,
}

impl CheckReport {
    /// Returns the total work.
    fn work(&self) -> u64 {
        self.records + self.moves + self.minimax_positions + self.solution_positions
    }

    /// Adds the work of another thread.
    fn add(&mut self, other: &CheckReport) {
        self.records += other.records;
        self.moves += other.moves;
        self.minimax_positions += other.minimax_positions;
        self.solution_positions += other.solution_positions;
    }
}

/// Checks a certificate from beginning to end.
///
/// `game` and `root` must be the game and the position that the header names; the caller reads them, because
/// it knows the games.
pub fn check<G: Encoding>(
    game: &G,
    root: &G::Position,
    certificate: &Certificate,
) -> Result<CheckReport, Rejection> {
    let mut checker = Checker::new(game, root, certificate)?;
    loop {
        if let Some(report) = checker.advance(u64::MAX)? {
            return Ok(report);
        }
    }
}

/// A certificate that was checked and accepted, for the game and the position that its header names.
///
/// Only a [`Checker`] makes one, so a verdict that is reported together with this value is certified.
#[derive(Clone, Debug)]
pub struct Accepted {
    certificate: Certificate,
    report: CheckReport,
}

impl Accepted {
    /// The certificate.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// The work of checking it.
    pub fn report(&self) -> CheckReport {
        self.report
    }
}

/// A check that can be done in steps, to show progress or to stop early. It owns the certificate or borrows
/// it.
pub struct Checker<'a, G: Encoding, C = &'a Certificate> {
    certificate: C,
    check: RecordCheck<'a, G>,
    accepted: Option<CheckReport>,
}

impl<G: Encoding> Checker<'_, G, Certificate> {
    /// Returns the accepted certificate; `None` if it was not checked to its end.
    pub fn into_accepted(self) -> Option<Accepted> {
        let Checker { certificate, accepted, .. } = self;
        accepted.map(|report| Accepted { certificate, report })
    }
}

impl<'a, G: Encoding, C: Borrow<Certificate>> Checker<'a, G, C> {
    /// Checks the position asked about; [`advance`](Checker::advance) checks the records.
    pub fn new(game: &'a G, root: &G::Position, certificate: C) -> Result<Self, Rejection> {
        let Certificate { header, records } = certificate.borrow();
        let local = LocalCheck::new(game, header, records.form())?;
        if let Some(root) = local.root(root)? {
            records.find(&root).ok_or(Rejection::RootMissing)?;
        }
        let check = RecordCheck::new(local, records);
        Ok(Checker { certificate, check, accepted: None })
    }

    /// Lets several threads check records, each of which holds or not by itself.
    pub fn threads(mut self, threads: usize) -> Self {
        self.check.threads = threads;
        self
    }

    /// How many records have been checked so far.
    pub fn checked(&self) -> u64 {
        self.check.local.done.records
    }

    /// Continues for about `work` positions, at least 1. The certificate is accepted only
    /// when this returns the report, after all records were found to hold.
    pub fn advance(&mut self, work: u64) -> Result<Option<CheckReport>, Rejection> {
        self.accepted = self.check.advance(&self.certificate.borrow().records, work)?;
        Ok(self.accepted)
    }
}

/// Records that a thread takes at a time.
const SHARE: u64 = 16;

/// The check of a set of records, in steps.
pub(crate) struct RecordCheck<'a, G: Encoding> {
    index: Index,
    pub local: LocalCheck<'a, G>,
    pub threads: usize,
    /// Tells of positions without a record that they are covered nevertheless.
    pub assumed: Option<Assumed<'a>>,
}

impl<'a, G: Encoding> RecordCheck<'a, G> {
    /// Nothing is checked yet, and nothing assumed.
    pub fn new(local: LocalCheck<'a, G>, records: &RecordSet) -> Self {
        RecordCheck { index: Index::new(records), local, threads: 1, assumed: None }
    }

    /// Continues for about `work` positions, at least 1. Returns the report after all records were found to hold.
    pub fn advance(
        &mut self,
        records: &RecordSet,
        work: u64,
    ) -> Result<Option<CheckReport>, Rejection> {
        // No record is checked before all are in the index.
        let work = work.max(1);
        let work = work - self.index.add(records, work);
        if work == 0 {
            return Ok(None);
        }
        if self.threads > 1 {
            let done = self.check_together(records, work)?;
            self.local.done.add(&done);
        } else {
            let enough = self.local.done.work().saturating_add(work);
            let RecordCheck { index, local, assumed, .. } = self;
            while local.done.records < records.len() as u64 && local.done.work() < enough {
                let number = local.done.records;
                check_record(local, index, records, *assumed, number)?;
            }
        }
        Ok((self.local.done.records == records.len() as u64).then_some(self.local.done))
    }

    /// Lets all threads check the next records, each until it has done so much work. All records before the one that
    /// is next are checked then, and of several flaws the first is reported. Returns what they did.
    fn check_together(&self, records: &RecordSet, work: u64) -> Result<CheckReport, Rejection> {
        let (count, index, local) = (records.len() as u64, &self.index, &self.local);
        let next = AtomicU64::new(local.done.records);
        let check = || {
            let mut own = local.another();
            while own.done.work() < work {
                let first = next.fetch_add(SHARE, Ordering::Relaxed);
                if first >= count {
                    break;
                }
                for number in first..count.min(first + SHARE) {
                    check_record(&mut own, index, records, self.assumed, number)
                        .map_err(|rejection| (number, rejection))?;
                }
            }
            Ok(own.done)
        };
        let found: Vec<Result<CheckReport, (u64, Rejection)>> = thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads).map(|_| scope.spawn(check)).collect();
            let own = check();
            let join = |thread: thread::ScopedJoinHandle<'_, _>| {
                thread.join().unwrap_or_else(|payload| panic::resume_unwind(payload))
            };
            std::iter::once(own).chain(others.into_iter().map(join)).collect()
        });
        let (mut done, mut flaws) = (CheckReport::default(), Vec::new());
        for result in found {
            match result {
                Ok(report) => done.add(&report),
                Err(flaw) => flaws.push(flaw),
            }
        }
        match flaws.into_iter().min_by_key(|(number, _)| *number) {
            Some((_, rejection)) => Err(rejection),
            None => Ok(done),
        }
    }
}

/// Checks one record, with those that it depends on.
fn check_record<G: Encoding>(
    local: &mut LocalCheck<'_, G>,
    index: &Index,
    records: &RecordSet,
    assumed: Option<Assumed<'_>>,
    number: u64,
) -> Result<(), Rejection> {
    let record = records.get(number as usize);
    let checked = local.check(record, |successor, mv| {
        let found = index.find(records, successor);
        let to = found.map(|number| records.get(number).rank);
        let allowed = records.form().allows(mv, record.rank, to);
        if allowed.is_err() && assumed.is_some_and(|assumed| assumed(successor)) {
            return Ok(());
        }
        allowed
    });
    checked.map_err(|flaw: Flaw| Rejection::of(record, number, flaw))
}
