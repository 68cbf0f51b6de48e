//! A job: what is stored on disk, what lives only as long as the server, and what clients get.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use utoipa::ToSchema;
use winproof::Verdict;
use winproof_session::schema;
use winproof_session::work::{Report, StopWord, verdict_or_error};

use super::plan::{Plan, SearchPlan};
use super::progress::{History, JobProgress};
use super::store::Certificate;

/// The state of a job.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
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

impl State {
    /// Returns whether the job has stopped.
    pub fn has_stopped(self) -> bool {
        !matches!(self, State::Waiting | State::Running)
    }

    /// Returns whether a job in this state has a result to show.
    pub fn has_result(self) -> bool {
        matches!(self, State::Done | State::Failed)
    }
}

/// What is stored about a job. It is also kept in memory, so long texts are in other files.
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
    /// What lists show of its result.
    #[serde(default)]
    pub result: Option<ReportSummary>,
    /// Whether its search was saved.
    pub saved: bool,
    /// Its certificates.
    pub certificates: Vec<Certificate>,
    /// Why it failed.
    pub error: Option<String>,
    /// What its user should know.
    #[serde(default)]
    pub notice: Option<String>,
    /// The request that made it, if the client named it.
    #[serde(default)]
    pub request: Option<RequestKey>,
}

/// A request that the client named, so that it is not carried out twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestKey {
    /// The client's name for it.
    pub key: String,
    /// A checksum of what was asked for.
    pub checksum: u32,
}

/// The part of a report that lists show.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReportSummary {
    /// The verdict, or `error` if there was an error instead.
    #[serde(with = "verdict_or_error")]
    #[schema(value_type = schema::VerdictOrError)]
    pub verdict: Option<Verdict>,
    /// Why the search stopped without a verdict.
    pub stop: Option<StopWord>,
    /// The value, if it was asked for.
    pub value: Option<i32>,
    /// The best move known.
    #[serde(rename = "move")]
    pub best_move: Option<String>,
    /// Whether the verdict has a certificate that the checker accepted.
    pub certified: Option<bool>,
    /// The positions expanded.
    pub nodes: Option<u64>,
    /// The positions that the game's leaf oracle looked at.
    pub leaf_nodes: Option<u64>,
    /// The time of the search in seconds.
    pub seconds: Option<f64>,
    /// The time to make and check certificates in seconds.
    pub certify_seconds: Option<f64>,
    /// The most bytes of the memory budget in use at a time.
    pub memory_bytes: Option<usize>,
}

impl ReportSummary {
    /// Takes what lists show.
    pub fn new(report: &Report) -> ReportSummary {
        ReportSummary {
            verdict: report.verdict,
            stop: report.stop,
            value: report.value,
            best_move: report.best_move.clone(),
            certified: report.certified,
            nodes: report.nodes,
            leaf_nodes: report.leaf_nodes,
            seconds: report.seconds,
            certify_seconds: report.certify_seconds,
            memory_bytes: report.memory_bytes,
        }
    }
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
    /// Whether the thread has stopped searching and waits until the job can be saved.
    pub parked: AtomicBool,
    /// Asks the search for a save.
    pub snapshot: AtomicBool,
    /// Counts its saves.
    pub snapshots: watch::Sender<u64>,
    /// Its current progress.
    pub progress: watch::Sender<Option<JobProgress>>,
    /// Its progress so far; `None` if it is on the disk only.
    pub history: Mutex<Option<History>>,
    /// Counts the changes of state.
    pub changes: watch::Sender<u64>,
    /// Held while the job is written to the disk, so that the last write is the newest.
    pub disk: Mutex<()>,
}

impl JobChannels {
    /// Makes the channels of a job with this progress.
    pub fn new(progress: Option<JobProgress>) -> JobChannels {
        JobChannels {
            interrupt: Arc::new(AtomicBool::new(false)),
            parked: AtomicBool::new(false),
            snapshot: AtomicBool::new(false),
            snapshots: watch::Sender::new(0),
            progress: watch::Sender::new(progress),
            history: Mutex::new(None),
            changes: watch::Sender::new(0),
            disk: Mutex::new(()),
        }
    }

