//! Numbers of plies, and audits.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::client::{Client, options};
use crate::events::Events;

/// X wins with its third move.
const IN_FIVE: &str = "XO./.../...";

#[tokio::test(flavor = "multi_thread")]
async fn the_least_number_of_plies_has_two_certificates() {
    let client = Client::new(&options());
    let ask = |ask: &str| json!({"game": "tictactoe", "position": IN_FIVE, "ask": ask});
    let id = client.submit(ask("win shortest")).await;
    let job = client.wait_for_state(&id, "done").await;
    let report = &job["report"];
    assert_eq!((&report["plies"], &report["not_within"]), (&json!(5), &json!(4)), "{job}");
    assert_eq!(job["certificates"], json!(["within", "not-within"]));
    assert_eq!(job["has_tree"], false);
    for (which, claim) in [
        ("within", "X can force a win within 5 plies"),
        ("not-within", "X cannot force a win within 4 plies"),
    ] {
        let path = format!("/api/jobs/{id}/certificate?which={which}");
        let bytes = client.get(&path).await.bytes;
        let checked = client.upload("/api/verify", bytes.clone()).await.expect(200);
        assert_eq!((&checked["accepted"], &checked["claim"]), (&json!(true), &json!(claim)));
        client.of_job(&id, &format!("/proof?which={which}")).await;
        let kept = client.upload("/api/proofs", bytes).await.expect(201);
        let kept_ask = kept["ask"].as_str().unwrap();
        assert!(claim.ends_with(&format!("a {kept_ask} plies")), "{kept}");
    }
    let refused = client.get(&format!("/api/jobs/{id}/tree")).await.expect(409);
    assert!(refused["error"].as_str().unwrap().contains("least number of plies"), "{refused}");

    let id = client.submit(ask("win within 4")).await;
    let job = client.wait_for_state(&id, "done").await;
    assert_eq!(
        (&job["report"]["verdict"], &job["ask"]),
        (&json!("disproved"), &json!("win within 4"))
    );
    assert_eq!((&job["report"]["within"], &job["has_tree"]), (&json!(4), &json!(true)));
    client.of_job(&id, "/tree").await;
    client.close().await;
}

/// Ten more plies do not help, because X cannot win at all.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_never_reached_has_one_certificate() {
    let client = Client::new(&options());
    let id = client.submit(json!({"game": "tictactoe", "ask": "win shortest"})).await;
    let job = client.wait_for_state(&id, "done").await;
    assert_eq!(
        (&job["report"]["verdict"], &job["certificates"]),
        (&json!("disproved"), &json!(["never"]))
    );
    client.of_job(&id, "/proof").await;
    client.close().await;
}

/// What is known about the number while it is looked for.
#[tokio::test(flavor = "multi_thread")]
async fn the_numbers_of_plies_that_are_known_are_told() {
    let client = Client::new(&options());
    let mate = "9/7L1/9/8k/6+R2/9/8N/9/9 b Sr2b4g3s3n3l18p 1";
    let id = client.submit(json!({"game": "shogi", "position": mate, "ask": "win shortest"})).await;
    let job = client.wait_for_state(&id, "done").await;
    assert_eq!(job["report"]["plies"], 7, "{job}");
    // The last question was whether six suffice, when seven were known to.
    let plies = json!({"not_within": 5, "within": 7, "asking": 6});
    assert_eq!(job["progress"]["plies"], plies, "{job}");
    let id = client.submit(json!({"game": "shogi", "position": mate})).await;
    let job = client.wait_for_state(&id, "done").await;
    assert_eq!(job["progress"]["plies"], Value::Null);
    client.close().await;
}

fn audited(changes: &Value) -> Value {
    let mut request = json!({"game": "tictactoe", "position": IN_FIVE, "memory": 8 << 20});
    for (key, value) in changes.as_object().unwrap() {
        request[key] = value.clone();
    }
    request
}

