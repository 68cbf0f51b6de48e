use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{Run, command, folder, path, run};

#[test]
fn experiments_are_listed() {
    let listed = run(&["experiment", "--list"]);
    assert_eq!(listed.status, 0);
    for name in ["nagai-1998", "memory-slowdown"] {
        assert!(listed.stdout.contains(name), "{}", listed.stdout);
    }
}

#[test]
fn unknown_experiments_are_refused() {
    let refused = run(&["experiment", "nagai-2098"]);
    assert_eq!(refused.status, 2);
    let expected = "unknown experiment `nagai-2098` (there are: nagai-1998, memory-slowdown, ";
    assert!(refused.stderr.contains(expected), "{}", refused.stderr);
    for arguments in [&["experiment"][..], &["experiment", "nagai-1998", "--quick", "--full"]] {
        assert_eq!(run(arguments).status, 2);
    }
}

#[test]
fn an_interrupted_experiment_ends_with_3_and_keeps_its_runs() {
    let folder = folder("experiment-interrupt");
    let out = path(&folder, "results");
    let child = command(&["experiment", "nagai-1998", "--full", "--out", &out])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let log = folder.join("results/ledger.jsonl");
    let started = Instant::now();
    // The heading, and the first run.
    while fs::read_to_string(&log).map_or(0, |text| text.lines().count()) < 2 {
        assert!(started.elapsed() < Duration::from_secs(60));
        sleep(Duration::from_millis(20));
    }
    let signalled = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signalled.unwrap().success());
    let ended: Run = child.wait_with_output().unwrap().into();
    assert_eq!(ended.status, 3, "{}", ended.stderr);
    assert!(ended.stderr.contains("the same command resumes from there"), "{}", ended.stderr);

    let other = run(&["experiment", "nagai-1998", "--quick", "--out", &out]);
    assert_eq!(other.status, 2);
    assert!(other.stderr.contains("holds other results"), "{}", other.stderr);
}
