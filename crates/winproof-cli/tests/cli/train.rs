use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{Run, command, file, folder, path, run};

/// A file of forty games: two, in all their symmetric forms, over and over again.
fn games() -> Vec<u8> {
    // A whole game, and the shortest there is.
    const MOVES: [&[u8]; 2] = [
        &[
            65, 64, 33, 46, 74, 53, 47, 37, 43, 57, 52, 73, 56, 51, 61, 84, 41, 76, 66, 34, 48, 23,
            75, 35, 67, 86, 42, 32, 25, 58, 62, 36, 68, 77, 63, 71, 24, 14, 13, 12, 83, 22, 78, 88,
            28, 31, 38, 18, 26, 27, 16, 17, 85, 87, 21, 11, 72, 82, 81, 15,
        ],
        &[65, 46, 35, 66, 57, 64, 75, 56, 53],
    ];
    let mut file = vec![20, 7, 5, 22, 0, 0, 0, 0, 0, 0, 185, 7, 8, 0, 24, 0];
    for copy in 0..40_u8 {
        // Turned by 180 degrees, mirrored along both diagonals, or left as it is.
        let turned = |code: u8| match copy % 4 {
            0 => code,
            1 => 99 - code,
            2 => code % 10 * 10 + code / 10,
            _ => 99 - (code % 10 * 10 + code / 10),
        };
        let moves = MOVES[usize::from(copy / 4 % 2)];
        file.extend([0; 8]);
        file.extend(moves.iter().map(|&code| turned(code)));
        file.resize(file.len() + 60 - moves.len(), 0);
        file[4] += 1;
    }
    file
}

#[test]
fn training_learns_writes_and_repeats() {
    let folder = folder("train");
    fs::create_dir(folder.join("games")).unwrap();
    file(&folder.join("games"), "WTH_2001.wtb", games());
    let directory = path(&folder, "games");
    let mut files = Vec::new();
    for name in ["one", "two"] {
        let out = path(&folder, name);
        let trained = run(&["train", "othello", "--games", &directory, "--out", &out]);
        assert_eq!(trained.status, 0, "{}", trained.stderr);
        assert!(trained.stdout.contains("40 games in 1 files"), "{}", trained.stdout);
        files.push(fs::read(&out).unwrap());
        assert!(folder.join(format!("{name}.training/errors.svg")).exists());
    }
    assert_eq!(files[0], files[1], "the same games and seed give the same weights");

    // What is in the results log is not learned again.
    let log = folder.join("one.training/ledger.jsonl");
    let text = fs::read_to_string(&log).unwrap();
    let kept: String = text.lines().take(20).map(|line| line.to_string() + "\n").collect();
    fs::write(&log, kept).unwrap();
    let out = path(&folder, "one");
    fs::remove_file(&out).unwrap();
    assert_eq!(run(&["train", "othello", "--games", &directory, "--out", &out]).status, 0);
    assert_eq!(fs::read(&out).unwrap(), files[0]);
}

#[test]
fn what_cannot_be_learned_from_is_refused() {
    let folder = folder("train-refused");
    let empty = path(&folder, "");
    let out = path(&folder, "weights.bin");
    let refused = |game: &str, extra: &[&str]| {
        let arguments = [&["train", game, "--games", &empty, "--out", &out], extra].concat();
        let run = run(&arguments);
        assert_eq!(run.status, 2, "{}", run.stderr);
        run.stderr
    };
    assert!(refused("nim", &[]).contains("nothing to learn for `nim`"));
    assert!(refused("othello", &[]).contains("expected games in files named *.wtb"));
    file(&folder, "a.wtb", "too short");
    let message = refused("othello", &[]);
    assert!(message.contains("a.wtb: expected a header of 16 bytes, found `9 bytes`"), "{message}");
    assert!(refused("othello", &["--fit"]).contains("weights.bin"));
}

#[test]
fn an_interrupted_training_ends_with_3() {
    let folder = folder("train-interrupt");
    let directory = path(&folder, "");
    let out = path(&folder, "weights.bin");
    file(&folder, "a.wtb", games());
    assert_eq!(run(&["train", "othello", "--games", &directory, "--out", &out]).status, 0);
    let child = command(&["train", "othello", "--games", &directory, "--out", &out, "--fit"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let log = folder.join("weights.bin.fit/ledger.jsonl");
    let started = Instant::now();
    while fs::read_to_string(&log).map_or(0, |text| text.lines().count()) < 2 {
        assert!(started.elapsed() < Duration::from_secs(60));
        sleep(Duration::from_millis(5));
    }
    let signalled = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signalled.unwrap().success());
    let ended: Run = child.wait_with_output().unwrap().into();
    // A small set of problems may be done before the signal comes.
    assert!([0, 3].contains(&ended.status), "{}", ended.stderr);
}
