//! The rules of games, and questions about positions.
//!
//! A [`Game`] knows positions, moves and outcomes; a [`Question`] asks of a position whether
//! one player can force an outcome that is good enough. The searches and the certificate checker both depend
//! on this crate, and the checker does not depend on the searches.
//!
//! What a game *may* offer beyond its rules is in small separate traits: [`Notation`] for text,
//! [`MoveOrdering`] and [`Guidance`] for searches that use them, [`LeafOracle`] for positions that can be
//! decided without a search, [`Dominance`] for positions that are at least as good as others, [`Evidence`] for
//! proofs in a game's own terms, [`Hands`] for tables that compare what players have in hand, [`Impartial`] for
//! games with Grundy values.
//!
//! [`Within`] makes another game of any game: its plies are counted, and the attacker has to be in time.

mod ability;
mod game;
mod hand;
mod input;
mod names;
mod notation;
mod outcome;
mod parameter;
mod printable;
mod question;
mod stop;
mod verdict;
mod within;
mod word;

pub use ability::{Dominance, Evidence, Guidance, Impartial, LeafOracle, MoveOrdering};
pub use game::{Encoding, Game, Key, Move};
pub use hand::{Hand, Hands, SplitKey};
pub use input::{InputError, Place};
pub use names::each_name_once;
pub use notation::{Notation, Stage, move_by_name, split_at_moves};
pub use outcome::{Outcome, Player};
pub use parameter::{Kind, Parameter, ParameterError, Settings, Value, each_parameter_once};
pub use printable::printable;
pub use question::{NormalForm, Question};
pub use stop::{StopCause, StopSignal};
pub use verdict::Verdict;
pub use within::{Counted, LookAhead, Within};
pub use word::Word;
