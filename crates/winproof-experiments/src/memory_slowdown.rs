//! How much slower searches become when their tables are too small (after Winands et al. 2002, figure 3).
//!
//! Each search first solves each problem with a table that forgets nothing, then with tables of a half, a
//! quarter and so on of the entries that it needed, under several replacement schemes. The paper counts
//! solved positions; we take problems that are solved with a table large enough and count expansions.
//!
//! The problems: random trees, where what is forgotten costs the subtree below it, and games in which lines
//! of play meet again (Nim, random layered graphs), where it costs that subtree as often as it is met.

use winproof::Algorithm;
use winproof_rules::Verdict;

use crate::measure::{Measurement, Problem, Search, measure};
use crate::plot::{Plot, Series};
use crate::problems::{Screening, layered_graph};
use crate::report::Report;
use crate::statistics::Sample;
use crate::table::{Table, ratio};
use crate::{Experiment, Failure, Lab, Size};

/// The entry in the list of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    name: "memory-slowdown",
    summary: "df-pn, PDS and PDS-PN with tables of 1/2 to 1/64 of what they need",
    source: "after Winands, Uiterwijk & van den Herik 2002, figure 3",
    run,
};

/// The searches. The rule against endless re-search is on, as by default: without it a search whose
/// table forgets may never end.
const SEARCHES: [(&str, Algorithm, &str); 6] = [
    ("df-pn", Algorithm::DfPn, ""),
    ("df-pn, plain", Algorithm::DfPn, "thresholds=plain"),
    ("df-pn, low-memory", Algorithm::DfPn, "thresholds=low-memory"),
    ("PDS", Algorithm::Pds, ""),
    ("PDS, rising=off", Algorithm::Pds, "rising=off"),
    ("PDS-PN", Algorithm::PdsPn, ""),
];
const DF_PN: usize = 0;
const PDS_PN: usize = 5;
const SCHEMES: [&str; 4] = ["two-big", "larger", "small-tree-gc", "newest"];
const TWO_BIG: usize = 0;
/// The table holds one in this many of the entries that the search needs.
const FRACTIONS: [u64; 8] = [1, 2, 4, 8, 16, 32, 50, 64];
/// A search may expand this many times the positions that it expands with a table that forgets nothing.
const PATIENCE: u64 = 50;
/// Bytes for the search that forgets nothing; no problem needs a tenth of it.
const MEMORY: usize = 256 << 20;

/// What a problem is like: whether what was forgotten is met again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    Trees,
    Nim,
    Graphs,
}

impl Family {
    const ALL: [Family; 3] = [Family::Trees, Family::Nim, Family::Graphs];

    fn name(self) -> &'static str {
        match self {
            Family::Trees => "random trees",
            Family::Nim => "Nim",
            Family::Graphs => "layered graphs",
        }
    }
}

struct Task {
    family: Family,
    name: String,
    problem: Problem,
}

/// One limited run.
struct Cell {
    task: usize,
    search: usize,
    scheme: usize,
    fraction: u64,
    row: Measurement,
    /// The run that forgot nothing.
    free: Measurement,
}

impl Cell {
    /// Expansions relative to the run that forgot nothing; infinite if unsolved.
    fn slowdown(&self) -> f64 {
        match self.row.verdict {
            Verdict::Unknown => f64::INFINITY,
            _ => self.row.expansions as f64 / self.free.expansions as f64,
        }
    }
}

fn tasks(lab: &mut Lab) -> Result<Vec<Task>, Failure> {
    let (of_each, effort, nim, graphs) = match lab.size() {
        Size::Test => (1, 500..=5_000, &["1,2,3,4"][..], 1),
        Size::Quick => (1, 10_000..=30_000, &["3,4,5,2", "3,4,5,6"][..], 2),
        Size::Default => (2, 50_000..=150_000, &["4,5,6,7", "3,5,7,9", "2,6,8,9"][..], 4),
        Size::Full => (5, 1_000_000..=3_000_000, &["6,7,8,9", "5,7,9,10", "4,6,8,9"][..], 8),
    };
    let mut tasks = Vec::new();
    for branching in [8, 16] {
        let screening = Screening { branching, of_each, effort: effort.clone(), memory: MEMORY };
        for tree in screening.carry_out(lab)?.trees {
            let name = format!("tree-{branching}-{}", tree.seed);
            tasks.push(Task { family: Family::Trees, name, problem: tree.problem });
        }
    }
    for heaps in nim {
        let problem = Problem { game: "nim".to_string(), position: heaps.to_string() };
        tasks.push(Task { family: Family::Nim, name: format!("nim-{heaps}"), problem });
    }
    let (layers, width) = match lab.size() {
        Size::Test => (6, 20),
        Size::Quick => (10, 100),
        Size::Default => (14, 400),
        Size::Full => (16, 4000),
    };
    for index in 0..graphs {
        let seed = lab.seed() + index;
        // Four moves each: with this share of won ends neither side is lost from the start.
        let problem = layered_graph(seed, layers, width, 0.72);
        tasks.push(Task { family: Family::Graphs, name: format!("graph-{seed}"), problem });
    }
    Ok(tasks)
}