#[tokio::test(flavor = "multi_thread")]
async fn an_audit() {
    let client = Client::new(&options());
    let audit = client.post("/api/audits", audited(&json!({}))).await.expect(200);
    assert_eq!((&audit["plies"], &audit["unique"]), (&json!(5), &json!(false)), "{audit}");
    assert_eq!((&audit["economy"], &audit["certified"]), (&json!(null), &json!(true)));
    assert_eq!(audit["answer"], "Proved: X can force a win within 5 plies, and not within 4 plies");
    let mate = json!({"game": "shogi", "position": "8k/9/8P/9/9/9/9/9/9 b G 1"});
    let audit = client.post("/api/audits?economy=1", audited(&mate)).await.expect(200);
    assert_eq!((&audit["plies"], &audit["unique"]), (&json!(1), &json!(true)), "{audit}");
    let needed = |removal: &Value| removal["needed"] == json!(true);
    assert!(audit["economy"].as_array().unwrap().iter().all(needed), "{audit}");
    // The limit of expansions is for each question.
    let short = json!({"game": "loa", "position": "start", "nodes": 10});
    let audit = client.post("/api/audits", audited(&short)).await.expect(200);
    assert_eq!((&audit["verdict"], &audit["stop"]), (&json!("unknown"), &json!("nodes")));
    for (changes, field) in [
        (json!({"ask": "value"}), "ask"),
        (json!({"ask": "win within 3"}), "ask"),
        (json!({"position": "nonsense"}), "position"),
        (json!({"memory": 1_u64 << 60}), "memory"),
    ] {
        let refused = client.post("/api/audits", audited(&changes)).await.expect(400);
        assert_eq!(refused["field"], field, "{refused}");
    }
    client.close().await;
}

/// An audit that would take longer than a lifetime gives its memory back when its client leaves, and does not keep the
/// server from ending.
#[tokio::test(flavor = "multi_thread")]
async fn an_audit_ends_with_its_request() {
    let client = Arc::new(Client::new(&options()));
    let endless = audited(&json!({"game": "othello", "position": "start", "nodes": u64::MAX}));
    let used = || async { client.get("/api/status").await.expect(200)["memory_in_use"].clone() };
    for round in 0..2 {
        let (asking, request) = (Arc::clone(&client), endless.clone());
        let task =
            tokio::spawn(async move { asking.post("/api/audits", request).await.status.as_u16() });
        while used().await == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        if round == 0 {
            task.abort();
            assert!(task.await.unwrap_err().is_cancelled());
            while used().await != 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        } else {
            client.end().await;
            assert_eq!(task.await.unwrap(), 503);
        }
    }
}

/// The same audit as a stream: progress, and then the audit.
#[tokio::test(flavor = "multi_thread")]
async fn the_progress_of_an_audit() {
    let client = Client::new(&options());
    let request = |body: Value| {
        let request = Request::post("/api/audits").header("content-type", "application/json");
        let request = request.header("accept", "text/event-stream");
        request.body(Body::from(body.to_string())).unwrap()
    };
    let mut events = Events::of(&client, request(audited(&json!({})))).await;
    let mut told = Vec::new();
    let audit = loop {
        match events.next().await.expect("the audit comes before the end") {
            (name, progress) if name == "progress" => told.push(progress),
            (name, audit) => {
                assert_eq!(name, "audit");
                break audit;
            }
        }
    };
    assert!(events.next().await.is_none());
    let plain = client.post("/api/audits", audited(&json!({}))).await.expect(200);
    for key in ["answer", "plies", "solution", "unique", "nodes"] {
        assert_eq!(audit[key], plain[key]);
    }
    let last = told.last().expect("there is progress");
    assert_eq!(last["plies"], json!({"not_within": 3, "within": 5, "asking": 4}), "{last}");
    let questions = last["questions"].as_u64().unwrap();
    assert!(last["answered"].as_u64().unwrap() < questions, "{last}");
    // What is wrong with the request is said before there is a stream.
    let refused = client.send(request(audited(&json!({"ask": "value"})))).await.expect(400);
    assert_eq!(refused["field"], "ask");
    client.close().await;
}
