use serde_json::{Value, json};

use crate::support::{command, file, folder, path, run, timeless};

const CIRCLE: &str = "start a\na A b c\nb B a low\nc B high a\nlow = -3\nhigh = 7\ninfinite 2\n";

#[test]
fn the_keys_of_a_json_line_are_a_contract() {
    let keys = "schema_version version source label game position attacker ask verdict stop value \
                value_bounds within plies not_within move promising_move line line_end moves \
                algorithm settings seed threads limits certify nodes generated iterations seconds \
                certify_seconds make_seconds \
                check_seconds memory_bytes table_entries pn dn certified certificate error warnings";
    let line = run(&["solve", "nim", "3,4,5", "--json"]).stdout;
    // Its keys have the same names as others.
    let (before, limits) = line.split_once("\"limits\":{").unwrap();
    let line = format!("{before}\"limits\":null{}", limits.split_once('}').unwrap().1);
    let places: Vec<_> = keys
        .split(' ')
        .map(|key| line.find(&format!("\"{key}\":")).unwrap_or_else(|| panic!("no key {key}")))
        .collect();
    assert!(places.is_sorted(), "{line}");
    let object: serde_json::Map<String, Value> = serde_json::from_str(&line).unwrap();
    assert_eq!(object.len(), keys.split(' ').count());
}

#[test]
fn verdicts() {
    for (arguments, verdict, status) in [
        (&["nim", "3,4,5"][..], "proved", 0),
        (&["nim", "start"], "disproved", 0),
        (&["nim", "start", "--attacker", "opponent"], "proved", 0),
        (&["nim", "start", "--attacker", "second"], "proved", 0),
        (&["nim", "3,4,5", "--ask", ">=2"], "disproved", 0),
        (&["nim", "3,4,5", "--ask", ">=-1"], "proved", 0),
        (&["tictactoe", "start", "--ask", "draw"], "proved", 0),
        (&["tictactoe", "---------", "--attacker", "O"], "disproved", 0),
        (&["tree:seed=7", "start", "--algorithm", "deep-pn", "--set", "r=0.5"], "proved", 0),
        (&["tree:sigma=0.02", "start", "--nodes", "500"], "unknown", 3),
        (&["tree:sigma=0.02", "start", "--time", "0.01"], "unknown", 3),
    ] {
        let run = run(&[&["solve", "--json"], arguments].concat());
        let line = run.json();
        assert_eq!(line["verdict"], verdict, "{arguments:?}");
        assert_eq!(run.status, status, "{arguments:?}");
        let certified = if status == 0 { json!(true) } else { Value::Null };
        assert_eq!(line["certified"], certified, "{arguments:?}: {}", line["error"]);
    }
}

#[test]
fn every_algorithm_solves() {
    for line in run(&["algorithms", "--json"]).json_lines() {
        let name = line["name"].as_str().unwrap();
        let solved = run(&["solve", "nim", "2,3,4", "--algorithm", name, "--json"]).json();
        assert_eq!(solved["verdict"], "proved", "{name}");
        assert_eq!(solved["algorithm"], name);
        assert_eq!(solved["certified"], true, "{name}: {}", solved["error"]);
    }
}

#[test]
fn a_finished_game_needs_no_search() {
    for (game, position, verdict) in [
        ("nim", "0", "disproved"),
        ("nim", "0 second", "disproved"),
        ("tictactoe", "XXX/OO./...", "disproved"),
        ("tictactoe", "XOX/XOO/OXX", "disproved"),
    ] {
        let line = run(&["solve", game, position, "--json", "--moves"]).json();
        assert_eq!(line["verdict"], verdict, "{game} {position}");
        assert_eq!(line["nodes"], 0);
        assert_eq!(line["certified"], true, "{}", line["error"]);
        assert_eq!(line["move"], Value::Null);
        assert_eq!(line["moves"], json!([]));
    }
    let won = ["solve", "tictactoe", "XXX/OO./...", "--attacker", "X", "--json"];
    assert_eq!(run(&won).json()["verdict"], "proved");
    let value = ["solve", "nim", "0", "--ask", "value", "--json"];
    assert_eq!(run(&value).json()["value"], -1);
}

#[test]
fn a_node_limit_leaves_numbers_and_a_reason() {
    let limited = run(&["solve", "tree:sigma=0.02", "start", "--nodes", "300", "--json"]);
    assert_eq!(limited.status, 3);
    let line = limited.json();
    assert_eq!(line["stop"], "nodes");
    assert_eq!(line["nodes"], 300);
    assert!(line["pn"].as_u64().unwrap() > 0 && line["dn"].as_u64().unwrap() > 0);
    assert!(line["promising_move"].is_string() && line["move"].is_null());
    let text = run(&["solve", "tree:sigma=0.02", "start", "--nodes", "300"]).stdout;
    let sentence = "Unknown: whether first (to move) can force a win; \
                    stopped because the limit of expansions was reached.\n";
    assert!(text.starts_with(sentence), "{text}");
    assert!(text.contains("\n  pn, dn "), "{text}");
}

