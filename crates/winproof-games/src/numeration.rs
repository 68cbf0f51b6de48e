//! Numeration systems with exotic bases, for integers of any size (Fraenkel 1985, 1998).
//!
//! The bases u_0 = 1 < u_1 < u_2 < … of a [`System`] satisfy a linear recurrence of two terms. Every integer is a sum
//! of d_i · u_i, and the conditions on the digits make this sum unique: it is the one that takes from the greatest
//! base on as much as fits. Digits are listed from that of u_0 on, and written the other way round, as usual.
//!
//! ```
//! use winproof_games::numeration::System;
//!
//! let system: System = "s=2,t=2".parse()?;
//! assert_eq!(system.bases().take(5).map(|it| it.to_string()).collect::<Vec<_>>(), ["1", "4", "14", "50", "178"]);
//! let digits = system.digits(&46_u32.into());
//! assert_eq!(system.write(&digits), "310");
//! assert_eq!(system.value(&system.read("310")?), 46_u32.into());
//! # Ok::<(), winproof_rules::InputError>(())
//! ```
//!
//! Bases are not kept: from the last two the walk goes back by the same recurrence. An integer of a thousand digits has
//! some five thousand bases.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;
use winproof_rules::InputError;

/// A numeration system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// The system of the game `wythoff`: u_n = (s+t-1) u_{n-1} + s u_{n-2} with u_0 = 1, u_1 = s+t. Digits are at most
    /// s+t-1, and after (to the right of) this digit comes one less than s.
    HeapGame {
        /// The factor of the game's rule, at least 1.
        s: u32,
        /// The term of the game's rule, at least 1.
        t: u32,
    },
    /// The even-indexed Fibonacci numbers 1, 3, 8, 21, …: p_n = 3 p_{n-1} - p_{n-2}. Digits are at most 2, and between two
    /// digits 2 there is a 0.
    EvenFibonacci,
    /// f_n = 6 f_{n-1} - f_{n-2} with f_0 = 1. Digits are at most 5, the last one at most f_1 - 1. Between two digits
    /// that are as great as possible there is one less than 4.
    Sixfold {
        /// f_1, at least 6.
        second: u32,
    },
}

/// The greatest parameter of a system: products with digits stay far from the limits of their types.
pub const GREATEST_PARAMETER: u32 = 1_000;

/// u_{i+1} = factor · u_i + back · u_{i-1}, or - back if `minus`; u_0 = 1, u_1 = second.
#[derive(Clone, Copy)]
struct Recurrence {
    factor: u32,
    back: u32,
    minus: bool,
    second: u32,
}

/// Two neighbouring bases.
struct Walk {
    recurrence: Recurrence,
    /// u_i.
    current: BigUint,
    /// u_{i+1}.
    next: BigUint,
}

impl Walk {
    /// At i = 0.
    fn new(recurrence: Recurrence) -> Walk {
        Walk { recurrence, current: 1_u32.into(), next: recurrence.second.into() }
    }

    fn up(&mut self) {
        let Recurrence { factor, back, minus, .. } = self.recurrence;
        let (large, small) = (&self.next * factor, &self.current * back);
        let after = if minus { large - small } else { large + small };
        self.current = std::mem::replace(&mut self.next, after);
    }

    /// Not from i = 0 on.
    fn down(&mut self) {
        let Recurrence { factor, back, minus, .. } = self.recurrence;
        let large = &self.current * factor;
        let before = if minus { large - &self.next } else { &self.next - large } / back;
        self.next = std::mem::replace(&mut self.current, before);
    }
}

impl System {
    fn recurrence(self) -> Recurrence {
        match self {
            System::HeapGame { s, t } => {
                Recurrence { factor: s + t - 1, back: s, minus: false, second: s + t }
            }
            System::EvenFibonacci => Recurrence { factor: 3, back: 1, minus: true, second: 3 },
            System::Sixfold { second } => Recurrence { factor: 6, back: 1, minus: true, second },
        }
    }

