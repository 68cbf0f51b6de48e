//! Files of games: WTHOR, or transcripts.

use winproof_rules::{InputError, Move};

use super::{text, wthor};
use crate::record::{RecordEntry, as_text, pgn};

/// Returns the games of a file: those of a WTHOR file, those in PGN, or one transcript a line. What follows a
/// transcript on its line is skipped, as are lines that begin with `#`.
pub(super) fn entries(file: &[u8]) -> Result<Vec<RecordEntry>, InputError> {
    // A WTHOR file begins with its date in numbers, which are no letters.
    if file.first().is_some_and(|&byte| byte < 0x20 && !byte.is_ascii_whitespace()) {
        let games = wthor::read(file)?;
        let results = wthor::black_discs(file);
        return Ok(games
            .iter()
            .zip(results)
            .map(|(game, discs)| transcript(game, discs))
            .collect());
    }
    let text = as_text(file)?;
    if let Some(entries) = pgn::entries(text)? {
        return Ok(entries);
    }
    let is_content = |(_, line): &(usize, &str)| !line.is_empty() && !line.starts_with('#');
    let lines = || (1..).zip(text.lines().map(str::trim)).filter(is_content);
    // The moves of one game may take several lines, but then these do not begin like games.
    if !lines().all(|(_, line)| begins_like_a_game(line)) {
        return Ok(vec![RecordEntry::new(text.trim_end())]);
    }
    let entry = |(number, line)| RecordEntry::new(text::transcript(line)).at_line(number);
    Ok(lines().map(entry).collect())
}

/// Whether a line begins with one of the first moves that there are.
fn begins_like_a_game(line: &str) -> bool {
    let first = line.get(..2).unwrap_or_default();
    ["d3", "c4", "f5", "e6"].iter().any(|mv| mv.eq_ignore_ascii_case(first))
}

fn transcript(game: &wthor::Transcript, black_discs: u8) -> RecordEntry {
    let squares = game.squares().iter().map(|&square| text::write_move(Move(square.into())));
    let moves: String = squares.collect();
    let entry = match moves.is_empty() {
        true => RecordEntry::new("start"),
        false => RecordEntry::new(moves),
    };
    entry.with_tag("Result", &format!("{black_discs} discs of black")).at_line(0)
}
