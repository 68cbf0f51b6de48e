//! Watching a search.

use std::time::Duration;

use winproof_rules::{Key, Move};

use crate::save::State;
use crate::{Counts, Numbers};

/// How things stand with a search.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// The root's numbers.
    pub numbers: Numbers,
    /// Bytes in use of the memory budget.
    pub memory: usize,
    /// Positions held in tables and trees.
    pub entries: usize,
}

/// What a running search tells now and then.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The work so far.
    pub counts: Counts,
    /// How things stand.
    pub condition: Condition,
    /// Time since the search started.
    pub elapsed: Duration,
}

/// Somebody who watches a search. It is told of progress every few hundred expansions, in the thread
/// that searches: be quick.
pub trait Observer {
    /// The search is going on.
    fn progress(&mut self, _progress: &Progress) {}

    /// Whether [`expanded`](Observer::expanded) is to be called; asked once, at the start.
    fn wants_expansions(&self) -> bool {
        false
    }

    /// A position was expanded.
    fn expanded(&mut self, _key: Key) {}

    /// Whether the search should tell where it is at work, as soon as it can; asked after each progress.
    fn wants_line(&self) -> bool {
        false
    }

    /// The moves from the root to where the search is at work.
    fn line(&mut self, _line: &[Move]) {}

    /// Whether the search should let itself be saved as soon as it can; asked after each progress.
    fn wants_save(&self) -> bool {
        false
    }

    /// The search waits to be saved.
    fn save(&mut self, _progress: &Progress, _state: &mut dyn State) {}
}

/// Nobody watches.
pub struct Silent;

impl Observer for Silent {}

/// Remembers every expanded position, in order.
#[derive(Default)]
pub struct Trace(pub Vec<Key>);

impl Observer for Trace {
    fn wants_expansions(&self) -> bool {
        true
    }

    fn expanded(&mut self, key: Key) {
        self.0.push(key);
    }
}
