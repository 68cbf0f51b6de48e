//! Tables and figures.

use super::claims;
use super::{BRANCHING, Cell, Findings, Method, PATIENCE, Scale};
use winproof_rules::Verdict;

use crate::measure::SOLVED;
use crate::plot::{Plot, Series};
use crate::report::Report;
use crate::statistics::Sample;
use crate::table::{Table, ratio};
use crate::{Failure, Lab};

/// The results of one way to search on many trees.
pub struct Summary {
    /// Trees it was tried on.
    pub tried: usize,
    /// How many of them it did not solve.
    pub unsolved: usize,
    /// Node generations, relative to Allis's.
    pub generated: Sample,
    /// Recorded positions, relative to Allis's.
    pub recorded: Sample,
    /// Recorded positions, relative to the inner nodes of Allis's tree.
    pub recorded_to_inner: Sample,
    /// Time, relative to Allis's.
    pub seconds: Sample,
}

impl Findings {
    /// The cells of a method on trees of one verdict.
    pub fn cells_of(&self, method: usize, verdict: Verdict) -> impl Iterator<Item = &Cell> {
        self.cells.iter().filter(move |cell| {
            cell.method == method && self.trees[cell.tree].allis.verdict == verdict
        })
    }

    /// Generations and recorded positions of a cell, relative to Allis's.
    fn ratios(&self, cell: &Cell) -> (f64, f64) {
        let allis = &self.trees[cell.tree].allis;
        let generated = cell.row.generated as f64 / allis.generated as f64;
        (generated, cell.row.entries as f64 / allis.entries as f64)
    }

    /// The method with this name and surviving condition.
    pub fn method(&self, name: &str, condition: Option<u32>) -> usize {
        let found = |method: &Method| method.name == name && method.condition == condition;
        self.methods.iter().position(found).expect("a method of this experiment")
    }

    /// The results of a method on the trees of one verdict, and of one branching factor if one is given.
    pub fn summary(&self, method: usize, verdict: Verdict, branching: Option<u32>) -> Summary {
        let cells: Vec<&Cell> = self
            .cells_of(method, verdict)
            .filter(|cell| branching.is_none_or(|wanted| self.trees[cell.tree].branching == wanted))
            .collect();
        let solved: Vec<&Cell> =
            cells.iter().copied().filter(|cell| cell.row.verdict != Verdict::Unknown).collect();
        let sample = |value: &dyn Fn(&Cell) -> f64| solved.iter().map(|cell| value(cell)).collect();
        Summary {
            tried: cells.len(),
            unsolved: cells.len() - solved.len(),
            generated: sample(&|cell| self.ratios(cell).0),
            recorded: sample(&|cell| self.ratios(cell).1),
            recorded_to_inner: sample(&|cell| {
                let allis = &self.trees[cell.tree].allis;
                let leaves = allis.generated as f64 / allis.expansions as f64;
                self.ratios(cell).1 * leaves
            }),
            seconds: sample(&|cell| cell.row.seconds / self.trees[cell.tree].allis.seconds),
        }
    }

    /// Verdicts that differ from Allis's: there must be none.
    fn contradictions(&self) -> Vec<String> {
        let wrong = self.cells.iter().filter(|cell| {
            cell.row.verdict != Verdict::Unknown
                && cell.row.verdict != self.trees[cell.tree].allis.verdict
        });
        let name = |cell: &Cell| {
            let problem = &self.trees[cell.tree].problem;
            format!("{} on {}", self.methods[cell.method].label(), problem.game)
        };
        wrong.map(name).collect()
    }
}

/// Writes everything.
pub fn report(
    lab: &Lab,
    scale: &Scale,
    screened: &[(u32, usize, usize)],
    findings: &Findings,
) -> Result<String, Failure> {
    let mut report = Report::new(lab);
    let trees = findings.trees.len();
    let [least, most] = scale.effort;
    report.say(&format!(
        "# Nagai 1998: PDS on random trees ({} size, seed {})",
        lab.size().name(),
        lab.seed()
    ));
    report.say(&format!(
        "{trees} trees ({} proved and {} disproved for each branching factor), {} runs. Allis's search \
         solves each of them with {least} to {most} node generations; any other search may expand \
         {PATIENCE} times as many positions, or else counts as unsolved and is left out of all ratios.",
        scale.of_each,
        scale.of_each,
        findings.cells.len(),
    ));
    for (branching, tried, too_hard) in screened {
        report.say(&format!(
            "Branching {branching}: {tried} seeds looked at, {too_hard} of them beyond {most} generations."
        ));
    }
    let contradictions = findings.contradictions();
    report.say(&match contradictions.is_empty() {
        true => "All verdicts agree.".to_string(),
        false => format!("**Wrong verdicts**: {}.", contradictions.join("; ")),
    });
    for (verdict, figure) in [(Verdict::Proved, 1), (Verdict::Disproved, 2)] {
        let heading = format!("Figure {figure}: {verdict} trees, relative to Allis");
        report.table(&heading, &format!("figure{figure}"), &means(findings, verdict))?;
        report.plot(&format!("figure{figure}"), &figure_of_means(findings, verdict, figure))?;
        let scatter = figure + 2;
        report.plot(&format!("figure{scatter}"), &figure_of_trees(findings, verdict, scatter))?;
    }
    report.table("Means by branching factor", "branching", &by_branching(findings))?;
    report.table("What the paper says, and what we find", "claims", &claims::table(findings))?;
    report.table(
        "Time relative to Allis (medians; they differ from run to run)",
        "times",
        &times(findings),
    )?;
    report.say(
        "The paper: Seo's search and PDS have a relatively large overhead, so in practice they require more \
         CPU time, PDS more than Seo's.",
    );
    report.summary(&claims::summary(findings))?;
    let limits = format!(
        "Allis's search: {least} to {most} generations; the others: {PATIENCE} times its expansions"
    );
    report.runs(lab, &limits)?;
    report.finish()
}

