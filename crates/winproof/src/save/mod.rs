//! Saved searches: the state of a search in a file, so that it can be resumed later.
//!
//! A save is a [`Header`] in JSON (which problem, which algorithm, how far it got), any number of
//! attachments (finished certificates, for searches that ask several questions in a row), and the state of
//! the search: its table or its tree. `docs/SAVES.md` has the bytes.
//!
//! Nothing in a file is trusted. Everything is checksummed, piece by piece, and read back with its bounds
//! checked; what is stored about positions is only a claim, and the certificate that is made in the end is
//! checked without it.

mod header;
mod stream;

use std::io::{self, Read, Write};

use thiserror::Error;
use winproof_rules::Move;

use crate::StopReason;

pub use header::{Header, Mismatch, Progress, ValueProgress};
pub use stream::{StateReader, StateWriter};

/// A search that can be saved: it writes its state, and reads it back.
pub trait State {
    /// Writes its state.
    ///
    /// Takes `&mut self`, because a tree is compacted first. That moves nodes, but does not change the
    /// search.
    fn save(&mut self, out: &mut StateWriter<'_>) -> io::Result<()>;

    /// Loads the state that another search of the same kind has written. After an error it must not be used
    /// any more.
    fn load(&mut self, input: &mut StateReader<'_>) -> Result<(), LoadError>;

    /// Returns the moves from the root to the node that is being searched; none if that is not known.
    fn line(&self) -> Vec<Move> {
        Vec::new()
    }
}

/// Why a save cannot be used.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The file cannot be read at all.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is another kind of file.
    #[error("this is not a saved search")]
    Foreign,
    /// It was written by another version of this program.
    #[error("this save has format {found}; this program reads format {VERSION}")]
    Version {
        /// The version found.
        found: u8,
    },
    /// It ends too early.
    #[error("the save is cut off")]
    CutOff,
    /// Bytes have changed.
    #[error("the save is damaged: {0}")]
    Damaged(&'static str),
    /// It needs more memory than there is.
    #[error("the saved tree needs a memory budget of at least {needed} bytes")]
    Memory {
        /// The least budget.
        needed: usize,
    },
    /// A limit was reached before it was loaded.
    #[error("the save was not loaded: {0}")]
    Stopped(StopReason),
}

/// The version of the format that is written and read.
const VERSION: u8 = 2;

/// How every save begins. The first byte is not ASCII and the line ends are of both kinds, so that a transfer
/// that treats the file as text is noticed at once.
const MAGIC: [u8; 8] = *b"\x89WPS\r\n\x1a\n";

/// A header is a position and some numbers; a graph of millions of nodes has a long position.
const LONGEST_HEADER: u64 = 1 << 30;

/// Writes a save. Returns how many bytes were written.
pub fn write(
    out: &mut dyn Write,
    header: &Header,
    attachments: &[Vec<u8>],
    state: &mut dyn State,
) -> io::Result<u64> {
    let text = serde_json::to_vec(header)?;
    let mut front = MAGIC.to_vec();
    front.push(VERSION);
    front.extend((text.len() as u64).to_le_bytes());
    front.extend(text);
    front.extend(crc32fast::hash(&front).to_le_bytes());
    out.write_all(&front)?;
    let mut stream = StateWriter::new(out);
    stream.word(attachments.len() as u64)?;
    for attachment in attachments {
        stream.word(attachment.len() as u64)?;
        stream.bytes(attachment)?;
    }
    state.save(&mut stream)?;
    Ok(front.len() as u64 + stream.finish()?)
}

/// Reads the beginning of a save; [`StateReader`] reads the state.
pub fn read_header(input: &mut dyn Read) -> Result<Header, LoadError> {
    let mut front = vec![0; MAGIC.len() + 1 + 8];
    stream::fill(input, &mut front)?;
    if front[..MAGIC.len()] != MAGIC {
        return Err(LoadError::Foreign);
    }
    if front[MAGIC.len()] != VERSION {
        return Err(LoadError::Version { found: front[MAGIC.len()] });
    }
    let length = u64::from_le_bytes(front[MAGIC.len() + 1..].try_into().expect("eight bytes"));
    if length > LONGEST_HEADER {
        return Err(LoadError::Damaged("its header is too long"));
    }
    // Grows with the bytes that are really there: the length is not trusted.
    let start = front.len();
    input.take(length).read_to_end(&mut front)?;
    if front.len() - start < length as usize {
        return Err(LoadError::CutOff);
    }
    let mut checksum = [0; 4];
    stream::fill(input, &mut checksum)?;
    if crc32fast::hash(&front) != u32::from_le_bytes(checksum) {
        return Err(LoadError::Damaged("the checksum of its header is wrong"));
    }
    serde_json::from_slice(&front[start..])
        .map_err(|_| LoadError::Damaged("its header does not say what it should"))
}

/// Reads the attachments, which are before the state.
pub fn read_attachments(input: &mut StateReader<'_>) -> Result<Vec<Vec<u8>>, LoadError> {
    let count = input.word()?;
    let mut attachments = Vec::new();
    for _ in 0..count {
        let length = input.word()?;
        attachments.push(input.bytes(length)?);
    }
    Ok(attachments)
}

#[cfg(test)]
mod tests;
