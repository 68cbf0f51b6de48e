use std::io::Read;
use std::process::Stdio;

use crate::support::{command, run};

#[test]
fn games_and_algorithms_are_listed() {
    let games = run(&["games"]);
    assert_eq!(games.status, 0);
    for line in run(&["games", "--json"]).json_lines() {
        let name = line["name"].as_str().unwrap();
        assert!(games.stdout.lines().any(|line| line == name), "{name}");
        // What a list suggests must work.
        let example = line["examples"][0]["position"].as_str().unwrap();
        let solved = run(&["solve", name, example, "--nodes", "10"]);
        assert!([0, 3].contains(&solved.status), "{name}: {}", solved.stderr);
    }
    let algorithms = run(&["algorithms"]).stdout;
    let lines = run(&["algorithms", "--json"]).json_lines();
    let auto = lines.iter().flat_map(|line| line["auto"].as_array().unwrap());
    assert_eq!(auto.count(), winproof_games::games().len());
    for line in lines {
        let name = line["name"].as_str().unwrap();
        assert!(algorithms.lines().any(|line| line == name), "{name}");
        for parameter in line["parameters"].as_array().unwrap() {
            assert!(!parameter["default"].is_null() && parameter["help"].is_string());
        }
    }
}

#[test]
fn help_has_examples() {
    for command in
        ["games", "algorithms", "solve", "batch", "verify", "show", "schema", "completions"]
    {
        let help = run(&[command, "--help"]);
        assert_eq!(help.status, 0);
        assert!(help.stdout.contains("Examples:\n  winproof "), "{command}: {}", help.stdout);
    }
    assert!(run(&["--help"]).stdout.contains("Exit status: 0 "));
    assert!(run(&["--version"]).stdout.starts_with("winproof "));
    for shell in ["bash", "zsh", "fish"] {
        assert!(run(&["completions", shell]).stdout.contains("winproof"));
    }
}

#[test]
fn nobody_has_to_read_to_the_end() {
    for arguments in [&["games"][..], &["completions", "bash"], &["solve", "nim", "3,4,5"]] {
        let mut child =
            command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut complaints = String::new();
        child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        assert_eq!(complaints, "", "{arguments:?}");
        assert_eq!(child.wait().unwrap().code(), Some(0), "{arguments:?}");
    }
}
