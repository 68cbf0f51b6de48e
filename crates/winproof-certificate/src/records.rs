//! Records, and sets of them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use thiserror::Error;
use winproof_rules::{Encoding, Move, StopSignal};

use crate::certificate::{DOMINANCE, REPLIES, SOLUTION, THREATS};
use crate::replies::{Reply, write_replies};
use crate::solution::write_solution;
use crate::{Form, Threats, positions::Positions};

/// What a record says about its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// This move leads to a position that is covered: enough where the claimant is to move.
    Move(Move),
    /// Every legal move leads to a position that is covered.
    All,
    /// The rules settle the position within this many positions; see [`settle`](crate::settle).
    Minimax(u32),
    /// The position dominates another one, which is covered: the [`detail`](Record::detail) of the record. So
    /// it is at least as good for the claimant.
    Dominates,
    /// After every legal move the claimant can carry out one of the [`Threats`](crate::Threats) that are the
    /// [`detail`](Record::detail) of the record, or the position is covered.
    Threats,
    /// The [`detail`](Record::detail) of the record lists the claimant's moves of a solution tree:
    /// [`walk_solution`](crate::walk_solution).
    Solution,
    /// After every legal move one of the [replies](crate::Reply) works that are the [`detail`](Record::detail) of the
    /// record, or the position is covered.
    Replies,
    /// The game accepts the [`detail`](Record::detail) of the record as
    /// [`Evidence`](winproof_rules::Evidence) that the claimant wins.
    Evidence,
}

/// The most bytes of evidence that a record has.
pub const MOST_EVIDENCE: usize = 4096;

impl Claim {
    fn has_detail(self) -> bool {
        !matches!(self, Claim::Move(_) | Claim::All | Claim::Minimax(_))
    }
}

/// One record of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Record<'a> {
    /// The position as [`Encoding::encode`](winproof_rules::Encoding::encode) writes it.
    pub position: &'a [u8],
    /// What the record claims about it.
    pub claim: Claim,
    /// The detail of the claim: the dominated position, threats as
    /// [`Threats::write`](crate::Threats::write) writes them, moves as
    /// [`write_solution`](crate::write_solution) does, replies as [`write_replies`] does, or evidence. Other claims
    /// have no bytes here.
    pub detail: &'a [u8],
    /// Falls along every move of a strategy; 0 in a closed set.
    pub rank: u64,
}

/// The most records that a set can have: their numbers are kept in 32 bits. So many records would take at
/// least 77 gigabytes.
pub(crate) const MOST_RECORDS: u64 = u32::MAX as u64 - 1;

/// The records of a certificate, in ascending order of their positions' bytes, each position once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordSet {
    form: Form,
    positions: Positions,
    claims: Vec<Claim>,
    /// The numbers of the records whose claims have a detail, in ascending order, and the details.
    detailed: Vec<u32>,
    details: Positions,
    /// Empty in a closed set.
    ranks: Vec<u64>,
}

impl RecordSet {
    /// Returns what the records are together.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Returns how many records there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether there are none, as for a position where the game is over.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the record with this number, counted from 0. Panics if there is no such record.
    pub fn get(&self, number: usize) -> Record<'_> {
        Record {
            position: self.positions.get(number),
            claim: self.claims[number],
            detail: self.detail(number),
            rank: self.ranks.get(number).copied().unwrap_or(0),
        }
    }

    fn detail(&self, number: usize) -> &[u8] {
        if !self.claims[number].has_detail() {
            return &[];
        }
        let found = self.detailed.binary_search(&(number as u32));
        found.map_or(&[], |index| self.details.get(index))
    }

    /// Returns the oldest version of the file format that has all claims of the set.
    pub(crate) fn version(&self) -> u8 {
        let versions = self.detailed.iter().map(|&number| match self.claims[number as usize] {
            Claim::Replies | Claim::Evidence => REPLIES,
            Claim::Solution => SOLUTION,
            Claim::Threats => THREATS,
            _ => DOMINANCE,
        });
        versions.max().unwrap_or(1)
    }

    /// Returns the position of the record with this number.
    pub(crate) fn position(&self, number: usize) -> &[u8] {
        self.positions.get(number)
    }

    /// Returns the position whose record has the moves for `position`: itself, or the last one in the chain
    /// of positions that each dominate the next. `None` if something in the chain is not a position.
    pub fn argued<G: Encoding>(&self, game: &G, position: &G::Position) -> Option<G::Position> {
        let mut argued = position.clone();
        let mut bytes = Vec::new();
        // In an accepted certificate dominance has no cycles, but this certificate may not be accepted.
        for _ in 0..=self.detailed.len() {
            bytes.clear();
            game.encode(&argued, &mut bytes);
            match self.find(&bytes) {
                Some(Record { claim: Claim::Dominates, detail, .. }) => {
                    argued = game.decode(detail)?;
                }
                _ => return Some(argued),
            }
        }
        None
    }

    /// Returns all records, in ascending order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Record<'_>> + '_ {
        (0..self.len()).map(|number| self.get(number))
    }

    /// Finds the record of a position by binary search.
    pub fn find(&self, position: &[u8]) -> Option<Record<'_>> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.positions.get(middle).cmp(position) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(self.get(middle)),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }
}

