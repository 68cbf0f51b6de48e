//! `winproof-check`: a program that only checks certificates.

mod arguments;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use winproof_verify::{Verification, verify_file};

use crate::arguments::Arguments;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let temp = arguments.temp.unwrap_or_else(std::env::temp_dir);
    let (mut rejected, mut unreadable) = (false, false);
    for path in &arguments.certificates {
        let verification = verify_file(path, arguments.memory, &temp);
        match verification.decisive() {
            Verification::Accepted { .. } => {}
            Verification::Rejected { .. } => rejected = true,
            Verification::Unreadable(_) => unreadable = true,
        }
        // Standard output may be closed, as after `| head`; the exit status still gives the result.
        let _ = writeln!(std::io::stdout(), "{}: {verification}", path.display());
    }
    // A rejected certificate takes precedence over an unreadable file.
    match (rejected, unreadable) {
        (true, _) => ExitCode::from(1),
        (false, true) => ExitCode::from(2),
        (false, false) => ExitCode::SUCCESS,
    }
}
