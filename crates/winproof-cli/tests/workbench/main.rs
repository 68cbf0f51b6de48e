//! The workbench in a real browser: builds the page and lets its own tests drive it.
//!
//! That takes npm and chromium. Where they are missing there is nothing to test with, and the test says so;
//! `WINPROOF_BROWSER=required` makes it an error.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web")
}

/// Runs npm in the page's folder. Returns what went wrong.
fn npm(arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new("npm");
    command.args(arguments).current_dir(web());
    command.env("WINPROOF", env!("CARGO_BIN_EXE_winproof"));
    let output = command.output().expect("npm was there a moment ago");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("npm {}:\n{text}", arguments.join(" "))),
    }
}

/// What is needed and cannot be found.
fn missing() -> Option<&'static str> {
    let runs = |program: &str| Command::new(program).arg("--version").output().is_ok();
    let browsers = ["chromium", "chromium-browser", "google-chrome"];
    if !runs("npm") {
        Some("npm (Node.js 20 or newer)")
    } else if env::var_os("CHROMIUM").is_none() && !browsers.into_iter().any(runs) {
        Some("chromium")
    } else {
        None
    }
}

#[test]
fn the_workbench_works_in_a_browser() {
    if let Some(missing) = missing() {
        let required = env::var("WINPROOF_BROWSER").is_ok_and(|wanted| wanted == "required");
        assert!(!required, "{missing} is missing");
        eprintln!("not tested, because {missing} is missing");
        return;
    }
    let steps: [&[&str]; 4] =
        [&["ci", "--no-audit", "--no-fund"], &["run", "check"], &["test"], &["run", "build"]];
    for step in steps {
        npm(step).unwrap();
    }
    // On a busy machine a browser can be too slow for its time limits: what fails gets a second chance.
    if let Err(first) = npm(&["run", "e2e"]) {
        eprintln!("{first}");
        npm(&["run", "e2e"]).unwrap();
    }
}
