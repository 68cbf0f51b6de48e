//! Hex: figures 5 and 6 of T. Ishitobi, A. Plaat, H. Iida and J. van den Herik, "Reducing the Seesaw Effect with
//! Deep Proof-Number Search", 2015.
//!
//! The empty board of 4 by 4: does the first player win? Moves are shuffled in every position, no tables, ten runs
//! for each R. Nodes are those that were made, iterations walks from the root. A run that reaches the limit
//! counts with what it took until then, so that means with unsolved runs are lower bounds.

use winproof::Algorithm;
use winproof_rules::Verdict;

use crate::measure::{Measurement, Problem, Search, measure_seeded};
use crate::plot::{Plot, Scale as AxisScale, Series};
use crate::report::Report;
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
    /// Expansions that a search may take. The paper stops at 500 million nodes; a node has some ten children
    /// here.
    limit: u64,
    /// Bytes for the tree: 32 for each node of the limit.
    memory: usize,
}

impl Scale {
    fn of(size: Size) -> Scale {
        match size {
            Size::Test => {
                Scale { board: 3, runs: 2, steps: (25, 5), limit: 2_000, memory: 64 << 20 }
            }
            Size::Quick => {
                Scale { board: 4, runs: 1, steps: (25, 5), limit: 300_000, memory: 512 << 20 }
            }
            Size::Default => {
                Scale { board: 4, runs: 10, steps: (5, 1), limit: 1_500_000, memory: 1 << 30 }
            }
            Size::Full => {
                Scale { board: 4, runs: 10, steps: (5, 1), limit: 50_000_000, memory: 20 << 30 }
            }
        }
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
    let jobs: Vec<(u32, u64)> =
        values.iter().flat_map(|&r| (0..scale.runs).map(move |run| (r, run))).collect();
    let seed = lab.seed();
    let rows: Vec<Measurement> = lab.run(
        "runs",
        &jobs,
        |(r, run)| format!("{r}/{run}/{}", scale.limit),
        |&(r, run), interrupt| {
            let r = f64::from(r) / 100.0;
            let search = Search {
                algorithm: Algorithm::DeepPn,
                settings: format!("r={r} order=shuffled proof-table=0 tt=0"),
                memory: scale.memory,
            };
            measure_seeded(&problem, &search, seed * 1000 + run, scale.limit, interrupt)
        },
    )?;
    let findings = Findings { rows: rows.chunks(scale.runs as usize).collect(), values };
    findings.report(lab, &scale)
}

/// What is compared.
type Count = fn(&Measurement) -> u64;

/// Iterations and nodes.
const COUNTS: [(&str, Count); 2] =
    [("iterations", |row| row.iterations), ("nodes", |row| row.generated)];

struct Findings<'a> {
    /// For each value of R its runs.
    rows: Vec<&'a [Measurement]>,
    values: Vec<u32>,
}

