//! One problem, worked on until there is a report.

mod aim;
mod identity;
mod inquiry;
mod keeper;
mod line;
mod proof;
mod report;
mod session;
mod spectator;
mod task;

pub use aim::Aim;
pub use identity::Identity;
pub use keeper::Saving;
pub use report::{Facts, MoveReport, Report, SaveReport, VerdictWord, stop_word};
pub use session::Cost;
pub use spectator::Spectator;
pub use task::Task;
