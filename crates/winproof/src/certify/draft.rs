//! What was done of a certificate that is not finished, as words of a save.
//!
//! It helps another attempt and is not trusted: what comes of it is checked like everything else. So positions are
//! identified by their keys where no more is needed.

use winproof_rules::{Encoding, Key, Move};

use super::reduced::{Support, Weak};
use crate::key_map::KeyMap;

/// A draft. Each way to make certificates has its own kind.
pub enum Draft<P> {
    /// Of a [`Region`](super::Region): what is known about positions, by key.
    Hints(KeyMap<Hint>),
    /// Of a [`Reduced`](super::Reduced): its weakened positions, and which of them others dominate.
    Weakened(Weakened<P>),
}

/// What is known about a position of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// This move solves it.
    Move(Move),
    /// Minimax settles it within this many positions.
    Settled(u32),
}

/// The state of a [`Reduced`](super::Reduced).
pub struct Weakened<P> {
    /// The weakened positions.
    pub weak: Vec<Weak<P>>,
    /// By position, the weakened position that it dominates.
    pub known: KeyMap<u32>,
    /// The weakened positions that only lead from one to another, by position.
    pub links: KeyMap<u32>,
}

const HINTS: u64 = 0;
const WEAKENED: u64 = 1;

/// Writes hints.
pub fn write_hints(hints: impl ExactSizeIterator<Item = (Key, Hint)>) -> Vec<u64> {
    let mut words = Vec::with_capacity(2 + 3 * hints.len());
    words.extend([HINTS, hints.len() as u64]);
    for (key, hint) in hints {
        let hint = match hint {
            Hint::Move(mv) => u64::from(mv.0),
            Hint::Settled(visited) => 1 << 32 | u64::from(visited),
        };
        words.extend([(key.0 >> 64) as u64, key.0 as u64, hint]);
    }
    words
}

/// Writes the state of a [`Reduced`](super::Reduced).
pub fn write_weakened<G: Encoding>(
    game: &G,
    weak: &[Weak<G::Position>],
    maps: [&KeyMap<u32>; 2],
) -> Vec<u64> {
    let mut words = vec![WEAKENED, weak.len() as u64];
    let mut bytes = Vec::new();
    for Weak { position, support } in weak {
        bytes.clear();
        game.encode(position, &mut bytes);
        write_bytes(&mut words, &bytes);
        let pair = |&(mv, number): &(Move, u32)| u64::from(mv.0) << 32 | u64::from(number);
        match support {
            Support::End => words.push(0),
            Support::Move(mv, number) => words.extend([1, pair(&(*mv, *number))]),
            Support::Dominates(number) => words.extend([2, u64::from(*number)]),
            Support::Answers(answers) => {
                words.extend([3, answers.len() as u64]);
                words.extend(answers.iter().map(pair));
            }
            Support::Evidence(bytes) => {
                words.push(4);
                write_bytes(&mut words, bytes);
            }
        }
    }
    for map in maps {
        words.push(map.len() as u64);
        for (key, &number) in map {
            words.extend([(key.0 >> 64) as u64, key.0 as u64, u64::from(number)]);
        }
    }
    words
}

fn write_bytes(words: &mut Vec<u64>, bytes: &[u8]) {
    words.push(bytes.len() as u64);
    words.extend(bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    }));
}

/// Reads a draft; `None` if it is not one.
pub fn read<G: Encoding>(game: &G, words: &[u64]) -> Option<Draft<G::Position>> {
    let mut words = Words(words);
    let draft = match words.next()? {
        HINTS => Draft::Hints(words.map(|word| match (word >> 32, word as u32) {
            (0, mv) => Some(Hint::Move(Move(mv))),
            (1, visited) => Some(Hint::Settled(visited)),
            _ => None,
        })?),
        WEAKENED => Draft::Weakened(words.weakened(game)?),
        _ => return None,
    };
    words.0.is_empty().then_some(draft)
}

/// The words that are still to be read.
struct Words<'a>(&'a [u64]);

impl Words<'_> {
    fn next(&mut self) -> Option<u64> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// Reads a length that is possible if each element takes at least one word.
    fn length(&mut self) -> Option<usize> {
        usize::try_from(self.next()?).ok().filter(|&length| length <= self.0.len())
    }

    /// Reads bytes that [`write_bytes`] wrote.
    fn bytes(&mut self) -> Option<Vec<u8>> {
        let length = usize::try_from(self.next()?).ok()?;
        let mut bytes = Vec::new();
        while bytes.len() < length {
            bytes.extend(self.next()?.to_le_bytes());
        }
        bytes.truncate(length);
        Some(bytes)
    }

    fn map<T>(&mut self, read: impl Fn(u64) -> Option<T>) -> Option<KeyMap<T>> {
        let mut map = KeyMap::default();
        for _ in 0..self.length()? {
            let key = u128::from(self.next()?) << 64 | u128::from(self.next()?);
            map.insert(Key(key), read(self.next()?)?);
        }
        Some(map)
    }

    fn weakened<G: Encoding>(&mut self, game: &G) -> Option<Weakened<G::Position>> {
        let count = self.length()?;
        let mut weak = Vec::new();
        for place in 0..count {
            // A position is supported by earlier ones alone, so there are no cycles.
            let number = |word: u64| u32::try_from(word).ok().filter(|&it| (it as usize) < place);
            let pair = |word: u64| Some((Move((word >> 32) as u32), number(word & 0xffff_ffff)?));
            let position = game.decode(&self.bytes()?)?;
            let legal = game.legal_moves(&position);
            let support = match self.next()? {
                0 => Support::End,
                1 => {
                    let (mv, number) = pair(self.next()?)?;
                    Support::Move(mv, number)
                }
                2 => Support::Dominates(number(self.next()?)?),
                3 => {
                    let length = self.length()?;
                    let answers: Option<_> = (0..length).map(|_| pair(self.next()?)).collect();
                    Support::Answers(answers?)
                }
                4 => Support::Evidence(self.bytes()?),
                _ => return None,
            };
            let fits = match &support {
                Support::End => game.outcome(&position).is_some(),
                Support::Move(mv, _) => legal.contains(mv),
                Support::Dominates(_) | Support::Evidence(_) => !legal.is_empty(),
                Support::Answers(answers) => answers.iter().all(|(mv, _)| legal.contains(mv)),
            };
            fits.then(|| weak.push(Weak { position, support }))?;
        }
        let number = |word: u64| u32::try_from(word).ok().filter(|&it| (it as usize) < count);
        let known = self.map(number)?;
        let links = self.map(number)?;
        Some(Weakened { weak, known, links })
    }
}
