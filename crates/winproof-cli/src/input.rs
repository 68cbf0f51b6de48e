//! Positions from the command line, from files and from standard input.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use winproof_session::Failure;

/// The text of a position, and where it came from.
#[derive(Debug)]
pub struct PositionText {
    /// The text.
    pub text: String,
    /// `file:line`, if it came from a file.
    pub source: Option<String>,
}

/// Fetches a position: the argument itself, the file after `@`, or standard input for `-`.
pub fn position(argument: &str) -> Result<PositionText, Failure> {
    if let Some(path) = argument.strip_prefix('@') {
        let path = Path::new(path);
        let bytes = fs::read(path).map_err(|error| Failure::reading(path, &error))?;
        let text = text(bytes, &path.display().to_string())?;
        return Ok(PositionText { text, source: Some(format!("{}:1", path.display())) });
    }
    if argument == "-" {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes);
        read.map_err(|error| Failure::reading(Path::new("standard input"), &error))?;
        return Ok(PositionText { text: text(bytes, "standard input")?, source: None });
    }
    Ok(PositionText { text: argument.to_string(), source: None })
}

/// Reads the bytes as text, which must not be empty.
pub fn text(bytes: Vec<u8>, name: &str) -> Result<String, Failure> {
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::Input(format!("{name} is not UTF-8 text")))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text).trim_end();
    if text.is_empty() {
        return Err(Failure::Input(format!("{name} is empty")));
    }
    Ok(text.to_string())
}
