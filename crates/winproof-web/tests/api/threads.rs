//! Jobs that search with several threads.

use serde_json::{Value, json};

use crate::client::{Client, endless, options, short};

fn with_threads(mut job: Value, threads: Value) -> Value {
    job["threads"] = threads;
    job
}

async fn status(client: &Client) -> (Value, Value) {
    let status = client.get("/api/status").await.expect(200);
    (status["running"].clone(), status["waiting"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn threads_come_out_of_the_budget_of_the_server() {
    let client = Client::new(&options());
    let both = client.submit(with_threads(endless(), json!(2))).await;
    let job = client.wait_for_state(&both, "running").await;
    assert_eq!(job["threads"], 2);
    let one = client.submit(endless()).await;
    assert_eq!(client.of_job(&one, "").await["state"], "waiting");
    assert_eq!(status(&client).await, (json!(1), json!(1)));
    // It is done by two, and gives both back.
    client.post(&format!("/api/jobs/{both}/stop"), json!({})).await.expect(200);
    client.wait_for_state(&one, "running").await;
    let report = &client.wait_for_state(&both, "done").await["report"];
    assert_eq!(report["threads"], 2, "{report}");
    // What needs both waits until both are free, and what is behind it waits, too.
    let both = client.submit(with_threads(endless(), json!(2))).await;
    let last = client.submit(short()).await;
    assert_eq!(status(&client).await, (json!(1), json!(2)));
    client.delete(&format!("/api/jobs/{one}")).await.expect(204);
    client.wait_for_state(&both, "running").await;
    client.delete(&format!("/api/jobs/{both}")).await.expect(204);
    client.wait_for_state(&last, "done").await;
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn threads_that_cannot_be_are_refused() {
    let client = Client::new(&options());
    for (job, threads, error) in [
        (endless(), json!(0), "expected at least one thread"),
        (endless(), json!(3), "threads is more than the 2 that this server has"),
        (
            json!({"game": "nim", "position": "3,4,5", "algorithm": "pn"}),
            json!(2),
            "pn searches with one thread; several are for df-pn and df-pn+",
        ),
    ] {
        let refused = client.post("/api/jobs", with_threads(job, threads)).await.expect(400);
        assert_eq!(refused["field"], "threads");
        assert_eq!(refused["error"], error);
    }
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn threads_stay_when_a_job_is_resumed_and_after_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let mut options = options();
    options.data = Some(data.path().to_path_buf());
    let client = Client::new(&options);
    let mut job = with_threads(endless(), json!(2));
    job["nodes"] = json!(3000);
    let id = client.submit(job).await;
    client.wait_for_state(&id, "done").await;
    let resume = format!("/api/jobs/{id}/resume");
    let resumed = client.post(&resume, json!({"nodes": 3000})).await.expect(200);
    assert_eq!(resumed["threads"], 2);
    client.wait_for_state(&id, "done").await;
    client.close().await;
    let client = Client::new(&options);
    assert_eq!(client.of_job(&id, "").await["threads"], 2);
    // Another algorithm has one thread, unless several are asked for.
    let refused = client.post(&resume, json!({"algorithm": "pds", "threads": 2})).await.expect(400);
    assert_eq!(refused["field"], "threads");
    let resumed =
        client.post(&resume, json!({"algorithm": "pds", "nodes": 3000})).await.expect(200);
    assert_eq!(resumed["threads"], 1);
    client.wait_for_state(&id, "done").await;
    client.close().await;
    // A server with fewer threads takes what it has.
    options.threads = Some(1);
    let client = Client::new(&options);
    let resumed = client.post(&resume, json!({"algorithm": "df-pn", "nodes": 3000})).await;
    assert_eq!(resumed.expect(200)["threads"], 1);
    client.wait_for_state(&id, "done").await;
    client.close().await;
}

/// In a problem of shogi it is the attacker who is asked about, also where the defender is to move.
#[tokio::test(flavor = "multi_thread")]
async fn the_attacker_is_the_one_of_the_game_by_default() {
    let client = Client::new(&options());
    let position = "8k/6G2/9/8P/9/9/9/9/9 w rb2g attacker black";
    let look = json!({"game": "shogi", "position": position});
    let look = client.post("/api/position", look).await.expect(200);
    assert_eq!((&look["mover"], &look["attacker"]), (&json!("white"), &json!("black")));
    let job = json!({"game": "shogi", "position": position, "memory": 4 << 20});
    let id = client.submit(job).await;
    assert_eq!(client.of_job(&id, "").await["attacker"], "black");
    client.close().await;
}
