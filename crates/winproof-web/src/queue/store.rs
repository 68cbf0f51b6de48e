//! The folder in which jobs are kept: one folder for each, named after its id.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tempfile::{NamedTempFile, TempDir};
use utoipa::ToSchema;
use winproof_session::file_lock::FileLock;
use winproof_session::saved::Saved;
use winproof_session::work::Report;
use winproof_session::{Failure, files};

use super::job::Record;
use super::progress::{History, JobProgress};
use super::text::PositionText;

/// Names of files with the bodies of requests begin with this.
const SCRATCH: &str = "upload-";

/// Where jobs are kept.
pub struct Store {
    root: PathBuf,
    /// Removes the folder at the end, if it is temporary.
    _temporary: Option<TempDir>,
    /// Keeps other servers from using the folder.
    lock: Mutex<Option<FileLock>>,
}

/// The contents of `job.json`.
#[derive(Serialize, Deserialize)]
struct OnDisk<R> {
    record: R,
}

/// What was found in the folder.
pub struct Loaded {
    /// The jobs, the oldest first.
    pub jobs: Vec<Record>,
    /// What could not be read, each in a sentence.
    pub complaints: Vec<String>,
}

impl Store {
    /// Removes uploads that a killed server has left behind.
    fn remove_scratch(&self) {
        for entry in fs::read_dir(&self.root).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(SCRATCH) {
                // What cannot be removed does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Keeps jobs in this folder, or in a temporary one.
    pub fn open(folder: Option<&Path>) -> Result<Store, Failure> {
        match folder {
            Some(folder) => {
                make_private(folder)?;
                let lock = FileLock::acquire(&folder.join("jobs"))?;
                let lock = Mutex::new(Some(lock));
                let store = Store { root: folder.to_path_buf(), _temporary: None, lock };
                store.remove_scratch();
                Ok(store)
            }
            None => {
                let folder = tempfile::Builder::new().prefix("winproof-").tempdir();
                let folder = folder
                    .map_err(|error| Failure::making_folder(&std::env::temp_dir(), &error))?;
                let root = folder.path().to_path_buf();
                Ok(Store { root, _temporary: Some(folder), lock: Mutex::new(None) })
            }
        }
    }

    /// Lets other servers use the folder, when nothing more will be written.
    pub fn release(&self) {
        self.lock.lock().expect("nobody panics there").take();
    }

    /// Returns the files of a job. The id must be one that was made here.
    pub fn job(&self, id: &str) -> JobFiles {
        JobFiles { folder: self.root.join(id) }
    }

    /// Makes a file that is removed when it is dropped, for the body of a request.
    pub fn scratch(&self) -> Result<NamedTempFile, Failure> {
        let file = tempfile::Builder::new().prefix(SCRATCH).tempfile_in(&self.root);
        file.map_err(|error| Failure::writing(&self.root, &error))
    }

    /// Returns the folder, for other temporary files.
    pub fn folder(&self) -> &Path {
        &self.root
    }

    /// Describes a failure in a sentence without the paths of the server.
    pub fn in_words(&self, failure: &Failure) -> String {
        failure.to_string().replace(&self.root.display().to_string(), "the server's folder")
    }

    /// Reads all jobs. What cannot be read is left as it is.
    pub fn load(&self) -> Result<Loaded, Failure> {
        let entries = fs::read_dir(&self.root);
        let entries = entries.map_err(|error| Failure::reading(&self.root, &error))?;
        let (mut jobs, mut complaints) = (Vec::new(), Vec::new());
        for entry in entries.flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let path = self.job(&name).record();
            if name.len() != ID_LENGTH || !is_folder || !is_file(&path) {
                continue;
            }
            if has_links(&entry.path()) {
                let folder = entry.path();
                complaints.push(format!("{} has links: it is left alone", folder.display()));
                continue;
            }
            match read::<OnDisk<Record>>(&path) {
                Ok(OnDisk { record }) if record.id == name => jobs.push(record),
                Ok(_) => complaints.push(format!("{} is about another job", path.display())),
                Err(error) => complaints.push(format!("cannot read {}: {error}", path.display())),
            }
        }
        jobs.sort_by_key(|record| record.number);
        Ok(Loaded { jobs, complaints })
    }
}

/// Makes the folder of all jobs unless it exists, for nobody else. Refuses one that everybody may write to.
fn make_private(folder: &Path) -> Result<(), Failure> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
        let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(folder);
        made.map_err(|error| Failure::making_folder(folder, &error))?;
        let mode = fs::metadata(folder).map_or(0, |metadata| metadata.permissions().mode());
        if mode & 0o002 != 0 {
            let folder = folder.display();
            return Err(Failure::Input(format!(
                "every user of this machine may write to {folder}: use a folder of your own"
            )));
        }
    }
    files::make_folder(folder)
}

/// Returns whether there is a file. A link is none: it could lead out of the folder.
pub fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file())
}

/// Disks are used in pieces of this many bytes.
const BLOCK: u64 = 4096;

/// Returns the bytes that a folder takes.
fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(metadata) if metadata.is_dir() => size(&entry.path()),
        Ok(metadata) => metadata.len().next_multiple_of(BLOCK),
        Err(_) => 0,
    });
    BLOCK + sizes.sum::<u64>()
}

/// Returns whether a folder, or one in it, has links. They could lead anywhere.
fn has_links(folder: &Path) -> bool {
    let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.any(|entry| match entry.file_type() {
        Ok(kind) => kind.is_symlink() || kind.is_dir() && has_links(&entry.path()),
        Err(_) => true,
    })
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    serde_json::from_slice(&bytes).map_err(|error| error.to_string())
}

