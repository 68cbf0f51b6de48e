//! A second level below a depth-first search.

use std::io;

use winproof_rules::{Game, Key, Move};

use crate::policy::static_solver::StaticSolver;
use crate::save::{LoadError, State, StateReader, StateWriter};
use crate::table::solved::SolvedTable;
use crate::table::transposition::Entry;
use crate::{Control, StopReason};

/// A search that may evaluate a position instead of the depth-first search. Its state is a table of solved
/// positions, so that a search with a second level can resume from a save of a search without one.
pub trait LeafSearch<'g, G: Game>: State + Send {
    /// Evaluates a position that was never searched, given how full the table is; `None` to decline.
    fn evaluate(
        &mut self,
        position: &G::Position,
        filled: usize,
        static_solver: &mut StaticSolver<'g, G>,
        control: &mut Control<'_>,
    ) -> Result<Option<Entry>, StopReason>;

    /// Reports all positions that the last evaluation solved unconditionally.
    fn solutions(&self, tell: &mut dyn FnMut(Key, Entry));

    /// Returns the move by which it solved a position in this way.
    fn known_move(&self, position: &G::Position, proved: bool) -> Option<Move>;

    /// Returns the bytes in use.
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
