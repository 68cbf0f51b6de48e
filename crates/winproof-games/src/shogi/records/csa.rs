//! CSA, the format of the Computer Shogi Association.

use winproof_rules::{InputError, Player};

use super::{Line, Played, Setup, follow, is_legal, square};
use crate::shogi::board::ShogiBoard;
use crate::shogi::moves::Action;
use crate::shogi::pieces::Kind;

/// Names of kinds.
const NAMES: [(&str, Kind); 14] = [
    ("FU", Kind::Pawn),
    ("KY", Kind::Lance),
    ("KE", Kind::Knight),
    ("GI", Kind::Silver),
    ("KI", Kind::Gold),
    ("KA", Kind::Bishop),
    ("HI", Kind::Rook),
    ("OU", Kind::King),
    ("TO", Kind::ProPawn),
    ("NY", Kind::ProLance),
    ("NK", Kind::ProKnight),
    ("NG", Kind::ProSilver),
    ("UM", Kind::Horse),
    ("RY", Kind::Dragon),
];

/// What stands before facts about a game, and what PGN calls them.
pub(super) const TAGS: [(&str, &str); 5] = [
    ("N+", "Black"),
    ("N-", "White"),
    ("$EVENT:", "Event"),
    ("$START_TIME:", "Date"),
    ("%", "Result"),
];

fn kind(name: &str) -> Option<Kind> {
    NAMES.into_iter().find(|(it, _)| *it == name).map(|(_, kind)| kind)
}

/// Whether a line is one that only this format has.
pub(super) fn recognises(line: Line<'_>) -> bool {
    let bytes = line.text.as_bytes();
    matches!(
        bytes,
        [b'P', b'1'..=b'9', b' ' | b'+' | b'-', ..] | [b'P', b'+' | b'-', b'0'..=b'9', ..]
    ) || line.text.starts_with("PI")
        || matches!(
            bytes,
            [b'+' | b'-', b'0'..=b'9', b'0'..=b'9', b'0'..=b'9', b'0'..=b'9', b'A'..=b'Z', ..]
        )
}

const SQUARE_AND_PIECE: &str = "expected a square and a piece such as `27KI`, or `00AL` at the end";

pub(super) fn read<'t>(
    lines: impl Iterator<Item = Line<'t>> + Clone,
) -> Result<Played, InputError> {
    // Several statements may be in one line.
    let statements = lines.flat_map(|line| {
        let parts = if line.text.starts_with('\'') { &[line.text][..0] } else { &[line.text] };
        let parts = parts.iter().flat_map(|text| text.split(','));
        parts.map(move |text| Line { text, ..line }).collect::<Vec<_>>()
    });
    let mut setup = Setup::default();
    let mut first = Line { number: 1, text: "" };
    let mut moves = Vec::new();
    for line in statements {
        let reason = |reason: String| line.error(reason);
        match line.text.as_bytes() {
            [b'P', b'I', ..] => {
                setup = Setup::start();
                for (at, _) in pairs(line, &line.text[2..])? {
                    let at = at.ok_or_else(|| line.error(SQUARE_AND_PIECE))?;
                    setup.pieces.retain(|(there, ..)| *there != at);
                }
            }
            [b'P', rank @ b'1'..=b'9', ..] => read_rank(&mut setup, u32::from(rank - b'0'), line)?,
            [b'P', side @ (b'+' | b'-'), ..] => {
                let player = player(*side);
                for (at, name) in pairs(line, &line.text[2..])? {
                    match (at, kind(name)) {
                        (None, None) if name == "AL" => setup.rest = Some(player),
                        (Some(at), Some(kind)) => setup.put(at, player, kind).map_err(reason)?,
                        (None, Some(kind)) => {
                            setup.add_to_hand(player, kind, 1).map_err(reason)?;
                        }
                        _ => return Err(line.error(SQUARE_AND_PIECE)),
                    }
                }
            }
            [side @ (b'+' | b'-')] => {
                setup.white_moves = *side == b'-';
                first = line;
            }
            [b'+' | b'-', ..] => moves.push(line),
            // The end, or another record in the same file.
            [b'%', ..] | [b'/', ..] => break,
            _ => {}
        }
    }
    setup.is_start |= is_start(&setup);
    follow(&setup, first, moves.into_iter(), |board, line| {
        let action = read_move(board, line.text).filter(|&action| is_legal(board, action));
        let action = action.ok_or_else(|| line.error("expected a legal move such as `+7776FU`"));
        action.map(Some)
    })
}

fn player(side: u8) -> Player {
    if side == b'+' { Player::First } else { Player::Second }
}

/// Whether the pieces are those of the start; programs write them all down.
fn is_start(setup: &Setup) -> bool {
    let start = Setup::start();
    setup.pieces.len() == start.pieces.len()
        && start.pieces.iter().all(|piece| setup.pieces.contains(piece))
}

/// Reads squares with names of pieces, `None` for a hand.
fn pairs<'t>(line: Line<'t>, text: &'t str) -> Result<Vec<(Option<usize>, &'t str)>, InputError> {
    let text = text.trim_end();
    if !text.is_ascii() || !text.len().is_multiple_of(4) {
        return Err(line.error(SQUARE_AND_PIECE));
    }
    let pair = |start: usize| {
        let (at, name) = text[start..start + 4].split_at(2);
        let at = if at == "00" { None } else { Some(read_square(at)?) };
        Some((at, name))
    };
    let pairs: Option<Vec<_>> = (0..text.len()).step_by(4).map(pair).collect();
    pairs.ok_or_else(|| line.error(SQUARE_AND_PIECE))
}

/// Reads file and rank.
fn read_square(text: &str) -> Option<usize> {
    let mut digits = text.chars().map(|it| it.to_digit(10));
    square(digits.next()??, digits.next()??)
}

fn read_rank(setup: &mut Setup, rank: u32, line: Line<'_>) -> Result<(), InputError> {
    let expected = || line.error("expected nine squares such as `-KY` or ` * `");
    let squares = line.text.get(2..).filter(|text| text.is_ascii()).ok_or_else(expected)?;
    if squares.trim_end().len() > 27 {
        return Err(expected());
    }
    for column in 0..9 {
        // Blanks at the end are often lost.
        let text = squares.get(3 * column..squares.len().min(3 * column + 3)).unwrap_or("");
        let text = text.trim();
        if text.is_empty() || text == "*" {
            continue;
        }
        let (side, name) = text.split_at(1);
        let kind = kind(name).filter(|_| matches!(side, "+" | "-")).ok_or_else(expected)?;
        let at = square(9 - column as u32, rank).expect("nine columns and ranks");
        setup.put(at, player(side.as_bytes()[0]), kind).map_err(|reason| line.error(reason))?;
    }
    Ok(())
}

/// Reads a move: where it starts, where it ends, and what the piece is then.
fn read_move(board: &ShogiBoard, text: &str) -> Option<Action> {
    let text = text.trim_end();
    if !text.is_ascii() || text.len() != 7 || player(text.as_bytes()[0]) != board.to_move() {
        return None;
    }
    let (from, to, kind) = (&text[1..3], read_square(&text[3..5])?, kind(&text[5..])?);
    if from == "00" {
        return Some(Action::Drop { kind, to });
    }
    let from = read_square(from)?;
    let before = board.kind_at(from)?;
    let promotes = before != kind;
    (!promotes || before.promoted() == Some(kind)).then_some(Action::Step { from, to, promotes })
}
