//! Tentative disproofs, which depend on the path.
//!
//! Such a disproof states a fact that always holds: a set of positions that contains this one is closed
//! except for moves into certain positions of the path. On another path it can be checked whether the set is
//! still closed. An entry holds the supporting move, the depths of the path positions that the disproof
//! depends on, and a hash of the path down to the deepest of those: on a path that is the same down to there,
//! it holds at once.

use winproof_rules::{Key, Move};

use super::hashed::{Mixed, Pages};
use super::pages::zeroed;

/// The dependencies of a disproof: the depths of the path positions that it depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deps {
    /// The least depth.
    pub min: u32,
    /// The greatest depth.
    pub max: u32,
}

impl Deps {
    /// No dependencies.
    pub const NONE: Deps = Deps { min: u32::MAX, max: 0 };

    /// Makes the dependency on the position at this depth.
    pub fn on(depth: usize) -> Deps {
        Deps { min: depth as u32, max: depth as u32 }
    }

    /// Returns whether there are no dependencies.
    pub fn is_none(self) -> bool {
        self.min == u32::MAX
    }

    /// Returns the dependencies of both.
    pub fn and(self, other: Deps) -> Deps {
        Deps { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Returns the dependencies above `depth` of a disproof that was found there: the position itself and
    /// those below it do not count.
    pub fn above(self, depth: usize) -> Deps {
        if self.min as usize >= depth {
            return Deps::NONE;
        }
        Deps { min: self.min, max: self.max.min(depth as u32 - 1) }
    }
}

/// A disproof that depends on the path.
#[derive(Clone, Copy, Debug)]
pub struct Tentative {
    /// The supporting move of the defender.
    pub mv: Move,
    /// What it depends on.
    pub deps: Deps,
    /// Hash of the path down to depth `deps.max`.
    pub tag: u128,
}

/// Words of an entry: half of the mixed key; 32 more bits of it and the move; the tag; and the depths, the
/// greater one plus 1, so that an entry of zeros is free.
///
/// The whole tag is kept, because it alone shows that a disproof holds on this path. The key is identified by
/// 96 bits and by the slot, which the upper bits of its other half choose: 32 more bits would take a sixth
/// word.
const WORDS: usize = 5;
/// The lower half of a word.
const LOW: u64 = u32::MAX as u64;

/// A table of fixed size; a new entry replaces the old one. It is made of plain words, because the system
/// provides those zeroed and untouched.
pub struct TentativeTable {
    words: Vec<u64>,
    filled: usize,
    pages: Pages,
}

impl TentativeTable {
    /// Makes an empty table within a budget. A size of zero is allowed: then nothing is stored.
    pub fn with_bytes(bytes: usize) -> TentativeTable {
        let slots = bytes / (WORDS * size_of::<u64>());
        TentativeTable { words: zeroed(slots * WORDS), filled: 0, pages: Pages::new(bytes) }
    }

    /// Returns the bytes that hold so many entries.
    pub fn bytes_for(entries: usize) -> usize {
        entries * WORDS * size_of::<u64>()
    }

    /// Returns whether no entry is in use.
    pub fn is_empty(&self) -> bool {
        self.filled == 0
    }

    /// Returns the bytes that were touched so far.
    pub fn bytes(&self) -> usize {
        self.pages.bytes()
    }

    /// Returns where the entry of a key is, and the words that it begins with, without the move.
    fn place(&self, key: Key) -> Option<(usize, [u64; 2])> {
        let slots = self.words.len() / WORDS;
        let mixed = Mixed::new(key);
        let known_by = [mixed.tag(), u64::from(mixed.0 as u32)];
        (slots > 0).then(|| (mixed.line(slots) * WORDS, known_by))
    }

    /// Returns where the disproof of a position is.
    fn find(&self, key: Key) -> Option<usize> {
        if self.filled == 0 {
            return None;
        }
        let (start, [half, rest]) = self.place(key)?;
        if !self.pages.is_written(start * size_of::<u64>()) {
            return None;
        }
        let [first, second, .., depths] = self.words[start..start + WORDS] else { return None };
        (depths != 0 && first == half && second & LOW == rest).then_some(start)
    }

    /// Returns the disproof of a position, if there is one.
    pub fn get(&self, key: Key) -> Option<Tentative> {
        let start = self.find(key)?;
        let [_, second, high, low, depths] = self.words[start..start + WORDS] else { return None };
        let deps = Deps { min: (depths >> 32) as u32, max: depths as u32 - 1 };
        let tag = u128::from(high) << 64 | u128::from(low);
        Some(Tentative { mv: Move((second >> 32) as u32), deps, tag })
    }

    /// Stores a disproof.
    pub fn put(&mut self, key: Key, tentative: Tentative) {
        let Some((start, [half, rest])) = self.place(key) else { return };
        self.pages.write(start * size_of::<u64>());
        let words = &mut self.words[start..start + WORDS];
        self.filled += usize::from(words[WORDS - 1] == 0);
        let Tentative { mv, deps, tag } = tentative;
        let depths = u64::from(deps.min) << 32 | u64::from(deps.max + 1);
        let second = u64::from(mv.0) << 32 | rest;
        words.copy_from_slice(&[half, second, (tag >> 64) as u64, tag as u64, depths]);
    }

    /// Forgets the disproof of a position.
    pub fn remove(&mut self, key: Key) {
        if let Some(start) = self.find(key) {
            self.words[start + WORDS - 1] = 0;
            self.filled -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_put_last_in_a_slot() {
        let entry = |i: u32| Tentative { mv: Move(i), deps: Deps { min: i, max: i + 1 }, tag: 7 };
        let mut table = TentativeTable::with_bytes(1000 * WORDS * 8);
        for i in 0..100 {
            table.put(Key(u128::from(i) << 64), entry(i));
            let found = table.get(Key(u128::from(i) << 64)).unwrap();
            assert_eq!((found.mv, found.deps, found.tag), (Move(i), entry(i).deps, 7));
        }
        let left = (0..100).filter(|&i| table.get(Key(i << 64)).is_some()).count();
        assert_eq!(left, table.filled);
        (0..100).for_each(|i| table.remove(Key(i << 64)));
        assert!(table.is_empty() && table.get(Key(5 << 64)).is_none());
        let mut off = TentativeTable::with_bytes(0);
        off.put(Key(1), entry(1));
        assert!(off.get(Key(1)).is_none());
    }

    #[test]
    fn leaning_on_oneself_is_no_leaning() {
        assert!(Deps::on(5).above(5).is_none());
        assert!(Deps::on(7).and(Deps::on(5)).above(5).is_none());
        assert_eq!(Deps::on(7).and(Deps::on(2)).above(5), Deps { min: 2, max: 4 });
        assert_eq!(Deps::NONE.and(Deps::on(3)), Deps::on(3));
    }
}
