//! Threads that work on the items of a list.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// How many threads work, and what stops them.
#[derive(Clone, Copy, Debug)]
pub struct WorkerPool<'a> {
    /// The number of threads. There is at least one, and none without an item to work on.
    pub threads: usize,
    /// No item is begun after this becomes true.
    pub interrupt: &'a AtomicBool,
}

impl WorkerPool<'_> {
    /// Calls `work` for each item: every thread takes the next one until none is left or the interrupt is
    /// set. `receive` runs in the calling thread. It gets the results with the indices of their items as they
    /// come, and is at the end when all threads are. If it returns before that, no further item is begun.
    pub fn run<I: Sync, R: Send, T>(
        &self,
        items: &[I],
        work: impl Fn(&I) -> R + Sync,
        receive: impl FnOnce(mpsc::IntoIter<(usize, R)>) -> T,
    ) -> T {
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        let work_some = |sender: mpsc::Sender<(usize, R)>| {
            while !self.interrupt.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(item) = items.get(index) else { break };
                // Fails when `receive` has returned.
                if sender.send((index, work(item))).is_err() {
                    break;
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1).min(items.len()) {
                let sender = sender.clone();
                scope.spawn(|| work_some(sender));
            }
            drop(sender);
            receive(receiver.into_iter())
        })
    }
}

/// Results in the order of their items: each is held back until all before it are there.
pub fn in_order<R>(results: impl Iterator<Item = (usize, R)>) -> impl Iterator<Item = R> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    results.flat_map(move |(index, result)| {
        waiting.insert(index, result);
        let mut ready = Vec::new();
        while let Some(result) = waiting.remove(&next) {
            next += 1;
            ready.push(result);
        }
        ready
    })
}
