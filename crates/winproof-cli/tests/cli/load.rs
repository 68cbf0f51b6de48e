//! The workbench's server under load: connections that hang, large requests, kills, a full disk.
//!
//! Each test has a small form that always runs, and a full one:
//! `cargo test -p winproof-cli --test cli load:: -- --ignored --nocapture --test-threads 1` prints its figures.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use serde_json::{Value, json};

use crate::serve::Server;
use crate::support::{folder, path};

/// What a server may take beside its budget: the program itself, its page, and buffers of connections.
const BESIDE: u64 = 100 << 20;

/// The budget of [`Server::start`].
const BUDGET: u64 = 64 << 20;

/// The most memory that a process has had at a time.
fn peak(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10
}

fn check_peak(server: &Server, what: &str) {
    let peak = peak(server.process());
    println!("{what}: at most {} MB resident with a budget of 64 MiB", peak / 1_000_000);
    assert!(peak <= BUDGET + BESIDE, "{what}: {peak} bytes");
}

/// A graph of about so many bytes, in a request for its moves.
fn large_request(bytes: usize) -> String {
    let mut graph = String::from("start n0\n");
    let mut number = 0;
    while graph.len() < bytes {
        graph += &format!("n{number} A n{}\n", number + 1);
        number += 1;
    }
    graph += &format!("n{number} = 1\n");
    json!({"game": "graph", "position": graph}).to_string()
}

/// Sends a request and returns the status, or `None` if the connection broke off: a request that is refused is not
/// read to its end.
fn status_of(server: &Server, body: &str) -> Option<u16> {
    let mut stream = TcpStream::connect(&server.address).ok()?;
    let head = format!(
        "POST /api/position HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n",
        server.address,
        body.len()
    );
    // What was answered can be read also if not all was taken.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let line = String::from_utf8_lossy(answer.get(..12)?).to_string();
    line.split(' ').nth(1)?.parse().ok()
}

fn connections_and_requests(hanging: usize, parallel: usize) {
    let server = Server::start(&[]);
    let hang = |text: &str| {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    };
    let body = "POST /api/jobs HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                content-length: 1000000\r\n\r\n{";
    let mut open: Vec<_> = (0..hanging / 2).map(|_| hang("GET / HT")).collect();
    open.extend((0..hanging - hanging / 2).map(|_| hang(body)));
    assert_eq!(server.ask("GET /api/status", "", "").0, 200, "others are served");
    let (_, status) = server.ask("GET /api/status", "", "");
    let largest = serde_json::from_str::<Value>(&status).unwrap()["text_bytes"].as_u64().unwrap();
    let fitting = large_request(largest as usize * 9 / 10);
    let too_large = large_request(8 << 20);
    let answers = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for number in 0..parallel {
            let body = if number % 4 == 3 { &too_large } else { &fitting };
            let (server, answers) = (&server, &answers);
            scope.spawn(move || answers.lock().unwrap().push(status_of(server, body)));
        }
        assert_eq!(server.ask("GET /api/status", "", "").0, 200, "others are served");
    });
    let answers = answers.into_inner().unwrap();
    let allowed = [Some(200), Some(413), Some(503), None];
    assert!(answers.iter().all(|answer| allowed.contains(answer)), "{answers:?}");
    assert!(answers.contains(&Some(200)), "{answers:?}");
    let served = answers.iter().filter(|&&answer| answer == Some(200)).count();
    println!("{hanging} connections hang; of {parallel} large requests {served} were served");
    check_peak(&server, "hanging connections and large requests");
    drop(open);
    server.end();
}

#[test]
fn hanging_connections_and_large_requests_stay_in_the_budget() {
    connections_and_requests(20, 8);
}

#[test]
#[ignore = "takes longer"]
fn two_hundred_connections_and_forty_requests_stay_in_the_budget() {
    connections_and_requests(200, 40);
}

/// What clients were told: the jobs that exist, and those that are deleted.
#[derive(Default)]
struct Told {
    there: BTreeSet<String>,
    deleted: BTreeSet<String>,
}

/// Submits jobs, and deletes every fourth of them, until the server is gone.
fn keep_busy(address: &str, told: &Mutex<Told>) {
    let job = r#"{"game": "nim", "position": "3,4,5", "memory": 1048576}"#;
    for number in 0.. {
        let Some((status, body)) = Server::try_ask(address, "POST /api/jobs", job) else { return };
        // What was cut off in the middle is no acknowledgement.
        let Ok(Value::Object(job)) = serde_json::from_slice(&body) else { return };
        if status != 201 {
            continue;
        }
        let id = job["id"].as_str().unwrap().to_string();
        told.lock().unwrap().there.insert(id.clone());
        if number % 4 == 3 {
            // As long as it is not acknowledged, it may be there or not.
            told.lock().unwrap().there.remove(&id);
            let request = format!("DELETE /api/jobs/{id}");
            let Some((204, _)) = Server::try_ask(address, &request, "") else { return };
            told.lock().unwrap().deleted.insert(id);
        }
    }
}

/// The ids of all jobs, page by page.
fn all_jobs(server: &Server) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    let mut cursor = String::new();
    loop {
        let (status, list) = server.ask(&format!("GET /api/jobs?limit=500{cursor}"), "", "");
        assert_eq!(status, 200, "{list}");
        let list: Value = serde_json::from_str(&list).unwrap();
        let jobs = list["jobs"].as_array().unwrap();
        ids.extend(jobs.iter().map(|job| job["id"].as_str().unwrap().to_string()));
        match list["next"].as_u64() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return ids,
        }
    }
}

