//! Arimaa against positions whose turns another program has counted.

use std::collections::HashSet;

use winproof_games::{Arimaa, Turn};
use winproof_rules::{Game, Notation};

/// How many different positions a whole turn can lead to.
fn turns(root: Turn) -> usize {
    let mut seen = HashSet::from([root]);
    let mut open = vec![root];
    let mut ends = HashSet::new();
    let mut moves = Vec::new();
    while let Some(turn) = open.pop() {
        moves.clear();
        Arimaa::default().moves(&turn, &mut moves);
        for child in moves.iter().map(|&mv| Arimaa::default().play(&turn, mv)) {
            if Arimaa::default().to_move(&child) != Arimaa::default().to_move(&root) {
                ends.insert(child);
            } else if seen.insert(child) {
                open.push(child);
            }
        }
    }
    ends.len()
}

#[test]
fn turns_are_as_many_as_another_program_counts() {
    let mut positions = 0;
    for line in include_str!("data/arimaa/turn-counts.tsv").lines() {
        let (text, count) = line.split_once('\t').unwrap();
        let turn = Arimaa::default().parse(text).unwrap();
        assert_eq!(Arimaa::default().format(&turn), text);
        assert_eq!(turns(turn).to_string(), count, "{text}");
        positions += 1;
    }
    assert!(positions > 30, "only {positions} positions");
}

#[test]
fn turns_from_the_usual_setups() {
    for (text, count) in [
        ("start", 3_353),
        ("g [hdcemcdhrrrrrrrr                                RRRRRRRRHDCMECDH]", 2_467),
    ] {
        assert_eq!(turns(Arimaa::default().parse(text).unwrap()), count, "{text}");
    }
}
