//! Numbers of plies, and audits.

use serde_json::json;

use crate::support::{file, folder, path, run};

/// X wins with its third move.
const IN_FIVE: &str = "XO./.../...";

#[test]
fn within_a_number_of_plies() {
    for (plies, verdict, text) in [
        ("4", "disproved", "Disproved: X (to move) cannot force a win within 4 plies."),
        ("5", "proved", "Proved: X (to move) can force a win within 5 plies."),
    ] {
        let run = run(&["solve", "tictactoe", IN_FIVE, "--within", plies]);
        assert_eq!((run.status, run.stdout.lines().next()), (0, Some(text)));
        let line =
            super::support::run(&["solve", "tictactoe", IN_FIVE, "--within", plies, "--json"]);
        let line = line.json();
        assert_eq!(line["verdict"], verdict);
        assert_eq!(line["ask"], format!("win within {plies}"));
        assert_eq!(
            (&line["within"], &line["position"]),
            (&json!(plies.parse::<u16>().unwrap()), &json!(IN_FIVE))
        );
    }
    let turns = run(&[
        "solve",
        "arimaa",
        "g [                R                      r                        ]",
        "--within",
        "1",
    ]);
    assert!(turns.stdout.contains("within 1 turn."), "{}", turns.stdout);
}

#[test]
fn the_least_number_with_both_certificates() {
    let folder = folder("shortest");
    let proof = path(&folder, "proof");
    let run_with =
        |more: &[&str]| run(&[&["solve", "tictactoe", IN_FIVE, "--shortest"], more].concat());
    let text = run_with(&["--proof", &proof]).stdout;
    let first = "Proved: X (to move) can force a win within 5 plies, and not within 4 plies.";
    assert_eq!(text.lines().next(), Some(first), "{text}");
    let line = run_with(&["--json"]).json();
    assert_eq!(
        (&line["plies"], &line["not_within"], &line["ask"]),
        (&json!(5), &json!(4), &json!("win shortest"))
    );
    assert_eq!(line["line"].as_array().unwrap().len(), 5);
    assert_eq!((&line["line_end"], &line["certified"]), (&json!("game-over"), &json!(true)));
    for (name, claim) in [
        ("within.wpc", "X can force a win within 5 plies"),
        ("not-within.wpc", "X cannot force a win within 4 plies"),
    ] {
        let file = path(&folder.join("proof"), name);
        let verified = run(&["verify", &file]);
        let expected = format!("accepted: tictactoe, XO./.../...: {claim}; ");
        assert!(verified.stdout.starts_with(&expected), "{}", verified.stdout);
        let shown = run(&["show", &file, "--depth", "9", "--most", "5000"]).stdout;
        assert!(shown.contains(claim), "{shown}");
    }
    // Without certificates the line is the same length.
    let line = run_with(&["--json", "--no-certify"]).json();
    assert_eq!((&line["plies"], line["line"].as_array().unwrap().len()), (&json!(5), 5));
    // What cannot be forced at all cannot be forced within any number.
    let never = path(&folder, "never");
    let text = run(&["solve", "tictactoe", "start", "--shortest", "--proof", &never]).stdout;
    assert!(text.starts_with("Disproved: X (to move) cannot force a win.\n"), "{text}");
    let verified = run(&["verify", &path(&folder.join("never"), "never.wpc")]);
    assert!(verified.stdout.contains("X cannot force a win; "), "{}", verified.stdout);
}

#[test]
fn limits_say_how_far_it_got() {
    let run = run(&["solve", "loa", "start", "--shortest", "--nodes", "300", "--summary"]);
    assert_eq!(run.status, 3, "{}", run.stdout);
    let shogi = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let run = super::support::run(&["solve", "shogi", shogi, "--shortest", "--summary"]);
    assert!(run.stdout.starts_with("Disproved: "), "{}", run.stdout);
}

