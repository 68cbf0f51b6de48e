//! The transposition table of the depth-first searches: numbers of open positions and verdicts of solved
//! ones, each with a move, in a fixed amount of memory.
//!
//! Three entries share a cache line. A position is recognised by 64 bits of its mixed key in a cluster
//! that other bits have chosen: 10^10 look-ups in full clusters give a wrong hit with a probability of
//! 10^10 · 3 / 2^64, about 2 · 10^-9, and twice that for each time that the table was doubled (`Grid`).
//! That holds for positions that were not chosen in order to collide; `docs/TRUST.md` says what is promised
//! beyond that.
//!
//! A large table starts as a small hash map, and then doubles in place as it fills. Scattered over gigabytes,
//! each entry would cost a new page from the system, several times the cost of a node, and most problems are
//! small.

mod saved;

use winproof_rules::{Key, Move};

use super::hashed::{Grid, Mixed, Pages};
use super::log_size::{log_size, size_of_log};
use super::pages::{prefer_large, prefetch, zeroed};
use crate::Numbers;
use crate::key_map::KeyMap;
use crate::settings::Replacement;

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its numbers; of a solved position they say how.
    pub numbers: Numbers,
    /// The move that solved it, or the best one so far.
    pub mv: Move,
}

/// The work that was spent on an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Expansions spent below the position.
    pub expansions: u64,
    /// Moves to the deepest position that was expanded below.
    pub height: u32,
}

/// Entries in a cluster.
const WIDTH: usize = 3;
/// A cluster is one cache line:
///
/// ```text
/// word   0      1      2      3       4       5       6           7
///        tag 0  tag 1  tag 2  pn, dn  pn, dn  pn, dn  moves 0, 1  move 2, worth 0, 1, 2, unused byte
/// ```
const WORDS: usize = 8;
const _: () = assert!(WORDS * size_of::<u64>() == 64);
const _: () = assert!(WIDTH * (8 + 8 + 4 + 1) <= 64);

/// A solved position is worth as much as an open one with a subtree 2^16 times as large.
const SOLVED_BONUS: u64 = 64;

/// A table of fixed size.
pub struct Table {
    /// Plain words, because the system provides those zeroed and untouched. Clusters start at `offset`, so
    /// that they are aligned to cache lines.
    words: Vec<u64>,
    offset: usize,
    /// The clusters that fit.
    room: usize,
    /// Clusters in use, and how keys are mapped to them.
    grid: Grid,
    replacement: Replacement,
    filled: usize,
    peak: usize,
    stores: usize,
    pages: Pages,
    /// The small map: all entries, as long as there are few, with their worth.
    small: Option<KeyMap<(Entry, u8)>>,
    /// The positions that were stored since the last query, if this is recorded.
    journal: Option<Vec<Key>>,
}

/// Entries at which a table leaves the small map.
const SMALL_MAP: usize = 1 << 16;
/// Doublings from then on until it uses all of its room.
const DOUBLINGS: u32 = 6;
/// A hash map of that many entries would not be small compared with a table of fewer bytes than this.
const SMALL_MAP_FROM: usize = 32 << 20;

impl Table {
    /// Makes an empty table within a budget; it holds at least one cluster.
    pub fn with_bytes(bytes: usize, replacement: Replacement) -> Table {
        let mut words: Vec<u64> = zeroed((bytes / 64).max(2) * WORDS);
        // Fewer than were asked for, if the system has no more.
        let bytes = size_of_val(words.as_slice());
        let room = words.len() / WORDS - 1;
        prefer_large(&mut words);
        let misaligned = words.as_ptr() as usize % 64 / 8;
        let offset = (WORDS - misaligned) % WORDS;
        let pages = Pages::new(bytes);
        let small = (bytes >= SMALL_MAP_FROM).then(KeyMap::default);
        let clusters = if small.is_some() { room >> DOUBLINGS } else { room };
        Table {
            words,
            offset,
            room,
            grid: Grid::new(clusters),
            replacement,
            filled: 0,
            peak: 0,
            stores: 0,
            pages,
            small,
            journal: None,
        }
    }

