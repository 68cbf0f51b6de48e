//! Hex: figures 5 and 6 of T. Ishitobi, A. Plaat, H. Iida and J. van den Herik, "Reducing the Seesaw Effect with
//! Deep Proof-Number Search", 2015.
//!
//! The empty board of 4 by 4: does the first player win? Moves are shuffled in every position, no tables, ten runs
//! for each R. Nodes are those that were made, iterations walks from the root. A run that reaches the limit
//! counts with what it took until then, so that means with unsolved runs are lower bounds.
//!
//! The paper does not say when ends are recognised. With delayed evaluation our curves have the shape of the paper's,
//! with immediate evaluation, which is our default, they have not: so both are measured.

use winproof::Algorithm;
use winproof_rules::Verdict;

use crate::measure::{Budget, Measurement, Problem, Search, measure_within};
use crate::plot::{Plot, Scale as AxisScale, Series};
use crate::report::{Report, Summary, so_far};
use crate::table::Table;
use crate::{Experiment, Failure, Lab, Size};

/// The entry in the list of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    name: "ishitobi-2015-hex",
    summary: "DeepPN against PN on the empty board of Hex, by R",
    source: "Ishitobi, Plaat, Iida & van den Herik 2015, figures 5 and 6",
    run,
};

/// How much is done.
struct Scale {
    board: u32,
    runs: u64,
    /// Steps between the values of R, in hundredths: of figure 5 and of figure 6.
    steps: (usize, usize),
    /// Nodes that a search may make. The paper stops at 500 million.
    limit: u64,
}

impl Scale {
    fn of(size: Size) -> Scale {
        let (board, runs, steps, limit) = match size {
            Size::Test => (3, 2, (25, 5), 20_000),
            Size::Quick => (4, 1, (25, 5), 5_000_000),
            Size::Default => (4, 10, (5, 1), 100_000_000),
            Size::Full => (4, 10, (5, 1), 500_000_000),
        };
        Scale { board, runs, steps, limit }
    }

    /// Bytes for the tree: 32 for each node of the limit, and some room.
    fn memory(&self) -> usize {
        self.limit as usize * 35 + (1 << 20)
    }

    /// The values of R in hundredths, 100 first: those of both figures.
    fn values(&self) -> Vec<u32> {
        let (coarse, fine) = self.steps;
        let coarse = (0..=100_u32).step_by(coarse);
        let mut values: Vec<u32> =
            coarse.chain((0..=10).step_by(fine)).map(|below| 100 - below).collect();
        values.sort_by(|a, b| b.cmp(a));
        values.dedup();
        values
    }
}

fn run(lab: &mut Lab) -> Result<String, Failure> {
    let scale = Scale::of(lab.size());
    let values = scale.values();
    let problem =
        Problem { game: format!("hex:size={}", scale.board), position: "start".to_string() };
    // Run after run, so that what is done at any time is a fair sample.
    let mut jobs: Vec<(u64, &str, u32)> = Vec::new();
    for run in 0..scale.runs {
        for evaluation in EVALUATIONS {
            jobs.extend(values.iter().map(|&r| (run, evaluation, r)));
        }
    }
    let seed = lab.seed();
    let rows: Vec<Option<Measurement>> = lab.run_some(
        "runs",
        &jobs,
        |(run, evaluation, r)| format!("{run}/{evaluation}/R={}", f64::from(*r) / 100.0),
        |&(run, evaluation, r), interrupt| {
            let r = f64::from(r) / 100.0;
            let search = Search {
                algorithm: Algorithm::DeepPn,
                settings: format!(
                    "r={r} order=shuffled evaluation={evaluation} proof-table=0 tt=0 gc=off"
                ),
                memory: scale.memory(),
            };
            let (nodes, seed) = (scale.limit, seed * 1000 + run);
            let budget = Budget { nodes, seed, ..Budget::expansions(u64::MAX) };
            measure_within(&problem, &search, budget, interrupt)
        },
    )?;
    let of = |evaluation: &'static str| {
        let done = |r: u32| {
            let of_r = jobs.iter().zip(&rows).filter(|(job, _)| (job.1, job.2) == (evaluation, r));
            of_r.filter_map(|(_, row)| *row).collect()
        };
        let rows = values.iter().map(|&r| done(r)).collect();
        Findings { evaluation, rows, values: values.clone(), planned: scale.runs as usize }
    };
    report(lab, &scale, &EVALUATIONS.map(of))
}

/// When ends are recognised: as in the paper, and as in our other searches.
const EVALUATIONS: [&str; 2] = ["delayed", "immediate"];

/// What is compared.
type Count = fn(&Measurement) -> u64;

/// What the paper's text says of nodes at some values of R, in per cent.
const PAPER: [(f64, f64); 4] = [(0.99, 50.0), (0.95, 50.0), (0.85, 100.0), (0.5, 50.0)];

/// Iterations and nodes.
const COUNTS: [(&str, Count); 2] =
    [("iterations", |row| row.iterations), ("nodes", |row| row.generated)];

struct Findings {
    evaluation: &'static str,
    /// For each value of R those of its runs that are done.
    rows: Vec<Vec<Measurement>>,
    values: Vec<u32>,
    /// Runs for each value, of this size.
    planned: usize,
}

impl Findings {
    fn r(&self, value: usize) -> f64 {
        f64::from(self.values[value]) / 100.0
    }

    fn mean(&self, value: usize, count: Count) -> f64 {
        let rows = &self.rows[value];
        rows.iter().map(count).sum::<u64>() as f64 / rows.len() as f64
    }

    fn percent(&self, value: usize, count: Count) -> f64 {
        100.0 * self.mean(value, count) / self.mean(0, count)
    }

