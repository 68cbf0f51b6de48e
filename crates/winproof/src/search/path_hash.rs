//! Hashes of paths for which nobody can construct a collision.
//!
//! A disproof that depends on the path is used at once on every path with the same hash. So a collision is a
//! false verdict, and the author of a graph chooses the keys on its paths. The hash is therefore a polynomial
//! over the field of 2^127 - 1 elements, with the keys as coefficients, at a point that is drawn at random
//! when a search is made (Carter & Wegman 1979). Two different paths of n positions are two polynomials that
//! agree at fewer than 2n points: whatever the paths are, they collide with a probability of less than 2n /
//! 2^127.
//!
//! The point affects only whether two hashes are equal, so searches stay deterministic.

use std::hash::{BuildHasher, RandomState};

use winproof_rules::Key;

/// A prime, the number of elements of the field.
const PRIME: u128 = (1 << 127) - 1;

/// A function from paths to 127 bits, drawn at random.
pub struct PathHash {
    point: u128,
}

impl PathHash {
    /// The hash of a path without positions.
    pub const EMPTY: u128 = 0;

    /// Draws a function at random.
    pub fn random() -> PathHash {
        // The standard library seeds its hash maps from the system's generator; nothing else here needs one.
        let random = RandomState::new();
        let [high, low] = [0, 1].map(|word: u8| u128::from(random.hash_one(word)));
        PathHash { point: (high << 64 | low) >> 1 }
    }

    /// Returns the hash of a path that is one position longer. A key has more bits than an element of the
    /// field: its halves are two coefficients.
    #[inline]
    pub fn longer(&self, before: u128, key: Key) -> u128 {
        let half = add(multiply(before, self.point), key.0 >> 64);
        add(multiply(half, self.point), u128::from(key.0 as u64))
    }
}

/// Reduces a number below 2^128 - 1 to an element of the field.
#[inline]
fn reduce(number: u128) -> u128 {
    let folded = (number & PRIME) + (number >> 127);
    if folded >= PRIME { folded - PRIME } else { folded }
}

#[inline]
fn add(a: u128, b: u128) -> u128 {
    reduce(a + b)
}

/// Multiplies two numbers of up to 127 bits, by the products of their halves.
#[inline]
fn multiply(a: u128, b: u128) -> u128 {
    let halves = |number: u128| (number >> 64, u128::from(number as u64));
    let ((a_high, a_low), (b_high, b_low)) = (halves(a), halves(b));
    // Both are below 2^127, as upper halves are below 2^63.
    let middle = a_high * b_low + a_low * b_high;
    let (low, carry) = (a_low * b_low).overflowing_add(middle << 64);
    let high = a_high * b_high + (middle >> 64) + u128::from(carry);
    // 2^127 is 1 in the field.
    add(high << 1 | low >> 127, low & PRIME)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Multiplies by doubling.
    fn slow_product(a: u128, b: u128) -> u128 {
        (0..127).rev().fold(0, |sum, bit| {
            let doubled = reduce(sum << 1);
            if b >> bit & 1 != 0 { add(doubled, a) } else { doubled }
        })
    }

    #[test]
    fn multiplies_in_the_field() {
        let mut numbers = vec![0, 1, 2, PRIME - 1, PRIME - 2, 1 << 126, (1 << 64) - 1, 1 << 64];
        numbers.extend((0..20).map(|_| reduce(PathHash::random().point)));
        for &a in &numbers {
            for &b in &numbers {
                assert_eq!(multiply(a, b), slow_product(a, b), "{a:x} {b:x}");
                assert!(multiply(a, b) < PRIME);
            }
        }
        assert_eq!((reduce(PRIME), reduce(2 * PRIME)), (0, 0));
    }

    /// The order and every bit of the keys count, and no two searches have the same function.
    #[test]
    fn tells_paths_apart() {
        let hash = |function: &PathHash, keys: &[u128]| {
            keys.iter().fold(PathHash::EMPTY, |before, &key| function.longer(before, Key(key)))
        };
        let function = PathHash::random();
        let path = [1, 2, u128::MAX, 0, 1 << 127];
        assert_ne!(hash(&function, &path), hash(&function, &[2, 1, u128::MAX, 0, 1 << 127]));
        for place in 0..path.len() {
            for bit in 0..128 {
                let mut other = path;
                other[place] ^= 1 << bit;
                assert_ne!(hash(&function, &path), hash(&function, &other), "{place} {bit}");
            }
        }
        assert_ne!(hash(&function, &path), hash(&PathHash::random(), &path));
    }
}