    /// Returns the bytes that hold `entries` entries.
    pub fn bytes_for(entries: usize, replacement: Replacement) -> usize {
        (entries.div_ceil(places(replacement)) + 1) * 64
    }

    /// Returns the entries in use.
    pub fn len(&self) -> usize {
        self.filled
    }

    /// Returns whether no entry is in use.
    pub fn is_empty(&self) -> bool {
        self.filled == 0
    }

    /// Returns the most entries that were ever in use.
    pub fn peak(&self) -> usize {
        self.peak
    }

    /// Returns how many entries fit.
    pub fn capacity(&self) -> usize {
        self.room * self.places()
    }

    /// Returns how many entries a cluster may hold.
    fn places(&self) -> usize {
        places(self.replacement)
    }

    /// Returns the bytes that were touched so far.
    pub fn bytes(&self) -> usize {
        // A hash map is between half full and full.
        let small = self.small.as_ref().map_or(0, |small| small.capacity());
        self.pages.bytes() + small * size_of::<(Key, Entry, u8)>()
    }

    /// Returns where the cluster of a key starts, and the tag that identifies it there.
    #[inline]
    fn locate(&self, key: Key) -> (usize, u64) {
        let (cluster, tag) = self.grid.place(Mixed::new(key));
        (self.offset + cluster * WORDS, tag)
    }

