//! Walks through trees and proofs.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;
use winproof_session::replay::page::Page;

use super::download::Which;
use super::{JobId, MovePath, Query, is_on};
use crate::description::Refused;
use crate::held::hold;
use crate::problem::Problem;
use crate::queue::JobQueue;
use crate::queue::viewers::DrawnView;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Fresh {
    /// `1` to have a running search saved first, so that the answer is current.
    fresh: Option<String>,
}

/// Returns what the search of a job knows about a position.
#[utoipa::path(
    get,
    path = "/api/jobs/{id}/tree",
    operation_id = "get_tree_node",
    params(JobId, MovePath, Fresh),
    responses(
        (status = 200, description = "The position with its children.", body = DrawnView),
        Refused<400>, Refused<404>, Refused<409>, Refused<503>,
    )
)]
pub async fn tree(
    State(queue): State<Arc<JobQueue>>,
    Path(JobId(id)): Path<JobId>,
    Query(way): Query<MovePath>,
    Query(Fresh { fresh }): Query<Fresh>,
) -> Result<Response, Problem> {
    let fresh = fresh.as_deref().is_some_and(is_on);
    let lease = queue.lease_for(&id).await?;
    let node = queue.tree(&id, way.moves(), fresh).await?;
    Ok(hold(axum::Json(node).into_response(), lease))
}

/// Returns what a certificate of a job says about a position.
#[utoipa::path(
    get,
    path = "/api/jobs/{id}/proof",
    operation_id = "get_proof_node",
    params(JobId, MovePath, Which),
    responses(
        (status = 200, description = "The position with its moves.", body = Page),
        Refused<400>, Refused<404>, Refused<409>, Refused<503>,
    )
)]
pub async fn proof(
    State(queue): State<Arc<JobQueue>>,
    Path(JobId(id)): Path<JobId>,
    Query(way): Query<MovePath>,
    Query(which): Query<Which>,
) -> Result<Response, Problem> {
    let which = which.of(&queue.record(&id)?)?;
    let lease = queue.lease_for(&id).await?;
    let node = queue.proof(&id, way.moves(), which).await?;
    Ok(hold(axum::Json(node).into_response(), lease))
}
