//! The folder in which jobs are kept: one folder for each, named after its id.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::{Deserialize, Serialize};
use tempfile::{NamedTempFile, TempDir};
use utoipa::ToSchema;
use winproof_session::file_lock::FileLock;
use winproof_session::{Failure, files};

use super::job::Record;
use super::progress::History;

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
struct OnDisk<R, H> {
    record: R,
    history: H,
}

/// What was found in the folder.
pub struct Loaded {
    /// The jobs, the oldest first.
    pub jobs: Vec<(Record, History)>,
    /// What could not be read, each in a sentence.
    pub complaints: Vec<String>,
}

impl Store {
    /// Keeps jobs in this folder, or in a temporary one.
    pub fn open(folder: Option<&Path>) -> Result<Store, Failure> {
        match folder {
            Some(folder) => {
                files::make_folder(folder)?;
                let lock = FileLock::acquire(&folder.join("jobs"))?;
                let lock = Mutex::new(Some(lock));
                Ok(Store { root: folder.to_path_buf(), _temporary: None, lock })
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
        let file = tempfile::Builder::new().prefix("upload-").tempfile_in(&self.root);
        file.map_err(|error| Failure::writing(&self.root, &error))
    }

    /// Returns the folder, for other temporary files.
    pub fn folder(&self) -> &Path {
        &self.root
    }

    /// Reads all jobs. What cannot be read is left as it is.
    pub fn load(&self) -> Result<Loaded, Failure> {
        let entries = fs::read_dir(&self.root);
        let entries = entries.map_err(|error| Failure::reading(&self.root, &error))?;
        let (mut jobs, mut complaints) = (Vec::new(), Vec::new());
        for entry in entries.flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            let path = self.job(&name).record();
            if name.len() != ID_LENGTH || !path.is_file() {
                continue;
            }
            let read = fs::read(&path).map_err(|error| error.to_string());
            let read = read.and_then(|bytes| {
                serde_json::from_slice(&bytes).map_err(|error| error.to_string())
            });
            match read {
                Ok(OnDisk { record, history }) => {
                    let record: Record = record;
                    if record.id == name {
                        jobs.push((record, history));
                    }
                }
                Err(error) => complaints.push(format!("cannot read {}: {error}", path.display())),
            }
        }
        jobs.sort_by_key(|(record, _)| record.number);
        Ok(Loaded { jobs, complaints })
    }
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

    /// The save of its search.
    pub fn save(&self) -> PathBuf {
        self.folder.join("search.wps")
    }

    /// Returns its certificate; for a value, the folder of both.
    pub fn proof(&self, value: bool) -> PathBuf {
        self.folder.join(if value { "proof" } else { "proof.wpc" })
    }

    /// Returns the path of a certificate by its name, whether it exists or not.
    pub fn certificate(&self, which: Certificate) -> PathBuf {
        match which {
            Certificate::Only => self.proof(false),
            Certificate::AtLeast => self.proof(true).join("at-least.wpc"),
            Certificate::AtMost => self.proof(true).join("at-most.wpc"),
        }
    }

    /// Makes the folder.
    pub fn create(&self) -> Result<(), Failure> {
        files::make_folder(&self.folder)
    }

    /// Writes the job and its state.
    pub fn write(&self, record: &Record, history: &History) -> Result<(), Failure> {
        let text = serde_json::to_vec(&OnDisk { record, history }).map_err(|error| {
            Failure::Other(format!("cannot write {}: {error}", self.record().display()))
        })?;
        files::write_file(&self.record(), |file| file.write_all(&text))
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
}

impl Certificate {
    /// Its name in requests.
    pub fn name(self) -> &'static str {
        match self {
            Certificate::Only => "certificate",
            Certificate::AtLeast => "at-least",
            Certificate::AtMost => "at-most",
        }
    }

    /// Returns those that a job has.
    pub fn all_of(files: &JobFiles) -> Vec<Certificate> {
        let all = [Certificate::Only, Certificate::AtLeast, Certificate::AtMost];
        all.into_iter().filter(|&which| files.certificate(which).is_file()).collect()
    }
}