    /// Prefetches the place of a key, which will be read soon.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        let (start, _) = self.locate(key);
        if self.small.is_none() && self.pages.is_written(start * size_of::<u64>()) {
            prefetch(&self.words[start]);
        }
    }

    /// Returns what is known about a position.
    #[inline]
    pub fn get(&self, key: Key) -> Option<Entry> {
        Some(self.stored(key)?.0)
    }

    /// Returns what is known about a position, and its worth for the replacement scheme.
    #[inline]
    fn stored(&self, key: Key) -> Option<(Entry, u8)> {
        if let Some(small) = &self.small {
            return small.get(&key).copied();
        }
        let (start, tag) = self.locate(key);
        if !self.pages.is_written(start * size_of::<u64>()) {
            return None;
        }
        let cluster = Cluster(&self.words[start..][..WORDS]);
        let slot = cluster.find(tag)?;
        Some((cluster.entry(slot), cluster.worth(slot)))
    }

    /// Starts or stops recording which positions are stored.
    pub fn keep_journal(&mut self, on: bool) {
        self.journal = on.then(|| self.journal.take().unwrap_or_default());
    }

    /// Returns the positions that were stored since the last call, some of them several times.
    pub fn take_journal(&mut self) -> Vec<Key> {
        self.journal.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Returns about how many expansions were spent below a position, if the scheme keeps that.
    pub fn expansions_below(&self, key: Key) -> Option<u64> {
        let (entry, worth) = self.stored(key)?;
        let bonus = if entry.numbers.verdict().is_some() { self.solved_bonus() } else { 0 };
        match self.replacement {
            Replacement::Larger
            | Replacement::TwoBig
            | Replacement::PairBig
            | Replacement::SmallTreeGc => Some(size_of_log(worth.saturating_sub(bonus as u8))),
            _ => None,
        }
    }

    /// Stores what is known about a position, if the replacement scheme finds room for it. An open entry
    /// never replaces a solved one for the same position.
    pub fn put(&mut self, key: Key, entry: Entry, effort: Effort) {
        let worth = self.worth(&entry, effort);
        self.stores += 1;
        if let Some(journal) = &mut self.journal {
            journal.push(key);
        }
        match &mut self.small {
            None => self.place(key, entry, worth),
            Some(small) => {
                let (known, _) = *small.entry(key).or_insert((entry, worth));
                if let Some(entry) = successor(known, entry) {
                    small.insert(key, (entry, worth));
                }
                self.filled = small.len();
                self.peak = self.peak.max(self.filled);
                if self.filled == SMALL_MAP {
                    self.leave_small_map();
                }
            }
        }
    }

    /// Moves all entries from the small map to the clusters, in an order that does not depend on the hash
    /// map.
    fn leave_small_map(&mut self) {
        let mut entries: Vec<_> = self.small.take().into_iter().flatten().collect();
        entries.sort_unstable_by_key(|&(key, _)| key);
        while let Some(grid) = self.growth() {
            self.grid = grid;
        }
        self.filled = 0;
        for (key, (entry, worth)) in entries {
            self.place(key, entry, worth);
        }
    }

    fn place(&mut self, key: Key, entry: Entry, worth: u8) {
        let (start, tag) = self.locate(key);
        self.place_at(start, tag, entry, worth);
    }

    fn place_at(&mut self, start: usize, tag: u64, entry: Entry, worth: u8) {
        if self.pages.write(start * size_of::<u64>()) {
            // A page that is read before it is written is allocated twice.
            self.words[start] = 0;
        }
        let cluster = Cluster(&mut self.words[start..][..WORDS]);
        if let Some(slot) = cluster.find(tag) {
            if let Some(entry) = successor(cluster.entry(slot), entry) {
                self.write(start, slot, tag, entry, worth);
            }
            return;
        }
        let free = (0..places(self.replacement)).find(|&slot| cluster.is_free(slot));
        if free.is_none()
            && let Some(grid) = self.growth()
        {
            let from = (start - self.offset) / WORDS;
            let place = grid.moved(self.grid, from, tag).expect("it belongs there");
            self.double(grid);
            return self.place_at(self.offset + place * WORDS, tag, entry, worth);
        }
        if free.is_none() && self.replacement == Replacement::SmallTreeGc && self.is_crowded() {
            self.collect();
            return self.place_at(start, tag, entry, worth);
        }
        if let Some(slot) = free.or_else(|| self.victim(start, tag, worth)) {
            self.write(start, slot, tag, entry, worth);
        }
    }

    /// Returns the grid to use next when a cluster has overflowed, if the table is to grow. A few clusters
    /// overflow early: until the table is a sixth full, their entries of least worth may be replaced.
    fn growth(&self) -> Option<Grid> {
        let worth_it = self.filled * 6 >= self.grid.clusters() * self.places();
        self.grid.doubled().filter(|grid| worth_it && grid.clusters() <= self.room)
    }

    /// Spreads the entries over twice as many clusters, in place: from the last one backwards, because a
    /// cluster's entries move to later places, or stay in it. They keep their slots, which have a meaning in
    /// some schemes.
    fn double(&mut self, grid: Grid) {
        let old = std::mem::replace(&mut self.grid, grid);
        for cluster in (0..old.clusters()).rev() {
            let start = self.offset + cluster * WORDS;
            let used = self.pages.is_written(start * size_of::<u64>());
            let mut words = [0; WORDS];
            if used {
                words.copy_from_slice(&self.words[start..][..WORDS]);
            }
            let entries = Cluster(&words[..]);
            for half in [2 * cluster, 2 * cluster + 1] {
                let start = self.offset + half * WORDS;
                let stale =
                    half < old.clusters() && self.pages.is_written(start * size_of::<u64>());
                if stale {
                    self.words[start..][..WORDS].fill(0);
                }
                let stays = |slot: &usize| {
                    !entries.is_free(*slot) && grid.moved(old, cluster, words[*slot]) == Some(half)
                };
                for slot in (0..WIDTH).filter(stays) {
                    self.pages.write(start * size_of::<u64>());
                    let mut target = Cluster(&mut self.words[start..][..WORDS]);
                    target.write(slot, words[slot], entries.entry(slot), entries.worth(slot));
                }
            }
        }
    }

    /// Forgets a position.
    pub fn remove(&mut self, key: Key) {
        if let Some(small) = &mut self.small {
            small.remove(&key);
            self.filled = small.len();
            return;
        }
        let (start, tag) = self.locate(key);
        if let Some(slot) = Cluster(&self.words[start..][..WORDS]).find(tag) {
            self.free(start, slot);
        }
    }

    fn free(&mut self, start: usize, slot: usize) {
        self.words[start + WIDTH + slot] = 0;
        self.filled -= 1;
    }

    fn write(&mut self, start: usize, slot: usize, tag: u64, entry: Entry, worth: u8) {
        let mut cluster = Cluster(&mut self.words[start..][..WORDS]);
        self.filled += usize::from(cluster.is_free(slot));
        self.peak = self.peak.max(self.filled);
        cluster.write(slot, tag, entry, worth);
    }

    /// Returns the worth by which the scheme compares entries; greater stays longer.
    fn worth(&self, entry: &Entry, effort: Effort) -> u8 {
        let worth = match self.replacement {
            Replacement::Newest => return self.age(),
            Replacement::Oldest => 0,
            Replacement::Deeper | Replacement::TwoDeep | Replacement::PairDeep => {
                u64::from(effort.height)
            }
            Replacement::Larger
            | Replacement::TwoBig
            | Replacement::PairBig
            | Replacement::SmallTreeGc => u64::from(log_size(effort.expansions)),
        };
        let bonus = if entry.numbers.verdict().is_some() { self.solved_bonus() } else { 0 };
        (worth + bonus).min(255) as u8
    }

    /// Returns what a solved entry is worth beyond its effort.
    fn solved_bonus(&self) -> u64 {
        match self.replacement {
            Replacement::PairBig | Replacement::PairDeep => 0,
            _ => SOLVED_BONUS,
        }
    }

    /// Returns the current eighth of the table's refilling, as a number that wraps round.
    fn age(&self) -> u8 {
        (self.stores / (self.capacity() / 8).max(1)) as u8
    }

    fn victim(&mut self, start: usize, tag: u64, worth: u8) -> Option<usize> {
        let mut cluster = Cluster(&mut self.words[start..][..WORDS]);
        let least = |cluster: &Cluster<&mut [u64]>, slots: std::ops::Range<usize>| {
            slots.min_by_key(|&slot| cluster.worth(slot)).expect("a cluster has entries")
        };
        match self.replacement {
            Replacement::Newest => {
                let age = (self.stores / (self.room * WIDTH / 8).max(1)) as u8;
                let old = |slot: usize| age.wrapping_sub(cluster.worth(slot));
                // Among entries of one age the key decides, so that no place is favoured.
                let first = (tag >> 32) as usize % WIDTH;
                (0..WIDTH).map(|i| (first + i) % WIDTH).max_by_key(|&slot| old(slot))
            }
            Replacement::Oldest => None,
            Replacement::Deeper | Replacement::Larger => {
                let slot = least(&cluster, 0..WIDTH);
                (worth >= cluster.worth(slot)).then_some(slot)
            }
            Replacement::TwoBig
            | Replacement::TwoDeep
            | Replacement::PairBig
            | Replacement::PairDeep => {
                let newest = places(self.replacement) - 1;
                let slot = least(&cluster, 0..newest);
                if worth < cluster.worth(slot) {
                    return Some(newest);
                }
                cluster.copy(slot, newest);
                Some(slot)
            }
            Replacement::SmallTreeGc => Some(least(&cluster, 0..WIDTH)),
        }
    }

    /// Returns whether the table is full. Clusters overflow long before the last place is taken, so nine
    /// tenths count as full. A table of a few clusters never counts as full: collecting it would leave
    /// nothing.
    fn is_crowded(&self) -> bool {
        self.room >= 64 && self.filled * 10 >= self.capacity() * 9
    }

    /// Frees three tenths of the table, the least worth first.
    fn collect(&mut self) {
        let mut count = [0_usize; 256];
        for start in self.starts() {
            let cluster = Cluster(&self.words[start..][..WORDS]);
            let used = (0..WIDTH).filter(|&slot| !cluster.is_free(slot));
            used.for_each(|slot| count[usize::from(cluster.worth(slot))] += 1);
        }
        // All that are worth less than `limit` are removed, and of those worth exactly that as many as
        // necessary.
        let mut surplus = self.filled.saturating_sub(self.capacity() * 7 / 10);
        let mut limit = 0;
        while surplus > count[limit] {
            surplus -= count[limit];
            limit += 1;
        }
        for start in self.starts() {
            for slot in 0..WIDTH {
                let cluster = Cluster(&self.words[start..][..WORDS]);
                let worth = usize::from(cluster.worth(slot));
                if cluster.is_free(slot) || worth > limit || worth == limit && surplus == 0 {
                    continue;
                }
                surplus -= usize::from(worth == limit);
                self.free(start, slot);
            }
        }
    }

    fn starts(&self) -> impl Iterator<Item = usize> + use<> {
        (self.offset..).step_by(WORDS).take(self.grid.clusters())
    }
}

