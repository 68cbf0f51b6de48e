//! Lines of Action, as in section 2 of M. Winands, J. Uiterwijk and J. van den Herik, "PDS-PN: a new
//! proof-number search algorithm", Computers and Games 2002.
//!
//! *Rules.* On a board of eight by eight Black has twelve pieces on the top and the bottom row, White twelve
//! on the left and the right column; the corners are empty. Black moves first. A piece moves in a straight
//! line, in one of the eight directions, exactly as many squares as there are pieces of both colours
//! anywhere on that line, itself included. It may jump over pieces of its own colour but not over the
//! opponent's; one of those on which it lands is captured. Who has all pieces connected, in the eight
//! directions, wins. A lone piece is connected; and a capture may connect the opponent's pieces, so
//! that the opponent wins, unless the mover's are connected too. If both are, the game is drawn, or
//! the mover wins, as the parameter `both` says. A player who cannot move passes.
//!
//! *Notation.* The rows from the top one down to row 1, set apart by `/`, with `x` for a black piece, `o`
//! for a white one and numbers of empty squares (or a `.` for each), and then who is to move:
//! `1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x`. `start` is this one. Moves may follow; moves alone are
//! played from the start: `c1c3 a2c4`. A move is the square it starts from and the one it ends on,
//! `b1b3` (in a list also `b1-b3` and `b1xb3`), or `pass`.
//!
//! *Choices.*
//! - In the paper the third repetition of a position is a draw; here endless play is a draw. The result is
//!   the same: a player who can force a win can do so without any repetition, and one who cannot never gets
//!   it. So a position need not know its history.
//! - If neither player can move, both pass for ever: a draw as well.
//! - `size` makes the board smaller, for comparison with exhaustive search. All sides get shorter alike.
//! - Boards with more pieces of a colour than at the start, or with none, are refused: no play leads there,
//!   and a typing error is noticed. So there are always empty squares, which is why the 128 bits of a key
//!   hold the whole position with the player to move.

mod groups;
mod guidance;
mod kinds;
mod leaf_oracle;
mod lines;
mod records;
mod text;
mod threats;

use winproof_rules::{
    Counted, Encoding, Game, Guidance, InputError, Key, Kind, LeafOracle, LookAhead, Move,
    MoveOrdering, Notation, Outcome, Parameter, Player, Settings, Stage,
};

use crate::record::{RecordEntry, end_of};
use crate::{GameInfo, RegisteredGame};

/// The game of Lines of Action.
#[derive(Clone, Copy, Debug)]
pub struct Loa {
    size: u32,
    /// The squares of the board.
    squares: u64,
    /// Whether a move that connects both players' pieces wins; otherwise the game is drawn.
    mover_wins: bool,
}

/// A position: the pieces of the player to move, those of the other one, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoaBoard {
    own: u64,
    enemy: u64,
    to_move: Player,
}

/// No player has more pieces than this.
const MOST_PIECES: usize = 12;

/// The move of a player who cannot move. No other has this code: a piece never stays where it is.
const PASS: Move = Move(0);

#[inline]
fn move_between(from: u32, to: u32) -> Move {
    Move(from | to << 6)
}

#[inline]
fn from_and_to(mv: Move) -> (u32, u32) {
    (mv.0 & 63, mv.0 >> 6 & 63)
}

impl LoaBoard {
    /// The whole position in 128 bits: both players' pieces, with all bits inverted if the second player is
    /// to move.
    ///
    /// That distinguishes the two, because there always is an empty square: it has neither player's bit if
    /// the first player is to move, and both if it is the second.
    #[inline]
    fn bits(&self) -> u128 {
        let bits = u128::from(self.own) << 64 | u128::from(self.enemy);
        if self.to_move == Player::First { bits } else { !bits }
    }

    /// What stands on a square.
    fn piece(&self, square: u32) -> char {
        let [own, enemy] = if self.to_move == Player::First { ['x', 'o'] } else { ['o', 'x'] };
        match (self.own >> square & 1, self.enemy >> square & 1) {
            (1, _) => own,
            (_, 1) => enemy,
            _ => '.',
        }
    }
}

