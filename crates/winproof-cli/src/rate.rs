//! `winproof rate`: predicts how people like a problem.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use winproof::{Silent, Verdict};
use winproof_experiments::tsume_rating::{
    Factors, PUBLISHED_WEIGHTS, Rated, factors, fit, rating, read_ratings,
};
use winproof_games::{FACTOR_NAMES, GameSpec};
use winproof_session::Failure;
use winproof_session::options::{self, Options, Wishes};
use winproof_session::work::{LineEndWord, Task};

use crate::arguments::RateArguments;
use crate::status::Status;
use crate::{experiment, input, interrupt, output};

/// Runs the command.
pub fn run(arguments: &RateArguments) -> Result<Status, Failure> {
    if arguments.game != "shogi" {
        let message = format!("problems of `{}` cannot be rated (only of: shogi)", arguments.game);
        return Err(Failure::Input(message));
    }
    let rater = Rater::new(arguments)?;
    match (&arguments.position, &arguments.fit) {
        (Some(position), None) => {
            let position = input::position(position)?.text;
            rate_one(arguments, &rater, &position)
        }
        (None, Some(file)) => fit_to(arguments, &rater, file),
        _ => Err(Failure::input("expected either a position or --fit")),
    }
}

/// Finds solutions.
struct Rater {
    spec: GameSpec,
    options: Options,
    interrupt: Arc<AtomicBool>,
}

/// Why a problem has no factors.
enum Unrated {
    /// There is no mate, or none was found in time.
    Unsolved(String),
    /// It cannot be used.
    Failed(Failure),
}

impl Rater {
    fn new(arguments: &RateArguments) -> Result<Rater, Failure> {
        let spec = options::game(&arguments.game)?;
        let wishes = Wishes {
            time: arguments.time.map(|seconds| seconds.0),
            memory: arguments.memory,
            certify: true,
            ..Wishes::default()
        };
        let options = Options::new(&spec, &wishes, None)?;
        Ok(Rater { spec, options, interrupt: interrupt::listen()? })
    }

    /// The factors of a problem, and the solution that they are about: the given one, or the one that is found.
    fn factors(
        &self,
        position: &str,
        given: Option<&[String]>,
    ) -> Result<(Factors, Vec<String>), Unrated> {
        let solution = match given {
            Some(solution) => solution.to_vec(),
            None => self.solve(position)?,
        };
        let factors =
            factors(position, &solution).map_err(|error| Unrated::Failed(Failure::Input(error)))?;
        Ok((factors, solution))
    }

    fn solve(&self, position: &str) -> Result<Vec<String>, Unrated> {
        let task = Task {
            spec: &self.spec,
            options: &self.options,
            source: None,
            label: None,
            proof: None,
            interrupt: &self.interrupt,
            observer: &mut Silent,
            saving: None,
            saved: None,
        };
        let report = task.run(position).map_err(Unrated::Failed)?;
        let whole = report.line_end == Some(LineEndWord::GameOver);
        match (report.verdict, report.line) {
            (Some(Verdict::Proved), Some(line)) if whole => Ok(line),
            (Some(Verdict::Disproved), _) => Err(Unrated::Unsolved("there is no mate".to_string())),
            _ => Err(Unrated::Unsolved("no solution was found in time".to_string())),
        }
    }
}

#[derive(Serialize)]
struct Contribution {
    factor: &'static str,
    value: u32,
    weight: f64,
    contribution: f64,
}

#[derive(Serialize)]
struct Rating {
    position: String,
    line: Vec<String>,
    factors: Vec<Contribution>,
    rating: f64,
}

fn rate_one(arguments: &RateArguments, rater: &Rater, position: &str) -> Result<Status, Failure> {
    let given: Option<Vec<_>> = arguments
        .solution
        .as_ref()
        .map(|moves| moves.split_whitespace().map(str::to_string).collect());
    let (factors, line) = match rater.factors(position, given.as_deref()) {
        Ok(found) => found,
        Err(Unrated::Failed(failure)) => return Err(failure),
        Err(Unrated::Unsolved(reason)) => {
            output::complain(&format!("the problem has no rating: {reason}"));
            return Ok(Status::Unknown);
        }
    };
    let contribution = |((factor, value), weight): ((&'static str, u32), f64)| Contribution {
        factor,
        value,
        weight,
        contribution: f64::from(value) * weight,
    };
    let table = FACTOR_NAMES.into_iter().zip(factors).zip(PUBLISHED_WEIGHTS).map(contribution);
    let rating = Rating {
        position: position.trim().to_string(),
        line,
        factors: table.collect(),
        rating: rating(&factors, &PUBLISHED_WEIGHTS),
    };
    let text = match arguments.json {
        true => serde_json::to_string(&rating).expect("numbers and text") + "\n",
        false => render(&rating),
    };
    output::finish(&text, Status::Done)
}

fn render(rating: &Rating) -> String {
    let mut text = String::new();
    let width = FACTOR_NAMES.iter().map(|name| name.len()).max().unwrap_or(0);
    writeln!(text, "{:width$}  value    weight  contribution", "factor").expect("a string");
    for Contribution { factor, value, weight, contribution } in &rating.factors {
        writeln!(text, "{factor:width$}  {value:5}  {weight:8.4}  {contribution:12.4}")
            .expect("a string");
    }
    let Rating { line, rating, .. } = rating;
    text + &format!("solution: {}\npredicted rating: {rating:.2} (from 1 to 3)\n", line.join(" "))
}

/// Fits weights to the ratings of a file. Problems that are not solved are left out, and told.
fn fit_to(arguments: &RateArguments, rater: &Rater, file: &Path) -> Result<Status, Failure> {
    let text = fs::read_to_string(file).map_err(|error| Failure::reading(file, &error))?;
    let lines = read_ratings(&text)
        .map_err(|error| Failure::Input(format!("{}: {error}", file.display())))?;
    let mut problems = Vec::with_capacity(lines.len());
    for line in lines {
        let place = format!("{}:{}", file.display(), line.number);
        match rater.factors(&line.position, line.solution.as_deref()) {
            Ok((factors, _)) => problems.push(Rated { factors, rating: line.rating }),
            Err(Unrated::Failed(failure)) => {
                return Err(Failure::Input(format!("{place}: {failure}")));
            }
            Err(Unrated::Unsolved(_)) if rater.interrupt.load(Ordering::Relaxed) => {
                return Ok(Status::Unknown);
            }
            Err(Unrated::Unsolved(reason)) => output::complain(&format!("{place}: {reason}")),
        }
    }
    let folder = arguments.out.clone().unwrap_or_else(|| file.with_extension("fit"));
    experiment::finish(
        fit(problems)
            .and_then(|fit| fit.report(&folder))
            .map(|report| format!("{report}\nTables and a plot are in {}.\n", folder.display())),
    )
}
