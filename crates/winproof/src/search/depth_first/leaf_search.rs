//! A second level below a depth-first search.

use std::io;

use winproof_rules::{Game, Key, Move};

use crate::policy::static_solver::StaticSolver;
use crate::save::{LoadError, State, StateReader, StateWriter};
use crate::table::solved::SolvedTable;
use crate::table::transposition::Entry;
use crate::{Control, StopReason};

/// What may look at a position before the depth-first search does, instead of searching it. Its state is a
/// table of solved positions, so that a search with one can go on from a save of a search without.
pub trait LeafSearch<'g, G: Game>: State + Send {
    /// Evaluates a position that was never searched, given how full the table is; `None` to decline.
    fn evaluate(
        &mut self,
        position: &G::Position,
        filled: usize,
        static_solver: &mut StaticSolver<'g, G>,
        control: &mut Control<'_>,
    ) -> Result<Option<Entry>, StopReason>;

    /// Tells all that the last evaluation solved and that holds on every path.
    fn solutions(&self, tell: &mut dyn FnMut(Key, Entry));

    /// The move by which it once solved a position in this way.
    fn known_move(&self, position: &G::Position, proved: bool) -> Option<Move>;

    /// Bytes in use.
    fn memory(&self) -> usize;
}

/// No second level.
pub struct NoLeafSearch;

impl State for NoLeafSearch {
    fn save(&mut self, out: &mut StateWriter<'_>) -> io::Result<()> {
        SolvedTable::with_bytes(0).clusters().save(out)
    }

    fn load(&mut self, input: &mut StateReader<'_>) -> Result<(), LoadError> {
        SolvedTable::with_bytes(0).load(input)
    }
}

impl<'g, G: Game> LeafSearch<'g, G> for NoLeafSearch {
    fn evaluate(
        &mut self,
        _position: &G::Position,
        _filled: usize,
        _static_solver: &mut StaticSolver<'g, G>,
        _control: &mut Control<'_>,
    ) -> Result<Option<Entry>, StopReason> {
        Ok(None)
    }

    fn solutions(&self, _tell: &mut dyn FnMut(Key, Entry)) {}

    fn known_move(&self, _position: &G::Position, _proved: bool) -> Option<Move> {
        None
    }

    fn memory(&self) -> usize {
        0
    }
}