/// Collects records in any order.
#[derive(Debug)]
pub struct RecordSetBuilder {
    set: RecordSet,
    ascending: bool,
}

/// Why records do not make a set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BuildError {
    /// Two records are about one position.
    #[error("two records for one position ({})", crate::rejection::hexadecimal(.0))]
    Duplicate(
        /// The position.
        Vec<u8>,
    ),
    /// More records than can be numbered.
    #[error("more than {MOST_RECORDS} records")]
    TooMany,
    /// They were not sorted in time.
    #[error("the records were not sorted in time")]
    Stopped,
}

impl RecordSetBuilder {
    /// Makes a builder without records.
    pub fn new(form: Form) -> RecordSetBuilder {
        let set = RecordSet {
            form,
            positions: Positions::default(),
            claims: Vec::new(),
            detailed: Vec::new(),
            details: Positions::default(),
            ranks: Vec::new(),
        };
        RecordSetBuilder { set, ascending: true }
    }

    /// Adds a record. The rank means nothing in a closed set and is not kept there.
    /// Panics if the claim has a detail.
    pub fn push(&mut self, position: &[u8], claim: Claim, rank: u64) {
        assert!(!claim.has_detail(), "{claim:?} without its detail");
        self.push_plain(position, claim, rank);
    }

    fn push_plain(&mut self, position: &[u8], claim: Claim, rank: u64) {
        self.ascending &= self.set.positions.last().is_none_or(|last| last < position);
        self.set.positions.push(position);
        self.set.claims.push(claim);
        if self.set.form == Form::Strategy {
            self.set.ranks.push(rank);
        }
    }

    /// Adds a record of a position that dominates another one.
    pub fn push_dominates(&mut self, position: &[u8], dominated: &[u8], rank: u64) {
        self.push_record(Record { position, claim: Claim::Dominates, detail: dominated, rank });
    }

    /// Adds a record with threats, at least one.
    pub fn push_threats(&mut self, position: &[u8], threats: &Threats, rank: u64) {
        let mut detail = Vec::new();
        threats.write(&mut detail);
        self.push_record(Record { position, claim: Claim::Threats, detail: &detail, rank });
    }

    /// Adds a record with the claimant's moves of a solution tree.
    pub fn push_solution(&mut self, position: &[u8], moves: &[Move], rank: u64) {
        let mut detail = Vec::new();
        write_solution(moves, &mut detail);
        self.push_record(Record { position, claim: Claim::Solution, detail: &detail, rank });
    }

    /// Adds a record with replies, at least one.
    pub fn push_replies(&mut self, position: &[u8], replies: &[Reply<Vec<u8>>], rank: u64) {
        let mut detail = Vec::new();
        write_replies(replies, &mut detail);
        self.push_record(Record { position, claim: Claim::Replies, detail: &detail, rank });
    }

    /// Adds a record with evidence of the game, at most [`MOST_EVIDENCE`] bytes.
    pub fn push_evidence(&mut self, position: &[u8], evidence: &[u8], rank: u64) {
        self.push_record(Record { position, claim: Claim::Evidence, detail: evidence, rank });
    }

    /// Adds a record as it is.
    pub fn push_record(&mut self, record: Record<'_>) {
        if record.claim.has_detail() {
            self.set.detailed.push(self.set.len() as u32);
            self.set.details.push(record.detail);
        }
        self.push_plain(record.position, record.claim, record.rank);
    }

