//! What the hash tables share: how a key finds its place.

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

    /// The first entry of that cluster.
    #[inline]
    pub fn cluster(self, clusters: usize) -> usize {
        self.line(clusters) * CLUSTER
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

/// How many clusters of 16-byte entries fit into `bytes`.
pub fn clusters_in(bytes: usize) -> usize {
    bytes / (16 * CLUSTER)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn neighbouring_keys_spread_over_the_table() {
        let clusters = 1000;
        let used: HashSet<_> = (0..1000).map(|i| Mixed::new(Key(i)).cluster(clusters)).collect();
        // 1000 balls into 1000 bins leave 368 empty on average.
        assert!((600..670).contains(&used.len()), "{}", used.len());
        let high: HashSet<_> =
            (0..1000).map(|i| Mixed::new(Key(i << 100)).cluster(clusters)).collect();
        assert!((600..670).contains(&high.len()), "{}", high.len());
    }
}
