//! The transposition table of the depth-first searches: numbers of open positions and verdicts of solved
//! ones, each with a move, in a fixed amount of memory.
//!
//! Three entries share a cache line ([`cluster`]). A position is recognised by 64 bits of its mixed key in a cluster
//! that other bits have chosen: 10^10 look-ups in full clusters give a wrong hit with a probability of
//! 10^10 · 3 / 2^64, about 2 · 10^-9, and twice that for each time that the table was doubled (`Grid`).
//! That holds for positions that were not chosen in order to collide; `docs/TRUST.md` says what is promised
//! beyond that.
//!
//! In games with hands ([`Hands`](winproof_rules::Hands)) the cluster of a solved position is chosen by the board alone,
//! so all of a board are in one cluster. A look-up there finds a proof with a lesser hand and a disproof with a greater
//! one, and what a new entry implies is removed. Numbers are for one hand, and in a cluster that the whole
//! position has chosen: a board with many hands would not fit into one. A tag has 56 bits there, so positions are
//! confused 256 times as often, but of solved ones the hands would also have to fit.
//!
//! A large table starts as a small hash map, and then doubles in place as it fills. Scattered over gigabytes,
//! each entry would cost a new page from the system, several times the cost of a node, and most problems are
//! small.
//!
//! Several threads can use one table ([`get_shared`](Table::get_shared), [`put_shared`](Table::put_shared)): each
//! cluster has a [lock] for the moment in which it is read or written. Growing and collecting need the table for
//! themselves.

mod cluster;
mod lock;
mod saved;

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};

use winproof_rules::{Hand, Key, Move, SplitKey};

pub use cluster::Layout;
use cluster::{Cluster, WIDTH, WORDS, Words};

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
    /// In games with hands: the attacker's hand that it is about. If it is proved it holds with more as well, if it
    /// is disproved with less.
    pub hand: Hand,
    /// In games with hands, if it is proved: the most moves to the end of the game by the proof that was found first.
    /// Following entries with fewer and fewer leads to the end.
    pub plies: u32,
}

impl Entry {
    /// Makes an entry that is about the hand of this key.
    pub fn new(key: impl Into<SplitKey>, numbers: Numbers, mv: Move) -> Entry {
        Entry { numbers, mv, hand: key.into().hand, plies: 0 }
    }
}

/// The work that was spent on an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Expansions spent below the position.
    pub expansions: u64,
    /// Moves to the deepest position that was expanded below.
    pub height: u32,
}

/// A solved position is worth as much as an open one with a subtree 2^16 times as large.
const SOLVED_BONUS: u64 = 64;

/// A table of fixed size.
pub struct Table {
    /// Plain words, because the system provides those zeroed and untouched. Clusters start at `offset`, so
    /// that they are aligned to cache lines.
    words: Vec<AtomicU64>,
    offset: usize,
    /// The clusters that fit.
    room: usize,
    /// Clusters in use, and how keys are mapped to them.
    grid: Grid,
    layout: Layout,
    replacement: Replacement,
    pages: Pages,
    /// The small map: all entries, as long as there are few, with their worth.
    small: Option<KeyMap<(Entry, u8)>>,
    tally: Tally,
}

/// Counts of a table, in cache lines of their own: they change all the time, what is beside them hardly ever.
#[derive(Default)]
#[repr(align(128))]
struct Tally {
    filled: AtomicUsize,
    peak: AtomicUsize,
    stores: AtomicUsize,
}

impl Tally {
    /// Counts entries that were added, or removed.
    fn filled(&self, added: isize) {
        if added != 0 {
            let filled =
                self.filled.fetch_add(added as usize, Relaxed).wrapping_add(added as usize);
            if filled > self.peak.load(Relaxed) {
                self.peak.fetch_max(filled, Relaxed);
            }
        }
    }

    fn set_filled(&self, filled: usize) {
        self.filled.store(filled, Relaxed);
        self.peak.fetch_max(filled, Relaxed);
    }
}

