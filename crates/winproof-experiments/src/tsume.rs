//! Tsume-shogi: searches side by side, which Winands et al. 2002 name as the next test of PDS-PN; what each technique
//! gives; and the mate solver KomoringHeights beside it, where its results are at hand.
//!
//! The problems are those of the files of `--games`, each line with a name, plies and an SFEN: `*.tsv`, in the order of
//! their names. `peers.tsv` there has what KomoringHeights did on them: set, name, plies, answer, plies of its line,
//! nodes, seconds. Without a folder the problems are twenty short mates and five problems of Shogi Zuko.

pub(crate) mod lengths;
mod problems;
mod watch;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fs, io};

use serde::{Deserialize, Serialize};
use winproof::{Algorithm, Config, Solver, Verdict};
use winproof_games::Shogi;
use winproof_rules::{Notation, Question};

use crate::plot::{Plot, Series};
use crate::report::Report;
use crate::table::Table;
use crate::{Experiment, Failure, Lab, Size};
use problems::{PEERS, Problem, problems};
use watch::Watch;

/// The entry in the list of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    name: "tsume",
    summary: "df-pn+, df-pn, PN*, PDS and PDS-PN on tsume-shogi, and what each technique gives",
    source: "the future work of Winands, Uiterwijk & van den Herik 2002",
    run,
};

/// What the game knows; `auto` has a larger ε.
const KNOWLEDGE: &str = "init=game leaf=1";

/// The searches: names, algorithms, and parameters after [`KNOWLEDGE`].
const SEARCHES: [(&str, Algorithm, &str); 10] = [
    ("auto", Algorithm::DfPnPlus, "epsilon=0.5"),
    ("auto, ε = 0.25", Algorithm::DfPnPlus, ""),
    ("auto, hands=off", Algorithm::DfPnPlus, "epsilon=0.5 hands=off"),
    ("auto, delay=off", Algorithm::DfPnPlus, "epsilon=0.5 delay=off"),
    ("auto, init=unit", Algorithm::DfPnPlus, "epsilon=0.5 init=unit"),
    ("auto, leaf=0", Algorithm::DfPnPlus, "epsilon=0.5 leaf=0"),
    ("df-pn", Algorithm::DfPn, ""),
    ("PN*", Algorithm::PnStar, ""),
    ("PDS", Algorithm::Pds, ""),
    ("PDS-PN", Algorithm::PdsPn, ""),
];
const AUTO: usize = 0;
const PDS: usize = 8;
/// Bytes for tables and trees.
const MEMORY: usize = 1 << 30;
/// Of short mates alone this is plenty.
const TEST_MEMORY: usize = 16 << 20;

/// What a search may spend on a problem.
#[derive(Clone, Copy)]
struct Budget {
    expansions: u64,
    /// Seconds of processor time.
    seconds: f64,
    memory: usize,
}

impl Budget {
    fn of(size: Size) -> Budget {
        let (expansions, seconds) = match size {
            Size::Test => (2_000, f64::INFINITY),
            Size::Quick => (50_000, f64::INFINITY),
            Size::Default => (500_000, f64::INFINITY),
            Size::Full => (u64::MAX, 30.0),
        };
        let memory = if size == Size::Test { TEST_MEMORY } else { MEMORY };
        Budget { expansions, seconds, memory }
    }

    fn in_words(self) -> String {
        if self.seconds.is_finite() {
            format!("{} seconds of processor time and {} MiB", self.seconds, self.memory >> 20)
        } else {
            format!("{} expansions and {} MiB", self.expansions, self.memory >> 20)
        }
    }
}

/// The result of one search on one problem.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Row {
    verdict: Verdict,
    /// Whether the checker accepted a certificate of it.
    certified: bool,
    expansions: u64,
    generated: u64,
    entries: u64,
    /// Processor time of the search.
    seconds: f64,
}

/// Makes a certificate of what was solved last, and returns whether the checker accepts it.
fn is_certified<G: Notation>(solver: &mut Solver<'_, G>) -> bool {
    let game = solver.game();
    solver.certificate("shogi").is_ok_and(|made| winproof::check(game, &made.to_bytes()).is_ok())
}

/// The configuration of a search.
fn config(search: usize, memory: usize) -> Config {
    let (_, algorithm, settings) = SEARCHES[search];
    let mut config = Config { memory, ..Config::new(algorithm) };
    for setting in KNOWLEDGE.split(' ').chain(settings.split_whitespace()) {
        config.set(setting).expect("experiments know the parameters");
    }
    config
}

/// Searches a problem, and certifies what was found; `None` if that was interrupted.
fn measure(
    problem: &Problem,
    search: usize,
    budget: Budget,
    interrupt: &AtomicBool,
) -> Option<Row> {
    let config = config(search, budget.memory);
    let question = Question { attacker: problem.board.attacker(), target: 1 };
    let mut solver = Solver::new(&Shogi, question, &config);
    let mut watch = Watch::start(budget.seconds, interrupt);
    let limits = watch.limits(budget.expansions);
    let answer = solver.solve_with(&problem.board, &limits, &mut watch);
    if interrupt.load(Ordering::Relaxed) {
        return None;
    }
    let seconds = watch.clock.seconds();
    let certified = is_certified(&mut solver);
    Some(Row {
        verdict: answer.verdict,
        certified,
        expansions: answer.counts.expansions,
        generated: answer.counts.generated,
        entries: answer.entries as u64,
        seconds,
    })
}

