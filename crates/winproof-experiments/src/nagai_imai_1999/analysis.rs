//! Figures and tables from the runs.

use std::collections::{BTreeMap, BTreeSet};

use super::{BOTH, COSTS, DF_PN, EXPANSIONS, FITS, Method, Run, Scale};
use winproof_rules::Verdict;

use crate::measure::Measurement;
use crate::plot::{Plot, Scale as AxisScale, Series};
use crate::report::{Report, Summary};
use crate::statistics::Sample;
use crate::table::{Table, ratio};
use crate::{Failure, Lab};

/// The five cases of the figures: no h, and h fitted in four ways.
const CASES: [(&str, Option<&str>); 5] = [
    ("only cost", None),
    (FITS[0], Some(FITS[0])),
    (FITS[1], Some(FITS[1])),
    (FITS[2], Some(FITS[2])),
    ("doubling and smoothing", Some(BOTH)),
];

/// What the paper says about df-pn+ with doubling, smoothing and cost -1.
const CLAIMS: [(u32, &str); 3] = [(54, "less than 1/2"), (52, "less than 1/3"), (48, "nearly 1/6")];

/// The results by number of discs, method and number of the problem.
struct Findings<'a> {
    rows: BTreeMap<(u32, Method, usize), &'a Measurement>,
    scale: &'a Scale,
}

/// What is compared.
type Count = fn(&Measurement) -> u64;

