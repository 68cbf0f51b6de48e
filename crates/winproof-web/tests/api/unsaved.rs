//! Jobs that cannot be written to the disk.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Client, endless, options, short};

/// No file can be written where a folder is, as on a disk that is full.
fn block(path: &Path) {
    let _ = fs::remove_file(path);
    fs::create_dir(path).unwrap();
}

fn unblock(path: &Path) {
    fs::remove_dir(path).unwrap();
}

fn progressing(job: &Value) -> bool {
    job["progress"]["nodes"].as_u64() > Some(1000)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_cannot_be_saved_stays_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = options();
    options.data = Some(folder.path().to_path_buf());
    let client = Client::new(&options);
    let id = client.submit(endless()).await;
    let save = folder.path().join(&id).join("search.wps");
    client.wait(&id, "progress", progressing).await;
    block(&save);
    client.post(&format!("/api/jobs/{id}/pause"), json!({})).await.expect(200);
    let job = client.wait(&id, "the failure", |job| job["unsaved"].is_string()).await;
    assert_eq!((&job["state"], &job["error"]), (&json!("paused"), &json!(null)));
    assert_eq!(job["unsaved"], "cannot write the saved search: is a directory");
    let nodes = job["progress"]["nodes"].as_u64().unwrap();

    // It keeps its memory, but nobody has to wait for its thread.
    let status = client.get("/api/status").await.json();
    assert_eq!((&status["running"], &status["memory_in_use"]), (&json!(0), &json!(4 << 20)));
    for action in ["save", "resume"] {
        let refused = client.post(&format!("/api/jobs/{id}/{action}"), json!({})).await.expect(507);
        assert_eq!(refused["error"], "cannot write the saved search: is a directory");
    }
    unblock(&save);
    let saved = client.post(&format!("/api/jobs/{id}/save"), json!({})).await.expect(200);
    assert_eq!((&saved["state"], &saved["unsaved"]), (&json!("paused"), &json!(null)));
    assert_eq!(client.get("/api/status").await.json()["memory_in_use"], 0);
    client.post(&format!("/api/jobs/{id}/resume"), json!({"nodes": 10})).await.expect(200);
    let done = client.wait_for_state(&id, "done").await;
    assert!(done["report"]["nodes"].as_u64() >= Some(nodes + 10), "nothing was lost");
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_cannot_be_saved_can_be_resumed_or_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = options();
    options.data = Some(folder.path().to_path_buf());
    let client = Client::new(&options);
    let mut ids = Vec::new();
    for _ in 0..3 {
        let id = client.submit(endless()).await;
        client.wait(&id, "progress", progressing).await;
        block(&folder.path().join(&id).join("search.wps"));
        client.post(&format!("/api/jobs/{id}/stop"), json!({})).await.expect(200);
        client.wait(&id, "the failure", |job| job["unsaved"].is_string()).await;
        ids.push(id);
    }
    // To resume it is to save it first.
    unblock(&folder.path().join(&ids[0]).join("search.wps"));
    client.post(&format!("/api/jobs/{}/resume", ids[0]), json!({"nodes": 10})).await.expect(200);
    client.wait_for_state(&ids[0], "done").await;
    client.delete(&format!("/api/jobs/{}", ids[1])).await.expect(204);
    client.wait(&ids[2], "memory", |_| true).await;
    loop {
        let status = client.get("/api/status").await.json();
        if status["memory_in_use"] == 4 << 20 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    // The end of the server says what is lost, and the next one says it too.
    let complaints = client.close().await;
    let expected =
        format!("job {} is not saved: cannot write the saved search: is a directory", ids[2]);
    assert_eq!(complaints, [expected]);
    unblock(&folder.path().join(&ids[2]).join("search.wps"));
    let client = Client::new(&options);
    let job = client.of_job(&ids[2], "").await;
    assert_eq!(job["state"], "paused");
    assert!(
        job["notice"].as_str().unwrap().starts_with("The work after the last save is lost"),
        "{job}"
    );
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_that_cannot_be_written_stays_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = options();
    (options.data, options.threads) = (Some(folder.path().to_path_buf()), Some(1));
    let client = Client::new(&options);
    let before = client.submit(endless()).await;
    client.wait(&before, "progress", progressing).await;
    // It waits behind the other one, so that there is time.
    let id = client.submit(short()).await;
    block(&folder.path().join(&id).join("proof.wpc"));
    client.delete(&format!("/api/jobs/{before}")).await.expect(204);
    let job = client.wait(&id, "the failure", |job| job["unsaved"].is_string()).await;
    assert_eq!(job["unsaved"], "cannot write the certificate: is a directory");
    unblock(&folder.path().join(&id).join("proof.wpc"));
    client.post(&format!("/api/jobs/{id}/save"), json!({})).await.expect(200);
    let job = client.wait_for_state(&id, "done").await;
    assert_eq!(
        (&job["report"]["verdict"], &job["report"]["certified"]),
        (&json!("proved"), &json!(true))
    );
    assert_eq!(job["certificates"], json!(["certificate"]));
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_whose_own_file_cannot_be_written_is_not_lost() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = options();
    options.data = Some(folder.path().to_path_buf());
    let client = Client::new(&options);
    let id = client.submit(endless()).await;
    client.wait(&id, "progress", progressing).await;
    block(&folder.path().join(&id).join("report.json"));
    client.post(&format!("/api/jobs/{id}/stop"), json!({})).await.expect(200);
    let job = client.wait(&id, "the failure", |job| job["unsaved"].is_string()).await;
    assert_eq!((&job["state"], &job["report"]["stop"]), (&json!("done"), &json!("interrupted")));
    assert_eq!(job["unsaved"], "cannot write the report: is a directory");
    client.post(&format!("/api/jobs/{id}/save"), json!({})).await.expect(507);
    unblock(&folder.path().join(&id).join("report.json"));
    client.post(&format!("/api/jobs/{id}/save"), json!({})).await.expect(200);
    assert_eq!(client.close().await, Vec::<String>::new());
    let client = Client::new(&options);
    assert_eq!(client.of_job(&id, "").await["report"]["stop"], "interrupted");
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_stored_is_refused_without_paths() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("jobs");
    let mut options = options();
    options.data = Some(data.clone());
    let client = Client::new(&options);
    fs::remove_dir_all(&data).unwrap();
    fs::write(&data, "").unwrap();
    let path = folder.path().display().to_string();
    for reply in [
        client.post("/api/jobs", short()).await,
        client.upload("/api/verify", "x").await,
        client.upload("/api/saves", "x").await,
    ] {
        let refused = reply.expect(507);
        let error = refused["error"].as_str().unwrap();
        assert!(!error.contains(&path), "{error}");
    }
    assert_eq!(client.list("").await.len(), 0);
    client.close().await;
}
