//! Heap games: large heaps, Grundy values, numeration systems. And the game against a network.

use serde_json::json;

use crate::support::{folder, path, run, run_with_input};

#[test]
fn small_heaps_are_certified_and_large_ones_rest_on_a_theorem() {
    let folder = folder("heap-games");
    let proof = path(&folder, "pair.wpc");
    let small = run(&["solve", "wythoff:s=2,t=2", "13,46", "--proof", &proof, "--json"]).json();
    assert_eq!((&small["verdict"], &small["certified"]), (&json!("disproved"), &json!(true)));
    assert_eq!(run(&["verify", &proof]).status, 0);

    let [first, second] = ["3", "7"].map(|digit| digit.repeat(1_000));
    let heaps = format!("{first},{second}");
    let large = run(&["solve", "wythoff:s=2,t=2", &heaps, "--json"]).json();
    assert_eq!((&large["verdict"], &large["certified"]), (&json!("proved"), &json!(false)));
    assert_eq!((&large["position"], &large["algorithm"]), (&json!(heaps), &json!(null)));
    let error = large["error"].as_str().unwrap();
    assert!(error.contains("rests on theorem 1 of Fraenkel 1998"), "{error}");
    // The move leaves a position that is lost for the opponent.
    let taken = large["move"].as_str().unwrap();
    let (first_taken, second_taken) = taken.split_once(',').unwrap();
    let left = |size: &str, taken: &str| {
        let taken = taken.split_once('-').unwrap().1;
        let difference = subtract(size, taken);
        let zeros = difference.len() - difference.trim_start_matches('0').len();
        difference[zeros.min(difference.len() - 1)..].to_string()
    };
    let after = format!("{},{} second", left(&first, first_taken), left(&second, second_taken));
    let after = run(&["solve", "wythoff:s=2,t=2", &after, "--json"]).json();
    assert_eq!((&after["verdict"], &after["attacker"]), (&json!("disproved"), &json!("second")));

    let text = run(&["solve", "heaps:code=0.77", "1000000000000,999999999999"]).stdout;
    assert!(
        text.starts_with("Proved: first (to move) can force a win.\n  best move    "),
        "{text}"
    );
    assert!(text.contains("the period 12 from 71 on"), "{text}");
    for (arguments, error) in [
        (&["solve", "wythoff", "300,400", "--shortest"][..], "too large to be searched"),
        (&["solve", "wythoff", "300,400", "--moves"], "too large to be searched"),
        (&["solve", "wythoff", "300,400", "--ask", "grundy"], "too large for its Grundy value"),
        (&["show", "wythoff", "300,400"], "expected heaps of at most 255 objects"),
        (&["solve", "heaps:code=0.007", "100000"], "no period of 0.007 is proved"),
    ] {
        let run = run(arguments);
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(run.stderr.contains(error), "{}", run.stderr);
    }
}

/// The difference of decimal numbers, the first being the greater one.
fn subtract(greater: &str, less: &str) -> String {
    let digits = |text: &str| {
        text.bytes().rev().map(|byte| i8::try_from(byte - b'0').unwrap()).collect::<Vec<_>>()
    };
    let less = digits(less);
    let mut borrowed = 0;
    let mut result: Vec<char> = Vec::new();
    for (place, digit) in digits(greater).into_iter().enumerate() {
        let digit = digit - less.get(place).copied().unwrap_or(0) - borrowed;
        borrowed = i8::from(digit < 0);
        result.push(char::from(b'0' + (digit + 10 * borrowed) as u8));
    }
    result.iter().rev().collect()
}