    /// Returns the bases u_0, u_1, …
    pub fn bases(self) -> impl Iterator<Item = BigUint> {
        let mut walk = Walk::new(self.recurrence());
        std::iter::repeat_with(move || {
            let base = walk.current.clone();
            walk.up();
            base
        })
    }

    /// Returns the digits of an integer, from that of u_0 on; none for 0.
    pub fn digits(self, number: &BigUint) -> Vec<u32> {
        let mut rest = number.clone();
        let mut walk = Walk::new(self.recurrence());
        let mut length = 1;
        while walk.next <= rest {
            walk.up();
            length += 1;
        }
        let mut digits = vec![0; length];
        for place in (0..length).rev() {
            let digit = quotient(&rest, &walk.current, self.greatest_digit(place));
            rest -= &walk.current * digit;
            digits[place] = digit;
            if place > 0 {
                walk.down();
            }
        }
        if number == &BigUint::ZERO { Vec::new() } else { digits }
    }

    /// Returns the integer with these digits, which need not satisfy any condition.
    pub fn value(self, digits: &[u32]) -> BigUint {
        let bases = self.bases();
        digits.iter().zip(bases).map(|(&digit, base)| base * digit).sum()
    }

    /// Returns the pair of a number, with the lesser number first: a representation that ends in an even number of
    /// zeros, and the same with one more zero. Every positive integer is in exactly one pair.
    pub fn pair(self, number: &BigUint) -> (BigUint, BigUint) {
        let mut digits = self.digits(number);
        if final_zeros(&digits).is_multiple_of(2) {
            digits.insert(0, 0);
            (number.clone(), self.value(&digits))
        } else {
            (self.value(&digits[1..]), number.clone())
        }
    }

    /// Returns the greatest digit of a place.
    pub fn greatest_digit(self, place: usize) -> u32 {
        match self {
            System::HeapGame { s, t } => s + t - 1,
            System::EvenFibonacci => 2,
            System::Sixfold { second } if place == 0 => second - 1,
            System::Sixfold { .. } => 5,
        }
    }

    /// Returns whether digits satisfy the conditions of the system, the first digit (the last of the list) being no 0.
    pub fn is_admissible(self, digits: &[u32]) -> bool {
        let places = digits.iter().enumerate();
        let in_range = places.clone().all(|(place, &digit)| digit <= self.greatest_digit(place));
        if !in_range || digits.last() == Some(&0) {
            return false;
        }
        match self {
            System::HeapGame { s, t } => {
                digits.windows(2).all(|pair| pair[1] < s + t - 1 || pair[0] < s)
            }
            System::EvenFibonacci | System::Sixfold { .. } => {
                let separating = self.recurrence().factor - 2;
                // Whether a digit as great as possible would be one too many.
                let mut full = false;
                places.rev().all(|(place, &digit)| {
                    let greatest = digit == self.greatest_digit(place);
                    let allowed = !(full && greatest);
                    full = greatest || (full && digit >= separating);
                    allowed
                })
            }
        }
    }

    /// Writes digits, the greatest base first. Where digits can be greater than 9, they are separated by colons.
    pub fn write(self, digits: &[u32]) -> String {
        if digits.is_empty() {
            return "0".to_string();
        }
        let digits: Vec<String> = digits.iter().rev().map(u32::to_string).collect();
        digits.join(self.separator())
    }

