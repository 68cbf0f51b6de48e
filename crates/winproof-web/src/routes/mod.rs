//! What can be asked for, and who answers.

mod check;
mod download;
mod events;
mod jobs;
mod lists;
mod upload;
mod walk;

use axum::extract::{FromRequest, FromRequestParts};
use axum::http::StatusCode;
use axum::routing::{MethodRouter, get, post};
use serde::Deserialize;

use crate::app::App;
use crate::problem::Problem;

/// All paths with what can be done there. `openapi.json` describes the same.
pub fn all() -> Vec<(&'static str, MethodRouter<App>)> {
    vec![
        ("/api", get(lists::description)),
        ("/api/status", get(lists::status)),
        ("/api/games", get(lists::games)),
        ("/api/algorithms", get(lists::algorithms)),
        ("/api/position", post(lists::position)),
        ("/api/events", get(events::all_jobs)),
        ("/api/jobs", get(jobs::list).post(jobs::submit)),
        ("/api/jobs/{id}", get(jobs::one).delete(jobs::delete)),
        ("/api/jobs/{id}/pause", post(jobs::pause)),
        ("/api/jobs/{id}/stop", post(jobs::stop)),
        ("/api/jobs/{id}/resume", post(jobs::resume)),
        ("/api/jobs/{id}/history", get(jobs::history)),
        ("/api/jobs/{id}/events", get(events::one_job)),
        ("/api/jobs/{id}/tree", get(walk::tree)),
        ("/api/jobs/{id}/proof", get(walk::proof)),
        ("/api/jobs/{id}/certificate", get(download::certificate)),
        ("/api/jobs/{id}/save", get(download::save)),
        ("/api/jobs/{id}/position", get(download::position)),
        ("/api/saves", post(check::add_save)),
        ("/api/verify", post(check::verify)),
        ("/api/proofs", post(check::add_proof)),
    ]
}

/// All paths of the interface, for those who compare it with its description.
pub fn paths() -> Vec<&'static str> {
    all().into_iter().map(|(path, _)| path).collect()
}

/// What is not there.
pub async fn unknown() -> Problem {
    Problem::not_found("there is nothing of that name; /api describes what there is")
}

/// What is there, but for something else.
pub async fn wrong_method() -> Problem {
    let error = "that cannot be done here; /api describes what can";
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, error)
}

/// A request in JSON.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(Problem))]
struct Json<T>(T);

/// What stands behind the question mark.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Problem))]
struct Query<T>(T);

/// The way to a position.
#[derive(Deserialize)]
struct MovePath {
    /// The moves, with commas between them; with semicolons where a move has commas in it, as in Arimaa.
    #[serde(default)]
    moves: String,
}

impl MovePath {
    fn moves(&self) -> Vec<String> {
        let sign = if self.moves.contains(';') { ';' } else { ',' };
        let moves = self.moves.split(sign).map(str::trim);
        moves.filter(|name| !name.is_empty()).map(str::to_string).collect()
    }
}

/// Does something that takes a while, without keeping others waiting.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|_| Err(Problem::internal("this broke down; it is a bug in winproof")))
}
