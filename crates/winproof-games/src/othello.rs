//! Othello, also called Reversi.
//!
//! *Rules.* On a board of eight by eight, with two black and two white discs in the middle, Black moves
//! first. A move puts a disc on an empty square so that a straight line of the opponent's discs, in at least
//! one of the eight directions, lies between it and another disc of one's own; all discs on such lines are
//! turned over. Who has no such move passes. When neither player has one, the game is over, and who has more
//! discs wins. The outcome is the difference in discs, seen by Black, with the squares that are left empty
//! going to the winner; so it is always even, from -64 to 64.
//!
//! *Notation.* The squares from a1 to h1 (the top row), from a2 to h2 and so on, with `X` (or `x` or `*`)
//! for a black disc, `O` (or `o`) for a white one and `-` (or `.`) for an empty square, then who is to move:
//! `---------------------------OX------XO--------------------------- X`. `start` is this one. Moves may follow;
//! moves alone are played from the start: `f5d6c3`. A move is a square, or `pass`. In a list of moves passes
//! may be left out. Everything after a `;` is ignored, as in files of the format OBF.
//!
//! *Choices.*
//! - A pass is a move of its own, so that it counts when depths are compared.
//! - On a full board nobody is to move: it is stored as if Black were. Otherwise there is an empty square,
//!   which is why the 128 bits of a key hold the whole position with the player to move.
//! - `size` makes the board smaller, for comparison with exhaustive search.
//! - With `symmetry=on` boards that are the same but for a rotation or a reflection are one position: each is
//!   turned to the orientation with the least bits when it is made, and moves are about that board. It only
//!   stores how it is to be shown. So tables and certificates do not depend on symmetry; a certificate shows
//!   the verdict for the game in this form, whose values are the same because the rules do not distinguish
//!   symmetric boards. Of several moves that are the same by symmetry one is offered.

mod bitboard;
mod endgame;
pub mod evaluation;
mod guidance;
mod kinds;
mod leaf_oracle;
pub mod patterns;
mod records;
mod text;
pub mod weights;
pub mod wthor;

use std::hash::{Hash, Hasher};

use winproof_rules::{
    Encoding, Game, Guidance, InputError, Key, Kind, LeafOracle, Move, Notation, Outcome,
    Parameter, Player, Settings, Stage,
};

use crate::record::{RecordEntry, end_of};
use crate::{GameInfo, RegisteredGame};
use bitboard::Symmetry;
use guidance::FIT_NAMES;
use leaf_oracle::LastSquares;

/// The game of Othello.
#[derive(Clone, Copy, Debug)]
pub struct Othello {
    size: u32,
    /// The squares of the board.
    squares: u64,
    /// Whether symmetric boards are the same position.
    symmetry: bool,
    /// The way to fit h, as a number.
    h: usize,
}

/// A position: the discs of the player to move, those of the other one, and whose turn it is.
#[derive(Clone, Copy, Debug)]
pub struct OthelloBoard {
    own: u64,
    enemy: u64,
    to_move: Player,
    /// How it is shown: not a part of the position.
    shown: Symmetry,
}

impl PartialEq for OthelloBoard {
    #[inline]
    fn eq(&self, other: &OthelloBoard) -> bool {
        (self.own, self.enemy, self.to_move) == (other.own, other.enemy, other.to_move)
    }
}

impl Eq for OthelloBoard {}

impl Hash for OthelloBoard {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits().hash(state);
    }
}

/// The move of a player who has no other one.
const PASS: Move = Move(64);

impl OthelloBoard {
    /// The discs of a player: bit 8 · row + column is the square, a1 is bit 0 and h1 is bit 7. With
    /// `symmetry=on` the board may be turned.
    #[inline]
    pub fn discs(&self, player: Player) -> u64 {
        if player == self.to_move { self.own } else { self.enemy }
    }

    /// The whole position in 128 bits: which squares have discs, and which of them are black. If White is to
    /// move, the bits of empty squares are set in the second half too.
    #[inline]
    fn bits(&self) -> u128 {
        let occupied = self.own | self.enemy;
        let black = match self.to_move {
            Player::First => self.own,
            Player::Second => !self.own,
        };
        u128::from(occupied) << 64 | u128::from(black)
    }
}

