//! The workbench's server on a real port.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::support::{command, folder, path, run};

/// A server that runs. It is killed when this is dropped.
pub struct Server {
    child: Child,
    /// Host and port.
    pub address: String,
    /// What comes after `#`.
    fragment: String,
}

impl Server {
    /// Starts a server with one thread and 64 MiB.
    pub fn start(arguments: &[&str]) -> Server {
        Server::start_with(arguments, &[])
    }

    /// Starts a server with these variables in its environment.
    fn start_with(arguments: &[&str], variables: &[(&str, &str)]) -> Server {
        let arguments = [&["serve", "--port", "0", "--memory", "64M", "--threads", "1"], arguments];
        let mut command = command(&arguments.concat());
        command.envs(variables.iter().copied());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        // Without a buffer: what comes after the line is left for others.
        let output = child.stdout.as_mut().unwrap();
        while !line.ends_with('\n') {
            let mut byte = [0];
            output.read_exact(&mut byte).unwrap();
            line.push(byte[0].into());
        }
        let url = line.split_once("http://").expect("it says where it is").1;
        let (address, rest) = url.split_once('/').unwrap();
        let fragment = rest.split(' ').next().unwrap().to_string();
        Server { address: address.to_string(), fragment, child }
    }

    /// Sends a request; returns the status and the body.
    pub fn ask(&self, request: &str, headers: &str, body: &str) -> (u16, String) {
        let (status, body) = self.ask_bytes(request, headers, body);
        (status, String::from_utf8(body).unwrap())
    }

    fn ask_bytes(&self, request: &str, headers: &str, body: &str) -> (u16, Vec<u8>) {
        exchange(&self.address, request, headers, body).expect("it answers")
    }