fn run(lab: &mut Lab) -> Result<String, Failure> {
    let tasks = tasks(lab)?;
    let pairs: Vec<(usize, usize)> = (0..tasks.len())
        .flat_map(|task| (0..SEARCHES.len()).map(move |search| (task, search)))
        .collect();
    let free = lab.run(
        "unlimited",
        &pairs,
        |&(task, search)| format!("{}/{}/free", tasks[task].name, SEARCHES[search].0),
        |&(task, search), interrupt| {
            measure(&tasks[task].problem, &limited(search, None), u64::MAX, interrupt)
        },
    )?;
    let jobs: Vec<(usize, usize, u64)> = (0..pairs.len())
        .flat_map(|pair| (0..SCHEMES.len()).map(move |scheme| (pair, scheme)))
        .flat_map(|(pair, scheme)| FRACTIONS.map(|fraction| (pair, scheme, fraction)))
        .collect();
    let rows = lab.run(
        "limited",
        &jobs,
        |&(pair, scheme, fraction)| {
            let (task, search) = pairs[pair];
            let (task, search) = (&tasks[task].name, SEARCHES[search].0);
            format!("{task}/{search}/{}/{fraction}", SCHEMES[scheme])
        },
        |&(pair, scheme, fraction), interrupt| {
            let (task, search) = pairs[pair];
            let entries = (free[pair].entries / fraction).max(1);
            let search = limited(search, Some((scheme, entries)));
            measure(&tasks[task].problem, &search, free[pair].expansions * PATIENCE, interrupt)
        },
    )?;
    let cells = jobs.into_iter().zip(rows).map(|((pair, scheme, fraction), row)| {
        let (task, search) = pairs[pair];
        Cell { task, search, scheme, fraction, row, free: free[pair] }
    });
    report(lab, &tasks, &cells.collect::<Vec<_>>())
}

/// A search whose table follows a scheme and has so many entries, or one that forgets nothing.
fn limited(search: usize, table: Option<(usize, u64)>) -> Search {
    let (_, algorithm, settings) = SEARCHES[search];
    let table = table.map_or(String::new(), |(scheme, entries)| {
        format!(" replacement={} entries={entries}", SCHEMES[scheme])
    });
    Search { algorithm, settings: format!("{settings}{table}"), memory: MEMORY }
}

fn report(lab: &Lab, tasks: &[Task], cells: &[Cell]) -> Result<String, Failure> {
    let mut report = Report::new(lab);
    report.say(&format!(
        "# Slowdown with small tables ({} size, seed {})",
        lab.size().name(),
        lab.seed()
    ));
    let unsolved = cells.iter().filter(|cell| cell.row.verdict == Verdict::Unknown).count();
    report.say(&format!(
        "{} problems, {} limited runs, each with at most {PATIENCE} times the expansions of the \
         unlimited run. {unsolved} runs did not solve their problem within that.",
        tasks.len(),
        cells.len(),
    ));
    let wrong: Vec<_> = cells
        .iter()
        .filter(|cell| {
            cell.row.verdict != Verdict::Unknown && cell.row.verdict != cell.free.verdict
        })
        .map(|cell| format!("{} {}", tasks[cell.task].name, SEARCHES[cell.search].0))
        .collect();
    report.say(&match wrong.is_empty() {
        true => "All verdicts agree.".to_string(),
        false => format!("**Wrong verdicts**: {}.", wrong.join("; ")),
    });
    report.table(
        "The problems, with tables that forget nothing",
        "problems",
        &problems(tasks, cells),
    )?;
    for family in Family::ALL {
        let name = family.name().to_lowercase().replace(' ', "-");
        let of_family: Vec<&Cell> =
            cells.iter().filter(|cell| tasks[cell.task].family == family).collect();
        let heading = format!(
            "{}: median of the expansions relative to the unlimited run (unsolved runs)",
            family.name()
        );
        report.table(&heading, &name, &slowdowns(&of_family))?;
        report.plot(&format!("{name}-searches"), &by_search(family, &of_family))?;
        report.plot(&format!("{name}-schemes"), &by_scheme(family, &of_family))?;
    }
    let solved = solved(tasks.len(), cells);
    report.table("Problems solved, of all families, by size of the table", "solved", &solved)?;
    report.table("What the paper says, and what we find", "claims", &claims(tasks, cells))?;
    let limits = format!("{PATIENCE} times the expansions of the search that forgets nothing");
    report.runs(lab, &limits)?;
    report.finish()
}

fn problems(tasks: &[Task], cells: &[Cell]) -> Table {
    let mut table = Table::new(&["problem", "verdict", "search", "expansions", "entries"]);
    for cell in cells.iter().filter(|cell| cell.scheme == 0 && cell.fraction == 1) {
        table.row(vec![
            tasks[cell.task].name.clone(),
            cell.free.verdict.to_string(),
            SEARCHES[cell.search].0.to_string(),
            cell.free.expansions.to_string(),
            cell.free.entries.to_string(),
        ]);
    }
    table
}

/// The results of a search under a scheme with a table of a given size.
struct Group {
    slowdowns: Sample,
    unsolved: usize,
}

