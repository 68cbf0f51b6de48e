//! The positions of a batch: lines of a file, records of a file, or files of a folder.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use winproof_games::GameSpec;
use winproof_games::record::sgf;
use winproof_session::Failure;
use winproof_session::question::Attacker;
use winproof_session::work::Identity;

use crate::input;

/// One position of a batch.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    /// `file:line`.
    pub source: String,
    /// What follows the position in its line.
    pub label: Option<String>,
    /// The position, or why there is none.
    pub text: Result<String, String>,
    /// What its certificate is called, without extension.
    pub name: String,
}

impl Entry {
    /// Returns the game with the parameters that the position itself gives.
    pub fn spec(&self, spec: &GameSpec) -> GameSpec {
        let text = self.text.as_deref().unwrap_or_default();
        // If they do not fit the game, the position does not fit either, and that is reported.
        spec.for_position(text).unwrap_or_else(|_| spec.clone())
    }
}

/// Finds the positions. In games whose positions take several lines a file holds one position.
pub fn entries(path: &Path, spec: &GameSpec, column: u16) -> Result<Vec<Entry>, Failure> {
    let entries = if path.is_dir() {
        folder(path)?
    } else {
        let bytes = read(path).map_err(|error| Failure::reading(path, &error))?;
        if spec.info().multiline {
            // A folder's bad file costs one line of results; if there is but one file, it is all there is.
            let text = input::text(bytes, &path.display().to_string())?;
            vec![entry_of_file(path, Ok(text))]
        } else if bytes.trim_ascii_start().starts_with(b"(;") {
            records(path, &bytes)
        } else {
            let lines = lines(path, &bytes, column);
            lines.into_iter().map(|line| line.entry(spec)).collect()
        }
    };
    if entries.is_empty() {
        return Err(Failure::Input(format!("there are no positions in {}", path.display())));
    }
    Ok(entries)
}

/// Reads a file, or standard input for `-`.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path != Path::new("-") {
        return fs::read(path);
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
}

fn folder(path: &Path) -> Result<Vec<Entry>, Failure> {
    let unreadable = |error| Failure::reading(path, &error);
    let mut files = Vec::new();
    for item in fs::read_dir(path).map_err(unreadable)? {
        let file = item.map_err(unreadable)?.path();
        let hidden = file_name(&file).starts_with('.');
        if file.is_file() && !hidden {
            files.push(file);
        }
    }
    files.sort();
    Ok(files.iter().map(|file| entry_of_file(file, text_of_file(file))).collect())
}

fn text_of_file(file: &Path) -> Result<String, String> {
    let bytes = fs::read(file).map_err(|error| Failure::reading(file, &error).to_string())?;
    input::text(bytes, &file.display().to_string()).map_err(|failure| failure.to_string())
}

fn entry_of_file(file: &Path, text: Result<String, String>) -> Entry {
    let name = file_name(file);
    Entry { source: format!("{}:1", file.display()), label: None, text, name }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// What certificates of the positions of a file begin with.
fn stem(path: &Path) -> String {
    match path == Path::new("-") {
        true => "stdin".to_string(),
        false => path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
    }
}

/// A line of a file.
#[derive(Debug)]
pub struct Line {
    entry: Entry,
    /// The column after the position, and those after that.
    next: Option<(String, String)>,
}

impl Line {
    /// Returns the position. Some files have the side to move in a column of its own.
    fn entry(self, spec: &GameSpec) -> Entry {
        let Line { entry, next } = self;
        let is_position = |text: &str| {
            let spec = spec.for_position(text).unwrap_or_else(|_| spec.clone());
            Identity::of(&spec, text, Attacker::Mover).attacker.is_some()
        };
        match (&entry.text, next) {
            (Ok(text), Some((side, rest))) if !is_position(text) => {
                let whole = format!("{text} {side}");
                match is_position(&whole) {
                    true => Entry { text: Ok(whole), label: label(&rest), ..entry },
                    false => entry,
                }
            }
            _ => entry,
        }
    }
}

fn label(text: &str) -> Option<String> {
    Some(text.trim()).filter(|label| !label.is_empty()).map(str::to_string)
}

/// Finds the lines of a file that have positions, in the column of this number from 1.
pub fn lines(path: &Path, bytes: &[u8], column: u16) -> Vec<Line> {
    let stem = stem(path);
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        let read = std::str::from_utf8(line);
        let line = String::from_utf8_lossy(line);
        if line.starts_with(['#', '%']) || line.trim().is_empty() {
            continue;
        }
        let mut columns = line.splitn(usize::from(column) + 1, '\t').skip(usize::from(column) - 1);
        let (position, after) = match (columns.next(), columns.next()) {
            (Some(position), Some(after)) => (position, after),
            // Without TABs a label may follow after a semicolon.
            (Some(position), None) => position.split_once(';').unwrap_or((position, "")),
            (None, _) => ("", ""),
        };
        let next = after.split_once('\t').unwrap_or((after, ""));
        let next = Some((next.0.trim().to_string(), next.1.to_string()));
        let before = line.split('\t').next().filter(|_| column > 1);
        let text = match read {
            Err(_) => Err("the line is not UTF-8 text".to_string()),
            Ok(_) if position.trim().is_empty() => Err(format!("there is no column {column}")),
            Ok(_) => Ok(position.trim().to_string()),
        };
        let entry = Entry {
            source: format!("{}:{number}", path.display()),
            // Where positions are not in the first column, that has their names.
            label: label(before.unwrap_or(after)),
            text,
            name: format!("{stem}-{number}"),
        };
        lines.push(Line { entry, next: next.filter(|(side, _)| !side.is_empty()) });
    }
    lines
}

