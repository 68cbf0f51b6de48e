//! The job queue: it stores jobs, queues them, and runs them within the budget.

mod budget;
pub mod job;
pub mod plan;
pub mod progress;
mod run;
pub mod store;
mod stored;
pub mod viewers;

pub use self::run::without_path;
pub use self::viewers::SPARE;

use std::collections::{BTreeMap, VecDeque};
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;
use winproof::Verdict;
use winproof::save::Header;
use winproof_session::Failure;
use winproof_session::saved::Saved;
use winproof_session::work::Report;

use self::job::{Intent, JobChannels, JobView, Record, State};
use self::plan::{Changes, Plan, SearchPlan};
use self::progress::{History, JobProgress};
use self::store::{Certificate, ID_LENGTH, JobFiles, Loaded, Store};
use self::viewers::{Subject, Viewer};
use crate::options::Caps;
use crate::problem::Problem;

/// The most jobs; more would fill the disk before anybody looks at them.
const MOST_JOBS: usize = 2000;

/// How long the shutdown waits for threads that should end at once.
const SOON: Duration = Duration::from_secs(1);

/// The stack of a job's thread, as large as that of the main thread; games that look ahead use it.
const STACK: usize = 8 << 20;

/// All jobs of a server.
pub struct JobQueue {
    /// The limits.
    pub caps: Caps,
    /// Where jobs are kept.
    pub store: Store,
    inner: Mutex<Inner>,
    /// A job's thread or a viewer has ended.
    ended: Condvar,
    /// Counts the changes of states and of the queue.
    changes: watch::Sender<u64>,
}

#[derive(Default)]
struct Inner {
    jobs: BTreeMap<String, Entry>,
    waiting: VecDeque<String>,
    running: usize,
    /// Bytes that are reserved for jobs, viewers and checks.
    memory: usize,
    viewers: BTreeMap<Subject, Viewer>,
    next_number: u64,
    /// The server ends: no job is started any more.
    closing: bool,
}

struct Entry {
    record: Record,
    channels: Arc<JobChannels>,
    intent: Intent,
    /// When it started to run, and how many expansions it had done before.
    begun: Option<(Instant, u64)>,
}

impl Entry {
    fn new(record: Record, history: History) -> Entry {
        let channels = Arc::new(JobChannels::new(record.progress.clone(), history));
        Entry { record, channels, intent: Intent::Finish, begun: None }
    }

