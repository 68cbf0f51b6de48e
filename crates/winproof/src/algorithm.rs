//! The table of algorithms: names, parameters, defaults, ranges and help in one place. The command line, the
//! page and the documentation all read it.

use winproof_rules::{Kind, Parameter, Settings};

use crate::settings::{
    Evaluation, LeafNumbers, MoveOrder, Replacement, SecondNumbers, Solutions, Sum, Thresholds,
    Ties, TreeReplacement, TreeRoom, Update,
};

/// A search algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Plain minimax or retrograde analysis.
    Oracle,
    /// Proof-number search.
    Pn,
    /// Best-first search by proof numbers alone.
    Elkan,
    /// Two-level proof-number search.
    Pn2,
    /// Proof-number search that prefers deep leaves.
    DeepPn,
    /// Depth-first search by proof numbers alone.
    PnStar,
    /// Depth-first proof-number and disproof-number search.
    Pds,
    /// Depth-first proof-number search.
    DfPn,
    /// Df-pn with costs and estimates.
    DfPnPlus,
    /// PDS with proof-number search at its leaves.
    PdsPn,
    /// Alpha-beta with iterative deepening.
    AlphaBeta,
}

/// What a search keeps and a save holds. Algorithms that keep the same can resume from each other's saves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// Nothing that is worth a file.
    Nothing,
    /// A tree with proof and disproof numbers.
    Tree,
    /// A table of proof and disproof numbers.
    Numbers,
    /// A table of search depths.
    Depths,
}

impl Keeps {
    /// Describes it, for messages.
    pub fn in_words(self) -> &'static str {
        match self {
            Keeps::Nothing => "nothing",
            Keeps::Tree => "a tree",
            Keeps::Numbers => "a table of proof and disproof numbers",
            Keeps::Depths => "a table of search depths",
        }
    }
}

/// Parameters that define what stored numbers mean, with the values that algorithms without them assume.
pub(crate) const MEANING: [(&str, &str); 4] =
    [("init", "unit"), ("second-init", "same"), ("cost", "0"), ("sum", "plain")];

/// The description of an algorithm.
#[derive(Clone, Copy, Debug)]
pub struct AlgorithmInfo {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// What it keeps.
    pub keeps: Keeps,
}

const EVALUATION: Parameter = Parameter {
    name: "evaluation",
    kind: Kind::Choice { options: Evaluation::NAMES, default: "immediate" },
    help: "check whether a child is an end when it is generated, or when it is selected",
};
const UPDATE: Parameter = Parameter {
    name: "update",
    kind: Kind::Choice { options: Update::NAMES, default: "unchanged" },
    help: "stop the update when nothing changed (Allis) or when neither number grew (Nagai)",
};
const TIES: Parameter = Parameter {
    name: "ties",
    kind: Kind::Choice { options: Ties::NAMES, default: "leftmost" },
    help: "of equally good children take the leftmost, or the one with the deepest leaf",
};
const ORDER: Parameter = Parameter {
    name: "order",
    kind: Kind::Choice { options: MoveOrder::NAMES, default: "generated" },
    help: "order of moves: as generated, by the game's own ordering, or random (--seed)",
};
const INIT: Parameter = Parameter {
    name: "init",
    kind: Kind::Choice { options: LeafNumbers::NAMES, default: "unit" },
    help: "numbers of a new leaf: 1 and 1, by its number of moves, or the game's own estimate",
};
const LEAF: Parameter = Parameter {
    name: "leaf",
    kind: Kind::Integer { min: 0, max: 64, default: 0 },
    help: "how much the game may decide without the search, in its own units; 0 = nothing",
};
const COST: Parameter = Parameter {
    name: "cost",
    kind: Kind::Integer { min: -1000, max: 1000, default: 0 },
    help: "added to the minimised number of every child; below 0 the search stays with it longer",
};
const KILLERS: Parameter = Parameter {
    name: "killers",
    kind: Kind::Integer { min: 0, max: 16, default: 0 },
    help: "killer moves kept for each level; 0 = none",
};
const TWO_KILLERS: Parameter =
    Parameter { kind: Kind::Integer { min: 0, max: 16, default: 2 }, ..KILLERS };
