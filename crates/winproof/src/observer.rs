//! Observing a search.

use std::time::Duration;

use winproof_rules::{Key, Move};

use crate::save::State;
use crate::{Counts, Numbers};

/// The current state of a search.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// The root's numbers.
    pub numbers: Numbers,
    /// Bytes in use of the memory budget.
    pub memory: usize,
    /// Positions held in tables and trees.
    pub entries: usize,
}

/// What a running search reports at intervals.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The work so far.
    pub counts: Counts,
    /// The current state.
    pub condition: Condition,
    /// Time since the search started.
    pub elapsed: Duration,
    /// If a certificate is being made: the positions that were worked on for it so far.
    pub certificate_steps: u64,
}

/// An observer of a search. It gets progress every few hundred expansions, in the thread that searches, so
/// its methods must be quick.
pub trait Observer {
    /// Receives the progress of the search.
    fn progress(&mut self, _progress: &Progress) {}

    /// Returns whether [`expanded`](Observer::expanded) is to be called; called once, at the start.
    fn wants_expansions(&self) -> bool {
        false
    }

    /// A position was expanded.
    fn expanded(&mut self, _key: Key) {}

    /// Returns whether the search should report the line that it searches, as soon as it can; called after
    /// each progress.
    fn wants_line(&self) -> bool {
        false
    }

    /// Receives the moves from the root to the node that is being searched.
    fn line(&mut self, _line: &[Move]) {}

    /// Returns whether the search should be saved as soon as it can; called after each progress.
    fn wants_save(&self) -> bool {
        false
    }

    /// Saves the search, which waits.
    fn save(&mut self, _progress: &Progress, _state: &mut dyn State) {}

    /// Saves the search while its certificate is being made, with what was done of that
    /// ([`Solver::set_draft`](crate::Solver::set_draft)).
    fn save_certificate(&mut self, _progress: &Progress, _state: &mut dyn State, _draft: &[u64]) {}
}

/// An observer that does nothing.
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
