//! The time to analyse a position of Hex: connections of both players, inferior cells, the must-play region.
//! Every position of random games, and how many of them are decided by that.

use std::time::Instant;

use winproof_games::{Hex, HexBoard, RegisteredGame};
use winproof_rules::{Game, Player, Question, Settings};

fn game(size: u32) -> Hex {
    let mut settings = Settings::defaults(Hex::INFO.name, Hex::INFO.parameters);
    settings.set(&format!("size={size}")).expect("the size is allowed");
    Hex::new(&settings)
}

/// Every position of some random games, the same ones each time.
fn positions(game: &Hex, games: u64) -> Vec<HexBoard> {
    let mut state = 1_u64;
    let mut below = |bound: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut board = game.start();
        while game.outcome(&board).is_none() {
            positions.push(board);
            let mut moves = Vec::new();
            game.moves(&board, &mut moves);
            board = game.play(&board, moves[below(moves.len())]);
        }
    }
    positions
}

fn main() {
    for (size, games) in [(5, 200), (6, 100), (7, 50), (9, 10), (11, 2)] {
        let game = game(size);
        let positions = positions(&game, games);
        let question = Question { attacker: Player::First, target: 1 };
        for level in [6, 12] {
            let mut oracle = game.leaf_oracle(level).expect("Hex has one");
            let started = Instant::now();
            let known = positions.iter().filter(|board| oracle.decide(board, question).is_some());
            let decided = known.count();
            let elapsed = started.elapsed();
            let looked_at = oracle.visited();
            let each = elapsed.as_secs_f64() * 1e6 / looked_at as f64;
            println!(
                "{size} by {size}, leaf={level}: {decided} of {looked_at} decided, {each:.0} µs each"
            );
        }
    }
}
