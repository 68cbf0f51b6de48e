//! The arguments of the command line. The program `winproof` reads this file, too, for the man page.

use std::path::PathBuf;

use clap::Parser;
use winproof_verify::parse_size;

/// Checks certificates of Winproof's verdicts.
///
/// The exit status is 0 if all are accepted, 1 if one is rejected, 2 if one cannot be read or the
/// command line is wrong.
#[derive(Parser)]
#[command(name = "winproof-check", version)]
pub struct Arguments {
    /// Limit the memory; K, M and G are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = parse_size)]
    pub memory: usize,
    /// Put temporary files, which certificates larger than the memory need, into this folder [default: the
    /// system's]
    #[arg(long, value_name = "DIR")]
    pub temp: Option<PathBuf>,
    /// The files to check
    #[arg(required = true, value_name = "CERTIFICATE")]
    pub certificates: Vec<PathBuf>,
}
