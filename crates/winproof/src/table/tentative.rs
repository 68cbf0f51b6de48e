//! Disproofs that lean on the path to them.
//!
//! Such a disproof is a timeless fact all the same: a set of positions that contains this one is closed
//! but for exits into certain positions of the path. Whoever meets it on another path can check whether
//! its set still closes. What is kept is the move that supports it, the depths of the path positions it
//! leans on, and a hash of the path down to the deepest of those: on a path that agrees so far it holds
//! at once.

use winproof_rules::{Key, Move};

use super::hashed::{Mixed, Pages};

/// The depths of the path positions that a disproof leans on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deps {
    /// The least depth.
    pub min: u32,
    /// The greatest depth.
    pub max: u32,
}

impl Deps {
    /// Leans on nothing.
    pub const NONE: Deps = Deps { min: u32::MAX, max: 0 };

    /// Leans on the position at this depth.
    pub fn on(depth: usize) -> Deps {
        Deps { min: depth as u32, max: depth as u32 }
    }

    /// Whether it leans on nothing.
    pub fn is_none(self) -> bool {
        self.min == u32::MAX
    }

    /// Leans on what either leans on.
    pub fn and(self, other: Deps) -> Deps {
        Deps { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// What a disproof found at `depth` leans on above itself: leaning on itself or below is no leaning.
    pub fn above(self, depth: usize) -> Deps {
        if self.min as usize >= depth {
            return Deps::NONE;
        }
        Deps { min: self.min, max: self.max.min(depth as u32 - 1) }
    }
}

/// A disproof that leans on the path.
#[derive(Clone, Copy, Debug)]
pub struct Tentative {
    /// The defender's move that supports it.
    pub mv: Move,
    /// What it leans on.
    pub deps: Deps,
    /// Hash of the path down to depth `deps.max`.
    pub tag: u128,
}

/// Words of an entry: half of the mixed key; 32 more bits of it and the move; the tag; and the depths, the
/// greater one plus 1, so that an entry of zeros is a free one.
///
/// The tag is kept whole, since it alone says that a disproof holds on this path. The key is known by 96 bits
/// and by the slot, which the upper bits of its other half choose: 32 bits more would take a sixth word.
const WORDS: usize = 5;
/// The lower half of a word.
const LOW: u64 = u32::MAX as u64;

/// A table of fixed size; a new entry takes the place of the old one. It is made of plain words, since
/// those come zeroed and untouched from the system.
pub struct TentativeTable {
    words: Vec<u64>,
    filled: usize,
    pages: Pages,
}

impl TentativeTable {
    /// An empty table within a budget; with room for nothing it is legal and forgets everything.
    pub fn with_bytes(bytes: usize) -> TentativeTable {
        let slots = bytes / (WORDS * size_of::<u64>());
        TentativeTable { words: vec![0; slots * WORDS], filled: 0, pages: Pages::new(bytes) }
    }

    /// Whether no entry is in use.
    pub fn is_empty(&self) -> bool {
        self.filled == 0
    }

    /// Bytes that were touched so far.
    pub fn bytes(&self) -> usize {
        self.pages.bytes()
    }

    /// Where the entry of a key stands, and the words that it begins with, the move left out.
    fn place(&self, key: Key) -> Option<(usize, [u64; 2])> {
        let slots = self.words.len() / WORDS;
        let mixed = Mixed::new(key);
        let known_by = [mixed.tag(), u64::from(mixed.0 as u32)];
        (slots > 0).then(|| (mixed.line(slots) * WORDS, known_by))
    }

    /// Where the disproof of a position stands.
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

    /// The disproof of a position, if there is one.
    pub fn get(&self, key: Key) -> Option<Tentative> {
        let start = self.find(key)?;
        let [_, second, high, low, depths] = self.words[start..start + WORDS] else { return None };
        let deps = Deps { min: (depths >> 32) as u32, max: depths as u32 - 1 };
        let tag = u128::from(high) << 64 | u128::from(low);
        Some(Tentative { mv: Move((second >> 32) as u32), deps, tag })
    }

    /// Remembers a disproof.
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
