//! The parameters of the algorithms, as types: a struct for each algorithm.
//!
//! Their names, defaults, ranges and help are in the table of algorithms ([`ALGORITHMS`](crate::ALGORITHMS)),
//! which the command line, the page and saves use; [`SearchSettings`] translates between the two.

use winproof_rules::{Settings, Value};

use crate::Algorithm;

/// A type that a parameter can have.
pub(crate) trait Setting: Sized {
    /// Makes it from the value in a table of parameters, which has checked it.
    fn from_value(value: Value) -> Self;

    /// Returns its value in a table of parameters.
    fn value(&self) -> Value;
}

macro_rules! integers {
    ($($integer:ty),+) => {$(
        impl Setting for $integer {
            fn from_value(value: Value) -> $integer {
                match value {
                    Value::Integer(value) => value as $integer,
                    other => unreachable!("the table has a whole number here, not {other}"),
                }
            }

            fn value(&self) -> Value {
                Value::Integer(*self as i64)
            }
        }
    )+};
}

integers!(i32, u32, u64, usize);

impl Setting for f64 {
    fn from_value(value: Value) -> f64 {
        match value {
            Value::Real(value) => value,
            other => unreachable!("the table has a decimal number here, not {other}"),
        }
    }

    fn value(&self) -> Value {
        Value::Real(*self)
    }
}

impl Setting for bool {
    fn from_value(value: Value) -> bool {
        value == Value::Choice("on")
    }

    fn value(&self) -> Value {
        Value::Choice(if *self { "on" } else { "off" })
    }
}

/// Enums whose variants have names in the table of parameters.
macro_rules! choices {
    ($($(#[$docs:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal),+ $(,)? })+) => {$(
        $(#[$docs])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$doc])* $variant),+
        }

        impl $name {
            /// The names in the table of parameters.
            pub const NAMES: &'static [&'static str] = &[$($word),+];
        }

        impl Setting for $name {
            fn from_value(value: Value) -> $name {
                match value {
                    $(Value::Choice($word) => $name::$variant,)+
                    other => unreachable!("the table has no choice {other}"),
                }
            }

            fn value(&self) -> Value {
                Value::Choice(match self {
                    $($name::$variant => $word),+
                })
            }
        }
    )+};
}

