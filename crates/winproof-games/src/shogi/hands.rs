//! Proof hands and disproof hands: how general a solution is.
//!
//! A mate needs some of the attacker's pieces in hand and works with any more; a refutation holds against some and works
//! against any fewer. Tables keep solved positions with these hands and find them for every hand that they
//! decide. The argument is in [`dominance`](super::dominance). Within one search the pieces of both hands together follow
//! from the board, so the attacker's hand says everything.
//!
//! - *Proof hand.* Where the attacker moves: what the position after the move needs, and the piece that is dropped; a
//!   captured piece need not be there before. Where the defender moves: what is needed after any reply. What the
//!   attacker does not hold the defender does, so of a kind that the defender has not, and could interpose, the
//!   attacker holds on to all.
//! - *Disproof hand.* Where the defender moves: what is harmless after the move. Where the attacker moves: what is
//!   harmless after every check, and no kind that the attacker has not and could drop with check.

use winproof_rules::{Hand as PackedHand, Hands, Move, Player};

use super::board::ShogiBoard;
use super::moves::{Action, Anything, droppable};
use super::pieces::{Hand, Kind};
use super::{Shogi, checks};

impl Hands<ShogiBoard> for Shogi {
    fn general_hand(
        &self,
        board: &ShogiBoard,
        attacker: Player,
        proved: bool,
        answers: &[(Move, PackedHand)],
    ) -> PackedHand {
        let answers = answers.iter().map(|&(mv, hand)| (Action::of(mv), Hand::packed(hand)));
        let hand = match (attacker == board.attacker(), proved) {
            (true, true) => proof_hand(board, answers),
            (true, false) => disproof_hand(board, answers),
            // Nobody asks this way round: the defender never wins.
            (false, _) => board.hand(attacker),
        };
        hand.pack()
    }

    fn greatest_hand(&self, board: &ShogiBoard) -> PackedHand {
        board.both_hands().pack()
    }

    fn with_hand(&self, board: &ShogiBoard, player: Player, hand: PackedHand) -> ShogiBoard {
        let mut other = *board;
        let hand = Hand::packed(hand);
        other.set_hand(player, hand);
        other.set_hand(player.opponent(), board.both_hands().without(hand));
        other
    }
}

fn proof_hand(board: &ShogiBoard, answers: impl Iterator<Item = (Action, Hand)>) -> Hand {
    let attacker = board.attacker();
    if board.to_move() == attacker {
        let needed = answers.map(|(action, after)| before(board, action, after));
        return needed.last().unwrap_or(board.hand(attacker));
    }
    let mut needed = answers.fold(Hand::EMPTY, |needed, (_, after)| needed.union(after));
    let (own, theirs) = (board.hand(attacker), board.hand(attacker.opponent()));
    let given_up = |kind| theirs.count(kind) == 0 && needed.count(kind) < own.count(kind);
    if Kind::IN_HAND.into_iter().any(given_up) {
        let new = droppable(board, &Anything, given_up);
        for kind in Kind::IN_HAND.into_iter().filter(|&kind| new & 1 << kind as u8 != 0) {
            needed = needed.with(kind, own.count(kind));
        }
    }
    needed
}

fn disproof_hand(board: &ShogiBoard, answers: impl Iterator<Item = (Action, Hand)>) -> Hand {
    let attacker = board.attacker();
    let all = board.both_hands();
    if board.to_move() != attacker {
        let harmless = answers.map(|(_, after)| all.intersection(after));
        return harmless.last().unwrap_or(board.hand(attacker));
    }
    let mut harmless = answers
        .fold(all, |harmless, (action, after)| harmless.intersection(before(board, action, after)));
    let own = board.hand(attacker);
    let gained = |kind| own.count(kind) == 0 && harmless.count(kind) > 0;
    if Kind::IN_HAND.into_iter().any(gained) {
        let new = checks::droppable_with_check(board, gained);
        for kind in Kind::IN_HAND.into_iter().filter(|&kind| new & 1 << kind as u8 != 0) {
            harmless = harmless.with(kind, 0);
        }
    }
    harmless
}

/// The attacker's hand before a move of the attacker, given that after it.
fn before(board: &ShogiBoard, action: Action, after: Hand) -> Hand {
    match action {
        Action::Drop { kind, .. } => after.plus(kind),
        Action::Step { to, .. } => match board.kind_at(to).map(Kind::in_hand) {
            Some(taken) if after.count(taken) > 0 => after.minus(taken),
            _ => after,
        },
    }
}
