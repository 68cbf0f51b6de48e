//! The games that are learned from.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use winproof_games::othello::weights::{FIRST_STAGE, STAGES};
use winproof_games::othello::wthor::{self, Broken, Transcript};
use winproof_games::{Othello, OthelloBoard};
use winproof_rules::Game;

use crate::Failure;

/// The share of games that nothing is learned from.
const HELD_OUT: f64 = 0.05;

/// The games, and how many were left out and why.
#[derive(Debug, Default)]
pub struct Corpus {
    /// Games to learn from.
    pub training: Vec<Transcript>,
    /// Games to measure what was learned.
    pub held_out: Vec<Transcript>,
    /// Files that were read.
    pub files: usize,
    /// Games in them.
    pub games: usize,
    /// Games that another one repeats move by move.
    pub repeated: usize,
    /// Games with a move that is not legal.
    pub illegal: usize,
    /// Games that were not played to their end.
    pub unfinished: usize,
    /// A number that changes with the games and the split.
    pub digest: u64,
}

impl Corpus {
    /// Reads all `.wtb` files of a folder and splits the games by chance.
    pub fn read(folder: &Path, seed: u64) -> Result<Corpus, Failure> {
        let mut all = Vec::new();
        let paths = files(folder)?;
        for path in &paths {
            let bytes = fs::read(path).map_err(Failure::file(path))?;
            let games = wthor::read(&bytes)
                .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
            all.extend(games);
        }
        let corpus = Corpus { files: paths.len(), ..Corpus::split(all, seed) };
        if corpus.training.is_empty() {
            let place = folder.display();
            return Err(Failure::Input(format!("{place}: expected games that can be played")));
        }
        Ok(corpus)
    }

    /// Sorts games out and splits the rest by chance.
    pub fn split(all: Vec<Transcript>, seed: u64) -> Corpus {
        let mut corpus = Corpus { games: all.len(), digest: seed, ..Corpus::default() };
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut known = HashSet::new();
        let game = Othello::default();
        for transcript in all {
            match transcript.positions(&game) {
                Err(Broken::Illegal(_)) => corpus.illegal += 1,
                Err(Broken::Unfinished) => corpus.unfinished += 1,
                Ok(_) if !known.insert(transcript.clone()) => corpus.repeated += 1,
                Ok(_) => {
                    corpus.digest = digest(corpus.digest, &transcript);
                    let held_out = rng.random_bool(HELD_OUT);
                    let part = if held_out { &mut corpus.held_out } else { &mut corpus.training };
                    part.push(transcript);
                }
            }
        }
        corpus
    }
}

/// One step of FNV-1a over the moves: enough to notice that the games have changed.
fn digest(before: u64, transcript: &Transcript) -> u64 {
    let bytes = transcript.squares().iter().chain(&[255]);
    bytes.fold(before, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut paths = Vec::new();
    let entries = fs::read_dir(folder)
        .map_err(|error| Failure::Input(format!("cannot read {}: {error}", folder.display())))?;
    for entry in entries {
        let path = entry.map_err(Failure::file(folder))?.path();
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wtb")) {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        let place = folder.display();
        return Err(Failure::Input(format!("{place}: expected games in files named *.wtb")));
    }
    paths.sort();
    Ok(paths)
}

/// Positions with the same number of discs, and how their games ended for the player to move.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    /// Discs of the player to move and of the other one.
    pub boards: Vec<(u64, u64)>,
    /// The difference in discs at the end.
    pub results: Vec<i8>,
}

/// The positions of games, by stage.
pub fn by_stage(games: &[Transcript]) -> Vec<Positions> {
    let mut stages = vec![Positions::default(); STAGES];
    let game = Othello::default();
    for transcript in games {
        let positions = transcript.positions(&game).expect("broken games were sorted out");
        let last = positions.last().expect("there is the start");
        let outcome = game.outcome(last).expect("unfinished games were sorted out");
        for board in &positions {
            let mover = game.to_move(board);
            let (own, enemy) = sides(&game, board);
            let discs = (own | enemy).count_ones() as usize;
            if discs >= FIRST_STAGE {
                let stage = &mut stages[discs - FIRST_STAGE];
                stage.boards.push((own, enemy));
                stage.results.push(outcome.worth_to(mover) as i8);
            }
        }
    }
    stages
}

/// The discs of the player to move and of the other one.
pub fn sides(game: &Othello, board: &OthelloBoard) -> (u64, u64) {
    let mover = game.to_move(board);
    (board.discs(mover), board.discs(mover.opponent()))
}
