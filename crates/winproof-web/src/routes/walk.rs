//! Walks through trees and proofs.

use std::sync::Arc;

use axum::extract::{Path, State};
use serde::Deserialize;
use serde_json::Value;

use super::download::Which;
use super::{MovePath, Query};
use crate::problem::Problem;
use crate::queue::JobQueue;

#[derive(Deserialize)]
pub struct Fresh {
    fresh: Option<String>,
}

pub async fn tree(
    State(queue): State<Arc<JobQueue>>,
    Path(id): Path<String>,
    Query(way): Query<MovePath>,
    Query(Fresh { fresh }): Query<Fresh>,
) -> Result<axum::Json<Value>, Problem> {
    let fresh = fresh.is_some_and(|fresh| fresh != "0" && fresh != "false");
    queue.tree(&id, way.moves(), fresh).await.map(axum::Json)
}

pub async fn proof(
    State(queue): State<Arc<JobQueue>>,
    Path(id): Path<String>,
    Query(way): Query<MovePath>,
    Query(which): Query<Which>,
) -> Result<axum::Json<Value>, Problem> {
    let which = which.of(&queue.record(&id)?)?;
    queue.proof(&id, way.moves(), which).await.map(axum::Json)
}
