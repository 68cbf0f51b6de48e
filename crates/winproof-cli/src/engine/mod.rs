//! `winproof engine`: answers a graphical interface through standard input and output.

mod options;
mod search;
mod usi;

use std::io;

use winproof_session::Failure;

use crate::arguments::{EngineArguments, Protocol};
use crate::status::Status;

/// Runs the command.
pub fn run(arguments: &EngineArguments) -> Result<Status, Failure> {
    match arguments.protocol {
        Protocol::Usi => usi::run(&mut io::stdin().lock()),
    }
}
