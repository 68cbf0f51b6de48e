//! Files of games.

use winproof_rules::InputError;

use super::text::write_square;
use crate::record::{RecordEntry, as_text, entries_of_text};

/// The start in which colours alternate along the sides, which players call scrambled eggs.
const SCRAMBLED: &str = "1oxoxox1/x6o/o6x/x6o/o6x/x6o/o6x/1xoxoxo1 x";

/// Returns the games of a file. Collections of transcripts have one game a line: the name of the start, moves between
/// squares that are numbered from 0 (a1) to 63 (h8), and the result, with tabs between them. Other files are in PGN, or
/// in the notation of the game.
pub(super) fn entries(file: &[u8]) -> Result<Vec<RecordEntry>, InputError> {
    let text = as_text(file)?;
    let lines = || {
        let numbered = (1..).zip(text.lines());
        numbered.filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty())
    };
    if !lines().next().is_some_and(|(_, line)| line.contains('\t')) {
        return entries_of_text(file);
    }
    let entry = |(number, line)| {
        let entry = entry(line).map(|entry| entry.at_line(number));
        entry.map_err(|error| error.at(number, 1))
    };
    lines().map(entry).collect()
}

fn entry(line: &str) -> Result<RecordEntry, InputError> {
    let mut columns = line.split('\t');
    let (Some(start), Some(moves), Some(result)) = (columns.next(), columns.next(), columns.next())
    else {
        let message = "expected a start, moves and a result, with tabs between them";
        return Err(InputError::new(message).found(line));
    };
    let start = match start.trim() {
        "LOA" => "start",
        "Scrambled-Eggs" => SCRAMBLED,
        other => {
            return Err(InputError::new("expected LOA or Scrambled-Eggs").found(other));
        }
    };
    let mut text = format!("{start} moves");
    for mv in moves.split_whitespace() {
        text.push(' ');
        text += &move_name(mv)?;
    }
    let entry = RecordEntry { position: start.to_string(), ..RecordEntry::new(text) };
    Ok(entry.with_tag("Result", result))
}

/// `1-19` as `b1d3`.
fn move_name(text: &str) -> Result<String, InputError> {
    let square = |number: &str| number.parse().ok().filter(|&number: &u32| number < 64);
    let squares = text.split_once('-').and_then(|(from, to)| square(from).zip(square(to)));
    let (from, to) = squares.ok_or_else(|| {
        InputError::new("expected a move such as 1-19, between squares from 0 to 63").found(text)
    })?;
    Ok(write_square(from) + &write_square(to))
}