const HISTORY: Parameter = Parameter {
    name: "history",
    kind: Kind::Choice { options: &["on", "off"], default: "on" },
    help: "try moves that cut off often first",
};
const THRESHOLDS: Parameter = Parameter {
    name: "thresholds",
    kind: Kind::Choice { options: Thresholds::NAMES, default: "epsilon" },
    help: "thresholds of children: the 1+epsilon trick, Nagai's, or his variant for small tables",
};
const EPSILON: Parameter = Parameter {
    name: "epsilon",
    kind: Kind::Real { min: 0.0, max: 100.0, default: 0.25 },
    help: "how much worse than the second best a child may become, as a factor above 1",
};
const STAY: Parameter = Parameter {
    kind: Kind::Real { min: 0.0, max: 100.0, default: 0.0 },
    help: "leave a child when it is worse than the second best by this factor above 1; 0 = at once",
    ..EPSILON
};
const WIDEN: Parameter = Parameter {
    name: "widen",
    kind: Kind::Integer { min: 0, max: 1000, default: 0 },
    help: "dynamic widening: how many open children, in their order, count at a time; 0 = all",
};
const RISING: Parameter = Parameter {
    name: "rising",
    kind: Kind::Choice { options: &["on", "off"], default: "on" },
    help: "thresholds that a child gets again never fall and always rise, against endless re-search",
};
const SUM: Parameter = Parameter {
    name: "sum",
    kind: Kind::Choice { options: Sum::NAMES, default: "plain" },
    help: "add numbers up, or use weak ones (the greatest plus one each), against double counting",
};
const REPLACEMENT: Parameter = Parameter {
    name: "replacement",
    kind: Kind::Choice { options: Replacement::NAMES, default: "larger" },
    help: "which entry stays when the table is full",
};
/// PDS often returns to small subtrees: when every place is held by a subtree that was once large, it needs
/// at least ten times the expansions (experiments/memory-slowdown).
const TWO_BIG: Parameter = Parameter {
    kind: Kind::Choice { options: Replacement::NAMES, default: "two-big" },
    ..REPLACEMENT
};
const TWO_DEEP: Parameter = Parameter {
    kind: Kind::Choice { options: Replacement::NAMES, default: "two-deep" },
    ..REPLACEMENT
};
const ENTRIES: Parameter = Parameter {
    name: "entries",
    kind: Kind::Integer { min: 0, max: 1 << 40, default: 0 },
    help: "entries of the table; 0 = as many as the memory holds",
};
const HANDS: Parameter = Parameter {
    name: "hands",
    kind: Kind::Choice { options: &["on", "off"], default: "on" },
    help: "in games with pieces in hand: what is solved with one hand also counts with others",
};
const DELAY: Parameter = Parameter {
    name: "delay",
    kind: Kind::Choice { options: &["on", "off"], default: "on" },
    help: "of moves that the game says fail for the same reason, search one after the other",
};
const SIBLING_GC: Parameter = Parameter {
    name: "sibling-gc",
    kind: Kind::Integer { min: 0, max: 1000, default: 0 },
    help: "forget children below this number when their parent's search ends; 0 = forget none",
};
const SECOND: Parameter = Parameter {
    name: "second",
    kind: Kind::Choice { options: &["on", "off"], default: "on" },
    help: "whether there is a second level",
};
const SECOND_INIT: Parameter = Parameter {
    name: "second-init",
    kind: Kind::Choice { options: SecondNumbers::NAMES, default: "same" },
    help: "numbers of a new leaf of the second level: as in the first, or as init says",
};
const TREES: Parameter = Parameter {
    name: "trees",
    kind: Kind::Choice { options: TreeRoom::NAMES, default: "quarter" },
    help: "nodes of a second-level tree: a quarter of the memory, or as many as entries are free",
};
const SECOND_PROOF_TABLE: Parameter = Parameter {
    help: "percent of the second level's memory for a table of solved positions; 0 = none",
    ..PROOF_TABLE
};
const SECOND_SOLUTIONS: Parameter = Parameter {
    help: "store all solved positions of a second-level tree, or only its root",
    ..SOLUTIONS
};
const SMALL_A: Parameter = Parameter {
    name: "a",
    kind: Kind::Integer { min: 1, max: 1_000_000_000, default: 450_000 },
    help: "entries at which the second level may be half as large as the table is full",
};
const SMALL_B: Parameter = Parameter {
    name: "b",
    kind: Kind::Integer { min: 1, max: 1_000_000_000, default: 300_000 },
    help: "entries over which the second level's share grows around a",
};
const PROOF_TABLE: Parameter = Parameter {
    name: "proof-table",
    kind: Kind::Integer { min: 0, max: 90, default: 10 },
    help: "percent of the memory for a table of solved positions; 0 = none",
};
const TT: Parameter = Parameter {
    name: "tt",
    kind: Kind::Integer { min: 0, max: 90, default: 0 },
    help: "percent of the memory for a table of unsolved positions' numbers; 0 = none",
};
const TREE_REPLACEMENT: Parameter = Parameter {
    name: "replacement",
    kind: Kind::Choice { options: TreeReplacement::NAMES, default: "numbers" },
    help: "which entries of both tables stay: those with the greatest numbers, or the largest subtrees",
};
const SOLUTIONS: Parameter = Parameter {
    name: "solutions",
    kind: Kind::Choice { options: Solutions::NAMES, default: "keep" },
    help: "keep what is below solved nodes for the certificate, or drop it at once",
};
const GC: Parameter = Parameter {
    name: "gc",
    kind: Kind::Choice { options: &["on", "off"], default: "on" },
    help: "collect garbage when the tree is full, or stop the search",
};
const GC_HIGH: Parameter = Parameter {
    name: "gc-high",
    kind: Kind::Integer { min: 0, max: 1 << 29, default: 0 },
    help: "nodes at which the garbage collector starts; 0 = when the memory is full",
};
const GC_LOW: Parameter = Parameter {
    name: "gc-low",
    kind: Kind::Integer { min: 0, max: 1 << 29, default: 0 },
    help: "nodes at which the garbage collector ends; 0 = four fifths of gc-high",
};
const R: Parameter = Parameter {
    name: "r",
    kind: Kind::Real { min: 0.0, max: 1.0, default: 0.65 },
    help: "1 is best-first like pn, 0 is depth-first",
};
const A: Parameter = Parameter {
    name: "a",
    kind: Kind::Integer { min: 1, max: 1_000_000_000, default: 1_800_000 },
    help: "nodes at which the second level may be half as large as the first",
};
const B: Parameter = Parameter {
    name: "b",
    kind: Kind::Integer { min: 1, max: 1_000_000_000, default: 240_000 },
    help: "nodes over which the second level's share grows around a",
};

