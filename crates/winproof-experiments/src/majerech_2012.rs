//! The experiments of O. Majerech, "PNS for the game Arimaa" (2012), chapter 6: ε, the sizes of both tables,
//! the garbage collector, and long runs, on half of its positions; then the same with a goal test.
//!
//! The thesis gives each search seconds. Here each gets a number of expansions, so that results repeat.
//! What the thesis says in megabytes and nodes is scaled in the same proportion: its program
//! expands about 80,000 positions a second, so a limit of 60 seconds stands for 4.8 million.
//!
//! With that limit all of it would take a day, and with a fiftieth of it no search solves anything. So only
//! the full size has the thesis' positions and limit. The others have positions in which the winning turn has
//! been made but for its last step, and which df-pn can solve: the same searches on smaller problems.
//!
//! Our df-pn keeps one table of solved and unsolved positions and no tree, so it gets the sum of both tables
//! and has nothing for a garbage collector to do.

use winproof::Algorithm;
use winproof_rules::Verdict;

use crate::measure::{Measurement, Problem, Search, measure};
use crate::plot::{Plot, Series};
use crate::report::Report;
use crate::statistics::Sample;
use crate::table::{Table, ratio};
use crate::{Experiment, Failure, Lab, Size};

/// The entry in the list of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    name: "majerech-2012",
    summary: "PN and df-pn in Arimaa: ε, table sizes, garbage collection, long runs, goal test",
    source: "Majerech 2012, figures 6.1 to 6.8",
    run,
};

const REDUCED: &str = include_str!("../../../experiments/majerech-2012/positions/reduced.txt");
/// Positions of the first set, with all but the last step of the winning turn made.
const BEGUN: &str = include_str!("../../../experiments/majerech-2012/positions/begun.txt");
const BIG: &str = include_str!("../../../experiments/majerech-2012/positions/big.txt");

/// Expansions of the thesis' program in its 60 seconds.
const THESIS_EXPANSIONS: u64 = 4_800_000;
/// The approximate bytes of a node of our tree.
const NODE_BYTES: u64 = 40;
/// The order of steps of the thesis, with two killers for each level.
const ORDER: &str = "order=static killers=2";

/// Which positions. The thesis has the last two.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    Begun,
    Reduced,
    Big,
}

impl Set {
    fn name(self) -> &'static str {
        match self {
            Set::Begun => "turn begun",
            Set::Reduced => "at most 15 pieces",
            Set::Big => "big",
        }
    }

    /// Positions and their names, a line each.
    fn text(self) -> &'static str {
        match self {
            Set::Begun => BEGUN,
            Set::Reduced => REDUCED,
            Set::Big => BIG,
        }
    }
}

/// The sizes of the thesis: two tables in megabytes, and when its garbage collector begins and ends, in
/// millions of nodes.
#[derive(Clone, Copy)]
struct Sizes {
    tt: u64,
    proof: u64,
    gc: Option<(f64, f64)>,
}

/// One search, where it belongs, and what the thesis found with it.
struct Setting {
    section: Section,
    set: Set,
    label: String,
    search: Search,
    /// Expansions, as a multiple of the limit.
    patience: u64,
    /// Solved of 100, if it is in the thesis.
    thesis: Option<u32>,
    /// Where it is in the plot.
    x: f64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Epsilon,
    Transpositions,
    Proofs,
    Garbage,
    Long,
    Weak,
    Goal,
}

impl Section {
    const ALL: [(Section, &'static str, &'static str); 7] = [
        (Section::Epsilon, "epsilon", "ε of df-pn (figures 6.1 and 6.2)"),
        (
            Section::Transpositions,
            "transpositions",
            "Size of the transposition table (6.3 and 6.4)",
        ),
        (Section::Proofs, "proofs", "Size of the proof table (6.5)"),
        (Section::Garbage, "garbage", "Garbage collector of PN (6.6)"),
        (Section::Long, "long", "Long runs (6.7 and 6.8)"),
        (
            Section::Weak,
            "weak",
            "Whole positions, and shared leaves counted once (not in the thesis)",
        ),
        (Section::Goal, "goal", "With estimates and the goal test (not in the thesis)"),
    ];
}

/// How much is done.
struct Extent {
    /// The set for the short runs.
    set: Set,
    positions: usize,
    limit: u64,
}