impl Loa {
    /// The game with the given parameters.
    pub fn new(settings: &Settings) -> Loa {
        let size = settings.integer("size") as u32;
        let row = (1 << size) - 1;
        let squares = (0..size).fold(0, |squares, number| squares | row << (8 * number));
        Loa { size, squares, mover_wins: settings.choice("both") == "mover" }
    }

    /// The position that the game starts from.
    pub fn start(&self) -> LoaBoard {
        let last = self.size - 1;
        let (mut own, mut enemy) = (0, 0);
        for place in 1..last {
            own |= 1 << place | 1 << (8 * last + place);
            enemy |= 1 << (8 * place) | 1 << (8 * place + last);
        }
        LoaBoard { own, enemy, to_move: Player::First }
    }

    /// A position of this game, or what is wrong with it.
    fn board(&self, black: u64, white: u64, to_move: Player) -> Result<LoaBoard, String> {
        if (black | white) & !self.squares != 0 || black & white != 0 {
            return Err("expected every square to hold one piece at most".to_string());
        }
        let most = 2 * (self.size - 2);
        for (pieces, name) in [(black, "black"), (white, "white")] {
            let count = pieces.count_ones();
            if !(1..=most).contains(&count) {
                return Err(format!("expected 1 to {most} {name} pieces, not {count}"));
            }
        }
        let (own, enemy) = if to_move == Player::First { (black, white) } else { (white, black) };
        Ok(LoaBoard { own, enemy, to_move })
    }
}

/// The game on the full board, drawn if both connect.
impl Default for Loa {
    fn default() -> Loa {
        Loa::new(&Settings::defaults(Self::INFO.name, Self::INFO.parameters))
    }
}

impl Game for Loa {
    type Position = LoaBoard;

    #[inline]
    fn to_move(&self, board: &LoaBoard) -> Player {
        board.to_move
    }

    #[inline]
    fn outcome(&self, board: &LoaBoard) -> Option<Outcome> {
        let mover = board.to_move.opponent();
        match (groups::connected(board.enemy), groups::connected(board.own)) {
            (false, false) => None,
            (false, true) => Some(Outcome::won_by(board.to_move)),
            (true, true) if !self.mover_wins => Some(Outcome::DRAW),
            (true, _) => Some(Outcome::won_by(mover)),
        }
    }

    #[inline]
    fn moves(&self, board: &LoaBoard, moves: &mut Vec<Move>) {
        let before = moves.len();
        lines::append_moves(board.own, board.enemy, self.squares & !board.own, moves);
        if moves.len() == before {
            moves.push(PASS);
        }
    }

    #[inline]
    fn move_count(&self, board: &LoaBoard, _scratch: &mut Vec<Move>) -> usize {
        lines::count_moves(board.own, board.enemy, self.squares & !board.own).max(1)
    }

    #[inline]
    fn play(&self, board: &LoaBoard, mv: Move) -> LoaBoard {
        let (from, to) = from_and_to(mv);
        let (from, to) = (1_u64 << from, 1_u64 << to);
        // A pass is a move from a1 to a1, where a piece of either colour stays what it is.
        let captured = if mv == PASS { 0 } else { to };
        LoaBoard {
            own: board.enemy & !captured,
            enemy: board.own ^ from ^ to,
            to_move: board.to_move.opponent(),
        }
    }

    #[inline]
    fn key(&self, board: &LoaBoard) -> Key {
        Key(board.bits())
    }

    fn ordering(&self) -> Option<&dyn MoveOrdering<LoaBoard>> {
        Some(self)
    }

    fn guidance(&self) -> Option<&dyn Guidance<LoaBoard>> {
        Some(self)
    }

    /// There are two levels: wins in one move, and what cannot be defended against one.
    fn leaf_oracle(&self, level: u32) -> Option<Box<dyn LeafOracle<LoaBoard> + Send + '_>> {
        Some(Box::new(leaf_oracle::ThreatOracle::new(self, level)))
    }

    /// A win with this move, or with the next one whatever the defender plays.
    fn within_oracle(
        &self,
        level: u32,
    ) -> Option<Box<dyn LeafOracle<Counted<LoaBoard>> + Send + '_>> {
        let oracle = Box::new(leaf_oracle::ThreatOracle::new(self, level));
        let (attacker_moves, defender_moves) = (1, 2);
        Some(Box::new(LookAhead {
            game: self,
            attacker_moves,
            defender_moves,
            complete: true,
            oracle,
        }))
    }
}

