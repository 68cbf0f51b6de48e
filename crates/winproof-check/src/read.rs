//! Reading certificate files, version 1, of which not a byte is trusted.
//! `docs/CERTIFICATES.md` has the format.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::DeflateDecoder;
use thiserror::Error;
use winproof_game::{Move, Outcome};

use crate::certificate::{MAGIC, VERSION};
use crate::records::MOST_RECORDS;
use crate::{Certificate, Claim, Form, Header, RecordSet, RecordSetBuilder};

/// Why a file cannot be read as a certificate.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The operating system says so.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// No bytes at all.
    #[error("the file is empty")]
    Empty,
    /// Some other kind of file.
    #[error("this is not a Winproof certificate")]
    Foreign,
    /// A version of the format that this program does not know.
    #[error("the certificate has format version {0}; this program reads version {VERSION} only")]
    Version(
        /// The version.
        u8,
    ),
    /// The file ends too early.
    #[error("the file is cut off in {0}")]
    CutOff(
        /// Where it ends.
        &'static str,
    ),
    /// Bits have changed since the file was written.
    #[error("the file is damaged: the checksum of {0} does not match")]
    Checksum(
        /// What the checksum covers.
        &'static str,
    ),
    /// The header is not what it should be.
    #[error("bad header: {0}")]
    Header(
        /// What is wrong with it.
        String,
    ),
    /// The compressed part does not unpack.
    #[error("the file is damaged: the records do not unpack")]
    Packing,
    /// A record is not what it should be.
    #[error("record {number} of {count} is malformed: {fault}")]
    Record {
        /// Which one, counted from 1.
        number: u64,
        /// How many the file announces.
        count: u64,
        /// What is wrong with it.
        fault: &'static str,
    },
    /// There are fewer records than announced.
    #[error("the records end too early, in number {number} of {count}")]
    TooFew {
        /// The incomplete record, counted from 1.
        number: u64,
        /// How many the file announces.
        count: u64,
    },
    /// There are more records than announced.
    #[error("the records go on after the last of {0}")]
    TooLong(
        /// How many the file announces.
        u64,
    ),
    /// More records than can be handled.
    #[error("the file has {0} records; this program handles at most {MOST_RECORDS}")]
    TooMany(
        /// How many.
        u64,
    ),
    /// Something follows that does not belong there.
    #[error("there are bytes after the end of the certificate")]
    Trailing,
    /// The memory limit does not suffice.
    #[error("the certificate needs more than {0} bytes of memory")]
    Memory(
        /// The limit.
        usize,
    ),
}

pub(crate) fn read(reader: impl Read, memory: usize) -> Result<Certificate, ReadError> {
    let mut reader = BufReader::new(reader);
    let (front, memory_left) = read_front(&mut reader, memory)?;
    let body = Summed::new(DeflateDecoder::new(&mut reader));
    let mut body =
        Body { reader: BufReader::new(body), memory, memory_left, number: 0, count: front.count };
    let records = body.records(front.form)?;
    let found = body.reader.into_inner().checksum.finalize();
    let mut checksum = [0; 4];
    fill(&mut reader, &mut checksum, "the final checksum")?;
    if found != u32::from_le_bytes(checksum) {
        return Err(ReadError::Checksum("the records"));
    }
    if !reader.fill_buf()?.is_empty() {
        return Err(ReadError::Trailing);
    }
    Ok(Certificate { header: front.header, records })
}

struct Front {
    header: Header,
    form: Form,
    count: u64,
}

/// Parsed, a header can take this many times its text's memory: many parameters of a few letters.
const HEADER_GROWTH: usize = 16;

/// Reads everything before the compressed records; also returns how much memory is left for those.
fn read_front(reader: &mut impl BufRead, memory: usize) -> Result<(Front, usize), ReadError> {
    let mut reader = Summed::new(reader);
    read_magic(&mut reader)?;
    let mut version = [0];
    fill(&mut reader, &mut version, "the version")?;
    if version[0] != VERSION {
        return Err(ReadError::Version(version[0]));
    }
    let mut length = [0; 4];
    fill(&mut reader, &mut length, "the length of the header")?;
    let length = u32::from_le_bytes(length) as usize;
    let memory_left =
        length.checked_mul(HEADER_GROWTH).and_then(|needed| memory.checked_sub(needed));
    let memory_left = memory_left.ok_or(ReadError::Memory(memory))?;
    let mut text = Vec::new();
    if reader.by_ref().take(length as u64).read_to_end(&mut text)? < length {
        return Err(ReadError::CutOff("the header"));
    }
    let mut form = [0];
    fill(&mut reader, &mut form, "the form")?;
    let mut count = [0; 8];
    fill(&mut reader, &mut count, "the number of records")?;
    let found = reader.checksum.clone().finalize();
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
    Ok((Front { header: parse_header(&text)?, form, count }, memory_left))
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

fn parse_header(text: &[u8]) -> Result<Header, ReadError> {
    let header: Header =
        serde_json::from_slice(text).map_err(|error| ReadError::Header(error.to_string()))?;
    // Beyond this the arithmetic on targets could overflow.
    match Outcome::new(header.target) {
        Some(_) => Ok(header),
        None => Err(ReadError::Header(format!(
            "the target {} is farther from 0 than {}",
            header.target,
            Outcome::LIMIT
        ))),
    }
}

/// Fills the buffer, or says in what the file is cut off.
fn fill(reader: &mut impl Read, bytes: &mut [u8], place: &'static str) -> Result<(), ReadError> {
    reader.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => ReadError::CutOff(place),
        _ => ReadError::Io(error),
    })
}

