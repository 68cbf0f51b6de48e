//! Verdicts before their certificates, and verdicts on moves.

use serde_json::{Value, json};

use crate::client::{Client, options};

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_has_a_limit_of_its_own_and_goes_on() {
    let client = Client::new(&options());
    let id = client.submit(json!({"game": "hex:size=5", "certify_time": 1e-6})).await;
    let job = client.wait_for_state(&id, "done").await;
    assert_eq!(job["certify_time_limit"], json!(1e-6));
    let report = &job["report"];
    assert_eq!((&report["verdict"], &report["certified"]), (&json!("proved"), &json!(false)));
    assert!(report["move"].is_string(), "{report}");
    assert!(report["error"].as_str().is_some_and(|reason| reason.contains("time")), "{report}");
    assert_eq!(job["certificates"], json!([]));

    let changes = json!({"certify_time": null});
    let resumed = client.post(&format!("/api/jobs/{id}/resume"), changes).await.expect(200);
    assert_eq!(resumed["result"]["verdict"], "proved", "a verdict stays while it goes on");
    let certified = |job: &Value| job["state"] == "done" && job["report"]["certified"] == true;
    let job = client.wait(&id, "a certificate", certified).await;
    assert_eq!((&job["report"]["error"], &job["certify_time_limit"]), (&json!(null), &json!(null)));
    assert_eq!(job["certificates"], json!(["certificate"]));
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_verdict_is_told_before_its_certificate() {
    let client = Client::new(&options());
    // The search takes less than a second, the certificate more than a minute.
    let id = client.submit(json!({"game": "hex:size=7"})).await;
    let job = client.wait(&id, "a verdict", |job| job["report"]["verdict"] == "proved").await;
    assert_eq!((&job["state"], &job["report"]["certified"]), (&json!("running"), &json!(null)));
    assert_eq!(job["result"]["verdict"], "proved");
    client.wait(&id, "progress", |job| job["progress"]["phase"] == "certifying").await;
    client.post(&format!("/api/jobs/{id}/stop"), json!({})).await.expect(200);
    let job = client.wait_for_state(&id, "done").await;
    assert_eq!(
        (&job["report"]["verdict"], &job["report"]["certified"]),
        (&json!("proved"), &json!(false))
    );
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_move_gets_a_verdict_or_a_value() {
    let client = Client::new(&options());
    let id = client.submit(json!({"game": "nim", "position": "3,4,5", "moves": true})).await;
    let job = client.wait_for_state(&id, "done").await;
    assert_eq!(job["moves"], true);
    let moves = job["report"]["moves"].as_array().expect("there are moves");
    assert_eq!(moves.len(), 12);
    let won: Vec<_> = moves.iter().filter(|row| row["verdict"] == "proved").collect();
    assert_eq!((won.len(), &won[0]["move"]), (1, &job["report"]["move"]));
    assert_eq!(moves[0]["verdict"], "proved", "the best is the first");

    let question =
        json!({"game": "tictactoe", "position": "X...O....", "ask": "value", "moves": true});
    let id = client.submit(question).await;
    let job = client.wait_for_state(&id, "done").await;
    let moves = job["report"]["moves"].as_array().expect("there are moves");
    let values: Vec<_> = moves.iter().map(|row| row["value"].as_i64().expect("a value")).collect();
    assert_eq!((values.len(), values[0]), (7, 0));
    assert!(values.is_sorted_by(|one, other| one >= other), "{values:?}");
    client.close().await;
}
