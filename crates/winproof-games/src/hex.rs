//! Hex (Piet Hein 1942, John Nash 1948).
//!
//! *Rules.* On a rhombus of hexagons two players take turns to put a stone of their colour on an empty cell.
//! Black, who begins, wins by joining the top and the bottom side by a chain of black stones, White by
//! joining the left and the right one. A full board has exactly one such chain, so there are no draws. With
//! `swap=on` White may answer the very first stone by taking it over: it is replaced by a white stone on the
//! cell mirrored at the long diagonal, where it is worth to White what it was worth to Black.
//!
//! *Notation.* A cell is its column, from `a` at the left, and its row, from 1 at the top: `a1` is the top
//! left corner. A position is the rows from the top one down, set apart by `/`, with `x` for a black
//! stone, `o` for a white one and numbers of empty cells (or a `.` for each), and then who is to move:
//! `3/1x1/3 o`. `start` is the empty board. Moves may follow; moves alone are played from the start: `b2
//! a3`. A game record in SGF as HexGui writes it (`(;GM[11]SZ[3];B[b2];W[a3])`) is a position too: the one
//! at its end.
//!
//! *Choices.*
//! - Any numbers of stones may be on the board, with either player to move: that is how parts of a board are
//!   studied, and how certificates refer to them (see `dominance.rs`).
//! - The winner is determined when a stone is placed, and stored with the position: a bit-parallel fill of
//!   the new stone's group, which in most cases is small. Asking for the outcome costs nothing.
//! - With `symmetry=on` a board and the same board turned by 180 degrees are one position: it is turned to the
//!   orientation with the lesser bits when it is made, and moves are about that board. It only stores how it
//!   is to be shown. Tables and certificates do not depend on it (Othello does the same).
//! - Up to 7 by 7 the key is the position. On larger boards it is a hash of its words, which is quicker than
//!   carrying one along with every copy.

mod bits;
mod derivation;
mod dominance;
mod evidence;
mod inferior;
mod leaf_oracle;
mod links;
mod sgf;
mod shape;
mod text;

use std::hash::{Hash, Hasher};

use winproof_rules::{
    Dominance, Encoding, Evidence, Game, InputError, Key, Kind, LeafOracle, Move, MoveOrdering,
    Notation, Outcome, Parameter, Player, Settings, Stage, move_by_name,
};

use self::bits::{Bits, Wide};
use self::inferior::Inferior;
use self::leaf_oracle::Connections;
use self::links::Grid;
use self::shape::Shape;
use crate::record::{RecordEntry, as_text, end_of, entries_of_text, sgf as sgf_files};
use crate::splitmix::splitmix;
use crate::{GameInfo, RegisteredGame};

/// The game of Hex.
#[derive(Clone, Debug)]
pub struct Hex {
    size: u32,
    swap: bool,
    /// Whether a board and the same board turned by 180 degrees are one position.
    symmetry: bool,
    /// The board in one word, for sizes that fit.
    small: Shape<u64>,
    wide: Shape<Wide>,
    /// The data for connections, in as few words as the board takes.
    grid: AnyGrid,
    without: Without,
}

/// The part of its knowledge that the game does not use, for comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Without {
    Nothing,
    /// Connections of empty cells that are not neighbours.
    Cells,
    /// Dead, captured and vulnerable cells.
    Inferior,
    Vulnerable,
    Dominated,
    /// Carriers of what was refuted by a search, or by looking one move ahead.
    Carriers,
}

impl Without {
    fn named(name: &str) -> Without {
        match name {
            "cells" => Without::Cells,
            "inferior" => Without::Inferior,
            "vulnerable" => Without::Vulnerable,
            "dominated" => Without::Dominated,
            "carriers" => Without::Carriers,
            _ => Without::Nothing,
        }
    }
}

#[derive(Clone, Debug)]
enum AnyGrid {
    One(Grid<u64>),
    Two(Grid<u128>),
    Three(Grid<Wide>),
}

/// The largest board whose cells fit into one word.
const SMALL: u32 = 8;

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct HexBoard {
    /// Black's and White's.
    stones: [Wide; 2],
    to_move: Player,
    /// The player whose stones join that player's sides. Follows from the stones.
    winner: Option<Player>,
    /// Whether it is shown turned by 180 degrees: not a part of the position.
    turned: bool,
}

