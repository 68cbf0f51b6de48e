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

    /// Returns this game's name for a player.
    fn player_name(&self, player: Player) -> &'static str {
        match player {
            Player::First => "first",
            Player::Second => "second",
        }
    }
}
