use std::fmt::Write;

use winproof_games::{Graph, Nim, TicTacToe};
use winproof_rules::{Notation, Player};

use super::*;
use crate::{Algorithm, Answer, Config, Limits, Silent, Solver, Verdict};

const QUESTION: Question = Question { attacker: Player::First, target: 1 };

fn solve<G: Game>(
    game: &G,
    position: &G::Position,
    assignments: &[&str],
    expansions: u64,
) -> Answer {
    let mut config = Config::new(Algorithm::AlphaBeta);
    assignments.iter().for_each(|assignment| config.set(assignment).unwrap());
    config.memory = 32 << 20;
    let limits = Limits { expansions: Some(expansions), ..Limits::default() };
    Solver::new(game, QUESTION, &config).solve_with(position, &limits, &mut Silent)
}

/// The stack is on the heap, and deepening does not go by single steps for ever.
#[test]
fn a_line_of_100_000_moves() {
    const MOVES: u64 = 100_000;
    for (end, verdict) in [(1, Verdict::Proved), (0, Verdict::Disproved)] {
        let mut text = "start n0\n".to_string();
        for node in 0..MOVES {
            let mover = if node % 3 == 0 { 'A' } else { 'B' };
            writeln!(text, "n{node} {mover} n{}", node + 1).unwrap();
        }
        writeln!(text, "n{MOVES} = {end}").unwrap();
        let (graph, start) = Graph::read(&text).unwrap();
        assert_eq!(solve(&graph, &start, &[], 5 * MOVES).verdict, verdict);
    }
}

#[test]
fn the_table_spares_expansions() {
    fn compare<G: Notation>(game: &G, position: &str, verdict: Verdict) {
        let position = game.parse(position).unwrap();
        let roomy = solve(game, &position, &[], u64::MAX);
        // A table has one cluster at least.
        let tiny = solve(game, &position, &["entries=1"], u64::MAX);
        assert_eq!((roomy.verdict, tiny.verdict), (verdict, verdict));
        let (roomy, tiny) = (roomy.counts.expansions, tiny.counts.expansions);
        assert!(3 * roomy < 2 * tiny, "{roomy} with a table, {tiny} without");
    }
    compare(&Nim, "3,4,5", Verdict::Proved);
    compare(&TicTacToe, "start", Verdict::Disproved);
}

/// However early it stops, it has a move to play, and its numbers are those of an open position.
#[test]
fn stops_with_a_move() {
    let start = TicTacToe.parse("start").unwrap();
    for expansions in 1..50 {
        let answer = solve(&TicTacToe, &start, &[], expansions);
        assert_eq!((answer.verdict, answer.stop), (Verdict::Unknown, Some(StopReason::Expansions)));
        assert_eq!(answer.counts.expansions, expansions);
        assert_eq!(answer.numbers, Numbers::UNIT);
        assert!(answer.best_move.is_some());
    }
}

#[test]
fn what_was_searched_in_vain_is_read_back_until_the_base_rises() {
    let before = Searched { proof: 3, disproof: 0 };
    let after = before.and(Window { proof: true, disproof: false }, 7);
    let read = Searched::read(after.numbers(5), 5);
    assert_eq!((read.proof, read.disproof), (7, 0));
    assert!(after.numbers(1).verdict().is_none());
    let void = Searched::read(after.numbers(5), 12);
    assert_eq!((void.proof, void.disproof), (0, 0));
    // When the base cannot rise any further, no open entry is used any more.
    let last = Searched::read(after.numbers(u32::MAX), u32::MAX);
    assert_eq!((last.proof, last.disproof), (0, 0));
}
