//! The properties that the paper states or supposes, checked for all integers up to a size.

use serde::{Deserialize, Serialize};

use super::sequences::{Bases, pairs, ternary_pairs};

/// The result of a check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Checked {
    /// How many integers, pairs or representations were looked at.
    pub checked: u64,
    /// How many of them have not the property.
    pub violations: u64,
}

/// Counts those that have not a property.
fn checked(holds: impl Iterator<Item = bool>) -> Checked {
    let mut result = Checked { checked: 0, violations: 0 };
    for holds in holds {
        result.checked += 1;
        result.violations += u64::from(!holds);
    }
    result
}

/// A property of the system of s and t.
#[derive(Clone, Copy, Debug)]
pub enum Property {
    /// All A_n end in an even number of zeros, all other integers in an odd number.
    A,
    /// B_n is A_n with one more zero.
    B,
    /// n ≤ A_n < 2 n.
    Size,
    /// With s = 1, A_n = ⌊n α⌋ and B_n = ⌊n β⌋, where 2 α = 2 - t + √(t² + 4) and β = α + t.
    Beatty,
}

impl Property {
    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Property::A => "a: even and odd numbers of zeros",
            Property::B => "b: B is A with one more zero",
            Property::Size => "n ≤ A < 2 n",
            Property::Beatty => "A = ⌊nα⌋, B = ⌊nβ⌋",
        }
    }

    /// Checks it for all integers up to a size, or for all pairs with such an A_n.
    pub fn check(self, s: u64, t: u64, largest: u64) -> Checked {
        let pairs = pairs(s, t, largest);
        let bases = Bases::of_heap_game(s, t, largest);
        let mut numbered = (1_u64..).zip(&pairs);
        match self {
            Property::A => {
                let mut lesser = pairs.iter().map(|pair| pair.0).peekable();
                checked((1..=largest).map(|number| {
                    let is_lesser = lesser.next_if_eq(&number).is_some();
                    bases.represent(number).zeros.is_multiple_of(2) == is_lesser
                }))
            }
            Property::B => checked(
                pairs.iter().map(|&(lesser, greater)| bases.represent(lesser).shifted == greater),
            ),
            Property::Size => {
                checked(numbered.map(|(n, &(lesser, _))| n <= lesser && lesser < 2 * n))
            }
            Property::Beatty => {
                // ⌊(n (2 - t) + √(n² (t² + 4))) / 2⌋; the root is no integer.
                let holds = |(n, &(lesser, greater)): (u64, &(u64, u64))| {
                    let root = u128::from(n * n) * u128::from(t * t + 4);
                    let alpha = (n as i128 * (2 - t as i128) + root.isqrt() as i128).div_euclid(2);
                    (alpha, alpha + i128::from(t * n)) == (lesser.into(), greater.into())
                };
                checked(numbered.by_ref().map(holds))
            }
        }
    }
}

/// A property of the pairs of table 4, which "seems to hold" in the paper.
#[derive(Clone, Copy, Debug)]
pub enum TernaryProperty {
    /// A_n is the least number that is no A_i or B_i of i < n: every positive integer is in exactly one pair, and the A_n
    /// grow.
    Complementary,
    /// B_n = 2 A_n + n - r_n, where r_n is the number of k ≤ n with B_k - B_{k-1} = 2.
    Formula,
}

impl TernaryProperty {
    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            TernaryProperty::Complementary => "A = mex of all before",
            TernaryProperty::Formula => "B = 2 A + n - r",
        }
    }

    /// Checks it for all pairs with an A_n up to a size.
    pub fn check(self, largest: u64) -> Checked {
        let pairs = ternary_pairs(largest);
        match self {
            TernaryProperty::Complementary => {
                let mut least = 1;
                let mut greater = pairs.iter().map(|pair| pair.1).peekable();
                checked(pairs.iter().map(|&(lesser, _)| {
                    while greater.next_if_eq(&least).is_some() {
                        least += 1;
                    }
                    let expected = std::mem::replace(&mut least, lesser + 1);
                    lesser == expected
                }))
            }
            TernaryProperty::Formula => {
                let (mut before, mut steps) = (0, 0);
                checked((1..).zip(&pairs).map(|(n, &(lesser, greater))| {
                    steps += u64::from(greater - before == 2);
                    before = greater;
                    greater == 2 * lesser + n - steps
                }))
            }
        }
    }
}

/// Checks that the digits of all integers up to a size in the system with f_1 = `second` are as the remarks say, and that
/// there are no other lists of digits like that: as many as there are integers below f_k have at most k digits.
pub fn sixfold(second: u64, largest: u64) -> Checked {
    let bases = Bases::new(6, -1, second as i64, largest);
    let mut digits = Vec::new();
    let integers = checked((0..=largest).map(|number| {
        bases.digits(number, &mut digits);
        let mut full = false;
        digits.iter().enumerate().rev().all(|(place, &digit)| {
            let greatest = if place == 0 { second - 1 } else { 5 };
            let allowed = digit <= greatest && !(full && digit == greatest);
            full = digit == greatest || (full && digit >= 4);
            allowed
        })
    }));
    // Counted from the greatest place on: lists in which another greatest digit is allowed, and others.
    let lists = |places: usize| {
        let (mut free, mut full) = (1_u64, 0_u64);
        for place in (0..places).rev() {
            let greatest = if place == 0 { second - 1 } else { 5 };
            // Below 4; 4 and more but not the greatest; the greatest.
            let (low, high) = (4, greatest - 4);
            (free, full) = (free * (low + high) + full * low, free + full * high);
        }
        free + full
    };
    let count = (1..bases.all().len()).take_while(|&places| bases.all()[places] <= largest);
    let lists = checked(count.map(|places| lists(places) == bases.all()[places]));
    Checked {
        checked: integers.checked + lists.checked,
        violations: integers.violations + lists.violations,
    }
}
