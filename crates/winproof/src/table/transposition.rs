//! The transposition table of the depth-first searches: numbers of open positions and verdicts of solved
//! ones, each with a move, in a fixed amount of memory.
//!
//! Three entries share a cache line. A position is recognised by 64 bits of its mixed key in a cluster
//! that other bits have chosen: 10^10 look-ups in full clusters give a wrong hit with a probability of
//! 10^10 · 3 / 2^64, about 2 · 10^-9, and twice that for each time that the table was doubled (`Grid`).
//! That is for positions nobody chose in order to break it; `docs/TRUST.md` says what is promised beyond that.
//!
//! A large table starts as a small hash map, and then doubles in place as it fills: scattered over
//! gigabytes, entries would each cost a fresh page from the system, several times the price of a node, and
//! most problems are small.

use std::io;

use winproof_rules::{Key, Move};

use super::hashed::{Grid, Mixed, Pages};
use super::pages::{prefer_large, prefetch};
use crate::Numbers;
use crate::key_map::KeyMap;
use crate::save::{LoadError, StateReader, StateWriter};

/// Which entry has to go when a cluster is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// The one that was not stored for longest: newer entries win, and age counts in eighths of the table.
    Newest,
    /// The new one: what is there stays.
    Oldest,
    /// The one searched least deep, the new one included.
    Deeper,
    /// The one with the smallest subtree, the new one included.
    Larger,
    /// Two places for the largest subtrees, the third for the newest entry (TwoBig).
    TwoBig,
    /// Two places for the deepest searches, the third for the newest entry (TwoDeep).
    TwoDeep,
    /// The smallest subtree in the cluster; and when the table is nearly full, all small subtrees in it at
    /// once, until three tenths are free (SmallTreeGC).
    SmallTreeGc,
}

impl Replacement {
    /// The names of the parameter `replacement`, in the order of the variants.
    pub const NAMES: &'static [&'static str] =
        &["newest", "oldest", "deeper", "larger", "two-big", "two-deep", "small-tree-gc"];

    /// Reads the value of the parameter.
    pub fn named(name: &str) -> Replacement {
        use Replacement::*;
        let all = [Newest, Oldest, Deeper, Larger, TwoBig, TwoDeep, SmallTreeGc];
        let index = Self::NAMES.iter().position(|&known| known == name);
        all[index.expect("the table of parameters knows the names")]
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its numbers; of a solved position they say how.
    pub numbers: Numbers,
    /// The move that solved it, or the best one so far.
    pub mv: Move,
}

/// How much work stands behind an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Expansions spent below the position.
    pub expansions: u64,
    /// Moves to the deepest position that was expanded below.
    pub height: u32,
}

/// Entries in a cluster.
const WIDTH: usize = 3;
/// A cluster: three tags, three pairs of numbers, three moves of 32 bits, three bytes of worth and one
/// unused: one cache line.
const WORDS: usize = 8;
const _: () = assert!(WORDS * size_of::<u64>() == 64);
const _: () = assert!(WIDTH * (8 + 8 + 4 + 1) <= 64);

/// Solved positions are worth as much as an open one with a subtree 2^16 times as large.
const SOLVED_BONUS: u64 = 64;

/// A table of fixed size.
pub struct Table {
    /// Plain words, since those come zeroed and untouched from the system. Clusters start at `offset`, so
    /// that they fall on cache lines.
    words: Vec<u64>,
    offset: usize,
    /// Clusters that there is room for.
    room: usize,
    /// Clusters in use, and how keys find them.
    grid: Grid,
    replacement: Replacement,
    filled: usize,
    peak: usize,
    stores: usize,
    pages: Pages,
    /// All entries, as long as there are few, with their worth.
    young: Option<KeyMap<(Entry, u8)>>,
    /// What was put since the last time that somebody asked, if somebody asks.
    journal: Option<Vec<Key>>,
}

/// Entries at which a table stops being young.
const YOUNG: usize = 1 << 16;
/// Doublings that bring it to all of its room from then on.
const DOUBLINGS: u32 = 6;
/// A hash map of that many entries would not be small beside a table of fewer bytes than this.
const YOUNG_FROM: usize = 32 << 20;

