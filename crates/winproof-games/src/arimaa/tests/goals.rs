//! The goal test and the search for defences against plain enumeration.

use std::collections::HashMap;

use winproof_rules::{Guidance, LeafOracle, Question};

use super::*;
use crate::arimaa::goal::{GoalSearch, fewest_steps};
use crate::arimaa::leaf_oracle::GoalOracle;

/// Boards of random positions and of real ones after some steps, with some steps left.
fn turns() -> impl Iterator<Item = Turn> {
    let mut thrown = 0;
    let mut dice = move |sides: u64| {
        thrown += 1;
        splitmix(9, thrown) % sides
    };
    let real: Vec<Turn> = include_str!("../../../tests/data/arimaa/turn-counts.tsv")
        .lines()
        .map(|line| parse(line.split_once('\t').unwrap().0))
        .collect();
    let mut random = random_turns();
    std::iter::from_fn(move || {
        let mut turn = match dice(2) {
            0 => random.next()?,
            _ => real[dice(real.len() as u64) as usize],
        };
        let mut moves = Vec::new();
        for _ in 0..dice(8) {
            if Arimaa::STANDARD.outcome(&turn).is_some() {
                break;
            }
            moves.clear();
            Arimaa::STANDARD.moves(&turn, &mut moves);
            turn = Arimaa::STANDARD.play(&turn, moves[dice(moves.len() as u64) as usize]);
        }
        Some(turn)
    })
    .filter(|turn| Arimaa::STANDARD.outcome(turn).is_none())
}

/// Whether the player to move wins within the turn, by trying everything. For the test of all defences the
/// verdicts are kept.
fn wins(turn: &Turn, known: &mut HashMap<Turn, bool>) -> bool {
    if let Some(&wins) = known.get(turn) {
        return wins;
    }
    let mut moves = Vec::new();
    Arimaa::STANDARD.moves(turn, &mut moves);
    let found = moves.iter().any(|&mv| {
        let child = Arimaa::STANDARD.play(turn, mv);
        if child.to_move == turn.to_move {
            wins(&child, known)
        } else {
            let rabbits = |player| child.board.rabbits(player);
            rabbits(turn.to_move) & goal_row(turn.to_move) != 0 || rabbits(child.to_move) == 0
        }
    });
    known.insert(*turn, found);
    found
}

#[test]
fn the_goal_test_is_what_trying_everything_says() {
    let mut search = GoalSearch::new();
    let (mut count, mut won, mut hard) = (0, 0, 0);
    for turn in turns().take(4_000) {
        let before = search.visited;
        let line = search.find(&turn);
        hard += u32::from(search.visited - before > 20);
        let expected = wins(&turn, &mut HashMap::new());
        assert_eq!(
            line.is_some(),
            expected,
            "{}\n{}",
            Arimaa::STANDARD.draw(&turn),
            Arimaa::STANDARD.format(&turn)
        );
        if let Some(line) = line {
            let mut at = turn;
            for mv in line.steps() {
                let mut moves = Vec::new();
                Arimaa::STANDARD.moves(&at, &mut moves);
                assert!(moves.contains(&mv), "{}", Arimaa::STANDARD.format(&turn));
                at = Arimaa::STANDARD.play(&at, mv);
            }
            if at.to_move == turn.to_move {
                at = Arimaa::STANDARD.play(&at, PASS);
            }
            assert_eq!(Arimaa::STANDARD.outcome(&at), Some(Outcome::won_by(turn.to_move)));
            let rabbits = at.board.rabbits(turn.to_move) & goal_row(turn.to_move);
            let bound = fewest_steps(&turn.board, turn.to_move, turn.left);
            assert!(rabbits == 0 || bound <= turn.left);
        }
        count += 1;
        won += u32::from(expected);
    }
    assert!(won > count / 10 && won < count / 2 && hard > 20, "{won} of {count}, {hard} hard");
}