choices! {
    /// The numbers that a new leaf starts with.
    LeafNumbers {
        /// 1 and 1 (Allis).
        Unit = "unit",
        /// An OR node with n moves gets pn 1 and dn n, an AND node the reverse (Winands et al. 2002, 3.1).
        Moves = "moves",
        /// An estimate, the h of df-pn+ (Nagai & Imai 1999): the solver's evaluator if it has one, otherwise
        /// the game's leaf oracle or its guidance; 1 and 1 if there is none.
        Game = "game",
    }

    /// The order in which a node's children stand.
    MoveOrder {
        /// As the game generates them.
        Generated = "generated",
        /// As the game's own [`MoveOrdering`](winproof_rules::MoveOrdering) says, if it has one.
        Static = "static",
        /// Random; depends on the seed and the position.
        Shuffled = "shuffled",
    }

    /// How the numbers of several children are added up.
    Sum {
        /// The plain sum. Where lines of play meet again, leaves are counted several times.
        Plain = "plain",
        /// Weak proof numbers: the greatest, plus one for each other unsolved child.
        Weak = "weak",
    }

    /// When a search checks whether a new child is an end.
    Evaluation {
        /// When it is generated.
        Immediate = "immediate",
        /// When it is selected (Nagai 1998, 4; Winands et al. 2002, 3.3).
        Delayed = "delayed",
    }

    /// What becomes of the solution below a solved node of a tree.
    Solutions {
        /// It stays, for the certificate, until the memory is short.
        Keep = "keep",
        /// It is forgotten (Allis 1994; Winands et al. 2002, 3.1 and 3.2).
        Drop = "drop",
    }

    /// Which entry of a full cluster is replaced in the tables beside a tree.
    TreeReplacement {
        /// Of unsolved positions the one with the least numbers; of solved ones any.
        Numbers = "numbers",
        /// The one with the smallest subtree, the new one included (Majerech 2012, 4.2).
        Subtrees = "subtrees",
    }

    /// The numbers of a new leaf of a second level.
    SecondNumbers {
        /// As in the first level.
        Same = "same",
        /// As [`LeafNumbers::Unit`].
        Unit = "unit",
        /// As [`LeafNumbers::Moves`].
        Moves = "moves",
        /// As [`LeafNumbers::Game`].
        Game = "game",
    }

    /// How many nodes a tree of the second level of PDS-PN may have, beside its growth function.
    TreeRoom {
        /// What fits into a quarter of the memory.
        Quarter = "quarter",
        /// As many as entries of the table are free (Winands et al. 2002, equation 2).
        Free = "free",
    }

    /// When the update of the numbers stops on its way to the root.
    Update {
        /// When nothing changed (Allis 1994).
        Unchanged = "unchanged",
        /// When neither number grew (Nagai 1998, 3.1).
        NotGrown = "not-grown",
    }

    /// Which of several equally good children is taken.
    Ties {
        /// The leftmost.
        Leftmost = "leftmost",
        /// The one with the deepest leaf.
        Deepest = "deepest",
    }

    /// How df-pn gives thresholds to the child it goes to.
    Thresholds {
        /// The 1+ε trick (Pawlewicz & Lew; Majerech 2012, 3.5 and 3.6): stay until the second best child is
        /// better by this factor.
        Epsilon = "epsilon",
        /// As in Nagai & Imai 1999, (1) and (2): go back as soon as the best leaf is elsewhere.
        Plain = "plain",
        /// The variant given there for tables that forget.
        LowMemory = "low-memory",
    }

    /// Which entry is removed when a cluster of the table is full.
    Replacement {
        /// The one that was stored the longest ago: newer entries win, and age counts in eighths of the
        /// table.
        Newest = "newest",
        /// The new one: existing entries stay.
        Oldest = "oldest",
        /// The one searched least deep, the new one included.
        Deeper = "deeper",
        /// The one with the smallest subtree, the new one included.
        Larger = "larger",
        /// Two places for the largest subtrees, the third for the newest entry (TwoBig with one more).
        TwoBig = "two-big",
        /// Two places for the deepest searches, the third for the newest entry (TwoDeep with one more).
        TwoDeep = "two-deep",
        /// One place for the largest subtree, the other for the newest entry; a third stays free (TwoBig as in
        /// Breuker et al. 1996, solved positions like others).
        PairBig = "pair-big",
        /// One place for the deepest search, the other for the newest entry (TwoDeep in the same way).
        PairDeep = "pair-deep",
        /// The smallest subtree in the cluster; and when the table is nearly full, all small subtrees in it
        /// at once, until three tenths are free (SmallTreeGC).
        SmallTreeGc = "small-tree-gc",
    }
}