#[test]
fn text_says_who_can_what() {
    for (arguments, sentence) in [
        (&["nim", "3,4,5"][..], "Proved: first (to move) can force a win.\n"),
        (&["nim", "start"], "Disproved: first (to move) cannot force a win.\n"),
        (
            &["tictactoe", "start", "--attacker", "O", "--ask", "draw"],
            "Proved: O (X to move) can force at least a draw.\n",
        ),
        (&["tictactoe", "start", "--ask", "value"], "Proved: the value for X (to move) is 0.\n"),
        (
            &["tictactoe", "start", "--ask", "value", "--nodes", "20"],
            "Unknown: the value for X (to move) is from -1 to 1; \
             stopped because the limit of expansions was reached.\n",
        ),
    ] {
        let text = run(&[&["solve"], arguments].concat()).stdout;
        assert!(text.starts_with(sentence), "{arguments:?}: {text}");
    }
    let text = run(&["solve", "nim", "start", "--no-certify"]).stdout;
    assert!(text.contains("certificate  none: not asked for"), "{text}");
}

#[test]
fn values_are_found_by_bisection() {
    let folder = folder("values");
    let graph = format!("@{}", file(&folder, "circle.txt", CIRCLE));
    // A goes from a to c; B goes back to a rather than pay 7: endless play is worth 2.
    for (attacker, value) in [("A", 2), ("B", -2)] {
        let proof = path(&folder, &format!("{attacker}/"));
        let arguments = ["solve", "graph", &graph, "--attacker", attacker, "--ask", "value"];
        let line = run(&[&arguments[..], &["--json", "--proof", &proof]].concat()).json();
        assert_eq!(line["value"], value);
        assert_eq!((&line["verdict"], &line["certified"]), (&json!("proved"), &json!(true)));
        for name in ["at-least.wpc", "at-most.wpc"] {
            let verified = run(&["verify", &path(&folder, &format!("{attacker}/{name}"))]);
            assert_eq!(verified.status, 0, "{}", verified.stdout);
        }
    }
}

#[test]
fn limits_may_have_units() {
    for (nodes, count) in [("1500", 1500), ("1K", 1000), ("1.5k", 1500)] {
        let arguments = ["solve", "tree:sigma=0.01", "start", "--json", "--nodes", nodes];
        let line = run(&[&arguments[..], &["--time", "2m", "--memory", "8MB"]].concat()).json();
        assert_eq!(line["nodes"], count, "{nodes}");
        assert_eq!(line["limits"]["seconds"], 120.0);
        assert_eq!(line["limits"]["memory_bytes"], 8 << 20);
    }
    for (option, value) in
        [("--nodes", "1.5"), ("--nodes", "1e6"), ("--time", "2x"), ("--memory", "2MX")]
    {
        let refused = run(&["solve", "nim", "1", option, value]);
        assert_eq!(refused.status, 2, "{option} {value}");
        assert!(refused.stderr.contains("expected a "), "{}", refused.stderr);
    }
}

#[test]
fn repeated_keys_are_errors() {
    for (arguments, expected) in [
        (
            &["solve", "nim", "1", "--set", "epsilon=0", "--set", "epsilon=1"][..],
            "df-pn: parameter `epsilon` is given twice",
        ),
        (&["solve", "tree:seed=1,seed=2", "start"], "tree: parameter `seed` is given twice"),
    ] {
        let refused = run(arguments);
        assert_eq!(refused.status, 2);
        assert!(refused.stderr.contains(expected), "{}", refused.stderr);
    }
    assert_eq!(run(&["solve", "nim", "1", "--nodes", "5", "--nodes", "6"]).status, 2);
}

/// A record in SGF names the size of its board.
#[test]
fn the_size_of_a_board_is_that_of_the_record() {
    let folder = folder("sgf-size");
    // 5x5-hein-06 of Benzene's puzzles.
    let record = "(;AP[HexGui:1.0.]FF[4]GM[11]SZ[5];AB[a2][b3][b4]AW[a3][c3][a5]PL[B])\n";
    let position = format!("@{}", file(&folder, "hein.sgf", record));
    let line = run(&["solve", "hex", &position, "--json"]).json();
    assert_eq!((&line["game"], &line["verdict"]), (&json!("hex:size=5"), &json!("proved")));
    let refused = run(&["solve", "hex:size=6", &position]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("expected a board of size 6"), "{}", refused.stderr);
    assert_eq!(run(&["show", "hex", &position]).status, 0);
    // Several records in one file, of several sizes.
    let records = format!("{record}\n(;GM[11]SZ[3];B[B2])");
    let records = file(&folder, "all.sgf", records);
    let out = path(&folder, "out.jsonl");
    let batch = ["batch", "hex", &records, "--json", "--out", &out];
    let lines = run(&batch).json_lines();
    let games: Vec<_> = lines.iter().map(|line| (&line["game"], &line["source"])).collect();
    let [first, second] = [1, 3].map(|line| json!(format!("{records}:{line}")));
    assert_eq!(games, [(&json!("hex:size=5"), &first), (&json!("hex:size=3"), &second)]);
    let resumed = run(&[&batch[..], &["--resume"]].concat());
    assert_eq!((resumed.status, resumed.stdout.as_str()), (0, ""), "{}", resumed.stderr);
}

