//! The process as a whole stays within the memory budget, not only what it counts itself.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use super::support::{command, folder, path};

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
