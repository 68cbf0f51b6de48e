//! The positions: the paper's come from a tournament of programs; ours come from the games that were held out
//! of the training.

use std::collections::HashSet;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use winproof_games::Othello;
use winproof_games::othello::weights::FIRST_STAGE;
use winproof_games::othello::wthor::Transcript;
use winproof_rules::{Game, Notation};

use super::DISCS;
use crate::othello_training::corpus::{Corpus, by_stage, sides};
use crate::problems::random_othello_games;
use crate::report::Report;
use crate::{Experiment, Failure, Lab, Size};

/// The entry in the list of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    name: "othello-sets",
    summary: "take the positions of nagai-imai-1999 from games held out of the training (--games DIR)",
    source: "in place of the games of Nagai & Imai 1999",
    run,
};

/// Positions for each number of discs.
const WANTED: usize = 100;

fn run(lab: &mut Lab) -> Result<String, Failure> {
    // The split has to be that of the training: so has the seed.
    let corpus = match lab.games() {
        Some(folder) => Corpus::read(folder, lab.seed())?,
        None if lab.size() == Size::Test => Corpus::split(random_othello_games(200, 7), 1),
        None => {
            return Err(Failure::Input(
                "othello-sets needs --games DIR, a folder of Othello games (see \
                 experiments/nagai-imai-1999/README.md)"
                    .to_string(),
            ));
        }
    };
    let learned = by_stage(&corpus.training);
    let mut order: Vec<&Transcript> = corpus.held_out.iter().collect();
    order.shuffle(&mut ChaCha8Rng::seed_from_u64(lab.seed()));
    let game = Othello::default();
    let mut file = "# position\tdiscs\n".to_string();
    let mut found = 0;
    for discs in DISCS {
        let known: HashSet<(u64, u64)> =
            learned[discs as usize - FIRST_STAGE].boards.iter().copied().collect();
        let position = |transcript: &&Transcript| {
            transcript.positions(&game).ok()?.into_iter().find(|board| {
                let (own, enemy) = sides(&game, board);
                let wanted = (own | enemy).count_ones() == discs && game.outcome(board).is_none();
                wanted && !known.contains(&(own, enemy))
            })
        };
        for board in order.iter().filter_map(position).take(WANTED) {
            file += &format!("{}\t{discs}\n", game.format(&board));
            found += 1;
        }
    }
    let mut report = Report::new(lab);
    report.file("held-out.tsv", &file)?;
    report.say(&format!(
        "# Positions of games held out of the training\n\n{found} positions with {} to {} discs, of {} games. \
         None of them occurs in the {} games that were learned from.",
        DISCS.start(),
        DISCS.end(),
        corpus.held_out.len(),
        corpus.training.len(),
    ));
    report.finish()
}
