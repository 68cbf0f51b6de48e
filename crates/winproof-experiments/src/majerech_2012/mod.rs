//! The experiments of O. Majerech, "PNS for the game Arimaa" (2012), chapter 6: ε, the sizes of both tables,
//! the garbage collector, and long runs, on the thesis' own positions; then what our searches make of them.
//!
//! The thesis gives each search seconds. Here each gets a number of expansions, so that results repeat.
//! What the thesis says in megabytes and nodes is scaled in the same proportion: a limit of 60 seconds stands for
//! [`THESIS_EXPANSIONS`].
//!
//! Both searches are the thesis': a tree, a table of numbers and a table of solved positions, in which the larger
//! subtrees stay; a pass gives up one step, and a goal in mid-turn ends the game. Df-PNS is PN search that stays
//! below a node until its numbers exceed thresholds. Without a garbage collector the thesis drops the subtrees that
//! Df-PNS leaves, so that its tables are all it remembers: that is our df-pn.
//!
//! All of it takes many hours. So the runs are made in rounds of a few positions, and whenever the experiment is
//! stopped, its tables are about the positions for which all runs of the table are done.

mod analysis;

use std::collections::HashMap;

use winproof::Algorithm;

use crate::measure::{Measurement, Problem, Search, measure};
use crate::{Experiment, Failure, Lab, Size};

/// The entry in the list of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    name: "majerech-2012",
    summary: "PN and df-pn in Arimaa: ε, table sizes, garbage collection, long runs, goal test",
    source: "Majerech 2012, figures 6.1 to 6.8",
    run,
};

/// Expansions that stand for the thesis' 60 seconds: some 80,000 a second.
const THESIS_EXPANSIONS: u64 = 4_800_000;
/// Its long runs have 500 seconds.
const LONG: u64 = 8;
/// The approximate bytes of a node of our tree, with the size of its subtree.
const NODE_BYTES: u64 = 36;
/// The space and the rules of the thesis.
const THESIS_GAME: &str = "arimaa:goal=step,pass=step";
/// The order of steps of the thesis, and two killers for each level.
const ORDER: &str = "order=static killers=2";
/// ε after the first section.
const EPSILON: f64 = 0.9;

/// Which positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Reduced,
    Big,
}

impl Set {
    /// Positions with their names.
    fn positions(self) -> Vec<(&'static str, &'static str)> {
        const REDUCED: &str =
            include_str!("../../../../experiments/majerech-2012/positions/reduced.txt");
        const BIG: &str = include_str!("../../../../experiments/majerech-2012/positions/big.txt");
        let text = if self == Set::Reduced { REDUCED } else { BIG };
        text.lines().filter_map(|line| line.split_once('\t')).collect()
    }

    fn name(self) -> &'static str {
        match self {
            Set::Reduced => "reduced",
            Set::Big => "big",
        }
    }

    /// The position that comes at this place, so that neighbouring places are far apart in the files.
    fn at(self, place: usize) -> usize {
        match self {
            Set::Reduced => place * 65 % 102,
            Set::Big => place * 61 % 100,
        }
    }
}

/// A search of the thesis with its sizes: both tables in megabytes, and when the garbage collector begins and ends, in
/// millions of nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Thesis {
    /// For Df-PNS.
    epsilon: Option<f64>,
    tt: u64,
    proof: u64,
    gc: Option<(f64, f64)>,
}

impl Thesis {
    const PN: Thesis = Thesis { epsilon: None, tt: 256, proof: 64, gc: None };
    const DF_PN: Thesis = Thesis { epsilon: Some(EPSILON), tt: 256, proof: 256, gc: None };

