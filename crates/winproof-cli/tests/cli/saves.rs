//! Searches that are saved, killed and resumed.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Value, json};

use crate::support::{Run, command, file, folder, path, run};

/// A problem of 1.5 million expansions.
const MIDDLING: &str = "tree:sigma=0.08,v=0.4,seed=1";
/// A problem of a hundred thousand expansions.
const SMALL: &str = "tree:sigma=0.1,v=0.4,seed=4";
/// A problem that would take days.
const LONG: &str = "tree:sigma=0.01";

fn modified(path: &str) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

/// Runs the program until it has written a save, and for a moment longer, and kills it. Returns whether it
/// was still running when it was killed.
fn kill_after_a_save(arguments: &[&str], save: &str, moment: Duration) -> bool {
    let before = modified(save);
    let mut child = command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let started = Instant::now();
    while modified(save) == before && child.try_wait().unwrap().is_none() {
        assert!(started.elapsed() < Duration::from_secs(60), "it does not save");
        sleep(Duration::from_millis(1));
    }
    sleep(moment);
    let running = child.try_wait().unwrap().is_none();
    child.kill().unwrap();
    child.wait().unwrap();
    running
}

#[test]
fn a_search_that_is_killed_sixty_times_comes_to_the_same_end() {
    let folder = folder("saves-killed");
    let [save, proof] = ["search.wps", "proof.wpc"].map(|name| path(&folder, name));
    let problem = ["solve", MIDDLING, "start", "--memory", "32M"];
    let whole = run(&[&problem[..], &["--json", "--no-certify"]].concat()).json();
    let first = [&problem[..], &["--save", &save, "--save-every", "0.005"]].concat();
    let resumed = ["solve", "--continue", &save, "--memory", "32M"];
    let mut kills = 0;
    // Moments from 0 to 20 ms, in no order: while it searches, while it writes, while it renames.
    for round in 0..60_u64 {
        let arguments = if round == 0 { &first[..] } else { &resumed[..] };
        let moment = Duration::from_micros(round * 7919 % 20_000);
        kills += u32::from(kill_after_a_save(arguments, &save, moment));
    }
    assert!(kills >= 50, "killed {kills} times");
    let done = run(&[&resumed[..], &["--json", "--proof", &proof]].concat());
    assert_eq!(done.status, 0, "{}", done.stderr);
    let line = done.json();
    assert_eq!((&line["verdict"], &line["certified"]), (&whole["verdict"], &json!(true)));
    let nodes = |line: &Value| line["nodes"].as_u64().unwrap() as f64;
    let ratio = nodes(&line) / nodes(&whole);
    assert!(ratio < 1.5, "{ratio:.2} times the expansions");
    assert!(line["saves"].as_u64().unwrap() > 50 && line["save_seconds"].as_f64().unwrap() > 0.0);
    assert_eq!(run(&["verify", &proof]).status, 0);
    // What the killed processes had begun to write is gone.
    assert_eq!(names(&folder), ["proof.wpc", "search.wps"]);
}

/// The names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// One of the two gets the save, the other one an error. Before saves were locked, both wrote `FILE.part`,
/// and the save was destroyed.
#[test]
fn of_two_processes_with_one_save_one_is_refused() {
    let folder = folder("saves-two");
    let save = path(&folder, "search.wps");
    let begin = ["solve", LONG, "start", "--memory", "4M", "--save", &save, "--nodes", "2000"];
    assert_eq!(run(&begin).status, 3);
    let mut expected = 2000;
    let mut refused = 0;
    for _ in 0..20 {
        let resumed = ["solve", "--continue", &save, "--nodes", "2000", "--save-every", "0"];
        let start =
            || command(&resumed).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        for process in [start(), start()] {
            let ended: Run = process.wait_with_output().unwrap().into();
            match ended.status {
                3 => expected += 2000,
                2 => {
                    let busy = format!("another process is working on {save}");
                    assert!(ended.stderr.contains(&busy), "{}", ended.stderr);
                    refused += 1;
                }
                status => panic!("{status}: {}", ended.stderr),
            }
        }
        // Everything that a process reported is in the save.
        let seen = run(&["inspect", &save, "--json"]).json();
        assert_eq!(seen["progress"]["expansions"], json!(expected));
    }
    assert!(refused > 0, "the processes never met");
    assert_eq!(names(&folder), ["search.wps"]);
}

