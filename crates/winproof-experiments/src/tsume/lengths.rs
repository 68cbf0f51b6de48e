//! Short mates of tsume-shogi: are they proved, is their length the one that the file tells, and is a problem without one
//! of its pieces recognised as having no mate?
//!
//! For every problem whose file tells up to eleven plies, `auto` proves the mate, then finds the least number of plies;
//! all of that is certified. Then the attacker's pieces are taken away one at a time, until `auto` finds a problem
//! without a mate within the limit and PDS confirms it.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use winproof::{Counts, ShortestSearch, Solver, Verdict};
use winproof_games::{Shogi, ShogiBoard};
use winproof_rules::{Encoding, Game, Notation, Player, Question, Within};

use super::problems::{Problem, problems};
use super::watch::Watch;
use super::{AUTO, PDS, config, is_certified};
use crate::report::Report;
use crate::table::Table;
use crate::{Experiment, Failure, Lab, Size};

/// The entry in the list of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    name: "tsume-lengths",
    summary: "lengths of short tsume-shogi mates, and problems with a piece less that have no mate",
    source: "a check of the solver",
    run,
};

/// The most plies of a short mate.
const LONGEST: u16 = 11;
/// Bytes for the tables of each search.
const MEMORY: usize = 64 << 20;

/// The most expansions for one question.
fn limit(size: Size) -> u64 {
    match size {
        Size::Test => 2_000,
        Size::Quick => 50_000,
        Size::Default | Size::Full => 1_000_000,
    }
}

/// What was found about a problem.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Row {
    /// What `auto` says, without a number of plies.
    verdict: Verdict,
    /// The least number of plies, if it was found.
    least: Option<u16>,
    /// Whether the verdict, the least number and one ply less were certified.
    certified: bool,
    /// Expansions without a number of plies.
    expansions: u64,
    /// Expansions for the least number of plies.
    counted: u64,
    sibling: Option<Sibling>,
    /// How many pieces were taken away in vain.
    in_vain: u32,
    /// Whether two searches contradicted each other.
    contradiction: bool,
    /// Processor time.
    seconds: f64,
}

/// A problem with a piece less that has no mate.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Sibling {
    /// The piece that is missing.
    piece: String,
    certified: bool,
    expansions: u64,
    /// Expansions of the second search.
    confirmed: u64,
}

/// The result of one search.
struct Found {
    verdict: Verdict,
    expansions: u64,
}

/// Searches one problem after the other within the same limits.
struct Measure<'a> {
    watch: Watch<'a>,
    expansions: u64,
}

impl Measure<'_> {
    fn solve<G: Encoding>(&mut self, solver: &mut Solver<'_, G>, root: &G::Position) -> Found {
        let limits = self.watch.limits(self.expansions);
        let answer = solver.solve_with(root, &limits, &mut self.watch);
        let Counts { expansions, .. } = answer.counts;
        Found { verdict: answer.verdict, expansions }
    }

    /// Finds the least number of plies, if it is certified. Returns the expansions, too.
    fn least(&mut self, board: &ShogiBoard, question: Question) -> (Option<u16>, bool, u64) {
        let game = Within::new(Shogi, question).expect("some outcomes are no win");
        let mut solver = Solver::new(&game, question, &config(AUTO, MEMORY));
        let mut search = ShortestSearch::new(&game, board);
        let mut expansions = 0;
        while let Some(plies) = search.next() {
            let found = self.solve(&mut solver, &game.root(*board, plies));
            expansions += found.expansions;
            let Some(proved) = found.verdict.proved() else { break };
            search.answered(plies, proved);
        }
        let Some(least) = search.least() else { return (None, false, expansions) };
        let mut certified = true;
        for plies in [Some(least), least.checked_sub(1)].into_iter().flatten() {
            // The solver knows the answer.
            let found = self.solve(&mut solver, &game.root(*board, plies));
            certified &= found.verdict == Verdict::of(plies == least) && is_certified(&mut solver);
        }
        (Some(least), certified, expansions)
    }

    /// Looks at the problem with a piece less; `None` if it has a mate, or that is not known.
    fn sibling(&mut self, piece: &str, board: &ShogiBoard, row: &mut Row) -> Option<Sibling> {
        let question = Question { attacker: board.attacker(), target: 1 };
        let mut solver = Solver::new(&Shogi, question, &config(AUTO, MEMORY));
        let first = self.solve(&mut solver, board);
        if first.verdict != Verdict::Disproved {
            return None;
        }
        let certified = is_certified(&mut solver);
        let mut solver = Solver::new(&Shogi, question, &config(PDS, MEMORY));
        let second = self.solve(&mut solver, board);
        row.contradiction |= second.verdict == Verdict::Proved;
        (second.verdict == Verdict::Disproved).then(|| Sibling {
            piece: piece.to_string(),
            certified,
            expansions: first.expansions,
            confirmed: second.expansions,
        })
    }
}

