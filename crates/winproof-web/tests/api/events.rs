//! Server-sent events.

use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt;
use serde_json::Value;
use tokio::time::timeout;
use tower::ServiceExt;

use crate::client::Client;

/// A stream of events.
pub struct Events {
    body: Body,
    text: String,
    /// The name of the last event.
    pub last_id: String,
    /// How much was sent.
    pub bytes: usize,
}

impl Events {
    pub async fn open(client: &Client, path: &str) -> Events {
        Events::open_after(client, path, "").await
    }

    /// Goes on after an event, as a browser does that was cut off.
    pub async fn open_after(client: &Client, path: &str, last_id: &str) -> Events {
        let request = Request::get(path).header("last-event-id", last_id);
        let request = request.body(Body::empty()).unwrap();
        Events::of(client, request).await
    }

    /// Whatever a request is answered with, if that is a stream.
    pub async fn of(client: &Client, request: Request<Body>) -> Events {
        let response = client.router.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let (body, last_id) = (response.into_body(), String::new());
        Events { body, text: String::new(), last_id, bytes: 0 }
    }

    /// The next event; `None` at the end.
    pub async fn next(&mut self) -> Option<(String, Value)> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let (event, rest) = (event.to_string(), rest.to_string());
                self.text = rest;
                let line = |name: &str| event.lines().find_map(|line| line.strip_prefix(name));
                if let Some(id) = line("id: ") {
                    self.last_id = id.to_string();
                }
                if let (Some(name), Some(data)) = (line("event: "), line("data: ")) {
                    return Some((name.to_string(), serde_json::from_str(data).unwrap()));
                }
                continue;
            }
            let frame = timeout(Duration::from_secs(60), self.body.frame()).await.expect("news");
            let data = frame?.unwrap().into_data().unwrap();
            self.bytes += data.len();
            self.text += std::str::from_utf8(&data).unwrap();
        }
    }
}
