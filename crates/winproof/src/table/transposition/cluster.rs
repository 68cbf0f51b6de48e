//! A cluster of the transposition table: three entries in one cache line, in one of two layouts.
//!
//! ```text
//! word    0        1        2        3       4       5       6               7
//! plain   tag 0    tag 1    tag 2    pn, dn  pn, dn  pn, dn  moves 0, 1      move 2, worth 0, 1, 2, unused byte
//! hands   tag,     tag,     tag,     pn, dn  pn, dn  pn, dn  low 21 bits of  high 21 bits of
//!         worth 0  worth 1  worth 2                          detail 0, 1, 2  detail 0, 1, 2
//! ```
//!
//! In the layout with hands a tag has 56 bits, and its lowest eight are the worth. The 42 bits of detail are a hand, 27
//! bits, and a move, 15 bits. A proved position has pn 0, and dn as far below infinity as its proof has
//! plies; a disproved one has an infinite pn. Where plies are part of the hand, half of dn is for those of solved
//! positions. The hands of open positions are in their tags. In both layouts an entry is free if its word of pn and dn
//! is 0, and the highest bit of the last word is the [lock](super::lock) of the cluster.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use winproof_rules::{Hand, Move};

use super::Entry;
use crate::Numbers;
use crate::policy::static_solver::UNFOLDED;

/// Entries in a cluster.
pub const WIDTH: usize = 3;
/// Words in a cluster.
pub const WORDS: usize = 8;
const _: () = assert!(WORDS * size_of::<u64>() == 64);
const _: () = assert!(WIDTH * (8 + 8 + 4 + 1) <= 64);

const MOVE_BITS: u32 = 15;
/// Stands for [`UNFOLDED`].
const NO_MOVE: u64 = (1 << MOVE_BITS) - 1;
/// Half of the bits of detail.
const HALF: usize = 21;
const HALF_MASK: u64 = (1 << HALF) - 1;
const _: () = assert!(Hand::BITS + MOVE_BITS == 2 * HALF as u32 && WIDTH * HALF <= 64);

/// How the words of a cluster are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Positions are equal or not.
    Plain,
    /// Positions with the same board are compared by hand; these are the guard bits of hands.
    Hands(u64),
}

/// Where the plies of a hand begin, if it has some.
const PLIES: u32 = Hand::BITS + 1;
const _: () = assert!(Hand::BITS_WITH_PLIES == PLIES + u16::BITS);

impl Layout {
    /// Makes the layout for a game's guard bits of hands, 0 if it has none.
    pub fn new(guards: u64) -> Layout {
        if guards == 0 { Layout::Plain } else { Layout::Hands(guards) }
    }

    /// Returns whether plies are part of hands.
    #[inline]
    fn has_plies(self) -> bool {
        matches!(self, Layout::Hands(guards) if guards >> PLIES != 0)
    }

    /// Returns whether a hand from a file is one.
    pub fn allows(self, hand: Hand) -> bool {
        match self {
            Layout::Plain => true,
            Layout::Hands(guards) => hand.0 & guards == 0,
        }
    }

    /// Returns those bits of a tag that an entry keeps.
    #[inline]
    pub fn kept(self, tag: u64) -> u64 {
        match self {
            Layout::Plain => tag,
            // The lowest bits of a tag give its place in a larger table.
            Layout::Hands(_) => tag << 8,
        }
    }

    /// Returns what [`kept`](Layout::kept) kept of a tag.
    pub fn tag(self, kept: u64) -> u64 {
        match self {
            Layout::Plain => kept,
            Layout::Hands(_) => kept >> 8,
        }
    }
}

/// A view of the words of one cluster.
pub struct Cluster<W> {
    words: W,
    layout: Layout,
}

/// Words that can be read.
pub trait Words {
    /// Returns one of them.
    fn word(&self, index: usize) -> u64;
}

impl Words for &[u64] {
    #[inline]
    fn word(&self, index: usize) -> u64 {
        self[index]
    }
}

impl Words for &mut [u64] {
    #[inline]
    fn word(&self, index: usize) -> u64 {
        self[index]
    }
}

impl Words for &[AtomicU64] {
    #[inline]
    fn word(&self, index: usize) -> u64 {
        self[index].load(Relaxed)
    }
}

impl<W: Words> Cluster<W> {
    pub fn new(words: W, layout: Layout) -> Cluster<W> {
        Cluster { words, layout }
    }

    #[inline]
    fn word(&self, index: usize) -> u64 {
        self.words.word(index)
    }

    #[inline]
    pub fn is_free(&self, slot: usize) -> bool {
        self.word(WIDTH + slot) == 0
    }

    pub fn is_empty(&self) -> bool {
        (0..WIDTH).all(|slot| self.is_free(slot))
    }

    /// Returns the tag of an entry as far as it is kept.
    #[inline]
    pub fn kept_tag(&self, slot: usize) -> u64 {
        match self.layout {
            Layout::Plain => self.word(slot),
            Layout::Hands(_) => self.word(slot) & !0xff,
        }
    }

    /// Returns the entries in use with a kept tag.
    #[inline]
    pub fn with_tag(&self, kept: u64) -> impl Iterator<Item = usize> {
        (0..WIDTH).filter(move |&slot| self.kept_tag(slot) == kept && !self.is_free(slot))
    }

    /// Returns the entries with a kept tag that are solved, or those that are open.
    #[inline]
    pub fn with_tag_and(&self, kept: u64, solved: bool) -> impl Iterator<Item = usize> {
        self.with_tag(kept).filter(move |&slot| self.is_solved(slot) == solved)
    }