/// The positions with a piece of the attacker's less, but the king.
fn siblings(board: &ShogiBoard) -> impl Iterator<Item = (String, ShogiBoard)> + use<> {
    let attacker = board.attacker();
    Shogi.removals(board).into_iter().filter(move |(piece, left)| {
        let letter = piece.chars().find(char::is_ascii_alphabetic).expect("pieces have letters");
        let owner = if letter.is_ascii_uppercase() { Player::First } else { Player::Second };
        let is_open = Shogi.outcome(left).is_none() && left.attacker() == attacker;
        owner == attacker && !letter.eq_ignore_ascii_case(&'k') && is_open
    })
}

fn measure(problem: &Problem, size: Size, interrupt: &AtomicBool) -> Option<Row> {
    let mut measure =
        Measure { watch: Watch::start(f64::INFINITY, interrupt), expansions: limit(size) };
    let question = Question { attacker: problem.board.attacker(), target: 1 };
    let mut solver = Solver::new(&Shogi, question, &config(AUTO, MEMORY));
    let found = measure.solve(&mut solver, &problem.board);
    let mut row = Row {
        verdict: found.verdict,
        least: None,
        certified: is_certified(&mut solver),
        expansions: found.expansions,
        counted: 0,
        sibling: None,
        in_vain: 0,
        contradiction: false,
        seconds: 0.0,
    };
    if found.verdict == Verdict::Proved {
        let (least, certified, expansions) = measure.least(&problem.board, question);
        (row.least, row.counted) = (least, expansions);
        row.certified &= certified;
    }
    for (piece, board) in siblings(&problem.board) {
        row.sibling = measure.sibling(&piece, &board, &mut row);
        if row.sibling.is_some() {
            break;
        }
        row.in_vain += 1;
    }
    row.seconds = measure.watch.clock.seconds();
    (!interrupt.load(std::sync::atomic::Ordering::Relaxed)).then_some(row)
}

fn run(lab: &mut Lab) -> Result<String, Failure> {
    let is_short = |problem: &Problem| problem.plies.is_some_and(|plies| plies <= LONGEST);
    let problems: Vec<Problem> = problems(lab)?.into_iter().filter(is_short).collect();
    let size = lab.size();
    let rows = lab.run(
        "short mates",
        &problems,
        |Problem { set, name, .. }| format!("{set}/{name}"),
        |problem, interrupt| measure(problem, size, interrupt),
    )?;
    let mut report = Report::new(lab);
    report.say("# Lengths of short mates");
    report.say(&format!(
        "{} problems, at most {} expansions for each question.",
        problems.len(),
        limit(size)
    ));
    report.say(match rows.iter().any(|row| row.contradiction) {
        true => "CONTRADICTION: two searches disagree.",
        false => "All verdicts agree.",
    });
    report.table("Sets", "sets", &set_table(&problems, &rows))?;
    let others = length_table(&problems, &rows);
    report.table("Lengths that differ from the file's", "lengths", &others)?;
    report.file("runs.csv", &run_table(&problems, &rows).csv())?;
    report.table("Time", "times", &time_table(&rows))?;
    report.finish()
}

