//! What clients do with jobs: make, stop, resume, save and delete them.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use winproof::save::Header;
use winproof_session::Failure;
use winproof_session::saved::Saved;
use winproof_session::work::Report;

use super::job::{Intent, Record, ReportSummary, RequestKey, State};
use super::plan::{Changes, NewPlan, SearchPlan};
use super::store::{Certificate, ID_LENGTH, JobFiles, is_file};
use super::{Entry, Inner, JobQueue, run};
use crate::problem::Problem;

/// The most jobs; more would fill the disk before anybody looks at them.
const MOST_JOBS: usize = 2000;

/// The bytes that a new job takes on the disk, without its position.
const NEW_JOB: u64 = 16 << 10;

/// How long a client waits for the save of a search that could not be saved before.
const SAVING: Duration = Duration::from_secs(20);

/// Where a job comes from.
#[derive(Default)]
pub struct Origin {
    /// Its label.
    pub label: String,
    /// The client's name for the request, if it has one.
    pub key: Option<String>,
    /// Its report, if it has one from the beginning.
    pub report: Option<Report>,
}

impl JobQueue {
    /// Makes a job and puts it into the queue. Returns its id.
    pub fn submit(self: &Arc<Self>, new: &NewPlan, origin: Origin) -> Result<String, Problem> {
        let Some(key) = origin.key.clone() else { return self.enqueue_new(new, origin, None) };
        let request = RequestKey { key, checksum: checksum(new, &origin.label) };
        match self.claim(&request)? {
            Some(id) => Ok(id),
            None => {
                let key = request.key.clone();
                let made = self.enqueue_new(new, origin, Some(request));
                let mut inner = self.lock();
                match &made {
                    Ok(id) => inner.requests.insert(key, Some(id.clone())),
                    Err(_) => inner.requests.remove(&key),
                };
                made
            }
        }
    }

    fn enqueue_new(
        self: &Arc<Self>,
        new: &NewPlan,
        origin: Origin,
        request: Option<RequestKey>,
    ) -> Result<String, Problem> {
        let id = self.add(new, origin, State::Waiting, |_, record| {
            record.request = request;
            Ok(())
        })?;
        let mut inner = self.lock();
        inner.enqueue(&id);
        self.schedule(&mut inner);
        Ok(id)
    }

    /// Returns the job that an earlier request of this name has made. If there was none, the name is taken
    /// from now on.
    fn claim(&self, request: &RequestKey) -> Result<Option<String>, Problem> {
        const FIELD: &str = "idempotency-key";
        let mut inner = self.lock();
        match inner.requests.get(&request.key) {
            None => {
                inner.requests.insert(request.key.clone(), None);
                Ok(None)
            }
            Some(None) => {
                let error = "a request with this key is being carried out";
                Err(Problem::conflict(error).about(FIELD))
            }
            Some(Some(id)) => match inner.entry(id)?.record.request.as_ref() == Some(request) {
                true => Ok(Some(id.clone())),
                false => {
                    let error = "another request with this key asked for something else";
                    Err(Problem::unusable(error).about(FIELD))
                }
            },
        }
    }

    /// Makes a job. `fill` puts its files into its folder.
    pub fn add(
        self: &Arc<Self>,
        new: &NewPlan,
        origin: Origin,
        state: State,
        fill: impl FnOnce(&JobFiles, &mut Record) -> Result<(), Failure>,
    ) -> Result<String, Problem> {
        let wanted = new.position.len() as u64 + NEW_JOB;
        if self.make_room(wanted) < wanted {
            return Err(self.no_room());
        }
        let number = self.lock().number_of_new()?;
        let id = format!("{:0ID_LENGTH$x}", rand::random::<u64>());
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let Origin { label, report, .. } = origin;
        let mut record = Record {
            id: id.clone(),
            number,
            label,
            created: now.map_or(0, |now| now.as_secs()),
            state,
            plan: new.plan.clone(),
            progress: None,
            result: report.as_ref().map(ReportSummary::new),
            saved: false,
            certificates: Vec::new(),
            error: None,
            notice: None,
            request: None,
        };
        let files = self.store.job(&id);
        let write = || {
            files.create(&record.plan.position, &new.position)?;
            fill(&files, &mut record)?;
            record.saved = is_file(&files.save());
            record.certificates = Certificate::all_of(&files);
            if let Some(report) = &report {
                files.write_report(report)?;
            }
            files.write_record(&record)
        };
        if let Err(failure) = write() {
            files.remove();
            return Err(Problem::storage(files.in_words(&failure)));
        }
        let disk = files.size();
        let mut inner = self.lock();
        inner.jobs.insert(id.clone(), Entry { disk, ..Entry::new(record) });
        inner.touch(&id);
        self.tell(&inner);
        Ok(id)
    }

