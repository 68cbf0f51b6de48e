//! The work on one problem, until there is a report.

mod checkpointer;
mod finding;
mod identity;
mod lines;
mod moves;
mod observer;
mod problem_search;
mod proof;
mod report;
mod session;
mod task;
mod value_search;

pub use checkpointer::Saving;
pub use identity::Identity;
pub use observer::TaskObserver;
pub use proof::ProofTarget;
pub use report::{
    Facts, LimitsReport, LineEndWord, MoveReport, Report, SaveReport, StopWord, ValueBounds,
    verdict_or_error,
};
pub use session::Cost;
pub use task::Task;
