//! Game records of Hex in the Smart Game Format (FF[4], GM[11]), as HexGui reads and writes them: cells by
//! name (`B[f6]`), `swap-pieces` for the swap, `AB`, `AW` and `AE` for stones that are put or taken away
//! and `PL` for who is to move.
//!
//! Reading follows the main line to its end. The player that `B` or `W` names places the stone, whoever is to
//! move; `resign` and `forfeit` change nothing. Properties that say nothing about the position are skipped.

use winproof_rules::{Game, InputError, Player};

use super::bits::{Bits, Wide};
use super::text::{cell_by_name, cell_name, play_named};
use super::{Hex, HexBoard};

/// The position at the end of a record's main line.
pub(super) fn read(game: &Hex, text: &str) -> Result<HexBoard, InputError> {
    let mut reader = Reader { text, at: 0 };
    let mut board = game.start();

    // The main line is what comes before the first closing bracket.
    loop {
        reader.skip_blanks();
        match reader.next() {
            Some('(' | ';') => {}
            Some(')') => return Ok(board),
            None => return Err(reader.error("expected `)` at the end of the record")),
            Some(letter) if letter.is_ascii_uppercase() => {
                let start = reader.at - 1;
                let name = reader.name(start);
                let mut any = false;
                while let Some((value, at)) = reader.value()? {
                    board = property(game, board, name, value)
                        .map_err(|error| reader.place(error, at))?;
                    any = true;
                }
                if !any {
                    return Err(reader.error(format!("expected `[` after {name}")));
                }
            }
            Some(other) => {
                reader.at -= other.len_utf8();
                return Err(reader.error("expected `;`, `(`, `)` or a property such as `B[a1]`"));
            }
        }
    }
}

/// The size of the board that a record names, if the text is a record that does.
pub(super) fn size(text: &str) -> Option<&str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader { text, at: text.find('(')? };
    if !text[..reader.at].trim().is_empty() {
        return None;
    }
    loop {
        reader.skip_blanks();
        match reader.next()? {
            '(' | ';' => {}
            letter if letter.is_ascii_uppercase() => {
                let name = reader.name(reader.at - 1);
                while let Some((value, _)) = reader.value().ok()? {
                    if name == "SZ" {
                        return Some(board_size(value));
                    }
                }
            }
            _ => return None,
        }
    }
}

/// The rows of a board, which is as wide as it is high: `11`, or `11:11`.
fn board_size(value: &str) -> &str {
    let value = value.trim();
    match value.split_once(':') {
        Some((columns, rows)) if columns == rows => rows,
        _ => value,
    }
}

/// Applies one value of a property to the position.
fn property(game: &Hex, board: HexBoard, name: &str, value: &str) -> Result<HexBoard, InputError> {
    match name {
        "GM" if value.trim() != "11" => {
            Err(InputError::new("expected a record of Hex, GM[11]").found(value))
        }
        "SZ" if board_size(value) != game.size.to_string() => {
            let message = format!("expected a board of size {0} (size={0})", game.size);
            Err(InputError::new(message).found(value))
        }
        "B" => play(game, board, Player::First, value),
        "W" => play(game, board, Player::Second, value),
        "AB" => put(game, board, Some(Player::First), value),
        "AW" => put(game, board, Some(Player::Second), value),
        "AE" => put(game, board, None, value),
        "PL" => match value.trim() {
            "B" | "b" | "black" => Ok(HexBoard { to_move: Player::First, ..board }),
            "W" | "w" | "white" => Ok(HexBoard { to_move: Player::Second, ..board }),
            other => Err(InputError::new("expected `B` or `W`").found(other)),
        },
        _ => Ok(board),
    }
}

fn play(game: &Hex, board: HexBoard, player: Player, value: &str) -> Result<HexBoard, InputError> {
    let board = HexBoard { to_move: player, ..board };
    let name = value.trim().to_ascii_lowercase();
    match name.as_str() {
        "resign" | "forfeit" => Ok(board),
        _ if game.outcome(&board).is_some() => {
            let message = "expected no more moves, since the game is over";
            Err(InputError::new(message).found(value))
        }
        "swap-pieces" if game.may_swap(&board) => {
            Ok(game.play(&board, winproof_rules::Move(game.cells())))
        }
        "swap-pieces" | "swap-sides" => {
            let message = "expected a cell (`swap-pieces` is White's first move, with swap=on)";
            Err(InputError::new(message).found(value))
        }
        name => play_named(game, &board, name),
    }
}

fn put(
    game: &Hex,
    board: HexBoard,
    player: Option<Player>,
    value: &str,
) -> Result<HexBoard, InputError> {
    let name = value.trim().to_ascii_lowercase();
    let cell = cell_by_name(game, &name);
    let message = || format!("expected a cell from a1 to {}", cell_name(game, game.cells() - 1));
    let cell = Wide::cell(cell.ok_or_else(|| InputError::new(message()).found(value))?);
    let mut stones = game.shown_stones(&board).map(|stones| stones & !cell);
    if let Some(player) = player {
        stones[player as usize] |= cell;
    }
    Ok(game.judged(stones, board.to_move))
}

/// Goes through a record.
struct Reader<'t> {
    text: &'t str,
    /// Bytes read so far.
    at: usize,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> Option<char> {
        let next = self.text[self.at..].chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// The rest of a property's name that begins at `start`.
    fn name(&mut self, start: usize) -> &'t str {
        let rest = &self.text[start..];
        let letters =
            rest.len() - rest.trim_start_matches(|it: char| it.is_ascii_alphabetic()).len();
        self.at = start + letters;
        &rest[..letters]
    }

    /// The next value in brackets, if there is one, and where it begins.
    fn value(&mut self) -> Result<Option<(&'t str, usize)>, InputError> {
        self.skip_blanks();
        if !self.text[self.at..].starts_with('[') {
            return Ok(None);
        }
        let start = self.at + 1;
        let mut escaped = false;
        for (offset, character) in self.text[start..].char_indices() {
            match character {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                ']' => {
                    self.at = start + offset + 1;
                    return Ok(Some((&self.text[start..start + offset], start)));
                }
                _ => {}
            }
        }
        Err(self.error("expected `]` at the end of this value"))
    }

    fn error(&self, message: impl Into<String>) -> InputError {
        self.place(InputError::new(message), self.at)
    }

    /// The error with its place.
    fn place(&self, error: InputError, at: usize) -> InputError {
        let before = &self.text[..at];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        error.at(line, before[start..].chars().count() + 1)
    }
}

/// A record that sets the position up.
pub(super) fn write(game: &Hex, board: &HexBoard) -> String {
    let mut text = format!("(;FF[4]GM[11]AP[winproof]SZ[{}]", game.size);
    for (name, stones) in ["AB", "AW"].into_iter().zip(game.shown_stones(board)) {
        if !stones.is_empty() {
            text += name;
        }
        text.extend(stones.cells().map(|cell| format!("[{}]", cell_name(game, cell))));
    }
    text += match board.to_move {
        Player::First => "PL[B])",
        Player::Second => "PL[W])",
    };
    text
}
