//! Amounts on the command line: memory sizes, times and counts.

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

/// Units of time.
const UNITS: [(&str, f64); 5] =
    [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("d", 86_400.0)];

/// Reads a number of seconds, or numbers with units: `90`, `0.5`, `90s`, `2m`, `1h30m`.
impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Seconds, String> {
        let expected =
            || format!("expected a time such as 60, 0.5, 90s, 2m or 1h30m, found `{text}`");
        let is_digit = |it: char| it.is_ascii_digit() || it == '.';
        if text.chars().all(is_digit) {
            return text.parse().ok().and_then(|it| Seconds::new(it).ok()).ok_or_else(expected);
        }
        let mut rest = text;
        let mut total = 0.0;
        while !rest.is_empty() {
            let (number, after) =
                rest.split_at(rest.find(|it| !is_digit(it)).unwrap_or(rest.len()));
            let (unit, after) = after.split_at(after.find(is_digit).unwrap_or(after.len()));
            let factor = UNITS.iter().find(|(name, _)| *name == unit).map(|(_, factor)| factor);
            let number: Option<f64> = number.parse().ok();
            total +=
                number.zip(factor).map(|(number, factor)| number * factor).ok_or_else(expected)?;
            rest = after;
        }
        Seconds::new(total).map_err(|_| expected())
    }
}

/// A number of things to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(pub u64);

/// Reads a whole number; `K`, `M` and `G` are thousands, millions and thousands of millions: `250K`, `1.5M`.
impl FromStr for Count {
    type Err = String;

    fn from_str(text: &str) -> Result<Count, String> {
        let (number, zeros) = match text.chars().last() {
            Some('k' | 'K') => (&text[..text.len() - 1], 3),
            Some('m' | 'M') => (&text[..text.len() - 1], 6),
            Some('g' | 'G') => (&text[..text.len() - 1], 9),
            _ => (text, 0),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let is_plain = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
        let complete = !whole.is_empty() && number.ends_with(|last: char| last.is_ascii_digit());
        let count = (complete && is_plain(whole) && is_plain(fraction) && fraction.len() <= zeros)
            .then(|| format!("{whole}{fraction}{}", "0".repeat(zeros - fraction.len())));
        let count = count.and_then(|digits| digits.parse().ok()).map(Count);
        count.ok_or_else(|| {
            format!("expected a whole number such as 5000, 250K or 1.5M, found `{text}`")
        })
    }
}
