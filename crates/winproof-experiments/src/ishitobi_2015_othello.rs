//! Othello: figures 3 and 4 and the experiment of section 3.1 of T. Ishitobi, A. Plaat, H. Iida and J. van den
//! Herik, "Reducing the Seesaw Effect with Deep Proof-Number Search", 2015.
//!
//! Positions after 44 random moves, 16 empty squares: can the player to move win? No tables and no leaf solver.
//! An iteration is a walk from the root to a leaf, which is then expanded; nodes are those that were made on
//! the way. Means are over the positions that every R solved within the limit.
//!
//! The paper does not say when ends are recognised. Its example (figure 2) has leaves at the end of the game whose
//! value is known when they are expanded, so its search has delayed evaluation. A part of the positions is searched
//! with immediate evaluation too, which is our default.

use winproof::Algorithm;
use winproof_games::Othello;
use winproof_rules::{Notation, Verdict};

use crate::measure::{Measurement, Problem, Search, measure};
use crate::plot::{Plot, Scale as AxisScale, Series};
use crate::problems::random_othello;
use crate::report::{Report, Summary, so_far};
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
            Size::Default => Scale { positions: 1000, moves: MOVES, step: 1, limit: 1_000_000 },
            Size::Full => Scale { positions: 1000, moves: MOVES, step: 1, limit: 20_000_000 },
        }
    }

    /// The values of R in hundredths, 100 first. 0 is left out, as in the paper.
    fn values(&self) -> Vec<u32> {
        (0..20).step_by(self.step).map(|step| 100 - 5 * step).collect()
    }
}

/// Every how many positions are searched with immediate evaluation too.
const IMMEDIATE_EVERY: usize = 5;

/// When ends are recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Evaluation {
    Delayed,
    Immediate,
}

impl Evaluation {
    fn name(self) -> &'static str {
        match self {
            Evaluation::Delayed => "delayed",
            Evaluation::Immediate => "immediate",
        }
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
    fn name(self) -> String {
        match self {
            Method::Deep(r) => format!("R={}", f64::from(r) / 100.0),
            Method::DeepestTie => "deepest ties".to_string(),
        }
    }

    fn search(self, evaluation: Evaluation) -> Search {
        let (algorithm, setting) = match self {
            Method::Deep(r) => (Algorithm::DeepPn, format!("r={}", f64::from(r) / 100.0)),
            Method::DeepestTie => (Algorithm::Pn, "ties=deepest".to_string()),
        };
        let evaluation = evaluation.name();
        let settings = format!("{setting} evaluation={evaluation} proof-table=0 tt=0");
        Search { algorithm, settings, memory: MEMORY }
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
    let mut runs: Vec<(usize, Evaluation, Method)> = Vec::new();
    for position in 0..positions.len() {
        let mut add = |evaluation| {
            runs.extend(methods.iter().map(|&method| (position, evaluation, method)));
        };
        add(Evaluation::Delayed);
        if position % IMMEDIATE_EVERY == 0 {
            add(Evaluation::Immediate);
        }
    }
    let rows: Vec<Option<Measurement>> = lab.run_some(
        "positions",
        &runs,
        |(position, evaluation, method)| {
            format!("{position}/{}/{}", evaluation.name(), method.name())
        },
        |&(position, evaluation, method), interrupt| {
            let problem =
                Problem { game: "othello".to_string(), position: positions[position].clone() };
            measure(&problem, &method.search(evaluation), scale.limit, interrupt)
        },
    )?;
    let by_position = || runs.chunks(methods.len()).zip(rows.chunks(methods.len()));
    let of = |evaluation| {
        let chosen = || by_position().filter(|(runs, _)| runs[0].1 == evaluation);
        let complete = chosen().filter_map(|(_, rows)| rows.iter().copied().collect());
        let (rows, planned) = (complete.collect(), chosen().count());
        Findings { rows, planned, values: values.clone() }
    };
    report(lab, &scale, &of(Evaluation::Delayed), &of(Evaluation::Immediate))
}

/// What is compared.
type Count = fn(&Measurement) -> u64;

/// Iterations and nodes.
const COUNTS: [(&str, Count); 2] =
    [("iterations", |row| row.iterations), ("nodes", |row| row.generated)];

struct Findings {
    /// For each position whose runs are done: those with all values of R, and with ties broken by depth.
    rows: Vec<Vec<Measurement>>,
    /// Positions of this size.
    planned: usize,
    values: Vec<u32>,
}

impl Findings {
    /// Positions that all runs with these numbers solved.
    fn common(&self, runs: &[usize]) -> Vec<&[Measurement]> {
        let solved =
            |rows: &&[Measurement]| runs.iter().all(|&run| rows[run].verdict != Verdict::Unknown);
        self.rows.iter().map(Vec::as_slice).filter(solved).collect()
    }