/// What KomoringHeights did on a problem.
struct Peer {
    /// Whether it found a mate or that there is none.
    proved: Option<bool>,
    nodes: u64,
    seconds: f64,
}

/// Reads what KomoringHeights did, by set and name.
fn read_peer(text: &str, problem: &Problem) -> Option<Peer> {
    let mut lines = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let fields = lines
        .find(|fields| fields[..].starts_with(&[problem.set.as_str(), problem.name.as_str()]))?;
    let [_, _, _, answer, _, nodes, seconds, ..] = fields[..] else { return None };
    let proved = match answer {
        "mate" => Some(true),
        "nomate" => Some(false),
        _ => None,
    };
    Some(Peer { proved, nodes: nodes.parse().ok()?, seconds: seconds.parse().ok()? })
}

fn run(lab: &mut Lab) -> Result<String, Failure> {
    let problems = problems(lab)?;
    let budget = Budget::of(lab.size());
    let jobs: Vec<(usize, usize)> = (0..SEARCHES.len())
        .flat_map(|search| (0..problems.len()).map(move |problem| (search, problem)))
        .collect();
    let rows = lab.run(
        "problems",
        &jobs,
        |&(search, problem)| {
            let Problem { set, name, .. } = &problems[problem];
            format!("{}/{set}/{name}", SEARCHES[search].0)
        },
        |&(search, problem), interrupt| measure(&problems[problem], search, budget, interrupt),
    )?;
    let rows: Vec<&[Row]> = rows.chunks(problems.len()).collect();
    let mut report = Report::new(lab);
    report.say("# Tsume-shogi");
    report.say(&format!(
        "{} problems, at most {} for each. Every verdict is certified and checked; that is not part of the time.",
        problems.len(),
        budget.in_words(),
    ));
    report.say(&agreement(&problems, &rows));
    report.table("Searches", "searches", &search_table(&rows))?;
    report.plot("solved", &solved_plot(&rows))?;
    report.file("runs.csv", &run_table(&problems, &rows).csv())?;
    let peers = lab.games().map(peers).transpose()?.flatten();
    report.table("Time", "times", &time_table(&rows))?;
    if let Some(peers) = peers {
        report.table("KomoringHeights", "peers", &peer_table(&problems, rows[AUTO], &peers))?;
    }
    report.finish()
}

fn peers(folder: &Path) -> Result<Option<String>, Failure> {
    let path = folder.join(PEERS).with_extension("tsv");
    match fs::read_to_string(&path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::file(&path)(error)),
    }
}

/// Says whether searches contradict each other, or a verdict has no certificate.
fn agreement(problems: &[Problem], rows: &[&[Row]]) -> String {
    let mut lines = Vec::new();
    for (index, problem) in problems.iter().enumerate() {
        let found = |verdict| rows.iter().any(|rows| rows[index].verdict == verdict);
        if found(Verdict::Proved) && found(Verdict::Disproved) {
            lines.push(format!("CONTRADICTION: {} {}", problem.set, problem.name));
        }
    }
    if lines.is_empty() {
        lines.push("All verdicts agree.".to_string());
    }
    let all = || rows.iter().flat_map(|rows| rows.iter());
    let known = all().filter(|row| row.verdict.is_known()).count();
    let certified = all().filter(|row| row.certified).count();
    lines.push(format!("{certified} of {known} certificates were accepted."));
    lines.join("\n")
}

fn solved(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|row| row.verdict.is_known())
}

fn count(rows: &[Row], verdict: Verdict) -> String {
    rows.iter().filter(|row| row.verdict == verdict).count().to_string()
}

fn search_table(rows: &[&[Row]]) -> Table {
    let mut table = Table::new(&[
        "search",
        "mates",
        "no mate",
        "open",
        "expansions",
        "of these for solved ones",
        "children",
        "most entries",
    ]);
    for ((name, ..), rows) in SEARCHES.iter().zip(rows) {
        let expansions =
            |rows: &mut dyn Iterator<Item = &Row>| -> u64 { rows.map(|row| row.expansions).sum() };
        table.row(vec![
            name.to_string(),
            count(rows, Verdict::Proved),
            count(rows, Verdict::Disproved),
            count(rows, Verdict::Unknown),
            expansions(&mut rows.iter()).to_string(),
            expansions(&mut solved(rows)).to_string(),
            rows.iter().map(|row| row.generated).sum::<u64>().to_string(),
            rows.iter().map(|row| row.entries).max().unwrap_or(0).to_string(),
        ]);
    }
    table
}

