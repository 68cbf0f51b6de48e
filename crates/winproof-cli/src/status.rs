//! The exit status of the program.

use std::process::ExitCode;

use winproof_session::Failure;
use winproof_session::work::Report;

/// The exit status: scripts rely on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A verdict was reached, or there was nothing to decide.
    Done,
    /// Not found out within the limits.
    Unknown,
    /// Bad input or usage.
    Input,
    /// Anything else, a refuted verdict included.
    Other,
}

impl Status {
    /// The status after a report.
    pub fn of_report(report: &Report) -> Status {
        if report.failed {
            Status::Other
        } else if report.stop.is_some() {
            Status::Unknown
        } else {
            Status::Done
        }
    }

    /// The status after a failure.
    pub fn of_failure(failure: &Failure) -> Status {
        match failure {
            Failure::Input(_) => Status::Input,
            Failure::Other(_) => Status::Other,
            Failure::Closed => Status::Done,
        }
    }

    /// The number the shell sees.
    pub fn code(self) -> u8 {
        match self {
            Status::Done => 0,
            Status::Other => 1,
            Status::Input => 2,
            Status::Unknown => 3,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status.code())
    }
}