/// Structs whose fields have names in the table of parameters. A field without a name is such a struct itself.
macro_rules! groups {
    ($(
        $(#[$docs:meta])*
        $name:ident {
            $($(#[$doc:meta])* $field:ident: $type:ty = $word:literal,)*
            $(; $(#[$shared_doc:meta])* $shared:ident: $group:ty)?
        }
    )+) => {$(
        $(#[$docs])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $($(#[$doc])* pub $field: $type,)*
            $($(#[$shared_doc])* pub $shared: $group,)?
        }

        impl $name {
            fn read(settings: &Settings) -> $name {
                $name {
                    $($field: Setting::from_value(settings.value($word)),)*
                    $($shared: <$group>::read(settings),)?
                }
            }

            fn write(&self, settings: &mut Settings) {
                $(settings.put($word, self.$field.value());)*
                $(self.$shared.write(settings);)?
            }
        }
    )+};
}

groups! {
    /// The parameters of all best-first searches.
    Tree {
        /// The numbers of a new leaf.
        init: LeafNumbers = "init",
        /// How much work the game's leaf oracle may do; 0 = it is not asked.
        leaf: u32 = "leaf",
        /// When updates stop.
        update: Update = "update",
        /// How numbers are added up.
        sum: Sum = "sum",
        /// The order of moves.
        order: MoveOrder = "order",
        /// Killer moves kept for each level.
        killers: usize = "killers",
        /// Percent of the memory for a table of solved positions.
        proof_table: usize = "proof-table",
        /// Percent of the memory for a table of unsolved positions' numbers.
        tt: usize = "tt",
        /// Which entries of the two tables stay.
        replacement: TreeReplacement = "replacement",
        /// What becomes of solutions.
        solutions: Solutions = "solutions",
        /// Whether there is a garbage collector. Without one a full tree ends the search.
        gc: bool = "gc",
        /// Nodes at which the garbage collector starts; 0 = when the memory is full.
        gc_high: usize = "gc-high",
        /// Nodes at which the garbage collector ends; 0 = four fifths of `gc_high`.
        gc_low: usize = "gc-low",
    }

    /// The parameters of all depth-first searches.
    DepthFirst {
        /// When children are evaluated.
        evaluation: Evaluation = "evaluation",
        /// The numbers of a new leaf.
        init: LeafNumbers = "init",
        /// How much work the game's leaf oracle may do; 0 = it is not asked.
        leaf: u32 = "leaf",
        /// Whether thresholds that a child gets again never fall and always rise.
        rising: bool = "rising",
        /// How numbers are added up.
        sum: Sum = "sum",
        /// Whether moves that the game delays wait for others.
        delay: bool = "delay",
        /// The order of moves.
        order: MoveOrder = "order",
        /// Killer moves kept for each level.
        killers: usize = "killers",
        /// SiblingGC: children below this number are forgotten when their parent's search ends; 0 = none.
        sibling_gc: usize = "sibling-gc",
        ;
        /// The transposition table.
        table: Table
    }

    /// A transposition table.
    Table {
        /// Which entry stays when it is full.
        replacement: Replacement = "replacement",
        /// Its entries; 0 = as many as the memory holds.
        entries: usize = "entries",
        /// Whether solved positions with other hands count, in games with hands.
        hands: bool = "hands",
    }

    /// Parameters of PN search.
    Pn {
        /// When children are evaluated.
        evaluation: Evaluation = "evaluation",
        /// How ties are broken.
        ties: Ties = "ties",
        /// How much worse than the second best a child may become before the search leaves it, as a factor
        /// above 1; 0 = it is left as soon as it is not the best.
        epsilon: f64 = "epsilon",
        ;
        /// The parameters of all best-first searches.
        tree: Tree
    }

    /// Parameters of Elkan's search.
    Elkan {
        /// When children are evaluated.
        evaluation: Evaluation = "evaluation",
        ;
        /// The parameters of all best-first searches.
        tree: Tree
    }

    /// Parameters of PN².
    Pn2 {
        /// Nodes at which the second level may be half as large as the first.
        a: u64 = "a",
        /// Nodes over which the second level's share grows around `a`.
        b: u64 = "b",
        /// How ties are broken.
        ties: Ties = "ties",
        ;
        /// The parameters of all best-first searches.
        tree: Tree
    }

    /// Parameters of DeepPN.
    DeepPn {
        /// 1 is best-first like PN search, 0 is depth-first.
        r: f64 = "r",
        /// When children are evaluated.
        evaluation: Evaluation = "evaluation",
        ;
        /// The parameters of all best-first searches.
        tree: Tree
    }

    /// Parameters of PN*.
    PnStar {
        ;
        /// The parameters of all depth-first searches.
        common: DepthFirst
    }

    /// Parameters of PDS.
    Pds {
        /// Added to the minimised number of every child.
        cost: i32 = "cost",
        ;
        /// The parameters of all depth-first searches.
        common: DepthFirst
    }

    /// Parameters of df-pn.
    DfPn {
        /// How children get their thresholds.
        thresholds: Thresholds = "thresholds",
        /// How much worse than the second best a child may become, as a factor above 1.
        epsilon: f64 = "epsilon",
        /// Dynamic widening: only so many open children count at a time; 0 = all.
        widen: usize = "widen",
        ;
        /// The parameters of all depth-first searches.
        common: DepthFirst
    }

    /// Parameters of df-pn+.
    DfPnPlus {
        /// Added to the minimised number of every child.
        cost: i32 = "cost",
        /// How children get their thresholds.
        thresholds: Thresholds = "thresholds",
        /// How much worse than the second best a child may become, as a factor above 1.
        epsilon: f64 = "epsilon",
        /// Dynamic widening: only so many open children count at a time; 0 = all.
        widen: usize = "widen",
        ;
        /// The parameters of all depth-first searches.
        common: DepthFirst
    }

    /// Parameters of PDS-PN.
    PdsPn {
        /// Entries at which the second level may be half as large as the table is full.
        a: u64 = "a",
        /// Entries over which the second level's share grows around `a`.
        b: u64 = "b",
        /// Whether there is a second level.
        second: bool = "second",
        /// The numbers of a new leaf of the second level.
        second_init: SecondNumbers = "second-init",
        /// How many nodes its trees may have.
        trees: TreeRoom = "trees",
        /// Percent of its memory for a table of solved positions.
        proof_table: usize = "proof-table",
        /// Whether the solution of a position that it solved goes into the table, or only the position.
        solutions: Solutions = "solutions",
        /// Added to the minimised number of every child.
        cost: i32 = "cost",
        ;
        /// The parameters of all depth-first searches.
        common: DepthFirst
    }

    /// Parameters of alpha-beta.
    AlphaBeta {
        /// How much work the game's leaf oracle may do; 0 = it is not asked.
        leaf: u32 = "leaf",
        /// The order of moves.
        order: MoveOrder = "order",
        /// Killer moves kept for each level.
        killers: usize = "killers",
        /// Whether moves that cut off often are tried first.
        history: bool = "history",
        ;
        /// The transposition table.
        table: Table
    }
}

/// An algorithm with its parameters.
///
/// ```
/// use winproof::settings::{DfPn, SearchSettings};
/// let search: SearchSettings = DfPn { epsilon: 0.5, ..DfPn::default() }.into();
/// assert_eq!(search.settings().real("epsilon"), 0.5);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum SearchSettings {
    /// Plain minimax or retrograde analysis, which has none.
    Oracle,
    /// Proof-number search.
    Pn(Pn),
    /// Best-first search by proof numbers alone.
    Elkan(Elkan),
    /// Two-level proof-number search.
    Pn2(Pn2),
    /// Proof-number search that prefers deep leaves.
    DeepPn(DeepPn),
    /// Depth-first search by proof numbers alone.
    PnStar(PnStar),
    /// Depth-first proof-number and disproof-number search.
    Pds(Pds),
    /// Depth-first proof-number search.
    DfPn(DfPn),
    /// Df-pn with costs and estimates.
    DfPnPlus(DfPnPlus),
    /// PDS with proof-number search at its leaves.
    PdsPn(PdsPn),
    /// Alpha-beta with iterative deepening.
    AlphaBeta(AlphaBeta),
}

macro_rules! algorithms {
    ($($name:ident),+) => {
        impl SearchSettings {
            /// Which algorithm.
            pub fn algorithm(&self) -> Algorithm {
                match self {
                    SearchSettings::Oracle => Algorithm::Oracle,
                    $(SearchSettings::$name(_) => Algorithm::$name),+
                }
            }

            /// An algorithm with the parameters of a table that belongs to it.
            pub fn read(algorithm: Algorithm, settings: &Settings) -> SearchSettings {
                match algorithm {
                    Algorithm::Oracle => SearchSettings::Oracle,
                    $(Algorithm::$name => SearchSettings::$name($name::read(settings))),+
                }
            }

            /// Returns the parameters as a table, for access by name.
            pub fn settings(&self) -> Settings {
                let mut settings = self.algorithm().defaults();
                match self {
                    SearchSettings::Oracle => {}
                    $(SearchSettings::$name(own) => own.write(&mut settings)),+
                }
                settings
            }
        }

        $(
            /// The defaults in the table of algorithms.
            impl Default for $name {
                fn default() -> $name {
                    $name::read(&Algorithm::$name.defaults())
                }
            }

            impl From<$name> for SearchSettings {
                fn from(settings: $name) -> SearchSettings {
                    SearchSettings::$name(settings)
                }
            }
        )+
    };
}

algorithms!(Pn, Elkan, Pn2, DeepPn, PnStar, Pds, DfPn, DfPnPlus, PdsPn, AlphaBeta);

impl From<Algorithm> for SearchSettings {
    fn from(algorithm: Algorithm) -> SearchSettings {
        SearchSettings::read(algorithm, &algorithm.defaults())
    }
}

impl SearchSettings {
    /// Returns the parameters of all best-first searches, if this is one.
    pub fn tree(&self) -> Option<&Tree> {
        match self {
            SearchSettings::Pn(Pn { tree, .. })
            | SearchSettings::Elkan(Elkan { tree, .. })
            | SearchSettings::Pn2(Pn2 { tree, .. })
            | SearchSettings::DeepPn(DeepPn { tree, .. }) => Some(tree),
            _ => None,
        }
    }

    /// Returns the parameters of all depth-first searches, if this is one.
    pub fn depth_first(&self) -> Option<&DepthFirst> {
        match self {
            SearchSettings::PnStar(PnStar { common })
            | SearchSettings::Pds(Pds { common, .. })
            | SearchSettings::DfPn(DfPn { common, .. })
            | SearchSettings::DfPnPlus(DfPnPlus { common, .. })
            | SearchSettings::PdsPn(PdsPn { common, .. }) => Some(common),
            _ => None,
        }
    }

    /// How much work the game's leaf oracle may do; 0 = it is not asked.
    pub fn leaf(&self) -> u32 {
        match self {
            SearchSettings::AlphaBeta(own) => own.leaf,
            other => {
                let tree = other.tree().map(|tree| tree.leaf);
                tree.or(other.depth_first().map(|own| own.leaf)).unwrap_or(0)
            }
        }
    }

    /// Returns a mutable reference to the numbers of new leaves, if the algorithm has them.
    pub(crate) fn init_mut(&mut self) -> Option<&mut LeafNumbers> {
        match self {
            SearchSettings::Pn(Pn { tree, .. })
            | SearchSettings::Elkan(Elkan { tree, .. })
            | SearchSettings::Pn2(Pn2 { tree, .. })
            | SearchSettings::DeepPn(DeepPn { tree, .. }) => Some(&mut tree.init),
            SearchSettings::PnStar(PnStar { common })
            | SearchSettings::Pds(Pds { common, .. })
            | SearchSettings::DfPn(DfPn { common, .. })
            | SearchSettings::DfPnPlus(DfPnPlus { common, .. })
            | SearchSettings::PdsPn(PdsPn { common, .. }) => Some(&mut common.init),
            SearchSettings::Oracle | SearchSettings::AlphaBeta(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use winproof_rules::Kind;

    use super::*;
    use crate::ALGORITHMS;

    /// Every parameter of the table has a field, and every field a parameter: each value goes through the
    /// types and comes back.
    #[test]
    fn types_and_tables_are_the_same() {
        for info in ALGORITHMS {
            let algorithm = info.algorithm;
            let defaults = SearchSettings::from(algorithm);
            assert_eq!(defaults.algorithm(), algorithm);
            assert_eq!(defaults.settings().by_name(), algorithm.defaults().by_name());
            for parameter in info.parameters {
                let values = match parameter.kind {
                    Kind::Integer { min, max, .. } => vec![min.to_string(), max.to_string()],
                    Kind::Real { min, max, .. } => vec![min.to_string(), max.to_string()],
                    Kind::Choice { options, .. } => {
                        options.iter().map(|it| it.to_string()).collect()
                    }
                    Kind::Word { default, .. } => vec![default.to_string()],
                };
                for value in values {
                    let mut settings = algorithm.defaults();
                    settings.set_value(parameter.name, &value).unwrap();
                    let again = SearchSettings::read(algorithm, &settings).settings();
                    assert_eq!(again.by_name(), settings.by_name(), "{} {value}", parameter.name);
                }
            }
        }
    }
}
