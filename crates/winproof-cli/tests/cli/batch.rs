use std::fs;
use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::support::{Run, command, file, folder, path, run, timeless};

const POSITIONS: &str = "# heaps\n3,4,5\tmover wins\n\nstart;mover loses\n1,2,3\n7,9 second\t\n";

fn results(path: &str) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_file_gives_a_line_per_position() {
    let folder = folder("batch-file");
    let positions = file(&folder, "positions.txt", POSITIONS);
    let batch = run(&["batch", "nim", &positions, "--json"]);
    assert_eq!(batch.status, 0);
    let lines = batch.json_lines();
    let summary: Vec<_> = lines
        .iter()
        .map(|line| {
            let source = line["source"].as_str().unwrap().rsplit(':').next().unwrap();
            (source.to_string(), line["label"].clone(), line["verdict"].clone())
        })
        .collect();
    let expected = [
        ("2", json!("mover wins"), "proved"),
        ("4", json!("mover loses"), "disproved"),
        ("5", Value::Null, "disproved"),
        ("6", Value::Null, "proved"),
    ];
    let expected = expected.map(|(source, label, verdict)| (source.into(), label, json!(verdict)));
    assert_eq!(summary, expected);
    let text = run(&["batch", "nim", &positions]).stdout;
    assert_eq!(text.lines().count(), 5);
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("4 problems: 2 proved, 2 disproved, 0 unknown, 0 errors; "), "{last}");
}

