//! Boards drawn for terminals: with kanji, as in records of games, and beside it with letters.

use winproof_rules::Player;

use super::board::ShogiBoard;
use super::pieces::Kind;
use super::text::{write_hand, write_piece};

const KANJI_RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// Draws a position in several lines. White's kanji have a `v` in front, as in KIF files; letters are those of
/// SFEN.
pub(super) fn draw(board: &ShogiBoard) -> String {
    let name = |player| if player == Player::First { "black" } else { "white" };
    let mut lines = vec![hand(board, Player::Second)];
    lines.push("  9  8  7  6  5  4  3  2  1        9  8  7  6  5  4  3  2  1".to_string());
    let edge = "+---------------------------+";
    lines.push(format!("{edge}    {edge}"));
    for (rank, kanji) in KANJI_RANKS.into_iter().enumerate() {
        let row = |square: fn(Option<(Player, Kind)>) -> String| -> String {
            (0..9).rev().map(|file| square(board.piece_at(9 * file + rank))).collect()
        };
        let letter = (b'a' + rank as u8) as char;
        lines.push(format!("|{}|{kanji}  |{}|{letter}", row(kanji_square), row(letter_square)));
    }
    lines.push(format!("{edge}    {edge}"));
    lines.push(hand(board, Player::First));
    let (mover, attacker) = (name(board.to_move()), name(board.attacker()));
    lines.push(format!("{mover} to move, {attacker} attacks"));
    lines.join("\n")
}

fn hand(board: &ShogiBoard, player: Player) -> String {
    let name = if player == Player::First { "☗ black" } else { "☖ white" };
    let hand = board.hand(player);
    if hand.is_empty() {
        return format!("{name} has nothing in hand");
    }
    let times = |count: u32| if count > 1 { count.to_string() } else { String::new() };
    let kanji = write_hand(hand, |kind, count| format!(" {}{}", kind.kanji(), times(count)));
    let letters =
        write_hand(hand, |kind, count| format!(" {}{}", write_piece(player, kind), times(count)));
    format!("{name} has in hand{kanji}  ({})", letters.trim_start())
}

/// A square in the space of three letters: a kanji takes that of two.
fn kanji_square(piece: Option<(Player, Kind)>) -> String {
    match piece {
        None => " ・".to_string(),
        Some((Player::First, kind)) => format!(" {}", kind.kanji()),
        Some((Player::Second, kind)) => format!("v{}", kind.kanji()),
    }
}

fn letter_square(piece: Option<(Player, Kind)>) -> String {
    match piece {
        None => "  .".to_string(),
        Some((player, kind)) => format!("{:>3}", write_piece(player, kind)),
    }
}