    fn algorithm(&self) -> &'static str {
        if self.epsilon.is_some() { "Df-PNS" } else { "PNS" }
    }

    /// The search, scaled down from what the thesis allows.
    fn search(&self, divisor: u64) -> Search {
        let [tt, proof] = [self.tt, self.proof].map(|megabytes| (megabytes << 20) / divisor);
        let epsilon = self.epsilon.map_or(String::new(), |epsilon| format!(" epsilon={epsilon}"));
        if self.epsilon.is_some() && self.gc.is_none() {
            let memory = (tt + proof).max(1 << 16) as usize;
            let settings = format!("{ORDER}{epsilon}");
            return Search { algorithm: Algorithm::DfPn, settings, memory };
        }
        let nodes = |millions: f64| ((millions * 1e6) as u64 / divisor).max(100);
        // Without a collector the thesis gives the tree a gigabyte.
        let (tree, gc) = match self.gc {
            Some((high, low)) => {
                let (high, low) = (nodes(high), nodes(low));
                (high * NODE_BYTES * 6 / 5, format!("gc-high={high} gc-low={low}"))
            }
            None => ((1 << 30) / divisor, "gc=off".to_string()),
        };
        let memory = (tt + proof + tree).max(1 << 17);
        let percent = |bytes: u64| (100 * bytes).div_ceil(memory).clamp(1, 45);
        let settings = format!(
            "{ORDER} replacement=subtrees solutions=drop tt={} proof-table={} {gc}{epsilon}",
            percent(tt),
            percent(proof)
        );
        Search { algorithm: Algorithm::Pn, settings, memory: memory as usize }
    }

    fn key(&self) -> String {
        let epsilon = self.epsilon.map_or(String::new(), |epsilon| format!(" {epsilon}"));
        let gc = self.gc.map_or("off".to_string(), |(high, low)| format!("{high}-{low}"));
        format!("{}{epsilon}/{}/{}/{gc}", self.algorithm(), self.tt, self.proof)
    }
}

/// What is run.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Trial {
    /// A search of the thesis, with a multiple of its limit.
    Thesis(Thesis, u64),
    /// One of ours.
    Ours(usize),
}

/// A search beyond the thesis: its settings, and by how much its limit is divided, because its expansions take
/// longer.
struct Ours {
    name: &'static str,
    algorithm: Algorithm,
    settings: &'static str,
    divisor: u64,
}

/// The limits are an eighth of those of the long runs.
const OURS: [Ours; 6] = [
    Ours {
        name: "PN, weak sums",
        algorithm: Algorithm::Pn,
        settings: "sum=weak init=moves tt=50 proof-table=12",
        divisor: 1,
    },
    Ours {
        name: "df-pn, weak sums",
        algorithm: Algorithm::DfPn,
        settings: "sum=weak init=moves epsilon=1",
        divisor: 1,
    },
    Ours {
        name: "df-pn, leaf=1",
        algorithm: Algorithm::DfPn,
        settings: "epsilon=0.9 leaf=1",
        divisor: 4,
    },
    Ours {
        name: "df-pn, leaf=2",
        algorithm: Algorithm::DfPn,
        settings: "epsilon=0.9 leaf=2",
        divisor: 40,
    },
    Ours {
        name: "df-pn+, init=game leaf=1",
        algorithm: Algorithm::DfPnPlus,
        settings: "init=game leaf=1",
        divisor: 4,
    },
    Ours {
        name: "df-pn+, init=game leaf=2",
        algorithm: Algorithm::DfPnPlus,
        settings: "init=game leaf=2",
        divisor: 40,
    },
];
/// Bytes for ours.
const OUR_MEMORY: usize = 128 << 20;

/// A table or a figure.
struct Section {
    name: &'static str,
    heading: &'static str,
    set: Set,
    rows: Vec<Row>,
    /// Positions in a round.
    each: usize,
}

/// A row of it.
struct Row {
    label: String,
    trial: Trial,
    /// Solved of 100 in the thesis, and the mean of seconds where it gives that.
    thesis: Option<(u32, Option<f64>)>,
    /// Where it is in the plot.
    x: f64,
}

