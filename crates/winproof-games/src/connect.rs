//! Connect: so many in a row on an upright board (Connect Four and its smaller relatives).
//!
//! *Rules.* X and O take turns, X first. A move drops a disc into a column that is not full; it falls onto the
//! discs that are there. `row` of one's own discs in a row, column or diagonal win; a full board without them is
//! a draw.
//!
//! *Notation.* The rows from the top, `X`, `O` and `.`: `..../..../.O../.XX.`; or the columns of the moves from
//! the start, counted from 1: `3322`. `start` is the empty board. Whose turn it is follows from the number of
//! discs. A move is its column.
//!
//! *Choices.* Discs that float, and boards with more discs of one player than play can lead to, are refused, so that
//! a typing error is noticed. With `symmetry=on` a board and its mirror image are one position, and of two moves
//! that mirror each other only the left one is offered.

mod ending;
mod leaf_oracle;
mod text;

use winproof_rules::{
    Encoding, Game, InputError, Key, Kind, LeafOracle, Move, MoveOrdering, Outcome, Parameter,
    Player, Settings,
};

use crate::{GameInfo, RegisteredGame};

/// The game of connecting discs in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connect {
    width: u32,
    height: u32,
    row: u32,
    symmetry: bool,
}

/// A position: one bit per cell and player. A column has `height` bits from the lowest cell on, and one more that is
/// always 0, so that shifted lines do not run from one column into the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConnectBoard {
    crosses: u64,
    noughts: u64,
}

/// The bits of a board, with the bit above each column.
const BITS: u32 = 64;

impl Connect {
    /// The game on a board of this size, `row` in a row; `None` if the board has more than 64 cells, where each
    /// column counts for one cell more.
    pub fn new(width: u32, height: u32, row: u32, symmetry: bool) -> Option<Connect> {
        (width * (height + 1) <= BITS).then_some(Connect { width, height, row, symmetry })
    }

    /// The distance between neighbours in a row.
    #[inline]
    fn stride(&self) -> u32 {
        self.height + 1
    }

    /// The lowest cell of each column.
    #[inline]
    fn bottom(&self) -> u64 {
        (0..self.width).fold(0, |bits, column| bits | 1 << (column * self.stride()))
    }

    /// All cells of a column.
    #[inline]
    fn column(&self, column: u32) -> u64 {
        ((1 << self.height) - 1) << (column * self.stride())
    }

    /// All cells.
    #[inline]
    fn cells(&self) -> u64 {
        self.bottom() * ((1 << self.height) - 1)
    }

    /// The four directions of lines, as distances.
    #[inline]
    fn directions(&self) -> [u32; 4] {
        [1, self.height, self.stride(), self.stride() + 1]
    }

    /// Returns whether there is a line of discs.
    #[inline]
    fn has_line(&self, discs: u64) -> bool {
        self.directions().into_iter().any(|shift| {
            let (mut runs, mut length) = (discs, 1);
            while length < self.row {
                let step = length.min(self.row - length);
                runs &= runs.checked_shr(step * shift).unwrap_or(0);
                length += step;
            }
            runs != 0
        })
    }

    /// Returns the cells that the next disc of each column falls into.
    #[inline]
    fn open_cells(&self, taken: u64) -> u64 {
        (taken + self.bottom()) & self.cells()
    }

    /// Returns the mirror image of discs.
    fn mirrored(&self, discs: u64) -> u64 {
        let column = |column: u32| discs >> (column * self.stride()) & ((1 << self.stride()) - 1);
        (0..self.width).fold(0, |image, from| {
            image | column(from) << ((self.width - 1 - from) * self.stride())
        })
    }

    /// Returns the board that stands for this one: itself, or with symmetry perhaps its mirror image.
    fn normal(&self, board: ConnectBoard) -> ConnectBoard {
        if !self.symmetry {
            return board;
        }
        let image = ConnectBoard {
            crosses: self.mirrored(board.crosses),
            noughts: self.mirrored(board.noughts),
        };
        if self.code(&image) < self.code(&board) { image } else { board }
    }

    /// Returns the board as one number: in each column the bits of X, and a bit above the highest disc.
    #[inline]
    fn code(&self, board: &ConnectBoard) -> u64 {
        // The sum carries through the discs of a column to the cell above them.
        board.crosses | (board.crosses | board.noughts).wrapping_add(self.bottom())
    }

    /// Returns a board that play can lead to by its discs, or what is impossible about it.
    fn board(&self, crosses: u64, noughts: u64) -> Result<ConnectBoard, &'static str> {
        let taken = crosses | noughts;
        if crosses & noughts != 0 || taken & !self.cells() != 0 {
            return Err("expected every cell to hold one disc at most");
        }
        // The sum sets the lowest empty cell of each column and clears the discs below it, not those above.
        if taken & (taken + self.bottom()) != 0 {
            return Err("expected no disc above an empty cell");
        }
        let (xs, os) = (crosses.count_ones(), noughts.count_ones());
        if xs != os && xs != os + 1 {
            return Err("expected as many X as O, or one X more");
        }
        match (self.has_line(crosses), self.has_line(noughts)) {
            (true, true) => Err("expected at most one player with a line"),
            (true, false) if xs == os => Err("expected no O after X has a line"),
            (false, true) if xs != os => Err("expected no X after O has a line"),
            _ => Ok(ConnectBoard { crosses, noughts }),
        }
    }

    fn player(&self, board: &ConnectBoard) -> Player {
        if board.crosses.count_ones() == board.noughts.count_ones() {
            Player::First
        } else {
            Player::Second
        }
    }

    /// Returns the discs of the player to move and of the other one.
    fn own_and_enemy(&self, board: &ConnectBoard) -> (u64, u64) {
        match self.player(board) {
            Player::First => (board.crosses, board.noughts),
            Player::Second => (board.noughts, board.crosses),
        }
    }
}

