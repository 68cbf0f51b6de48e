//! The players' script of the paper: candidates are generated, winnowed and selected.

use std::cmp::Reverse;
use std::time::Instant;

use winproof_rules::{Game, Move, Notation, Player, Question};

use super::asker::Asker;
use super::investigation::{Bound, Investigation};
use super::known::Known;
use super::report::Candidate;
use super::{Broken, Work, kinds_of_turn, turn_names};
use crate::position::names_of;

/// A candidate before anything is known about it.
struct Generated<P> {
    moves: Vec<Move>,
    after: P,
    rank: Option<usize>,
    played: bool,
    ours: bool,
}

/// A candidate that was looked at.
struct Winnowed {
    candidate: Candidate,
    ours: bool,
    /// What is known, seen by the player.
    known: Known,
}

/// Orders legal moves as they come to mind: by the game's ordering, else by its estimates. Where the game has neither,
/// the order is that of the rules.
fn ordered<G: Game>(game: &G, position: &G::Position, question: Question) -> Vec<Move> {
    let mut moves = game.legal_moves(position);
    if let Some(ordering) = game.ordering() {
        moves.sort_by_key(|&mv| Reverse(ordering.score(position, mv)));
    } else if let Some(guidance) = game.guidance() {
        let question = question.normal_form(game).question;
        let attacks = game.to_move(position) == question.attacker;
        moves.sort_by_key(|&mv| {
            let (proof, disproof) = guidance.estimate(&game.play(position, mv), question);
            // A player likes what is near to the own aim and far from the opponent's.
            match attacks {
                true => (proof, Reverse(disproof)),
                false => (disproof, Reverse(proof)),
            }
        });
    }
    moves
}

impl<G: Notation> Work<'_, '_, '_, G> {
    /// Goes through the candidates of the turn after a position whose value is known at least in part.
    pub(super) fn go_through_candidates(&mut self, number: usize) -> Result<(), Broken> {
        let player = self.played.turns[number].player;
        let Some(found) = &self.found[number] else { return Ok(()) };
        // The player keeps what is certain to be there.
        let target = match player {
            Player::First => Some(found.known.least),
            Player::Second => self.asker.above(found.known.greatest),
        };
        let Some(target) = target.filter(|&target| target > self.asker.values[0]) else {
            return Ok(());
        };
        let best_turn = found.best_turn.clone();
        let generated = self.generate(number, Asker::<G>::question(target), best_turn);
        let mut winnowed = Vec::new();
        let started = Instant::now();
        let left = generated.len();
        for (index, candidate) in generated.into_iter().enumerate() {
            let time = self.time().map(|time| time.saturating_sub(started.elapsed()));
            let nodes = self.asker.session.options.nodes;
            self.asker.set_share(time.map(|time| time / (left - index) as u32), nodes);
            winnowed.push(self.winnow(number, index + 1, candidate, target)?);
        }
        self.select(number, winnowed);
        Ok(())
    }

    /// Generates candidates: what was played, what keeps the value, and moves that come to mind.
    fn generate(
        &self,
        number: usize,
        question: Question,
        best_turn: Option<Vec<Move>>,
    ) -> Vec<Generated<G::Position>> {
        let game = self.asker.session.game;
        let position = self.played.position(number);
        let view = self.asker.view(position, question).unwrap_or_else(|| position.clone());
        let moves = ordered(game, &view, question);
        let turn = &self.played.turns[number];
        let place = |turn: &[Move]| moves.iter().position(|mv| turn == [*mv]);
        let generated = |moves: &[Move], played, ours| {
            let end = moves.iter().fold(view.clone(), |at, &mv| game.play(&at, mv));
            let rank = place(moves).map(|place| place + 1);
            Generated { moves: moves.to_vec(), after: end, rank, played, ours }
        };
        let mut all = vec![generated(&turn.moves, true, false)];
        if let Some(best) = best_turn {
            let ours = generated(&best, false, true);
            match ours.after == all[0].after {
                true => all[0].ours = true,
                false => all.push(ours),
            }
        }
        // Where a turn takes several moves, one of them is not a candidate.
        let ends_turn =
            |end: &G::Position| game.ends_ply(&view, end) || game.outcome(end).is_some();
        for &mv in &moves {
            if all.len() >= self.plan.candidates {
                break;
            }
            let other = generated(&[mv], false, false);
            if ends_turn(&other.after) && all.iter().all(|one| one.after != other.after) {
                all.push(other);
            }
        }
        all
    }

    /// Winnows a candidate: does it keep the value, and if not, how is it refuted?
    fn winnow(
        &mut self,
        number: usize,
        index: usize,
        generated: Generated<G::Position>,
        target: i32,
    ) -> Result<Winnowed, Broken> {
        let Generated { moves, after, rank, played, ours } = generated;
        let game = self.asker.session.game;
        let player = self.played.turns[number].player;
        let mut found = Investigation::new(self.asker.anything());
        let reached = match game.outcome(&after).filter(|_| !self.report.by_attack) {
            Some(outcome) => {
                found.known = Known::exactly(outcome.worth_to(Player::First));
                Some(found.known.least >= target)
            }
            None => found.ask(&mut self.asker, &after, target)?,
        };
        let holds = reached.map(|reached| reached == (player == Player::First));
        if self.report.positions[number].value.is_some() && found.known.value().is_none() {
            let guess = self.found[number].as_ref().map(|found| found.known);
            found.find_value(&mut self.asker, &after, guess)?;
        }
        let position = self.played.position(number);
        let reply = match found.bound_of(player) {
            Bound { line: None, .. } => found.bound_of(player.opponent()),
            bound => bound,
        };
        let candidate = Candidate {
            mv: game.format_turn(position, &moves).unwrap_or_default(),
            moves: turn_names(game, position, &moves),
            kinds: kinds_of_turn(game, position, &moves),
            played,
            selected: false,
            rank,
            holds,
            least: found.known.least,
            greatest: found.known.greatest,
            line: reply.line.as_ref().map(|line| names_of(game, &after, &line.moves)),
            line_end: reply.line.as_ref().map(|line| line.end.into()),
            certified: found.is_certified(),
            certificates: Vec::new(),
        };
        let known = found.known.seen_by(player);
        let certificates = self.keep(number, Some(index), found)?;
        Ok(Winnowed { candidate: Candidate { certificates, ..candidate }, ours, known })
    }

    /// Selects a candidate: one that keeps the value, and most of it; of equals the one that the search found.
    fn select(&mut self, number: usize, mut winnowed: Vec<Winnowed>) {
        winnowed.sort_by_key(|Winnowed { candidate, ours, known }| {
            let holds = match candidate.holds {
                Some(true) => 0,
                None => 1,
                Some(false) => 2,
            };
            let order = (Reverse(known.least), Reverse(known.greatest));
            (holds, order, !ours, candidate.rank.unwrap_or(usize::MAX))
        });
        let mut candidates: Vec<_> = winnowed.into_iter().map(|it| it.candidate).collect();
        let turn = &mut self.report.turns[number];
        if let Some(first) = candidates.first_mut().filter(|first| first.holds == Some(true)) {
            first.selected = true;
            if turn.judgement.is_mistake() {
                turn.better = Some(first.mv.clone());
                let line = first.line.iter().flatten();
                turn.better_line = Some(first.moves.iter().chain(line).cloned().collect());
            }
        }
        turn.candidates = candidates;
    }
}
