//! Tic-tac-toe.
//!
//! *Rules.* X and O take turns, X first, on a board of three by three. Three of one's own in a row,
//! column or diagonal win; a full board without them is a draw.
//!
//! *Notation.* The nine squares from the top left, `X`, `O` and `.` (or `-`, `_`) for an empty one;
//! rows may be set apart by `/`: `X.O/.X./..O`. `start` is the empty board. Whose turn it is follows
//! from the number of marks. A move is its square, column letter first, row 1 at the bottom: `b2` is
//! the centre.
//!
//! *Choices.* Boards that no play can lead to are refused, so that a typing error is noticed.

use anstyle::{AnsiColor, Style};
use winproof_rules::{
    Encoding, Game, InputError, Key, Move, MoveOrdering, Notation, Outcome, Player, Settings,
};

use crate::{GameInfo, RegisteredGame};

/// The game of tic-tac-toe.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

/// A position: one bit per square and player, square 0 at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    crosses: u16,
    noughts: u16,
}

const SQUARES: u32 = 9;
const FULL: u16 = (1 << SQUARES) - 1;
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

fn has_line(marks: u16) -> bool {
    LINES.iter().any(|line| !marks & line == 0)
}

impl Board {
    const EMPTY: Board = Board { crosses: 0, noughts: 0 };

    /// A board that play can lead to, or what is impossible about it.
    fn new(crosses: u16, noughts: u16) -> Result<Board, &'static str> {
        let (xs, os) = (crosses.count_ones(), noughts.count_ones());
        if (crosses | noughts) & !FULL != 0 || crosses & noughts != 0 {
            return Err("expected every square to hold one mark at most");
        }
        if xs != os && xs != os + 1 {
            return Err("expected as many X as O, or one X more");
        }
        match (has_line(crosses), has_line(noughts)) {
            (true, true) => Err("expected at most one player with three in a row"),
            (true, false) if xs == os => Err("expected no O after X has three in a row"),
            (false, true) if xs != os => Err("expected no X after O has three in a row"),
            _ => Ok(Board { crosses, noughts }),
        }
    }

    fn bits(self) -> u32 {
        u32::from(self.crosses) | u32::from(self.noughts) << 16
    }

    fn mark(self, square: u32) -> char {
        match (self.crosses >> square & 1, self.noughts >> square & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        }
    }
}

impl Game for TicTacToe {
    type Position = Board;
    const CYCLIC: bool = false;

    fn to_move(&self, board: &Board) -> Player {
        if board.crosses.count_ones() == board.noughts.count_ones() {
            Player::First
        } else {
            Player::Second
        }
    }

    fn outcome(&self, board: &Board) -> Option<Outcome> {
        if has_line(board.crosses) {
            Some(Outcome::WIN)
        } else if has_line(board.noughts) {
            Some(Outcome::LOSS)
        } else {
            (board.crosses | board.noughts == FULL).then_some(Outcome::DRAW)
        }
    }

    fn moves(&self, board: &Board, moves: &mut Vec<Move>) {
        let taken = board.crosses | board.noughts;
        moves.extend((0..SQUARES).filter(|square| taken >> square & 1 == 0).map(Move));
    }

    fn play(&self, board: &Board, mv: Move) -> Board {
        let mut board = *board;
        match self.to_move(&board) {
            Player::First => board.crosses |= 1 << mv.0,
            Player::Second => board.noughts |= 1 << mv.0,
        }
        board
    }

    fn key(&self, board: &Board) -> Key {
        Key(board.bits().into())
    }

    fn ordering(&self) -> Option<&dyn MoveOrdering<Board>> {
        Some(self)
    }
}

