//! Proof and disproof numbers.

use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A proof or disproof number: how many leaves are at least still to be (dis)proved.
///
/// Infinity means *solved the other way* and nothing else, so sums of finite numbers saturate one below
/// it: a search over a graph counts shared leaves many times and does reach four thousand million.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct ProofNumber(u32);

impl ProofNumber {
    /// No leaves left: solved.
    pub const ZERO: ProofNumber = ProofNumber(0);
    /// One leaf.
    pub const ONE: ProofNumber = ProofNumber(1);
    /// Impossible: solved the other way.
    pub const INFINITY: ProofNumber = ProofNumber(u32::MAX);
    const GREATEST_FINITE: u32 = u32::MAX - 1;

    /// `count` leaves.
    pub fn finite(count: usize) -> ProofNumber {
        ProofNumber(count.min(Self::GREATEST_FINITE as usize) as u32)
    }

    /// Returns the number of leaves, or `None` for infinity.
    pub fn get(self) -> Option<u32> {
        (self != Self::INFINITY).then_some(self.0)
    }

    /// Returns the number as 32 bits, for tables.
    pub(crate) fn bits(self) -> u32 {
        self.0
    }

    /// Reads back [`bits`](ProofNumber::bits).
    pub(crate) fn from_bits(bits: u32) -> ProofNumber {
        ProofNumber(bits)
    }

    /// Returns the number as a floating-point number, including infinity.
    pub fn to_f64(self) -> f64 {
        self.get().map_or(f64::INFINITY, f64::from)
    }

    /// Returns the sum: infinite if one of the two is, otherwise finite.
    #[inline]
    pub fn plus(self, other: ProofNumber) -> ProofNumber {
        if self == Self::INFINITY || other == Self::INFINITY {
            return Self::INFINITY;
        }
        ProofNumber(self.0.saturating_add(other.0).min(Self::GREATEST_FINITE))
    }
}

/// A number, or `"inf"`, because JSON has no infinity.
impl Serialize for ProofNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.get() {
            Some(count) => serializer.serialize_u32(count),
            None => serializer.serialize_str("inf"),
        }
    }
}

impl<'de> Deserialize<'de> for ProofNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ProofNumber, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Count(u32),
            Word(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Count(count) => Ok(ProofNumber::finite(count as usize)),
            Written::Word(word) if word == "inf" => Ok(ProofNumber::INFINITY),
            Written::Word(_) => Err(D::Error::custom("expected a number or \"inf\"")),
        }
    }
}

impl fmt::Display for ProofNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            Some(count) => count.fmt(f),
            None => f.pad("inf"),
        }
    }
}

/// The pair that every search keeps for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The proof number.
    pub pn: ProofNumber,
    /// The disproof number.
    pub dn: ProofNumber,
}

impl Numbers {
    /// A position about which nothing is known.
    pub const UNIT: Numbers = Numbers { pn: ProofNumber::ONE, dn: ProofNumber::ONE };
    /// A proved position.
    pub const PROVED: Numbers = Numbers { pn: ProofNumber::ZERO, dn: ProofNumber::INFINITY };
    /// A disproved position.
    pub const DISPROVED: Numbers = Numbers { pn: ProofNumber::INFINITY, dn: ProofNumber::ZERO };

    /// Returns the numbers of a solved position.
    pub fn solved(proved: bool) -> Numbers {
        if proved { Numbers::PROVED } else { Numbers::DISPROVED }
    }

    /// Returns the verdict that the numbers imply.
    #[inline]
    pub fn verdict(self) -> Option<bool> {
        if self.pn == ProofNumber::ZERO {
            Some(true)
        } else if self.dn == ProofNumber::ZERO {
            Some(false)
        } else {
            None
        }
    }

    /// Packs both into one word, for tables and saves.
    pub(crate) fn word(self) -> u64 {
        u64::from(self.pn.bits()) | u64::from(self.dn.bits()) << 32
    }

    /// Reads back [`word`](Numbers::word).
    pub(crate) fn from_word(word: u64) -> Numbers {
        let number = |bits: u64| ProofNumber::from_bits(bits as u32);
        Numbers { pn: number(word), dn: number(word >> 32) }
    }

    /// Returns whether a search can produce them: one number is 0 exactly if the other one is infinite.
    pub(crate) fn are_possible(self) -> bool {
        let is = |number| (self.pn == number, self.dn == number);
        let (zero, infinite) = (is(ProofNumber::ZERO), is(ProofNumber::INFINITY));
        zero.0 == infinite.1 && zero.1 == infinite.0
    }

    /// Returns the numbers of the complementary question.
    pub fn turned(self) -> Numbers {
        Numbers { pn: self.dn, dn: self.pn }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finite_sums_stay_finite_and_infinity_stays_infinite() {
        let great = ProofNumber::finite(usize::MAX);
        assert!(great < ProofNumber::INFINITY);
        assert_eq!(great.plus(great), great);
        assert_eq!(great.plus(ProofNumber::INFINITY), ProofNumber::INFINITY);
        assert_eq!(ProofNumber::INFINITY.plus(ProofNumber::ZERO), ProofNumber::INFINITY);
        assert_eq!(ProofNumber::finite(2).plus(ProofNumber::finite(3)), ProofNumber::finite(5));
    }

    #[test]
    fn verdicts_come_from_zeros() {
        assert_eq!(Numbers::PROVED.verdict(), Some(true));
        assert_eq!(Numbers::DISPROVED.verdict(), Some(false));
        assert_eq!(Numbers::UNIT.verdict(), None);
        assert_eq!(Numbers::PROVED.turned(), Numbers::DISPROVED);
    }
}
