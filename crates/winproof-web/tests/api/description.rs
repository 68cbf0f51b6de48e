//! The description of the interface against the interface, and the page.

use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::{Value, json};

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

/// The copy from which the types of the page are made is the description that is served.
#[test]
fn the_copy_for_the_page_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/generated/openapi.json");
    let description = winproof_web::description();
    if std::env::var_os("WINPROOF_BLESS").is_some() {
        std::fs::write(path, description).unwrap();
    }
    let copy = std::fs::read_to_string(path).unwrap();
    assert!(
        copy == description,
        "{path} is stale: write it anew with WINPROOF_BLESS=1, then run `npm run generate` in web/"
    );
}

/// What is sent is what is described: all keys that are required, no others, and values of their types.
#[tokio::test(flavor = "multi_thread")]
async fn answers_are_as_described() {
    let client = Client::new(&options());
    let description = client.get("/api").await.expect(200);
    let schemas = Schemas(&description);
    let id = client.submit(crate::client::short()).await;
    client.wait_for_state(&id, "done").await;
    let value = client.submit(json!({"game": "tictactoe", "ask": "value"})).await;
    client.wait_for_state(&value, "done").await;
    let stopped = client.submit(json!({"game": "othello", "nodes": 500})).await;
    client.wait_for_state(&stopped, "done").await;
    let certificate = client.get(&format!("/api/jobs/{id}/certificate")).await.bytes;
    let proof = client.upload("/api/proofs", certificate.clone()).await.expect(201);
    for (path, id, query) in [
        ("/api/status", "", ""),
        ("/api/games", "", ""),
        ("/api/algorithms", "", ""),
        ("/api/jobs", "", ""),
        ("/api/jobs/{id}", &stopped, ""),
        ("/api/jobs/{id}", "0123456789abcdef", ""),
        ("/api/jobs/{id}/history", &stopped, ""),
        ("/api/jobs/{id}/tree", &id, ""),
        ("/api/jobs/{id}/tree", &stopped, "?moves=d3"),
        ("/api/jobs/{id}/proof", &id, ""),
        ("/api/jobs/{id}/proof", &value, "?which=at-most"),
        ("/api/jobs/{id}/proof", &id, "?moves=9-9"),
    ] {
        let reply = client.get(&(path.replace("{id}", id) + query)).await;
        schemas.check_response(path, "get", reply.status.as_u16(), &reply.json());
    }
    for (path, body) in [
        ("/api/position", json!({"game": "hex:size=3", "position": "start"})),
        ("/api/position", json!({"game": "nim", "position": "1", "moves": ["0-1"]})),
        ("/api/position", json!({"game": "chess", "position": ""})),
        ("/api/position", json!({})),
        ("/api/jobs", crate::client::short()),
        ("/api/jobs", json!({"game": "nim", "ask": "draw"})),
        ("/api/audits", crate::client::short()),
        ("/api/audits", json!({"game": "tictactoe", "ask": "value"})),
        ("/api/jobs/{id}/pause", json!({})),
        ("/api/jobs/{id}/resume", json!({})),
    ] {
        let reply = client.post(&path.replace("{id}", &id), body).await;
        schemas.check_response(path, "post", reply.status.as_u16(), &reply.json());
    }
    for file in [certificate, "garbage".into()] {
        let reply = client.upload("/api/verify", file).await;
        schemas.check_response("/api/verify", "post", reply.status.as_u16(), &reply.json());
    }
    schemas.check_response("/api/proofs", "post", 201, &proof);
    client.close().await;
}

/// The schemas of a description. What they are made of is described in OpenAPI 3.1 and JSON Schema; keywords
/// that do not occur in ours are not known here.
struct Schemas<'a>(&'a Value);

impl Schemas<'_> {
    fn check_response(&self, path: &str, method: &str, status: u16, value: &Value) {
        let response = &self.0["paths"][path][method]["responses"][status.to_string()];
        let schema = &self.resolve(response)["content"]["application/json"]["schema"];
        assert!(schema.is_object(), "{method} {path}: {status} is not described: {value}");
        if let Err(error) = self.check(schema, value) {
            panic!("{method} {path}: {status}: {error} in {value}");
        }
    }

    /// Looks up references, and makes one schema of all that have to hold together.
    fn resolve(&self, schema: &Value) -> Value {
        if let Some(place) = schema["$ref"].as_str() {
            let place = place.strip_prefix('#').expect("it is in this description");
            return self.resolve(self.0.pointer(place).expect("it is described"));
        }
        let Some(parts) = schema["allOf"].as_array() else { return schema.clone() };
        let (mut properties, mut required) = (serde_json::Map::new(), Vec::new());
        for part in parts.iter().map(|part| self.resolve(part)) {
            properties.extend(part["properties"].as_object().expect("it has keys").clone());
            required.extend(part["required"].as_array().into_iter().flatten().cloned());
        }
        json!({"type": "object", "properties": properties, "required": required})
    }

    fn check(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let schema = &self.resolve(schema);
        if let Some(choices) = schema["oneOf"].as_array() {
            let fitting = choices.iter().filter(|choice| self.check(choice, value).is_ok());
            return match fitting.count() {
                1 => Ok(()),
                number => Err(format!("{number} of {schema} fit {value}")),
            };
        }
        if let Some(words) = schema["enum"].as_array()
            && !words.contains(value)
        {
            return Err(format!("{value} is not one of {schema}"));
        }
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_f64() => "number",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let fits = |allowed: &Value| allowed == kind || (allowed == "number" && kind == "integer");
        let kinds = &schema["type"];
        if !fits(kinds) && !kinds.as_array().is_some_and(|kinds| kinds.iter().any(fits)) {
            return Err(format!("{value} is no {kinds}"));
        }
        match value {
            Value::Array(items) => items.iter().try_for_each(|it| self.check(&schema["items"], it)),
            Value::Object(entries) => entries.iter().try_for_each(|(name, value)| {
                let known = schema["properties"].get(name).or(schema.get("additionalProperties"));
                let schema = known.ok_or_else(|| format!("`{name}` is not described"))?;
                self.check(schema, value).map_err(|error| format!("{name}: {error}"))
            }),
            _ => Ok(()),
        }?;
        let required = schema["required"].as_array().into_iter().flatten();
        let mut missing = required.filter(|name| value.get(name.as_str().unwrap()).is_none());
        missing.next().map_or(Ok(()), |name| Err(format!("{name} is missing")))
    }
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
