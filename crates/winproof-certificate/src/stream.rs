//! Checking a certificate that is larger than memory.
//!
//! The first pass over the file checks every record by the rules and writes down which other positions
//! it depends on. These requirements are sorted, on disk if they do not fit into memory. The second pass
//! compares them with the records, which are in the same order. If a requirement is not met, a third pass
//! looks for the record that made it. To store the record's number with every requirement can cost more than
//! the packed position, only for a message that is hardly ever needed.

use std::hash::{BuildHasher, Hash, Hasher, RandomState};
use std::io::{BufReader, Read, Seek};
use std::path::{Path, PathBuf};

use thiserror::Error;
use winproof_rules::Encoding;

use crate::file_prefix::FilePrefix;
use crate::local::LocalCheck;
use crate::read::RecordReader;
use crate::runs::{Merge, Requirement};
use crate::sort::Sorter;
use crate::{CheckReport, Flaw, Header, ReadError, Record, Rejection};

/// How streaming divides its memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamPlan {
    /// How many bytes of requirements are collected before they are written to a file.
    pub buffer: usize,
    /// How many files are merged at once; at least 2.
    pub fan_in: usize,
    /// How long a position may be.
    pub longest: usize,
    /// Where the temporary files go. They have no names there and vanish with the process.
    pub folder: PathBuf,
}

/// The least memory in which a certificate can be streamed, beside 16 bytes for each byte of its header.
pub const LEAST_MEMORY: usize = 768 << 10;

/// What the decoder of the certificate takes, with its buffers.
const READER: usize = 72 << 10;
/// What the encoder of a run takes, with its buffers.
const WRITER: usize = 384 << 10;
/// What the decoder of a run takes, with its buffers.
const HEAD: usize = 72 << 10;
/// A smaller share would refuse valid positions in little memory; a larger one would leave little for the
/// rest, because the longest position is held in a dozen places, and in each run that is being merged.
const POSITIONS_IN_MEMORY: usize = 256;
/// More would not save a level of merging before there are gigabytes to sort, and every run is an open
/// file, of which some systems allow 256.
const MOST_MERGED: usize = 64;

impl StreamPlan {
    /// A plan that keeps within `memory` bytes; `None` if they are fewer than [`LEAST_MEMORY`].
    pub fn within(memory: usize, folder: &Path) -> Option<StreamPlan> {
        if memory < LEAST_MEMORY {
            return None;
        }
        let longest = memory / POSITIONS_IN_MEMORY;
        // The rest goes to the buffer or, when that has been emptied, to merging.
        let rest = memory - READER - WRITER - 16 * longest;
        let fan_in = (rest / (HEAD + 4 * longest)).clamp(2, MOST_MERGED);
        Some(StreamPlan { buffer: rest, fan_in, longest, folder: folder.to_path_buf() })
    }
}

/// Why a certificate that was streamed is not accepted.
#[derive(Debug, Error)]
pub enum StreamError {
    /// The file cannot be read, or memory or temporary files do not suffice.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// It does not show its verdict.
    #[error(transparent)]
    Rejected(#[from] Rejection),
}

/// A certificate file that is checked without holding it in memory.
///
/// The result is the same as that of [`check`](crate::check). If a certificate has several flaws, a different
/// one may be named.
pub struct CertificateStream<R> {
    file: R,
    prefix: FilePrefix,
    memory: usize,
    plan: StreamPlan,
    /// Seeded at random, so that nobody can change the file between two passes and keep the fingerprint the
    /// same, as would be possible with a checksum.
    hashing: RandomState,
}

impl<R: Read + Seek> CertificateStream<R> {
    /// Reads the header of a file. No byte of it is trusted.
    ///
    /// `memory` limits, in bytes, what reading and checking it will use. What does not fit goes to temporary
    /// files in `folder`.
    pub fn open(file: R, memory: usize, folder: &Path) -> Result<CertificateStream<R>, ReadError> {
        CertificateStream::prepare(file, memory, |left| StreamPlan::within(left, folder))
    }

    /// Does the same with the caller's plan. The header may take `memory` bytes in addition.
    pub fn with_plan(
        file: R,
        memory: usize,
        plan: StreamPlan,
    ) -> Result<CertificateStream<R>, ReadError> {
        CertificateStream::prepare(file, memory, |_| Some(plan))
    }

    fn prepare(
        mut file: R,
        memory: usize,
        plan: impl FnOnce(usize) -> Option<StreamPlan>,
    ) -> Result<CertificateStream<R>, ReadError> {
        file.rewind().map_err(|_| ReadError::OneWay(memory))?;
        let prefix = FilePrefix::read(&mut BufReader::new(&mut file), memory)?;
        let least = prefix.memory.saturating_add(LEAST_MEMORY);
        let plan = plan(memory - prefix.memory).ok_or(ReadError::LeastMemory { memory, least })?;
        Ok(CertificateStream { file, prefix, memory, plan, hashing: RandomState::new() })
    }

    /// What is claimed.
    pub fn header(&self) -> &Header {
        &self.prefix.header
    }

