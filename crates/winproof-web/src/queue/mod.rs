//! The job queue: it stores jobs, queues them, and runs them within the budget.

mod budget;
mod control;
mod disk;
mod feed;
pub mod job;
pub mod list;
pub mod plan;
pub mod progress;
mod run;
mod schedule;
pub mod store;
mod stored;
mod text;
pub mod viewers;

pub use self::budget::{Lease, longest_text, weight};
pub use self::control::Origin;
pub use self::feed::News;
pub use self::run::without_path;
pub use self::viewers::SPARE;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Instant;

use tokio::sync::watch;
use winproof_session::Failure;
use winproof_session::work::Report;

use self::job::{
    Circumstances, Intent, JobChannels, JobSummary, JobView, Record, ReportSummary, State,
};
use self::plan::Plan;
use self::progress::History;
use self::store::{Certificate, Loaded, Store, is_file};
use self::viewers::{Subject, Viewer};
use crate::options::Caps;
use crate::problem::Problem;

/// The stack of a job's thread, as large as that of the main thread; games that look ahead use it.
pub const STACK: usize = 8 << 20;

/// All jobs of a server.
pub struct JobQueue {
    /// The limits.
    pub caps: Caps,
    /// Where jobs are kept.
    pub store: Store,
    inner: Mutex<Inner>,
    /// A job's thread or a viewer has ended.
    ended: Condvar,
    /// A search that could not be saved should try again, or give up.
    nudged: Condvar,
    /// The version of the list of jobs, which counts its changes.
    changes: watch::Sender<u64>,
}

#[derive(Default)]
struct Inner {
    jobs: BTreeMap<String, Entry>,
    waiting: VecDeque<String>,
    /// Jobs that run. Those that only wait to be saved are not counted.
    running: usize,
    /// Threads that search for them.
    searching: usize,
    /// Jobs that have not ended, including those that wait to be saved.
    threads: usize,
    /// Bytes that are reserved for jobs, viewers, checks and requests.
    memory: usize,
    /// Bytes of the disk that are reserved for uploads.
    uploads: u64,
    viewers: BTreeMap<Subject, Viewer>,
    next_number: u64,
    /// Counts the changes of jobs.
    version: u64,
    /// The last jobs that were deleted, each with the version after that.
    deleted: VecDeque<(u64, String)>,
    /// The version up to which deletions have been forgotten.
    forgotten: u64,
    /// Requests that clients have named: the job, or `None` as long as it is being made.
    requests: HashMap<String, Option<String>>,
    /// The server ends: no job is started any more.
    closing: bool,
    /// What could not be saved when the server ended.
    lost: Vec<String>,
}

struct Entry {
    record: Record,
    channels: Arc<JobChannels>,
    intent: Intent,
    /// When it started to run, and how many expansions it had done before.
    begun: Option<(Instant, u64)>,
    /// Bytes that are reserved for it while it runs.
    reserved: usize,
    /// How many threads search for it while it runs.
    searching: usize,
    /// The version of the list at its last change.
    version: u64,
    /// Bytes of its files.
    disk: u64,
    /// How often it was asked to save again.
    nudges: u64,
    /// The results that are not on the disk yet.
    unwritten: Unwritten,
    /// Why its newest state is not on the disk.
    unsaved: Option<String>,
}

/// Results that are kept in memory until they are on the disk.
#[derive(Clone, Default)]
struct Unwritten {
    report: Option<Arc<Report>>,
    history: Option<Arc<History>>,
}

impl Entry {
    fn new(record: Record) -> Entry {
        let channels = Arc::new(JobChannels::new(record.progress.clone()));
        Entry {
            record,
            channels,
            intent: Intent::Finish,
            begun: None,
            reserved: 0,
            searching: 0,
            version: 0,
            disk: 0,
            nudges: 0,
            unwritten: Unwritten::default(),
            unsaved: None,
        }
    }

    /// Returns how many expansions it has done.
    fn nodes(&self) -> u64 {
        self.channels.progress.borrow().as_ref().map_or(0, |progress_now| progress_now.nodes)
    }

    /// Returns whether its thread has stopped searching and waits until it can be saved.
    fn is_parked(&self) -> bool {
        self.channels.parked.load(Ordering::Relaxed)
    }

    fn circumstances(&self, place: Option<usize>) -> Circumstances {
        Circumstances {
            progress: self.channels.progress.borrow().clone(),
            place,
            unsaved: self.unsaved.clone(),
        }
    }
}

/// The load of the server.
pub struct Load {
    /// Running jobs.
    pub running: usize,
    /// Jobs in the queue.
    pub waiting: usize,
    /// Reserved bytes.
    pub memory: usize,
    /// Bytes on the disk.
    pub disk: u64,
}

