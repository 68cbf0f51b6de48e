//! Ratings of tsume-shogi problems.

use std::fmt::Write;
use std::fs;

use crate::support::{file, folder, path, run};

const MATE: &str = "8k/8g/8G/7L1/9/9/9/9/9 b - rest";

#[test]
fn a_problem_is_rated() {
    let rated = run(&["rate", "shogi", MATE, "--json"]);
    assert_eq!(rated.status, 0, "{}", rated.stderr);
    let rated = rated.json();
    let factors = rated["factors"].as_array().unwrap();
    assert_eq!(factors.len(), 15);
    let sum: f64 = factors.iter().map(|factor| factor["contribution"].as_f64().unwrap()).sum();
    assert!((sum - rated["rating"].as_f64().unwrap()).abs() < 1e-9);
    assert_eq!((&factors[5]["value"], &factors[6]["value"]), (&2.into(), &1.into()));
    // The same solution, given.
    let moves = rated["line"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap());
    let moves = moves.collect::<Vec<_>>().join(" ");
    let given = run(&["rate", "shogi", MATE, "--solution", &moves]);
    assert!(given.stdout.contains("predicted rating: "), "{}", given.stdout);
    assert!(given.stdout.contains(&format!("solution: {moves}")), "{}", given.stdout);
}

#[test]
fn what_cannot_be_rated() {
    let unsolved = run(&["rate", "shogi", "8k/9/9/9/9/9/9/9/9 b G 1"]);
    assert_eq!(unsolved.status, 3);
    assert!(unsolved.stderr.contains("there is no mate"), "{}", unsolved.stderr);
    for arguments in [
        &["rate", "nim", "3,4,5"][..],
        &["rate", "shogi"],
        &["rate", "shogi", "8k"],
        &["rate", "shogi", MATE, "--solution", "G*9i"],
        &["rate", "shogi", MATE, "--solution", "1c1b"],
        &["rate", "shogi", "--fit", "no such file"],
    ] {
        assert_eq!(run(arguments).status, 2, "{arguments:?}");
    }
}

/// Problems whose ratings are the paper's own predictions: a fit finds what the problems determine.
#[test]
fn a_fit_recovers_ratings() {
    let folder = folder("rate-fit");
    let problems = include_str!("../../../winproof-games/tests/data/shogi/mates.tsv");
    let mut ratings = String::from("position,rating\n");
    let mut count = 0;
    for line in problems.lines().take(40) {
        let position = line.split('\t').nth(2).unwrap();
        let rated = run(&["rate", "shogi", position, "--json"]).json();
        let rating = rated["rating"].as_f64().unwrap();
        let moves: Vec<_> =
            rated["line"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        if (1.0..=3.0).contains(&rating) {
            writeln!(ratings, "{position},{rating},{}", moves.join(" ")).unwrap();
            count += 1;
        }
    }
    let ratings = file(&folder, "ratings.csv", ratings);
    let fitted = run(&["rate", "shogi", "--fit", &ratings]);
    assert_eq!(fitted.status, 0, "{}", fitted.stderr);
    assert!(fitted.stdout.starts_with(&format!("{count} problems.")), "{}", fitted.stdout);
    let out = path(&folder, "ratings.fit");
    for name in ["weights.csv", "errors.csv", "ratings.svg"] {
        assert!(fs::metadata(format!("{out}/{name}")).unwrap().len() > 100, "{name}");
    }
    let weights = fs::read_to_string(format!("{out}/weights.csv")).unwrap();
    assert!(weights.contains(",confirmed") && !weights.contains(",contradicted"), "{weights}");
    let errors = fs::read_to_string(format!("{out}/errors.csv")).unwrap();
    assert!(errors.lines().nth(2).unwrap().ends_with("0.0000,0.0000"), "{errors}");
    let wrong = file(&folder, "wrong.csv", "8k,5\n");
    let refused = run(&["rate", "shogi", "--fit", &wrong]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("line 1: expected"), "{}", refused.stderr);
}
