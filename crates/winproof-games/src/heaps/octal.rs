//! The codes of octal games (Guy & Smith 1956).
//!
//! In the code d_0.d_1d_2d_3…, the digit d_k says what a player may do who takes k objects from a heap: leave nothing if
//! 1 is in it, one heap if 2 is in it, two heaps if 4 is in it. So `0.333` is the game in which one to three objects are
//! taken from a heap, and in `0.77`, Kayles, one or two, after which the rest may be divided. d_0 is 0 or 4: with 4 a heap
//! may be divided without taking anything. Digits in parentheses repeat without end: `0.(3)` is Nim.

use std::fmt;
use std::str::FromStr;

use winproof_rules::{InputError, Word};

/// The code of an octal game in which at least one move is possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OctalCode {
    /// d_0, d_1, …
    digits: Vec<u8>,
    /// How many of them, at the end, repeat without end; 0 if none do.
    repeated: usize,
}

/// What is left of a heap.
pub(super) const NOTHING: u8 = 1;
pub(super) const ONE_HEAP: u8 = 2;
pub(super) const TWO_HEAPS: u8 = 4;

impl OctalCode {
    /// Returns the digit for taking so many objects.
    pub fn digit(&self, taken: usize) -> u8 {
        match self.digits.get(taken) {
            Some(&digit) => digit,
            None if self.repeated == 0 => 0,
            None => {
                let first = self.digits.len() - self.repeated;
                self.digits[first + (taken - first) % self.repeated]
            }
        }
    }

    /// Returns the most objects that can be taken; `None` if there is no limit.
    pub fn most_taken(&self) -> Option<usize> {
        (self.repeated == 0).then(|| self.digits.len() - 1)
    }

    /// Returns the moves from a heap: how many objects are taken, and the sizes of the heaps that are left, the smaller
    /// one first. A size of 0 is no heap.
    pub fn options(&self, size: usize) -> impl Iterator<Item = (usize, [usize; 2])> + '_ {
        let most = self.most_taken().map_or(size, |most| most.min(size));
        (0..=most).flat_map(move |taken| {
            let (digit, rest) = (self.digit(taken), size - taken);
            let nothing = rest == 0 && taken > 0 && digit & NOTHING != 0;
            let one = rest > 0 && taken > 0 && digit & ONE_HEAP != 0;
            let halves = if digit & TWO_HEAPS != 0 { rest / 2 } else { 0 };
            let undivided = (nothing || one).then_some((taken, [0, rest]));
            undivided.into_iter().chain((1..=halves).map(move |part| (taken, [part, rest - part])))
        })
    }

    /// Returns whether a heap of this size can be moved in.
    pub fn is_live(&self, size: usize) -> bool {
        self.options(size).next().is_some()
    }

    /// Returns the code as the value of a parameter, if the text is one.
    pub(crate) fn word(text: &str) -> Option<Word> {
        Word::new(&text.parse::<OctalCode>().ok()?.to_string())
    }

    /// Brings a code into the form in which it is always written.
    fn normal(mut self) -> OctalCode {
        let first = self.digits.len() - self.repeated;
        if self.repeated > 0 {
            // The shortest part that repeats.
            let part = &self.digits[first..];
            let shortest = (1..=self.repeated).find(|&length| {
                self.repeated.is_multiple_of(length)
                    && (length..part.len()).all(|place| part[place] == part[place - length])
            });
            self.repeated = shortest.expect("the whole part repeats itself");
            self.digits.truncate(first + self.repeated);
            // Beginning as early as possible.
            while self.digits.len() - self.repeated > 1
                && self.digits[self.digits.len() - self.repeated - 1]
                    == self.digits[self.digits.len() - 1]
            {
                self.digits.pop();
            }
            if self.digits[self.digits.len() - self.repeated..] == [0] {
                self.repeated = 0;
            }
        }
        while self.repeated == 0 && self.digits.len() > 1 && self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        self
    }
}

