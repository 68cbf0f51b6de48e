//! Files, written so that nobody sees half of anything.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

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
