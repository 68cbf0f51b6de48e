//! `winproof verify`: the independent check.

use winproof_session::Failure;
use winproof_session::amounts::Memory;
use winproof_verify::{Verification, verify_file};

use crate::arguments::VerifyArguments;
use crate::output;
use crate::status::Status;

/// Runs the command.
pub fn run(arguments: &VerifyArguments) -> Result<Status, Failure> {
    let memory = Memory::budget(arguments.memory)?.bytes;
    let temp = arguments.temp.clone().unwrap_or_else(std::env::temp_dir);
    let verification = verify_file(&arguments.certificate, memory, &temp);
    let status = match verification.decisive() {
        Verification::Accepted { .. } => Status::Done,
        Verification::Rejected { .. } => Status::Other,
        Verification::Unreadable(reason) => {
            let path = arguments.certificate.display();
            return Err(Failure::Input(format!("cannot read {path}: {reason}")));
        }
    };
    output::finish(&format!("{verification}\n"), status)
}