/// Finds the records in a file of game records. What is not closed ends with the file, and is an error.
pub fn records(path: &Path, bytes: &[u8]) -> Vec<Entry> {
    let stem = stem(path);
    let entry = |(number, (line, record)): (usize, (usize, &[u8]))| {
        let text = std::str::from_utf8(record);
        Entry {
            source: format!("{}:{line}", path.display()),
            label: None,
            text: text.map(str::to_string).map_err(|_| "it is not UTF-8 text".to_string()),
            name: format!("{stem}-{number}"),
        }
    };
    (1..).zip(sgf::split(bytes)).map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries_of(game: &str, text: &[u8], column: u16) -> Vec<Entry> {
        let spec = game.parse().unwrap();
        let lines = lines(Path::new("dir/a.txt"), text, column);
        lines.into_iter().map(|line| line.entry(&spec)).collect()
    }

    #[test]
    fn lines_are_positions_with_labels() {
        let text = b"\xef\xbb\xbf# comment\n1,2 \tfirst; one\r\n\n  \n3,4;second\n # odd\n\xff\tbad\n5\n%\n";
        let expected = [
            (2, Some("first; one"), Ok("1,2")),
            (5, Some("second"), Ok("3,4")),
            (6, None, Ok("# odd")),
            (7, Some("bad"), Err("the line is not UTF-8 text")),
            (8, None, Ok("5")),
        ];
        let expected = expected.map(|(number, label, text)| Entry {
            source: format!("dir/a.txt:{number}"),
            label: label.map(str::to_string),
            text: text.map(str::to_string).map_err(str::to_string),
            name: format!("a-{number}"),
        });
        assert_eq!(entries_of("nim", text, 1), expected);
    }

    /// The side to move may have a column of its own, and the position may come after a name.
    #[test]
    fn columns_are_found() {
        let found = |game: &str, line: &str, column| {
            let entry = entries_of(game, line.as_bytes(), column).remove(0);
            (entry.text, entry.label)
        };
        let ok = |text: &str, label: &str| (Ok(text.to_string()), Some(label.to_string()));
        let board = "---------------------------OX------XO---------------------------";
        assert_eq!(
            found("othello", &format!("{board}\tX\t0\tD"), 1),
            ok(&format!("{board} X"), "0\tD")
        );
        assert_eq!(found("othello", &format!("{board} X\t0"), 1), ok(&format!("{board} X"), "0"));
        assert_eq!(found("hex:size=3", "3/1x1/3\tW\tname", 1), ok("3/1x1/3 W", "name"));
        let mate = "8k/9/8G/9/9/9/9/9/9 b G 1";
        assert_eq!(found("shogi", &format!("name\t1\t{mate}\tG*1b"), 3), ok(mate, "name"));
        // What is a position by itself stays as it is, and so does what is none in any case.
        assert_eq!(found("nim", "3,4\tsecond", 1), ok("3,4", "second"));
        assert_eq!(found("nim", "3,x\t5", 1), ok("3,x", "5"));
        assert_eq!(found("nim", "3,4", 2).0, Err("there is no column 2".to_string()));
    }

    #[test]
    fn records_are_separated() {
        let text = b" (;C[a \\] ) b](;B[a1])(;B[b1]))\n\n(;SZ[3])junk(;B[a1]";
        let entries = records(Path::new("x.sgf"), text);
        let found: Vec<_> =
            entries.iter().map(|it| (it.source.as_str(), it.text.as_deref().unwrap())).collect();
        let expected = [
            ("x.sgf:1", "(;C[a \\] ) b](;B[a1])(;B[b1]))"),
            ("x.sgf:3", "(;SZ[3])"),
            ("x.sgf:3", "(;B[a1]"),
        ];
        assert_eq!(found, expected);
    }
}
