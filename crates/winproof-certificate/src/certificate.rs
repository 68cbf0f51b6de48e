//! A verdict with what shows it.

use std::io::{self, Read, Write};

use crate::{Header, ReadError, RecordSet, read, write};

/// The newest version of the file format. Files that need nothing of it are written as the first.
pub(crate) const VERSION: u8 = THREATS;

/// The version that brought records of dominated positions.
pub(crate) const DOMINANCE: u8 = 2;

/// The version that brought records with threats.
pub(crate) const THREATS: u8 = 3;

/// How every certificate file begins, whatever its version.
///
/// The first byte is not ASCII and the line ends are of both kinds, so that a transfer that takes the
/// file for text shows at once.
pub(crate) const MAGIC: [u8; 8] = *b"\x89WPC\r\n\x1a\n";

/// A verdict with what shows it. Holding one says nothing: only [`check`](crate::check) does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// What is claimed.
    pub header: Header,
    /// Why it is so.
    pub records: RecordSet,
}

impl Certificate {
    /// Writes the certificate as a file.
    pub fn write_to(&self, writer: impl Write) -> io::Result<()> {
        write::write(self, writer)
    }

    /// The certificate as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write_to(&mut bytes).expect("a vector takes everything");
        bytes
    }

    /// Reads a certificate from a file, of which not a byte is trusted.
    ///
    /// `memory` bounds, in bytes, what reading and checking it take together. A file that needs more can
    /// still be checked by a [`CertificateStream`](crate::CertificateStream).
    pub fn read_from(reader: impl Read, memory: usize) -> Result<Certificate, ReadError> {
        read::read(reader, memory)
    }
}
