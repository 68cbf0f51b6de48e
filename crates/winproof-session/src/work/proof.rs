//! Certificates as files.

use std::fs;
use std::path::Path;

use winproof::Verdict;
use winproof_certificate::Accepted;

use crate::failure::Failure;
use crate::files;
use crate::question::Ask;

/// Writes the certificate to `path`, or those of a value into the folder `path`. Returns how many bytes
/// that took.
pub fn write(ask: Ask, certificates: &[Accepted], path: &Path) -> Result<u64, Failure> {
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
        files::write_file(&file, |writer| certificate.write_to(writer))?;
        bytes += fs::metadata(&file).map_err(|error| Failure::reading(&file, &error))?.len();
    }
    Ok(bytes)
}
