//! Uploads: request bodies that are files.

use std::path::Path;
use std::time::Duration;

use axum::body::Body;
use tempfile::NamedTempFile;
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;
use winproof_session::Failure;

use crate::admission::Pieces;
use crate::app::App;
use crate::problem::Problem;

/// The most uploads at a time; the others wait.
pub const UPLOADS: usize = 8;

/// How long an upload waits for others.
const PATIENCE: Duration = Duration::from_secs(10);

/// Writes the body of a request to a file that is removed when it is dropped. The body is never in memory as
/// a whole.
pub async fn receive(app: &App, body: Body) -> Result<NamedTempFile, Problem> {
    let queue = &app.queue;
    let busy = || Problem::busy("the server is busy with other files: try again later");
    let turn = timeout(PATIENCE, app.uploads.acquire()).await.map_err(|_| busy())?;
    // It is not known yet how large it is.
    let room = queue.reserve_disk(1, queue.caps.request_bytes)?;
    let scratch = queue.store.scratch();
    let file = scratch.map_err(|failure| Problem::storage(queue.store.in_words(&failure)))?;
    let failed = |error: std::io::Error| Problem::storage(format!("cannot keep the file: {error}"));
    let mut writer = tokio::fs::File::from_std(file.reopen().map_err(failed)?);
    let mut pieces = Pieces::new(body, queue.caps.request_bytes);
    let mut length = 0;
    while let Some(piece) = pieces.next().await? {
        length += piece.len() as u64;
        if length > room.bytes {
            return Err(queue.no_room());
        }
        writer.write_all(&piece).await.map_err(failed)?;
    }
    writer.flush().await.map_err(failed)?;
    drop((turn, room));
    Ok(file)
}

/// Moves the file to its permanent place.
pub fn keep(file: NamedTempFile, path: &Path) -> Result<(), Failure> {
    file.persist(path).map(drop).map_err(|error| Failure::writing(path, &error.error))
}
