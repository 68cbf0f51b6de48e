//! Routes of jobs: create, list, pause, stop, resume, save, delete.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use utoipa::IntoParams;

use super::{JobId, Json, Query, blocking};
use crate::description::Refused;
use crate::held::hold;
use crate::problem::Problem;
use crate::queue::job::{Intent, JobSummary, JobView};
use crate::queue::list::{Deleted, Filter, JobList, Part};
use crate::queue::plan::{Changes, JobRequest, Plan};
use crate::queue::progress::JobProgress;
use crate::queue::{JobQueue, Origin};

type JobAnswer = Result<axum::Json<JobSummary>, Problem>;

/// A new job and where it is.
pub type NewJob = (StatusCode, [(HeaderName, String); 1], axum::Json<JobSummary>);

/// Answers with a job that was just made.
pub fn created(queue: &JobQueue, id: &str) -> Result<NewJob, Problem> {
    let place = [(LOCATION, format!("/api/jobs/{id}"))];
    Ok((StatusCode::CREATED, place, axum::Json(queue.summary(id)?)))
}

/// The most characters of a client's name for a request.
const LONGEST_KEY: usize = 200;

/// The client's name for a request.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "for the description")]
pub struct IdempotencyKey {
    /// A name for this request, of at most 200 visible characters. If a request with the same name has made a
    /// job that still exists, that job is the answer, and no other is made.
    #[param(rename = "idempotency-key", required = false)]
    key: Option<String>,
}

fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    let key = key.to_str().ok().filter(|key| !key.is_empty() && key.len() <= LONGEST_KEY);
    let wrong = || {
        let error = format!("expected a key of at most {LONGEST_KEY} visible characters");
        Problem::field("idempotency-key", error)
    };
    key.map(|key| Some(key.to_string())).ok_or_else(wrong)
}

/// Puts a problem into the queue.
#[utoipa::path(
    post,
    path = "/api/jobs",
    operation_id = "submit_job",
    params(IdempotencyKey),
    request_body = JobRequest,
    responses(
        (
            status = 201,
            description = "The new job.",
            body = JobSummary,
            headers(("location" = String, description = "The path of the job."))
        ),
        Refused<400>, Refused<409>, Refused<413>, Refused<415>, Refused<422>, Refused<503>,
        Refused<507>,
    )
)]
pub async fn submit(
    State(queue): State<Arc<JobQueue>>,
    headers: HeaderMap,
    Json(request): Json<JobRequest>,
) -> Result<NewJob, Problem> {
    let key = idempotency_key(&headers)?;
    blocking(move || {
        let new = Plan::of_request(&request, &queue.caps)?;
        let id = queue.submit(&new, Origin { label: request.label, key, report: None })?;
        created(&queue, &id)
    })
    .await
}

/// Lists jobs, the newest first.
#[utoipa::path(
    get,
    path = "/api/jobs",
    operation_id = "list_jobs",
    params(Filter, Part),
    responses((status = 200, description = "A page of jobs.", body = JobList), Refused<400>)
)]
pub async fn list(
    State(queue): State<Arc<JobQueue>>,
    Query(filter): Query<Filter>,
    Query(part): Query<Part>,
) -> Result<axum::Json<JobList>, Problem> {
    queue.list(&filter, &part).map(axum::Json)
}

/// Stops and deletes all jobs that fit a filter, which must not be empty.
#[utoipa::path(
    delete,
    path = "/api/jobs",
    operation_id = "delete_jobs",
    params(Filter),
    responses((status = 200, description = "How many it were.", body = Deleted), Refused<400>)
)]
pub async fn delete_all(
    State(queue): State<Arc<JobQueue>>,
    Query(filter): Query<Filter>,
) -> Result<axum::Json<Deleted>, Problem> {
    blocking(move || queue.delete_all(&filter).map(axum::Json)).await
}

/// Returns a job.
#[utoipa::path(
    get,
    path = "/api/jobs/{id}",
    operation_id = "get_job",
    params(JobId),
    responses(
        (status = 200, description = "The job.", body = JobView),
        Refused<404>, Refused<503>,
    )
)]
pub async fn one(
    State(queue): State<Arc<JobQueue>>,
    Path(JobId(id)): Path<JobId>,
) -> Result<Response, Problem> {
    let lease = queue.lease_for(&id).await?;
    let job = blocking(move || queue.job(&id)).await?;
    Ok(hold(axum::Json(job).into_response(), lease))
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

/// Changes a job, and answers with it.
async fn change(
    queue: Arc<JobQueue>,
    id: String,
    change: impl FnOnce(&Arc<JobQueue>, &str) -> Result<(), Problem> + Send + 'static,
) -> JobAnswer {
    blocking(move || {
        change(&queue, &id)?;
        queue.summary(&id).map(axum::Json)
    })
    .await
}

/// Stops a job soon, to be resumed later.
#[utoipa::path(
    post,
    path = "/api/jobs/{id}/pause",
    operation_id = "pause_job",
    params(JobId),
    responses(
        (status = 200, description = "The job, which may still be running.", body = JobSummary),
        Refused<404>,
    )
)]
pub async fn pause(State(queue): State<Arc<JobQueue>>, Path(JobId(id)): Path<JobId>) -> JobAnswer {
    change(queue, id, |queue, id| queue.halt(id, Intent::Pause)).await
}

/// Stops a job soon; it counts as done.
#[utoipa::path(
    post,
    path = "/api/jobs/{id}/stop",
    operation_id = "stop_job",
    params(JobId),
    responses(
        (status = 200, description = "The job, which may still be running.", body = JobSummary),
        Refused<404>,
    )
)]
pub async fn stop(State(queue): State<Arc<JobQueue>>, Path(JobId(id)): Path<JobId>) -> JobAnswer {
    change(queue, id, |queue, id| queue.halt(id, Intent::Stop)).await
}

/// Writes a job to the disk that could not be written before (`unsaved`), and waits for that.
#[utoipa::path(
    post,
    path = "/api/jobs/{id}/save",
    operation_id = "save_job",
    params(JobId),
    responses(
        (status = 200, description = "The job, which is on the disk.", body = JobSummary),
        Refused<404>, Refused<507>,
    )
)]
pub async fn save(State(queue): State<Arc<JobQueue>>, Path(JobId(id)): Path<JobId>) -> JobAnswer {
    change(queue, id, |queue, id| queue.save_again(id)).await
}

/// Puts a job that has stopped into the queue again, with other parameters or limits.
#[utoipa::path(
    post,
    path = "/api/jobs/{id}/resume",
    operation_id = "resume_job",
    params(JobId),
    request_body = Changes,
    responses(
        (status = 200, description = "The job.", body = JobSummary),
        Refused<400>, Refused<404>, Refused<409>, Refused<413>, Refused<415>, Refused<422>,
        Refused<507>,
    )
)]
pub async fn resume(
    State(queue): State<Arc<JobQueue>>,
    Path(JobId(id)): Path<JobId>,
    Json(changes): Json<Changes>,
) -> JobAnswer {
    change(queue, id, move |queue, id| queue.resume(id, &changes)).await
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
    blocking(move || Ok(axum::Json(queue.history(&id)?.into_points()))).await
}