    /// Sends a request to a server that may be gone; returns the status and the body, if there is an answer.
    pub fn try_ask(address: &str, request: &str, body: &str) -> Option<(u16, Vec<u8>)> {
        exchange(address, request, "", body).ok()
    }

    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Ends it at once, as a crash does.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Ends it as an operating system does; it exits successfully.
    pub fn end(mut self) {
        let status = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(status.unwrap().success());
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has ended, unless a test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn exchange(address: &str, request: &str, headers: &str, body: &str) -> io::Result<(u16, Vec<u8>)> {
    let mut stream = TcpStream::connect(address)?;
    let length = body.len();
    write!(
        stream,
        "{request} HTTP/1.1\r\nhost: {address}\r\ncontent-length: {length}\r\nconnection: close\r\n\
         content-type: application/json\r\n{headers}\r\n{body}"
    )?;
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply)?;
    let broken = || io::Error::from(io::ErrorKind::UnexpectedEof);
    let end = reply.windows(4).position(|it| it == b"\r\n\r\n").ok_or_else(broken)?;
    let body = reply.split_off(end + 4);
    let head = String::from_utf8(reply).unwrap();
    Ok((head.split(' ').nth(1).unwrap().parse().unwrap(), body))
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

/// A token can come from places that other users cannot see, and loopback can ask for one too.
#[test]
fn a_token_comes_from_an_option_a_file_or_the_environment() {
    let folder = folder("serve-token");
    let file = path(&folder, "token");
    fs::write(&file, "open sesame\n").unwrap();
    let variable = [("WINPROOF_TOKEN", "open sesame")];
    for server in [
        Server::start(&["--token", "open sesame"]),
        Server::start(&["--token-file", &file]),
        Server::start_with(&[], &variable),
        Server::start_with(&["--token-file", &file], &[("WINPROOF_TOKEN", "other")]),
    ] {
        assert_eq!(server.fragment, "", "it is no news for who gave it");
        assert_eq!(server.ask("GET /api/status", "", "").0, 401);
        let bearer = "authorization: Bearer open sesame\r\n";
        assert_eq!(server.ask("GET /api/status", bearer, "").0, 200);
        server.end();
    }
    let server = Server::start(&["--token"]);
    let token = server.fragment.strip_prefix("#token=").expect("it makes one up").to_string();
    let bearer = format!("authorization: Bearer {token}\r\n");
    assert_eq!(server.ask("GET /api/status", &bearer, "").0, 200);
    assert_eq!(server.ask("GET /api/status", "", "").0, 401);
    server.end();
    fs::write(&file, " \n").unwrap();
    let refused = run(&["serve", "--port", "0", "--token-file", &file]);
    assert_eq!((refused.status, refused.stderr.contains("the token is empty")), (2, true));
}

/// Whoever can reach it may use it, and it says so; its files are for nobody else.
#[cfg(unix)]
#[test]
fn files_are_private() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("serve-private");
    let data = path(&folder, "jobs");
    let mut server = Server::start(&["--data", &data]);
    let (status, job) = server.ask(
        "POST /api/jobs",
        "",
        r#"{"game": "nim", "position": "3,4,5", "memory": 1048576}"#,
    );
    assert_eq!(status, 201, "{job}");
    let id = serde_json::from_str::<Value>(&job).unwrap()["id"].as_str().unwrap().to_string();
    while state(&folder, &id) != "done" {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(Path::new(&data)), 0o700);
    let job = Path::new(&data).join(&id);
    assert_eq!(mode(&job), 0o700);
    let mut names = Vec::new();
    for file in fs::read_dir(&job).unwrap().flatten() {
        assert_eq!(mode(&file.path()), 0o600, "{:?}", file.path());
        names.push(file.file_name().into_string().unwrap());
    }
    names.sort();
    assert_eq!(names, ["history.json", "job.json", "proof.wpc", "report.json", "search.wps"]);
    let mut said = String::new();
    let mut output = BufReader::new(server.child.stdout.take().unwrap());
    output.read_line(&mut said).unwrap();
    assert!(said.starts_with("Every user of this machine can use it"), "{said}");
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

/// The lines of the first block of commands in the document, without what is said about them.
fn documented_commands() -> Vec<String> {
    let document = include_str!("../../../../docs/API.md");
    let block = document.split("```sh\n").nth(1).unwrap().split("```").next().unwrap();
    let commands = block.lines().map(|line| line.split(" #").next().unwrap().trim().to_string());
    commands.filter(|line| !line.is_empty()).collect()
}

/// The words of a command, as a shell takes them apart.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for sign in command.chars() {
        match (quote, sign) {
            (None, ' ') => words.push(std::mem::take(&mut word)),
            (None, '\'' | '"') => quote = Some(sign),
            (Some(open), _) if open == sign => quote = None,
            _ => word.push(sign),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// The examples of docs/API.md do what they say. A few options of curl are understood here.
#[test]
fn the_documented_commands_work() {
    let server = Server::start(&[]);
    let (mut id, mut answers) = (String::new(), Vec::new());
    let commands = documented_commands();
    assert!(commands.len() >= 7);
    for command in &commands {
        let (mut method, mut path, mut headers, mut body) = ("GET", None, String::new(), None);
        let command = command.replace("$ID", &id);
        let mut words = words(&command).into_iter();
        assert_eq!(words.next().as_deref(), Some("curl"));
        while let Some(word) = words.next() {
            match word.as_str() {
                "-s" | "-sN" => {}
                "-H" => headers += &format!("{}\r\n", words.next().unwrap()),
                "-d" => (method, body) = ("POST", words.next()),
                "-X" => {
                    method = ["DELETE"]
                        .into_iter()
                        .find(|it| words.next().as_deref() == Some(it))
                        .unwrap()
                }
                "-o" => drop(words.next()),
                url => path = url.strip_prefix("localhost:7878").map(str::to_string),
            }
        }
        // The type of the content is sent anyway.
        let headers = headers.replace("content-type: application/json\r\n", "");
        let request = format!("{method} {}", path.expect("it names a path"));
        let (status, answer) = server.ask_bytes(&request, &headers, &body.unwrap_or_default());
        assert!(
            (200..300).contains(&status),
            "{command}: {status} {}",
            String::from_utf8_lossy(&answer)
        );
        if let Ok(answer) = serde_json::from_slice::<Value>(&answer)
            && let Some(new) = answer["id"].as_str()
        {
            id = new.to_string();
        }
        answers.push(answer);
    }
    let text = |at: usize| String::from_utf8_lossy(&answers[at]).into_owned();
    assert!(text(1).contains("event: job"), "{}", text(1));
    assert!(
        text(2).contains("\"state\":\"done\"") && text(2).contains("\"verdict\":\"proved\""),
        "{}",
        text(2)
    );
    assert!(text(3).contains("\"covered\":true"), "{}", text(3));
    assert!(answers[4].starts_with(b"\x89WPC"));
    assert!(text(5).contains(&id), "{}", text(5));
    server.end();
}
