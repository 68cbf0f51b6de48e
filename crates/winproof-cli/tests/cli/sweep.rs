//! The same problems, searched in several ways.

use std::fs;

use serde_json::{Value, json};

use crate::json::{assert_valid, strict};
use crate::support::{file, folder, path, run};

#[test]
fn a_sweep_makes_a_table_and_a_plot() {
    let folder = folder("sweep");
    let positions = file(&folder, "nim.txt", "3,4,5\n1,2,3\n5,6,7\n1,1\n");
    let out = path(&folder, "out");
    let sweep = ["sweep", "nim", &positions, "--algorithm", "df-pn,pds", "--out", &out];
    let sweep = [&sweep[..], &["--set", "epsilon=0,0.25,1"]].concat();
    let done = run(&sweep);
    assert_eq!(done.status, 0, "{}", done.stderr);
    let table = fs::read_to_string(path(&folder, "out/table.md")).unwrap();
    assert!(done.stdout.starts_with(&table), "{}", done.stdout);
    // Three values for df-pn, and pds, which has no such parameter.
    let csv = fs::read_to_string(path(&folder, "out/table.csv")).unwrap();
    let rows: Vec<Vec<&str>> =
        csv.lines().skip(1).map(|row| row.split(',').take(5).collect()).collect();
    assert_eq!(rows[0], ["df-pn", "0", "2", "2", "0"]);
    assert_eq!(rows[3], ["pds", "–", "2", "2", "0"]);
    assert_eq!(rows.len(), 4);
    let plot = fs::read_to_string(path(&folder, "out/plot.svg")).unwrap();
    for text in ["epsilon", "expansions (geometric mean)", "df-pn", "pds"] {
        assert!(plot.contains(text), "{text}");
    }
    // What is there is not searched again, and each row is what a batch would say.
    let log = path(&folder, "out/runs.jsonl");
    let runs = fs::read_to_string(&log).unwrap();
    assert_eq!(runs.lines().count(), 16);
    let rows = run(&[&sweep[..], &["--json"]].concat()).json_lines();
    assert_eq!(fs::read_to_string(&log).unwrap(), runs);
    let validator = strict("SweepRow");
    rows.iter().for_each(|row| assert_valid(&validator, row));
    for (row, settings) in
        rows.iter().zip([&["--set", "epsilon=0"][..], &["--set", "epsilon=0.25"]])
    {
        let batch = ["batch", "nim", &positions, "--algorithm", "df-pn", "--json"];
        let lines = run(&[&batch[..], settings].concat()).json_lines();
        let nodes: u64 = lines.iter().map(|line| line["nodes"].as_u64().unwrap()).sum();
        assert_eq!(row["nodes"], nodes);
        assert_eq!((&row["problems"], &row["solved_by_all"]), (&json!(4), &json!(4)));
    }
    // Other limits are other searches.
    let limited = run(&[&sweep[..], &["--json", "--nodes", "20", "--threads", "2"]].concat());
    let unsolved =
        |row: &Value| row["proved"].as_u64().unwrap() + row["disproved"].as_u64().unwrap() < 4;
    assert!(limited.json_lines().iter().all(unsolved));
    assert!(limited.json_lines().iter().all(|row| row["solved_by_all"].as_u64() < Some(4)));
}

#[test]
fn words_are_compared_by_what_they_solve() {
    let folder = folder("sweep-words");
    let positions = file(&folder, "nim.txt", "3,4,5\n1,2,3\n");
    let out = path(&folder, "out");
    let sweep = ["sweep", "nim", &positions, "--algorithm", "pn", "--out", &out];
    let done = run(&[&sweep[..], &["--set", "ties=leftmost,deepest", "--certify"]].concat());
    assert_eq!(done.status, 0, "{}", done.stderr);
    let plot = fs::read_to_string(path(&folder, "out/plot.svg")).unwrap();
    for text in ["problems solved", "pn ties=leftmost", "pn ties=deepest"] {
        assert!(plot.contains(text), "{text}");
    }
    let bad = file(&folder, "bad.txt", "3,4,x\n");
    assert_eq!(run(&["sweep", "nim", &bad, "--out", &out]).status, 2);
    let unknown = run(&["sweep", "nim", &positions, "--set", "x=1,2", "--out", &out]);
    assert_eq!(unknown.status, 2);
    assert!(unknown.stderr.contains("unknown parameter `x` for auto"), "{}", unknown.stderr);
}
