//! A server that ends and is started again.

use std::fs;

use serde_json::{Value, json};

use crate::client::{Client, endless, options, short};

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_finds_the_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = options();
    options.data = Some(folder.path().to_path_buf());
    let client = Client::new(&options);
    // One server at a time.
    let refused = winproof_web::App::open(&options).err().unwrap().to_string();
    assert!(refused.starts_with("another process is working on "), "{refused}");
    let done = client.submit(short()).await;
    client.wait_for_state(&done, "done").await;
    let running = client.submit(endless()).await;
    let lively = |job: &Value| job["progress"]["nodes"].as_u64() > Some(0);
    client.wait(&running, "progress", lively).await;
    let paused = client.submit(endless()).await;
    client.post(&format!("/api/jobs/{paused}/pause"), json!({})).await.expect(200);
    client.wait_for_state(&paused, "paused").await;
    let before = client.of_job(&done, "").await;
    client.close().await;

    let client = Client::new(&options);
    assert_eq!(client.of_job(&done, "").await, before);
    assert!(!client.of_job(&done, "/history").await.as_array().unwrap().is_empty());
    client.of_job(&done, "/proof").await;
    client.of_job(&done, "/tree").await;
    assert_eq!(client.of_job(&paused, "").await["state"], "paused");
    // It resumes automatically from where it was.
    let job = client.wait_for_state(&running, "running").await;
    assert!(job["progress"]["nodes"].as_u64() > Some(0));
    let order = client.list("").await;
    let order: Vec<_> = order.iter().map(|job| job["id"].as_str().unwrap().to_string()).collect();
    assert_eq!(order, [paused.clone(), running.clone(), done.clone()]);
    client.close().await;

    // It ran when the server was killed, so it may have been the reason: a user must look at it first.
    let path = folder.path().join(&running).join("job.json");
    let text = fs::read_to_string(&path).unwrap().replace("\"waiting\"", "\"running\"");
    fs::write(&path, text).unwrap();
    // What cannot be read is left as it is.
    let path = folder.path().join(&paused).join("job.json");
    let text = fs::read_to_string(&path).unwrap();
    for (broken, reason) in [
        ("{".to_string(), "EOF while parsing"),
        (text.replace("\"othello", "\"chess"), "unknown game `chess`"),
        (text.replace("\"df-pn\"", "\"magic\""), "unknown algorithm `magic`"),
        (text.replace("\"epsilon\":\"", "\"epsilon\":\"-"), "parameter `epsilon` is"),
        (text.replace("\"ask\":\"win\"", "\"ask\":\"lose\""), "expected win, draw"),
    ] {
        assert_ne!(broken, text, "{reason}");
        fs::write(&path, broken).unwrap();
        let (app, complaints) = winproof_web::App::open(&options).unwrap();
        assert_eq!(complaints.len(), 1);
        assert!(complaints[0].contains(&paused), "{complaints:?}");
        assert!(complaints[0].contains(reason), "{complaints:?}");
        tokio::task::spawn_blocking(move || app.close()).await.unwrap();
    }
    fs::remove_file(&path).unwrap();
    let client = Client::new(&options);
    assert_eq!(client.of_job(&running, "").await["state"], "paused");

    // A save that was damaged on the disk fails its job, and nothing else.
    let path = folder.path().join(&running).join("search.wps");
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).unwrap();
    client.post(&format!("/api/jobs/{running}/resume"), json!({"nodes": 10})).await.expect(200);
    let failed = client.wait_for_state(&running, "failed").await;
    let error = failed["error"].as_str().unwrap();
    assert!(error.starts_with("cannot use the saved search: the save is damaged"), "{error}");
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_that_were_used_up_before_the_restart_stay_used_up() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = options();
    options.data = Some(folder.path().to_path_buf());
    let client = Client::new(&options);
    let mut job = endless();
    job["nodes"] = 100_000_000.into();
    let id = client.submit(job).await;
    client.wait(&id, "progress", |job| job["progress"]["nodes"].as_u64() > Some(500)).await;
    client.close().await;
    let client = Client::new(&options);
    let job = client.wait_for_state(&id, "running").await;
    assert!(job["nodes_limit"].as_u64() < Some(100_000_000 - 500), "{job}");
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_folder_nothing_is_left() {
    let client = Client::new(&options());
    let id = client.submit(short()).await;
    client.wait_for_state(&id, "done").await;
    client.close().await;
    let client = Client::new(&options());
    assert_eq!(client.list("").await.len(), 0);
    client.close().await;
}