impl PartialEq for HexBoard {
    #[inline]
    fn eq(&self, other: &HexBoard) -> bool {
        (self.stones, self.to_move) == (other.stones, other.to_move)
    }
}

impl Eq for HexBoard {}

impl Hash for HexBoard {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.stones, self.to_move).hash(state);
    }
}

impl HexBoard {
    fn stones_of(&self, player: Player) -> Wide {
        self.stones[player as usize]
    }

    fn stone(&self, cell: u32) -> Option<Player> {
        [Player::First, Player::Second].into_iter().find(|&player| self.stones_of(player).has(cell))
    }
}

impl Hex {
    /// The game with the given parameters.
    pub fn new(settings: &Settings) -> Hex {
        let size = settings.integer("size") as u32;
        Hex {
            size,
            swap: settings.choice("swap") == "on",
            symmetry: settings.choice("symmetry") == "on",
            without: Without::named(settings.choice("without")),
            small: Shape::new(size.min(SMALL)),
            wide: Shape::new(size),
            grid: match size {
                ..=SMALL => AnyGrid::One(Grid::new(size)),
                9..=11 => AnyGrid::Two(Grid::new(size)),
                _ => AnyGrid::Three(Grid::new(size)),
            },
        }
    }

    /// Rows and columns of the board.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The empty board.
    pub fn start(&self) -> HexBoard {
        HexBoard { stones: [Wide::EMPTY; 2], to_move: Player::First, winner: None, turned: false }
    }

    fn inferior(&self) -> &Inferior {
        match &self.grid {
            AnyGrid::One(grid) => &grid.inferior,
            AnyGrid::Two(grid) => &grid.inferior,
            AnyGrid::Three(grid) => &grid.inferior,
        }
    }

    /// The number of cells, and the code of the move that swaps.
    fn cells(&self) -> u32 {
        self.size * self.size
    }

    fn empty(&self, board: &HexBoard) -> Wide {
        self.wide.board & !(board.stones[0] | board.stones[1])
    }

    /// Makes a position of this game from untrusted stones.
    fn board(&self, stones: [Wide; 2], to_move: Player) -> Option<HexBoard> {
        let [black, white] = stones;
        let lawful = (black | white).within(self.wide.board) && !black.meets(white);
        lawful.then(|| self.judged(stones, to_move))
    }

    /// A position with these stones, with its winner.
    fn judged(&self, stones: [Wide; 2], to_move: Player) -> HexBoard {
        let mut players = [Player::First, Player::Second].into_iter();
        let joined = |player: &Player| {
            let index = *player as usize;
            self.wide.joined(stones[index], self.wide.sides[index])
        };
        self.normal(HexBoard { stones, to_move, winner: players.find(joined), turned: false })
    }

    /// The board in the orientation that stands for both, if it has to.
    #[inline]
    fn normal(&self, board: HexBoard) -> HexBoard {
        if !self.symmetry {
            return board;
        }
        let stones = board.stones.map(|stones| stones.turned(self.cells()));
        match stones < board.stones {
            true => HexBoard { stones, turned: !board.turned, ..board },
            false => board,
        }
    }

    /// Whether turning the board makes no difference, so that the moves on its two halves are the same.
    #[inline]
    fn is_own_twin(&self, board: &HexBoard) -> bool {
        self.symmetry && board.stones == board.stones.map(|stones| stones.turned(self.cells()))
    }

    /// The last cell that is offered as a move.
    #[inline]
    fn last_cell(&self, board: &HexBoard) -> u32 {
        let last = self.cells() - 1;
        if self.is_own_twin(board) { last / 2 } else { last }
    }

    /// The move that is offered for a cell: that cell, or the one that is the same move.
    fn offered(&self, board: &HexBoard, cell: u32) -> Move {
        let other = self.cells() - 1 - cell;
        Move(if cell <= self.last_cell(board) { cell } else { other })
    }

    /// The cells that are the same moves as `cells`.
    fn twins(&self, board: &HexBoard, cells: Wide) -> Wide {
        if self.is_own_twin(board) { cells.turned(self.cells()) } else { cells }
    }

