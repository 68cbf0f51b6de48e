//! Certificates as files.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use winproof::Verdict;
use winproof_certificate::{Accepted, Certificate, write_container};

use crate::failure::Failure;
use crate::files;
use crate::question::Ask;

/// The bytes of a record in a file, which is compressed; seldom more.
const BYTES_PER_RECORD: u64 = 16;

/// Returns about how many bytes the files will have.
pub fn expected_bytes(certificates: &[Accepted]) -> u64 {
    certificates.iter().map(|accepted| accepted.report().records * BYTES_PER_RECORD).sum()
}

/// Where the certificates of a problem go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofTarget {
    /// A file. If a value is asked for, both certificates are in it.
    File(PathBuf),
    /// A folder, for a value or the least number of plies: a file for each certificate.
    Folder(PathBuf),
    /// Standard output, as what would be in the file.
    Output,
}

impl ProofTarget {
    /// Returns what a user means by a path: `-` is standard output. The certificates of a value go into a folder
    /// if there is one of that name, or if the name ends like that of a folder; those of the least number of
    /// plies always do.
    pub fn new(path: &Path, ask: Ask) -> ProofTarget {
        let is_folder = || path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/");
        if path == Path::new("-") {
            ProofTarget::Output
        } else if ask.takes_folder() || ask.takes_two() && is_folder() {
            ProofTarget::Folder(path.to_path_buf())
        } else {
            ProofTarget::File(path.to_path_buf())
        }
    }

    /// Refuses, before any work is done, what could not be written at the end. Makes the folder.
    pub fn prepare(&self) -> Result<(), Failure> {
        match self {
            ProofTarget::File(path) => files::check_file(path),
            ProofTarget::Folder(path) => files::make_folder(path),
            ProofTarget::Output => Ok(()),
        }
    }

    /// Writes the certificates, if they have no more bytes than there is `room` for. Returns how many they have.
    pub fn write(&self, ask: Ask, certificates: &[Accepted], room: u64) -> Result<u64, Failure> {
        let certificates: Vec<_> = certificates.iter().map(Accepted::certificate).collect();
        let mut left = room;
        let mut write =
            |certificates: &[&Certificate], in_container: bool, writer: &mut dyn Write| {
                let mut bounded = files::Bounded::new(writer, left);
                match in_container {
                    true => write_container(certificates, &mut bounded)?,
                    false => certificates.iter().try_for_each(|one| one.write_to(&mut bounded))?,
                }
                left = bounded.left();
                bounded.flush()
            };
        let in_container = ask.takes_two();
        match self {
            ProofTarget::File(path) => {
                files::write_file(path, |file| write(&certificates, in_container, file))?;
            }
            ProofTarget::Output => {
                let written = write(&certificates, in_container, &mut io::stdout().lock());
                written.map_err(|error| Failure::writing(Path::new("standard output"), &error))?;
            }
            ProofTarget::Folder(path) => {
                files::make_folder(path)?;
                for certificate in certificates {
                    let name = match (ask, certificate.header.verdict) {
                        (Ask::Shortest { .. }, Verdict::Proved) => "within.wpc",
                        (Ask::Shortest { .. }, _) if certificate.header.within.is_none() => {
                            "never.wpc"
                        }
                        (Ask::Shortest { .. }, _) => "not-within.wpc",
                        (_, Verdict::Proved) => "at-least.wpc",
                        _ => "at-most.wpc",
                    };
                    files::write_file(&path.join(name), |file| write(&[certificate], false, file))?;
                }
            }
        }
        Ok(room - left)
    }
}

impl fmt::Display for ProofTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofTarget::File(path) | ProofTarget::Folder(path) => path.display().fmt(f),
            ProofTarget::Output => f.write_str("standard output"),
        }
    }
}