impl Table {
    /// An empty table within a budget; it holds one cluster at least.
    pub fn with_bytes(bytes: usize, replacement: Replacement) -> Table {
        let room = (bytes / 64).saturating_sub(1).max(1);
        let mut words = vec![0; (room + 1) * WORDS];
        prefer_large(&mut words);
        let misaligned = words.as_ptr() as usize % 64 / 8;
        let offset = (WORDS - misaligned) % WORDS;
        let pages = Pages::new(size_of_val(words.as_slice()));
        let young = (bytes >= YOUNG_FROM).then(KeyMap::default);
        let clusters = if young.is_some() { room >> DOUBLINGS } else { room };
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
            young,
            journal: None,
        }
    }

    /// Bytes that hold `entries` entries.
    pub fn bytes_for(entries: usize) -> usize {
        (entries.div_ceil(WIDTH) + 1) * 64
    }

    /// Entries in use.
    pub fn len(&self) -> usize {
        self.filled
    }

    /// Whether no entry is in use.
    pub fn is_empty(&self) -> bool {
        self.filled == 0
    }

    /// The most entries that ever were in use.
    pub fn peak(&self) -> usize {
        self.peak
    }

    /// Entries that fit.
    pub fn capacity(&self) -> usize {
        self.room * WIDTH
    }

    /// Bytes that were touched so far.
    pub fn bytes(&self) -> usize {
        // A hash map is between half and fully used.
        let young = self.young.as_ref().map_or(0, |young| young.capacity());
        self.pages.bytes() + young * size_of::<(Key, Entry, u8)>()
    }

    /// Where the cluster of a key starts, and the tag to know it by.
    #[inline]
    fn locate(&self, key: Key) -> (usize, u64) {
        let (cluster, tag) = self.grid.place(Mixed::new(key));
        (self.offset + cluster * WORDS, tag)
    }

    /// Asks the processor to fetch the place of a key, which will be looked at soon.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        let (start, _) = self.locate(key);
        if self.young.is_none() && self.pages.is_written(start * size_of::<u64>()) {
            prefetch(&self.words[start]);
        }
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, key: Key) -> Option<Entry> {
        Some(self.stored(key)?.0)
    }

    /// What is known of a position, and what the scheme compares it by.
    #[inline]
    fn stored(&self, key: Key) -> Option<(Entry, u8)> {
        if let Some(young) = &self.young {
            return young.get(&key).copied();
        }
        let (start, tag) = self.locate(key);
        if !self.pages.is_written(start * size_of::<u64>()) {
            return None;
        }
        let cluster = Cluster(&self.words[start..][..WORDS]);
        let slot = cluster.find(tag)?;
        Some((cluster.entry(slot), cluster.worth(slot)))
    }

    /// Begins or ends to note which positions are put.
    pub fn keep_journal(&mut self, on: bool) {
        self.journal = on.then(|| self.journal.take().unwrap_or_default());
    }

    /// The positions that were put since this was asked before, some of them several times.
    pub fn take_journal(&mut self) -> Vec<Key> {
        self.journal.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// About how many expansions were spent below a position, if the scheme keeps that.
    pub fn expansions_below(&self, key: Key) -> Option<u64> {
        let (entry, worth) = self.stored(key)?;
        let bonus = if entry.numbers.verdict().is_some() { SOLVED_BONUS } else { 0 };
        let (bits, fraction) = {
            let steps = u64::from(worth).saturating_sub(bonus);
            (steps / 4, steps % 4)
        };
        match self.replacement {
            Replacement::Larger | Replacement::TwoBig | Replacement::SmallTreeGc => {
                Some(((4 + fraction) << bits) / 4)
            }
            _ => None,
        }
    }

    /// Remembers what is known of a position, if the replacement scheme finds room for it. Nothing open
    /// ever takes the place of the same position solved.
    pub fn put(&mut self, key: Key, entry: Entry, effort: Effort) {
        let worth = self.worth(&entry, effort);
        self.stores += 1;
        if let Some(journal) = &mut self.journal {
            journal.push(key);
        }
        match &mut self.young {
            None => self.place(key, entry, worth),
            Some(young) => {
                let (known, _) = *young.entry(key).or_insert((entry, worth));
                if let Some(entry) = successor(known, entry) {
                    young.insert(key, (entry, worth));
                }
                self.filled = young.len();
                self.peak = self.peak.max(self.filled);
                if self.filled == YOUNG {
                    self.grow_up();
                }
            }
        }
    }

    /// Moves all entries to where they stay, in an order that no hash map decides.
    fn grow_up(&mut self) {
        let mut entries: Vec<_> = self.young.take().into_iter().flatten().collect();
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
            // A page that is read before it is written is handed out twice.
            self.words[start] = 0;
        }
        let cluster = Cluster(&mut self.words[start..][..WORDS]);
        if let Some(slot) = cluster.find(tag) {
            if let Some(entry) = successor(cluster.entry(slot), entry) {
                self.write(start, slot, tag, entry, worth);
            }
            return;
        }
        let free = (0..WIDTH).find(|&slot| cluster.is_free(slot));
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

    /// The grid to go on with when a cluster has overflowed, if the table is to grow. A few clusters
    /// overflow early: until it is a sixth full, the least worthy entries of those may go.
    fn growth(&self) -> Option<Grid> {
        let worth_it = self.filled * 6 >= self.grid.clusters() * WIDTH;
        self.grid.doubled().filter(|grid| worth_it && grid.clusters() <= self.room)
    }

    /// Spreads the entries over twice as many clusters, in place: from the last one on, since a cluster's
    /// entries go to places further up, or to its own. They stay in their slots, which have a meaning to
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
        if let Some(young) = &mut self.young {
            young.remove(&key);
            self.filled = young.len();
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

    /// What the scheme compares entries by; greater stays longer.
    fn worth(&self, entry: &Entry, effort: Effort) -> u8 {
        let worth = match self.replacement {
            Replacement::Newest => return self.age(),
            Replacement::Oldest => 0,
            Replacement::Deeper | Replacement::TwoDeep => u64::from(effort.height),
            Replacement::Larger | Replacement::TwoBig | Replacement::SmallTreeGc => {
                // Four times the binary logarithm, in whole steps: fine enough to tell sizes apart, and
                // 2^40 still leaves room for the bonus.
                let size = effort.expansions.max(1);
                let bits = u64::from(size.ilog2());
                let fraction = if bits >= 2 { (size >> (bits - 2)) & 3 } else { 0 };
                bits * 4 + fraction
            }
        };
        let bonus = if entry.numbers.verdict().is_some() { SOLVED_BONUS } else { 0 };
        (worth + bonus).min(255) as u8
    }

    /// The current eighth of the table's refilling, as a number that wraps round.
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
            Replacement::TwoBig | Replacement::TwoDeep => {
                let slot = least(&cluster, 0..WIDTH - 1);
                if worth < cluster.worth(slot) {
                    return Some(WIDTH - 1);
                }
                cluster.copy(slot, WIDTH - 1);
                Some(slot)
            }
            Replacement::SmallTreeGc => Some(least(&cluster, 0..WIDTH)),
        }
    }

    /// Clusters overflow long before the last place is taken, so nine tenths count as full. A table of a
    /// few clusters never is: collecting it would leave nothing.
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
        // All that are worth less than `limit` go, and of those worth just that as many as it takes.
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

    /// Writes all entries, straight from where they stand.
    pub fn save(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        out.words(&[self.stores as u64, self.peak as u64])?;
        match &self.young {
            Some(young) => {
                out.words(&[0, young.len() as u64])?;
                let mut entries: Vec<_> = young.iter().collect();
                entries.sort_unstable_by_key(|&(key, _)| *key);
                for (Key(key), (Entry { numbers, mv }, worth)) in entries {
                    let last = u64::from(mv.0) | u64::from(*worth) << 32;
                    out.words(&[(key >> 64) as u64, *key as u64, numbers.word(), last])?;
                }
                Ok(())
            }
            None => {
                out.words(&[1, self.grid.words()[0], self.grid.words()[1]])?;
                self.save_clusters(out)
            }
        }
    }

    /// Clusters go in groups of 64, empty ones left out: a word says which group, a word which clusters.
    fn save_clusters(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        for first in (0..self.grid.clusters()).step_by(GROUP) {
            let mut used = 0_u64;
            for (bit, start) in self.group(first) {
                let written = self.pages.is_written(start * size_of::<u64>());
                if written && !Cluster(&self.words[start..][..WORDS]).is_empty() {
                    used |= 1 << bit;
                }
            }
            if used == 0 {
                continue;
            }
            out.words(&[(first / GROUP) as u64, used])?;
            if used == u64::MAX {
                let start = self.offset + first * WORDS;
                out.words(&self.words[start..][..GROUP * WORDS])?;
                continue;
            }
            for (bit, start) in self.group(first) {
                if used >> bit & 1 != 0 {
                    out.words(&self.words[start..][..WORDS])?;
                }
            }
        }
        out.word(u64::MAX)
    }

    /// The places in their group and the starts of up to 64 clusters.
    fn group(&self, first: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        let start = self.offset + first * WORDS;
        (0..GROUP.min(self.grid.clusters() - first)).map(move |bit| (bit, start + bit * WORDS))
    }

    /// Takes over the entries of a table that was saved, whatever its size: if there is less room here,
    /// the scheme decides which of them stay. It must be empty.
    pub fn load(&mut self, input: &mut StateReader<'_>) -> Result<(), LoadError> {
        let [stores, peak, grown] = input.array()?;
        match grown {
            0 => self.load_young(input)?,
            1 => self.load_clusters(input)?,
            _ => return Err(LoadError::Damaged("a table is neither young nor grown up")),
        }
        self.stores = stores as usize;
        self.peak = self.filled.max(peak as usize);
        Ok(())
    }

    fn load_young(&mut self, input: &mut StateReader<'_>) -> Result<(), LoadError> {
        let count = input.word()?;
        if count >= YOUNG as u64 {
            return Err(LoadError::Damaged("a young table has too many entries"));
        }
        for _ in 0..count {
            let [high, low, numbers, last] = input.array()?;
            let key = Key(u128::from(high) << 64 | u128::from(low));
            let entry = Entry { numbers: checked(numbers)?, mv: Move(last as u32) };
            let worth = (last >> 32) as u8;
            match &mut self.young {
                Some(young) => drop(young.insert(key, (entry, worth))),
                None => self.place(key, entry, worth),
            }
        }
        if let Some(young) = &self.young {
            self.filled = young.len();
        }
        Ok(())
    }

    fn load_clusters(&mut self, input: &mut StateReader<'_>) -> Result<(), LoadError> {
        const OUTSIDE: LoadError = LoadError::Damaged("an entry stands outside of its table");
        let saved = Grid::from_words(input.array()?)
            .ok_or(LoadError::Damaged("a table has an impossible size"))?;
        self.young = None;
        self.grid = saved.within(self.room);
        let mut next = 0;
        loop {
            let group = input.word()?;
            if group == u64::MAX {
                return Ok(());
            }
            // Each at most once, or what is in use would be counted wrong.
            if group < next {
                return Err(LoadError::Damaged("the clusters of a table are out of order"));
            }
            next = group + 1;
            let used = input.word()?;
            for bit in (0..GROUP).filter(|bit| used >> bit & 1 != 0) {
                let words = input.array::<WORDS>()?;
                let cluster = usize::try_from(group).ok().and_then(|it| it.checked_mul(GROUP));
                let cluster = cluster.map(|first| first + bit).filter(|&it| it < saved.clusters());
                let cluster = cluster.ok_or(OUTSIDE)?;
                let entries = Cluster(&words[..]);
                for slot in (0..WIDTH).filter(|&slot| !entries.is_free(slot)) {
                    let (tag, worth) = (words[slot], entries.worth(slot));
                    checked(words[WIDTH + slot])?;
                    let place = self.grid.moved(saved, cluster, tag).ok_or(OUTSIDE)?;
                    if self.grid != saved {
                        let start = self.offset + place * WORDS;
                        self.place_at(start, tag, entries.entry(slot), worth);
                    }
                }
                if self.grid == saved {
                    let start = self.offset + cluster * WORDS;
                    let free = (0..WIDTH).filter(|&slot| entries.is_free(slot)).count();
                    self.pages.write(start * size_of::<u64>());
                    self.words[start..][..WORDS].copy_from_slice(&words);
                    self.filled += WIDTH - free;
                }
            }
        }
    }
}

