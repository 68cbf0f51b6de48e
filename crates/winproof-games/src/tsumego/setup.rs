//! A problem as it is written down: the whole board, and what is marked on it.

use winproof_rules::Player;

use crate::go::{Board, Point, PointSet};

/// A problem as it is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setup {
    pub board: Board,
    /// The empty points that can be played on.
    pub region: PointSet,
    /// Empty points outside the region that are liberties of both players, and not of the attacker alone.
    pub open: PointSet,
    /// The stones that the attacker wants to capture.
    pub target: PointSet,
    pub attacker: Player,
    pub to_move: Player,
    /// How many of the last moves were passes: two end the game.
    pub passes: u8,
    /// Where the rule of ko forbids to play.
    pub ko: Option<Point>,
}

impl Setup {
    /// Whether the chain of a stone has no liberty outside the region, where nobody plays.
    pub fn can_be_captured(&self, stone: Point) -> bool {
        let Some(chain) = self.board.chain(stone) else { return false };
        let outside = *chain.liberties() - self.region;
        if self.board.at(stone).player() == Some(self.attacker) {
            outside.is_empty()
        } else {
            !outside.meets(&self.open)
        }
    }
}
