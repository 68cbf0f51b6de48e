//! A text for games of every kind, after the Portable Game Notation of chess: tags, then moves.
//!
//! ```text
//! [Game "tictactoe"]
//! [Black "Anna"]
//! [Start "X.O/..O/..X"]
//!
//! 1. b2 {a comment} a1 (1... a2 {another way}) 2. c1 *
//! ```
//!
//! Without `Start`, or with `Start "start"`, a game begins as usual. Moves have the names that the game gives them.
//! Numbers of moves, comments, other ways to go on, and signs such as `!?` and `$4` are skipped when a game is read.

use winproof_rules::InputError;

use super::RecordEntry;

/// The tag of the position that a game begins with.
pub const START: &str = "Start";

/// Results that may stand at the end of the moves.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Returns the games of a file, if it is one in this format: it begins with a tag.
pub fn entries(text: &str) -> Result<Option<Vec<RecordEntry>>, InputError> {
    let is_tag = |line: &str| read_tag(line).is_some();
    if !text.lines().find(|line| !line.trim().is_empty()).is_some_and(is_tag) {
        return Ok(None);
    }
    let mut entries = Vec::new();
    let mut tags = Vec::new();
    let mut moves = String::new();
    let mut first = 1;
    for (number, line) in (1..).zip(text.lines()) {
        match read_tag(line) {
            // Inside a comment a line may look like a tag.
            Some(tag) if !is_open(&moves) => {
                if !moves.trim().is_empty() {
                    let (tags, moves) = (std::mem::take(&mut tags), std::mem::take(&mut moves));
                    entries.push(entry(tags, &moves).at_line(first));
                    first = number;
                }
                tags.push(tag);
            }
            _ if moves.is_empty() && line.trim_start().starts_with('[') => {
                let message = "expected a tag such as `[Black \"Anna\"]`";
                return Err(InputError::new(message).found(line.trim()).at(number, 1));
            }
            _ => {
                moves += line;
                moves.push('\n');
            }
        }
    }
    entries.push(entry(tags, &moves).at_line(first));
    Ok(Some(entries))
}

/// Reads a tag: `[Name "value"]`.
fn read_tag(line: &str) -> Option<(String, String)> {
    let inner = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inner.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let is_name =
        !name.is_empty() && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
    is_name.then(|| (name.to_string(), unescaped(value)))
}

fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('n') => plain.push('\n'),
                Some(other) => plain.push(other),
                None => {}
            },
            other => plain.push(other),
        }
    }
    plain
}

/// Writes a tag.
pub fn write_tag(name: &str, value: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("[{name} \"{value}\"]\n")
}

/// Whether a comment is not closed yet.
fn is_open(moves: &str) -> bool {
    let open = moves.rfind('{');
    open.is_some() && open > moves.rfind('}')
}

fn entry(tags: Vec<(String, String)>, moves: &str) -> RecordEntry {
    let start = tags.iter().find(|(name, _)| name == START).map(|(_, value)| value.as_str());
    let position = start.unwrap_or("start").to_string();
    let names = move_names(moves);
    let text = match names.is_empty() {
        true => position.clone(),
        false => format!("{position}\nmoves {}", names.join(" ")),
    };
    RecordEntry { position, text, tags, line: 1 }
}

/// Returns the names of the main line's moves.
fn move_names(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut rest = text;
    let mut depth = 0_usize;
    while let Some(first) = rest.chars().next() {
        match first {
            '{' => rest = rest.split_once('}').map_or("", |(_, after)| after),
            ';' => rest = rest.split_once('\n').map_or("", |(_, after)| after),
            '(' => (depth, rest) = (depth + 1, &rest[1..]),
            ')' => (depth, rest) = (depth.saturating_sub(1), &rest[1..]),
            _ if first.is_whitespace() => rest = rest.trim_start(),
            _ => {
                // A name may have any of these signs in it, but does not begin with them.
                let end = rest.find(|it: char| it.is_whitespace() || "{()".contains(it));
                let (word, after) = rest.split_at(end.unwrap_or(rest.len()).max(1));
                rest = after;
                names.extend(move_name(word).filter(|_| depth == 0));
            }
        }
    }
    if names.last().is_some_and(|last| RESULTS.contains(last)) {
        names.pop();
    }
    names
}

/// Returns a word without a number before it and signs after it; `None` if nothing is left.
fn move_name(word: &str) -> Option<&str> {
    if word.starts_with('$') {
        return None;
    }
    let digits = word.trim_start_matches(|it: char| it.is_ascii_digit());
    let word = match digits.len() < word.len() && digits.starts_with('.') {
        true => digits.trim_start_matches('.'),
        false => word,
    };
    let word = word.trim_end_matches(['!', '?']);
    (!word.is_empty()).then_some(word)
}
