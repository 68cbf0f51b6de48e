//! Positions and moves as text, and as a drawing.

use anstyle::{AnsiColor, Style};
use winproof_rules::{Game, InputError, Move, Notation, Player};

use super::bits::{Bits, Wide};
use super::{Hex, HexBoard, sgf};
use crate::tokens::{Token, WHOSE_TURN, tokens};

/// Reads a position and the moves after it: a board and who is to move, or `start`, or neither; then any number of
/// moves. Or a game record.
pub(super) fn read(game: &Hex, text: &str) -> Result<(HexBoard, Vec<Move>), InputError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start().starts_with('(') {
        return sgf::read(game, text);
    }
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

fn expected(game: &Hex) -> String {
    let start = game.format(&game.start());
    format!(
        "expected a board such as `{start}`, moves such as `b2 a1`, a record in SGF, or `start`"
    )
}

fn read_board(game: &Hex, word: Token<'_>, to_move: Player) -> Result<HexBoard, InputError> {
    let size = game.size;
    let mut stones = [Wide::EMPTY; 2];
    let mut rows = 0;
    let mut offset = 0;
    for row in word.text.split('/') {
        if rows == size {
            let message = format!("expected the board to end after {size} rows");
            return Err(word.error(offset - 1, message).found("/"));
        }
        let error = |place: usize, message: String| {
            word.error(offset + place, format!("{message} in row {}", rows + 1))
        };
        read_row(row, size, &error, &mut |column, player| {
            stones[player as usize] |= Wide::cell(rows * size + column);
        })?;
        rows += 1;
        offset += row.chars().count() + 1;
    }
    if rows < size {
        let message = format!("expected {size} rows from the top down, found {rows}");
        return Err(word.error(offset - 1, message));
    }
    let board = game.board(stones, to_move);
    board.ok_or_else(|| word.error(0, "expected one stone a cell").found(word.text))
}

/// Reads a row and passes on its stones. `error` makes an error at a character.
fn read_row(
    text: &str,
    size: u32,
    error: &dyn Fn(usize, String) -> InputError,
    stone: &mut dyn FnMut(u32, Player),
) -> Result<(), InputError> {
    let mut column = 0;
    let mut rest = text;
    let mut place = 0;
    while let Some(character) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|it: char| it.is_ascii_digit()).len();
        let token = &rest[..digits.max(character.len_utf8())];
        let width = match character {
            'x' | 'X' | 'o' | 'O' | '.' => Some(1),
            // More than three digits are too many cells anyway.
            _ if digits > 0 => token.parse().ok().filter(|width| (1..=999).contains(width)),
            _ => {
                let message = "expected `x`, `o` or a number of empty cells".to_string();
                return Err(error(place, message).found(token));
            }
        };
        let Some(width) = width.filter(|width| column + width <= size) else {
            return Err(error(place, format!("expected only {size} cells")).found(token));
        };
        match character {
            'x' | 'X' => stone(column, Player::First),
            'o' | 'O' => stone(column, Player::Second),
            _ => {}
        }
        column += width;
        place += token.chars().count();
        rest = &rest[token.len()..];
    }
    if column < size {
        return Err(error(place, format!("expected {size} cells, and not only {column},")));
    }
    Ok(())
}

/// Whether a word looks like a move.
fn is_move(text: &str) -> bool {
    let mut characters = text.chars();
    let letter = characters.next().is_some_and(|it| it.is_ascii_alphabetic());
    let row = characters.as_str();
    let number = !row.is_empty() && row.len() <= 2 && row.bytes().all(|it| it.is_ascii_digit());
    text.eq_ignore_ascii_case(SWAP) || letter && number
}

/// What the swap is called here; in game records it is `swap-pieces`.
const SWAP: &str = "swap";

fn read_move(game: &Hex, board: &HexBoard, word: Token<'_>) -> Result<Move, InputError> {
    if game.outcome(board).is_some() {
        let message = "expected no more moves, since the game is over";
        return Err(word.error(0, message).found(word.text));
    }
    move_named(game, board, word.text).map_err(|error| word.place(0, error))
}

/// Returns the move of this name. Of two moves that are the same by symmetry the game offers only one; the user
/// may mean the other.
pub(super) fn move_named(game: &Hex, board: &HexBoard, name: &str) -> Result<Move, InputError> {
    let cell = cell_by_name(game, &name.to_ascii_lowercase()).map(|cell| game.shown(board, cell));
    match cell.filter(|&cell| game.empty(board).has(cell)) {
        Some(cell) => Ok(Move(cell)),
        None => game.parse_move(board, name),
    }
}

/// Writes a position.
pub(super) fn write(game: &Hex, board: &HexBoard) -> String {
    let mut text = String::new();
    for row in 0..game.size {
        let mut empty = 0;
        for column in 0..game.size {
            let Some(player) = game.shown_stone(board, row * game.size + column) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(letter(player));
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text.push(if row + 1 < game.size { '/' } else { ' ' });
    }
    text.push(letter(board.to_move));
    text
}

fn letter(player: Player) -> char {
    match player {
        Player::First => 'x',
        Player::Second => 'o',
    }
}

/// Writes a move.
pub(super) fn write_move(game: &Hex, board: &HexBoard, mv: Move) -> String {
    match mv.0 == game.cells() {
        true => SWAP.to_string(),
        false => cell_name(game, game.shown(board, mv.0)),
    }
}

/// The name of a cell.
pub(super) fn cell_name(game: &Hex, cell: u32) -> String {
    format!("{}{}", column_name(cell % game.size), cell / game.size + 1)
}

/// The cell of a name, which has to be written as [`cell_name`] writes it.
pub(super) fn cell_by_name(game: &Hex, name: &str) -> Option<u32> {
    let column = u32::from(*name.as_bytes().first()?).checked_sub(u32::from(b'a'))?;
    let row = name.get(1..)?.parse::<u32>().ok()?.checked_sub(1)?;
    let cell = (row < game.size && column < game.size).then(|| row * game.size + column)?;
    (cell_name(game, cell) == name).then_some(cell)
}

fn column_name(column: u32) -> char {
    char::from(b'a' + (column % 26) as u8)
}

/// Draws a position for a terminal, with the names of Black's sides in Black's colour and White's in White's.
pub(super) fn draw(game: &Hex, board: &HexBoard) -> String {
    let style = |player: Option<Player>| match player {
        Some(Player::First) => AnsiColor::Red.on_default().bold(),
        Some(Player::Second) => AnsiColor::Blue.on_default().bold(),
        None => Style::new().dimmed(),
    };
    let (black, white) = (style(Some(Player::First)), style(Some(Player::Second)));
    let names: Vec<_> = (0..game.size).map(|column| column_name(column).to_string()).collect();
    let names = format!("{black}{}{black:#}", names.join(" "));
    let mut drawing = format!("   {names}\n");
    for row in 0..game.size {
        let indent = " ".repeat(row as usize);
        drawing += &format!("{indent}{white}{:2}{white:#} ", row + 1);
        for column in 0..game.size {
            let stone = game.shown_stone(board, row * game.size + column);
            let style = style(stone);
            drawing += &format!("{style}{}{style:#} ", stone.map_or('.', letter));
        }
        drawing += &format!("{white}{}{white:#}\n", row + 1);
    }
    drawing + &" ".repeat(game.size as usize + 3) + &names
}
