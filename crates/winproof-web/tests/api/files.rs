//! Files that come and go.

use serde_json::json;
use winproof_certificate::{Certificate, write_container};

use crate::client::{Client, endless, options, short};

#[tokio::test(flavor = "multi_thread")]
async fn certificates_are_checked_and_read() {
    let client = Client::new(&options());
    let id = client.submit(short()).await;
    client.wait_for_state(&id, "done").await;
    let reply = client.get(&format!("/api/jobs/{id}/certificate")).await;
    let name = reply.headers["content-disposition"].to_str().unwrap();
    assert_eq!(name, format!("attachment; filename=\"nim-{id}.wpc\""));
    let certificate = reply.bytes.to_vec();

    let checked = client.upload("/api/verify", certificate.clone()).await.expect(200);
    assert_eq!(checked["accepted"], true);
    assert_eq!(checked["claim"], "first can force a win");
    assert!(checked["records"].as_u64() > Some(0));

    // Wherever it is damaged it is not accepted.
    for place in (0..certificate.len()).step_by(7) {
        let mut damaged = certificate.clone();
        damaged[place] ^= 0x20;
        let reply = client.upload("/api/verify", damaged).await;
        let accepted = reply.status == 200 && reply.json()["accepted"] == true;
        assert!(!accepted, "byte {place}");
    }
    for bytes in [vec![], b"garbage".to_vec(), certificate[..certificate.len() / 2].to_vec()] {
        let refused = client.upload("/api/verify", bytes.clone()).await.expect(400);
        assert!(refused["error"].as_str().unwrap().starts_with("unreadable: "), "{refused}");
        client.upload("/api/proofs", bytes).await.expect(400);
    }

    let proof = client.upload("/api/proofs", certificate).await.expect(201);
    assert_eq!((&proof["state"], &proof["has_tree"]), (&json!("done"), &json!(false)));
    assert_eq!((&proof["algorithm"], &proof["ask"]), (&json!(null), &json!("win")));
    let proof = proof["id"].as_str().unwrap();
    assert_eq!(client.of_job(proof, "/proof").await["claim"], "move");
    client.get(&format!("/api/jobs/{proof}/tree")).await.expect(409);
    client.post(&format!("/api/jobs/{proof}/resume"), json!({})).await.expect(409);
    client.close().await;
}

/// A file with both certificates of a value.
#[tokio::test(flavor = "multi_thread")]
async fn both_certificates_of_a_value_can_come_in_one_file() {
    let client = Client::new(&options());
    let id = client.submit(json!({"game": "tictactoe", "ask": "value"})).await;
    client.wait_for_state(&id, "done").await;
    let mut certificates = Vec::new();
    for which in ["at-least", "at-most"] {
        let reply = client.get(&format!("/api/jobs/{id}/certificate?which={which}")).await;
        certificates.push(Certificate::read_from(&reply.bytes[..], 1 << 20).unwrap());
    }
    let container = |certificates: &[&Certificate]| {
        let mut bytes = Vec::new();
        write_container(certificates, &mut bytes).unwrap();
        bytes
    };
    let [least, most] = [&certificates[0], &certificates[1]];
    let both = container(&[least, most]);
    let checked = client.upload("/api/verify", both.clone()).await.expect(200);
    assert_eq!(checked["claim"], "the value for X is 0");
    let proof = client.upload("/api/proofs", both).await.expect(201);
    assert_eq!((&proof["ask"], &proof["result"]["value"]), (&json!("value"), &json!(0)));
    assert_eq!(proof["certificates"], json!(["at-least", "at-most"]));
    let proof = proof["id"].as_str().unwrap();
    for which in ["at-least", "at-most"] {
        client.get(&format!("/api/jobs/{proof}/proof?which={which}")).await.expect(200);
    }
    let refused = client.upload("/api/proofs", container(&[least, least])).await.expect(422);
    assert_eq!(refused["error"], "the certificates of the file do not show a value");
    client.close().await;
}

/// The response shows what was checked, not what the file says about it.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_accepted_is_shown() {
    let client = Client::new(&options());
    let hidden = include_bytes!("../../../winproof-check/tests/display/white_wins_from_start.wpc");
    let checked = client.upload("/api/verify", hidden.to_vec()).await.expect(200);
    assert_eq!(checked["position"], "xx1/ooo/2x x");
    let twice = include_bytes!("../../../winproof-check/tests/display/dup_param.wpc");
    let refused = client.upload("/api/verify", twice.to_vec()).await.expect(400);
    assert!(refused["error"].as_str().unwrap().contains("`size` occurs twice"), "{refused}");
    client.close().await;
}

/// A certificate of one position with another's name on it: valid bytes, false claim.
#[tokio::test(flavor = "multi_thread")]
async fn a_false_certificate_is_rejected_and_says_why() {
    use std::collections::BTreeMap;
    use winproof_certificate::{Certificate, Claim, Header, RecordSetBuilder};
    use winproof_rules::Verdict;
    let header = Header {
        game: "nim".to_string(),
        parameters: BTreeMap::new(),
        position: "1,1".to_string(),
        attacker: winproof_rules::Player::First,
        target: 1,
        within: None,
        verdict: Verdict::Proved,
    };
    let mut records = RecordSetBuilder::new(winproof_certificate::Form::Strategy);
    records.push(&[1, 1], Claim::All, 1);
    let certificate = Certificate { header, records: records.finish().expect("one record") };
    let mut bytes = Vec::new();
    certificate.write_to(&mut bytes).expect("a vector takes everything");
    let client = Client::new(&options());
    let checked = client.upload("/api/verify", bytes.clone()).await.expect(200);
    assert_eq!(checked["accepted"], false);
    assert!(checked["reason"].is_string());
    let refused = client.upload("/api/proofs", bytes).await.expect(422);
    assert!(refused["error"].as_str().unwrap().starts_with("rejected: "));
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn saves_go_out_and_come_back() {
    let client = Client::new(&options());
    let mut job = endless();
    job["nodes"] = 3000.into();
    let id = client.submit(job).await;
    client.wait_for_state(&id, "done").await;
    let save = client.get(&format!("/api/jobs/{id}/save")).await.bytes.to_vec();
    let position = client.get(&format!("/api/jobs/{id}/position")).await.bytes;
    assert!(position.ends_with(b"X\n"), "{position:?}");

    let copy = client.upload("/api/saves", save.clone()).await.expect(201);
    assert_eq!((&copy["state"], &copy["algorithm"]), (&json!("paused"), &json!("df-pn")));
    assert_eq!(copy["nodes"], 3000);
    let copy = copy["id"].as_str().unwrap();
    let (ours, theirs) = (client.of_job(&id, "/tree").await, client.of_job(copy, "/tree").await);
    assert_eq!(ours, theirs);
    client.post(&format!("/api/jobs/{copy}/resume"), json!({"nodes": 500})).await.expect(200);
    let done = client.wait_for_state(copy, "done").await;
    assert_eq!(done["report"]["nodes"], 3500);

    for (bytes, expected) in [
        (vec![], "cannot use the save file: the save is cut off"),
        (vec![7; 100], "cannot use the save file: this is not a saved search"),
        (save[..save.len() - 9].to_vec(), "cannot use the save file: the save is cut off"),
    ] {
        let refused = client.upload("/api/saves", bytes).await.expect(400);
        assert_eq!(refused["error"], expected);
    }
    client.close().await;
}
