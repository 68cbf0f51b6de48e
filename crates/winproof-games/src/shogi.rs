//! Tsume-shogi: mates in shogi by check after check.
//!
//! *Rules.* Those of shogi, on nine by nine squares, with captured pieces dropped again; but the *attacker*
//! gives check with every move, and wins by mating the defender's king. The defender plays any legal move. An attacker
//! who cannot give check has failed, and so has one who checks for ever. Nobody has been mated then: it
//! counts as a draw. All legal moves are there, also promotions that are declined. A player has at most one
//! unpromoted pawn on a file, puts no piece where it could never move, and does not mate by dropping a pawn.
//! The defender may be to move at the beginning, also without being in check: any move is then allowed, and
//! having none is a loss.
//!
//! *Notation.* Positions are SFEN, `8k/9/8G/9/9/9/9/9/9 b G 1`: the ranks from the top with files from 9 to 1, Black's
//! pieces as capital letters, who is to move, and the pieces in hand, taken literally. `start` is the position
//! that games start from. Then may follow, in this order:
//! - `rest`: the defender has all pieces in hand that are missing, as problems in books mean it;
//! - `attacker black` or `attacker white`. If it is missing, the player without a king attacks; if both
//!   have kings, the one who is to move (after the moves that follow);
//! - moves as in USI, `7g7f 8h2b+ G*5b`. They are any legal moves of shogi: a game's moves may lead up to a problem.
//!
//! Game records in KIF, KI2 and CSA are read, too; in KIF, `残り全部` is the same as `rest`.
//!
//! *Choices.*
//! - Who attacks is part of the position. The attacker's moves depend on it, and positions are written down, read back
//!   and looked at one by one, where a rule that hangs on the question that was asked at first would be lost. As
//!   a parameter of the game it would be the same for all lines of a file, of which some have Black to move and
//!   some White.
//! - A failed attack is a draw and not the attacker's loss, since what endless play is worth must not depend on the
//!   position. The question about mate is whether the attacker can force a *win*. The defender cannot win, and
//!   holds a draw if there is no mate. If a question names nobody, it is about the attacker, also where the
//!   defender is to move.
//! - Repetition is endless play: a position need not know its past. By the rules of shogi, too, who repeats
//!   a position by perpetual check loses. Where both players give check with every move, the attacker has failed.
//! - The attacker may have a king, which must not be left in check, or none. The defender has one.
//! - Boards that no play leads to are refused: more pieces than a set has, pieces that can never move, a
//!   player in check who has just moved. Pieces may be missing, and two pawns on a file may be there from the
//!   beginning: some composed problems have them.

mod board;
mod bytes;
mod checks;
mod dominance;
mod drawing;
mod factors;
mod guidance;
mod hands;
mod leaf_oracle;
mod moves;
mod pieces;
mod records;
mod removals;
mod squares;
mod text;

use winproof_rules::{
    Counted, Dominance, Encoding, Game, Guidance, Hands, InputError, Key, LeafOracle, LookAhead,
    Move, MoveOrdering, Notation, Outcome, Player, Settings, SplitKey,
};

pub use board::ShogiBoard;
pub use factors::{FACTOR_COUNT, FACTOR_NAMES};
use moves::Action;

use crate::record::RecordEntry;
use crate::{GameInfo, RegisteredGame};

/// The game of tsume-shogi.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shogi;

/// The position that games of shogi start from.
const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

impl Game for Shogi {
    type Position = ShogiBoard;
    const HAND_GUARDS: u64 = pieces::GUARDS as u64;

    #[inline]
    fn to_move(&self, board: &ShogiBoard) -> Player {
        board.to_move()
    }

    fn usual_attacker(&self, board: &ShogiBoard) -> Player {
        board.attacker()
    }

    #[inline]
    fn outcome(&self, board: &ShogiBoard) -> Option<Outcome> {
        let attacker = board.attacker();
        if board.to_move() == attacker {
            (!board.has_check()).then_some(Outcome::DRAW)
        } else {
            (!board.has_legal_move()).then_some(Outcome::won_by(attacker))
        }
    }

    #[inline]
    fn moves(&self, board: &ShogiBoard, moves: &mut Vec<Move>) {
        if board.to_move() == board.attacker() {
            board.visit_checks(|action| {
                moves.push(action.code());
                false
            });
        } else {
            board.legal_moves(moves);
        }
    }

