//! Positions and moves as text, and as a drawing.

use anstyle::{AnsiColor, Style};
use winproof_rules::{Game, InputError, Move, Notation, Player};

use super::{Connect, ConnectBoard};
use crate::RegisteredGame;

/// Returns the size of a board that is drawn in rows, as parameters.
pub(super) fn size_in(text: &str) -> Vec<String> {
    let text = text.trim();
    if !text.contains('/') {
        return Vec::new();
    }
    let width = text.find('/').unwrap_or(0);
    vec![format!("width={width}"), format!("height={}", text.split('/').count())]
}

impl Connect {
    /// The mark of a cell, row 0 at the bottom.
    fn mark(&self, board: &ConnectBoard, column: u32, row: u32) -> char {
        let cell = column * self.stride() + row;
        match (board.crosses >> cell & 1, board.noughts >> cell & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        }
    }

    /// Reads the rows from the top.
    fn read_rows(&self, text: &str) -> Result<ConnectBoard, InputError> {
        let (mut crosses, mut noughts) = (0, 0);
        let (mut column, mut row) = (0, self.height - 1);
        let size = || format!("{} rows of {} cells", self.height, self.width);
        for (index, mark) in text.chars().enumerate() {
            let wrong = |message: String| {
                InputError::new(message).found(&mark.to_string()).at(1, index + 1)
            };
            if mark == '/' && column == self.width && row > 0 {
                (column, row) = (0, row - 1);
                continue;
            }
            if column == self.width || mark == '/' {
                return Err(wrong(format!("expected {}, separated by `/`", size())));
            }
            let bit = 1 << (column * self.stride() + row);
            match mark {
                'X' | 'x' => crosses |= bit,
                'O' | 'o' => noughts |= bit,
                '.' | '-' | '_' => {}
                _ => return Err(wrong("expected a cell, `X`, `O` or `.`".to_string())),
            }
            column += 1;
        }
        if (column, row) != (self.width, 0) {
            let message = format!("expected {}", size());
            return Err(InputError::new(message).found(text).at(1, text.chars().count() + 1));
        }
        self.board(crosses, noughts).map_err(|reason| InputError::new(reason).found(text))
    }

    /// Plays the columns of moves from the start.
    fn read_columns(&self, text: &str) -> Result<ConnectBoard, InputError> {
        // Without symmetry: the columns are those of the board as it is played.
        let plain = Connect { symmetry: false, ..*self };
        let mut board = ConnectBoard { crosses: 0, noughts: 0 };
        for (index, digit) in text.chars().enumerate() {
            let wrong = |message: String| {
                Err(InputError::new(message).found(&digit.to_string()).at(1, index + 1))
            };
            let column = digit.to_digit(10).and_then(|number| number.checked_sub(1));
            let Some(column) = column.filter(|&column| column < self.width) else {
                return wrong(format!("expected a column from 1 to {}", self.width));
            };
            if plain.outcome(&board).is_some() {
                return wrong("expected no move after the end of the game".to_string());
            }
            if !plain.legal_moves(&board).contains(&Move(column)) {
                return wrong("expected a column that is not full".to_string());
            }
            board = plain.play(&board, Move(column));
        }
        Ok(board)
    }
}

impl Notation for Connect {
    fn parse(&self, text: &str) -> Result<ConnectBoard, InputError> {
        let text = text.trim();
        let board = if text == "start" {
            ConnectBoard { crosses: 0, noughts: 0 }
        } else if text.starts_with(|first: char| first.is_ascii_digit()) {
            self.read_columns(text)?
        } else if text.starts_with(['X', 'x', 'O', 'o', '.', '-', '_']) {
            self.read_rows(text)?
        } else {
            let expected = "expected rows of `X`, `O` and `.` from the top, columns such as `4435`, or `start`";
            return Err(InputError::new(expected).found(text).at(1, 1));
        };
        Ok(self.normal(board))
    }

    fn format(&self, board: &ConnectBoard) -> String {
        let row = |row: u32| -> String {
            (0..self.width).map(|column| self.mark(board, column, row)).collect()
        };
        (0..self.height).rev().map(row).collect::<Vec<_>>().join("/")
    }

    fn format_move(&self, _: &ConnectBoard, mv: Move) -> String {
        (mv.0 + 1).to_string()
    }

    fn draw(&self, board: &ConnectBoard) -> String {
        let mut drawing = String::new();
        for row in (0..self.height).rev() {
            for column in 0..self.width {
                let mark = self.mark(board, column, row);
                let style = match mark {
                    'X' => AnsiColor::Red.on_default().bold(),
                    'O' => AnsiColor::Blue.on_default().bold(),
                    _ => Style::new().dimmed(),
                };
                drawing += &format!(" {style}{mark}{style:#}");
            }
            drawing.push('\n');
        }
        (1..=self.width).fold(drawing, |drawing, column| format!("{drawing} {column}"))
    }

    fn player_name(&self, player: Player) -> &'static str {
        Self::INFO.player_name(player)
    }
}