    /// Converts between a cell of the position and the same cell of the board as it is shown.
    fn shown(&self, board: &HexBoard, cell: u32) -> u32 {
        if board.turned { self.cells() - 1 - cell } else { cell }
    }

    /// Returns the stones as they are shown.
    fn shown_stones(&self, board: &HexBoard) -> [Wide; 2] {
        match board.turned {
            true => board.stones.map(|stones| stones.turned(self.cells())),
            false => board.stones,
        }
    }

    /// Returns what is on a cell of the board as it is shown.
    fn shown_stone(&self, board: &HexBoard, cell: u32) -> Option<Player> {
        board.stone(self.shown(board, cell))
    }

    /// Whether the stone that was just put on `cell` joins its player's sides.
    #[inline]
    fn wins(&self, stones: Wide, player: Player, cell: u32) -> bool {
        if stones.count() < self.size {
            return false;
        }
        if self.size <= SMALL {
            let sides = self.small.sides[player as usize];
            let group = self.small.group(u64::cell(cell), stones.0[0]);
            return group.meets(sides[0]) && group.meets(sides[1]);
        }
        let sides = self.wide.sides[player as usize];
        let group = self.wide.group(Wide::cell(cell), stones);
        group.meets(sides[0]) && group.meets(sides[1])
    }

    /// Whether White may take over Black's stone.
    #[inline]
    fn may_swap(&self, board: &HexBoard) -> bool {
        self.swap
            && board.to_move == Player::Second
            && board.stones[0].count() == 1
            && board.stones[1].is_empty()
    }

    /// Whether White may take over Black's stone now or after Black's next move.
    fn swap_ahead(&self, board: &HexBoard) -> bool {
        let empty = board.stones == [Wide::EMPTY; 2] && board.to_move == Player::First;
        self.may_swap(board) || self.swap && empty
    }

    /// The cell with row and column exchanged: mirrored at the diagonal from the top left corner.
    fn mirrored(&self, cell: u32) -> u32 {
        cell % self.size * self.size + cell / self.size
    }
}

/// The game on the usual board of eleven rows, without the swap rule.
impl Default for Hex {
    fn default() -> Hex {
        Hex::new(&Settings::defaults(Self::INFO.name, Self::INFO.parameters))
    }
}

impl Game for Hex {
    type Position = HexBoard;

    const CYCLIC: bool = false;

    #[inline]
    fn to_move(&self, board: &HexBoard) -> Player {
        board.to_move
    }

    #[inline]
    fn outcome(&self, board: &HexBoard) -> Option<Outcome> {
        board.winner.map(Outcome::won_by)
    }

    #[inline]
    fn moves(&self, board: &HexBoard, moves: &mut Vec<Move>) {
        let last = self.last_cell(board);
        let empty = self.empty(board).cells().map(Move);
        moves.extend(empty.take_while(|mv| mv.0 <= last));
        if self.may_swap(board) {
            moves.push(Move(self.cells()));
        }
    }

    #[inline]
    fn play(&self, board: &HexBoard, mv: Move) -> HexBoard {
        let player = board.to_move;
        let to_move = player.opponent();
        let mut stones = board.stones;
        if mv.0 == self.cells() {
            stones = [Wide::EMPTY, Wide::cell(self.mirrored(stones[0].first()))];
            return self.normal(HexBoard { stones, to_move, ..*board });
        }
        let own = &mut stones[player as usize];
        *own |= Wide::cell(mv.0);
        let winner = self.wins(*own, player, mv.0).then_some(player);
        self.normal(HexBoard { stones, to_move, winner, ..*board })
    }

    #[inline]
    fn key(&self, board: &HexBoard) -> Key {
        let [black, white] = board.stones;
        // Up to 49 cells there is room for whose turn it is.
        let turn = (board.to_move as u64) << 63;
        if self.size < SMALL {
            return Key(u128::from(black.0[0] | turn) << 64 | u128::from(white.0[0]));
        }
        let words = [black.0[0], black.0[1], black.0[2] | turn, white.0[0], white.0[1], white.0[2]];
        let half = |seed| words.iter().fold(seed, |hash: u64, &word| splitmix(word, hash));
        Key(u128::from(half(1)) << 64 | u128::from(half(2)))
    }

