//! The bytes of a state, in pieces that each have a checksum.
//!
//! A piece is its length and its checksum, 32 bits each, and then its bytes; the checksum covers the
//! piece's number as well, so that pieces cannot change places. An empty piece is the end.

use std::io::{self, Read, Write};

use winproof_rules::StopSignal;

use super::LoadError;

/// Bytes of a piece. If it is larger, more is copied before it is written; if it is smaller, there are more
/// system calls.
const PIECE: usize = 1 << 20;

fn checksum(number: u64, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(bytes);
    hasher.finalize()
}

/// Fills a buffer from a file.
pub(super) fn fill(input: &mut dyn Read, buffer: &mut [u8]) -> Result<(), LoadError> {
    input.read_exact(buffer).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => LoadError::CutOff,
        _ => LoadError::Io(error),
    })
}

/// Writes a state.
pub struct StateWriter<'a> {
    out: &'a mut dyn Write,
    piece: Vec<u8>,
    number: u64,
    written: u64,
}

impl<'a> StateWriter<'a> {
    pub(crate) fn new(out: &'a mut dyn Write) -> StateWriter<'a> {
        StateWriter { out, piece: Vec::with_capacity(PIECE), number: 0, written: 0 }
    }

    /// Writes a number.
    pub fn word(&mut self, word: u64) -> io::Result<()> {
        self.words(&[word])
    }

    /// Writes numbers.
    pub fn words(&mut self, mut words: &[u64]) -> io::Result<()> {
        while !words.is_empty() {
            let room = (PIECE - self.piece.len()) / size_of::<u64>();
            let (now, later) = words.split_at(room.min(words.len()));
            let used = self.piece.len();
            self.piece.resize(used + size_of_val(now), 0);
            let bytes = self.piece[used..].chunks_exact_mut(size_of::<u64>());
            bytes.zip(now).for_each(|(bytes, word)| bytes.copy_from_slice(&word.to_le_bytes()));
            if !later.is_empty() || self.piece.len() == PIECE {
                self.end_piece()?;
            }
            words = later;
        }
        Ok(())
    }

    /// Writes bytes, padded with zeros to a whole number of words.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        for chunk in bytes.chunks(size_of::<u64>()) {
            let mut word = [0; size_of::<u64>()];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word))?;
        }
        Ok(())
    }

    fn end_piece(&mut self) -> io::Result<()> {
        let checksum = checksum(self.number, &self.piece);
        self.out.write_all(&(self.piece.len() as u32).to_le_bytes())?;
        self.out.write_all(&checksum.to_le_bytes())?;
        self.out.write_all(&self.piece)?;
        self.written += 8 + self.piece.len() as u64;
        self.number += 1;
        self.piece.clear();
        Ok(())
    }

    /// Writes the end. Returns how many bytes the state took.
    pub(crate) fn finish(mut self) -> io::Result<u64> {
        if !self.piece.is_empty() {
            self.end_piece()?;
        }
        self.end_piece()?;
        Ok(self.written)
    }
}

/// Reads a state.
pub struct StateReader<'a> {
    input: &'a mut dyn Read,
    piece: Vec<u8>,
    /// The bytes of the piece that were read.
    used: usize,
    number: u64,
    ended: bool,
    stop: StopSignal,
}

impl<'a> StateReader<'a> {
    /// Reads the state that begins here.
    pub fn new(input: &'a mut dyn Read) -> StateReader<'a> {
        let stop = StopSignal::default();
        StateReader { input, piece: Vec::new(), used: 0, number: 0, ended: false, stop }
    }

    /// Sets the signal that ends the loading of a large state early.
    pub fn with_stop(self, stop: StopSignal) -> StateReader<'a> {
        StateReader { stop, ..self }
    }

    /// Returns the signal that ends the loading early.
    pub fn stop_signal(&self) -> &StopSignal {
        &self.stop
    }

    /// Makes sure that the piece has bytes left.
    fn next_piece(&mut self) -> Result<(), LoadError> {
        if self.used < self.piece.len() {
            return Ok(());
        }
        if self.ended {
            return Err(LoadError::Damaged("it ends too early"));
        }
        if let Some(cause) = self.stop.poll() {
            return Err(LoadError::Stopped(cause.into()));
        }
        let mut front = [0; 8];
        fill(self.input, &mut front)?;
        let [length, expected] = [&front[..4], &front[4..]]
            .map(|bytes| u32::from_le_bytes(bytes.try_into().expect("four bytes")));
        if length as usize > PIECE || !length.is_multiple_of(size_of::<u64>() as u32) {
            return Err(LoadError::Damaged("a piece of it has an impossible length"));
        }
        self.piece.resize(length as usize, 0);
        self.used = 0;
        fill(self.input, &mut self.piece)?;
        if checksum(self.number, &self.piece) != expected {
            return Err(LoadError::Damaged("the checksum of a piece is wrong"));
        }
        self.number += 1;
        self.ended = length == 0;
        if self.ended { self.next_piece() } else { Ok(()) }
    }

    /// Reads a number.
    pub fn word(&mut self) -> Result<u64, LoadError> {
        let [word] = self.array()?;
        Ok(word)
    }

    /// Reads some numbers.
    pub fn array<const N: usize>(&mut self) -> Result<[u64; N], LoadError> {
        let mut words = [0; N];
        self.words(&mut words)?;
        Ok(words)
    }

    /// Reads as many numbers as there is room for.
    pub fn words(&mut self, mut words: &mut [u64]) -> Result<(), LoadError> {
        while !words.is_empty() {
            self.next_piece()?;
            let left = &self.piece[self.used..];
            let count = words.len().min(left.len() / size_of::<u64>());
            let (now, later) = words.split_at_mut(count);
            for (word, bytes) in now.iter_mut().zip(left.chunks_exact(size_of::<u64>())) {
                *word = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
            }
            self.used += count * size_of::<u64>();
            words = later;
        }
        Ok(())
    }

    /// Reads bytes. Takes no more memory than there are bytes.
    pub fn bytes(&mut self, length: u64) -> Result<Vec<u8>, LoadError> {
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < length {
            bytes.extend(self.word()?.to_le_bytes());
        }
        bytes.truncate(length as usize);
        Ok(bytes)
    }

    /// Makes sure that everything was read, and that nothing follows.
    pub fn finish(mut self) -> Result<(), LoadError> {
        match self.next_piece() {
            Err(LoadError::Damaged(_)) if self.ended => {}
            Err(error) => return Err(error),
            Ok(()) => return Err(LoadError::Damaged("it contains more than it should")),
        }
        let mut behind = [0];
        match self.input.read(&mut behind)? {
            0 => Ok(()),
            _ => Err(LoadError::Damaged("something follows after its end")),
        }
    }
}
