//! Lines of Action: the tables and the figure of M. Winands, J. Uiterwijk and J. van den Herik, "PDS-PN: a
//! new proof-number search algorithm", Computers and Games 2002.
//!
//! The paper's positions are not available any more; ours are made from games ([`sets`]). It allows 50
//! million nodes and a million stored ones. By default we allow a tenth of both, and of a and b with
//! them.
//!
//! The five searches are the paper's ([`METHODS`]), and what counts as a node is what counted there
//! ([`winproof::Counts::nodes`]). Beside them stand the searches that we would use.
//!
//! All of it takes many hours. So the runs are made in rounds: each has some positions of every table, and the
//! positions of the first rounds are spread over the sets, which are sorted by difficulty. Whenever the experiment
//! is stopped, its tables are about the positions for which all runs of the table are done.

mod analysis;
mod sets;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use winproof::Algorithm;
use winproof_rules::Verdict;

pub use sets::{EXPERIMENT as SETS, won_games};

use crate::measure::{Budget, Measurement, Problem, Search, measure_within};
use crate::{Experiment, Failure, Lab, Size};

/// The entry in the list of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    name: "winands-2002",
    summary: "alpha-beta, PN, PN², PDS, PDS-PN and df-pn on Lines of Action",
    source: "Winands, Uiterwijk & van den Herik 2002, tables 1 to 5 and figure 3",
    run,
};

/// What a search stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A tree.
    Tree,
    /// A table.
    Table,
    /// A table, and trees at its leaves.
    TwoLevels,
}

/// A search of the paper, or one beyond it.
struct Method {
    name: &'static str,
    algorithm: Algorithm,
    settings: &'static str,
    kind: Kind,
    /// Whether it has the parameters a and b, and which values, in thousands.
    growth: Option<(u64, u64)>,
}

/// The paper's five searches, then ours.
///
/// A tree that is full ends the search, and nothing stays below solved nodes (3.1). PDS starts from 1 and 1,
/// recognises ends when it comes to them, and has a TwoBig table (3.3); the second level of PDS-PN starts leaves from
/// their number of moves, may grow min(x·f(x), N - x) nodes, and leaves nothing but the numbers of its root.
const METHODS: [Method; 9] = [
    Method {
        name: "αβ",
        algorithm: Algorithm::AlphaBeta,
        settings: "order=static replacement=pair-deep",
        kind: Kind::Table,
        growth: None,
    },
    Method {
        name: "PN",
        algorithm: Algorithm::Pn,
        settings: "init=moves gc=off solutions=drop",
        kind: Kind::Tree,
        growth: None,
    },
    Method {
        name: "PDS",
        algorithm: Algorithm::Pds,
        settings: "evaluation=delayed replacement=pair-big rising=off",
        kind: Kind::Table,
        growth: None,
    },
    Method {
        name: "PN²",
        algorithm: Algorithm::Pn2,
        settings: "init=moves gc=off solutions=drop",
        kind: Kind::Tree,
        growth: Some((1800, 240)),
    },
    Method {
        name: "PDS-PN",
        algorithm: Algorithm::PdsPn,
        settings: "second-init=moves evaluation=delayed replacement=pair-big rising=off trees=free \
                   proof-table=0 solutions=drop",
        kind: Kind::TwoLevels,
        growth: Some((450, 300)),
    },
    Method {
        name: "PDS, ours",
        algorithm: Algorithm::Pds,
        settings: "init=moves",
        kind: Kind::Table,
        growth: None,
    },
    Method {
        name: "PDS-PN, ours",
        algorithm: Algorithm::PdsPn,
        settings: "init=moves",
        kind: Kind::TwoLevels,
        growth: Some((450, 300)),
    },
    Method {
        name: "df-pn",
        algorithm: Algorithm::DfPn,
        settings: "init=moves thresholds=plain",
        kind: Kind::Table,
        growth: None,
    },
    Method {
        name: "df-pn 1+ε",
        algorithm: Algorithm::DfPn,
        settings: "init=moves",
        kind: Kind::Table,
        growth: None,
    },
];
const PDS: usize = 2;
const PN2: usize = 3;
const PDS_PN: usize = 4;
/// The first search that is not the paper's.
const OURS: usize = 5;

const GRID_A: [u64; 5] = [150, 450, 750, 1050, 1350];
const GRID_B: [u64; 6] = [60, 120, 180, 240, 300, 360];
/// How often the memory is halved in figure 3.
const HALVINGS: u32 = 9;

