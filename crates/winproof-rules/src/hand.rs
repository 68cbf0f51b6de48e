//! Hands: what a player holds beside the board.

use crate::{Key, Move, Player};

/// The pieces that a player holds beside the board and can bring into play: a count for each kind, packed into a
/// number of at most [`Hand::BITS`] bits.
///
/// Above each count is a *guard bit*, which is 0, so that two hands are compared in all kinds by one subtraction. The
/// game knows which bits these are ([`Game::HAND_GUARDS`](crate::Game::HAND_GUARDS)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hand(pub u64);

impl Hand {
    /// Nothing in hand.
    pub const EMPTY: Hand = Hand(0);
    /// The most bits of a hand, without the guard bit of the last kind: so many fit into the entry of a table.
    pub const BITS: u32 = 27;
    /// The same for a hand with a number of plies ([`Within`](crate::Within)).
    pub const BITS_WITH_PLIES: u32 = 44;

    /// Returns whether there are at least as many pieces of every kind as in another hand.
    #[inline]
    pub fn contains(self, other: Hand, guards: u64) -> bool {
        (self.0 | guards).wrapping_sub(other.0) & guards == guards
    }
}

/// A position's key in two parts: what must be equal, and a hand that can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SplitKey {
    /// The key of everything but the hands.
    pub board: Key,
    /// What one player has in hand; see [`Hands`].
    pub hand: Hand,
}

impl SplitKey {
    /// Returns a key of the whole position.
    #[inline]
    pub fn whole(self) -> Key {
        const ODD: u128 = 0xd1b5_4a32_d192_ed03_a0b4_28db_94d0_49bb;
        Key(self.board.0 ^ u128::from(self.hand.0).wrapping_mul(ODD))
    }
}

/// The key of a position without hands.
impl From<Key> for SplitKey {
    #[inline]
    fn from(board: Key) -> SplitKey {
        SplitKey { board, hand: Hand::EMPTY }
    }
}

/// Positions that differ in hands alone, and what follows from one for another.
///
/// Two positions with the same [`board`](SplitKey::board) part of [`Game::split_key`](crate::Game::split_key) have the
/// same pieces in all, so what one player has more in hand the other has less. If the player's hand in P contains the
/// one in Q, then P *simulates* Q for the player, which means:
///
/// - every move of the player that is legal in Q is legal in P, and every move of the opponent that is legal in P is
///   legal in Q;
/// - after the same move P still simulates Q: the boards are the same, and the hand contains the other one;
/// - where the opponent, to move, has no move in Q, there is none in P; where the player, to move, has no move in P, there
///   is none in Q; and such ends have the same outcome in both, which is no win for the player who has no move.
///
/// So a proof for Q is one for P, and a disproof for P is one for Q, in no more moves, with or without cycles in between.
/// Tables store solved positions with hands as general as the solution allows, the *proof hand* and the *disproof
/// hand*, and find them for all positions that they imply. It makes no difference who the attacker of the question is.
///
/// A game that offers this promises it, and tests it.
pub trait Hands<P> {
    /// Returns how general a solution is: the least hand of the attacker with which the position is still proved
    /// (`proved`), or the greatest with which it is still disproved, as far as `answers` show it.
    ///
    /// `answers` are moves with hands for which the positions after them are solved in the same way: one move where
    /// one is enough, otherwise all moves, except those that the game's own
    /// [`LeafOracle::prune`](crate::LeafOracle::prune) removed. There are none where the game is over. The result is
    /// contained in the position's hand (a proof) or contains it (a disproof), and with it no new moves come up
    /// that `answers` would have to cover.
    fn general_hand(
        &self,
        position: &P,
        attacker: Player,
        proved: bool,
        answers: &[(Move, Hand)],
    ) -> Hand;

    /// Returns the greatest hand that a player could have with this board: the pieces of both hands together.
    fn greatest_hand(&self, position: &P) -> Hand;

    /// Returns the position with another hand of `player`. What the player has less, the opponent has more, and the
    /// reverse; there are enough pieces.
    fn with_hand(&self, position: &P, player: Player, hand: Hand) -> P;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two kinds of which there are up to three, and one of which there is one.
    const GUARDS: u64 = 0b1010_0100;

    #[test]
    fn hands_are_compared_kind_by_kind() {
        let hands =
            || (0..4).flat_map(|a| (0..4).flat_map(move |b| (0..2).map(move |c| [a, b, c])));
        let packed = |[a, b, c]: [u64; 3]| Hand(a | b << 3 | c << 6);
        for one in hands() {
            for other in hands() {
                let all = one.iter().zip(&other).all(|(one, other)| one >= other);
                assert_eq!(packed(one).contains(packed(other), GUARDS), all, "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn whole_keys_differ_with_hands() {
        let key = |hand| SplitKey { board: Key(5), hand: Hand(hand) }.whole();
        assert_eq!(key(0), Key(5));
        assert!((0..1000).all(|one| (0..one).all(|other| key(one) != key(other))));
    }
}
