//! Starts jobs, and records how they end.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use winproof::Verdict;
use winproof_session::Failure;
use winproof_session::work::Report;

use super::job::{Intent, JobChannels, ReportSummary, State};
use super::plan::Plan;
use super::progress::JobProgress;
use super::store::{Certificate, JobFiles, is_file};
use super::{Entry, Inner, JobQueue, STACK, run};

/// How long the shutdown waits for threads that should end at once.
const SOON: Duration = Duration::from_secs(1);

/// How often what could not be written to the disk is tried again.
const TRY_AGAIN: Duration = Duration::from_secs(10);

impl JobQueue {
    /// Starts jobs in the order of the queue, as long as there are threads and memory.
    pub(super) fn schedule(self: &Arc<Self>, inner: &mut Inner) {
        while !inner.closing {
            let Some(id) = inner.waiting.front().cloned() else { break };
            let Some(entry) = inner.jobs.get(&id) else {
                inner.waiting.pop_front();
                continue;
            };
            if !inner.has_threads(&entry.record.plan, &self.caps) {
                break;
            }
            // A server that was started again with less memory runs larger jobs one by one.
            let memory = entry.record.plan.memory().min(self.caps.memory);
            if inner.memory + memory > self.caps.memory {
                // Viewers release their memory when they have ended, and then this is called again.
                if inner.memory + memory <= self.caps.memory + inner.lent() {
                    inner.viewers.clear();
                }
                break;
            }
            inner.waiting.pop_front();
            self.start(inner, &id, memory);
        }
        self.tell(inner);
    }

    fn start(self: &Arc<Self>, inner: &mut Inner, id: &str, memory: usize) {
        let entry = inner.jobs.get_mut(id).expect("it was there");
        entry.record.state = State::Running;
        entry.reserved = memory;
        let searching = entry.record.plan.threads();
        entry.searching = searching;
        entry.begun = Some((Instant::now(), entry.nodes()));
        let (plan, channels) = (entry.record.plan.clone(), Arc::clone(&entry.channels));
        let (queue, name) = (Arc::clone(self), id.to_string());
        let thread = thread::Builder::new().name(format!("job {id}")).stack_size(STACK);
        match thread.spawn(move || queue.work(&name, &plan, &channels, memory)) {
            Ok(_) => {
                inner.memory += memory;
                inner.running += 1;
                inner.searching += searching;
                inner.threads += 1;
            }
            Err(error) => {
                // Probably out of memory: this job fails, and the others continue.
                entry.record.state = State::Failed;
                entry.record.error = Some(format!("cannot start a thread: {error}"));
                entry.begun = None;
            }
        }
        inner.touch(id);
    }

    /// Runs a job's thread, from its beginning to its end.
    fn work(self: Arc<Self>, id: &str, plan: &Plan, channels: &JobChannels, memory: usize) {
        let files = self.store.job(id);
        *channels.history.lock().expect("nobody panics there") = Some(files.read_history());
        // If it cannot be written, the job still runs; if the server is then killed, the job counts as
        // waiting.
        self.write(id);
        let ended =
            panic::catch_unwind(AssertUnwindSafe(|| run::run(&self, id, plan, &files, channels)));
        let ended = ended.unwrap_or_else(|_| {
            Err("the search broke down; this is a bug in winproof".to_string())
        });
        let exists = self.settle(id, plan, &files, channels, ended);
        if exists {
            self.write(id);
        } else {
            self.forget(id, channels);
        }
        let mut inner = self.lock();
        inner.threads -= 1;
        inner.memory -= memory;
        self.ended.notify_all();
        self.schedule(&mut inner);
    }

    /// Records the result of a job. Returns whether the job still exists.
    fn settle(
        &self,
        id: &str,
        plan: &Plan,
        files: &JobFiles,
        channels: &JobChannels,
        ended: Result<Report, String>,
    ) -> bool {
        let mut inner = self.lock();
        // Viewers show what was saved before.
        inner.stop_viewers(id);
        if !channels.parked.swap(false, Ordering::Relaxed) {
            inner.running -= 1;
            inner.searching -= plan.threads();
        }
        let Ok(entry) = inner.entry_mut(id) else { return false };
        let record = &mut entry.record;
        let mut lost = None;
        entry.unsaved = None;
        record.saved = is_file(&files.save());
        record.certificates = Certificate::all_of(files);
        match ended {
            Ok(report) => {
                let before = channels.progress.borrow().clone();
                if let Some(progress_now) = JobProgress::at_end(&report, before.as_ref()) {
                    channels.remember(&progress_now);
                    channels.progress.send_replace(Some(progress_now));
                }
                record.state = state_after(&report, record.plan.certify, entry.intent);
                record.error = report.error.clone().filter(|_| report.failed);
                if record.state == State::Paused && report.failed {
                    let reason = record.error.take().unwrap_or_default();
                    record.notice =
                        Some(format!("The work after the last save is lost: {reason}."));
                    lost = Some(format!("job {id} is not saved: {reason}"));
                }
                record.result = Some(ReportSummary::new(&report));
                entry.unwritten.report = Some(Arc::new(report));
            }
            Err(error) => {
                record.state = State::Failed;
                record.error = Some(error);
            }
        }
        let history = channels.history.lock().expect("nobody panics there").take();
        entry.unwritten.history = history.map(Arc::new);
        if entry.record.state == State::Waiting {
            entry.use_up();
        }
        entry.begun = None;
        inner.lost.extend(lost);
        inner.touch(id);
        self.tell(&inner);
        true
    }

