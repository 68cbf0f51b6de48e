//! Code that the hash tables share: how a key is mapped to its place, and which pages were touched.

use std::io;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};

use winproof_rules::Key;

use super::pages::{prefetch, zeroed};
use crate::save::{LoadError, StateReader, StateWriter};

/// Entries that are read together. Four of 16 bytes fill one cache line.
pub const CLUSTER: usize = 4;

/// A key with its bits mixed by a bijection: a game may use the position itself as its key, and then
/// neighbours would differ only in a few low bits.
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

    /// Returns the number of the cluster for this key in a table of `clusters` clusters.
    #[inline]
    pub fn line(self, clusters: usize) -> usize {
        let fraction = u128::from(self.0 as u64) * clusters as u128;
        (fraction >> 64) as usize
    }

    /// Returns the bits that do not choose the cluster.
    pub fn tag(self) -> u64 {
        (self.0 >> 64) as u64
    }
}

/// How a table that can grow and shrink maps keys to places.
///
/// Half of the mixed key, as a fraction of its range, is scaled to a number of cells, and the cell, halved
/// or doubled a few times, is the cluster. An entry keeps the first bits of its place *within* the cell,
/// along with bits from the other half of the key. From those and its cluster follows its cluster in a table
/// twice as large; the whole key would not fit into the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    cells: usize,
    /// Clusters of a cell are 2 to this power.
    doublings: i32,
}

/// Bits of an entry's tag that give its place within its cell.
const WITHIN: u32 = 16;
/// A table doubles at most this many times: within a cluster of a larger one all those bits of the tag are
/// equal, and fewer are left to distinguish positions.
const MOST_DOUBLINGS: i32 = 12;

impl Grid {
    /// Makes a grid with one cell for each of so many clusters.
    pub fn new(clusters: usize) -> Grid {
        Grid { cells: clusters, doublings: 0 }
    }

    /// Returns the cluster of a key, and the tag that identifies it there.
    #[inline]
    pub fn place(self, mixed: Mixed) -> (usize, u64) {
        let scaled = u128::from(mixed.0 as u64) * self.cells as u128;
        let cluster = (scaled >> (64 - self.doublings)) as usize;
        let within = (scaled >> (64 - WITHIN)) as u64 & WITHIN_MASK;
        (cluster, mixed.tag() & !WITHIN_MASK | within)
    }

    /// Returns the number of clusters.
    pub fn clusters(self) -> usize {
        match u32::try_from(self.doublings) {
            Ok(doublings) => self.cells << doublings,
            Err(_) => ((self.cells - 1) >> -self.doublings) + 1,
        }
    }

    /// Returns a grid with twice as many clusters, if that is possible.
    pub fn doubled(self) -> Option<Grid> {
        // What was halved stays halved: the places of entries in a larger table are no longer known.
        let possible = (0..MOST_DOUBLINGS).contains(&self.doublings);
        possible.then_some(Grid { doublings: self.doublings + 1, ..self })
    }

    /// Returns the grid, halved until it has at most so many clusters.
    pub fn within(self, clusters: usize) -> Grid {
        let mut grid = self;
        while grid.clusters() > clusters.max(1) {
            grid.doublings -= 1;
        }
        grid
    }

    /// Returns the cluster, in a table of this grid, of an entry that was in `cluster` of a table of grid
    /// `from`; `None` if it cannot have been there.
    pub fn moved(self, from: Grid, cluster: usize, tag: u64) -> Option<usize> {
        let within = (tag & WITHIN_MASK) as usize;
        match u32::try_from(from.doublings) {
            Ok(doublings) => {
                let known = within >> (WITHIN - doublings);
                let fine = (cluster >> doublings) << WITHIN | within;
                let stood_there = cluster & ((1 << doublings) - 1) == known;
                stood_there.then(|| fine >> (WITHIN as i32 - self.doublings))
            }
            Err(_) => Some(cluster >> (from.doublings - self.doublings)),
        }
    }

    /// Encodes the grid as two words, for a save.
    pub fn words(self) -> [u64; 2] {
        [self.cells as u64, i64::from(self.doublings) as u64]
    }

