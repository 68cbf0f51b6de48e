//! A job: what is kept of it, what lives only as long as the server, and what is told of it.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::watch;

use super::plan::Plan;
use super::progress::{History, JobProgress};
use super::store::Certificate;

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// In the queue.
    Waiting,
    /// At work.
    Running,
    /// Stopped, to go on later.
    Paused,
    /// At its end.
    Done,
    /// Broken off by an error.
    Failed,
}

/// What is kept of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Its name in requests.
    pub id: String,
    /// Its place in the order of all jobs.
    pub number: u64,
    /// Its name for people.
    pub label: String,
    /// When it was made, in seconds of Unix time.
    pub created: u64,
    /// How far it is.
    pub state: State,
    /// What it is to do.
    pub plan: Plan,
    /// How it stood last.
    pub progress: Option<JobProgress>,
    /// What came of it.
    pub report: Option<Value>,
    /// Whether its search was saved.
    pub saved: bool,
    /// Its certificates.
    pub certificates: Vec<Certificate>,
    /// Why it failed.
    pub error: Option<String>,
}

/// What a running job is to become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Whatever it comes to.
    Finish,
    /// Paused.
    Pause,
    /// Done, though nothing was found out.
    Stop,
    /// Waiting again, because the server ends.
    Wait,
}

/// What lives only as long as the server: the channels between a job's thread and everybody else.
pub struct JobChannels {
    /// Asks the search to stop.
    pub interrupt: Arc<AtomicBool>,
    /// Asks the search to save itself.
    pub snapshot: AtomicBool,
    /// How often it did.
    pub snapshots: watch::Sender<u64>,
    /// How it stands.
    pub progress: watch::Sender<Option<JobProgress>>,
    /// How it stood all along.
    pub history: Mutex<History>,
    /// Counts the changes of state.
    pub changes: watch::Sender<u64>,
    /// Held while the job is written to the disk, so that the last one to write knows the most.
    pub disk: Mutex<()>,
}

impl JobChannels {
    /// Those of a job that stands like this.
    pub fn new(progress: Option<JobProgress>, history: History) -> JobChannels {
        JobChannels {
            interrupt: Arc::new(AtomicBool::new(false)),
            snapshot: AtomicBool::new(false),
            snapshots: watch::Sender::new(0),
            progress: watch::Sender::new(progress),
            history: Mutex::new(history),
            changes: watch::Sender::new(0),
            disk: Mutex::new(()),
        }
    }

    /// Tells everybody that the state has changed.
    pub fn changed(&self) {
        self.changes.send_modify(|changes| *changes += 1);
    }
}

/// What is told of a job.
#[derive(Serialize)]
pub struct JobView {
    id: String,
    label: String,
    created: u64,
    pub(crate) state: State,
    /// Its place in the queue, from 1.
    place: Option<usize>,
    game: String,
    position: String,
    attacker: String,
    mover: String,
    ask: String,
    algorithm: Option<String>,
    settings: BTreeMap<String, String>,
    nodes_limit: Option<u64>,
    time_limit: Option<f64>,
    memory_limit: usize,
    seed: u64,
    certify: bool,
    progress: Option<JobProgress>,
    report: Option<Value>,
    has_tree: bool,
    has_certificate: bool,
    certificates: Vec<Certificate>,
    error: Option<String>,
}

impl JobView {
    /// A job that is at this place of the queue.
    pub fn new(record: &Record, channels: &JobChannels, place: Option<usize>) -> JobView {
        let Record { id, label, plan, report, certificates, error, .. } = record.clone();
        let settings = plan.changed_settings().into_iter();
        JobView {
            id,
            label,
            created: record.created,
            state: record.state,
            place,
            settings: settings.map(|(name, value)| (name.into(), value.into())).collect(),
            has_tree: record.has_tree(),
            game: plan.game,
            position: plan.position,
            attacker: plan.attacker,
            mover: plan.mover,
            ask: plan.ask,
            algorithm: plan.algorithm,
            nodes_limit: plan.nodes,
            time_limit: plan.time,
            memory_limit: plan.memory,
            seed: plan.seed,
            certify: plan.certify,
            progress: channels.progress.borrow().clone(),
            report: report.filter(|_| matches!(record.state, State::Done | State::Failed)),
            has_certificate: !certificates.is_empty(),
            certificates,
            error,
        }
    }
}

impl Record {
    /// Whether there is something to walk through.
    pub fn has_tree(&self) -> bool {
        self.plan.keeps_something() && (self.saved || self.state == State::Running)
    }

    /// Whether nothing is left to be found out or shown.
    pub fn is_settled(&self) -> bool {
        let Some(report) = &self.report else { return false };
        let solved = report["verdict"] == "proved" || report["verdict"] == "disproved";
        self.state == State::Done && solved && (!self.plan.certify || report["certified"] == true)
    }
}
