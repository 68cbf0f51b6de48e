//! The tables and the figure, from the runs that are done.

use super::{
    Comparison, Comparisons, GRID_A, GRID_B, METHODS, OURS, Outcome, PAPER_NODES, PAPER_STORED,
    PATIENCE, PDS, PDS_PN, PN2, Scale,
};
use crate::plot::{Plot, Scale as Axis, Series};
use crate::report::{Report, Summary, so_far};
use crate::table::{Table, ratio};
use crate::{Failure, Lab};

impl Outcome {
    fn len(&self) -> usize {
        self.positions.len()
    }

    fn solved(&self, trial: usize) -> usize {
        self.positions.iter().filter(|position| position[trial].solved).count()
    }

    /// Nodes and seconds of these trials over the positions that all of them solved, and how many those are.
    fn common(&self, trials: &[usize]) -> (usize, Vec<(u64, f64)>) {
        let common: Vec<_> = self
            .positions
            .iter()
            .filter(|position| trials.iter().all(|&trial| position[trial].solved))
            .collect();
        let total = |&trial: &usize| {
            let findings = common.iter().map(|position| position[trial]);
            findings.fold((0, 0.0), |(nodes, time), one| (nodes + one.nodes, time + one.seconds))
        };
        (common.len(), trials.iter().map(total).collect())
    }

    /// The quotient of nodes and that of seconds of two trials, over the positions that both solved.
    fn quotients(&self, one: usize, other: usize) -> (usize, [f64; 2]) {
        let (common, totals) = self.common(&[one, other]);
        let quotient = |of: fn(&(u64, f64)) -> f64| of(&totals[0]) / of(&totals[1]);
        (common, [quotient(|total| total.0 as f64), quotient(|total| total.1)])
    }

    /// The time of all runs of a trial, solved or not.
    fn seconds(&self, trial: usize) -> f64 {
        self.positions.iter().map(|position| position[trial].seconds).sum()
    }

    /// How far the comparison is.
    fn progress(&self) -> String {
        so_far(self.len(), self.planned, "positions")
    }
}

/// Writes the report.
pub fn report(
    lab: &Lab,
    scale: &Scale,
    comparisons: &Comparisons,
    outcome: impl Fn(&Comparison) -> Outcome,
    contradictions: usize,
) -> Result<String, Failure> {
    let mut report = Report::new(lab);
    let limits = format!(
        "{} nodes and {} stored, {} nodes for the hard positions: the paper's {PAPER_NODES}, {PAPER_STORED} \
         and {} divided by {}, and a and b with them",
        scale.nodes(),
        scale.stored(),
        scale.nodes() * PATIENCE,
        PAPER_NODES * PATIENCE,
        scale.divisor,
    );
    report.say(&format!("# Lines of Action\n\nAt most {limits}."));
    report.say(&match contradictions {
        0 => "All verdicts agree.".to_string(),
        count => format!("{count} RUNS CONTRADICT THE SETS: a win was disproved."),
    });
    let mut summary = Summary::with("Winands et al. 2002");
    let share = format!("1/{} of nodes and memory", scale.divisor);
    let paper = outcome(&comparisons.paper);
    tables_of_algorithms(&mut report, &mut summary, &share, &paper)?;
    let grid = outcome(&comparisons.grid);
    table_of_growth(&mut report, &mut summary, &share, comparisons, &grid)?;
    let memory = outcome(&comparisons.figure);
    figure(&mut report, &mut summary, &share, comparisons, &memory)?;
    let hard = outcome(&comparisons.hard);
    table_of_hard_positions(&mut report, &mut summary, &share, &hard)?;
    let ours = outcome(&comparisons.ours);
    let all: Vec<usize> = (0..METHODS.len() - OURS).collect();
    let heading = format!("Beyond the paper: our searches, {}", ours.progress());
    report.table(&heading, "ours", &solved_table(&ours, &all, |trial| trial + OURS))?;
    report.summary(&summary)?;
    report.runs(lab, &limits)?;
    report.finish()
}

/// Solved positions of each trial, and nodes and time over the positions that all solved.
fn solved_table(outcome: &Outcome, trials: &[usize], method: impl Fn(usize) -> usize) -> Table {
    let (common, totals) = outcome.common(trials);
    let nodes = format!("nodes, {common} common positions");
    let heading =
        ["search", "solved", &nodes, "relative", "seconds", "relative", "seconds of all runs"];
    let mut table = Table::new(&heading);
    let least = totals.iter().map(|total| total.0).min().unwrap_or(0).max(1);
    let quickest = totals.iter().map(|total| total.1).fold(f64::INFINITY, f64::min).max(1e-3);
    for (&trial, (nodes, seconds)) in trials.iter().zip(&totals) {
        table.row(vec![
            METHODS[method(trial)].name.to_string(),
            format!("{} of {}", outcome.solved(trial), outcome.len()),
            nodes.to_string(),
            ratio(*nodes as f64 / least as f64),
            format!("{seconds:.1}"),
            ratio(seconds / quickest),
            format!("{:.0}", outcome.seconds(trial)),
        ]);
    }
    table
}

