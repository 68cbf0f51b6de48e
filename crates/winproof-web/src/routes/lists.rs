//! What there is to choose from, and how the server is doing.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use winproof::ALGORITHMS;
use winproof_games::games as all_games;
use winproof_session::catalogue::{AlgorithmLine, GameLine};
use winproof_session::position::{Look, look};

use super::{Json, blocking};
use crate::problem::Problem;
use crate::queue::JobQueue;
use crate::queue::plan::{game, unseen};
use crate::queue::viewers::plain;

/// The interface described for programs.
const DESCRIPTION: &str = include_str!("../openapi.json");

pub async fn description() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], DESCRIPTION)
}

#[derive(Serialize)]
pub struct Status {
    version: &'static str,
    threads: usize,
    memory: usize,
    job_memory: usize,
    job_seconds: f64,
    request_bytes: u64,
    running: usize,
    waiting: usize,
    memory_in_use: usize,
}

pub async fn status(State(queue): State<Arc<JobQueue>>) -> axum::Json<Status> {
    let (caps, load) = (&queue.caps, queue.load());
    axum::Json(Status {
        version: env!("CARGO_PKG_VERSION"),
        threads: caps.threads,
        memory: caps.memory,
        job_memory: caps.job_memory,
        job_seconds: caps.job_time.as_secs_f64(),
        request_bytes: caps.request_bytes,
        running: load.running,
        waiting: load.waiting,
        memory_in_use: load.memory,
    })
}

pub async fn games() -> axum::Json<Vec<GameLine>> {
    axum::Json(all_games().iter().map(GameLine::new).collect())
}

pub async fn algorithms() -> axum::Json<Vec<AlgorithmLine>> {
    axum::Json(ALGORITHMS.iter().map(AlgorithmLine::new).collect())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    game: String,
    position: String,
    #[serde(default)]
    moves: Vec<String>,
}

pub async fn position(Json(request): Json<PositionRequest>) -> Result<axum::Json<Look>, Problem> {
    blocking(move || {
        let spec = game(&request.game)?;
        let mut look = look(&spec, &request.position, &request.moves).map_err(unseen)?;
        look.drawing = plain(&look.drawing);
        Ok(axum::Json(look))
    })
    .await
}
