//! Positions and moves as text, and as a drawing.

use anstyle::{AnsiColor, Style};
use winproof_rules::{Game, InputError, Move, Notation, Player};

use super::{Othello, OthelloBoard, PASS};
use crate::tokens::{Token, tokens};

/// Reads a position and the moves after it: a board and who is to move, or `start`, or neither; then any number of
/// moves.
pub(super) fn read(game: &Othello, text: &str) -> Result<(OthelloBoard, Vec<Move>), InputError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // In lines of OBF files values of moves follow, and a comment.
    let text = text.split([';', '%']).next().unwrap_or_default();
    let mut words = tokens(text).peekable();
    let Some(&first) = words.peek() else {
        return Err(InputError::new(expected(game)).found(text.trim()).at(1, 1));
    };
    let mut board = game.start();
    if first.text == "start" {
        words.next();
    } else if disc(first.text.chars().next()).is_some() {
        words.next();
        let end = first.text.chars().count();
        let discs = read_discs(game, first)?;
        let side = words.next().ok_or_else(|| first.error(end, WHOSE_TURN))?;
        let [black, white] = discs;
        board = game
            .board(black, white, read_side(side)?)
            .map_err(|reason| first.error(0, reason).found(first.text))?;
    } else if pieces(first.text).any(|(_, piece)| square(piece).is_none() && !is_pass(piece)) {
        return Err(first.error(0, expected(game)).found(first.text));
    }
    words.next_if(|word| word.text == "moves");
    let (start, mut line) = (board, Vec::new());
    for word in words {
        for (offset, piece) in pieces(word.text) {
            board = read_and_play(game, &board, piece, &mut line)
                .map_err(|error| word.place(offset, error.found(piece)))?;
        }
    }
    Ok((start, line))
}

const WHOSE_TURN: &str = "expected who is to move after the board, `X` or `O`";

fn expected(game: &Othello) -> String {
    let start = game.format(&game.start());
    format!("expected a board such as `{start}`, moves such as `f5d6c3`, or `start`")
}

/// Reads a character for a square: empty, or a player's disc.
fn disc(character: Option<char>) -> Option<Option<Player>> {
    match character? {
        '-' | '.' => Some(None),
        'X' | 'x' | '*' => Some(Some(Player::First)),
        'O' | 'o' => Some(Some(Player::Second)),
        _ => None,
    }
}

fn read_side(word: Token<'_>) -> Result<Player, InputError> {
    if word.text == "*" {
        return Ok(Player::First);
    }
    word.side().map_err(|_| word.error(0, WHOSE_TURN).found(word.text))
}

/// The discs of both players.
fn read_discs(game: &Othello, word: Token<'_>) -> Result<[u64; 2], InputError> {
    let all = (game.size * game.size) as usize;
    let [mut black, mut white] = [0_u64; 2];
    for (place, character) in word.text.chars().enumerate() {
        let found = character.to_string();
        if place == all {
            let message = format!("expected the board to end after {all} squares");
            return Err(word.error(place, message).found(&found));
        }
        let (row, column) = (place / game.size as usize, place % game.size as usize);
        let bit = 1 << (8 * row + column);
        match disc(Some(character)) {
            Some(Some(Player::First)) => black |= bit,
            Some(Some(Player::Second)) => white |= bit,
            Some(None) => (),
            None => {
                let name = write_move(Move((8 * row + column) as u32));
                let message = format!("expected `X`, `O` or `-` for {name}");
                return Err(word.error(place, message).found(&found));
            }
        }
    }
    let count = word.text.chars().count();
    if count < all {
        return Err(word.error(count, format!("expected {all} squares, and not only {count}")));
    }
    Ok([black, white])
}

/// The moves of a word such as `f5d6c3`, each with its place; a pass is `pass`, `ps`, `pa` or `--`.
fn pieces(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = text;
    let mut offset = 0;
    std::iter::from_fn(move || {
        let length = if rest.starts_with("pass") { 4 } else { 2 };
        let end = rest.char_indices().nth(length).map_or(rest.len(), |(index, _)| index);
        let (piece, tail) = rest.split_at(end);
        rest = tail;
        let place = offset;
        offset += length;
        (!piece.is_empty()).then_some((place, piece))
    })
}

/// Returns the words at the beginning of a line that consist of moves, with blanks between them.
pub(super) fn transcript(line: &str) -> String {
    let is_move = |(_, piece): (usize, &str)| square(piece).is_some() || is_pass(piece);
    let words = line.split_whitespace().take_while(|word| pieces(word).all(is_move));
    words.collect::<Vec<_>>().join(" ")
}

