//! Proof-number searches over any two-player game.
//!
//! Make a [`Solver`] for a game and a question, let it [`solve`](Solver::solve) a position, and let it
//! [`certify`](Solver::certify) its verdict. [`ALGORITHMS`] lists the searches with their parameters.
//!
//! All searches work on the question's normal form, in which endless play does not meet the target
//! ([`Question::normal_form`](winproof_rules::Question::normal_form)).

mod algorithm;
mod builder;
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
mod value_search;

pub use algorithm::{ALGORITHMS, Algorithm, AlgorithmInfo, Keeps};
pub use builder::SolverBuilder;
pub use certify::CertifyError;
pub use limits::{Control, Counts, Limits, StopReason};
pub use number::{Numbers, ProofNumber};
pub use observer::{Condition, Observer, Progress, Silent, Trace};
pub use solver::{Answer, CheckError, Config, Evaluator, Solver, check};
pub use value_search::ValueSearch;
pub use winproof_certificate as certificate;
pub use winproof_rules as rules;
pub use winproof_rules::{Question, Verdict};
