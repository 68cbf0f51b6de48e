//! Fitting curves with one factor and one shape: y ≈ F · g(x, shape), by least squares. For a given shape the
//! best factor is a quotient of sums, so one number is left to be looked for (Nagai & Imai 1999, section 4).
//! The paper halves intervals for the zero of the derivative; we look along a scale of shapes first, since
//! there can be several, and then narrow down the best one.

use winproof_games::othello::weights::Sigmoid;

/// Shapes that are tried before the best one is narrowed down.
const TRIED: usize = 200;
/// Steps of narrowing down: to a millionth of the distance between two shapes.
const NARROWINGS: usize = 30;

/// A family of curves: the value at a place for a shape.
type Family<'a> = &'a dyn Fn(f64, f64) -> f64;

/// The factor that fits best, and the sum of squares that is left.
fn factor(points: &[(f64, f64)], shape: f64, family: Family<'_>) -> (f64, f64) {
    let mut products = [0.0; 3];
    for &(x, y) in points {
        let g = family(x, shape);
        let terms = [g * y, g * g, y * y];
        products.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
    }
    let [gy, gg, yy] = products;
    // A factor below 0 would mean that the curve is upside down.
    let factor = if gg > 0.0 { (gy / gg).max(0.0) } else { 0.0 };
    (factor, yy - 2.0 * factor * gy + factor * factor * gg)
}

/// The factor and the shape, within a range, that fit best.
fn fit(points: &[(f64, f64)], from: f64, to: f64, family: Family<'_>) -> (f64, f64) {
    let error = |shape: f64| factor(points, shape, family).1;
    let step = (to - from) / TRIED as f64;
    let tried = (0..=TRIED).map(|number| from + number as f64 * step);
    let best = tried.min_by(|&a, &b| error(a).total_cmp(&error(b))).unwrap_or(from);
    let (mut low, mut high) = ((best - step).max(from), (best + step).min(to));
    for _ in 0..NARROWINGS {
        let third = (high - low) / 3.0;
        if error(low + third) < error(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    let shape = low.midpoint(high);
    (factor(points, shape, family).0, shape)
}

/// The rising sigmoid B / (1 + e^(-x/C)) + 1 through points.
pub fn sigmoid(points: &[(f64, f64)]) -> Sigmoid {
    let above: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (x, y - 1.0)).collect();
    // C from a quarter of a disc to 64, on a logarithmic scale.
    let (from, to) = (libm::log(0.25), libm::log(64.0));
    let family = |x: f64, shape: f64| 1.0 / (1.0 + libm::exp(-x / libm::exp(shape)));
    let (b, shape) = fit(&above, from, to, &family);
    Sigmoid { b: b as f32, c: libm::exp(shape) as f32 }
}

/// The falling or rising exponential F · e^(-Dx) through points; returns F and D.
pub fn exponential(points: &[(f64, f64)]) -> (f64, f64) {
    fit(points, -0.5, 0.5, &|x, shape| libm::exp(-shape * x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_curves_are_found_again() {
        let truth = Sigmoid { b: 17.0, c: 6.5 };
        let points: Vec<_> = (-30..=30).map(|x| (f64::from(x), truth.at(f64::from(x)))).collect();
        let found = sigmoid(&points);
        assert!((found.b - 17.0).abs() < 0.01 && (found.c - 6.5).abs() < 0.01, "{found:?}");
        let points: Vec<_> =
            (0..16).map(|x| (f64::from(x), 30.0 * libm::exp(-0.2 * f64::from(x)))).collect();
        let (f, d) = exponential(&points);
        assert!((f - 30.0).abs() < 1e-3 && (d - 0.2).abs() < 1e-5, "{f} {d}");
    }

    #[test]
    fn nothing_to_fit_is_no_curve() {
        assert_eq!(sigmoid(&[]).b, 0.0);
        assert_eq!(sigmoid(&[(3.0, 1.0)]).b, 0.0);
    }
}
