//! Processor time: on a machine that has other work to do, time says little.

use rustix::time::{ClockId, clock_gettime};

/// Measures the processor time of a thread.
pub struct Clock {
    started: f64,
}

/// The processor time of this thread so far, in seconds.
fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

impl Clock {
    /// Starts to measure.
    pub fn start() -> Clock {
        Clock { started: now() }
    }

    /// Returns the seconds since then. It must be the same thread.
    pub fn seconds(&self) -> f64 {
        now() - self.started
    }
}