fn time_table(rows: &[&[Row]]) -> Table {
    let mut table = Table::new(&["search", "seconds of processor time", "expansions a second"]);
    for ((name, ..), rows) in SEARCHES.iter().zip(rows) {
        let seconds: f64 = rows.iter().map(|row| row.seconds).sum();
        let expansions: u64 = rows.iter().map(|row| row.expansions).sum();
        table.row(vec![
            name.to_string(),
            format!("{seconds:.1}"),
            format!("{:.0}", expansions as f64 / seconds.max(1e-9)),
        ]);
    }
    table
}

fn run_table(problems: &[Problem], rows: &[&[Row]]) -> Table {
    let heading =
        ["search", "set", "problem", "verdict", "certified", "expansions", "children", "seconds"];
    let mut table = Table::new(&heading);
    for ((search, ..), rows) in SEARCHES.iter().zip(rows) {
        for (problem, row) in problems.iter().zip(rows.iter()) {
            table.row(vec![
                search.to_string(),
                problem.set.clone(),
                problem.name.clone(),
                row.verdict.as_str().to_string(),
                row.certified.to_string(),
                row.expansions.to_string(),
                row.generated.to_string(),
                format!("{:.2}", row.seconds),
            ]);
        }
    }
    table
}

/// How many problems each search has solved after so many expansions for each.
fn solved_plot(rows: &[&[Row]]) -> Plot {
    let series = SEARCHES.iter().zip(rows).map(|((name, ..), rows)| {
        let mut expansions: Vec<u64> = solved(rows).map(|row| row.expansions.max(1)).collect();
        expansions.sort_unstable();
        let points =
            (1..).zip(expansions).map(|(count, expansions)| (expansions as f64, f64::from(count)));
        Series { name: name.to_string(), points: points.collect(), labels: Vec::new(), line: true }
    });
    Plot {
        title: "Problems solved".to_string(),
        x: "expansions for one problem",
        y: "problems solved",
        series: series.collect(),
    }
}

/// `auto` beside KomoringHeights, problem by problem in sets.
fn peer_table(problems: &[Problem], rows: &[Row], peers: &str) -> Table {
    let mut table = Table::new(&[
        "set",
        "problems",
        "solved by both",
        "by Winproof alone",
        "by KomoringHeights alone",
        "contradictions",
        "expansions",
        "its nodes",
        "seconds",
        "its seconds",
    ]);
    let mut sets: Vec<&str> = problems.iter().map(|problem| problem.set.as_str()).collect();
    sets.dedup();
    for set in sets {
        let of_set = problems.iter().zip(rows).filter(|(problem, _)| problem.set == set);
        let pairs: Vec<(&Row, Peer)> =
            of_set.filter_map(|(problem, row)| Some((row, read_peer(peers, problem)?))).collect();
        let count = |test: &dyn Fn(Option<bool>, Option<bool>) -> bool| {
            pairs.iter().filter(|(row, peer)| test(row.verdict.proved(), peer.proved)).count()
        };
        table.row(vec![
            set.to_string(),
            pairs.len().to_string(),
            count(&|ours, its| ours.is_some() && its.is_some()).to_string(),
            count(&|ours, its| ours.is_some() && its.is_none()).to_string(),
            count(&|ours, its| ours.is_none() && its.is_some()).to_string(),
            count(&|ours, its| ours.is_some() && its.is_some() && ours != its).to_string(),
            pairs.iter().map(|(row, _)| row.expansions).sum::<u64>().to_string(),
            pairs.iter().map(|(_, peer)| peer.nodes).sum::<u64>().to_string(),
            format!("{:.1}", pairs.iter().map(|(row, _)| row.seconds).sum::<f64>()),
            format!("{:.1}", pairs.iter().map(|(_, peer)| peer.seconds).sum::<f64>()),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use problems::read_problems;

    #[test]
    fn files_of_problems_and_peers() {
        let text = "# a comment\nfirst\t1\t8k/9/8P/9/9/9/9/9/9 b G 1\tmore\n\n";
        let problems = read_problems("set", text).unwrap();
        assert_eq!((problems.len(), problems[0].name.as_str()), (1, "first"));
        for wrong in ["name\t1", "name\t1\t8k"] {
            let message = read_problems("set", wrong).unwrap_err().to_string();
            assert!(message.starts_with("set, line 1: "), "{message}");
            assert!(message.contains("expected"), "{message}");
        }
        let peers = "set\tother\t1\ttimeout\t-\t9\t9\nset\tfirst\t1\tmate\t1\t50\t0.25\n";
        let peer = read_peer(peers, &problems[0]).unwrap();
        assert_eq!((peer.proved, peer.nodes, peer.seconds), (Some(true), 50, 0.25));
        assert!(read_peer("", &problems[0]).is_none());
        let budget = Budget::of(Size::Test);
        let row = measure(&problems[0], AUTO, budget, &AtomicBool::new(false)).unwrap();
        assert_eq!((row.verdict, row.certified), (Verdict::Proved, true));
        let table = peer_table(&problems, &[row], peers).csv();
        assert!(table.lines().nth(1).unwrap().starts_with("set,1,1,0,0,0,"), "{table}");
        assert!(measure(&problems[0], AUTO, budget, &AtomicBool::new(true)).is_none());
    }
}
