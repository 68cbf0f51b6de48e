//! One test suite for all games: what the searches and the checker require of a game.
//!
//! A test of a new game calls [`check_game`] with a few positions; everything reachable from them, up
//! to a few thousand positions, is then checked against the contracts of [`Game`] and [`Notation`]. Like all
//! test helpers, these functions panic where a contract is broken, and say which.
//!
//! ```
//! use winproof_rules::Notation;
//! use winproof_games::{Nim, conformance};
//!
//! let root = Nim.parse("3,4,5").unwrap();
//! conformance::check_game(&Nim, &[root]);
//! // Twelve first moves.
//! assert_eq!(conformance::perft(&Nim, &root, 1), 12);
//! ```

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use winproof_rules::{Encoding, Game, Key, Move, Notation, Player};

use crate::splitmix::splitmix;

mod mutants;
mod oracle;
mod whole;

use mutants::check_mutants;
pub use oracle::check_leaf_oracle;
pub use whole::{WholeGame, test_questions};

/// The number of positions that are checked: enough to meet transpositions and ends, and quick for every
/// game.
const MOST_POSITIONS: usize = 3_000;

/// Checks every contract for all positions that are reachable from `roots`.
pub fn check_game<G: Notation>(game: &G, roots: &[G::Position]) {
    let explored = explore(game, roots);
    check_identity(game, &explored);
    if !G::CYCLIC {
        check_acyclic(&explored);
    }
    check_outcomes(game);
    check_mutants(game, &explored.positions);
    for position in &explored.positions {
        check_sense(game, position);
        check_moves(game, position);
        check_move_notation(game, position);
        check_position_notation(game, position);
        check_bytes(game, position);
        check_removals(game, position);
    }
    let names = [Player::First, Player::Second].map(|player| game.player_name(player));
    assert!(names[0] != names[1], "both players are called {}", names[0]);
}

/// Returns the number of positions after exactly `depth` moves, counted once for every path.
///
/// Move generators are compared by these numbers, which for many games are published.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = legal_moves(game, position);
    moves.into_iter().map(|mv| perft(game, &game.play(position, mv), depth - 1)).sum()
}

/// Plays a random game, always the same one, and writes down everything that the game returns: a text to
/// keep, so that every change of rules, notation or keys is noticed.
pub fn playthrough<G: Notation>(game: &G, start: &G::Position, most_moves: u64) -> String {
    let mut text = String::new();
    let mut position = start.clone();
    for number in 0..=most_moves {
        let moves = legal_moves(game, &position);
        write_position(game, &position, &moves, &mut text);
        if moves.is_empty() || number == most_moves {
            break;
        }
        let choice = splitmix(0, number) % moves.len() as u64;
        let mv = moves[choice as usize];
        let name = game.format_move(&position, mv);
        let player = game.player_name(game.to_move(&position));
        writeln!(text, "\n{}. {player} plays {name} ({})\n", number + 1, mv.0).expect(STRING);
        position = game.play(&position, mv);
    }
    text
}

const STRING: &str = "a string takes all that is written to it";

fn write_position<G: Notation>(
    game: &G,
    position: &G::Position,
    moves: &[Move],
    text: &mut String,
) {
    writeln!(text, "{}", without_colours(&game.draw(position))).expect(STRING);
    writeln!(text, "position: {:?}", game.format(position)).expect(STRING);
    writeln!(text, "key: {:032x}", game.key(position).0).expect(STRING);
    let bytes: String = encoded(game, position).iter().map(|byte| format!("{byte:02x}")).collect();
    writeln!(text, "bytes: {bytes}").expect(STRING);
    match game.outcome(position) {
        Some(outcome) => writeln!(text, "outcome: {}", outcome.worth_to(Player::First)),
        None => {
            let names: Vec<_> = moves.iter().map(|&mv| game.format_move(position, mv)).collect();
            writeln!(text, "moves: {}", names.join(" "))
        }
    }
    .expect(STRING);
}

/// Drops the escape sequences of colours, which end with the letter m.
fn without_colours(text: &str) -> String {
    let mut pieces = text.split('\x1b');
    let first = pieces.next().unwrap_or_default();
    let rest = pieces.map(|piece| piece.split_once('m').map_or(piece, |(_, plain)| plain));
    std::iter::once(first).chain(rest).collect()
}

/// Positions found from the roots, each once, and the moves between them.
struct Explored<P> {
    positions: Vec<P>,
    edges: Vec<(usize, usize)>,
}