    /// Reads back [`words`](Grid::words).
    pub fn from_words([cells, doublings]: [u64; 2]) -> Option<Grid> {
        let doublings = i32::try_from(doublings as i64).ok()?;
        let cells = usize::try_from(cells).ok().filter(|cells| (1..1 << 48).contains(cells))?;
        (-48..=MOST_DOUBLINGS).contains(&doublings).then_some(Grid { cells, doublings })
    }
}

const WITHIN_MASK: u64 = (1 << WITHIN) - 1;

/// Which pages of a table were ever written.
///
/// The system allocates pages on first access, and that takes longer than most searches spend on a node. A
/// table that is far too large for its problem, as all tables are at first, would be slow only because of
/// this; a page that was never written need not be read.
///
/// Threads that share a table share this too.
pub struct Pages {
    bits: Vec<AtomicU64>,
    written: AtomicUsize,
}

/// Bytes of a page.
const PAGE: usize = 4096;

impl Pages {
    /// Makes it for a table of so many bytes, of which nothing was written.
    pub fn new(bytes: usize) -> Pages {
        let bits = std::iter::repeat_with(AtomicU64::default).take(bytes / PAGE / 64 + 1);
        Pages { bits: bits.collect(), written: AtomicUsize::new(0) }
    }

    /// Returns whether the page around this byte was written.
    #[inline]
    pub fn is_written(&self, byte: usize) -> bool {
        let page = byte / PAGE;
        self.bits[page / 64].load(Relaxed) >> (page % 64) & 1 != 0
    }

    /// Records that the page around this byte is being written. Returns whether it is for the first time.
    #[inline]
    pub fn write(&self, byte: usize) -> bool {
        if self.is_written(byte) {
            return false;
        }
        let page = byte / PAGE;
        let bit = 1 << (page % 64);
        let first = self.bits[page / 64].fetch_or(bit, Relaxed) & bit == 0;
        self.written.fetch_add(usize::from(first), Relaxed);
        first
    }

    /// Returns the bytes of the pages that were written.
    pub fn bytes(&self) -> usize {
        self.written.load(Relaxed) * PAGE
    }
}

/// Entries of 16 bytes in clusters, of which the smaller tables are made. A size of zero is allowed: then
/// nothing is stored. An entry of zero is free.
pub struct Clusters {
    entries: Vec<u128>,
    filled: usize,
    pages: Pages,
}

impl Clusters {
    /// Makes empty clusters within a budget.
    pub fn with_bytes(bytes: usize) -> Clusters {
        let entries = zeroed(bytes / (size_of::<u128>() * CLUSTER) * CLUSTER);
        Clusters { entries, filled: 0, pages: Pages::new(bytes) }
    }

    /// Returns the entries in use.
    pub fn len(&self) -> usize {
        self.filled
    }

    /// Returns the bytes of all clusters.
    pub fn reserved(&self) -> usize {
        size_of_val(self.entries.as_slice())
    }

    /// Returns the bytes that were touched so far.
    pub fn bytes(&self) -> usize {
        self.pages.bytes()
    }

    fn start(&self, mixed: Mixed) -> usize {
        mixed.line(self.entries.len() / CLUSTER) * CLUSTER
    }

    /// Returns the cluster of a key, unless it is known to be empty.
    #[inline]
    pub fn get(&self, mixed: Mixed) -> Option<&[u128]> {
        let start = self.start(mixed);
        let written = self.pages.is_written(start * size_of::<u128>());
        if written { self.entries.get(start..start + CLUSTER) } else { None }
    }

    /// Prefetches the cluster of a key, which will be read soon.
    #[inline]
    pub fn prefetch(&self, mixed: Mixed) {
        if let Some([first, ..]) = self.get(mixed) {
            prefetch(first);
        }
    }

    /// Writes an entry into the cluster of its key, at the place that `choose` finds for it, if any.
    pub fn put(
        &mut self,
        mixed: Mixed,
        entry: u128,
        choose: impl FnOnce(&[u128]) -> Option<usize>,
    ) {
        let start = self.start(mixed);
        let Some(cluster) = self.entries.get_mut(start..start + CLUSTER) else { return };
        self.pages.write(start * size_of::<u128>());
        let Some(place) = choose(cluster) else { return };
        let place = &mut cluster[place];
        self.filled += usize::from(*place == 0);
        *place = entry;
    }

