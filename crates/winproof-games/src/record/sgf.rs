//! Files of several records in the Smart Game Format, and what they say about a game.

use super::RecordEntry;

/// Finds the records in a file: what stands in brackets, each with those that it opens. Returns the number of the line
/// where each begins, and its bytes. What is not closed ends with the file.
pub fn split(file: &[u8]) -> Vec<(usize, &[u8])> {
    let (mut depth, mut start, mut line, mut first_line) = (0_usize, 0, 1, 1);
    let (mut in_value, mut escaped) = (false, false);
    let mut records = Vec::new();
    for (at, &byte) in file.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_value => escaped = true,
            b']' => in_value = false,
            _ if in_value => {}
            b'[' => in_value = true,
            b'(' => {
                if depth == 0 {
                    (start, first_line) = (at, line);
                }
                depth += 1;
            }
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        line += usize::from(byte == b'\n');
        let closed = byte == b')' && !in_value && !escaped && depth == 0;
        if closed || at + 1 == file.len() && depth > 0 {
            records.push((first_line, &file[start..=at]));
        }
    }
    records
}

/// Properties that say something about a game, and what PGN calls that.
pub(super) const TAGS: [(&str, &str); 6] = [
    ("PB", "Black"),
    ("PW", "White"),
    ("RE", "Result"),
    ("DT", "Date"),
    ("EV", "Event"),
    ("GN", "Name"),
];

/// Makes an entry of a record, with what its first node says about the game.
pub fn entry(record: &str) -> RecordEntry {
    let mut entry = RecordEntry::new(record);
    for (property, name) in TAGS {
        if let Some(value) = property_of_root(record, property) {
            entry = entry.with_tag(name, &value);
        }
    }
    entry
}

/// Returns the first value of a property in the first node of a record.
fn property_of_root(record: &str, wanted: &str) -> Option<String> {
    let mut rest = record.split_once(';')?.1;
    loop {
        rest = rest.trim_start();
        let letters =
            rest.len() - rest.trim_start_matches(|it: char| it.is_ascii_alphabetic()).len();
        if letters == 0 {
            return None;
        }
        let (name, after) = rest.split_at(letters);
        rest = after.trim_start();
        let mut first = None;
        while let Some(value) = rest.strip_prefix('[') {
            let (text, after) = read_value(value)?;
            first.get_or_insert(text);
            rest = after.trim_start();
        }
        if name == wanted {
            return first;
        }
    }
}

/// Reads a value up to its bracket, without the signs that escape others.
fn read_value(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut escaped = false;
    for (at, character) in text.char_indices() {
        match character {
            '\\' if !escaped => escaped = true,
            ']' if !escaped => return Some((value, &text[at + 1..])),
            _ => {
                value.push(character);
                escaped = false;
            }
        }
    }
    None
}
