//! Plies as one more kind of piece in the attacker's hand: who has more of them left can do what one with fewer can.
//!
//! In games with hands ([`Hands`]) tables then know for each board *in at most N plies* and *not within N plies*, for
//! all hands at once: a proof is kept with the least hand and the fewest plies that it needs, a disproof with the
//! greatest hand and the most plies that it holds against. The promise of [`Hands`] carries over: with the same moves
//! plies fall together, and the position with fewer of them is used up first, which fails the attacker.
//!
//! It carries over for questions about a win alone. An attacker who has no move any more has reached a lesser target
//! with that, and with one more piece in hand would have to play on until plies are used up.

use super::{Counted, Within};
use crate::{Dominance, Game, Hand, Hands, Move, Outcome, Player};

/// Where plies begin in a packed hand: above the bits of all games' hands and their last guard bit.
const SHIFT: u32 = Hand::BITS + 1;
/// The bits of a number of plies.
const WIDTH: u32 = Hand::BITS_WITH_PLIES - SHIFT;
const _: () = assert!(WIDTH == u16::BITS);
/// The bits of a game's own hand.
const OWN: u64 = (1 << SHIFT) - 1;

/// Returns the guard bits with that of the plies, for a game with these; 0 if the game has no hands.
pub(super) const fn guards(own: u64) -> u64 {
    assert!(own & !OWN == 0, "the bits of a hand end below those of plies");
    if own == 0 { 0 } else { own | 1 << (SHIFT + WIDTH) }
}

/// Puts plies into a hand.
#[inline]
fn with_plies(hand: Hand, plies: u16) -> Hand {
    Hand(hand.0 & OWN | u64::from(plies) << SHIFT)
}

/// Splits a hand into the game's own part and the plies.
#[inline]
fn split(hand: Hand) -> (Hand, u16) {
    (Hand(hand.0 & OWN), (hand.0 >> SHIFT) as u16)
}

impl<G: Game> Within<G> {
    /// Returns whether only a win meets the target.
    pub(super) fn is_for_a_win(&self) -> bool {
        self.question.is_about_winning() && !self.question.met_by(Outcome::DRAW)
    }

    /// Returns the hand of a player with the plies that are left. Fewer of them are better for the opponent.
    #[inline]
    pub(super) fn counted_hand(&self, hand: Hand, left: u16, player: Player) -> Hand {
        let plies = if player == self.question.attacker { left } else { u16::MAX - left };
        with_plies(hand, plies)
    }

    /// Returns the greatest hand of the attacker with which a position whose plies are used up is still not over.
    fn used_up_hand(&self, at: &Counted<G::Position>, attacker: Player) -> Hand {
        let hands = self.game.hands().expect(THERE);
        if attacker != self.question.attacker {
            return self.game.split_key(&at.position, attacker).hand;
        }
        // Who has no move has not won.
        if self.game.to_move(&at.position) == attacker {
            return hands.greatest_hand(&at.position);
        }
        // The defender is not lost while one move is left, and with the first ones nothing is dropped.
        let mv = self.game.legal_moves(&at.position)[0];
        let after = hands.greatest_hand(&self.game.play(&at.position, mv));
        hands.general_hand(&at.position, attacker, false, &[(mv, after)])
    }

    /// Returns the plies of a move that leaves `after` of them.
    fn plies_before(&self, at: &Counted<G::Position>, mv: Move, after: u16) -> u16 {
        let next = self.game.play(&at.position, mv);
        after.saturating_add(u16::from(self.game.ends_ply(&at.position, &next)))
    }
}

/// The reason for [`Game::hands`] to be there.
const THERE: &str = "the game has hands";

impl<G: Game> Hands<Counted<G::Position>> for Within<G> {
    fn general_hand(
        &self,
        at: &Counted<G::Position>,
        attacker: Player,
        proved: bool,
        answers: &[(Move, Hand)],
    ) -> Hand {
        let hands = self.game.hands().expect(THERE);
        if answers.is_empty() && self.game.outcome(&at.position).is_none() {
            return self.counted_hand(self.used_up_hand(at, attacker), at.left, attacker);
        }
        let own: Vec<_> = answers.iter().map(|&(mv, hand)| (mv, split(hand).0)).collect();
        let hand = hands.general_hand(&at.position, attacker, proved, &own);
        if attacker != self.question.attacker {
            return self.counted_hand(hand, at.left, attacker);
        }
        let plies = answers.iter().map(|&(mv, hand)| self.plies_before(at, mv, split(hand).1));
        let plies = match proved {
            true => plies.max().unwrap_or(0),
            // Where the attacker has no move, any number of plies is too small.
            false => plies.min().unwrap_or(u16::MAX),
        };
        with_plies(hand, plies)
    }

    fn greatest_hand(&self, at: &Counted<G::Position>) -> Hand {
        with_plies(self.game.hands().expect(THERE).greatest_hand(&at.position), u16::MAX)
    }

    fn with_hand(
        &self,
        at: &Counted<G::Position>,
        player: Player,
        hand: Hand,
    ) -> Counted<G::Position> {
        let (hand, plies) = split(hand);
        let position = self.game.hands().expect(THERE).with_hand(&at.position, player, hand);
        let left = if player == self.question.attacker { plies } else { u16::MAX - plies };
        Counted { position, left }
    }
}

/// What it promises it promises for the target of the question: that is what certificates are about.
///
/// For the attacker, as many plies or more are at least as good. For the defender only as many: with fewer, a number that
/// falls with every move would be greater in the position that is dominated, and records could vouch for each other.
impl<G: Game> Dominance<Counted<G::Position>> for Within<G> {
    fn dominates(
        &self,
        at: &Counted<G::Position>,
        other: &Counted<G::Position>,
        player: Player,
    ) -> bool {
        let attacks = player == self.question.attacker;
        let in_time = if attacks { at.left >= other.left } else { at.left == other.left };
        in_time
            && self
                .game
                .dominance()
                .is_some_and(|own| own.dominates(&at.position, &other.position, player))
    }

    fn weaken(
        &self,
        at: &Counted<G::Position>,
        player: Player,
        answers: &[(Move, Counted<G::Position>)],
    ) -> Counted<G::Position> {
        let Some(own) = self.game.dominance() else { return at.clone() };
        let positions: Vec<_> =
            answers.iter().map(|(mv, after)| (*mv, after.position.clone())).collect();
        // Where plies are used up the game is not over, and there is no reason to weaken.
        let is_used_up = at.left == 0 && self.game.outcome(&at.position).is_none();
        let position = match is_used_up {
            true => at.position.clone(),
            false => own.weaken(&at.position, player, &positions),
        };
        let needed = answers.iter().map(|(mv, after)| self.plies_before(at, *mv, after.left));
        let attacks = player == self.question.attacker;
        let left = if attacks { needed.max().unwrap_or(0) } else { at.left };
        Counted { position, left }
    }

    fn keeps_plies(&self) -> bool {
        true
    }
}
