//! Least squares for the values of one stage: the conjugate gradient method, preconditioned by scaling.
//!
//! Every position has the same number of parameters, one for each place of a pattern, and the parity. A
//! parameter is the sum of one or two *columns* ([`rare`](super::rare)), and the columns are what is learned:
//! with X the matrix of how often each column occurs in each position and y the results, w solves
//! (XᵀX + λ) w = Xᵀy. The diagonal of that matrix scales the columns, from some that occur in every position
//! to some that occur once.

use winproof_games::othello::patterns::PLACES;

use super::rare::Columns;

/// The weight of additional observations with the result 0 in every column. If it is smaller, columns with
/// few observations fit noise; if it is larger, those with some hundred are held back.
pub const RIDGE: f64 = 10.0;

/// The gradient has become smaller by this factor when the method ends. Held-out errors change by less than
/// a thousandth of a disc beyond it.
const ENOUGH: f64 = 1e-3;

/// The most steps, whatever the gradient says.
const STEPS: usize = 200;

/// A problem: the parameters of positions, and the results that they should predict.
pub struct Observations<'a> {
    /// The parameters of each position.
    pub rows: &'a [[u16; PLACES]],
    /// The result of each position.
    pub results: &'a [f64],
    /// 1 or -1: what the parity is in all these positions.
    pub parity: f64,
}

/// What was learned.
pub struct Solution {
    /// The value of every column, and last of the parity.
    pub values: Vec<f64>,
    /// Steps that it took.
    pub steps: usize,
}

/// Solves the problem.
pub fn solve(columns: &Columns, observations: &Observations<'_>) -> Solution {
    let count = columns.count + 1;
    let mut system = System { columns, observations, counts: vec![0.0; columns.parameters()] };
    let mut residual = system.gradient_at_zero();
    let scale = system.diagonal();
    let scaled = |vector: &[f64]| -> Vec<f64> {
        vector.iter().zip(&scale).map(|(value, scale)| value / scale).collect()
    };
    let mut values = vec![0.0; count];
    let mut direction = scaled(&residual);
    let mut norm = dot(&residual, &direction);
    let start = norm;
    let mut steps = 0;
    while steps < STEPS && norm > start * ENOUGH * ENOUGH {
        let image = system.apply(&direction);
        let length = norm / dot(&direction, &image);
        for index in 0..count {
            values[index] += length * direction[index];
            residual[index] -= length * image[index];
        }
        let corrected = scaled(&residual);
        let next = dot(&residual, &corrected);
        let share = next / norm;
        for (direction, corrected) in direction.iter_mut().zip(corrected) {
            *direction = corrected + share * *direction;
        }
        norm = next;
        steps += 1;
    }
    Solution { values, steps }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

struct System<'a> {
    columns: &'a Columns,
    observations: &'a Observations<'a>,
    /// Room for a number for every parameter.
    counts: Vec<f64>,
}

impl System<'_> {
    /// (XᵀX + λ) times a vector.
    fn apply(&mut self, vector: &[f64]) -> Vec<f64> {
        let values = self.columns.spread(vector);
        let parity = self.observations.parity;
        let constant = parity * vector[self.columns.count];
        let mut total = 0.0;
        self.counts.fill(0.0);
        for row in self.observations.rows {
            let sum: f64 = row.iter().map(|&it| values[usize::from(it)]).sum::<f64>() + constant;
            for &parameter in row {
                self.counts[usize::from(parameter)] += sum;
            }
            total += sum;
        }
        let mut image = self.gathered(parity * total);
        for (image, value) in image.iter_mut().zip(vector) {
            *image += RIDGE * value;
        }
        image
    }

    /// Xᵀy.
    fn gradient_at_zero(&mut self) -> Vec<f64> {
        self.counts.fill(0.0);
        for (row, result) in self.observations.rows.iter().zip(self.observations.results) {
            for &parameter in row {
                self.counts[usize::from(parameter)] += result;
            }
        }
        let total: f64 = self.observations.results.iter().sum();
        self.gathered(self.observations.parity * total)
    }

    /// About the diagonal of XᵀX + λ: it is not quite that where a column occurs twice in one position.
    fn diagonal(&mut self) -> Vec<f64> {
        self.counts.fill(0.0);
        for &parameter in self.observations.rows.as_flattened() {
            self.counts[usize::from(parameter)] += 1.0;
        }
        let mut diagonal = self.gathered(self.observations.rows.len() as f64);
        diagonal.iter_mut().for_each(|value| *value += RIDGE);
        diagonal
    }

    /// What was counted for parameters, as columns, with what belongs to the parity at the end.
    fn gathered(&self, parity: f64) -> Vec<f64> {
        let mut image = self.columns.gather(&self.counts);
        image.push(parity);
        image
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// Values that results were made from are found again.
    #[test]
    fn known_values_are_learned_again() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let columns = Columns::plain(40);
        let truth: Vec<f64> = (0..40).map(|_| rng.random_range(-5.0..5.0)).collect();
        // A row has 46 places: each of the 40 parameters occurs in some of them, by chance.
        let rows: Vec<[u16; PLACES]> =
            (0..20_000).map(|_| std::array::from_fn(|_| rng.random_range(0..40))).collect();
        let expected = |row: &[u16; PLACES]| -> f64 {
            row.iter().map(|&it| truth[usize::from(it)]).sum::<f64>() - 3.0
        };
        let results: Vec<f64> = rows.iter().map(expected).collect();
        let observations = Observations { rows: &rows, results: &results, parity: -1.0 };
        let Solution { values, steps } = solve(&columns, &observations);
        assert!((2..STEPS).contains(&steps), "{steps}");
        // Every row has 46 parameters, so the constant cannot be distinguished from a shift of all of them.
        for (row, result) in rows.iter().zip(&results).take(100) {
            let sum: f64 = row.iter().map(|&it| values[usize::from(it)]).sum();
            assert!((sum - values[40] - result).abs() < 0.3, "{sum} {} {result}", values[40]);
        }
    }
}
