//! The work on one problem, until there is a report.

mod checkpointer;
mod finding;
mod grundy;
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
mod theorem;
mod value_search;

pub use checkpointer::Saving;
pub(crate) use finding::Finding;
pub use identity::Identity;
pub(crate) use lengths::Lengths;
pub(crate) use lines::{LONGEST_LINE, OracleCell};
pub(crate) use observer::SharedObserver;
pub use observer::{PlyBounds, TaskObserver};
pub(crate) use problem_search::{ProblemSearch, Wanted};
pub use proof::ProofTarget;
pub use report::{
    Facts, LimitsReport, LineEndWord, MoveReport, Report, SaveReport, StopWord, ValueBounds,
    verdict_or_error,
};
pub use session::Cost;
pub(crate) use session::{Refuted, Session, Share};
pub use task::Task;
