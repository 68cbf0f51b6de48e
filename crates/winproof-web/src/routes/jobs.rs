//! Routes of jobs: create, list, pause, stop, resume, delete.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::{JobId, Json, blocking};
use crate::description::Refused;
use crate::problem::Problem;
use crate::queue::JobQueue;
use crate::queue::job::{Intent, JobView};
use crate::queue::plan::{Changes, JobRequest, Plan};
use crate::queue::progress::JobProgress;

type JobAnswer = Result<axum::Json<JobView>, Problem>;

/// Puts a problem into the queue.
#[utoipa::path(
    post,
    path = "/api/jobs",
    operation_id = "submit_job",
    request_body = JobRequest,
    responses(
        (status = 201, description = "The new job.", body = JobView),
        Refused<400>, Refused<413>, Refused<415>, Refused<422>, Refused<503>,
    )
)]
pub async fn submit(
    State(queue): State<Arc<JobQueue>>,
    Json(request): Json<JobRequest>,
) -> Result<(StatusCode, axum::Json<JobView>), Problem> {
    blocking(move || {
        let plan = Plan::new(&request, &queue.caps)?;
        Ok((StatusCode::CREATED, axum::Json(queue.submit(plan, request.label)?)))
    })
    .await
}

/// Lists all jobs, the newest first.
#[utoipa::path(
    get,
    path = "/api/jobs",
    operation_id = "list_jobs",
    responses((status = 200, description = "The jobs.", body = Vec<JobView>))
)]
pub async fn list(State(queue): State<Arc<JobQueue>>) -> axum::Json<Vec<JobView>> {
    axum::Json(queue.list())
}

/// Returns a job.
#[utoipa::path(
    get,
    path = "/api/jobs/{id}",
    operation_id = "get_job",
    params(JobId),
    responses((status = 200, description = "The job.", body = JobView), Refused<404>)
)]
pub async fn one(State(queue): State<Arc<JobQueue>>, Path(JobId(id)): Path<JobId>) -> JobAnswer {
    queue.job(&id).map(axum::Json)
}

/// Stops a job and deletes it with its files.
#[utoipa::path(
    delete,
    path = "/api/jobs/{id}",
    operation_id = "delete_job",
    params(JobId),
    responses((status = 204, description = "The job is deleted."), Refused<404>)
)]
pub async fn delete(
    State(queue): State<Arc<JobQueue>>,
    Path(JobId(id)): Path<JobId>,
) -> Result<StatusCode, Problem> {
    blocking(move || queue.delete(&id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Stops a job soon, to be resumed later.
#[utoipa::path(
    post,
    path = "/api/jobs/{id}/pause",
    operation_id = "pause_job",
    params(JobId),
    responses(
        (status = 200, description = "The job, which may still be running.", body = JobView),
        Refused<404>,
    )
)]
pub async fn pause(State(queue): State<Arc<JobQueue>>, Path(JobId(id)): Path<JobId>) -> JobAnswer {
    blocking(move || queue.halt(&id, Intent::Pause).map(axum::Json)).await
}

/// Stops a job soon; it counts as done.
#[utoipa::path(
    post,
    path = "/api/jobs/{id}/stop",
    operation_id = "stop_job",
    params(JobId),
    responses(
        (status = 200, description = "The job, which may still be running.", body = JobView),
        Refused<404>,
    )
)]
pub async fn stop(State(queue): State<Arc<JobQueue>>, Path(JobId(id)): Path<JobId>) -> JobAnswer {
    blocking(move || queue.halt(&id, Intent::Stop).map(axum::Json)).await
}

/// Puts a job that has stopped into the queue again, with other parameters or limits.
#[utoipa::path(
    post,
    path = "/api/jobs/{id}/resume",
    operation_id = "resume_job",
    params(JobId),
    request_body = Changes,
    responses(
        (status = 200, description = "The job.", body = JobView),
        Refused<400>, Refused<404>, Refused<409>, Refused<413>, Refused<415>, Refused<422>,
    )
)]
pub async fn resume(
    State(queue): State<Arc<JobQueue>>,
    Path(JobId(id)): Path<JobId>,
    Json(changes): Json<Changes>,
) -> JobAnswer {
    blocking(move || queue.resume(&id, &changes).map(axum::Json)).await
}

/// Returns the progress of a job from its beginning, at most 600 points.
#[utoipa::path(
    get,
    path = "/api/jobs/{id}/history",
    operation_id = "get_history",
    params(JobId),
    responses(
        (status = 200, description = "The progress, oldest first.", body = Vec<JobProgress>),
        Refused<404>,
    )
)]
pub async fn history(
    State(queue): State<Arc<JobQueue>>,
    Path(JobId(id)): Path<JobId>,
) -> Result<axum::Json<Vec<JobProgress>>, Problem> {
    let channels = queue.channels(&id)?;
    let history = channels.history.lock().expect("nobody panics there");
    Ok(axum::Json(history.points().to_vec()))
}
