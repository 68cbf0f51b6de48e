//! `winproof-check`: a program that only checks certificates.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use winproof_verify::{Verification, parse_size, verify_file};

/// Checks certificates of Winproof's verdicts.
///
/// The exit status is 0 if all are accepted, 1 if one is rejected, 2 if one cannot be read or the
/// command line is wrong.
#[derive(Parser)]
#[command(name = "winproof-check", version)]
struct Arguments {
    /// Limit the memory; K, M and G are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = parse_size)]
    memory: usize,
    /// Put temporary files, which certificates larger than the memory need, into this folder [default: the
    /// system's]
    #[arg(long, value_name = "DIR")]
    temp: Option<PathBuf>,
    /// The files to check
    #[arg(required = true, value_name = "CERTIFICATE")]
    certificates: Vec<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let temp = arguments.temp.unwrap_or_else(std::env::temp_dir);
    let (mut rejected, mut unreadable) = (false, false);
    for path in &arguments.certificates {
        let verification = verify_file(path, arguments.memory, &temp);
        match verification {
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
