//! Othello: figures 3 and 4 and the experiment of section 3.1 of T. Ishitobi, A. Plaat, H. Iida and J. van den
//! Herik, "Reducing the Seesaw Effect with Deep Proof-Number Search", 2015.
//!
//! Positions after 44 random moves, 16 empty squares: can the player to move win? No tables and no leaf solver.
//! An iteration is a walk from the root to a leaf, which is then expanded; nodes are those that were made on
//! the way. Means are over the positions that every R solved within the limit.

use winproof::Algorithm;
use winproof_games::Othello;
use winproof_rules::{Notation, Verdict};

use crate::measure::{Measurement, Problem, Search, measure};
use crate::plot::{Plot, Scale as AxisScale, Series};
use crate::problems::random_othello;
use crate::report::Report;
use crate::statistics::Sample;
use crate::table::Table;
use crate::{Experiment, Failure, Lab, Size};

/// The entry in the list of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    name: "ishitobi-2015-othello",
    summary: "DeepPN against PN on random Othello endgames, by R",
    source: "Ishitobi, Plaat, Iida & van den Herik 2015, figures 3 and 4",
    run,
};

/// Random moves before a position.
const MOVES: usize = 44;

/// Bytes for the tree: enough for the nodes of the limit.
const MEMORY: usize = 4 << 30;

/// How much is done.
struct Scale {
    positions: usize,
    moves: usize,
    /// The values of R are 1 - i / 20 for every how many i.
    step: usize,
    /// Expansions that a search may take.
    limit: u64,
}

impl Scale {
    fn of(size: Size) -> Scale {
        match size {
            Size::Test => Scale { positions: 3, moves: MOVES + 8, step: 6, limit: 100_000 },
            Size::Quick => Scale { positions: 6, moves: MOVES, step: 2, limit: 1_000_000 },
            Size::Default => Scale { positions: 150, moves: MOVES, step: 1, limit: 1_000_000 },
            Size::Full => Scale { positions: 1000, moves: MOVES, step: 1, limit: 20_000_000 },
        }
    }

    /// The values of R in hundredths, 100 first. 0 is left out, as in the paper.
    fn values(&self) -> Vec<u32> {
        (0..20).step_by(self.step).map(|step| 100 - 5 * step).collect()
    }
}

/// A way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    /// DeepPN with R in hundredths.
    Deep(u32),
    /// PN search that takes the deepest of equally good children.
    DeepestTie,
}

impl Method {
    fn search(self) -> Search {
        let (algorithm, setting) = match self {
            Method::Deep(r) => (Algorithm::DeepPn, format!("r={}", f64::from(r) / 100.0)),
            Method::DeepestTie => (Algorithm::Pn, "ties=deepest".to_string()),
        };
        Search { algorithm, settings: format!("{setting} proof-table=0 tt=0"), memory: MEMORY }
    }
}

fn run(lab: &mut Lab) -> Result<String, Failure> {
    let scale = Scale::of(lab.size());
    let values = scale.values();
    let positions: Vec<String> = (0..scale.positions as u64)
        .map(|number| random_othello(lab.seed() * 100_000 + number, scale.moves))
        .map(|board| Othello::default().format(&board))
        .collect();
    let methods: Vec<Method> =
        values.iter().map(|&r| Method::Deep(r)).chain([Method::DeepestTie]).collect();
    let runs: Vec<(usize, Method)> = (0..positions.len())
        .flat_map(|position| methods.iter().map(move |&method| (position, method)))
        .collect();
    let rows: Vec<Measurement> = lab.run(
        "positions",
        &runs,
        |(position, method)| format!("{}/{method:?}/{}", positions[*position], scale.limit),
        |&(position, method), interrupt| {
            let problem =
                Problem { game: "othello".to_string(), position: positions[position].clone() };
            measure(&problem, &method.search(), scale.limit, interrupt)
        },
    )?;
    let findings = Findings { rows: rows.chunks(methods.len()).collect(), values };
    findings.report(lab, &scale)
}

/// What is compared.
type Count = fn(&Measurement) -> u64;