    /// Notifies all listeners that the state has changed.
    pub fn changed(&self) {
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// Adds to the history, if it is in memory.
    pub fn remember(&self, progress_now: &JobProgress) {
        if let Some(history) = &mut *self.history.lock().expect("nobody panics there") {
            history.add(progress_now);
        }
    }
}

/// What the views of a job take from outside its record.
pub struct Circumstances {
    /// Its current progress.
    pub progress: Option<JobProgress>,
    /// Its place in the queue.
    pub place: Option<usize>,
    /// Why its newest state is not on the disk.
    pub unsaved: Option<String>,
}

/// A job in a list.
#[derive(Serialize, ToSchema)]
pub struct JobSummary {
    /// Its name in requests.
    pub(crate) id: String,
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
    /// The first 120 characters of the position.
    position_start: String,
    /// The name of the attacker.
    attacker: &'static str,
    /// The name of the player to move.
    mover: &'static str,
    /// The question: `win`, `draw`, `value`, or `>=N`; after a target perhaps `within N` or `shortest`.
    ask: String,
    /// The algorithm's name, never `auto`; null for a certificate that was uploaded.
    algorithm: Option<&'static str>,
    /// The parameters of the algorithm that do not have their defaults.
    settings: BTreeMap<String, String>,
    /// The seed of the random number generators.
    seed: u64,
    /// How many threads search.
    threads: usize,
    /// The positions expanded so far; null before it has begun.
    nodes: Option<u64>,
    /// The time of the search so far in seconds; null before it has begun.
    seconds: Option<f64>,
    /// Its result; null until there is a verdict, or it is done or failed.
    result: Option<ReportSummary>,
    /// Whether the tree of its search can be shown.
    has_tree: bool,
    /// The certificates it has.
    certificates: Vec<Certificate>,
    /// Why it failed.
    error: Option<String>,
    /// Why its newest state is in memory only and not on the disk; null if it is on the disk.
    unsaved: Option<String>,
}

impl JobSummary {
    /// Makes the summary of a job.
    pub fn new(
        record: &Record,
        Circumstances { progress, place, unsaved }: Circumstances,
    ) -> JobSummary {
        let Record { plan, .. } = record;
        let config = plan.search.as_ref().map(|search| &search.config);
        JobSummary {
            id: record.id.clone(),
            label: record.label.clone(),
            created: record.created,
            state: record.state,
            place,
            game: plan.game.to_string(),
            position_start: plan.position.start().to_string(),
            attacker: plan.attacker_name(),
            mover: plan.mover_name(),
            ask: plan.ask.to_string(),
            algorithm: config.map(|config| config.algorithm().info().name),
            settings: plan.search.as_ref().map(SearchPlan::changed_settings).unwrap_or_default(),
            seed: config.map_or(0, |config| config.seed),
            threads: plan.threads(),
            nodes: progress.as_ref().map(|progress_now| progress_now.nodes),
            seconds: progress.map(|progress_now| progress_now.seconds),
            result: record.result.clone().filter(|_| record.has_answer()),
            has_tree: record.has_tree(),
            certificates: record.certificates.clone(),
            error: record.error.clone(),
            unsaved,
        }
    }
}

/// A job, with its position and its report.
#[derive(Serialize, ToSchema)]
#[schema(as = Job)]
pub struct JobView {
    #[serde(flatten)]
    pub(crate) summary: JobSummary,
    /// The position in the game's notation.
    position: String,
    /// The most positions to expand.
    nodes_limit: Option<u64>,
    /// The most seconds to search.
    time_limit: Option<f64>,
    /// The bytes for tables and trees.
    memory_limit: usize,
    /// The most seconds to make and check certificates; null if `time_limit` is for both.
    certify_time_limit: Option<f64>,
    /// Whether the verdict gets a certificate.
    certify: bool,
    /// Whether each legal move gets a verdict.
    moves: bool,
    /// Its progress; null before it has begun.
    progress: Option<JobProgress>,
    /// Its report; null until there is a verdict, or it is done or failed. While it runs, what is not known yet is
    /// null: certificates above all. Its `position` is empty: the job has it.
    report: Option<Report>,
    /// What its user should know.
    notice: Option<String>,
}

impl JobView {
    /// Makes the view of a job with this position and this report.
    pub fn new(
        record: &Record,
        circumstances: Circumstances,
        position: String,
        report: Option<Report>,
    ) -> JobView {
        let progress = circumstances.progress.clone();
        let search = record.plan.search.as_ref();
        JobView {
            summary: JobSummary::new(record, circumstances),
            position,
            nodes_limit: search.and_then(|search| search.nodes),
            time_limit: search.map(|search| search.time.as_secs_f64()),
            memory_limit: search.map_or(0, |search| search.config.memory),
            certify_time_limit: search
                .and_then(|search| search.certify_time)
                .map(|time| time.as_secs_f64()),
            certify: record.plan.certify,
            moves: record.plan.moves,
            progress,
            report: report.filter(|_| record.has_answer()),
            notice: record.notice.clone(),
        }
    }
}

impl Record {
    /// Pauses a job that was running when the server was killed. What it did after its last save is lost.
    pub fn break_off(&mut self, saved: Option<JobProgress>) {
        self.state = State::Paused;
        self.notice = Some(match (&saved, self.plan.keeps_something()) {
            (Some(_), _) => "The server was ended while this ran. It goes on from its last save.",
            (None, true) => {
                "The server was ended before the first save. If it is resumed, it starts anew."
            }
            (None, false) => {
                "The server was ended while this ran. This algorithm cannot be saved: if it is resumed, it \
                 starts anew."
            }
        }.to_string());
        self.progress = saved;
    }

    /// Returns whether there is a tree to show.
    pub fn has_tree(&self) -> bool {
        self.plan.keeps_something() && (self.saved || self.state == State::Running)
    }

    /// Returns whether there is something to tell: a verdict, or how it ended without one.
    pub fn has_answer(&self) -> bool {
        let known = |result: &ReportSummary| result.verdict.is_some_and(Verdict::is_known);
        self.state.has_result() || self.result.as_ref().is_some_and(known)
    }

    /// Returns whether there is nothing left to search or certify.
    pub fn is_settled(&self) -> bool {
        let Some(result) = &self.result else { return false };
        let solved = result.verdict.is_some_and(Verdict::is_known);
        self.state == State::Done
            && solved
            && (!self.plan.certify || result.certified == Some(true))
    }
}