/// What the paper allowed.
const PAPER_NODES: u64 = 50_000_000;
const PAPER_STORED: u64 = 1_000_000;
/// For the really hard positions it allowed ten times the nodes, and the same memory.
const PATIENCE: u64 = 10;

/// How much is done.
struct Scale {
    /// The paper's limits are divided by this, and a and b with them.
    divisor: u64,
    rounds: usize,
    /// Positions in a round for the paper's searches, for the grid and the figure, for ours, and hard ones.
    each: [usize; 4],
}

impl Scale {
    fn of(size: Size) -> Scale {
        let (divisor, rounds, each) = match size {
            Size::Test => (50_000, 1, [4, 1, 2, 1]),
            Size::Quick => (2_500, 5, [4, 1, 2, 1]),
            Size::Default => (10, 61, [8, 1, 2, 1]),
            Size::Full => (1, 488, [1, 1, 1, 1]),
        };
        Scale { divisor, rounds, each }
    }

    fn nodes(&self) -> u64 {
        PAPER_NODES / self.divisor
    }

    fn stored(&self) -> u64 {
        PAPER_STORED / self.divisor
    }
}

/// A method under certain conditions.
#[derive(Clone, Copy)]
struct Trial {
    method: usize,
    /// Nodes that can be stored.
    stored: u64,
    /// a and b, where the method has them.
    growth: Option<(u64, u64)>,
    /// Nodes that can be searched.
    nodes: u64,
}

impl Trial {
    /// With the paper's parameters, scaled down with its memory.
    fn standard(method: usize, stored: u64, nodes: u64) -> Trial {
        let scaled = |thousands: u64| (thousands * 1000 * stored / PAPER_STORED).max(1);
        let growth = METHODS[method].growth.map(|(a, b)| (scaled(a), scaled(b)));
        Trial { method, stored, growth, nodes }
    }

    fn search(&self) -> Search {
        let Method { algorithm, settings, kind, .. } = METHODS[self.method];
        let mut settings = settings.to_string();
        if let Some((a, b)) = self.growth {
            settings += &format!(" a={a} b={b}");
        }
        // What may be stored is said in nodes; the budget in bytes has to be large enough for it. PDS-PN gives
        // a quarter of it to the trees of its second level.
        let stored = self.stored as usize;
        let memory = match kind {
            Kind::Tree => {
                settings += &format!(" proof-table=0 gc-high={stored}");
                stored * 40
            }
            Kind::Table => {
                settings += &format!(" entries={stored}");
                stored * 64
            }
            Kind::TwoLevels => {
                settings += &format!(" entries={stored}");
                stored * 200
            }
        };
        Search { algorithm, settings, memory: memory.max(1 << 20) }
    }

    fn carry_out(&self, position: &str, interrupt: &Arc<AtomicBool>) -> Option<Measurement> {
        let problem = Problem { game: "loa".to_string(), position: position.to_string() };
        // An iteration of αβ may search many nodes of the earlier ones again.
        let budget = Budget { nodes: self.nodes, ..Budget::expansions(self.nodes * 20) };
        measure_within(&problem, &self.search(), budget, interrupt)
    }
}

/// Which positions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    Mixed,
    Hard,
}

impl Set {
    fn name(self) -> &'static str {
        match self {
            Set::Mixed => "mixed",
            Set::Hard => "hard",
        }
    }

    fn positions(self) -> Vec<&'static str> {
        const MIXED: &str =
            include_str!("../../../../experiments/winands-2002/positions/mixed.tsv");
        const HARD: &str = include_str!("../../../../experiments/winands-2002/positions/hard.tsv");
        let text = if self == Set::Mixed { MIXED } else { HARD };
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| line.split('\t').next().unwrap_or(line)).collect()
    }

    /// The position that comes at this place. The sets are sorted by difficulty; neighbouring places are far apart
    /// in them, and each position has its place: the factors, about the golden section, and the numbers of
    /// positions have no common divisor.
    fn at(self, place: usize) -> usize {
        match self {
            Set::Mixed => place * 301 % 488,
            Set::Hard => place * 177 % 286,
        }
    }
}

/// A run: a trial on a position of a set.
#[derive(Clone, Copy)]
struct Run {
    set: Set,
    position: usize,
    trial: Trial,
}

