//! What is known about a position for all counts at once: a proof with fewer plies is one with more, and a disproof
//! with more plies is one with fewer.

use crate::{Key, Move};

/// What is known about one position.
#[derive(Clone, Copy)]
struct Known {
    key: Key,
    /// The least number of plies that is proved to be enough.
    enough: u32,
    /// One more than the greatest number of plies that is disproved; 0 if none is.
    more_than: u32,
    /// The move of the proof, if the attacker is to move, or of the disproof, if the defender is.
    mv: Option<Move>,
}

/// No number of plies is proved to be enough.
const NONE_ENOUGH: u32 = u32::MAX;

const NOTHING: Known = Known { key: Key(0), enough: NONE_ENOUGH, more_than: 0, mv: None };

impl Known {
    fn is_nothing(&self) -> bool {
        self.enough == NONE_ENOUGH && self.more_than == 0
    }
}

/// The least number of slots.
const LEAST: usize = 1 << 10;

/// The greatest number of slots: 8 MiB.
const MOST: usize = 1 << 18;

/// A table in which every position has one slot, which the latest one takes.
#[derive(Default)]
pub(super) struct Bounds {
    slots: Vec<Known>,
    filled: usize,
}

impl Bounds {
    fn slot(&self, Key(key): Key) -> usize {
        let folded = (key as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ (key >> 64) as u64;
        let mixed = (folded ^ folded >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 40) as usize & (self.slots.len() - 1)
    }

    fn known(&self, key: Key) -> Option<&Known> {
        if self.slots.is_empty() {
            return None;
        }
        Some(&self.slots[self.slot(key)]).filter(|known| known.key == key)
    }

    /// Returns whether a position with so many plies left is proved or disproved, if that is known.
    pub(super) fn verdict(&self, key: Key, left: u16) -> Option<bool> {
        let Known { enough, more_than, .. } = *self.known(key)?;
        let left = u32::from(left);
        match left >= enough {
            true => Some(true),
            false => (left < more_than).then_some(false),
        }
    }

    /// Returns the move that proves or disproves a position, where one is enough. Which of the two that is depends on
    /// who is to move.
    pub(super) fn solving_move(&self, key: Key) -> Option<Move> {
        self.known(key)?.mv
    }

    /// Takes what was found out about a position.
    pub(super) fn learn(&mut self, key: Key, left: u16, proved: bool, mv: Option<Move>) {
        if 2 * self.filled >= self.slots.len() && self.slots.len() < MOST {
            self.grow();
        }
        let slot = self.slot(key);
        let known = &mut self.slots[slot];
        if known.key != key {
            self.filled += usize::from(known.is_nothing());
            *known = Known { key, ..NOTHING };
        }
        let left = u32::from(left);
        if proved && left < known.enough {
            (known.enough, known.mv) = (left, mv.or(known.mv));
        } else if !proved && left >= known.more_than {
            (known.more_than, known.mv) = (left + 1, mv.or(known.mv));
        }
    }

    fn grow(&mut self) {
        let size = (2 * self.slots.len()).max(LEAST);
        let old = std::mem::replace(&mut self.slots, vec![NOTHING; size]);
        self.filled = 0;
        for known in old.into_iter().filter(|known| !known.is_nothing()) {
            let slot = self.slot(known.key);
            self.filled += usize::from(self.slots[slot].is_nothing());
            self.slots[slot] = known;
        }
    }

    /// Returns the bytes in use.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.slots[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_for_all_counts_on_their_side() {
        let mut bounds = Bounds::default();
        let key = Key(7);
        assert_eq!(bounds.verdict(key, 5), None);
        bounds.learn(key, 5, true, Some(Move(1)));
        bounds.learn(key, 2, false, None);
        let verdicts = [0, 2, 3, 4, 5, u16::MAX].map(|left| bounds.verdict(key, left));
        assert_eq!(verdicts, [Some(false), Some(false), None, None, Some(true), Some(true)]);
        assert_eq!(bounds.solving_move(key), Some(Move(1)));
        assert_eq!(bounds.verdict(Key(8), 5), None);
        // What is known already says more.
        bounds.learn(key, 9, true, Some(Move(2)));
        bounds.learn(key, 1, false, None);
        assert_eq!([2, 5].map(|left| bounds.verdict(key, left)), [Some(false), Some(true)]);
        assert_eq!(bounds.solving_move(key), Some(Move(1)));
        bounds.learn(key, 4, true, Some(Move(3)));
        assert_eq!(bounds.solving_move(key), Some(Move(3)));
        bounds.learn(key, u16::MAX, false, None);
        assert_eq!(bounds.verdict(key, 3), Some(false), "even if a search contradicts itself");
    }

    #[test]
    fn a_full_table_forgets_and_never_confuses() {
        let mut bounds = Bounds::default();
        let keys = || (1..=3 * MOST as u128).map(|number| Key(number << 64 | number));
        for key in keys() {
            bounds.learn(key, (key.0 % 11) as u16, key.0 % 2 == 0, None);
        }
        assert_eq!(bounds.slots.len(), MOST);
        let kept = keys().filter(|&key| {
            let verdict = bounds.verdict(key, (key.0 % 11) as u16);
            assert!(verdict.is_none_or(|proved| proved == (key.0 % 2 == 0)));
            verdict.is_some()
        });
        assert!(kept.count() > MOST / 2);
    }
}