    fn outcomes(&self) -> Vec<Outcome> {
        vec![Outcome::LOSS, Outcome::WIN]
    }

    fn dominance(&self) -> Option<&dyn Dominance<HexBoard>> {
        if self.swap || self.symmetry { None } else { Some(self) }
    }

    fn evidence(&self) -> Option<&dyn Evidence<HexBoard>> {
        if self.swap || self.symmetry { None } else { Some(self) }
    }

    fn ordering(&self) -> Option<&dyn MoveOrdering<HexBoard>> {
        Some(self)
    }

    fn leaf_oracle(&self, level: u32) -> Option<Box<dyn LeafOracle<HexBoard> + Send + '_>> {
        Some(match &self.grid {
            AnyGrid::One(grid) => Box::new(Connections::new(self, grid, level)),
            AnyGrid::Two(grid) => Box::new(Connections::new(self, grid, level)),
            AnyGrid::Three(grid) => Box::new(Connections::new(self, grid, level)),
        })
    }
}

impl Encoding for Hex {
    /// A byte for whose turn it is, then two bits for each cell, four cells to a byte: 0 empty, 1 black, 2
    /// white.
    fn encode(&self, board: &HexBoard, bytes: &mut Vec<u8>) {
        bytes.push(board.to_move as u8);
        let cell = |cell: u32| match board.stone(cell) {
            None => 0,
            Some(player) => 1 + player as u8,
        };
        let four = |first: u32| {
            let within = first..(first + 4).min(self.cells());
            within.fold(0, |byte, at| byte | cell(at) << (2 * (at - first)))
        };
        bytes.extend((0..self.cells()).step_by(4).map(four));
    }

    fn decode(&self, bytes: &[u8]) -> Option<HexBoard> {
        let (&turn, rest) = bytes.split_first()?;
        let to_move = [Player::First, Player::Second].into_iter().find(|&it| it as u8 == turn)?;
        if rest.len() != self.cells().div_ceil(4) as usize {
            return None;
        }
        let mut stones = [Wide::EMPTY; 2];
        for (cell, bits) in
            (0..).zip(rest.iter().flat_map(|byte| [0, 2, 4, 6].map(|place| byte >> place & 3)))
        {
            match bits {
                0 => {}
                1 | 2 if cell < self.cells() => stones[usize::from(bits) - 1] |= Wide::cell(cell),
                _ => return None,
            }
        }
        // Of two boards that are one position only one is an encoding.
        self.board(stones, to_move).filter(|board| board.stones == stones)
    }
}

/// The centre first.
impl MoveOrdering<HexBoard> for Hex {
    fn score(&self, _board: &HexBoard, mv: Move) -> i32 {
        let size = self.size as i32;
        let (row, column) = (mv.0 as i32 / size, mv.0 as i32 % size);
        let (down, right) = (2 * row + 1 - size, 2 * column + 1 - size);
        -(down.abs() + right.abs() + (down + right).abs())
    }
}

impl Notation for Hex {
    fn parse(&self, text: &str) -> Result<HexBoard, InputError> {
        text::read(self, text).map(|played| end_of(self, played))
    }

    fn parse_played(&self, text: &str) -> Result<(HexBoard, Vec<Move>), InputError> {
        text::read(self, text)
    }

