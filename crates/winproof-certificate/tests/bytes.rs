//! Files whose bytes were damaged: nothing false is read, nothing panics, and memory stays bounded.

mod support;

use std::io::Write;

use flate2::{Compression, write::DeflateEncoder};
use support::graph::GraphGame;
use support::oracle::certify;
use support::raw::{Raw, file, growing_records, many_records, put_number};
use support::{AMPLE, question, to_bytes, verify, verify_streamed};
use winproof_certificate::{Certificate, Claim, ReadError};
use winproof_rules::Player;

fn certificate() -> Certificate {
    let game = GraphGame::new("A1,4 B2,3 A5,0 A6,1 B7,0 =1 =1 =-1", 0);
    certify("strategy", &game, 0, question(Player::First, 1))
}

fn read_error(bytes: &[u8]) -> String {
    let error = Certificate::read_from(bytes, AMPLE).unwrap_err().to_string();
    assert_eq!(verify_streamed(bytes, AMPLE), Err(format!("unreadable: {error}")));
    error
}

#[test]
fn cut_off_anywhere() {
    let bytes = to_bytes(&certificate());
    assert_eq!(read_error(&[]), "the file is empty");
    for length in 1..bytes.len() {
        let error = read_error(&bytes[..length]);
        assert!(error.contains("cut off"), "{length} bytes: {error}");
    }
}

#[test]
fn any_bit_flipped() {
    let certificate = certificate();
    let mut bytes = to_bytes(&certificate);
    for bit in 0..bytes.len() * 8 {
        bytes[bit / 8] ^= 1 << (bit % 8);
        // Some bits of the packing mean nothing, such as those that fill its last byte.
        match Certificate::read_from(&bytes[..], AMPLE) {
            Ok(read) => {
                assert_eq!(read, certificate, "bit {bit}");
                verify(&bytes, AMPLE).unwrap();
            }
            Err(_) => drop(read_error(&bytes)),
        }
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
}

#[test]
fn something_after_the_end() {
    let mut bytes = to_bytes(&certificate());
    bytes.push(0);
    assert_eq!(read_error(&bytes), "there are bytes after the end of the certificate");
}

#[test]
fn two_files_in_one() {
    let bytes = to_bytes(&certificate()).repeat(2);
    assert_eq!(read_error(&bytes), "there are bytes after the end of the certificate");
}

#[test]
fn other_files() {
    for bytes in [&b"\x89PNG\r\n\x1a\n"[..], b"{\"game\":\"graph\"}", b"x", &[0; 1000]] {
        assert_eq!(read_error(bytes), "this is not a Winproof certificate");
    }
    let text_mode = to_bytes(&certificate()).into_iter().filter(|&byte| byte != b'\r');
    assert_eq!(read_error(&text_mode.collect::<Vec<_>>()), "this is not a Winproof certificate");
}

#[test]
fn another_version() {
    let mut bytes = to_bytes(&certificate());
    for version in [0, 7, 255] {
        bytes[8] = version;
        let expected = format!(
            "the certificate has format version {version}; this program reads versions 1 to 6"
        );
        assert_eq!(read_error(&bytes), expected);
    }
}

#[test]
fn checksums_tell_where_the_damage_is() {
    let bytes = to_bytes(&certificate());
    let mut header = bytes.clone();
    header[20] ^= 1;
    assert!(read_error(&header).contains("checksum of the header"));
    let mut end = bytes.clone();
    *end.last_mut().unwrap() ^= 1;
    assert!(read_error(&end).contains("checksum of the records"));
}

/// A body of zeros that unpacks to a thousand times its size, in as many ways as records allow.
#[test]
fn small_files_that_unpack_to_huge_ones() {
    const LIMIT: usize = 1 << 20;
    const UNPACKED: usize = 16 << 20;
    let header = serde_json::to_vec(&certificate().header).unwrap();

    // One position of 16 megabytes.
    let mut long = vec![0];
    put_number(&mut long, UNPACKED as u64);
    long.resize(UNPACKED, 0);
    let (growing, many) = (growing_records(20_000), many_records());
    for (name, body) in [("long", long), ("growing", growing), ("many", many)] {
        let bytes = file(&header, 0, 1_000_000, &body);
        assert!(bytes.len() < body.len() / 2 || name == "many");
        match Certificate::read_from(&bytes[..], LIMIT).unwrap_err() {
            ReadError::Memory(LIMIT) => {}
            other => panic!("{name}: {other}"),
        }
    }
    let error = Certificate::read_from(&file(&header, 0, 9, &[0, 9])[..], 100).unwrap_err();
    assert_eq!(error.to_string(), "the certificate needs more than 100 bytes of memory");
}

/// Length fields that promise what does not follow must not be believed.
#[test]
fn lengths_without_bytes_behind_them() {
    let mut bytes = to_bytes(&certificate());
    bytes[9..13].copy_from_slice(&u32::MAX.to_le_bytes());
    let error = Certificate::read_from(&bytes[..], usize::MAX).unwrap_err().to_string();
    assert_eq!(error, "the file is cut off in the header");

    let header = serde_json::to_vec(&certificate().header).unwrap();
    let mut body = vec![0];
    put_number(&mut body, 1 << 60);
    let error = Certificate::read_from(&file(&header, 0, 1, &body)[..], usize::MAX).unwrap_err();
    assert!(error.to_string().contains("in number 1 of 1"), "{error}");
}

/// The packed part may be any deflate stream, also one of stored blocks.
#[test]
fn unpacked_storage_is_read_too() {
    let raw = Raw::new(&certificate());
    let packed = raw.to_bytes();
    let header = serde_json::to_vec(&raw.header).unwrap();
    let front = 8 + 1 + 4 + header.len() + 1 + 8 + 4;
    let mut body = Vec::new();
    for record in &raw.records {
        body.extend([0, 2, record.position[0], record.position[1]]);
        match record.claim {
            Claim::Move(mv) => body.extend([1, mv.0 as u8]),
            _ => body.push(0),
        }
        body.push(record.rank as u8);
    }
    let mut bytes = packed[..front].to_vec();
    let mut encoder = DeflateEncoder::new(&mut bytes, Compression::none());
    encoder.write_all(&body).unwrap();
    encoder.finish().unwrap();
    bytes.extend(crc32fast::hash(&body).to_le_bytes());
    verify(&bytes, AMPLE).unwrap();
}