/// Returns how many of the entries of a cluster a scheme uses.
fn places(replacement: Replacement) -> usize {
    match replacement {
        Replacement::PairBig | Replacement::PairDeep => 2,
        _ => WIDTH,
    }
}

/// Returns the new entry of a position; `None` if nothing changes. An open entry never replaces a solved one,
/// and a solved one keeps its first move: that move leads to a position that was solved before it, so such
/// moves do not form a cycle.
fn successor(known: Entry, new: Entry) -> Option<Entry> {
    match (known.numbers.verdict(), new.numbers.verdict()) {
        (Some(_), None) => None,
        (Some(before), Some(now)) if before == now => Some(known),
        _ => Some(new),
    }
}

/// A view of the words of one cluster.
struct Cluster<W>(W);

impl<W: AsRef<[u64]>> Cluster<W> {
    fn word(&self, index: usize) -> u64 {
        self.0.as_ref()[index]
    }

    fn is_free(&self, slot: usize) -> bool {
        self.word(WIDTH + slot) == 0
    }

    fn find(&self, tag: u64) -> Option<usize> {
        (0..WIDTH).find(|&slot| self.word(slot) == tag && !self.is_free(slot))
    }

    fn numbers(&self, slot: usize) -> Numbers {
        Numbers::from_word(self.word(WIDTH + slot))
    }

