//! The polynomial strategy (Fraenkel 1998, section 2): who wins with heaps of any size, and how.
//!
//! Call a position *lost* if the player to move loses. With A_0 = B_0 = 0, A_n the least number that is no A_i or B_i of
//! i < n, and B_n = s A_n + t n, the lost positions are the pairs (A_n, B_n) in either order. This is theorem 1 of the
//! paper, which refers to another one for the proof; here is a short one.
//!
//! *No move leads from one of these pairs to another.* Every positive number is in exactly one pair, because the A_n fill
//! the gaps and the B_n grow by at least s + t ≥ 2, so a move from one heap alone leaves the pair. From (A_n, B_n) to
//! (A_m, B_m) a move would take k = A_n - A_m and l = B_n - B_m = s k + t (n - m) ≥ s k + t, which is too much. To the
//! same pair in the other order it would take k = A_n - B_m and l = B_n - A_m = s k + s B_m + t n - A_m ≥ s k + t,
//! also too much.
//!
//! *From every other position (x, y), x ≤ y, a move leads to one of them.* If x = B_n, take from y until A_n is left. Let
//! x = A_n. If y > B_n, take from y until B_n is left. Otherwise y < s A_n + t n. If y < s x + t, take everything.
//! Otherwise let m be the quotient of y - s x by t; 0 < m < n. Taking k = x - A_m > 0 and l = y - B_m leaves (A_m, B_m), and
//! l = y - s x + s k - t m is at least s k and less than s k + t.
//!
//! The pairs themselves are found in the numeration system of s and t: the representations of the A_n end in an even
//! number of zeros, those of the B_n in an odd one, and that of B_n is that of A_n with one more zero.
//!
//! A_m for a given m: with v_i = (u_{i+1} - s u_i) / t, which are integers with the same recurrence (v_0 = 1,
//! v_1 = s + t - 1), the sum N(x) of the d_i v_i is the number of A's from 1 to x. For x = A_n it is (B_n - s A_n) / t = n.
//! For x = B_n it is B_n - n, because v_{i+1} = u_{i+1} - v_i. So N never falls, and the greatest x with N(x) ≤ m has, from
//! the greatest base on, the greatest digits that fit. It is A_m or, as no two B's are neighbours, A_m + 1.

use num_bigint::BigUint;

use crate::numeration::System;

/// The game with the parameters s and t, on heaps of any size.
#[derive(Clone, Copy, Debug)]
pub struct Strategy {
    s: u32,
    t: u32,
}

impl Strategy {
    /// The strategy for s and t, from 1 to [`GREATEST_PARAMETER`](crate::numeration::GREATEST_PARAMETER).
    pub fn new(s: u32, t: u32) -> Strategy {
        Strategy { s, t }
    }

    /// Returns the numeration system.
    pub fn system(self) -> System {
        System::HeapGame { s: self.s, t: self.t }
    }

    /// Returns the pair of a number, with the lesser number first.
    pub fn pair(self, number: &BigUint) -> (BigUint, BigUint) {
        self.system().pair(number)
    }

    /// Returns the number of the pair whose lesser number is `lesser`: n for A_n.
    pub fn index(self, lesser: &BigUint, greater: &BigUint) -> BigUint {
        (greater - lesser * self.s) / self.t
    }

    /// Returns the pair of that number: (A_n, B_n).
    pub fn nth_pair(self, n: &BigUint) -> (BigUint, BigUint) {
        let (s, t) = (self.s, self.t);
        let (most, step) = (s + t - 1, s);
        // v_i, v_{i+1} and u_i, u_{i+1}.
        let mut counts: [BigUint; 2] = [1_u32.into(), most.into()];
        let mut bases: [BigUint; 2] = [1_u32.into(), (s + t).into()];
        let up = |pair: &mut [BigUint; 2]| {
            let after = &pair[1] * most + &pair[0] * step;
            pair[0] = std::mem::replace(&mut pair[1], after);
        };
        let down = |pair: &mut [BigUint; 2]| {
            let before = (&pair[1] - &pair[0] * most) / step;
            pair[1] = std::mem::replace(&mut pair[0], before);
        };
        let mut place = 0;
        while counts[1] <= *n {
            up(&mut counts);
            up(&mut bases);
            place += 1;
        }
        let (mut rest, mut number) = (n.clone(), BigUint::ZERO);
        let mut greatest = most;
        loop {
            let mut digit = 0;
            while digit < greatest && counts[0] <= rest {
                rest -= &counts[0];
                number += &bases[0];
                digit += 1;
            }
            greatest = if digit == most { s - 1 } else { most };
            if place == 0 {
                break;
            }
            down(&mut counts);
            down(&mut bases);
            place -= 1;
        }
        let (lesser, greater) = self.pair(&number);
        if lesser == number { (lesser, greater) } else { self.pair(&(number - 1_u32)) }
    }

    /// Returns whether the player to move loses.
    pub fn is_lost(self, heaps: &[BigUint; 2]) -> bool {
        let (x, y) = in_order(heaps);
        self.pair(x) == (x.clone(), y.clone())
    }