impl Encoding for Loa {
    fn encode(&self, board: &LoaBoard, bytes: &mut Vec<u8>) {
        bytes.extend(board.bits().to_be_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Option<LoaBoard> {
        let bits = u128::from_be_bytes(bytes.try_into().ok()?);
        let halves = |bits: u128| ((bits >> 64) as u64, bits as u64);
        let (own, enemy) = halves(bits);
        if own & enemy == 0 {
            return self.board(own, enemy, Player::First).ok();
        }
        let (own, enemy) = halves(!bits);
        self.board(enemy, own, Player::Second).ok()
    }
}

impl Notation for Loa {
    fn parse(&self, text: &str) -> Result<LoaBoard, InputError> {
        text::read(self, text).map(|played| end_of(self, played))
    }

    fn parse_played(&self, text: &str) -> Result<(LoaBoard, Vec<Move>), InputError> {
        text::read(self, text)
    }

    fn kinds_of_move(&self, board: &LoaBoard, mv: Move) -> Vec<&'static str> {
        kinds::of_move(self, board, mv)
    }

    fn stage(&self, board: &LoaBoard) -> Option<Stage> {
        Some(Stage { count: (board.own | board.enemy).count_ones(), unit: "pieces" })
    }

    fn format(&self, board: &LoaBoard) -> String {
        text::write(self, board)
    }

    fn format_move(&self, _: &LoaBoard, mv: Move) -> String {
        text::write_move(mv)
    }

    fn draw(&self, board: &LoaBoard) -> String {
        text::draw(self, board)
    }

    fn removals(&self, board: &LoaBoard) -> Vec<(String, LoaBoard)> {
        let removal = |square: u32| {
            let player = match (board.own >> square & 1, board.enemy >> square & 1) {
                (1, _) => board.to_move,
                (_, 1) => board.to_move.opponent(),
                _ => return None,
            };
            let [own, enemy] = [board.own, board.enemy].map(|pieces| pieces & !(1 << square));
            let is_first = board.to_move == Player::First;
            let (black, white) = if is_first { (own, enemy) } else { (enemy, own) };
            let name = format!("{} {}", self.player_name(player), text::write_square(square));
            Some((name, self.board(black, white, board.to_move).ok()?))
        };
        (0..64).filter_map(removal).collect()
    }

    fn player_name(&self, player: Player) -> &'static str {
        Self::INFO.player_name(player)
    }
}

impl RegisteredGame for Loa {
    const INFO: GameInfo = GameInfo {
        name: "loa",
        summary: "Lines of Action: connect all your pieces",
        parameters: &[
            Parameter {
                name: "size",
                kind: Kind::Integer { min: 4, max: 8, default: 8 },
                help: "rows and columns of the board",
            },
            Parameter {
                name: "both",
                kind: Kind::Choice { options: &["draw", "mover"], default: "draw" },
                help: "who wins if a move connects both players' pieces: nobody, or the mover",
            },
        ],
        players: ["black", "white"],
        draws: true,
        position_help: "the rows from the top one down to row 1, with x (black), o (white) and numbers \
                        of empty squares, then who is to move, such as \
                        `1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x`; or `start`; moves may follow \
                        or stand alone, such as `c1c3 a2c4`",
        multiline: false,
        ply: "ply",
        examples: &[
            ("the start", "start"),
            ("Black to move and win", "7o/8/4x3/1x2x3/3ox3/o6x/4o3/1o6 x"),
            ("White to move and win", "3o4/8/x1oxx1ox/xxox1o2/3oo3/4o3/8/3xoo2 o"),
            ("after the first moves of a game", "c1c3 a2c4"),
            ("Black cannot move", "6ox/6oo/8/8/8/8/oo6/xo6 x"),
        ],
    };

    fn record_entries(file: &[u8]) -> Result<Vec<RecordEntry>, InputError> {
        records::entries(file)
    }

    fn open(settings: &Settings, position: &str) -> Result<(Loa, LoaBoard), InputError> {
        let game = Loa::new(settings);
        let board = game.parse(position)?;
        Ok((game, board))
    }
}

#[cfg(test)]
mod tests;
