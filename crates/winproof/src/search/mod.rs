//! The searches, one file each.

mod alpha_beta;
mod best_first;
mod deep_pn;
pub mod depth_first;
mod df_pn;
mod elkan;
pub mod memory;
pub mod oracle;
mod parallel;
mod path_hash;
mod pds;
mod pds_pn;
mod pn;
mod pn2;
mod pn_star;
mod ranking;
mod second_level;
#[cfg(test)]
mod tests;

use winproof_rules::{Game, Move, Question, StopSignal};

use crate::certify::Region;
use crate::policy::static_solver::StaticSolver;
use crate::save::{LoadError, State};
use crate::settings::SearchSettings;
use crate::{Control, Numbers, StopReason, Threads};

/// What a search has stored about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its numbers.
    pub numbers: Numbers,
    /// The move that solved it, or the one that the search would try next.
    pub best: Option<Move>,
    /// The work below it: nodes of the tree, or the approximate number of expansions. `None` if that is not
    /// kept.
    pub effort: Option<u64>,
}

/// One search with its tables, for one question in normal form. It can search one position after another and
/// keeps what it learned.
pub trait Search<'g, G: Game>: State + Send {
    /// Searches until the position is solved (`true`: proved) or the search has to stop. If a state was
    /// loaded, the first search resumes from it: it must be about the same position.
    fn search(
        &mut self,
        position: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<bool, StopReason>;

    /// Makes sure that a loaded state can be from a search of `root`, so that all moves that it would play
    /// are legal. Tables check the moves that they name when they are asked.
    fn fits(&self, _root: &G::Position, _stop: &StopSignal) -> Result<(), LoadError> {
        Ok(())
    }

    /// Returns the numbers of the position that was searched last.
    fn numbers(&self) -> Numbers;

    /// Returns the move that it would play in the position that was searched last.
    fn best_move(&self) -> Option<Move>;

    /// Adds what it has stored of the solution of the position that was searched last.
    fn harvest(&self, region: &mut Region<'_, G>);

    /// Returns the move that its tables hold for a position with this verdict: the one that proves, or the
    /// one that refutes. Called where one move is enough.
    fn known_move(&self, _position: &G::Position, _proved: bool) -> Option<Move> {
        None
    }

    /// Returns what its tables say about a position, on any path.
    fn known(&self, position: &G::Position) -> Option<bool>;

    /// Takes over the verdict on a position, which holds on every path. A search without a table ignores it.
    fn remember(&mut self, _position: &G::Position, _proved: bool) {}

    /// Returns what it has stored about the position that is reached by `line` from `root`, the position that
    /// was searched or loaded.
    fn stored(&self, root: &G::Position, line: &[Move]) -> Option<Stored>;

    /// Returns the static solver, which decides positions without a search.
    fn static_solver(&mut self) -> &mut StaticSolver<'g, G>;

    /// Returns how many positions the game's leaf oracle has looked at for this search so far.
    fn leaf_nodes(&self) -> u64 {
        0
    }

    /// Returns the most bytes of the memory budget in use so far.
    fn memory(&self) -> usize;

    /// Returns the most positions held in tables and trees so far.
    fn entries(&self) -> usize;
}

/// Returns the position at the end of a line of moves.
fn follow<G: Game>(game: &G, root: &G::Position, line: &[Move]) -> G::Position {
    line.iter().fold(root.clone(), |position, &mv| game.play(&position, mv))
}

/// The parameters of a new search.
pub struct Setup<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The question, in normal form.
    pub question: Question,
    /// The algorithm with its parameters.
    pub search: SearchSettings,
    /// The memory budget in bytes.
    pub memory: usize,
    /// The seed of the random number generators.
    pub seed: u64,
    /// How many threads search, if the algorithm has threads.
    pub threads: Threads,
}

/// Makes a search. This is the one place that maps an algorithm to its code; everything below it is compiled
/// for each game.
pub fn build<'g, G: Game>(setup: &Setup<'g, G>) -> Box<dyn Search<'g, G> + 'g> {
    match &setup.search {
        SearchSettings::Oracle => Box::new(oracle::Oracle::new(setup)),
        SearchSettings::Pn(own) => Box::new(pn::new(setup, own)),
        SearchSettings::Elkan(own) => Box::new(elkan::new(setup, own)),
        SearchSettings::Pn2(own) => Box::new(pn2::Pn2::new(setup, own)),
        SearchSettings::DeepPn(own) => Box::new(deep_pn::new(setup, own)),
        SearchSettings::PnStar(own) => Box::new(pn_star::new(setup, own)),
        SearchSettings::Pds(own) => Box::new(pds::new(setup, own)),
        SearchSettings::DfPn(_) | SearchSettings::DfPnPlus(_) if setup.threads.count > 1 => {
            Box::new(parallel::Parallel::new(setup))
        }
        SearchSettings::DfPn(own) => Box::new(df_pn::new(setup, own)),
        SearchSettings::DfPnPlus(own) => Box::new(df_pn::new_plus(setup, own)),
        SearchSettings::PdsPn(own) => Box::new(pds_pn::new(setup, own)),
        SearchSettings::AlphaBeta(own) => Box::new(alpha_beta::AlphaBeta::new(setup, own)),
    }
}
