//! Fragments: parts of a certificate that are made and checked one by one, and put together.
//!
//! A fragment is a set of records that show their claims *if* some other positions, its assumptions, are covered. Each
//! is checked when it comes, and may assume only positions that fragments accepted before it have records for. Then
//! all claims of all accepted fragments are true, and [`merge_fragments`] makes one certificate of them.
//! `docs/CERTIFICATES.md` says why, for strategies and for closed sets.

use std::collections::HashMap;

use thiserror::Error;
use winproof_rules::{Encoding, StopSignal};

use crate::check::RecordCheck;
use crate::local::LocalCheck;
use crate::{
    BuildError, CheckReport, Form, Header, Record, RecordSet, RecordSetBuilder, Rejection,
};

/// Tells of a position, by its bytes, whether it is covered by a fragment that was accepted before.
pub type Assumed<'a> = &'a (dyn Fn(&[u8]) -> bool + Sync);

/// Checks a fragment, in steps. What it accepts is no certificate.
pub struct FragmentChecker<'a, G: Encoding> {
    records: &'a RecordSet,
    check: RecordCheck<'a, G>,
}

impl<'a, G: Encoding> FragmentChecker<'a, G> {
    /// Begins to check records that are to show the verdict of the header on each of their own positions. The position
    /// of the header does not matter.
    pub fn new(
        game: &'a G,
        header: &Header,
        records: &'a RecordSet,
        assumed: Assumed<'a>,
    ) -> Result<Self, Rejection> {
        let local = LocalCheck::new(game, header, records.form())?;
        let mut check = RecordCheck::new(local, records);
        check.assumed = Some(assumed);
        Ok(FragmentChecker { records, check })
    }

    /// Lets several threads check records.
    pub fn threads(mut self, threads: usize) -> Self {
        self.check.threads = threads;
        self
    }

    /// Continues for about `work` positions, at least 1. Returns the report when all records were found to hold.
    pub fn advance(&mut self, work: u64) -> Result<Option<CheckReport>, Rejection> {
        self.check.advance(self.records, work)
    }
}

/// Why fragments do not make a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MergeError {
    /// The header or a record does not hold.
    #[error(transparent)]
    Rejected(#[from] Rejection),
    /// A position has a record in no fragment.
    #[error("a position that other records depend on is in no fragment")]
    Missing,
    /// The ranks do not fit into 64 bits.
    #[error("the ranks of the fragments are too high")]
    Ranks,
    /// The records do not make a set.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// Makes the records of one certificate from fragments, in the order in which they were accepted.
///
/// Each position takes its record from the first fragment that has one, and the ranks of a fragment begin above those
/// of all before it: a plain union could be circular. Only what can be reached from `root` is kept. The result has
/// still to be checked as a whole, like any other certificate.
pub fn merge_fragments<G: Encoding>(
    game: &G,
    root: &G::Position,
    header: &Header,
    fragments: &[RecordSet],
    stop: &StopSignal,
) -> Result<RecordSet, MergeError> {
    let (_, form) = header.obligation(game);
    let mut local = LocalCheck::new(game, header, form)?;
    let first_ranks = first_ranks(fragments)?;
    let mut places: HashMap<&[u8], (u32, u32)> = HashMap::new();
    for (fragment, records) in fragments.iter().enumerate() {
        if records.form() != form {
            return Err(Rejection::WrongForm { needed: form, found: records.form() }.into());
        }
        for (number, record) in records.iter().enumerate() {
            places.entry(record.position).or_insert((fragment as u32, number as u32));
        }
        if stop.poll().is_some() {
            return Err(BuildError::Stopped.into());
        }
    }
    let mut merged = RecordSetBuilder::new(form);
    let mut open: Vec<Vec<u8>> = local.root(root)?.into_iter().collect();
    while let Some(position) = open.pop() {
        // A position that was dealt with before is not there any more.
        let Some(place) = places.get_mut(&position[..]) else { return Err(MergeError::Missing) };
        let (fragment, number) = std::mem::replace(place, WRITTEN);
        if (fragment, number) == WRITTEN {
            continue;
        }
        let record = fragments[fragment as usize].get(number as usize);
        local
            .check(record, |successor, _| {
                open.push(successor.to_vec());
                Ok(())
            })
            .map_err(|flaw| Rejection::of(record, u64::from(number), flaw))?;
        let rank = first_ranks[fragment as usize] + record.rank;
        merged
            .push_record(Record { rank: if form == Form::Strategy { rank } else { 0 }, ..record });
        if local.done.records.is_multiple_of(1 << 12) && stop.poll().is_some() {
            return Err(BuildError::Stopped.into());
        }
    }
    Ok(merged.finish_unless(stop)?)
}

/// Stands for the place of a record that was written: no fragment has so many records.
const WRITTEN: (u32, u32) = (u32::MAX, u32::MAX);

/// Returns by how much the ranks of each fragment are raised, so that they are above those of all before it.
fn first_ranks(fragments: &[RecordSet]) -> Result<Vec<u64>, MergeError> {
    let mut next = 0_u64;
    let ranks = fragments.iter().map(|records| {
        let first = next;
        let highest = records.iter().map(|record| record.rank).max().unwrap_or(0);
        next = highest.checked_add(1).and_then(|above| first.checked_add(above))?;
        Some(first)
    });
    ranks.collect::<Option<_>>().ok_or(MergeError::Ranks)
}
