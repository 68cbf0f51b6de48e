//! Files with several certificates, such as the two that show a value: a directory, and then the bytes of the
//! certificate files as they are. `docs/CERTIFICATES.md` has the format.
//!
//! A container claims nothing itself. What its certificates show together is for those who read it to say.

use std::io::{self, Read, Seek, SeekFrom, Write};

use crate::file_prefix::fill;
use crate::{Certificate, ReadError};

/// How every container begins. It differs from the beginning of a certificate in one letter.
const MAGIC: [u8; 8] = *b"\x89WPB\r\n\x1a\n";

/// The version of the format.
const VERSION: u8 = 1;

/// A value takes two. More than a few would be a list of problems, for which there are folders.
const MOST: usize = 16;

/// Writes certificates into one file; there are 1 to 16 of them.
pub fn write_container(certificates: &[&Certificate], mut writer: impl Write) -> io::Result<()> {
    assert!((1..=MOST).contains(&certificates.len()), "{} certificates", certificates.len());
    let mut directory = MAGIC.to_vec();
    directory.extend([VERSION, certificates.len() as u8]);
    for certificate in certificates {
        // They are packed twice: held in memory, they could be too large.
        let mut length = Count(0);
        certificate.write_to(&mut length)?;
        directory.extend(length.0.to_le_bytes());
    }
    directory.extend(crc32fast::hash(&directory).to_le_bytes());
    writer.write_all(&directory)?;
    certificates.iter().try_for_each(|certificate| certificate.write_to(&mut writer))
}

/// Counts the bytes that are written.
struct Count(u64);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads all certificates of a file, which is a container or a single certificate. No byte of it is trusted.
///
/// `memory` limits, in bytes, what reading and checking all of them use together.
pub fn read_certificates(reader: impl Read, memory: usize) -> Result<Vec<Certificate>, ReadError> {
    let mut file = CertificateFile::open(reader)?;
    let memory = memory / file.len();
    let mut certificates = Vec::new();
    while let Some((_, part)) = file.next_part() {
        certificates.push(Certificate::read_from(part, memory)?);
    }
    file.finish()?;
    Ok(certificates)
}

/// A file with certificates, which is a container or a single certificate.
pub struct CertificateFile<R> {
    reader: R,
    /// The bytes that were read to see what it is, if they belong to a single certificate.
    start: Vec<u8>,
    /// Where the certificates are.
    places: Vec<Place>,
    /// How many were passed on.
    passed: usize,
}

/// Where a certificate is in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The bytes before it.
    pub start: u64,
    /// Its own bytes.
    pub length: u64,
}

impl<R: Read> CertificateFile<R> {
    /// Reads the beginning of a file.
    pub fn open(mut reader: R) -> Result<CertificateFile<R>, ReadError> {
        let mut start = Vec::new();
        reader.by_ref().take(MAGIC.len() as u64).read_to_end(&mut start)?;
        let places = if start == MAGIC {
            start.clear();
            read_directory(&mut reader)?
        } else {
            vec![Place { start: 0, length: u64::MAX }]
        };
        Ok(CertificateFile { reader, start, places, passed: 0 })
    }

    /// How many certificates it has.
    #[allow(clippy::len_without_is_empty, reason = "there is at least one")]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Passes on the bytes of the next certificate, and where they are. Those of the one before must have been
    /// read to their end, here or as a [`Section`].
    pub fn next_part(&mut self) -> Option<(Place, impl Read + '_)> {
        let place = *self.places.get(self.passed)?;
        self.passed += 1;
        Some((place, self.start.as_slice().chain(self.reader.by_ref().take(place.length))))
    }

    /// Makes sure that nothing follows.
    pub fn finish(mut self) -> Result<(), ReadError> {
        match self.reader.read(&mut [0])? {
            0 => Ok(()),
            _ => Err(ReadError::Trailing),
        }
    }
}

/// Reads the rest of a directory.
fn read_directory(reader: &mut impl Read) -> Result<Vec<Place>, ReadError> {
    let mut directory = MAGIC.to_vec();
    let mut field = |length: usize| {
        let mut bytes = [0; 8];
        fill(reader, &mut bytes[..length], "the directory")?;
        directory.extend(&bytes[..length]);
        Ok(u64::from_le_bytes(bytes))
    };
    let version = field(1)? as u8;
    if version != VERSION {
        return Err(ReadError::ContainerVersion(version));
    }
    let count = field(1)? as usize;
    let lengths = (0..count).map(|_| field(8)).collect::<Result<Vec<_>, ReadError>>()?;
    let sum = crc32fast::hash(&directory);
    let mut checksum = [0; 4];
    fill(reader, &mut checksum, "the directory")?;
    if sum != u32::from_le_bytes(checksum) {
        return Err(ReadError::Checksum("the directory"));
    }
    if !(1..=MOST).contains(&count) {
        return Err(ReadError::Container(count));
    }
    let mut start = (directory.len() + checksum.len()) as u64;
    Ok(lengths
        .into_iter()
        .map(|length| {
            let place = Place { start, length };
            start = start.saturating_add(length);
            place
        })
        .collect())
}

/// A part of a file as a file of its own.
#[derive(Debug)]
pub struct Section<R> {
    file: R,
    place: Place,
    /// Bytes of the part before the next one to be read.
    at: u64,
}

impl<R> Section<R> {
    /// Makes it. The first thing to do is to seek its beginning.
    pub fn new(file: R, place: Place) -> Section<R> {
        Section { file, place, at: 0 }
    }
}

impl<R: Read> Read for Section<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let left = self.place.length.saturating_sub(self.at);
        let length = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
        let count = self.file.read(&mut bytes[..length])?;
        self.at += count as u64;
        Ok(count)
    }
}

impl<R: Seek> Seek for Section<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => self.place.length.checked_add_signed(by),
        };
        let place = at.and_then(|at| Some((at, self.place.start.checked_add(at)?)));
        let (at, place) = place.ok_or(io::ErrorKind::InvalidInput)?;
        self.file.seek(SeekFrom::Start(place))?;
        self.at = at;
        Ok(at)
    }
}
