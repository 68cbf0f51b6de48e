//! Kinds of moves, for reviews.

use winproof_rules::{Game, Move};

use super::{Loa, LoaBoard, PASS, from_and_to};

/// What kinds of move this is.
pub(super) fn of_move(game: &Loa, board: &LoaBoard, mv: Move) -> Vec<&'static str> {
    if mv == PASS {
        return vec!["pass"];
    }
    let (from, to) = from_and_to(mv);
    let captures = board.enemy >> to & 1 == 1;
    let mut kinds = vec![if captures { "capture" } else { "quiet move" }];
    // Twice the distance from the middle of the board, whichever way is longer.
    let distance = |square: u32| {
        let apart = |place: u32| (2 * place as i32 + 1 - game.size as i32).abs();
        apart(square / 8).max(apart(square % 8))
    };
    match distance(to).cmp(&distance(from)) {
        std::cmp::Ordering::Less => kinds.push("towards the centre"),
        std::cmp::Ordering::Greater => kinds.push("away from the centre"),
        std::cmp::Ordering::Equal => {}
    }
    if game.outcome(&game.play(board, mv)).is_some() {
        kinds.push("connecting move");
    }
    kinds
}