    fn kinds_of_move(&self, board: &HexBoard, mv: Move) -> Vec<&'static str> {
        if mv.0 == self.cells() {
            return vec!["swap"];
        }
        let beside = self.wide.neighbours(Wide::cell(mv.0));
        let [own, enemy] = [board.to_move, board.to_move.opponent()]
            .map(|player| beside.meets(board.stones[player as usize]));
        vec![match (own, enemy) {
            (true, true) => "beside stones of both",
            (true, false) => "beside an own stone",
            (false, true) => "beside a stone of the opponent",
            (false, false) => "beside no stone",
        }]
    }

    fn stage(&self, board: &HexBoard) -> Option<Stage> {
        Some(Stage { count: self.empty(board).cells().count() as u32, unit: "empty cells" })
    }

    fn format(&self, board: &HexBoard) -> String {
        text::write(self, board)
    }

    fn format_move(&self, board: &HexBoard, mv: Move) -> String {
        text::write_move(self, board, mv)
    }

    fn parse_move(&self, board: &HexBoard, text: &str) -> Result<Move, InputError> {
        let name = text.to_ascii_lowercase();
        let cell = text::cell_by_name(self, &name).map(|cell| self.shown(board, cell));
        let legal = |&cell: &u32| board.winner.is_none() && self.empty(board).has(cell);
        match cell.filter(legal) {
            Some(cell) if cell <= self.last_cell(board) => Ok(Move(cell)),
            _ => move_by_name(self, board, text),
        }
    }

    fn draw(&self, board: &HexBoard) -> String {
        text::draw(self, board)
    }

    fn sgf(&self, board: &HexBoard) -> Option<String> {
        Some(sgf::write(self, board))
    }

    fn removals(&self, board: &HexBoard) -> Vec<(String, HexBoard)> {
        let stones = (0..self.cells()).filter_map(|cell| Some((cell, board.stone(cell)?)));
        let removal = |(cell, player): (u32, Player)| {
            let mut stones = board.stones;
            stones[player as usize] &= !Wide::cell(cell);
            let cell = text::cell_name(self, self.shown(board, cell));
            Some((
                format!("{} {cell}", self.player_name(player)),
                self.board(stones, board.to_move)?,
            ))
        };
        stones.filter_map(removal).collect()
    }

    fn player_name(&self, player: Player) -> &'static str {
        Self::INFO.player_name(player)
    }
}

impl RegisteredGame for Hex {
    const INFO: GameInfo = GameInfo {
        name: "hex",
        summary: "Hex: join your two sides of the board",
        parameters: &[
            Parameter {
                name: "size",
                kind: Kind::Integer { min: 2, max: 13, default: 11 },
                help: "rows and columns of the board",
            },
            Parameter {
                name: "swap",
                kind: Kind::Choice { options: &["off", "on"], default: "off" },
                help: "whether the second player may take over the first stone",
            },
            Parameter {
                name: "symmetry",
                kind: Kind::Choice { options: &["off", "on"], default: "off" },
                help: "whether a board and the same board turned by 180 degrees are one position",
            },
            Parameter {
                name: "without",
                kind: Kind::Choice {
                    options: &[
                        "nothing",
                        "cells",
                        "inferior",
                        "vulnerable",
                        "dominated",
                        "carriers",
                    ],
                    default: "nothing",
                },
                help: "knowledge that the leaf oracle does not use, for comparisons (see leaf)",
            },
        ],
        players: ["black", "white"],
        draws: false,
        position_help: "the rows from the top one down, with x (black, joins top and bottom), o (white) \
                        and numbers of empty cells, then who is to move, such as `3/1x1/3 o` for size 3; \
                        or `start`; moves may follow or stand alone, such as `b2 a3`; or a game record \
                        in SGF",
        multiline: false,
        ply: "ply",
        examples: &[
            ("the start", "start"),
            ("after the first moves of a game", "f6 d8 e4"),
            ("from a game record", "(;FF[4]GM[11]SZ[11];B[a10];W[f6];B[h4])"),
            ("a board with stones, White to move", "11/11/11/7x3/11/5o5/11/11/1x9/11/11 o"),
        ],
    };

    /// Records in SGF, or moves.
    fn record_entries(file: &[u8]) -> Result<Vec<RecordEntry>, InputError> {
        if !as_text(file)?.trim_start().starts_with('(') {
            return entries_of_text(file);
        }
        let records = sgf_files::split(file).into_iter();
        let entry =
            |(line, record)| as_text(record).map(|record| sgf_files::entry(record).at_line(line));
        records.map(entry).collect()
    }

    fn open(settings: &Settings, position: &str) -> Result<(Hex, HexBoard), InputError> {
        let game = Hex::new(settings);
        let board = game.parse(position)?;
        Ok((game, board))
    }

    fn parameters_in(position: &str) -> Vec<String> {
        sgf::size(position).map(|size| format!("size={size}")).into_iter().collect()
    }
}

#[cfg(test)]
mod tests;
