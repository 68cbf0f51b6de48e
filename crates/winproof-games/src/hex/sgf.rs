//! Game records of Hex in the Smart Game Format (FF[4], GM[11]), as HexGui reads and writes them: cells by
//! name (`B[f6]`), `swap-pieces` for the swap, `AB`, `AW` and `AE` for stones that are put or taken away
//! and `PL` for who is to move.
//!
//! Reading follows the main line to its end. The player that `B` or `W` names places the stone, whoever is to
//! move; `resign` and `forfeit` change nothing. Properties that say nothing about the position are skipped. The moves
//! of the game are those after the last change of the board by other means, and after the last move out of turn.

use winproof_rules::{Game, InputError, Move, Player};

use super::bits::{Bits, Wide};
use super::text::{cell_by_name, cell_name, move_named};
use super::{Hex, HexBoard};

/// A record's main line as far as it is read.
struct Line<'g> {
    game: &'g Hex,
    /// The position before the moves.
    start: HexBoard,
    moves: Vec<Move>,
    board: HexBoard,
}

/// The game of a record's main line: where it begins, and its moves.
pub(super) fn read(game: &Hex, text: &str) -> Result<(HexBoard, Vec<Move>), InputError> {
    let mut reader = Reader { text, at: 0 };
    let board = game.start();
    let mut line = Line { game, start: board, moves: Vec::new(), board };

    // The main line is what comes before the first closing bracket.
    loop {
        reader.skip_blanks();
        match reader.next() {
            Some('(' | ';') => {}
            Some(')') => return Ok((line.start, line.moves)),
            None => return Err(reader.error("expected `)` at the end of the record")),
            Some(letter) if letter.is_ascii_uppercase() => {
                let start = reader.at - 1;
                let name = reader.name(start);
                let mut any = false;
                while let Some((value, at)) = reader.value()? {
                    line.property(name, value).map_err(|error| reader.place(error, at))?;
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

impl Line<'_> {
    /// Applies one value of a property.
    fn property(&mut self, name: &str, value: &str) -> Result<(), InputError> {
        let Line { game, board, .. } = *self;
        match name {
            "GM" if value.trim() != "11" => {
                Err(InputError::new("expected a record of Hex, GM[11]").found(value))
            }
            "SZ" if board_size(value) != game.size.to_string() => {
                let message = format!("expected a board of size {0} (size={0})", game.size);
                Err(InputError::new(message).found(value))
            }
            "B" => self.play(Player::First, value),
            "W" => self.play(Player::Second, value),
            "AB" => self.put(Some(Player::First), value),
            "AW" => self.put(Some(Player::Second), value),
            "AE" => self.put(None, value),
            "PL" => match value.trim() {
                "B" | "b" | "black" => {
                    self.begin_with(HexBoard { to_move: Player::First, ..board })
                }
                "W" | "w" | "white" => {
                    self.begin_with(HexBoard { to_move: Player::Second, ..board })
                }
                other => Err(InputError::new("expected `B` or `W`").found(other)),
            },
            _ => Ok(()),
        }
    }

    /// Moves come after this position.
    fn begin_with(&mut self, board: HexBoard) -> Result<(), InputError> {
        if board != self.board {
            (self.start, self.board) = (board, board);
            self.moves.clear();
        }
        Ok(())
    }

    fn play(&mut self, player: Player, value: &str) -> Result<(), InputError> {
        let game = self.game;
        let name = value.trim().to_ascii_lowercase();
        if matches!(name.as_str(), "resign" | "forfeit") {
            return Ok(());
        }
        self.begin_with(HexBoard { to_move: player, ..self.board })?;
        let mv = match name.as_str() {
            _ if game.outcome(&self.board).is_some() => {
                let message = "expected no more moves, since the game is over";
                return Err(InputError::new(message).found(value));
            }
            "swap-pieces" if game.may_swap(&self.board) => Move(game.cells()),
            "swap-pieces" | "swap-sides" => {
                let message = "expected a cell (`swap-pieces` is White's first move, with swap=on)";
                return Err(InputError::new(message).found(value));
            }
            name => move_named(game, &self.board, name)?,
        };
        self.board = game.play(&self.board, mv);
        self.moves.push(mv);
        Ok(())
    }

    fn put(&mut self, player: Option<Player>, value: &str) -> Result<(), InputError> {
        let game = self.game;
        let name = value.trim().to_ascii_lowercase();
        let cell = cell_by_name(game, &name);
        let message =
            || format!("expected a cell from a1 to {}", cell_name(game, game.cells() - 1));
        let cell = Wide::cell(cell.ok_or_else(|| InputError::new(message()).found(value))?);
        let mut stones = game.shown_stones(&self.board).map(|stones| stones & !cell);
        if let Some(player) = player {
            stones[player as usize] |= cell;
        }
        self.begin_with(game.judged(stones, self.board.to_move))
    }
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
