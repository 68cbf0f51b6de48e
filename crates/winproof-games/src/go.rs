//! The board of Go: stones, chains, liberties, captures and ko, on boards from 2×2 to 19×19.
//!
//! [`Board`] has the stones and knows the liberties of every chain. It captures and refuses suicide, and leaves ko to
//! its caller. [`Match`] is a game being played on it: who is to move, passes, ko by one of two rules ([`KoRule`]).
//! [`Point`] and [`PointSet`] are places on it, with their names in GTP and SGF. [`Record`] is a game record in SGF.
//!
//! Black is the first player everywhere ([`BLACK`], [`WHITE`]).
//!
//! ```
//! use winproof_games::go::{BLACK, Board, KoRule, Match, Point};
//!
//! let mut game = Match::new(Board::new(9), BLACK, KoRule::PositionalSuperko);
//! for name in ["D5", "E5", "F5", "pass", "E4", "pass", "E6"] {
//!     let point = Point::from_gtp(name, 9);
//!     game.play(point)?;
//! }
//! assert!(game.board().is_empty_at(Point::from_gtp("E5", 9).unwrap()), "White's stone was captured");
//! # Ok::<(), winproof_games::go::Illegal>(())
//! ```

mod board;
mod coordinates;
mod drawing;
mod game;
mod point;
mod sgf;

pub use board::{Board, Captures, Cell, Chain, Illegal};
pub use coordinates::SYMMETRIES;
pub use drawing::draw;
pub use game::{KoRule, Match};
pub use point::{Point, PointSet};
pub use sgf::{MOST_DEPTH, Record, RecordNode};
use winproof_rules::Player;

/// The player with the black stones, who moves first.
pub const BLACK: Player = Player::First;

/// The player with the white stones.
pub const WHITE: Player = Player::Second;

/// The rows and columns of the smallest board.
pub const LEAST_SIZE: usize = 2;

/// The rows and columns of the largest board.
pub const MOST_SIZE: usize = 19;

#[cfg(test)]
mod tests;

#[cfg(test)]
mod sgf_tests;
