//! The work on one problem, until there is a report.

mod checkpointer;
mod finding;
mod identity;
mod lengths;
mod lines;
mod moves;
mod observer;
mod problem_search;
mod proof;
mod report;
mod session;
mod shortest;
mod task;
mod value_search;

pub use checkpointer::Saving;
pub(crate) use finding::Finding;
pub use identity::Identity;
pub(crate) use lengths::{CountedGame, Lengths};
pub use observer::TaskObserver;
pub(crate) use problem_search::{ProblemSearch, Wanted};
pub use proof::ProofTarget;
pub use report::{
    Facts, LimitsReport, LineEndWord, MoveReport, Report, SaveReport, StopWord, ValueBounds,
    verdict_or_error,
};
pub use session::Cost;
pub(crate) use session::{Refuted, Session, Share};
pub use task::Task;
