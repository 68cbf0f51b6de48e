//! Rating of tsume-shogi problems by a weighted sum of what can be counted (Kasuga, Suzuki and Kotani, "Evaluation of
//! tsume-shogi with the method of least squares", workshop on complex games, 1998).
//!
//! The weights of the paper come from 80 problems that some 140 readers of a magazine rated from 1 to 3. Readers'
//! ratings are not public, so nobody else can repeat that fit; [`fit`] makes another one from a user's own.

mod least_squares;

use std::path::Path;

use winproof_games::{FACTOR_COUNT, FACTOR_NAMES, Shogi};
use winproof_rules::{Game, Notation, Outcome};

use crate::Failure;
use crate::plot::{Plot, Scale, Series};
use crate::table::Table;
use least_squares::{LeastSquares, Weight};

/// The factors of a problem.
pub type Factors = [u32; FACTOR_COUNT];

/// The weights of table 1.
pub const PUBLISHED_WEIGHTS: [f64; FACTOR_COUNT] = [
    1.187059, 0.063114, -0.047179, 0.077269, 0.095142, 0.062577, 0.010568, -0.004848, 0.002101,
    0.018093, 0.009809, -0.120283, 0.043834, 0.026583, 0.116201,
];

/// Returns the predicted rating, usually between 1 and 3.
pub fn rating(factors: &Factors, weights: &[f64; FACTOR_COUNT]) -> f64 {
    factors.iter().zip(weights).map(|(&factor, weight)| f64::from(factor) * weight).sum()
}

/// Returns the factors of a problem with its solution, both as text.
pub fn factors(position: &str, solution: &[String]) -> Result<Factors, String> {
    let board = Shogi.parse(position).map_err(|error| error.to_string())?;
    let mut at = board;
    let mut line = Vec::with_capacity(solution.len());
    for name in solution {
        let moves = Shogi.legal_moves(&at);
        let mv = moves.into_iter().find(|&mv| Shogi.format_move(&at, mv) == *name);
        let mv = mv.ok_or_else(|| format!("expected a check or a reply, and not `{name}`"))?;
        at = Shogi.play(&at, mv);
        line.push(mv);
    }
    if Shogi.outcome(&at) != Some(Outcome::won_by(board.attacker())) {
        return Err("expected a solution that ends with mate".to_string());
    }
    board.factors(&line).ok_or_else(|| "expected legal moves".to_string())
}

/// A problem with the rating that people gave it.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// What is counted.
    pub factors: Factors,
    /// The rating.
    pub rating: f64,
}

/// A line of a file of ratings: `POSITION,RATING` or `POSITION,RATING,SOLUTION`.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingLine {
    /// The number of the line.
    pub number: usize,
    /// The position.
    pub position: String,
    /// The rating, from 1 to 3.
    pub rating: f64,
    /// The moves of the solution, if the file has them.
    pub solution: Option<Vec<String>>,
}

/// Reads a file of ratings. Empty lines, lines that begin with `#` and a heading are skipped.
pub fn read_ratings(text: &str) -> Result<Vec<RatingLine>, String> {
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line.is_empty() || line.starts_with('#') || line.starts_with("position,") {
            continue;
        }
        let mut fields = line.split(',').map(str::trim);
        let (position, rating) = (fields.next().unwrap_or_default(), fields.next());
        let rating = rating.and_then(|text| text.parse().ok());
        let rating = rating.filter(|rating| (1.0..=3.0).contains(rating)).ok_or_else(|| {
            format!("line {number}: expected a position, a comma and a rating from 1 to 3")
        })?;
        let solution = fields.next().filter(|moves| !moves.is_empty());
        let solution = solution.map(|moves| moves.split_whitespace().map(str::to_string).collect());
        if fields.next().is_some() {
            return Err(format!("line {number}: expected at most three fields"));
        }
        lines.push(RatingLine { number, position: position.to_string(), rating, solution });
    }
    Ok(lines)
}

/// Parts into which problems are divided: each is predicted from the others.
const PARTS: usize = 5;

/// Weights that were fitted to ratings.
#[derive(Clone, Debug)]
pub struct Fit {
    weights: [Weight; FACTOR_COUNT],
    /// The ratings with those that were predicted for them from other problems.
    held_out: Vec<(f64, f64)>,
    problems: Vec<Rated>,
}

