//! The transposition table as one search sees it: its own, or one that several threads use.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use parking_lot::lock_api::ArcRwLockReadGuard;
use parking_lot::{RawRwLock, RwLock, RwLockWriteGuard};
use winproof_rules::{Key, SplitKey};

use super::transposition::{Effort, Entry, NoRoom, Table};
use crate::save::{LoadError, StateReader, StateWriter};

/// A table that several threads use.
///
/// Each of them holds the lock of the whole table for reading while it searches: single entries have locks of their
/// own. Who needs the table alone, to let it grow or to save it, asks for it, and the others give way before their next
/// expansion.
#[derive(Clone)]
pub struct SharedTable {
    table: Arc<RwLock<Table>>,
    /// How many threads wait for the table.
    waiting: Arc<AtomicUsize>,
}

impl SharedTable {
    /// Makes a table available to several threads.
    pub fn new(mut table: Table) -> SharedTable {
        table.prepare_sharing();
        SharedTable { table: Arc::new(RwLock::new(table)), waiting: Arc::default() }
    }

    /// Waits until no other thread uses the table, and lets `work` have it.
    pub fn alone<R>(&self, work: impl FnOnce(&mut Table) -> R) -> R {
        work(&mut self.lock())
    }

    fn lock(&self) -> RwLockWriteGuard<'_, Table> {
        self.waiting.fetch_add(1, Relaxed);
        let table = self.table.write();
        self.waiting.fetch_sub(1, Relaxed);
        table
    }

    /// Returns something about the table, unless another thread has it alone.
    pub fn look<R>(&self, about: impl FnOnce(&Table) -> R) -> Option<R> {
        self.table.try_read().map(|table| about(&table))
    }

    /// Returns the table, if nobody else has this one any more.
    pub fn into_inner(self) -> Option<Table> {
        Some(Arc::try_unwrap(self.table).ok()?.into_inner())
    }
}

#[expect(clippy::large_enum_variant, reason = "a search has one")]
enum Access {
    Own(Table),
    /// A table that others use too, and the right to use it now.
    Shared(SharedTable, Option<ArcRwLockReadGuard<RawRwLock, Table>>),
}

/// The table of a search.
pub struct SearchTable {
    access: Access,
    /// The positions that this search stored since the last query, if this is recorded.
    journal: Option<Vec<Key>>,
}

impl SearchTable {
    /// A table that this search alone uses.
    pub fn own(table: Table) -> SearchTable {
        SearchTable { access: Access::Own(table), journal: None }
    }

    /// A table that others use too.
    pub fn shared(table: SharedTable) -> SearchTable {
        SearchTable { access: Access::Shared(table, None), journal: None }
    }

    /// Returns the table that this search alone uses.
    pub fn into_own(self) -> Option<Table> {
        match self.access {
            Access::Own(table) => Some(table),
            Access::Shared(..) => None,
        }
    }

    /// Claims the right to use the table, after waiting for those who need it alone. Until
    /// [`release`](SearchTable::release), nobody else has it alone, but in [`give_way`](SearchTable::give_way).
    pub fn claim(&mut self) {
        if let Access::Shared(table, guard) = &mut self.access {
            guard.get_or_insert_with(|| table.table.read_arc());
        }
    }

    /// Gives up the right to use the table.
    pub fn release(&mut self) {
        if let Access::Shared(_, guard) = &mut self.access {
            *guard = None;
        }
    }

    /// Lets others have the table alone, if some wait for it.
    #[inline]
    pub fn give_way(&mut self) {
        if let Access::Shared(table, _) = &self.access
            && table.waiting.load(Relaxed) > 0
        {
            self.release();
            self.claim();
        }
    }

    #[inline]
    fn table(&self) -> &Table {
        match &self.access {
            Access::Own(table) => table,
            Access::Shared(_, guard) => guard.as_ref().expect("it was claimed"),
        }
    }

    /// Returns what is known about a position.
    #[inline]
    pub fn get(&self, key: impl Into<SplitKey>) -> Option<Entry> {
        match &self.access {
            Access::Own(table) => table.get(key),
            Access::Shared(..) => self.table().get_shared(key.into()),
        }
    }

    /// Stores what is known about a position, if the replacement scheme finds room for it.
    pub fn put(&mut self, key: SplitKey, entry: Entry, effort: Effort) {
        if let Some(journal) = &mut self.journal {
            journal.push(key.board);
        }
        match &mut self.access {
            Access::Own(table) => table.put(key, entry, effort),
            Access::Shared(table, guard) => {
                let current = guard.as_ref().expect("it was claimed");
                if let Err(NoRoom) = current.put_shared(key, entry, effort) {
                    *guard = None;
                    table.alone(|table| table.put(key, entry, effort));
                    *guard = Some(table.table.read_arc());
                }
            }
        }
    }

    /// Forgets a position.
    pub fn remove(&mut self, key: SplitKey) {
        match &mut self.access {
            Access::Own(table) => table.remove(key),
            Access::Shared(..) => self.table().remove_shared(key),
        }
    }

    /// Prefetches the places of a key, which will be read soon.
    #[inline]
    pub fn prefetch(&self, key: SplitKey) {
        self.table().prefetch(key);
    }

    /// Returns about how many expansions were spent below a position, if the scheme keeps that.
    pub fn expansions_below(&self, key: SplitKey) -> Option<u64> {
        self.table().expansions_below(key)
    }

    /// Returns the entries in use.
    pub fn len(&self) -> usize {
        self.table().len()
    }

    /// Returns the most entries that were ever in use.
    pub fn peak(&self) -> usize {
        self.table().peak()
    }

    /// Returns how many entries fit.
    pub fn capacity(&self) -> usize {
        self.table().capacity()
    }

    /// Returns the bytes that were touched so far.
    pub fn bytes(&self) -> usize {
        self.table().bytes()
    }

    /// Starts or stops recording which positions are stored.
    pub fn keep_journal(&mut self, on: bool) {
        self.journal = on.then(|| self.journal.take().unwrap_or_default());
    }

    /// Returns the positions that were stored since the last call, some of them several times.
    pub fn take_journal(&mut self) -> Vec<Key> {
        self.journal.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Writes all entries.
    pub fn save(&self, out: &mut StateWriter<'_>) -> io::Result<()> {
        self.table().save(out)
    }

    /// Loads the entries of a saved table. This one must be empty, and not be shared.
    pub fn load(&mut self, input: &mut StateReader<'_>) -> Result<(), LoadError> {
        match &mut self.access {
            Access::Own(table) => table.load(input),
            Access::Shared(table, _) => table.alone(|table| table.load(input)),
        }
    }
}
