//! Viewers of saved searches and of certificates. Each is a thread that keeps one of them loaded and answers
//! requests, until there are no more requests or the memory is needed.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout_at};
use utoipa::ToSchema;
use winproof_certificate::ReadError;
use winproof_games::GameSpec;
use winproof_session::amounts::Memory;
use winproof_session::replay::page;
use winproof_session::saved::Saved;
use winproof_session::walk::{View, Walk, through_save};

use super::budget::Lease;
use super::job::State;
use super::progress::Phase;
use super::run::without_path;
use super::store::{Certificate, is_file};
use super::{JobQueue, STACK};
use crate::problem::Problem;

/// How long a viewer waits for the next request. If it is shorter, the viewer must load again after a pause
/// of the user.
const IDLE: Duration = Duration::from_secs(60);

/// How long a running search may take to be saved.
const SNAPSHOT: Duration = Duration::from_secs(20);

/// What a viewer shows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subject {
    /// The job.
    pub id: String,
    /// The certificate, or `None` for the saved search.
    pub certificate: Option<&'static str>,
}

/// The handle of a viewer's thread.
pub struct Viewer {
    requests: Sender<Request>,
    /// The memory that it has reserved.
    pub bytes: usize,
}

struct Request {
    moves: Vec<String>,
    reply: oneshot::Sender<Result<Value, Problem>>,
}

impl JobQueue {
    /// Returns what a search knows about the position that is reached by these moves; with `fresh`, its
    /// current state.
    pub async fn tree(
        self: &Arc<Self>,
        id: &str,
        moves: Vec<String>,
        fresh: bool,
    ) -> Result<Value, Problem> {
        let record = self.record(id)?;
        if !record.has_tree() {
            return Err(Problem::conflict(match &record.plan.search {
                None => "this is a proof, without the search for it".to_string(),
                Some(_) if record.plan.keeps_something() => "the search has not begun".to_string(),
                Some(_) if !record.plan.ask.can_be_saved() => {
                    "a search for the least number of plies, or for a Grundy value, cannot be looked at"
                        .to_string()
                }
                Some(search) => {
                    let name = search.config.algorithm().info().name;
                    format!("{name} keeps nothing that could be looked at")
                }
            }));
        }
        let subject = Subject { id: id.to_string(), certificate: None };
        let path = self.store.job(id).save();
        if record.state == State::Running && (fresh || !is_file(&path)) {
            self.take_snapshot(id).await?;
            self.lock().viewers.remove(&subject);
        }
        let most = record.plan.memory();
        let source = Source::Save(path);
        self.walk(subject, moves, source, |length| most.min(SPARE + 8 * length)).await
    }

    /// Returns what a certificate says about the position that is reached by these moves.
    pub async fn proof(
        self: &Arc<Self>,
        id: &str,
        moves: Vec<String>,
        which: Certificate,
    ) -> Result<Value, Problem> {
        let record = self.record(id)?;
        let path = self.store.job(id).certificate(which);
        let subject = Subject { id: id.to_string(), certificate: Some(which.name()) };
        let source = Source::Certificate(path, record.plan.game);
        let most = self.caps.job_memory;
        // Certificates are compressed.
        self.walk(subject, moves, source, |length| most.min(SPARE + 32 * length)).await
    }

    /// Asks a viewer, which is started if there is none.
    async fn walk(
        self: &Arc<Self>,
        subject: Subject,
        moves: Vec<String>,
        source: Source,
        memory: impl Fn(usize) -> usize,
    ) -> Result<Value, Problem> {
        // A viewer that has just ended does not answer; a new one does.
        for _ in 0..2 {
            if let Some(answer) = self.ask(&subject, &moves).await {
                return answer;
            }
            let length = fs::metadata(source.path()).map_or(0, |file| file.len() as usize);
            let lease = self.lease(memory(length)).await?;
            self.start_viewer(subject.clone(), source.clone(), lease)?;
        }
        self.ask(&subject, &moves).await.unwrap_or_else(|| {
            Err(Problem::busy("the memory is needed for something else: try again later"))
        })
    }

    /// Returns the answer of the viewer; `None` if there is no viewer, or if it ends without an answer.
    async fn ask(&self, subject: &Subject, moves: &[String]) -> Option<Result<Value, Problem>> {
        let (reply, answer) = oneshot::channel();
        let request = Request { moves: moves.to_vec(), reply };
        let requests = self.lock().viewers.get(subject)?.requests.clone();
        requests.send(request).ok()?;
        drop(requests);
        answer.await.ok()
    }