impl Findings<'_> {
    fn r(&self, value: usize) -> f64 {
        f64::from(self.values[value]) / 100.0
    }

    fn mean(&self, value: usize, count: Count) -> f64 {
        let rows = self.rows[value];
        rows.iter().map(count).sum::<u64>() as f64 / rows.len() as f64
    }

    fn percent(&self, value: usize, count: Count) -> f64 {
        100.0 * self.mean(value, count) / self.mean(0, count)
    }

    fn unsolved(&self, value: usize) -> usize {
        self.rows[value].iter().filter(|row| row.verdict == Verdict::Unknown).count()
    }

    fn report(&self, lab: &Lab, scale: &Scale) -> Result<String, Failure> {
        let mut report = Report::new(lab);
        report.say(&format!(
            "# Hex({}): DeepPN, {} runs for each R\n\nThe empty board, moves shuffled, no tables, at most {} \
             expansions a run. Means are over all runs; an unsolved one counts with what it took until it \
             was stopped.",
            scale.board, scale.runs, scale.limit,
        ));
        let lost = self.rows.iter().flat_map(|rows| rows.iter());
        report.say(match lost.filter(|row| row.verdict == Verdict::Disproved).count() {
            0 => "All verdicts agree.",
            _ => "SOME RUNS SAY THAT THE FIRST PLAYER DOES NOT WIN.",
        });
        let in_figure_5 = |value: &usize| self.values[*value].is_multiple_of(scale.steps.0 as u32);
        let in_figure_6 = |value: &usize| self.values[*value] >= 90;
        let all = 0..self.values.len();
        let figure_5: Vec<usize> = all.clone().filter(in_figure_5).collect();
        let figure_6: Vec<usize> = all.filter(in_figure_6).collect();
        self.figure(&mut report, 5, &figure_5)?;
        self.figure(&mut report, 6, &figure_6)?;
        self.claims(&mut report)?;
        report.file("runs.csv", &self.runs().csv())?;
        report.finish()
    }

    fn figure(&self, report: &mut Report, number: u32, values: &[usize]) -> Result<(), Failure> {
        let mut table = Table::new(&[
            "R",
            "unsolved",
            "iterations",
            "nodes",
            "iterations %",
            "nodes %",
            "least nodes",
            "most nodes",
        ]);
        for &value in values {
            let nodes = || self.rows[value].iter().map(|row| row.generated);
            let mut row = vec![self.r(value).to_string(), self.unsolved(value).to_string()];
            row.extend(COUNTS.map(|(_, count)| format!("{:.0}", self.mean(value, count))));
            row.extend(COUNTS.map(|(_, count)| format!("{:.0}", self.percent(value, count))));
            row.extend([nodes().min(), nodes().max()].map(|it| it.unwrap_or(0).to_string()));
            table.row(row);
        }
        let name = format!("figure-{number}");
        report.table(&format!("Figure {number}: relative to PN (R = 1)"), &name, &table)?;
        let series = COUNTS.map(|(name, count)| Series {
            name: name.to_string(),
            points: values
                .iter()
                .filter(|&&value| self.unsolved(value) == 0)
                .map(|&value| (self.r(value), self.percent(value, count)))
                .collect(),
            labels: Vec::new(),
            line: true,
        });
        let title =
            format!("Figure {number}: DeepPN on Hex, PN is 100 %; R with unsolved runs left out");
        let plot = Plot { title, x: "R", y: "% of PN", series: series.to_vec() };
        report.plot_on(&name, &plot, AxisScale::Linear, AxisScale::Linear)
    }

    /// The nodes at some R, in percent of PN's.
    fn at(&self, r: u32) -> String {
        match self.values.iter().position(|&value| value == r) {
            Some(value) if self.unsolved(value) > 0 => {
                let percent = self.percent(value, COUNTS[1].1);
                format!("> {percent:.0} % ({} unsolved)", self.unsolved(value))
            }
            Some(value) => format!("{:.0} %", self.percent(value, COUNTS[1].1)),
            None => "–".to_string(),
        }
    }

    fn claims(&self, report: &mut Report) -> Result<(), Failure> {
        let mut table = Table::new(&["nodes at R =", "paper", "ours"]);
        for (r, paper) in [
            (99, "about 50 %"),
            (97, "about 50 %"),
            (95, "about 50 %, the best"),
            (85, "100 %"),
            (80, "over 100 %"),
            (70, "over 100 %"),
            (50, "about 50 %"),
            (0, "unsolved"),
        ] {
            let name = f64::from(r) / 100.0;
            table.row(vec![name.to_string(), paper.to_string(), self.at(r)]);
        }
        report.table("The paper's claims", "claims", &table)
    }

    fn runs(&self) -> Table {
        let mut table = Table::new(&["R", "run", "verdict", "iterations", "nodes", "seconds"]);
        for (value, rows) in self.rows.iter().enumerate() {
            for (run, row) in rows.iter().enumerate() {
                table.row(vec![
                    self.r(value).to_string(),
                    (run + 1).to_string(),
                    row.verdict.to_string(),
                    row.iterations.to_string(),
                    row.generated.to_string(),
                    format!("{:.3}", row.seconds),
                ]);
            }
        }
        table
    }
}
