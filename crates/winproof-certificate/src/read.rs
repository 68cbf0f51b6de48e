//! Reads certificate files, versions 1 to 6. No byte of them is trusted. `docs/CERTIFICATES.md` has the
//! format.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::DeflateDecoder;
use thiserror::Error;
use winproof_rules::Move;

use crate::certificate::{DOMINANCE, REPLIES, SOLUTION, THREATS, VERSION};
use crate::coding::{Ascending, Decoder, Fault};
use crate::file_prefix::{FilePrefix, Summed, fill};
use crate::records::{MOST_EVIDENCE, MOST_RECORDS};
use crate::replies::read_replies;
use crate::solution::{self, is_solution};
use crate::threats::MOST_BYTES;
use crate::{Certificate, Claim, Form, Record, RecordSetBuilder, Threats};

/// Why a file cannot be read as a certificate.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The operating system reports an error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// No bytes at all.
    #[error("the file is empty")]
    Empty,
    /// Some other kind of file.
    #[error("this is not a Winproof certificate")]
    Foreign,
    /// A version of the format that this program does not know.
    #[error("the certificate has format version {0}; this program reads versions 1 to {VERSION}")]
    Version(
        /// The version.
        u8,
    ),
    /// A version of containers that this program does not know.
    #[error("the file has container version {0}; this program reads version 1")]
    ContainerVersion(
        /// The version.
        u8,
    ),
    /// A container with none or too many certificates.
    #[error("the file holds {0} certificates; expected 1 to 16")]
    Container(
        /// How many.
        usize,
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
    #[error("the records continue after the last of {0}")]
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
    /// The memory limit does not suffice for streaming either.
    #[error(
        "the certificate does not fit into {memory} bytes of memory, and to stream it takes {least}"
    )]
    LeastMemory {
        /// The limit.
        memory: usize,
        /// What streaming this file takes at least.
        least: usize,
    },
    /// The memory limit does not suffice, and the file cannot be read twice, as streaming requires.
    #[error(
        "the certificate needs more than {0} bytes of memory, and only a plain file can be streamed"
    )]
    OneWay(
        /// The limit.
        usize,
    ),
    /// The file had changed when it was read again.
    #[error("the file was changed while it was being checked")]
    Changed,
    /// What did not fit into memory could not be written to temporary files.
    #[error("cannot use temporary files: {0}")]
    Temporary(
        /// What the operating system says.
        io::Error,
    ),
}

pub(crate) fn read(reader: impl Read, memory: usize) -> Result<Certificate, ReadError> {
    let mut reader = RecordReader::new(reader, memory)?;
    let mut records = RecordSetBuilder::new(reader.prefix.form);
    let memory_left = memory - reader.prefix.memory;
    // Vectors are copied when they grow, and later there is an index: twice their contents covers both.
    let fits = |held: usize| held.saturating_mul(2) <= memory_left;
    // The count alone can show that the records do not fit, before any is read.
    if !fits(records.least_bytes(reader.prefix.count)) {
        return Err(ReadError::Memory(memory));
    }
    while let Some(record) =
        reader.next(|length| fits(records.bytes_with(length).saturating_add(length)))?
    {
        records.push_record(record);
    }
    let records = records.finish().expect("the records are ascending and not too many");
    Ok(Certificate { header: reader.prefix.header, records })
}

/// Reads the records of a file one after the other, and holds one of them.
pub(crate) struct RecordReader<R> {
    pub prefix: FilePrefix,
    body: Decoder<Summed<DeflateDecoder<BufReader<R>>>>,
    positions: Ascending,
    /// The detail of the record being read.
    detail: Vec<u8>,
    threats: Threats,
    /// The limit, for the message.
    memory: usize,
    /// The record being read, counted from 1.
    number: u64,
}

impl<R: Read> RecordReader<R> {
    /// Reads the part before the records, using at most `memory` bytes.
    pub fn new(reader: R, memory: usize) -> Result<RecordReader<R>, ReadError> {
        let mut reader = BufReader::new(reader);
        let prefix = FilePrefix::read(&mut reader, memory)?;
        let body = Decoder::new(Summed::new(DeflateDecoder::new(reader)));
        Ok(RecordReader {
            prefix,
            body,
            positions: Ascending::default(),
            detail: Vec::new(),
            threats: Threats::default(),
            memory,
            number: 0,
        })
    }