impl Game for Connect {
    type Position = ConnectBoard;
    const CYCLIC: bool = false;

    fn to_move(&self, board: &ConnectBoard) -> Player {
        self.player(board)
    }

    fn outcome(&self, board: &ConnectBoard) -> Option<Outcome> {
        // Only the last mover can have made a line.
        let (_, enemy) = self.own_and_enemy(board);
        if self.has_line(enemy) {
            return Some(Outcome::won_by(self.player(board).opponent()));
        }
        (board.crosses | board.noughts == self.cells()).then_some(Outcome::DRAW)
    }

    fn moves(&self, board: &ConnectBoard, moves: &mut Vec<Move>) {
        let open = self.open_cells(board.crosses | board.noughts);
        let twins = self.symmetry
            && self.mirrored(board.crosses) == board.crosses
            && self.mirrored(board.noughts) == board.noughts;
        let columns = if twins { self.width.div_ceil(2) } else { self.width };
        moves.extend((0..columns).filter(|&it| open & self.column(it) != 0).map(Move));
    }

    fn play(&self, board: &ConnectBoard, mv: Move) -> ConnectBoard {
        let taken = board.crosses | board.noughts;
        let disc = self.open_cells(taken) & self.column(mv.0);
        let mut after = *board;
        match self.player(board) {
            Player::First => after.crosses |= disc,
            Player::Second => after.noughts |= disc,
        }
        self.normal(after)
    }

    fn key(&self, board: &ConnectBoard) -> Key {
        Key(self.code(board).into())
    }

    fn ordering(&self) -> Option<&dyn MoveOrdering<ConnectBoard>> {
        Some(self)
    }

    fn leaf_oracle(&self, level: u32) -> Option<Box<dyn LeafOracle<ConnectBoard> + Send + '_>> {
        Some(Box::new(leaf_oracle::LastCells::new(self, level)))
    }
}

impl Encoding for Connect {
    fn encode(&self, board: &ConnectBoard, bytes: &mut Vec<u8>) {
        let length = (self.width * self.stride()).div_ceil(8) as usize;
        bytes.extend(&self.code(board).to_le_bytes()[..length]);
    }

    fn decode(&self, bytes: &[u8]) -> Option<ConnectBoard> {
        let length = (self.width * self.stride()).div_ceil(8) as usize;
        let mut code = [0; 8];
        code[..length].copy_from_slice((bytes.len() == length).then_some(bytes)?);
        let code = u64::from_le_bytes(code);
        let (mut crosses, mut noughts) = (0, 0);
        for column in 0..self.width {
            let start = column * self.stride();
            let bits = code >> start & ((1 << self.stride()) - 1);
            let taken = (1_u64 << bits.checked_ilog2()?) - 1;
            crosses |= (bits & taken) << start;
            noughts |= (!bits & taken) << start;
        }
        let board = self.board(crosses, noughts).ok()?;
        (self.code(&board) == code && self.normal(board) == board).then_some(board)
    }
}

/// Columns in the middle first: more lines go through them.
impl MoveOrdering<ConnectBoard> for Connect {
    fn score(&self, _: &ConnectBoard, mv: Move) -> i32 {
        -(2 * mv.0 as i32 - (self.width as i32 - 1)).abs()
    }
}

impl RegisteredGame for Connect {
    const INFO: GameInfo = GameInfo {
        name: "connect",
        summary: "Connect: four in a row on an upright board, or other numbers",
        parameters: &[
            Parameter {
                name: "width",
                kind: Kind::Integer { min: 2, max: 9, default: 7 },
                help: "columns of the board; at most 64 cells, each column counted with one more",
            },
            Parameter {
                name: "height",
                kind: Kind::Integer { min: 2, max: 9, default: 6 },
                help: "rows of the board",
            },
            Parameter {
                name: "row",
                kind: Kind::Integer { min: 2, max: 9, default: 4 },
                help: "discs in a row that win",
            },
            Parameter {
                name: "symmetry",
                kind: Kind::Choice { options: &["on", "off"], default: "off" },
                help: "whether a board and its mirror image are one position",
            },
        ],
        players: ["X", "O"],
        draws: true,
        position_help: "the rows from the top, `X`, `O` or `.`, such as ..../..../.O../.XX.; the columns of \
                        the moves from the start, such as 4435; or `start`",
        multiline: false,
        ply: "ply",
        examples: &[
            ("the end of a game", "44444432555756257"),
            ("the empty board", "start"),
            ("X wins at once", "121212"),
        ],
    };

    fn open(settings: &Settings, position: &str) -> Result<(Connect, ConnectBoard), InputError> {
        let [width, height, row] =
            ["width", "height", "row"].map(|name| settings.integer(name) as u32);
        let game = Connect::new(width, height, row, settings.choice("symmetry") == "on");
        let game = game.ok_or_else(|| {
            let cells = width * (height + 1);
            let expected = format!("expected width × (height + 1) to be at most {BITS}");
            InputError::new(expected).found(&cells.to_string())
        })?;
        let board = winproof_rules::Notation::parse(&game, position)?;
        Ok((game, board))
    }

    fn parameters_in(position: &str) -> Vec<String> {
        text::size_in(position)
    }
}

#[cfg(test)]
mod tests;
