use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{Run, command, file, folder, path, run};

/// A problem that would take days.
const LONG: &str = "tree:sigma=0.01";

fn start(arguments: &[&str]) -> Child {
    let mut command = command(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn send(signal: &str, child: &Child) {
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(status.unwrap().success());
}

/// Long enough for the program to listen, also on a busy machine.
fn wait_for_start() {
    sleep(Duration::from_millis(1000));
}

#[test]
fn an_interrupted_search_says_how_far_it_got() {
    for signal in ["-INT", "-TERM"] {
        let child = start(&["solve", LONG, "start", "--json", "--memory", "64M"]);
        wait_for_start();
        send(signal, &child);
        let run: Run = child.wait_with_output().unwrap().into();
        assert_eq!(run.status, 3, "{}", run.stderr);
        let line = run.json();
        assert_eq!((&line["verdict"], &line["stop"]), (&"unknown".into(), &"interrupted".into()));
        assert!(line["nodes"].as_u64().unwrap() > 0);
        assert!(line["pn"].as_u64().unwrap() > 0 && line["dn"].as_u64().unwrap() > 0);
    }
}

#[test]
fn an_interrupted_batch_can_be_resumed() {
    let folder = folder("interrupt-batch");
    // The first is over, the second would take days, and the third is not begun.
    let positions = file(&folder, "positions.txt", "node:1:3ff0000000000000:4\nstart\n/1\n");
    let out = path(&folder, "results.jsonl");
    let arguments = ["batch", LONG, &positions, "--out", &out, "--json", "--memory", "64M"];
    let child = start(&arguments);
    wait_for_start();
    send("-INT", &child);
    let interrupted: Run = child.wait_with_output().unwrap().into();
    assert_eq!(interrupted.status, 3, "{}", interrupted.stderr);
    let stops: Vec<_> = interrupted.json_lines().iter().map(|line| line["stop"].clone()).collect();
    assert_eq!(stops, [Value::Null, "interrupted".into()]);
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 1);

    let resumed = run(&[&arguments[..], &["--resume", "--nodes", "100"]].concat());
    assert_eq!(resumed.status, 3);
    assert_eq!(resumed.json_lines().len(), 2);
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 3);
}

/// Waits for a program that would take minutes if it looked at the clock only between expansions. A minute is
/// enough for it on any machine.
fn ends_soon(mut child: Child, arguments: &[&str]) -> Run {
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if started.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("it does not stop: {arguments:?}");
        }
        sleep(Duration::from_millis(20));
    }
    child.wait_with_output().unwrap().into()
}

/// 27 empty squares.
const OTHELLO: &str = "--XXXXX---OOOXX---OOXXX--OXOXXXX-OOOOXXX--XOOOX----OO-X--------- X";

#[test]
fn limits_hold_inside_leaf_oracles_and_certificates() {
    for (arguments, status) in [
        // The connections of the first positions take longer than a minute.
        (&["hex:size=13", "start", "--time", "0.3"][..], 3),
        (&["othello", OTHELLO, "--set", "leaf=27", "--time", "0.3"], 3),
        // Solved within a second. Its certificate takes more than 100 s: boards that are their own twin have no
        // dominance, so no record may speak for several positions.
        (&["hex:size=7,symmetry=on", "d4", "--certify-time", "0.1"], 0),
    ] {
        let arguments = [&["solve", "--json"], arguments].concat();
        let run = ends_soon(start(&arguments), &arguments);
        assert_eq!(run.status, status, "{arguments:?}: {}", run.stderr);
        let line = run.json();
        match status {
            3 => assert_eq!(line["stop"], "time", "{arguments:?}"),
            _ => {
                assert_eq!((&line["certified"], &line["stop"]), (&false.into(), &Value::Null));
                assert!(line["error"].as_str().unwrap().contains("the time limit"), "{line}");
            }
        }
    }
}

#[test]
fn an_interrupt_holds_inside_leaf_oracles() {
    let arguments = ["solve", "hex:size=13", "start", "--json"];
    let child = start(&arguments);
    wait_for_start();
    send("-INT", &child);
    let run = ends_soon(child, &arguments);
    assert_eq!((run.status, &run.json()["stop"]), (3, &"interrupted".into()));
}
