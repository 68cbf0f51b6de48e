//! Standard output and files, written so that nobody sees half of anything.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::failure::{Failure, Status};

/// Prints to standard output, without colours unless it is a terminal.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    written.map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Closed,
        _ => Failure::Other(format!("cannot write to standard output: {error}")),
    })
}

/// Prints a result and ends with `status`, which stands whether somebody hears of it or not.
pub fn finish(text: &str, status: Status) -> Result<Status, Failure> {
    match print(text) {
        Ok(()) | Err(Failure::Closed) => Ok(status),
        Err(failure) => Err(failure),
    }
}

/// Says on standard error what went wrong. If even that is closed there is nobody to tell.
pub fn complain(message: &str) {
    let _ = writeln!(anstream::stderr(), "winproof: {message}");
}

/// The text without the codes that a terminal obeys: names in a file could hold them.
pub fn printable(text: &str) -> String {
    let mut printable = String::new();
    for character in text.chars() {
        if character.is_control() {
            printable.extend(character.escape_default());
        } else {
            printable.push(character);
        }
    }
    printable
}

/// Writes a file under a temporary name beside its own and then renames it, so that the file is either
/// whole or not there. Links are followed; a pipe or a device is written to, never replaced.
pub fn write_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), Failure> {
    // Fails for a file that is not there yet, which then goes by the name it was given.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let special = fs::metadata(&target).is_ok_and(|metadata| !metadata.is_file());
    let written =
        if special { write_to(&target, write).map(drop) } else { replace(&target, write) };
    written.map_err(|error| Failure::writing(path, &error))
}

fn write_to(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<File> {
    let mut writer = BufWriter::new(File::create(path)?);
    write(&mut writer)?;
    writer.into_inner().map_err(io::IntoInnerError::into_error)
}

fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let temporary = temporary_name(path);
    let replaced = write_to(&temporary, write)
        .and_then(|file| file.sync_all())
        .and_then(|()| fs::rename(&temporary, path))
        .and_then(|()| sync_folder(path));
    if replaced.is_err() {
        // What is left of it is of no use; if it cannot be removed either, that is not the news.
        let _ = fs::remove_file(&temporary);
    }
    replaced
}

/// The same name each time: what a killed program leaves behind is overwritten by the next one.
fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    path.with_file_name(name)
}

/// A new name lasts only when its folder is on the disk. Where folders cannot be opened like files, the
/// system takes care of that itself.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match File::open(folder.unwrap_or(Path::new("."))) {
        Ok(folder) if cfg!(unix) => folder.sync_all(),
        _ => Ok(()),
    }
}

/// Refuses a file that could not be written when the work is done.
pub fn check_file(path: &Path) -> Result<(), Failure> {
    if path.is_dir() || path.file_name().is_none() {
        return Err(Failure::Input(format!("{} is a folder, not a file", path.display())));
    }
    match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) if !folder.is_dir() => {
            Err(Failure::Input(format!("there is no folder {}", folder.display())))
        }
        _ => Ok(()),
    }
}

/// Makes a folder unless it is there.
pub fn make_folder(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|error| Failure::making_folder(path, &error))
}
