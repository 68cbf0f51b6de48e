//! Amounts on the command line: memory sizes and seconds.

use std::fs;
use std::str::FromStr;
use std::time::Duration;

use crate::failure::Failure;
use crate::figures;

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory(pub usize);

const GIGABYTE: usize = 1 << 30;
/// With less than this, a search tree is dropped before it has grown.
const LEAST: usize = 1 << 20;

impl Memory {
    /// Returns what was asked for or, by default, a quarter of the machine's memory, at most 4G; 1G if the
    /// size of that memory is unknown. More than the machine has would only end in a crash.
    pub fn budget(asked: Option<Memory>) -> Result<usize, Failure> {
        match (asked, machine()) {
            (Some(asked), _) => asked
                .checked()
                .map_err(|error| Failure::Input(format!("the memory budget {error}"))),
            (None, Some(total)) => Ok((total / 4).min(4 * GIGABYTE)),
            (None, None) => Ok(GIGABYTE),
        }
    }

    /// Returns the bytes, if a search can get that many. The error is the rest of a sentence that begins with
    /// the name of what was asked for: an option, or a field of a request.
    pub fn checked(self) -> Result<usize, String> {
        match machine() {
            Some(total) if self.0 > total => {
                Err(format!("is more than the {} this machine has", figures::bytes(total as u64)))
            }
            _ if self.0 < LEAST => Err("is at least 1M".to_string()),
            _ => Ok(self.0),
        }
    }
}

/// Returns the memory of the machine, if that is known.
fn machine() -> Option<usize> {
    fs::read_to_string("/proc/meminfo").ok().and_then(|text| total_memory(&text))
}

/// Reads `MemTotal: 24028308 kB` from the system's description of its memory.
pub fn total_memory(meminfo: &str) -> Option<usize> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

impl FromStr for Memory {
    type Err = String;

    fn from_str(text: &str) -> Result<Memory, String> {
        winproof_verify::parse_size(text).map(Memory)
    }
}

/// A time limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seconds(pub Duration);

impl Seconds {
    /// Makes a limit of this many seconds, if that is a valid time.
    pub fn new(seconds: f64) -> Result<Seconds, String> {
        Duration::try_from_secs_f64(seconds)
            .map(Seconds)
            .map_err(|_| "expected a number of seconds such as 60 or 0.5".to_string())
    }
}

impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Seconds, String> {
        // NaN is not a number of seconds either.
        Seconds::new(text.parse().unwrap_or(f64::NAN))
    }
}
