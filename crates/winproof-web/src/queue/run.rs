//! The work of one job, in its own thread.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde_json::Value;
use winproof::{Progress, StopReason};
use winproof_session::Failure;
use winproof_session::question::Ask;
use winproof_session::saved::Saved;
use winproof_session::work::{Report, Saving, Task, TaskObserver};

use super::job::JobChannels;
use super::plan::Plan;
use super::progress::{JobProgress, Phase};
use super::store::JobFiles;
use crate::problem::Problem;

/// What is shown changes so often. More often nobody could read it; less often it would seem to hang.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// What a crash of the machine may cost, and how often the disk has to write a whole table.
const SAVE_EVERY: Duration = Duration::from_secs(300);

/// Works on a job until it ends or is interrupted.
pub fn run(plan: &Plan, files: &JobFiles, channels: &JobChannels) -> Result<Report, String> {
    let spec = plan.spec().map_err(Problem::into_message)?;
    let options = plan.options(&spec).map_err(Problem::into_message)?;
    let path = files.save();
    let failed = |failure: Failure| without_path(&failure, &path);
    let saved = if path.is_file() { Some(Saved::open(&path).map_err(failed)?) } else { None };
    let keeps = plan.keeps_something();
    let mut reporter =
        ProgressReporter { channels, phase: Phase::Searching, told: None, line_due: false };
    let task = Task {
        spec: &spec,
        options: &options,
        source: None,
        label: None,
        proof: plan.certify.then(|| files.proof(options.ask == Ask::Value)),
        interrupt: &channels.interrupt,
        observer: &mut reporter,
        saving: keeps.then(|| Saving { path: path.clone(), every: SAVE_EVERY }),
        saved,
    };
    task.run(&plan.position).map_err(failed)
}

/// A sentence about a file of the server without its path, which is nobody's business.
pub fn without_path(failure: &Failure, path: &std::path::Path) -> String {
    failure.to_string().replace(&path.display().to_string(), "file")
}

/// The report of a job as the command line prints it, without the paths of the server.
pub fn in_json(report: &Report) -> Value {
    let report = Report { certificate: None, save: None, ..report.clone() };
    let mut value =
        serde_json::to_value(report).expect("nothing in a report can fail to be written");
    if let Some(keys) = value.as_object_mut() {
        for key in ["source", "label", "certificate"] {
            keys.remove(key);
        }
    }
    value
}

/// The report of a job that was stopped before it began.
pub fn not_begun(plan: &Plan) -> Result<Value, Problem> {
    let spec = plan.spec()?;
    let options = plan.options(&spec)?;
    let task = Task {
        spec: &spec,
        options: &options,
        source: None,
        label: None,
        proof: None,
        interrupt: &Default::default(),
        observer: &mut winproof::Silent,
        saving: None,
        saved: None,
    };
    let mut report = in_json(&task.blank_report(plan.position.clone()));
    report["attacker"] = plan.attacker.clone().into();
    report["verdict"] = "unknown".into();
    report["stop"] = winproof_session::work::stop_word(StopReason::Interrupted).into();
    Ok(report)
}

/// Tells everybody how a job is getting on.
struct ProgressReporter<'a> {
    channels: &'a JobChannels,
    phase: Phase,
    told: Option<Instant>,
    line_due: bool,
}

impl ProgressReporter<'_> {
    fn set_phase(&mut self, phase: Phase) {
        self.phase = phase;
        self.channels.progress.send_if_modified(|progress_now| match progress_now {
            Some(progress_now) if progress_now.phase != phase => {
                progress_now.phase = phase;
                true
            }
            _ => false,
        });
    }
}

impl TaskObserver for ProgressReporter<'_> {
    fn progress(&mut self, progress: &Progress) {
        if self.told.is_some_and(|told| told.elapsed() < TELL_EVERY) {
            return;
        }
        self.told = Some(Instant::now());
        self.line_due = true;
        let before = self.channels.progress.borrow().clone();
        let progress_now = JobProgress::new(progress, self.phase, before.as_ref());
        self.channels.history.lock().expect("nobody panics there").add(&progress_now);
        self.channels.progress.send_replace(Some(progress_now));
    }

    fn certifying(&mut self) {
        self.set_phase(Phase::Certifying);
        // The search was saved before.
        self.saved();
    }

    fn searching(&mut self) {
        self.set_phase(Phase::Searching);
    }

    fn wants_line(&self) -> bool {
        self.line_due
    }

    fn line(&mut self, line: Vec<String>) {
        self.line_due = false;
        self.channels.progress.send_if_modified(|progress_now| match progress_now {
            Some(progress_now) => {
                progress_now.line = Some(line);
                true
            }
            None => false,
        });
    }

    fn wants_save(&self) -> bool {
        self.channels.snapshot.load(Ordering::Relaxed)
    }

    fn saved(&mut self) {
        self.channels.snapshot.store(false, Ordering::Relaxed);
        self.channels.snapshots.send_modify(|count| *count += 1);
    }
}
