//! A certificate in pieces that can be damaged one by one, and a writer of its own for them: it follows
//! `docs/CERTIFICATES.md` and checks nothing.

use std::io::Write;

use flate2::{Compression, write::DeflateEncoder};
use winproof_certificate::{Certificate, Claim, Form, Header};

#[derive(Clone, Debug)]
pub struct Raw {
    pub header: Header,
    pub version: u8,
    pub form: u8,
    /// The announced number of records, if it is not the true one.
    pub count: Option<u64>,
    pub records: Vec<RawRecord>,
    /// Put after the last record, before packing.
    pub more_body: Vec<u8>,
}

#[derive(Clone, Debug)]
pub struct RawRecord {
    pub position: Vec<u8>,
    pub claim: Claim,
    pub detail: Vec<u8>,
    pub rank: u64,
}

impl Raw {
    pub fn new(certificate: &Certificate) -> Raw {
        let records = certificate.records.iter().map(|record| RawRecord {
            position: record.position.to_vec(),
            claim: record.claim,
            detail: record.detail.to_vec(),
            rank: record.rank,
        });
        Raw {
            header: certificate.header.clone(),
            version: 5,
            form: u8::from(certificate.records.form() == Form::Strategy),
            count: None,
            records: records.collect(),
            more_body: Vec::new(),
        }
    }

    /// The record of a graph position.
    pub fn at(&mut self, position: u16) -> &mut RawRecord {
        let wanted = position.to_be_bytes();
        self.records.iter_mut().find(|record| record.position == wanted).unwrap()
    }

    pub fn remove(&mut self, position: u16) {
        self.records.retain(|record| record.position != position.to_be_bytes());
    }

    pub fn add(&mut self, position: &[u8], claim: Claim, rank: u64) {
        let position = position.to_vec();
        self.records.push(RawRecord { position, claim, detail: Vec::new(), rank });
        self.records.sort_by(|a, b| a.position.cmp(&b.position));
    }

    /// Puts lines of threats in the place of a claim.
    pub fn threaten(&mut self, position: u16, lines: &[&[u32]]) {
        let record = self.at(position);
        record.claim = Claim::Threats;
        record.detail = threats(lines);
    }

    /// Puts the moves of a solution tree in the place of a claim.
    pub fn solve(&mut self, position: u16, moves: &[u32]) {
        let record = self.at(position);
        record.claim = Claim::Solution;
        record.detail.clear();
        moves.iter().for_each(|&code| put_number(&mut record.detail, code.into()));
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        for record in &self.records {
            // Sharing nothing with the position before is allowed, if wasteful.
            body.push(0);
            put_number(&mut body, record.position.len() as u64);
            body.extend(&record.position);
            match record.claim {
                Claim::All => body.push(0),
                Claim::Move(mv) => {
                    body.push(1);
                    put_number(&mut body, mv.0.into());
                }
                Claim::Minimax(limit) => {
                    body.push(2);
                    put_number(&mut body, limit.into());
                }
                Claim::Dominates | Claim::Replies | Claim::Evidence => {
                    unreachable!("graphs have no dominance and no evidence")
                }
                Claim::Threats | Claim::Solution => {
                    body.push(if record.claim == Claim::Threats { 4 } else { 5 });
                    put_number(&mut body, record.detail.len() as u64);
                    body.extend(&record.detail);
                }
            }
            if self.form == 1 {
                put_number(&mut body, record.rank);
            }
        }
        body.extend(&self.more_body);
        let count = self.count.unwrap_or(self.records.len() as u64);
        let header = serde_json::to_vec(&self.header).unwrap();
        file_of_version(self.version, &header, self.form, count, &body)
    }
}

/// Lines of threats as bytes.
pub fn threats(lines: &[&[u32]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in lines {
        put_number(&mut bytes, line.len() as u64);
        line.iter().for_each(|&code| put_number(&mut bytes, code.into()));
    }
    bytes
}

/// A file with valid checksums around whatever is put into it.
pub fn file(header: &[u8], form: u8, count: u64, body: &[u8]) -> Vec<u8> {
    file_of_version(1, header, form, count, body)
}

/// The same in any version.
pub fn file_of_version(version: u8, header: &[u8], form: u8, count: u64, body: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x89WPC\r\n\x1a\n".to_vec();
    bytes.push(version);
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(header);
    bytes.push(form);
    bytes.extend(count.to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    let mut encoder = DeflateEncoder::new(&mut bytes, Compression::best());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap();
    bytes.extend(crc32fast::hash(body).to_le_bytes());
    bytes
}

pub fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    loop {
        let low = (number % 128) as u8;
        number /= 128;
        bytes.push(if number > 0 { low + 128 } else { low });
        if number == 0 {
            return;
        }
    }
}

/// Records each of which repeats all of the position before it and adds a byte.
pub fn growing_records(count: u64) -> Vec<u8> {
    let mut body = Vec::new();
    for length in 0..count {
        put_number(&mut body, length);
        body.extend([1, 0, 0]);
    }
    body
}

/// Very many short records, none of which is a position.
pub fn many_records() -> Vec<u8> {
    let mut body = Vec::new();
    for number in 0..100_000_u32 {
        body.extend([0, 4]);
        body.extend(number.to_be_bytes());
        body.push(0);
    }
    body
}
