//! Amounts on the command line: memory sizes and seconds.

use std::str::FromStr;
use std::time::Duration;

use crate::failure::Failure;
use crate::figures;
use crate::machine;

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory(pub usize);

const GIGABYTE: usize = 1 << 30;
/// With less than this, a search tree is dropped before it has grown.
const LEAST: usize = 1 << 20;

/// The memory for a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The bytes that can be used.
    pub bytes: usize,
    /// The bytes that were asked for, or the default.
    pub wanted: usize,
}

impl Budget {
    /// Returns a warning if there is less than was wanted.
    pub fn warning(self) -> Option<String> {
        let Budget { bytes, wanted } = self;
        let [bytes, wanted] = [bytes, wanted].map(|bytes| figures::bytes(bytes as u64));
        (self.bytes < self.wanted).then(|| {
            format!("the system does not provide {wanted} of memory; using {bytes} instead")
        })
    }
}

impl Memory {
    /// Returns what was asked for or, by default, a quarter of the memory that there is, at most 4G; 1G if
    /// that is unknown. More than there is would only end in a crash. Where the system does not let the
    /// process reserve that much (`ulimit -v`), the budget is smaller.
    pub fn budget(asked: Option<Memory>) -> Result<Budget, Failure> {
        let wanted = match (asked, machine::memory()) {
            (Some(asked), _) => asked
                .checked()
                .map_err(|error| Failure::Input(format!("the memory budget {error}")))?,
            (None, Some(total)) => (total / 4).clamp(LEAST, 4 * GIGABYTE),
            (None, None) => GIGABYTE,
        };
        let mut bytes = wanted;
        while bytes > LEAST && !can_reserve(bytes) {
            bytes = (bytes / 2).max(LEAST);
        }
        Ok(Budget { bytes, wanted })
    }

    /// Returns the bytes, if a search can get that many. The error is the rest of a sentence that begins with
    /// the name of what was asked for: an option, or a field of a request.
    pub fn checked(self) -> Result<usize, String> {
        match machine::memory() {
            Some(total) if self.0 > total => {
                Err(format!("is more than the {} that there are", figures::bytes(total as u64)))
            }
            _ if self.0 < LEAST => Err("is at least 1M".to_string()),
            _ => Ok(self.0),
        }
    }
}

/// Returns whether the system reserves so much memory for tables and trees, with what is needed beside them:
/// half as much for certificates and bookkeeping, and something for the program itself.
fn can_reserve(bytes: usize) -> bool {
    let all = bytes.saturating_add(bytes / 2).saturating_add(32 << 20);
    Vec::<u8>::new().try_reserve_exact(all).is_ok()
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
