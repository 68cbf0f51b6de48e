//! Standard output and standard error.

use std::io::{self, Write};

use winproof_session::Failure;

use crate::status::Status;

/// Prints to standard output, without colours unless it is a terminal.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    written.map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Closed,
        _ => Failure::Other(format!("cannot write to standard output: {error}")),
    })
}

/// Prints a result and ends with `status`, which stands whether somebody hears of it or not.
pub fn finish(text: &str, status: Status) -> Result<Status, Failure> {
    match print(text) {
        Ok(()) | Err(Failure::Closed) => Ok(status),
        Err(failure) => Err(failure),
    }
}

/// Says on standard error what went wrong. If even that is closed there is nobody to tell.
pub fn complain(message: &str) {
    let _ = writeln!(anstream::stderr(), "winproof: {message}");
}
