//! The workbench's server on a real port.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::support::{command, folder, path, run};

/// A server that runs.
struct Server {
    child: Child,
    /// Host and port.
    address: String,
    /// What comes after `#`.
    fragment: String,
}

impl Server {
    fn start(arguments: &[&str]) -> Server {
        let arguments = [&["serve", "--port", "0", "--memory", "64M", "--threads", "1"], arguments];
        let mut command = command(&arguments.concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let url = line.split_once("http://").expect("it says where it is").1;
        let (address, rest) = url.split_once('/').unwrap();
        let fragment = rest.split(' ').next().unwrap().to_string();
        Server { address: address.to_string(), fragment, child }
    }

    /// Sends a request; returns the status and the body.
    fn ask(&self, request: &str, headers: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let (host, length) = (&self.address, body.len());
        write!(
            stream,
            "{request} HTTP/1.1\r\nhost: {host}\r\ncontent-length: {length}\r\nconnection: close\r\n\
             content-type: application/json\r\n{headers}\r\n{body}"
        )
        .unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let (head, body) = reply.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_string())
    }

    /// Ends it as an operating system does; it exits successfully.
    fn end(mut self) {
        let status = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(status.unwrap().success());
        assert!(self.child.wait().unwrap().success());
    }
}

fn state(folder: &Path, id: &str) -> Value {
    let text = fs::read(folder.join("jobs").join(id).join("job.json")).unwrap();
    serde_json::from_slice::<Value>(&text).unwrap()["record"]["state"].clone()
}

#[test]
fn a_server_that_is_ended_keeps_its_jobs() {
    let folder = folder("serve-data");
    let data = path(&folder, "jobs");
    let server = Server::start(&["--data", &data]);
    assert_eq!(server.fragment, "");
    let job = r#"{"game": "tree:sigma=0.01", "memory": 4194304}"#;
    let (status, job) = server.ask("POST /api/jobs", "", job);
    assert_eq!(status, 201, "{job}");
    let job: Value = serde_json::from_str(&job).unwrap();
    let id = job["id"].as_str().unwrap();
    server.end();
    assert_eq!(state(&folder, id), "waiting");
    let server = Server::start(&["--data", &data]);
    let (status, job) = server.ask(&format!("GET /api/jobs/{id}"), "", "");
    assert_eq!(status, 200, "{job}");
    assert!(job.contains("\"state\":\"running\""), "{job}");
    server.end();
}

#[test]
fn whoever_comes_from_elsewhere_needs_the_token() {
    let server = Server::start(&["--bind", "0.0.0.0"]);
    let token = server.fragment.strip_prefix("#token=").expect("it makes one up").to_string();
    assert!(token.len() >= 32);
    assert_eq!(server.ask("GET /api/status", "", "").0, 401);
    let bearer = format!("authorization: Bearer {token}\r\n");
    assert_eq!(server.ask("GET /api/status", &bearer, "").0, 200);
    assert_eq!(server.ask(&format!("GET /api/status?token={token}"), "", "").0, 200);
    server.end();
}

#[test]
fn what_cannot_be_served_is_said() {
    let refused = run(&["serve", "--port", "0", "--memory", "64M", "--job-memory", "1G"]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("--job-memory is more than the 64.0 MiB of --memory"));
    let file = path(&folder("serve-file"), "file");
    fs::write(&file, "").unwrap();
    let refused = run(&["serve", "--port", "0", "--data", &file]);
    assert_eq!(refused.status, 2, "{}", refused.stderr);
    assert!(refused.stderr.contains("cannot make the folder"), "{}", refused.stderr);
}
