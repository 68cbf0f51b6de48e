//! The lock of a cluster: the highest bit of its last word, held for the moment in which the words are copied or
//! written. All accesses are atomic, so threads never race, and who holds the lock sees the words as the last holder left
//! them.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use super::WORDS;

/// The bit of the last word that is set while the lock is held.
const HELD: u64 = 1 << 63;

/// How often a thread tries before it lets others run: the holder may have been put to sleep.
const TRIES: u32 = 64;

/// An atomic word, as the lock needs it.
pub trait Word {
    fn load(&self) -> u64;
    fn store(&self, value: u64);
    /// Sets the lock bit, if the word still has this value.
    fn try_lock(&self, value: u64) -> bool;
    /// Sets a value without the lock bit.
    fn unlock(&self, value: u64);
    /// Waits for a moment.
    fn wait(tries: u32) {
        match tries % TRIES {
            0 => std::thread::yield_now(),
            _ => std::hint::spin_loop(),
        }
    }
}

impl Word for AtomicU64 {
    #[inline]
    fn load(&self) -> u64 {
        self.load(Relaxed)
    }

    #[inline]
    fn store(&self, value: u64) {
        self.store(value, Relaxed);
    }

    #[inline]
    fn try_lock(&self, value: u64) -> bool {
        self.compare_exchange_weak(value, value | HELD, Acquire, Relaxed).is_ok()
    }

    #[inline]
    fn unlock(&self, value: u64) {
        self.store(value, Release);
    }
}

/// A cluster of which this thread holds the lock, with a copy of its words. Dropping it leaves the cluster as it was.
pub struct Locked<'a, W: Word> {
    cluster: &'a [W],
    /// The words, without the lock bit.
    pub words: [u64; WORDS],
    last: u64,
}

impl<W: Word> Locked<'_, W> {
    /// Writes the words back and gives up the lock.
    #[inline]
    pub fn put_back(mut self) {
        for (word, value) in self.cluster[..WORDS - 1].iter().zip(self.words) {
            word.store(value);
        }
        self.last = self.words[WORDS - 1];
    }
}

impl<W: Word> Drop for Locked<'_, W> {
    #[inline]
    fn drop(&mut self) {
        debug_assert_eq!(self.last & HELD, 0);
        self.cluster[WORDS - 1].unlock(self.last);
    }
}

/// Waits for the lock of a cluster, and takes it.
#[inline]
pub fn take<W: Word>(cluster: &[W]) -> Locked<'_, W> {
    let mut tries = 0;
    let last = loop {
        let value = cluster[WORDS - 1].load();
        if value & HELD == 0 && cluster[WORDS - 1].try_lock(value) {
            break value;
        }
        tries += 1;
        W::wait(tries);
    };
    let mut words = load(cluster);
    words[WORDS - 1] = last;
    Locked { cluster, words, last }
}

/// Returns the words of a cluster as one thread has left them, while others use it.
#[inline]
pub fn copy<W: Word>(cluster: &[W]) -> [u64; WORDS] {
    take(cluster).words
}

/// Returns the words of a cluster that nobody else writes.
#[inline]
pub fn load<W: Word>(cluster: &[W]) -> [u64; WORDS] {
    std::array::from_fn(|index| cluster[index].load())
}

/// Returns words from a file without the lock bit, whatever the file says.
pub fn open(mut words: [u64; WORDS]) -> [u64; WORDS] {
    words[WORDS - 1] &= !HELD;
    words
}

/// Writes the words of a cluster that nobody else uses.
#[inline]
pub fn store<W: Word>(cluster: &[W], words: &[u64; WORDS]) {
    for (word, value) in cluster.iter().zip(words) {
        word.store(*value);
    }
}

#[cfg(test)]
mod tests {
    use loom::sync::Arc;
    use loom::sync::atomic::AtomicU64;
    use loom::thread;

    use super::*;

    impl Word for AtomicU64 {
        fn load(&self) -> u64 {
            self.load(Relaxed)
        }

        fn store(&self, value: u64) {
            self.store(value, Relaxed);
        }

        fn try_lock(&self, value: u64) -> bool {
            self.compare_exchange_weak(value, value | HELD, Acquire, Relaxed).is_ok()
        }

        fn unlock(&self, value: u64) {
            self.store(value, Release);
        }

        fn wait(_tries: u32) {
            thread::yield_now();
        }
    }

    /// In every order of events: copies are never torn, and no change is lost.
    #[test]
    fn words_are_never_torn() {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(3);
        model.check(|| {
            let cluster: Arc<Vec<AtomicU64>> =
                Arc::new((0..WORDS).map(|_| AtomicU64::new(0)).collect());
            let writer = Arc::clone(&cluster);
            let count = |cluster: &[AtomicU64]| {
                let mut locked = take(cluster);
                for word in [0, 3, WORDS - 1] {
                    locked.words[word] += 1;
                }
                locked.put_back();
            };
            let thread = thread::spawn(move || count(&writer));
            count(&cluster);
            let words = copy(&cluster);
            assert_eq!([words[3], words[WORDS - 1]], [words[0]; 2], "torn");
            thread.join().unwrap();
            assert_eq!(copy(&cluster)[3], 2, "lost");
        });
    }
}
