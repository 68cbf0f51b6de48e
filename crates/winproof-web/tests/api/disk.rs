//! The folder of jobs: how much it may take, and what in it is not touched.

use std::fs;

use serde_json::json;
use winproof_session::amounts::Memory;
use winproof_web::ServeOptions;

use crate::client::{Client, endless, options, short};

/// A server that may use so much of the disk.
fn with_disk(folder: &std::path::Path, bytes: usize) -> ServeOptions {
    let data = Some(folder.to_path_buf());
    ServeOptions { data, data_size: Some(Memory(bytes)), ..options() }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_disk_has_a_budget() {
    let folder = tempfile::tempdir().unwrap();
    let client = Client::new(&with_disk(folder.path(), 200 << 10));
    let mut ids = Vec::new();
    let refused = loop {
        let reply = client.post("/api/jobs", short()).await;
        if reply.status != 201 {
            break reply.expect(507);
        }
        let id = reply.json()["id"].as_str().unwrap().to_string();
        client.wait_for_state(&id, "done").await;
        ids.push(id);
        assert!(ids.len() < 50);
    };
    let error = refused["error"].as_str().unwrap();
    assert_eq!(error, "the jobs of this server may take 200.0 KiB of its disk: delete some");
    let status = client.get("/api/status").await.json();
    assert!(status["disk_in_use"].as_u64() <= status["disk"].as_u64(), "{status}");
    client.upload("/api/verify", vec![0; 400 << 10]).await.expect(507);
    client.delete(&format!("/api/jobs/{}", ids[0])).await.expect(204);
    client.delete(&format!("/api/jobs/{}", ids[1])).await.expect(204);
    client.submit(short()).await;
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_oldest_finished_jobs_go_first_if_wished() {
    let folder = tempfile::tempdir().unwrap();
    let options = ServeOptions { drop_oldest: true, ..with_disk(folder.path(), 200 << 10) };
    let client = Client::new(&options);
    let paused = client.submit(endless()).await;
    client.post(&format!("/api/jobs/{paused}/pause"), json!({})).await.expect(200);
    client.wait_for_state(&paused, "paused").await;
    let mut ids = Vec::new();
    for _ in 0..20 {
        let id = client.submit(short()).await;
        client.wait_for_state(&id, "done").await;
        ids.push(id);
    }
    let left: Vec<_> = client.list("?limit=500").await;
    let left: Vec<_> = left.iter().map(|job| job["id"].as_str().unwrap()).collect();
    // The newest of those that are done, and the one that is not.
    assert!(left.len() > 2 && left.len() < 20, "{left:?}");
    assert_eq!(left.last(), Some(&paused.as_str()));
    let newest: Vec<_> = ids.iter().rev().take(left.len() - 1).map(String::as_str).collect();
    assert_eq!(left[..left.len() - 1], newest);
    let status = client.get("/api/status").await.json();
    assert!(status["disk_in_use"].as_u64() <= status["disk"].as_u64(), "{status}");
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_save_for_which_there_is_no_room_waits() {
    let folder = tempfile::tempdir().unwrap();
    let client = Client::new(&with_disk(folder.path(), 300 << 10));
    let mut others = Vec::new();
    for _ in 0..4 {
        let id = client.submit(short()).await;
        client.wait_for_state(&id, "done").await;
        others.push(id);
    }
    let id = client.submit(endless()).await;
    let grown = |job: &serde_json::Value| job["progress"]["entries"].as_u64() > Some(20_000);
    client.wait(&id, "a table", grown).await;
    client.post(&format!("/api/jobs/{id}/pause"), json!({})).await.expect(200);
    let job = client.wait(&id, "the failure", |job| job["unsaved"].is_string()).await;
    assert_eq!(job["unsaved"], "cannot write the saved search: there is no room left for it");
    client.close().await;
    // What was written of it is gone.
    let files = fs::read_dir(folder.path().join(&id)).unwrap().flatten();
    let names: Vec<_> = files.map(|file| file.file_name().into_string().unwrap()).collect();
    assert!(names.iter().all(|name| !name.contains("part")), "{names:?}");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn links_are_not_followed() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("jobs");
    let options = ServeOptions { data: Some(data.clone()), ..options() };
    let client = Client::new(&options);
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    let (one, other) = (client.submit(short()).await, client.submit(short()).await);
    client.wait_for_state(&one, "done").await;
    client.wait_for_state(&other, "done").await;
    client.close().await;

    let secret = folder.path().join("secret");
    fs::write(&secret, "not for clients").unwrap();
    let certificate = data.join(&one).join("proof.wpc");
    fs::remove_file(&certificate).unwrap();
    symlink(&secret, &certificate).unwrap();
    symlink(data.join(&other), data.join("0123456789abcdef")).unwrap();
    let (app, complaints) = winproof_web::App::open(&options).unwrap();
    assert_eq!(complaints.len(), 1, "{complaints:?}");
    assert!(complaints[0].ends_with(&format!("{one} has links: it is left alone")));
    tokio::task::spawn_blocking(move || app.close()).await.unwrap();
    fs::remove_dir_all(data.join(&one)).unwrap();
    fs::remove_file(data.join("0123456789abcdef")).unwrap();

    fs::write(data.join("upload-left"), "by a killed server").unwrap();
    let client = Client::new(&options);
    assert_eq!(client.list("").await.len(), 1);
    assert!(!data.join("upload-left").exists());
    client.close().await;
    assert_eq!(fs::read_to_string(&secret).unwrap(), "not for clients");

    fs::set_permissions(&data, fs::Permissions::from_mode(0o777)).unwrap();
    let refused = winproof_web::App::open(&options).err().unwrap().to_string();
    assert!(refused.starts_with("every user of this machine may write to "), "{refused}");
}
