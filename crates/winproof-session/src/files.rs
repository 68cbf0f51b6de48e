//! Writes files so that an incomplete file is never visible.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::failure::Failure;

/// Writes a file under a temporary name in the same folder and then renames it, so that the file is either
/// complete or not there. Links are followed; a pipe or a device is written to, never replaced.
pub fn write_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let target = resolved(path);
    let written = match is_special(&target) {
        true => File::create(&target).and_then(|file| write_to(&file, write)),
        false => replace(&target, write),
    };
    written.map_err(|error| Failure::writing(path, &error))
}

/// Writes at most so many bytes.
pub struct Bounded<'a> {
    writer: &'a mut dyn Write,
    left: u64,
}

impl<'a> Bounded<'a> {
    /// Bounds what is written to `writer`.
    pub fn new(writer: &'a mut dyn Write, most: u64) -> Bounded<'a> {
        Bounded { writer, left: most }
    }

    /// Returns how many more bytes may be written.
    pub fn left(&self) -> u64 {
        self.left
    }
}

impl Write for Bounded<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() as u64 > self.left {
            let error = "there is no room left for it";
            return Err(io::Error::new(io::ErrorKind::QuotaExceeded, error));
        }
        let written = self.writer.write(bytes)?;
        self.left -= written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// The file that a path leads to. The name of a file that does not exist yet is used as given.
pub(crate) fn resolved(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

/// Returns whether something is there that is not a regular file.
pub(crate) fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file())
}

fn write_to(file: &File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut writer = BufWriter::new(file);
    write(&mut writer)?;
    writer.flush()
}

fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // It is removed when it is dropped before it has its name.
    let temporary = temporary(path)?;
    write_to(temporary.as_file(), write)?;
    temporary.as_file().sync_all()?;
    temporary.persist(path).map_err(|error| error.error)?;
    sync_folder(path)
}

/// Names of temporary files begin with the name of their target and end with this.
const TEMPORARY: &str = ".part";

/// Makes a temporary file beside `path`, with a name that nobody else uses. It is locked as long as it is
/// open, so that others can see that it has not been abandoned.
fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    let mut prefix = path.file_name().unwrap_or_default().to_os_string();
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(TEMPORARY);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let file = builder.tempfile_in(folder_of(path))?;
        // Between its creation and its lock somebody may have taken it for abandoned.
        match file.as_file().try_lock() {
            Err(TryLockError::WouldBlock) => {}
            Ok(()) | Err(TryLockError::Error(_)) if file.path().exists() => return Ok(file),
            _ => {}
        }
    }
}

/// Removes the temporary files for `path` that killed programs have left behind: those that nobody has locked.
pub(crate) fn remove_abandoned(path: &Path) {
    let Some(prefix) = path.file_name().map(|name| format!("{}.", name.to_string_lossy())) else {
        return;
    };
    for entry in fs::read_dir(folder_of(path)).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_temporary = name.to_str().is_some_and(|name| {
            let middle = name.strip_prefix(&prefix).and_then(|rest| rest.strip_suffix(TEMPORARY));
            middle.is_some_and(|middle| {
                !middle.is_empty() && middle.bytes().all(|byte| byte.is_ascii_alphanumeric())
            })
        });
        if is_temporary
            && let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            // What cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A new name is permanent only when its folder is written to the disk. On systems where folders cannot be
/// opened like files, the system takes care of that itself.
fn sync_folder(path: &Path) -> io::Result<()> {
    match File::open(folder_of(path)) {
        Ok(folder) if cfg!(unix) => folder.sync_all(),
        _ => Ok(()),
    }
}

/// Refuses, before any work is done, a file that could not be written at the end.
pub fn check_file(path: &Path) -> Result<(), Failure> {
    if path.is_dir() || path.file_name().is_none() {
        return Err(Failure::Input(format!("{} is a folder, not a file", path.display())));
    }
    if !folder_of(path).is_dir() {
        return Err(Failure::Input(format!("there is no folder {}", folder_of(path).display())));
    }
    let target = resolved(path);
    if is_special(&target) {
        return Ok(());
    }
    remove_abandoned(&target);
    temporary(&target).map(drop).map_err(|error| unwritable(path, &error))
}

/// Nothing has been done yet: whoever named the file can name another one.
fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::input(Failure::writing(path, error))
}

/// Returns whether two paths lead to the same file.
pub fn are_same(one: &Path, other: &Path) -> bool {
    resolved(one) == resolved(other)
}

/// Returns whether there is a file that is not empty.
pub fn has_content(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0)
}

/// Makes a folder unless it exists, and refuses one in which no file can be made.
pub fn make_folder(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|error| Failure::making_folder(path, &error))?;
    temporary(&path.join("file")).map(drop).map_err(|error| unwritable(path, &error))
}