/// There is no room for an entry, unless the table grows or is collected.
#[derive(Debug)]
pub struct NoRoom;

/// Entries at which a table leaves the small map.
const SMALL_MAP: usize = 1 << 16;
/// Doublings from then on until it uses all of its room.
const DOUBLINGS: u32 = 6;
/// The same for a table without a small map. With more of them tags would distinguish less, with fewer a small problem
/// would touch more pages.
const DOUBLINGS_WITH_HANDS: u32 = 8;
/// A hash map of that many entries would not be small compared with a table of fewer bytes than this.
const SMALL_MAP_FROM: usize = 32 << 20;

impl Table {
    /// Makes an empty table within a budget; it holds at least one cluster.
    pub fn with_bytes(bytes: usize, replacement: Replacement) -> Table {
        Table::with_layout(bytes, replacement, Layout::Plain)
    }

    /// Makes an empty table for games with or without hands.
    pub fn with_layout(bytes: usize, replacement: Replacement, layout: Layout) -> Table {
        let mut words: Vec<AtomicU64> = zeroed((bytes / 64).max(2) * WORDS);
        // Fewer than were asked for, if the system has no more.
        let bytes = size_of_val(words.as_slice());
        let room = words.len() / WORDS - 1;
        prefer_large(&mut words);
        let misaligned = words.as_ptr() as usize % 64 / 8;
        let offset = (WORDS - misaligned) % WORDS;
        let pages = Pages::new(bytes);
        let large = bytes >= SMALL_MAP_FROM;
        // A small map has one entry for a key.
        let small = (large && layout == Layout::Plain).then(KeyMap::default);
        let clusters = match layout {
            _ if !large => room,
            Layout::Plain => room >> DOUBLINGS,
            Layout::Hands(_) => room >> DOUBLINGS_WITH_HANDS,
        };
        Table {
            words,
            offset,
            room,
            grid: Grid::new(clusters),
            layout,
            replacement,
            pages,
            small,
            tally: Tally::default(),
        }
    }

    /// Returns the bytes that hold `entries` entries.
    pub fn bytes_for(entries: usize, replacement: Replacement) -> usize {
        (entries.div_ceil(places(replacement)) + 1) * 64
    }

    /// Returns the entries in use.
    pub fn len(&self) -> usize {
        self.tally.filled.load(Relaxed)
    }