impl Encoding for TicTacToe {
    fn encode(&self, board: &Board, bytes: &mut Vec<u8>) {
        bytes.extend(board.bits().to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Option<Board> {
        let bits = u32::from_le_bytes(bytes.try_into().ok()?);
        Board::new(bits as u16, (bits >> 16) as u16).ok()
    }
}

/// Squares by the number of lines through them: the centre, the corners, the edges.
impl MoveOrdering<Board> for TicTacToe {
    fn score(&self, _: &Board, mv: Move) -> i32 {
        LINES.iter().filter(|&line| line >> mv.0 & 1 == 1).count() as i32
    }
}

impl Notation for TicTacToe {
    fn parse(&self, text: &str) -> Result<Board, InputError> {
        let text = text.trim();
        if text == "start" {
            return Ok(Board::EMPTY);
        }
        let (mut crosses, mut noughts, mut square) = (0, 0, 0);
        for (index, mark) in text.chars().enumerate() {
            let wrong = |message| InputError::new(message).at(1, index + 1);
            match mark {
                '/' if square % 3 == 0 && 0 < square && square < SQUARES => continue,
                '/' => return Err(wrong("expected `/` only between rows of three squares")),
                _ if square == SQUARES => {
                    return Err(wrong("expected the end after nine squares").found(text));
                }
                'X' => crosses |= 1 << square,
                'O' => noughts |= 1 << square,
                '.' | '-' | '_' => {}
                other => {
                    let expected = "expected nine squares of `X`, `O` and `.`, or `start`";
                    return Err(wrong(expected).found(&other.to_string()));
                }
            }
            square += 1;
        }
        if square < SQUARES {
            let message = format!("expected nine squares, found only {square}");
            return Err(InputError::new(message).at(1, text.chars().count() + 1));
        }
        Board::new(crosses, noughts).map_err(|reason| InputError::new(reason).found(text))
    }

    fn format(&self, board: &Board) -> String {
        let row = |row: u32| -> String {
            (3 * row..3 * row + 3).map(|square| board.mark(square)).collect()
        };
        [row(0), row(1), row(2)].join("/")
    }

    fn format_move(&self, _: &Board, mv: Move) -> String {
        let (column, row) = (mv.0 % 3, 3 - mv.0 / 3);
        format!("{}{row}", ["a", "b", "c"][column as usize])
    }

    fn draw(&self, board: &Board) -> String {
        let mut drawing = String::new();
        for row in 0..3 {
            drawing += &format!("{} ", 3 - row);
            for column in 0..3 {
                let mark = board.mark(3 * row + column);
                let style = match mark {
                    'X' => AnsiColor::Red.on_default().bold(),
                    'O' => AnsiColor::Blue.on_default().bold(),
                    _ => Style::new().dimmed(),
                };
                drawing += &format!(" {style}{mark}{style:#}");
            }
            drawing.push('\n');
        }
        drawing + "   a b c"
    }

    fn player_name(&self, player: Player) -> &'static str {
        Self::INFO.player_name(player)
    }
}

impl RegisteredGame for TicTacToe {
    const INFO: GameInfo = GameInfo {
        name: "tictactoe",
        summary: "Tic-tac-toe: three in a row on a board of three by three",
        parameters: &[],
        players: ["X", "O"],
        draws: true,
        position_help: "nine squares from the top left, `X`, `O` or `.`, such as X.O/.X./..O; \
                        or `start`",
        multiline: false,
        ply: "ply",
        examples: &[
            ("the empty board", "start"),
            ("X to move and win", "X.O/..O/..X"),
            ("O to move, a draw", "X../.../..."),
        ],
    };

    fn open(_: &Settings, position: &str) -> Result<(TicTacToe, Board), InputError> {
        Ok((TicTacToe, TicTacToe.parse(position)?))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::conformance::perft;

    #[test]
    fn perft_numbers() {
        let expected = [1, 9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872];
        for (depth, count) in expected.into_iter().enumerate() {
            assert_eq!(perft(&TicTacToe, &Board::EMPTY, depth as u32), count, "depth {depth}");
        }
    }

    /// Counts the games and collects the positions below `board`.
    fn explore(board: Board, seen: &mut HashSet<Board>) -> u64 {
        seen.insert(board);
        if TicTacToe.outcome(&board).is_some() {
            return 1;
        }
        let mut moves = Vec::new();
        TicTacToe.moves(&board, &mut moves);
        moves.into_iter().map(|mv| explore(TicTacToe.play(&board, mv), seen)).sum()
    }

    #[test]
    fn exactly_the_reachable_boards_are_accepted() {
        let mut reachable = HashSet::new();
        assert_eq!(explore(Board::EMPTY, &mut reachable), 255_168);
        let pairs = (0..=FULL).flat_map(|xs| (0..=FULL).map(move |os| (xs, os)));
        let accepted: HashSet<_> = pairs.filter_map(|(xs, os)| Board::new(xs, os).ok()).collect();
        assert_eq!(reachable.len(), 5478);
        assert_eq!(accepted, reachable);
    }

    #[test]
    fn boards_may_be_written_in_several_ways() {
        let board = TicTacToe.parse("X.O/.X./..O").unwrap();
        for text in ["X.O.X...O", " X-O/_X_/..O\n"] {
            assert_eq!(TicTacToe.parse(text), Ok(board));
        }
        assert_eq!(TicTacToe.format(&board), "X.O/.X./..O");
    }

    #[test]
    fn bad_boards_say_what_was_expected() {
        for (text, expected) in [
            ("", "line 1, column 1: expected nine squares, found only 0"),
            ("X.O/.X", "line 1, column 7: expected nine squares, found only 5"),
            ("X/O", "line 1, column 2: expected `/` only between rows of three squares"),
            (
                "X.?",
                "line 1, column 3: expected nine squares of `X`, `O` and `.`, or `start`, found `?`",
            ),
            ("XX.......", "expected as many X as O, or one X more, found `XX.......`"),
            ("XXXOOO...", "expected at most one player with three in a row, found `XXXOOO...`"),
            ("XXXOO.O..", "expected no O after X has three in a row, found `XXXOO.O..`"),
            ("OOOXX.XX.", "expected no X after O has three in a row, found `OOOXX.XX.`"),
        ] {
            assert_eq!(TicTacToe.parse(text).unwrap_err().to_string(), expected);
        }
    }
}
