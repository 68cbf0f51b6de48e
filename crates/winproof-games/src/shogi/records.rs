//! Game records as programs and sites write them: KIF and KI2 (Kakinoki) and CSA.
//!
//! A record gives a position. If it begins where games begin, with or without a handicap, that is the position after its
//! moves. If it begins anywhere else it is a problem, its moves are the solution, and the position is the first
//! one. Comments, times and variations are skipped. For reviews it gives the moves in either case.

mod csa;
mod kakinoki;
mod moves;

use winproof_rules::{InputError, Move, Player};

use super::board::ShogiBoard;
use super::moves::Action;
use super::pieces::{Hand, Kind};
use super::squares::COUNT;
use crate::record::{RecordEntry, as_text, entries_of_text};

/// The main line of a record.
pub(super) struct Played {
    pub(super) start: ShogiBoard,
    pub(super) moves: Vec<Move>,
    /// Whether it begins where games begin, so that the moves are not a solution.
    is_game: bool,
}

impl Played {
    /// The position that the record stands for, with its usual attacker.
    pub(super) fn position(&self) -> ShogiBoard {
        let moves = self.moves.iter().filter(|_| self.is_game);
        let end = moves.fold(self.start, |board, &mv| board.after(Action::of(mv)));
        attacked(end).unwrap_or(end)
    }
}

/// Reads the main line of a record, if the text is one.
pub(super) fn read(text: &str) -> Option<Result<Played, InputError>> {
    let lines = || (1..).zip(text.lines()).map(|(number, text)| Line { number, text });
    if lines().any(csa::recognises) {
        return Some(csa::read(lines()));
    }
    lines().any(kakinoki::recognises).then(|| kakinoki::read(lines()))
}

/// Returns the games of a file: CSA may have several, with lines that begin with `/` between them.
pub(super) fn entries(file: &[u8]) -> Result<Vec<RecordEntry>, InputError> {
    let text = as_text(file)?;
    let lines = || (1..).zip(text.lines()).map(|(number, text)| Line { number, text });
    if lines().any(csa::recognises) {
        let games: Vec<_> = text.lines().collect();
        let games = games.split(|line| line.starts_with('/')).map(|lines| lines.join("\n"));
        let games = games.filter(|game| !game.trim().is_empty());
        return Ok(games.map(|game| with_tags(game, &csa::TAGS, "")).collect());
    }
    if lines().any(kakinoki::recognises) {
        return Ok(vec![with_tags(text.to_string(), &kakinoki::TAGS, "：")]);
    }
    entries_of_text(file)
}

/// Makes an entry of a record, with what stands after the names of these headings.
fn with_tags(text: String, headings: &[(&str, &str)], separator: &str) -> RecordEntry {
    let entry = RecordEntry::new(text);
    let lines: Vec<_> = entry.text.lines().map(str::to_string).collect();
    headings.iter().fold(entry, |entry, (heading, name)| {
        let value =
            lines.iter().find_map(|line| line.strip_prefix(heading)?.strip_prefix(separator));
        match value {
            Some(value) => entry.with_tag(name, value),
            None => entry,
        }
    })
}

/// A line of a record.
#[derive(Clone, Copy)]
struct Line<'t> {
    number: usize,
    text: &'t str,
}

impl Line<'_> {
    /// Makes an error about this line.
    fn error(self, message: impl Into<String>) -> InputError {
        let column = self.text.chars().take_while(|it| it.is_whitespace()).count() + 1;
        InputError::new(message).found(self.text.trim()).at(self.number, column)
    }
}

/// The position that a record begins with, piece by piece.
#[derive(Default)]
struct Setup {
    pieces: Vec<(usize, Player, Kind)>,
    hands: [Hand; 2],
    /// Who has all missing pieces in hand.
    rest: Option<Player>,
    white_moves: bool,
    /// Whether it is where games begin, so that moves are not a solution.
    is_start: bool,
}

impl Setup {
    /// The position that games begin with.
    fn start() -> Setup {
        let board = super::text::read(super::START).expect("the start is a position");
        let pieces = (0..COUNT).filter_map(|square| {
            let (player, kind) = board.piece_at(square)?;
            Some((square, player, kind))
        });
        Setup { pieces: pieces.collect(), is_start: true, ..Setup::default() }
    }

    /// Puts a piece on an empty square.
    fn put(&mut self, square: usize, player: Player, kind: Kind) -> Result<(), String> {
        if self.pieces.iter().any(|(there, ..)| *there == square) {
            return Err("expected one piece on a square".to_string());
        }
        self.pieces.push((square, player, kind));
        Ok(())
    }

    /// Adds pieces to a hand.
    fn add_to_hand(&mut self, player: Player, kind: Kind, count: u32) -> Result<(), String> {
        let hand = &mut self.hands[player as usize];
        let there = hand.count(kind).saturating_add(count);
        if kind == Kind::King || kind.is_promoted() || there > kind.in_set() {
            return Err("expected pieces that can be in hand, no more than a set has".to_string());
        }
        *hand = hand.with(kind, there);
        Ok(())
    }

    /// The position. Who attacks is not said in a record.
    fn board(&self) -> Result<ShogiBoard, String> {
        let to_move = if self.white_moves { Player::Second } else { Player::First };
        let mut board = ShogiBoard::empty(to_move, to_move);
        for &(square, player, kind) in &self.pieces {
            if kind == Kind::King && board.king(player).is_some() {
                return Err("expected at most one king of each colour".to_string());
            }
            board.put(player, kind, square);
        }
        for player in [Player::First, Player::Second] {
            board.set_hand(player, self.hands[player as usize]);
        }
        if let Some(player) = self.rest {
            board.set_hand(player, board.hand_with_rest(player)?);
        }
        attacked(board)?.checked()
    }
}

/// The position with its usual attacker.
fn attacked(board: ShogiBoard) -> Result<ShogiBoard, String> {
    let attacked = board.attacked_by(board.usual_attacker());
    attacked.ok_or_else(|| "expected the defender to have a king".to_string())
}

/// Whether a move is legal by the rules of shogi.
fn is_legal(board: &ShogiBoard, action: Action) -> bool {
    let mut legal = Vec::new();
    board.legal_moves(&mut legal);
    legal.contains(&action.code())
}

/// The square of a file and a rank from 1 to 9.
fn square(file: u32, rank: u32) -> Option<usize> {
    let on_board = (1..=9).contains(&file) && (1..=9).contains(&rank);
    on_board.then(|| (9 * (file - 1) + rank - 1) as usize)
}

/// Reads a record's moves from its setup and a way to read the move of a line; that returns `None` if the line ends the
/// game. What a solution has after its last legal move is not an error: books write variations in many ways.
fn follow<'t>(
    setup: &Setup,
    first: Line<'t>,
    lines: impl Iterator<Item = Line<'t>>,
    mut read: impl FnMut(&ShogiBoard, Line<'t>) -> Result<Option<Action>, InputError>,
) -> Result<Played, InputError> {
    let start = setup.board().map_err(|reason| first.error(reason))?;
    let (mut board, mut moves) = (start, Vec::new());
    for line in lines {
        match read(&board, line) {
            Ok(Some(action)) => {
                board = board.after(action);
                moves.push(action.code());
            }
            Ok(None) => break,
            Err(error) if setup.is_start => return Err(error),
            Err(_) => break,
        }
    }
    Ok(Played { start, moves, is_game: setup.is_start })
}

#[cfg(test)]
mod tests;