    /// Stops a job soon, to be resumed later (or, with [`Intent::Stop`], for good).
    pub fn halt(&self, id: &str, intent: Intent) -> Result<(), Problem> {
        let mut inner = self.lock();
        let entry = inner.entry_mut(id)?;
        match (entry.record.state, intent) {
            _ if entry.is_parked() => {
                entry.intent = intent;
                return Ok(());
            }
            (State::Running, _) => {
                entry.intent = intent;
                entry.channels.interrupt.store(true, Ordering::Relaxed);
                return Ok(());
            }
            (State::Waiting, Intent::Pause) => entry.record.state = State::Paused,
            (State::Waiting | State::Paused, Intent::Stop) => {
                entry.record.state = State::Done;
                if entry.record.result.is_none() {
                    let report = run::not_begun(&entry.record.plan);
                    entry.record.result = Some(ReportSummary::new(&report));
                    entry.unwritten.report = Some(Arc::new(report));
                }
            }
            _ => return Ok(()),
        }
        inner.waiting.retain(|waiting| waiting != id);
        inner.touch(id);
        self.tell(&inner);
        drop(inner);
        self.write(id);
        Ok(())
    }

    /// Resumes a job, with some changes.
    pub fn resume(self: &Arc<Self>, id: &str, changes: &Changes) -> Result<(), Problem> {
        self.save_again(id)?;
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
            (record.error, record.notice) = (None, None);
            // A verdict stays: what is missing is its certificate.
            if !record.has_answer() {
                record.result = None;
                entry.unwritten.report = None;
            }
            entry.intent = Intent::Finish;
            entry.channels.interrupt.store(false, Ordering::Relaxed);
            inner.touch(id);
        }
        self.write(id);
        let mut inner = self.lock();
        inner.enqueue(id);
        self.schedule(&mut inner);
        Ok(())
    }

    fn saved_header(&self, record: &Record) -> Result<Option<Header>, Problem> {
        if !record.saved || !record.plan.keeps_something() {
            return Ok(None);
        }
        let files = self.store.job(&record.id);
        match Saved::open(&files.save()) {
            Ok(saved) => Ok(Some(saved.header)),
            Err(failure) => Err(Problem::conflict(files.in_words(&failure))),
        }
    }

    /// Has a job written to the disk that could not be written before, and waits for that.
    pub fn save_again(&self, id: &str) -> Result<(), Problem> {
        let deadline = Instant::now() + SAVING;
        let mut inner = self.lock();
        let entry = inner.entry_mut(id)?;
        if entry.unsaved.is_none() {
            return Ok(());
        }
        if !entry.is_parked() {
            drop(inner);
            self.write(id);
            return self.check_saved(id);
        }
        entry.nudges += 1;
        let asked = entry.nudges;
        self.nudged.notify_all();
        // Its thread takes the request away when it has tried.
        while let Some(left) = deadline.checked_duration_since(Instant::now())
            && inner.jobs.get(id).is_some_and(|entry| entry.is_parked() && entry.nudges == asked)
        {
            let waited = self.ended.wait_timeout(inner, left);
            inner = waited.expect("nobody panics while holding the queue").0;
        }
        drop(inner);
        self.check_saved(id)
    }

    fn check_saved(&self, id: &str) -> Result<(), Problem> {
        match &self.lock().entry(id)?.unsaved {
            Some(reason) => Err(Problem::storage(reason.clone())),
            None => Ok(()),
        }
    }

    /// Deletes a job and its files, when it has stopped.
    pub fn delete(&self, id: &str) -> Result<(), Problem> {
        let mut inner = self.lock();
        let Some(entry) = inner.jobs.remove(id) else { return Err(super::no_such_job()) };
        entry.channels.interrupt.store(true, Ordering::Relaxed);
        entry.channels.changed();
        if let Some(request) = &entry.record.request {
            inner.requests.remove(&request.key);
        }
        inner.waiting.retain(|waiting| waiting != id);
        inner.stop_viewers(id);
        inner.note_deleted(id);
        self.tell(&inner);
        drop(inner);
        match entry.begun.is_some() {
            true => self.nudged.notify_all(),
            false => self.forget(id, &entry.channels),
        }
        Ok(())
    }
}

impl Inner {
    /// Returns the number of a new job, if there is room for one.
    fn number_of_new(&mut self) -> Result<u64, Problem> {
        if self.closing {
            return Err(Problem::busy("the server is about to end"));
        }
        if self.jobs.len() >= MOST_JOBS {
            let error = format!("there are {MOST_JOBS} jobs, and no room for more: delete some");
            return Err(Problem::busy(error));
        }
        self.next_number += 1;
        Ok(self.next_number - 1)
    }
}

/// Returns the search of a job, if it can be resumed.
fn may_resume(record: &Record) -> Result<&SearchPlan, Problem> {
    if !record.state.has_stopped() {
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

/// Returns a checksum of what is asked for.
fn checksum(new: &NewPlan, label: &str) -> u32 {
    let plan = serde_json::to_vec(&new.plan).expect("a plan has nothing that JSON has not");
    let mut checksum = crc32fast::Hasher::new();
    for part in [&plan, new.position.as_bytes(), label.as_bytes()] {
        checksum.update(part);
    }
    checksum.finalize()
}