/// The lock ends with the process, however it ends.
#[test]
fn a_killed_process_leaves_no_lock() {
    let folder = folder("saves-lock");
    let save = path(&folder, "search.wps");
    let arguments = ["solve", LONG, "start", "--memory", "4M", "--save", &save];
    let every = [&arguments[..], &["--save-every", "0.01"]].concat();
    assert!(kill_after_a_save(&every, &save, Duration::ZERO));
    assert!(names(&folder).contains(&"search.wps.lock".to_string()));
    assert_eq!(run(&["solve", "--continue", &save, "--nodes", "10"]).status, 3);
    assert_eq!(names(&folder), ["search.wps"]);
}

#[test]
fn an_existing_save_is_replaced_only_on_request() {
    let folder = folder("saves-existing");
    let [save, other] = ["search.wps", "other.wps"].map(|name| path(&folder, name));
    let begin = ["solve", SMALL, "start", "--nodes", "1000", "--save"];
    for save in [&save, &other] {
        assert_eq!(run(&[&begin[..], &[save]].concat()).status, 3);
    }
    let before = fs::read(&save).unwrap();
    let other_save = ["solve", "--continue", &other, "--nodes", "10", "--save", &save];
    for arguments in [&[&begin[..], &[&save]].concat()[..], &other_save] {
        let refused = run(arguments);
        let expected =
            format!("{save} exists already: --continue {save} resumes it, --overwrite replaces it");
        assert_eq!(refused.status, 2);
        assert!(refused.stderr.contains(&expected), "{}", refused.stderr);
        assert_eq!(fs::read(&save).unwrap(), before);
    }
    let expansions =
        || run(&["inspect", &save, "--json"]).json()["progress"]["expansions"].as_u64().unwrap();
    let allowed: [(&[&str], u64); 4] = [
        (&["--continue", &save, "--save", &save], 1010),
        (&["--continue", &other, "--save", &save, "--overwrite"], 1010),
        (&["--continue", &save, "--reset"], 10),
        (&[SMALL, "start", "--save", &save, "--overwrite"], 10),
    ];
    for (arguments, expected) in allowed {
        let run = run(&[&["solve", "--nodes", "10"], arguments].concat());
        assert_eq!((run.status, expansions()), (3, expected), "{arguments:?}: {}", run.stderr);
    }
    // A file without content is no save.
    fs::write(&other, "").unwrap();
    assert_eq!(run(&[&begin[..], &[&other]].concat()).status, 3);
}

/// 600 damaged files: each is refused and left alone.
#[test]
fn damaged_files_are_refused_and_left_alone() {
    let folder = folder("saves-damaged");
    let [save, proof] = ["search.wps", "proof.wpc"].map(|name| path(&folder, name));
    let arguments = ["solve", "nim", "5,6,7", "--save", &save, "--proof", &proof];
    assert_eq!(run(&arguments).status, 0);
    let whole = [save, proof].map(|path| fs::read(path).unwrap());
    let damaged = path(&folder, "damaged");
    for round in 0..300_usize {
        for (content, command) in whole.iter().zip([&["solve", "--continue"][..], &["verify"]]) {
            let mut content = content.clone();
            let place = round * 7919 % content.len();
            match round % 3 {
                0 => content.truncate(place),
                1 => content[place] ^= 1 << (round / 3 % 8),
                _ => content.insert(place, round as u8),
            }
            fs::write(&damaged, &content).unwrap();
            let refused = run(&[command, &[&damaged]].concat());
            assert_eq!(refused.status, 2, "{command:?} {round}: {}", refused.stdout);
            assert!(!refused.stderr.is_empty());
            assert!(fs::read(&damaged).unwrap() == content, "{command:?} {round}");
        }
    }
    assert_eq!(names(&folder), ["damaged", "proof.wpc", "search.wps"]);
}

