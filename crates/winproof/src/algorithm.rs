//! The table of algorithms: names, parameters, defaults, ranges and help in one place. The command line
//! and the documentation read it, and so does everything else that lets people choose.

use winproof_game::{Kind, Parameter, Settings};

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
    /// Proof-number search with a leaning to the depths.
    DeepPn,
}

/// What people are told about an algorithm.
#[derive(Clone, Copy, Debug)]
pub struct AlgorithmInfo {
    /// Which one.
    pub algorithm: Algorithm,
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
}

const EVALUATION: Parameter = Parameter {
    name: "evaluation",
    kind: Kind::Choice { options: &["immediate", "delayed"], default: "immediate" },
    help: "look whether a child is an end when it is made, or when it is selected",
};
const INIT: Parameter = Parameter {
    name: "init",
    kind: Kind::Choice { options: &["unit", "moves"], default: "unit" },
    help: "numbers of a new leaf: 1 and 1, or by its number of moves",
};
const UPDATE: Parameter = Parameter {
    name: "update",
    kind: Kind::Choice { options: &["unchanged", "not-grown"], default: "unchanged" },
    help: "stop updating when nothing changed (Allis) or when neither number grew (Nagai)",
};
const TIES: Parameter = Parameter {
    name: "ties",
    kind: Kind::Choice { options: &["leftmost", "deepest"], default: "leftmost" },
    help: "of equally good children take the leftmost, or the one with the deepest leaf",
};
const ORDER: Parameter = Parameter {
    name: "order",
    kind: Kind::Choice { options: &["generated", "static", "shuffled"], default: "generated" },
    help: "order of moves: as generated, by the game's own ordering, or by chance (--seed)",
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
        parameters: &[],
    },
    AlgorithmInfo {
        algorithm: Algorithm::Pn,
        name: "pn",
        summary: "proof-number search: best-first by proof and disproof numbers",
        source: "Allis 1994",
        parameters: &[EVALUATION, INIT, UPDATE, TIES, ORDER, PROOF_TABLE, TT, GC_HIGH, GC_LOW],
    },
    AlgorithmInfo {
        algorithm: Algorithm::Elkan,
        name: "elkan",
        summary: "best-first by proof numbers alone; slow at disproofs",
        source: "Elkan 1989; Nagai 1998",
        parameters: &[INIT, UPDATE, ORDER, PROOF_TABLE, TT, GC_HIGH, GC_LOW],
    },
    AlgorithmInfo {
        algorithm: Algorithm::Pn2,
        name: "pn2",
        summary: "proof-number search whose leaves are evaluated by a second one",
        source: "Allis 1994; Winands et al. 2002",
        parameters: &[A, B, INIT, UPDATE, TIES, ORDER, PROOF_TABLE, TT, GC_HIGH, GC_LOW],
    },
    AlgorithmInfo {
        algorithm: Algorithm::DeepPn,
        name: "deep-pn",
        summary: "proof-number search that leans to deep leaves, against the seesaw effect",
        source: "Ishitobi et al. 2015",
        parameters: &[R, INIT, UPDATE, ORDER, PROOF_TABLE, TT, GC_HIGH, GC_LOW],
    },
];

impl Algorithm {
    /// The algorithm of this name; `auto` is the best choice known for a game that has no opinion of its
    /// own.
    pub fn named(name: &str) -> Option<Algorithm> {
        if name == "auto" {
            return Some(Algorithm::Pn);
        }
        ALGORITHMS.iter().find(|info| info.name == name).map(|info| info.algorithm)
    }

    /// What people are told about it.
    pub fn info(self) -> &'static AlgorithmInfo {
        let mut infos = ALGORITHMS.iter();
        infos.find(|info| info.algorithm == self).expect("every algorithm is in the table")
    }

    /// Its parameters at their defaults.
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
        assert_eq!(Algorithm::named("alphazero"), None);
        assert!(Algorithm::named("auto").is_some());
    }
}
