//! The checker: does every record hold under the rules of the game?

use std::borrow::Borrow;

use winproof_rules::Encoding;

use crate::index::Index;
use crate::local::LocalCheck;
use crate::{Certificate, Flaw, Rejection};

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
    index: Index,
    local: LocalCheck<'a, G>,
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
        let index = Index::new(records);
        Ok(Checker { certificate, index, local, accepted: None })
    }

    /// How many records have been checked so far.
    pub fn checked(&self) -> u64 {
        self.local.done.records
    }

    /// Continues for about `work` positions, at least 1. The certificate is accepted only
    /// when this returns the report, after all records were found to hold.
    pub fn advance(&mut self, work: u64) -> Result<Option<CheckReport>, Rejection> {
        let records = &self.certificate.borrow().records;
        // No record is checked before all are in the index.
        let work = work.max(1);
        let work = work - self.index.add(records, work);
        if work == 0 {
            return Ok(None);
        }
        let enough = self.local.done.work().saturating_add(work);
        loop {
            let number = self.local.done.records;
            if number == records.len() as u64 {
                self.accepted = Some(self.local.done);
                return Ok(self.accepted);
            }
            let record = records.get(number as usize);
            let checked = self.local.check(record, |successor, mv| {
                let found = self.index.find(records, successor);
                let to = found.map(|number| records.get(number).rank);
                records.form().allows(mv, record.rank, to)
            });
            checked.map_err(|flaw: Flaw| Rejection::of(record, number, flaw))?;
            if self.local.done.work() >= enough {
                return Ok(None);
            }
        }
    }
}