fn sections(each: [usize; 3]) -> Vec<Section> {
    let usual = Some((5.0, 3.0));
    let row = |label: String, thesis: Thesis, solved: u32, seconds: Option<f64>, x: f64| Row {
        label: format!("{}, {label}", thesis.algorithm()),
        trial: Trial::Thesis(thesis, 1),
        thesis: Some((solved, seconds)),
        x,
    };
    let epsilon = [(0.1, 16), (0.3, 18), (0.5, 16), (0.7, 14), (0.9, 17), (1.1, 15)];
    let epsilon = epsilon.map(|(epsilon, solved)| {
        let thesis = Thesis { epsilon: Some(epsilon), gc: usual, ..Thesis::DF_PN };
        row(format!("ε = {epsilon}"), thesis, solved, None, epsilon)
    });
    let both = [Thesis { gc: usual, ..Thesis::PN }, Thesis { gc: usual, ..Thesis::DF_PN }];
    let sizes = [32, 64, 128, 256, 512];
    let by_size = |solved: [[u32; 5]; 2], with: fn(Thesis, u64) -> Thesis| -> Vec<Row> {
        let of = |(thesis, solved): (Thesis, [u32; 5])| {
            sizes.into_iter().zip(solved).map(move |(size, solved)| {
                row(format!("{size} MB"), with(thesis, size), solved, None, size as f64)
            })
        };
        both.into_iter().zip(solved).flat_map(of).collect()
    };
    let transpositions = by_size([[17, 18, 18, 18, 18], [14, 16, 16, 16, 15]], |thesis, tt| {
        Thesis { tt, proof: 32, ..thesis }
    });
    let proofs =
        by_size([[18; 5], [16, 15, 16, 16, 16]], |thesis, proof| Thesis { proof, ..thesis });
    let garbage = [
        (None, [(14, 8.03), (15, 4.31)]),
        (Some((1.0, 0.2)), [(18, 5.63), (17, 4.15)]),
        (Some((1.0, 0.5)), [(19, 5.17), (18, 4.19)]),
        (Some((1.0, 0.8)), [(18, 6.22), (18, 4.18)]),
        (Some((2.0, 0.4)), [(18, 6.48), (17, 5.02)]),
        (Some((2.0, 1.0)), [(17, 6.45), (16, 4.69)]),
        (Some((2.0, 1.6)), [(20, 7.59), (17, 4.26)]),
        (Some((5.0, 1.0)), [(17, 5.88), (15, 4.69)]),
        (Some((5.0, 2.5)), [(16, 5.76), (15, 5.02)]),
        (Some((5.0, 4.0)), [(17, 6.61), (15, 4.90)]),
        (Some((10.0, 2.0)), [(15, 7.54), (16, 4.67)]),
        (Some((10.0, 5.0)), [(15, 7.89), (15, 5.73)]),
        (Some((10.0, 8.0)), [(15, 5.94), (15, 4.96)]),
    ];
    let garbage = |method: usize| {
        garbage.iter().map(move |&(gc, found)| {
            let thesis = Thesis { gc, ..[Thesis::PN, Thesis::DF_PN][method] };
            let label =
                gc.map_or("disabled".to_string(), |(high, low)| format!("{high} to {low} million"));
            let (solved, seconds) = found[method];
            row(label, thesis, solved, Some(seconds), gc.map_or(0.0, |gc| gc.0))
        })
    };
    let long = |found: [(u32, f64); 2]| {
        let of = |(thesis, (solved, seconds)): (Thesis, (u32, f64))| Row {
            trial: Trial::Thesis(Thesis { gc: Some((2.0, 1.6)), ..thesis }, LONG),
            ..row("long".to_string(), thesis, solved, Some(seconds), 0.0)
        };
        [Thesis::PN, Thesis::DF_PN].into_iter().zip(found).map(of).collect()
    };
    let ours = || {
        let of = |(index, ours): (usize, &Ours)| Row {
            label: ours.name.to_string(),
            trial: Trial::Ours(index),
            thesis: None,
            x: 0.0,
        };
        OURS.iter().enumerate().map(of).collect()
    };
    // With the collector of the long runs: one setting on many positions says most about the whole set.
    let first = [Thesis::PN, Thesis::DF_PN].into_iter().zip([(20, 7.59), (17, 4.26)]);
    let first = first.map(|(thesis, (solved, seconds))| {
        let thesis = Thesis { gc: Some((2.0, 1.6)), ..thesis };
        row("2 to 1.6 million".to_string(), thesis, solved, Some(seconds), 0.0)
    });
    let [short, few, some] = each;
    let section = |name, heading, set, rows, each| Section { name, heading, set, rows, each };
    let reduced = |name, heading, rows| section(name, heading, Set::Reduced, rows, short);
    vec![
        section(
            "short",
            "One row of table 6.6 on more positions",
            Set::Reduced,
            first.collect(),
            some,
        ),
        section(
            "long-reduced",
            "Table 6.7: long runs, at most 15 pieces",
            Set::Reduced,
            long([(36, 105.35), (18, 21.81)]),
            few,
        ),
        section(
            "long-big",
            "Table 6.8: long runs, big positions",
            Set::Big,
            long([(22, 52.24), (11, 87.26)]),
            few,
        ),
        reduced("epsilon", "Figures 6.1 and 6.2: ε of Df-PNS", epsilon.into_iter().collect()),
        reduced(
            "transpositions",
            "Figures 6.3 and 6.4: size of the transposition table",
            transpositions,
        ),
        reduced("proofs", "Figure 6.5: size of the proof table", proofs),
        reduced("garbage", "Table 6.6: garbage collector", garbage(0).chain(garbage(1)).collect()),
        section(
            "ours-reduced",
            "Beyond the thesis: our searches, at most 15 pieces",
            Set::Reduced,
            ours(),
            few,
        ),
        section(
            "ours-big",
            "Beyond the thesis: our searches, big positions",
            Set::Big,
            ours(),
            few,
        ),
    ]
}