impl Group {
    fn of<'a>(
        cells: impl IntoIterator<Item = &'a Cell>,
        search: usize,
        scheme: usize,
        fraction: u64,
    ) -> Group {
        let wanted = (search, scheme, fraction);
        let same = |cell: &&Cell| (cell.search, cell.scheme, cell.fraction) == wanted;
        let slowdowns: Vec<f64> = cells.into_iter().filter(same).map(Cell::slowdown).collect();
        let unsolved = slowdowns.iter().filter(|slowdown| slowdown.is_infinite()).count();
        Group { slowdowns: slowdowns.into_iter().collect(), unsolved }
    }

    /// The median, with the number of unsolved runs if there are any.
    fn text(&self) -> String {
        let median = match self.slowdowns.median() {
            median if median.is_finite() => ratio(median),
            _ => format!(">{PATIENCE}"),
        };
        if self.unsolved == 0 { median } else { format!("{median} ({})", self.unsolved) }
    }
}

fn fraction_table(first: &[&str]) -> Table {
    let fractions = FRACTIONS.map(|fraction| format!("1/{fraction}"));
    Table::new(
        &first.iter().copied().chain(fractions.iter().map(String::as_str)).collect::<Vec<_>>(),
    )
}

fn slowdowns(cells: &[&Cell]) -> Table {
    let mut table = fraction_table(&["search", "scheme"]);
    for (search, (name, ..)) in SEARCHES.iter().enumerate() {
        for (scheme, scheme_name) in SCHEMES.iter().enumerate() {
            let group = |fraction| Group::of(cells.iter().copied(), search, scheme, fraction);
            let mut row = vec![name.to_string(), scheme_name.to_string()];
            row.extend(FRACTIONS.map(|fraction| group(fraction).text()));
            table.row(row);
        }
    }
    table
}

fn solved(tasks: usize, cells: &[Cell]) -> Table {
    let mut table = fraction_table(&["search", "scheme"]);
    for (search, (name, ..)) in SEARCHES.iter().enumerate() {
        for (scheme, scheme_name) in SCHEMES.iter().enumerate() {
            let solved = |fraction| tasks - Group::of(cells, search, scheme, fraction).unsolved;
            let mut row = vec![name.to_string(), scheme_name.to_string()];
            row.extend(FRACTIONS.map(|fraction| format!("{}/{tasks}", solved(fraction))));
            table.row(row);
        }
    }
    table
}

/// Medians by the size of the table, as far as half of the runs were solved.
fn line(name: &str, cells: &[&Cell], search: usize, scheme: usize) -> Series {
    let points = FRACTIONS
        .map(|fraction| {
            let group = Group::of(cells.iter().copied(), search, scheme, fraction);
            (1.0 / fraction as f64, group.slowdowns.median())
        })
        .into_iter()
        .filter(|(_, median)| median.is_finite())
        .collect();
    Series { name: name.to_string(), points, labels: Vec::new(), line: true }
}

fn plot(title: String, series: Vec<Series>) -> Plot {
    Plot {
        title,
        x: "entries of the table, relative to what the search needs",
        y: "expansions, relative to the unlimited run (median)",
        series,
    }
}

fn by_search(family: Family, cells: &[&Cell]) -> Plot {
    let searches = SEARCHES.iter().enumerate();
    let series = searches.map(|(search, (name, ..))| line(name, cells, search, TWO_BIG));
    plot(format!("Small tables under {}, {}", SCHEMES[TWO_BIG], family.name()), series.collect())
}

fn by_scheme(family: Family, cells: &[&Cell]) -> Plot {
    let schemes = SCHEMES.iter().enumerate();
    let series = schemes.map(|(scheme, name)| line(name, cells, DF_PN, scheme));
    plot(format!("Small tables of {}, {}", SEARCHES[DF_PN].0, family.name()), series.collect())
}

fn claims(tasks: &[Task], cells: &[Cell]) -> Table {
    let mut table = Table::new(&["the paper", "ours: solved with two-big", "agreement"]);
    for family in Family::ALL {
        let of_family = || cells.iter().filter(|cell| tasks[cell.task].family == family);
        let count = tasks.iter().filter(|task| task.family == family).count();
        let solved =
            |search, fraction| count - Group::of(of_family(), search, TWO_BIG, fraction).unsolved;
        let mut claim = |says: &str, search: usize, down_to: u64| {
            let counts = FRACTIONS.map(|fraction| solved(search, fraction).to_string());
            let ours = format!("{}: {} of {count}", family.name(), counts.join(", "));
            let fractions = FRACTIONS.iter().filter(|&&fraction| fraction <= down_to);
            let agrees = fractions.copied().all(|fraction| solved(search, fraction) == count);
            let agreement = if agrees { "agrees" } else { "DISAGREES" };
            table.row(vec![says.to_string(), ours, agreement.to_string()]);
        };
        claim("PDS-PN remains stable for a long time (our measure: to 1/8)", PDS_PN, 8);
        claim("(our question) df-pn solves everything with 1/50 of the entries", DF_PN, 50);
    }
    table
}
