//! Searches that their processor time limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use winproof::{Limits, Observer, Progress};

use crate::clock::Clock;

/// Stops a search when its processor time is over, or the experiment is interrupted.
pub(super) struct Watch<'a> {
    pub(super) clock: Clock,
    limit: f64,
    stop: Arc<AtomicBool>,
    interrupt: &'a AtomicBool,
    calls: u32,
}

impl<'a> Watch<'a> {
    /// Begins now. The searches must have the limits that [`limits`](Watch::limits) gives.
    pub(super) fn start(seconds: f64, interrupt: &'a AtomicBool) -> Watch<'a> {
        let stop = Arc::new(AtomicBool::new(false));
        Watch { clock: Clock::start(), limit: seconds, stop, interrupt, calls: 0 }
    }

    /// Limits with so many expansions, and the time of this watch.
    pub(super) fn limits(&self, expansions: u64) -> Limits {
        let interrupt = Some(Arc::clone(&self.stop));
        Limits { expansions: Some(expansions), deadline: None, interrupt }
    }
}

impl Observer for Watch<'_> {
    fn progress(&mut self, _progress: &Progress) {
        self.calls += 1;
        let over = self.calls.is_multiple_of(16) && self.clock.seconds() > self.limit;
        if over || self.interrupt.load(Ordering::Relaxed) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}
