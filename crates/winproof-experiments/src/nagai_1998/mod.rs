//! Nagai 1998, section 5: PDS against Elkan's, Seo's and Allis's algorithms on random trees, by node
//! generations and recorded positions; figures 1 to 4.
//!
//! Where the paper is silent:
//! - σ = 0.1, v = 0.4 at the root, λ_bfmin = 1, no limit to depth ([`problems`](crate::problems)).
//! - Which trees: the first ones, from the seed on, that Allis's search solves with an effort in a range.
//! - "Cannot solve in practice" is fifty times Allis's expansions ([`PATIENCE`]).
//! - *No elimination* still means that only the solution of a solved node stays, as the paper has it for
//!   all algorithms. `sibling-gc=1` comes nearest: it forgets the unsolved children of a solved node, though
//!   not what is below them. Solved children are never forgotten.
//! - The rule against endless re-search is off (`rising=off`) where the paper's own algorithms are meant.
//! - Ends are recognised when the search comes to them (`evaluation=delayed`), as in the paper's program. So all
//!   children of an expanded node are generated, and none of them is known to be an end.

mod analysis;
mod claims;

use winproof::Algorithm;
use winproof_rules::Verdict;

use crate::measure::{Measurement, Search, measure};
use crate::problems::{ALLIS, Screened, Screening, Tree};
use crate::{Experiment, Failure, Lab, Size};

/// The entry in the list of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    name: "nagai-1998",
    summary: "PDS, Elkan, Seo and Allis on random trees: node generations against memory",
    source: "Nagai 1998, section 5, figures 1 to 4",
    run,
};

/// Average branching factors, as in the paper.
const BRANCHING: [u32; 3] = [8, 12, 16];

/// A search may expand this many times the positions of Allis's. If it is larger, the searches by proof
/// numbers alone, which fail at nearly all disproofs, take up all the time; if it is smaller, the strictest
/// surviving conditions, which cost PDS a factor of about ten, begin to fail.
const PATIENCE: u64 = 50;

/// How much is done.
struct Scale {
    /// Trees of each verdict and branching factor.
    of_each: usize,
    /// The range of Allis's node generations.
    effort: [u64; 2],
    /// Bytes for trees.
    memory: usize,
    /// Entries of tables: ten times what a search that is not hopeless needs.
    entries: usize,
}

impl Scale {
    fn of(size: Size) -> Scale {
        let scale = |of_each, effort, megabytes: usize, entries| {
            let memory = megabytes << 20;
            Scale { of_each, effort, memory, entries }
        };
        match size {
            Size::Test => scale(1, [500, 5_000], 16, 100_000),
            Size::Quick => scale(3, [5_000, 50_000], 64, 300_000),
            Size::Default => scale(20, [10_000, 1_000_000], 256, 3_000_000),
            Size::Full => scale(20, [100_000, 10_000_000], 2048, 30_000_000),
        }
    }
}

/// A way to search with a name in the paper, or in ours.
struct Method {
    name: &'static str,
    /// Numbers below this are eliminated; `None` where that makes no sense.
    condition: Option<u32>,
    algorithm: Algorithm,
    settings: &'static str,
    /// Whether disproofs are tried. All but two conditions of Seo's are left out there: the hopeless cases
    /// are all alike.
    disproofs: bool,
}

impl Method {
    /// Its name with the surviving condition.
    fn label(&self) -> String {
        match self.condition {
            None => self.name.to_string(),
            Some(1) => format!("{}, none", self.name),
            Some(least) => format!("{} ≥{least}", self.name),
        }
    }

    fn search(&self, scale: &Scale) -> Search {
        let best_first = matches!(self.algorithm, Algorithm::Pn | Algorithm::Elkan);
        let mut settings = self.settings.to_string();
        if !best_first {
            // Unless a condition is given, only solutions stay below solved nodes.
            let condition = self.condition.unwrap_or(1);
            settings += &format!(" sibling-gc={condition} entries={}", scale.entries);
        }
        Search { algorithm: self.algorithm, settings, memory: scale.memory }
    }
}