#[test]
fn signals_and_limits_leave_a_save_behind() {
    let folder = folder("saves-stopped");
    for signal in ["-INT", "-TERM"] {
        let save = path(&folder, signal);
        let arguments = ["solve", LONG, "start", "--json", "--memory", "32M", "--save", &save];
        let child = command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let child = child.unwrap();
        sleep(Duration::from_millis(1000));
        let killed = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(killed.unwrap().success());
        let stopped: Run = child.wait_with_output().unwrap().into();
        assert_eq!(stopped.status, 3, "{}", stopped.stderr);
        let stopped = stopped.json();
        assert_eq!(stopped["save"], json!(save));
        let more = run(&["solve", "--continue", &save, "--nodes", "1000", "--json"]).json();
        assert_eq!(more["stop"], json!("nodes"));
        let nodes = |line: &Value| line["nodes"].as_u64().unwrap();
        assert_eq!(nodes(&more), nodes(&stopped) + 1000);
        let time = run(&["solve", "--continue", &save, "--time", "2", "--json"]).json();
        assert_eq!(time["stop"], json!("time"));
        assert!(nodes(&time) > nodes(&more) && time["saves"] == json!(3));
    }
}

/// Nothing but the file itself is left over.
#[test]
fn every_algorithm_goes_on_from_its_own_save() {
    let folder = folder("saves-all");
    let games = [
        (
            SMALL,
            "start",
            "50000",
            &["pn", "pn2", "deep-pn", "df-pn", "df-pn+", "pds", "pds-pn"][..],
        ),
        ("nim", "5,6,7,8", "2000", &["elkan", "pn-star", "alpha-beta"]),
    ];
    for (game, position, nodes, algorithms) in games {
        for algorithm in algorithms {
            let save = path(&folder, algorithm);
            let arguments = ["solve", game, position, "--algorithm", algorithm];
            let part = [&arguments[..], &["--nodes", nodes, "--save", &save]].concat();
            assert_eq!(run(&part).status, 3, "{algorithm}");
            let rest = run(&["solve", "--continue", &save, "--json"]).json();
            let whole = run(&[&arguments[..], &["--json"]].concat()).json();
            assert_eq!((&rest["verdict"], &rest["certified"]), (&whole["verdict"], &json!(true)));
            assert_eq!(rest["algorithm"], whole["algorithm"]);
            let nodes = |line: &Value| line["nodes"].as_u64().unwrap() as f64;
            assert!(nodes(&rest) < 1.5 * nodes(&whole), "{algorithm}");
            // A save of a search that is over says so at once.
            let again = run(&["solve", "--continue", &save, "--nodes", "100", "--json"]).json();
            assert_eq!(again["verdict"], whole["verdict"], "{algorithm}");
        }
    }
    let left = names(&folder);
    assert_eq!(left.len(), 10, "{left:?}");
}

#[test]
fn what_leaves_the_numbers_alone_may_change() {
    let folder = folder("saves-change");
    let save = path(&folder, "search.wps");
    let begin = ["solve", SMALL, "start", "--memory", "16M", "--nodes", "30000", "--save", &save];
    assert_eq!(run(&begin).status, 3);
    let changes: [&[&str]; 5] = [
        &["--memory", "64M", "--set", "epsilon=1"],
        &["--memory", "4M", "--set", "replacement=newest"],
        &["--algorithm", "pds", "--set", "sibling-gc=2"],
        &["--algorithm", "pds-pn", "--seed", "7", "--set", "order=shuffled"],
        &["--algorithm", "df-pn+", "--set", "thresholds=plain"],
    ];
    for change in changes {
        let arguments = ["solve", "--continue", &save, "--nodes", "5000", "--json"];
        let line = run(&[&arguments[..], change].concat());
        assert_eq!(line.status, 3, "{change:?}: {}", line.stderr);
    }
    let line = run(&["solve", "--continue", &save, "--json"]).json();
    assert_eq!((&line["algorithm"], &line["verdict"]), (&json!("df-pn+"), &json!("disproved")));
    assert_eq!(line["certified"], json!(true));
    // Restarted, with the parameters of the save, and to another file.
    let other = path(&folder, "other.wps");
    let again = ["solve", "--continue", &save, "--reset", "--save", &other, "--json"];
    let line = run(&again).json();
    assert_eq!((&line["algorithm"], &line["save"]), (&json!("df-pn+"), &json!(other)));
    assert!(line["nodes"].as_u64().unwrap() > 50_000);
}