    fn entry(&self, slot: usize) -> Entry {
        Entry { numbers: self.numbers(slot), mv: self.mv(slot) }
    }

    fn is_empty(&self) -> bool {
        (0..WIDTH).all(|slot| self.is_free(slot))
    }

    /// Two moves in the seventh word, the third with the bytes of worth in the eighth.
    fn mv(&self, slot: usize) -> Move {
        Move((self.word(2 * WIDTH + slot / 2) >> (slot % 2 * 32)) as u32)
    }

    fn worth(&self, slot: usize) -> u8 {
        (self.word(WORDS - 1) >> (32 + 8 * slot)) as u8
    }
}

impl Cluster<&mut [u64]> {
    fn set(&mut self, word: usize, shift: usize, width: usize, value: u64) {
        let mask = ((1_u64 << width) - 1) << shift;
        self.0[word] = self.0[word] & !mask | value << shift;
    }

    fn write(&mut self, slot: usize, tag: u64, entry: Entry, worth: u8) {
        let Entry { numbers, mv } = entry;
        self.0[slot] = tag;
        self.0[WIDTH + slot] = numbers.word();
        self.set(2 * WIDTH + slot / 2, slot % 2 * 32, 32, u64::from(mv.0));
        self.set(WORDS - 1, 32 + 8 * slot, 8, u64::from(worth));
    }

    fn copy(&mut self, from: usize, to: usize) {
        self.write(to, self.word(from), self.entry(from), self.worth(from));
    }
}

#[cfg(test)]
mod tests;