fn extent(size: Size) -> Extent {
    let (set, positions, limit) = match size {
        Size::Test => (Set::Begun, 1, 300),
        Size::Quick => (Set::Begun, 4, 8_000),
        Size::Default => (Set::Begun, 20, 100_000),
        Size::Full => (Set::Reduced, 100, THESIS_EXPANSIONS),
    };
    Extent { set, positions, limit }
}

/// A search with the thesis' sizes, scaled to a limit.
fn search(algorithm: Algorithm, limit: u64, sizes: Sizes, more: &str) -> Search {
    let scaled = |amount: f64| (amount * limit as f64 / THESIS_EXPANSIONS as f64) as u64;
    let [tt, proof] = [sizes.tt, sizes.proof].map(|megabytes| scaled((megabytes << 20) as f64));
    if algorithm != Algorithm::Pn {
        let memory = (tt + proof).max(1 << 16) as usize;
        return Search { algorithm, settings: format!("{ORDER} {more}"), memory };
    }
    let (high, low) =
        sizes.gc.map_or((0, 0), |(high, low)| (scaled(high * 1e6), scaled(low * 1e6)));
    // Without a collector the thesis gives the tree a gigabyte.
    let tree = if high > 0 { 2 * high * NODE_BYTES } else { scaled((1 << 30) as f64) };
    let memory = (tt + proof + tree).max(1 << 16);
    let percent = |bytes: u64| (100 * bytes / memory).min(45);
    let settings = format!(
        "{ORDER} tt={} proof-table={} gc-high={high} gc-low={low} {more}",
        percent(tt),
        percent(proof)
    );
    Search { algorithm, settings, memory: memory as usize }
}

fn settings(short: Set, limit: u64) -> Vec<Setting> {
    let mut all = Vec::new();
    let mut add = |section, set, label: String, search, thesis, x| {
        let long = matches!(section, Section::Long | Section::Weak);
        let patience = if long { 8 } else { 1 };
        all.push(Setting { section, set, label, search, patience, thesis, x });
    };
    let usual = Sizes { tt: 256, proof: 256, gc: Some((5.0, 3.0)) };
    for (epsilon, solved) in [(0.1, 16), (0.3, 18), (0.5, 16), (0.7, 14), (0.9, 17), (1.1, 15)] {
        let search = search(Algorithm::DfPn, limit, usual, &format!("epsilon={epsilon}"));
        add(Section::Epsilon, short, format!("ε = {epsilon}"), search, Some(solved), epsilon);
    }
    let names = [("PN", Algorithm::Pn, ""), ("df-pn", Algorithm::DfPn, "epsilon=0.9")];
    for (name, algorithm, more) in names {
        let solved =
            if algorithm == Algorithm::Pn { [17, 18, 18, 18, 18] } else { [14, 16, 16, 16, 15] };
        for (tt, solved) in [32, 64, 128, 256, 512].into_iter().zip(solved) {
            let search = search(algorithm, limit, Sizes { tt, proof: 32, ..usual }, more);
            let label = format!("{name}, {tt} MB");
            add(Section::Transpositions, short, label, search, Some(solved), tt as f64);
        }
        let solved = if algorithm == Algorithm::Pn { [18; 5] } else { [16, 15, 16, 16, 16] };
        for (proof, solved) in [32, 64, 128, 256, 512].into_iter().zip(solved) {
            let search = search(algorithm, limit, Sizes { proof, ..usual }, more);
            let label = format!("{name}, {proof} MB");
            add(Section::Proofs, short, label, search, Some(solved), proof as f64);
        }
    }
    let tables = Sizes { tt: 256, proof: 64, gc: None };
    let none = search(Algorithm::Pn, limit, tables, "");
    add(Section::Garbage, short, "disabled".to_string(), none, Some(14), 0.0);
    for (high, low, solved) in [
        (1.0, 0.2, 18),
        (1.0, 0.5, 19),
        (1.0, 0.8, 18),
        (2.0, 0.4, 18),
        (2.0, 1.0, 17),
        (2.0, 1.6, 20),
        (5.0, 1.0, 17),
        (5.0, 2.5, 16),
        (5.0, 4.0, 17),
        (10.0, 2.0, 15),
        (10.0, 5.0, 15),
        (10.0, 8.0, 15),
    ] {
        let search = search(Algorithm::Pn, limit, Sizes { gc: Some((high, low)), ..tables }, "");
        let label = format!("{high} to {low} million");
        add(Section::Garbage, short, label, search, Some(solved), high);
    }
    let long = match short {
        Set::Begun => vec![(Set::Begun, None, None)],
        _ => vec![(Set::Reduced, Some(36), Some(18)), (Set::Big, Some(22), Some(11))],
    };
    let sizes = Sizes { gc: Some((2.0, 1.6)), ..tables };
    for (set, pn, df_pn) in long {
        let pns = search(Algorithm::Pn, 8 * limit, sizes, "");
        add(Section::Long, set, format!("PN, {}", set.name()), pns, pn, 0.0);
        let df_pns = search(Algorithm::DfPn, 8 * limit, usual, "epsilon=0.9");
        add(Section::Long, set, format!("df-pn, {}", set.name()), df_pns, df_pn, 0.0);
    }
    for set in [Set::Reduced, Set::Big] {
        for (name, algorithm, more) in names {
            for (rules, also) in [("", ""), (", weak sums by moves", "sum=weak init=moves")] {
                let search = search(algorithm, 8 * limit, sizes, &format!("{more} {also}"));
                add(
                    Section::Weak,
                    set,
                    format!("{name}{rules}, {}", set.name()),
                    search,
                    None,
                    0.0,
                );
            }
        }
    }
    let goal = [
        ("df-pn, leaf=1", Algorithm::DfPn, "epsilon=0.9 leaf=1"),
        ("df-pn, leaf=2", Algorithm::DfPn, "epsilon=0.9 leaf=2"),
        ("df-pn+, init=game", Algorithm::DfPnPlus, "init=game"),
        ("df-pn+, init=game, leaf=1", Algorithm::DfPnPlus, "init=game leaf=1"),
        ("df-pn+, init=game, leaf=2", Algorithm::DfPnPlus, "init=game leaf=2"),
    ];
    for set in [Set::Reduced, Set::Big] {
        for (name, algorithm, more) in goal {
            let search =
                Search { algorithm, settings: format!("{ORDER} {more}"), memory: 64 << 20 };
            add(Section::Goal, set, format!("{name}, {}", set.name()), search, None, 0.0);
        }
    }
    all
}