#[test]
fn other_changes_are_refused_in_a_sentence() {
    let folder = folder("saves-refused");
    let save = path(&folder, "search.wps");
    assert_eq!(run(&["solve", "nim", "5,6,7", "--nodes", "50", "--save", &save]).status, 3);
    let refusals: [(&[&str], &str); 9] = [
        (
            &["--algorithm", "pn"],
            "pn cannot resume from a save of df-pn: it keeps a tree, not a table",
        ),
        (&["--set", "init=moves"], "the saved numbers were made with init=unit"),
        (&["--algorithm", "oracle"], "oracle cannot resume from a save of df-pn: it keeps nothing"),
        (&["tictactoe", "start"], "the save is about nim, not about tictactoe"),
        (&["nim", "5,6,8"], "is about another position"),
        (&["--ask", ">=-1"], "the save asks for win"),
        (&["--attacker", "opponent"], "in the save the attacker is first"),
        (&["--set", "epsilonn=1"], "unknown parameter `epsilonn`"),
        (&["--save", "/nowhere/at/all"], "there is no folder /nowhere/at"),
    ];
    for (change, expected) in refusals {
        let run = run(&[&["solve"], change, &["--continue", &save]].concat());
        assert_eq!(run.status, 2, "{change:?}");
        assert!(run.stderr.contains(expected), "{change:?}: {}", run.stderr);
    }
    let usage: [(&[&str], &str); 4] = [
        (&["solve", "nim", "1,2", "--reset"], "--continue"),
        (&["solve", "nim", "1,2", "--save-every", "9"], "--save-every needs --save or --continue"),
        (
            &["solve", "nim", "1,2", "--algorithm", "oracle", "--save", "x"],
            "keeps nothing that could",
        ),
        (&["solve", "--save", "x"], "<GAME>"),
    ];
    for (arguments, expected) in usage {
        let run = run(arguments);
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(run.stderr.contains(expected), "{arguments:?}: {}", run.stderr);
    }
    // None of this has changed the save.
    assert_eq!(run(&["solve", "--continue", &save]).status, 0);
}

#[test]
fn a_file_that_is_no_save_is_refused() {
    let folder = folder("saves-broken");
    let save = path(&folder, "search.wps");
    assert_eq!(run(&["solve", "nim", "5,6,7", "--nodes", "50", "--save", &save]).status, 3);
    let bytes = fs::read(&save).unwrap();
    let mut flipped = bytes.clone();
    flipped[bytes.len() - 20] ^= 1;
    let cases: [(&[u8], &str); 5] = [
        (b"", "the save is cut off"),
        (b"hello, I am a text and no save", "this is not a saved search"),
        (&bytes[..bytes.len() / 2], "the save is cut off"),
        (&flipped, "the checksum of a piece is wrong"),
        (&[&bytes[..], b"!"].concat(), "something follows after its end"),
    ];
    for (content, expected) in cases {
        let broken = file(&folder, "broken.wps", content);
        for arguments in [&["solve", "--continue", &broken][..], &["inspect", &broken]] {
            let run = run(arguments);
            assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{expected}");
            assert!(run.stderr.contains(expected), "{}", run.stderr);
        }
        assert_eq!(fs::read(&broken).unwrap(), content, "it was left alone");
    }
    let missing = path(&folder, "missing.wps");
    assert!(run(&["inspect", &missing]).stderr.contains("no such file"));
    assert_eq!(names(&folder), ["broken.wps", "search.wps"]);
}

#[test]
fn a_value_goes_on_with_what_was_answered() {
    let folder = folder("saves-value");
    let [save, proof] = ["search.wps", "proof/"].map(|name| path(&folder, name));
    let begin = ["solve", "tictactoe", "start", "--ask", "value"];
    let whole = run(&[&begin[..], &["--json"]].concat()).json();
    let part = run(&[&begin[..], &["--nodes", "1000", "--save", &save, "--json"]].concat()).json();
    assert_eq!(part["error"], json!("the value is from 0 to 1"));
    let seen = run(&["inspect", &save, "--json"]).json();
    assert_eq!(seen["value_search"], json!({"target": 1, "least": 0, "greatest": 1}));
    let rest = run(&["solve", "--continue", &save, "--json", "--proof", &proof]).json();
    assert_eq!((&rest["value"], &rest["certified"]), (&whole["value"], &json!(true)));
    for name in ["at-least.wpc", "at-most.wpc"] {
        assert_eq!(run(&["verify", &format!("{proof}/{name}")]).status, 0);
    }
    let again = ["--nodes", "1000", "--save", &save, "--overwrite", "--no-certify"];
    let uncertified = [&begin[..], &again].concat();
    assert_eq!(run(&uncertified).status, 3);
    let kept = fs::read(&save).unwrap();
    let rest = run(&["solve", "--continue", &save, "--json", "--moves", "--no-certify"]).json();
    assert_eq!((&rest["value"], &rest["certified"]), (&json!(0), &json!(false)));
    assert_eq!(rest["moves"].as_array().unwrap().len(), 9);
    // Questions whose answers have no certificates are asked again if the value is to be certified.
    fs::write(&save, kept).unwrap();
    let rest = run(&["solve", "--continue", &save, "--json"]).json();
    assert_eq!((&rest["value"], &rest["certified"]), (&json!(0), &json!(true)));
}

