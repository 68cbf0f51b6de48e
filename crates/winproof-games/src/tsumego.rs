//! Tsumego: life and death in Go.
//!
//! *Rules.* A board of Go with a *region* of play and a *target*, some stones of the *defender*. The other player, the
//! *attacker*, wins by capturing all stones of the target. Both play in the region alone, by the rules of Go without
//! suicide; a pass is a move. Two passes in a row end the game, and the defender has won.
//!
//! Outside the region nothing is ever played. Empty points there are liberties of the attacker's stones and not of the
//! defender's, so a group is sealed in at the edge of the region; *open* points are liberties of both, and connect a
//! defender who gets there to the outside. A chain that has such a liberty cannot be captured. Other stones next
//! to the region can be, and then their points belong to it.
//!
//! *Ko and the four questions.* Nothing is forbidden because of ko: a position may come back, and play may be endless.
//! That counts as a draw. So
//! 1. the attacker can force a win: the target is dead, whatever kos there are;
//! 2. the defender can force a win: the target is alive, whatever kos there are;
//! 3. neither can: it is a ko. With `ko=simple` a ko must not be taken back at once. Whoever then wins does so without
//!    threats elsewhere, and the one whom the first capture of a ko in the line belongs to takes it first. A double ko
//!    that keeps a group alive is endless play too, and so is sending two stones to capture one: by the first two
//!    questions they are kos.
//! 4. With `life=unconditional` two passes are the defender's win only if stones of the target are then
//!    unconditionally alive: they could not be captured if the defender went on passing. So it tells two eyes from
//!    seki.
//!
//! *Notation.* The rows from the top with `x` (black), `o` (white) and numbers of empty points, then who is to move. Stones
//! of the target are capital letters, empty points of the region are `*`, and open ones outside `+`:
//! `7/7/7/7/ooooo2/XXXXo2/***Xo2 x`. If the target or the region is missing, [`Guess`] says how it is found. After that
//! may follow `attacker x`, `ko c3` (with `ko=simple`), and moves: `c3 pass`. Two more words are there so that every
//! position can be written: `full`, if the region has no empty point, and `captured`, if the target has no stone.
//! Records in SGF are read, too: stones that are set up, triangles for the target, selected points for the region and
//! circles for open points. The moves of a record are solutions, and not part of the problem.
//!
//! *Choices.*
//! - The region, the target and all stones outside are the game, as in `graph`: a position is what is in the region. So
//!   positions of different problems cannot be compared, and those of one problem are small.
//! - The target is a set of stones, and saving one of them is enough. Stones that are played later on the points of
//!   captured ones are not of the target: a group that is captured and whose owner then lives "under the stones" was
//!   captured.
//! - Dead stones must be captured. Nobody passes while there is something to win, so it makes no difference to the
//!   verdict, and a certificate shows it to the end.

mod area;
mod guidance;
mod inference;
mod leaf_oracle;
mod life;
mod position;
mod random;
mod setup;
mod sgf;
mod text;

use winproof_rules::{
    Encoding, Game, Guidance, InputError, Key, Kind, LeafOracle, Move, MoveOrdering, Notation,
    Outcome, Parameter, Player, Settings,
};

use area::{Area, Mask, bits};
pub use inference::Guess;
pub use position::TsumegoPosition;
use setup::Setup;

use crate::go::Point;
use crate::tokens::Token;
use crate::{GameInfo, RegisteredGame};

/// A problem of life and death: the game of its region.
#[derive(Clone, Debug)]
pub struct Tsumego {
    area: Area,
    simple_ko: bool,
    unconditional: bool,
    without: Without,
}

/// The part of its knowledge that the game does not use, for comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Without {
    Nothing,
    /// Unconditional life.
    Life,
    /// Targets without room for two eyes.
    Death,
    /// Forced moves.
    Forced,
}

impl Without {
    fn named(name: &str) -> Without {
        match name {
            "life" => Without::Life,
            "death" => Without::Death,
            "forced" => Without::Forced,
            _ => Without::Nothing,
        }
    }
}

/// The problem that `start` names: Black lives by playing at B1, and dies otherwise.
const START: &str = "7/7/7/7/ooooo2/XXXXo2/***Xo2 x";

impl Tsumego {
    fn new(settings: &Settings, setup: &Setup) -> Result<(Tsumego, TsumegoPosition), InputError> {
        let (area, position) = Area::new(setup)?;
        let simple_ko = settings.choice("ko") == "simple";
        let unconditional = settings.choice("life") == "unconditional";
        let without = Without::named(settings.choice("without"));
        let game = Tsumego { area, simple_ko, unconditional, without };
        game.check_ko(setup)?;
        Ok((game, position))
    }