const VERDICT_COLUMNS: [&str; 9] = [
    "search",
    "solved",
    "unsolved",
    "generations: mean",
    "median",
    "quartiles",
    "recorded: mean",
    "median",
    "quartiles",
];

fn means(findings: &Findings, verdict: Verdict) -> Table {
    let mut table = Table::new(&VERDICT_COLUMNS);
    for (index, method) in findings.methods.iter().enumerate() {
        let summary = findings.summary(index, verdict, None);
        if summary.tried == 0 {
            continue;
        }
        let mut cells = vec![
            method.label(),
            (summary.tried - summary.unsolved).to_string(),
            summary.unsolved.to_string(),
        ];
        for sample in [&summary.generated, &summary.recorded] {
            let quartiles = [0.25, 0.75].map(|share| ratio(sample.quantile(share)));
            let quartiles = if sample.len() == 0 { ratio(f64::NAN) } else { quartiles.join("–") };
            cells.extend([ratio(sample.mean()), ratio(sample.median()), quartiles]);
        }
        table.row(cells);
    }
    table
}

fn by_branching(findings: &Findings) -> Table {
    let mut table =
        Table::new(&["search", "verdict", "branching", "solved", "generations", "recorded"]);
    let shown = [("Elkan", None), ("Seo", Some(5)), ("PDS", Some(1)), ("PDS", Some(2))];
    let shown = shown.into_iter().chain([("df-pn 1+ε", None)]);
    for (name, condition) in shown {
        let method = findings.method(name, condition);
        for verdict in SOLVED {
            for branching in BRANCHING {
                let summary = findings.summary(method, verdict, Some(branching));
                table.row(vec![
                    findings.methods[method].label(),
                    verdict.to_string(),
                    branching.to_string(),
                    format!("{}/{}", summary.tried - summary.unsolved, summary.tried),
                    ratio(summary.generated.mean()),
                    ratio(summary.recorded.mean()),
                ]);
            }
        }
    }
    table
}

fn times(findings: &Findings) -> Table {
    let mut table = Table::new(&["search", "proved", "disproved"]);
    for (index, method) in findings.methods.iter().enumerate() {
        let median = |verdict| ratio(findings.summary(index, verdict, None).seconds.median());
        table.row(vec![method.label(), median(Verdict::Proved), median(Verdict::Disproved)]);
    }
    table
}

const ACROSS: &str = "recorded positions, relative to Allis";
const UP: &str = "node generations, relative to Allis";

/// The names of the methods, each once, in their order.
fn names(findings: &Findings) -> Vec<&'static str> {
    let mut names: Vec<_> = findings.methods.iter().map(|method| method.name).collect();
    names.dedup();
    names
}

fn figure_of_means(findings: &Findings, verdict: Verdict, number: u32) -> Plot {
    let mut series = Vec::new();
    for name in names(findings) {
        let mut one =
            Series { name: name.to_string(), points: Vec::new(), labels: Vec::new(), line: true };
        for (index, method) in findings.methods.iter().enumerate().filter(|(_, m)| m.name == name) {
            let summary = findings.summary(index, verdict, None);
            // A mean over the few solved ones would be meaningless.
            if summary.generated.len() > summary.tried / 2 {
                one.points.push((summary.recorded.mean(), summary.generated.mean()));
                one.labels.push(match method.condition {
                    None => String::new(),
                    Some(1) => "none".to_string(),
                    Some(least) => format!("≥{least}"),
                });
            }
        }
        series.push(one);
    }
    let title = format!("Figure {number}. Means over {verdict} trees, by surviving condition");
    Plot { title, x: ACROSS, y: UP, series }
}

fn figure_of_trees(findings: &Findings, verdict: Verdict, number: u32) -> Plot {
    let shown = [("Allis", None), ("Elkan", None), ("Seo", Some(5)), ("PDS", Some(2))];
    let series = shown.map(|(name, condition)| {
        let method = findings.method(name, condition);
        let solved =
            findings.cells_of(method, verdict).filter(|cell| cell.row.verdict != Verdict::Unknown);
        let mut points: Vec<_> = solved
            .map(|cell| findings.ratios(cell))
            .map(|(generated, recorded)| (recorded, generated))
            .collect();
        // Allis's are all the same.
        points.dedup();
        let name = findings.methods[method].label();
        Series { name, points, labels: Vec::new(), line: false }
    });
    let title = format!("Figure {number}. The {verdict} trees one by one");
    Plot { title, x: ACROSS, y: UP, series: series.into() }
}