impl Findings<'_> {
    fn solved(&self, discs: u32, method: Method, number: usize) -> Option<&Measurement> {
        let row = self.rows.get(&(discs, method, number))?;
        (row.verdict != Verdict::Unknown).then_some(*row)
    }

    /// The ratio to df-pn, problem by problem, where both solved it.
    fn ratios(&self, discs: u32, method: Method, count: Count) -> Sample {
        let numbers = 0..self.scale.problems;
        numbers
            .filter_map(|number| {
                let base = self.solved(discs, DF_PN, number)?;
                let row = self.solved(discs, method, number)?;
                Some(count(row) as f64 / count(base) as f64)
            })
            .collect()
    }

    /// The solved runs of a method.
    fn all(&self, discs: u32, method: Method) -> Vec<&Measurement> {
        (0..self.scale.problems).filter_map(|number| self.solved(discs, method, number)).collect()
    }

    /// Mean ratios by number of discs, as a table and as a plot.
    fn by_discs(
        &self,
        report: &mut Report,
        number: u32,
        title: &str,
        methods: &[(&str, Method)],
        count: Count,
    ) -> Result<(), Failure> {
        let mut heading = vec!["discs"];
        heading.extend(methods.iter().map(|method| method.0));
        let mut table = Table::new(&heading);
        for &discs in &self.scale.discs {
            let means = methods.iter().map(|method| self.ratios(discs, method.1, count).mean());
            table.row(std::iter::once(discs.to_string()).chain(means.map(ratio)).collect());
        }
        let series = methods.iter().map(|&(name, method)| {
            let discs = self.scale.discs.iter();
            let points =
                discs.map(|&discs| (f64::from(discs), self.ratios(discs, method, count).mean()));
            Series {
                name: name.to_string(),
                points: points.collect(),
                labels: Vec::new(),
                line: true,
            }
        });
        let plot = Plot {
            title: format!("Figure {number}: {title}"),
            x: "discs",
            y: "relative to df-pn, mean of ratios",
            series: series.collect(),
        };
        let name = format!("figure-{number}");
        report.table(&format!("Figure {number}: {title}"), &name, &table)?;
        report.plot_on(&name, &plot, AxisScale::Linear, AxisScale::Linear)
    }

    /// Mean ratios by cost.
    fn by_cost(&self, report: &mut Report) -> Result<(), Failure> {
        let discs = self.scale.discs[0];
        let mut heading = vec!["cost"];
        heading.extend(CASES.map(|case| case.0));
        let mut table = Table::new(&heading);
        let mut series = CASES.map(|(name, _)| Series {
            name: name.to_string(),
            points: Vec::new(),
            labels: Vec::new(),
            line: true,
        });
        for cost in COSTS.rev() {
            let mut row = vec![cost.to_string()];
            for ((_, h), series) in CASES.iter().zip(&mut series) {
                let method = Method::Paper { h: *h, cost };
                let mean = self.ratios(discs, method, |row| row.expansions).mean();
                row.push(ratio(mean));
                series.points.push((f64::from(cost), mean));
            }
            table.row(row);
        }
        let title = format!("Figure 4: nodes by cost, {discs} discs");
        report.table(&title, "figure-4", &table)?;
        let y = "relative to df-pn, mean of ratios";
        let plot = Plot { title, x: "cost", y, series: series.to_vec() };
        report.plot_on("figure-4", &plot, AxisScale::Linear, AxisScale::Linear)
    }

    /// The paper's claims beside ours.
    fn claims(&self, report: &mut Report) -> Result<(), Failure> {
        let mut table = Table::new(&[
            "discs",
            "paper",
            "ours",
            "lower quartile",
            "median",
            "upper quartile",
            "sum of nodes",
            "problems",
        ]);
        let method = Method::Paper { h: Some(BOTH), cost: -1 };
        for (discs, claim) in CLAIMS {
            let ratios = self.ratios(discs, method, |row| row.expansions);
            if ratios.len() == 0 {
                continue;
            }
            let sum =
                |method| -> u64 { self.all(discs, method).iter().map(|row| row.expansions).sum() };
            let mut row = vec![discs.to_string(), claim.to_string(), ratio(ratios.mean())];
            row.extend([0.25, 0.5, 0.75].map(|share| ratio(ratios.quantile(share))));
            row.push(ratio(sum(method) as f64 / sum(DF_PN) as f64));
            row.push(ratios.len().to_string());
            table.row(row);
        }
        report.table("The paper's claims: nodes of df-pn+ relative to df-pn", "claims", &table)
    }

    /// What learning gains, in nodes and time: the paper's way and ours.
    fn gain(&self, report: &mut Report) -> Result<(), Failure> {
        let both = Some(BOTH);
        let methods = [
            ("df-pn", DF_PN),
            ("df-pn+, h and cost -1", Method::Paper { h: both, cost: -1 }),
            ("df-pn, 1+ε", Method::Ours { h: false }),
            ("df-pn+, h, 1+ε", Method::Ours { h: true }),
        ];
        let mut table = Table::new(&["discs", "search", "nodes", "milliseconds", "nodes a second"]);
        for &discs in self.scale.discs.iter().filter(|&&discs| discs % 2 == 0) {
            for (name, method) in methods {
                let rows = self.all(discs, method);
                let count = rows.len().max(1) as f64;
                let nodes = rows.iter().map(|row| row.expansions).sum::<u64>() as f64;
                let seconds: f64 = rows.iter().map(|row| row.seconds).sum();
                table.row(vec![
                    discs.to_string(),
                    name.to_string(),
                    format!("{:.0}", nodes / count),
                    format!("{:.2}", seconds / count * 1000.0),
                    format!("{:.0}", nodes / seconds),
                ]);
            }
        }
        let heading = "Time: the gain of learning, means over the same problems";
        report.table(heading, "times", &table)
    }

    fn summarise(&self, report: &mut Report) -> Result<(), Failure> {
        let mut summary = Summary::with("Nagai & Imai 1999");
        let size = format!("{} of 100 problems for each number of discs", self.scale.problems);
        let both = Method::Paper { h: Some(BOTH), cost: -1 };
        let nodes: Count = |row| row.expansions;
        let at = |discs, method, count| ratio(self.ratios(discs, method, count).mean());
        let list = |values: Vec<String>| values.join(", ");
        summary.add(
            "figure 2, nodes of df-pn+ relative to df-pn at 54, 52, 48 discs",
            "less than 1/2, less than 1/3, nearly 1/6",
            list([54, 52, 48].map(|discs| at(discs, both, nodes)).to_vec()),
            &size,
        );
        let first = self.scale.discs[0];
        let cases = |count| {
            let one =
                |(name, h)| format!("{name} {}", at(first, Method::Paper { h, cost: -1 }, count));
            list(CASES.map(one).to_vec())
        };
        summary.add(
            &format!("figure 2, the ways to fit h, {first} discs"),
            "a picture; all ways with h are far better than only cost",
            cases(nodes),
            &size,
        );
        summary.add(
            &format!("figure 3, memory, {first} discs"),
            "a picture; doubling or smoothing is necessary",
            cases(|row| row.entries),
            &size,
        );
        let by_cost = |h| {
            let costs = [0, -1, -2, -3, -4, -5];
            list(costs.map(|cost| at(first, Method::Paper { h, cost }, nodes)).to_vec())
        };
        summary.add(
            &format!("figure 4, nodes by cost 0 to -5, {first} discs"),
            "with h very slightly better the lower the cost; only cost: has to be chosen with care",
            format!("with h {}; only cost {}", by_cost(Some(BOTH)), by_cost(None)),
            &size,
        );
        let h = Method::Paper { h: Some(BOTH), cost: 0 };
        let cost = Method::Paper { h: None, cost: -1 };
        let parts = |discs: &u32| {
            let [cost, h, both] = [cost, h, both].map(|method| at(*discs, method, nodes));
            format!("{discs}: {cost}, {h}, {both}")
        };
        let shown = [first, 54, 58].iter().map(parts).collect::<Vec<_>>().join("; ");
        summary.add(
            "figure 5, nodes with cost, with h, with both, by discs",
            "a picture; both together are the best when the problem is large enough",
            shown,
            &size,
        );
        report.summary(&summary)
    }

    /// Problems on which runs disagree, and runs that did not end.
    fn check(&self, report: &mut Report) {
        let mut verdicts: BTreeMap<(u32, usize), BTreeSet<&'static str>> = BTreeMap::new();
        let mut unsolved = 0;
        for (&(discs, _, number), row) in &self.rows {
            let verdict = match row.verdict {
                Verdict::Proved => "proved",
                Verdict::Disproved => "disproved",
                Verdict::Unknown => {
                    unsolved += 1;
                    continue;
                }
            };
            verdicts.entry((discs, number)).or_default().insert(verdict);
        }
        let contradicted = verdicts.values().filter(|verdicts| verdicts.len() > 1).count();
        report.say(&match contradicted {
            0 => "All verdicts agree.".to_string(),
            count => format!("{count} PROBLEMS HAVE CONTRADICTING VERDICTS."),
        });
        report.say(&format!("{} runs, {unsolved} of them unsolved.", self.rows.len()));
    }
}

