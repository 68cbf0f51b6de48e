//! What has changed in the list of jobs, for those who have an older version of it.

use std::collections::BTreeMap;

use serde::Serialize;
use tokio::sync::watch;
use utoipa::ToSchema;

use super::job::{JobSummary, State};
use super::{Inner, JobQueue};

/// The most changes that are told one by one. Whoever missed more asks for the list again, which has pages.
const MOST: usize = 100;

/// What has changed in the list of jobs.
#[derive(Serialize, ToSchema)]
pub struct News {
    /// The jobs that are new or changed, without their places in the queue.
    changed: Vec<JobSummary>,
    /// The jobs that were deleted.
    deleted: Vec<String>,
    /// How many jobs there are in each state; states without jobs are missing.
    states: BTreeMap<State, usize>,
}

impl JobQueue {
    /// Returns a receiver for the version of the list, which grows with every change.
    pub fn listen(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Returns the version of the list.
    pub fn version(&self) -> u64 {
        self.lock().version
    }

    /// Returns what has changed since a version, and the version now; `None` for the changes if there were
    /// too many, or if the version is unknown.
    pub fn news(&self, since: u64) -> (u64, Option<News>) {
        let inner = self.lock();
        (inner.version, inner.news(since))
    }

    /// Returns the jobs that are running.
    pub fn running(&self) -> Vec<String> {
        let inner = self.lock();
        let running = inner.jobs.values().filter(|entry| entry.record.state == State::Running);
        running.map(|entry| entry.record.id.clone()).collect()
    }

    /// Notifies all listeners of the changes so far.
    pub(super) fn tell(&self, inner: &Inner) {
        self.changes.send_replace(inner.version);
    }
}

impl Inner {
    /// Notes that a job has changed.
    pub(super) fn touch(&mut self, id: &str) {
        self.version += 1;
        if let Some(entry) = self.jobs.get_mut(id) {
            entry.version = self.version;
            entry.channels.changed();
        }
    }

    /// Notes that a job was deleted.
    pub(super) fn note_deleted(&mut self, id: &str) {
        self.version += 1;
        self.deleted.push_back((self.version, id.to_string()));
        if self.deleted.len() > MOST
            && let Some((version, _)) = self.deleted.pop_front()
        {
            self.forgotten = version;
        }
    }

    fn news(&self, since: u64) -> Option<News> {
        if since < self.forgotten || since > self.version {
            return None;
        }
        let deleted = self.deleted.iter().filter(|(version, _)| *version > since);
        let deleted = deleted.map(|(_, id)| id.clone()).collect();
        let changed = self.jobs.values().filter(|entry| entry.version > since).take(MOST + 1);
        let changed =
            changed.map(|entry| JobSummary::new(&entry.record, entry.circumstances(None)));
        let changed: Vec<_> = changed.collect();
        (changed.len() <= MOST).then(|| News { changed, deleted, states: self.states() })
    }

    /// Returns how many jobs there are in each state.
    pub(super) fn states(&self) -> BTreeMap<State, usize> {
        let mut states = BTreeMap::new();
        for entry in self.jobs.values() {
            *states.entry(entry.record.state).or_default() += 1;
        }
        states
    }
}
