//! PDS-PN (Winands, Uiterwijk & van den Herik 2002): PDS above, best-first PN search below.
//!
//! A position that is not in the table is not searched by PDS at first but by a PN search, whose tree may
//! have y = x·f(x) nodes when x entries of the table are filled, f as in PN², and at least one expansion. Its
//! root's numbers go into the table. The second level has its own arena, a quarter of the memory, so that a
//! full table leaves room for it; and if it solves its root, the whole solution goes into the table too,
//! where the certificate finds it.

use winproof_rules::Game;

use super::depth_first::DepthFirst;
use super::second_level::SecondLevel;
use super::{Setup, pds};
use crate::settings;

/// A PDS-PN search.
pub fn new<'g, G: Game>(setup: &Setup<'g, G>, settings: &settings::PdsPn) -> DepthFirst<'g, G> {
    let share = setup.memory / 4;
    let second = SecondLevel::new(setup, settings, share);
    pds::above(setup, &settings.common, settings.cost, second, setup.memory - share)
}
