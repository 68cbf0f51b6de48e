//! The checker: does every record hold under the rules of the game?

use winproof_game::Game;

use crate::index::Index;
use crate::local::LocalCheck;
use crate::{Certificate, Flaw, Record, RecordSet, Rejection};

/// What an accepted certificate took to check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// Records checked: all there are.
    pub records: u64,
    /// Moves tried from their positions, those of threats included.
    pub moves: u64,
    /// Positions visited by minimax.
    pub minimax_positions: u64,
    /// What was put aside in temporary files, if the certificate was streamed.
    pub spilled: Option<Spilled>,
}

/// What streaming a certificate put into temporary files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spilled {
    /// How often the memory was full, and once for the rest.
    pub runs: u64,
    /// Bytes written, those included that were read again only to be merged and written once more.
    pub bytes: u64,
}

impl CheckReport {
    /// What all this amounts to.
    fn work(&self) -> u64 {
        self.records + self.moves + self.minimax_positions
    }
}

/// Checks a certificate from beginning to end.
///
/// `game` and `root` must be the game and the position that the header names; to read those is the
/// business of whoever knows the games.
pub fn check<G: Game>(
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

/// A check that can be done piece by piece, to show progress or to give up in between.
pub struct Checker<'a, G: Game> {
    records: &'a RecordSet,
    index: Index,
    local: LocalCheck<'a, G>,
}

impl<'a, G: Game> Checker<'a, G> {
    /// Looks at the position asked about; the records come with [`advance`](Checker::advance).
    pub fn new(
        game: &'a G,
        root: &G::Position,
        certificate: &'a Certificate,
    ) -> Result<Checker<'a, G>, Rejection> {
        let records = &certificate.records;
        let local = LocalCheck::new(game, &certificate.header, records.form())?;
        if let Some(root) = local.root(root)? {
            records.find(&root).ok_or(Rejection::RootMissing)?;
        }
        Ok(Checker { records, index: Index::new(records), local })
    }

    /// How many records have been checked so far.
    pub fn checked(&self) -> u64 {
        self.local.done.records
    }

    /// Goes on for about `work` positions, but at least for one record. Only the report, which comes
    /// when all records hold, means that the certificate is accepted.
    pub fn advance(&mut self, work: u64) -> Result<Option<CheckReport>, Rejection> {
        let enough = self.local.done.work().saturating_add(work);
        loop {
            let number = self.checked();
            if number == self.records.len() as u64 {
                return Ok(Some(self.local.done));
            }
            let record = self.records.get(number as usize);
            self.check_record(record).map_err(|flaw| Rejection::of(record, number, flaw))?;
            if self.local.done.work() >= enough {
                return Ok(None);
            }
        }
    }

    fn check_record(&mut self, record: Record<'_>) -> Result<(), Flaw> {
        self.local.check(record, |successor, mv| {
            let found = self.index.find(self.records, successor);
            let to = found.map(|number| self.records.get(number).rank);
            self.records.form().allows(mv, record.rank, to)
        })
    }
}
