//! What the endgame solver of Othello takes for the win, draw or loss of a hundred positions with 16 empty
//! squares, and for their exact scores.

use std::time::Instant;

use winproof_game::{Game, Notation, Question};
use winproof_games::Othello;

fn main() {
    let game = Othello::default();
    let text = include_str!("../tests/data/othello/random16.tsv");
    let lines: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .collect();
    let started = Instant::now();
    let mut nodes = 0;
    for fields in &lines {
        let board = game.parse(&format!("{} {}", fields[0], fields[1])).unwrap();
        let score: i32 = fields[2].parse().unwrap();
        let mut oracle = game.leaf_oracle(16).unwrap();
        let mover = game.to_move(&board);
        for target in [1, 0] {
            let question = Question { attacker: mover, target };
            let met = oracle.decide(&board, question).unwrap();
            assert_eq!(met, score >= target, "{}", fields[0]);
            if met {
                break;
            }
        }
        nodes += oracle.visited();
    }
    let elapsed = started.elapsed().as_secs_f64();
    let count = lines.len() as f64;
    println!(
        "win, draw or loss: {:.2} ms and {:.0} nodes each, {:.1} million nodes a second",
        1e3 * elapsed / count,
        nodes as f64 / count,
        nodes as f64 / elapsed / 1e6
    );
}
