//! Audits: is a problem sound?

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use axum::extract::State;
use serde::Deserialize;
use tokio::sync::oneshot;
use utoipa::IntoParams;
use winproof::Silent;
use winproof_session::audit::{self, Audit, AuditReport};
use winproof_session::options::Options;

use super::{Json, Query, blocking, is_on};
use crate::app::App;
use crate::description::Refused;
use crate::problem::Problem;
use crate::queue::STACK;
use crate::queue::plan::{JobRequest, NewPlan, Plan};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Economy {
    /// `1` to find out also which pieces can be removed without changing the verdict.
    economy: Option<String>,
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
        (status = 200, description = "The audit.", body = AuditReport),
        Refused<400>, Refused<413>, Refused<415>, Refused<422>, Refused<503>,
    )
)]
pub async fn audit(
    State(app): State<App>,
    Query(Economy { economy }): Query<Economy>,
    Json(request): Json<JobRequest>,
) -> Result<axum::Json<AuditReport>, Problem> {
    let queue = Arc::clone(&app.queue);
    let NewPlan { plan, position } =
        blocking(move || Plan::of_request(&request, &queue.caps)).await?;
    audit::check_ask(plan.ask).map_err(|error| Problem::field("ask", error))?;
    let options = plan.options().ok_or_else(|| Problem::internal("a request is a search"))?;
    let options = Options { nodes: options.nodes.or(Some(audit::NODES_EACH)), ..options };
    // Who waited would take the place of other requests.
    let permit = Arc::clone(&app.audits).try_acquire_owned();
    let permit =
        permit.map_err(|_| Problem::busy("as many audits run as this server has threads"))?;
    let lease = app.queue.lease(plan.memory()).await?;
    let stop = StopOnDrop::default();
    let interrupt = Arc::clone(&stop.0);
    let (reply, answer) = oneshot::channel();
    let thread = thread::Builder::new().name("audit".to_string()).stack_size(STACK);
    let spawned = thread.spawn(move || {
        let audit = Audit {
            spec: &plan.game,
            options: &options,
            economy: economy.as_deref().is_some_and(is_on),
            interrupt: &interrupt,
            observer: &mut Silent,
        };
        let audited = audit.run(&position);
        drop((lease, permit));
        // A client that has left does not need the answer.
        let _ = reply.send(audited);
    });
    spawned.map_err(Problem::internal)?;
    let mut closing = app.closing.subscribe();
    let answer = tokio::select! {
        answer = answer => answer,
        _ = closing.wait_for(|&closing| closing) => {
            return Err(Problem::busy("the server ends"));
        }
    };
    let audited = answer.map_err(|_| Problem::internal("the audit broke down"))?;
    Ok(axum::Json(audited?))
}

/// Stops an audit when its request ends, in whatever way.
#[derive(Default)]
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
