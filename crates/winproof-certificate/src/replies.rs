//! Replies: what the claimant plays after a move of the opponent, and the position that the result dominates.
//!
//! In a game with dominance one answer often serves many moves of the opponent. A record that names the answers once
//! replaces the records of the positions after all those moves, and of the positions after the answers.

use winproof_rules::{Game, Move, Player, Question};

use crate::Form;
use crate::coding::{put_number, take_number};

/// The most replies of a record, so that no record asks more of a checker than that after each legal move.
pub const MOST_REPLIES: usize = 255;

/// The most moves that the replies of a record have, all together.
const MOST_MOVES: usize = 255;

/// A reply: moves of the claimant, and the position that the position after them dominates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply<P> {
    /// The moves, often one or none.
    pub line: Vec<Move>,
    /// The dominated position, or its bytes.
    pub dominated: P,
}

/// Appends replies in the format of certificates: for each, the number of moves, their codes, and the position with its
/// length before it.
pub fn write_replies<B: AsRef<[u8]>>(replies: &[Reply<B>], bytes: &mut Vec<u8>) {
    for Reply { line, dominated } in replies {
        let dominated = dominated.as_ref();
        put_number(bytes, line.len() as u64);
        line.iter().for_each(|mv| put_number(bytes, mv.0.into()));
        put_number(bytes, dominated.len() as u64);
        bytes.extend(dominated);
    }
}

/// Returns the replies that [`write_replies`] wrote; `None` if the bytes are not from one to 255 of them.
pub fn read_replies(mut bytes: &[u8]) -> Option<Vec<Reply<&[u8]>>> {
    let mut replies = Vec::new();
    let mut moves = 0;
    while !bytes.is_empty() {
        let count = take_number(&mut bytes)? as usize;
        moves += count;
        if moves > MOST_MOVES || replies.len() == MOST_REPLIES {
            return None;
        }
        let line: Option<_> = (0..count).map(|_| take_number(&mut bytes).map(Move)).collect();
        let length = take_number(&mut bytes)? as usize;
        let (dominated, rest) = bytes.split_at_checked(length)?;
        replies.push(Reply { line: line?, dominated });
        bytes = rest;
    }
    (!replies.is_empty()).then_some(replies)
}

/// Tries replies out, to see whether they work.
pub struct ReplyTrial<'g, G: Game> {
    game: &'g G,
    question: Question,
    form: Form,
    claimant: Player,
    /// How many moves were tried so far.
    pub tried: u64,
    scratch: Vec<Move>,
}

impl<'g, G: Game> ReplyTrial<'g, G> {
    /// Makes one for records of this form and a question in normal form.
    pub fn new(game: &'g G, question: Question, form: Form) -> Self {
        let claimant = form.claimant(question);
        ReplyTrial { game, question, form, claimant, tried: 0, scratch: Vec::new() }
    }

    /// Returns whether a reply works in a position in which the game is not over: the moves are legal and the claimant's
    /// own, and one of them ends the game as the claimant wants it, or the position after all of them is the dominated
    /// position or dominates it.
    pub fn works(&mut self, reply: &Reply<G::Position>, position: &G::Position) -> bool {
        self.follow(&reply.line, &reply.dominated, position)
    }

    /// Does the same with the parts of a reply.
    pub fn follow(
        &mut self,
        line: &[Move],
        dominated: &G::Position,
        position: &G::Position,
    ) -> bool {
        let mut reached = None;
        for &mv in line {
            let at = reached.as_ref().unwrap_or(position);
            self.tried += 1;
            if self.game.to_move(at) != self.claimant
                || !self.game.is_legal(at, mv, &mut self.scratch)
            {
                return false;
            }
            let next = self.game.play(at, mv);
            if let Some(met) = self.question.settled(self.game, &next) {
                return met == (self.form == Form::Strategy);
            }
            reached = Some(next);
        }
        let reached = reached.as_ref().unwrap_or(position);
        let dominance = self.game.dominance();
        reached == dominated
            || dominance.is_some_and(|it| it.dominates(reached, dominated, self.claimant))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_come_back_from_bytes() {
        let reply = |line: &[u32], dominated: &'static [u8]| Reply {
            line: line.iter().map(|&code| Move(code)).collect(),
            dominated,
        };
        let replies = [reply(&[], b"abc"), reply(&[7, 300], b""), reply(&[u32::MAX], b"\x80")];
        let mut bytes = Vec::new();
        write_replies(&replies, &mut bytes);
        assert_eq!(read_replies(&bytes).unwrap(), replies);
        for length in 0..bytes.len() {
            let read = read_replies(&bytes[..length]);
            assert!(read.is_none_or(|read| read.len() < replies.len()), "{length}");
        }
    }

    #[test]
    fn there_are_not_too_many() {
        let many = |replies: usize, moves: usize| {
            let replies = vec![Reply { line: vec![Move(1); moves], dominated: [1_u8] }; replies];
            let mut bytes = Vec::new();
            write_replies(&replies, &mut bytes);
            read_replies(&bytes).is_some()
        };
        assert!(many(255, 0) && many(255, 1) && many(1, 255));
        assert!(!many(0, 0) && !many(256, 0) && !many(2, 128) && !many(1, 256));
    }

    #[test]
    fn other_bytes_are_refused() {
        let cases: [&[u8]; 6] =
            [&[], &[0], &[0, 2, 1], &[1, 5], &[0xff, 0xff, 0xff, 0xff, 0x0f], &[0, 0x80]];
        for bytes in cases {
            assert_eq!(read_replies(bytes), None, "{bytes:?}");
        }
    }
}
