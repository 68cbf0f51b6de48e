//! Numbers that look random and are the same on every machine: the SplitMix64 generator of Steele,
//! Lea and Flood (2014), used as a hash.

/// The generator's step, 2^64 divided by the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The `index`-th number of the generator that starts at `seed`.
#[inline]
pub(crate) const fn splitmix(seed: u64, index: u64) -> u64 {
    let state = seed.wrapping_add(index.wrapping_add(1).wrapping_mul(STEP));
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// A number strictly between 0 and 1 from the upper bits of a random one.
///
/// 52 bits and the half in the middle are exact: neither 0 nor 1 can come out.
#[inline]
pub(crate) fn uniform(random: u64) -> f64 {
    const SCALE: f64 = 1.0 / (1u64 << 52) as f64;
    ((random >> 12) as f64 + 0.5) * SCALE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_the_published_generator() {
        // The first outputs for seed 1234567, as listed with other implementations.
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973];
        assert_eq!([splitmix(1_234_567, 0), splitmix(1_234_567, 1)], expected);
    }

    #[test]
    fn uniform_stays_inside_its_interval() {
        assert!(uniform(0) > 0.0);
        assert!(uniform(u64::MAX) < 1.0);
        assert_eq!(uniform(0) + uniform(u64::MAX), 1.0);
    }
}
