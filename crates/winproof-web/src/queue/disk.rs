//! Jobs on the disk, and the room that they take there.

use std::sync::Arc;

use winproof_session::{Failure, figures};

use super::job::JobChannels;
use super::progress::History;
use super::{Entry, Inner, JobQueue, Unwritten};
use crate::problem::Problem;

impl JobQueue {
    /// Writes a job to the disk. The last write is the newest. What cannot be written stays in memory, and
    /// the job says why.
    pub(super) fn write(&self, id: &str) {
        let Ok(channels) = self.channels(id) else { return };
        let _disk = channels.disk.lock().expect("nobody panics there");
        let (record, unwritten) = {
            let inner = self.lock();
            let Ok(entry) = inner.entry(id) else { return };
            let mut record = entry.record.clone();
            record.progress = channels.progress.borrow().clone();
            (record, entry.unwritten.clone())
        };
        let files = self.store.job(id);
        let write = || -> Result<(), Failure> {
            if let Some(report) = &unwritten.report {
                files.write_report(report)?;
            }
            if let Some(history) = &unwritten.history {
                files.write_history(history)?;
            }
            files.write_record(&record)
        };
        let trouble = write().err().map(|failure| files.in_words(&failure));
        let bytes = files.size();
        let mut inner = self.lock();
        let Ok(entry) = inner.entry_mut(id) else { return };
        entry.disk = bytes;
        // As long as the search itself is not saved, that is what matters.
        if entry.is_parked() {
            return;
        }
        if trouble.is_none() {
            entry.unwritten.forget(&unwritten);
        }
        if entry.unsaved != trouble {
            entry.unsaved = trouble;
            inner.touch(id);
            self.tell(&inner);
        }
    }

    /// Tries to write all jobs again that could not be written before.
    pub fn write_again(&self) {
        let unsaved: Vec<_> = {
            let inner = self.lock();
            let unsaved = inner.jobs.values().filter(|it| it.unsaved.is_some() && !it.is_parked());
            unsaved.map(|entry| entry.record.id.clone()).collect()
        };
        for id in unsaved {
            self.write(&id);
        }
    }

    /// Makes room for further bytes on the disk, if necessary and if that is wanted by deleting the oldest jobs
    /// that are finished. Returns how many may be written.
    pub fn make_room(&self, wanted: u64) -> u64 {
        let Some(most) = self.caps.disk else { return u64::MAX };
        loop {
            let inner = self.lock();
            let room = most.saturating_sub(inner.disk());
            if room >= wanted || !self.caps.drop_oldest {
                return room;
            }
            let finished =
                |entry: &&Entry| entry.record.state.has_result() && entry.unsaved.is_none();
            let finished = inner.jobs.values().filter(finished);
            let Some(oldest) = finished.min_by_key(|entry| entry.record.number) else {
                return room;
            };
            let id = oldest.record.id.clone();
            drop(inner);
            // Somebody else may have deleted it in the meantime.
            let _ = self.delete(&id);
        }
    }

    /// Reserves room on the disk for at least so many bytes; as many as `most` if there are.
    pub fn reserve_disk(self: &Arc<Self>, least: u64, most: u64) -> Result<DiskLease, Problem> {
        let room = self.make_room(least);
        if room < least {
            return Err(self.no_room());
        }
        let bytes = most.min(room);
        self.lock().uploads += bytes;
        Ok(DiskLease { queue: Arc::clone(self), bytes })
    }

    /// The refusal of what would take more room on the disk than there is.
    pub fn no_room(&self) -> Problem {
        let most = figures::bytes(self.caps.disk.unwrap_or(u64::MAX));
        let error = format!("the jobs of this server may take {most} of its disk: delete some");
        Problem::storage(error)
    }

    /// Measures what a job takes on the disk.
    pub(super) fn measure(&self, id: &str) {
        let bytes = self.store.job(id).size();
        if let Ok(entry) = self.lock().entry_mut(id) {
            entry.disk = bytes;
        }
    }

    /// Removes the files of a job that is not in the list any more.
    pub(super) fn forget(&self, id: &str, channels: &JobChannels) {
        let _disk = channels.disk.lock().expect("nobody panics there");
        self.store.job(id).remove();
    }
}

/// Room on the disk that is reserved until this is dropped.
pub struct DiskLease {
    queue: Arc<JobQueue>,
    /// The bytes.
    pub bytes: u64,
}

impl Drop for DiskLease {
    fn drop(&mut self) {
        self.queue.lock().uploads -= self.bytes;
    }
}

impl Inner {
    /// Returns the bytes that jobs and uploads take on the disk.
    pub(super) fn disk(&self) -> u64 {
        self.uploads + self.jobs.values().map(|entry| entry.disk).sum::<u64>()
    }
}

impl Unwritten {
    /// Forgets what has been written, unless there is something newer.
    fn forget(&mut self, written: &Unwritten) {
        let same = |one: &Option<Arc<History>>, other: &Option<Arc<History>>| match (one, other) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            _ => false,
        };
        if same(&self.history, &written.history) {
            self.history = None;
        }
        if let (Some(one), Some(other)) = (&self.report, &written.report)
            && Arc::ptr_eq(one, other)
        {
            self.report = None;
        }
    }
}
