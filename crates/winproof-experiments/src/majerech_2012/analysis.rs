//! The tables and figures, from the runs that are done.

use winproof_rules::Verdict;

use super::{LONG, Outcome, Row, Scale, Section, THESIS_EXPANSIONS, Trial};
use crate::measure::Measurement;
use crate::plot::{Plot, Scale as Axis, Series};
use crate::report::{Report, Summary, so_far};
use crate::statistics::Sample;
use crate::table::{Table, ratio};
use crate::{Failure, Lab};

fn is_solved(row: &Measurement) -> bool {
    row.verdict == Verdict::Proved
}

impl Outcome {
    fn solved(&self, trial: usize) -> usize {
        self.positions.iter().filter(|position| is_solved(&position[trial])).count()
    }

    /// Positions that all trials of a list solve.
    fn common(&self, trials: &[usize]) -> Vec<&Vec<Measurement>> {
        let by_all =
            |position: &&Vec<Measurement>| trials.iter().all(|&trial| is_solved(&position[trial]));
        self.positions.iter().filter(by_all).collect()
    }

    /// The mean of expansions of a trial over the positions that all trials of a list solve.
    fn common_mean(&self, trials: &[usize], trial: usize) -> f64 {
        self.common(trials)
            .iter()
            .map(|one| one[trial].expansions as f64)
            .collect::<Sample>()
            .mean()
    }

    /// The mean of expansions of a trial over the positions that it solves.
    fn own_mean(&self, trial: usize) -> f64 {
        self.common_mean(&[trial], trial)
    }

    fn progress(&self) -> String {
        so_far(self.positions.len(), self.planned, "positions")
    }
}

/// Writes the report.
pub fn report(
    lab: &Lab,
    scale: &Scale,
    sections: &[Section],
    outcome: impl Fn(&Section) -> Outcome,
    disproved: usize,
) -> Result<String, Failure> {
    let mut report = Report::new(lab);
    let limit = scale.limit();
    let limits = format!(
        "{limit} expansions, {} in long runs: what stands for the thesis' 60 and 500 seconds ({THESIS_EXPANSIONS} \
         and {}) divided by {}, and its tables and trees with them",
        limit * LONG,
        THESIS_EXPANSIONS * LONG,
        scale.divisor
    );
    report.say(&format!("# PN and df-pn in Arimaa\n\nAt most {limits}."));
    report.say(&match disproved {
        0 => "All verdicts agree.".to_string(),
        _ => format!("{disproved} RUNS CONTRADICT THE PUZZLES: a win was disproved."),
    });
    let mut summary = Summary::with("Majerech 2012");
    for section in sections {
        let outcome = outcome(section);
        let heading = format!("{}, {}", section.heading, outcome.progress());
        report.table(&heading, section.name, &table(scale, section, &outcome))?;
        if section.rows.iter().any(|row| row.x > 0.0) && section.name != "garbage" {
            report.plot_on(section.name, &plot(section, &outcome), Axis::Linear, Axis::Linear)?;
        }
        summarise(&mut summary, scale, section, &outcome);
    }
    report.summary(&summary)?;
    report.runs(lab, &limits)?;
    report.finish()
}

/// The rows whose means are compared: in the thesis those of one algorithm.
fn alike(section: &Section, trial: usize) -> Vec<usize> {
    let algorithm = |row: &Row| row.label.split(',').next().map(String::from);
    let rows = 0..section.rows.len();
    rows.filter(|&one| algorithm(&section.rows[one]) == algorithm(&section.rows[trial])).collect()
}

fn table(scale: &Scale, section: &Section, outcome: &Outcome) -> Table {
    let solved = format!("solved of {}", outcome.positions.len());
    let mut table = Table::new(&[
        "search",
        "limit",
        &solved,
        "thesis, of 100",
        "mean expansions where all alike solve",
        "mean expansions where solved",
        "thesis, seconds",
    ]);
    for (trial, row) in section.rows.iter().enumerate() {
        let (thesis, seconds) = row.thesis.unzip();
        table.row(vec![
            row.label.clone(),
            scale.limit_of(row.trial).to_string(),
            outcome.solved(trial).to_string(),
            thesis.map_or("–".to_string(), |solved| solved.to_string()),
            ratio(outcome.common_mean(&alike(section, trial), trial)),
            ratio(outcome.own_mean(trial)),
            seconds.flatten().map_or("–".to_string(), |seconds| format!("{seconds:.2}")),
        ]);
    }
    table
}