    /// Returns whether an entry in use, in the layout with hands, is solved.
    #[inline]
    fn is_solved(&self, slot: usize) -> bool {
        matches!(self.word(WIDTH + slot) as u32, 0 | u32::MAX)
    }

    /// Returns the numbers of an entry, and the plies of its proof if it is proved and they are kept.
    #[inline]
    pub fn numbers(&self, slot: usize) -> (Numbers, u32) {
        let word = self.word(WIDTH + slot);
        match (self.layout, word as u32) {
            (Layout::Hands(_), 0) => {
                let plies = !((word >> 32) as u32);
                (Numbers::PROVED, if self.layout.has_plies() { plies & 0xffff } else { plies })
            }
            (Layout::Hands(_), u32::MAX) => (Numbers::DISPROVED, 0),
            _ => (Numbers::from_word(word), 0),
        }
    }

    /// Returns whether the numbers of an entry from a file are possible.
    pub fn is_possible(&self, slot: usize) -> bool {
        let word = self.word(WIDTH + slot);
        let stray = word as u32 == u32::MAX && word >> 32 != 0 && !self.layout.has_plies();
        !stray && self.numbers(slot).0.are_possible()
    }

    /// Returns the plies of a solved entry's hand.
    #[inline]
    fn hand_plies(&self, slot: usize) -> u64 {
        let word = self.word(WIDTH + slot);
        match word as u32 {
            0 => !word >> 48,
            u32::MAX => word >> 48,
            _ => 0,
        }
    }

    fn detail(&self, slot: usize) -> u64 {
        let half = |word: usize| self.word(word) >> (HALF * slot) & HALF_MASK;
        half(6) | half(7) << HALF
    }

    /// Returns the hand of an entry.
    #[inline]
    pub fn hand(&self, slot: usize) -> Hand {
        match self.layout {
            Layout::Plain => Hand::EMPTY,
            Layout::Hands(_) => {
                let plies = if self.layout.has_plies() { self.hand_plies(slot) } else { 0 };
                Hand(self.detail(slot) >> MOVE_BITS | plies << PLIES)
            }
        }
    }

    /// Returns whether a solved entry says something about its board with a hand.
    #[inline]
    pub fn tells(&self, slot: usize, hand: Hand, guards: u64) -> bool {
        let own = self.hand(slot);
        match self.word(WIDTH + slot) as u32 {
            0 => hand.contains(own, guards),
            _ => own.contains(hand, guards),
        }
    }

    #[inline]
    fn mv(&self, slot: usize) -> Move {
        match self.layout {
            Layout::Plain => Move((self.word(2 * WIDTH + slot / 2) >> (slot % 2 * 32)) as u32),
            Layout::Hands(_) => match self.detail(slot) & NO_MOVE {
                NO_MOVE => UNFOLDED,
                mv => Move(mv as u32),
            },
        }
    }

    #[inline]
    pub fn entry(&self, slot: usize) -> Entry {
        let (numbers, plies) = self.numbers(slot);
        Entry { numbers, mv: self.mv(slot), hand: self.hand(slot), plies }
    }

    #[inline]
    pub fn worth(&self, slot: usize) -> u8 {
        match self.layout {
            Layout::Plain => (self.word(WORDS - 1) >> (32 + 8 * slot)) as u8,
            Layout::Hands(_) => self.word(slot) as u8,
        }
    }
}

impl Cluster<&mut [u64]> {
    fn set(&mut self, word: usize, shift: usize, width: usize, value: u64) {
        let mask = ((1_u64 << width) - 1) << shift;
        self.words[word] = self.words[word] & !mask | value << shift;
    }

    /// Writes an entry under a kept tag.
    pub fn write(&mut self, slot: usize, kept: u64, entry: Entry, worth: u8) {
        let Entry { numbers, mv, hand, plies } = entry;
        match self.layout {
            Layout::Plain => {
                self.words[slot] = kept;
                self.words[WIDTH + slot] = numbers.word();
                self.set(2 * WIDTH + slot / 2, slot % 2 * 32, 32, u64::from(mv.0));
                self.set(WORDS - 1, 32 + 8 * slot, 8, u64::from(worth));
            }
            Layout::Hands(_) => {
                self.words[slot] = kept | u64::from(worth);
                let (has_plies, hand_plies) = (self.layout.has_plies(), hand.0 >> PLIES);
                self.words[WIDTH + slot] = match numbers {
                    // More plies than that are not told apart.
                    Numbers::PROVED if has_plies => {
                        !(hand_plies << 16 | u64::from(plies.min(0xfffe))) << 32
                    }
                    Numbers::PROVED => u64::from(!plies.min(u32::MAX / 2)) << 32,
                    Numbers::DISPROVED => u64::from(u32::MAX) | hand_plies << 48,
                    numbers => numbers.word(),
                };
                let mv = if mv == UNFOLDED { NO_MOVE } else { u64::from(mv.0) };
                debug_assert!(mv <= NO_MOVE && (has_plies || hand_plies == 0));
                let own = hand.0 & ((1 << Hand::BITS) - 1);
                let detail = own << MOVE_BITS | mv;
                self.set(6, HALF * slot, HALF, detail & HALF_MASK);
                self.set(7, HALF * slot, HALF, detail >> HALF);
            }
        }
    }

    /// Removes an entry.
    pub fn free(&mut self, slot: usize) {
        self.words[WIDTH + slot] = 0;
    }

    pub fn copy(&mut self, from: usize, to: usize) {
        self.write(to, self.kept_tag(from), self.entry(from), self.worth(from));
    }
}
