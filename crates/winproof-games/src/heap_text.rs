//! What the notations of heap games have in common: `3,4,5 second`.

use winproof_rules::{InputError, Move, Notation, Player};

/// Splits a position into its list of heaps and the player to move: the first one, unless ` second` follows.
pub(crate) fn heaps_and_mover(text: &str) -> (&str, Player) {
    match text.strip_suffix("second") {
        Some(list) if list.ends_with(char::is_whitespace) => (list, Player::Second),
        _ => (text, Player::First),
    }
}

/// Writes a list of heaps and the player to move.
pub(crate) fn with_mover(heaps: String, to_move: Player) -> String {
    match to_move {
        Player::First => heaps,
        Player::Second => heaps + " second",
    }
}

/// The parts of a list, trimmed, each with the column in which it begins.
pub(crate) fn parts(list: &str) -> impl Iterator<Item = (&str, usize)> {
    let mut column = 1;
    list.split(',').map(move |part| {
        let start = column;
        column += part.chars().count() + 1;
        (part.trim(), start)
    })
}

/// A line of a drawing: the name of a heap, its size, its objects.
pub(crate) fn drawn_heap(name: &str, size: usize) -> String {
    let objects = "●".repeat(size);
    format!("\n{name:<3} {size:>3} {objects}").trim_end().to_string()
}

/// Checks a move that was read from its name, if it could be: without comparing all names, of which there can be tens
/// of thousands.
pub(crate) fn legal_move<G: Notation>(
    game: &G,
    position: &G::Position,
    text: &str,
    read: Option<Move>,
) -> Result<Move, InputError> {
    let over = game.outcome(position).is_some();
    let legal = read.filter(|&mv| {
        !over
            && game.is_legal(position, mv, &mut Vec::new())
            && game.format_move(position, mv) == text
    });
    legal.ok_or_else(|| {
        let moves = game.legal_moves(position);
        let names: Vec<_> =
            moves.iter().take(12).map(|&mv| game.format_move(position, mv)).collect();
        let more = if moves.len() > names.len() { " …" } else { "" };
        InputError::new(format!("expected a legal move ({}{more})", names.join(" "))).found(text)
    })
}

/// Reads `H-N`, where H names a heap.
pub(crate) fn taken_from<'a>(text: &'a str, heap: &str) -> Option<&'a str> {
    text.strip_prefix(heap)?.strip_prefix('-')
}
