//! Threats: lines of moves by which a player ends the game unless the opponent prevents it.
//!
//! Where a turn has several steps, most of the opponent's moves change nothing: the same few steps end the
//! game after each of a hundred moves. A record that names these steps once replaces hundreds that would each
//! name one.

use winproof_rules::{Game, Move, Question};

use crate::Form;
use crate::coding::{put_number, take_number};

/// Lines of moves, each of them all by one player, of which one is to be carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Threats {
    moves: Vec<Move>,
    /// Where each line ends in `moves`.
    ends: Vec<usize>,
}

/// The most moves that the threats of a record have, all lines together, so that no record asks more of a
/// checker than that after each legal move. A larger limit would not help much: the turns of Arimaa for which
/// certificates are made have a dozen.
pub const MOST_THREATENED: usize = 255;

/// The most bytes that the threats of a record take: five for each move, and five for the length of each
/// line.
pub(crate) const MOST_BYTES: usize = 10 * MOST_THREATENED;

impl Threats {
    /// Adds a line. Returns whether the line was added: a line has at least one move, and all of them
    /// together have at most [`MOST_THREATENED`].
    pub fn push(&mut self, line: &[Move]) -> bool {
        let fits = !line.is_empty() && self.moves.len() + line.len() <= MOST_THREATENED;
        if fits {
            self.moves.extend(line);
            self.ends.push(self.moves.len());
        }
        fits
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Removes all lines.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.ends.clear();
    }

    /// The lines, in their order.
    pub fn lines(&self) -> impl Iterator<Item = &[Move]> {
        (0..self.ends.len()).map(|number| self.line(number))
    }

    fn line(&self, number: usize) -> &[Move] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.moves[start..self.ends[number]]
    }

    /// Appends the lines in the format of certificates: for each, the number of moves and their codes.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        for line in self.lines() {
            put_number(bytes, line.len() as u64);
            line.iter().for_each(|mv| put_number(bytes, mv.0.into()));
        }
    }

    /// Replaces the lines by those in the bytes. Returns whether the bytes are at least one line, as
    /// [`write`](Threats::write) writes them, and not too many.
    pub fn read(&mut self, mut bytes: &[u8]) -> bool {
        self.clear();
        while !bytes.is_empty() {
            let Some(count @ 1..) = take_number(&mut bytes) else { return false };
            if self.moves.len().saturating_add(count as usize) > MOST_THREATENED {
                return false;
            }
            for _ in 0..count {
                let Some(code) = take_number(&mut bytes) else { return false };
                self.moves.push(Move(code));
            }
            self.ends.push(self.moves.len());
        }
        !self.is_empty()
    }
}

/// Tries threats out, to see whether they work.
pub struct Trial<'g, G> {
    game: &'g G,
    question: Question,
    form: Form,
    /// How many moves were tried so far.
    pub tried: u64,
    scratch: Vec<Move>,
}

impl<'g, G: Game> Trial<'g, G> {
    /// Makes one for records of this form and a question in normal form.
    pub fn new(game: &'g G, question: Question, form: Form) -> Trial<'g, G> {
        Trial { game, question, form, tried: 0, scratch: Vec::new() }
    }

    /// Returns the first line that the claimant can carry out from a position that is not an end: all its
    /// moves are legal and the claimant's own, and one of them, at the latest the last, ends the game as the
    /// claimant wants it.
    pub fn first<'t>(
        &mut self,
        threats: &'t Threats,
        position: &G::Position,
    ) -> Option<&'t [Move]> {
        if threats.is_empty() || self.game.to_move(position) != self.form.claimant(self.question) {
            return None;
        }
        threats.lines().find(|line| self.succeeds(line, position))
    }

    /// Returns whether one line can be carried out in this way.
    pub fn succeeds(&mut self, line: &[Move], position: &G::Position) -> bool {
        let (game, claimant) = (self.game, self.form.claimant(self.question));
        let mut reached = None;
        for &mv in line {
            let at = reached.as_ref().unwrap_or(position);
            self.tried += 1;
            if game.to_move(at) != claimant || !game.is_legal(at, mv, &mut self.scratch) {
                return false;
            }
            let next = game.play(at, mv);
            if let Some(met) = self.question.settled(game, &next) {
                return met == (self.form == Form::Strategy);
            }
            reached = Some(next);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lines: &[&[u32]]) -> Threats {
        let mut threats = Threats::default();
        for line in lines {
            assert!(threats.push(&line.iter().map(|&code| Move(code)).collect::<Vec<_>>()));
        }
        threats
    }

    #[test]
    fn lines_come_back_from_bytes() {
        for lines in [&[&[7][..]][..], &[&[0, 1, 127, 128], &[u32::MAX], &[300, 300]]] {
            let threats = of(lines);
            let mut bytes = Vec::new();
            threats.write(&mut bytes);
            let mut read = of(&[&[1, 2, 3]]);
            assert!(read.read(&bytes));
            assert_eq!(read, threats);
            assert_eq!(read.lines().count(), lines.len());
        }
    }

    #[test]
    fn other_bytes_are_refused() {
        let cases: [&[u8]; 8] = [
            &[],
            &[0],
            &[1],
            &[1, 5, 0],
            &[2, 5],
            &[1, 0x80],
            &[1, 0xff, 0xff, 0xff, 0xff, 0x10],
            &[1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00],
        ];
        for bytes in cases {
            assert!(!Threats::default().read(bytes), "{bytes:?}");
        }
        assert!(!Threats::default().read(&[0xff, 0xff, 0xff, 0xff, 0x0f, 1]));
    }

    #[test]
    fn there_are_not_too_many() {
        let mut threats = of(&[&[1; MOST_THREATENED - 1]]);
        assert!(!threats.push(&[]) && !threats.push(&[Move(1); 2]) && threats.push(&[Move(2)]));
        let mut bytes = Vec::new();
        threats.write(&mut bytes);
        assert!(Threats::default().read(&bytes));
        bytes.extend([1, 1]);
        assert!(!Threats::default().read(&bytes));
    }
}