fn is_pass(piece: &str) -> bool {
    matches!(piece, "pass" | "ps" | "pa" | "--")
}

/// The square of that name, in upper or lower case.
fn square(piece: &str) -> Option<Move> {
    let &[column, row] = piece.as_bytes() else { return None };
    let column = column.to_ascii_lowercase().wrapping_sub(b'a');
    let row = row.wrapping_sub(b'1');
    (column < 8 && row < 8).then(|| Move(u32::from(8 * row + column)))
}

/// Plays a move, and the pass before it where there has to be one. Appends both to the line.
fn read_and_play(
    game: &Othello,
    board: &OthelloBoard,
    piece: &str,
    line: &mut Vec<Move>,
) -> Result<OthelloBoard, InputError> {
    if game.outcome(board).is_some() {
        return Err(InputError::new("expected no more moves, since the game is over"));
    }
    let mut board = *board;
    let mut moves = Vec::new();
    game.moves(&board, &mut moves);
    let mv = if is_pass(piece) { Some(PASS) } else { square(piece) };
    // Lists of moves often leave passes out.
    if moves == [PASS] && mv != Some(PASS) {
        board = game.play(&board, PASS);
        line.push(PASS);
        moves.clear();
        game.moves(&board, &mut moves);
    }
    // Not only the moves that are offered: with symmetry, others are the same as those and legal too.
    let open = game.open_squares(&board);
    let legal = (0..64).filter(|square| open >> square & 1 == 1).map(Move);
    let found = match mv {
        Some(PASS) => moves.contains(&PASS).then_some(PASS),
        _ => legal.into_iter().find(|&legal| Some(game.shown_move(&board, legal)) == mv),
    };
    match found {
        Some(mv) => {
            line.push(mv);
            Ok(game.play(&board, mv))
        }
        // The move is not legal: the error lists those that are.
        None => game.parse_move(&board, "").map(|_| board),
    }
}

/// Writes a position.
pub(super) fn write(game: &Othello, board: &OthelloBoard) -> String {
    let mut text: String = (0..game.size)
        .flat_map(|row| (0..game.size).map(move |column| 8 * row + column))
        .map(|square| name_of(disc_on(game, board, square)))
        .collect();
    text.push(' ');
    text.push(name_of(Some(board.to_move)));
    text
}

fn disc_on(game: &Othello, board: &OthelloBoard, square: u32) -> Option<Player> {
    [Player::First, Player::Second]
        .into_iter()
        .find(|&player| game.shown_discs(board, player) >> square & 1 == 1)
}

fn name_of(disc: Option<Player>) -> char {
    match disc {
        Some(Player::First) => 'X',
        Some(Player::Second) => 'O',
        None => '-',
    }
}

/// Writes a move.
pub(super) fn write_move(mv: Move) -> String {
    if mv == PASS {
        return "pass".to_string();
    }
    format!("{}{}", column_name(mv.0 % 8), mv.0 / 8 + 1)
}

fn column_name(column: u32) -> char {
    char::from(b'a' + (column % 8) as u8)
}

/// Draws a position for a terminal, with a `·` where the player to move can play.
pub(super) fn draw(game: &Othello, board: &OthelloBoard) -> String {
    let names: String = (0..game.size).map(|column| format!(" {}", column_name(column))).collect();
    let mut drawing = format!(" {names}\n");
    let open = board.shown.apply(game.open_squares(board), game.size);
    for row in 0..game.size {
        drawing += &format!("{} ", row + 1);
        for column in 0..game.size {
            let square = 8 * row + column;
            let disc = disc_on(game, board, square);
            let style = match disc {
                Some(Player::First) => AnsiColor::Red.on_default().bold(),
                Some(Player::Second) => AnsiColor::Blue.on_default().bold(),
                None => Style::new().dimmed(),
            };
            let sign = if open >> square & 1 == 1 { '·' } else { name_of(disc) };
            let blank = if column > 0 { " " } else { "" };
            drawing += &format!("{blank}{style}{sign}{style:#}");
        }
        drawing.push('\n');
    }
    let count = |player| board.discs(player).count_ones();
    let to_move = game.player_name(board.to_move);
    drawing + &format!("X {}, O {}; {to_move} to move", count(Player::First), count(Player::Second))
}
