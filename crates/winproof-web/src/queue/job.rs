//! A job: what is stored on disk, what lives only as long as the server, and what clients get.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use utoipa::ToSchema;
use winproof::Verdict;
use winproof_session::work::Report;

use super::plan::{Plan, SearchPlan};
use super::progress::{History, JobProgress};
use super::store::Certificate;

/// The state of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = JobState)]
pub enum State {
    /// In the queue.
    Waiting,
    /// Running.
    Running,
    /// Stopped, to be resumed later.
    Paused,
    /// Done.
    Done,
    /// Stopped by an error.
    Failed,
}

/// What is stored about a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Its name in requests.
    pub id: String,
    /// Its place in the order of all jobs.
    pub number: u64,
    /// Its label.
    pub label: String,
    /// When it was made, in seconds of Unix time.
    pub created: u64,
    /// Its state.
    pub state: State,
    /// Its plan.
    pub plan: Plan,
    /// Its last progress.
    pub progress: Option<JobProgress>,
    /// Its result.
    pub report: Option<Report>,
    /// Whether its search was saved.
    pub saved: bool,
    /// Its certificates.
    pub certificates: Vec<Certificate>,
    /// Why it failed.
    pub error: Option<String>,
}

/// What happens to a running job when it stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Its own result decides.
    Finish,
    /// Paused.
    Pause,
    /// Done, although there is no verdict.
    Stop,
    /// Waiting again, because the server ends.
    Wait,
}

/// The channels between a job's thread and the rest of the server. They live only as long as the server.
pub struct JobChannels {
    /// Asks the search to stop.
    pub interrupt: Arc<AtomicBool>,
    /// Asks the search for a save.
    pub snapshot: AtomicBool,
    /// Counts its saves.
    pub snapshots: watch::Sender<u64>,
    /// Its current progress.
    pub progress: watch::Sender<Option<JobProgress>>,
    /// Its progress so far.
    pub history: Mutex<History>,
    /// Counts the changes of state.
    pub changes: watch::Sender<u64>,
    /// Held while the job is written to the disk, so that the last write is the newest.
    pub disk: Mutex<()>,
}

impl JobChannels {
    /// Makes the channels of a job with this progress.
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

    /// Notifies all listeners that the state has changed.
    pub fn changed(&self) {
        self.changes.send_modify(|changes| *changes += 1);
    }
}

/// A job.
#[derive(Serialize, ToSchema)]
#[schema(as = Job)]
pub struct JobView {
    /// Its name in requests.
    id: String,
    /// Its label.
    label: String,
    /// When it was made, in seconds of Unix time.
    created: u64,
    /// Its state.
    pub(crate) state: State,
    /// Its place in the queue, from 1; null if it is not waiting.
    place: Option<usize>,
    /// The game with its parameters.
    game: String,
    /// The position in the game's notation.
    position: String,
    /// The name of the attacker.
    attacker: &'static str,
    /// The name of the player to move.
    mover: &'static str,
    /// The question: `win`, `draw`, `value`, or `>=N`.
    ask: String,
    /// The algorithm's name, never `auto`; null for a certificate that was uploaded.
    algorithm: Option<&'static str>,
    /// The parameters of the algorithm that do not have their defaults.
    settings: BTreeMap<String, String>,
    /// The most positions to expand.
    nodes_limit: Option<u64>,
    /// The most seconds to search.
    time_limit: Option<f64>,
    /// The bytes for tables and trees.
    memory_limit: usize,
    /// The seed of the random number generators.
    seed: u64,
    /// Whether the verdict gets a certificate.
    certify: bool,
    /// Its progress; null before it has begun.
    progress: Option<JobProgress>,
    /// Its result; null until it is done or failed.
    report: Option<Report>,
    /// Whether the tree of its search can be shown.
    has_tree: bool,
    /// Whether it has a certificate.
    has_certificate: bool,
    /// The certificates it has.
    certificates: Vec<Certificate>,
    /// Why it failed.
    error: Option<String>,
}

impl JobView {
    /// Makes the view of a job at this place of the queue.
    pub fn new(record: &Record, channels: &JobChannels, place: Option<usize>) -> JobView {
        let Record { id, label, plan, report, certificates, error, .. } = record.clone();
        let search = plan.search.as_ref();
        let config = search.map(|search| &search.config);
        JobView {
            id,
            label,
            created: record.created,
            state: record.state,
            place,
            has_tree: record.has_tree(),
            game: plan.game.to_string(),
            attacker: plan.attacker_name(),
            mover: plan.mover_name(),
            ask: plan.ask.to_string(),
            algorithm: config.map(|config| config.algorithm().info().name),
            settings: search.map(SearchPlan::changed_settings).unwrap_or_default(),
            nodes_limit: search.and_then(|search| search.nodes),
            time_limit: search.map(|search| search.time.as_secs_f64()),
            memory_limit: plan.memory(),
            seed: config.map_or(0, |config| config.seed),
            certify: plan.certify,
            position: plan.position,
            progress: channels.progress.borrow().clone(),
            report: report.filter(|_| matches!(record.state, State::Done | State::Failed)),
            has_certificate: !certificates.is_empty(),
            certificates,
            error,
        }
    }
}

impl Record {
    /// Returns whether there is a tree to show.
    pub fn has_tree(&self) -> bool {
        self.plan.keeps_something() && (self.saved || self.state == State::Running)
    }

    /// Returns whether there is nothing left to search or certify.
    pub fn is_settled(&self) -> bool {
        let Some(report) = &self.report else { return false };
        let solved = report.verdict.is_some_and(Verdict::is_known);
        self.state == State::Done
            && solved
            && (!self.plan.certify || report.certified == Some(true))
    }
}
