//! Many jobs on little.

use std::time::Duration;

use serde_json::json;
use winproof_session::amounts::Memory;

use crate::client::{Client, endless, options};

#[tokio::test(flavor = "multi_thread")]
async fn fifty_jobs_on_two_threads_stay_in_the_budget_and_end() {
    let mut options = options();
    options.memory = Some(Memory(10 << 20));
    let client = Client::new(&options);
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
    let mut busiest = 0;
    loop {
        let status = client.get("/api/status").await.json();
        let (memory, running) = (status["memory_in_use"].as_u64(), status["running"].as_u64());
        assert!(memory <= Some(10 << 20) && running <= Some(2), "{status}");
        busiest = busiest.max(running.unwrap());
        if running == Some(0) && status["waiting"] == 0 {
            break;
        }
        // Looking into one that is done takes memory too, or is refused for a while.
        let reply = client.get(&format!("/api/jobs/{}/tree", ids[0])).await;
        assert!([200, 409, 503].contains(&reply.status.as_u16()), "{:?}", reply.bytes);
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    assert_eq!(busiest, 2);
    for id in &ids {
        let job = client.of_job(id, "").await;
        assert_eq!(job["state"], "done", "{job}");
    }
    client.close().await;
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
