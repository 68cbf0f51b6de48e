//! The life of a job.

use serde_json::json;

use crate::client::{Client, endless, options, short};

#[tokio::test(flavor = "multi_thread")]
async fn a_job_is_solved_walked_through_and_forgotten() {
    let client = Client::new(&options());
    let id = client.submit(short()).await;
    let job = client.wait_for_state(&id, "done").await;
    assert_eq!(job["report"]["verdict"], "proved");
    assert_eq!(job["report"]["certified"], true);
    assert_eq!(job["report"]["certificate"], json!(null), "a path of the server");
    assert_eq!(
        (&job["attacker"], &job["mover"], &job["ask"]),
        (&json!("first"), &json!("first"), &json!("win"))
    );
    assert_eq!(job["certificates"], json!(["certificate"]));
    assert_eq!((&job["has_tree"], &job["place"]), (&json!(true), &json!(null)));
    assert_eq!(job["progress"]["nodes"], job["report"]["nodes"]);
    let history = client.of_job(&id, "/history").await;
    assert!(!history.as_array().unwrap().is_empty());

    let root = client.of_job(&id, "/tree").await;
    assert_eq!((&root["role"], &root["verdict"]), (&json!("or"), &json!("proved")));
    assert!(root["drawing"].as_str().is_some_and(|drawing| !drawing.contains('\x1b')));
    let best = root["children"].as_array().unwrap().iter().find(|child| child["best"] == true);
    let best = best.expect("one child proves it")["move"].as_str().unwrap().to_string();
    let child = client.of_job(&id, &format!("/tree?moves={best}")).await;
    assert_eq!((&child["line"], &child["role"]), (&json!([best]), &json!("and")));
    let wrong = client.get(&format!("/api/jobs/{id}/tree?moves={best},nonsense")).await.expect(400);
    assert_eq!(wrong["field"], "moves");

    let page = client.of_job(&id, "/proof").await;
    let chosen = |page: &serde_json::Value| {
        let moves = page["moves"].as_array().unwrap().clone();
        let mut chosen = moves.into_iter().filter(|row| row["chosen"] == true);
        let only = chosen.next().expect("one move is chosen");
        assert_eq!(chosen.next(), None);
        only["move"].as_str().unwrap().to_string()
    };
    let answer = client.of_job(&id, &format!("/proof?moves={}", chosen(&page))).await;
    assert!(answer["moves"].as_array().unwrap().iter().all(|row| row["covered"] == true));
    let wrong = client.get(&format!("/api/jobs/{id}/proof?moves=nonsense")).await.expect(400);
    assert_eq!(wrong["field"], "moves");
    client.get(&format!("/api/jobs/{id}/proof?which=at-most")).await.expect(409);

    assert_eq!(client.list("").await.len(), 1);
    let again = client.post(&format!("/api/jobs/{id}/resume"), json!({})).await.expect(409);
    assert!(again["error"].as_str().unwrap().contains("verdict"));
    client.delete(&format!("/api/jobs/{id}")).await.expect(204);
    client.get(&format!("/api/jobs/{id}")).await.expect(404);
    assert_eq!(client.list("").await.len(), 0);
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_has_two_certificates() {
    let client = Client::new(&options());
    let job =
        json!({"game": "tictactoe", "position": "X...O....", "ask": "value", "attacker": "X"});
    let id = client.submit(job).await;
    let job = client.wait_for_state(&id, "done").await;
    assert_eq!((&job["report"]["verdict"], &job["report"]["value"]), (&json!("proved"), &json!(0)));
    assert_eq!(job["certificates"], json!(["at-least", "at-most"]));
    for (which, verdict) in [("at-least", "proved"), ("at-most", "disproved")] {
        let path = format!("/api/jobs/{id}/certificate?which={which}");
        let checked = client.upload("/api/verify", client.get(&path).await.bytes).await.expect(200);
        assert_eq!((&checked["accepted"], &checked["verdict"]), (&json!(true), &json!(verdict)));
        client.of_job(&id, &format!("/proof?which={which}")).await;
    }
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_is_paused_and_goes_on_with_other_parameters() {
    let client = Client::new(&options());
    let id = client.submit(endless()).await;
    // The root's numbers are reported although its search has never ended.
    let lively = |job: &serde_json::Value| job["progress"]["pn"].as_u64() > Some(1);
    let job = client.wait(&id, "progress", lively).await;
    assert_eq!(job["has_tree"], true);
    assert!(job["progress"]["line"].is_array(), "{job}");
    // Its tree, while it runs and was never saved.
    let early = client.of_job(&id, "/tree").await;
    let later = client.of_job(&id, "/tree?fresh=1").await;
    for node in [&early, &later] {
        assert!(node["pn"].as_u64() >= Some(1) && node["dn"].as_u64() >= Some(1), "{node}");
        let next = &node["proving"][0];
        let children = node["children"].as_array().unwrap();
        let best: Vec<_> = children.iter().filter(|child| child["best"] == true).collect();
        assert!(
            best.len() == 1 && best[0]["move"] == *next && best[0]["proving"] == true,
            "{node}"
        );
    }

    client.post(&format!("/api/jobs/{id}/resume"), json!({})).await.expect(409);
    client.post(&format!("/api/jobs/{id}/pause"), json!(null)).await.expect(200);
    let paused = client.wait_for_state(&id, "paused").await;
    assert_eq!(paused["report"], json!(null));
    let nodes = paused["progress"]["nodes"].as_u64().unwrap();
    for (changes, expected) in [
        (json!({"algorithm": "pn"}), "pn cannot resume from a save of df-pn"),
        (json!({"settings": {"init": "game"}}), "mean nothing with init=game"),
    ] {
        let refused = client.post(&format!("/api/jobs/{id}/resume"), changes).await.expect(409);
        assert!(refused["error"].as_str().unwrap().contains(expected), "{refused}");
    }
    let bad = json!({"settings": {"epsilon": "many"}});
    let refused = client.post(&format!("/api/jobs/{id}/resume"), bad).await.expect(400);
    assert_eq!(refused["field"], "settings.epsilon");

    let changes = json!({"algorithm": "pds", "nodes": 1000, "memory": 8 << 20, "settings": {}});
    client.post(&format!("/api/jobs/{id}/resume"), changes).await.expect(200);
    let done = client.wait_for_state(&id, "done").await;
    assert_eq!((&done["algorithm"], &done["report"]["stop"]), (&json!("pds"), &json!("nodes")));
    assert_eq!(done["memory_limit"], 8 << 20);
    let in_all = done["report"]["nodes"].as_u64().unwrap();
    assert!((nodes + 900..=nodes + 1000).contains(&in_all), "{nodes} {in_all}");
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_is_stopped_is_done() {
    let client = Client::new(&options());
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(client.submit(endless()).await);
    }
    let waiting = client.of_job(&ids[2], "").await;
    assert_eq!((&waiting["state"], &waiting["place"]), (&json!("waiting"), &json!(1)));
    client.get(&format!("/api/jobs/{}/tree", ids[2])).await.expect(409);
    for id in ids.iter().rev() {
        client.post(&format!("/api/jobs/{id}/stop"), json!({})).await.expect(200);
        let done = client.wait_for_state(id, "done").await;
        let report = &done["report"];
        assert_eq!(
            (&report["verdict"], &report["stop"]),
            (&json!("unknown"), &json!("interrupted"))
        );
    }
    // It can still be resumed, even if it never began.
    for id in [&ids[0], &ids[2]] {
        client.post(&format!("/api/jobs/{id}/resume"), json!({"nodes": 10})).await.expect(200);
        assert_eq!(client.wait_for_state(id, "done").await["report"]["stop"], "nodes");
    }
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_who_keeps_nothing_has_no_tree() {
    let client = Client::new(&options());
    let id = client.submit(json!({"game": "nim", "position": "1,2", "algorithm": "oracle"})).await;
    let job = client.wait_for_state(&id, "done").await;
    assert_eq!((&job["has_tree"], &job["certificates"]), (&json!(false), &json!(["certificate"])));
    let refused = client.get(&format!("/api/jobs/{id}/tree")).await.expect(409);
    assert_eq!(refused["error"], "oracle keeps nothing that could be looked at");
    client.get(&format!("/api/jobs/{id}/save")).await.expect(409);
    client.close().await;
}