impl Run {
    fn key(&self) -> String {
        let Trial { method, stored, growth, nodes } = self.trial;
        let (set, name) = (self.set.name(), METHODS[method].name);
        let growth = growth.map_or(String::new(), |(a, b)| format!("/{a}/{b}"));
        format!("{set}/{}/{name}/{stored}{growth}/{nodes}", self.position)
    }
}

/// The trials of a table, and the positions that it is about.
struct Comparison {
    set: Set,
    trials: Vec<Trial>,
    /// Positions in a round.
    each: usize,
}

impl Comparison {
    fn runs(&self, round: usize) -> impl Iterator<Item = Run> {
        let places = round * self.each..(round + 1) * self.each;
        let size = if self.set == Set::Mixed { 488 } else { 286 };
        places.filter(move |&place| place < size).flat_map(|place| {
            let Comparison { set, trials, .. } = self;
            trials.iter().map(move |&trial| Run { set: *set, position: set.at(place), trial })
        })
    }
}

/// All that is compared.
struct Comparisons {
    paper: Comparison,
    grid: Comparison,
    figure: Comparison,
    ours: Comparison,
    hard: Comparison,
}

impl Comparisons {
    fn new(scale: &Scale) -> Comparisons {
        let (nodes, stored) = (scale.nodes(), scale.stored());
        let standard = |method| Trial::standard(method, stored, nodes);
        let grid = GRID_A.iter().flat_map(|&a| GRID_B.map(|b| (a, b))).map(|(a, b)| {
            let scaled = |thousands: u64| (thousands * 1000 / scale.divisor).max(1);
            Trial { growth: Some((scaled(a), scaled(b))), ..standard(PDS_PN) }
        });
        let sizes = (0..=HALVINGS).map(|step| stored >> step).filter(|&stored| stored >= 20);
        let figure = sizes
            .flat_map(|stored| [PN2, PDS_PN].map(|method| Trial::standard(method, stored, nodes)));
        let hard = [PN2, PDS_PN].map(|method| Trial::standard(method, stored, nodes * PATIENCE));
        let [paper, some, ours, few] = scale.each;
        let on = |set, each, trials| Comparison { set, trials, each };
        Comparisons {
            paper: on(Set::Mixed, paper, (0..OURS).map(standard).collect()),
            grid: on(Set::Mixed, some, grid.collect()),
            figure: on(Set::Mixed, some, figure.collect()),
            ours: on(Set::Mixed, ours, (OURS..METHODS.len()).map(standard).collect()),
            hard: on(Set::Hard, few, hard.to_vec()),
        }
    }

    fn all(&self) -> [&Comparison; 5] {
        [&self.paper, &self.figure, &self.grid, &self.ours, &self.hard]
    }
}

/// What came out of a run by the rules of the paper.
#[derive(Clone, Copy)]
struct Finding {
    nodes: u64,
    seconds: f64,
    solved: bool,
}

/// The results of a comparison: for each position whose runs are all done, one for each trial.
struct Outcome {
    positions: Vec<Vec<Finding>>,
    planned: usize,
}

fn run(lab: &mut Lab) -> Result<String, Failure> {
    let scale = Scale::of(lab.size());
    let comparisons = Comparisons::new(&scale);
    let mut runs: Vec<Run> = Vec::new();
    for round in 0..scale.rounds {
        for comparison in comparisons.all() {
            runs.extend(comparison.runs(round));
        }
    }
    let positions = [Set::Mixed, Set::Hard].map(Set::positions);
    let rows = lab.run_some("positions", &runs, Run::key, |run, interrupt| {
        run.trial.carry_out(positions[run.set as usize][run.position], interrupt)
    })?;
    let contradictions =
        rows.iter().flatten().filter(|row| row.verdict == Verdict::Disproved).count();
    let rows: HashMap<String, Measurement> =
        runs.iter().zip(rows).filter_map(|(run, row)| Some((run.key(), row?))).collect();
    let outcome = |comparison: &Comparison| {
        let found = |run: &Run| {
            let row = rows.get(&run.key())?;
            let solved = row.verdict == Verdict::Proved && row.nodes <= run.trial.nodes;
            Some(Finding { nodes: row.nodes, seconds: row.seconds, solved })
        };
        let all: Vec<Run> = (0..scale.rounds).flat_map(|round| comparison.runs(round)).collect();
        let by_position = all.chunks(comparison.trials.len());
        let planned = by_position.len();
        let positions = by_position.filter_map(|runs| runs.iter().map(found).collect()).collect();
        Outcome { positions, planned }
    };
    analysis::report(lab, &scale, &comparisons, outcome, contradictions)
}
