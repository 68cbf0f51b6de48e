//! Normal and Poisson numbers from one uniform number each, to the last bit the same everywhere.

/// Evaluates a polynomial, highest coefficient first.
#[inline]
fn polynomial<const N: usize>(coefficients: [f64; N], x: f64) -> f64 {
    coefficients.into_iter().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

/// The value that a normally distributed number (mean 0, deviation 1) stays below with `probability`,
/// which lies strictly between 0 and 1.
///
/// M. J. Wichura, "Algorithm AS 241: The percentage points of the normal distribution", Applied
/// Statistics 37 (1988), the variant of seven digits: more would be lost on random trees, and
/// polynomials of twice the degree cost twice the time. Only the outer 15 % need a logarithm.
#[inline]
pub(super) fn normal(probability: f64) -> f64 {
    let centred = probability - 0.5;
    if centred.abs() > 0.425 {
        return normal_tail(probability);
    }
    let x = 0.180_625 - centred * centred;
    centred * polynomial([59.109_374_720, 159.291_132_02, 50.434_271_938, 3.387_132_717_9], x)
        / polynomial([67.187_563_600, 78.757_757_664, 17.895_169_469, 1.0], x)
}

fn normal_tail(probability: f64) -> f64 {
    let upper = probability > 0.5;
    let outside = if upper { 1.0 - probability } else { probability };
    let root = (-libm::log(outside)).sqrt();
    let magnitude = if root <= 5.0 {
        let x = root - 1.6;
        polynomial([0.170_238_211_03, 1.306_728_481_6, 2.756_815_390_0, 1.423_437_277_7], x)
            / polynomial([0.120_211_329_75, 0.737_001_642_50, 1.0], x)
    } else {
        let x = root - 5.0;
        polynomial([0.017_337_203_997, 0.428_682_943_37, 3.081_226_386_0, 6.657_905_115_0], x)
            / polynomial([0.012_258_202_635, 0.241_978_942_25, 1.0], x)
    };
    if upper { magnitude } else { -magnitude }
}

/// Terms of the Poisson sum that are added without checking the result, because the branch that ends the sum
/// is never predicted. With 4 or 16 generating the moves takes a tenth longer, with 1 a quarter.
const BLOCK: usize = 8;

/// More terms than are ever needed: with the greatest mean that `Tree` allows, 198, the greatest
/// Poisson number is 305.
pub(super) const MOST_TERMS: usize = 512;

/// `1 / (k + 1)` for each term k: a division would take longer than all else in the loop.
static RECIPROCALS: [[f64; BLOCK]; MOST_TERMS / BLOCK] = {
    let mut table = [[0.0; BLOCK]; MOST_TERMS / BLOCK];
    let mut k = 0;
    while k < MOST_TERMS {
        table[k / BLOCK][k % BLOCK] = 1.0 / (k + 1) as f64;
        k += 1;
    }
    table
};

/// The sum in [`poisson`] comes as near to its limit as rounding lets it, which is a part in 10^13:
/// for a probability closer to 1 than this it might never be great enough.
const GREATEST_PROBABILITY: f64 = 1.0 - 1e-12;

/// The least k such that a Poisson number of that mean is at most k with at least `probability`.
#[inline]
pub(super) fn poisson(mean: f64, probability: f64) -> u32 {
    // The terms are mean^k / k!, without the common factor exp(-mean): so they need not wait for it.
    let goal = probability.min(GREATEST_PROBABILITY) * libm::exp(mean);
    let mut term = 1.0;
    let mut sum = 0.0;
    let mut below = 0;
    for block in &RECIPROCALS {
        for reciprocal in block {
            sum += term;
            below += u32::from(sum < goal);
            term *= mean * reciprocal;
        }
        if sum >= goal {
            return below;
        }
    }
    unreachable!("the Poisson mean {mean} is too great")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_inverts_the_distribution_function() {
        for exponent in [1, 2, 3, 5, 10, 12, 30, 53] {
            for step in 1..20 {
                let probability = f64::from(step) / 20.0 * 0.5f64.powi(exponent);
                let x = normal(probability);
                let back = 0.5 * libm::erfc(-x / std::f64::consts::SQRT_2);
                assert!((back / probability - 1.0).abs() < 1e-5, "{probability}: {x} is {back}");
                let mirrored = normal(1.0 - probability);
                assert!(probability < 1e-6 || (mirrored + x).abs() < 1e-6, "{probability}");
            }
        }
    }

    #[test]
    fn poisson_inverts_the_distribution_function() {
        for mean in [0.0, 0.5, 7.0, 198.0] {
            let mut cumulated = 0.0;
            for k in 0..400 {
                let term = libm::exp(
                    f64::from(k) * libm::log(mean) - mean - libm::lgamma(f64::from(k) + 1.0),
                );
                let term = if mean == 0.0 { f64::from(u32::from(k == 0)) } else { term };
                if term > 1e-6 {
                    assert_eq!(poisson(mean, cumulated + 0.5 * term), k as u32, "mean {mean}");
                }
                cumulated += term;
            }
        }
        let greatest = (0..=1980).map(|mean| poisson(f64::from(mean) / 10.0, 1.0)).max();
        assert_eq!(greatest, Some(305));
    }
}
