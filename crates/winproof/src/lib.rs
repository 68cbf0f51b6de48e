//! Proof-number searches over any two-player game.
//!
//! Build a [`Solver`] for a game and a question ([`Solver::builder`]), let it [`solve`](Solver::solve) a position,
//! and let it make a [`certificate`](Solver::certificate) of its verdict, which [`check`] accepts or rejects by the
//! rules of the game alone. The algorithms have typed [`settings`]; [`ALGORITHMS`] lists them with names, ranges
//! and help. What a game has to provide is in [`rules`]; this crate re-exports all that a program with a game of its
//! own needs. The folder `examples/` of the repository shows each of these.
//!
//! All searches work on the question's normal form, in which endless play does not meet the target
//! ([`Question::normal_form`](winproof_rules::Question::normal_form)).

mod algorithm;
mod builder;
mod certify;
#[cfg(doctest)]
mod documents;
mod key_map;
mod limits;
pub mod line;
mod number;
mod observer;
mod policy;
pub mod replay;
pub mod save;
mod search;
pub mod settings;
mod shortest_search;
mod solver;
mod table;
mod value_search;

pub use algorithm::{ALGORITHMS, Algorithm, AlgorithmInfo, Keeps};
pub use builder::SolverBuilder;
pub use certify::CertifyError;
pub(crate) use limits::Control;
pub use limits::{Counts, Limits, StopReason};
pub use number::{Numbers, ProofNumber};
pub use observer::{Condition, Observer, Progress, Silent, Trace};
pub use search::Stored;
pub use shortest_search::ShortestSearch;
pub use solver::{Answer, CheckError, Config, Evaluator, SharedLeafOracle, Solver, Threads, check};
pub use value_search::ValueSearch;
pub use winproof_certificate as certificate;
pub use winproof_rules as rules;
pub use winproof_rules::{Question, Verdict};

/// The table of the depth-first searches, for the benchmarks of this crate. Not part of the interface.
#[doc(hidden)]
pub mod bench {
    pub use crate::table::transposition::{Effort, Entry, Table};
}