#[test]
fn a_bad_line_costs_that_line_alone() {
    let folder = folder("batch-bad");
    let positions = file(&folder, "positions.txt", b"3,4,5\n3,x\n\xff\xfe\x00\n1,2,3\n");
    let batch = run(&["batch", "nim", &positions, "--json"]);
    assert_eq!(batch.status, 2);
    let lines = batch.json_lines();
    let verdicts: Vec<_> = lines.iter().map(|line| line["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["proved", "error", "error", "disproved"]);
    assert!(lines[1]["error"].as_str().unwrap().contains("found `x`"));
    assert_eq!(lines[2]["error"], "the line is not UTF-8 text");
}

#[test]
fn an_unknown_verdict_shows_in_the_exit_status() {
    let folder = folder("batch-unknown");
    let positions = file(&folder, "positions.txt", "1\nstart\n");
    assert_eq!(run(&["batch", "nim", &positions, "--nodes", "10"]).status, 3);
}

#[test]
fn a_folder_gives_a_position_per_file() {
    let folder = folder("batch-folder");
    let graphs = folder.join("graphs");
    fs::create_dir_all(graphs.join("subfolder")).unwrap();
    file(&graphs, "b.txt", "start a\na B b\nb = 1\n");
    file(&graphs, "a.txt", "start a\na A b\nb = 1\n");
    file(&graphs, "c.txt", "no graph");
    file(&graphs, ".hidden", "no graph");
    let graphs = graphs.to_str().unwrap();
    let proofs = path(&folder, "proofs");
    let batch = run(&["batch", "graph", graphs, "--json", "--proof", &proofs]);
    assert_eq!(batch.status, 2);
    let lines = batch.json_lines();
    let summary: Vec<_> = lines
        .iter()
        .map(|line| {
            let source = line["source"].as_str().unwrap().strip_prefix(graphs).unwrap();
            (source, line["verdict"].as_str().unwrap())
        })
        .collect();
    assert_eq!(summary, [("/a.txt:1", "proved"), ("/b.txt:1", "disproved"), ("/c.txt:1", "error")]);
    for name in ["a.txt.wpc", "b.txt.wpc"] {
        assert_eq!(run(&["verify", &format!("{proofs}/{name}")]).status, 0);
    }
    // A single file of a game whose positions take several lines is one position.
    let single = run(&["batch", "graph", &format!("{graphs}/a.txt"), "--json"]);
    assert_eq!(single.json()["verdict"], "proved");
}

#[test]
fn threads_change_nothing_but_times() {
    let folder = folder("batch-threads");
    let text: String = (0..40).map(|n| format!("{},{},{}\n", n % 5, n % 7, n % 3 + 1)).collect();
    let positions = file(&folder, "positions.txt", text);
    let results = ["1", "2"].map(|threads| {
        let batch = run(&["batch", "nim", &positions, "--json", "--moves", "--threads", threads]);
        batch.json_lines().into_iter().map(timeless).collect::<Vec<_>>()
    });
    assert_eq!(results[0].len(), 40);
    assert_eq!(results[0], results[1]);
}

#[test]
fn the_problems_of_a_batch_can_have_several_threads_each() {
    let folder = folder("batch-threads-per-problem");
    let positions = file(&folder, "positions.txt", "start\n/0\n/1\n");
    let batch = ["batch", "tree:avg=6,sigma=0.1,seed=230", &positions, "--json"];
    let verdicts = |more: &[&str]| {
        let lines = run(&[&batch[..], more].concat()).json_lines();
        let pick = |line: serde_json::Value| (line["verdict"].clone(), line["threads"].clone());
        lines.into_iter().map(pick).unzip::<_, _, Vec<_>, Vec<_>>()
    };
    let (one, _) = verdicts(&[]);
    let (several, threads) = verdicts(&["--threads", "4", "--threads-per-problem", "2"]);
    assert_eq!(one, several);
    assert_eq!(threads, [2, 2, 2]);
    assert!(several.iter().all(|verdict| verdict != "unknown"));
}

#[test]
fn resuming_skips_what_is_there_and_cuts_off_a_torn_line() {
    let folder = folder("batch-resume");
    let positions = file(&folder, "positions.txt", POSITIONS);
    let out = path(&folder, "results.jsonl");
    let batch = ["batch", "nim", &positions, "--out", &out];
    let resume = [&batch[..], &["--resume", "--json"]].concat();
    assert_eq!(run(&batch).status, 0);
    let complete = results(&out);
    assert_eq!(complete.len(), 4);

    let text = fs::read_to_string(&out).unwrap();
    let second_end = text.match_indices('\n').nth(1).unwrap().0 + 1;
    fs::write(&out, &text[..second_end + 30]).unwrap();
    let resumed = run(&resume);
    assert_eq!(resumed.status, 0, "{}", resumed.stderr);
    assert_eq!(resumed.json_lines().len(), 2);
    let timeless_lines = |lines: Vec<Value>| lines.into_iter().map(timeless).collect::<Vec<_>>();
    assert_eq!(timeless_lines(results(&out)), timeless_lines(complete));

    let nothing = run(&resume);
    assert_eq!((nothing.status, nothing.stdout.as_str()), (0, ""));
    let found = |extra: &[&str], words: &str| {
        let refused = run(&[&resume[..], extra].concat());
        assert_eq!(refused.status, 2, "{extra:?}");
        assert!(refused.stderr.contains(words), "{extra:?}: {}", refused.stderr);
        assert_eq!(results(&out).len(), 4);
    };
    found(&["--algorithm", "pn"], "line 1 was made by --algorithm df-pn");
    found(&["--set", "epsilon=0"], "line 1 was made with --set epsilon=0.25");
    found(&["--seed", "7"], "line 1 was made with --seed 0");
    found(&["--attacker", "second"], "has the attacker first");
    let other_question = run(&[&resume[..], &["--ask", ">=2"]].concat());
    assert_eq!(other_question.status, 2);
    assert!(other_question.stderr.contains("asks for 'win'"), "{}", other_question.stderr);
}

/// Results belong to positions, not to lines.
#[test]
fn resuming_solves_edited_and_inserted_lines() {
    let folder = folder("batch-edited");
    let out = path(&folder, "results.jsonl");
    let positions = file(&folder, "positions.txt", "1\n3,4,5\n1,1\nx\n1,1\n");
    let batch = ["batch", "nim", &positions, "--out", &out];
    let resume = [&batch[..], &["--resume", "--json"]].concat();
    assert_eq!(run(&batch).status, 2);
    let solved = |text: &str| {
        file(&folder, "positions.txt", text);
        let lines = run(&resume).json_lines();
        let position = |line: Value| line["position"].as_str().unwrap().to_string();
        lines.into_iter().map(position).collect::<Vec<_>>()
    };
    let none: Vec<String> = Vec::new();
    assert_eq!(solved("1\n3,4,5\n1,1\nx\n1,1\n"), none);
    assert_eq!(
        solved("# a new line\n1\n 3,4,5 \n1,1\nx\n1,1\n"),
        none,
        "only the lines are others"
    );
    assert_eq!(solved("1\n2,2\n1,1\nx\n1,1\n"), ["2,2"], "the second line was edited");
    assert_eq!(solved("1\n1\n2,2\n1,1\ny\n1,1\n"), ["1", "y"], "asked twice, and another error");
}

#[test]
fn unknown_verdicts_are_retried_if_wanted() {
    let folder = folder("batch-retry");
    let out = path(&folder, "results.jsonl");
    let positions = file(&folder, "positions.txt", "1\n3,4,5\n");
    let batch = ["batch", "nim", &positions, "--out", &out, "--json"];
    let verdicts = || -> Vec<_> {
        results(&out)
            .iter()
            .map(|line| (line["verdict"].clone(), line["certified"].clone()))
            .collect()
    };
    assert_eq!(run(&[&batch[..], &["--nodes", "5", "--no-certify"]].concat()).status, 3);
    let known = (json!("proved"), json!(false));
    assert_eq!(verdicts(), [known.clone(), (json!("unknown"), Value::Null)]);
    assert_eq!(run(&[&batch[..], &["--resume"]].concat()).status, 3);
    let retry = [&batch[..], &["--resume", "--retry-unknown"]].concat();
    assert_eq!(run(&[&retry[..], &["--no-certify"]].concat()).status, 0);
    assert_eq!(verdicts(), [known.clone(), known]);
    assert_eq!(run(&retry).status, 0);
    let certified = (json!("proved"), json!(true));
    assert_eq!(verdicts(), [certified.clone(), certified]);
}

/// Files as other programs write them: the side to move in a column of its own, values of moves and comments
/// after the position, names before it.
#[test]
fn files_of_other_programs_are_read() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../winproof-games/tests/data");
    let [obf, tsv, mates] = ["othello/ffo.obf", "othello/random16.tsv", "shogi/mates.tsv"]
        .map(|name| format!("{data}/{name}"));
    let solve = |arguments: &[&str]| {
        let batch = run(&[&["batch"], arguments, &["--json", "--no-certify"]].concat());
        assert!([0, 3].contains(&batch.status), "{}", batch.stderr);
        let lines = batch.json_lines();
        assert!(lines.iter().all(|line| line["verdict"] != "error"), "{lines:?}");
        lines
    };
    let lines = solve(&["othello", &tsv, "--ask", "win"]);
    assert_eq!(lines.len(), 100);
    // The file has the outcome for the side to move.
    for line in &lines {
        let label = line["label"].as_str().unwrap();
        let won = label.split('\t').nth(1) == Some("W");
        assert_eq!(line["verdict"], if won { "proved" } else { "disproved" }, "{label}");
    }
    assert_eq!(solve(&["othello", &obf, "--nodes", "1"]).len(), 21);
    let lines = solve(&["shogi", &mates, "--column", "3", "--nodes", "10"]);
    assert!(lines.len() > 5 && lines[0]["label"].as_str().unwrap().starts_with("tanuki3"));
}

#[test]
fn positions_can_come_from_standard_input() {
    let mut child = command(&["batch", "nim", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"# comment\n1\tone\n3,4,5\n").unwrap();
    let batch: Run = child.wait_with_output().unwrap().into();
    assert_eq!(batch.status, 0, "{}", batch.stderr);
    let sources: Vec<_> = batch.json_lines().iter().map(|line| line["source"].clone()).collect();
    assert_eq!(sources, ["-:2", "-:3"]);
}
