//! Arimaa, as played on arimaa.com and as searched by O. Majerech, "PNS for the game Arimaa", Charles
//! University in Prague 2012.
//!
//! *Rules.* Gold and Silver have an elephant, a camel, two horses, two dogs, two cats and eight rabbits
//! each, from the strongest to the weakest. Gold sets up on the rows 1 and 2, Silver on 7 and 8; then Gold
//! begins. A turn has one to four steps and must change the board. A step takes a piece to an empty
//! neighbouring square, never diagonally; rabbits do not step back. A piece may *push* a weaker enemy
//! beside it to an empty square and take its place, or go to an empty square and *pull* a weaker enemy
//! from beside it to where it stood; both take two steps of one turn, one after the other, and a piece that
//! completes a push does not pull with the same step. A piece beside a stronger enemy and
//! without a friend beside it is *frozen*: it cannot step, but can be pushed and pulled. After every step
//! pieces on the *traps* c3, f3, c6 and f6 without a friend beside them leave the board.
//!
//! At the end of a turn of A, in this order: a rabbit of A on the far row wins for A; one of B on its far
//! row wins for B; A wins if B has no rabbits, B wins if A has none; A wins if B cannot move. A third
//! repetition of a position, by board and side at the ends of turns, is not allowed to the mover.
//!
//! *The space that is searched* (section 3.3 of the thesis). A move is one step, or both steps of a push or
//! a pull, or the end of a turn before its fourth step. A position in mid-turn knows how many steps are
//! left and, as long as the board could still come back to it, the board on which the turn began: a turn
//! must not end there, and no step leads back to it, because whatever can be done from there with fewer steps
//! could have been done at once. Other repetitions within a turn are not detected. A position would have to
//! know its whole turn for that, and two ways through a turn would no longer lead to the same position. They
//! cost almost nothing, because everything that follows them has been searched with more steps left.
//!
//! Two parameters make the space that of the thesis' program. With `pass=step` a pass gives up one step and not
//! the rest of the turn (its lambda vertices, 3.3.3). With `goal=step` a goal, or the capture of the last rabbit,
//! ends the game in mid-turn; the mover could end the turn there anyway, so no verdict changes. There is no leaf
//! oracle with either of them.
//!
//! *Repetition.* A position does not know the game before its turn, so the third-repetition rule is not
//! applied; endless play is a draw. What that means for a verdict:
//! - *Proved* also holds under the full rule. A proof makes progress with every move and never repeats a
//!   position, so the rule forbids the attacker nothing (unless positions of the proof had occurred twice
//!   before the game reached the position in question), and it can only restrict the defender further.
//! - *Disproved* says that the attacker cannot force the win by progress alone. If the opponent's win is
//!   proved, that is all. If neither side's is, both can play for ever without the rule, and with it the one
//!   who runs out of new positions has to give way: that is not decided here. `--ask value` then says 0,
//!   although no game of Arimaa ends so. (A test has a position where this matters.)
//!
//! *Notation.* A position is a side to move, `g` or `s` (`w` or `b` in old files) with or without the number
//! of the turn before it, and a board: either a diagram as in the files of the thesis,
//!
//! ```text
//! 12g
//!  +-----------------+
//! 8| r . r . . r r r |
//! 7| . . . . . . . . |
//!  …
//! 1| R . . R . . R R |
//!  +-----------------+
//!    a b c d e f g h
//! ```
//!
//! or its short form `g [rrrrrrrrhdcemcdh … HDCMECDHRRRRRRRR]`: 64 squares from a8 to h1, a blank or a dot
//! for an empty one; `x` and `X` are traps. Or it is a setup, `1g Ra1 Rb1 … 1s ra8 …`. In mid-turn there
//! follow the steps that are left and, where it matters, the board on which the turn began: `left 2 since
//! [ … ]`. Then steps may follow, such as `Ra2n`, `rb3e rc3x Hb2n` (a push into a trap) and `pass` for the
//! end of a turn; `13s` ends the turn before it too. `start` is the setup in which rabbits stand behind.
//!
//! A move is written like that without blanks: `rb3e,rc3x,Hb2n`.
//!
//! Arimaa is a trademark of Arimaa LLC, and its public licence is for non-commercial use.

