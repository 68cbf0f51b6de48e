//! The signal that tells long work to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Tells work that takes long to stop: at a deadline, or when an interrupt flag becomes true.
///
/// Clones belong together: once one of them has noticed that it is time, [`was_noticed`](StopSignal::was_noticed)
/// is true for all. The default never stops anything.
#[derive(Clone, Debug, Default)]
pub struct StopSignal {
    deadline: Option<Instant>,
    interrupt: Option<Arc<AtomicBool>>,
    noticed: Arc<AtomicBool>,
}

/// Which of the two reasons to stop it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopCause {
    /// The deadline has passed.
    Deadline,
    /// The interrupt flag is true.
    Interrupt,
}

impl StopSignal {
    /// Makes a signal.
    pub fn new(deadline: Option<Instant>, interrupt: Option<Arc<AtomicBool>>) -> StopSignal {
        StopSignal { deadline, interrupt, noticed: Arc::default() }
    }

    /// Looks at the flag and at the clock. Reading the clock takes some tens of nanoseconds, so call this some
    /// hundred times a second, not in an inner loop.
    pub fn poll(&self) -> Option<StopCause> {
        let cause = if self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            Some(StopCause::Interrupt)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(StopCause::Deadline)
        } else {
            None
        };
        if cause.is_some() {
            self.noticed.store(true, Ordering::Relaxed);
        }
        cause
    }

    /// Returns whether a poll of this signal or a clone of it said that it is time to stop. This costs nearly
    /// nothing.
    #[inline]
    pub fn was_noticed(&self) -> bool {
        self.noticed.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn it_stops_at_the_deadline_or_when_interrupted_and_clones_know() {
        assert_eq!(StopSignal::default().poll(), None);
        let late = StopSignal::new(Some(Instant::now() + Duration::from_secs(3600)), None);
        assert_eq!((late.poll(), late.was_noticed()), (None, false));
        let now = StopSignal::new(Some(Instant::now()), None);
        let clone = now.clone();
        assert!(!clone.was_noticed(), "nobody has looked at the clock yet");
        assert_eq!(now.poll(), Some(StopCause::Deadline));
        assert!(clone.was_noticed());
        let flag = Arc::new(AtomicBool::new(false));
        let signal = StopSignal::new(None, Some(Arc::clone(&flag)));
        assert_eq!(signal.poll(), None);
        flag.store(true, Ordering::Relaxed);
        assert_eq!(signal.poll(), Some(StopCause::Interrupt));
    }
}