    /// Starts a viewer.
    fn start_viewer(
        self: &Arc<Self>,
        subject: Subject,
        source: Source,
        lease: Lease,
    ) -> Result<(), Problem> {
        let (requests, receiver) = mpsc::channel();
        self.lock().viewers.insert(subject, Viewer { requests, bytes: lease.bytes });
        let thread = thread::Builder::new().name("viewer".to_string()).stack_size(STACK);
        let spawned = thread.spawn(move || source.walk(&receiver, lease));
        spawned.map_err(Problem::internal)?;
        Ok(())
    }

    /// Has a running search saved now.
    async fn take_snapshot(&self, id: &str) -> Result<(), Problem> {
        let channels = self.channels(id)?;
        let (mut saved, mut changed) =
            (channels.snapshots.subscribe(), channels.changes.subscribe());
        channels.snapshot.store(true, Ordering::Relaxed);
        // It may have ended in the meantime; and before a certificate is made, everything is saved.
        let phase = channels.progress.borrow().as_ref().map(|progress_now| progress_now.phase);
        if self.record(id)?.state != State::Running || phase == Some(Phase::Certifying) {
            return Ok(());
        }
        let taken = async {
            tokio::select! {
                _ = saved.changed() => {}
                _ = changed.changed() => {}
            }
        };
        let in_time = timeout_at(Instant::now() + SNAPSHOT, taken).await;
        in_time.map_err(|_| Problem::busy("the search is too busy to be saved: try again later"))
    }
}

/// The least memory of a viewer, whatever the file contains.
pub const SPARE: usize = 4 << 20;

/// What a viewer loads.
#[derive(Clone)]
enum Source {
    Save(PathBuf),
    Certificate(PathBuf, GameSpec),
}

impl Source {
    fn path(&self) -> &Path {
        match self {
            Source::Save(path) | Source::Certificate(path, _) => path,
        }
    }

    /// Loads it and answers requests. The memory is released after it is unloaded.
    fn walk(self, requests: &Receiver<Request>, lease: Lease) {
        let loaded = match &self {
            Source::Save(path) => through(path, requests, lease.bytes),
            Source::Certificate(path, spec) => read(path, spec, requests, lease.bytes),
        };
        // All requests get the reason of the failure.
        if let Err(reason) = loaded
            && let Ok(request) = requests.recv_timeout(IDLE)
        {
            let _ = request.reply.send(Err(reason));
        }
    }
}

fn through(path: &Path, requests: &Receiver<Request>, memory: usize) -> Result<(), Problem> {
    let mut walk = |_: &_, walk: &mut dyn Walk| serve(requests, |moves| see(walk, moves));
    Saved::open(path)
        .and_then(|saved| through_save(saved, Some(Memory(memory)), &mut walk))
        .map_err(|failure| Problem::conflict(without_path(&failure, path)))
}

fn read(
    path: &Path,
    spec: &GameSpec,
    requests: &Receiver<Request>,
    memory: usize,
) -> Result<(), Problem> {
    let certificate = File::open(path)
        .map_err(ReadError::from)
        .and_then(|file| winproof_certificate::Certificate::read_from(file, memory))
        .map_err(|error| Problem::conflict(error.to_string()))?;
    serve(requests, |moves| {
        let mut page = page::page(&certificate, spec, moves)
            .map_err(|error| Problem::field("moves", error))?;
        page.drawing = plain(&page.drawing);
        Ok(in_json(&page))
    });
    Ok(())
}

/// Answers requests until there are no more.
fn serve(
    requests: &Receiver<Request>,
    mut answer: impl FnMut(&[String]) -> Result<Value, Problem>,
) {
    while let Ok(Request { moves, reply }) = requests.recv_timeout(IDLE) {
        // A client that has left does not need the answer.
        let _ = reply.send(answer(&moves));
    }
}

/// A position of a saved search, and what is known about its children.
#[derive(Serialize, ToSchema)]
#[schema(as = Node)]
pub struct DrawnView {
    #[serde(flatten)]
    view: View,
    /// A drawing of the position in characters.
    drawing: String,
}

fn see(walk: &mut dyn Walk, moves: &[String]) -> Result<Value, Problem> {
    while walk.ascend().is_some() {}
    for name in moves {
        walk.follow(name).map_err(|error| Problem::field("moves", error))?;
    }
    Ok(in_json(&DrawnView { view: walk.view(), drawing: plain(&walk.draw()) }))
}

/// A drawing without colours.
pub fn plain(drawing: &str) -> String {
    anstream::adapter::strip_str(drawing).to_string()
}

fn in_json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("it has nothing that JSON has not")
}