mod board;
mod goal;
mod guidance;
mod leaf_oracle;
mod steps;
mod text;

use winproof_rules::{
    Counted, Encoding, Game, Guidance, InputError, Key, Kind, LeafOracle, LookAhead, Move,
    MoveOrdering, Notation, Outcome, Parameter, Player, Settings, Stage,
};

use crate::record::end_of;
use crate::{GameInfo, RegisteredGame};
use board::{Board, goal_row, random};
use leaf_oracle::GoalOracle;
use steps::{PASS, Step};

/// The game of Arimaa.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arimaa {
    /// What a pass gives up.
    pass: Part,
    /// When a goal counts.
    goal: Part,
}

/// A turn or a step of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Turn,
    Step,
}

/// A position: at the beginning of a turn, or in the middle of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    board: Board,
    /// The board on which the turn began, if the turn could still come back to it; otherwise an empty one.
    start: Board,
    to_move: Player,
    /// Steps that the mover may still make in this turn.
    left: u8,
}

/// The steps of a turn.
const STEPS: u8 = 4;

impl Turn {
    /// Makes the beginning of a turn.
    #[inline]
    fn beginning(board: Board, to_move: Player) -> Turn {
        Turn { board, start: Board::EMPTY, to_move, left: STEPS }
    }

    /// Returns whether the board on which the turn began is known. At the beginning of a turn it need not be.
    #[inline]
    fn has_start(&self) -> bool {
        self.start != Board::EMPTY
    }

    /// Returns whether the turn might come back to the board on which it began, judged by counting: a step
    /// changes at most two squares, captured pieces do not return, rabbits do not go back. If this fails, it
    /// also fails after any further step, so that positions do not depend on the path to them.
    ///
    /// [`play`](Arimaa::play) derives it from the step that was made.
    fn can_come_back(&self) -> bool {
        let Turn { board, start, to_move, left } = self;
        // The second bound holds for every turn that was played, but not for every position that can be
        // written down.
        let steps = u32::from((*left).min(STEPS - left));
        board.difference(start).count_ones() <= 2 * steps
            && board.occupied().count_ones() == start.occupied().count_ones()
            && rows(board.rabbits(*to_move)) == rows(start.rabbits(*to_move))
    }

    /// Returns whether the turn may end here: after a step, but not on the board on which it began.
    ///
    /// The board may have no pieces any more, so it is not enough that it is not `start`.
    #[inline]
    fn may_end(&self) -> bool {
        self.left < STEPS && !(self.has_start() && self.board == self.start)
    }
}

/// The numbers of the rows of some squares, from 0 to 7, added up.
fn rows(squares: u64) -> u32 {
    const BITS: [u64; 3] = [0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000];
    (0..3).map(|bit| (squares & BITS[bit]).count_ones() << bit).sum()
}

/// Returns whether a set has more than two squares. (Counting bits is slow if the program is compiled for the
/// baseline of the processor family.)
#[inline]
fn more_than_two(set: u64) -> bool {
    let without_one = set & set.wrapping_sub(1);
    without_one & without_one.wrapping_sub(1) != 0
}

impl Arimaa {
    /// Without parameters of the thesis.
    const STANDARD: Arimaa = Arimaa { pass: Part::Turn, goal: Part::Turn };

    /// Returns whether the mover may give up a step or the rest of the turn, so that the turn can still end with
    /// another board.
    #[inline]
    fn may_pass(&self, turn: &Turn) -> bool {
        if self.pass == Part::Turn || turn.left == 1 || turn.may_end() {
            return turn.may_end();
        }
        steps::count(&Turn { left: turn.left - 1, ..*turn }) > 0
    }
}

impl Game for Arimaa {
    type Position = Turn;

