//! The truth about a graph by retrograde analysis, and certificates made from it.

use std::collections::{BTreeMap, BTreeSet};

use winproof_certificate::{Certificate, Claim, Form, RecordSetBuilder};
use winproof_rules::{Game, Move, Question};

use super::graph::GraphGame;
use super::header;

/// The positions from which the attacker forces the target in finitely many moves, each with the
/// number of the round in which that was seen. Meant for questions in normal form.
pub fn proved_in_rounds(game: &GraphGame, question: Question) -> BTreeMap<u16, u64> {
    let mut proved = BTreeMap::new();
    for round in 0.. {
        let fresh: Vec<u16> = (0..game.nodes.len() as u16)
            .filter(|position| !proved.contains_key(position))
            .filter(|position| match question.settled(game, position) {
                Some(met) => met,
                None => {
                    let mut moves = game.moves_of(*position).iter();
                    if game.to_move(position) == question.attacker {
                        moves.any(|target| proved.contains_key(target))
                    } else {
                        moves.all(|target| proved.contains_key(target))
                    }
                }
            })
            .collect();
        if fresh.is_empty() {
            break;
        }
        proved.extend(fresh.into_iter().map(|position| (position, round)));
    }
    proved
}

/// Whether the verdict "proved" is true.
pub fn truth(game: &GraphGame, start: u16, question: Question) -> bool {
    let normal = question.normal_form(game);
    proved_in_rounds(game, normal.question).contains_key(&start) != normal.turned
}

/// A certificate of the truth about a position.
pub fn certify(name: &str, game: &GraphGame, start: u16, question: Question) -> Certificate {
    let header = header(name, game.endless, start, question, truth(game, start, question));
    let (question, form) = header.obligation(game);
    let proved = proved_in_rounds(game, question);
    let mut records = RecordSetBuilder::new(form);
    let mut open = vec![start];
    let mut seen = BTreeSet::from([start]);
    while let Some(position) = open.pop() {
        if game.outcome(&position).is_some() {
            continue;
        }
        let moves = game.moves_of(position);
        let attacker_moves = game.to_move(&position) == question.attacker;
        let rank = proved.get(&position).copied().unwrap_or(0);
        let fine = |target: &&u16| match form {
            Form::Strategy => proved.get(target).is_some_and(|&to| to < rank),
            Form::ClosedSet => !proved.contains_key(target),
        };
        let followed = if attacker_moves == (form == Form::Strategy) {
            let target = *moves.iter().find(fine).unwrap();
            records.push(&position.to_be_bytes(), Claim::Move(Move(target.into())), rank);
            vec![target]
        } else {
            records.push(&position.to_be_bytes(), Claim::All, rank);
            moves.to_vec()
        };
        open.extend(followed.into_iter().filter(|target| seen.insert(*target)));
    }
    Certificate { header, records: records.finish().unwrap() }
}