    /// Positions on which runs contradict each other.
    fn contradicted(&self) -> usize {
        let contradicted = self.rows.iter().filter(|rows| {
            let has = |ending| rows.iter().any(|row| row.verdict == ending);
            has(Verdict::Proved) && has(Verdict::Disproved)
        });
        contradicted.count()
    }

    fn progress(&self) -> String {
        so_far(self.rows.len(), self.planned, "positions")
    }

    /// What a run took relative to PN, on the positions that were solved with every R.
    fn ratios(&self, run: usize, count: Count) -> Sample {
        let ratio = |rows: &&[Measurement]| count(&rows[run]) as f64 / count(&rows[0]) as f64;
        self.common_of_all().iter().map(ratio).collect()
    }

    /// Positions that were solved with every R.
    fn common_of_all(&self) -> Vec<&[Measurement]> {
        self.common(&(0..self.values.len()).collect::<Vec<_>>())
    }

    /// Means for every R.
    fn figure_3(&self, report: &mut Report, name: &str, heading: &str) -> Result<(), Failure> {
        let common = self.common_of_all();
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
        for run in 0..self.values.len() {
            let mean = |count: Count| {
                let sum: u64 = common.iter().map(|rows| count(&rows[run])).sum();
                format!("{:.0}", sum as f64 / common.len().max(1) as f64)
            };
            let unsolved = self.rows.iter().filter(|rows| rows[run].verdict == Verdict::Unknown);
            let mut row = vec![self.r(run).to_string(), unsolved.count().to_string()];
            row.extend(COUNTS.map(|(_, count)| mean(count)));
            for (_, count) in COUNTS {
                let ratios = self.ratios(run, count);
                row.extend([percent(ratios.mean()), percent(ratios.median())]);
            }
            table.row(row);
        }
        let heading = format!("{heading}, {} of {} common", common.len(), self.progress());
        report.table(&heading, name, &table)?;
        let series = COUNTS.map(|(name, count)| {
            let at = |run: usize| (self.r(run), self.ratios(run, count).mean() * 100.0);
            let points = (0..self.values.len()).map(at).filter(|point| point.1.is_finite());
            // The paper leaves out what is beyond its plot.
            let points = points.filter(|point| point.1 <= 150.0).collect();
            Series { name: name.to_string(), points, labels: Vec::new(), line: true }
        });
        let mut series = series.to_vec();
        series.push(Series {
            name: "paper's text".to_string(),
            points: vec![(0.8, 50.0), (0.4, 50.0), (0.4, 35.0)],
            labels: ["both", "iterations", "nodes"].map(String::from).to_vec(),
            line: false,
        });
        let plot = Plot { title: heading, x: "R", y: "% of PN, mean of ratios", series };
        report.plot_on(name, &plot, AxisScale::Linear, AxisScale::Linear)
    }

    fn r(&self, run: usize) -> f64 {
        f64::from(self.values[run]) / 100.0
    }

