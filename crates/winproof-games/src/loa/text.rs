//! Positions and moves as text, and as a drawing.

use anstyle::{AnsiColor, Style};
use winproof_rules::{Game, InputError, Move, Notation, Player};

use super::{Loa, LoaBoard, PASS, from_and_to};
use crate::tokens::{Token, WHOSE_TURN, tokens};

/// Reads a position and the moves after it: a board and who is to move, or `start`, or neither; then any number of
/// moves.
pub(super) fn read(game: &Loa, text: &str) -> Result<(LoaBoard, Vec<Move>), InputError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut words = tokens(text).peekable();
    let Some(&first) = words.peek() else {
        return Err(InputError::new(expected(game)).found(text.trim()).at(1, 1));
    };
    let mut board = game.start();
    if first.text.contains('/') {
        words.next();
        let end = first.text.chars().count();
        let side = words.next().ok_or_else(|| first.error(end, WHOSE_TURN))?;
        board = read_board(game, first, side.side()?)?;
    } else if first.text == "start" {
        words.next();
    } else if !is_move(first.text) {
        return Err(first.error(0, expected(game)).found(first.text));
    }
    words.next_if(|word| word.text == "moves");
    let (start, mut line) = (board, Vec::new());
    for word in words {
        let mv = read_move(game, &board, word)?;
        board = game.play(&board, mv);
        line.push(mv);
    }
    Ok((start, line))
}

fn expected(game: &Loa) -> String {
    let start = game.format(&game.start());
    format!("expected a board such as `{start}`, moves such as `c1c3 a2c4`, or `start`")
}

fn read_board(game: &Loa, word: Token<'_>, to_move: Player) -> Result<LoaBoard, InputError> {
    let size = game.size;
    let (mut black, mut white) = (0, 0);
    let mut rows = 0;
    let mut offset = 0;
    for row in word.text.split('/') {
        if rows == size {
            let message = format!("expected the board to end after {size} rows");
            return Err(word.error(offset - 1, message).found("/"));
        }
        rows += 1;
        let number = size - rows;
        let [xs, os] = read_row(row, size, |place, message| {
            word.error(offset + place, format!("{message} in row {}", number + 1))
        })?;
        black |= xs << (8 * number);
        white |= os << (8 * number);
        offset += row.chars().count() + 1;
    }
    if rows < size {
        let message = format!("expected {size} rows from row {size} down to row 1, found {rows}");
        return Err(word.error(offset - 1, message));
    }
    game.board(black, white, to_move).map_err(|reason| word.error(0, reason).found(word.text))
}

/// The black and the white pieces of a row, as bits from the left. `error` makes an error at a character.
fn read_row(
    text: &str,
    size: u32,
    error: impl Fn(usize, String) -> InputError,
) -> Result<[u64; 2], InputError> {
    let mut pieces = [0, 0];
    let mut column = 0;
    for (place, character) in text.chars().enumerate() {
        let (kind, width) = match character {
            'x' | 'X' => (Some(0), 1),
            'o' | 'O' => (Some(1), 1),
            '.' => (None, 1),
            '1'..='8' => (None, character as u32 - '0' as u32),
            other => {
                let message = "expected `x`, `o` or a number of empty squares".to_string();
                return Err(error(place, message).found(&other.to_string()));
            }
        };
        if column + width > size {
            let message = format!("expected only {size} squares");
            return Err(error(place, message).found(&character.to_string()));
        }
        if let Some(kind) = kind {
            pieces[kind] |= 1 << column;
        }
        column += width;
    }
    if column < size {
        let message = format!("expected {size} squares, and not only {column},");
        return Err(error(text.chars().count(), message));
    }
    Ok(pieces)
}

/// Returns a word without the optional character between the squares of a move: `b1-b3`, `b1xb3`.
fn bare(text: &str) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    if characters.len() == 5 && matches!(characters[2], '-' | 'x' | 'X') {
        characters.remove(2);
    }
    characters.into_iter().collect()
}

/// Whether a word looks like a move.
fn is_move(text: &str) -> bool {
    let text = bare(text);
    let letter = |index: usize| text.as_bytes()[index].is_ascii_alphabetic();
    let digit = |index: usize| text.as_bytes()[index].is_ascii_digit();
    text.eq_ignore_ascii_case("pass")
        || text.len() == 4 && letter(0) && digit(1) && letter(2) && digit(3)
}

fn read_move(game: &Loa, board: &LoaBoard, word: Token<'_>) -> Result<Move, InputError> {
    if game.outcome(board).is_some() {
        let message = "expected no more moves, since the game is over";
        return Err(word.error(0, message).found(word.text));
    }
    // If it is not a move, the error quotes what was written.
    let mv =
        game.parse_move(board, &bare(word.text)).or_else(|_| game.parse_move(board, word.text));
    mv.map_err(|error| word.place(0, error))
}

/// Writes a position.
pub(super) fn write(game: &Loa, board: &LoaBoard) -> String {
    let mut text = String::new();
    for row in (0..game.size).rev() {
        let mut empty = 0;
        for column in 0..game.size {
            let piece = board.piece(8 * row + column);
            if piece == '.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(piece);
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text.push(if row > 0 { '/' } else { ' ' });
    }
    text.push(if board.to_move == Player::First { 'x' } else { 'o' });
    text
}

/// Writes a move.
pub(super) fn write_move(mv: Move) -> String {
    if mv == PASS {
        return "pass".to_string();
    }
    let (from, to) = from_and_to(mv);
    write_square(from) + &write_square(to)
}

/// Writes a square.
pub(super) fn write_square(square: u32) -> String {
    format!("{}{}", column_name(square % 8), square / 8 + 1)
}

fn column_name(column: u32) -> char {
    char::from(b'a' + (column % 8) as u8)
}

/// Draws a position for a terminal.
pub(super) fn draw(game: &Loa, board: &LoaBoard) -> String {
    let mut drawing = String::new();
    for row in (0..game.size).rev() {
        drawing += &format!("{} ", row + 1);
        for column in 0..game.size {
            let piece = board.piece(8 * row + column);
            let style = match piece {
                'x' => AnsiColor::Red.on_default().bold(),
                'o' => AnsiColor::Blue.on_default().bold(),
                _ => Style::new().dimmed(),
            };
            drawing += &format!(" {style}{piece}{style:#}");
        }
        drawing.push('\n');
    }
    let names: Vec<_> = (0..game.size).map(|column| column_name(column).to_string()).collect();
    drawing + "   " + &names.join(" ")
}
