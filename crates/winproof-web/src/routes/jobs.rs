//! Jobs: made, listed, stopped, gone on with, forgotten.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::{Json, blocking};
use crate::problem::Problem;
use crate::queue::JobQueue;
use crate::queue::job::{Intent, JobView};
use crate::queue::plan::{Changes, JobRequest, Plan};
use crate::queue::progress::JobProgress;

type JobAnswer = Result<axum::Json<JobView>, Problem>;

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

pub async fn list(State(queue): State<Arc<JobQueue>>) -> axum::Json<Vec<JobView>> {
    axum::Json(queue.list())
}

pub async fn one(State(queue): State<Arc<JobQueue>>, Path(id): Path<String>) -> JobAnswer {
    queue.job(&id).map(axum::Json)
}

pub async fn delete(
    State(queue): State<Arc<JobQueue>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    blocking(move || queue.delete(&id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn pause(State(queue): State<Arc<JobQueue>>, Path(id): Path<String>) -> JobAnswer {
    blocking(move || queue.halt(&id, Intent::Pause).map(axum::Json)).await
}

pub async fn stop(State(queue): State<Arc<JobQueue>>, Path(id): Path<String>) -> JobAnswer {
    blocking(move || queue.halt(&id, Intent::Stop).map(axum::Json)).await
}

pub async fn resume(
    State(queue): State<Arc<JobQueue>>,
    Path(id): Path<String>,
    Json(changes): Json<Changes>,
) -> JobAnswer {
    blocking(move || queue.resume(&id, &changes).map(axum::Json)).await
}

pub async fn history(
    State(queue): State<Arc<JobQueue>>,
    Path(id): Path<String>,
) -> Result<axum::Json<Vec<JobProgress>>, Problem> {
    let channels = queue.channels(&id)?;
    let history = channels.history.lock().expect("nobody panics there");
    Ok(axum::Json(history.points().to_vec()))
}
