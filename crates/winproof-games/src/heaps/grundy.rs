//! Grundy values of single heaps, and their periods.

use super::octal::OctalCode;

/// The Grundy values of the heaps of an octal game, from 0 up to some size.
#[derive(Clone, Debug)]
pub struct GrundyValues {
    code: OctalCode,
    values: Vec<u32>,
    /// For each value the last size one of whose options has it: finds the least value that none has.
    reached_by: Vec<u32>,
}

/// From heaps of the size `start` on, a heap and one that is larger by `length` have the same Grundy value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The period.
    pub length: usize,
    /// The size from which on it holds.
    pub start: usize,
    /// Whether it holds for all sizes, by the theorem of Guy and Smith. Otherwise it was only observed.
    pub proved: bool,
}

impl GrundyValues {
    /// The value of the empty heap.
    pub fn new(code: OctalCode) -> GrundyValues {
        GrundyValues { code, values: vec![0], reached_by: Vec::new() }
    }

    /// Returns the code.
    pub fn code(&self) -> &OctalCode {
        &self.code
    }

    /// Returns the values so far.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Computes the values up to a size, by their definition: the least number that no option has. Where heaps are
    /// divided, the time grows with the square of the size.
    pub fn extend_to(&mut self, size: usize) {
        for size in self.values.len()..=size {
            for (_, [part, rest]) in self.code.options(size) {
                let value = (self.values[part] ^ self.values[rest]) as usize;
                if self.reached_by.len() <= value {
                    self.reached_by.resize(value + 1, 0);
                }
                self.reached_by[value] = size as u32;
            }
            let least = self.reached_by.iter().position(|&last| last != size as u32);
            self.values.push(least.unwrap_or(self.reached_by.len()) as u32);
        }
    }

    /// Finds the least period, if there is one, in the values so far.
    ///
    /// *Guy & Smith 1956.* Let at most k objects be taken. If heaps of n and of n + p have the same value for all n with
    /// start ≤ n < 2 start + p + k, start > 0, they do for all n ≥ start. *Proof,* by induction for n ≥ 2 start + p + k: of
    /// two heaps that are left of n + p, the larger one has at least (n + p - k) / 2 ≥ start + p objects, so p less make
    /// no difference to its value, and with p less the two are left of n. Of two heaps that are left of n, the larger one
    /// has at least start objects, so p more make no difference. So n and n + p have options of the same values. That
    /// nothing is left is only possible for n ≤ k.
    ///
    /// A period that is not proved is called observed if the values show it at least three times.
    pub fn period(&self) -> Option<Period> {
        let count = self.values.len();
        let mut observed = None;
        for length in 1..count {
            let differs = |&size: &usize| self.values[size] != self.values[size + length];
            let start = (0..count - length).rev().find(differs).map_or(1, |last| last + 1).max(1);
            let most_taken = self.code.most_taken();
            let proved = most_taken.is_some_and(|most| count >= 2 * start + 2 * length + most);
            if proved {
                return Some(Period { length, start, proved });
            }
            if observed.is_none() && count > start + 3 * length {
                observed = Some(Period { length, start, proved });
            }
        }
        observed
    }

    /// Returns a smaller size that has options of the same values as a heap of `size` objects, by a proved period; the
    /// values reach beyond it. `rest` is the remainder of `size - start` by the period.
    pub(super) fn representative(period: Period, most_taken: usize, rest: usize) -> usize {
        let Period { length, start, .. } = period;
        let least = 2 * start + length + most_taken;
        let least_rest = (least - start) % length;
        least + (rest + length - least_rest) % length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(code: &str, size: usize) -> GrundyValues {
        let mut values = GrundyValues::new(code.parse().unwrap());
        values.extend_to(size);
        values
    }

    /// The first values and the periods as in Winning Ways.
    #[test]
    fn known_games() {
        let kayles = values("0.77", 500);
        assert_eq!(kayles.values()[..13], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
        assert_eq!(kayles.period(), Some(Period { length: 12, start: 71, proved: true }));
        let dawson = values("0.137", 500);
        assert_eq!(dawson.values()[..13], [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2]);
        assert_eq!(dawson.period(), Some(Period { length: 34, start: 52, proved: true }));
        let subtraction = values("0.333", 20);
        assert_eq!(subtraction.values()[..9], [0, 1, 2, 3, 0, 1, 2, 3, 0]);
        assert_eq!(subtraction.period(), Some(Period { length: 4, start: 1, proved: true }));
        let nim = values("0.(3)", 100);
        assert_eq!(nim.values(), (0..=100).collect::<Vec<_>>());
        assert_eq!(nim.period(), None);
        // Lasker's Nim.
        assert_eq!(values("4.(3)", 9).values(), [0, 1, 2, 4, 3, 5, 6, 8, 7, 9]);
        // Treblecross has no known period.
        assert_eq!(values("0.007", 2_000).period(), None);
    }

    #[test]
    fn a_period_is_called_observed_until_the_bound_is_reached() {
        // Kayles: 2 · 71 + 2 · 12 + 2 values are needed.
        assert!(!values("0.77", 166).period().unwrap().proved);
        assert!(values("0.77", 167).period().unwrap().proved);
        assert_eq!(values("0.77", 60).period(), None);
        // Without a last digit the theorem says nothing.
        let even = values("0.(20)", 100).period().unwrap();
        assert!(!even.proved);
    }

    #[test]
    fn proved_periods_go_on() {
        for code in [
            "0.77", "0.137", "0.07", "0.333", "0.56", "0.156", "4.3", "0.03", "0.2", "0.15",
            "0.26", "0.53",
        ] {
            let mut values = values(code, 400);
            let Some(period) = values.period().filter(|period| period.proved) else { continue };
            values.extend_to(3_000);
            let Period { length, start, .. } = period;
            assert!(
                (start..=3_000 - length)
                    .all(|size| values.values()[size] == values.values()[size + length]),
                "{code}"
            );
            // Representatives have options of the same values.
            let most = values.code().most_taken().unwrap();
            for size in (1_500..1_600).chain(2_900..2_950) {
                let smaller = GrundyValues::representative(period, most, (size - start) % length);
                assert!(smaller < size && (size - smaller).is_multiple_of(length), "{code}");
                let reached = |size| {
                    let options = values.code().options(size);
                    let values = options
                        .map(|(_, [part, rest])| values.values()[part] ^ values.values()[rest]);
                    values.collect::<std::collections::BTreeSet<_>>()
                };
                assert_eq!(reached(size), reached(smaller), "{code}, {size}");
            }
        }
    }
}