impl Othello {
    /// The game with the given parameters.
    pub fn new(settings: &Settings) -> Othello {
        let size: u32 = settings.choice("size").parse().expect("the sizes are numbers");
        let row = (1 << size) - 1;
        let squares = (0..size).fold(0, |squares, number| squares | row << (8 * number));
        let h = FIT_NAMES.iter().position(|&name| name == settings.choice("h"));
        let h = h.expect("the parameter has these names");
        Othello { size, squares, symmetry: settings.choice("symmetry") == "on", h }
    }

    /// The position that the game starts from.
    pub fn start(&self) -> OthelloBoard {
        let middle = self.size / 2;
        let square = |row: u32, column: u32| 1_u64 << (8 * row + column);
        self.normal(OthelloBoard {
            own: square(middle - 1, middle) | square(middle, middle - 1),
            enemy: square(middle - 1, middle - 1) | square(middle, middle),
            to_move: Player::First,
            shown: Symmetry::NONE,
        })
    }

    /// The position with these discs, or what is wrong with it. For the bits see [`OthelloBoard::discs`].
    pub fn board(&self, black: u64, white: u64, to_move: Player) -> Result<OthelloBoard, String> {
        if (black | white) & !self.squares != 0 || black & white != 0 {
            return Err("expected every square of the board to hold one disc at most".to_string());
        }
        let (own, enemy) = if to_move == Player::First { (black, white) } else { (white, black) };
        Ok(self.normal(OthelloBoard { own, enemy, to_move, shown: Symmetry::NONE }))
    }

    /// Makes the canonical form. On a full board nobody moves, so the player to move must not matter. And
    /// symmetric boards may be one position.
    #[inline]
    fn normal(&self, board: OthelloBoard) -> OthelloBoard {
        if self.symmetry {
            return self.turned(&board);
        }
        if board.to_move == Player::Second && board.own | board.enemy == self.squares {
            return OthelloBoard {
                own: board.enemy,
                enemy: board.own,
                to_move: Player::First,
                ..board
            };
        }
        board
    }

    /// The board in the one of its eight orientations that stands for all of them.
    fn turned(&self, board: &OthelloBoard) -> OthelloBoard {
        let board = Othello { symmetry: false, ..*self }.normal(*board);
        let images = Symmetry::ALL.map(|symmetry| {
            let shown = board.shown.after_undoing(symmetry, self.size);
            let [own, enemy] =
                [board.own, board.enemy].map(|discs| symmetry.apply(discs, self.size));
            OthelloBoard { own, enemy, shown, ..board }
        });
        images.into_iter().min_by_key(OthelloBoard::bits).unwrap_or(board)
    }

