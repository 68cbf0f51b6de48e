//! Audits: is a problem sound?

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use tokio::sync::{oneshot, watch};
use tokio::time::sleep;
use utoipa::{IntoParams, ToSchema};
use winproof::Progress;
use winproof_session::Failure;
use winproof_session::audit::{self, Audit, AuditReport};
use winproof_session::options::Options;
use winproof_session::work::{PlyBounds, TaskObserver};

use super::events::{Listener, PAUSE, event, stream};
use super::{Json, Query, blocking, is_on};
use crate::app::App;
use crate::description::Refused;
use crate::problem::Problem;
use crate::queue::STACK;
use crate::queue::plan::{JobRequest, NewPlan, Plan};
use crate::queue::progress::Phase;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Economy {
    /// `1` to find out also which pieces can be removed without changing the verdict.
    economy: Option<String>,
}

/// The progress of an audit.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AuditProgress {
    /// The time of the searches in seconds.
    seconds: f64,
    /// The positions expanded.
    nodes: u64,
    /// What it is doing.
    phase: Phase,
    /// What is known about the least number of plies of the solution; null before that is looked for.
    plies: Option<PlyBounds>,
    /// How many questions about other moves and about pieces are answered.
    answered: usize,
    /// How many of them there are; 0 until the solution is known.
    questions: usize,
}

/// Audits a problem: its solution, other moves that reach the target too, and the pieces that it does not need. The
/// request is that of a job. It limits the expansions of each question, and the time of all of them. The answer comes at
/// the end; an audit whose client leaves is stopped.
#[utoipa::path(
    post,
    path = "/api/audits",
    operation_id = "audit",
    params(Economy),
    request_body = JobRequest,
    responses(
        (
            status = 200,
            description = "The audit. With `Accept: text/event-stream` a stream instead. Event `progress`: an \
                           `AuditProgress`, some times a second. Then event `audit`: the audit, or event \
                           `error`: a `Problem`.",
            content((AuditReport = "application/json"), (String = "text/event-stream"))
        ),
        Refused<400>, Refused<413>, Refused<415>, Refused<422>, Refused<503>,
    )
)]
pub async fn audit(
    State(app): State<App>,
    headers: HeaderMap,
    Query(Economy { economy }): Query<Economy>,
    Json(request): Json<JobRequest>,
) -> Result<Response, Problem> {
    let running = begin(&app, request, economy.as_deref().is_some_and(is_on)).await?;
    let mut closing = app.closing.subscribe();
    if wants_events(&headers) {
        let follow = |listener| async move {
            // It ends with the audit, or when nobody listens.
            let _ = follow(running, &listener).await;
        };
        return stream(&app, closing, follow).map(IntoResponse::into_response);
    }
    tokio::select! {
        answer = running.answer() => answer.map(|audit| axum::Json(audit).into_response()),
        _ = closing.wait_for(|&closing| closing) => Err(Problem::busy("the server ends")),
    }
}

fn wants_events(headers: &HeaderMap) -> bool {
    let accepted = headers.get(ACCEPT).and_then(|accepted| accepted.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("text/event-stream"))
}

/// An audit in its own thread. It is stopped when this is dropped.
struct RunningAudit {
    progress: watch::Receiver<AuditProgress>,
    audited: oneshot::Receiver<Result<AuditReport, Failure>>,
    _stop: StopOnDrop,
}

impl RunningAudit {
    /// Waits for its end.
    async fn answer(self) -> Result<AuditReport, Problem> {
        let audited = self.audited.await;
        Ok(audited.map_err(|_| Problem::internal("the audit broke down"))??)
    }
}

async fn begin(app: &App, request: JobRequest, economy: bool) -> Result<RunningAudit, Problem> {
    let queue = Arc::clone(&app.queue);
    let NewPlan { plan, position } =
        blocking(move || Plan::of_request(&request, &queue.caps)).await?;
    audit::check_ask(plan.ask).map_err(|error| Problem::field("ask", error))?;
    let options = plan.options().ok_or_else(|| Problem::internal("a request is a search"))?;
    let options = Options { nodes: options.nodes.or(Some(audit::NODES_EACH)), ..options };
    // Who waited would take the place of other requests.
    let permit = Arc::clone(&app.audits).try_acquire_many_owned(plan.threads() as u32);
    let permit = permit
        .map_err(|_| Problem::busy("audits use all threads that this server has for them"))?;
    let lease = app.queue.lease(plan.memory()).await?;
    let stop = StopOnDrop::default();
    let interrupt = Arc::clone(&stop.0);
    let (teller, progress) = watch::channel(AuditProgress {
        seconds: 0.0,
        nodes: 0,
        phase: Phase::Searching,
        plies: None,
        answered: 0,
        questions: 0,
    });
    let (reply, audited) = oneshot::channel();
    let thread = thread::Builder::new().name("audit".to_string()).stack_size(STACK);
    let spawned = thread.spawn(move || {
        let audit = Audit {
            spec: &plan.game,
            options: &options,
            economy,
            interrupt: &interrupt,
            observer: &mut ProgressTeller(teller),
        };
        let audited = audit.run(&position);
        drop((lease, permit));
        // A client that has left does not need the answer.
        let _ = reply.send(audited);
    });
    spawned.map_err(Problem::internal)?;
    Ok(RunningAudit { progress, audited, _stop: stop })
}

/// Sends the progress of an audit, and then its result.
async fn follow(mut running: RunningAudit, listener: &Listener) -> Option<()> {
    // It ends when the audit does, which nobody has to tell.
    while running.progress.changed().await.is_ok() {
        let progress = running.progress.borrow_and_update().clone();
        listener.send(event("progress", &progress)).await.ok()?;
        sleep(PAUSE).await;
    }
    let last = match running.answer().await {
        Ok(audit) => event("audit", &audit),
        Err(problem) => event("error", &problem),
    };
    listener.send(last).await.ok()
}

/// Publishes the progress of an audit.
struct ProgressTeller(watch::Sender<AuditProgress>);

impl ProgressTeller {
    fn set_phase(&mut self, phase: Phase) {
        self.0.send_if_modified(|now| std::mem::replace(&mut now.phase, phase) != phase);
    }
}

impl TaskObserver for ProgressTeller {
    fn progress(&mut self, progress: &Progress) {
        self.0.send_modify(|now| {
            now.seconds = progress.elapsed.as_secs_f64();
            now.nodes = progress.counts.expansions;
        });
    }

    fn searching(&mut self) {
        self.set_phase(Phase::Searching);
    }

    fn certifying(&mut self) {
        self.set_phase(Phase::Certifying);
    }

    fn checking(&mut self, _checked: u64, _records: u64) {
        self.set_phase(Phase::Checking);
    }

    fn plies(&mut self, bounds: PlyBounds) {
        self.0.send_modify(|now| now.plies = Some(bounds));
    }

    fn audited(&mut self, answered: usize, questions: usize) {
        self.0.send_modify(|now| (now.answered, now.questions) = (answered, questions));
    }
}

/// Stops an audit when its request ends, in whatever way.
#[derive(Default)]
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
