//! Uploads: request bodies that are files.

use std::path::Path;

use axum::body::Body;
use futures_util::StreamExt;
use tempfile::NamedTempFile;
use tokio::io::AsyncWriteExt;
use winproof_session::Failure;

use crate::problem::Problem;
use crate::queue::JobQueue;

/// Writes the body of a request to a file that is removed when it is dropped. The body is never in memory as
/// a whole.
pub async fn receive(queue: &JobQueue, body: Body) -> Result<NamedTempFile, Problem> {
    let file = queue.store.scratch()?;
    let failed =
        |error: std::io::Error| Problem::internal(format!("cannot keep the file: {error}"));
    let mut writer = tokio::fs::File::from_std(file.reopen().map_err(failed)?);
    let most = queue.caps.request_bytes;
    let mut pieces = body.into_data_stream();
    let mut length = 0;
    while let Some(piece) = pieces.next().await {
        let piece =
            piece.map_err(|error| Problem::bad(format!("the request broke off: {error}")))?;
        length += piece.len() as u64;
        if length > most {
            return Err(Problem::too_large(most));
        }
        writer.write_all(&piece).await.map_err(failed)?;
    }
    writer.flush().await.map_err(failed)?;
    Ok(file)
}

/// Moves the file to its permanent place.
pub fn keep(file: NamedTempFile, path: &Path) -> Result<(), Failure> {
    file.persist(path).map(drop).map_err(|error| Failure::writing(path, &error.error))
}
