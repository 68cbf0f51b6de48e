//! Problems as text, and as a drawing.

use anstyle::{AnsiColor, Style};
use winproof_rules::{InputError, Player};

use super::inference::Draft;
use super::setup::Setup;
use super::sgf;
use crate::go::{self, Board, Cell, LEAST_SIZE, MOST_SIZE, Point, PointSet};
use crate::tokens::{Token, WHOSE_TURN, tokens};

/// What is expected of a text.
const EXPECTED: &str = "expected the rows of a board such as `7/7/7/7/ooooo2/XXXXo2/***Xo2 x`, \
                        a record in SGF, or `start`";

/// Reads a problem, and returns the words after it, which are moves.
pub(super) fn read(text: &str) -> Result<(Setup, Vec<Token<'_>>), InputError> {
    if sgf::is_record(text) {
        return sgf::read(text).map(|setup| (setup, Vec::new()));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut words = tokens(text).peekable();
    let Some(first) = words.next() else {
        return Err(InputError::new(EXPECTED).found(text.trim()).at(1, 1));
    };
    if first.text == "start" {
        return read(super::START).map(|(setup, _)| (setup, words.collect()));
    }
    if !first.text.contains('/') {
        return Err(first.error(0, EXPECTED).found(first.text));
    }
    let mut draft = read_board(first)?;
    let side = words.next().ok_or_else(|| first.after(WHOSE_TURN))?;
    draft.to_move = side.side()?;
    let mut is_captured = false;
    while let Some(&word) = words.peek() {
        match word.text {
            "attacker" => {
                words.next();
                let name = words.next().ok_or_else(|| word.after("expected who attacks"))?;
                let attacker = name.side()?;
                let owner = draft.target.and_then(|it| draft.board.at(it.first()?).player());
                if owner == Some(attacker) {
                    let message = "expected the player who attacks the stones in capital letters";
                    return Err(name.error(0, message).found(name.text));
                }
                draft.attacker = Some(attacker);
            }
            "ko" => {
                words.next();
                let message = "expected the empty point where ko forbids to play";
                let name = words.next().ok_or_else(|| word.after(message))?;
                let point = Point::from_gtp(name.text, draft.board.size())
                    .filter(|&point| draft.board.is_empty_at(point));
                draft.ko = Some(point.ok_or_else(|| name.error(0, message).found(name.text))?);
            }
            "full" => {
                words.next();
                draft.region.get_or_insert(PointSet::EMPTY);
            }
            "captured" if draft.target.is_none() => {
                words.next();
                is_captured = true;
            }
            _ => break,
        }
    }
    if is_captured {
        draft.target = Some(PointSet::EMPTY);
    }
    let setup = draft.complete().map_err(|error| first.place(0, error))?;
    Ok((setup, words.collect()))
}

/// Reads the rows of a board.
fn read_board(word: Token<'_>) -> Result<Draft, InputError> {
    let size = word.text.split('/').count();
    if !(LEAST_SIZE..=MOST_SIZE).contains(&size) {
        let message = format!("expected from {LEAST_SIZE} to {MOST_SIZE} rows");
        return Err(word.error(0, message).found(&format!("{size} rows")));
    }
    let mut draft = Draft {
        board: Board::new(size),
        region: None,
        open: PointSet::EMPTY,
        target: None,
        attacker: None,
        to_move: go::BLACK,
        ko: None,
    };
    let mut offset = 0;
    for (row, text) in word.text.split('/').enumerate() {
        read_row(&mut draft, row, text).map_err(|(place, message)| {
            let found = text.chars().nth(place).map(String::from);
            let error = word.error(offset + place, format!("{message} in row {}", size - row));
            found.iter().fold(error, |error, found| error.found(found))
        })?;
        offset += text.chars().count() + 1;
    }
    if let Some(stone) = draft.board.breathless() {
        let message = "expected every chain to have a liberty";
        return Err(word.error(0, message).found(&stone.to_gtp(size)));
    }
    Ok(draft)
}

/// Reads one row. An error is a place in it and a message.
fn read_row(draft: &mut Draft, row: usize, text: &str) -> Result<(), (usize, String)> {
    let size = draft.board.size();
    let mut column = 0;
    let characters: Vec<char> = text.chars().collect();
    let mut place = 0;
    while let Some(&character) = characters.get(place) {
        let start = place;
        place += 1;
        let mut width = 1;
        if let Some(digit) = character.to_digit(10) {
            width = digit as usize;
            // Numbers have two digits at most.
            if let Some(digit) = characters.get(place).and_then(|it| it.to_digit(10)) {
                width = 10 * width + digit as usize;
                place += 1;
            }
        }
        if width == 0 || column + width > size {
            return Err((start, format!("expected {size} points")));
        }
        let point = Point::new(column, row);
        column += width;
        let stone = match character {
            'x' | 'X' => go::BLACK,
            'o' | 'O' => go::WHITE,
            '*' => {
                draft.region.get_or_insert(PointSet::EMPTY).insert(point);
                continue;
            }
            '+' => {
                draft.open.insert(point);
                continue;
            }
            '.' | '0'..='9' => continue,
            _ => {
                let message = "expected `x`, `o`, `X`, `O`, `*`, `+` or a number of empty points";
                return Err((start, message.to_string()));
            }
        };
        draft.board.set(point, Some(stone));
        if character.is_ascii_uppercase() {
            let target = draft.target.get_or_insert(PointSet::EMPTY);
            let other = target.first().and_then(|it| draft.board.at(it).player());
            if other.is_some_and(|other| other != stone) {
                let message = "expected capital letters for the target alone, all of one player,";
                return Err((start, message.to_string()));
            }
            target.insert(point);
        }
    }
    if column < size {
        return Err((characters.len(), format!("expected {size} points, and not only {column},")));
    }
    Ok(())
}

/// The symbol of a point: as in the text, and in drawings.
fn symbol(setup: &Setup, point: Point) -> char {
    match setup.board.at(point) {
        Cell::Black if setup.target.contains(point) => 'X',
        Cell::Black => 'x',
        Cell::White if setup.target.contains(point) => 'O',
        Cell::White => 'o',
        _ if setup.region.contains(point) => '*',
        _ if setup.open.contains(point) => '+',
        _ => '.',
    }
}

/// Writes a problem.
pub(super) fn write(setup: &Setup) -> String {
    let size = setup.board.size();
    let mut text = String::new();
    for row in 0..size {
        let mut empty = 0;
        for column in 0..size {
            match symbol(setup, Point::new(column, row)) {
                '.' => empty += 1,
                symbol => {
                    write_number(&mut empty, &mut text);
                    text.push(symbol);
                }
            }
        }
        write_number(&mut empty, &mut text);
        text.push(if row + 1 < size { '/' } else { ' ' });
    }
    // Passes are moves, which are written after whose turn it was before them.
    let first = if setup.passes % 2 == 1 { setup.to_move.opponent() } else { setup.to_move };
    text.push(player_symbol(first));
    if setup.target.is_empty() {
        text += &format!(" captured attacker {}", player_symbol(setup.attacker));
    }
    if setup.region.is_empty() {
        text += " full";
    }
    if let Some(point) = setup.ko {
        text += &format!(" ko {}", point.to_gtp(size));
    }
    (0..setup.passes).for_each(|_| text += " pass");
    text
}

fn player_symbol(player: Player) -> char {
    if player == go::BLACK { 'x' } else { 'o' }
}

fn write_number(number: &mut usize, text: &mut String) {
    if *number > 0 {
        *text += &number.to_string();
        *number = 0;
    }
}

/// Draws a problem for a terminal.
pub(super) fn draw(setup: &Setup) -> String {
    go::draw(&setup.board, |point| {
        let symbol = symbol(setup, point);
        let style = match symbol {
            'x' => AnsiColor::Red.on_default(),
            'X' => AnsiColor::Red.on_default().bold().underline(),
            'o' => AnsiColor::Blue.on_default(),
            'O' => AnsiColor::Blue.on_default().bold().underline(),
            '*' => Style::new(),
            _ => Style::new().dimmed(),
        };
        Some((symbol, style))
    })
}
