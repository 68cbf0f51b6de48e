//! A verdict with the records that show it.

use std::io::{self, Read, Write};

use crate::{Header, ReadError, RecordSet, read, write};

/// The newest version of the file format. A file is written in the oldest version that has all its claims.
pub(crate) const VERSION: u8 = REPLIES;

/// The version that introduced records that name a dominated position.
pub(crate) const DOMINANCE: u8 = 2;

/// The version that introduced records with threats.
pub(crate) const THREATS: u8 = 3;

/// The version that introduced questions with a number of plies.
pub(crate) const WITHIN: u8 = 4;

/// The version that introduced records with solution trees.
pub(crate) const SOLUTION: u8 = 5;

/// The version that introduced records with replies and with evidence.
pub(crate) const REPLIES: u8 = 6;

/// How every certificate file begins, whatever its version.
///
/// The first byte is not ASCII and the line ends are of both kinds, so that a transfer that treats the file
/// as text is noticed at once.
pub(crate) const MAGIC: [u8; 8] = *b"\x89WPC\r\n\x1a\n";

/// A verdict with the records that show it. A value of this type proves nothing: only [`check`](crate::check)
/// decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// What is claimed.
    pub header: Header,
    /// The records that show it.
    pub records: RecordSet,
}

impl Certificate {
    /// Returns the oldest version of the file format that has all that it needs.
    pub(crate) fn version(&self) -> u8 {
        let header = if self.header.within.is_some() { WITHIN } else { 1 };
        header.max(self.records.version())
    }

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

    /// Reads a certificate from a file. No byte of it is trusted.
    ///
    /// `memory` limits, in bytes, what reading and checking it use together. A file that needs more can still
    /// be checked by a [`CertificateStream`](crate::CertificateStream).
    pub fn read_from(reader: impl Read, memory: usize) -> Result<Certificate, ReadError> {
        read::read(reader, memory)
    }
}
