//! The principal line of a certificate: what both sides play if each does its best.

use std::collections::HashSet;

use winproof_certificate::Certificate;
use winproof_rules::{Encoding, Move};

use crate::replay::Replay;

/// A line is not followed further than this; closed sets can go on for ever.
const LONGEST: usize = 60;

/// Reads the principal line from a certificate of `root`: the recorded moves of the side whose case is
/// made, and the longest resistance against a strategy.
pub fn principal_line<G: Encoding>(
    game: &G,
    root: &G::Position,
    certificate: &Certificate,
) -> Vec<Move> {
    let argument = Replay::new(game, certificate);
    let mut line = Vec::new();
    let mut visited = HashSet::new();
    let mut place = argument.begin(root);
    while let Some(here) = place
        && line.len() < LONGEST
        && game.outcome(&here.position).is_none()
        && visited.insert(here.position.clone())
        && let Some(mv) = argument.chosen(&here).or_else(|| argument.longest(&here))
    {
        line.push(mv);
        place = argument.follow(&here, mv);
    }
    line
}
