//! A transposition table for unsolved positions (Majerech 2012, 4.2.1): a new tree node starts from the
//! numbers that the same position had elsewhere.
//!
//! Solved positions never enter it, so a wrong entry or a false match can cost time but cannot change a
//! verdict. That is why 64 bits of the key are enough here.

use winproof_rules::Key;

use super::hashed::{CLUSTER, Clusters, Mixed};
use crate::save::{LoadError, StateReader};
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
pub struct NumberTable(Clusters);

impl NumberTable {
    /// Makes an empty table within a budget.
    pub fn with_bytes(bytes: usize) -> NumberTable {
        NumberTable(Clusters::with_bytes(bytes))
    }

    /// Returns its entries.
    pub fn clusters(&self) -> &Clusters {
        &self.0
    }

    /// Prefetches the place of a key, which will be read soon.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        self.0.prefetch(Mixed::new(key));
    }

    /// Returns the numbers that the position had when it was last stored.
    pub fn get(&self, key: Key) -> Option<Numbers> {
        let mixed = Mixed::new(key);
        let mut cluster = self.0.get(mixed)?.iter().map(|&bits| Entry::unpack(bits));
        cluster
            .find(|entry| entry.tag == mixed.tag() && !entry.is_empty())
            .map(|entry| entry.numbers)
    }

    /// Stores the numbers of an unsolved position, in place of the least entry if the cluster is full.
    pub fn put(&mut self, key: Key, numbers: Numbers) {
        debug_assert!(numbers.verdict().is_none());
        let mixed = Mixed::new(key);
        let tag = mixed.tag();
        self.0.put(mixed, Entry { tag, numbers }.pack(), |cluster| {
            let entry = |slot: usize| Entry::unpack(cluster[slot]);
            let slot = (0..CLUSTER).find(|&slot| entry(slot).tag == tag || entry(slot).is_empty());
            slot.or_else(|| (0..CLUSTER).min_by_key(|&slot| entry(slot).weight()))
                .expect("a cluster is not empty")
        });
    }

    /// Loads the entries of a saved table. They hold too few bits of their keys to be placed in a table of
    /// another size: such a table stays empty, which costs only time.
    pub fn load(&mut self, input: &mut StateReader<'_>) -> Result<(), LoadError> {
        Clusters::load(input, |size, cluster, bits| {
            if size == self.0.capacity() && !Entry::unpack(bits).is_empty() {
                self.0.put_back(cluster, bits);
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
        let mut table = NumberTable::with_bytes(64);
        for i in 1..=100 {
            table.put(Key(i), numbers(i as usize));
        }
        assert_eq!(table.clusters().len(), CLUSTER);
        assert_eq!(table.get(Key(100)), Some(numbers(100)));
        assert_eq!(table.get(Key(1)), None);
        table.put(Key(100), numbers(7));
        assert_eq!(table.get(Key(100)), Some(numbers(7)));
    }
}