/// One run.
struct Run {
    setting: usize,
    position: &'static str,
    name: &'static str,
}

fn runs(settings: &[Setting], positions: usize) -> Vec<Run> {
    (0..settings.len())
        .flat_map(|setting| {
            let lines = settings[setting].set.text().lines().take(positions);
            lines.filter_map(move |line| {
                let (position, name) = line.split_once('\t')?;
                Some(Run { setting, position, name })
            })
        })
        .collect()
}

/// The limit of a setting, in expansions. Decisions of the leaf oracle take time too: an expansion with
/// defences takes as long as about forty without.
fn limit_of(setting: &Setting, limit: u64) -> u64 {
    match setting.section {
        Section::Goal if setting.label.contains("leaf=2") => (limit / 40).max(50),
        Section::Goal if setting.label.contains("leaf=1") => limit / 4,
        Section::Goal => limit,
        _ => setting.patience * limit,
    }
}

fn run(lab: &mut Lab) -> Result<String, Failure> {
    let Extent { set, positions, limit } = extent(lab.size());
    let settings = settings(set, limit);
    let runs = runs(&settings, positions);
    let rows: Vec<Measurement> = lab.run(
        "positions",
        &runs,
        |run| {
            let Setting { section, label, .. } = &settings[run.setting];
            let section = Section::ALL.iter().find(|(one, ..)| one == section);
            format!("{}/{label}/{}", section.map_or("", |(_, name, _)| name), run.name)
        },
        |run, interrupt| {
            let setting = &settings[run.setting];
            let problem =
                Problem { game: "arimaa".to_string(), position: run.position.to_string() };
            measure(&problem, &setting.search, limit_of(setting, limit), interrupt)
        },
    )?;
    report(lab, &settings, &runs, &rows, limit)
}