/// All algorithms, the plain ones first.
pub static ALGORITHMS: &[AlgorithmInfo] = &[
    AlgorithmInfo {
        algorithm: Algorithm::Oracle,
        name: "oracle",
        summary: "plain minimax, or retrograde analysis where positions can come back",
        source: "textbook",
        keeps: Keeps::Nothing,
        parameters: &[],
    },
    AlgorithmInfo {
        algorithm: Algorithm::Pn,
        name: "pn",
        summary: "proof-number search: best-first by proof and disproof numbers",
        source: "Allis 1994",
        keeps: Keeps::Tree,
        parameters: &[
            EVALUATION,
            INIT,
            LEAF,
            UPDATE,
            SUM,
            TIES,
            STAY,
            ORDER,
            KILLERS,
            PROOF_TABLE,
            TT,
            TREE_REPLACEMENT,
            SOLUTIONS,
            GC,
            GC_HIGH,
            GC_LOW,
        ],
    },
    AlgorithmInfo {
        algorithm: Algorithm::Elkan,
        name: "elkan",
        summary: "best-first by proof numbers alone; slow at disproofs",
        source: "Elkan 1989; Nagai 1998",
        keeps: Keeps::Tree,
        parameters: &[
            EVALUATION,
            INIT,
            LEAF,
            UPDATE,
            SUM,
            ORDER,
            KILLERS,
            PROOF_TABLE,
            TT,
            TREE_REPLACEMENT,
            SOLUTIONS,
            GC,
            GC_HIGH,
            GC_LOW,
        ],
    },
    AlgorithmInfo {
        algorithm: Algorithm::Pn2,
        name: "pn2",
        summary: "proof-number search whose leaves are evaluated by a second one",
        source: "Allis 1994; Winands et al. 2002",
        keeps: Keeps::Tree,
        parameters: &[
            A,
            B,
            INIT,
            LEAF,
            UPDATE,
            SUM,
            TIES,
            ORDER,
            KILLERS,
            PROOF_TABLE,
            TT,
            TREE_REPLACEMENT,
            SOLUTIONS,
            GC,
            GC_HIGH,
            GC_LOW,
        ],
    },
    AlgorithmInfo {
        algorithm: Algorithm::DeepPn,
        name: "deep-pn",
        summary: "proof-number search that prefers deep leaves, against the seesaw effect",
        source: "Ishitobi et al. 2015",
        keeps: Keeps::Tree,
        parameters: &[
            R,
            EVALUATION,
            INIT,
            LEAF,
            UPDATE,
            SUM,
            ORDER,
            KILLERS,
            PROOF_TABLE,
            TT,
            TREE_REPLACEMENT,
            SOLUTIONS,
            GC,
            GC_HIGH,
            GC_LOW,
        ],
    },
    AlgorithmInfo {
        algorithm: Algorithm::PnStar,
        name: "pn-star",
        summary: "depth-first by proof numbers alone; slow at disproofs",
        source: "Seo 1995; Nagai 1998",
        keeps: Keeps::Numbers,
        parameters: &[
            EVALUATION,
            INIT,
            LEAF,
            RISING,
            SUM,
            ORDER,
            KILLERS,
            REPLACEMENT,
            ENTRIES,
            HANDS,
            DELAY,
            SIBLING_GC,
        ],
    },
    AlgorithmInfo {
        algorithm: Algorithm::Pds,
        name: "pds",
        summary: "depth-first by both numbers, deepening at every node",
        source: "Nagai 1998",
        keeps: Keeps::Numbers,
        parameters: &[
            COST, EVALUATION, INIT, LEAF, RISING, SUM, ORDER, KILLERS, TWO_BIG, ENTRIES, HANDS,
            DELAY, SIBLING_GC,
        ],
    },
    AlgorithmInfo {
        algorithm: Algorithm::DfPn,
        name: "df-pn",
        summary: "depth-first proof-number search",
        source: "Nagai & Imai 1999; Pawlewicz & Lew 2007",
        keeps: Keeps::Numbers,
        parameters: &[
            THRESHOLDS,
            EPSILON,
            WIDEN,
            EVALUATION,
            INIT,
            LEAF,
            RISING,
            SUM,
            ORDER,
            KILLERS,
            REPLACEMENT,
            ENTRIES,
            HANDS,
            DELAY,
            SIBLING_GC,
        ],
    },
    AlgorithmInfo {
        algorithm: Algorithm::DfPnPlus,
        name: "df-pn+",
        summary: "df-pn with costs of moves and estimates of leaves",
        source: "Nagai & Imai 1999",
        keeps: Keeps::Numbers,
        parameters: &[
            COST,
            EVALUATION,
            INIT,
            LEAF,
            THRESHOLDS,
            EPSILON,
            WIDEN,
            RISING,
            SUM,
            ORDER,
            KILLERS,
            REPLACEMENT,
            ENTRIES,
            HANDS,
            DELAY,
            SIBLING_GC,
        ],
    },
    AlgorithmInfo {
        algorithm: Algorithm::PdsPn,
        name: "pds-pn",
        summary: "pds whose leaves are evaluated by proof-number search",
        source: "Winands et al. 2002",
        keeps: Keeps::Numbers,
        parameters: &[
            SMALL_A,
            SMALL_B,
            SECOND,
            SECOND_INIT,
            TREES,
            SECOND_PROOF_TABLE,
            SECOND_SOLUTIONS,
            COST,
            EVALUATION,
            INIT,
            LEAF,
            RISING,
            SUM,
            ORDER,
            KILLERS,
            TWO_BIG,
            ENTRIES,
            HANDS,
            DELAY,
            SIBLING_GC,
        ],
    },
    AlgorithmInfo {
        algorithm: Algorithm::AlphaBeta,
        name: "alpha-beta",
        summary: "alpha-beta with iterative deepening; the baseline",
        source: "textbook; Winands et al. 2002",
        keeps: Keeps::Depths,
        parameters: &[LEAF, ORDER, TWO_KILLERS, HISTORY, TWO_DEEP, ENTRIES, HANDS],
    },
];

