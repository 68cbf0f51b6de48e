//! Positions and moves as text.

use crate::{Encoding, InputError, Move, Player};

/// Finds the legal move of that name by comparing all names. If there is none, upper and lower case are the same,
/// unless that makes several of one: people write `F5` as well as `f5`.
pub fn move_by_name<G: Notation + ?Sized>(
    game: &G,
    position: &G::Position,
    text: &str,
) -> Result<Move, InputError> {
    let mut moves = Vec::new();
    if game.outcome(position).is_none() {
        game.moves(position, &mut moves);
    }
    let found = moves.iter().copied().find(|&mv| game.format_move(position, mv) == text);
    let similar = || {
        let is_similar = |mv: &Move| game.format_move(position, *mv).eq_ignore_ascii_case(text);
        let mut similar = moves.iter().copied().filter(is_similar);
        similar.next().filter(|_| similar.next().is_none())
    };
    found.or_else(similar).ok_or_else(|| {
        let legal: Vec<_> =
            moves.iter().take(12).map(|&mv| game.format_move(position, mv)).collect();
        let more = if moves.len() > legal.len() { " …" } else { "" };
        InputError::new(format!("expected a legal move ({}{more})", legal.join(" "))).found(text)
    })
}

/// Splits a text at the last word `moves`, which stands between a position and the moves after it.
pub fn split_at_moves(text: &str) -> Option<(&str, &str)> {
    const WORD: &str = "moves";
    let is_word = |&(at, _): &(usize, &str)| {
        let (before, after) = (&text[..at], &text[at + WORD.len()..]);
        before.ends_with(char::is_whitespace)
            && (after.is_empty() || after.starts_with(char::is_whitespace))
    };
    let (at, _) = text.rmatch_indices(WORD).find(is_word)?;
    Some((&text[..at], &text[at + WORD.len()..]))
}

/// How far a game is, as a number of something that becomes less or more: `14 empties`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The number.
    pub count: u32,
    /// Of what, in the plural.
    pub unit: &'static str,
}

/// A game whose positions and moves people can read and write.
pub trait Notation: Encoding {
    /// Reads a position of this game.
    fn parse(&self, text: &str) -> Result<Self::Position, InputError>;

    /// Writes a position so that [`parse`](Notation::parse) reads the same one back.
    fn format(&self, position: &Self::Position) -> String;

    /// Writes a position for headers and reports, which have a place of their own for the plies that are left
    /// ([`Game::plies_left`](crate::Game::plies_left)).
    fn format_without_count(&self, position: &Self::Position) -> String {
        self.format(position)
    }

    /// Reads what [`format_without_count`](Notation::format_without_count) wrote, with so many plies left.
    fn parse_with_count(
        &self,
        text: &str,
        left: Option<u16>,
    ) -> Result<Self::Position, InputError> {
        match left {
            None => self.parse(text),
            Some(_) => Err(InputError::new("expected a game whose plies are counted")),
        }
    }

    /// Returns whether the game is over only because no plies are left ([`Within`](crate::Within)).
    fn is_used_up(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Returns the name of the move, without blanks. The moves of one position have different names.
    fn format_move(&self, position: &Self::Position, mv: Move) -> String;

    /// Returns the name of the first turn of a line: its first move, unless a turn takes several.
    fn format_turn(&self, position: &Self::Position, line: &[Move]) -> Option<String> {
        line.first().map(|&mv| self.format_move(position, mv))
    }

    /// Reads a legal move of `position`.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Move, InputError> {
        move_by_name(self, position, text)
    }

    /// Draws the position for a terminal, in several lines; may use ANSI colours.
    fn draw(&self, position: &Self::Position) -> String {
        self.format(position)
    }

    /// Writes the position as a game record in the Smart Game Format, if this game has one;
    /// [`parse`](Notation::parse) reads it too.
    fn sgf(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// Returns the positions with one piece less, each with a name for the piece that is missing, as far as they are
    /// positions of this game with the same player to move. Composers ask which pieces a problem does not need.
    fn removals(&self, _position: &Self::Position) -> Vec<(String, Self::Position)> {
        Vec::new()
    }

    /// Reads a position and the moves that follow it, as game records have them. Every move is legal in the game that
    /// people play, which may have more moves than this one ([`attacked_by`](Notation::attacked_by)), and
    /// [`play`](crate::Game::play) plays it. By default moves are names after the word `moves`:
    /// `X.O/..O/..X moves b2 a1`.
    fn parse_played(&self, text: &str) -> Result<(Self::Position, Vec<Move>), InputError> {
        let Some((before, names)) = split_at_moves(text) else {
            return Ok((self.parse(text)?, Vec::new()));
        };
        let start = self.parse(before)?;
        let mut position = start.clone();
        let mut moves = Vec::new();
        for (number, name) in (1..).zip(names.split_whitespace()) {
            let mv = self.parse_move(&position, name).map_err(|error| error.of_move(number))?;
            position = self.play(&position, mv);
            moves.push(mv);
        }
        Ok((start, moves))
    }

    /// Returns the position with this player as the attacker, in games whose positions say who attacks; there the
    /// attacker has only some of the moves that people have, such as checks. `None` if this player cannot attack. In
    /// all other games it is the position itself.
    fn attacked_by(&self, position: &Self::Position, _attacker: Player) -> Option<Self::Position> {
        Some(position.clone())
    }

    /// Returns what kinds of move this is, in a word or two each: `corner`, `capture`, `drop`. Reviews of many games
    /// count them.
    fn kinds_of_move(&self, _position: &Self::Position, _mv: Move) -> Vec<&'static str> {
        Vec::new()
    }

    /// Returns how far the game is, if there is a number for it that people use: empty squares, pieces.
    fn stage(&self, _position: &Self::Position) -> Option<Stage> {
        None
    }

    /// Returns this game's name for a player.
    fn player_name(&self, player: Player) -> &'static str {
        match player {
            Player::First => "first",
            Player::Second => "second",
        }
    }
}
