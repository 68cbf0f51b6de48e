//! Memory for viewers and checks, which are not jobs.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, timeout_at};
use winproof_session::figures;

use super::JobQueue;
use crate::problem::Problem;

/// How long to wait for memory that is about to be released.
const PATIENCE: Duration = Duration::from_secs(5);

/// Texts up to this size are not counted: so many as can be in memory at a time take less than the program.
const LIGHT: usize = 64 << 10;

/// The bytes that a byte of a position takes while it is read, at most: a graph whose lines are as short as
/// they can be takes 16, the request and the answer included. If it is smaller, requests in parallel take more
/// than the budget; if it is larger, fewer are served at a time.
const WEIGHT: usize = 20;

/// Returns the memory that a text takes while it is read or searched.
pub fn weight(text: usize) -> usize {
    if text > LIGHT { WEIGHT.saturating_mul(text) } else { 0 }
}

/// Returns the longest text that can be read within this memory, half of which may be in use.
pub fn longest_text(memory: usize) -> usize {
    LIGHT.max(memory / (2 * WEIGHT))
}

/// Memory that is reserved until this is dropped.
pub struct Lease {
    queue: Arc<JobQueue>,
    /// The bytes.
    pub bytes: usize,
}

impl JobQueue {
    /// Reserves memory, if necessary after other viewers have ended. Jobs have priority.
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
                    "this takes {bytes}, and jobs use most of the {total} of this server: pause one, \
                     or try again later"
                )));
            }
        }
    }

    /// Reserves memory to read or to send the position of a job, if that is large.
    pub async fn lease_for(self: &Arc<Self>, id: &str) -> Result<Option<Lease>, Problem> {
        match weight(self.record(id)?.plan.position.length()) {
            0 => Ok(None),
            bytes => self.lease(bytes).await.map(Some),
        }
    }

    fn try_lease(self: &Arc<Self>, bytes: usize) -> Option<Lease> {
        let mut inner = self.lock();
        if inner.closing {
            return None;
        }
        // The first job in the queue has priority, if it waits only for memory.
        let next = inner.waiting.front().and_then(|id| inner.jobs.get(id));
        let next = next.filter(|entry| inner.has_threads(&entry.record.plan, &self.caps));
        let wanted = inner.memory + bytes + next.map_or(0, |entry| entry.record.plan.memory());
        if wanted > self.caps.memory {
            if wanted <= self.caps.memory + inner.lent() {
                inner.viewers.clear();
            }
            return None;
        }
        inner.memory += bytes;
        Some(Lease { queue: Arc::clone(self), bytes })
    }
}

impl Lease {
    /// Gives back what is more than so many bytes. With nothing left there is no lease.
    pub fn reduced(mut self, bytes: usize) -> Option<Lease> {
        let more = self.bytes.saturating_sub(bytes);
        self.release(more);
        (self.bytes > 0).then_some(self)
    }

    fn release(&mut self, bytes: usize) {
        self.bytes -= bytes;
        let mut inner = self.queue.lock();
        inner.memory -= bytes;
        self.queue.ended.notify_all();
        self.queue.schedule(&mut inner);
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.release(self.bytes);
    }
}