    fn separator(self) -> &'static str {
        if self.greatest_digit(0) <= 9 { "" } else { ":" }
    }

    /// Reads what [`write`](System::write) writes: digits that satisfy the conditions of the system.
    pub fn read(self, text: &str) -> Result<Vec<u32>, InputError> {
        let wrong = |message: String| InputError::new(message).found(text);
        let pieces: Vec<&str> = match self.separator() {
            "" => text.split("").filter(|piece| !piece.is_empty()).collect(),
            separator => text.split(separator).collect(),
        };
        let digit = |piece: &&str| {
            piece.parse().ok().filter(|_| piece.bytes().all(|it| it.is_ascii_digit()))
        };
        let digits: Option<Vec<u32>> = pieces.iter().rev().map(digit).collect();
        let mut digits = digits.filter(|digits| !digits.is_empty()).ok_or_else(|| {
            let example = if self.separator().is_empty() { "120" } else { "12:0" };
            wrong(format!("expected digits such as `{example}`"))
        })?;
        while digits.last() == Some(&0) {
            digits.pop();
        }
        if !self.is_admissible(&digits) {
            return Err(wrong(format!(
                "expected digits of the system {self}: {}",
                self.conditions()
            )));
        }
        Ok(digits)
    }

    /// Describes the conditions on the digits.
    pub fn conditions(self) -> String {
        match self {
            System::HeapGame { s, t } => {
                let most = s + t - 1;
                format!("at most {most}, and after {most} one less than {s}")
            }
            System::EvenFibonacci => "at most 2, and between two digits 2 a 0".to_string(),
            System::Sixfold { second } => format!(
                "at most 5, the last one at most {}, and between two that are as great as possible one less than 4",
                second - 1
            ),
        }
    }
}

/// Returns how often a base fits into the rest, which is at most `most` times.
fn quotient(rest: &BigUint, base: &BigUint, most: u32) -> u32 {
    if rest < base {
        return 0;
    }
    let quotient = u32::try_from(rest / base).unwrap_or(u32::MAX);
    debug_assert!(quotient <= most, "bases grow by more than their digits");
    quotient
}

/// Returns the number of zeros at the end of a representation.
pub fn final_zeros(digits: &[u32]) -> usize {
    digits.iter().take_while(|&&digit| digit == 0).count()
}

/// `s=2,t=2`, `ternary`, `f1=7`.
impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            System::HeapGame { s, t } => write!(f, "s={s},t={t}"),
            System::EvenFibonacci => f.write_str("ternary"),
            System::Sixfold { second } => write!(f, "f1={second}"),
        }
    }
}

impl FromStr for System {
    type Err = InputError;

