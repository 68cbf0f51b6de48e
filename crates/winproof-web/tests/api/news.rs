//! What clients are told.

use serde_json::json;

use crate::client::{Client, endless, options, short};
use crate::events::Events;

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
async fn what_changes_in_the_list_is_told() {
    let client = Client::new(&options());
    let first = client.submit(short()).await;
    client.wait_for_state(&first, "done").await;
    let mut events = Events::open(&client, "/api/events").await;
    // Whoever comes knows nothing yet.
    assert_eq!(events.next().await.unwrap(), ("reset".to_string(), json!(null)));
    let id = client.submit(endless()).await;
    let mut progress = 0;
    while progress < 3 {
        let (name, news) = events.next().await.unwrap();
        match name.as_str() {
            "progress" => {
                assert_eq!(
                    (&news["id"], &news["progress"]["phase"]),
                    (&json!(id), &json!("searching"))
                );
                progress += 1;
            }
            _ => {
                assert_eq!(name, "jobs");
                let changed = news["changed"].as_array().unwrap();
                assert!(changed.iter().all(|job| job["id"] == id), "only that one: {news}");
            }
        }
    }
    client.delete(&format!("/api/jobs/{id}")).await.expect(204);
    while events.next().await.unwrap().1["deleted"] != json!([id]) {}
    let last = events.last_id.clone();
    // Whoever was away for a moment learns what was missed, and no more.
    client.delete(&format!("/api/jobs/{first}")).await.expect(204);
    let mut again = Events::open_after(&client, "/api/events", &last).await;
    let (name, news) = again.next().await.unwrap();
    assert_eq!((name.as_str(), &news["changed"]), ("jobs", &json!([])));
    assert_eq!(news["deleted"], json!([first]));
    // What another server said means nothing.
    let mut foreign = Events::open_after(&client, "/api/events", "zzzzzzzz-1").await;
    assert_eq!(foreign.next().await.unwrap().0, "reset");
    // The end of the server is the end of the stream.
    client.close().await;
    while let Some((name, _)) = events.next().await {
        assert_eq!(name, "jobs");
    }
}

/// A job costs its listeners the same whatever its text; before, thirty jobs cost one listener 7 MB.
#[tokio::test(flavor = "multi_thread")]
async fn thirty_large_jobs_are_little_news() {
    let client = Client::new(&options());
    let mut events = Events::open(&client, "/api/events").await;
    assert_eq!(events.next().await.unwrap().0, "reset");
    let nodes: String = (0..2000).map(|node| format!("n{node} A end\n")).collect();
    let graph = format!("start n0\n{nodes}end = 1\n");
    assert!(graph.len() > 20_000);
    for _ in 0..30 {
        client.submit(json!({"game": "graph", "position": graph, "memory": 2 << 20})).await;
    }
    let listed = client.get("/api/jobs").await;
    assert!(listed.bytes.len() < 30 * 2000, "{} bytes", listed.bytes.len());
    let mut done = std::collections::HashSet::new();
    while done.len() < 30 {
        let (_, news) = events.next().await.unwrap();
        for job in news["changed"].as_array().into_iter().flatten() {
            if job["state"] == "done" {
                done.insert(job["id"].to_string());
            }
        }
    }
    assert!(events.bytes < 250_000, "{} bytes", events.bytes);
    let id = client.list("").await[0]["id"].as_str().unwrap().to_string();
    assert_eq!(client.of_job(&id, "").await["position"].as_str().unwrap(), graph);
    client.close().await;
}
