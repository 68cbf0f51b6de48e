//! Proof-number search (Allis 1994; described in Winands et al. 2002, 3.1, and Majerech 2012, 3.1).
//!
//! The leaf to expand is found by walking to the child of least proof number at OR nodes and of least
//! disproof number at AND nodes. Ties go to the left, or to the subtree whose leaf is deepest, which
//! Ishitobi et al. (2015, 3.1) found to save about a tenth of the nodes in Othello. With `epsilon` the walk
//! stays below a node for longer ([`staying`](super::best_first)).

use winproof_rules::{Game, Move, StopSignal};

use super::best_first::{BestFirst, Pause, Selection};
use super::{Setup, Stored};
use crate::certify::Region;
use crate::policy::static_solver::StaticSolver;
use crate::save::LoadError;
use crate::search::Search;
use crate::settings::{self, Ties};
use crate::table::arena::{Node, Role};
use crate::{Control, Numbers, StopReason};

/// How children are compared: by the number that their parent minimises.
pub struct LeastNumber {
    deepest_first: bool,
}

impl LeastNumber {
    /// Returns the rank of a child.
    #[inline]
    pub fn rank(&self, role: Role, node: &Node) -> u64 {
        let number = match role {
            Role::Or => node.numbers.pn,
            Role::And => node.numbers.dn,
        };
        let shallow = if self.deepest_first { !node.deep } else { 0 };
        u64::from(number.bits()) << 32 | u64::from(shallow)
    }

    /// Whether ties are broken by depth.
    pub fn looks_at_depth(&self) -> bool {
        self.deepest_first
    }
}

/// Allis's selection, with ties broken as the parameter says.
pub fn selection(ties: Ties) -> Selection {
    Selection::LeastNumber(LeastNumber { deepest_first: ties == Ties::Deepest })
}

/// A PN search.
pub fn new<'g, G: Game>(setup: &Setup<'g, G>, settings: &settings::Pn) -> BestFirst<'g, G> {
    let settings::Pn { evaluation, ties, epsilon, ref tree } = *settings;
    let mut search = BestFirst::new(setup, tree, selection(ties), evaluation);
    search.stay = Some(epsilon).filter(|&epsilon| epsilon > 0.0);
    search
}

/// The plain best-first search: grows the tree until it is solved, and makes room as often as necessary.
impl<'g, G: Game> Search<'g, G> for BestFirst<'g, G> {
    fn search(
        &mut self,
        position: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<bool, StopReason> {
        self.set_root(position, control);
        loop {
            match self.grow(control, 0, usize::MAX)? {
                Pause::Solved => return Ok(self.root_numbers() == Numbers::PROVED),
                Pause::SaveDue => {
                    let condition = self.condition();
                    control.save(self, condition);
                }
                Pause::Enough | Pause::Full => self.make_room()?,
            }
        }
    }

    fn fits(&self, root: &G::Position, stop: &StopSignal) -> Result<(), LoadError> {
        self.fits(root, stop)
    }

    fn numbers(&self) -> Numbers {
        self.root_numbers()
    }

    fn best_move(&self) -> Option<Move> {
        self.root_move()
    }

    fn harvest(&self, region: &mut Region<'_, G>) {
        self.harvest(region);
    }

    fn known_move(&self, position: &G::Position, proved: bool) -> Option<Move> {
        self.known_move(position, proved)
    }

    fn known(&self, position: &G::Position) -> Option<bool> {
        self.known(position)
    }

    fn stored(&self, root: &G::Position, line: &[Move]) -> Option<Stored> {
        self.stored(root, line)
    }

    fn static_solver(&mut self) -> &mut StaticSolver<'g, G> {
        &mut self.static_solver
    }

    fn leaf_nodes(&self) -> u64 {
        self.leaf_nodes()
    }

    fn memory(&self) -> usize {
        self.memory()
    }

    fn entries(&self) -> usize {
        self.entries()
    }
}