    #[inline]
    fn to_move(&self, turn: &Turn) -> Player {
        turn.to_move
    }

    #[inline]
    fn outcome(&self, turn: &Turn) -> Option<Outcome> {
        let (mover, board) = (turn.to_move, &turn.board);
        let last = mover.opponent();
        if turn.left < STEPS {
            let won = self.goal == Part::Step
                && (board.rabbits(mover) & goal_row(mover) != 0 || board.rabbits(last) == 0);
            return won.then(|| Outcome::won_by(mover));
        }
        let [own, enemy] = [mover, last].map(|player| board.rabbits(player));
        if enemy & goal_row(last) != 0 {
            Some(Outcome::won_by(last))
        } else if own & goal_row(mover) != 0 {
            Some(Outcome::won_by(mover))
        } else if own == 0 {
            Some(Outcome::won_by(last))
        } else if enemy == 0 {
            Some(Outcome::won_by(mover))
        } else if !board.mobile(mover) {
            Some(Outcome::won_by(last))
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, turn: &Turn, moves: &mut Vec<Move>) {
        let home = turn.board.rabbits(turn.to_move) & goal_row(turn.to_move) != 0;
        let may_pass = self.may_pass(turn);
        if may_pass && home {
            moves.push(PASS);
        }
        steps::append(turn, moves);
        if may_pass && !home {
            moves.push(PASS);
        }
    }

    #[inline]
    fn move_count(&self, turn: &Turn, _scratch: &mut Vec<Move>) -> usize {
        steps::count(turn) + usize::from(self.may_pass(turn))
    }

    #[inline]
    fn is_legal(&self, turn: &Turn, mv: Move, _scratch: &mut Vec<Move>) -> bool {
        if mv == PASS {
            return self.may_pass(turn);
        }
        Step::checked(mv).is_some_and(|step| {
            step.is_possible(&turn.board, turn.to_move, turn.left)
                && !(turn.has_start() && step.on(&turn.board, turn.to_move) == turn.start)
        })
    }

    #[inline]
    fn play(&self, turn: &Turn, mv: Move) -> Turn {
        let step = Step::of(mv);
        let mut after = *turn;
        let trapped = step.make(&mut after.board, turn.to_move);
        after.left -= match step {
            Step::Pass if self.pass == Part::Turn => turn.left,
            Step::Pass => 1,
            _ => step.count(),
        };
        if after.left == 0 {
            return Turn::beginning(after.board, turn.to_move.opponent());
        }
        let begins = turn.left == STEPS;
        if begins || turn.has_start() {
            let start = if begins { &turn.board } else { &turn.start };
            // One step is left: at most two squares can be set right. Before that there are never too many.
            let far = after.left == 1 && more_than_two(after.board.difference(start));
            let gone = trapped || far || step.advances_rabbit(&turn.board, turn.to_move);
            after.start = if gone { Board::EMPTY } else { *start };
            debug_assert!(gone || after.can_come_back());
            debug_assert!(!gone || !Turn { start: *start, ..after }.can_come_back());
        }
        after
    }

    #[inline]
    fn key(&self, turn: &Turn) -> Key {
        // Bits of the first board must not cancel out those of the other: it is the same hash, rotated and
        // multiplied. An empty board has the hash 0 and adds nothing.
        const FACTOR: u128 = random(2_000) | 1;
        let start = turn.start.hash().rotate_left(61).wrapping_mul(FACTOR);
        Key(turn.board.hash() ^ start ^ STATES[turn.to_move as usize][usize::from(turn.left)])
    }

    /// The level of the thesis (4.3.2): four for each turn, and the steps that were made.
    fn levels(&self, before: &Turn, after: &Turn) -> usize {
        let made =
            if before.to_move == after.to_move { before.left - after.left } else { before.left };
        usize::from(made)
    }

    /// Turns are counted, not steps.
    fn ends_ply(&self, before: &Turn, after: &Turn) -> bool {
        before.to_move != after.to_move
    }

    fn ordering(&self) -> Option<&dyn MoveOrdering<Turn>> {
        Some(self)
    }

    fn guidance(&self) -> Option<&dyn Guidance<Turn>> {
        Some(self)
    }

    fn leaf_oracle(&self, level: u32) -> Option<Box<dyn LeafOracle<Turn> + Send + '_>> {
        // Its lines end with a pass that ends the turn.
        (*self == Arimaa::STANDARD)
            .then(|| -> Box<dyn LeafOracle<Turn> + Send> { Box::new(GoalOracle::new(level)) })
    }