#[test]
fn inspecting_shows_the_way_the_search_would_go() {
    let folder = folder("saves-inspect");
    for algorithm in ["pn", "df-pn"] {
        let save = path(&folder, algorithm);
        let arguments = ["solve", SMALL, "start", "--algorithm", algorithm, "--save", &save];
        let part = run(&[&arguments[..], &["--nodes", "20000", "--json"]].concat()).json();
        let seen = run(&["inspect", &save, "--json"]).json();
        assert_eq!(seen["progress"]["expansions"], json!(20000));
        assert_eq!((&seen["algorithm"], &seen["position"]), (&json!(algorithm), &json!("start")));
        let root = &seen["view"];
        assert_eq!((&root["pn"], &root["dn"]), (&part["pn"], &part["dn"]));
        // Down the line: each best child is the next move of the line that was promised at the root.
        let promised = root["proving"].as_array().unwrap().clone();
        assert!(promised.len() > 2, "{algorithm}");
        let mut line: Vec<String> = Vec::new();
        for mv in &promised {
            let mut arguments = vec!["inspect", &save, "--json"];
            arguments.extend(line.iter().map(String::as_str));
            let view = run(&arguments).json()["view"].clone();
            let children = view["children"].as_array().unwrap();
            let best: Vec<_> =
                children.iter().filter(|child| child["best"] == json!(true)).collect();
            assert_eq!(best.len(), 1);
            assert_eq!((&best[0]["move"], &best[0]["proving"]), (mv, &json!(true)));
            assert_eq!(best[0]["verdict"], json!("unknown"));
            line.push(mv.as_str().unwrap().to_string());
        }
        let text = run(&["inspect", &save]);
        assert_eq!(text.status, 0);
        let expected = format!("** {}", promised[0].as_str().unwrap());
        assert!(text.stdout.contains(&expected), "{}", text.stdout);
        assert!(text.stdout.contains("expansions   20,000"), "{}", text.stdout);
    }
    let save = path(&folder, "pn");
    let wrong = run(&["inspect", &save, "0", "77"]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.stderr.contains("after 0: expected a legal move"), "{}", wrong.stderr);
}

#[test]
fn a_summary_is_one_line() {
    let folder = folder("saves-summary");
    let line = run(&["solve", "nim", "3,4,5", "--summary"]).stdout;
    assert_eq!(line.lines().count(), 1);
    let beginning = "Proved: first (to move) can force a win; best move h1-2; ";
    assert!(line.starts_with(beginning), "{line}");
    assert!(line.ends_with(", certified.\n"), "{line}");
    let positions = file(&folder, "positions.txt", "1,2\n3,3\n");
    let batch = run(&["batch", "nim", &positions, "--summary"]).stdout;
    assert_eq!(batch.lines().count(), 1, "{batch}");
    assert!(batch.starts_with("2 problems: 1 proved, 1 disproved"), "{batch}");
}

/// A full disk costs the save, not the search, and the failure is reported.
#[test]
#[cfg(target_os = "linux")]
fn a_save_that_cannot_be_written_is_reported() {
    let run = run(&["solve", "nim", "3,4,5", "--json", "--save", "/dev/full"]);
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("cannot write /dev/full"), "{}", run.stderr);
    assert_eq!(run.json()["verdict"], json!("proved"));
}

