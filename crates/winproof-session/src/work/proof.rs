//! Certificates as files.

use std::fs;
use std::path::Path;

use winproof::Verdict;
use winproof_certificate::Accepted;

use crate::failure::Failure;
use crate::files;
use crate::question::Ask;

/// The bytes of a record in a file, which is compressed; seldom more.
const BYTES_PER_RECORD: u64 = 16;

/// Returns about how many bytes the files will have.
pub fn expected_bytes(certificates: &[Accepted]) -> u64 {
    certificates.iter().map(|accepted| accepted.report().records * BYTES_PER_RECORD).sum()
}

/// Writes the certificate to `path`, or those of a value into the folder `path`, if they have no more bytes
/// than there is `room` for. Returns how many they have.
pub fn write(ask: Ask, certificates: &[Accepted], path: &Path, room: u64) -> Result<u64, Failure> {
    if ask == Ask::Value {
        files::make_folder(path)?;
    }
    let mut bytes = 0;
    for certificate in certificates.iter().map(Accepted::certificate) {
        let file = match (ask, certificate.header.verdict) {
            (Ask::Value, Verdict::Proved) => path.join("at-least.wpc"),
            (Ask::Value, Verdict::Disproved) => path.join("at-most.wpc"),
            _ => path.to_path_buf(),
        };
        files::write_file(&file, |writer| {
            certificate.write_to(&mut files::Bounded::new(writer, room - bytes))
        })?;
        bytes += fs::metadata(&file).map_err(|error| Failure::reading(&file, &error))?.len();
    }
    Ok(bytes)
}
