//! Positions with one piece less: one on the board but the defender's king, or one of a kind in a hand.

use winproof_rules::Player;

use super::ShogiBoard;
use super::pieces::Kind;
use super::squares::COUNT;
use super::text::{write_piece, write_square};

/// Returns the positions with one piece less, each with the name of the piece: `G1c`, or `g in hand`.
pub(super) fn of(board: &ShogiBoard) -> Vec<(String, ShogiBoard)> {
    let mut removals = Vec::new();
    let mut add = |name: String, left: ShogiBoard| {
        removals.extend(left.checked().ok().map(|left| (name, left)));
    };
    for square in 0..COUNT {
        if let Some((player, kind)) = board.piece_at(square) {
            let name = write_piece(player, kind) + &write_square(square);
            add(name, board.without(square));
        }
    }
    for player in [Player::First, Player::Second] {
        for kind in Kind::IN_HAND.into_iter().filter(|&kind| board.hand(player).count(kind) > 0) {
            let mut left = *board;
            left.set_hand(player, board.hand(player).minus(kind));
            add(format!("{} in hand", write_piece(player, kind)), left);
        }
    }
    removals
}
