//! The principal line of a certificate: what both sides play if each does its best.

use std::cmp::Reverse;
use std::collections::HashSet;

use winproof_check::{Certificate, Claim, Form, settle};
use winproof_game::{Game, Move, Question};

/// A line is not followed further than this; closed sets can go on for ever.
const LONGEST: usize = 60;

/// Reads the principal line from a certificate of `root`: the recorded moves of the side whose case is
/// made, and the longest resistance against a strategy.
pub fn principal_line<G: Game>(
    game: &G,
    root: &G::Position,
    certificate: &Certificate,
) -> Vec<Move> {
    let (question, form) = certificate.header.obligation(game);
    let mut walk = Walk { game, certificate, question, form, bytes: Vec::new(), minimax: None };
    let mut line = Vec::new();
    let mut position = root.clone();
    let mut visited = HashSet::new();
    let mut moves = Vec::new();
    while line.len() < LONGEST
        && game.outcome(&position).is_none()
        && visited.insert(position.clone())
    {
        // Where another position vouches for this one, the line goes on with what is said there.
        let argued = certificate.records.argued(game, &position);
        let Some(mv) = argued.and_then(|argued| walk.choose(&argued)) else { break };
        moves.clear();
        game.moves(&position, &mut moves);
        if !moves.contains(&mv) {
            break;
        }
        line.push(mv);
        position = game.play(&position, mv);
    }
    line
}

struct Walk<'a, G> {
    game: &'a G,
    certificate: &'a Certificate,
    question: Question,
    form: Form,
    bytes: Vec<u8>,
    /// Where a record leaves the rest to minimax: how many positions suffice for it.
    minimax: Option<u32>,
}

impl<G: Game> Walk<'_, G> {
    fn choose(&mut self, position: &G::Position) -> Option<Move> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        self.bytes.clear();
        self.game.encode(position, &mut self.bytes);
        let record = self.certificate.records.find(&self.bytes);
        match (record.map(|record| record.claim), self.minimax) {
            (Some(Claim::Move(mv)), _) => Some(mv),
            (Some(Claim::All), _) if self.form == Form::ClosedSet => moves.first().copied(),
            (Some(Claim::All), _) => self.longest_resistance(position, &moves),
            (Some(Claim::Minimax(limit)), _) | (None, Some(limit)) => {
                self.minimax = Some(limit);
                self.keeps_the_verdict(position, &moves, limit)
            }
            (Some(Claim::Dominated) | None, _) => None,
        }
    }

    /// The move to the greatest rank; ends come last.
    fn longest_resistance(&mut self, position: &G::Position, moves: &[Move]) -> Option<Move> {
        let mut best: Option<(Option<u64>, Move)> = None;
        for &mv in moves {
            let successor = self.game.play(position, mv);
            self.bytes.clear();
            self.game.encode(&successor, &mut self.bytes);
            let rank = self.certificate.records.find(&self.bytes).map(|record| record.rank);
            if best.is_none_or(|(greatest, _)| rank > greatest) {
                best = Some((rank, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    /// A move after which minimax still comes to the verdict: for the side whose case is made the one with
    /// the least left to be looked at, an end first of all, for the other side the one with the most.
    fn keeps_the_verdict(
        &self,
        position: &G::Position,
        moves: &[Move],
        limit: u32,
    ) -> Option<Move> {
        let met = self.form == Form::Strategy;
        let attacker_moves = self.game.to_move(position) == self.question.attacker;
        let left = moves.iter().filter_map(|&mv| {
            let successor = self.game.play(position, mv);
            let settled = settle(self.game, self.question, &successor, limit)?;
            (settled.met == met).then_some((settled.visited, mv))
        });
        let (_, mv) = match attacker_moves == met {
            true => left.min_by_key(|&(visited, _)| visited),
            // Of equals the first, here as there.
            false => left.min_by_key(|&(visited, _)| Reverse(visited)),
        }?;
        Some(mv)
    }
}
