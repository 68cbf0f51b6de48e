//! Positions as SFEN and moves as in USI, the Universal Shogi Interface.

use winproof_rules::{InputError, Move, Player};

use super::START;
use super::board::ShogiBoard;
use super::moves::Action;
use super::pieces::{Hand, Kind};
use super::records;
use super::squares::COUNT;
use crate::tokens::{Token, tokens};

const EXPECTED: &str = "expected a position in SFEN, such as \
                        `8k/9/8G/9/9/9/9/9/9 b G 1`, or `start`";

/// Reads a position: SFEN or `start`, then perhaps `rest`, `attacker` with a colour, and moves. Or a game record.
pub(super) fn read(text: &str) -> Result<ShogiBoard, InputError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Some(played) = records::read(text) {
        return played.map(|played| played.position());
    }
    let (start, moves, named) = read_line(text)?;
    let board = moves.iter().fold(start, |board, &mv| board.after(Action::of(mv)));
    if moves.is_empty() || named {
        return Ok(board);
    }
    let attacker = board.usual_attacker();
    Ok(board.attacked_by(attacker).expect("the usual attacker's opponent has a king"))
}

/// Reads a position and the moves after it, which are any legal moves of shogi.
pub(super) fn read_played(text: &str) -> Result<(ShogiBoard, Vec<Move>), InputError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match records::read(text) {
        Some(played) => played.map(|played| (played.start, played.moves)),
        None => read_line(text).map(|(start, moves, _)| (start, moves)),
    }
}

/// Reads a position, the moves after it, and whether the attacker is named.
fn read_line(text: &str) -> Result<(ShogiBoard, Vec<Move>, bool), InputError> {
    let mut words = tokens(text).peekable();
    // What USI's command has in front of positions.
    for introduction in ["position", "sfen"] {
        words.next_if(|word| word.text == introduction);
    }
    let Some(first) = words.next() else {
        return Err(InputError::new(EXPECTED).found(text.trim()).at(1, 1));
    };
    let mut setup = if matches!(first.text, "start" | "startpos") {
        let mut start = crate::tokens::tokens(START);
        let mut next = || start.next().expect("the start has four words");
        let board = next();
        Setup::read(board, next(), next())?
    } else if first.text.contains('/') {
        let side = words.next().ok_or_else(|| first.after(WHOSE_TURN))?;
        let hands = words.next().ok_or_else(|| side.after(HANDS))?;
        let setup = Setup::read(first, side, hands)?;
        // The number of the next move, which means nothing here.
        words.next_if(|word| word.text.parse::<u32>().is_ok());
        setup
    } else {
        return Err(first.error(0, EXPECTED).found(first.text));
    };
    if words.next_if(|word| word.text == "rest").is_some() {
        setup.rest = true;
    }
    if let Some(word) = words.next_if(|word| word.text == "attacker") {
        let named = words.next().ok_or_else(|| word.after(ATTACKER))?;
        setup.attacker = Some(read_attacker(named)?);
    }
    let mut board = setup.board(first)?;
    words.next_if(|word| word.text == "moves");
    let (start, mut moves) = (board, Vec::new());
    for word in words {
        let action = read_move(&board, word)?;
        board = board.after(action);
        moves.push(action.code());
    }
    Ok((start, moves, setup.attacker.is_some()))
}

const WHOSE_TURN: &str = "expected who is to move, `b` or `w`";
const HANDS: &str = "expected the pieces in hand, such as `2Gr3p`, or `-` for none";
const ATTACKER: &str = "expected who attacks, `black` or `white`";

/// What SFEN says, before it is known to be a position.
struct Setup {
    board: ShogiBoard,
    attacker: Option<Player>,
    /// Whether the defender has all missing pieces in hand.
    rest: bool,
}

impl Setup {
    fn read(board: Token<'_>, side: Token<'_>, hands: Token<'_>) -> Result<Setup, InputError> {
        let to_move = match side.text {
            "b" => Player::First,
            "w" => Player::Second,
            other => return Err(side.error(0, WHOSE_TURN).found(other)),
        };
        let mut empty = ShogiBoard::empty(to_move, to_move);
        read_squares(&mut empty, board)?;
        read_hands(&mut empty, hands)?;
        Ok(Setup { board: empty, attacker: None, rest: false })
    }

    /// The position that was read; errors are at `word`.
    fn board(&self, word: Token<'_>) -> Result<ShogiBoard, InputError> {
        let error = |reason: String| word.error(0, reason).found(word.text);
        let attacker = self.attacker.unwrap_or_else(|| self.board.usual_attacker());
        let mut board = self
            .board
            .attacked_by(attacker)
            .ok_or_else(|| error("expected the defender to have a king".to_string()))?;
        if self.rest {
            let defender = attacker.opponent();
            board.set_hand(defender, board.hand_with_rest(defender).map_err(error)?);
        }
        board.checked().map_err(error)
    }
}

fn read_attacker(word: Token<'_>) -> Result<Player, InputError> {
    match word.text {
        "black" => Ok(Player::First),
        "white" => Ok(Player::Second),
        other => Err(word.error(0, ATTACKER).found(other)),
    }
}

