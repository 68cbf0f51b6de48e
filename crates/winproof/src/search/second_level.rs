//! A second level below a depth-first search: a PN search that evaluates positions of which nothing is known.

use std::io;

use winproof_rules::{Game, Move};

use super::best_first::BestFirst;
use super::pn2::Growth;
use super::{Setup, pn};
use crate::policy::static_solver::StaticSolver;
use crate::save::{LoadError, State, StateReader, StateWriter};
use crate::settings::{self, LeafNumbers, SecondNumbers, Solutions, TreeReplacement, TreeRoom};
use crate::table::arena::Arena;
use crate::table::solved::SolvedTable;
use crate::{Control, Numbers, StopReason};

/// The PN search at the leaves of PDS, or nothing. Its state is a table of solved positions, so that a search with a
/// second level can resume from a save of a search without one.
pub struct SecondLevel<'g, G: Game> {
    tree: Option<BestFirst<'g, G>>,
    growth: Growth,
    room: TreeRoom,
    solutions: Solutions,
}

impl<'g, G: Game> SecondLevel<'g, G> {
    /// No second level.
    pub fn none() -> Self {
        let (room, solutions) = (TreeRoom::Quarter, Solutions::Keep);
        SecondLevel { tree: None, growth: Growth::new(1, 1), room, solutions }
    }

    /// The second level of PDS-PN.
    pub fn new(setup: &Setup<'g, G>, settings: &settings::PdsPn, memory: usize) -> Self {
        let settings::PdsPn { second_init, trees: room, proof_table, solutions, .. } = *settings;
        let settings::DepthFirst { init, sum, order, killers, .. } = settings.common;
        let growth = Growth::new(settings.a, settings.b);
        let second = settings.second;
        let init = match second_init {
            SecondNumbers::Same => init,
            SecondNumbers::Unit => LeafNumbers::Unit,
            SecondNumbers::Moves => LeafNumbers::Moves,
            SecondNumbers::Game => LeafNumbers::Game,
        };
        let defaults = settings::Pn::default();
        let tree = settings::Tree {
            init,
            sum,
            order,
            killers,
            proof_table,
            solutions,
            ..defaults.tree.clone()
        };
        let settings = settings::Pn { tree, ..defaults };
        let Setup { game, question, seed, threads, .. } = *setup;
        let search = settings.clone().into();
        let setup = Setup { game, question, search, memory, seed, threads };
        SecondLevel { tree: second.then(|| pn::new(&setup, &settings)), growth, room, solutions }
    }
}

/// Writes the state of a search without a second level.
pub fn save_none(out: &mut StateWriter<'_>) -> io::Result<()> {
    SolvedTable::with_bytes(0, TreeReplacement::Numbers).clusters().save(out)
}

impl<G: Game> State for SecondLevel<'_, G> {
    fn save(&mut self, out: &mut StateWriter<'_>) -> io::Result<()> {
        match &self.tree {
            Some(tree) => tree.solved.clusters().save(out),
            None => save_none(out),
        }
    }

    fn load(&mut self, input: &mut StateReader<'_>) -> Result<(), LoadError> {
        match &mut self.tree {
            Some(tree) => tree.solved.load(input),
            None => SolvedTable::with_bytes(0, TreeReplacement::Numbers).load(input),
        }
    }
}

impl<'g, G: Game> SecondLevel<'g, G> {
    /// Evaluates a position that was never searched, given how many entries of the table are filled and free: its
    /// numbers and its best move; `None` to decline.
    pub fn evaluate(
        &mut self,
        position: &G::Position,
        filled: usize,
        free: usize,
        static_solver: &mut StaticSolver<'g, G>,
        control: &mut Control<'_>,
    ) -> Result<Option<(Numbers, Move)>, StopReason> {
        let Some(tree) = &mut self.tree else { return Ok(None) };
        // Both levels share the static solver, so that its table serves both.
        std::mem::swap(&mut tree.static_solver, static_solver);
        tree.set_root(position, control);
        let room = match self.room {
            TreeRoom::Quarter => tree.node_limit(),
            TreeRoom::Free => tree.node_limit().min(free),
        };
        let most = self.growth.second_level(filled).min(room);
        let grown = tree.grow_at_once(control, 0, most);
        std::mem::swap(&mut tree.static_solver, static_solver);
        grown?;
        let mv = tree.root_move().unwrap_or(Move(0));
        Ok(Some((tree.root_numbers(), mv)))
    }

    /// Reports all positions that the last evaluation solved unconditionally, with their moves, if they are kept.
    pub fn solutions(&self, tell: &mut dyn FnMut(&G::Position, Numbers, Move)) {
        if let Some(tree) = &self.tree
            && self.solutions == Solutions::Keep
            && tree.arena[Arena::ROOT].numbers.verdict().is_some()
        {
            tree.solutions(tell);
        }
    }

    /// Returns the move by which it solved a position in this way.
    pub fn known_move(&self, position: &G::Position, proved: bool) -> Option<Move> {
        self.tree.as_ref()?.known_move(position, proved)
    }

    /// Returns the bytes in use.
    pub fn memory(&self) -> usize {
        self.tree.as_ref().map_or(0, BestFirst::memory)
    }
}
