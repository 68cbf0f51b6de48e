//! Makes text from untrusted sources safe to show.

/// Characters that count as letters or symbols but are invisible.
const BLANKS: [char; 5] = ['\u{115f}', '\u{1160}', '\u{2800}', '\u{3164}', '\u{ffa0}'];

/// Escapes every character that does not show as what it is: control codes of terminals, line ends, invisible
/// characters, blanks other than the plain one, marks that combine with the character before them, and those
/// that change the direction of writing. Backslashes are escaped too, so that no two texts look alike.
///
/// ```
/// use winproof_rules::printable;
/// assert_eq!(printable("start\na1\u{202e}b2 \\n"), "start\\na1\\u{202e}b2 \\\\n");
/// assert_eq!(printable("`'\"é→黒"), "`'\"é→黒");
/// ```
pub fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\'' | '"' => printable.push(character),
            _ if BLANKS.contains(&character) => printable.extend(character.escape_unicode()),
            _ => printable.extend(character.escape_debug()),
        }
    }
    printable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_escaped() {
        // Controls, blanks, separators, direction marks, joiners, fillers, selectors, tags, unassigned ones.
        for code in [
            0x00, 0x1b, 0x7f, 0x85, 0xa0, 0xad, 0x300, 0x34f, 0x61c, 0x115f, 0x180e, 0x2003,
            0x200b, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x202f, 0x2060, 0x2066,
            0x2069, 0x2800, 0x3000, 0x3164, 0xe000, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xe0041,
            0xe0100, 0x10ffff,
        ] {
            let character = char::from_u32(code).unwrap();
            let text = printable(&format!("a{character}b"));
            assert!(text.is_ascii() && text.contains('\\'), "U+{code:04X}: {text}");
        }
    }
}
