//! Sorted requirements in temporary files, and several such files read as one.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{self, BufReader, Seek, Write};
use std::path::Path;

use flate2::Compression;
use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;

use crate::Form;
use crate::coding::{Ascending, Decoder, Fault, put_number, put_position};

/// The requirement that a position has a record; in a strategy, one of a rank below the bound.
///
/// The order puts the strictest requirement on a position first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Requirement<'a> {
    pub position: &'a [u8],
    /// 0 in a closed set.
    pub bound: u64,
}

/// Requirements in ascending order, in a file that vanishes with this value, or with the process.
pub(crate) struct Run {
    file: File,
    form: Form,
    /// How many requirements there are.
    count: u64,
    /// How long the file is.
    pub bytes: u64,
}

/// Requirements are handed to the compressor in pieces of about this many bytes.
const CHUNK: usize = 1 << 13;

/// Writes a run.
pub(crate) struct RunWriter {
    encoder: DeflateEncoder<File>,
    form: Form,
    chunk: Vec<u8>,
    last: Vec<u8>,
    count: u64,
}

impl RunWriter {
    /// Begins a run in a file without a name in this folder.
    pub fn new(folder: &Path, form: Form) -> io::Result<RunWriter> {
        let encoder = DeflateEncoder::new(tempfile::tempfile_in(folder)?, Compression::fast());
        Ok(RunWriter { encoder, form, chunk: Vec::new(), last: Vec::new(), count: 0 })
    }

    /// Adds a requirement. Requirements come in order, so of several on one position the first implies the
    /// others, which are left out.
    pub fn push(&mut self, requirement: Requirement<'_>) -> io::Result<()> {
        if self.count > 0 && self.last == requirement.position {
            return Ok(());
        }
        put_position(&mut self.chunk, &self.last, requirement.position);
        if self.form == Form::Strategy {
            put_number(&mut self.chunk, requirement.bound);
        }
        self.last.clear();
        self.last.extend(requirement.position);
        self.count += 1;
        if self.chunk.len() >= CHUNK {
            self.encoder.write_all(&self.chunk)?;
            self.chunk.clear();
        }
        Ok(())
    }

    /// Ends the run.
    pub fn finish(mut self) -> io::Result<Run> {
        self.encoder.write_all(&self.chunk)?;
        let mut file = self.encoder.finish()?;
        let bytes = file.stream_position()?;
        file.rewind()?;
        Ok(Run { file, form: self.form, count: self.count, bytes })
    }
}

/// Several runs read as one. A position that is in several of them comes several times, with the
/// strictest requirement first.
pub(crate) struct Merge {
    /// Boxed, because a heap moves what is in it.
    heads: BinaryHeap<Box<Head>>,
}

impl Merge {
    pub fn new(runs: impl IntoIterator<Item = Run>) -> io::Result<Merge> {
        let mut heads = BinaryHeap::new();
        for run in runs {
            let mut head = Box::new(Head::new(run));
            if head.advance()? {
                heads.push(head);
            }
        }
        Ok(Merge { heads })
    }

    /// Returns the least requirement that is left.
    pub fn peek(&self) -> Option<Requirement<'_>> {
        self.heads.peek().map(|head| head.requirement())
    }

    /// Advances to the next requirement.
    pub fn advance(&mut self) -> io::Result<()> {
        if let Some(mut head) = self.heads.peek_mut()
            && !head.advance()?
        {
            PeekMut::pop(head);
        }
        Ok(())
    }
}

/// Where a run is being read. The head with the least requirement compares as the greatest, because a
/// `BinaryHeap` gives the greatest first.
struct Head {
    decoder: Decoder<DeflateDecoder<BufReader<File>>>,
    positions: Ascending,
    bound: u64,
    form: Form,
    /// How many requirements are still to be read.
    left: u64,
}

impl Head {
    fn new(run: Run) -> Head {
        let decoder = Decoder::new(DeflateDecoder::new(BufReader::new(run.file)));
        let positions = Ascending::default();
        Head { decoder, positions, bound: 0, form: run.form, left: run.count }
    }

    /// Goes to the next requirement, if there is one.
    fn advance(&mut self) -> io::Result<bool> {
        if self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        self.read().map_err(|fault| match fault {
            Fault::Io(error) => error,
            _ => io::Error::new(io::ErrorKind::InvalidData, "they were damaged"),
        })?;
        Ok(true)
    }

    fn read(&mut self) -> Result<(), Fault> {
        self.positions.advance(&mut self.decoder, |_| true)?;
        if self.form == Form::Strategy {
            self.bound = self.decoder.number()?;
        }
        Ok(())
    }

    fn requirement(&self) -> Requirement<'_> {
        Requirement { position: self.positions.position(), bound: self.bound }
    }
}

impl Ord for Head {
    fn cmp(&self, other: &Head) -> Ordering {
        other.requirement().cmp(&self.requirement())
    }
}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Head) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head {
    fn eq(&self, other: &Head) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Head {}