/// Writes the report.
pub fn report(
    lab: &Lab,
    scale: &Scale,
    runs: &[Run],
    rows: &[Measurement],
) -> Result<String, Failure> {
    let rows = runs.iter().zip(rows).map(|(run, row)| ((run.discs, run.method, run.number), row));
    let findings = Findings { rows: rows.collect(), scale };
    let mut report = Report::new(lab);
    report.say(&format!(
        "# Othello endgames: df-pn+ against df-pn\n\n{} problems for each of {} numbers of discs.",
        scale.problems,
        scale.discs.len(),
    ));
    findings.check(&mut report);
    findings.claims(&mut report)?;
    let cases = CASES.map(|(name, h)| (name, Method::Paper { h, cost: -1 }));
    findings.by_discs(&mut report, 2, "nodes, cost -1", &cases, |row| row.expansions)?;
    findings.by_discs(&mut report, 3, "memory, cost -1", &cases, |row| row.entries)?;
    findings.by_cost(&mut report)?;
    let parts = [
        ("only cost", Method::Paper { h: None, cost: -1 }),
        ("only h", Method::Paper { h: Some(BOTH), cost: 0 }),
        ("h and cost", Method::Paper { h: Some(BOTH), cost: -1 }),
    ];
    findings.by_discs(&mut report, 5, "nodes with h and cost", &parts, |row| row.expansions)?;
    findings.summarise(&mut report)?;
    report.runs(lab, &format!("{EXPANSIONS} expansions"))?;
    findings.gain(&mut report)?;
    report.finish()
}
