use crate::support::{file, folder, path, run};

#[test]
fn bad_input_is_one_sentence_and_status_2() {
    let folder = folder("errors");
    let empty = format!("@{}", file(&folder, "empty.txt", ""));
    let garbage = format!("@{}", file(&folder, "garbage.bin", b"\x00\xff\xfe\x89PNG"));
    let missing = format!("@{}", path(&folder, "missing.txt"));
    let nowhere = path(&folder, "no/such/folder/x.wpc");
    for (arguments, message) in [
        (&["solve", "chess", "start"][..], "unknown game `chess` (there are: tree, "),
        (&["solve", "nim", "3,x"], "expected heaps of 0 to 255 objects"),
        (&["solve", "nim", ""], "expected heaps of 0 to 255 objects"),
        (&["solve", "nim:size=3", "start"], "unknown parameter `size` for nim (it has: none)"),
        (&["solve", "tree:avg=1000", "start"], "parameter `avg` is a number from 1 to 100"),
        (
            &["solve", "nim", "1", "--algorithm", "x"],
            "unknown algorithm `x` (there are: auto, oracle",
        ),
        (
            &["solve", "nim", "1", "--algorithm", "pn", "--set", "x=1"],
            "unknown parameter `x` for pn (it has: ",
        ),
        (
            &["solve", "nim", "1", "--algorithm", "pn", "--set", "ties=x"],
            "parameter `ties` is one of leftmost",
        ),
        (&["solve", "nim", "1", "--set", "ties"], "expected a parameter as name=value"),
        (&["solve", "nim", "1", "--ask", "draw"], "nim has no draws"),
        (
            &["solve", "nim", "1", "--attacker", "X"],
            "(nim has: usual, mover, opponent, first, second)",
        ),
        (&["solve", "nim", "1", "--memory", "999999999G"], "the memory budget is more than the "),
        (&["solve", "nim", &empty], "empty.txt is empty"),
        (&["solve", "nim", &garbage], "garbage.bin is not UTF-8 text"),
        (&["solve", "nim", &missing], "missing.txt: no such file or directory"),
        (&["solve", "nim", "1", "--proof", &nowhere], "there is no folder"),
        (&["batch", "nim", &missing[1..]], "missing.txt: no such file or directory"),
        (&["batch", "nim", &empty[1..]], "there are no positions in "),
        (&["batch", "nim", &garbage[1..], "--out", &nowhere], "there is no folder"),
        (&["show", "chess", "start"], "unknown game `chess`"),
        (&["show", "nim"], "to draw a position: winproof show nim start"),
    ] {
        let run = run(arguments);
        assert_eq!(run.status, 2, "{arguments:?}");
        assert_eq!(run.stdout, "", "{arguments:?}");
        assert!(run.stderr.starts_with("winproof: "), "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(message), "{arguments:?}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{arguments:?}: {}", run.stderr);
    }
}

/// A problem that would take days is not begun.
#[test]
#[cfg(target_os = "linux")]
fn a_file_that_cannot_be_written_is_noticed_before_solving() {
    let folder = folder("errors-unwritable");
    // The name is as long as names can be, so that no temporary file fits beside it.
    let long = path(&folder, &"x".repeat(255));
    let positions = file(&folder, "positions.txt", "start\n");
    let solve = ["solve", "tree:sigma=0.01", "start"];
    let value = ["solve", "othello", "start", "--ask", "value"];
    let batch = ["batch", "tree:sigma=0.01", &positions];
    for (command, option, place) in [
        (&solve[..], "--proof", long.as_str()),
        (&solve, "--proof", "/proc/x.wpc"),
        (&solve, "--save", &long),
        (&solve, "--save", "/proc/x.wps"),
        (&value, "--proof", "/proc/folder"),
        (&batch, "--proof", "/proc/folder"),
        (&batch, "--proof", "/proc"),
        (&batch, "--out", &long),
    ] {
        let run = run(&[command, &[option, place]].concat());
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{option} {place}");
        assert!(run.stderr.starts_with("winproof: cannot "), "{option} {place}: {}", run.stderr);
    }
}

#[test]
fn bad_usage_is_status_2() {
    for arguments in [
        &[][..],
        &["dance"],
        &["solve"],
        &["solve", "nim"],
        &["solve", "nim", "1", "2"],
        &["solve", "nim", "1", "--nodes", "-1"],
        &["solve", "nim", "1", "--nodes", "many"],
        &["solve", "nim", "1", "--time", "soon"],
        &["solve", "nim", "1", "--memory", "lots"],
        &["solve", "nim", "1", "--threads", "0"],
        &["solve", "nim", "1", "--ask", ">=x"],
        &["solve", "nim", "1", "--no-certify", "--proof", "x"],
        &["batch", "nim", "x", "--resume"],
        &["completions", "tcsh"],
    ] {
        assert_eq!(run(arguments).status, 2, "{arguments:?}");
    }
}
