//! Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use winproof_session::Failure;

/// The exit status that shells report for a program that was ended by Ctrl-C.
const ENDED_BY_INTERRUPT: i32 = 130;

/// Installs the handler. From now on the first Ctrl-C (or SIGTERM) sets the flag, so that searches stop with
/// their best numbers; a second one ends the program at once.
pub fn listen() -> Result<Arc<AtomicBool>, Failure> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    let handler = move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(ENDED_BY_INTERRUPT);
        }
    };
    ctrlc::set_handler(handler)
        .map_err(|error| Failure::Other(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(flag)
}
