//! The description of the interface against the interface, and the page.

use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::Value;

use crate::client::{Client, options};

/// Every path of the description is there, for the methods that it names and no others.
#[tokio::test(flavor = "multi_thread")]
async fn the_description_is_of_what_there_is() {
    let client = Client::new(&options());
    let description = client.get("/api").await.expect(200);
    let paths = description["paths"].as_object().unwrap();
    for (path, entry) in paths {
        for method in [Method::GET, Method::POST, Method::DELETE, Method::PUT] {
            let described = entry.get(method.as_str().to_lowercase()).is_some();
            let path = path.replace("{id}", "0000000000000000");
            let request = Request::builder().method(&method).uri(&path);
            let request = request.body(Body::empty()).unwrap();
            // Streams have no end; whether they begin is in the tests of news.
            if described && path == "/api/events" {
                continue;
            }
            let status = client.send(request).await.status.as_u16();
            assert_eq!(described, status != 405, "{method} {path}: {status}");
        }
    }
    client.close().await;
}

/// And nothing is there that is not described.
#[test]
fn all_paths_are_described() {
    let description: Value = serde_json::from_str(include_str!("../../src/openapi.json")).unwrap();
    let described: Vec<_> = description["paths"].as_object().unwrap().keys().cloned().collect();
    let mut paths = winproof_web::paths();
    paths.sort_unstable();
    assert_eq!(described, paths);
}

/// What is sent has the keys that are described.
#[tokio::test(flavor = "multi_thread")]
async fn answers_have_the_described_keys() {
    let client = Client::new(&options());
    let description = client.get("/api").await.expect(200);
    let id = client.submit(crate::client::short()).await;
    let job = client.wait_for_state(&id, "done").await;
    let look = serde_json::json!({"game": "hex:size=3", "position": "start"});
    let look = client.post("/api/position", look).await.expect(200);
    let tree = client.of_job(&id, "/tree").await;
    let proof = client.of_job(&id, "/proof").await;
    let certificate = client.get(&format!("/api/jobs/{id}/certificate")).await.bytes;
    for (schema, value) in [
        ("Status", client.get("/api/status").await.json()),
        ("Game", client.get("/api/games").await.json()[0].clone()),
        ("Algorithm", client.get("/api/algorithms").await.json()[0].clone()),
        ("Parameter", client.get("/api/algorithms").await.json()[1]["parameters"][0].clone()),
        ("Position", look),
        ("Progress", job["progress"].clone()),
        ("Job", job),
        ("Child", tree["children"][0].clone()),
        ("Node", tree),
        ("ProofMove", proof["moves"][0].clone()),
        ("ProofNode", proof),
        ("Checked", client.upload("/api/verify", certificate).await.json()),
        ("Problem", client.get("/api/nothing").await.json()),
    ] {
        let described = &description["components"]["schemas"][schema]["properties"];
        let keys = |value: &Value| {
            let mut keys: Vec<_> = value.as_object().unwrap().keys().cloned().collect();
            keys.sort_unstable();
            keys
        };
        assert_eq!(keys(described), keys(&value), "{schema}");
    }
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_there_or_says_how_to_get_it() {
    let client = Client::new(&options());
    for path in ["/", "/jobs/0123456789abcdef"] {
        let reply = client.get(path).await;
        assert_eq!(reply.status, 200);
        assert!(reply.headers["content-type"].to_str().unwrap().starts_with("text/html"));
    }
    client.get("/assets/nothing.js").await.expect(404);
    client.upload("/", Body::empty()).await.expect(405);
    client.close().await;
}