    /// Returns whether no entry is in use.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the most entries that were ever in use.
    pub fn peak(&self) -> usize {
        self.tally.peak.load(Relaxed)
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

    /// Returns where the cluster of a key starts, and what entries keep of the tag that identifies it there.
    #[inline]
    fn locate(&self, key: Key) -> (usize, u64) {
        let (cluster, tag) = self.grid.place(Mixed::new(key));
        (self.offset + cluster * WORDS, self.layout.kept(tag))
    }

    fn words(&self, start: usize) -> &[AtomicU64] {
        &self.words[start..][..WORDS]
    }

    /// Returns the entries of a cluster that nobody else writes.
    fn cluster(&self, start: usize) -> Cluster<&[AtomicU64]> {
        Cluster::new(self.words(start), self.layout)
    }

    /// Prefetches the places of a key, which will be read soon.
    #[inline]
    pub fn prefetch(&self, key: impl Into<SplitKey>) {
        if self.small.is_some() {
            return;
        }
        let key = key.into();
        for place in std::iter::once(key.board).chain(self.place_of_numbers(key)) {
            let (start, _) = self.locate(place);
            if self.pages.is_written(start * size_of::<u64>()) {
                prefetch(&self.words[start]);
            }
        }
    }

    /// Returns the key by which an open position finds its cluster, if that is not the one of solved ones.
    #[inline]
    fn place_of_numbers(&self, key: SplitKey) -> Option<Key> {
        (self.layout != Layout::Plain).then(|| key.whole())
    }

    /// Returns what is known about a position.
    #[inline]
    pub fn get(&self, key: impl Into<SplitKey>) -> Option<Entry> {
        Some(self.stored(key.into())?.0)
    }

    /// Returns what is known about a position, while other threads use the table.
    #[inline]
    pub fn get_shared(&self, key: SplitKey) -> Option<Entry> {
        self.look_up(key, |start, kept, find| {
            // Nearly all positions that are asked for the first time are not there: that is seen without the lock.
            self.cluster(start).with_tag(kept).next()?;
            let words = lock::copy(self.words(start));
            let cluster = Cluster::new(&words[..], self.layout);
            Some(cluster.entry(self.slot(&cluster, kept, find)?))
        })
    }

    /// Looks for a solved entry that tells something about a position, and then for its numbers. `read` reads the slot of
    /// a cluster, given where that starts, the kept tag and what to look for.
    #[inline]
    fn look_up<E: Located>(
        &self,
        key: SplitKey,
        read: impl Fn(usize, u64, Find) -> Option<E>,
    ) -> Option<E> {
        let read = |place: Key, find: Find| {
            let (start, kept) = self.locate(place);
            if !self.pages.is_written(start * size_of::<u64>()) {
                return None;
            }
            read(start, kept, find)
        };
        let Layout::Hands(guards) = self.layout else { return read(key.board, Find::Any) };
        let solved = read(key.board, Find::Solved { hand: key.hand, guards });
        solved.or_else(|| read(key.whole(), Find::Open).map(|found| found.about(key.hand)))
    }

    /// Returns what is known about a position, and its worth for the replacement scheme.
    #[inline]
    fn stored(&self, key: SplitKey) -> Option<(Entry, u8)> {
        if let Some(small) = &self.small {
            return small.get(&key.board).copied();
        }
        self.look_up(key, |start, kept, find| {
            let cluster = self.cluster(start);
            let slot = self.slot(&cluster, kept, find)?;
            Some((cluster.entry(slot), cluster.worth(slot)))
        })
    }

    /// Returns the slot of the entry that says most about a position.
    #[inline]
    fn slot<W: Words>(&self, cluster: &Cluster<W>, kept: u64, find: Find) -> Option<usize> {
        match find {
            Find::Any => cluster.with_tag(kept).next(),
            Find::Open => cluster.with_tag_and(kept, false).next(),
            Find::Solved { hand, guards } => {
                let tells = |slot: &usize| cluster.tells(*slot, hand, guards);
                // Of several proofs the shortest.
                let plies = |slot: &usize| cluster.numbers(*slot).1;
                cluster.with_tag_and(kept, true).filter(tells).min_by_key(plies)
            }
        }
    }

    /// Returns about how many expansions were spent below a position, if the scheme keeps that.
    pub fn expansions_below(&self, key: impl Into<SplitKey>) -> Option<u64> {
        let (entry, worth) = self.stored(key.into())?;
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
    pub fn put(&mut self, key: impl Into<SplitKey>, entry: Entry, effort: Effort) {
        let key = key.into();
        let worth = self.worth(&entry, effort);
        *self.tally.stores.get_mut() += 1;
        match &mut self.small {
            None => {
                self.forget_numbers(key, &entry);
                self.place(self.place_for(key, &entry), entry, worth);
            }
            Some(small) => {
                let (known, _) = *small.entry(key.board).or_insert((entry, worth));
                if let Some(entry) = successor(known, entry) {
                    small.insert(key.board, (entry, worth));
                }
                let filled = small.len();
                self.tally.set_filled(filled);
                if filled == SMALL_MAP {
                    self.leave_small_map();
                }
            }
        }
    }

    /// Stores what is known about a position, as [`put`](Table::put) does, while other threads use the table.
    pub fn put_shared(&self, key: SplitKey, entry: Entry, effort: Effort) -> Result<(), NoRoom> {
        let worth = self.worth(&entry, effort);
        self.tally.stores.fetch_add(1, Relaxed);
        self.forget_numbers(key, &entry);
        let (start, kept) = self.locate(self.place_for(key, &entry));
        self.pages.write(start * size_of::<u64>());
        let mut locked = lock::take(self.words(start));
        let added = self.place_in(&mut locked.words, kept, entry, worth)?;
        locked.put_back();
        self.tally.filled(added);
        Ok(())
    }

    /// Returns the key by which an entry for a position finds its cluster.
    #[inline]
    fn place_for(&self, key: SplitKey, entry: &Entry) -> Key {
        match entry.numbers.verdict() {
            Some(_) => key.board,
            None => self.place_of_numbers(key).unwrap_or(key.board),
        }
    }

    /// Removes the numbers of a position that is solved now, if they are elsewhere.
    #[inline]
    fn forget_numbers(&self, key: SplitKey, solved: &Entry) {
        if solved.numbers.verdict().is_some()
            && let Some(place) = self.place_of_numbers(key)
        {
            self.free(place, Find::Open);
        }
    }

    /// Makes the table one that several threads can use.
    pub fn prepare_sharing(&mut self) {
        self.leave_small_map();
    }

    /// Moves all entries from the small map to the clusters, in an order that does not depend on the hash
    /// map.
    fn leave_small_map(&mut self) {
        let Some(small) = self.small.take() else { return };
        let mut entries: Vec<_> = small.into_iter().collect();
        entries.sort_unstable_by_key(|&(key, _)| key);
        while let Some(grid) = self.growth() {
            self.grid = grid;
        }
        self.tally.set_filled(0);
        for (key, (entry, worth)) in entries {
            self.place(key, entry, worth);
        }
    }

    fn place(&mut self, key: Key, entry: Entry, worth: u8) {
        let (start, kept) = self.locate(key);
        self.place_at(start, kept, entry, worth);
    }

    fn place_at(&mut self, start: usize, kept: u64, entry: Entry, worth: u8) {
        if self.pages.write(start * size_of::<u64>()) {
            // A page that is read before it is written is allocated twice.
            *self.words[start].get_mut() = 0;
        }
        let mut words = lock::load(self.words(start));
        if let Ok(added) = self.place_in(&mut words, kept, entry, worth) {
            lock::store(self.words(start), &words);
            return self.tally.filled(added);
        }
        match self.growth() {
            Some(grid) => {
                let from = (start - self.offset) / WORDS;
                let tag = self.layout.tag(kept);
                let place = grid.moved(self.grid, from, tag).expect("it belongs there");
                self.double(grid);
                self.place_at(self.offset + place * WORDS, kept, entry, worth);
            }
            None => {
                self.collect();
                self.place_at(start, kept, entry, worth);
            }
        }
    }

    /// Writes an entry into the words of its cluster, if the replacement scheme finds room for it. Returns how many
    /// entries there are more than before.
    #[inline]
    fn place_in(
        &self,
        words: &mut [u64; WORDS],
        kept: u64,
        entry: Entry,
        worth: u8,
    ) -> Result<isize, NoRoom> {
        let mut cluster = Cluster::new(&mut words[..], self.layout);
        if let Some(removed) = self.update(&mut cluster, kept, entry, worth) {
            return Ok(-removed);
        }
        let free = (0..self.places()).find(|&slot| cluster.is_free(slot));
        if free.is_none() && (self.growth().is_some() || self.must_collect()) {
            return Err(NoRoom);
        }
        if let Some(slot) = free.or_else(|| self.victim(&mut cluster, kept, worth)) {
            cluster.write(slot, kept, entry, worth);
        }
        Ok(isize::from(free.is_some()))
    }

    /// Looks for entries that the new one is about as well. Returns how many were removed if it is stored in the place
    /// of one, or says nothing new.
    #[inline]
    fn update(
        &self,
        cluster: &mut Cluster<&mut [u64]>,
        kept: u64,
        entry: Entry,
        worth: u8,
    ) -> Option<isize> {
        let Layout::Hands(guards) = self.layout else {
            let slot = cluster.with_tag(kept).next()?;
            if let Some(entry) = successor(cluster.entry(slot), entry) {
                cluster.write(slot, kept, entry, worth);
            }
            return Some(0);
        };
        if entry.numbers.verdict().is_none() {
            let slot = cluster.with_tag_and(kept, false).next()?;
            cluster.write(slot, kept, entry, worth);
            return Some(0);
        }
        let mut implied = [false; WIDTH];
        for slot in cluster.with_tag_and(kept, true) {
            let known = cluster.entry(slot);
            if implies(known, entry, guards) {
                return Some(0);
            }
            implied[slot] = implies(entry, known, guards);
        }
        let mut places = (0..WIDTH).filter(|&slot| implied[slot]);
        let place = places.next()?;
        let mut removed = 0;
        for slot in places {
            cluster.free(slot);
            removed += 1;
        }
        cluster.write(place, kept, entry, worth);
        Some(removed)
    }

    /// Returns the grid to use next when a cluster has overflowed, if the table is to grow. A few clusters
    /// overflow early: until the table is a sixth full, their entries of least worth may be replaced.
    fn growth(&self) -> Option<Grid> {
        let worth_it = self.len() * 6 >= self.grid.clusters() * self.places();
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
            let words = if used { lock::load(self.words(start)) } else { [0; WORDS] };
            let entries = Cluster::new(&words[..], self.layout);
            let kept = |slot| entries.kept_tag(slot);
            for half in [2 * cluster, 2 * cluster + 1] {
                let start = self.offset + half * WORDS;
                let stale =
                    half < old.clusters() && self.pages.is_written(start * size_of::<u64>());
                let layout = self.layout;
                let stays = |slot: &usize| {
                    !entries.is_free(*slot)
                        && grid.moved(old, cluster, layout.tag(kept(*slot))) == Some(half)
                };
                let mut words = [0; WORDS];
                let mut target = Cluster::new(&mut words[..], layout);
                for slot in (0..WIDTH).filter(stays) {
                    target.write(slot, kept(slot), entries.entry(slot), entries.worth(slot));
                }
                if stale || !target.is_empty() {
                    self.pages.write(start * size_of::<u64>());
                    lock::store(self.words(start), &words);
                }
            }
        }
    }

    /// Forgets a position.
    pub fn remove(&mut self, key: impl Into<SplitKey>) {
        let key = key.into();
        if let Some(small) = &mut self.small {
            small.remove(&key.board);
            let filled = small.len();
            return self.tally.set_filled(filled);
        }
        self.remove_shared(key);
    }

    /// Forgets a position, while other threads use the table.
    pub fn remove_shared(&self, key: SplitKey) {
        match self.place_of_numbers(key) {
            None => self.free(key.board, Find::Any),
            Some(place) => self.free(place, Find::Open),
        }
    }

    /// Frees the slot of an entry, if it is there.
    fn free(&self, place: Key, find: Find) {
        let (start, kept) = self.locate(place);
        if !self.pages.is_written(start * size_of::<u64>()) {
            return;
        }
        let wanted = self.slot(&self.cluster(start), kept, find);
        if wanted.is_none() {
            return;
        }
        let mut locked = lock::take(self.words(start));
        let mut cluster = Cluster::new(&mut locked.words[..], self.layout);
        if let Some(slot) = self.slot(&cluster, kept, find) {
            cluster.free(slot);
            locked.put_back();
            self.tally.filled(-1);
        }
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
        (self.tally.stores.load(Relaxed) / (self.capacity() / 8).max(1)) as u8
    }

    fn victim(&self, cluster: &mut Cluster<&mut [u64]>, kept: u64, worth: u8) -> Option<usize> {
        let least = |cluster: &Cluster<&mut [u64]>, slots: std::ops::Range<usize>| {
            slots.min_by_key(|&slot| cluster.worth(slot)).expect("a cluster has entries")
        };
        match self.replacement {
            Replacement::Newest => {
                let age = self.age();
                let old = |slot: usize| age.wrapping_sub(cluster.worth(slot));
                // Among entries of one age the key decides, so that no place is favoured.
                let first = (kept >> 32) as usize % WIDTH;
                (0..WIDTH).map(|i| (first + i) % WIDTH).max_by_key(|&slot| old(slot))
            }
            Replacement::Oldest => None,
            Replacement::Deeper | Replacement::Larger => {
                let slot = least(cluster, 0..WIDTH);
                (worth >= cluster.worth(slot)).then_some(slot)
            }
            Replacement::TwoBig
            | Replacement::TwoDeep
            | Replacement::PairBig
            | Replacement::PairDeep => {
                let newest = places(self.replacement) - 1;
                let slot = least(cluster, 0..newest);
                if worth < cluster.worth(slot) {
                    return Some(newest);
                }
                cluster.copy(slot, newest);
                Some(slot)
            }
            Replacement::SmallTreeGc => Some(least(cluster, 0..WIDTH)),
        }
    }

    /// Returns whether an entry for which there is no place is a reason to collect.
    fn must_collect(&self) -> bool {
        self.replacement == Replacement::SmallTreeGc && self.is_crowded()
    }

    /// Returns whether the table is full. Clusters overflow long before the last place is taken, so nine
    /// tenths count as full. A table of a few clusters never counts as full: collecting it would leave
    /// nothing.
    fn is_crowded(&self) -> bool {
        self.room >= 64 && self.len() * 10 >= self.capacity() * 9
    }

    /// Frees three tenths of the table, the least worth first.
    fn collect(&mut self) {
        let mut count = [0_usize; 256];
        for start in self.starts() {
            let cluster = self.cluster(start);
            let used = (0..WIDTH).filter(|&slot| !cluster.is_free(slot));
            used.for_each(|slot| count[usize::from(cluster.worth(slot))] += 1);
        }
        // All that are worth less than `limit` are removed, and of those worth exactly that as many as
        // necessary.
        let mut surplus = self.len().saturating_sub(self.capacity() * 7 / 10);
        let mut limit = 0;
        while surplus > count[limit] {
            surplus -= count[limit];
            limit += 1;
        }
        for start in self.starts() {
            let mut words = lock::load(self.words(start));
            let mut cluster = Cluster::new(&mut words[..], self.layout);
            let mut removed = 0;
            for slot in 0..WIDTH {
                let worth = usize::from(cluster.worth(slot));
                if cluster.is_free(slot) || worth > limit || worth == limit && surplus == 0 {
                    continue;
                }
                surplus -= usize::from(worth == limit);
                cluster.free(slot);
                removed += 1;
            }
            if removed > 0 {
                lock::store(self.words(start), &words);
                self.tally.filled(-removed);
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

/// Returns whether what one solved entry says about a board follows from another one. A longer proof follows from a shorter
/// one only: the moves of the longer one may lead through positions that the shorter one solves.
fn implies(known: Entry, new: Entry, guards: u64) -> bool {
    known.numbers == new.numbers
        && match known.numbers {
            Numbers::PROVED => new.hand.contains(known.hand, guards) && known.plies <= new.plies,
            _ => known.hand.contains(new.hand, guards),
        }
}

/// Which entry of a cluster is looked for.
#[derive(Clone, Copy)]
enum Find {
    /// The one of the position: hands are not compared.
    Any,
    /// A solved one that tells something about a hand.
    Solved { hand: Hand, guards: u64 },
    /// The numbers of the position.
    Open,
}

/// An entry that was found in the cluster of an open position, where hands are not kept.
trait Located {
    /// The same entry with the hand of the position.
    fn about(self, hand: Hand) -> Self;
}

impl Located for Entry {
    fn about(self, hand: Hand) -> Entry {
        Entry { hand, ..self }
    }
}

impl Located for (Entry, u8) {
    fn about(self, hand: Hand) -> (Entry, u8) {
        (self.0.about(hand), self.1)
    }
}

#[cfg(test)]
mod tests;
