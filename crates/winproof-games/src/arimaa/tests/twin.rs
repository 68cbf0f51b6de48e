//! The rules implemented literally, square by square and step by step: pushes and pulls are two steps each,
//! and the pending one is stored.

use std::collections::HashSet;

use super::*;

/// Pieces by squares, gold ones positive.
type Squares = [i8; 64];

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    squares: Squares,
    left: u8,
    /// An enemy of this strength was displaced from here, and somebody has to follow.
    push: Option<(usize, i8)>,
    /// A piece of this strength has just left this square, and may pull an enemy there.
    pull: Option<(usize, i8)>,
}

fn squares_of(board: &Board) -> Squares {
    std::array::from_fn(|square| match board.piece(square as u32) {
        None => 0,
        Some((Player::First, kind)) => kind as i8,
        Some((Player::Second, kind)) => -(kind as i8),
    })
}

fn neighbours(square: usize) -> impl Iterator<Item = usize> {
    let (row, file) = (square as i32 / 8, square as i32 % 8);
    [(1, 0), (0, 1), (-1, 0), (0, -1)]
        .map(|(up, right)| (row + up, file + right))
        .into_iter()
        .filter(|(row, file)| (0..8).contains(row) && (0..8).contains(file))
        .map(|(row, file)| (8 * row + file) as usize)
}

fn supported(squares: &Squares, square: usize) -> bool {
    neighbours(square).any(|other| squares[other].signum() == squares[square].signum())
}

fn frozen(squares: &Squares, square: usize) -> bool {
    let piece = squares[square];
    let menaced = neighbours(square)
        .any(|other| squares[other] * piece < 0 && squares[other].abs() > piece.abs());
    menaced && !supported(squares, square)
}

fn step(squares: &Squares, from: usize, to: usize) -> Squares {
    let mut after = *squares;
    after[to] = after[from];
    after[from] = 0;
    for trap in [18, 21, 42, 45] {
        if after[trap] != 0 && !supported(&after, trap) {
            after[trap] = 0;
        }
    }
    after
}

/// What one step leads to, for Gold (1) or Silver (-1).
fn successors(state: &State, colour: i8) -> Vec<State> {
    let mut next = Vec::new();
    let squares = &state.squares;
    for from in (0..64).filter(|&square| squares[square] != 0) {
        let piece = squares[from];
        let own = piece.signum() == colour;
        for to in neighbours(from).filter(|&to| squares[to] == 0) {
            let after = State {
                squares: step(squares, from, to),
                left: state.left - 1,
                push: None,
                pull: None,
            };
            if own {
                let back = to as i32 - from as i32 == -8 * i32::from(colour);
                if frozen(squares, from) || piece.abs() == 1 && back {
                    continue;
                }
                match state.push {
                    None => next.push(State { pull: Some((from, piece.abs())), ..after }),
                    Some((square, strength)) if to == square && piece.abs() > strength => {
                        next.push(after);
                    }
                    Some(_) => {}
                }
                continue;
            }
            if state.push.is_some() {
                continue;
            }
            if state.pull.is_some_and(|(square, strength)| to == square && strength > piece.abs()) {
                next.push(after.clone());
            }
            let pushed = neighbours(from).any(|other| {
                squares[other].signum() == colour
                    && squares[other].abs() > piece.abs()
                    && !frozen(squares, other)
            });
            if pushed && state.left >= 2 {
                next.push(State { push: Some((from, piece.abs())), ..after });
            }
        }
    }
    next
}

/// All boards that one whole turn can lead to.
pub(super) fn boards_after_a_turn(turn: &Turn) -> HashSet<Squares> {
    let colour = if turn.to_move == Player::First { 1 } else { -1 };
    let root = State { squares: squares_of(&turn.board), left: turn.left, push: None, pull: None };
    let mut seen = HashSet::from([root.clone()]);
    let mut open = vec![root.clone()];
    let mut ends = HashSet::new();
    while let Some(state) = open.pop() {
        if state.push.is_none() && state.squares != root.squares {
            ends.insert(state.squares);
        }
        if state.left > 0 {
            for after in successors(&state, colour) {
                if seen.insert(after.clone()) {
                    open.push(after);
                }
            }
        }
    }
    ends
}

/// The same as [`super::boards_after_a_turn`], to be compared.
pub(super) fn converted(boards: &HashSet<Board>) -> HashSet<Squares> {
    boards.iter().map(squares_of).collect()
}
