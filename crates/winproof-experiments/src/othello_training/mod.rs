//! Learning the evaluation function of Othello from games, and h from solved problems (Nagai & Imai 1999,
//! sections 3 and 4).
//!
//! It is not an experiment, but it has the same parts and uses the same [`Lab`]: long runs that are kept in a
//! results log and resume where they stopped, and tables and plots at the end.

pub mod corpus;
mod curves;
mod estimates;
mod least_squares;
mod rare;
mod smoothing;
mod solution;

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use winproof_games::othello::evaluation::Evaluation;
use winproof_games::othello::patterns::{PLACES, Parameters, configurations};
use winproof_games::othello::weights::{FIRST_STAGE, NODES, STAGES, UNITS, Weights};

pub use self::estimates::fit;

use self::corpus::{Corpus, Positions, by_stage};
use self::least_squares::{Observations, RIDGE};
use self::rare::{Columns, RARE};
use self::smoothing::Smoother;
use crate::plot::{Plot, Scale, Series};
use crate::report::Report;
use crate::table::Table;
use crate::{Failure, Lab, Plan};

/// The name in the results log.
const NAME: &str = "train-othello";

/// What was learned at one stage, before smoothing.
#[derive(Serialize, Deserialize)]
struct Learned {
    /// Steps of the conjugate gradient method.
    steps: usize,
    /// Values of the columns and of the parity, in 1/[`FINE`] disc: short in a file of text.
    values: Vec<i32>,
}

const FINE: f64 = 4096.0;

/// Learns from the games in the plan and writes the weights to a file. Returns a report, in Markdown.
pub fn train(plan: Plan, out: &Path) -> Result<String, Failure> {
    let folder = games_of(&plan)?;
    let corpus = Corpus::read(&folder, plan.seed)?;
    let mut lab = Lab::open(NAME, plan)?;
    let stages = by_stage(&corpus.training);
    let held_out = by_stage(&corpus.held_out);
    let occurrences: Vec<Vec<u32>> = stages.iter().map(count).collect();
    let mut totals = vec![0_u64; Parameters::get().count];
    for counts in &occurrences {
        for (total, &count) in totals.iter_mut().zip(counts) {
            *total += u64::from(count);
        }
    }
    let columns = Columns::new(&totals);
    let all: Vec<usize> = (0..STAGES).collect();
    let learned: Vec<Learned> = lab.run(
        "learning",
        &all,
        |stage| format!("{}/{:016x}/{RIDGE}/{RARE}", stage + FIRST_STAGE, corpus.digest),
        |&stage, _| Some(learn(&columns, &stages[stage], stage)),
    )?;
    let weights = smooth(&columns, &occurrences, &learned);
    fs::write(out, weights.write()).map_err(Failure::file(out))?;
    let results = Results { corpus, columns, stages, held_out, totals, learned };
    results.report(&lab, &Evaluation::new(weights))
}

/// The folder of games.
fn games_of(plan: &Plan) -> Result<std::path::PathBuf, Failure> {
    let missing = "training needs --games DIR, a folder of games in files named *.wtb";
    plan.games.clone().ok_or_else(|| Failure::Input(missing.to_string()))
}

/// The parameters in all places of a position.
fn row(&(own, enemy): &(u64, u64)) -> [u16; PLACES] {
    let parameters = Parameters::get();
    configurations(own, enemy).map(|configuration| parameters.of[usize::from(configuration)])
}

/// How often each parameter occurs.
fn count(positions: &Positions) -> Vec<u32> {
    let mut counts = vec![0; Parameters::get().count];
    for board in &positions.boards {
        for parameter in row(board) {
            counts[usize::from(parameter)] += 1;
        }
    }
    counts
}

/// 1 if the player to move would make the last move, otherwise -1.
fn parity(stage: usize) -> f64 {
    if (stage + FIRST_STAGE) % 2 == 1 { 1.0 } else { -1.0 }
}

fn learn(columns: &Columns, positions: &Positions, stage: usize) -> Learned {
    let rows: Vec<_> = positions.boards.iter().map(row).collect();
    let results: Vec<f64> = positions.results.iter().copied().map(f64::from).collect();
    let observations = Observations { rows: &rows, results: &results, parity: parity(stage) };
    let solution = least_squares::solve(columns, &observations);
    let values = solution.values.iter().map(|value| (value * FINE).round() as i32).collect();
    Learned { steps: solution.steps, values }
}

/// Quartics for all parameters. Columns are smoothed, and parameters put together from them: a quartic again.
fn smooth(columns: &Columns, occurrences: &[Vec<u32>], learned: &[Learned]) -> Weights {
    let smoother = Smoother::new();
    let gathered: Vec<Vec<f64>> = occurrences
        .iter()
        .map(|counts| columns.gather(&counts.iter().map(|&it| f64::from(it)).collect::<Vec<_>>()))
        .collect();
    let quartic = |column: usize| {
        let values = std::array::from_fn(|stage| f64::from(learned[stage].values[column]) / FINE);
        // The parity occurs in every position, once for each of its places.
        let weight = |counts: &Vec<f64>| match counts.get(column) {
            Some(&count) => count,
            None => counts.iter().sum::<f64>() / PLACES as f64,
        };
        smoother.smooth(&values, &std::array::from_fn(|stage| weight(&gathered[stage])))
    };
    let quartics: Vec<[f64; NODES]> = (0..=columns.count).map(quartic).collect();
    let mut values = vec![[0.0; NODES]; columns.parameters() + 1];
    for node in 0..NODES {
        let at: Vec<f64> = quartics.iter().map(|quartic| quartic[node]).collect();
        for (value, sum) in values.iter_mut().zip(columns.spread(&at)) {
            value[node] = sum;
        }
        values[columns.parameters()][node] = at[columns.count];
    }
    Weights::new(&values)
}

