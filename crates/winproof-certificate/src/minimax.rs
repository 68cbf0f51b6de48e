//! Settles a small position by the rules alone.

use winproof_rules::{Game, Move, Question};

/// The most positions that one [`Claim::Minimax`](crate::Claim::Minimax) may take to settle.
///
/// If it is larger, a short file can keep the checker busy for longer (a million such records are 10^10
/// positions already), and the stack below can grow deeper. If it is smaller, certificates get longer,
/// because fewer subtrees fit behind one record.
pub const MINIMAX_LIMIT: u32 = 10_000;

/// The result of [`settle`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Whether the attacker can force the target.
    pub met: bool,
    /// How many positions were visited, including the first one.
    pub visited: u32,
}

struct Frame<P> {
    position: P,
    attacker_moves: bool,
    /// The moves not tried yet are `moves[next..end]` of the common list.
    next: usize,
    end: usize,
}

/// Settles a position by plain depth-first minimax, visiting at most `limit` positions (and never more
/// than [`MINIMAX_LIMIT`]); `None` if these are not enough.
///
/// Moves are tried in the order in which the game generates them, until one decides. Repeated positions are
/// visited again: a cycle uses up the limit, so a result never depends on one. The maker of certificates and
/// the checker must count in the same way, so both use this function.
pub fn settle<G: Game>(
    game: &G,
    question: Question,
    position: &G::Position,
    limit: u32,
) -> Option<Settled> {
    let limit = limit.min(MINIMAX_LIMIT);
    let mut visited = 0;
    let mut stack: Vec<Frame<G::Position>> = Vec::new();
    let mut moves: Vec<Move> = Vec::new();
    let mut entered = position.clone();
    loop {
        if visited == limit {
            return None;
        }
        visited += 1;
        if let Some(met) = question.settled(game, &entered) {
            // The result passes up every frame whose player has what they want or has no move left to try.
            while let Some(frame) = stack.last()
                && (met == frame.attacker_moves || frame.next == frame.end)
            {
                stack.pop();
                moves.truncate(stack.last().map_or(0, |parent| parent.end));
            }
            if stack.is_empty() {
                return Some(Settled { met, visited });
            }
        } else {
            let next = moves.len();
            game.moves(&entered, &mut moves);
            // A position that is not over and has no moves breaks the contract of `Game`: it is not settled
            // either way.
            if moves.len() == next {
                return None;
            }
            let attacker_moves = game.to_move(&entered) == question.attacker;
            stack.push(Frame { position: entered, attacker_moves, next, end: moves.len() });
        }
        let frame = stack.last_mut().expect("just pushed, or just seen not to be the last");
        let mv = moves[frame.next];
        frame.next += 1;
        entered = game.play(&frame.position, mv);
    }
}