fn set_table(problems: &[Problem], rows: &[Row]) -> Table {
    let mut table = Table::new(&[
        "set",
        "problems",
        "mates",
        "least plies found",
        "all certified",
        "as in the file",
        "expansions",
        "expansions with plies",
        "no mate with a piece less",
        "certified",
    ]);
    let mut sets: Vec<&str> = problems.iter().map(|problem| problem.set.as_str()).collect();
    sets.dedup();
    for set in sets {
        let pairs: Vec<(&Problem, &Row)> =
            problems.iter().zip(rows).filter(|(problem, _)| problem.set == set).collect();
        let count = |test: &dyn Fn(&Problem, &Row) -> bool| {
            pairs.iter().filter(|(problem, row)| test(problem, row)).count().to_string()
        };
        let sum = |number: &dyn Fn(&Row) -> u64| {
            pairs.iter().map(|(_, row)| number(row)).sum::<u64>().to_string()
        };
        table.row(vec![
            set.to_string(),
            pairs.len().to_string(),
            count(&|_, row| row.verdict == Verdict::Proved),
            count(&|_, row| row.least.is_some()),
            count(&|_, row| row.certified),
            count(&|problem, row| row.least.is_some() && row.least == problem.plies),
            sum(&|row| row.expansions),
            sum(&|row| row.counted),
            count(&|_, row| row.sibling.is_some()),
            count(&|_, row| row.sibling.as_ref().is_some_and(|sibling| sibling.certified)),
        ]);
    }
    table
}

/// A number that may not be known.
fn or_dash(number: Option<u16>) -> String {
    number.map_or("–".to_string(), |number| number.to_string())
}

fn length_table(problems: &[Problem], rows: &[Row]) -> Table {
    let mut table = Table::new(&["set", "problem", "the file's plies", "least plies"]);
    for (problem, row) in
        problems.iter().zip(rows).filter(|(problem, row)| row.least != problem.plies)
    {
        let Problem { set, name, .. } = problem;
        table.row(vec![set.clone(), name.clone(), or_dash(problem.plies), or_dash(row.least)]);
    }
    table
}

fn run_table(problems: &[Problem], rows: &[Row]) -> Table {
    let mut table = Table::new(&[
        "set",
        "problem",
        "plies",
        "verdict",
        "least",
        "certified",
        "expansions",
        "expansions with plies",
        "piece less",
        "its expansions",
        "confirmed with",
        "pieces in vain",
        "seconds",
    ]);
    for (problem, row) in problems.iter().zip(rows) {
        let sibling = row.sibling.as_ref();
        table.row(vec![
            problem.set.clone(),
            problem.name.clone(),
            or_dash(problem.plies),
            row.verdict.as_str().to_string(),
            or_dash(row.least),
            row.certified.to_string(),
            row.expansions.to_string(),
            row.counted.to_string(),
            sibling.map_or_else(String::new, |sibling| sibling.piece.clone()),
            sibling.map_or_else(String::new, |sibling| sibling.expansions.to_string()),
            sibling.map_or_else(String::new, |sibling| sibling.confirmed.to_string()),
            row.in_vain.to_string(),
            format!("{:.2}", row.seconds),
        ]);
    }
    table
}

fn time_table(rows: &[Row]) -> Table {
    let mut table = Table::new(&["seconds of processor time", "longest"]);
    let seconds = || rows.iter().map(|row| row.seconds);
    table.row(vec![
        format!("{:.1}", seconds().sum::<f64>()),
        format!("{:.2}", seconds().fold(0.0, f64::max)),
    ]);
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn siblings_lack_a_piece_of_the_attacker() {
        let board = Shogi.parse("8k/9/8P/9/9/9/9/9/K8 b Gr 1").unwrap();
        let pieces: Vec<_> = siblings(&board).map(|(piece, _)| piece).collect();
        assert_eq!(pieces, ["P1c", "G in hand"]);
        let problem =
            Problem { set: "set".to_string(), name: "one".to_string(), plies: Some(3), board };
        let row = measure(&problem, Size::Test, &AtomicBool::new(false)).unwrap();
        assert_eq!((row.verdict, row.least, row.certified), (Verdict::Proved, Some(1), true));
        let sibling = row.sibling.clone().unwrap();
        assert_eq!((sibling.piece.as_str(), sibling.certified), ("P1c", true));
        assert!(!row.contradiction && row.in_vain == 0);
        let table = length_table(std::slice::from_ref(&problem), std::slice::from_ref(&row)).csv();
        assert_eq!(table.lines().nth(1), Some("set,one,3,1"));
        assert!(measure(&problem, Size::Test, &AtomicBool::new(true)).is_none());
    }
}
