//! Requests that are refused: the response says what is wrong, and nothing else happens.

use axum::body::{Body, Bytes};
use axum::http::Request;
use futures_util::stream;
use serde_json::{Value, json};
use winproof_session::amounts::Memory;

use crate::client::{Client, options, short};

#[tokio::test(flavor = "multi_thread")]
async fn bad_jobs_are_refused_at_the_field_that_is_wrong() {
    let client = Client::new(&options());
    let with = |key: &str, value: Value| {
        let mut job = short();
        job[key] = value;
        job
    };
    for (job, field, expected) in [
        (with("game", json!("chess")), "game", "unknown game `chess`"),
        (with("game", json!("hex:size=99")), "parameters.size", "from 2 to 13"),
        (with("game", json!("hex:cells=3")), "parameters.cells", "unknown parameter `cells`"),
        (with("game", json!("hex:size=5,size=6")), "parameters.size", "is given twice"),
        (with("position", json!("3,x")), "position", "nim: "),
        (with("position", json!("@/etc/passwd")), "position", "nim: "),
        (with("attacker", json!("black")), "attacker", "unknown attacker `black`"),
        (with("ask", json!("lose")), "ask", "expected win, draw, value"),
        (with("ask", json!("draw")), "ask", "nim has no draws"),
        (with("algorithm", json!("magic")), "algorithm", "unknown algorithm `magic`"),
        (with("settings", json!({"epsilon": -1})), "settings.epsilon", "parameter `epsilon` is"),
        (with("settings", json!({"x": "1"})), "settings.x", "unknown parameter `x`"),
        (with("memory", json!(1000)), "memory", "memory is at least 1M"),
        (
            with("memory", json!(1u64 << 40)),
            "memory",
            "memory is more than the 64.0 MiB that this server allows",
        ),
        (with("time", json!(-1)), "time", "expected a number of seconds"),
        (with("label", json!("x".repeat(201))), "label", "at most 200 characters"),
        (
            with("time", json!(1e9)),
            "time",
            "time is more than the 24 h 0 min 0 s that this server allows",
        ),
    ] {
        let refused = client.post("/api/jobs", job.clone()).await.expect(400);
        assert_eq!(refused["field"], field, "{job}: {refused}");
        assert!(refused["error"].as_str().unwrap().contains(expected), "{refused}");
    }
    for (position, moves, field) in [
        ("3,x", json!([]), "position"),
        ("3,4,5", json!(["q"]), "moves"),
        ("", json!([]), "position"),
    ] {
        let request = json!({"game": "nim", "position": position, "moves": moves});
        let refused = client.post("/api/position", request).await.expect(400);
        assert_eq!(refused["field"], field, "{refused}");
    }
    let look = json!({"game": "nim", "position": "1,1", "moves": []});
    let look = client.post("/api/position", look).await.expect(200);
    assert_eq!((&look["mover"], &look["outcome"]), (&json!("first"), &json!(null)));
    assert_eq!(client.list("").await.len(), 0);
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn garbage_is_refused() {
    let client = Client::new(&options());
    let deep = format!("{{\"game\": \"nim\", \"settings\": {{\"x\": {}", "[".repeat(100_000));
    for (path, body, status, field) in [
        ("/api/jobs", "", 400, None),
        ("/api/jobs", "{", 400, None),
        ("/api/jobs", "{} {}", 422, Some("game")),
        ("/api/jobs", "null", 422, None),
        ("/api/jobs", "[1,2]", 422, Some("[0]")),
        ("/api/jobs", "{}", 422, Some("game")),
        ("/api/jobs", "{\"game\": 7}", 422, Some("game")),
        ("/api/jobs", "{\"game\": \"nim\", \"gmae\": 1}", 422, Some("gmae")),
        ("/api/jobs", "{\"game\": \"nim\", \"nodes\": -1}", 422, Some("nodes")),
        ("/api/jobs", "{\"game\": \"nim\", \"nodes\": 1e99}", 422, Some("nodes")),
        ("/api/jobs", "{\"game\": \"nim\", \"time\": \"1\"}", 422, Some("time")),
        ("/api/jobs", "{\"game\": \"nim\", \"certify\": 1}", 422, Some("certify")),
        ("/api/jobs", "{\"game\": \"nim\", \"settings\": []}", 422, Some("settings")),
        ("/api/jobs", "{\"game\": \"nim\", \"settings\": {\"a\": []}}", 422, Some("settings.a")),
        ("/api/jobs", "\u{0}\u{1}", 400, None),
        ("/api/jobs", &deep, 400, Some("settings.x")),
        ("/api/position", "{\"game\": \"nim\"}", 422, Some("position")),
        (
            "/api/position",
            "{\"game\": \"nim\", \"position\": \"1\", \"moves\": [1]}",
            422,
            Some("moves[0]"),
        ),
        ("/api/jobs/0123456789abcdef/resume", "{}", 404, None),
        ("/api/jobs/0123456789abcdef/resume", "{\"time\": true}", 422, Some("time")),
    ] {
        let reply = client.post_text(path, body.to_string()).await;
        let refused = reply.expect(status);
        assert_eq!(refused["field"].as_str(), field, "{refused}");
        // No types of the program: clients do not know them.
        let error = refused["error"].as_str().unwrap();
        for name in
            ["struct", "enum", "u64", "i32", "f64", "usize", "Option", "Json", "target type"]
        {
            assert!(!error.contains(name), "{error}");
        }
    }
    let text = Request::post("/api/jobs").header("content-type", "text/plain");
    let text = text.body(Body::from(short().to_string())).unwrap();
    client.send(text).await.expect(415);
    for path in
        ["/api/jobs/..%2f..%2fetc%2fpasswd", "/api/jobs/x/tree", "/api/nothing", "/api/jobs/%ff"]
    {
        let status = client.get(path).await.status;
        assert!(status == 404 || status == 400, "{path}: {status}");
    }
    client.get("/api/jobs/x/tree?moves=%ff%fe").await;
    client.delete("/api/status").await.expect(405);
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn large_requests_are_refused() {
    let client = Client::new(&options());
    let large = 100 << 20;
    // Said beforehand, found out on the way, and as JSON.
    let announced = Request::post("/api/verify").header("content-length", large);
    let announced = announced.body(Body::empty()).unwrap();
    let error = client.send(announced).await.expect(413);
    assert!(error["error"].as_str().unwrap().contains("64.0 MiB"), "{error}");
    let piece = Bytes::from(vec![b' '; 1 << 20]);
    let pieces = || {
        let piece = piece.clone();
        Body::from_stream(stream::iter(
            (0..100).map(move |_| Ok::<_, std::io::Error>(piece.clone())),
        ))
    };
    for path in ["/api/verify", "/api/proofs", "/api/saves"] {
        client.upload(path, pieces()).await.expect(413);
    }
    for path in ["/api/jobs", "/api/position"] {
        let json = Request::post(path).header("content-type", "application/json");
        client.send(json.body(pieces()).unwrap()).await.expect(413);
    }
    assert_eq!(client.get("/api/status").await.json()["memory_in_use"], 0);
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_asked_for() {
    let client = Client::with_token(&options(), Some("open sesame"));
    let with = |value: &str| Request::get("/api/jobs").header("authorization", value);
    for (request, status) in [
        (Request::get("/api/jobs"), 401),
        (with("Bearer open sesam"), 401),
        (with("Bearer open sesame!"), 401),
        (with("Bearer "), 401),
        (with("open sesame"), 401),
        (with("Bearer open sesame"), 200),
        (Request::get("/api/jobs?token=open%20sesame"), 200),
        (Request::get("/api/jobs?token=no"), 401),
        (Request::get("/api"), 401),
        (Request::get("/api/nothing"), 401),
        (Request::post("/api/verify").header("content-length", 1u64 << 40), 401),
        // The page is no secret: it asks for the token.
        (Request::get("/"), 200),
    ] {
        let reply = client.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(reply.status.as_u16(), status, "{:?}", reply.bytes);
        let asks = reply
            .headers
            .get("www-authenticate")
            .is_some_and(|it| it == "Bearer realm=\"winproof\"");
        assert_eq!(asks, status == 401);
    }
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_are_refused() {
    let client = Client::new(&options());
    for (host, origin, status) in [
        ("localhost:7878", None, 200),
        ("127.0.0.1:7878", Some("http://127.0.0.1:7878"), 200),
        ("evil.example", None, 403),
        ("evil.example:7878", Some("http://evil.example:7878"), 403),
        ("localhost:7878", Some("http://evil.example"), 403),
        ("localhost:7878", Some("http://localhost:9999"), 403),
        ("localhost:7878", Some("null"), 403),
    ] {
        let mut request = Request::get("/api/status").header("host", host);
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        let reply = client.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(reply.status.as_u16(), status, "{host} {origin:?}");
        assert_eq!(reply.headers["x-content-type-options"], "nosniff");
        assert!(reply.headers.contains_key("content-security-policy"));
    }
    client.close().await;
}

#[test]
fn limits_that_contradict_each_other_are_refused() {
    let mut options = options();
    options.job_memory = Some(Memory(1 << 30));
    let error = winproof_web::App::open(&options).err().expect("more than all").to_string();
    assert_eq!(error, "--job-memory is more than the 64.0 MiB of --memory");
}
