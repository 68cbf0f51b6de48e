//! Files with arbitrary contents and correct checksums, so that the code after the checksums is tested too.

use std::io::{self, Read, Write};
use std::sync::LazyLock;

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use winproof::save::{self, LoadError, State, StateReader, StateWriter};

use crate::examples::{examples, header};

/// Where the compressed records of a certificate begin.
fn front_length(file: &[u8]) -> usize {
    let header = file[9..13].try_into().expect("four bytes");
    13 + u32::from_le_bytes(header) as usize + 1 + 8 + 4
}

/// A certificate with this body.
pub fn certificate(form: u8, count: u64, body: &[u8]) -> Vec<u8> {
    static FRONT: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let example = examples("certificate").swap_remove(0);
        example[..front_length(&example) - 13].to_vec()
    });
    let mut file = FRONT.clone();
    file.push(form);
    file.extend(count.to_le_bytes());
    file.extend(crc32fast::hash(&file).to_le_bytes());
    let mut encoder = DeflateEncoder::new(file, Compression::fast());
    encoder.write_all(body).expect("a vector takes everything");
    let mut file = encoder.finish().expect("a vector takes everything");
    file.extend(crc32fast::hash(body).to_le_bytes());
    file
}

/// What [`certificate`] takes, from a real one.
pub fn body(file: &[u8]) -> Vec<u8> {
    let front = front_length(file);
    let count = u64::from_le_bytes(file[front - 12..front - 4].try_into().expect("eight bytes"));
    let mut input = vec![file[front - 13] | (count.min(127) as u8) << 1];
    let mut decoder = DeflateDecoder::new(&file[front..file.len() - 4]);
    decoder.read_to_end(&mut input).expect("a certificate of ours can be read");
    input
}

/// A save with this state.
pub fn save(state: &[u8]) -> Vec<u8> {
    struct Raw<'a>(&'a [u8]);
    impl State for Raw<'_> {
        fn save(&mut self, out: &mut StateWriter<'_>) -> io::Result<()> {
            out.bytes(self.0)
        }

        fn load(&mut self, _input: &mut StateReader<'_>) -> Result<(), LoadError> {
            Ok(())
        }
    }
    let mut file = Vec::new();
    let config = winproof::Config::new(winproof::Algorithm::DfPn);
    save::write(&mut file, &header(&config), &[], &mut Raw(state))
        .expect("a vector takes everything");
    file
}

/// What [`save`] takes, from a real one.
pub fn state(mut file: &[u8]) -> Vec<u8> {
    let input = &mut file;
    save::read_header(input).expect("a save of ours can be read");
    let mut reader = StateReader::new(input);
    save::read_attachments(&mut reader).expect("a save of ours can be read");
    let mut state = Vec::new();
    while let Ok(word) = reader.word() {
        state.extend(word.to_le_bytes());
    }
    state
}
