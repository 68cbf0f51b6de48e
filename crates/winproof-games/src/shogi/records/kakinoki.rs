//! KIF and KI2, the formats of Kakinoki Shogi, which most shogi programs and sites in Japan write.
//!
//! Both have the same headings and diagrams. KIF numbers its moves and names the square that they start from, KI2 writes
//! them as people do.

use winproof_rules::{InputError, Player};

use super::moves::{self, Named};
use super::{Line, Played, Setup, follow, is_legal, square};
use crate::shogi::pieces::Kind;

/// What stands before moves in KI2: black's and white's.
const MARKS: [char; 6] = ['▲', '△', '▽', '▼', '☗', '☖'];

/// Headings with facts about a game, and what PGN calls them.
pub(super) const TAGS: [(&str, &str); 6] = [
    ("先手", "Black"),
    ("下手", "Black"),
    ("後手", "White"),
    ("上手", "White"),
    ("棋戦", "Event"),
    ("開始日時", "Date"),
];

/// Whether a line is one that only these formats have.
pub(super) fn recognises(line: Line<'_>) -> bool {
    let text = line.text.trim_start();
    text.starts_with("手合割")
        || text.starts_with("手数")
        || text.contains("持駒")
        || text.starts_with(MARKS)
        || text.starts_with('|') && text.contains(['・', '玉', '王'])
}

pub(super) fn read<'t>(
    lines: impl Iterator<Item = Line<'t>> + Clone,
) -> Result<Played, InputError> {
    let first = lines.clone().next().unwrap_or(Line { number: 1, text: "" });
    let mut setup = Setup::start();
    let mut rank = 0;
    let mut moves = Vec::new();
    for line in lines {
        let text = line.text.trim();
        if text.starts_with(['#', '*', '&']) {
            continue;
        }
        if text.starts_with('|') {
            if rank == 0 {
                setup.pieces.clear();
                setup.is_start = false;
            }
            rank += 1;
            read_rank(&mut setup, rank, line)?;
        } else if let Some((name, value)) = text.split_once(['：', ':'])
            && !text.starts_with(|it: char| it.is_ascii_digit())
        {
            if name.starts_with("変化") {
                break;
            }
            read_heading(&mut setup, name.trim(), value.trim(), line)?;
        } else if text == "後手番" || text == "上手番" {
            setup.white_moves = true;
        } else if text.starts_with(MARKS) {
            let parts = text.split(MARKS).skip(1);
            moves.extend(parts.map(|text| Line { text, ..line }));
        } else if let Some(numbered) = numbered_move(text) {
            moves.push(Line { text: numbered, ..line });
        }
    }
    if rank != 0 && rank != 9 {
        return Err(first.error("expected a diagram of nine ranks"));
    }
    let mut last = None;
    follow(&setup, first, moves.into_iter(), |board, line| {
        let text = line.text.trim();
        let Some(named) = Named::read(text, last) else {
            // Words such as 投了 end a game; anything else is a slip.
            return match text.starts_with(|it: char| moves::digit(it).is_some() || it == '同') {
                true => Err(line.error(EXPECTED_MOVE)),
                false => Ok(None),
            };
        };
        last = Some(named.to);
        let action = named.action(board).filter(|&action| is_legal(board, action));
        action.map(Some).ok_or_else(|| line.error(EXPECTED_MOVE))
    })
}

const EXPECTED_MOVE: &str = "expected one legal move, such as `７六歩(77)` or `▲７六歩`";

/// The move of a line such as `   1 ７六歩(77)   ( 0:16/00:00:16)`.
fn numbered_move(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|it: char| it.is_ascii_digit());
    (rest.len() < text.len() && rest.starts_with(char::is_whitespace)).then(|| rest.trim_start())
}