fn explore<G: Encoding>(game: &G, roots: &[G::Position]) -> Explored<G::Position> {
    let mut explored = Explored { positions: Vec::new(), edges: Vec::new() };
    let mut indices = HashMap::new();
    let mut add = |position: G::Position, positions: &mut Vec<G::Position>| {
        *indices.entry(position).or_insert_with_key(|position| {
            positions.push(position.clone());
            positions.len() - 1
        })
    };
    for root in roots {
        add(root.clone(), &mut explored.positions);
    }
    let mut next = 0;
    while next < explored.positions.len() && explored.positions.len() < MOST_POSITIONS {
        let position = explored.positions[next].clone();
        for mv in legal_moves(game, &position) {
            let child = game.play(&position, mv);
            let again = game.play(&position, mv);
            assert_eq!(child, again, "the same move leads to different positions");
            assert_eq!(game.key(&child), game.key(&again), "{child:?} has two keys");
            let index = add(child, &mut explored.positions);
            // Reached again, perhaps on another path: incremental values must be the same.
            let known = &explored.positions[index];
            assert_eq!(game.key(&again), game.key(known), "{known:?} has two keys");
            assert_eq!(encoded(game, &again), encoded(game, known), "{known:?} has two encodings");
            explored.edges.push((next, index));
        }
        assert_eq!(position, explored.positions[next], "playing a move changed its position");
        next += 1;
    }
    explored
}

/// Different positions have different keys and bytes.
fn check_identity<G: Encoding>(game: &G, explored: &Explored<G::Position>) {
    let positions = &explored.positions;
    let keys: HashSet<Key> = positions.iter().map(|position| game.key(position)).collect();
    assert_eq!(keys.len(), positions.len(), "different positions have the same key");
    let bytes: HashSet<_> = positions.iter().map(|position| encoded(game, position)).collect();
    assert_eq!(bytes.len(), positions.len(), "different positions have the same bytes");
}

/// Removes positions that no move leads to until none is left.
fn check_acyclic<P: std::fmt::Debug>(explored: &Explored<P>) {
    let mut successors = vec![Vec::new(); explored.positions.len()];
    let mut incoming = vec![0; explored.positions.len()];
    for &(from, to) in &explored.edges {
        successors[from].push(to);
        incoming[to] += 1;
    }
    let mut free: Vec<_> = (0..incoming.len()).filter(|&index| incoming[index] == 0).collect();
    while let Some(index) = free.pop() {
        for &to in &successors[index] {
            incoming[to] -= 1;
            if incoming[to] == 0 {
                free.push(to);
            }
        }
    }
    let circle = incoming.iter().position(|&count| count > 0);
    if let Some(index) = circle {
        panic!("CYCLIC is false, but {:?} comes after itself", explored.positions[index]);
    }
}

fn check_outcomes<G: Game>(game: &G) {
    let outcomes = game.outcomes();
    assert!(outcomes.is_sorted_by(|a, b| a < b), "outcomes() is not in order: {outcomes:?}");
    if G::CYCLIC {
        assert!(outcomes.contains(&game.endless()), "outcomes() lacks the one of endless play");
    }
}

/// Moves are appended, the same each time and as many as counted, and lead to different positions.
fn check_moves<G: Game>(game: &G, position: &G::Position) {
    if game.outcome(position).is_some() {
        return;
    }
    let moves = legal_moves(game, position);
    let mut appended = vec![Move(u32::MAX)];
    game.moves(position, &mut appended);
    assert_eq!(appended[0], Move(u32::MAX), "moves() drops what was there before");
    assert_eq!(appended[1..], moves, "{position:?} has other moves when asked again");
    let count = game.move_count(position, &mut appended);
    assert_eq!(count, moves.len(), "{position:?} has another number of moves when only counted");
    let successors: HashSet<_> = moves.iter().map(|&mv| game.play(position, mv)).collect();
    assert_eq!(successors.len(), moves.len(), "{position:?} has moves of the same effect");
    check_legality(game, position, &moves);
    if let Some(ordering) = game.ordering() {
        for &mv in &moves {
            let score = ordering.score(position, mv);
            assert_eq!(score, ordering.score(position, mv), "{position:?} has wavering scores");
        }
    }
}

/// Exactly the legal moves are reported as legal, whatever the code. Codes close to those of moves are the
/// most likely to be confused with one; not all of them are tried, because most games list their moves for
/// each.
fn check_legality<G: Game>(game: &G, position: &G::Position, moves: &[Move]) {
    let chosen = moves[game.key(position).0 as usize % moves.len()];
    let altered = (0..32).map(|bit| Move(chosen.0 ^ 1 << bit));
    let mut scratch = Vec::new();
    for mv in [chosen, Move(0), Move(u32::MAX)].into_iter().chain(altered) {
        let legal = game.is_legal(position, mv, &mut scratch);
        assert_eq!(legal, moves.contains(&mv), "{position:?} takes {mv:?} for what it is not");
    }
}