/// Fits weights to ratings.
pub fn fit(problems: Vec<Rated>) -> Result<Fit, Failure> {
    let least = FACTOR_COUNT * PARTS / (PARTS - 1) + 2;
    if problems.len() < least {
        let count = problems.len();
        let message = format!("expected at least {least} ratings for 15 weights, not {count}");
        return Err(Failure::Input(message));
    }
    let held_out = problems.iter().enumerate().map(|(index, problem)| {
        let others =
            problems.iter().enumerate().filter(|(other, _)| other % PARTS != index % PARTS);
        (index % PARTS, others.map(|(_, other)| other).collect::<Vec<_>>(), problem)
    });
    let mut parts: [Option<[f64; FACTOR_COUNT]>; PARTS] = [None; PARTS];
    let held_out = held_out.map(|(part, others, problem)| {
        let weights = *parts[part]
            .get_or_insert_with(|| LeastSquares::of(&others).weights().map(|weight| weight.value));
        (problem.rating, rating(&problem.factors, &weights))
    });
    let held_out = held_out.collect();
    let all: Vec<_> = problems.iter().collect();
    Ok(Fit { weights: LeastSquares::of(&all).weights(), held_out, problems })
}

impl Fit {
    /// Returns the weights.
    pub fn weights(&self) -> [f64; FACTOR_COUNT] {
        self.weights.map(|weight| weight.value)
    }

    /// Returns a table of the weights beside those of the paper.
    fn weight_table(&self) -> Table {
        let mut table =
            Table::new(&["factor", "paper", "fitted", "standard error", "sign of the paper"]);
        for ((name, paper), weight) in FACTOR_NAMES.iter().zip(PUBLISHED_WEIGHTS).zip(self.weights)
        {
            let Weight { value, error } = weight;
            table.row(vec![
                name.to_string(),
                format!("{paper:.4}"),
                format!("{value:.4}"),
                error.map_or("–".to_string(), |error| format!("{error:.4}")),
                sign(paper, weight).to_string(),
            ]);
        }
        table
    }

    /// Returns a table of errors: of predictions from other problems, of the paper's weights, and of the mean.
    fn error_table(&self) -> Table {
        let published = self
            .problems
            .iter()
            .map(|problem| (problem.rating, rating(&problem.factors, &PUBLISHED_WEIGHTS)));
        let mean = self.problems.iter().map(|problem| problem.rating).sum::<f64>()
            / self.problems.len() as f64;
        let constant = self.problems.iter().map(|problem| (problem.rating, mean));
        let mut table = Table::new(&["prediction", "mean error", "mean size", "root mean square"]);
        for (name, pairs) in [
            ("weights fitted to other problems", self.held_out.clone()),
            ("weights of the paper", published.collect()),
            ("the mean rating", constant.collect()),
        ] {
            let count = pairs.len() as f64;
            let mean = |of: &dyn Fn(f64) -> f64| {
                pairs.iter().map(|(rating, predicted)| of(predicted - rating)).sum::<f64>() / count
            };
            table.row(vec![
                name.to_string(),
                format!("{:.4}", mean(&|error| error)),
                format!("{:.4}", mean(&f64::abs)),
                format!("{:.4}", mean(&|error| error * error).sqrt()),
            ]);
        }
        table
    }

    /// Returns a plot like the paper's figure 1: what was predicted from other problems over what people said.
    fn plot(&self) -> String {
        let points = |name: &str, points: Vec<(f64, f64)>, line| Series {
            name: name.to_string(),
            points,
            labels: Vec::new(),
            line,
        };
        let plot = Plot {
            title: "Ratings, and what other problems predict".to_string(),
            x: "rating",
            y: "predicted",
            series: vec![
                points("problems", self.held_out.clone(), false),
                points("equal", vec![(1.0, 1.0), (3.0, 3.0)], true),
            ],
        };
        plot.svg(Scale::Linear, Scale::Linear)
    }

    /// Writes tables and the plot into a folder, and returns the report.
    pub fn report(&self, folder: &Path) -> Result<String, Failure> {
        std::fs::create_dir_all(folder).map_err(Failure::file(folder))?;
        let (weights, errors) = (self.weight_table(), self.error_table());
        for (name, content) in [
            ("weights.csv", weights.csv()),
            ("errors.csv", errors.csv()),
            ("ratings.svg", self.plot()),
        ] {
            let path = folder.join(name);
            std::fs::write(&path, content).map_err(Failure::file(&path))?;
        }
        Ok(format!(
            "{} problems.\n\n{}\nA sign is confirmed or contradicted if the weight is more than two standard errors \
             from zero. – where the problems do not determine a weight.\n\n{}",
            self.problems.len(),
            weights.markdown(),
            errors.markdown(),
        ))
    }
}

/// What a fitted weight says about the sign in the paper.
fn sign(paper: f64, weight: Weight) -> &'static str {
    match weight.error {
        Some(error) if weight.value.abs() > 2.0 * error => {
            if weight.value * paper > 0.0 {
                "confirmed"
            } else {
                "contradicted"
            }
        }
        _ => "open",
    }
}

#[cfg(test)]
mod tests;
