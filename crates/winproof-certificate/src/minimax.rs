//! Settling a small position by the rules alone.

use winproof_rules::{Game, Move, Question};

/// The most positions that one [`Claim::Minimax`](crate::Claim::Minimax) may take to settle.
///
/// Larger: a short file can keep the checker busy for longer (a million such records are 10^10
/// positions as it is), and the stack below can grow deeper. Smaller: certificates get longer, because
/// fewer subtrees fit behind one record.
pub const MINIMAX_LIMIT: u32 = 10_000;

/// What [`settle`] found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Whether the attacker can force the target.
    pub met: bool,
    /// How many positions were visited to see it, the first one included.
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
/// than [`MINIMAX_LIMIT`]); `None` if that does not suffice.
///
/// Moves are tried in the order in which the game generates them, and no further once one decides.
/// Positions that come back are visited again: a loop uses the limit up, so a result never leans on
/// one. Both who makes certificates and who checks them must count alike, so this is the one function
/// for both.
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
            // The result goes up past every player who has what he wants or has tried everything.
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
            // A game that is neither over nor goes on breaks its contract: such a position is not
            // settled either way.
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