/// Every move is read back from its name, and nothing else is read as a move.
fn check_move_notation<G: Notation>(game: &G, position: &G::Position) {
    let mut names = HashSet::new();
    for mv in legal_moves(game, position) {
        let name = game.format_move(position, mv);
        assert!(!name.is_empty() && !name.contains(char::is_whitespace), "{name:?} has blanks");
        assert_eq!(game.parse_move(position, &name), Ok(mv), "{name} is read as another move");
        names.insert(name);
    }
    assert_eq!(names.len(), legal_moves(game, position).len(), "moves have the same name");
    for garbage in ["", " ", "no such move", "\u{0}", "-1", "99999999999999999999"] {
        assert!(game.parse_move(position, garbage).is_err(), "{garbage:?} is read as a move");
    }
}

fn check_position_notation<G: Notation>(game: &G, position: &G::Position) {
    let text = game.format(position);
    let again = game.parse(&text).unwrap_or_else(|error| panic!("{text:?} is not read: {error}"));
    assert_eq!(again, *position, "{text:?} is read as another position");
    assert_eq!(game.key(&again), game.key(position), "{text:?} has another key when read");
    assert!(!game.draw(position).is_empty(), "{text:?} is drawn as nothing");
}

/// What is left after a removal is another position with the same player to move, and every piece has its name.
fn check_removals<G: Notation>(game: &G, position: &G::Position) {
    let removals = game.removals(position);
    for (piece, left) in &removals {
        assert_ne!(left, position, "without {piece} nothing is missing");
        let movers = [left, position].map(|position| game.to_move(position));
        assert_eq!(movers[0], movers[1], "without {piece} the other player moves");
        check_position_notation(game, left);
        check_sense(game, left);
    }
    let names: HashSet<&String> = removals.iter().map(|(piece, _)| piece).collect();
    assert_eq!(names.len(), removals.len(), "pieces have the same name");
}

/// Bytes are read back; changed bytes are refused or are the encoding of another position.
fn check_bytes<G: Encoding>(game: &G, position: &G::Position) {
    let bytes = encoded(game, position);
    let again = game.decode(&bytes).unwrap_or_else(|| panic!("{position:?} is not decoded"));
    assert_eq!(again, *position, "{position:?} is decoded as another position");
    assert_eq!(game.key(&again), game.key(position), "{position:?} has another key when decoded");

    let longer = [bytes.as_slice(), &[0]].concat();
    let shorter = bytes.split_last().map(|(_, shorter)| shorter.to_vec());
    let altered = (0..bytes.len()).flat_map(|index| {
        [0x01, 0x80, 0xff].map(|flip| {
            let mut altered = bytes.clone();
            altered[index] ^= flip;
            altered
        })
    });
    for garbage in std::iter::once(longer).chain(shorter).chain(altered) {
        check_garbage(game, &garbage);
    }
}

/// Makes sure that arbitrary bytes are refused, or are the encoding of what they are decoded to, and
/// that such a position keeps the promises of [`check_sense`].
pub fn check_garbage<G: Encoding>(game: &G, garbage: &[u8]) {
    if let Some(position) = game.decode(garbage) {
        assert_eq!(encoded(game, &position), garbage, "{position:?} has two encodings");
        for mv in check_sense(game, &position) {
            game.key(&game.play(&position, mv));
        }
    }
}

/// Checks what holds for every position, also for one that no play leads to: an outcome is among those that
/// the game lists, and where there is none, there is a legal move. Returns the legal moves.
pub fn check_sense<G: Game>(game: &G, position: &G::Position) -> Vec<Move> {
    let moves = legal_moves(game, position);
    match game.outcome(position) {
        Some(outcome) => {
            let known = game.outcomes().contains(&outcome);
            assert!(known, "{position:?} ends with {outcome:?}, which outcomes() lacks");
        }
        None => assert!(!moves.is_empty(), "{position:?} is not over but has no moves"),
    }
    moves
}

/// Plays at random from a position, at most `most_moves` moves, and checks [`check_sense`] all the way.
pub fn check_play<G: Game>(game: &G, start: &G::Position, most_moves: u64, seed: u64) {
    let mut position = start.clone();
    for number in 0..most_moves {
        let moves = check_sense(game, &position);
        if moves.is_empty() {
            return;
        }
        let choice = splitmix(seed, number) % moves.len() as u64;
        position = game.play(&position, moves[choice as usize]);
    }
}

fn encoded<G: Encoding>(game: &G, position: &G::Position) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.encode(position, &mut bytes);
    bytes
}

/// The moves of a position: none if the game is over.
fn legal_moves<G: Game>(game: &G, position: &G::Position) -> Vec<Move> {
    let mut moves = Vec::new();
    if game.outcome(position).is_none() {
        game.moves(position, &mut moves);
    }
    moves
}

#[cfg(test)]
mod tests;