    /// A goal within this turn, or in the next one whatever the defender's turn is. There are other wins, so what is
    /// not decided with one turn left is left open.
    fn within_oracle(&self, level: u32) -> Option<Box<dyn LeafOracle<Counted<Turn>> + Send + '_>> {
        if *self != Arimaa::STANDARD {
            return None;
        }
        let oracle = Box::new(GoalOracle::new(level));
        let (attacker_moves, defender_moves) = (1, 2);
        Some(Box::new(LookAhead {
            game: self,
            attacker_moves,
            defender_moves,
            complete: false,
            oracle,
        }))
    }
}

impl Encoding for Arimaa {
    fn encode(&self, turn: &Turn, bytes: &mut Vec<u8>) {
        let silver = u8::from(turn.to_move == Player::Second);
        let boards = if turn.has_start() { &[turn.start, turn.board][..] } else { &[turn.board] };
        bytes.push(turn.left << 2 | silver << 1 | u8::from(turn.has_start()));
        for board in boards {
            board.rows().for_each(|row| bytes.extend(row.to_be_bytes()));
        }
    }

    fn decode(&self, bytes: &[u8]) -> Option<Turn> {
        let (&head, boards) = bytes.split_first()?;
        let to_move = if head >> 1 & 1 == 0 { Player::First } else { Player::Second };
        let (left, has_start) = (head >> 2, head & 1 == 1);
        let lengths = if has_start { [32, 32] } else { [0, 32] };
        if !(1..=STEPS).contains(&left) || boards.len() != lengths[0] + lengths[1] {
            return None;
        }
        let (start, board) = boards.split_at(lengths[0]);
        let board = decode_board(board)?;
        let start = if has_start { decode_board(start)? } else { Board::EMPTY };
        self.turn_of(board, start, to_move, left).ok()
    }
}

impl Arimaa {
    /// Makes a position from untrusted parts.
    fn turn_of(
        &self,
        board: Board,
        start: Board,
        to_move: Player,
        left: u8,
    ) -> Result<Turn, &'static str> {
        let turn = Turn { board, start, to_move, left };
        let passed = || self.pass == Part::Step && steps::count(&turn) > 0;
        if let Some(flaw) = board.flaw().or_else(|| start.flaw()) {
            Err(flaw)
        } else if turn.has_start() && (left == STEPS || !turn.can_come_back()) {
            Err("expected a board to which this turn could come back")
        } else if turn.has_start() && board == start && !passed() {
            // No step leads there, and with frozen pieces there might be none from there.
            Err("expected another board than the one on which the turn began")
        } else {
            Ok(turn)
        }
    }
}

/// Reads the numbers of [`Board::rows`].
fn decode_board(bytes: &[u8]) -> Option<Board> {
    let mut board = Board::EMPTY;
    for (pair, &byte) in (0..).zip(bytes) {
        for (square, nibble) in [(2 * pair, byte >> 4), (2 * pair + 1, byte & 15)] {
            let player = if nibble < 8 { Player::First } else { Player::Second };
            match usize::from(nibble & 7) {
                0 if nibble == 0 => {}
                kind @ board::RABBIT..=board::ELEPHANT => board.toggle(square, player, kind),
                _ => return None,
            }
        }
    }
    Some(board)
}

/// A random number for who is to move and how many steps are left.
static STATES: [[u128; 5]; 2] = {
    let mut states = [[0; 5]; 2];
    let mut index = 0;
    while index < 10 {
        states[index / 5][index % 5] = random(1_000 + index as u64);
        index += 1;
    }
    states
};

