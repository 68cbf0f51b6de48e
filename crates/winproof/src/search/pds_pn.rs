//! PDS-PN (Winands, Uiterwijk & van den Herik 2002): PDS above, best-first PN search below.
//!
//! A position that is not in the table is not searched by PDS at first but by a PN search, whose tree may
//! have y = x·f(x) nodes when x entries of the table are filled, f as in PN², and at least one expansion. Its
//! root's numbers go into the table. The second level has its own arena, a quarter of the memory, so that a
//! full table leaves room for it; and if it solves its root, the whole solution goes into the table too,
//! where the certificate finds it.

use std::io;

use winproof_rules::{Game, Key, Move};

use super::Setup;
use super::best_first::BestFirst;
use super::depth_first::{DepthFirst, LeafSearch, NoLeafSearch};
use super::pds::{self, Pds};
use super::pn::LeastNumber;
use super::pn2::Growth;
use crate::policy::static_solver::StaticSolver;
use crate::save::{LoadError, State, StateReader, StateWriter};
use crate::search::pn;
use crate::settings;
use crate::table::arena::Arena;
use crate::table::transposition::Entry;
use crate::{Control, StopReason};

/// The PN search at the leaves of PDS.
pub struct SecondLevel<'g, G: Game> {
    tree: Option<BestFirst<'g, G, LeastNumber>>,
    growth: Growth,
}

impl<'g, G: Game> SecondLevel<'g, G> {
    fn new(setup: &Setup<'g, G>, settings: &settings::PdsPn, memory: usize) -> Self {
        let settings::PdsPn { a, b, second, common, .. } = settings;
        let settings::DepthFirst { init, sum, order, killers, .. } = *common;
        let defaults = settings::Pn::default();
        let tree = settings::Tree { init, sum, order, killers, ..defaults.tree.clone() };
        let settings = settings::Pn { tree, ..defaults };
        let Setup { game, question, seed, .. } = *setup;
        let setup = Setup { game, question, search: settings.clone().into(), memory, seed };
        SecondLevel {
            tree: second.then(|| pn::new(&setup, &settings)),
            growth: Growth::new(*a, *b),
        }
    }
}

impl<G: Game> State for SecondLevel<'_, G> {
    fn save(&mut self, out: &mut StateWriter<'_>) -> io::Result<()> {
        match &self.tree {
            Some(tree) => tree.solved.clusters().save(out),
            None => State::save(&mut NoLeafSearch, out),
        }
    }

    fn load(&mut self, input: &mut StateReader<'_>) -> Result<(), LoadError> {
        match &mut self.tree {
            Some(tree) => tree.solved.load(input),
            None => State::load(&mut NoLeafSearch, input),
        }
    }
}

impl<'g, G: Game> LeafSearch<'g, G> for SecondLevel<'g, G> {
    fn evaluate(
        &mut self,
        position: &G::Position,
        filled: usize,
        static_solver: &mut StaticSolver<'g, G>,
        control: &mut Control<'_>,
    ) -> Result<Option<Entry>, StopReason> {
        let Some(tree) = &mut self.tree else { return Ok(None) };
        // Both levels share the static solver, so that its table serves both.
        std::mem::swap(&mut tree.static_solver, static_solver);
        tree.set_root(position, control);
        let most = self.growth.second_level(filled).min(tree.node_limit());
        let grown = tree.grow_at_once(control, 0, most);
        std::mem::swap(&mut tree.static_solver, static_solver);
        grown?;
        let mv = tree.root_move().unwrap_or(Move(0));
        Ok(Some(Entry { numbers: tree.root_numbers(), mv }))
    }

    fn solutions(&self, tell: &mut dyn FnMut(Key, Entry)) {
        if let Some(tree) = &self.tree
            && tree.arena[Arena::ROOT].numbers.verdict().is_some()
        {
            tree.solutions(tell);
        }
    }

    fn known_move(&self, position: &G::Position, proved: bool) -> Option<Move> {
        self.tree.as_ref()?.known_move(position, proved)
    }

    fn memory(&self) -> usize {
        self.tree.as_ref().map_or(0, BestFirst::memory)
    }
}

/// A PDS-PN search.
pub fn new<'g, G: Game>(
    setup: &Setup<'g, G>,
    settings: &settings::PdsPn,
) -> DepthFirst<'g, G, Pds, SecondLevel<'g, G>> {
    let share = setup.memory / 4;
    let second = SecondLevel::new(setup, settings, share);
    pds::above(setup, &settings.common, settings.cost, second, setup.memory - share)
}