fn read_heading(
    setup: &mut Setup,
    name: &str,
    value: &str,
    line: Line<'_>,
) -> Result<(), InputError> {
    let player = match name {
        "手合割" => return read_handicap(setup, value, line),
        "先手の持駒" | "下手の持駒" => Player::First,
        "後手の持駒" | "上手の持駒" => Player::Second,
        _ => return Ok(()),
    };
    for part in value.split_whitespace() {
        if part == "なし" {
            continue;
        }
        if part.starts_with("残り") {
            setup.rest = Some(player);
            continue;
        }
        let mut characters = part.chars();
        let kind = characters.next().and_then(|it| kind(it, false));
        let count = moves::count(characters.as_str());
        let added = kind.zip(count).map(|(kind, count)| setup.add_to_hand(player, kind, count));
        if added.is_none_or(|added| added.is_err()) {
            return Err(line.error(
                "expected pieces in hand such as `飛　金二　歩十七`, `残り全部` or `なし`",
            ));
        }
    }
    Ok(())
}

/// Takes off what White gives as a handicap. White moves first then.
fn read_handicap(setup: &mut Setup, value: &str, line: Line<'_>) -> Result<(), InputError> {
    // File and rank of what White does without: rook 82, bishop 22, then lances, knights, silvers, golds.
    let squares: &[u32] = match value.trim_end_matches('ち') {
        "平手" | "詰将棋" | "その他" | "" => return Ok(()),
        "香落" => &[11],
        "右香落" => &[91],
        "角落" => &[22],
        "飛車落" => &[82],
        "飛香落" => &[82, 11],
        "二枚落" => &[82, 22],
        "三枚落" => &[82, 22, 11],
        "四枚落" => &[82, 22, 11, 91],
        "五枚落" => &[82, 22, 11, 91, 81],
        "左五枚落" => &[82, 22, 11, 91, 21],
        "六枚落" => &[82, 22, 11, 91, 21, 81],
        "左七枚落" => &[82, 22, 11, 91, 21, 81, 31],
        "右七枚落" => &[82, 22, 11, 91, 21, 81, 71],
        "八枚落" => &[82, 22, 11, 91, 21, 81, 31, 71],
        "十枚落" => &[82, 22, 11, 91, 21, 81, 31, 71, 41, 61],
        _ => return Err(line.error("expected a known handicap, such as 平手 or 二枚落ち")),
    };
    let off = |at: usize| squares.iter().any(|it| square(it / 10, it % 10) == Some(at));
    setup.pieces.retain(|(at, ..)| !off(*at));
    setup.white_moves = true;
    Ok(())
}

/// Reads a rank of a diagram: `| ・v香 ・ …|一`.
fn read_rank(setup: &mut Setup, rank: u32, line: Line<'_>) -> Result<(), InputError> {
    let expected = || line.error("expected nine squares such as ` 歩`, `v歩` or ` ・`");
    let squares = line.text.trim().trim_start_matches('|');
    let squares = squares.split('|').next().unwrap_or_default();
    let (mut file, mut player, mut promoted) = (9, Player::First, false);
    for character in squares.chars() {
        match character {
            ' ' | '　' | '^' => player = Player::First,
            'v' | 'V' => player = Player::Second,
            '成' => promoted = true,
            _ => {
                let at = square(file, rank).ok_or_else(expected)?;
                if !matches!(character, '・' | '．' | '.') {
                    let kind = kind(character, promoted).ok_or_else(expected)?;
                    setup.put(at, player, kind).map_err(|reason| line.error(reason))?;
                }
                file -= 1;
                (player, promoted) = (Player::First, false);
            }
        }
    }
    if file == 0 { Ok(()) } else { Err(expected()) }
}

/// The kind with a name, perhaps after 成.
pub(super) fn kind(name: char, promoted: bool) -> Option<Kind> {
    let plain = match name {
        '王' => Kind::King,
        '竜' => Kind::Dragon,
        name => Kind::ALL.into_iter().find(|kind| kind.kanji() == name)?,
    };
    if promoted { plain.promoted() } else { Some(plain) }
}