impl FromStr for OctalCode {
    type Err = InputError;

    fn from_str(text: &str) -> Result<OctalCode, InputError> {
        let wrong = || InputError::new(format!("expected {EXPECTED}")).found(text);
        let (first, rest) = text.split_once('.').ok_or_else(wrong)?;
        let (plain, repeated) = match rest.split_once('(') {
            Some((plain, repeated)) => {
                let repeated = repeated.strip_suffix(')').filter(|part| !part.is_empty());
                (plain, repeated.ok_or_else(wrong)?)
            }
            None => (rest, ""),
        };
        let is_octal = |text: &str| text.bytes().all(|byte| (b'0'..=b'7').contains(&byte));
        if !matches!(first, "0" | "4" | "")
            || !is_octal(plain)
            || !is_octal(repeated)
            || text.len() > Word::LONGEST
        {
            return Err(wrong());
        }
        let first = if first == "4" { 4 } else { 0 };
        let others = plain.bytes().chain(repeated.bytes()).map(|byte| byte - b'0');
        let digits: Vec<u8> = [first].into_iter().chain(others).collect();
        if digits.iter().all(|&digit| digit == 0) {
            return Err(wrong());
        }
        Ok(OctalCode { digits, repeated: repeated.len() }.normal())
    }
}

/// What a code looks like.
pub(super) const EXPECTED: &str =
    "the code of an octal game, such as 0.137, 4.07, or 0.(3), in which the 3 repeats";

impl fmt::Display for OctalCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |digits: &[u8]| digits.iter().map(u8::to_string).collect::<String>();
        let (plain, repeated) = self.digits[1..].split_at(self.digits.len() - 1 - self.repeated);
        write!(f, "{}.{}", self.digits[0], text(plain))?;
        if repeated.is_empty() { Ok(()) } else { write!(f, "({})", text(repeated)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_one_form() {
        for (text, form) in [
            ("0.137", "0.137"),
            (".77", "0.77"),
            ("0.1370", "0.137"),
            ("4.", "4."),
            ("4.0", "4."),
            ("0.(3)", "0.(3)"),
            ("0.33(33)", "0.(3)"),
            ("0.2(31)", "0.2(31)"),
            ("0.1(31)", "0.(13)"),
            ("0.7(00)", "0.7"),
            ("4.(3)", "4.(3)"),
        ] {
            assert_eq!(text.parse::<OctalCode>().unwrap().to_string(), form, "{text}");
            assert_eq!(form.parse::<OctalCode>().unwrap().to_string(), form);
        }
        for text in [
            "", "0", "0.", "0.0", "0.(0)", "1.3", "0.8", "0.()", "0.(3", "0.3)", "0.(3)1", "0. 3",
            "00.3",
        ] {
            assert!(text.parse::<OctalCode>().is_err(), "{text}");
        }
        assert!(format!("0.{}", "7".repeat(30)).parse::<OctalCode>().is_err());
    }

    #[test]
    fn options_are_those_of_the_code() {
        let options = |code: &str, size| {
            let code: OctalCode = code.parse().unwrap();
            code.options(size).collect::<Vec<_>>()
        };
        assert_eq!(options("0.77", 4), [(1, [0, 3]), (1, [1, 2]), (2, [0, 2]), (2, [1, 1])]);
        assert_eq!(options("0.137", 1), [(1, [0, 0])]);
        assert_eq!(options("0.137", 2), [(2, [0, 0])]);
        assert_eq!(options("0.137", 3), [(2, [0, 1]), (3, [0, 0])]);
        assert_eq!(options("0.137", 5), [(2, [0, 3]), (3, [0, 2]), (3, [1, 1])]);
        assert_eq!(options("0.(3)", 3), [(1, [0, 2]), (2, [0, 1]), (3, [0, 0])]);
        assert_eq!(options("4.(3)", 2), [(0, [1, 1]), (1, [0, 1]), (2, [0, 0])]);
        assert_eq!(options("0.007", 2), []);
    }
}