    /// Positions that take less than with PN, and that take more.
    fn cases(&self, report: &mut Report) -> Result<(), Failure> {
        let common = self.common_of_all();
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

    fn claims(&self, report: &mut Report) -> Result<(), Failure> {
        let ratios = |run, count| self.ratios(run, count);
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

    fn summarise(&self, report: &mut Report, immediate: &Findings) -> Result<(), Failure> {
        let size = self.progress();
        let [(_, iterations), (_, nodes)] = COUNTS;
        let means = |count: Count| {
            let list = |findings: &Findings| {
                let shown = [80, 65, 40, 20, 5].iter().filter_map(|&r| {
                    let run = findings.values.iter().position(|&value| value == r)?;
                    Some(percent(findings.ratios(run, count).mean()))
                });
                shown.collect::<Vec<_>>().join(", ")
            };
            format!("{}; with immediate evaluation {}", list(self), list(immediate))
        };
        let mut summary = Summary::with("Ishitobi et al. 2015");
        let last = self.values.len();
        let rows: Vec<&[Measurement]> = self.common(&[0, last]).into_iter().take(100).collect();
        let share = |count: Count| {
            let sum = |run: usize| rows.iter().map(|rows| count(&rows[run])).sum::<u64>() as f64;
            percent(sum(last) / sum(0))
        };
        summary.add(
            "section 3.1, ties broken by depth",
            "about 10 % fewer on 100 positions",
            format!("{} % of the iterations, {} % of the nodes", share(iterations), share(nodes)),
            &format!("{} of 100 positions", rows.len()),
        );
        summary.add(
            "figure 3, iterations at R = 0.8, 0.65, 0.4, 0.2, 0.05 in % of PN",
            "almost half at 0.8, about 50 at 0.4, over 100 at 0.05",
            means(iterations),
            &size,
        );
        summary.add("figure 3, nodes at the same R", "about 35 at 0.4", means(nodes), &size);
        let fewer = |r: u32| {
            let run = self.values.iter().position(|&value| value == r)?;
            let common = self.common_of_all();
            let fewer = common.iter().filter(|rows| iterations(&rows[run]) < iterations(&rows[0]));
            Some(percent(fewer.count() as f64 / common.len() as f64))
        };
        let fewer = [95, 65, 40, 35, 20, 10].iter().filter_map(|&r| fewer(r));
        summary.add(
            "figure 4, % of positions with fewer iterations than PN at R = 0.95, 0.65, 0.4, 0.35, 0.2, 0.1",
            "falls slowly to 0.4, jumps down there, then steady to 0.2 and again to 0.1",
            fewer.collect::<Vec<_>>().join(", "),
            &size,
        );
        report.summary(&summary)
    }
}

/// Writes the report.
fn report(
    lab: &Lab,
    scale: &Scale,
    delayed: &Findings,
    immediate: &Findings,
) -> Result<String, Failure> {
    let mut report = Report::new(lab);
    report.say(&format!(
        "# Othello: DeepPN on random positions with {} empty squares\n\nAt most {} expansions. Means are over the \
         positions that were solved with every R.",
        60 - scale.moves,
        scale.limit,
    ));
    report.say(&match delayed.contradicted() + immediate.contradicted() {
        0 => "All verdicts agree.".to_string(),
        count => format!("{count} POSITIONS HAVE CONTRADICTING VERDICTS."),
    });
    delayed.figure_3(&mut report, "figure-3", "Figure 3: relative to PN (R = 1)")?;
    delayed.cases(&mut report)?;
    delayed.ties(&mut report)?;
    delayed.claims(&mut report)?;
    immediate.figure_3(&mut report, "immediate", "Figure 3 with immediate evaluation")?;
    delayed.summarise(&mut report, immediate)?;
    report.runs(lab, &format!("{} expansions", scale.limit))?;
    report.finish()
}

fn percent(share: f64) -> String {
    if share.is_finite() { format!("{:.0}", share * 100.0) } else { "–".to_string() }
}
