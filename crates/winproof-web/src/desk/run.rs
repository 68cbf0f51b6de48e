//! The work of one job, in its own thread.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde_json::Value;
use winproof::{Progress, StopReason};
use winproof_session::Failure;
use winproof_session::question::Ask;
use winproof_session::saved::Saved;
use winproof_session::work::{Report, Saving, Spectator, Task};

use super::job::Wires;
use super::plan::Plan;
use super::progress::{Phase, Standing};
use super::store::JobFiles;
use crate::problem::Problem;

/// What is shown changes so often. More often nobody could read it; less often it would seem to hang.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// What a crash of the machine may cost, and how often the disk has to write a whole table.
const SAVE_EVERY: Duration = Duration::from_secs(300);

/// Works on a job until it ends or is interrupted.
pub fn run(plan: &Plan, files: &JobFiles, wires: &Wires) -> Result<Report, String> {
    let spec = plan.spec().map_err(Problem::into_message)?;
    let options = plan.options(&spec).map_err(Problem::into_message)?;
    let path = files.save();
    let failed = |failure: Failure| without_path(&failure, &path);
    let saved = if path.is_file() { Some(Saved::open(&path).map_err(failed)?) } else { None };
    let keeps = plan.keeps_something();
    let mut teller = Teller { wires, phase: Phase::Searching, told: None, line_due: false };
    let task = Task {
        spec: &spec,
        options: &options,
        source: None,
        label: None,
        proof: plan.certify.then(|| files.proof(options.ask == Ask::Value)),
        interrupt: &wires.interrupt,
        spectator: &mut teller,
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
        spectator: &mut winproof::Silent,
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
struct Teller<'a> {
    wires: &'a Wires,
    phase: Phase,
    told: Option<Instant>,
    line_due: bool,
}

impl Teller<'_> {
    fn set_phase(&mut self, phase: Phase) {
        self.phase = phase;
        self.wires.progress.send_if_modified(|standing| match standing {
            Some(standing) if standing.phase != phase => {
                standing.phase = phase;
                true
            }
            _ => false,
        });
    }
}

impl Spectator for Teller<'_> {
    fn progress(&mut self, progress: &Progress) {
        if self.told.is_some_and(|told| told.elapsed() < TELL_EVERY) {
            return;
        }
        self.told = Some(Instant::now());
        self.line_due = true;
        let before = self.wires.progress.borrow().clone();
        let standing = Standing::new(progress, self.phase, before.as_ref());
        self.wires.history.lock().expect("nobody panics there").add(&standing);
        self.wires.progress.send_replace(Some(standing));
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
        self.wires.progress.send_if_modified(|standing| match standing {
            Some(standing) => {
                standing.line = Some(line);
                true
            }
            None => false,
        });
    }

    fn wants_save(&self) -> bool {
        self.wires.snapshot.load(Ordering::Relaxed)
    }

    fn saved(&mut self) {
        self.wires.snapshot.store(false, Ordering::Relaxed);
        self.wires.snapshots.send_modify(|count| *count += 1);
    }
}
