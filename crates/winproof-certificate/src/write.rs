//! Writes certificate files. `docs/CERTIFICATES.md` has the format.

use std::io::{self, Write};

use flate2::{Compression, write::DeflateEncoder};

use crate::certificate::MAGIC;
use crate::coding::{put_number, put_position};
use crate::{Certificate, Claim, Form, Record};

/// Records are handed to the compressor in pieces of about this many bytes.
const CHUNK: usize = 1 << 16;

pub(crate) fn write(certificate: &Certificate, mut writer: impl Write) -> io::Result<()> {
    writer.write_all(&front(certificate)?)?;
    let form = certificate.records.form();
    let mut encoder = DeflateEncoder::new(&mut writer, Compression::default());
    let mut checksum = crc32fast::Hasher::new();
    let mut chunk = Vec::with_capacity(CHUNK + CHUNK / 4);
    let mut previous: &[u8] = &[];
    for record in certificate.records.iter() {
        put_record(&mut chunk, form, previous, record);
        previous = record.position;
        if chunk.len() >= CHUNK {
            checksum.update(&chunk);
            encoder.write_all(&chunk)?;
            chunk.clear();
        }
    }
    checksum.update(&chunk);
    encoder.write_all(&chunk)?;
    encoder.finish()?;
    writer.write_all(&checksum.finalize().to_le_bytes())?;
    writer.flush()
}

/// Everything before the compressed records.
fn front(certificate: &Certificate) -> io::Result<Vec<u8>> {
    let header = serde_json::to_vec(&certificate.header)?;
    let length = u32::try_from(header.len())
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidInput, "the header is too long"))?;
    let mut prefix = MAGIC.to_vec();
    prefix.push(certificate.version());
    prefix.extend(length.to_le_bytes());
    prefix.extend(header);
    prefix.push(match certificate.records.form() {
        Form::ClosedSet => 0,
        Form::Strategy => 1,
    });
    prefix.extend((certificate.records.len() as u64).to_le_bytes());
    prefix.extend(crc32fast::hash(&prefix).to_le_bytes());
    Ok(prefix)
}

fn put_record(bytes: &mut Vec<u8>, form: Form, previous: &[u8], record: Record<'_>) {
    put_position(bytes, previous, record.position);
    match record.claim {
        Claim::All => bytes.push(0),
        Claim::Move(mv) => {
            bytes.push(1);
            put_number(bytes, u64::from(mv.0));
        }
        Claim::Minimax(limit) => {
            bytes.push(2);
            put_number(bytes, u64::from(limit));
        }
        Claim::Dominates => {
            bytes.push(3);
            put_position(bytes, record.position, record.detail);
        }
        Claim::Threats | Claim::Solution | Claim::Replies | Claim::Evidence => {
            bytes.push(match record.claim {
                Claim::Threats => 4,
                Claim::Solution => 5,
                Claim::Replies => 6,
                _ => 7,
            });
            put_number(bytes, record.detail.len() as u64);
            bytes.extend(record.detail);
        }
    }
    if form == Form::Strategy {
        put_number(bytes, record.rank);
    }
}
