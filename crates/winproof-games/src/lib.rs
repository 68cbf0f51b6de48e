//! The games of Winproof.
//!
//! Each game is a separate module: its rules, its notation, and a line in the [`registry`](games) under which
//! the command line and the certificates find it. Programs that choose the game only at run time name it by a
//! [`GameSpec`] and get it statically typed through a [`GameVisitor`]:
//!
//! ```
//! use winproof_rules::{Notation, Player};
//! use winproof_games::{GameSpec, GameVisitor};
//!
//! struct WhoMoves;
//!
//! impl GameVisitor for WhoMoves {
//!     type Output = Player;
//!     fn visit<G: Notation + 'static>(self, game: G, position: G::Position) -> Player {
//!         game.to_move(&position)
//!     }
//! }
//!
//! let spec: GameSpec = "nim".parse()?;
//! assert_eq!(spec.open("3,4,5 second", WhoMoves)?, Player::Second);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! One suite, [`conformance`], tests for all games what the searches and the checker require.

mod arimaa;
pub mod conformance;
mod connect;
mod dynamic;
pub mod go;
mod graph;
mod heap_text;
pub mod heaps;
mod hex;
mod loa;
mod nim;
pub mod numeration;
pub mod othello;
pub mod record;
mod registry;
mod shogi;
mod spec;
mod splitmix;
mod tictactoe;
mod tokens;
mod tree;
mod tsumego;
pub mod wythoff;

pub use arimaa::{Arimaa, Turn};
pub use connect::{Connect, ConnectBoard};
pub use dynamic::{DynamicGame, DynamicPosition, Opened};
pub use graph::{Graph, Node};
pub use heaps::{HeapGame, HeapSum};
pub use hex::{Hex, HexBoard};
pub use loa::{Loa, LoaBoard};
pub use nim::{Heaps, Nim};
pub use othello::{Othello, OthelloBoard};
pub use registry::{
    CountableVisitor, GameInfo, GameVisitor, RegisteredGame, TheoremAnswer, games, register,
};
pub use shogi::{FACTOR_COUNT, FACTOR_NAMES, Shogi, ShogiBoard};
pub use spec::{GameSpec, SpecError};
pub use tictactoe::{Board, TicTacToe};
pub use tree::{Tree, TreeNode};
pub use tsumego::{Guess, Tsumego, TsumegoPosition};
pub use wythoff::{TwoHeaps, Wythoff};
