//! The queue over which jobs go: it keeps them, queues them, and lets them run within the budget.

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

/// More would fill the disk before anybody looks at them.
const MOST_JOBS: usize = 2000;

/// So long the end waits for those who should end at once.
const SOON: Duration = Duration::from_secs(1);

/// What a thread of the main program has; games that look ahead use it.
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
    /// Bytes that are given out to jobs, viewers and checks.
    memory: usize,
    viewers: BTreeMap<Subject, Viewer>,
    next_number: u64,
    /// The server ends: nothing is begun any more.
    closing: bool,
}

struct Entry {
    record: Record,
    channels: Arc<JobChannels>,
    intent: Intent,
    /// When it began to run, and how many expansions it had behind it then.
    begun: Option<(Instant, u64)>,
}

impl Entry {
    fn new(record: Record, history: History) -> Entry {
        let channels = Arc::new(JobChannels::new(record.progress.clone(), history));
        Entry { record, channels, intent: Intent::Finish, begun: None }
    }

    /// Takes what was used off the limits: for a job that goes on by itself.
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

/// What is going on.
pub struct Load {
    /// Jobs at work.
    pub running: usize,
    /// Jobs in the queue.
    pub waiting: usize,
    /// Bytes that are given out.
    pub memory: usize,
}

impl JobQueue {
    /// Opens the folder of jobs and goes on with those that were waiting. Those that were running when the
    /// last server was killed are paused: they may be what killed it.
    ///
    /// Answers what could not be read, too.
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

    /// What is going on.
    pub fn load(&self) -> Load {
        let inner = self.lock();
        Load { running: inner.running, waiting: inner.waiting.len(), memory: inner.memory }
    }

    /// Hears of every change of a state or of the queue.
    pub fn listen(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// All jobs, the newest first.
    pub fn list(&self) -> Vec<JobView> {
        let inner = self.lock();
        let mut entries: Vec<_> = inner.jobs.values().collect();
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.record.number));
        entries.into_iter().map(|entry| inner.view(entry)).collect()
    }

    /// One job.
    pub fn job(&self, id: &str) -> Result<JobView, Problem> {
        let inner = self.lock();
        Ok(inner.view(inner.entry(id)?))
    }

    /// The channels to one job.
    pub fn channels(&self, id: &str) -> Result<Arc<JobChannels>, Problem> {
        Ok(Arc::clone(&self.lock().entry(id)?.channels))
    }

    /// What is kept of one job.
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

    /// Makes a job of something that was found out elsewhere. `fill` puts its files into its folder.
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

    /// Stops a job soon, to go on later (or, with [`Intent::Stop`], for good).
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
        // The one behind it may fit into the memory where it did not.
        self.tell();
        drop(inner);
        self.write(id)?;
        self.job(id)
    }

    /// Lets a job go on, with some changes.
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

    /// Forgets a job and removes its files, when it has stopped.
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

    /// Removes what is on the disk of a job that is not in the list any more.
    fn forget(&self, id: &str, channels: &JobChannels) {
        let _disk = channels.disk.lock().expect("nobody panics there");
        self.store.job(id).remove();
    }

    /// Stops everything that runs, to go on when the server is started again, and waits for that.
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
        // Walkers end at once; a check that takes longer ends with the program.
        let lent = |inner: &mut Inner| inner.memory > 0;
        drop(self.ended.wait_timeout_while(inner, SOON, lent));
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

    /// Tells everybody that something has changed.
    fn tell(&self) {
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// Writes down how a job stands. Whoever is last writes the newest.
    fn write(&self, id: &str) -> Result<(), Problem> {
        let channels = self.channels(id)?;
        let _disk = channels.disk.lock().expect("nobody panics there");
        let mut record = self.record(id)?;
        record.progress = channels.progress.borrow().clone();
        let history = channels.history.lock().expect("nobody panics there").clone();
        self.store.job(id).write(&record, &history)?;
        Ok(())
    }

    /// Begins what can be begun: jobs in the order of the queue, as long as there are threads and memory.
    fn schedule(self: &Arc<Self>, inner: &mut Inner) {
        while !inner.closing && inner.running < self.caps.threads {
            let Some(id) = inner.waiting.front().cloned() else { break };
            let Some(entry) = inner.jobs.get(&id) else {
                inner.waiting.pop_front();
                continue;
            };
            let memory = entry.record.plan.memory();
            if inner.memory + memory > self.caps.memory {
                // They give back theirs when they have ended, and then it is looked at again.
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
                // As good as out of memory: it fails, and the others go on.
                entry.record.state = State::Failed;
                entry.record.error = Some(format!("cannot start a thread: {error}"));
                entry.channels.changed();
                inner.memory -= memory;
                inner.running -= 1;
            }
        }
        self.tell();
    }

    /// A job's thread, from its beginning to its end.
    fn work(self: Arc<Self>, id: &str, plan: &Plan, channels: &JobChannels) {
        // If it cannot be written the job runs all the same; a server that is killed then takes it for
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

    /// Notes what has become of a job. Answers whether anybody still wants to know.
    fn settle(
        &self,
        id: &str,
        channels: &JobChannels,
        files: &JobFiles,
        ended: Result<Report, String>,
    ) -> bool {
        let mut inner = self.lock();
        // It shows what was saved before.
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

/// What a job becomes when its work has come to this.
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

/// The search of a job that can be resumed.
fn may_resume(record: &Record) -> Result<&SearchPlan, Problem> {
    if matches!(record.state, State::Running | State::Waiting) {
        return Err(Problem::conflict("the job has not stopped yet"));
    }
    let Some(search) = &record.plan.search else {
        return Err(Problem::conflict("this is a proof, and no search that could go on"));
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

    /// Puts a job at the end of the queue, unless somebody has paused it in the meantime.
    fn enqueue(&mut self, id: &str) {
        let waits = |entry: &Entry| entry.record.state == State::Waiting;
        if self.jobs.get(id).is_some_and(waits) {
            self.waiting.push_back(id.to_string());
        }
    }

    /// What the viewers would give back.
    fn lent(&self) -> usize {
        self.viewers.values().map(|viewer| viewer.bytes).sum()
    }

    /// Sends those away who walk through this job.
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