#[test]
fn questions_with_a_number_can_be_saved() {
    let folder = folder("within-saves");
    let save = path(&folder, "within.wps");
    let hard = ["solve", "othello:size=4", "start", "--within", "12", "--json"];
    let stopped = run(&[&hard[..], &["--nodes", "50", "--save", &save]].concat());
    assert_eq!(stopped.json()["verdict"], "unknown");
    let inspected = run(&["inspect", &save]).stdout;
    assert!(inspected.contains("win within 12"), "{inspected}");
    let other = run(&["solve", "--continue", &save, "--within", "11"]);
    assert_eq!(other.status, 2);
    assert!(other.stderr.contains("the save asks for win within 12"), "{}", other.stderr);
    let whole = run(&hard).json();
    let resumed = run(&["solve", "--continue", &save, "--json"]).json();
    assert_eq!(resumed["verdict"], whole["verdict"]);
    assert_eq!((&resumed["within"], &resumed["certified"]), (&json!(12), &json!(true)));
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (arguments, expected) in [
        (&["--within", "3", "--shortest"][..], "cannot be used with"),
        (&["--within", "3", "--ask", "value"], "a value has no number of plies"),
        (&["--shortest", "--ask", "value"], "a value has no number of plies"),
        (&["--shortest", "--moves"], "cannot be used with"),
        (&["--shortest", "--save", "x.wps"], "cannot be saved"),
        (&["--within", "-1"], "unexpected argument"),
        (&["--within", "65536"], "invalid value"),
        (&["--ask", "win within"], "invalid value"),
    ] {
        let run = run(&[&["solve", "tictactoe", "start"], arguments].concat());
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(run.stderr.contains(expected), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn a_batch_finds_lengths() {
    let folder = folder("shortest-batch");
    let positions = file(&folder, "positions.txt", "XO./.../...\nX.O/..O/..X\nstart\n");
    let proofs = path(&folder, "proofs");
    let lines =
        run(&["batch", "tictactoe", &positions, "--shortest", "--json", "--proof", &proofs]);
    let plies: Vec<_> = lines.json_lines().iter().map(|line| line["plies"].clone()).collect();
    assert_eq!(plies, [json!(5), json!(1), json!(null)]);
    let files = std::fs::read_dir(&proofs).unwrap().count();
    assert_eq!(files, 3, "a folder for each");
}

#[test]
fn an_audit_for_people_and_for_programs() {
    let text = run(&["audit", "tictactoe", IN_FIVE]).stdout;
    let first = "Proved: X can force a win within 5 plies, and not within 4 plies.";
    assert_eq!(text.lines().next(), Some(first), "{text}");
    assert!(
        text.contains("  unique       no, another move is as fast\n")
            && text.contains("  solution\n"),
        "{text}"
    );
    let report = run(&["audit", "tictactoe", IN_FIVE, "--json", "--economy"]).json();
    assert_eq!((&report["verdict"], &report["plies"]), (&json!("proved"), &json!(5)));
    assert_eq!(report["solution"].as_array().unwrap().len(), 5);
    assert_eq!((&report["certified"], &report["economy"]), (&json!(true), &json!([])));
    let mate = "8k/9/8P/9/9/9/9/9/9 b G 1";
    let text = run(&["audit", "shogi", mate, "--economy", "--refutations"]).stdout;
    assert!(text.contains("  unique       yes\n"), "{text}");
    assert!(text.contains("G*1b   the only move (of 5)"), "{text}");
    assert!(text.contains("needed      P1c, G in hand"), "{text}");
    let lost = run(&["audit", "tictactoe", "start"]);
    assert_eq!(
        (lost.status, lost.stdout.lines().next()),
        (0, Some("Disproved: X cannot force a win."))
    );
    let open = run(&["audit", "loa", "start", "--nodes", "10"]);
    assert_eq!(open.status, 3, "{}", open.stdout);
    let value = run(&["audit", "tictactoe", "start", "--ask", "value"]);
    assert_eq!(value.status, 2);
    assert!(value.stderr.contains("an audit needs a target"), "{}", value.stderr);
}