fn write(path: &Path, value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_vec(value)
        .map_err(|error| Failure::Other(format!("cannot write {}: {error}", path.display())))?;
    files::write_file(path, |file| file.write_all(&text))
}

/// Digits of an id.
pub const ID_LENGTH: usize = 16;

/// The files of one job.
pub struct JobFiles {
    folder: PathBuf,
}

impl JobFiles {
    fn record(&self) -> PathBuf {
        self.folder.join("job.json")
    }

    fn report(&self) -> PathBuf {
        self.folder.join("report.json")
    }

    fn history(&self) -> PathBuf {
        self.folder.join("history.json")
    }

    /// Where a position is that is too long to be in memory all the time.
    fn position(&self) -> PathBuf {
        self.folder.join("position.txt")
    }

    /// The save of its search.
    pub fn save(&self) -> PathBuf {
        self.folder.join("search.wps")
    }

    /// Returns its certificate; where an answer takes two, the folder of both.
    pub fn proof(&self, takes_two: bool) -> PathBuf {
        self.folder.join(if takes_two { "proof" } else { "proof.wpc" })
    }

    /// Returns the path of a certificate by its name, whether it exists or not.
    pub fn certificate(&self, which: Certificate) -> PathBuf {
        match which {
            Certificate::Only => self.proof(false),
            one => self.proof(true).join(one.name()).with_extension("wpc"),
        }
    }

    /// Makes the folder, with the position if that is long.
    pub fn create(&self, text: &PositionText, position: &str) -> Result<(), Failure> {
        files::make_folder(&self.folder)?;
        match text.whole() {
            Some(_) => Ok(()),
            None => files::write_file(&self.position(), |file| file.write_all(position.as_bytes())),
        }
    }

    /// Writes the job and its state.
    pub fn write_record(&self, record: &Record) -> Result<(), Failure> {
        write(&self.record(), &OnDisk { record })
    }

    /// Writes the report.
    pub fn write_report(&self, report: &Report) -> Result<(), Failure> {
        write(&self.report(), report)
    }

    /// Reads the report, if there is one.
    pub fn read_report(&self) -> Option<Report> {
        read(&self.report()).ok()
    }

    /// Writes the history.
    pub fn write_history(&self, history: &History) -> Result<(), Failure> {
        write(&self.history(), history)
    }

    /// Reads the history; one that cannot be read is empty.
    pub fn read_history(&self) -> History {
        read(&self.history()).unwrap_or_else(|_| History::new())
    }

    /// Returns the position.
    pub fn read_position(&self, text: &PositionText) -> Result<String, Failure> {
        let path = self.position();
        match text.whole() {
            Some(text) => Ok(text.to_string()),
            None => fs::read_to_string(&path).map_err(|error| Failure::reading(&path, &error)),
        }
    }

    /// Returns the progress at the last save, if there is one.
    pub fn saved_progress(&self) -> Option<JobProgress> {
        let saved = Some(self.save()).filter(|path| is_file(path))?;
        Some(JobProgress::of_save(&Saved::open(&saved).ok()?.header.progress))
    }

    /// Describes a failure in a sentence without the paths of the server.
    pub fn in_words(&self, failure: &Failure) -> String {
        let save = self.save();
        let mut sentence = failure.to_string();
        for (path, words) in [
            // What cannot be used is called a save already.
            (format!("the save {}", save.display()), "the saved search"),
            (save.display().to_string(), "the saved search"),
            (self.proof(false).display().to_string(), "the certificate"),
            (self.certificate(Certificate::AtLeast).display().to_string(), "the certificate"),
            (self.certificate(Certificate::AtMost).display().to_string(), "the certificate"),
            (self.proof(true).display().to_string(), "the folder of certificates"),
            (self.record().display().to_string(), "the job"),
            (self.report().display().to_string(), "the report"),
            (self.history().display().to_string(), "the history"),
            (self.position().display().to_string(), "the position"),
            (self.folder.display().to_string(), "the job's folder"),
        ] {
            sentence = sentence.replace(&path, words);
        }
        sentence
    }

    /// Returns the bytes that it takes.
    pub fn size(&self) -> u64 {
        size(&self.folder)
    }

    /// Removes the job.
    pub fn remove(&self) {
        // What cannot be removed stays; there is no place to report it.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A certificate that a job can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = CertificateName)]
pub enum Certificate {
    /// The certificate of a verdict.
    #[serde(rename = "certificate")]
    Only,
    /// It shows that a value is not less.
    #[serde(rename = "at-least")]
    AtLeast,
    /// It shows that a value is not more.
    #[serde(rename = "at-most")]
    AtMost,
    /// It shows that a number of plies suffices.
    #[serde(rename = "within")]
    Within,
    /// It shows that one ply less does not.
    #[serde(rename = "not-within")]
    NotWithin,
    /// It shows that no number of plies does.
    #[serde(rename = "never")]
    Never,
}

impl Certificate {
    /// Its name in requests.
    pub fn name(self) -> &'static str {
        match self {
            Certificate::Only => "certificate",
            Certificate::AtLeast => "at-least",
            Certificate::AtMost => "at-most",
            Certificate::Within => "within",
            Certificate::NotWithin => "not-within",
            Certificate::Never => "never",
        }
    }

    /// Returns those that a job has.
    pub fn all_of(files: &JobFiles) -> Vec<Certificate> {
        use Certificate::{AtLeast, AtMost, Never, NotWithin, Only, Within};
        let all = [Only, AtLeast, AtMost, Within, NotWithin, Never];
        all.into_iter().filter(|&which| is_file(&files.certificate(which))).collect()
    }
}
