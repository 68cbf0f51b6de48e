//! Lists of jobs: pages, filters, and many deleted at once.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::client::{Client, Reply, endless, options, short};

fn ids(jobs: &[Value]) -> Vec<&str> {
    jobs.iter().map(|job| job["id"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_has_pages_and_filters() {
    let client = Client::new(&options());
    let mut made = Vec::new();
    for _ in 0..7 {
        made.push(client.submit(short()).await);
    }
    for id in &made {
        client.wait_for_state(id, "done").await;
    }
    let running = client.submit(endless()).await;
    client.wait_for_state(&running, "running").await;
    made.push(running.clone());
    made.reverse();

    let mut found = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = client.get(&format!("/api/jobs?limit=3{cursor}")).await.expect(200);
        assert_eq!(
            (&page["fitting"], &page["states"]),
            (&json!(8), &json!({"running": 1, "done": 7}))
        );
        let jobs = page["jobs"].as_array().unwrap().clone();
        assert!(jobs.len() <= 3);
        // Texts and reports are not in a list.
        assert!(
            jobs.iter().all(|job| job.get("report").is_none() && job.get("position").is_none())
        );
        found.extend(jobs);
        // A job that comes in between moves nothing to another page.
        match page["next"].as_u64() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(ids(&found), made.iter().map(String::as_str).collect::<Vec<_>>());

    assert_eq!(ids(&client.list("?state=running,paused").await), [&running]);
    assert_eq!(ids(&client.list("?game=othello").await), [&running]);
    assert_eq!(client.list("?game=nim&state=done&limit=500").await.len(), 7);
    let some = format!("?ids={},{},0000", made[2], made[5]);
    assert_eq!(ids(&client.list(&some).await), [&made[2], &made[5]]);
    for (query, field) in [
        ("?state=sleeping", "state"),
        ("?limit=0", "limit"),
        ("?limit=501", "limit"),
        ("?limit=x", "limit"),
        ("?cursor=x", "cursor"),
    ] {
        let refused = client.get(&format!("/api/jobs{query}")).await.expect(400);
        assert_eq!(refused["field"], field, "{refused}");
    }

    let refused = client.delete("/api/jobs").await.expect(400);
    assert!(refused["error"].as_str().unwrap().contains("expected a filter"), "{refused}");
    let deleted = client.delete(&format!("/api/jobs{some}")).await.expect(200);
    assert_eq!(deleted, json!({"deleted": 2}));
    let deleted = client.delete("/api/jobs?state=done&game=nim").await.expect(200);
    assert_eq!(deleted, json!({"deleted": 5}));
    assert_eq!(ids(&client.list("").await), [&running]);
    client.close().await;
}

/// Sends a job with a name for the request.
async fn submit(client: &Client, key: &str, job: &Value) -> Reply {
    let request = Request::post("/api/jobs").header("content-type", "application/json");
    let request = request.header("idempotency-key", key);
    client.send(request.body(Body::from(job.to_string())).unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_is_sent_twice_makes_one_job() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = options();
    options.data = Some(folder.path().to_path_buf());
    let client = Client::new(&options);
    let reply = submit(&client, "first", &short()).await;
    let job = reply.expect(201);
    let id = job["id"].as_str().unwrap().to_string();
    assert_eq!(reply.headers["location"], format!("/api/jobs/{id}"));
    let again = submit(&client, "first", &short()).await;
    assert_eq!(
        (&again.expect(201)["id"], &again.headers["location"]),
        (&job["id"], &reply.headers["location"])
    );
    let refused = submit(&client, "first", &endless()).await.expect(422);
    assert_eq!(refused["field"], "idempotency-key");
    // A request that was refused may be corrected.
    submit(&client, "second", &json!({"game": "chess"})).await.expect(400);
    let second = submit(&client, "second", &short()).await.expect(201);
    assert_ne!(second["id"], job["id"]);
    for key in ["", "\u{e9}", &"x".repeat(201)] {
        assert_eq!(submit(&client, key, &short()).await.expect(400)["field"], "idempotency-key");
    }
    assert_eq!(client.list("").await.len(), 2);
    client.close().await;

    // A restart does not change that.
    let client = Client::new(&options);
    assert_eq!(submit(&client, "first", &short()).await.expect(201)["id"], job["id"]);
    client.delete(&format!("/api/jobs/{id}")).await.expect(204);
    assert_ne!(submit(&client, "first", &short()).await.expect(201)["id"], job["id"]);
    client.close().await;
}