    fn check_ko(&self, setup: &Setup) -> Result<(), InputError> {
        if setup.ko.is_some() && !self.simple_ko {
            let message = "expected no `ko`, since nothing is forbidden (see ko=simple)";
            return Err(InputError::new(message));
        }
        Ok(())
    }

    /// The code of a pass.
    fn pass(&self) -> Move {
        Move((self.area.size() * self.area.size()) as u32)
    }

    /// The code of a move at a point of the region.
    #[inline]
    fn code(&self, number: usize) -> Move {
        let point = self.area.point(number);
        Move((point.row() * self.area.size() + point.column()) as u32)
    }

    /// The number of the point that a code means; `None` for other codes, a pass among them.
    #[inline]
    fn number(&self, mv: Move) -> Option<usize> {
        let (size, code) = (self.area.size(), mv.0 as usize);
        (code < size * size)
            .then(|| Point::new(code % size, code / size))
            .and_then(|point| self.area.number(point))
    }

    /// Plays the moves that follow a position.
    fn play_words(
        &self,
        mut position: TsumegoPosition,
        words: &[Token<'_>],
    ) -> Result<TsumegoPosition, InputError> {
        for word in words {
            if self.outcome(&position).is_some() {
                let message = "expected no more moves, since the game is over";
                return Err(word.error(0, message).found(word.text));
            }
            let mv = self.parse_move(&position, word.text);
            position = self.play(&position, mv.map_err(|error| word.place(0, error))?);
        }
        Ok(position)
    }

    /// The empty points of the region.
    pub fn space(&self, position: &TsumegoPosition) -> usize {
        position.empty(&self.area).count_ones() as usize
    }

    /// The player who wants to capture the target.
    pub fn attacker(&self) -> Player {
        self.area.attacker
    }
}

impl Game for Tsumego {
    type Position = TsumegoPosition;

    #[inline]
    fn to_move(&self, position: &TsumegoPosition) -> Player {
        position.to_move
    }

    #[inline]
    fn outcome(&self, position: &TsumegoPosition) -> Option<Outcome> {
        position.outcome(&self.area, self.unconditional)
    }

    #[inline]
    fn moves(&self, position: &TsumegoPosition, moves: &mut Vec<Move>) {
        let legal = position.legal(&self.area, position.to_move);
        moves.extend(bits(legal).map(|number| self.code(number)));
        moves.push(self.pass());
    }

    fn move_count(&self, position: &TsumegoPosition, _scratch: &mut Vec<Move>) -> usize {
        position.legal(&self.area, position.to_move).count_ones() as usize + 1
    }

    fn is_legal(&self, position: &TsumegoPosition, mv: Move, _scratch: &mut Vec<Move>) -> bool {
        let is_legal =
            |number: usize| position.legal(&self.area, position.to_move) >> number & 1 == 1;
        mv == self.pass() || self.number(mv).is_some_and(is_legal)
    }

    #[inline]
    fn play(&self, position: &TsumegoPosition, mv: Move) -> TsumegoPosition {
        match self.number(mv) {
            Some(number) => position.after(&self.area, number, self.simple_ko),
            None => position.after_pass(),
        }
    }

    #[inline]
    fn key(&self, position: &TsumegoPosition) -> Key {
        position.key()
    }

    fn ordering(&self) -> Option<&dyn MoveOrdering<TsumegoPosition>> {
        Some(self)
    }

    fn guidance(&self) -> Option<&dyn Guidance<TsumegoPosition>> {
        Some(self)
    }

    /// There are two levels: what is alive, and what is dead.
    fn leaf_oracle(&self, level: u32) -> Option<Box<dyn LeafOracle<TsumegoPosition> + Send + '_>> {
        Some(Box::new(leaf_oracle::LifeOracle::new(self, level)))
    }
}

/// Bytes: two bits for each point of the region, four points in a byte: 0 empty, 1 black, 2 white, 3 a stone of the
/// target. Then the passes with who is to move, and with simple ko the point of it plus 1.
impl Encoding for Tsumego {
    fn encode(&self, position: &TsumegoPosition, bytes: &mut Vec<u8>) {
        for first in (0..self.area.len()).step_by(4) {
            let cell = |number: usize| {
                let has = |mask: Mask| (mask >> number & 1) as u8;
                let stones = has(position.stones[0]) | has(position.stones[1]) << 1;
                stones | (has(position.target) * 3)
            };
            let last = (first + 4).min(self.area.len());
            bytes.push((first..last).fold(0, |byte, it| byte | cell(it) << (2 * (it - first))));
        }
        bytes.push(position.passes << 1 | position.to_move as u8);
        if self.simple_ko {
            bytes.push(position.ko.map_or(0, |number| number + 1));
        }
    }