impl Notation for Arimaa {
    fn parse(&self, text: &str) -> Result<Turn, InputError> {
        text::read(self, text).map(|played| end_of(self, played))
    }

    fn parse_played(&self, text: &str) -> Result<(Turn, Vec<Move>), InputError> {
        text::read(self, text)
    }

    fn kinds_of_move(&self, turn: &Turn, mv: Move) -> Vec<&'static str> {
        steps::kinds(turn, mv)
    }

    fn stage(&self, turn: &Turn) -> Option<Stage> {
        Some(Stage { count: turn.board.occupied().count_ones(), unit: "pieces" })
    }

    fn format(&self, turn: &Turn) -> String {
        text::write(turn)
    }

    fn format_move(&self, turn: &Turn, mv: Move) -> String {
        text::write_move(turn, mv)
    }

    /// All steps up to the end of the turn.
    fn format_turn(&self, turn: &Turn, line: &[Move]) -> Option<String> {
        let mut names = Vec::new();
        let mut at = *turn;
        for &mv in line.iter().take_while(|&&mv| mv != PASS) {
            if at.to_move != turn.to_move {
                break;
            }
            names.push(self.format_move(&at, mv).replace(',', " "));
            at = self.play(&at, mv);
        }
        (!line.is_empty())
            .then(|| if names.is_empty() { "pass".to_string() } else { names.join(" ") })
    }

    fn draw(&self, turn: &Turn) -> String {
        text::draw(turn)
    }

    /// At the beginning of a turn, where no other board matters.
    fn removals(&self, turn: &Turn) -> Vec<(String, Turn)> {
        if turn.left < STEPS {
            return Vec::new();
        }
        let removal = |square: u32| {
            let (player, kind) = turn.board.piece(square)?;
            let mut board = turn.board;
            board.toggle(square, player, kind);
            let left = self.turn_of(board, Board::EMPTY, turn.to_move, turn.left).ok()?;
            Some((text::write_piece(player, kind, square), left))
        };
        (0..64).filter_map(removal).collect()
    }

    fn player_name(&self, player: Player) -> &'static str {
        Self::INFO.player_name(player)
    }
}

impl RegisteredGame for Arimaa {
    const INFO: GameInfo = GameInfo {
        name: "arimaa",
        summary: "Arimaa: bring a rabbit to the other side",
        parameters: &[
            Parameter {
                name: "pass",
                kind: Kind::Choice { options: &["turn", "step"], default: "turn" },
                help: "whether a pass ends the turn or gives up one step",
            },
            Parameter {
                name: "goal",
                kind: Kind::Choice { options: &["turn", "step"], default: "turn" },
                help: "whether a goal counts at the end of the turn or ends the game at once",
            },
        ],
        players: ["gold", "silver"],
        draws: true,
        position_help: "a side to move, `g` or `s`, and a board: a diagram with rows such as \
                        `8| r . x . . x . r |` from row 8 to row 1, or 64 squares from a8 to h1 as in \
                        `g [rrrrrrrrhdcemcdh … HDCMECDHRRRRRRRR]`; or `start`; steps may follow, such as \
                        `Ra2n rb3e rc3x Hb2n pass`",
        multiline: true,
        ply: "turn",
        examples: &[
            ("a rabbit two steps from the goal", text::EXAMPLES[0]),
            ("Silver to move: a race of rabbits", text::EXAMPLES[1]),
            ("pushes, pulls and traps", text::EXAMPLES[2]),
        ],
    };

    fn open(settings: &Settings, position: &str) -> Result<(Arimaa, Turn), InputError> {
        let part = |name| if settings.choice(name) == "step" { Part::Step } else { Part::Turn };
        let game = Arimaa { pass: part("pass"), goal: part("goal") };
        let turn = game.parse(position)?;
        Ok((game, turn))
    }
}

#[cfg(test)]
mod tests;