    #[inline]
    fn play(&self, board: &ShogiBoard, mv: Move) -> ShogiBoard {
        board.after(Action::of(mv))
    }

    #[inline]
    fn key(&self, board: &ShogiBoard) -> Key {
        board.key()
    }

    #[inline]
    fn split_key(&self, board: &ShogiBoard, player: Player) -> SplitKey {
        board.split_key(player)
    }

    fn ordering(&self) -> Option<&dyn MoveOrdering<ShogiBoard>> {
        Some(self)
    }

    fn guidance(&self) -> Option<&dyn Guidance<ShogiBoard>> {
        Some(self)
    }

    fn dominance(&self) -> Option<&dyn Dominance<ShogiBoard>> {
        Some(self)
    }

    fn hands(&self) -> Option<&dyn Hands<ShogiBoard>> {
        Some(self)
    }

    /// There is one level: mates in one.
    fn leaf_oracle(&self, _level: u32) -> Option<Box<dyn LeafOracle<ShogiBoard> + Send + '_>> {
        Some(Box::new(leaf_oracle::MateInOne::default()))
    }

    /// A mate in one is within one ply, and no other move of the attacker wins at once.
    fn within_oracle(
        &self,
        _level: u32,
    ) -> Option<Box<dyn LeafOracle<Counted<ShogiBoard>> + Send + '_>> {
        let oracle = Box::<leaf_oracle::MateInOne>::default();
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

impl Encoding for Shogi {
    fn encode(&self, board: &ShogiBoard, bytes: &mut Vec<u8>) {
        bytes::encode(board, bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<ShogiBoard> {
        bytes::decode(bytes)
    }
}

impl Notation for Shogi {
    fn parse(&self, text: &str) -> Result<ShogiBoard, InputError> {
        text::read(text)
    }

    fn parse_played(&self, text: &str) -> Result<(ShogiBoard, Vec<Move>), InputError> {
        text::read_played(text)
    }

    fn attacked_by(&self, board: &ShogiBoard, attacker: Player) -> Option<ShogiBoard> {
        board.attacked_by(attacker)
    }

    fn kinds_of_move(&self, board: &ShogiBoard, mv: Move) -> Vec<&'static str> {
        moves::kinds(board, Action::of(mv))
    }

    fn format(&self, board: &ShogiBoard) -> String {
        text::write(board)
    }

    fn format_move(&self, _: &ShogiBoard, mv: Move) -> String {
        text::write_move(mv)
    }

    fn draw(&self, board: &ShogiBoard) -> String {
        drawing::draw(board)
    }

    fn removals(&self, board: &ShogiBoard) -> Vec<(String, ShogiBoard)> {
        removals::of(board)
    }

    fn player_name(&self, player: Player) -> &'static str {
        Self::INFO.player_name(player)
    }
}

impl RegisteredGame for Shogi {
    const INFO: GameInfo = GameInfo {
        name: "shogi",
        summary: "Tsume-shogi: mate by check after check",
        parameters: &[],
        players: ["black", "white"],
        draws: true,
        position_help: "a position in SFEN, such as `8k/9/8G/9/9/9/9/9/9 b G 1`, or `start`; then perhaps \
                        `rest` (the defender has all missing pieces in hand), `attacker black` or \
                        `attacker white` (else a player without a king attacks, or who is to move), and moves \
                        as in USI, such as `G*1b`",
        multiline: false,
        ply: "ply",
        examples: &[
            ("a mate in seven", "9/7L1/9/8k/6+R2/9/8N/9/9 b Sr2b4g3s3n3l18p 1"),
            ("a mate in five, the rest in the defender's hand", "8k/8g/8G/7L1/9/9/9/9/9 b - rest"),
            (
                "both have kings",
                "l4kgs1/4g3l/p1ppppnpp/6R2/9/2P6/PP1PPPP1P/2G6/LNSK1G1NL b BSNbrs2p 1",
            ),
            ("the defender is to move", "8k/6G2/9/8P/9/9/9/9/9 w rb2g attacker black"),
            ("the start, where nobody can give check", "start"),
        ],
    };

    fn record_entries(file: &[u8]) -> Result<Vec<RecordEntry>, InputError> {
        records::entries(file)
    }

    fn open(_settings: &Settings, position: &str) -> Result<(Shogi, ShogiBoard), InputError> {
        Ok((Shogi, Shogi.parse(position)?))
    }
}

#[cfg(test)]
mod tests;
