//! Othello: figures 2 to 5 of A. Nagai and H. Imai, "Application of df-pn+ to Othello Endgames", 1999: what
//! df-pn+ takes in nodes and memory, relative to df-pn on the same problem.
//!
//! Where the paper is silent or our choice differs:
//! - The problems are positions of games that were held out of the training ([`sets`]): can the player to
//!   move win?
//! - Thresholds are those of the paper's formulas (3) and (4), not our default, and there is no leaf solver.
//! - Nodes visited are expansions. Memory is the greatest number of entries that the table held at a time.
//! - SiblingGC forgets the unsolved children of solved nodes, and nothing else (`sibling-gc=1`). The paper
//!   does not say which children survive; a condition on their numbers would forget less wherever h, which
//!   makes numbers greater, is used. The variant of the thresholds for tables that forget is not needed then.

mod analysis;
pub mod sets;

use std::ops::RangeInclusive;

use winproof::Algorithm;

use crate::measure::{Measurement, Problem, Search, measure};
use crate::{Experiment, Failure, Lab, Size};

/// The entry in the list of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    name: "nagai-imai-1999",
    summary: "df-pn+ with a learned evaluation against df-pn on Othello endgames",
    source: "Nagai & Imai 1999, figures 2 to 5",
    run,
};

/// Numbers of discs of the problems there are.
const DISCS: RangeInclusive<u32> = 48..=58;

/// The problems.
const HELD_OUT: &str =
    include_str!("../../../../experiments/nagai-imai-1999/positions/held-out.tsv");

/// The ways to fit h, as the game's parameter names them.
const FITS: [&str; 4] = ["naive", "doubling", "smoothing", "both"];
/// Doubling and smoothing.
const BOTH: &str = FITS[3];
/// The costs of figure 4.
const COSTS: RangeInclusive<i32> = -5..=0;

/// Expansions and bytes that a search may take: more than any of the problems needs.
const EXPANSIONS: u64 = 50_000_000;
const MEMORY: usize = 2 << 30;

/// How much is done.
struct Scale {
    /// Numbers of discs; figure 4 is about the first.
    discs: Vec<u32>,
    /// Problems for each of them.
    problems: usize,
}

impl Scale {
    fn of(size: Size) -> Scale {
        match size {
            Size::Test => Scale { discs: vec![56, 58], problems: 2 },
            Size::Quick => Scale { discs: vec![50, 52, 54, 56, 58], problems: 6 },
            Size::Default => Scale { discs: DISCS.collect(), problems: 100 },
            Size::Full => Scale { discs: DISCS.collect(), problems: 100 },
        }
    }
}

/// A way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Method {
    /// The paper's df-pn (no h and no cost) and df-pn+.
    Paper { h: Option<&'static str>, cost: i32 },
    /// Our df-pn, with the 1+ε trick and all memory, and df-pn+ if estimates are used.
    Ours { h: bool },
}

/// What all others are compared with.
const DF_PN: Method = Method::Paper { h: None, cost: 0 };

impl Method {
    fn search(self) -> Search {
        let (algorithm, settings) = match self {
            DF_PN => (Algorithm::DfPn, "thresholds=plain rising=off sibling-gc=1".to_string()),
            Method::Paper { h, cost } => {
                let init = if h.is_some() { "game" } else { "unit" };
                let settings =
                    format!("thresholds=plain rising=off sibling-gc=1 init={init} cost={cost}");
                (Algorithm::DfPnPlus, settings)
            }
            Method::Ours { h: false } => (Algorithm::DfPn, String::new()),
            Method::Ours { h: true } => (Algorithm::DfPnPlus, "init=game".to_string()),
        };
        Search { algorithm, settings, memory: MEMORY }
    }

    /// Its name in the results log: h, and the cost.
    fn label(self) -> String {
        match self {
            Method::Paper { h, cost } => format!("{} {cost}", h.unwrap_or("none")),
            Method::Ours { h: true } => format!("{BOTH} 1+ε"),
            Method::Ours { h: false } => "none 1+ε".to_string(),
        }
    }

    fn problem(self, position: &str) -> Problem {
        let h = match self {
            Method::Paper { h: Some(h), .. } => h,
            _ => BOTH,
        };
        Problem { game: format!("othello:h={h}"), position: position.to_string() }
    }

    /// All that are tried on problems with so many discs.
    fn all(discs: u32, scale: &Scale) -> Vec<Method> {
        let mut methods = vec![DF_PN, Method::Paper { h: Some(BOTH), cost: 0 }];
        let cases = || std::iter::once(None).chain(FITS.map(Some));
        methods.extend(cases().map(|h| Method::Paper { h, cost: -1 }));
        methods.extend([false, true].map(|h| Method::Ours { h }));
        if discs == scale.discs[0] {
            for cost in COSTS {
                methods.extend(cases().map(|h| Method::Paper { h, cost }));
            }
        }
        methods.sort();
        methods.dedup();
        methods
    }
}

/// One run.
struct Run {
    discs: u32,
    /// The number of the problem among those with so many discs.
    number: usize,
    position: &'static str,
    method: Method,
}

fn run(lab: &mut Lab) -> Result<String, Failure> {
    let scale = Scale::of(lab.size());
    let mut runs = Vec::new();
    for number in 0..scale.problems {
        for &discs in &scale.discs {
            let position = positions(discs).nth(number).expect("there are enough problems");
            let methods = Method::all(discs, &scale).into_iter();
            runs.extend(methods.map(|method| Run { discs, number, position, method }));
        }
    }
    let rows: Vec<Measurement> = lab.run(
        "problems",
        &runs,
        |run| format!("{}/{}/{}", run.discs, run.number, run.method.label()),
        |run, interrupt| {
            let problem = run.method.problem(run.position);
            measure(&problem, &run.method.search(), EXPANSIONS, interrupt)
        },
    )?;
    analysis::report(lab, &scale, &runs, &rows)
}

/// The positions with so many discs.
fn positions(discs: u32) -> impl Iterator<Item = &'static str> {
    HELD_OUT.lines().filter_map(move |line| {
        let (position, label) = line.split_once('\t')?;
        (label.parse() == Ok(discs)).then_some(position)
    })
}
