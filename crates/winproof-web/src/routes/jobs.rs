//! Jobs: made, listed, stopped, gone on with, forgotten.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::{Json, aside};
use crate::desk::Desk;
use crate::desk::job::{Intent, JobView};
use crate::desk::plan::{Changes, JobRequest, Plan};
use crate::desk::progress::Standing;
use crate::problem::Problem;

type JobAnswer = Result<axum::Json<JobView>, Problem>;

pub async fn submit(
    State(desk): State<Arc<Desk>>,
    Json(request): Json<JobRequest>,
) -> Result<(StatusCode, axum::Json<JobView>), Problem> {
    aside(move || {
        let plan = Plan::new(&request, &desk.caps)?;
        Ok((StatusCode::CREATED, axum::Json(desk.submit(plan, request.label)?)))
    })
    .await
}

pub async fn list(State(desk): State<Arc<Desk>>) -> axum::Json<Vec<JobView>> {
    axum::Json(desk.list())
}

pub async fn one(State(desk): State<Arc<Desk>>, Path(id): Path<String>) -> JobAnswer {
    desk.job(&id).map(axum::Json)
}

pub async fn delete(
    State(desk): State<Arc<Desk>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    aside(move || desk.delete(&id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn pause(State(desk): State<Arc<Desk>>, Path(id): Path<String>) -> JobAnswer {
    aside(move || desk.halt(&id, Intent::Pause).map(axum::Json)).await
}

pub async fn stop(State(desk): State<Arc<Desk>>, Path(id): Path<String>) -> JobAnswer {
    aside(move || desk.halt(&id, Intent::Stop).map(axum::Json)).await
}

pub async fn resume(
    State(desk): State<Arc<Desk>>,
    Path(id): Path<String>,
    Json(changes): Json<Changes>,
) -> JobAnswer {
    aside(move || desk.resume(&id, &changes).map(axum::Json)).await
}

pub async fn history(
    State(desk): State<Arc<Desk>>,
    Path(id): Path<String>,
) -> Result<axum::Json<Vec<Standing>>, Problem> {
    let wires = desk.wires(&id)?;
    let history = wires.history.lock().expect("nobody panics there");
    Ok(axum::Json(history.points().to_vec()))
}
