//! The state that all requests share, and the router.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, FromRef};
use axum::{Router, middleware};
use tokio::sync::{Semaphore, watch};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use winproof_session::Failure;

use crate::guard::{self, Guard};
use crate::options::{Caps, ServeOptions};
use crate::page::Page;
use crate::queue::JobQueue;
use crate::queue::store::Store;
use crate::{admission, page, routes};

/// The most clients that listen to events. The page has one connection for all its tabs.
const MOST_LISTENERS: usize = 100;

/// A server without its port.
#[derive(Clone)]
pub struct App {
    /// The jobs.
    pub(crate) queue: Arc<JobQueue>,
    /// The files for browsers.
    page: Arc<Page>,
    /// Limits how many certificates are checked at the same time.
    pub(crate) checks: Arc<Semaphore>,
    /// Limits how many requests are worked on at the same time.
    pub(crate) at_work: Arc<Semaphore>,
    /// Limits how many files are received at the same time.
    pub(crate) uploads: Arc<Semaphore>,
    /// Limits how many clients listen to events.
    pub(crate) listeners: Arc<Semaphore>,
    /// Tells this run of the server from others.
    pub(crate) run: u32,
    /// Limits how many audits run at the same time.
    pub(crate) audits: Arc<Semaphore>,
    /// Becomes true when the server ends, so that event streams end too.
    pub(crate) closing: watch::Sender<bool>,
}

impl App {
    /// Opens the stored jobs and resumes those that wait. Also returns what could not be read.
    pub fn open(options: &ServeOptions) -> Result<(App, Vec<String>), Failure> {
        let caps = Caps::new(options)?;
        let (queue, complaints) = JobQueue::open(caps, Store::open(options.data.as_deref())?)?;
        let seats = |number| Arc::new(Semaphore::new(number));
        let app = App {
            queue,
            page: Arc::new(Page::open(options.page.as_deref())?),
            checks: seats(caps.threads),
            audits: seats(caps.threads),
            at_work: seats(admission::AT_WORK),
            uploads: seats(routes::UPLOADS),
            listeners: seats(MOST_LISTENERS),
            run: rand::random(),
            closing: watch::Sender::new(false),
        };
        Ok((app, complaints))
    }

    /// Ends all event streams, stops all jobs, and waits until they are saved. Returns what could not be.
    pub fn close(&self) -> Vec<String> {
        self.closing.send_replace(true);
        self.queue.close()
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

/// Compresses answers, except for events and for files, which may be large and should say how large.
fn compression() -> CompressionLayer<impl Predicate + use<>> {
    let files = NotForContentType::const_new("application/octet-stream");
    let layer = CompressionLayer::new().quality(CompressionLevel::Fastest);
    layer.compress_when(DefaultPredicate::new().and(files))
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
        // Bodies are measured as they are read: see `admission`.
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(app.clone(), admission::admit))
        .layer(compression())
        .layer(middleware::from_fn_with_state(
            Guard { local, token, request_bytes }.into(),
            guard::check,
        ))
        .with_state(app.clone())
}
