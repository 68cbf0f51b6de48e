//! Writes files so that an incomplete file is never visible.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Writes a file under a temporary name in the same folder and then renames it, so that the file is either
/// complete or not there. Links are followed; a pipe or a device is written to, never replaced.
pub fn write_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), Failure> {
    // Fails for a file that does not exist yet; then its name is used as given.
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
        // The rest of the file is useless. If it cannot be removed either, the first error is the one to
        // report.
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

/// A new name is permanent only when its folder is written to the disk. On systems where folders cannot be
/// opened like files, the system takes care of that itself.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match File::open(folder.unwrap_or(Path::new("."))) {
        Ok(folder) if cfg!(unix) => folder.sync_all(),
        _ => Ok(()),
    }
}

/// Refuses, before any work is done, a file that could not be written at the end.
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

/// Makes a folder unless it exists.
pub fn make_folder(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|error| Failure::making_folder(path, &error))
}
