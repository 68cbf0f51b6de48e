//! The rules and the notation of shogi.

mod generators;
mod rules;

use winproof_rules::{Game, Move, Notation};

use super::{Shogi, ShogiBoard};
use crate::splitmix::splitmix;

/// A position from its text.
fn board(text: &str) -> ShogiBoard {
    Shogi.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// All legal moves by the rules of shogi.
fn legal(board: &ShogiBoard) -> Vec<Move> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    moves
}

/// The moves of the game.
pub(super) fn moves(board: &ShogiBoard) -> Vec<Move> {
    let mut moves = Vec::new();
    Shogi.moves(board, &mut moves);
    moves
}

/// The names of moves, in order.
fn names(board: &ShogiBoard, moves: &[Move]) -> Vec<String> {
    let mut names: Vec<_> = moves.iter().map(|&mv| Shogi.format_move(board, mv)).collect();
    names.sort();
    names
}

/// The positions of composed problems.
fn problems() -> impl Iterator<Item = ShogiBoard> {
    let few_pieces = include_str!("../../tests/data/shogi/mates.tsv");
    let many_pieces = include_str!("../../tests/data/shogi/zuko.tsv");
    let lines = few_pieces.lines().chain(many_pieces.lines());
    lines.map(|line| board(line.split('\t').nth(2).expect("name, plies, SFEN")))
}

/// Numbers that look random, the same each time.
pub(super) struct Random {
    seed: u64,
    index: u64,
}

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random { seed, index: 0 }
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.index += 1;
        (splitmix(self.seed, self.index) >> 16) as usize % bound
    }
}

/// The positions of a random game, at most `plies` moves from `root`, by the rules of shogi.
fn random_game(root: ShogiBoard, plies: usize, random: &mut Random) -> Vec<ShogiBoard> {
    let mut positions = vec![root];
    for _ in 0..plies {
        let last = positions[positions.len() - 1];
        let moves = legal(&last);
        if moves.is_empty() {
            break;
        }
        positions.push(Shogi.play(&last, moves[random.below(moves.len())]));
    }
    positions
}

/// The positions of random games from the start and from problems. Who is to move at their beginning attacks.
pub(super) fn positions() -> impl Iterator<Item = ShogiBoard> {
    let mut random = Random::new(24);
    let mut games = Vec::new();
    for _ in 0..40 {
        games.push(random_game(board("start"), 300, &mut random));
    }
    for root in problems() {
        for _ in 0..10 {
            games.push(random_game(root, 20, &mut random));
        }
    }
    games.into_iter().flatten()
}
