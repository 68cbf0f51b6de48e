//! A table of solved positions (the "proof table" of Majerech 2012, 4.2.2).
//!
//! It holds verdicts that are true however the position was reached, so the histories that the thesis
//! stores with each entry are not needed. Keeping path-dependent disproofs out is the caller's duty.

use winproof_game::Key;

use super::hashed::{CLUSTER, Mixed, Pages, clusters_in};

/// 126 bits of the mixed key, and two bits that say what is known. A false match between two of 10^9
/// positions has a probability below 10^-20.
type Entry = u128;
const _: () = assert!(size_of::<Entry>() == 16);

const STATE: u128 = 0b11;
const PROVED: u128 = 0b01;
const DISPROVED: u128 = 0b10;

/// A table of fixed size that answers "is this position solved?". With room for nothing it is legal and
/// forgets everything.
pub struct SolvedTable {
    entries: Vec<Entry>,
    filled: usize,
    pages: Pages,
}

impl SolvedTable {
    /// An empty table within a budget.
    pub fn with_bytes(bytes: usize) -> SolvedTable {
        SolvedTable {
            entries: vec![0; clusters_in(bytes) * CLUSTER],
            filled: 0,
            pages: Pages::new(bytes),
        }
    }

    /// Whether the table can hold anything.
    pub fn is_off(&self) -> bool {
        self.entries.is_empty()
    }

    /// Entries in use.
    pub fn len(&self) -> usize {
        self.filled
    }

    /// Whether no entry is in use.
    pub fn is_empty(&self) -> bool {
        self.filled == 0
    }

    /// Bytes of the whole table.
    pub fn reserved(&self) -> usize {
        size_of_val(self.entries.as_slice())
    }

    /// Bytes that were touched so far.
    pub fn bytes(&self) -> usize {
        self.pages.bytes()
    }

    fn cluster(&self, mixed: Mixed) -> usize {
        mixed.cluster(self.entries.len() / CLUSTER)
    }

    /// Whether the position is proved (`true`) or disproved, if the table knows.
    pub fn get(&self, key: Key) -> Option<bool> {
        if self.is_off() {
            return None;
        }
        let mixed = Mixed::new(key);
        let start = self.cluster(mixed);
        if !self.pages.is_written(start * size_of::<Entry>()) {
            return None;
        }
        let tag = mixed.0 & !STATE;
        let entry = self.entries[start..start + CLUSTER]
            .iter()
            .find(|&&entry| entry & STATE != 0 && entry & !STATE == tag)?;
        Some(entry & STATE == PROVED)
    }

    /// Remembers a verdict. In a full cluster it takes the place of an entry that the key chooses.
    pub fn put(&mut self, key: Key, proved: bool) {
        if self.is_off() {
            return;
        }
        let mixed = Mixed::new(key);
        let start = self.cluster(mixed);
        let tag = mixed.0 & !STATE;
        self.pages.write(start * size_of::<Entry>());
        let cluster = &mut self.entries[start..start + CLUSTER];
        let free = cluster.iter().position(|&entry| entry & STATE == 0 || entry & !STATE == tag);
        let slot = free.unwrap_or((mixed.0 >> 2) as usize % CLUSTER);
        self.filled += usize::from(cluster[slot] & STATE == 0);
        cluster[slot] = tag | if proved { PROVED } else { DISPROVED };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_and_what_is_not_put_is_not() {
        let mut table = SolvedTable::with_bytes(1 << 16);
        for i in 0..500 {
            table.put(Key(i), i % 3 == 0);
        }
        let found = (0..500).filter(|&i| table.get(Key(i)) == Some(i % 3 == 0)).count();
        assert_eq!(found, 500, "a table of 4096 entries holds 500");
        assert_eq!(table.len(), 500);
        assert!((500..5000).all(|i| table.get(Key(i)).is_none()));
    }

    #[test]
    fn a_thrashing_table_forgets_but_never_lies() {
        let mut table = SolvedTable::with_bytes(128);
        for i in 0..10_000_u128 {
            table.put(Key(i * i), i % 2 == 0);
            assert_eq!(table.get(Key(i * i)), Some(i % 2 == 0));
        }
        assert_eq!(table.len(), 8);
        for i in 0..10_000_u128 {
            assert_ne!(table.get(Key(i * i)), Some(i % 2 != 0));
        }
        let mut off = SolvedTable::with_bytes(0);
        off.put(Key(1), true);
        assert_eq!(off.get(Key(1)), None);
    }
}
