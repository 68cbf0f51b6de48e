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

/// Prints a result and returns `status`, also if standard output is closed.
pub fn finish(text: &str, status: Status) -> Result<Status, Failure> {
    match print(text) {
        Ok(()) | Err(Failure::Closed) => Ok(status),
        Err(failure) => Err(failure),
    }
}

/// Prints a result on standard error, because standard output has another use. If that is closed, it is lost.
pub fn explain(text: &str) {
    let _ = write!(anstream::stderr(), "{text}");
}

/// Prints a warning on standard error. If that is closed, the message is lost.
pub fn warn(message: &str) {
    complain(&format!("warning: {message}"));
}

/// Prints an error on standard error. If that is closed too, the message is lost.
pub fn complain(message: &str) {
    let _ = writeln!(anstream::stderr(), "winproof: {message}");
}
