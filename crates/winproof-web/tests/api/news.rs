//! Server-sent events.

use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tokio::time::timeout;
use tower::ServiceExt;

use crate::client::{Client, endless, options, short};

/// A stream of events.
struct Events {
    body: Body,
    text: String,
}

impl Events {
    async fn open(client: &Client, path: &str) -> Events {
        let request = Request::get(path).body(Body::empty()).unwrap();
        let response = client.router.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Events { body: response.into_body(), text: String::new() }
    }

    /// The next event; `None` at the end.
    async fn next(&mut self) -> Option<(String, Value)> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let (event, rest) = (event.to_string(), rest.to_string());
                self.text = rest;
                let line = |name: &str| event.lines().find_map(|line| line.strip_prefix(name));
                if let (Some(name), Some(data)) = (line("event: "), line("data: ")) {
                    return Some((name.to_string(), serde_json::from_str(data).unwrap()));
                }
                continue;
            }
            let frame = timeout(Duration::from_secs(60), self.body.frame()).await.expect("news");
            let data = frame?.unwrap().into_data().unwrap();
            self.text += std::str::from_utf8(&data).unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_tells_its_story_to_the_end() {
    let client = Client::new(&options());
    let id = client.submit(endless()).await;
    let mut events = Events::open(&client, &format!("/api/jobs/{id}/events")).await;
    let (name, job) = events.next().await.unwrap();
    assert_eq!((name.as_str(), &job["id"]), ("job", &json!(id)));
    let mut told = 0;
    while told < 3 {
        let (name, news) = events.next().await.unwrap();
        if name == "progress" {
            assert_eq!(news["phase"], "searching");
            told += 1;
        }
    }
    client.post(&format!("/api/jobs/{id}/pause"), json!({})).await.expect(200);
    let mut last = None;
    while let Some(news) = events.next().await {
        last = Some(news);
    }
    let (name, job) = last.unwrap();
    assert_eq!((name.as_str(), &job["state"]), ("job", &json!("paused")));
    // A stopped job sends its state and nothing more.
    let mut events = Events::open(&client, &format!("/api/jobs/{id}/events")).await;
    assert_eq!(events.next().await.unwrap().1["state"], "paused");
    assert!(events.next().await.is_none());
    client.get("/api/jobs/0000/events").await.expect(404);
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_is_told_whenever_it_changes() {
    let client = Client::new(&options());
    let mut events = Events::open(&client, "/api/events").await;
    assert_eq!(events.next().await.unwrap(), ("jobs".to_string(), json!([])));
    let id = client.submit(short()).await;
    loop {
        let (_, jobs) = events.next().await.unwrap();
        assert_eq!(jobs[0]["id"], id);
        if jobs[0]["state"] == "done" {
            break;
        }
    }
    client.delete(&format!("/api/jobs/{id}")).await.expect(204);
    while events.next().await.unwrap().1 != json!([]) {}
    // The end of the server is the end of the stream.
    client.close().await;
    assert!(events.next().await.is_none());
}