/// How far predictions are from results.
#[derive(Clone, Copy, Default)]
struct Errors {
    count: usize,
    squares: f64,
    results: f64,
    result_squares: f64,
}

impl Errors {
    fn of(positions: &Positions, predict: impl Fn(&(u64, u64)) -> f64) -> Errors {
        let mut errors = Errors { count: positions.boards.len(), ..Errors::default() };
        for (board, &result) in positions.boards.iter().zip(&positions.results) {
            let result = f64::from(result);
            errors.squares += (predict(board) - result).powi(2);
            errors.results += result;
            errors.result_squares += result * result;
        }
        errors
    }

    /// The root of the mean square.
    fn root(&self) -> f64 {
        (self.squares / self.count.max(1) as f64).sqrt()
    }

    /// The standard deviation of the results, which is the error of a constant prediction.
    fn spread(&self) -> f64 {
        let count = self.count.max(1) as f64;
        (self.result_squares / count - (self.results / count).powi(2)).max(0.0).sqrt()
    }
}

struct Results {
    corpus: Corpus,
    columns: Columns,
    stages: Vec<Positions>,
    held_out: Vec<Positions>,
    totals: Vec<u64>,
    learned: Vec<Learned>,
}

impl Results {
    fn report(&self, lab: &Lab, evaluation: &Evaluation) -> Result<String, Failure> {
        let mut report = Report::new(lab);
        let Results { corpus, columns, .. } = self;
        let seen = self.totals.iter().filter(|&&count| count > 0).count();
        let rare = self.totals.iter().filter(|&&count| (1..RARE).contains(&count)).count();
        let positions: usize = self.stages.iter().map(|stage| stage.boards.len()).sum();
        report.say(&format!(
            "# Othello: learning from games\n\n{} games in {} files: {} repeat others, {} have an illegal \
             move, {} were not played to the end. Of the rest {} were learned from ({positions} positions) \
             and {} held out.\n\n{} parameters, each for {STAGES} stages: {seen} of them occur, {rare} of \
             these fewer than {RARE} times. {} are divided into two, {} reduced to smaller ones.",
            corpus.games,
            corpus.files,
            corpus.repeated,
            corpus.illegal,
            corpus.unfinished,
            corpus.training.len(),
            corpus.held_out.len(),
            columns.parameters() + 1,
            columns.divided,
            columns.reduced,
        ));
        let mut table = Table::new(&[
            "discs",
            "positions",
            "steps",
            "error",
            "held out",
            "error before smoothing",
            "error",
            "standard deviation",
        ]);
        let mut series = ["standard deviation", "before smoothing", "smoothed", "learned from"]
            .map(|name| Series {
                name: name.to_string(),
                points: Vec::new(),
                labels: Vec::new(),
                line: true,
            });
        for stage in 0..STAGES {
            let (here, out) = (&self.stages[stage], &self.held_out[stage]);
            let smoothed =
                |&(own, enemy): &(u64, u64)| f64::from(evaluation.evaluate(own, enemy)) / UNITS;
            let values: Vec<f64> =
                self.learned[stage].values.iter().map(|&it| f64::from(it) / FINE).collect();
            let spread = columns.spread(&values);
            let constant = parity(stage) * values[columns.count];
            let raw = |board: &(u64, u64)| {
                row(board).iter().map(|&it| spread[usize::from(it)]).sum::<f64>() + constant
            };
            let (trained, raw, smooth) =
                (Errors::of(here, smoothed), Errors::of(out, raw), Errors::of(out, smoothed));
            let discs = stage + FIRST_STAGE;
            table.row(vec![
                discs.to_string(),
                here.boards.len().to_string(),
                self.learned[stage].steps.to_string(),
                format!("{:.2}", trained.root()),
                out.boards.len().to_string(),
                format!("{:.2}", raw.root()),
                format!("{:.2}", smooth.root()),
                format!("{:.2}", smooth.spread()),
            ]);
            let roots = [smooth.spread(), raw.root(), smooth.root(), trained.root()];
            for (series, root) in series.iter_mut().zip(roots) {
                series.points.push((discs as f64, root));
            }
        }
        report.table("Error in discs, root of the mean square", "errors", &table)?;
        let title = format!("Error on {} games that were held out", corpus.held_out.len());
        let plot = Plot { title, x: "discs", y: "error in discs", series: series.to_vec() };
        report.plot_on("errors", &plot, Scale::Linear, Scale::Linear)?;
        report.finish()
    }
}