    /// Removes from a list of moves those that lead to the same position as an earlier one.
    fn remove_twins(&self, board: &OthelloBoard, moves: &mut Vec<Move>, first: usize) {
        let mut seen = Vec::with_capacity(moves.len());
        let mut kept = first;
        for index in first..moves.len() {
            let position = self.play(board, moves[index]).bits();
            if !seen.contains(&position) {
                seen.push(position);
                moves[kept] = moves[index];
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// The squares without a disc, as bits.
    #[inline]
    pub fn empty_squares(&self, board: &OthelloBoard) -> u64 {
        self.squares & !(board.own | board.enemy)
    }

    /// The squares that the player to move can play on, as bits.
    #[inline]
    fn open_squares(&self, board: &OthelloBoard) -> u64 {
        bitboard::moves(board.own, board.enemy, self.empty_squares(board))
    }

    /// Returns the discs of a player on the board as it is shown.
    fn shown_discs(&self, board: &OthelloBoard, player: Player) -> u64 {
        board.shown.apply(board.discs(player), self.size)
    }

    /// Returns the move on the board as it is shown.
    fn shown_move(&self, board: &OthelloBoard, mv: Move) -> Move {
        match mv {
            PASS => PASS,
            Move(square) => Move(board.shown.apply(1 << (square & 63), self.size).trailing_zeros()),
        }
    }

    /// The difference in discs, seen by the player to move, if the game ended here.
    #[inline]
    fn difference(&self, own: u64, enemy: u64) -> i32 {
        let [own, enemy] = [own, enemy].map(|discs| discs.count_ones() as i32);
        let all = (self.size * self.size) as i32;
        match own.cmp(&enemy) {
            std::cmp::Ordering::Greater => all - 2 * enemy,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Less => 2 * own - all,
        }
    }
}

/// The game on the full board, with a key for every position.
impl Default for Othello {
    fn default() -> Othello {
        Othello::new(&Settings::defaults(Self::INFO.name, Self::INFO.parameters))
    }
}

impl Game for Othello {
    type Position = OthelloBoard;
    const CYCLIC: bool = false;

    #[inline]
    fn to_move(&self, board: &OthelloBoard) -> Player {
        board.to_move
    }

    #[inline]
    fn outcome(&self, board: &OthelloBoard) -> Option<Outcome> {
        let OthelloBoard { own, enemy, to_move, .. } = *board;
        let empty = self.empty_squares(board);
        if bitboard::moves(own, enemy, empty) != 0 || bitboard::moves(enemy, own, empty) != 0 {
            return None;
        }
        let difference = self.difference(own, enemy);
        Outcome::new(if to_move == Player::First { difference } else { -difference })
    }

    #[inline]
    fn moves(&self, board: &OthelloBoard, moves: &mut Vec<Move>) {
        let first = moves.len();
        let mut open = self.open_squares(board);
        if open == 0 {
            moves.push(PASS);
        }
        while open != 0 {
            moves.push(Move(open.trailing_zeros()));
            open &= open - 1;
        }
        if self.symmetry {
            self.remove_twins(board, moves, first);
        }
    }

    fn is_legal(&self, board: &OthelloBoard, mv: Move, scratch: &mut Vec<Move>) -> bool {
        // With symmetry only one of several moves is offered.
        if self.symmetry {
            scratch.clear();
            self.moves(board, scratch);
            return scratch.contains(&mv);
        }
        match mv {
            PASS => self.open_squares(board) == 0,
            Move(square) => {
                square < 64
                    && self.empty_squares(board) >> square & 1 == 1
                    && bitboard::flips(board.own, board.enemy, square as usize) != 0
            }
        }
    }

    #[inline]
    fn play(&self, board: &OthelloBoard, mv: Move) -> OthelloBoard {
        let OthelloBoard { own, enemy, to_move, shown } = *board;
        let to_move = to_move.opponent();
        if mv == PASS {
            return self.normal(OthelloBoard { own: enemy, enemy: own, to_move, shown });
        }
        let flipped = bitboard::flips(own, enemy, mv.0 as usize);
        let own = own | flipped | 1 << (mv.0 & 63);
        self.normal(OthelloBoard { own: enemy & !flipped, enemy: own, to_move, shown })
    }

    #[inline]
    fn key(&self, board: &OthelloBoard) -> Key {
        Key(board.bits())
    }

    fn outcomes(&self) -> Vec<Outcome> {
        let all = (self.size * self.size) as i32;
        (-all..=all).step_by(2).filter_map(Outcome::new).collect()
    }

    fn guidance(&self) -> Option<&dyn Guidance<OthelloBoard>> {
        (self.size == 8).then_some(self as &dyn Guidance<OthelloBoard>)
    }

    /// The level is a number of empty squares.
    fn leaf_oracle(&self, level: u32) -> Option<Box<dyn LeafOracle<OthelloBoard> + Send + '_>> {
        Some(Box::new(LastSquares::new(self, level)))
    }
}

impl Encoding for Othello {
    fn encode(&self, board: &OthelloBoard, bytes: &mut Vec<u8>) {
        bytes.extend(board.bits().to_be_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Option<OthelloBoard> {
        let bits = u128::from_be_bytes(bytes.try_into().ok()?);
        let (occupied, black) = ((bits >> 64) as u64, bits as u64);
        let board = match black & !occupied {
            0 => self.board(black, occupied & !black, Player::First),
            _ => self.board(black & occupied, !black, Player::Second),
        };
        board.ok().filter(|board| board.bits() == bits)
    }
}

impl Notation for Othello {
    fn parse(&self, text: &str) -> Result<OthelloBoard, InputError> {
        text::read(self, text).map(|played| end_of(self, played))
    }

    fn parse_played(&self, text: &str) -> Result<(OthelloBoard, Vec<Move>), InputError> {
        text::read(self, text)
    }

    fn kinds_of_move(&self, _board: &OthelloBoard, mv: Move) -> Vec<&'static str> {
        kinds::of_square(mv, self.size)
    }

    fn stage(&self, board: &OthelloBoard) -> Option<Stage> {
        let count = self.empty_squares(board).count_ones();
        Some(Stage { count, unit: "empties" })
    }

    fn format(&self, board: &OthelloBoard) -> String {
        text::write(self, board)
    }

    fn format_move(&self, board: &OthelloBoard, mv: Move) -> String {
        text::write_move(self.shown_move(board, mv))
    }

    fn draw(&self, board: &OthelloBoard) -> String {
        text::draw(self, board)
    }

    fn removals(&self, board: &OthelloBoard) -> Vec<(String, OthelloBoard)> {
        let discs = [Player::First, Player::Second].map(|player| self.shown_discs(board, player));
        let removal = |square: u32| {
            let player = [Player::First, Player::Second]
                .into_iter()
                .find(|&player| discs[player as usize] >> square & 1 == 1)?;
            let [black, white] = discs.map(|discs| discs & !(1 << square));
            let name = text::write_move(Move(square));
            Some((
                format!("{} {name}", self.player_name(player)),
                self.board(black, white, board.to_move).ok()?,
            ))
        };
        (0..64).filter_map(removal).filter(|(_, left)| left.to_move == board.to_move).collect()
    }

    fn player_name(&self, player: Player) -> &'static str {
        Self::INFO.player_name(player)
    }
}

impl RegisteredGame for Othello {
    const INFO: GameInfo = GameInfo {
        name: "othello",
        summary: "Othello: have more discs when nobody can move",
        parameters: &[
            Parameter {
                name: "size",
                kind: Kind::Choice { options: &["4", "6", "8"], default: "8" },
                help: "rows and columns of the board",
            },
            Parameter {
                name: "symmetry",
                kind: Kind::Choice { options: &["on", "off"], default: "off" },
                help: "whether rotated and reflected boards are one position",
            },
            Parameter {
                name: "h",
                kind: Kind::Choice { options: &FIT_NAMES, default: "doubling" },
                help: "how the estimates of leaves (init=game) were fitted to solved problems",
            },
        ],
        players: ["black", "white"],
        draws: true,
        position_help: "the squares from a1 to h1 (the top row), a2 to h2 and so on, with X (black), O \
                        (white) and -, then who is to move, such as \
                        `---------------------------OX------XO--------------------------- X`; or `start`; moves \
                        may follow or stand alone, such as `f5d6c3`",
        multiline: false,
        ply: "ply",
        examples: &[
            ("the start", "start"),
            (
                "16 empty squares, Black wins by 16",
                "-X-O-----OOO-O--X-OXOO-OXXXOXOOOXXXOOOOOXOXXOOOOOXXXXXO---X-OOOO X",
            ),
            (
                "a line of an OBF file, Black wins by 6",
                "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; H5:+6; G6:-2;",
            ),
            ("after the first moves of a game", "f5d6c3d3c4"),
            (
                "Black has to pass",
                "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOX--OOOOOX-- X",
            ),
        ],
    };

    fn open(settings: &Settings, position: &str) -> Result<(Othello, OthelloBoard), InputError> {
        let game = Othello::new(settings);
        let board = game.parse(position)?;
        Ok((game, board))
    }

    /// A WTHOR file, or one transcript a line.
    fn record_entries(file: &[u8]) -> Result<Vec<RecordEntry>, InputError> {
        records::entries(file)
    }
}

#[cfg(test)]
mod tests;