/// What is to be known of a position that gets a new entry; `None` if nothing changes. Nothing open takes
/// the place of something solved, and what was solved keeps its first move: that one leads to a position
/// that was solved before it, so such moves do not lead round in a circle.
fn successor(known: Entry, new: Entry) -> Option<Entry> {
    match (known.numbers.verdict(), new.numbers.verdict()) {
        (Some(_), None) => None,
        (Some(before), Some(now)) if before == now => Some(known),
        _ => Some(new),
    }
}

/// Clusters that are saved together.
const GROUP: usize = 64;

/// Numbers from a file: finite and not 0 both of them, or those of a solved position.
fn checked(word: u64) -> Result<Numbers, LoadError> {
    let numbers = Numbers::from_word(word);
    if numbers.are_possible() {
        return Ok(numbers);
    }
    Err(LoadError::Damaged("an entry has impossible numbers"))
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
mod tests {
    use std::collections::HashMap;

    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::ProofNumber;

    fn entry(number: u32) -> Entry {
        let pn = ProofNumber::finite(1 + number as usize);
        Entry { numbers: Numbers { pn, dn: ProofNumber::ONE }, mv: Move(number) }
    }

    const EFFORT: Effort = Effort { expansions: 1, height: 1 };

    /// Whatever is replaced: what is found is what was stored last for that key.
    #[test]
    fn behaves_like_a_forgetful_map_under_every_scheme() {
        for (index, &name) in Replacement::NAMES.iter().enumerate() {
            let replacement = Replacement::named(name);
            let mut rng = ChaCha8Rng::seed_from_u64(index as u64);
            for bytes in [64, 1 << 10, 1 << 16] {
                let mut table = Table::with_bytes(bytes, replacement);
                let mut twin: HashMap<Key, Entry> = HashMap::new();
                for step in 0..20_000 {
                    let key = Key(rng.random_range(0..4000));
                    if rng.random_ratio(1, 10) {
                        table.remove(key);
                        twin.remove(&key);
                        continue;
                    }
                    let new = if rng.random_ratio(1, 20) {
                        Entry {
                            numbers: Numbers::solved(key.0.is_multiple_of(2)),
                            mv: Move(u32::MAX),
                        }
                    } else {
                        entry(step)
                    };
                    let effort = Effort { expansions: rng.random_range(1..1 << 40), height: step };
                    table.put(key, new, effort);
                    let kept = twin.entry(key).or_insert(new);
                    if kept.numbers.verdict().is_none() || new.numbers.verdict().is_some() {
                        *kept = new;
                    }
                    assert!(table.len() <= table.capacity());
                }
                let mut found = 0;
                for key in (0..4000).map(Key) {
                    if let Some(entry) = table.get(key) {
                        found += 1;
                        let stored = twin[&key];
                        // A solved position may have been forgotten and come back as an open one.
                        let forgotten = stored.numbers.verdict().is_some() && entry.mv != stored.mv;
                        assert!(entry == stored || forgotten || name == "oldest", "{name} {key:?}");
                    }
                }
                assert_eq!(found, table.len(), "{name}");
                assert!(table.bytes() <= bytes.max(64).next_multiple_of(4096));
            }
        }
    }

    /// Saves a table and loads it into another.
    fn reload(table: &Table, bytes: usize) -> Table {
        let mut file = Vec::new();
        let mut writer = StateWriter::new(&mut file);
        table.save(&mut writer).unwrap();
        writer.finish().unwrap();
        let mut file = &file[..];
        let mut reader = StateReader::new(&mut file);
        let mut other = Table::with_bytes(bytes, table.replacement);
        other.load(&mut reader).unwrap();
        reader.finish().unwrap();
        other
    }

    #[test]
    fn a_saved_table_is_the_same_in_any_size_that_holds_it() {
        for (bytes, count) in
            [(64 << 10, 900), (1 << 20, 20_000), (YOUNG_FROM, 1000), (YOUNG_FROM, 90_000)]
        {
            let mut table = Table::with_bytes(bytes, Replacement::Larger);
            for i in 0..count {
                table.put(Key(u128::from(i) << 40), entry(i), Effort { expansions: 7, height: 1 });
            }
            let stored: Vec<_> =
                (0..count).filter(|&i| table.get(Key(u128::from(i) << 40)).is_some()).collect();
            for size in [bytes, bytes * 3 / 2, bytes * 2 + 64, bytes * 9] {
                let mut other = reload(&table, size);
                assert_eq!(other.len(), table.len());
                for &i in &stored {
                    let key = Key(u128::from(i) << 40);
                    assert_eq!(other.stored(key), table.stored(key));
                    assert_eq!(other.expansions_below(key), Some(7));
                }
                // It works as any other: what is put is found, and not put twice.
                let before = other.len();
                stored.iter().for_each(|&i| other.put(Key(u128::from(i) << 40), entry(i), EFFORT));
                assert_eq!(other.len(), before);
            }
            let smaller = reload(&table, bytes / 3);
            assert!(
                smaller.len() <= table.len()
                    && smaller.len() * 2 >= smaller.capacity().min(count as usize)
            );
            for i in 0..count {
                let key = Key(u128::from(i) << 40);
                assert!(smaller.get(key).is_none_or(|found| Some(found) == table.get(key)));
            }
        }
    }

    #[test]
    fn a_roomy_table_forgets_nothing() {
        for &name in Replacement::NAMES {
            let mut table = Table::with_bytes(1 << 20, Replacement::named(name));
            (0..3000).for_each(|i| table.put(Key(u128::from(i)), entry(i), EFFORT));
            assert!((0..3000).all(|i| table.get(Key(u128::from(i))) == Some(entry(i))), "{name}");
        }
    }

    #[test]
    fn a_table_that_grows_up_forgets_nothing() {
        let mut table = Table::with_bytes(YOUNG_FROM, Replacement::Larger);
        let count = YOUNG as u32 * 2;
        (0..count).for_each(|i| table.put(Key(u128::from(i)), entry(i), EFFORT));
        assert!(table.young.is_none());
        let left = (0..count).filter(|&i| table.get(Key(u128::from(i))) == Some(entry(i))).count();
        assert!(left == table.len() && left as u32 > count / 100 * 99, "{left} of {count}");
    }

    /// While it grows to all of its room, next to nothing is lost, and never anything large.
    #[test]
    fn a_table_that_doubles_forgets_next_to_nothing() {
        for name in ["larger", "two-big", "newest"] {
            let mut table = Table::with_bytes(YOUNG_FROM, Replacement::named(name));
            let count = table.capacity() as u32 / 6;
            for i in 0..count {
                let expansions = if i % 8 == 0 { 1 << 20 } else { 1 };
                table.put(Key(u128::from(i)), entry(i), Effort { expansions, height: 1 });
                if i.is_power_of_two() {
                    let bytes = table.bytes() as u32;
                    assert!(bytes < 300 * i.max(YOUNG as u32), "{bytes} bytes for {i} entries");
                }
            }
            assert_eq!(table.grid.clusters(), table.room >> DOUBLINGS << DOUBLINGS);
            let found = |i: &u32| table.get(Key(u128::from(*i))) == Some(entry(*i));
            let left = (0..count).filter(found).count();
            assert_eq!(left, table.len());
            assert!(left as u32 > count / 100 * 99, "{name}: {left} of {count}");
            let large = (0..count).step_by(8).filter(found).count() as u32;
            assert!(large > count / 8 / 1000 * 998 || name == "newest", "{name}: {large}");
        }
    }

    /// Puts four entries into a table of one cluster of three, and tells which are left.
    fn left(name: &str, efforts: [(u64, u32); 4]) -> Vec<u32> {
        let mut table = Table::with_bytes(64, Replacement::named(name));
        for (number, (expansions, height)) in (0..).zip(efforts) {
            table.put(Key(u128::from(number)), entry(number), Effort { expansions, height });
        }
        (0..4).filter(|&i| table.get(Key(u128::from(i))).is_some()).collect()
    }

    #[test]
    fn each_scheme_keeps_what_it_says() {
        let efforts = [(100, 1), (1, 9), (50, 5), (10, 3)];
        assert_eq!(left("oldest", efforts), [0, 1, 2]);
        assert_eq!(left("larger", efforts), [0, 2, 3]);
        assert_eq!(left("deeper", efforts), [1, 2, 3]);
        assert_eq!(left("newest", efforts).len(), 3);
        assert!(left("newest", efforts).contains(&3));
        // The smaller of the first two makes room, and goes to the third place.
        assert_eq!(left("two-big", efforts), [0, 1, 3]);
        assert_eq!(left("two-deep", efforts), [0, 1, 3]);
        assert_eq!(left("small-tree-gc", efforts), [0, 2, 3]);
    }

    #[test]
    fn small_trees_go_in_one_sweep() {
        let mut table = Table::with_bytes(64 << 10, Replacement::SmallTreeGc);
        let capacity = table.capacity();
        for i in 0..capacity * 3 {
            let effort = Effort { expansions: if i % 2 == 0 { 1 } else { 1 << 20 }, height: 0 };
            table.put(Key(i as u128), entry(i as u32), effort);
        }
        assert!(table.peak() >= capacity * 9 / 10 && table.len() <= capacity);
        let large =
            (0..capacity * 3).filter(|&i| table.get(Key(i as u128)).is_some() && i % 2 == 1);
        assert!(large.count() * 3 > table.len() * 2, "the large ones stay");
    }
}
