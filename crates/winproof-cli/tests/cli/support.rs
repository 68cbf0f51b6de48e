//! Running the program.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The result of a run.
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

/// The program, ready to be run.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_winproof"));
    command.args(arguments);
    command
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            status: output.status.code().expect("it ended by itself"),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// Runs the program.
pub fn run(arguments: &[&str]) -> Run {
    let run: Run = command(arguments).output().unwrap().into();
    assert!(!run.stderr.contains("panicked"), "{arguments:?}: {}", run.stderr);
    run
}

/// Runs the program with a text as its standard input.
pub fn run_with_input(arguments: &[&str], input: &str) -> Run {
    let mut program = command(arguments);
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let run: Run = child.wait_with_output().unwrap().into();
    assert!(!run.stderr.contains("panicked"), "{arguments:?}: {}", run.stderr);
    run
}

impl Run {
    /// Standard output, which must be one JSON object per line.
    pub fn json_lines(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Standard output, which must be JSON in as many lines as it takes.
    pub fn json_document(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap()
    }

    /// Standard output, which must be one JSON object.
    pub fn json(&self) -> Value {
        let mut lines = self.json_lines();
        assert_eq!(lines.len(), 1, "{}", self.stdout);
        lines.remove(0)
    }
}

/// An empty folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A file in a folder made by [`folder`], as an argument.
pub fn file(folder: &std::path::Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_string()
}

/// A path in a folder, as an argument.
pub fn path(folder: &std::path::Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_string()
}

/// The result without what differs from run to run.
pub fn timeless(mut line: Value) -> Value {
    for key in ["seconds", "certify_seconds", "make_seconds", "check_seconds", "memory_bytes"] {
        line[key] = Value::Null;
    }
    line["limits"]["memory_bytes"] = Value::Null;
    line
}