/// A row of the paper, with what is to be compared.
fn paper_row(table: &mut Table, name: &str, cells: [&str; 5]) {
    let mut row = vec![format!("paper: {name}")];
    row.extend(cells.map(String::from));
    row.push(String::new());
    table.row(row);
}

/// The first four searches, as in table 1.
const FOUR: [usize; 4] = [0, 1, PDS, PN2];

fn tables_of_algorithms(
    report: &mut Report,
    summary: &mut Summary,
    share: &str,
    outcome: &Outcome,
) -> Result<(), Failure> {
    let mut table = solved_table(outcome, &FOUR, |trial| trial);
    paper_row(&mut table, "αβ", ["383 of 488", "1711578143", "19.0", "22172.3", "26.7"]);
    paper_row(&mut table, "PN", ["356 of 488", "89863783", "1.00", "830.4", "1.00"]);
    paper_row(&mut table, "PDS", ["473 of 488", "118316534", "1.32", "–", "–"]);
    paper_row(&mut table, "PN²", ["470 of 488", "139254823", "1.55", "1117.7", "1.35"]);
    let heading = format!("Table 1: four searches, {}", outcome.progress());
    report.table(&heading, "table-1", &table)?;
    let mut table = solved_table(outcome, &[PDS, PN2], |trial| trial);
    paper_row(&mut table, "PDS", ["473 of 488", "562436874", "1.00", "34379.1", "3.02"]);
    paper_row(&mut table, "PN²", ["470 of 488", "1462026073", "2.60", "11387.7", "1.00"]);
    let heading = format!("Table 2: PDS and PN², {}", outcome.progress());
    report.table(&heading, "table-2", &table)?;
    let mut table = solved_table(outcome, &[PDS_PN, PN2], |trial| trial);
    paper_row(&mut table, "PDS-PN", ["467 of 488", "1879690850", "1.44", "15887.4", "1.40"]);
    paper_row(&mut table, "PN²", ["470 of 488", "1302157677", "1.00", "11339.9", "1.00"]);
    let heading = format!("Table 4: PDS-PN and PN², {}", outcome.progress());
    report.table(&heading, "table-4", &table)?;

    let solved = |trials: &[usize]| {
        let one = |&trial: &usize| format!("{} {}", METHODS[trial].name, outcome.solved(trial));
        let all: Vec<String> = trials.iter().map(one).collect();
        format!("{} of {}", all.join(", "), outcome.len())
    };
    let size = format!("{share}, {}", outcome.progress());
    let paper = "αβ 383, PN 356, PDS 473, PN² 470 of 488";
    summary.add("table 1, solved", paper, solved(&FOUR), &size);
    let (common, totals) = outcome.common(&FOUR);
    let nodes = |trial: usize| ratio(totals[trial].0 as f64 / totals[1].0 as f64);
    summary.add(
        "table 1, nodes relative to PN",
        "αβ 19.0, PDS 1.32, PN² 1.55 on 314 common",
        format!("αβ {}, PDS {}, PN² {} on {common} common", nodes(0), nodes(2), nodes(3)),
        &size,
    );
    let (common, [nodes, seconds]) = outcome.quotients(PN2, PDS);
    let relative = |what: &str, nodes: f64, seconds: f64, common: usize| {
        let (nodes, seconds) = (ratio(nodes), ratio(seconds));
        format!("{nodes} times the nodes of {what} in {seconds} of its time, {common} common")
    };
    summary.add(
        "table 2, PN² relative to PDS",
        relative("PDS", 2.6, 0.33, 463),
        relative("PDS", nodes, seconds, common),
        &size,
    );
    let (common, [nodes, seconds]) = outcome.quotients(PDS_PN, PN2);
    let paper = "PDS-PN 467, PN² 470 of 488";
    summary.add("table 4, solved", paper, solved(&[PDS_PN, PN2]), &size);
    summary.add(
        "table 4, PDS-PN relative to PN²",
        relative("PN²", 1.44, 1.4, 461),
        relative("PN²", nodes, seconds, common),
        &size,
    );
    Ok(())
}

