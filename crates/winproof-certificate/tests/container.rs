//! Files with several certificates.

mod support;

use std::io::{Cursor, Read, Seek, SeekFrom};

use support::graph::GraphGame;
use support::{AMPLE, header, question, to_bytes};
use winproof_certificate::{
    Certificate, CertificateFile, CertificateStream, Claim, Form, Place, RecordSetBuilder, Section,
    read_certificates, write_container,
};
use winproof_rules::{Encoding, Move, Player};

/// The first player ends the game at node 1.
fn certificates() -> [Certificate; 3] {
    let game = GraphGame::new("A1 =1", 0);
    let made = |target: i32, proved| {
        let question = question(Player::First, target);
        let header = header("A1 =1", game.endless, 0, question, proved);
        let (_, form) = header.obligation(&game);
        let mut records = RecordSetBuilder::new(form);
        if form == Form::Strategy {
            let mut root = Vec::new();
            game.encode(&0, &mut root);
            records.push(&root, Claim::Move(Move(1)), 1);
        }
        Certificate { header, records: records.finish().unwrap() }
    };
    [made(1, true), made(2, false), made(0, true)]
}

fn container(certificates: &[&Certificate]) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_container(certificates, &mut bytes).unwrap();
    bytes
}

fn read_error(bytes: &[u8]) -> String {
    read_certificates(bytes, AMPLE).unwrap_err().to_string()
}

#[test]
fn what_is_written_is_read() {
    let [first, second, third] = &certificates();
    for some in [&[first][..], &[first, second], &[second, third, first]] {
        let read = read_certificates(&container(some)[..], AMPLE).unwrap();
        assert!(read.iter().eq(some.iter().copied()));
    }
    // A single certificate is a file of its own.
    let read = read_certificates(&to_bytes(first)[..], AMPLE).unwrap();
    assert_eq!(read, std::slice::from_ref(first));
}

/// Every byte counts: a file that was changed anywhere is not read.
#[test]
fn damage_is_noticed() {
    let [first, second, _] = &certificates();
    let whole = container(&[first, second]);
    for place in 0..whole.len() {
        assert!(read_certificates(&whole[..place], AMPLE).is_err(), "cut off at {place}");
        let mut damaged = whole.clone();
        damaged[place] ^= 1;
        assert!(read_certificates(&damaged[..], AMPLE).is_err(), "byte {place}");
        let mut longer = whole.clone();
        longer.insert(place, 0);
        assert!(read_certificates(&longer[..], AMPLE).is_err(), "byte {place}");
    }
    let trailing = [&whole[..], b"!"].concat();
    assert_eq!(read_error(&trailing), "there are bytes after the end of the certificate");
    assert_eq!(read_error(b""), "the file is empty");
    assert_eq!(read_error(&whole[..8]), "the file is cut off in the directory");
    let mut version = whole.clone();
    version[8] = 2;
    assert_eq!(
        read_error(&version),
        "the file has container version 2; this program reads version 1"
    );
    // With checksums in order.
    for count in [0_u8, 17] {
        let mut directory = [&whole[..9], &[count]].concat();
        directory.extend(vec![0; 8 * usize::from(count)]);
        let checksum = crc32fast::hash(&directory);
        directory.extend(checksum.to_le_bytes());
        assert_eq!(
            read_error(&directory),
            format!("the file holds {count} certificates; expected 1 to 16")
        );
    }
    let mut directory = [&whole[..9], &[1]].concat();
    directory.extend(u64::MAX.to_le_bytes());
    let checksum = crc32fast::hash(&directory);
    directory.extend(checksum.to_le_bytes());
    let endless = [&directory[..], &to_bytes(first)].concat();
    assert_eq!(read_certificates(&endless[..], AMPLE).unwrap().len(), 1, "lengths are only limits");
}

/// Parts can be read several times, as streaming requires.
#[test]
fn parts_are_files_of_their_own() {
    let [first, second, _] = &certificates();
    let whole = container(&[first, second]);
    let mut parts = CertificateFile::open(&whole[..]).unwrap();
    assert_eq!(parts.len(), 2);
    let mut places = Vec::new();
    while let Some((place, mut part)) = parts.next_part() {
        part.read_to_end(&mut Vec::new()).unwrap();
        places.push(place);
    }
    parts.finish().unwrap();
    let game = GraphGame::new("A1 =1", 0);
    for (place, certificate) in places.into_iter().zip([first, second]) {
        let bytes = to_bytes(certificate);
        let mut section = Section::new(Cursor::new(&whole), place);
        for _ in 0..2 {
            section.rewind().unwrap();
            let mut read = Vec::new();
            section.read_to_end(&mut read).unwrap();
            assert_eq!(read, bytes);
        }
        assert_eq!(section.seek(SeekFrom::End(-4)).unwrap(), bytes.len() as u64 - 4);
        assert_eq!(section.seek(SeekFrom::Current(1)).unwrap(), bytes.len() as u64 - 3);
        assert!(section.seek(SeekFrom::Current(-1000)).is_err());
        let folder = std::env::temp_dir();
        let mut stream = CertificateStream::open(section, 1 << 20, &folder).unwrap();
        assert_eq!(stream.header(), &certificate.header);
        stream.check(&game, &0).unwrap();
    }
    let beyond = Place { start: u64::MAX, length: u64::MAX };
    assert!(Section::new(Cursor::new(&whole), beyond).seek(SeekFrom::Start(2)).is_err());
}