#[test]
fn moves_may_be_in_upper_case() {
    for (game, lower, upper) in [
        ("othello", "f5 d6", "F5 D6"),
        ("hex", "f6 g5", "F6 G5"),
        ("loa", "c1c3 a2c4", "C1C3 A2C4"),
    ] {
        let [lower, upper] = [lower, upper].map(|moves| run(&["show", game, moves]));
        assert_eq!((upper.status, upper.stdout), (0, lower.stdout), "{}", upper.stderr);
    }
}

#[test]
fn every_move_has_a_verdict() {
    let line = run(&["solve", "nim", "1,2", "--moves", "--json"]).json();
    let verdicts: Vec<_> = line["moves"].as_array().unwrap().iter().collect();
    let summary: Vec<_> =
        verdicts.iter().map(|one| (one["move"].as_str().unwrap(), &one["verdict"])).collect();
    let (proved, disproved) = (&json!("proved"), &json!("disproved"));
    assert_eq!(summary, [("h2-1", proved), ("h1-1", disproved), ("h2-2", disproved)]);
    let keys: Vec<_> = verdicts[0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["move", "nodes", "value", "verdict"]);
    let arguments = ["solve", "tictactoe", "XO./.X./O..", "--moves", "--ask", "value", "--json"];
    let line = run(&arguments).json();
    assert_eq!(line["value"], 1);
    let values: Vec<_> = line["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["value"].as_i64().unwrap())
        .collect();
    assert_eq!(values.iter().max(), Some(&1));
    assert_eq!(values.len(), 5);
}

#[test]
fn lines_are_played_to_the_end() {
    for (arguments, length) in
        [(&["nim", "1,1"][..], 2), (&["nim", "1,2"], 3), (&["tictactoe", "XX./OO./..."], 1)]
    {
        let line = run(&[&["solve", "--json"], arguments].concat()).json();
        let moves = line["line"].as_array().unwrap();
        assert_eq!(moves.len(), length, "{arguments:?}: {moves:?}");
        assert_eq!(line["line_end"], "game-over");
        // Where all moves lose, none is best.
        let best = if line["verdict"] == "proved" { moves[0].clone() } else { Value::Null };
        assert_eq!(line["move"], best);
    }
}

#[test]
fn positions_come_from_files_and_standard_input() {
    let folder = folder("inputs");
    let nim = file(&folder, "nim.txt", "\u{feff}3,4,5\r\n");
    let line = run(&["solve", "nim", &format!("@{nim}"), "--json"]).json();
    assert_eq!(line["position"], "3,4,5");
    assert_eq!(line["source"], format!("{nim}:1"));
    let child = command(&["solve", "nim", "-", "--json"])
        .stdin(std::fs::File::open(&nim).unwrap())
        .output()
        .unwrap();
    assert!(String::from_utf8(child.stdout).unwrap().contains(r#""position":"3,4,5""#));
}

#[test]
fn the_same_run_takes_the_same_steps() {
    for algorithm in ["pn", "pn2", "deep-pn", "elkan"] {
        let arguments = ["solve", "tree:seed=3", "start", "--algorithm", algorithm, "--seed", "5"];
        let limits = ["--nodes", "20000", "--set", "order=shuffled", "--json"];
        let lines = [(); 2].map(|()| timeless(run(&[&arguments[..], &limits].concat()).json()));
        assert_eq!(lines[0], lines[1]);
    }
}

#[test]
fn several_threads_search_one_problem_and_share_its_limits() {
    let tree = "tree:avg=6,sigma=0.1,seed=230";
    let one = run(&["solve", tree, "start", "--json"]).json();
    let two = run(&["solve", tree, "start", "--json", "--threads", "2"]).json();
    assert_eq!((&one["threads"], &two["threads"]), (&1.into(), &2.into()));
    assert_eq!(one["verdict"], two["verdict"]);
    assert_eq!(two["certified"], true);
    let limited = run(&["solve", tree, "start", "--json", "--threads", "3", "--nodes", "5000"]);
    let limited = limited.json();
    assert_eq!((&limited["verdict"], &limited["stop"]), (&"unknown".into(), &"nodes".into()));
    assert!(limited["nodes"].as_u64() <= Some(5000), "{limited}");
    let refused = run(&["solve", tree, "start", "--algorithm", "pn", "--threads", "2"]);
    assert_eq!(refused.status, 2);
    let reason = "pn searches with one thread; several are for df-pn and df-pn+";
    assert!(refused.stderr.contains(reason), "{}", refused.stderr);
}