/// Reads the nine ranks, each from file 9 to file 1.
fn read_squares(board: &mut ShogiBoard, word: Token<'_>) -> Result<(), InputError> {
    let (mut rank, mut column) = (0, 0);
    let mut promoted = false;
    for (place, character) in word.text.chars().enumerate() {
        let error = |message: &str| word.error(place, message).found(&character.to_string());
        if promoted && !character.is_ascii_alphabetic() {
            return Err(error("expected a piece after `+`"));
        }
        match character {
            '/' if rank == 8 => return Err(error("expected the board to end after nine ranks")),
            '/' if column < 9 => return Err(error("expected nine squares in a rank")),
            '/' => (rank, column) = (rank + 1, 0),
            '+' => promoted = true,
            '1'..='9' => column += character as usize - '0' as usize,
            _ => {
                let (player, kind) = read_piece(character, promoted)
                    .ok_or_else(|| error("expected a piece, `+` or a number of empty squares"))?;
                promoted = false;
                if column < 9 {
                    let square = 9 * (8 - column) + rank;
                    if kind == Kind::King && board.king(player).is_some() {
                        return Err(error("expected at most one king of each colour"));
                    }
                    board.put(player, kind, square);
                }
                column += 1;
            }
        }
        if column > 9 {
            return Err(error("expected only nine squares in a rank"));
        }
    }
    if rank < 8 || column < 9 || promoted {
        return Err(word.after("expected nine ranks of nine squares"));
    }
    Ok(())
}

/// The piece with a letter: Black's are capital.
fn read_piece(letter: char, promoted: bool) -> Option<(Player, Kind)> {
    let player = if letter.is_ascii_uppercase() { Player::First } else { Player::Second };
    let kind = Kind::lettered(letter.to_ascii_uppercase())?;
    Some((player, if promoted { kind.promoted()? } else { kind }))
}

fn read_hands(board: &mut ShogiBoard, word: Token<'_>) -> Result<(), InputError> {
    if word.text == "-" {
        return Ok(());
    }
    let mut count = None;
    for (place, character) in word.text.chars().enumerate() {
        let error = |message: &str| word.error(place, message).found(&character.to_string());
        if let Some(digit) = character.to_digit(10) {
            let number = count.unwrap_or(0) * 10 + digit;
            if !(1..=18).contains(&number) {
                return Err(error("expected a number of pieces from 1 to 18"));
            }
            count = Some(number);
            continue;
        }
        let (player, kind) = read_piece(character, false)
            .filter(|&(_, kind)| kind != Kind::King)
            .ok_or_else(|| error(HANDS))?;
        let hand = board.hand(player);
        let there = hand.count(kind) + count.take().unwrap_or(1);
        if there > kind.in_set() {
            return Err(error(&format!("expected at most {} {}", kind.in_set(), kind.plural())));
        }
        board.set_hand(player, hand.with(kind, there));
    }
    if count.is_some() {
        return Err(word.after("expected a piece after the number"));
    }
    Ok(())
}

/// A move that is legal by the rules of shogi, whether or not it gives check.
fn read_move(board: &ShogiBoard, word: Token<'_>) -> Result<Action, InputError> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    let found = moves.into_iter().find(|&mv| write_move(mv) == word.text);
    found.map(Action::of).ok_or_else(|| {
        word.error(0, "expected a legal move such as `7g7f`, `8h2b+` or `G*5b`").found(word.text)
    })
}

/// Writes a position as SFEN, and who attacks unless that goes without saying.
pub(super) fn write(board: &ShogiBoard) -> String {
    let side = if board.to_move() == Player::First { "b" } else { "w" };
    let mut text = format!("{} {side} {} 1", write_squares(board), write_hands(board));
    if board.attacker() != board.usual_attacker() {
        text +=
            if board.attacker() == Player::First { " attacker black" } else { " attacker white" };
    }
    text
}

fn write_squares(board: &ShogiBoard) -> String {
    let mut text = String::new();
    for rank in 0..9 {
        if rank > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for file in (0..9).rev() {
            match board.piece_at(9 * file + rank) {
                None => empty += 1,
                Some((player, kind)) => {
                    write_count(&mut empty, &mut text);
                    text += &write_piece(player, kind);
                }
            }
        }
        write_count(&mut empty, &mut text);
    }
    text
}

/// Writes a number of empty squares, unless it is 0, and begins anew.
fn write_count(empty: &mut u32, text: &mut String) {
    if *empty > 0 {
        *text += &empty.to_string();
        *empty = 0;
    }
}

/// A piece as in SFEN.
pub(super) fn write_piece(player: Player, kind: Kind) -> String {
    let letter = match player {
        Player::First => kind.letter(),
        Player::Second => kind.letter().to_ascii_lowercase(),
    };
    let promoted = if kind.is_promoted() { "+" } else { "" };
    format!("{promoted}{letter}")
}

fn write_hands(board: &ShogiBoard) -> String {
    let mut text = String::new();
    for player in [Player::First, Player::Second] {
        text += &write_hand(board.hand(player), |kind, count| {
            let count = if count > 1 { count.to_string() } else { String::new() };
            format!("{count}{}", write_piece(player, kind))
        });
    }
    if text.is_empty() { "-".to_string() } else { text }
}

/// Writes each kind in a hand with its count.
pub(super) fn write_hand(hand: Hand, write: impl Fn(Kind, u32) -> String) -> String {
    let there = Kind::IN_HAND.into_iter().filter(|&kind| hand.count(kind) > 0);
    there.map(|kind| write(kind, hand.count(kind))).collect()
}

/// Writes a move as in USI.
pub(super) fn write_move(mv: Move) -> String {
    match Action::of(mv) {
        Action::Step { from, to, promotes } => {
            let promotes = if promotes { "+" } else { "" };
            format!("{}{}{promotes}", write_square(from), write_square(to))
        }
        Action::Drop { kind, to } => format!("{}*{}", kind.letter(), write_square(to)),
    }
}

/// Writes a square as in USI.
pub(super) fn write_square(square: usize) -> String {
    debug_assert!(square < COUNT);
    format!("{}{}", square / 9 + 1, (b'a' + (square % 9) as u8) as char)
}