impl JobQueue {
    /// Opens the folder of jobs and resumes those that were waiting. Those that were running when the last
    /// server was killed are paused: they may be what killed it.
    ///
    /// Also returns what could not be read.
    pub fn open(caps: Caps, store: Store) -> Result<(Arc<JobQueue>, Vec<String>), Failure> {
        let Loaded { jobs, complaints } = store.load()?;
        let mut inner = Inner::default();
        for mut record in jobs {
            inner.next_number = record.number + 1;
            let files = store.job(&record.id);
            record.saved = is_file(&files.save());
            record.certificates = Certificate::all_of(&files);
            match record.state {
                State::Running => record.break_off(files.saved_progress()),
                State::Waiting => inner.waiting.push_back(record.id.clone()),
                State::Paused | State::Done | State::Failed => {}
            }
            record.plan.confine(&caps);
            if let Some(request) = &record.request {
                inner.requests.insert(request.key.clone(), Some(record.id.clone()));
            }
            let id = record.id.clone();
            inner.jobs.insert(id, Entry { disk: files.size(), ..Entry::new(record) });
        }
        let queue = Arc::new(JobQueue {
            caps,
            store,
            inner: Mutex::new(inner),
            ended: Condvar::new(),
            nudged: Condvar::new(),
            changes: watch::Sender::new(0),
        });
        queue.schedule(&mut queue.lock());
        Ok((queue, complaints))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().expect("nobody panics while holding the queue")
    }

    /// Returns the load of the server.
    pub fn load(&self) -> Load {
        let inner = self.lock();
        let (waiting, disk) = (inner.waiting.len(), inner.disk());
        Load { running: inner.running, waiting, memory: inner.memory, disk }
    }

    /// Returns one job. This reads files.
    pub fn job(&self, id: &str) -> Result<JobView, Problem> {
        let (record, circumstances, report) = {
            let inner = self.lock();
            let entry = inner.entry(id)?;
            let report = entry.unwritten.report.clone();
            (entry.record.clone(), entry.circumstances(inner.place(id)), report)
        };
        let files = self.store.job(id);
        let report = match report {
            Some(report) => Some(Report::clone(&report)),
            None if record.has_answer() => files.read_report(),
            None => None,
        };
        let position = files.read_position(&record.plan.position);
        let position = position.map_err(|failure| Problem::internal(files.in_words(&failure)))?;
        Ok(JobView::new(&record, circumstances, position, report))
    }

    /// Tells what is known of a job that goes on: its verdict, before its certificate and its moves.
    fn announce(&self, id: &str, report: &Report) {
        let mut inner = self.lock();
        let Ok(entry) = inner.entry_mut(id) else { return };
        entry.record.result = Some(ReportSummary::new(report));
        entry.unwritten.report = Some(Arc::new(report.clone()));
        inner.touch(id);
        self.tell(&inner);
    }

    /// Returns what lists show of one job.
    pub fn summary(&self, id: &str) -> Result<JobSummary, Problem> {
        let inner = self.lock();
        let entry = inner.entry(id)?;
        Ok(JobSummary::new(&entry.record, entry.circumstances(inner.place(id))))
    }

    /// Returns the progress of one job so far. This reads files.
    pub fn history(&self, id: &str) -> Result<History, Problem> {
        let (channels, unwritten) = {
            let inner = self.lock();
            let entry = inner.entry(id)?;
            (Arc::clone(&entry.channels), entry.unwritten.history.clone())
        };
        let running = channels.history.lock().expect("nobody panics there").clone();
        Ok(match (running, unwritten) {
            (Some(history), _) => history,
            (None, Some(history)) => History::clone(&history),
            (None, None) => self.store.job(id).read_history(),
        })
    }

    /// Returns the channels to one job.
    pub fn channels(&self, id: &str) -> Result<Arc<JobChannels>, Problem> {
        Ok(Arc::clone(&self.lock().entry(id)?.channels))
    }

    /// Returns what is stored about one job.
    pub fn record(&self, id: &str) -> Result<Record, Problem> {
        Ok(self.lock().entry(id)?.record.clone())
    }
}

impl Inner {
    fn entry(&self, id: &str) -> Result<&Entry, Problem> {
        self.jobs.get(id).ok_or_else(no_such_job)
    }

    fn entry_mut(&mut self, id: &str) -> Result<&mut Entry, Problem> {
        self.jobs.get_mut(id).ok_or_else(no_such_job)
    }

    /// Returns the place of a job in the queue, from 1.
    fn place(&self, id: &str) -> Option<usize> {
        self.waiting.iter().position(|waiting| waiting == id).map(|place| place + 1)
    }

    /// Returns whether a job that waits finds threads.
    fn has_threads(&self, plan: &Plan, caps: &Caps) -> bool {
        self.searching + plan.threads().min(caps.threads) <= caps.threads
    }

    /// Puts a job at the end of the queue, unless it was paused in the meantime.
    fn enqueue(&mut self, id: &str) {
        let waits = |entry: &Entry| entry.record.state == State::Waiting;
        if self.jobs.get(id).is_some_and(waits) {
            self.waiting.push_back(id.to_string());
        }
    }

    /// Returns the memory that the viewers would release.
    fn lent(&self) -> usize {
        self.viewers.values().map(|viewer| viewer.bytes).sum()
    }

    /// Ends the viewers of this job.
    fn stop_viewers(&mut self, id: &str) {
        self.viewers.retain(|subject, _| subject.id != id);
    }
}

fn no_such_job() -> Problem {
    Problem::not_found("there is no such job")
}