#[test]
fn grundy_values_have_a_certificate() {
    let folder = folder("grundy");
    let proof = path(&folder, "value.wpc");
    for (game, position, value, sum) in [
        ("nim", "3,4,6", 1, "3,4,6,1"),
        ("wythoff", "3,4", 2, "3,4,*2"),
        ("wythoff:s=2,t=2", "1,4", 0, "1,4"),
        ("heaps:code=0.77", "5,3", 7, "5,3,*7"),
        ("heaps:code=0.137", "0", 0, "0"),
    ] {
        let solve = ["solve", game, position, "--ask", "grundy"];
        let line = run(&[&solve[..], &["--json", "--proof", &proof]].concat()).json();
        assert_eq!((&line["value"], &line["certified"]), (&json!(value), &json!(true)), "{line}");
        assert_eq!((&line["ask"], &line["verdict"]), (&json!("grundy"), &json!("proved")));
        let text = run(&solve).stdout;
        assert!(text.starts_with(&format!("Proved: the Grundy value is {value}.\n")), "{text}");
        let verified = run(&["verify", &proof]).stdout;
        assert!(verified.contains(&format!(", {sum}: first cannot force a win")), "{verified}");
    }
    let run = run(&["solve", "tictactoe", "start", "--ask", "grundy"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("tictactoe has no Grundy values"), "{}", run.stderr);
}

#[test]
fn numbers_in_exotic_systems() {
    let text = run(&["numerate", "46", "--system", "s=2,t=2", "--system", "ternary"]).stdout;
    assert_eq!(
        text,
        "46\n  s=2,t=2   310\n            ends in 1 zero: B(10), in the pair (13, 46)\n\
         46\n  ternary   2011\n            ends in 0 zeros: in the pair (46, 121)\n"
    );
    let line = run(&["numerate", "310", "--digits", "--system", "s=2,t=2", "--json"]).json();
    assert_eq!((&line["number"], &line["index"]), (&json!("46"), &json!("10")));
    for (arguments, error) in [
        (&["numerate", "32", "--digits", "--system", "s=2,t=2"][..], "after 3 one less than 2"),
        (&["numerate", "-3"], "unexpected argument"),
        (&["numerate", "3x"], "expected a number from 0 on"),
        (&["numerate", "3", "--system", "s=0,t=1"], "expected a numeration system"),
        (&["numerate", "3", "--digits"], "--system"),
        (&["grundy", "0.8"], "expected the code of an octal game"),
        (&["grundy", "0.77", "--heaps", "100001"], "at most 100000"),
    ] {
        let run = run(arguments);
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(run.stderr.contains(error), "{}", run.stderr);
    }
}

#[test]
fn periods_are_claimed_only_where_they_are_proved() {
    for (heaps, end) in [
        ("40", "no period up to 40\n"),
        ("166", "period 12 from 71 on, observed up to 166\n"),
        ("167", "period 12 from 71 on, for all heaps (theorem of Guy and Smith)\n"),
    ] {
        let text = run(&["grundy", "0.77", "--heaps", heaps]).stdout;
        assert!(text.ends_with(end), "{text}");
    }
    let line = run(&["grundy", "0.137", "--json"]).json();
    assert_eq!(line["period"], json!({"length": 34, "start": 52, "proved": true}));
    assert_eq!(line["values"].as_array().unwrap()[5], 3);
}

#[test]
fn paper_rock_scissors_against_a_network() {
    let folder = folder("prs");
    let record = path(&folder, "game.csv");
    let play = ["play", "prs", "--lag", "1", "--seed", "5", "--record", &record];
    let choices = "p\nrock\nstone\n\nS\nr\nr\nq\np\n";
    let game = run_with_input(&play, choices);
    assert_eq!(game.status, 0);
    assert!(
        game.stderr.contains("expected paper, rock, scissors or quit, found `stone`"),
        "{}",
        game.stderr
    );
    assert_eq!(game.stdout.lines().count(), 6, "{}", game.stdout);
    assert!(game.stdout.lines().last().unwrap().starts_with("5 trials: "), "{}", game.stdout);
    let lines = std::fs::read_to_string(&record).unwrap();
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!((lines[0], lines.len()), ("player,lag,trial,person,network,lead", 6));
    assert!(
        lines[1].starts_with("\"person\",1,1,paper,")
            && lines[5].starts_with("\"person\",1,5,rock,"),
        "{lines:?}"
    );
    // The same seed plays the same game.
    assert_eq!(run_with_input(&play, choices).stdout, game.stdout);
    for (arguments, error) in [
        (&["play", "chess"][..], "`chess` cannot be played here"),
        (&["play", "prs", "--lag", "21"], "21"),
    ] {
        let run = run(arguments);
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(run.stderr.contains(error), "{}", run.stderr);
    }
}