    /// Subtracts the work done from the limits, for a job that is resumed automatically.
    fn use_up(&mut self) {
        let Some((began, nodes_before)) = self.begun.take() else { return };
        let nodes =
            self.channels.progress.borrow().as_ref().map_or(0, |progress_now| progress_now.nodes);
        let Some(search) = &mut self.record.plan.search else { return };
        let used = nodes.saturating_sub(nodes_before);
        search.nodes = search.nodes.map(|limit| limit.saturating_sub(used));
        search.time = search.time.saturating_sub(began.elapsed());
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
}

impl JobQueue {
    /// Opens the folder of jobs and resumes those that were waiting. Those that were running when the last
    /// server was killed are paused: they may be what killed it.
    ///
    /// Also returns what could not be read.
    pub fn open(caps: Caps, store: Store) -> Result<(Arc<JobQueue>, Vec<String>), Failure> {
        let Loaded { jobs, complaints } = store.load()?;
        let mut inner = Inner::default();
        for (mut record, history) in jobs {
            inner.next_number = record.number + 1;
            let files = store.job(&record.id);
            record.saved = files.save().is_file();
            record.certificates = Certificate::all_of(&files);
            match record.state {
                State::Running => record.state = State::Paused,
                State::Waiting => inner.waiting.push_back(record.id.clone()),
                State::Paused | State::Done | State::Failed => {}
            }
            record.plan.confine(&caps);
            inner.jobs.insert(record.id.clone(), Entry::new(record, history));
        }
        let queue = Arc::new(JobQueue {
            caps,
            store,
            inner: Mutex::new(inner),
            ended: Condvar::new(),
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
        Load { running: inner.running, waiting: inner.waiting.len(), memory: inner.memory }
    }

    /// Returns a receiver for every change of a state or of the queue.
    pub fn listen(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Returns all jobs, the newest first.
    pub fn list(&self) -> Vec<JobView> {
        let inner = self.lock();
        let mut entries: Vec<_> = inner.jobs.values().collect();
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.record.number));
        entries.into_iter().map(|entry| inner.view(entry)).collect()
    }

    /// Returns one job.
    pub fn job(&self, id: &str) -> Result<JobView, Problem> {
        let inner = self.lock();
        Ok(inner.view(inner.entry(id)?))
    }

    /// Returns the channels to one job.
    pub fn channels(&self, id: &str) -> Result<Arc<JobChannels>, Problem> {
        Ok(Arc::clone(&self.lock().entry(id)?.channels))
    }

    /// Returns what is stored about one job.
    pub fn record(&self, id: &str) -> Result<Record, Problem> {
        Ok(self.lock().entry(id)?.record.clone())
    }

    /// Makes a job and puts it into the queue.
    pub fn submit(self: &Arc<Self>, plan: Plan, label: String) -> Result<JobView, Problem> {
        let id = self.add(plan, label, State::Waiting, |_, _| Ok(()))?;
        let mut inner = self.lock();
        inner.enqueue(&id);
        self.schedule(&mut inner);
        Ok(inner.view(inner.entry(&id)?))
    }

    /// Makes a job from an upload. `fill` puts its files into its folder.
    pub fn add(
        &self,
        plan: Plan,
        label: String,
        state: State,
        fill: impl FnOnce(&JobFiles, &mut Record) -> Result<(), Failure>,
    ) -> Result<String, Problem> {
        let number = {
            let mut inner = self.lock();
            if inner.closing {
                return Err(Problem::busy("the server is about to end"));
            }
            if inner.jobs.len() >= MOST_JOBS {
                let error =
                    format!("there are {MOST_JOBS} jobs, and no room for more: delete some");
                return Err(Problem::busy(error));
            }
            inner.next_number += 1;
            inner.next_number - 1
        };
        let id = format!("{:0ID_LENGTH$x}", rand::random::<u64>());
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let mut record = Record {
            id: id.clone(),
            number,
            label,
            created: now.map_or(0, |now| now.as_secs()),
            state,
            plan,
            progress: None,
            report: None,
            saved: false,
            certificates: Vec::new(),
            error: None,
        };
        let files = self.store.job(&id);
        files.create()?;
        let history = History::new();
        let written = fill(&files, &mut record);
        record.saved = files.save().is_file();
        record.certificates = Certificate::all_of(&files);
        if let Err(failure) = written.and_then(|()| files.write(&record, &history)) {
            files.remove();
            return Err(failure.into());
        }
        self.lock().jobs.insert(id.clone(), Entry::new(record, history));
        self.tell();
        Ok(id)
    }

    /// Stops a job soon, to be resumed later (or, with [`Intent::Stop`], for good).
    pub fn halt(&self, id: &str, intent: Intent) -> Result<JobView, Problem> {
        let mut inner = self.lock();
        let state = inner.entry(id)?.record.state;
        match (state, intent) {
            (State::Running, _) => {
                let entry = inner.entry_mut(id)?;
                entry.intent = intent;
                entry.channels.interrupt.store(true, Ordering::Relaxed);
                return Ok(inner.view(inner.entry(id)?));
            }
            (State::Waiting, Intent::Pause) => inner.entry_mut(id)?.record.state = State::Paused,
            (State::Waiting | State::Paused, Intent::Stop) => {
                let record = &mut inner.entry_mut(id)?.record;
                record.state = State::Done;
                if record.report.is_none() {
                    record.report = Some(run::not_begun(&record.plan));
                }
            }
            _ => return Ok(inner.view(inner.entry(id)?)),
        }
        inner.waiting.retain(|waiting| waiting != id);
        inner.entry(id)?.channels.changed();
        // The next one may fit into the memory where this one did not.
        self.tell();
        drop(inner);
        self.write(id)?;
        self.job(id)
    }

    /// Resumes a job, with some changes.
    pub fn resume(self: &Arc<Self>, id: &str, changes: &Changes) -> Result<JobView, Problem> {
        let record = self.record(id)?;
        let search = may_resume(&record)?;
        let header = self.saved_header(&record)?;
        let search = record.plan.changed(search, changes, header.as_ref(), &self.caps)?;
        {
            let mut inner = self.lock();
            let entry = inner.entry_mut(id)?;
            may_resume(&entry.record)?;
            let record = &mut entry.record;
            record.plan.search = Some(search);
            record.state = State::Waiting;
            record.report = None;
            record.error = None;
            entry.intent = Intent::Finish;
            entry.channels.interrupt.store(false, Ordering::Relaxed);
        }
        self.write(id)?;
        let mut inner = self.lock();
        inner.entry(id)?.channels.changed();
        inner.enqueue(id);
        self.schedule(&mut inner);
        Ok(inner.view(inner.entry(id)?))
    }

    /// Deletes a job and its files, when it has stopped.
    pub fn delete(&self, id: &str) -> Result<(), Problem> {
        let mut inner = self.lock();
        let running = inner.entry(id)?.record.state == State::Running;
        let Some(entry) = inner.jobs.remove(id) else { return Ok(()) };
        entry.channels.interrupt.store(true, Ordering::Relaxed);
        entry.channels.changed();
        inner.waiting.retain(|waiting| waiting != id);
        inner.stop_viewers(id);
        drop(inner);
        if !running {
            self.forget(id, &entry.channels);
        }
        self.tell();
        Ok(())
    }

    /// Removes the files of a job that is not in the list any more.
    fn forget(&self, id: &str, channels: &JobChannels) {
        let _disk = channels.disk.lock().expect("nobody panics there");
        self.store.job(id).remove();
    }

    /// Stops all running jobs, to be resumed when the server starts again, and waits until they have stopped.
    pub fn close(&self) {
        let mut inner = self.lock();
        inner.closing = true;
        inner.viewers.clear();
        for entry in inner.jobs.values_mut() {
            if entry.record.state == State::Running {
                if entry.intent == Intent::Finish {
                    entry.intent = Intent::Wait;
                }
                entry.channels.interrupt.store(true, Ordering::Relaxed);
            }
        }
        while inner.running > 0 {
            inner = self.ended.wait(inner).expect("nobody panics while holding the queue");
        }
        // Viewers end at once; a check that takes longer ends with the program.
        let lent = |inner: &mut Inner| inner.memory > 0;
        drop(self.ended.wait_timeout_while(inner, SOON, lent));
        // Threads and connections that end in a moment still have the queue, but write nothing more.
        self.store.release();
    }

    fn saved_header(&self, record: &Record) -> Result<Option<Header>, Problem> {
        let path = self.store.job(&record.id).save();
        if !record.saved || !record.plan.keeps_something() {
            return Ok(None);
        }
        let saved = Saved::open(&path);
        let saved =
            saved.map_err(|failure| Problem::conflict(run::without_path(&failure, &path)))?;
        Ok(Some(saved.header))
    }

    /// Notifies all listeners of a change.
    fn tell(&self) {
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// Writes a job to the disk. The last write is the newest.
    fn write(&self, id: &str) -> Result<(), Problem> {
        let channels = self.channels(id)?;
        let _disk = channels.disk.lock().expect("nobody panics there");
        let mut record = self.record(id)?;
        record.progress = channels.progress.borrow().clone();
        let history = channels.history.lock().expect("nobody panics there").clone();
        self.store.job(id).write(&record, &history)?;
        Ok(())
    }

    /// Starts jobs in the order of the queue, as long as there are threads and memory.
    fn schedule(self: &Arc<Self>, inner: &mut Inner) {
        while !inner.closing && inner.running < self.caps.threads {
            let Some(id) = inner.waiting.front().cloned() else { break };
            let Some(entry) = inner.jobs.get(&id) else {
                inner.waiting.pop_front();
                continue;
            };
            let memory = entry.record.plan.memory();
            if inner.memory + memory > self.caps.memory {
                // Viewers release their memory when they have ended, and then this is called again.
                if inner.memory + memory <= self.caps.memory + inner.lent() {
                    inner.viewers.clear();
                }
                break;
            }
            inner.waiting.pop_front();
            inner.memory += memory;
            inner.running += 1;
            let entry = inner.jobs.get_mut(&id).expect("it was there");
            entry.record.state = State::Running;
            entry.channels.changed();
            let nodes = entry
                .channels
                .progress
                .borrow()
                .as_ref()
                .map_or(0, |progress_now| progress_now.nodes);
            entry.begun = Some((Instant::now(), nodes));
            let (plan, channels) = (entry.record.plan.clone(), Arc::clone(&entry.channels));
            let queue = Arc::clone(self);
            let thread = thread::Builder::new().name(format!("job {id}")).stack_size(STACK);
            if let Err(error) = thread.spawn(move || queue.work(&id, &plan, &channels)) {
                // Probably out of memory: this job fails, and the others continue.
                entry.record.state = State::Failed;
                entry.record.error = Some(format!("cannot start a thread: {error}"));
                entry.channels.changed();
                inner.memory -= memory;
                inner.running -= 1;
            }
        }
        self.tell();
    }

    /// Runs a job's thread, from its beginning to its end.
    fn work(self: Arc<Self>, id: &str, plan: &Plan, channels: &JobChannels) {
        // If it cannot be written, the job still runs; if the server is then killed, the job counts as
        // waiting.
        let _ = self.write(id);
        let files = self.store.job(id);
        let ended = panic::catch_unwind(AssertUnwindSafe(|| run::run(plan, &files, channels)));
        let ended = ended.unwrap_or_else(|_| {
            Err("the search broke down; this is a bug in winproof".to_string())
        });
        let kept = self.settle(id, channels, &files, ended);
        if kept {
            let _ = self.write(id);
        } else {
            self.forget(id, channels);
        }
        let mut inner = self.lock();
        inner.running -= 1;
        inner.memory -= plan.memory();
        self.ended.notify_all();
        self.schedule(&mut inner);
    }

    /// Records the result of a job. Returns whether the job still exists.
    fn settle(
        &self,
        id: &str,
        channels: &JobChannels,
        files: &JobFiles,
        ended: Result<Report, String>,
    ) -> bool {
        let mut inner = self.lock();
        // Viewers show what was saved before.
        inner.stop_viewers(id);
        let Ok(entry) = inner.entry_mut(id) else { return false };
        let record = &mut entry.record;
        record.saved = files.save().is_file();
        record.certificates = Certificate::all_of(files);
        match ended {
            Ok(report) => {
                let before = channels.progress.borrow().clone();
                if let Some(progress_now) = JobProgress::at_end(&report, before.as_ref()) {
                    channels.history.lock().expect("nobody panics there").add(&progress_now);
                    channels.progress.send_replace(Some(progress_now));
                }
                record.state = state_after(&report, record.plan.certify, entry.intent);
                if record.state == State::Failed {
                    record.error = report.error.clone();
                }
                record.report = Some(report);
            }
            Err(error) => {
                record.state = State::Failed;
                record.error = Some(error);
            }
        }
        if record.state == State::Waiting {
            entry.use_up();
        }
        channels.changed();
        self.tell();
        true
    }
}

/// Returns the state of a job after this result.
fn state_after(report: &Report, certify: bool, intent: Intent) -> State {
    let uncertified = certify && report.certified == Some(false);
    let open = report.verdict == Some(Verdict::Unknown) || uncertified;
    match intent {
        _ if report.failed => State::Failed,
        Intent::Pause if open => State::Paused,
        Intent::Wait if open => State::Waiting,
        _ => State::Done,
    }
}

/// Returns the search of a job, if it can be resumed.
fn may_resume(record: &Record) -> Result<&SearchPlan, Problem> {
    if matches!(record.state, State::Running | State::Waiting) {
        return Err(Problem::conflict("the job has not stopped yet"));
    }
    let Some(search) = &record.plan.search else {
        return Err(Problem::conflict("this is a proof, not a search that could be resumed"));
    };
    if record.is_settled() {
        return Err(Problem::conflict("the job has its verdict: there is nothing left to do"));
    }
    Ok(search)
}

impl Inner {
    fn entry(&self, id: &str) -> Result<&Entry, Problem> {
        self.jobs.get(id).ok_or_else(no_such_job)
    }

    fn entry_mut(&mut self, id: &str) -> Result<&mut Entry, Problem> {
        self.jobs.get_mut(id).ok_or_else(no_such_job)
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

    fn view(&self, entry: &Entry) -> JobView {
        let place = self.waiting.iter().position(|id| *id == entry.record.id);
        JobView::new(&entry.record, &entry.channels, place.map(|place| place + 1))
    }
}

fn no_such_job() -> Problem {
    Problem::not_found("there is no such job")
}
