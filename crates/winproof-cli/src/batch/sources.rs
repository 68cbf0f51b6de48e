//! The positions of a batch: lines of a file, or files of a folder.

use std::fs;
use std::path::Path;

use winproof_session::Failure;

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

/// Finds the positions. In games whose positions take several lines a file holds one position.
pub fn entries(path: &Path, multiline: bool) -> Result<Vec<Entry>, Failure> {
    let entries = if path.is_dir() {
        folder(path)?
    } else if multiline {
        // A folder's bad file costs one line of results; if there is but one file, it is all there is.
        let bytes = fs::read(path).map_err(|error| Failure::reading(path, &error))?;
        let text = input::text(bytes, &path.display().to_string())?;
        vec![entry_of_file(path, Ok(text))]
    } else {
        let bytes = fs::read(path).map_err(|error| Failure::reading(path, &error))?;
        lines(path, &bytes)
    };
    if entries.is_empty() {
        return Err(Failure::Input(format!("there are no positions in {}", path.display())));
    }
    Ok(entries)
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

/// Finds the positions in the lines of a file.
pub fn lines(path: &Path, bytes: &[u8]) -> Vec<Entry> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let mut entries = Vec::new();
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        let read = std::str::from_utf8(line);
        let line = String::from_utf8_lossy(line);
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        let (position, label) =
            line.split_once('\t').or_else(|| line.split_once(';')).unwrap_or((&line, ""));
        let label = Some(label.trim()).filter(|label| !label.is_empty());
        entries.push(Entry {
            source: format!("{}:{number}", path.display()),
            label: label.map(str::to_string),
            text: match read {
                Ok(_) => Ok(position.trim().to_string()),
                Err(_) => Err("the line is not UTF-8 text".to_string()),
            },
            name: format!("{stem}-{number}"),
        });
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_positions_with_labels() {
        let text =
            b"\xef\xbb\xbf# comment\n1,2 \tfirst; one\r\n\n  \n3,4;second\n # odd\n\xff\tbad\n5";
        let found = lines(Path::new("dir/a.txt"), text);
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
        assert_eq!(found, expected);
    }
}
