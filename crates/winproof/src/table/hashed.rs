//! What the hash tables share: how a key finds its place, and which pages were touched.

use winproof_game::Key;

/// Entries that are looked at together. Four of 16 bytes fill one cache line.
pub const CLUSTER: usize = 4;

/// A key with its bits mixed by a bijection: a game may use the bare position as its key, and then
/// neighbours would differ in a few low bits only.
#[derive(Clone, Copy)]
pub struct Mixed(pub u128);

impl Mixed {
    pub fn new(key: Key) -> Mixed {
        const ODD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
        let mut bits = key.0 ^ (key.0 >> 64);
        bits = bits.wrapping_mul(ODD);
        bits ^= bits >> 67;
        bits = bits.wrapping_mul(ODD);
        Mixed(bits ^ (bits >> 64))
    }

    /// The number of the cluster for this key in a table of `clusters` clusters.
    #[inline]
    pub fn line(self, clusters: usize) -> usize {
        let fraction = u128::from(self.0 as u64) * clusters as u128;
        (fraction >> 64) as usize
    }

    /// The bits that do not choose the cluster.
    pub fn tag(self) -> u64 {
        (self.0 >> 64) as u64
    }
}

/// Which pages of a table were ever written.
///
/// The system hands out pages when they are first looked at, and that takes longer than most searches
/// spend on a node. A table that is far too large for its problem, as they all are at first, would be
/// slow for just that; a page that was never written need not be looked at.
pub struct Pages {
    bits: Vec<u64>,
    written: usize,
}

/// Bytes of a page.
const PAGE: usize = 4096;

impl Pages {
    /// For a table of so many bytes, of which nothing was written.
    pub fn new(bytes: usize) -> Pages {
        Pages { bits: vec![0; bytes / PAGE / 64 + 1], written: 0 }
    }

    /// Whether the page around this byte was written.
    #[inline]
    pub fn is_written(&self, byte: usize) -> bool {
        let page = byte / PAGE;
        self.bits[page / 64] >> (page % 64) & 1 != 0
    }

    /// Notes that the page around this byte is being written; answers whether for the first time.
    #[inline]
    pub fn write(&mut self, byte: usize) -> bool {
        let first = !self.is_written(byte);
        if first {
            let page = byte / PAGE;
            self.bits[page / 64] |= 1 << (page % 64);
            self.written += 1;
        }
        first
    }

    /// Bytes of the pages that were written.
    pub fn bytes(&self) -> usize {
        self.written * PAGE
    }
}

/// Entries of 16 bytes in clusters: what the smaller tables are made of. With room for nothing it is
/// legal and forgets everything. An entry of zero is a free one.
pub struct Clusters {
    entries: Vec<u128>,
    filled: usize,
    pages: Pages,
}

impl Clusters {
    /// Empty clusters within a budget.
    pub fn with_bytes(bytes: usize) -> Clusters {
        let entries = vec![0; bytes / (size_of::<u128>() * CLUSTER) * CLUSTER];
        Clusters { entries, filled: 0, pages: Pages::new(bytes) }
    }

    /// Entries in use.
    pub fn len(&self) -> usize {
        self.filled
    }

    /// Bytes of all clusters.
    pub fn reserved(&self) -> usize {
        size_of_val(self.entries.as_slice())
    }

    /// Bytes that were touched so far.
    pub fn bytes(&self) -> usize {
        self.pages.bytes()
    }

    fn start(&self, mixed: Mixed) -> usize {
        mixed.line(self.entries.len() / CLUSTER) * CLUSTER
    }

    /// The cluster of a key, unless it is known to be empty.
    #[inline]
    pub fn get(&self, mixed: Mixed) -> Option<&[u128]> {
        let start = self.start(mixed);
        let written = self.pages.is_written(start * size_of::<u128>());
        if written { self.entries.get(start..start + CLUSTER) } else { None }
    }

    /// Writes an entry into the cluster of its key, at the place that `choose` finds for it.
    pub fn put(&mut self, mixed: Mixed, entry: u128, choose: impl FnOnce(&[u128]) -> usize) {
        let start = self.start(mixed);
        let Some(cluster) = self.entries.get_mut(start..start + CLUSTER) else { return };
        self.pages.write(start * size_of::<u128>());
        let place = &mut cluster[choose(cluster)];
        self.filled += usize::from(*place == 0);
        *place = entry;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn neighbouring_keys_spread_over_the_table() {
        for shift in [0, 50, 100] {
            let line = |i: u128| Mixed::new(Key(i << shift)).line(1000);
            let used: HashSet<_> = (0..1000).map(line).collect();
            // 1000 balls into 1000 bins leave 368 empty on average.
            assert!((600..670).contains(&used.len()), "{}", used.len());
        }
    }
}