/// Changes the header of a save behind valid checksums.
fn forge(from: &str, to: &str, change: impl FnOnce(&mut Value)) {
    let file = fs::read(from).unwrap();
    let length = u64::from_le_bytes(file[9..17].try_into().unwrap()) as usize;
    let mut header = serde_json::from_slice(&file[17..17 + length]).unwrap();
    change(&mut header);
    let header = serde_json::to_vec(&header).unwrap();
    let mut forged = file[..9].to_vec();
    forged.extend((header.len() as u64).to_le_bytes());
    forged.extend(header);
    forged.extend(crc32fast::hash(&forged).to_le_bytes());
    forged.extend(&file[17 + length + 4..]);
    fs::write(to, forged).unwrap();
}

/// The question is stored once: what is reported is what was certified, whatever the header says.
#[test]
fn a_save_with_a_forged_question_gives_no_false_verdict() {
    let folder = folder("saves-forged-question");
    let [save, forged, proof] = ["s.wps", "f.wps", "p.wpc"].map(|name| path(&folder, name));
    let arguments = ["solve", "tictactoe", "start", "--ask", "win", "--save", &save];
    assert_eq!(run(&arguments).status, 0);
    for (ask, truth) in
        [("win", "disproved"), ("draw", "proved"), (">=-1", "proved"), (">=2", "disproved")]
    {
        forge(&save, &forged, |header| header["ask"] = json!(ask));
        let seen = run(&["solve", "--continue", &forged, "--json", "--proof", &proof]);
        let line = seen.json();
        match seen.status {
            0 => {
                assert_eq!((&line["ask"], &line["verdict"]), (&json!(ask), &json!(truth)));
                assert_eq!(line["certified"], json!(true));
                let verified = run(&["verify", &proof]).stdout;
                let goal = ["cannot force a win", "at least a draw", "at least -1", "at least 2"];
                assert!(goal.iter().any(|goal| verified.contains(goal)), "{verified}");
            }
            // Refuted: the save is false.
            1 => {
                assert_eq!((&line["verdict"], &line["certified"]), (&json!("error"), &json!(false)))
            }
            status => panic!("{ask}: {status} {}", seen.stderr),
        }
    }
    let search = json!({"target": 0, "least": -1, "greatest": 1});
    for (ask, search) in [("win", search.clone()), ("draw", search), ("value", Value::Null)] {
        forge(&save, &forged, |header| {
            (header["ask"], header["value_search"]) = (json!(ask), search);
        });
        for command in [&["solve", "--continue", &forged][..], &["inspect", &forged]] {
            let refused = run(command);
            assert_eq!(refused.status, 2, "{}", refused.stdout);
            assert!(refused.stderr.contains("does not fit the question"), "{}", refused.stderr);
        }
    }
    forge(&save, &forged, |header| header["settings"]["epsilon"] = json!("+0.25"));
    assert_eq!(run(&["solve", "--continue", &forged]).status, 2, "numbers have one spelling");
    forge(&save, &forged, |header| header["target"] = json!(0));
    assert_eq!(run(&["solve", "--continue", &forged]).status, 2, "there is no such field");
}

/// Bounds come only from the certificates in a save.
#[test]
fn a_save_with_forged_bounds_gives_no_false_value() {
    let folder = folder("saves-forged-bounds");
    let graph = "start a\na A b c\nb B v5 v7\nc B v1 v9\nv1 = 1\nv5 = 5\nv7 = 7\nv9 = 9\n";
    let graph = file(&folder, "g.txt", graph);
    let [save, forged] = ["s.wps", "f.wps"].map(|name| path(&folder, name));
    let position = format!("@{graph}");
    let arguments =
        ["solve", "graph", &position, "--ask", "value", "--nodes", "1", "--save", &save];
    assert_eq!(run(&arguments).status, 3);
    let values = [1, 5, 7, 9];
    for target in values {
        for least in values {
            for greatest in values {
                let search = json!({"target": target, "least": least, "greatest": greatest});
                forge(&save, &forged, |header| header["value_search"] = search);
                let seen = run(&["solve", "--continue", &forged, "--json"]);
                let line = seen.json();
                let result = (seen.status, &line["value"], &line["certified"]);
                assert_eq!(result, (0, &json!(5), &json!(true)), "{target} {least} {greatest}");
            }
        }
    }
}
