//! The routes of the HTTP interface.

mod audit;
mod check;
mod download;
mod events;
mod extract;
mod jobs;
mod lists;
mod upload;
mod walk;

use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::{IntoParams, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use self::audit::AuditProgress;
pub use self::events::ProgressNews;
pub use self::extract::is_json;
use self::extract::{Json, Query};
pub use self::upload::UPLOADS;
use crate::app::App;
use crate::description::Base;
use crate::problem::Problem;

/// Returns all paths with their methods, and their description.
pub fn all() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Base::openapi())
        .routes(routes!(lists::description))
        .routes(routes!(lists::status))
        .routes(routes!(lists::games))
        .routes(routes!(lists::algorithms))
        .routes(routes!(lists::position))
        .routes(routes!(events::all_jobs))
        .routes(routes!(jobs::list, jobs::submit, jobs::delete_all))
        .routes(routes!(jobs::one, jobs::delete))
        .routes(routes!(jobs::pause))
        .routes(routes!(jobs::stop))
        .routes(routes!(jobs::resume))
        .routes(routes!(jobs::history))
        .routes(routes!(events::one_job))
        .routes(routes!(walk::tree))
        .routes(routes!(walk::proof))
        .routes(routes!(download::certificate))
        .routes(routes!(download::save, jobs::save))
        .routes(routes!(download::position))
        .routes(routes!(audit::audit))
        .routes(routes!(check::add_save))
        .routes(routes!(check::verify))
        .routes(routes!(check::add_proof))
}

/// The response for unknown paths.
pub async fn unknown() -> Problem {
    Problem::not_found("there is nothing of that name; /api describes what there is")
}

/// The response for methods that a path does not allow.
pub async fn wrong_method() -> Problem {
    let error = "that cannot be done here; /api describes what can";
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, error)
}

/// The job that a path names.
#[derive(Deserialize, IntoParams)]
#[into_params(names("id"), parameter_in = Path)]
struct JobId(
    /// The id of the job.
    String,
);

/// The way to a position.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct MovePath {
    /// The moves from the root, with commas between them. Where a move has commas in it, as in Arimaa, there
    /// is a semicolon after each move instead.
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

/// Returns whether a switch in a query is on: `?fresh=1`.
fn is_on(switch: &str) -> bool {
    switch != "0" && switch != "false"
}

/// Runs a blocking function without delaying other requests.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|_| Err(Problem::internal("this broke down; it is a bug in winproof")))
}