    /// Returns what to take from the heaps in order to win, if that is possible.
    pub fn winning_move(self, heaps: &[BigUint; 2]) -> Option<[BigUint; 2]> {
        let (x, y) = in_order(heaps);
        let left = self.left_by_winning_move(x, y)?;
        let taken = [x - left.0, y - left.1];
        let [from_x, from_y] = taken;
        Some(if heaps[0] <= heaps[1] { [from_x, from_y] } else { [from_y, from_x] })
    }

    /// Returns what a winning move leaves of heaps x ≤ y.
    fn left_by_winning_move(self, x: &BigUint, y: &BigUint) -> Option<(BigUint, BigUint)> {
        let (lesser, greater) = self.pair(x);
        if lesser != *x {
            return Some((x.clone(), lesser));
        }
        if *y == greater {
            return None;
        }
        if *y > greater {
            return Some((x.clone(), greater));
        }
        let least = x * self.s;
        if *y < &least + self.t {
            return Some((BigUint::ZERO, BigUint::ZERO));
        }
        Some(self.nth_pair(&((y - least) / self.t)))
    }

    /// Returns whether a move may take so many objects from the two heaps.
    pub fn allows(self, taken: &[BigUint; 2]) -> bool {
        let (k, l) = in_order(taken);
        match (*k == BigUint::ZERO, *l == BigUint::ZERO) {
            (true, nothing) => !nothing,
            (false, _) => *l < k * self.s + self.t,
        }
    }
}

fn in_order(pair: &[BigUint; 2]) -> (&BigUint, &BigUint) {
    let [first, second] = pair;
    if first <= second { (first, second) } else { (second, first) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pairs by theorem 1: each A is the least number that is in no pair yet.
    fn pairs(s: u64, t: u64, count: u64) -> Vec<(u64, u64)> {
        let mut used = std::collections::BTreeSet::new();
        let mut lesser = 0;
        (0..count)
            .map(|n| {
                while used.remove(&lesser) {
                    lesser += 1;
                }
                let pair = (lesser, s * lesser + t * n);
                used.insert(pair.1);
                lesser += 1;
                pair
            })
            .collect()
    }

    #[test]
    fn table_1_of_the_paper() {
        let greater = pairs(2, 2, 14).into_iter().map(|pair| pair.1).collect::<Vec<_>>();
        assert_eq!(greater, [0, 4, 8, 12, 18, 22, 26, 32, 36, 40, 46, 50, 54, 58]);
    }

    #[test]
    fn the_numeration_system_has_the_pairs_of_theorem_1() {
        for s in 1..=5 {
            for t in 1..=5 {
                let strategy = Strategy::new(s, t);
                for (n, (lesser, greater)) in (0_u64..).zip(pairs(s.into(), t.into(), 600)) {
                    let pair = (lesser.into(), greater.into());
                    assert_eq!(strategy.pair(&pair.0), pair, "s={s},t={t}");
                    assert_eq!(strategy.pair(&pair.1), pair, "s={s},t={t}");
                    assert_eq!(strategy.nth_pair(&n.into()), pair, "s={s},t={t}, pair {n}");
                    assert_eq!(strategy.index(&pair.0, &pair.1), n.into());
                }
            }
        }
    }

    #[test]
    fn a_winning_move_is_legal_and_leaves_a_lost_position() {
        for (s, t) in [(1, 1), (1, 3), (2, 1), (2, 2), (5, 4), (17, 30)] {
            let strategy = Strategy::new(s, t);
            let large = |digits: usize, seed: u32| -> BigUint {
                let power: BigUint = BigUint::from(10_u32).pow(digits as u32);
                power.sqrt() * power.sqrt() * (seed + 3) / (seed + 7) + seed
            };
            for (x, y) in (0..16_u32).flat_map(|x| (0..16_u32).map(move |y| (x, y))) {
                check(strategy, [x.into(), y.into()]);
                check(strategy, [large(60, x), large(60, y)]);
                check(strategy, [large(60, x), large(60, x) * (y + 1) + y]);
            }
            for number in [large(300, 5), large(301, 9)] {
                let (lesser, greater) = strategy.nth_pair(&number);
                assert!(strategy.is_lost(&[greater.clone(), lesser.clone()]));
                assert_eq!(strategy.index(&lesser, &greater), number);
                check(strategy, [lesser, greater + 1_u32]);
            }
        }
    }

    fn check(strategy: Strategy, heaps: [BigUint; 2]) {
        let Some(taken) = strategy.winning_move(&heaps) else {
            assert!(strategy.is_lost(&heaps), "{heaps:?}");
            return;
        };
        assert!(!strategy.is_lost(&heaps) && strategy.allows(&taken), "{heaps:?}, {taken:?}");
        let [x, y] = &heaps;
        assert!(strategy.is_lost(&[x - &taken[0], y - &taken[1]]), "{heaps:?}, {taken:?}");
    }
}
