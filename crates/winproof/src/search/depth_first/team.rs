//! What the threads of a search share beside the table: where each of them works.
//!
//! A thread that chooses a child takes it as harder, the more threads are below it (virtual loss): so they go different
//! ways where several children promise about the same, and the same way where one is far better. These virtual numbers
//! are used for the choice only. They are never stored, and what ends the search of a node are its real numbers.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64};
use std::sync::{Mutex, PoisonError};

use winproof_rules::{Move, SplitKey};

use crate::Numbers;
use crate::table::hashed::Mixed;

/// The most threads of a search: their counts must fit.
pub const MOST_THREADS: usize = 128;

/// Places in which threads are counted. Positions share them, which costs a wrong choice now and then.
const PLACES: usize = 1 << 16;

/// What the threads of a search share.
pub struct Team {
    /// How many threads are below the positions of each place.
    busy: Vec<AtomicU8>,
    /// The root's numbers, as one of them saw them last.
    numbers: AtomicU64,
    /// The line that the first of them was searching when it was asked.
    line: Mutex<Vec<Move>>,
    line_wanted: AtomicBool,
}

impl Team {
    /// A number has so many units of a virtual number.
    ///
    /// Threads that take turns on twelve positions of Lines of Action and fourteen random trees, of about 50,000
    /// expansions each, need so many expansions, compared with one:
    ///
    /// | a thread counts as | LOA, 2 threads | 4    | 16   | trees, 2 | 4    | 16   |
    /// |--------------------|----------------|------|------|----------|------|------|
    /// | 1                  | 1.47           | 1.61 | 2.84 | 1.31     | 1.74 | 3.23 |
    /// | 1/4                | 1.13           | 1.35 | 2.00 | 1.12     | 1.37 | 2.32 |
    /// | 1/10               | 1.11           | 1.33 | 1.71 | 1.05     | 1.29 | 1.86 |
    /// | 1/21               | 1.05           | 1.25 | 1.75 | 1.06     | 1.21 | 1.79 |
    /// | 1/43               | 1.18           | 1.34 | 1.86 | 1.04     | 1.36 | 1.78 |
    /// | 1/256              | 1.32           | 1.85 | 3.40 | 1.10     | 1.24 | 2.28 |
    pub const UNIT: i64 = 16;

    pub fn new() -> Team {
        Team {
            busy: std::iter::repeat_with(AtomicU8::default).take(PLACES).collect(),
            numbers: AtomicU64::new(Numbers::UNIT.word()),
            line: Mutex::default(),
            line_wanted: AtomicBool::new(false),
        }
    }

    #[inline]
    fn place(&self, key: SplitKey) -> &AtomicU8 {
        &self.busy[Mixed::new(key.whole()).tag() as usize % PLACES]
    }

    /// A thread goes below a position.
    pub fn enter(&self, key: SplitKey) {
        self.place(key).fetch_add(1, Relaxed);
    }

    /// It comes back.
    pub fn leave(&self, key: SplitKey) {
        self.place(key).fetch_sub(1, Relaxed);
    }

    /// Returns what a number counts for a thread that looks for work, in units of 1 / [`UNIT`](Team::UNIT): a
    /// sixteenth more for each thread below the position.
    #[inline]
    pub fn virtual_number(&self, key: SplitKey, number: i64) -> i64 {
        number.saturating_mul(Team::UNIT + i64::from(self.place(key).load(Relaxed)))
    }

    pub fn set_numbers(&self, numbers: Numbers) {
        self.numbers.store(numbers.word(), Relaxed);
    }

    pub fn numbers(&self) -> Numbers {
        Numbers::from_word(self.numbers.load(Relaxed))
    }

    /// Asks the first thread for its line, and returns what it told last.
    pub fn ask_for_line(&self) -> Vec<Move> {
        self.line_wanted.store(true, Relaxed);
        self.line.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Tells the line if it was asked for.
    #[inline]
    pub fn tell_line(&self, line: impl FnOnce() -> Vec<Move>) {
        if self.line_wanted.load(Relaxed) && self.line_wanted.swap(false, Relaxed) {
            *self.line.lock().unwrap_or_else(PoisonError::into_inner) = line();
        }
    }
}
