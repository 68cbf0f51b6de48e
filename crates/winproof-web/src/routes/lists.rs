//! Lists of games and algorithms, positions, and the status of the server.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use winproof::ALGORITHMS;
use winproof_games::games as all_games;
use winproof_session::catalogue::{AlgorithmLine, GameLine};
use winproof_session::position::{Look, look};

use super::{Json, blocking};
use crate::description::Refused;
use crate::problem::Problem;
use crate::queue::JobQueue;
use crate::queue::plan::{game, unseen};
use crate::queue::viewers::plain;

/// Returns this description.
#[utoipa::path(
    get,
    path = "/api",
    operation_id = "get_description",
    responses((status = 200, description = "The description in OpenAPI 3.1.", body = Object))
)]
pub async fn description() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], crate::description())
}

/// The limits of the server, and how much of them is in use.
#[derive(Serialize, ToSchema)]
pub struct Status {
    /// The version of the program.
    version: &'static str,
    /// How many jobs can run at the same time.
    threads: usize,
    /// The bytes of all jobs together.
    memory: usize,
    /// The most bytes that a job may ask for.
    job_memory: usize,
    /// The most seconds that a job may ask for.
    job_seconds: f64,
    /// The most bytes of a request.
    request_bytes: u64,
    /// The most bytes of a request in JSON.
    text_bytes: u64,
    /// How many jobs are running.
    running: usize,
    /// How many jobs are waiting.
    waiting: usize,
    /// The bytes that jobs, walks, checks and large requests have been given.
    memory_in_use: usize,
    /// The most bytes that the files of jobs may take; null if there is no limit but the disk.
    disk: Option<u64>,
    /// The bytes that the files of jobs take.
    disk_in_use: u64,
}

/// Returns the limits of the server, and how much of them is in use.
#[utoipa::path(
    get,
    path = "/api/status",
    operation_id = "get_status",
    responses((status = 200, description = "The status.", body = Status))
)]
pub async fn status(State(queue): State<Arc<JobQueue>>) -> axum::Json<Status> {
    let (caps, load) = (&queue.caps, queue.load());
    axum::Json(Status {
        version: env!("CARGO_PKG_VERSION"),
        threads: caps.threads,
        memory: caps.memory,
        job_memory: caps.job_memory,
        job_seconds: caps.job_time.as_secs_f64(),
        request_bytes: caps.request_bytes,
        text_bytes: caps.text_bytes,
        running: load.running,
        waiting: load.waiting,
        memory_in_use: load.memory,
        disk: caps.disk,
        disk_in_use: load.disk,
    })
}

/// Lists the games.
#[utoipa::path(
    get,
    path = "/api/games",
    operation_id = "list_games",
    responses((status = 200, description = "The games.", body = Vec<GameLine>))
)]
pub async fn games() -> axum::Json<Vec<GameLine>> {
    axum::Json(all_games().iter().map(GameLine::new).collect())
}

/// Lists the algorithms.
#[utoipa::path(
    get,
    path = "/api/algorithms",
    operation_id = "list_algorithms",
    responses((status = 200, description = "The algorithms.", body = Vec<AlgorithmLine>))
)]
pub async fn algorithms() -> axum::Json<Vec<AlgorithmLine>> {
    axum::Json(ALGORITHMS.iter().map(AlgorithmLine::new).collect())
}

/// A position to look at.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object with a game and a position")]
pub struct PositionRequest {
    /// The game, with its parameters after a colon: `hex:size=5`.
    game: String,
    /// The position, in any notation that the game reads.
    position: String,
    /// Moves that are played from there, one after the other.
    #[serde(default)]
    moves: Vec<String>,
}

/// Reads a position, plays moves, and returns what can be played then.
#[utoipa::path(
    post,
    path = "/api/position",
    operation_id = "read_position",
    request_body = PositionRequest,
    responses(
        (status = 200, description = "The position after the moves.", body = Look),
        Refused<400>, Refused<413>, Refused<415>, Refused<422>,
    )
)]
pub async fn position(Json(request): Json<PositionRequest>) -> Result<axum::Json<Look>, Problem> {
    blocking(move || {
        let spec = game(&request.game)?.for_position(&request.position);
        let spec = spec.map_err(|error| Problem::field("position", error))?;
        let mut look = look(&spec, &request.position, &request.moves).map_err(unseen)?;
        look.drawing = plain(&look.drawing);
        Ok(axum::Json(look))
    })
    .await
}