fn report(
    lab: &Lab,
    settings: &[Setting],
    runs: &[Run],
    rows: &[Measurement],
    limit: u64,
) -> Result<String, Failure> {
    let mut report = Report::new(lab);
    report.say(&format!(
        "# PN and df-pn in Arimaa ({} size, seed {})",
        lab.size().name(),
        lab.seed()
    ));
    let unsolved = rows.iter().filter(|row| row.verdict == Verdict::Unknown).count();
    report.say(&format!(
        "{} runs of at most {limit} expansions (long runs {}), of which {unsolved} did not solve their \
         position. Megabytes and millions of nodes are those of the thesis; what we gave is that times \
         {limit}/{THESIS_EXPANSIONS}. The thesis solved so many of its 100 positions, in which the \
         winning turn has not been begun.",
        runs.len(),
        8 * limit,
    ));
    let disproved = rows.iter().filter(|row| row.verdict == Verdict::Disproved).count();
    report.say(&match disproved {
        0 => "All verdicts agree.".to_string(),
        _ => format!("**Wrong verdicts**: {disproved} positions with a forced win were disproved."),
    });
    for (section, name, heading) in Section::ALL {
        let of_section: Vec<usize> =
            (0..settings.len()).filter(|&setting| settings[setting].section == section).collect();
        let (table, points) = summary(settings, runs, rows, &of_section, limit);
        report.table(heading, name, &table)?;
        if matches!(section, Section::Epsilon | Section::Transpositions | Section::Proofs) {
            report.plot(name, &plot(heading, section, settings, &points))?;
        }
    }
    report.file("runs.csv", &all_runs(settings, runs, rows).csv())?;
    report.finish()
}

/// The results of the settings of a section, and the mean expansions of each over the positions that all of
/// them solve.
fn summary(
    settings: &[Setting],
    runs: &[Run],
    rows: &[Measurement],
    section: &[usize],
    limit: u64,
) -> (Table, Vec<(usize, f64)>) {
    let of_setting =
        |setting: usize| runs.iter().zip(rows).filter(move |(run, _)| run.setting == setting);
    let solved_by_all = |run: &Run| {
        let alike =
            section.iter().filter(|&&other| settings[other].set == settings[run.setting].set);
        alike.clone().all(|&other| {
            of_setting(other)
                .any(|(one, row)| one.name == run.name && row.verdict != Verdict::Unknown)
        })
    };
    let mut table = Table::new(&[
        "search",
        "limit",
        "solved",
        "thesis, of 100",
        "mean expansions where all solve",
        "mean expansions where solved",
    ]);
    let mut points = Vec::new();
    for &setting in section {
        let mean = |common: bool| {
            let solved = of_setting(setting).filter(|(run, row)| {
                row.verdict != Verdict::Unknown && (!common || solved_by_all(run))
            });
            solved.map(|(_, row)| row.expansions as f64).collect::<Sample>().mean()
        };
        let solved = of_setting(setting).filter(|(_, row)| row.verdict != Verdict::Unknown).count();
        let tried = of_setting(setting).count();
        let one = &settings[setting];
        table.row(vec![
            one.label.clone(),
            limit_of(one, limit).to_string(),
            format!("{solved}/{tried}"),
            one.thesis.map_or("–".to_string(), |solved| solved.to_string()),
            ratio(mean(true)),
            ratio(mean(false)),
        ]);
        points.push((setting, mean(true)));
    }
    (table, points)
}

fn plot(heading: &str, section: Section, settings: &[Setting], points: &[(usize, f64)]) -> Plot {
    let series = [("PN", Algorithm::Pn), ("df-pn", Algorithm::DfPn)].map(|(name, algorithm)| {
        let of_algorithm = points
            .iter()
            .filter(|(setting, mean)| {
                settings[*setting].search.algorithm == algorithm && mean.is_finite()
            })
            .map(|&(setting, mean)| (settings[setting].x, mean));
        Series {
            name: name.to_string(),
            points: of_algorithm.collect(),
            labels: Vec::new(),
            line: true,
        }
    });
    Plot {
        title: heading.to_string(),
        x: if section == Section::Epsilon { "ε" } else { "size in megabytes of the thesis" },
        y: "expansions, mean over the positions that all solve",
        series: series.into_iter().filter(|series| !series.points.is_empty()).collect(),
    }
}

fn all_runs(settings: &[Setting], runs: &[Run], rows: &[Measurement]) -> Table {
    let mut table = Table::new(&[
        "position",
        "search",
        "parameters",
        "bytes",
        "ending",
        "expansions",
        "generated",
        "seconds",
    ]);
    for (run, row) in runs.iter().zip(rows) {
        let Setting { label, search, .. } = &settings[run.setting];
        table.row(vec![
            run.name.to_string(),
            label.clone(),
            search.settings.clone(),
            search.memory.to_string(),
            row.verdict.to_string(),
            row.expansions.to_string(),
            row.generated.to_string(),
            format!("{:.3}", row.seconds),
        ]);
    }
    table
}
