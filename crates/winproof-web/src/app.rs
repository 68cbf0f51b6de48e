//! The state that all requests share, and the router.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, FromRef};
use axum::{Router, middleware};
use tokio::sync::{Semaphore, watch};
use winproof_session::Failure;

use crate::guard::{self, Guard};
use crate::options::{Caps, ServeOptions};
use crate::page::Page;
use crate::queue::JobQueue;
use crate::queue::store::Store;
use crate::{page, routes};

/// The most bytes of a JSON request: it is held in memory, and sent to all clients with the list of jobs. A
/// graph of a hundred thousand nodes fits.
const LARGEST_JSON: u64 = 8 << 20;

/// A server without its port.
#[derive(Clone)]
pub struct App {
    /// The jobs.
    pub(crate) queue: Arc<JobQueue>,
    /// The files for browsers.
    page: Arc<Page>,
    /// Limits how many certificates are checked at the same time.
    pub(crate) checks: Arc<Semaphore>,
    /// Becomes true when the server ends, so that event streams end too.
    pub(crate) closing: watch::Sender<bool>,
}

impl App {
    /// Opens the stored jobs and resumes those that wait. Also returns what could not be read.
    pub fn open(options: &ServeOptions) -> Result<(App, Vec<String>), Failure> {
        let caps = Caps::new(options)?;
        let (queue, complaints) = JobQueue::open(caps, Store::open(options.data.as_deref())?)?;
        let checks = Arc::new(Semaphore::new(caps.threads));
        let page = Arc::new(Page::open(options.page.as_deref())?);
        Ok((App { queue, page, checks, closing: watch::Sender::new(false) }, complaints))
    }

    /// Ends all event streams, stops all jobs, and waits until they are saved.
    pub fn close(&self) {
        self.closing.send_replace(true);
        self.queue.close();
    }
}

impl FromRef<App> for Arc<JobQueue> {
    fn from_ref(app: &App) -> Arc<JobQueue> {
        Arc::clone(&app.queue)
    }
}

impl FromRef<App> for Arc<Page> {
    fn from_ref(app: &App) -> Arc<Page> {
        Arc::clone(&app.page)
    }
}

/// Returns the router with all paths. `local` means that only this machine can reach the server; without a
/// `token` every client that reaches it may use it.
pub fn router(app: &App, local: bool, token: Option<String>) -> Router {
    let request_bytes = app.queue.caps.request_bytes;
    let (router, _) = routes::all().split_for_parts();
    router
        .route("/api/{*unknown}", axum::routing::any(routes::unknown))
        .method_not_allowed_fallback(routes::wrong_method)
        .fallback(page::serve)
        .layer(DefaultBodyLimit::max(request_bytes.min(LARGEST_JSON) as usize))
        .layer(middleware::from_fn_with_state(
            Guard { local, token, request_bytes }.into(),
            guard::check,
        ))
        .with_state(app.clone())
}
