//! Server-sent events.

use std::collections::HashMap;
use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, KeepAliveStream, Sse};
use serde::Serialize;
use tokio::sync::mpsc::{self, Sender};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_stream::wrappers::ReceiverStream;
use utoipa::ToSchema;

use super::JobId;
use crate::app::App;
use crate::description::Refused;
use crate::problem::Problem;
use crate::queue::progress::JobProgress;

/// A stream of events.
pub type Events = Sse<KeepAliveStream<ReceiverStream<Result<Event, Infallible>>>>;
/// Where the events of a stream go.
pub type Listener = Sender<Result<Event, Infallible>>;

/// The least time between two events of a stream; changes in between are in the next event.
pub const PAUSE: Duration = Duration::from_millis(150);

/// The time between two looks at the progress of running jobs.
const LOOK: Duration = Duration::from_millis(250);

/// Streams the events of a job.
#[utoipa::path(
    get,
    path = "/api/jobs/{id}/events",
    operation_id = "job_events",
    params(JobId),
    responses(
        (
            status = 200,
            description = "Event `job`: a `JobSummary`, at once and with every change of its state. Event \
                           `progress`: a `Progress`, some times a second. The stream ends when the job \
                           has stopped.",
            body = String,
            content_type = "text/event-stream"
        ),
        Refused<404>, Refused<503>,
    )
)]
pub async fn one_job(
    State(app): State<App>,
    Path(JobId(id)): Path<JobId>,
) -> Result<Events, Problem> {
    // For a job that does not exist there is no stream.
    app.queue.channels(&id)?;
    let closing = app.closing.subscribe();
    stream(&app.clone(), closing, |listener| async move {
        // It ends with the job, or when nobody listens.
        let _ = follow(&app, &id, &listener).await;
    })
}

/// Sends the events of a job until it has stopped.
async fn follow(app: &App, id: &str, listener: &Listener) -> Option<()> {
    let channels = app.queue.channels(id).ok()?;
    let mut changes = channels.changes.subscribe();
    let mut progress = channels.progress.subscribe();
    changes.mark_changed();
    progress.mark_unchanged();
    loop {
        let changed = tokio::select! {
            biased;
            changed = changes.changed() => { changed.ok()?; true }
            changed = progress.changed() => { changed.ok()?; false }
        };
        if changed {
            // A deleted job has no more events.
            let job = app.queue.summary(id).ok()?;
            listener.send(event("job", &job)).await.ok()?;
            if job.state.has_stopped() {
                return None;
            }
        } else {
            let progress_now = progress.borrow_and_update().clone();
            if let Some(progress_now) = progress_now {
                listener.send(event("progress", &progress_now)).await.ok()?;
                sleep(PAUSE).await;
            }
        }
    }
}

/// The progress of one of the jobs.
#[derive(Serialize, ToSchema)]
pub struct ProgressNews {
    /// The job.
    id: String,
    /// Its progress.
    progress: JobProgress,
}

/// Streams what changes in the list of jobs.
#[utoipa::path(
    get,
    path = "/api/events",
    operation_id = "all_events",
    responses(
        (
            status = 200,
            description = "Event `reset`: whatever the client knows may be out of date; it is the first one, \
                           unless the stream goes on after an interruption (`Last-Event-ID`). Event `jobs`: \
                           `News` of what has changed. Event `progress`: `ProgressNews` of a running job, \
                           some times a second.",
            body = String,
            content_type = "text/event-stream"
        ),
        Refused<503>,
    )
)]
pub async fn all_jobs(State(app): State<App>, headers: HeaderMap) -> Result<Events, Problem> {
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok());
    let known = last.and_then(|last| version(last, app.run));
    let closing = app.closing.subscribe();
    stream(&app.clone(), closing, move |listener| async move {
        let _ = follow_all(&app, known, &listener).await;
    })
}

/// The name of an event: this run of the server, and the version of the list.
fn name(run: u32, version: u64) -> String {
    format!("{run:08x}-{version}")
}

/// Returns the version that an event of this run of the server had.
fn version(name: &str, run: u32) -> Option<u64> {
    let (its_run, version) = name.split_once('-')?;
    (its_run == format!("{run:08x}")).then(|| version.parse().ok())?
}

/// Sends the changes of all jobs as long as anybody listens.
async fn follow_all(app: &App, known: Option<u64>, listener: &Listener) -> Option<()> {
    let mut changes = app.queue.listen();
    let mut known = known;
    let mut told: HashMap<String, watch::Receiver<Option<JobProgress>>> = HashMap::new();
    loop {
        let (version, news) = match known {
            Some(known) => app.queue.news(known),
            None => (app.queue.version(), None),
        };
        if known != Some(version) {
            let event = match news {
                Some(news) => event("jobs", &news),
                None => Ok(Event::default().event("reset").data("null")),
            };
            let event = event.map(|event| event.id(name(app.run, version)));
            listener.send(event).await.ok()?;
            known = Some(version);
            sleep(PAUSE).await;
        }
        let running = app.queue.running();
        told.retain(|id, _| running.contains(id));
        for id in &running {
            let Ok(channels) = app.queue.channels(id) else { continue };
            let seen = told.entry(id.clone()).or_insert_with(|| {
                let mut progress = channels.progress.subscribe();
                progress.mark_changed();
                progress
            });
            let changed = seen.has_changed().unwrap_or(false);
            let progress = seen.borrow_and_update().clone();
            if let Some(progress) = progress.filter(|_| changed) {
                let news = ProgressNews { id: id.clone(), progress };
                listener.send(event("progress", &news)).await.ok()?;
            }
        }
        let changed = changes.changed();
        match running.is_empty() {
            true => changed.await.ok()?,
            // Whether it changes or not, there is progress to tell.
            false => drop(timeout(LOOK, changed).await),
        }
    }
}

/// Makes a stream of what `tell` sends; it ends with `tell`, when nobody listens any more, or with the
/// server.
pub fn stream<F: Future<Output = ()> + Send + 'static>(
    app: &App,
    mut closing: watch::Receiver<bool>,
    tell: impl FnOnce(Listener) -> F,
) -> Result<Events, Problem> {
    let Ok(seat) = app.listeners.clone().try_acquire_owned() else {
        return Err(Problem::busy("too many clients listen to events"));
    };
    let (listener, events) = mpsc::channel(1);
    let telling = tell(listener.clone());
    tokio::spawn(async move {
        tokio::select! {
            () = telling => {}
            () = listener.closed() => {}
            _ = closing.wait_for(|&closing| closing) => {}
        }
        drop(seat);
    });
    Ok(Sse::new(ReceiverStream::new(events)).keep_alive(KeepAlive::default()))
}

/// Makes an event of this name.
pub fn event(name: &str, data: &impl Serialize) -> Result<Event, Infallible> {
    Ok(Event::default().event(name).json_data(data).expect("it has nothing that JSON has not"))
}
