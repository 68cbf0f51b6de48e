//! Downloads.

use std::path::PathBuf;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Deserialize;
use tokio::fs::File;
use tokio::io::AsyncReadExt;
use utoipa::IntoParams;

use super::{JobId, Query, blocking};
use crate::description::{FileContent, Refused};
use crate::held::hold;
use crate::problem::Problem;
use crate::queue::JobQueue;
use crate::queue::job::Record;
use crate::queue::store::{Certificate, is_file};

/// Which certificate, where there are two.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// Which certificate, where the answer has two; by default the first one.
    which: Option<Certificate>,
}

impl Which {
    /// Returns the chosen one of those that a job has; by default the first.
    pub fn of(&self, record: &Record) -> Result<Certificate, Problem> {
        let which = self.which.or(record.certificates.first().copied());
        which
            .filter(|which| record.certificates.contains(which))
            .ok_or_else(|| Problem::conflict("the job has no such certificate"))
    }
}

/// Downloads a certificate.
#[utoipa::path(
    get,
    path = "/api/jobs/{id}/certificate",
    operation_id = "download_certificate",
    params(JobId, Which),
    responses(
        (
            status = 200,
            description = "The file.",
            body = inline(FileContent),
            content_type = "application/octet-stream"
        ),
        Refused<400>, Refused<404>, Refused<409>,
    )
)]
pub async fn certificate(
    State(queue): State<Arc<JobQueue>>,
    Path(JobId(id)): Path<JobId>,
    Query(which): Query<Which>,
) -> Result<Response, Problem> {
    let record = queue.record(&id)?;
    let which = which.of(&record)?;
    let name = match which {
        Certificate::Only => file_name(&record, "wpc"),
        which => file_name(&record, &format!("{}.wpc", which.name())),
    };
    file(queue.store.job(&id).certificate(which), &name).await
}

/// Downloads the saved search.
#[utoipa::path(
    get,
    path = "/api/jobs/{id}/save",
    operation_id = "download_save",
    params(JobId),
    responses(
        (
            status = 200,
            description = "The file.",
            body = inline(FileContent),
            content_type = "application/octet-stream"
        ),
        Refused<404>, Refused<409>,
    )
)]
pub async fn save(
    State(queue): State<Arc<JobQueue>>,
    Path(JobId(id)): Path<JobId>,
) -> Result<Response, Problem> {
    let record = queue.record(&id)?;
    let path = queue.store.job(&id).save();
    if !is_file(&path) {
        return Err(Problem::conflict("the search has not been saved"));
    }
    file(path, &file_name(&record, "wps")).await
}

/// Downloads the position.
#[utoipa::path(
    get,
    path = "/api/jobs/{id}/position",
    operation_id = "download_position",
    params(JobId),
    responses((status = 200, description = "A text file.", body = String), Refused<404>, Refused<503>)
)]
pub async fn position(
    State(queue): State<Arc<JobQueue>>,
    Path(JobId(id)): Path<JobId>,
) -> Result<Response, Problem> {
    let lease = queue.lease_for(&id).await?;
    let response = blocking(move || {
        let record = queue.record(&id)?;
        let name = file_name(&record, "txt");
        let kind = (CONTENT_TYPE, "text/plain; charset=utf-8".to_string());
        let files = queue.store.job(&id);
        let position = files.read_position(&record.plan.position);
        let position = position.map_err(|failure| Problem::internal(files.in_words(&failure)))?;
        Ok(([kind, attachment(&name)], position + "\n").into_response())
    });
    Ok(hold(response.await?, lease))
}

/// Returns the game and the job's id, without characters that a file name cannot have.
fn file_name(record: &Record, ending: &str) -> String {
    let game = record.plan.game.info().name;
    format!("{game}-{}.{ending}", record.id)
}

fn attachment(name: &str) -> (axum::http::HeaderName, String) {
    (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""))
}

/// Sends a file piece by piece: saves can be large.
async fn file(path: PathBuf, name: &str) -> Result<Response, Problem> {
    let gone =
        |error: std::io::Error| Problem::internal(format!("the file cannot be read: {error}"));
    let file = File::open(path).await.map_err(gone)?;
    let length = file.metadata().await.map_err(gone)?.len();
    let pieces = stream::try_unfold(file, |mut file| async move {
        let mut piece = vec![0; 1 << 16];
        let read = file.read(&mut piece).await?;
        piece.truncate(read);
        Ok::<_, std::io::Error>((read > 0).then_some((piece, file)))
    });
    let headers = [
        (CONTENT_TYPE, "application/octet-stream".to_string()),
        attachment(name),
        (CONTENT_LENGTH, length.to_string()),
    ];
    Ok((headers, Body::from_stream(pieces)).into_response())
}