    fn decode(&self, bytes: &[u8]) -> Option<TsumegoPosition> {
        let len = self.area.len();
        let cells = len.div_ceil(4);
        let (cells, rest) = bytes.split_at_checked(cells)?;
        let (&state, rest) = rest.split_first()?;
        let ko = match (self.simple_ko, rest) {
            (false, []) | (true, [0]) => None,
            (true, &[number]) if usize::from(number) <= len => Some(number - 1),
            _ => return None,
        };
        let to_move = [Player::First, Player::Second][usize::from(state & 1)];
        let passes = state >> 1;
        let mut position = TsumegoPosition { stones: [0; 2], target: 0, to_move, passes, ko };
        for number in 0..4 * cells.len() {
            let bit = if number < len { 1 << number } else { 0 };
            match cells[number / 4] >> (2 * (number % 4)) & 3 {
                0 => {}
                _ if bit == 0 => return None,
                3 => {
                    position.stones[self.area.defender() as usize] |= bit;
                    position.target |= bit;
                }
                player => position.stones[usize::from(player - 1)] |= bit,
            }
        }
        self.is_sound(&position).then_some(position)
    }
}

impl Tsumego {
    /// Whether a position that was read can be: at most two passes, liberties for all, ko at an empty point and not after
    /// a pass.
    fn is_sound(&self, position: &TsumegoPosition) -> bool {
        let ko = position.ko.is_none_or(|number| {
            position.passes == 0 && position.empty(&self.area) >> number & 1 == 1
        });
        position.passes <= 2 && ko && self.area.breathless(position).is_none()
    }
}

impl Notation for Tsumego {
    fn parse(&self, text: &str) -> Result<TsumegoPosition, InputError> {
        let (setup, words) = text::read(text)?;
        self.check_ko(&setup)?;
        let position = self.area.position_of(&setup)?;
        self.play_words(position, &words)
    }

    fn format(&self, position: &TsumegoPosition) -> String {
        text::write(&self.area.setup(position))
    }

    fn format_move(&self, _: &TsumegoPosition, mv: Move) -> String {
        match self.number(mv) {
            Some(number) => self.area.point(number).to_gtp(self.area.size()),
            None => "pass".to_string(),
        }
    }

    fn draw(&self, position: &TsumegoPosition) -> String {
        text::draw(&self.area.setup(position))
    }

    fn sgf(&self, position: &TsumegoPosition) -> Option<String> {
        Some(sgf::write(&self.area.setup(position)))
    }

    fn player_name(&self, player: Player) -> &'static str {
        Self::INFO.player_name(player)
    }
}

impl RegisteredGame for Tsumego {
    const INFO: GameInfo = GameInfo {
        name: "tsumego",
        summary: "Tsumego: life and death in Go",
        parameters: &[
            Parameter {
                name: "ko",
                kind: Kind::Choice { options: &["free", "simple"], default: "free" },
                help: "whether a ko may be taken back at once (free), so that it is endless play, a draw",
            },
            Parameter {
                name: "life",
                kind: Kind::Choice { options: &["any", "unconditional"], default: "any" },
                help: "what the defender needs when both pass: a target that is there, or unconditional life",
            },
            Parameter {
                name: "without",
                kind: Kind::Choice {
                    options: &["nothing", "life", "death", "forced"],
                    default: "nothing",
                },
                help: "knowledge that the leaf oracle does not use, for comparisons (see leaf)",
            },
        ],
        players: ["black", "white"],
        draws: true,
        position_help: "the rows from the top with x (black), o (white) and numbers of empty points, \
                        capital letters for the target, `*` for empty points of the region and `+` for \
                        open ones outside, then who is to move, such as \
                        `7/7/7/7/ooooo2/XXXXo2/***Xo2 x`; or a record in SGF; or `start`; moves \
                        may follow, such as `b1 pass`",
        multiline: false,
        ply: "ply",
        examples: &[
            ("Black to live", START),
            ("White to kill", "7/7/7/7/ooooo2/XXXXo2/***Xo2 o"),
            (
                "Xuanxuan Qijing 11, with the target and the region as they are found",
                "19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/16xxx/13xxx1oo/15o1o1/17o1 x",
            ),
        ],
    };

    fn open(settings: &Settings, position: &str) -> Result<(Tsumego, TsumegoPosition), InputError> {
        let (setup, words) = text::read(position)?;
        let (game, position) = Tsumego::new(settings, &setup)?;
        let position = game.play_words(position, &words)?;
        Ok((game, position))
    }
}

#[cfg(test)]
mod tests;