/// How much is done.
struct Scale {
    /// The thesis' limits are divided by this, and its sizes with them.
    divisor: u64,
    rounds: usize,
    /// Positions in a round: of the sections 6.1 to 6.6, of the long runs and our searches, and of the first section.
    each: [usize; 3],
}

impl Scale {
    fn of(size: Size) -> Scale {
        let (divisor, rounds, each) = match size {
            Size::Test => (20_000, 1, [1, 1, 1]),
            Size::Quick => (1_000, 4, [1, 1, 2]),
            Size::Default => (10, 102, [1, 1, 8]),
            Size::Full => (1, 102, [1, 1, 1]),
        };
        Scale { divisor, rounds, each }
    }

    fn limit(&self) -> u64 {
        THESIS_EXPANSIONS / self.divisor
    }

    fn limit_of(&self, trial: Trial) -> u64 {
        match trial {
            Trial::Thesis(_, patience) => self.limit() * patience,
            Trial::Ours(ours) => (self.limit() / OURS[ours].divisor).max(50),
        }
    }
}

/// A run: a trial on a position.
struct Run {
    set: Set,
    position: usize,
    trial: Trial,
    limit: u64,
}

impl Run {
    fn key(&self) -> String {
        let name = self.set.positions()[self.position].1;
        let search = match self.trial {
            Trial::Thesis(thesis, _) => thesis.key(),
            Trial::Ours(ours) => OURS[ours].name.to_string(),
        };
        format!("{}/{name}/{search}/{}", self.set.name(), self.limit)
    }

    fn measured(
        &self,
        divisor: u64,
        interrupt: &std::sync::Arc<std::sync::atomic::AtomicBool>,
    ) -> Option<Measurement> {
        let (game, search) = match self.trial {
            Trial::Thesis(thesis, _) => (THESIS_GAME, thesis.search(divisor)),
            Trial::Ours(ours) => {
                let Ours { algorithm, settings, .. } = OURS[ours];
                let settings = format!("{ORDER} {settings}");
                ("arimaa", Search { algorithm, settings, memory: OUR_MEMORY })
            }
        };
        let position = self.set.positions()[self.position].0.to_string();
        let problem = Problem { game: game.to_string(), position };
        measure(&problem, &search, self.limit, interrupt)
    }
}

impl Section {
    fn runs(&self, scale: &Scale, round: usize) -> Vec<Run> {
        let places = round * self.each..(round + 1) * self.each;
        let count = self.set.positions().len();
        let of = |place: usize| {
            self.rows.iter().map(move |row| Run {
                set: self.set,
                position: self.set.at(place),
                trial: row.trial,
                limit: scale.limit_of(row.trial),
            })
        };
        places.filter(|&place| place < count).flat_map(of).collect()
    }
}

/// The results of a section: for each position whose runs are all done, one for each row.
struct Outcome {
    positions: Vec<Vec<Measurement>>,
    planned: usize,
}

fn run(lab: &mut Lab) -> Result<String, Failure> {
    let scale = Scale::of(lab.size());
    let sections = sections(scale.each);
    let mut runs: Vec<Run> = Vec::new();
    for round in 0..scale.rounds {
        runs.extend(sections.iter().flat_map(|section| section.runs(&scale, round)));
    }
    let rows = lab.run_some("positions", &runs, Run::key, |run, interrupt| {
        run.measured(scale.divisor, interrupt)
    })?;
    let rows: HashMap<String, Measurement> =
        runs.iter().zip(rows).filter_map(|(run, row)| Some((run.key(), row?))).collect();
    let outcome = |section: &Section| {
        let all: Vec<Run> =
            (0..scale.rounds).flat_map(|round| section.runs(&scale, round)).collect();
        let by_position = all.chunks(section.rows.len());
        let planned = by_position.len();
        let found = |run: &Run| rows.get(&run.key()).copied();
        let positions = by_position.filter_map(|runs| runs.iter().map(found).collect()).collect();
        Outcome { positions, planned }
    };
    let disproved = rows.values().filter(|row| row.verdict == winproof::Verdict::Disproved).count();
    analysis::report(lab, &scale, &sections, outcome, disproved)
}