/// All ways to search, Allis's first, for all others are compared with it.
fn methods() -> Vec<Method> {
    let plain = |name, algorithm, settings| Method {
        name,
        condition: None,
        algorithm,
        settings,
        disproofs: true,
    };
    let with = |name, algorithm, conditions: &'static [u32], disproofs: &'static [u32]| {
        conditions.iter().map(move |least| Method {
            name,
            condition: Some(*least),
            algorithm,
            settings: "rising=off evaluation=delayed",
            disproofs: disproofs.contains(least),
        })
    };
    let mut methods = vec![
        plain("Allis", ALLIS.0, ALLIS.1),
        plain("Elkan", Algorithm::Elkan, "update=not-grown evaluation=delayed"),
    ];
    methods.extend(with("Seo", Algorithm::PnStar, &[1, 3, 4, 5, 6, 7], &[1, 5]));
    methods.extend(with("PDS", Algorithm::Pds, &[1, 2, 3, 4, 5], &[1, 2, 3, 4, 5]));
    methods.push(plain("df-pn", Algorithm::DfPn, "thresholds=plain rising=off evaluation=delayed"));
    methods.push(plain("df-pn 1+ε", Algorithm::DfPn, "thresholds=epsilon evaluation=delayed"));
    methods.push(plain("PDS-PN", Algorithm::PdsPn, "rising=off evaluation=delayed"));
    methods
}

/// The result of one way to search on one tree.
struct Cell {
    tree: usize,
    method: usize,
    row: Measurement,
}

/// All results.
struct Findings {
    trees: Vec<Tree>,
    methods: Vec<Method>,
    cells: Vec<Cell>,
}

fn run(lab: &mut Lab) -> Result<String, Failure> {
    let scale = Scale::of(lab.size());
    let mut trees = Vec::new();
    let mut screened = Vec::new();
    for branching in BRANCHING {
        let [least, most] = scale.effort;
        let (of_each, memory) = (scale.of_each, scale.memory);
        let screening = Screening { branching, of_each, effort: least..=most, memory };
        let Screened { trees: found, tried, too_hard } = screening.carry_out(lab)?;
        trees.extend(found);
        screened.push((branching, tried, too_hard));
    }
    let methods = methods();
    let cells = compare(lab, &scale, &trees, &methods)?;
    let findings = Findings { trees, methods, cells };
    analysis::report(lab, &scale, &screened, &findings)
}

fn compare(
    lab: &mut Lab,
    scale: &Scale,
    trees: &[Tree],
    methods: &[Method],
) -> Result<Vec<Cell>, Failure> {
    let jobs: Vec<(usize, usize)> = (0..trees.len())
        .flat_map(|tree| (1..methods.len()).map(move |method| (tree, method)))
        .filter(|&(tree, method)| {
            methods[method].disproofs || trees[tree].allis.verdict == Verdict::Proved
        })
        .collect();
    let key = |&(tree, method): &(usize, usize)| {
        let Tree { branching, seed, .. } = trees[tree];
        format!("tree/{branching}/{seed}/{}", methods[method].label())
    };
    let rows = lab.run("comparing", &jobs, key, |&(tree, method), interrupt| {
        let tree = &trees[tree];
        let limit = tree.allis.expansions * PATIENCE;
        measure(&tree.problem, &methods[method].search(scale), limit, interrupt)
    })?;
    let allis = (0..trees.len()).map(|tree| Cell { tree, method: 0, row: trees[tree].allis });
    let others = jobs.into_iter().zip(rows).map(|((tree, method), row)| Cell { tree, method, row });
    let mut cells: Vec<Cell> = allis.chain(others).collect();
    cells.sort_by_key(|cell| (cell.tree, cell.method));
    Ok(cells)
}