fn plot(section: &Section, outcome: &Outcome) -> Plot {
    let series = ["PNS", "Df-PNS"].map(|name| {
        let trials = (0..section.rows.len())
            .filter(|&trial| section.rows[trial].label.starts_with(&format!("{name},")));
        let points = trials
            .map(|trial| {
                let mean = outcome.common_mean(&alike(section, trial), trial);
                (section.rows[trial].x, mean)
            })
            .filter(|point| point.1.is_finite());
        let points: Vec<(f64, f64)> = points.collect();
        Series { name: name.to_string(), points, labels: Vec::new(), line: true }
    });
    Plot {
        title: format!("{}, {}", section.heading, outcome.progress()),
        x: if section.name == "epsilon" { "ε" } else { "size of the table (MB of the thesis)" },
        y: "mean expansions where all solve",
        series: series.into_iter().filter(|series| !series.points.is_empty()).collect(),
    }
}

fn summarise(summary: &mut Summary, scale: &Scale, section: &Section, outcome: &Outcome) {
    let size = format!("1/{} of the limits and sizes, {}", scale.divisor, outcome.progress());
    let tried = outcome.positions.len();
    let all: Vec<usize> = (0..section.rows.len()).collect();
    let list = |trials: &[usize], cell: &dyn Fn(usize) -> String| {
        trials.iter().map(|&trial| cell(trial)).collect::<Vec<_>>().join(", ")
    };
    let ours = |trials: &[usize]| list(trials, &|trial| outcome.solved(trial).to_string());
    let thesis = |trials: &[usize]| {
        list(trials, &|trial| section.rows[trial].thesis.map_or(0, |found| found.0).to_string())
    };
    let means = |trials: &[usize]| {
        let mean = |trial| format!("{:.0}", outcome.common_mean(&alike(section, trial), trial));
        list(trials, &mean).replace("NaN", "–")
    };
    let halves = all.split_at(section.rows.len() / 2);
    match section.name {
        "epsilon" => {
            let means = format!("mean expansions {}", means(&all));
            summary.add("figure 6.1, time by ε", "no trend; least at 0.7", means, &size);
            let ours = format!("{} of {tried}", ours(&all));
            summary.add("table 6.2, solved by ε", format!("{} of 100", thesis(&all)), ours, &size);
        }
        "transpositions" => {
            summary.add(
                "figure 6.3, time by size of the transposition table",
                "a plot whose values are not in the text",
                format!("mean expansions: PNS {}; Df-PNS {}", means(halves.0), means(halves.1)),
                &size,
            );
            summary.add(
                "table 6.4, solved by size of the transposition table",
                format!("PNS {}; Df-PNS {} of 100", thesis(halves.0), thesis(halves.1)),
                format!("PNS {}; Df-PNS {} of {tried}", ours(halves.0), ours(halves.1)),
                &size,
            );
        }
        "proofs" => summary.add(
            "figure 6.5, solved by size of the proof table",
            format!("PNS {}; Df-PNS {} of 100", thesis(halves.0), thesis(halves.1)),
            format!("PNS {}; Df-PNS {} of {tried}", ours(halves.0), ours(halves.1)),
            &size,
        ),
        "short" => summary.add(
            "table 6.6, its row 2 to 1.6 million on more positions",
            format!("PNS {}, Df-PNS {} of 100", thesis(&[0]), thesis(&[1])),
            format!("PNS {}, Df-PNS {} of {tried}", ours(&[0]), ours(&[1])),
            &size,
        ),
        "garbage" => summary.add(
            "table 6.6, solved by garbage collector: none, then from 1, 2, 5 and 10 million nodes",
            format!("PNS {}; Df-PNS {} of 100", thesis(halves.0), thesis(halves.1)),
            format!("PNS {}; Df-PNS {} of {tried}", ours(halves.0), ours(halves.1)),
            &size,
        ),
        "long-reduced" | "long-big" => {
            let number = if section.name == "long-big" { "6.8" } else { "6.7" };
            let mean = |trial| format!("{:.0}", outcome.own_mean(trial)).replace("NaN", "–");
            let seconds = |trial: usize| {
                section.rows[trial].thesis.and_then(|found| found.1).unwrap_or(f64::NAN)
            };
            summary.add(
                &format!("table {number}, long runs"),
                format!(
                    "PNS {} of 100 in {} s each, Df-PNS {} in {} s",
                    thesis(&[0]),
                    seconds(0),
                    thesis(&[1]),
                    seconds(1)
                ),
                format!(
                    "PNS {} of {tried} in {} expansions each, Df-PNS {} in {}",
                    ours(&[0]),
                    mean(0),
                    ours(&[1]),
                    mean(1)
                ),
                &size,
            );
        }
        _ => debug_assert!(matches!(section.rows[0].trial, Trial::Ours(_))),
    }
}