    /// Writes all clusters that are not empty.
    pub fn save(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        out.word(self.entries.len() as u64)?;
        for (number, cluster) in self.entries.chunks_exact(CLUSTER).enumerate() {
            let written = self.pages.is_written(number * size_of_val(cluster));
            if written && cluster.iter().any(|&entry| entry != 0) {
                out.word(number as u64)?;
                for entry in cluster {
                    out.words(&[(entry >> 64) as u64, *entry as u64])?;
                }
            }
        }
        out.word(u64::MAX)
    }

    /// Reads what [`save`](Clusters::save) wrote and passes on the entries, each with the capacity of its
    /// former table and the number of its cluster there.
    pub fn load(
        input: &mut StateReader<'_>,
        mut take: impl FnMut(usize, usize, u128),
    ) -> Result<(), LoadError> {
        let size = input.word()? as usize;
        loop {
            let number = input.word()?;
            if number == u64::MAX {
                return Ok(());
            }
            if number >= (size / CLUSTER) as u64 {
                return Err(LoadError::Damaged("an entry is outside of its table"));
            }
            for [high, low] in input.array::<{ 2 * CLUSTER }>()?.as_chunks::<2>().0 {
                let entry = u128::from(*high) << 64 | u128::from(*low);
                if entry != 0 {
                    take(size, number as usize, entry);
                }
            }
        }
    }

    /// Returns how many entries there is room for.
    pub fn capacity(&self) -> usize {
        self.entries.len()
    }

    /// Puts an entry into a free place of a cluster, if there is one.
    pub fn put_back(&mut self, cluster: usize, entry: u128) {
        let start = cluster * CLUSTER;
        let Some(cluster) = self.entries.get_mut(start..start + CLUSTER) else { return };
        if let Some(place) = cluster.iter_mut().find(|place| **place == 0) {
            self.pages.write(start * size_of::<u128>());
            *place = entry;
            self.filled += 1;
        }
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

    /// The author of a graph chooses its nodes, which are identified by their numbers, and there are at most
    /// 2^24. No two of them agree in the bits of a tag that do not depend on the size of the table, so no two
    /// are ever confused.
    #[test]
    fn nodes_of_graphs_never_share_a_tag() {
        const PASSES: u64 = 8;
        for pass in 0..PASSES {
            let tags = (0..1 << 24).map(|node| Mixed::new(Key(node)).tag() & !WITHIN_MASK);
            let mut tags: Vec<_> = tags.filter(|tag| tag >> 61 == pass).collect();
            tags.sort_unstable();
            assert!(tags.windows(2).all(|pair| pair[0] != pair[1]));
        }
    }

    /// The cluster and the tag alone determine the place of a key in a table of another size.
    #[test]
    fn entries_find_their_place_in_larger_and_smaller_tables() {
        let first = Grid::new(1000);
        let twice = first.doubled().unwrap();
        let often = std::iter::successors(Some(first), |grid| grid.doubled()).last().unwrap();
        assert_eq!((twice.clusters(), often.clusters()), (2000, 1000 << 12));
        let halved = first.within(999);
        assert_eq!((halved.clusters(), halved.doubled()), (500, None));
        assert_eq!((often.within(5000).clusters(), often.within(0).clusters()), (4000, 1));
        for from in [first, twice, often] {
            for to in [first, twice, often, halved, first.within(1)] {
                for key in (0..2000).map(|i| Mixed::new(Key(i))) {
                    let (cluster, tag) = from.place(key);
                    let (there, same) = to.place(key);
                    assert_eq!((to.moved(from, cluster, tag), tag), (Some(there), same));
                    assert!(there < to.clusters());
                }
            }
        }
        let (cluster, tag) = often.place(Mixed::new(Key(7)));
        assert_eq!(first.moved(often, cluster ^ 1, tag), None);
        for grid in [first, halved, often] {
            assert_eq!(Grid::from_words(grid.words()), Some(grid));
        }
        assert_eq!(Grid::from_words([0, 0]), None);
        assert_eq!(Grid::from_words([5, 13]), None);
    }
}
