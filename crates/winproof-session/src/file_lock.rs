//! Locks: files on which one process works at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::files;

/// The right to write a file, which one process has at a time. The system takes it back when the process
/// ends, however it ends.
///
/// The lock is on a file of its own, `FILE.lock`: the file itself is replaced each time it is written.
#[derive(Debug)]
pub struct FileLock {
    /// The locked file; `None` for pipes and devices, and on file systems without locks.
    held: Option<File>,
    path: PathBuf,
}

impl FileLock {
    /// Locks a file that exists or will exist, or says that another process has it. Refuses a file that
    /// could not be written.
    pub fn acquire(file: &Path) -> Result<FileLock, Failure> {
        files::check_file(file)?;
        let target = files::resolved(file);
        let mut path = target.clone().into_os_string();
        path.push(".lock");
        let path = PathBuf::from(path);
        let held = if files::is_special(&target) { Ok(None) } else { lock(&path) };
        match held {
            Ok(held) => Ok(FileLock { held, path }),
            Err(TryLockError::WouldBlock) => {
                Err(Failure::Input(format!("another process is working on {}", file.display())))
            }
            Err(TryLockError::Error(error)) => Err(Failure::writing(&path, &error)),
        }
    }
}

fn lock(path: &Path) -> Result<Option<File>, TryLockError> {
    loop {
        let opened = OpenOptions::new().create(true).truncate(false).write(true).open(path);
        let file = opened.map_err(TryLockError::Error)?;
        match file.try_lock() {
            Ok(()) if is_at(&file, path) => return Ok(Some(file)),
            // Whoever had it before has removed it since it was opened.
            Ok(()) => {}
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                return Ok(None);
            }
            Err(error) => return Err(error),
        }
    }
}

/// Returns whether an open file is still the one of this name.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(named)) => identity(open) == identity(named),
        _ => false,
    }
}

/// Elsewhere it is never removed.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

impl Drop for FileLock {
    fn drop(&mut self) {
        if cfg!(unix) && self.held.is_some() {
            // Before it is unlocked: afterwards it could be another process's. If it stays, it does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}
