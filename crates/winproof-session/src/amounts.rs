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

/// Reads `MemTotal:  24028308 kB`.
fn total_memory(meminfo: &str) -> Option<usize> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

impl FromStr for Memory {
    type Err = String;

    fn from_str(text: &str) -> Result<Memory, String> {
        winproof_checker::parse_size(text).map(Memory)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_powers_of_1024() {
        for (text, bytes) in
            [("0", 0), ("77", 77), ("3K", 3 << 10), ("256M", 256 << 20), ("2g", 2 << 30)]
        {
            assert_eq!(text.parse(), Ok(Memory(bytes)));
        }
        for text in ["", "M", "-1", "1.5G", "10X", "99999999999999G", "ß", "1é"] {
            assert!(text.parse::<Memory>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_machine_says_how_much_it_has() {
        assert_eq!(
            total_memory("MemTotal:       24028308 kB\nMemFree: 1 kB\n"),
            Some(24028308 << 10)
        );
        assert_eq!(total_memory("nothing of the kind"), None);
    }

    #[test]
    fn seconds_may_have_fractions() {
        assert_eq!("0.25".parse(), Ok(Seconds(Duration::from_millis(250))));
        for text in ["-1", "nan", "inf", "soon", ""] {
            assert!(text.parse::<Seconds>().is_err(), "{text}");
        }
    }
}
