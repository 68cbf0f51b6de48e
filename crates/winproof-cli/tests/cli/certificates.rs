use std::fs;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::support::{command, file, folder, path, run};

#[test]
fn a_proof_that_is_written_is_accepted() {
    let folder = folder("proofs");
    for (name, game, position) in [
        ("nim-proved", "nim", "3,4,5"),
        ("nim-disproved", "nim", "start"),
        ("tictactoe", "tictactoe", "start"),
        ("tree", "tree:seed=7,avg=6", "/1"),
        ("over", "nim", "0"),
    ] {
        let proof = path(&folder, name);
        let solved = run(&["solve", game, position, "--json", "--proof", &proof]);
        assert_eq!(solved.json()["certificate"], proof);
        let verified = run(&["verify", &proof]);
        assert_eq!(verified.status, 0, "{}", verified.stderr);
        assert!(verified.stdout.starts_with("accepted: "), "{}", verified.stdout);
    }
    let leftovers = fs::read_dir(&folder).unwrap().count();
    assert_eq!(leftovers, 5, "temporary files are left behind");
}

#[test]
fn links_and_pipes_are_written_to_and_not_replaced() {
    let folder = folder("links");
    let real = file(&folder, "real.wpc", "");
    let link = path(&folder, "link.wpc");
    std::os::unix::fs::symlink(&real, &link).unwrap();
    assert_eq!(run(&["solve", "nim", "3,4,5", "--proof", &link]).status, 0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(run(&["verify", &real]).status, 0);

    let pipe = path(&folder, "pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
    assert_eq!(run(&["solve", "nim", "3,4,5", "--proof", &pipe]).status, 0);
    let received = reader.wait_with_output().unwrap().stdout;
    assert_eq!(received, fs::read(&real).unwrap());
    assert!(!fs::metadata(&pipe).unwrap().is_file());
}

#[test]
#[cfg(target_os = "linux")]
fn a_proof_that_cannot_be_written_leaves_the_verdict() {
    let solved = run(&["solve", "nim", "3,4,5", "--json", "--proof", "/dev/full"]);
    assert_eq!(solved.status, 1);
    let line = solved.json();
    assert_eq!((&line["verdict"], &line["certificate"]), (&"proved".into(), &Value::Null));
    assert!(solved.stderr.starts_with("winproof: cannot write "), "{}", solved.stderr);
}

#[test]
fn damage_is_noticed() {
    let folder = folder("damage");
    let proof = path(&folder, "nim.wpc");
    run(&["solve", "nim", "3,4,5", "--proof", &proof]);
    let bytes = fs::read(&proof).unwrap();
    for place in (0..bytes.len()).step_by(bytes.len() / 15) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x10;
        let damaged = file(&folder, "damaged.wpc", damaged);
        let verified = run(&["verify", &damaged]);
        assert!([1, 2].contains(&verified.status), "byte {place}: {}", verified.stdout);
    }
    let cut = file(&folder, "cut.wpc", &bytes[..bytes.len() / 2]);
    let empty = file(&folder, "empty.wpc", "");
    let missing = path(&folder, "missing.wpc");
    let foreign = env!("CARGO_BIN_EXE_winproof").to_string();
    for unreadable in [cut, empty, missing, foreign, folder.to_str().unwrap().to_string()] {
        for command in ["verify", "show"] {
            let run = run(&[command, &unreadable]);
            assert_eq!(run.status, 2, "{command} {unreadable}");
            assert!(run.stderr.starts_with("winproof: cannot read "), "{}", run.stderr);
            assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        }
    }
}

/// The output shows what was checked, not what the file says about it.
#[test]
fn what_was_accepted_is_shown() {
    let display = concat!(env!("CARGO_MANIFEST_DIR"), "/../winproof-check/tests/display");
    for (name, status, expected) in [
        ("white_wins_from_start", 0, "xx1/ooo/2x x"),
        ("blanks", 0, "xx1/ooo/2x x"),
        ("othello_bidi", 0, "XXXXXXXXXXXXXXXX X"),
        ("dup_param", 2, "parameter `size` occurs twice"),
        ("plus4", 2, "parameter `size` is written `4`, not `+4`"),
    ] {
        for command in ["verify", "show"] {
            let run = run(&[command, &format!("{display}/{name}.wpc")]);
            let text = run.stdout + &run.stderr;
            assert!(run.status == status && text.contains(expected), "{command}: {text}");
            assert!(!text.contains("start") && !text.contains('\u{202e}'), "{command}: {text}");
        }
    }
}

#[test]
fn positions_are_drawn() {
    let drawn = run(&["show", "tictactoe", "X...O...."]);
    assert_eq!(drawn.status, 0);
    assert!(
        drawn.stdout.ends_with("X to move, 7 moves: b3 c3 a2 c2 a1 b1 c1\n"),
        "{}",
        drawn.stdout
    );
    assert!(!drawn.stdout.contains('\u{1b}'), "colours in a pipe");
    let over = run(&["show", "tictactoe", "XXX/OO./..."]).stdout;
    assert!(over.ends_with("The game is over: X wins.\n"), "{over}");
    assert_eq!(run(&["show", "tictactoe", "XXXXXXXXX"]).status, 2);
    assert_eq!(run(&["show", "tictactoe", "start", "--format", "dot"]).status, 2);
}

#[test]
fn certificates_are_shown() {
    let folder = folder("show");
    let proof = path(&folder, "nim.wpc");
    run(&["solve", "nim", "3,4,5", "--proof", &proof]);
    let text = run(&["show", &proof, "--depth", "2"]).stdout;
    assert!(text.contains("\nclaim     first can force a win\n"), "{text}");
    assert!(text.contains("\nfirst plays h1-2\n  h1-2: second to move, 10 replies\n"), "{text}");
    assert!(!text.contains("\n      "), "deeper than asked for: {text}");
    let short = run(&["show", &proof, "--most", "3"]).stdout;
    assert!(short.ends_with("\n… (more with --most)\n"), "{short}");

    let dot = run(&["show", &proof, "--format", "dot"]).stdout;
    assert!(dot.starts_with("digraph certificate {\n") && dot.ends_with("}\n"), "{dot}");
    assert!(dot.contains("n0 -> n1 [label=\"h1-2\"];"), "{dot}");

    let page = path(&folder, "nim.html");
    let written = run(&["show", &proof, "--format", "html", "--output", &page]);
    assert_eq!((written.status, written.stdout.as_str()), (0, ""));
    let page = fs::read_to_string(page).unwrap();
    assert_eq!(page.matches("<details").count(), page.matches("</details>").count());
    assert!(!page.contains("<script") && !page.contains("http"), "{page}");
}

#[test]
fn closed_sets_with_circles_are_shown() {
    let folder = folder("show-circles");
    let graph = "start n0\nn0 B n1 n2\nn1 A n2 n3\nn2 A n1 n3\nn3 A n0\nend = 1\n";
    let graph = format!("@{}", file(&folder, "circle.txt", graph));
    let proof = path(&folder, "circle.wpc");
    let solved = run(&["solve", "graph", &graph, "--attacker", "A", "--proof", &proof]);
    assert!(solved.stdout.starts_with("Disproved: A (B to move) cannot"), "{}", solved.stdout);
    let text = run(&["show", &proof, "--depth", "50"]).stdout;
    assert!(text.contains("shown above"), "{text}");
}

/// The positions of a threat after a reply have no records, but are still shown.
#[test]
fn threats_are_shown_to_the_end() {
    let folder = folder("threats");
    let proof = path(&folder, "threats.wpc");
    let position = "g [rr      R eh    hErRr     D          H         R     C          ]";
    assert_eq!(run(&["solve", "arimaa", position, "--proof", &proof]).status, 0);
    assert_eq!(run(&["verify", "--memory", "1M", &proof]).status, 0);
    let shown = run(&["show", &proof, "--depth", "20", "--most", "100000"]).stdout;
    assert!(shown.contains(" with threats)") && shown.contains("gold wins"), "{shown}");
    for complaint in ["no record", "not legal", "silver wins", "…"] {
        assert!(!shown.contains(complaint), "{complaint}");
    }
}

/// A value is certified by two certificates, also where every outcome of the game shows one of them, or both.
#[test]
fn a_certified_value_has_two_certificates() {
    let folder = folder("certificates-of-values");
    let one_outcome =
        format!("@{}", file(&folder, "one.txt", "start a\na A b c\nb = 7\nc = 7\ninfinite 7\n"));
    for (game, position, attacker, value, above) in [
        ("graph", one_outcome.as_str(), "mover", 7, 8),
        ("tictactoe", "X.O/..O/..X", "mover", 1, 2),
        ("tictactoe", "X.O/..O/..X", "opponent", -1, 0),
        ("tictactoe", "start", "mover", 0, 1),
        ("nim", "1", "mover", 1, 2),
        ("nim", "1", "opponent", -1, 1),
    ] {
        let proof = path(&folder, &format!("{game}{value}/"));
        let problem = ["solve", game, position, "--attacker", attacker, "--ask", "value"];
        let arguments = [&problem[..], &["--json", "--proof", &proof]].concat();
        let line = run(&arguments).json();
        assert_eq!((&line["value"], &line["certified"]), (&json!(value), &json!(true)), "{game}");
        for (name, claim) in [
            ("at-least.wpc", format!("can force {}", goal(value))),
            ("at-most.wpc", format!("cannot force {}", goal(above))),
        ] {
            let verified = run(&["verify", &format!("{proof}/{name}")]);
            assert_eq!(verified.status, 0, "{game} {name}: {}", verified.stdout);
            assert!(verified.stdout.contains(&claim), "{game} {name}: {}", verified.stdout);
        }
    }
}

/// A value has two certificates, in one file or in a folder.
#[test]
fn both_certificates_of_a_value_are_in_one_file() {
    let folder = folder("value-file");
    let [proof, parts] = ["x.wpc", "parts"].map(|name| path(&folder, name));
    let solve = ["solve", "tictactoe", "start", "--ask", "value", "--proof"];
    let line = run(&[&solve[..], &[&proof, "--json"]].concat()).json();
    assert_eq!((&line["value"], &line["certificate"]), (&json!(0), &json!(proof)));
    assert!(fs::metadata(&proof).unwrap().is_file());
    let verified = run(&["verify", &proof]);
    assert_eq!(verified.status, 0, "{}", verified.stderr);
    let claim = "accepted: tictactoe, .../.../...: the value for X is 0; ";
    assert!(verified.stdout.starts_with(claim), "{}", verified.stdout);
    // Streamed, too.
    let streamed = run(&["verify", &proof, "--memory", "1M"]);
    assert!(streamed.stdout.starts_with(claim), "{}", streamed.stdout);
    let shown = run(&["show", &proof]).stdout;
    assert!(shown.contains("X can force at least a draw"), "{shown}");
    assert!(shown.contains("X cannot force a win"), "{shown}");
    let second = run(&["show", &proof, "--number", "2", "--format", "dot"]);
    assert!(second.stdout.starts_with("digraph"), "{}", second.stderr);
    for (arguments, reason) in [
        (&["--format", "html"][..], "the file has 2 certificates: choose one by --number N"),
        (&["--number", "3"], "it has 2 certificates"),
    ] {
        let refused = run(&[&["show", &proof], arguments].concat());
        assert_eq!(refused.status, 2);
        assert!(refused.stderr.contains(reason), "{}", refused.stderr);
    }
    // A folder that is there, and the two files in it.
    fs::create_dir(&parts).unwrap();
    assert_eq!(run(&[&solve[..], &[&parts]].concat()).status, 0);
    for name in ["at-least.wpc", "at-most.wpc"] {
        assert_eq!(run(&["verify", &format!("{parts}/{name}")]).status, 0);
    }
    // Damage anywhere is noticed.
    let whole = fs::read(&proof).unwrap();
    for place in (0..whole.len()).step_by(whole.len() / 20) {
        let mut damaged = whole.clone();
        damaged[place] ^= 4;
        let damaged = file(&folder, "damaged.wpc", damaged);
        assert_ne!(run(&["verify", &damaged]).status, 0, "byte {place}");
    }
    // A batch writes such files as well.
    let positions = file(&folder, "positions.txt", "start\nX.O/..O/..X\n");
    let proofs = path(&folder, "proofs");
    let batch = ["batch", "tictactoe", &positions, "--ask", "value", "--proof", &proofs];
    assert_eq!(run(&batch).status, 0);
    let verified = run(&["verify", &format!("{proofs}/positions-2.wpc")]).stdout;
    assert!(verified.contains("the value for X is 1; "), "{verified}");
}

#[test]
fn a_certificate_can_go_to_standard_output() {
    let folder = folder("proof-output");
    for (ask, claim) in [("draw", "can force at least a draw"), ("value", "the value for X is 0")] {
        let arguments = ["solve", "tictactoe", "start", "--ask", ask, "--proof", "-"];
        let solved = command(&arguments).output().unwrap();
        assert_eq!(solved.status.code(), Some(0));
        let text = String::from_utf8(solved.stderr).unwrap();
        assert!(text.starts_with("Proved: "), "{text}");
        assert!(text.contains("written to   standard output ("), "{text}");
        let proof = file(&folder, "proof.wpc", solved.stdout);
        let verified = run(&["verify", &proof]).stdout;
        assert!(verified.contains(claim), "{verified}");
    }
    let refused = run(&["solve", "nim", "3,4,5", "--proof", "-", "--json"]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("both need standard output"), "{}", refused.stderr);
    let positions = file(&folder, "positions.txt", "1\n");
    assert_eq!(run(&["batch", "nim", &positions, "--proof", "-"]).status, 2);
}

fn goal(target: i32) -> String {
    match target {
        1 => "a win".to_string(),
        0 => "at least a draw".to_string(),
        target => format!("at least {target}"),
    }
}
