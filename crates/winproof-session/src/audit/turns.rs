//! Whole turns: one move in most games, several steps in some.

use std::collections::{HashSet, VecDeque};

use winproof_rules::{Game, Move, StopSignal};

/// A turn.
pub(crate) struct Turn<P> {
    /// Its moves.
    pub moves: Vec<Move>,
    /// The position after it.
    pub end: P,
}

/// Returns the turns of the player to move, one for each position that a turn can end in; `None` if the signal says stop.
pub(crate) fn turns<G: Game>(
    game: &G,
    position: &G::Position,
    stop: &StopSignal,
) -> Option<Vec<Turn<G::Position>>> {
    let mut turns = Vec::new();
    let mut seen = HashSet::new();
    let mut open = VecDeque::from([Turn { moves: Vec::new(), end: position.clone() }]);
    while let Some(begun) = open.pop_front() {
        if stop.poll().is_some() {
            return None;
        }
        for mv in game.legal_moves(&begun.end) {
            let end = game.play(&begun.end, mv);
            if !seen.insert(end.clone()) {
                continue;
            }
            let moves = [begun.moves.as_slice(), &[mv]].concat();
            let over = game.ends_ply(&begun.end, &end) || game.outcome(&end).is_some();
            match over {
                true => turns.push(Turn { moves, end }),
                false => open.push_back(Turn { moves, end }),
            }
        }
    }
    Some(turns)
}

/// Splits a line into turns. What is left of the last one may be a part of a turn.
pub(crate) fn split<G: Game>(
    game: &G,
    position: &G::Position,
    line: &[Move],
) -> Vec<Turn<G::Position>> {
    let mut turns = Vec::new();
    let mut turn = Turn { moves: Vec::new(), end: position.clone() };
    for &mv in line {
        let after = game.play(&turn.end, mv);
        let before = std::mem::replace(&mut turn.end, after);
        turn.moves.push(mv);
        if game.ends_ply(&before, &turn.end) || game.outcome(&turn.end).is_some() {
            let next = Turn { moves: Vec::new(), end: turn.end.clone() };
            turns.push(std::mem::replace(&mut turn, next));
        }
    }
    if !turn.moves.is_empty() {
        turns.push(turn);
    }
    turns
}
