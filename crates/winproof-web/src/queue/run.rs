//! Runs one job, in its own thread.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use winproof::{Progress, StopReason, Verdict};
use winproof_session::Failure;
use winproof_session::file_lock::FileLock;
use winproof_session::saved::Saved;
use winproof_session::work::{
    MoveReport, PlyBounds, ProofTarget, Report, Saving, Task, TaskObserver,
};

use super::JobQueue;
use super::job::JobChannels;
use super::plan::Plan;
use super::progress::{JobProgress, Phase};
use super::store::{JobFiles, is_file};

/// The interval between updates. If it is shorter, nobody can read them; if it is longer, the job seems to
/// hang.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// The time between saves: the most work that a crash of the machine can lose, and how often the disk must
/// write a whole table.
const SAVE_EVERY: Duration = Duration::from_secs(300);

/// The time before the first save. A search that ends earlier is quickly repeated.
const FIRST_SAVE: Duration = Duration::from_secs(4);

/// Runs a job until it ends or is interrupted.
pub fn run(
    queue: &Arc<JobQueue>,
    id: &str,
    plan: &Plan,
    files: &JobFiles,
    channels: &JobChannels,
) -> Result<Report, String> {
    let options = plan.options().ok_or("this is a proof, not a search")?;
    let path = files.save();
    let failed = |failure: Failure| files.in_words(&failure);
    let position = files.read_position(&plan.position).map_err(failed)?;
    let keeps = plan.keeps_something();
    let lock = if keeps { Some(FileLock::acquire(&path).map_err(failed)?) } else { None };
    let saved = if is_file(&path) { Some(Saved::open(&path).map_err(failed)?) } else { None };
    let mut reporter = ProgressReporter {
        queue,
        id,
        channels,
        phase: Phase::Searching,
        told: None,
        line_due: false,
        answer: None,
        moves_told: None,
    };
    let task = Task {
        spec: &plan.game,
        options: &options,
        source: None,
        label: None,
        proof: plan.certify.then(|| match options.ask.takes_two() {
            true => ProofTarget::Folder(files.proof(true)),
            false => ProofTarget::File(files.proof(false)),
        }),
        interrupt: &channels.interrupt,
        observer: &mut reporter,
        saving: lock.map(|lock| Saving {
            path: path.clone(),
            every: SAVE_EVERY,
            first: FIRST_SAVE,
            lock,
        }),
        saved,
    };
    let report = task.run(&position).map_err(failed)?;
    let error = report.error.as_ref().map(|error| files.in_words(&Failure::Other(error.clone())));
    Ok(Report { error, ..without_files(report) })
}

/// Leaves out what clients must not see, the paths of the server, and the position, which the job has.
fn without_files(report: Report) -> Report {
    Report { position: String::new(), certificate: None, save: None, ..report }
}

/// Removes the path from a sentence about an uploaded file, because clients must not see it.
pub fn without_path(failure: &Failure, path: &std::path::Path) -> String {
    failure.to_string().replace(&path.display().to_string(), "file")
}

/// Makes the report of a job that was stopped before it began.
pub fn not_begun(plan: &Plan) -> Report {
    let stop = Some(StopReason::Interrupted.into());
    Report { verdict: Some(Verdict::Unknown), stop, ..plan.blank_report() }
}

/// Publishes the progress of a job.
struct ProgressReporter<'a> {
    queue: &'a Arc<JobQueue>,
    id: &'a str,
    channels: &'a JobChannels,
    phase: Phase,
    told: Option<Instant>,
    line_due: bool,
    /// The report as far as it is known, as soon as there is a verdict.
    answer: Option<Report>,
    /// When the results of moves were told.
    moves_told: Option<Instant>,
}

/// Returns whether it is time to tell something again.
fn is_due(told: Option<Instant>) -> bool {
    told.is_none_or(|told| told.elapsed() >= TELL_EVERY)
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
        if !is_due(self.told) {
            return;
        }
        self.told = Some(Instant::now());
        self.line_due = true;
        let before = self.channels.progress.borrow().clone();
        let progress_now = JobProgress::new(progress, self.phase, before.as_ref());
        self.channels.remember(&progress_now);
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

    fn checking(&mut self, checked: u64, records: u64) {
        if self.phase == Phase::Checking && !is_due(self.told) {
            return;
        }
        self.told = Some(Instant::now());
        self.phase = Phase::Checking;
        self.channels.progress.send_if_modified(|progress_now| match progress_now {
            Some(progress_now) => {
                progress_now.phase = Phase::Checking;
                progress_now.checked = Some((checked, records));
                true
            }
            None => false,
        });
    }

    fn plies(&mut self, bounds: PlyBounds) {
        self.channels.progress.send_if_modified(|progress_now| match progress_now {
            Some(progress_now) => {
                progress_now.plies = Some(bounds);
                true
            }
            None => false,
        });
    }

    fn verdict(&mut self, report: &Report) {
        if !report.verdict.is_some_and(Verdict::is_known) {
            return;
        }
        let report = without_files(report.clone());
        self.queue.announce(self.id, &report);
        // If the server is killed now, the verdict is not lost.
        self.queue.write(self.id);
        self.answer = Some(report);
    }

    fn moves(&mut self, moves: &[MoveReport]) {
        if let Some(answer) = self.answer.as_mut().filter(|_| is_due(self.moves_told)) {
            self.moves_told = Some(Instant::now());
            answer.moves = Some(moves.to_vec());
            self.queue.announce(self.id, answer);
        }
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

    fn room(&mut self, wanted: u64) -> u64 {
        self.queue.measure(self.id);
        self.queue.make_room(wanted)
    }

    fn unsaved(&mut self, failure: &Failure) -> bool {
        self.queue.park(self.id, failure)
    }
}