    fn from_str(text: &str) -> Result<System, InputError> {
        let parameter = |text: &str, name: &str, least: u32| {
            let number = text.strip_prefix(name)?.strip_prefix('=')?.parse().ok()?;
            (least..=GREATEST_PARAMETER).contains(&number).then_some(number)
        };
        let system = match text.split_once(',') {
            Some((s, t)) => parameter(s, "s", 1)
                .zip(parameter(t, "t", 1))
                .map(|(s, t)| System::HeapGame { s, t }),
            None if text == "ternary" => Some(System::EvenFibonacci),
            None => parameter(text, "f1", 6).map(|second| System::Sixfold { second }),
        };
        system.ok_or_else(|| {
            let most = GREATEST_PARAMETER;
            let expected = format!(
                "expected a numeration system: `s=S,t=T` with numbers from 1 to {most}, `ternary`, or `f1=F` with a \
                 number from 6 to {most}"
            );
            InputError::new(expected).found(text)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn systems() -> Vec<System> {
        let heap_games = (1..=4).flat_map(|s| (1..=4).map(move |t| System::HeapGame { s, t }));
        let sixfold = [6, 7, 8, 9, 12].map(|second| System::Sixfold { second });
        heap_games.chain([System::EvenFibonacci]).chain(sixfold).collect()
    }

    #[test]
    fn greedy_representations_are_exactly_the_admissible_ones() {
        for system in systems() {
            // All lists of digits that are admissible, in the order of their values, are the integers.
            let bases: Vec<u64> =
                system.bases().take(5).map(|base| base.try_into().unwrap()).collect();
            let mut values = Vec::new();
            let greatest: Vec<u32> = (0..4).map(|place| system.greatest_digit(place)).collect();
            let mut digits = [0; 4];
            loop {
                let length =
                    (0..4).rev().find(|&place| digits[place] > 0).map_or(0, |last| last + 1);
                if system.is_admissible(&digits[..length]) {
                    let value: u64 = digits
                        .iter()
                        .zip(&bases)
                        .map(|(&digit, &base)| u64::from(digit) * base)
                        .sum();
                    assert_eq!(system.digits(&value.into()), digits[..length], "{system}, {value}");
                    assert_eq!(system.value(&digits[..length]), value.into());
                    values.push(value);
                }
                let Some(place) = (0..4).find(|&place| digits[place] < greatest[place]) else {
                    break;
                };
                digits[..place].fill(0);
                digits[place] += 1;
            }
            values.sort();
            assert_eq!(values, (0..bases[4]).collect::<Vec<_>>(), "{system}");
        }
    }

    #[test]
    fn the_tables_of_the_paper() {
        let quaternary = System::HeapGame { s: 2, t: 2 };
        for (number, text) in [
            (4_u32, "10"),
            (13, "31"),
            (14, "100"),
            (41, "231"),
            (42, "300"),
            (50, "1000"),
            (60, "1022"),
        ] {
            assert_eq!(quaternary.write(&quaternary.digits(&number.into())), text);
        }
        for (number, text) in [
            (3_u32, "10"),
            (7, "21"),
            (8, "100"),
            (20, "211"),
            (28, "1021"),
            (37, "1200"),
            (56, "10001"),
        ] {
            assert_eq!(
                System::EvenFibonacci.write(&System::EvenFibonacci.digits(&number.into())),
                text
            );
        }
    }

    #[test]
    fn table_4_of_the_paper() {
        let pair = |lesser: u32| System::EvenFibonacci.pair(&lesser.into()).1;
        let lesser = [1, 2, 4, 5, 7, 8, 9, 10, 12, 13, 15, 16, 17, 18];
        let greater = [3_u32, 6, 11, 14, 19, 21, 24, 27, 32, 35, 40, 42, 45, 48];
        assert_eq!(lesser.map(pair), greater.map(BigUint::from));
    }

    #[test]
    fn large_integers_come_back() {
        let number: BigUint = "9".repeat(1_000).parse().unwrap();
        for system in systems() {
            let digits = system.digits(&number);
            assert!(system.is_admissible(&digits), "{system}");
            assert_eq!(system.value(&digits), number, "{system}");
            assert_eq!(system.read(&system.write(&digits)).unwrap(), digits, "{system}");
        }
    }

    #[test]
    fn bad_digits_and_systems_say_what_was_expected() {
        let system = System::HeapGame { s: 2, t: 2 };
        for (text, error) in [
            ("", "expected digits such as `120`, found ``"),
            ("1x", "expected digits such as `120`, found `1x`"),
            (
                "32",
                "expected digits of the system s=2,t=2: at most 3, and after 3 one less than 2, found `32`",
            ),
            (
                "4",
                "expected digits of the system s=2,t=2: at most 3, and after 3 one less than 2, found `4`",
            ),
        ] {
            assert_eq!(system.read(text).unwrap_err().to_string(), error);
        }
        assert_eq!(system.read("0031").unwrap(), [1, 3]);
        assert_eq!(system.read("0").unwrap(), []);
        let wide = System::HeapGame { s: 7, t: 9 };
        assert_eq!(wide.write(&[3, 0, 12]), "12:0:3");
        assert_eq!(wide.read("12:0:3").unwrap(), [3, 0, 12]);
        assert!(wide.read("12:+0:3").is_err());
        for text in ["", "s=2", "s=0,t=1", "s=1,t=1001", "f1=5", "s=1,t=1,u=1", "Ternary"] {
            assert!(text.parse::<System>().is_err(), "{text}");
        }
        for system in systems() {
            assert_eq!(system.to_string().parse::<System>().unwrap(), system);
        }
    }
}