    /// Returns how many bytes the records hold once one more with a position or a detail of `length` bytes is
    /// added.
    pub(crate) fn bytes_with(&self, length: usize) -> usize {
        let rest = self.least_bytes(self.set.len() as u64 + 1);
        let numbers = (self.set.detailed.len() + 1) * size_of::<u32>();
        let details = match self.set.detailed.is_empty() {
            true => 0,
            false => self.set.details.bytes_with(length).saturating_add(numbers),
        };
        self.set.positions.bytes_with(length).saturating_add(rest).saturating_add(details)
    }

    /// Returns how many bytes `count` records hold besides their positions.
    pub(crate) fn least_bytes(&self, count: u64) -> usize {
        let rank = if self.set.form == Form::Strategy { size_of::<u64>() } else { 0 };
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        count.saturating_mul(size_of::<Claim>() + rank)
    }

    /// Sorts the records. This holds the set twice for a while.
    pub fn finish(self) -> Result<RecordSet, BuildError> {
        self.finish_unless(&StopSignal::default())
    }

    /// Sorts the records, unless the signal says before the end that it is time to stop.
    pub fn finish_unless(self, stop: &StopSignal) -> Result<RecordSet, BuildError> {
        let RecordSetBuilder { mut set, ascending } = self;
        if set.len() as u64 > MOST_RECORDS {
            return Err(BuildError::TooMany);
        }
        if !ascending {
            set = sorted(set, stop)?;
        }
        set.positions.shrink();
        set.claims.shrink_to_fit();
        set.details.shrink();
        set.detailed.shrink_to_fit();
        set.ranks.shrink_to_fit();
        Ok(set)
    }
}

/// Records are sorted in runs of this many, which are then merged, so that a stop signal is seen in time.
const RUN: usize = 1 << 16;

fn sorted(set: RecordSet, stop: &StopSignal) -> Result<RecordSet, BuildError> {
    let position = |number: u32| set.positions.get(number as usize);
    let mut order: Vec<u32> = (0..set.len() as u32).collect();
    for run in order.chunks_mut(RUN) {
        run.sort_unstable_by(|&a, &b| position(a).cmp(position(b)));
        if stop.poll().is_some() {
            return Err(BuildError::Stopped);
        }
    }
    let mut runs: Vec<_> = order.chunks(RUN).map(|run| run.iter().copied()).collect();
    let first = |runs: &mut [std::iter::Copied<std::slice::Iter<'_, u32>>], run: usize| {
        runs[run].next().map(|number| Reverse((position(number), number, run)))
    };
    let mut heads: BinaryHeap<_> =
        (0..runs.len()).filter_map(|run| first(&mut runs, run)).collect();
    let mut builder = RecordSetBuilder::new(set.form);
    while let Some(Reverse((position, number, run))) = heads.pop() {
        if builder.set.positions.last() == Some(position) {
            return Err(BuildError::Duplicate(position.to_vec()));
        }
        builder.push_record(set.get(number as usize));
        heads.extend(first(&mut runs, run));
        if builder.set.len().is_multiple_of(RUN) && stop.poll().is_some() {
            return Err(BuildError::Stopped);
        }
    }
    Ok(builder.set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back_sorted_and_are_found() {
        for form in [Form::Strategy, Form::ClosedSet] {
            let mut builder = RecordSetBuilder::new(form);
            let names = ["pear", "fig", "apple", "plum", "", "figs"];
            for (rank, name) in names.iter().enumerate() {
                builder.push(name.as_bytes(), Claim::Move(Move(rank as u32)), rank as u64);
            }
            let set = builder.finish().unwrap();
            let order: Vec<_> = set.iter().map(|record| record.position).collect();
            assert_eq!(order, ["", "apple", "fig", "figs", "pear", "plum"].map(str::as_bytes));
            for (rank, name) in names.iter().enumerate() {
                let record = set.find(name.as_bytes()).unwrap();
                assert_eq!(record.position, name.as_bytes());
                assert_eq!(record.claim, Claim::Move(Move(rank as u32)));
                assert_eq!(record.rank, if form == Form::Strategy { rank as u64 } else { 0 });
            }
            assert_eq!(set.find(b"grape"), None);
        }
    }

    #[test]
    fn two_records_for_one_position_are_refused() {
        let mut builder = RecordSetBuilder::new(Form::ClosedSet);
        for position in [b"b", b"a", b"b"] {
            builder.push(position, Claim::All, 0);
        }
        let error = builder.finish().unwrap_err();
        assert_eq!(error, BuildError::Duplicate(b"b".to_vec()));
        assert_eq!(error.to_string(), "two records for one position (62)");
    }
}
