//! PN² search (Allis 1994; Breuker 1998; Winands et al. 2002, 3.2): a PN search whose leaves are
//! evaluated by a second PN search.
//!
//! The second search grows its tree in the same arena, below the leaf. When it ends, the leaf keeps its
//! children with the numbers they got, and what is below the unsolved ones is forgotten; solved ones keep
//! their solutions for the certificate until memory is short. With x nodes in the tree the second search
//! may grow y = min(x·f(x), N - x) nodes, f(x) = 1/(1 + e^((a - x)/b)), and gets at least one expansion: at
//! the start y is almost 0.

use std::io;

use winproof_rules::{Game, Move, StopSignal};

use super::best_first::{BestFirst, Pause};
use super::{Search, Setup, Stored, pn};
use crate::certify::Region;
use crate::policy::static_solver::StaticSolver;
use crate::save::{LoadError, State, StateReader, StateWriter};
use crate::settings::{self, Evaluation};
use crate::table::arena::Arena;
use crate::{Control, Numbers, StopReason};

/// The growth function of the second level.
pub struct Growth {
    a: f64,
    b: f64,
}

impl Growth {
    /// Makes the function of the parameters `a` and `b`.
    pub fn new(a: u64, b: u64) -> Growth {
        Growth { a: a as f64, b: b as f64 }
    }

    /// Returns the nodes that a second-level tree may have when the first level has `first`.
    pub fn second_level(&self, first: usize) -> usize {
        let x = first as f64;
        (x / (1.0 + libm::exp((self.a - x) / self.b))) as usize
    }
}

/// A PN² search.
pub struct Pn2<'g, G: Game> {
    pub(super) tree: BestFirst<'g, G>,
    growth: Growth,
}

impl<'g, G: Game> Pn2<'g, G> {
    /// Makes an empty search.
    pub fn new(setup: &Setup<'g, G>, settings: &settings::Pn2) -> Self {
        let selection = pn::selection(settings.ties);
        let tree = BestFirst::new(setup, &settings.tree, selection, Evaluation::Immediate);
        Pn2 { tree, growth: Growth::new(settings.a, settings.b) }
    }

    /// Evaluates the leaf at the end of the path by a second search. Returns `false` if there was no room for
    /// it.
    fn evaluate_leaf(&mut self, control: &mut Control<'_>) -> Result<bool, StopReason> {
        let (leaf, depth) = (self.tree.current(), self.tree.depth());
        let first = self.tree.arena.len();
        let room = self.tree.node_limit().saturating_sub(first);
        let most = first + self.growth.second_level(first).min(room);
        let grown = self.tree.grow_at_once(control, depth, most);
        self.tree.return_to(depth);
        if self.tree.arena[leaf].is_leaf() && grown == Ok(Pause::Full) {
            return Ok(false);
        }
        for child in self.tree.arena[leaf].children() {
            if self.tree.arena[child].numbers.verdict().is_none() {
                self.tree.arena.remove_children(child);
            }
        }
        grown.map(|_| true)
    }
}

impl<G: Game> State for Pn2<'_, G> {
    fn save(&mut self, out: &mut StateWriter<'_>) -> io::Result<()> {
        self.tree.save(out)
    }

    fn load(&mut self, input: &mut StateReader<'_>) -> Result<(), LoadError> {
        self.tree.load(input)
    }

    fn line(&self) -> Vec<Move> {
        self.tree.line()
    }
}

impl<'g, G: Game> Search<'g, G> for Pn2<'g, G> {
    fn search(
        &mut self,
        position: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<bool, StopReason> {
        self.tree.set_root(position, control);
        while self.tree.arena[Arena::ROOT].numbers.verdict().is_none() {
            if control.save_due() {
                let condition = self.tree.condition();
                control.save(self, condition);
            }
            self.tree.descend(control);
            let before = self.tree.arena[self.tree.current()];
            match self.evaluate_leaf(control) {
                Ok(true) => self.tree.update(before, 0),
                Ok(false) => self.tree.make_room()?,
                // What was found so far counts: a search that resumes from here finds a consistent tree.
                Err(reason) => {
                    self.tree.update(before, 0);
                    return Err(reason);
                }
            }
        }
        Ok(self.tree.root_numbers() == Numbers::PROVED)
    }

    fn fits(&self, root: &G::Position, stop: &StopSignal) -> Result<(), LoadError> {
        self.tree.fits(root, stop)
    }

    fn numbers(&self) -> Numbers {
        self.tree.root_numbers()
    }

    fn best_move(&self) -> Option<Move> {
        self.tree.root_move()
    }

    fn harvest(&self, region: &mut Region<'_, G>) {
        self.tree.harvest(region);
    }

    fn known_move(&self, position: &G::Position, proved: bool) -> Option<Move> {
        self.tree.known_move(position, proved)
    }

    fn known(&self, position: &G::Position) -> Option<bool> {
        self.tree.known(position)
    }

    fn stored(&self, root: &G::Position, line: &[Move]) -> Option<Stored> {
        self.tree.stored(root, line)
    }

    fn static_solver(&mut self) -> &mut StaticSolver<'g, G> {
        self.tree.static_solver()
    }

    fn leaf_nodes(&self) -> u64 {
        self.tree.leaf_nodes()
    }

    fn memory(&self) -> usize {
        self.tree.memory()
    }

    fn entries(&self) -> usize {
        self.tree.entries()
    }
}
