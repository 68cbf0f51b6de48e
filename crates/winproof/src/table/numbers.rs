//! A transposition table for unsolved positions (Majerech 2012, 4.2.1): a new tree node starts from the
//! numbers that the same position had elsewhere.
//!
//! Solved positions never enter it, so a wrong entry or a false match can cost time but cannot change a
//! verdict. That is why 64 bits of the key are enough here.

use winproof_rules::Key;

use super::hashed::{CLUSTER, Clusters, Mixed};
use super::log_size::log_size;
use crate::save::{LoadError, StateReader};
use crate::settings::TreeReplacement;
use crate::{Numbers, ProofNumber};

/// Tag, pn and dn in one number: zero is an empty entry, and zeroed memory costs nothing until it is touched.
#[derive(Clone, Copy)]
struct Entry {
    tag: u64,
    numbers: Numbers,
}

impl Entry {
    fn pack(self) -> u128 {
        let count = |number: ProofNumber| u128::from(number.get().unwrap_or(0));
        u128::from(self.tag) << 64 | count(self.numbers.pn) << 32 | count(self.numbers.dn)
    }

    fn unpack(bits: u128) -> Entry {
        let number = |bits: u128| ProofNumber::finite(bits as u32 as usize);
        let numbers = Numbers { pn: number(bits >> 32), dn: number(bits) };
        Entry { tag: (bits >> 64) as u64, numbers }
    }

    /// Unsolved positions have no zeros.
    fn is_empty(&self) -> bool {
        self.numbers.pn == ProofNumber::ZERO
    }

    /// The greater the numbers, the more work was needed for them.
    fn weight(&self) -> ProofNumber {
        self.numbers.pn.plus(self.numbers.dn)
    }
}

/// A table of fixed size. A size of zero is allowed: then nothing is stored.
pub struct NumberTable {
    clusters: Clusters,
    replacement: TreeReplacement,
}

/// Where the size of a subtree is in a tag, if it is kept.
const SIZE: u32 = 56;

impl NumberTable {
    /// Makes an empty table within a budget.
    pub fn with_bytes(bytes: usize, replacement: TreeReplacement) -> NumberTable {
        NumberTable { clusters: Clusters::with_bytes(bytes), replacement }
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

    /// Returns the numbers that the position had when it was last stored.
    pub fn get(&self, key: Key) -> Option<Numbers> {
        let mixed = Mixed::new(key);
        let mut cluster = self.clusters.get(mixed)?.iter().map(|&bits| Entry::unpack(bits));
        cluster
            .find(|entry| (entry.tag ^ mixed.tag()) & self.known_by() == 0 && !entry.is_empty())
            .map(|entry| entry.numbers)
    }

    /// Returns the bits of a tag that identify a position.
    #[inline]
    fn known_by(&self) -> u64 {
        match self.replacement {
            TreeReplacement::Numbers => u64::MAX,
            TreeReplacement::Subtrees => u64::MAX >> (u64::BITS - SIZE),
        }
    }

    /// Stores the numbers of an unsolved position with a subtree of some size. If the cluster is full, it
    /// replaces the entry with the least numbers, or the one with the smallest subtree, if that is not larger.
    pub fn put(&mut self, key: Key, numbers: Numbers, size: u64) {
        debug_assert!(numbers.verdict().is_none());
        let mixed = Mixed::new(key);
        let known_by = self.known_by();
        let size = u64::from(log_size(size)) << SIZE;
        let tag = mixed.tag() & known_by | size & !known_by;
        let replacement = self.replacement;
        self.clusters.put(mixed, Entry { tag, numbers }.pack(), |cluster| {
            let entry = |slot: usize| Entry::unpack(cluster[slot]);
            let same = |slot: usize| (entry(slot).tag ^ tag) & known_by == 0;
            let slot = (0..CLUSTER).find(|&slot| same(slot) || entry(slot).is_empty());
            slot.or_else(|| match replacement {
                TreeReplacement::Numbers => (0..CLUSTER).min_by_key(|&slot| entry(slot).weight()),
                TreeReplacement::Subtrees => {
                    let smallest = (0..CLUSTER).min_by_key(|&slot| entry(slot).tag >> SIZE);
                    smallest.filter(|&slot| entry(slot).tag >> SIZE <= tag >> SIZE)
                }
            })
        });
    }

    /// Loads the entries of a saved table. They hold too few bits of their keys to be placed in a table of
    /// another size: such a table stays empty, which costs only time.
    pub fn load(&mut self, input: &mut StateReader<'_>) -> Result<(), LoadError> {
        Clusters::load(input, |size, cluster, bits| {
            if size == self.clusters.capacity() && !Entry::unpack(bits).is_empty() {
                self.clusters.put_back(cluster, bits);
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_what_fits_and_prefers_the_greater_numbers() {
        let numbers = |n| Numbers { pn: ProofNumber::finite(n), dn: ProofNumber::ONE };
        let mut table = NumberTable::with_bytes(64, TreeReplacement::Numbers);
        for i in 1..=100 {
            table.put(Key(i), numbers(i as usize), 1);
        }
        assert_eq!(table.clusters().len(), CLUSTER);
        assert_eq!(table.get(Key(100)), Some(numbers(100)));
        assert_eq!(table.get(Key(1)), None);
        table.put(Key(100), numbers(7), 1);
        assert_eq!(table.get(Key(100)), Some(numbers(7)));
    }

    #[test]
    fn prefers_the_larger_subtrees_if_told_so() {
        let numbers = Numbers { pn: ProofNumber::finite(3), dn: ProofNumber::ONE };
        let mut table = NumberTable::with_bytes(64, TreeReplacement::Subtrees);
        for i in 0..4 {
            table.put(Key(i), numbers, 1000 + 1000 * i as u64);
        }
        table.put(Key(10), numbers, 500);
        assert_eq!(table.get(Key(10)), None);
        table.put(Key(11), numbers, 1500);
        assert_eq!((table.get(Key(0)), table.get(Key(11))), (None, Some(numbers)));
        table.put(Key(3), Numbers::UNIT, 1);
        assert_eq!(table.get(Key(3)), Some(Numbers::UNIT), "the same position is always replaced");
    }
}
