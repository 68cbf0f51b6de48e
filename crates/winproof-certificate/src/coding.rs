//! Numbers and ascending positions as bytes: in certificates, and in temporary files.
//! `docs/CERTIFICATES.md` has the format.

use std::io::{self, BufRead, BufReader, Read};

/// Seven bits per byte, the lowest first; all bytes but the last have the top bit set.
pub(crate) fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// A position as what it shares with the one before it, and the rest.
pub(crate) fn put_position(bytes: &mut Vec<u8>, previous: &[u8], position: &[u8]) {
    let shared = previous.iter().zip(position).take_while(|(a, b)| a == b).count();
    put_number(bytes, shared as u64);
    put_number(bytes, (position.len() - shared) as u64);
    bytes.extend(&position[shared..]);
}

/// Why bytes could not be read.
pub(crate) enum Fault {
    /// The source reports an error.
    Io(io::Error),
    /// There are no more of them.
    Ended,
    /// They are not what they should be.
    Malformed(&'static str),
    /// They announce more bytes than allowed.
    TooLong,
}

/// Reads numbers and bytes, none of which are trusted.
pub(crate) struct Decoder<R> {
    reader: BufReader<R>,
}

impl<R: Read> Decoder<R> {
    pub fn new(reader: R) -> Decoder<R> {
        Decoder { reader: BufReader::new(reader) }
    }

    /// Where the bytes come from.
    pub fn source(&mut self) -> &mut R {
        self.reader.get_mut()
    }

    /// Whether everything has been read.
    pub fn at_end(&mut self) -> Result<bool, Fault> {
        Ok(self.reader.fill_buf().map_err(Fault::Io)?.is_empty())
    }

    pub fn byte(&mut self) -> Result<u8, Fault> {
        let byte = self.reader.fill_buf().map_err(Fault::Io)?.first().copied();
        self.reader.consume(usize::from(byte.is_some()));
        byte.ok_or(Fault::Ended)
    }

    /// Reads what [`put_number`] wrote.
    pub fn number(&mut self) -> Result<u64, Fault> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Fault::Malformed("a number exceeds 64 bits"))
    }

    pub fn small_number(&mut self) -> Result<u32, Fault> {
        u32::try_from(self.number()?).map_err(|_| Fault::Malformed("a number exceeds 32 bits"))
    }

    /// Reads what [`put_position`] wrote about a position that shares its beginning with `previous`, if
    /// `fits` allows a position of its length.
    pub fn variant(
        &mut self,
        previous: &[u8],
        position: &mut Vec<u8>,
        fits: impl FnOnce(usize) -> bool,
    ) -> Result<(), Fault> {
        let (shared, rest) = self.lengths(previous, fits)?;
        position.extend(&previous[..shared]);
        self.append(rest, position)
    }

    /// Reads a count and as many bytes, if `fits` allows them. More than `most` are malformed.
    pub fn bytes(
        &mut self,
        bytes: &mut Vec<u8>,
        most: usize,
        fits: impl FnOnce(usize) -> bool,
    ) -> Result<(), Fault> {
        match usize::try_from(self.number()?) {
            Ok(count) if count <= most && fits(count) => self.append(count, bytes),
            Ok(count) if count <= most => Err(Fault::TooLong),
            _ => Err(Fault::Malformed("it has more bytes than such a claim can have")),
        }
    }

    /// Reads how many bytes a position shares with the one before it, and how many follow.
    fn lengths(
        &mut self,
        previous: &[u8],
        fits: impl FnOnce(usize) -> bool,
    ) -> Result<(usize, usize), Fault> {
        let shared = self.number()?;
        if shared > previous.len() as u64 {
            return Err(Fault::Malformed("it shares more bytes than the position before it has"));
        }
        let shared = shared as usize;
        let rest = usize::try_from(self.number()?).unwrap_or(usize::MAX);
        if fits(shared.saturating_add(rest)) { Ok((shared, rest)) } else { Err(Fault::TooLong) }
    }

    /// Appends the next `count` bytes as they arrive: a count alone allocates nothing.
    fn append(&mut self, mut count: usize, bytes: &mut Vec<u8>) -> Result<(), Fault> {
        while count > 0 {
            let chunk = self.reader.fill_buf().map_err(Fault::Io)?;
            let taken = count.min(chunk.len());
            if taken == 0 {
                return Err(Fault::Ended);
            }
            bytes.extend(&chunk[..taken]);
            self.reader.consume(taken);
            count -= taken;
        }
        Ok(())
    }
}

/// Reads what [`put_number`] wrote from the start of the bytes and removes it, if it has at most 32 bits and
/// five bytes.
pub(crate) fn take_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0_u64;
    for shift in (0..35).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return u32::try_from(number).ok();
        }
    }
    None
}

/// A place in a sequence of strictly ascending positions. It holds the current one and, while it advances,
/// the new bytes of the next.
#[derive(Default)]
pub(crate) struct Ascending {
    position: Vec<u8>,
    rest: Vec<u8>,
    started: bool,
}

impl Ascending {
    /// The position last read; no bytes at first.
    pub fn position(&self) -> &[u8] {
        &self.position
    }

    /// Reads the next position, if `fits` allows one of its length.
    pub fn advance<R: Read>(
        &mut self,
        decoder: &mut Decoder<R>,
        fits: impl FnOnce(usize) -> bool,
    ) -> Result<(), Fault> {
        let (shared, rest) = decoder.lengths(&self.position, fits)?;
        self.rest.clear();
        decoder.append(rest, &mut self.rest)?;
        if self.started && self.rest.as_slice() <= &self.position[shared..] {
            return Err(Fault::Malformed("its position does not come after the one before it"));
        }
        self.position.truncate(shared);
        self.position.extend(&self.rest);
        self.started = true;
        Ok(())
    }
}
