//! Tables in saves: their entries are written without a copy.

use std::io;
use std::sync::atomic::Ordering::Relaxed;

use winproof_rules::{Key, Move};

use super::{Cluster, Entry, Layout, SMALL_MAP, Table, WIDTH, WORDS, lock};
use crate::Numbers;
use crate::save::{LoadError, StateReader, StateWriter};
use crate::table::hashed::Grid;

/// Clusters that are saved together.
const GROUP: usize = 64;
/// How a saved table is laid out: a small map, or clusters of either layout.
const SMALL: u64 = 0;
const PLAIN: u64 = 1;
/// Clusters with hands, in which an open position has chosen its cluster. (2 was for all of a board in one.)
const HANDS: u64 = 3;

impl Table {
    /// Writes all entries without a copy.
    pub fn save(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        out.words(&[self.tally.stores.load(Relaxed) as u64, self.peak() as u64])?;
        match &self.small {
            Some(small) => {
                out.words(&[SMALL, small.len() as u64])?;
                let mut entries: Vec<_> = small.iter().collect();
                entries.sort_unstable_by_key(|&(key, _)| *key);
                for (Key(key), (Entry { numbers, mv, .. }, worth)) in entries {
                    let last = u64::from(mv.0) | u64::from(*worth) << 32;
                    out.words(&[(key >> 64) as u64, *key as u64, numbers.word(), last])?;
                }
                Ok(())
            }
            None => {
                let layout = match self.layout {
                    Layout::Plain => PLAIN,
                    Layout::Hands(_) => HANDS,
                };
                out.words(&[layout, self.grid.words()[0], self.grid.words()[1]])?;
                self.save_clusters(out)
            }
        }
    }

    /// Writes clusters in groups of 64, without empty ones: one word names the group, one word the clusters.
    fn save_clusters(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        for first in (0..self.grid.clusters()).step_by(GROUP) {
            let mut used = 0_u64;
            for (bit, start) in self.group(first) {
                let written = self.pages.is_written(start * size_of::<u64>());
                if written && !self.cluster(start).is_empty() {
                    used |= 1 << bit;
                }
            }
            if used == 0 {
                continue;
            }
            out.words(&[(first / GROUP) as u64, used])?;
            for (bit, start) in self.group(first) {
                if used >> bit & 1 != 0 {
                    out.words(&lock::load(self.words(start)))?;
                }
            }
        }
        out.word(u64::MAX)
    }

    /// Returns the places in their group and the starts of up to 64 clusters.
    fn group(&self, first: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        let start = self.offset + first * WORDS;
        (0..GROUP.min(self.grid.clusters() - first)).map(move |bit| (bit, start + bit * WORDS))
    }

    /// Loads the entries of a saved table of any size: if there is less room here, the scheme decides which
    /// of them stay. This table must be empty.
    pub fn load(&mut self, input: &mut StateReader<'_>) -> Result<(), LoadError> {
        let [stores, peak, layout] = input.array()?;
        match (layout, self.layout) {
            (SMALL, Layout::Plain) => self.load_small_map(input)?,
            (PLAIN, Layout::Plain) | (HANDS, Layout::Hands(_)) => self.load_clusters(input)?,
            (HANDS, Layout::Plain) => return Err(LoadError::Damaged("its table compares hands")),
            (SMALL | PLAIN, _) => {
                return Err(LoadError::Damaged("its table does not compare hands"));
            }
            _ => return Err(LoadError::Damaged("unknown table layout")),
        }
        *self.tally.stores.get_mut() = stores as usize;
        *self.tally.peak.get_mut() = self.len().max(peak as usize);
        Ok(())
    }

    fn load_small_map(&mut self, input: &mut StateReader<'_>) -> Result<(), LoadError> {
        let count = input.word()?;
        if count >= SMALL_MAP as u64 {
            return Err(LoadError::Damaged("a small table has too many entries"));
        }
        for _ in 0..count {
            let [high, low, numbers, last] = input.array()?;
            let key = Key(u128::from(high) << 64 | u128::from(low));
            let entry = Entry::new(key, checked(numbers)?, Move(last as u32));
            let worth = (last >> 32) as u8;
            match &mut self.small {
                Some(small) => drop(small.insert(key, (entry, worth))),
                None => self.place(key, entry, worth),
            }
        }
        if let Some(small) = &self.small {
            self.tally.set_filled(small.len());
        }
        Ok(())
    }

    fn load_clusters(&mut self, input: &mut StateReader<'_>) -> Result<(), LoadError> {
        const OUTSIDE: LoadError = LoadError::Damaged("an entry is outside of its table");
        let saved = Grid::from_words(input.array()?)
            .ok_or(LoadError::Damaged("a table has an impossible size"))?;
        self.small = None;
        self.grid = saved.within(self.room);
        let mut next = 0;
        loop {
            let group = input.word()?;
            if group == u64::MAX {
                return Ok(());
            }
            // Each at most once; otherwise the count of entries in use would be wrong.
            if group < next {
                return Err(LoadError::Damaged("the clusters of a table are out of order"));
            }
            next = group + 1;
            let used = input.word()?;
            for bit in (0..GROUP).filter(|bit| used >> bit & 1 != 0) {
                let words = lock::open(input.array()?);
                let cluster = usize::try_from(group).ok().and_then(|it| it.checked_mul(GROUP));
                let cluster = cluster.map(|first| first + bit).filter(|&it| it < saved.clusters());
                let cluster = cluster.ok_or(OUTSIDE)?;
                let entries = Cluster::new(&words[..], self.layout);
                for slot in (0..WIDTH).filter(|&slot| !entries.is_free(slot)) {
                    let (kept, worth) = (entries.kept_tag(slot), entries.worth(slot));
                    if !entries.is_possible(slot) || !self.layout.allows(entries.hand(slot)) {
                        return Err(IMPOSSIBLE);
                    }
                    let tag = self.layout.tag(kept);
                    let place = self.grid.moved(saved, cluster, tag).ok_or(OUTSIDE)?;
                    if self.grid != saved {
                        let start = self.offset + place * WORDS;
                        self.place_at(start, kept, entries.entry(slot), worth);
                    }
                }
                if self.grid == saved {
                    let start = self.offset + cluster * WORDS;
                    let free = (0..WIDTH).filter(|&slot| entries.is_free(slot)).count();
                    self.pages.write(start * size_of::<u64>());
                    lock::store(self.words(start), &words);
                    self.tally.filled((WIDTH - free) as isize);
                }
            }
        }
    }
}

const IMPOSSIBLE: LoadError = LoadError::Damaged("an entry has impossible numbers");

/// Numbers from a file: finite and not 0 both of them, or those of a solved position.
fn checked(word: u64) -> Result<Numbers, LoadError> {
    let numbers = Numbers::from_word(word);
    if numbers.are_possible() {
        return Ok(numbers);
    }
    Err(IMPOSSIBLE)
}
