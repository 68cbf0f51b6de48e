//! A server without a port, and a client.

use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;
use winproof_session::amounts::Memory;
use winproof_web::{App, ServeOptions, router};

/// Searches here take far less; a machine that is busy with other things may take longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server and a client.
pub struct Client {
    app: App,
    pub router: Router,
}

/// Two threads and little memory, and otherwise as by default.
pub fn options() -> ServeOptions {
    ServeOptions { threads: Some(2), memory: Some(Memory(64 << 20)), ..ServeOptions::default() }
}

/// What came back.
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Bytes,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|error| {
            panic!("{error} in {}: {}", self.status, String::from_utf8_lossy(&self.bytes))
        })
    }

    /// The JSON of a reply with this status.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        let text = String::from_utf8_lossy(&self.bytes);
        assert_eq!(self.status.as_u16(), status, "{text}");
        if self.bytes.is_empty() { Value::Null } else { self.json() }
    }
}

impl Client {
    pub fn new(options: &ServeOptions) -> Client {
        Client::with_token(options, None)
    }

    pub fn with_token(options: &ServeOptions, token: Option<&str>) -> Client {
        let (app, complaints) = App::open(options).expect("it opens");
        assert_eq!(complaints, Vec::<String>::new());
        let router = router(&app, true, token.map(str::to_string));
        Client { app, router }
    }

    /// Ends the server as Ctrl-C does.
    pub async fn close(self) -> Vec<String> {
        self.end().await
    }

    /// Ends the server while requests are under way.
    pub async fn end(&self) -> Vec<String> {
        let app = self.app.clone();
        tokio::task::spawn_blocking(move || app.close()).await.expect("it closes")
    }

    pub async fn send(&self, request: Request<Body>) -> Reply {
        let response = self.router.clone().oneshot(request).await.expect("there is a response");
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.expect("it has an end").to_bytes();
        Reply { status: parts.status, headers: parts.headers, bytes }
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(Request::get(path).body(Body::empty()).unwrap()).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.post_text(path, body.to_string()).await
    }

    /// Whatever it is, sent as JSON.
    pub async fn post_text(&self, path: &str, body: String) -> Reply {
        let request = Request::post(path).header("content-type", "application/json");
        self.send(request.body(Body::from(body)).unwrap()).await
    }

    pub async fn upload(&self, path: &str, bytes: impl Into<Body>) -> Reply {
        self.send(Request::post(path).body(bytes.into()).unwrap()).await
    }

    pub async fn delete(&self, path: &str) -> Reply {
        let request = Request::builder().method(Method::DELETE).uri(path);
        self.send(request.body(Body::empty()).unwrap()).await
    }

    /// Submits a job; returns its id.
    pub async fn submit(&self, job: Value) -> String {
        let job = self.post("/api/jobs", job).await.expect(201);
        job["id"].as_str().expect("it has an id").to_string()
    }

    /// The jobs of a page of the list.
    pub async fn list(&self, query: &str) -> Vec<Value> {
        let list = self.get(&format!("/api/jobs{query}")).await.expect(200);
        list["jobs"].as_array().expect("it has jobs").clone()
    }

    /// Asks for a part of a job.
    pub async fn of_job(&self, id: &str, rest: &str) -> Value {
        self.get(&format!("/api/jobs/{id}{rest}")).await.expect(200)
    }

    /// Waits until a job is as it should be.
    pub async fn wait(&self, id: &str, what: &str, good: impl Fn(&Value) -> bool) -> Value {
        let started = Instant::now();
        loop {
            let job = self.of_job(id, "").await;
            if good(&job) {
                return job;
            }
            assert!(started.elapsed() < PATIENCE, "waited for {what}: {job}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    pub async fn wait_for_state(&self, id: &str, state: &str) -> Value {
        self.wait(id, state, |job| job["state"] == state).await
    }
}

/// A job that would take longer than a lifetime.
pub fn endless() -> Value {
    json!({"game": "othello", "algorithm": "df-pn", "memory": 4 << 20})
}

/// A job that is done at once.
pub fn short() -> Value {
    json!({"game": "nim", "position": "3,4,5", "memory": 4 << 20})
}
