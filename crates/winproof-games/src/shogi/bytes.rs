//! Positions as bytes, for certificates.
//!
//! | bytes | content |
//! |---|---|
//! | 1 | bit 0: White is to move; bit 1: White attacks |
//! | 54 | the squares from 1a to 9i, three in two bytes, high byte first: as digits of a number to the base 29 |
//! | 4, 4 | Black's hand and White's, as [`Hand::bits`], high byte first |
//!
//! A digit is 0 for an empty square, the number of the kind for Black's pieces, and 14 more for White's. Hands are
//! last because certificates name positions that differ in hands alone, and only write down where they begin to
//! differ. Three squares in two bytes take no more than five bits a square would, but begin and end with bytes, as
//! the packing of certificates likes it.

use winproof_rules::Player;

use super::board::ShogiBoard;
use super::pieces::{Hand, Kind};
use super::squares::COUNT;

/// Empty, or a kind of either player.
const DIGITS: u16 = 29;
/// What is added to the number of White's kinds.
const WHITE: u16 = 14;
const WHITE_TO_MOVE: u8 = 1;
const WHITE_ATTACKS: u8 = 2;
const LENGTH: usize = 1 + COUNT / 3 * 2 + 2 * 4;

/// Appends the bytes of a position.
pub(super) fn encode(board: &ShogiBoard, bytes: &mut Vec<u8>) {
    let flag = |player, flag| if player == Player::Second { flag } else { 0 };
    bytes.push(flag(board.to_move(), WHITE_TO_MOVE) | flag(board.attacker(), WHITE_ATTACKS));
    for first in (0..COUNT).step_by(3) {
        let digits = (first..first + 3).map(|square| match board.piece_at(square) {
            None => 0,
            Some((player, kind)) => kind as u16 + WHITE * player as u16,
        });
        let number = digits.fold(0, |number, digit| number * DIGITS + digit);
        bytes.extend(number.to_be_bytes());
    }
    for player in [Player::First, Player::Second] {
        bytes.extend(board.hand(player).bits().to_be_bytes());
    }
}

/// The position with these bytes, if they are one's.
pub(super) fn decode(bytes: &[u8]) -> Option<ShogiBoard> {
    let bytes: &[u8; LENGTH] = bytes.try_into().ok()?;
    let (&flags, rest) = bytes.split_first()?;
    if flags > (WHITE_TO_MOVE | WHITE_ATTACKS) {
        return None;
    }
    let player = |flag| if flags & flag == 0 { Player::First } else { Player::Second };
    let mut board = ShogiBoard::empty(player(WHITE_TO_MOVE), player(WHITE_ATTACKS));
    let (squares, hands) = rest.split_at(COUNT / 3 * 2);
    for (index, pair) in squares.chunks_exact(2).enumerate() {
        let number = u16::from_be_bytes([pair[0], pair[1]]);
        let digits = [number / (DIGITS * DIGITS), number / DIGITS % DIGITS, number % DIGITS];
        for (square, digit) in (3 * index..).zip(digits) {
            put(&mut board, square, digit)?;
        }
    }
    for (player, hand) in [Player::First, Player::Second].into_iter().zip(hands.chunks_exact(4)) {
        let bits = u32::from_be_bytes(hand.try_into().ok()?);
        board.set_hand(player, Hand::from_bits(bits)?);
    }
    board.checked().ok()
}

fn put(board: &mut ShogiBoard, square: usize, digit: u16) -> Option<()> {
    let (player, number) = match digit {
        0 => return Some(()),
        1..=WHITE => (Player::First, digit),
        _ => (Player::Second, digit - WHITE),
    };
    board.put(player, Kind::numbered(number as u8)?, square);
    Some(())
}
