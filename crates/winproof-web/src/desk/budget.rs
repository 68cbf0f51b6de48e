//! Memory for those who are no jobs: walkers and checks.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, timeout_at};
use winproof_session::figures;

use super::Desk;
use crate::problem::Problem;

/// So long it is waited for memory that others are about to give back.
const PATIENCE: Duration = Duration::from_secs(5);

/// Memory that is given out until this is dropped.
pub struct Lease {
    desk: Arc<Desk>,
    /// How much it is.
    pub bytes: usize,
}

impl Desk {
    /// Gives out memory, if need be when others who walk around have left. Jobs come first.
    pub async fn lease(self: &Arc<Self>, bytes: usize) -> Result<Lease, Problem> {
        let deadline = Instant::now() + PATIENCE;
        let mut changes = self.listen();
        loop {
            if let Some(lease) = self.try_lease(bytes) {
                return Ok(lease);
            }
            if timeout_at(deadline, changes.changed()).await.is_err() {
                let (bytes, total) = (figures::bytes(bytes as u64), self.caps.memory as u64);
                let total = figures::bytes(total);
                return Err(Problem::busy(format!(
                    "this takes {bytes}, and the jobs have taken most of the {total} of --memory: \
                     pause one, or try again later"
                )));
            }
        }
    }

    fn try_lease(self: &Arc<Self>, bytes: usize) -> Option<Lease> {
        let mut inner = self.lock();
        if inner.closing {
            return None;
        }
        if inner.memory + bytes > self.caps.memory {
            inner.walkers.clear();
            return None;
        }
        inner.memory += bytes;
        Some(Lease { desk: Arc::clone(self), bytes })
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut inner = self.desk.lock();
        inner.memory -= self.bytes;
        self.desk.schedule(&mut inner);
    }
}
