//! Many jobs on little.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use winproof_session::amounts::Memory;

use crate::client::{Client, endless, options};

#[tokio::test(flavor = "multi_thread")]
async fn fifty_jobs_on_two_threads_stay_in_the_budget_and_end() {
    let mut options = options();
    options.memory = Some(Memory(10 << 20));
    let client = Arc::new(Client::new(&options));
    let mut ids = Vec::new();
    for number in 0..50 {
        let job = match number % 5 {
            0 => json!({"game": "nim", "position": "3,4,5,6", "memory": 4 << 20}),
            1 => json!({"game": "tictactoe", "ask": "value", "memory": 2 << 20}),
            2 => json!({"game": "othello", "nodes": 2000, "memory": 6 << 20}),
            3 => json!({"game": "hex:size=3", "memory": 10 << 20, "algorithm": "pn"}),
            _ => json!({"game": "loa", "time": 0.05, "memory": 1 << 20}),
        };
        ids.push(client.submit(job).await);
    }
    // Looking into one that is done takes memory too, or is refused for a while.
    let curious = tokio::spawn({
        let (client, id) = (Arc::clone(&client), ids[0].clone());
        async move {
            loop {
                let reply = client.get(&format!("/api/jobs/{id}/tree")).await;
                assert!([200, 409, 503].contains(&reply.status.as_u16()), "{:?}", reply.bytes);
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        }
    });
    let mut busiest = 0;
    loop {
        let status = client.get("/api/status").await.json();
        let (memory, running) = (status["memory_in_use"].as_u64(), status["running"].as_u64());
        assert!(memory <= Some(10 << 20) && running <= Some(2), "{status}");
        busiest = busiest.max(running.unwrap());
        if running == Some(0) && status["waiting"] == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    assert_eq!(busiest, 2);
    assert!(!curious.is_finished(), "it was refused in a way that it should not be");
    curious.abort();
    let _ = curious.await;
    for id in &ids {
        let job = client.of_job(id, "").await;
        assert_eq!(job["state"], "done", "{job}");
    }
    Arc::into_inner(client).expect("nobody else has it").close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn walkers_make_room_for_jobs() {
    let mut options = options();
    options.memory = Some(Memory(8 << 20));
    let client = Client::new(&options);
    let mut job = endless();
    job["nodes"] = 1000.into();
    let id = client.submit(job.clone()).await;
    client.wait_for_state(&id, "done").await;
    client.of_job(&id, "/tree").await;
    let in_use = || async { client.get("/api/status").await.json()["memory_in_use"].as_u64() };
    assert!(in_use().await > Some(0), "somebody holds the tree");
    // A job that needs all of it gets it.
    job["memory"] = (8 << 20).into();
    let large = client.submit(job).await;
    client.wait_for_state(&large, "done").await;
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_job_gives_back_what_it_had() {
    let client = Client::new(&options());
    let ids = [client.submit(endless()).await, client.submit(endless()).await];
    client.wait_for_state(&ids[1], "running").await;
    for id in &ids {
        client.delete(&format!("/api/jobs/{id}")).await.expect(204);
    }
    loop {
        let status = client.get("/api/status").await.json();
        if status["memory_in_use"] == 0 && status["running"] == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    client.close().await;
}

/// A graph of about so many bytes.
fn graph(bytes: usize) -> String {
    let nodes: String = (0..bytes / 12).map(|node| format!("n{node:05} A z\n")).collect();
    format!("start n00000\n{nodes}z = 1\n")
}

/// Texts count: as many are read at a time as there is memory for, the others wait or are refused.
#[tokio::test(flavor = "multi_thread")]
async fn large_requests_share_the_budget() {
    let client = Arc::new(Client::new(&options()));
    let budget = 64u64 << 20;
    let text = graph(500_000);
    let requests: Vec<_> = (0..40)
        .map(|number| {
            let (client, text) = (Arc::clone(&client), text.clone());
            tokio::spawn(async move {
                let (path, more) = match number % 2 {
                    0 => ("/api/position", json!({"game": "graph", "position": text})),
                    _ => ("/api/jobs", json!({"game": "graph", "position": text, "nodes": 1})),
                };
                client.post(path, more).await.status.as_u16()
            })
        })
        .collect();
    while requests.iter().any(|request| !request.is_finished()) {
        let status = client.get("/api/status").await.json();
        assert!(status["memory_in_use"].as_u64() <= Some(budget), "{status}");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let mut served = 0;
    for request in requests {
        let status = request.await.unwrap();
        assert!([200, 201, 503].contains(&status), "{status}");
        served += usize::from(status != 503);
    }
    assert!(served > 0);
    let most = client.get("/api/status").await.json()["text_bytes"].as_u64().unwrap();
    let refused =
        client.post("/api/position", json!({"game": "graph", "position": graph(most as usize)}));
    let refused = refused.await.expect(413);
    assert!(refused["error"].as_str().unwrap().contains("1.6 MiB"), "{refused}");
    Arc::into_inner(client).expect("nobody else has it").close().await;
}

/// The memory of a job with a large position counts more than its tables.
#[tokio::test(flavor = "multi_thread")]
async fn a_large_position_counts() {
    let client = Client::new(&options());
    let text = graph(400_000);
    let job = json!({"game": "graph", "position": text, "memory": 60 << 20});
    let refused = client.post("/api/jobs", job).await.expect(400);
    assert_eq!(refused["field"], "memory", "{refused}");
    let job = json!({"game": "graph", "position": text, "memory": 4 << 20});
    let id = client.submit(job).await;
    client.wait_for_state(&id, "done").await;
    assert_eq!(client.of_job(&id, "").await["position"], text);
    let node = client.of_job(&id, "/tree").await;
    assert!(node["position"].as_str().unwrap().len() > 300_000);
    // It is in a file, and a restart finds it.
    assert!(client.list("").await[0]["position_start"].as_str().unwrap().len() <= 120);
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_compressed_for_those_who_can_read_that() {
    use axum::body::Body;
    use axum::http::Request;
    let client = Client::new(&options());
    let plain = client.get("/api/games").await;
    assert!(!plain.headers.contains_key("content-encoding"));
    let request = Request::get("/api/games").header("accept-encoding", "gzip");
    let packed = client.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(packed.headers["content-encoding"], "gzip");
    assert!(
        packed.bytes.len() * 2 < plain.bytes.len(),
        "{} {}",
        packed.bytes.len(),
        plain.bytes.len()
    );
    // A file says how long it is.
    let id = client.submit(crate::client::short()).await;
    client.wait_for_state(&id, "done").await;
    let request =
        Request::get(format!("/api/jobs/{id}/certificate")).header("accept-encoding", "gzip");
    let file = client.send(request.body(Body::empty()).unwrap()).await;
    assert!(!file.headers.contains_key("content-encoding"));
    assert_eq!(file.headers["content-length"], file.bytes.len().to_string());
    client.close().await;
}
