//! Server-sent events.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Serialize;
use tokio::sync::mpsc::{self, Sender};
use tokio::sync::watch;
use tokio::time::sleep;
use tokio_stream::wrappers::ReceiverStream;

use super::JobId;
use crate::app::App;
use crate::description::Refused;
use crate::problem::Problem;
use crate::queue::job::State as JobState;

type Events = Sse<axum::response::sse::KeepAliveStream<ReceiverStream<Result<Event, Infallible>>>>;
type Listener = Sender<Result<Event, Infallible>>;

/// The least time between two events; changes in between are in the next event.
const PAUSE: Duration = Duration::from_millis(150);

/// Streams the events of a job.
#[utoipa::path(
    get,
    path = "/api/jobs/{id}/events",
    operation_id = "job_events",
    params(JobId),
    responses(
        (
            status = 200,
            description = "Event `job`: a `Job`, at once and with every change of its state. Event \
                           `progress`: a `Progress`, some times a second. The stream ends when the job \
                           has stopped.",
            body = String,
            content_type = "text/event-stream"
        ),
        Refused<404>,
    )
)]
pub async fn one_job(
    State(app): State<App>,
    Path(JobId(id)): Path<JobId>,
) -> Result<Events, Problem> {
    // For a job that does not exist there is no stream.
    app.queue.channels(&id)?;
    Ok(stream(app.closing.subscribe(), |listener| async move {
        // It ends with the job, or when nobody listens.
        let _ = follow(&app, &id, &listener).await;
    }))
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
            let job = app.queue.job(id).ok()?;
            let over = !matches!(job.state, JobState::Waiting | JobState::Running);
            listener.send(event("job", &job)).await.ok()?;
            if over {
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

/// Streams the events of all jobs.
#[utoipa::path(
    get,
    path = "/api/events",
    operation_id = "all_events",
    responses((
        status = 200,
        description = "Event `jobs`: a list of `Job`, at once and whenever a state or the queue changes.",
        body = String,
        content_type = "text/event-stream"
    ))
)]
pub async fn all_jobs(State(app): State<App>) -> Events {
    stream(app.closing.subscribe(), |listener| async move {
        let mut changes = app.queue.listen();
        changes.mark_changed();
        while changes.changed().await.is_ok() {
            if listener.send(event("jobs", &app.queue.list())).await.is_err() {
                break;
            }
            sleep(PAUSE).await;
        }
    })
}

/// Makes a stream of what `tell` sends; it ends with `tell`, when nobody listens any more, or with the
/// server.
fn stream<F: Future<Output = ()> + Send + 'static>(
    mut closing: watch::Receiver<bool>,
    tell: impl FnOnce(Listener) -> F,
) -> Events {
    let (listener, events) = mpsc::channel(1);
    let telling = tell(listener.clone());
    tokio::spawn(async move {
        tokio::select! {
            () = telling => {}
            () = listener.closed() => {}
            _ = closing.wait_for(|&closing| closing) => {}
        }
    });
    Sse::new(ReceiverStream::new(events)).keep_alive(KeepAlive::default())
}

fn event(name: &str, data: &impl Serialize) -> Result<Event, Infallible> {
    Ok(Event::default().event(name).json_data(data).expect("it has nothing that JSON has not"))
}
