//! Reads the part of a certificate file that is before the records.

use std::io::{self, BufRead, Read};

use winproof_rules::{Outcome, Question};

use crate::certificate::{MAGIC, VERSION, WITHIN};
use crate::records::MOST_RECORDS;
use crate::{Form, Header, ReadError};

/// Everything before the compressed records.
#[derive(PartialEq, Eq)]
pub(crate) struct FilePrefix {
    pub version: u8,
    pub header: Header,
    pub form: Form,
    /// How many records the file announces.
    pub count: u64,
    /// Estimated memory of the header, in bytes.
    pub memory: usize,
}

/// A parsed header can take this many times the memory of its text, if it has many parameters of a few
/// letters.
const HEADER_GROWTH: usize = 16;

impl FilePrefix {
    /// Reads up to the records, using at most `memory` bytes.
    pub fn read(reader: &mut impl BufRead, memory: usize) -> Result<FilePrefix, ReadError> {
        let mut reader = Summed::new(reader);
        read_magic(&mut reader)?;
        let mut version = [0];
        fill(&mut reader, &mut version, "the version")?;
        let [version] = version;
        if !(1..=VERSION).contains(&version) {
            return Err(ReadError::Version(version));
        }
        let mut length = [0; 4];
        fill(&mut reader, &mut length, "the length of the header")?;
        let length = u32::from_le_bytes(length) as usize;
        let cost = length.saturating_mul(HEADER_GROWTH);
        if cost > memory {
            return Err(ReadError::Memory(memory));
        }
        let mut text = Vec::new();
        if reader.by_ref().take(length as u64).read_to_end(&mut text)? < length {
            return Err(ReadError::CutOff("the header"));
        }
        let mut form = [0];
        fill(&mut reader, &mut form, "the form")?;
        let mut count = [0; 8];
        fill(&mut reader, &mut count, "the number of records")?;
        let found = reader.checksum();
        let mut checksum = [0; 4];
        fill(&mut reader, &mut checksum, "the checksum of the header")?;
        if found != u32::from_le_bytes(checksum) {
            return Err(ReadError::Checksum("the header"));
        }
        let form = match form[0] {
            0 => Form::ClosedSet,
            1 => Form::Strategy,
            other => return Err(ReadError::Header(format!("unknown form {other}"))),
        };
        let count = u64::from_le_bytes(count);
        if count > MOST_RECORDS {
            return Err(ReadError::TooMany(count));
        }
        Ok(FilePrefix { version, header: parse_header(&text, version)?, form, count, memory: cost })
    }
}

fn read_magic(reader: &mut impl Read) -> Result<(), ReadError> {
    let mut start = Vec::new();
    reader.take(MAGIC.len() as u64).read_to_end(&mut start)?;
    if start.is_empty() {
        Err(ReadError::Empty)
    } else if start == MAGIC {
        Ok(())
    } else if MAGIC.starts_with(&start) {
        Err(ReadError::CutOff("the magic number"))
    } else {
        Err(ReadError::Foreign)
    }
}

fn parse_header(text: &[u8], version: u8) -> Result<Header, ReadError> {
    let header: Header =
        serde_json::from_slice(text).map_err(|error| ReadError::Header(error.to_string()))?;
    // Beyond this limit, arithmetic on targets could overflow.
    if header.target.unsigned_abs() > Question::LIMIT.unsigned_abs() {
        let (target, limit) = (header.target, Question::LIMIT);
        return Err(ReadError::Header(format!(
            "the target {target} is farther from 0 than {limit}"
        )));
    }
    if header.within.is_some() && version < WITHIN {
        return Err(ReadError::Header(format!("`within` in a file of version {version}")));
    }
    if header.within.is_some() && header.target <= -Outcome::LIMIT {
        let target = header.target;
        return Err(ReadError::Header(format!("`within` with the target {target}")));
    }
    match header.verdict.is_known() {
        true => Ok(header),
        false => Err(ReadError::Header("the verdict is unknown".to_string())),
    }
}

/// Fills the buffer, or reports in which part the file is cut off.
pub(crate) fn fill(
    reader: &mut impl Read,
    bytes: &mut [u8],
    place: &'static str,
) -> Result<(), ReadError> {
    reader.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => ReadError::CutOff(place),
        _ => ReadError::Io(error),
    })
}

/// Keeps a checksum of all that is read through it.
pub(crate) struct Summed<R> {
    pub reader: R,
    checksum: crc32fast::Hasher,
}

impl<R> Summed<R> {
    pub fn new(reader: R) -> Summed<R> {
        Summed { reader, checksum: crc32fast::Hasher::new() }
    }

    /// The checksum of what has been read so far.
    pub fn checksum(&self) -> u32 {
        self.checksum.clone().finalize()
    }
}

impl<R: Read> Read for Summed<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(bytes)?;
        self.checksum.update(&bytes[..count]);
        Ok(count)
    }
}
