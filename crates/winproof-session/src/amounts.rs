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
/// With less than this a search tree is forgotten before it is grown.
const LEAST: usize = 1 << 20;

impl Memory {
    /// What was asked for or, by default, a quarter of the machine's memory, at most 4G; 1G where the
    /// machine does not say how much it has. More than it has would only end in a crash.
    pub fn budget(asked: Option<Memory>) -> Result<usize, Failure> {
        let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| total_memory(&text));
        match (asked, machine) {
            (Some(Memory(bytes)), Some(total)) if bytes > total => Err(Failure::Input(format!(
                "--memory is more than the {} this machine has",
                figures::bytes(total as u64)
            ))),
            (Some(Memory(bytes)), _) if bytes < LEAST => {
                Err(Failure::Input("--memory is at least 1M".to_string()))
            }
            (Some(Memory(bytes)), _) => Ok(bytes),
            (None, Some(total)) => Ok((total / 4).min(4 * GIGABYTE)),
            (None, None) => Ok(GIGABYTE),
        }
    }
}

/// Reads `MemTotal:  24028308 kB` from what the system says of its memory.
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

impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Seconds, String> {
        let seconds =
            text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        seconds
            .map(Seconds)
            .ok_or_else(|| "expected a number of seconds such as 60 or 0.5".to_string())
    }
}
