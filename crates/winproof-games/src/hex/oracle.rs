//! What virtual connections decide: who has won already, and where the other one has to play.
//!
//! The player to move wins with a semi connection of the sides, the other one with a full one. If the other one
//! has semi connections only, each is a threat, and whoever is to move has to play into all of them: the
//! *must-play region* is their intersection, and every other move loses.

use winproof_game::{Game, LeafOracle, Move, Player, Question};

use super::bits::Bits;
use super::links::{Goal, Grid, Links};
use super::{Hex, HexBoard};

/// What the connections of both players say of a position.
#[derive(Clone, Copy, Debug)]
enum View<B> {
    /// The player to move wins, beginning with this move, within this carrier.
    Mover { first: u32, carrier: B },
    /// The other player wins within this carrier.
    Other { carrier: B },
    /// Open. Moves outside this region lose.
    Open { region: B },
}

/// Decides positions by the connections of both players.
pub(super) struct Connections<'g, B> {
    game: &'g Hex,
    grid: &'g Grid<B>,
    links: Links<'g, B>,
    /// What was found lately. A child is looked at when it is made and again when it is expanded.
    cache: Vec<Option<(HexBoard, View<B>)>>,
    visited: u64,
}

/// Places for views that were found lately: enough for the children of the nodes on a path.
const CACHE: usize = 1 << 12;

impl<'g, B: Bits> Connections<'g, B> {
    pub fn new(game: &'g Hex, grid: &'g Grid<B>) -> Connections<'g, B> {
        let cache = vec![None; CACHE];
        Connections { game, grid, links: Links::new(grid), cache, visited: 0 }
    }

    fn view(&mut self, board: &HexBoard) -> View<B> {
        let key = self.game.key(board).0;
        let place = ((key ^ key >> 61) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let place = place as usize % CACHE;
        if let Some((known, view)) = &self.cache[place]
            && known == board
        {
            return *view;
        }
        let view = self.look(board);
        self.cache[place] = Some((*board, view));
        view
    }

    fn look(&mut self, board: &HexBoard) -> View<B> {
        self.visited += 1;
        let mover = board.to_move;
        let stones = |player: Player| B::from_wide(board.stones_of(player));
        let empty = B::from_wide(self.game.empty(board));
        let sides = self.grid.shape.sides;
        self.links.search(stones(mover), empty, sides[mover as usize], Goal::Semi);
        let smallest = self.links.threats().iter().min_by_key(|threat| threat.0.count());
        if let Some(&(carrier, first)) = smallest {
            return View::Mover { first, carrier };
        }
        let other = mover.opponent();
        self.links.search(stones(other), empty, sides[other as usize], Goal::Full);
        if let Some(carrier) = self.links.joined() {
            return View::Other { carrier };
        }
        let threats = self.links.threats().iter();
        View::Open { region: threats.fold(empty, |region, threat| region & threat.0) }
    }
}

impl<B: Bits> LeafOracle<HexBoard> for Connections<'_, B> {
    fn decide(&mut self, board: &HexBoard, question: Question) -> Option<bool> {
        if self.game.may_swap(board) {
            return None;
        }
        let attacker_moves = board.to_move == question.attacker;
        match self.view(board) {
            View::Mover { .. } => Some(attacker_moves),
            View::Other { .. } => Some(!attacker_moves),
            View::Open { .. } => None,
        }
    }

    fn unfold(&mut self, board: &HexBoard, _: Question, _: bool) -> Option<Move> {
        match self.view(board) {
            View::Mover { first, .. } => Some(Move(first)),
            _ => None,
        }
    }

    fn prune(&mut self, board: &HexBoard, _: Question, moves: &mut Vec<Move>) {
        if self.game.may_swap(board) {
            return;
        }
        if let View::Open { region } = self.view(board) {
            let region = region.to_wide();
            moves.retain(|mv| region.has(mv.0));
        }
    }

    fn estimate(&mut self, board: &HexBoard, question: Question) -> Option<(u32, u32)> {
        let View::Open { region } = self.view(board) else { return None };
        // The one to move has to find one move, the other one has to answer all of the region.
        let (one, all) = (1, region.count());
        Some(if board.to_move == question.attacker { (one, all) } else { (all, one) })
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn memory(&self) -> usize {
        self.cache.len() * size_of::<Option<(HexBoard, View<B>)>>()
    }
}