    /// Checks the certificate from beginning to end.
    ///
    /// `game` and `root` must be the game and the position that the header names.
    pub fn check<G: Encoding>(
        &mut self,
        game: &G,
        root: &G::Position,
    ) -> Result<CheckReport, StreamError> {
        let begun = LocalCheck::new(game, &self.prefix.header, self.prefix.form)
            .and_then(|local| Ok((local.root(root)?, local)));
        let (root, mut local) = match begun {
            Ok(begun) => begun,
            Err(rejection) => {
                // A damaged file is unreadable, whatever else is wrong with it.
                self.pass(|_, _| Ok(()))?;
                return Err(rejection.into());
            }
        };
        let plan = self.plan.clone();
        let mut sorter = Sorter::new(&plan, self.prefix.form);
        let fingerprint = self.survey(&mut local, root.as_deref(), &mut sorter)?;
        let report = local.done;
        let (required, spilled) = sorter.finish().map_err(ReadError::Temporary)?;
        match self.compare(required, fingerprint)? {
            None => Ok(CheckReport { spilled: Some(spilled), ..report }),
            Some(unmet) => Err(self.blame(local, &unmet, fingerprint)?.into()),
        }
    }

    /// The first pass: checks each record by the rules and collects what the records depend on.
    fn survey<G: Encoding>(
        &mut self,
        local: &mut LocalCheck<'_, G>,
        root: Option<&[u8]>,
        sorter: &mut Sorter<'_>,
    ) -> Result<u64, StreamError> {
        let (memory, longest) = (self.memory, self.plan.longest);
        let mut root_missing = root.is_some();
        let mut rejection = None;
        let fingerprint = self.pass(|before, record| {
            root_missing &= root != Some(record.position);
            if rejection.is_some() {
                return Ok(());
            }
            let checked = local.check(record, |position, _| {
                if position.len() > longest {
                    return Err(Trouble::Failed(ReadError::Memory(memory)));
                }
                let requirement = Requirement { position, bound: record.rank };
                sorter.push(requirement).map_err(|error| ReadError::Temporary(error).into())
            });
            match checked {
                Ok(()) => Ok(()),
                Err(Trouble::Failed(error)) => Err(error),
                Err(Trouble::Flaw(flaw)) => {
                    rejection = Some(Rejection::of(record, before, flaw));
                    Ok(())
                }
            }
        })?;
        let root_missing = root_missing.then_some(Rejection::RootMissing);
        match root_missing.or(rejection) {
            None => Ok(fingerprint),
            Some(rejection) => Err(rejection.into()),
        }
    }

    /// The second pass: goes through requirements and records side by side. Returns the first
    /// requirement that is not met.
    fn compare(
        &mut self,
        mut required: Merge,
        fingerprint: u64,
    ) -> Result<Option<Unmet>, ReadError> {
        let form = self.prefix.form;
        let mut unmet = None;
        let again = self.pass(|_, record| {
            while unmet.is_none()
                && let Some(requirement) = required.peek()
                && requirement.position <= record.position
            {
                let rank = (requirement.position == record.position).then_some(record.rank);
                if !form.fine(requirement.bound, rank) {
                    unmet = Some(Unmet::new(requirement, rank));
                }
                required.advance().map_err(ReadError::Temporary)?;
            }
            Ok(())
        })?;
        if again != fingerprint {
            return Err(ReadError::Changed);
        }
        // A position that is required beyond the last record has no record.
        Ok(unmet.or_else(|| required.peek().map(|left| Unmet::new(left, None))))
    }

    /// The third pass, if necessary: finds the first record whose requirement is not met.
    fn blame<G: Encoding>(
        &mut self,
        mut local: LocalCheck<'_, G>,
        unmet: &Unmet,
        fingerprint: u64,
    ) -> Result<Rejection, ReadError> {
        let form = self.prefix.form;
        let mut rejection = None;
        let again = self.pass(|before, record| {
            if rejection.is_none() {
                let checked = local.check(record, |position, mv| {
                    if position == unmet.position {
                        form.allows(mv, record.rank, unmet.rank)
                    } else {
                        Ok(())
                    }
                });
                rejection = checked.err().map(|flaw| Rejection::of(record, before, flaw));
            }
            Ok(())
        })?;
        match rejection {
            Some(rejection) if again == fingerprint => Ok(rejection),
            _ => Err(ReadError::Changed),
        }
    }

    /// Reads the file from its beginning to its end and calls `each` with each record and the number of
    /// those before it. Returns a fingerprint of all records.
    fn pass(
        &mut self,
        mut each: impl FnMut(u64, Record<'_>) -> Result<(), ReadError>,
    ) -> Result<u64, ReadError> {
        self.file.rewind()?;
        let mut reader = RecordReader::new(&mut self.file, self.memory)?;
        if reader.prefix != self.prefix {
            return Err(ReadError::Changed);
        }
        let mut fingerprint = self.hashing.build_hasher();
        let mut before = 0;
        while let Some(record) = reader.next(|length| length <= self.plan.longest)? {
            record.hash(&mut fingerprint);
            each(before, record)?;
            before += 1;
        }
        Ok(fingerprint.finish())
    }
}

/// A requirement that the records do not meet.
struct Unmet {
    position: Vec<u8>,
    /// The rank that the position has, if it has a record.
    rank: Option<u64>,
}

impl Unmet {
    fn new(requirement: Requirement<'_>, rank: Option<u64>) -> Unmet {
        Unmet { position: requirement.position.to_vec(), rank }
    }
}

/// What stops the check of a record.
enum Trouble {
    Flaw(Flaw),
    Failed(ReadError),
}

impl From<Flaw> for Trouble {
    fn from(flaw: Flaw) -> Trouble {
        Trouble::Flaw(flaw)
    }
}

impl From<ReadError> for Trouble {
    fn from(error: ReadError) -> Trouble {
        Trouble::Failed(error)
    }
}
