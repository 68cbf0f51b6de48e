//! Positions that no play leads to: text with mistakes, or damaged bytes.

use winproof_rules::Notation;

use super::{check_garbage, check_play, encoded};
use crate::splitmix::splitmix;

/// Positions that are changed, and how often each is.
const POSITIONS: usize = 200;
const MUTANTS: u64 = 20;

/// How far is played from a position that was changed.
const MOVES: u64 = 12;

/// Changes bytes and texts of some of the positions, a little or a lot. What is still read as a position
/// fulfils the contracts of every position, and so do the positions played from it.
pub(super) fn check_mutants<G: Notation>(game: &G, positions: &[G::Position]) {
    let step = positions.len().div_ceil(POSITIONS);
    for (number, position) in (0..).zip(positions.iter().step_by(step)) {
        let (text, bytes) = (game.format(position), encoded(game, position));
        for mutant in 0..MUTANTS {
            let mut random = Random { seed: splitmix(number, mutant), drawn: 0 };
            if let Ok(read) = game.parse(&edited(&text, &mut random)) {
                check_play(game, &read, MOVES, random.seed);
            }
            let damaged = damaged(&bytes, &mut random);
            check_garbage(game, &damaged);
            if let Some(read) = game.decode(&damaged) {
                check_play(game, &read, MOVES, random.seed);
            }
        }
    }
}

/// A sequence of numbers that is the same on every machine.
struct Random {
    seed: u64,
    drawn: u64,
}

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.drawn += 1;
        (splitmix(self.seed, self.drawn) % bound as u64) as usize
    }
}

/// The text with some of its letters changed for others of it, exchanged or left out: most of what is left is
/// close enough to the notation to be read.
fn edited(text: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..1 << random.below(6) {
        if letters.is_empty() {
            break;
        }
        let (at, other) = (random.below(letters.len()), random.below(letters.len()));
        match random.below(8) {
            0 => drop(letters.remove(at)),
            1 => letters.insert(at, letters[other]),
            2 | 3 => letters.swap(at, other),
            _ => letters[at] = letters[other],
        }
    }
    letters.into_iter().collect()
}

/// The bytes with some of them changed for others of them, or in one bit.
fn damaged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 << random.below(6) {
        let (at, other) = (random.below(bytes.len()), random.below(bytes.len()));
        match random.below(3) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = 0,
            _ => bytes[at] = bytes[other],
        }
    }
    bytes
}
