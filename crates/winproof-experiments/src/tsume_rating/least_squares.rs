//! The method of least squares.

use nalgebra::{DMatrix, DVector, Dyn, SVD};
use winproof_games::FACTOR_COUNT;

use super::Rated;

/// A fitted weight.
#[derive(Clone, Copy, Debug)]
pub struct Weight {
    /// The weight.
    pub value: f64,
    /// Its standard error; none if the problems do not determine the weight.
    pub error: Option<f64>,
}

/// Singular values below this part of the greatest count as zero.
const ZERO: f64 = 1e-9;

/// The decomposition of a matrix of factors, and the ratings.
pub struct LeastSquares {
    matrix: DMatrix<f64>,
    ratings: DVector<f64>,
    svd: SVD<f64, Dyn, Dyn>,
}

impl LeastSquares {
    /// Decomposes the factors of some problems, no fewer than there are factors.
    pub fn of(problems: &[&Rated]) -> LeastSquares {
        let factor = |row: usize, column: usize| f64::from(problems[row].factors[column]);
        let matrix = DMatrix::from_fn(problems.len(), FACTOR_COUNT, factor);
        let ratings = DVector::from_fn(problems.len(), |row, _| problems[row].rating);
        let svd = matrix.clone().svd(true, true);
        LeastSquares { matrix, ratings, svd }
    }

    /// Returns the weights with the least sum of squared errors; if that leaves a choice, the smallest.
    pub fn weights(&self) -> [Weight; FACTOR_COUNT] {
        let zero = self.svd.singular_values.max() * ZERO;
        let solution =
            self.svd.solve(&self.ratings, zero).expect("both factors of the matrix were computed");
        let residual = &self.ratings - &self.matrix * &solution;
        let freedom = self.ratings.len().saturating_sub(self.svd.rank(zero));
        let variance = residual.norm_squared() / freedom.max(1) as f64;
        let directions = self.svd.v_t.as_ref().expect("it was computed");
        std::array::from_fn(|place| {
            let (mut spread, mut undetermined) = (0.0, 0.0);
            for (index, &singular) in self.svd.singular_values.iter().enumerate() {
                let share = directions[(index, place)].powi(2);
                if singular > zero {
                    spread += share / singular.powi(2);
                } else {
                    undetermined += share;
                }
            }
            let error = (undetermined < ZERO).then(|| (variance * spread).sqrt());
            Weight { value: solution[place], error }
        })
    }
}