    /// Lets the thread of a job wait, because something could not be saved. Returns whether it should be
    /// tried again: after a while, or when somebody asks for it.
    pub(super) fn park(self: &Arc<Self>, id: &str, failure: &Failure) -> bool {
        let reason = self.store.job(id).in_words(failure);
        let mut inner = self.lock();
        let closing = inner.closing;
        let Ok(entry) = inner.entry_mut(id) else { return false };
        let waited = entry.channels.parked.swap(true, Ordering::Relaxed);
        entry.record.state = State::Paused;
        entry.unsaved = Some(reason);
        entry.nudges = 0;
        let searching = entry.searching;
        if !waited {
            inner.running -= 1;
            inner.searching -= searching;
            self.schedule(&mut inner);
        }
        inner.touch(id);
        self.tell(&inner);
        self.ended.notify_all();
        if closing {
            return false;
        }
        let waits = |inner: &mut Inner| {
            !inner.closing && inner.jobs.get(id).is_some_and(|entry| entry.nudges == 0)
        };
        let waited = self.nudged.wait_timeout_while(inner, TRY_AGAIN, waits);
        let (inner, _) = waited.expect("nobody panics while holding the queue");
        inner.jobs.contains_key(id)
    }

    /// Stops all running jobs, to be resumed when the server starts again, and waits until they have stopped.
    /// Returns what could not be saved.
    pub fn close(&self) -> Vec<String> {
        let mut inner = self.lock();
        inner.closing = true;
        inner.viewers.clear();
        for entry in inner.jobs.values_mut().filter(|entry| entry.begun.is_some()) {
            if entry.intent == Intent::Finish {
                entry.intent = Intent::Wait;
            }
            entry.channels.interrupt.store(true, Ordering::Relaxed);
        }
        self.nudged.notify_all();
        while inner.threads > 0 {
            inner = self.ended.wait(inner).expect("nobody panics while holding the queue");
        }
        drop(inner);
        self.write_again();
        let mut inner = self.lock();
        let mut lost = std::mem::take(&mut inner.lost);
        lost.extend(inner.jobs.values().filter_map(|entry| {
            let (id, reason) = (&entry.record.id, entry.unsaved.as_ref()?);
            Some(format!("job {id} is not saved: {reason}"))
        }));
        // Viewers end at once; a check that takes longer ends with the program.
        let lent = |inner: &mut Inner| inner.memory > 0;
        drop(self.ended.wait_timeout_while(inner, SOON, lent));
        // Threads and connections that end in a moment still have the queue, but write nothing more.
        self.store.release();
        lost
    }
}

impl Entry {
    /// Subtracts the work done from the limits, for a job that is resumed automatically.
    fn use_up(&mut self) {
        let Some((began, nodes_before)) = self.begun.take() else { return };
        let used = self.nodes().saturating_sub(nodes_before);
        let Some(search) = &mut self.record.plan.search else { return };
        search.nodes = search.nodes.map(|limit| limit.saturating_sub(used));
        search.time = search.time.saturating_sub(began.elapsed());
    }
}

/// Returns the state of a job after this result.
fn state_after(report: &Report, certify: bool, intent: Intent) -> State {
    let uncertified = certify && report.certified == Some(false);
    match (report.verdict, intent) {
        (None, _) => State::Failed,
        // It could not be saved. What was saved before can be resumed.
        (Some(Verdict::Unknown), _) if report.failed => State::Paused,
        // A verdict stays one if a file could not be written.
        (Some(verdict), _) if verdict.is_known() && !uncertified => State::Done,
        (_, Intent::Pause) => State::Paused,
        (_, Intent::Wait) => State::Waiting,
        (_, Intent::Finish | Intent::Stop) => State::Done,
    }
}