/// What the oracle should say of a position whose mover defends; nothing if there is no attack.
fn expected(turn: &Turn, search: &mut GoalSearch) -> Option<Option<bool>> {
    let attacker = turn.to_move.opponent();
    if wins(turn, &mut HashMap::new()) {
        return Some(Some(false));
    }
    // Only where there is something to be defended against it is worth the time.
    search.find(&Turn::beginning(turn.board, attacker))?;
    let ends = boards_after_a_turn(turn);
    let defended = ends.iter().any(|&board| {
        let ended = Turn::beginning(board, attacker);
        match Arimaa::STANDARD.outcome(&ended) {
            Some(outcome) => outcome != Outcome::won_by(attacker),
            None => search.find(&ended).is_none(),
        }
    });
    Some((!defended).then_some(true))
}

#[test]
fn defences_are_what_trying_everything_says() {
    let mut oracle = GoalOracle::new(2);
    let mut search = GoalSearch::new();
    let (mut threatened, mut lost) = (0, 0);
    for (number, root) in turns().take(600).enumerate() {
        // What the oracle remembers of a turn must be right in its middle too.
        let mut turn = root;
        for step in 0..3 {
            let question = Question { attacker: root.to_move.opponent(), target: 1 };
            let decided = oracle.decide(&turn, question);
            let expected = expected(&turn, &mut search);
            assert_eq!(decided, expected.flatten(), "{}", Arimaa::STANDARD.format(&turn));
            if decided.is_none() {
                // The estimate tells whether there is a threat.
                let estimate = oracle.estimate(&turn, question).unwrap().0;
                let farther = estimate / Arimaa::STANDARD.estimate(&turn, question).0;
                let met = [1, 2, 4, 8].contains(&farther);
                assert_eq!((met, farther == 64), (expected.is_some(), expected.is_none()));
            }
            if expected.is_none() || decided == Some(false) {
                break;
            }
            threatened += 1;
            lost += u32::from(decided == Some(true));
            let mut moves = Vec::new();
            Arimaa::STANDARD.moves(&turn, &mut moves);
            turn = Arimaa::STANDARD
                .play(&turn, moves[splitmix(step, number as u64) as usize % moves.len()]);
            if turn.to_move != root.to_move {
                break;
            }
        }
    }
    assert!(threatened > 150 && lost > 30, "{threatened} threatened, {lost} of them lost");
}

/// While a win is unfolded the oracle keeps the rest of it, which must hold for no other position.
#[test]
fn wins_unfold_down_to_the_end_whatever_is_asked_in_between() {
    let mut oracle = GoalOracle::new(1);
    let mut unfolded = 0;
    let all: Vec<Turn> = turns().take(1_500).collect();
    for (number, &root) in all.iter().enumerate() {
        let question = Question { attacker: root.to_move, target: 1 };
        let mut line = Vec::new();
        if oracle.finish(&root, question, &mut line) {
            let mut at = root;
            for &mv in &line {
                assert!(
                    at.to_move == root.to_move && Arimaa::STANDARD.is_legal(&at, mv, &mut vec![])
                );
                at = Arimaa::STANDARD.play(&at, mv);
            }
            assert_eq!(Arimaa::STANDARD.outcome(&at), Some(Outcome::won_by(root.to_move)));
        }
        assert_eq!(line.is_empty(), oracle.decide(&root, question).is_none());
        let mut turn = root;
        while Arimaa::STANDARD.outcome(&turn).is_none() {
            let decided = oracle.decide(&turn, question);
            assert_eq!(decided, GoalOracle::new(1).decide(&turn, question));
            assert!(decided == Some(true) || turn == root, "{}", Arimaa::STANDARD.format(&root));
            if decided.is_none() {
                break;
            }
            let mv = oracle.unfold(&turn, question, true).unwrap();
            let mut moves = Vec::new();
            Arimaa::STANDARD.moves(&turn, &mut moves);
            assert!(moves.contains(&mv), "{}", Arimaa::STANDARD.format(&turn));
            turn = Arimaa::STANDARD.play(&turn, mv);
            unfolded += 1;
            if number % 2 == 0 {
                let other = &all[(number + 1) % all.len()];
                let fresh = GoalOracle::new(1).decide(other, question);
                assert_eq!(oracle.decide(other, question), fresh);
            }
        }
        let ended = Arimaa::STANDARD.outcome(&turn);
        assert!(ended.is_none() || ended == Some(Outcome::won_by(root.to_move)));
    }
    assert!(unfolded > 500, "only {unfolded} moves were unfolded");
}