    /// Reads the next record, if `fits` allows a position of its length. `None`, which is returned once,
    /// means that there are no more records, that nothing else follows, and that the checksums match.
    pub fn next(&mut self, fits: impl Fn(usize) -> bool) -> Result<Option<Record<'_>>, ReadError> {
        if self.number == self.prefix.count {
            return self.finish().map(|()| None);
        }
        self.number += 1;
        match self.claim_and_rank(fits) {
            Ok((claim, rank)) => {
                let (position, detail) = (self.positions.position(), &*self.detail);
                Ok(Some(Record { position, claim, detail, rank }))
            }
            Err(fault) => Err(self.error(fault)),
        }
    }

    fn claim_and_rank(&mut self, fits: impl Fn(usize) -> bool) -> Result<(Claim, u64), Fault> {
        self.positions.advance(&mut self.body, &fits)?;
        self.detail.clear();
        let claim = match self.body.byte()? {
            0 => Claim::All,
            1 => Claim::Move(Move(self.body.small_number()?)),
            2 => Claim::Minimax(self.body.small_number()?),
            3 if self.prefix.version >= DOMINANCE => {
                let shared = self.positions.position();
                self.body.variant(shared, &mut self.detail, fits)?;
                Claim::Dominates
            }
            4 if self.prefix.version >= THREATS => {
                self.body.bytes(&mut self.detail, MOST_BYTES, fits)?;
                if !self.threats.read(&self.detail) {
                    return Err(Fault::Malformed("its threats are not lines of moves"));
                }
                Claim::Threats
            }
            5 if self.prefix.version >= SOLUTION => {
                self.body.bytes(&mut self.detail, solution::MOST_BYTES, fits)?;
                if !is_solution(&self.detail) {
                    return Err(Fault::Malformed("its solution is not a list of moves"));
                }
                Claim::Solution
            }
            6 if self.prefix.version >= REPLIES => {
                // Positions may be long: what fits into memory alone limits them.
                self.body.bytes(&mut self.detail, usize::MAX, fits)?;
                if read_replies(&self.detail).is_none() {
                    return Err(Fault::Malformed("its replies are not lines with positions"));
                }
                Claim::Replies
            }
            7 if self.prefix.version >= REPLIES => {
                self.body.bytes(&mut self.detail, MOST_EVIDENCE, fits)?;
                Claim::Evidence
            }
            _ => return Err(Fault::Malformed("unknown kind of claim")),
        };
        let rank = if self.prefix.form == Form::Strategy { self.body.number()? } else { 0 };
        Ok((claim, rank))
    }

    /// Checks that the file ends where it should.
    fn finish(&mut self) -> Result<(), ReadError> {
        if !self.body.at_end().map_err(|fault| self.error(fault))? {
            return Err(ReadError::TooLong(self.prefix.count));
        }
        let found = self.body.source().checksum();
        let reader = self.body.source().reader.get_mut();
        let mut checksum = [0; 4];
        fill(reader, &mut checksum, "the final checksum")?;
        if found != u32::from_le_bytes(checksum) {
            return Err(ReadError::Checksum("the records"));
        }
        if reader.fill_buf()?.is_empty() { Ok(()) } else { Err(ReadError::Trailing) }
    }

    /// Adds the number of the record to an error.
    fn error(&self, fault: Fault) -> ReadError {
        let (number, count) = (self.number, self.prefix.count);
        match fault {
            Fault::Ended => ReadError::TooFew { number, count },
            Fault::Malformed(fault) => ReadError::Record { number, count, fault },
            Fault::TooLong => ReadError::Memory(self.memory),
            // The decoder reports bad data as invalid input; other errors come from the file itself.
            Fault::Io(error) => match error.kind() {
                io::ErrorKind::UnexpectedEof => ReadError::CutOff("the records"),
                io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => ReadError::Packing,
                _ => ReadError::Io(error),
            },
        }
    }
}
