//! The process as a whole stays within the memory budget, not only what it counts itself.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::support::{Run, command, folder, path};

/// The most memory that a process had resident so far, in bytes.
fn peak(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}

/// A tree that needs gigabytes is searched in 16 megabytes, and saved without a copy.
#[test]
#[cfg(target_os = "linux")]
fn a_tree_far_larger_than_the_budget_stays_within_it() {
    let budget = 16 << 20;
    let folder = folder("memory");
    for algorithm in
        ["pn", "elkan", "pn2", "deep-pn", "pn-star", "pds", "df-pn", "pds-pn", "alpha-beta"]
    {
        let arguments =
            ["solve", "tree:sigma=0.05,seed=1", "start", "--memory", "16M", "--nodes", "600000"];
        let mut child = command(&arguments)
            .args(["--json", "--algorithm", algorithm, "--save-every", "0.3"])
            .args(["--save", &path(&folder, algorithm)])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut most = 0;
        let status = loop {
            most = most.max(peak(child.id()).unwrap_or(0));
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            thread::sleep(Duration::from_millis(5));
        };
        assert_eq!(
            status.code(),
            Some(3),
            "{algorithm}: the limit of expansions was meant to end it"
        );
        assert!(most > 0, "{algorithm}: its memory was never seen");
        assert!(most <= budget * 3 / 2 + (20 << 20), "{algorithm}: {most} bytes");
    }
}

/// Runs the program in a shell that limits its address space, in kilobytes.
#[cfg(target_os = "linux")]
fn run_limited(kilobytes: u32, arguments: &[&str]) -> Run {
    let program = command(arguments);
    let output = Command::new("sh")
        .args(["-c", &format!("ulimit -v {kilobytes} && exec \"$0\" \"$@\"")])
        .arg(program.get_program())
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.code().is_some(), "{arguments:?}: {output:?}");
    output.into()
}

/// Where memory cannot be reserved, searches go on with less and say so.
#[test]
#[cfg(target_os = "linux")]
fn a_limited_address_space_makes_tables_smaller() {
    let folder = folder("memory-limited");
    for algorithm in [
        "oracle",
        "pn",
        "elkan",
        "pn2",
        "deep-pn",
        "pn-star",
        "pds",
        "df-pn",
        "df-pn+",
        "pds-pn",
        "alpha-beta",
    ] {
        let arguments =
            ["solve", "tictactoe", "start", "--algorithm", algorithm, "--memory", "1G", "--json"];
        let limited = run_limited(400_000, &arguments);
        assert_eq!(limited.status, 0, "{algorithm}: {}", limited.stderr);
        let warning = "winproof: warning: the system does not provide 1.0 GiB of memory; using ";
        assert!(limited.stderr.starts_with(warning), "{algorithm}: {}", limited.stderr);
        assert_eq!(limited.stderr.lines().count(), 1, "{algorithm}: {}", limited.stderr);
        assert_eq!(limited.json()["certified"], true, "{algorithm}");
    }
    // A search that fills what it gets.
    let long = ["solve", "tree:sigma=0.05,seed=1", "start", "--nodes", "600000", "--memory", "1G"];
    for algorithm in ["pn", "df-pn"] {
        let limited = run_limited(200_000, &[&long[..], &["--algorithm", algorithm]].concat());
        assert_eq!(limited.status, 3, "{algorithm}: {}", limited.stderr);
    }
    // The default, and the other commands that take memory.
    let proof = path(&folder, "proof.wpc");
    for arguments in [
        &["solve", "nim", "3,4,5", "--proof", &proof][..],
        &["verify", &proof],
        &["show", &proof],
        &["solve", "loa", "start", "--nodes", "1000"],
        &["solve", "hex:size=4", "start", "--ask", "value"],
        &["solve", "othello:size=4", "start", "--moves"],
        &["solve", "arimaa", "start", "--nodes", "1000"],
    ] {
        let limited = run_limited(300_000, arguments);
        assert!([0, 3].contains(&limited.status), "{arguments:?}: {}", limited.stderr);
    }
}