/// The unpacked records.
struct Body<R> {
    reader: BufReader<R>,
    /// The whole limit, for the message, and what the header left of it.
    memory: usize,
    memory_left: usize,
    /// The record being read, counted from 1, and how many there shall be.
    number: u64,
    count: u64,
}

impl<R: Read> Body<R> {
    fn records(&mut self, form: Form) -> Result<RecordSet, ReadError> {
        let mut records = RecordSetBuilder::new(form);
        let mut position = Vec::new();
        for number in 1..=self.count {
            self.number = number;
            self.position(&records, &mut position)?;
            let claim = self.claim()?;
            let rank = if form == Form::Strategy { self.number()? } else { 0 };
            records.push(&position, claim, rank);
        }
        match self.reader.fill_buf().map_err(unpacking_error)? {
            [] => Ok(records.finish().expect("the records are ascending and not too many")),
            _ => Err(ReadError::TooLong(self.count)),
        }
    }

    /// Turns the previous position into the next one.
    fn position(
        &mut self,
        records: &RecordSetBuilder,
        position: &mut Vec<u8>,
    ) -> Result<(), ReadError> {
        let shared = self.number()?;
        if shared > position.len() as u64 {
            return Err(self.malformed("it shares more bytes than the position before it has"));
        }
        let rest = self.number()?;
        let length = usize::try_from(shared.saturating_add(rest)).unwrap_or(usize::MAX);
        // Vectors that grow are copied, and later there is an index: twice what they hold covers both.
        let needed = records.bytes_with(length).saturating_add(length).saturating_mul(2);
        if needed > self.memory_left {
            return Err(ReadError::Memory(self.memory));
        }
        position.truncate(shared as usize);
        let read = self.reader.by_ref().take(rest).read_to_end(position);
        if (read.map_err(unpacking_error)? as u64) < rest {
            return Err(self.too_few());
        }
        match records.last() {
            Some(last) if last >= position.as_slice() => {
                Err(self.malformed("its position does not come after the one before it"))
            }
            _ => Ok(()),
        }
    }

    fn claim(&mut self) -> Result<Claim, ReadError> {
        match self.byte()? {
            0 => Ok(Claim::All),
            1 => Ok(Claim::Move(Move(self.small_number()?))),
            2 => Ok(Claim::Minimax(self.small_number()?)),
            _ => Err(self.malformed("unknown kind of claim")),
        }
    }

    fn small_number(&mut self) -> Result<u32, ReadError> {
        u32::try_from(self.number()?).map_err(|_| self.malformed("a number exceeds 32 bits"))
    }

    /// Seven bits per byte, the lowest first; all bytes but the last have the top bit set.
    fn number(&mut self) -> Result<u64, ReadError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(self.malformed("a number exceeds 64 bits"))
    }

    fn byte(&mut self) -> Result<u8, ReadError> {
        let byte = self.reader.fill_buf().map_err(unpacking_error)?.first().copied();
        self.reader.consume(usize::from(byte.is_some()));
        byte.ok_or_else(|| self.too_few())
    }

    fn too_few(&self) -> ReadError {
        ReadError::TooFew { number: self.number, count: self.count }
    }

    fn malformed(&self, fault: &'static str) -> ReadError {
        ReadError::Record { number: self.number, count: self.count, fault }
    }
}

/// The decoder reports bad data as invalid input; other errors come from the file itself.
fn unpacking_error(error: io::Error) -> ReadError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => ReadError::CutOff("the records"),
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => ReadError::Packing,
        _ => ReadError::Io(error),
    }
}

/// Keeps a checksum of all that is read through it.
struct Summed<R> {
    reader: R,
    checksum: crc32fast::Hasher,
}

impl<R> Summed<R> {
    fn new(reader: R) -> Summed<R> {
        Summed { reader, checksum: crc32fast::Hasher::new() }
    }
}

impl<R: Read> Read for Summed<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(bytes)?;
        self.checksum.update(&bytes[..count]);
        Ok(count)
    }
}