    fn unsolved(&self, value: usize) -> usize {
        self.rows[value].iter().filter(|row| row.verdict == Verdict::Unknown).count()
    }

    fn progress(&self) -> String {
        let done = self.rows.iter().map(Vec::len).sum();
        so_far(done, self.planned * self.values.len(), "runs")
    }

    /// Both figures.
    fn figures(&self, report: &mut Report, scale: &Scale) -> Result<(), Failure> {
        let in_figure_5 = |value: &usize| self.values[*value].is_multiple_of(scale.steps.0 as u32);
        let in_figure_6 = |value: &usize| self.values[*value] >= 90;
        let all = 0..self.values.len();
        let figure_5: Vec<usize> = all.clone().filter(in_figure_5).collect();
        let figure_6: Vec<usize> = all.filter(in_figure_6).collect();
        self.figure(report, 5, &figure_5)?;
        self.figure(report, 6, &figure_6)
    }

    fn figure(&self, report: &mut Report, number: u32, values: &[usize]) -> Result<(), Failure> {
        let mut table = Table::new(&[
            "R",
            "runs",
            "unsolved",
            "iterations",
            "nodes",
            "iterations %",
            "nodes %",
            "least nodes",
            "most nodes",
        ]);
        for &value in values.iter().filter(|&&value| !self.rows[value].is_empty()) {
            let nodes = || self.rows[value].iter().map(|row| row.generated);
            let runs = self.rows[value].len().to_string();
            let mut row = vec![self.r(value).to_string(), runs, self.unsolved(value).to_string()];
            row.extend(COUNTS.map(|(_, count)| format!("{:.0}", self.mean(value, count))));
            row.extend(COUNTS.map(|(_, count)| format!("{:.0}", self.percent(value, count))));
            row.extend([nodes().min(), nodes().max()].map(|it| it.unwrap_or(0).to_string()));
            table.row(row);
        }
        let suffix = if self.evaluation == EVALUATIONS[0] { "" } else { "-immediate" };
        let name = format!("figure-{number}{suffix}");
        let title = format!(
            "Figure {number}: relative to PN (R = 1), {} evaluation, {}",
            self.evaluation,
            self.progress()
        );
        report.table(&title, &name, &table)?;
        let series = COUNTS.map(|(name, count)| Series {
            name: name.to_string(),
            points: values
                .iter()
                .filter(|&&value| self.unsolved(value) == 0)
                .map(|&value| (self.r(value), self.percent(value, count)))
                .filter(|point| point.1.is_finite())
                .collect(),
            labels: Vec::new(),
            line: true,
        });
        let mut series = series.to_vec();
        let in_figure = |point: &(f64, f64)| number == 5 || point.0 >= 0.9;
        series.push(Series {
            name: "paper's text".to_string(),
            points: PAPER.into_iter().filter(in_figure).collect(),
            labels: Vec::new(),
            line: false,
        });
        let title = format!("{title}; R with unsolved runs left out");
        let plot = Plot { title, x: "R", y: "% of PN", series };
        report.plot_on(&name, &plot, AxisScale::Linear, AxisScale::Linear)
    }

    /// The nodes at some R, in percent of PN's.
    fn at(&self, r: u32) -> String {
        match self.values.iter().position(|&value| value == r) {
            Some(value) if self.rows[value].is_empty() => "–".to_string(),
            Some(value) if self.unsolved(value) > 0 => {
                let percent = self.percent(value, COUNTS[1].1);
                format!("> {percent:.0} % ({} unsolved)", self.unsolved(value))
            }
            Some(value) => format!("{:.0} %", self.percent(value, COUNTS[1].1)),
            None => "–".to_string(),
        }
    }
}

/// Writes the report.
fn report(lab: &Lab, scale: &Scale, both: &[Findings; 2]) -> Result<String, Failure> {
    let mut report = Report::new(lab);
    let limits = format!("{} nodes", scale.limit);
    report.say(&format!(
        "# Hex({}): DeepPN\n\nThe empty board, moves shuffled, no tables, at most {limits} a run; the paper stops at \
         500 million. Means are over all runs; an unsolved one counts with what it took until it was stopped.",
        scale.board,
    ));
    let lost = both.iter().flat_map(|findings| findings.rows.iter().flatten());
    report.say(match lost.filter(|row| row.verdict == Verdict::Disproved).count() {
        0 => "All verdicts agree.",
        _ => "SOME RUNS SAY THAT THE FIRST PLAYER DOES NOT WIN.",
    });
    for findings in both {
        findings.figures(&mut report, scale)?;
    }
    let mut summary = Summary::with("Ishitobi et al. 2015");
    let [delayed, immediate] = both;
    let list = |values: &[u32]| {
        let one = |findings: &Findings| {
            values.iter().map(|&r| findings.at(r)).collect::<Vec<_>>().join(", ")
        };
        format!("{}; with immediate evaluation {}", one(delayed), one(immediate))
    };
    let size = format!("{}, {} of the nodes", delayed.progress(), share(scale));
    summary.add(
        "figure 5, nodes at R = 0.95, 0.85, 0.7, 0.5, 0 relative to PN",
        "about 50 %, 100 %, over 100 %, about 50 %, unsolved",
        list(&[95, 85, 70, 50, 0]),
        &size,
    );
    summary.add(
        "figure 6, nodes at R = 0.99, 0.97, 0.95, 0.93, 0.9 relative to PN",
        "about 50 % from 0.99 to 0.95, then a small curve",
        list(&[99, 97, 95, 93, 90]),
        &size,
    );
    report.summary(&summary)?;
    report.runs(lab, &limits)?;
    report.finish()
}

/// The limit relative to the paper's.
fn share(scale: &Scale) -> String {
    format!("1/{}", 500_000_000 / scale.limit)
}
