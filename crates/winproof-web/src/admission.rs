//! Lets requests in: as many as there are hands for, with as much text as there is memory for, and none that
//! takes for ever.

use std::time::{Duration, Instant};

use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::{Request, State};
use axum::http::header::CONTENT_LENGTH;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;

use crate::app::App;
use crate::guard::is_api;
use crate::held::hold;
use crate::problem::Problem;
use crate::queue::{Lease, weight};
use crate::routes::is_json;

/// The most requests that are worked on at a time; the others wait.
pub const AT_WORK: usize = 32;

/// How long a request waits for others.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a client may send nothing in the middle of a request.
const PAUSE: Duration = Duration::from_secs(20);

/// The time for a body of any size, and the least speed of a large one in bytes per second.
const START: Duration = Duration::from_secs(30);
const SLOWEST: u64 = 64 << 10;

/// Passes a request on when it is its turn. Texts are read before that, so that a slow client delays nobody.
pub async fn admit(State(app): State<App>, request: Request, next: Next) -> Response {
    if !is_api(request.uri()) {
        return next.run(request).await;
    }
    let text = is_json(request.headers());
    // Files are written to the disk as they come, and wait for each other there.
    if request.method() == Method::POST && !text {
        return next.run(request).await;
    }
    match enter(&app, request, text).await {
        Ok((request, permit, lease)) => {
            let response = next.run(request).await;
            // Sending the answer is no work, but it takes memory.
            drop(permit);
            hold(response, lease)
        }
        Err(problem) => problem.into_response(),
    }
}

type Entered = (Request, OwnedSemaphorePermit, Option<Lease>);

async fn enter(app: &App, request: Request, text: bool) -> Result<Entered, Problem> {
    let (parts, mut body) = request.into_parts();
    let mut lease = None;
    if text {
        let (text, memory) = read_text(app, &parts.headers, body).await?;
        (body, lease) = (Body::from(text), memory);
    }
    let busy = || Problem::busy("the server is busy with other requests: try again later");
    let permit = timeout(PATIENCE, app.at_work.clone().acquire_owned()).await;
    let permit = permit.map_err(|_| busy())?.map_err(Problem::internal)?;
    Ok((Request::from_parts(parts, body), permit, lease))
}

/// Reads a text into memory, which is reserved for it and for what is made of it.
async fn read_text(
    app: &App,
    headers: &HeaderMap,
    body: Body,
) -> Result<(Bytes, Option<Lease>), Problem> {
    let most = app.queue.caps.text_bytes;
    let announced = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    let announced = announced.and_then(|length| length.parse::<u64>().ok()).unwrap_or(most);
    if announced > most {
        return Err(Problem::too_large(most));
    }
    let memory = weight(announced as usize);
    let lease = if memory > 0 { Some(app.queue.lease(memory).await?) } else { None };
    let mut pieces = Pieces::new(body, most);
    let mut text = Vec::new();
    while let Some(piece) = pieces.next().await? {
        text.extend_from_slice(&piece);
    }
    // Whoever does not announce the size may send little.
    let lease = lease.and_then(|lease| lease.reduced(weight(text.len())));
    Ok((text.into(), lease))
}

/// The pieces of a body, which must not be too large nor come too slowly.
pub struct Pieces {
    stream: BodyDataStream,
    most: u64,
    length: u64,
    started: Instant,
}

impl Pieces {
    /// Takes a body of at most so many bytes.
    pub fn new(body: Body, most: u64) -> Pieces {
        Pieces { stream: body.into_data_stream(), most, length: 0, started: Instant::now() }
    }

    /// Returns the next piece; `None` at the end.
    pub async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        let slow = || {
            let error = "the request came too slowly";
            Problem::new(StatusCode::REQUEST_TIMEOUT, error)
        };
        let allowed = START + Duration::from_secs(self.length / SLOWEST);
        let left = allowed.checked_sub(self.started.elapsed()).ok_or_else(slow)?;
        let piece = timeout(left.min(PAUSE), self.stream.next()).await.map_err(|_| slow())?;
        let Some(piece) = piece else { return Ok(None) };
        let piece = piece.map_err(|_| Problem::bad("the request broke off"))?;
        self.length += piece.len() as u64;
        if self.length > self.most {
            return Err(Problem::too_large(self.most));
        }
        Ok(Some(piece))
    }
}