impl Algorithm {
    /// Returns the algorithm of this name.
    pub fn named(name: &str) -> Option<Algorithm> {
        ALGORITHMS.iter().find(|info| info.name == name).map(|info| info.algorithm)
    }

    /// Returns its description.
    pub fn info(self) -> &'static AlgorithmInfo {
        let mut infos = ALGORITHMS.iter();
        infos.find(|info| info.algorithm == self).expect("every algorithm is in the table")
    }

    /// Returns what it keeps, which can be saved.
    pub fn keeps(self) -> Keeps {
        self.info().keeps
    }

    /// Returns whether several threads can search one position with it.
    pub fn has_threads(self) -> bool {
        matches!(self, Algorithm::DfPn | Algorithm::DfPnPlus)
    }

    /// Returns its parameters at their defaults.
    pub fn defaults(self) -> Settings {
        let info = self.info();
        Settings::defaults(info.name, info.parameters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_algorithms_and_back() {
        for info in ALGORITHMS {
            assert_eq!(Algorithm::named(info.name), Some(info.algorithm));
            assert_eq!(info.algorithm.info().name, info.name);
            assert_eq!(info.algorithm.defaults().iter().count(), info.parameters.len());
        }
        for (name, value) in MEANING {
            for (parameter, default) in ALGORITHMS
                .iter()
                .flat_map(|info| info.algorithm.defaults().iter().collect::<Vec<_>>())
            {
                assert!(parameter.name != name || default.to_string() == value, "{name}");
            }
        }
        assert_eq!(Algorithm::named("alphazero"), None);
    }
}
