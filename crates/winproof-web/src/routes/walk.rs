//! Walks through trees and proofs.

use std::sync::Arc;

use axum::extract::{Path, State};
use serde::Deserialize;
use serde_json::Value;

use super::download::Which;
use super::{Query, Way};
use crate::desk::Desk;
use crate::problem::Problem;

#[derive(Deserialize)]
pub struct Fresh {
    fresh: Option<String>,
}

pub async fn tree(
    State(desk): State<Arc<Desk>>,
    Path(id): Path<String>,
    Query(way): Query<Way>,
    Query(Fresh { fresh }): Query<Fresh>,
) -> Result<axum::Json<Value>, Problem> {
    let fresh = fresh.is_some_and(|fresh| fresh != "0" && fresh != "false");
    desk.tree(&id, way.moves(), fresh).await.map(axum::Json)
}

pub async fn proof(
    State(desk): State<Arc<Desk>>,
    Path(id): Path<String>,
    Query(way): Query<Way>,
    Query(which): Query<Which>,
) -> Result<axum::Json<Value>, Problem> {
    let which = which.of(&desk.record(&id)?)?;
    desk.proof(&id, way.moves(), which).await.map(axum::Json)
}
