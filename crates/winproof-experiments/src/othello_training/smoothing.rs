//! Smoothing over the stages: every value becomes a quartic function of the number of discs, by least
//! squares weighted with how often it occurs at each stage.

use winproof_games::othello::weights::{NODES, STAGES, position, shares};

/// Additional observations of the value 0 at every stage. They decide where there are no others: without them
/// a quartic could take any value.
const PRIOR: f64 = 2.0;

/// Fits quartics.
pub struct Smoother {
    /// How much the value at each node counts at each stage.
    shares: [[f64; NODES]; STAGES],
}

impl Smoother {
    /// A smoother for the stages there are.
    pub fn new() -> Smoother {
        Smoother { shares: std::array::from_fn(|stage| shares(position(stage))) }
    }

    /// The quartic, by its values at the nodes, for values and weights at each stage.
    pub fn smooth(&self, values: &[f64; STAGES], weights: &[f64; STAGES]) -> [f64; NODES] {
        let mut matrix = [[0.0; NODES]; NODES];
        let mut right = [0.0; NODES];
        for stage in 0..STAGES {
            let shares = &self.shares[stage];
            for row in 0..NODES {
                right[row] += weights[stage] * values[stage] * shares[row];
                for column in 0..NODES {
                    matrix[row][column] += (weights[stage] + PRIOR) * shares[row] * shares[column];
                }
            }
        }
        solve(matrix, right)
    }
}

/// Gaussian elimination without pivoting, which is safe for a positive definite matrix.
fn solve(mut matrix: [[f64; NODES]; NODES], mut right: [f64; NODES]) -> [f64; NODES] {
    for pivot in 0..NODES {
        let above = matrix[pivot];
        for row in pivot + 1..NODES {
            let factor = matrix[row][pivot] / above[pivot];
            for (value, above) in matrix[row].iter_mut().zip(above) {
                *value -= factor * above;
            }
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..NODES).rev() {
        let known: f64 = (row + 1..NODES).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use winproof_games::othello::weights::nodes;

    use super::*;

    fn at(quartic: &[f64; NODES], stage: usize) -> f64 {
        shares(position(stage)).iter().zip(quartic).map(|(share, value)| share * value).sum()
    }

    #[test]
    fn a_quartic_stays_what_it_is() {
        let quartic = |x: f64| 1.0 - 2.0 * x + x * x * x * x;
        let values = std::array::from_fn(|stage| quartic(position(stage)));
        let smooth = Smoother::new().smooth(&values, &[1e6; STAGES]);
        for (value, x) in smooth.iter().zip(nodes()) {
            assert!((value - quartic(x)).abs() < 1e-3, "{value}");
        }
    }

    #[test]
    fn weights_decide_where_values_disagree() {
        let mut weights = [1000.0; STAGES];
        let mut values = [2.0; STAGES];
        values[30] = 50.0;
        weights[30] = 0.0;
        let smooth = Smoother::new().smooth(&values, &weights);
        assert!((at(&smooth, 30) - 2.0).abs() < 0.02);
    }

    #[test]
    fn what_was_seen_at_few_stages_does_not_explode_at_others() {
        let mut weights = [0.0; STAGES];
        weights[20..24].fill(500.0);
        let smooth = Smoother::new().smooth(&[3.0; STAGES], &weights);
        assert!((at(&smooth, 22) - 3.0).abs() < 0.2);
        for stage in 0..STAGES {
            assert!(at(&smooth, stage).abs() < 5.0, "{stage}: {}", at(&smooth, stage));
        }
        assert_eq!(Smoother::new().smooth(&[3.0; STAGES], &[0.0; STAGES]), [0.0; NODES]);
    }
}
