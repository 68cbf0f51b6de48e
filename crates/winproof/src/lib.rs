//! Proof-number searches over any two-player game.
//!
//! Make a [`Solver`] for a game and a question, let it [`solve`](Solver::solve) a position, and let it
//! [`certify`](Solver::certify) its verdict. Which searches there are, with their parameters, is in
//! [`ALGORITHMS`].
//!
//! All searches work on the question's normal form, in which endless play fails the attacker
//! ([`Question::normal_form`](winproof_rules::Question::normal_form)).

mod algorithm;
pub mod certify;
#[cfg(doctest)]
mod documents;
mod key_map;
mod limits;
mod number;
mod observer;
pub mod policy;
pub mod replay;
pub mod save;
pub mod search;
pub mod settings;
mod solver;
pub mod table;

pub use algorithm::{ALGORITHMS, Algorithm, AlgorithmInfo, Keeps};
pub use certify::CertifyError;
pub use limits::{Control, Counts, Limits, StopReason};
pub use number::{Numbers, ProofNumber};
pub use observer::{Condition, Observer, Progress, Silent, Trace};
pub use solver::{Answer, Config, Evaluator, Solver};
pub use winproof_rules::Verdict;