/// Iterations and nodes.
const COUNTS: [(&str, Count); 2] =
    [("iterations", |row| row.iterations), ("nodes", |row| row.generated)];

struct Findings<'a> {
    /// For each position the runs with all values of R, and with ties broken by depth.
    rows: Vec<&'a [Measurement]>,
    values: Vec<u32>,
}

impl Findings<'_> {
    /// Positions that all runs with these numbers solved.
    fn common(&self, runs: &[usize]) -> Vec<&[Measurement]> {
        let solved =
            |rows: &&[Measurement]| runs.iter().all(|&run| rows[run].verdict != Verdict::Unknown);
        self.rows.iter().copied().filter(solved).collect()
    }

    fn report(&self, lab: &Lab, scale: &Scale) -> Result<String, Failure> {
        let mut report = Report::new(lab);
        let all: Vec<usize> = (0..self.values.len()).collect();
        let common = self.common(&all);
        let unsolved = |run: &usize| {
            self.rows.iter().filter(|rows| rows[*run].verdict == Verdict::Unknown).count()
        };
        report.say(&format!(
            "# Othello: DeepPN on {} random positions with {} empty squares\n\nAt most {} expansions. {} \
             positions were solved with every R; means are over those.",
            self.rows.len(),
            60 - scale.moves,
            scale.limit,
            common.len(),
        ));
        let contradicted = self.rows.iter().filter(|rows| {
            let has = |ending| rows.iter().any(|row| row.verdict == ending);
            has(Verdict::Proved) && has(Verdict::Disproved)
        });
        report.say(&match contradicted.count() {
            0 => "All verdicts agree.".to_string(),
            count => format!("{count} POSITIONS HAVE CONTRADICTING VERDICTS."),
        });
        let ratios = |run: usize, count: Count| -> Sample {
            common.iter().map(|rows| count(&rows[run]) as f64 / count(&rows[0]) as f64).collect()
        };
        let mut table = Table::new(&[
            "R",
            "unsolved",
            "iterations",
            "nodes",
            "iterations %",
            "median %",
            "nodes %",
            "median %",
        ]);
        for &run in &all {
            let mean = |count: Count| {
                let sum: u64 = common.iter().map(|rows| count(&rows[run])).sum();
                format!("{:.0}", sum as f64 / common.len().max(1) as f64)
            };
            let mut row = vec![self.r(run).to_string(), unsolved(&run).to_string()];
            row.extend(COUNTS.map(|(_, count)| mean(count)));
            for (_, count) in COUNTS {
                let ratios = ratios(run, count);
                row.extend([percent(ratios.mean()), percent(ratios.median())]);
            }
            table.row(row);
        }
        report.table("Figure 3: relative to PN (R = 1)", "figure-3", &table)?;
        let series = COUNTS.map(|(name, count)| Series {
            name: name.to_string(),
            points: all
                .iter()
                .map(|&run| (self.r(run), ratios(run, count).mean() * 100.0))
                .collect(),
            labels: Vec::new(),
            line: true,
        });
        let title = format!("Figure 3b: DeepPN on {} positions, PN is 100 %", common.len());
        let plot = Plot { title, x: "R", y: "% of PN, mean of ratios", series: series.to_vec() };
        report.plot_on("figure-3", &plot, AxisScale::Linear, AxisScale::Linear)?;
        self.cases(&mut report, &common)?;
        self.ties(&mut report)?;
        self.claims(&mut report, &ratios)?;
        report.file("runs.csv", &self.runs().csv())?;
        report.finish()
    }

    fn r(&self, run: usize) -> f64 {
        f64::from(self.values[run]) / 100.0
    }

    /// Positions that take less than with PN, and that take more.
    fn cases(&self, report: &mut Report, common: &[&[Measurement]]) -> Result<(), Failure> {
        let mut table =
            Table::new(&["R", "fewer iterations", "more iterations", "fewer nodes", "more nodes"]);
        let mut series =
            ["fewer iterations", "more iterations", "fewer nodes", "more nodes"].map(|name| {
                Series {
                    name: name.to_string(),
                    points: Vec::new(),
                    labels: Vec::new(),
                    line: true,
                }
            });
        for run in 1..self.values.len() {
            let mut row = vec![self.r(run).to_string()];
            let mut counts = Vec::new();
            for (_, count) in COUNTS {
                let fewer =
                    common.iter().filter(|rows| count(&rows[run]) < count(&rows[0])).count();
                let more = common.iter().filter(|rows| count(&rows[run]) > count(&rows[0])).count();
                counts.extend([fewer, more]);
            }
            for (series, &count) in series.iter_mut().zip(&counts) {
                series.points.push((self.r(run), count as f64));
            }
            row.extend(counts.iter().map(usize::to_string));
            table.row(row);
        }
        report.table("Figure 4: reducing and increasing cases", "figure-4", &table)?;
        let title = format!("Figure 4: cases among {} positions", common.len());
        let plot = Plot { title, x: "R", y: "positions", series: series.to_vec() };
        report.plot_on("figure-4", &plot, AxisScale::Linear, AxisScale::Linear)
    }

    /// Ties broken by depth, on the first hundred positions.
    fn ties(&self, report: &mut Report) -> Result<(), Failure> {
        let last = self.values.len();
        let mut rows = self.common(&[0, last]);
        rows.truncate(100);
        let mut table =
            Table::new(&["", "paper", "ours: sum", "mean of ratios", "median", "positions"]);
        for (name, count) in COUNTS {
            let ratios: Sample = rows
                .iter()
                .map(|rows| count(&rows[last]) as f64 / count(&rows[0]) as f64)
                .collect();
            let sum = |run: usize| rows.iter().map(|rows| count(&rows[run])).sum::<u64>() as f64;
            table.row(vec![
                name.to_string(),
                "about 90 %".to_string(),
                percent(sum(last) / sum(0)),
                percent(ratios.mean()),
                percent(ratios.median()),
                rows.len().to_string(),
            ]);
        }
        report.table("Section 3.1: the deepest of equally good leaves, PN is 100 %", "ties", &table)
    }

    fn claims(
        &self,
        report: &mut Report,
        ratios: &dyn Fn(usize, Count) -> Sample,
    ) -> Result<(), Failure> {
        let mut table = Table::new(&["claim", "paper", "ours"]);
        let best = |count: Count| {
            let runs = 0..self.values.len();
            let best =
                runs.min_by(|&a, &b| ratios(a, count).mean().total_cmp(&ratios(b, count).mean()));
            best.map(|run| format!("R = {} ({})", self.r(run), percent(ratios(run, count).mean())))
        };
        let at = |r: u32, count: Count| match self.values.iter().position(|&value| value == r) {
            Some(run) => percent(ratios(run, count).mean()),
            None => "–".to_string(),
        };
        let [(_, iterations), (_, nodes)] = COUNTS;
        for (claim, paper, ours) in [
            ("iterations at R = 0.4", "about 50 %", at(40, iterations)),
            ("nodes at R = 0.4", "about 35 %", at(40, nodes)),
            ("iterations at R = 0.8", "almost half", at(80, iterations)),
            ("iterations at R = 0.65", "the best compromise", at(65, iterations)),
            ("nodes at R = 0.65", "the best compromise", at(65, nodes)),
            ("iterations at R = 0.05", "over 100 %", at(5, iterations)),
            ("fewest iterations", "0.8 to 0.4", best(iterations).unwrap_or_default()),
            ("fewest nodes", "around 0.4", best(nodes).unwrap_or_default()),
        ] {
            table.row(vec![claim.to_string(), paper.to_string(), ours]);
        }
        report.table("The paper's claims", "claims", &table)
    }

    fn runs(&self) -> Table {
        let mut table = Table::new(&["position", "R", "verdict", "iterations", "nodes", "seconds"]);
        for (number, rows) in self.rows.iter().enumerate() {
            for (run, row) in rows.iter().enumerate() {
                let method = match self.values.get(run) {
                    Some(_) => self.r(run).to_string(),
                    None => "1, deepest ties".to_string(),
                };
                table.row(vec![
                    (number + 1).to_string(),
                    method,
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

fn percent(share: f64) -> String {
    if share.is_finite() { format!("{:.0}", share * 100.0) } else { "–".to_string() }
}