/// Solved positions of PDS-PN for several a and b, and those of the paper.
fn table_of_growth(
    report: &mut Report,
    summary: &mut Summary,
    share: &str,
    comparisons: &Comparisons,
    outcome: &Outcome,
) -> Result<(), Failure> {
    /// By a, then by b. One cell cannot be read in our copy of the paper.
    const SOLVED: [[&str; 6]; 5] = [
        ["460", "458", "466", "466", "465", "466"],
        ["445", "463", "460", "461", "467", "464"],
        ["432", "449", "461", "463", "460", "461"],
        ["421", "–", "451", "459", "459", "460"],
        ["421", "433", "447", "454", "465", "459"],
    ];
    let solved = format!("solved of {}", outcome.len());
    let mut table = Table::new(&["a", "b", &solved, "paper, of 488"]);
    for (index, trial) in comparisons.grid.trials.iter().enumerate() {
        let (a, b) = trial.growth.unwrap_or_default();
        table.row(vec![
            a.to_string(),
            b.to_string(),
            outcome.solved(index).to_string(),
            SOLVED[index / GRID_B.len()][index % GRID_B.len()].to_string(),
        ]);
    }
    let heading = format!("Table 3: PDS-PN for different a and b, {}", outcome.progress());
    report.table(&heading, "table-3", &table)?;
    let place = |a: usize, b: usize| outcome.solved(a * GRID_B.len() + b);
    let worst = place(GRID_A.len() - 1, 0);
    let all = 0..GRID_A.len() * GRID_B.len();
    let best = all.map(|trial| outcome.solved(trial)).max().unwrap_or(0);
    summary.add(
        "table 3, solved for different a and b",
        "at most 467; 421 for large a and small b; 467 for (450K, 300K); of 488",
        format!(
            "at most {best}; {worst} for large a and small b; {} for (450K, 300K) scaled; of {}",
            place(1, 4),
            outcome.len()
        ),
        &format!("{share}, {}", outcome.progress()),
    );
    Ok(())
}

/// Solved positions of PN² and PDS-PN with less and less memory.
fn figure(
    report: &mut Report,
    summary: &mut Summary,
    share: &str,
    comparisons: &Comparisons,
    outcome: &Outcome,
) -> Result<(), Failure> {
    let mut table = Table::new(&["nodes stored", "PN²", "PDS-PN"]);
    let mut points = [Vec::new(), Vec::new()];
    for (step, pair) in comparisons.figure.trials.chunks(2).enumerate() {
        let solved = [0, 1].map(|method| outcome.solved(2 * step + method));
        let mut row = vec![pair[0].stored.to_string()];
        row.extend(solved.map(|solved| solved.to_string()));
        table.row(row);
        for (points, solved) in points.iter_mut().zip(solved) {
            points.push((pair[0].stored as f64, solved as f64));
        }
    }
    let title = format!("Figure 3: positions solved, {}", outcome.progress());
    report.table(&title, "figure-3", &table)?;
    let ends = |points: &[(f64, f64)]| {
        let solved = points.iter().step_by(3).map(|point| point.1.to_string());
        solved.collect::<Vec<_>>().join(", ")
    };
    summary.add(
        "figure 3, solved when the memory is divided by 1, 8, 64 and 512",
        "PN² falls at once; PDS-PN stays the same down to 10,000 nodes",
        format!("PN² {}; PDS-PN {}; of {}", ends(&points[0]), ends(&points[1]), outcome.len()),
        &format!("{share}, {}", outcome.progress()),
    );
    let series = [PN2, PDS_PN].into_iter().zip(points).map(|(method, points)| Series {
        name: METHODS[method].name.to_string(),
        points,
        labels: Vec::new(),
        line: true,
    });
    let plot = Plot { title, x: "nodes stored", y: "positions solved", series: series.collect() };
    report.plot_on("figure-3", &plot, Axis::Logarithmic, Axis::Linear)
}

fn table_of_hard_positions(
    report: &mut Report,
    summary: &mut Summary,
    share: &str,
    outcome: &Outcome,
) -> Result<(), Failure> {
    let mut table = solved_table(outcome, &[1, 0], |trial| [PN2, PDS_PN][trial]);
    paper_row(&mut table, "PDS-PN", ["276 of 286", "16685733992", "1.66", "84303.5", "1.47"]);
    paper_row(&mut table, "PN²", ["265 of 286", "10061461685", "1.00", "57343.2", "1.00"]);
    let heading = format!("Table 5: really hard positions, {}", outcome.progress());
    report.table(&heading, "table-5", &table)?;
    let (common, [nodes, _]) = outcome.quotients(1, 0);
    summary.add(
        "table 5, really hard positions",
        "PDS-PN 276, PN² 265 of 286; 1.66 times the nodes on 255 common",
        format!(
            "PDS-PN {}, PN² {} of {}; {} times the nodes on {common} common",
            outcome.solved(1),
            outcome.solved(0),
            outcome.len(),
            ratio(nodes)
        ),
        &format!("{share}, {}", outcome.progress()),
    );
    Ok(())
}
