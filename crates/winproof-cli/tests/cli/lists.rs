use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};

use crate::support::{command, file, folder, path, run};

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
    for command in [
        "games",
        "algorithms",
        "solve",
        "batch",
        "sweep",
        "verify",
        "show",
        "schema",
        "man",
        "completions",
    ] {
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

/// Scripts know the names that can be given: games, algorithms, experiments, questions and parameters.
#[test]
fn completion_scripts_know_the_names() {
    for shell in ["bash", "zsh", "fish"] {
        let script = run(&["completions", shell]).stdout;
        for name in ["tictactoe", "df-pn+", "nagai-1998", "value", "replacement=larger", "epsilon="]
        {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
    // What is suggested is not all that is accepted.
    assert_eq!(run(&["solve", "tree:seed=3,depth=2", "start", "--ask", ">=0"]).status, 0);
}

/// A shell that completes a command line.
#[test]
fn bash_completes_names() {
    let folder = folder("completions");
    let script = file(&folder, "winproof.bash", run(&["completions", "bash"]).stdout);
    let complete = |words: &[&str]| -> Vec<String> {
        let current = words[words.len() - 1];
        let previous = words[words.len() - 2];
        let command = format!(
            "source '{script}'; COMP_WORDS=(winproof {}); COMP_CWORD={}; \
             _winproof winproof '{current}' '{previous}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" "),
            words.len(),
        );
        let output = Command::new("bash").args(["-c", &command]).output().unwrap();
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_string).collect()
    };
    assert_eq!(complete(&["solve", "nim", "--algorithm", "df"]), ["df-pn", "df-pn+"]);
    assert_eq!(complete(&["solve", "oth"]), ["othello"]);
    assert_eq!(complete(&["batch", "sh"]), ["shogi"]);
    assert_eq!(complete(&["solve", "nim", "--ask", "va"]), ["value"]);
    assert_eq!(complete(&["solve", "nim", "--set", "eps"]), ["epsilon=0", "epsilon=0.25"]);
    assert_eq!(complete(&["experiment", "maj"]), ["majerech-2012"]);
}

/// Every command has a page, and so has the checker.
#[test]
fn man_pages_are_made_for_all_commands() {
    let folder = folder("man");
    let out = path(&folder, "man1");
    assert_eq!(run(&["man", "--out", &out]).status, 0);
    let page = |name: &str| fs::read_to_string(format!("{out}/{name}.1")).unwrap();
    assert!(page("winproof").contains(".TH winproof 1"));
    assert!(page("winproof-check").contains("certificates"));
    for command in ["solve", "batch", "sweep", "verify", "show", "inspect", "serve", "completions"]
    {
        let page = page(&format!("winproof-{command}"));
        assert!(page.contains("Examples:"), "{command}");
        assert!(page.contains(&format!(".TH winproof-{command} 1")), "{page}");
    }
    assert_eq!(run(&["man"]).stdout, page("winproof"));
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
