//! A table of solved positions (the "proof table" of Majerech 2012, 4.2.2), each with the move that solved
//! it.
//!
//! It holds only unconditional verdicts, so the histories that the thesis stores with each entry are not
//! needed. The caller must not store path-dependent disproofs.

use winproof_rules::{Key, Move};

use super::hashed::{CLUSTER, Clusters, Mixed};
use super::log_size::log_size;
use crate::save::{LoadError, StateReader};
use crate::settings::TreeReplacement;

/// An entry is 94 bits of the mixed key, the move, and two bits that say what is known. A false match
/// between two of 10^9 positions has a probability of about 10^-11.
const STATE: u128 = 0b11;
const MOVE: u32 = 2;
const TAG: u128 = u128::MAX << (MOVE + u32::BITS);
/// Where the size of the subtree is, if it is kept: in the bits that do not choose the cluster.
const SIZE: u32 = 120;
const PROVED: u128 = 0b01;
const DISPROVED: u128 = 0b10;

/// A table of fixed size that answers "Is this position solved?". A size of zero is allowed: then nothing is
/// stored.
pub struct SolvedTable {
    clusters: Clusters,
    /// The bits of an entry that identify the position; the others above the move hold the size of its
    /// subtree.
    tag: u128,
}

impl SolvedTable {
    /// Makes an empty table within a budget.
    pub fn with_bytes(bytes: usize, replacement: TreeReplacement) -> SolvedTable {
        let tag = match replacement {
            TreeReplacement::Numbers => TAG,
            TreeReplacement::Subtrees => TAG & (u128::MAX >> (u128::BITS - SIZE)),
        };
        SolvedTable { clusters: Clusters::with_bytes(bytes), tag }
    }

    /// Returns its entries.
    pub fn clusters(&self) -> &Clusters {
        &self.clusters
    }

    /// Prefetches the place of a key, which will be read soon.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        self.clusters.prefetch(Mixed::new(key));
    }

    /// Returns whether the position is proved (`true`) or disproved, if it is in the table.
    pub fn get(&self, key: Key) -> Option<bool> {
        Some(self.entry(key)? & STATE == PROVED)
    }

    /// Returns the move that solved the position in this way, if it is in the table.
    pub fn solving_move(&self, key: Key, proved: bool) -> Option<Move> {
        let entry = self.entry(key)?;
        ((entry & STATE == PROVED) == proved).then_some(Move((entry >> MOVE) as u32))
    }

    fn entry(&self, key: Key) -> Option<u128> {
        let mixed = Mixed::new(key);
        let known = |&&entry: &&u128| entry != 0 && (entry ^ mixed.0) & self.tag == 0;
        self.clusters.get(mixed)?.iter().find(known).copied()
    }

    /// Stores a verdict, with the size of the subtree that it was found by. In a full cluster it replaces an
    /// entry that the key chooses, or the one with the smallest subtree, if that is not larger.
    ///
    /// An existing entry stays as it is: the move that solved a position first leads to one that was solved
    /// before it, so such moves never form a cycle.
    pub fn put(&mut self, key: Key, proved: bool, mv: Move, size: u64) {
        let mixed = Mixed::new(key);
        let state = if proved { PROVED } else { DISPROVED };
        let size = if self.tag == TAG { 0 } else { u128::from(log_size(size)) << SIZE };
        self.enter(mixed, mixed.0 & self.tag | size | u128::from(mv.0) << MOVE | state);
    }

    fn enter(&mut self, mixed: Mixed, entry: u128) {
        let tag = self.tag;
        let known = |cluster: &[u128]| cluster.iter().any(|it| *it != 0 && (it ^ entry) & tag == 0);
        if self.clusters.get(mixed).is_some_and(known) {
            return;
        }
        self.clusters.put(mixed, entry, |cluster| {
            let free = cluster.iter().position(|&entry| entry == 0);
            if free.is_some() || tag == TAG {
                return free.or(Some((mixed.0 >> 40) as usize % CLUSTER));
            }
            let smallest = (0..CLUSTER).min_by_key(|&slot| cluster[slot] >> SIZE);
            smallest.filter(|&slot| cluster[slot] >> SIZE <= entry >> SIZE)
        });
    }

    /// Loads the entries of a saved table of any size. Those of a table with the other replacement rule may
    /// not be found again, which costs only time.
    pub fn load(&mut self, input: &mut StateReader<'_>) -> Result<(), LoadError> {
        let mut sound = true;
        Clusters::load(input, |_, _, entry| {
            sound &= matches!(entry & STATE, PROVED | DISPROVED);
            self.enter(Mixed(entry & TAG), entry);
        })?;
        if sound { Ok(()) } else { Err(LoadError::Damaged("a solved position is not solved")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_and_what_is_not_put_is_not() {
        let mut table = SolvedTable::with_bytes(1 << 16, TreeReplacement::Numbers);
        for i in 0..500 {
            table.put(Key(i), i % 3 == 0, Move(i as u32), 1);
        }
        let found = (0..500).filter(|&i| table.get(Key(i)) == Some(i % 3 == 0)).count();
        assert_eq!(found, 500, "a table of 4096 entries holds 500");
        assert_eq!(table.solving_move(Key(7), false), Some(Move(7)));
        assert_eq!(table.solving_move(Key(7), true), None);
        table.put(Key(7), false, Move(8), 1);
        assert_eq!(table.solving_move(Key(7), false), Some(Move(7)), "the first one stays");
        assert_eq!(table.clusters().len(), 500);
        assert!((500..5000).all(|i| table.get(Key(i)).is_none()));
    }

    #[test]
    fn larger_subtrees_stay_if_told_so() {
        let mut table = SolvedTable::with_bytes(64, TreeReplacement::Subtrees);
        for i in 0..4 {
            table.put(Key(i), true, Move(i as u32), 1000 + 1000 * i as u64);
        }
        table.put(Key(10), true, Move(10), 500);
        table.put(Key(11), false, Move(11), 1500);
        let found = [0, 1, 2, 3, 10, 11].map(|i| table.get(Key(i)));
        assert_eq!(found, [None, Some(true), Some(true), Some(true), None, Some(false)]);
        assert_eq!(table.solving_move(Key(11), false), Some(Move(11)));
    }

    #[test]
    fn a_thrashing_table_forgets_but_never_lies() {
        let mut table = SolvedTable::with_bytes(128, TreeReplacement::Numbers);
        for i in 0..10_000_u128 {
            table.put(Key(i * i), i % 2 == 0, Move(0), 1);
            assert_eq!(table.get(Key(i * i)), Some(i % 2 == 0));
        }
        assert_eq!(table.clusters().len(), 8);
        for i in 0..10_000_u128 {
            assert_ne!(table.get(Key(i * i)), Some(i % 2 != 0));
        }
        let mut off = SolvedTable::with_bytes(0, TreeReplacement::Numbers);
        off.put(Key(1), true, Move(0), 1);
        assert_eq!(off.get(Key(1)), None);
    }
}
