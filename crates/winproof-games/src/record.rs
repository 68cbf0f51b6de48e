//! Game records: files of games that people or programs played.
//!
//! A file may hold many games. [`GameSpec::record_entries`](crate::GameSpec::record_entries) finds them, in the formats
//! that a game has, and in the text that every game has ([`pgn`]); [`Played::read`] plays one of them. A format of
//! another game joins by its [`record_entries`](crate::RegisteredGame::record_entries) and
//! [`Notation::parse_played`].

pub mod pgn;
pub mod sgf;

use winproof_rules::{Game, InputError, Move, Notation, Player, split_at_moves};

/// A game in a file, before its moves are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordEntry {
    /// The text that opens the game ([`RegisteredGame::open`](crate::RegisteredGame::open)).
    pub position: String,
    /// The text that has the moves, for [`Notation::parse_played`].
    pub text: String,
    /// What else is known about the game: the players, when it was played, who won. The names are those of PGN:
    /// `Black`, `White`, `Event`, `Date`, `Result`.
    pub tags: Vec<(String, String)>,
    /// The line of the file where it begins, from 1; 0 in files without lines.
    pub line: usize,
}

impl RecordEntry {
    /// A text that has position and moves in the notation of its game.
    pub fn new(text: impl Into<String>) -> RecordEntry {
        let text = text.into();
        RecordEntry { position: text.clone(), text, tags: Vec::new(), line: 1 }
    }

    /// The same, for games whose positions are read without moves: these stand after the word `moves`.
    pub fn in_notation(text: &str) -> RecordEntry {
        let position = split_at_moves(text).map_or(text, |(before, _)| before.trim_end());
        RecordEntry { position: position.to_string(), ..RecordEntry::new(text) }
    }

    /// Says where it begins.
    pub fn at_line(self, line: usize) -> RecordEntry {
        RecordEntry { line, ..self }
    }

    /// Adds what is known about the game, unless it says nothing.
    pub fn with_tag(mut self, name: &str, value: &str) -> RecordEntry {
        let value = value.trim();
        if !value.is_empty() {
            self.tags.push((name.to_string(), value.to_string()));
        }
        self
    }
}

/// Returns the games of a file of text: those in PGN, or one in the notation of the game.
pub fn entries_of_text(file: &[u8]) -> Result<Vec<RecordEntry>, InputError> {
    let text = as_text(file)?;
    Ok(pgn::entries(text)?.unwrap_or_else(|| vec![RecordEntry::in_notation(text.trim_end())]))
}

/// Reads a file as text, without the mark that some programs put in front.
pub(crate) fn as_text(file: &[u8]) -> Result<&str, InputError> {
    let text = std::str::from_utf8(file).map_err(|_| InputError::new("expected UTF-8 text"))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(InputError::new("expected a game record in the file, which is empty"));
    }
    Ok(text)
}

/// A game, turn by turn.
#[derive(Clone, Debug)]
pub struct Played<P> {
    /// The position that it begins with.
    pub start: P,
    /// The turns.
    pub turns: Vec<PlayedTurn<P>>,
}

/// A turn of a game: one move, or several steps.
#[derive(Clone, Debug)]
pub struct PlayedTurn<P> {
    /// Who made it.
    pub player: Player,
    /// Its moves.
    pub moves: Vec<Move>,
    /// The position after it.
    pub after: P,
}

impl<P: Clone> Played<P> {
    /// Reads a game.
    pub fn read<G: Notation<Position = P>>(game: &G, text: &str) -> Result<Self, InputError> {
        let (start, moves) = game.parse_played(text)?;
        Ok(Played::new(game, start, &moves))
    }

    /// Splits moves into turns. The last one may be a part of a turn.
    pub fn new<G: Game<Position = P>>(game: &G, start: P, moves: &[Move]) -> Self {
        let mut turns: Vec<PlayedTurn<P>> = Vec::new();
        let mut position = start.clone();
        let mut begins = true;
        for &mv in moves {
            let player = game.to_move(&position);
            let after = game.play(&position, mv);
            let ends = game.ends_ply(&position, &after);
            match turns.last_mut().filter(|_| !begins) {
                Some(turn) => {
                    turn.moves.push(mv);
                    turn.after = after.clone();
                }
                None => turns.push(PlayedTurn { player, moves: vec![mv], after: after.clone() }),
            }
            (position, begins) = (after, ends);
        }
        Played { start, turns }
    }

    /// Returns the position before the turn of this index, or the last one.
    pub fn position(&self, index: usize) -> &P {
        match index.checked_sub(1) {
            None => &self.start,
            Some(before) => &self.turns[before].after,
        }
    }
}

/// The position after the moves of a game.
pub(crate) fn end_of<G: Game>(game: &G, (start, moves): (G::Position, Vec<Move>)) -> G::Position {
    moves.into_iter().fold(start, |position, mv| game.play(&position, mv))
}

#[cfg(test)]
mod tests;
