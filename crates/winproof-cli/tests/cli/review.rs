//! Reviews of games.

use std::fs;

use crate::support::{file, folder, path, run};

/// The end of a game of Othello in which White, who was ahead, loses on the way.
const ENDING: &str = "[Game \"othello\"]\n[Black \"Anna\"]\n[White \"Bruno\"]\n\
    [Start \"XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X\"]\n\n";

#[test]
fn a_game_is_reviewed_turn_by_turn() {
    let folder = folder("review");
    let record = file(&folder, "game.pgn", format!("{ENDING}1. g6 {{a slip}} h5 2. h6\n"));
    let proofs = path(&folder, "proofs");
    let reviewed = run(&["review", "othello", &record, "--nodes", "100K", "--proof", &proofs]);
    assert_eq!(reviewed.status, 0, "{}", reviewed.stderr);
    let text = &reviewed.stdout;
    for part in [
        "  White        Bruno\n",
        "  certified    every verdict\n",
        "  turn by turn\n",
        "1. black g6?",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let report = run(&["review", "othello", &record, "--nodes", "100K", "--json"]).json();
    assert_eq!(report["known_from"], 0);
    // By the file that the position is from, h5 wins by 6, and g6 loses by 2.
    assert_eq!(
        (&report["positions"][0]["value"], &report["positions"][1]["value"]),
        (&6.into(), &(-2).into())
    );
    assert_eq!((&report["decisive"], &report["turns"][0]["better"]), (&1.into(), &"h5".into()));
    assert_eq!(report["turns"][0]["lost"], 8);
    let mut checked = 0;
    for entry in fs::read_dir(&proofs).unwrap() {
        let certificate = entry.unwrap().path();
        let verified = run(&["verify", certificate.to_str().unwrap()]);
        assert_eq!(verified.status, 0, "{}", verified.stderr);
        checked += 1;
    }
    assert!(checked >= 6, "{checked}");
}

#[test]
fn files_have_numbered_games() {
    let folder = folder("review-files");
    let games = file(&folder, "games.sgf", "(;SZ[3]PB[a];B[b2];W[a1])\n(;SZ[4]PB[b];B[b2])");
    let list = run(&["review", "hex", &games, "--list"]);
    assert_eq!(list.stdout.lines().count(), 2, "{}", list.stdout);
    assert!(list.stdout.starts_with("1  Black a; (;SZ[3]"), "{}", list.stdout);
    let second = run(&["review", "hex", &games, "--number", "2", "--json"]).json();
    assert_eq!((&second["number"], &second["games"]), (&2.into(), &2.into()));
    assert_eq!(second["game"], "hex:size=4");
    assert_eq!(second["positions"][0]["standing"], "first-wins");
    let third = run(&["review", "hex", &games, "--number", "3"]);
    assert_eq!(third.status, 2);
    assert!(third.stderr.contains("has games from 1 to 2, not 3"), "{}", third.stderr);
}

#[test]
fn what_cannot_be_reviewed_is_refused() {
    for (arguments, message) in [
        (&["review", "chess", "e4"][..], "unknown game `chess`"),
        (&["review", "othello", "f5f5"], "expected a legal move"),
        (&["review", "othello", "@missing.wtb"], "cannot read missing.wtb"),
        (&["review", "nim", ""], "expected a game record"),
    ] {
        let refused = run(arguments);
        assert_eq!(refused.status, 2, "{arguments:?}");
        assert!(refused.stderr.contains(message), "{arguments:?}: {}", refused.stderr);
    }
    let unknown = run(&["review", "othello", "f5d6c3", "--nodes", "10", "--quiet"]);
    assert_eq!(unknown.status, 3, "{}", unknown.stdout);
    assert!(unknown.stdout.starts_with("Nothing is known"), "{}", unknown.stdout);
}