fn kills(times: usize, jobs_each: usize) {
    let folder = folder(&format!("serve-kills-{times}"));
    let data = path(&folder, "jobs");
    let told = Mutex::new(Told::default());
    for round in 0..=times {
        let server = Server::start(&["--data", &data]);
        let there = all_jobs(&server);
        let told_so_far = told.lock().unwrap();
        let lost: Vec<_> = told_so_far.there.difference(&there).collect();
        assert!(lost.is_empty(), "round {round}: {lost:?}");
        let back: Vec<_> = told_so_far.deleted.intersection(&there).collect();
        assert!(back.is_empty(), "round {round}: {back:?}");
        let before = told_so_far.there.len();
        drop(told_so_far);
        if round == times {
            println!("{times} kills: {before} jobs that were acknowledged are there");
            server.end();
            return;
        }
        let address = server.address.clone();
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| keep_busy(&address, &told));
            }
            while told.lock().unwrap().there.len() < before + jobs_each {
                thread::yield_now();
            }
            server.kill();
        });
    }
}

#[test]
fn what_was_acknowledged_survives_kills() {
    kills(2, 12);
}

#[test]
#[ignore = "takes longer"]
fn what_was_acknowledged_survives_ten_kills() {
    kills(10, 140);
}

/// A file system of its own, of a few megabytes, until this is dropped.
struct SmallDisk<'a>(&'a Path);

impl SmallDisk<'_> {
    /// `None` if the user may not do that.
    fn mount(path: &Path) -> Option<SmallDisk<'_>> {
        fs::create_dir_all(path).unwrap();
        let mount = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=6m", "tmpfs"])
            .arg(path)
            .output();
        mount.is_ok_and(|mount| mount.status.success()).then_some(SmallDisk(path))
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

/// The small form of this is in the tests of the server's interface, which make files impossible to write.
#[test]
#[ignore = "mounts a small file system, which takes root"]
fn what_was_acknowledged_survives_a_full_disk() {
    let folder = folder("serve-full");
    let place = folder.join("disk");
    let Some(disk) = SmallDisk::mount(&place) else {
        println!("a full disk: not tried, because no file system could be mounted");
        return;
    };
    let data = path(&place, "jobs");
    let server = Server::start(&["--data", &data]);
    // A search whose save does not fit.
    let long = json!({"game": "othello", "algorithm": "df-pn", "memory": 48 << 20}).to_string();
    let (status, long) = server.ask("POST /api/jobs", "", &long);
    assert_eq!(status, 201, "{long}");
    let long = serde_json::from_str::<Value>(&long).unwrap()["id"].as_str().unwrap().to_string();
    let job_of = |id: &str| -> Value {
        let (status, job) = server.ask(&format!("GET /api/jobs/{id}"), "", "");
        assert_eq!(status, 200, "{job}");
        serde_json::from_str(&job).unwrap()
    };
    while job_of(&long)["nodes"].as_u64().unwrap_or(0) < 300_000 {
        thread::sleep(std::time::Duration::from_millis(20));
    }
    let fill = place.join("fill");
    let mut filler = fs::File::create(&fill).unwrap();
    while filler.write_all(&[0; 4096]).is_ok() {}
    let (status, refused) =
        server.ask("POST /api/jobs", "", r#"{"game": "nim", "position": "3,4,5"}"#);
    assert_eq!(status, 507, "{refused}");
    server.ask(&format!("POST /api/jobs/{long}/pause"), "", "{}");
    let paused = loop {
        let job = job_of(&long);
        if job["state"] == "paused" && job["unsaved"] != Value::Null {
            break job;
        }
        thread::sleep(std::time::Duration::from_millis(20));
    };
    assert_eq!(server.ask(&format!("POST /api/jobs/{long}/save"), "", "{}").0, 507);
    let nodes = paused["nodes"].as_u64().unwrap();
    println!("a full disk: {nodes} nodes stay in memory; {}", paused["unsaved"]);
    drop(filler);
    fs::remove_file(&fill).unwrap();
    // The save is larger than what is left as well: it is made smaller by nothing, so the disk grows.
    let grown =
        Command::new("mount").args(["-o", "remount,size=200m"]).arg(&place).status().unwrap();
    assert!(grown.success());
    let (status, saved) = server.ask(&format!("POST /api/jobs/{long}/save"), "", "{}");
    assert_eq!(status, 200, "{saved}");
    // Progress is told a few times a second, so what was told may be a little behind what there was; never ahead of it.
    let saved = job_of(&long)["nodes"].as_u64().unwrap();
    assert!(saved >= nodes, "{saved} of {nodes} nodes were saved");
    println!("a full disk: {saved} nodes are saved when there is room again");
    server.end();
    let server = Server::start(&["--data", &data]);
    let (status, job) = server.ask(&format!("GET /api/jobs/{long}"), "", "");
    assert_eq!(status, 200, "{job}");
    let job: Value = serde_json::from_str(&job).unwrap();
    assert_eq!((&job["state"], &job["nodes"]), (&json!("paused"), &json!(saved)), "{job}");
    server.end();
    drop(disk);
}
