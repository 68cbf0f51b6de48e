//! Solution trees: the claimant's moves down to the ends of the game, against everything that the opponent can do.
//!
//! Near the end of a game a record for each position would take more room than the moves, and minimax would have to
//! find again what the search knew.

use thiserror::Error;
use winproof_rules::{Game, Move, Question};

use crate::Form;
use crate::coding::{put_number, take_number};
use crate::minimax::MINIMAX_LIMIT;

/// The most positions that the solution tree of a record has, and the most moves that it lists: it may take no more of
/// a checker than [`Minimax`](crate::Claim::Minimax).
pub const SOLUTION_LIMIT: u32 = MINIMAX_LIMIT;

/// The most bytes that the moves of a record take.
pub(crate) const MOST_BYTES: usize = 5 * SOLUTION_LIMIT as usize;

/// Appends moves in the format of certificates.
pub fn write_solution(moves: &[Move], bytes: &mut Vec<u8>) {
    moves.iter().for_each(|mv| put_number(bytes, mv.0.into()));
}

/// Returns the moves that [`write_solution`] wrote, up to the first bytes that are not moves.
pub fn read_solution(mut bytes: &[u8]) -> impl Iterator<Item = Move> {
    std::iter::from_fn(
        move || if bytes.is_empty() { None } else { take_number(&mut bytes).map(Move) },
    )
}

/// Returns whether the bytes are moves, as [`write_solution`] writes them, and not too many.
pub(crate) fn is_solution(mut bytes: &[u8]) -> bool {
    let mut count = 0;
    while !bytes.is_empty() {
        count += 1;
        if count > SOLUTION_LIMIT || take_number(&mut bytes).is_none() {
            return false;
        }
    }
    true
}

/// Why moves are not those of a solution tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoSolution {
    /// The list ends before the tree does.
    #[error("there are too few")]
    TooShort,
    /// The tree ends before the list does, or the bytes are not moves.
    #[error("there are too many")]
    TooLong,
    /// A move is not legal where it is to be played.
    #[error("move {} is not legal where it is to be played", .0.0)]
    Illegal(
        /// The move.
        Move,
    ),
    /// A line ends otherwise than the verdict says.
    #[error("a line does not end as the verdict says")]
    WrongEnd,
    /// The opponent has no move in a position in which the game is not over.
    #[error("a position has no moves, and the game is not over there")]
    NoMoves,
    /// There are more positions than allowed.
    #[error("the tree has more than {SOLUTION_LIMIT} positions")]
    TooLarge,
}

/// A position of which the opponent's moves `moves[next..end]` of the common list are still to be visited.
struct Frame<P> {
    position: P,
    next: usize,
    end: usize,
}

/// Walks through the solution tree whose moves for the claimant the bytes list. Returns how many positions it has, the
/// first one included.
pub fn walk_solution<G: Game>(
    game: &G,
    question: Question,
    form: Form,
    position: &G::Position,
    mut list: &[u8],
) -> Result<u32, NoSolution> {
    let claimant = form.claimant(question);
    let mut visited = 0;
    let mut stack: Vec<Frame<G::Position>> = Vec::new();
    let (mut moves, mut scratch) = (Vec::new(), Vec::new());
    let mut entered = position.clone();
    loop {
        if visited == SOLUTION_LIMIT {
            return Err(NoSolution::TooLarge);
        }
        visited += 1;
        match question.settled(game, &entered) {
            Some(met) if met == (form == Form::Strategy) => {}
            Some(_) => return Err(NoSolution::WrongEnd),
            None if game.to_move(&entered) == claimant => {
                if list.is_empty() {
                    return Err(NoSolution::TooShort);
                }
                let mv = Move(take_number(&mut list).ok_or(NoSolution::TooLong)?);
                if !game.is_legal(&entered, mv, &mut scratch) {
                    return Err(NoSolution::Illegal(mv));
                }
                entered = game.play(&entered, mv);
                continue;
            }
            None => {
                let next = moves.len();
                game.moves(&entered, &mut moves);
                if moves.len() == next {
                    return Err(NoSolution::NoMoves);
                }
                stack.push(Frame { position: entered, next, end: moves.len() });
            }
        }
        while let Some(frame) = stack.last()
            && frame.next == frame.end
        {
            stack.pop();
            moves.truncate(stack.last().map_or(0, |parent| parent.end));
        }
        let Some(frame) = stack.last_mut() else {
            return if list.is_empty() { Ok(visited) } else { Err(NoSolution::TooLong) };
        };
        entered = game.play(&frame.position, moves[frame.next]);
        frame.next += 1;
    }
}
