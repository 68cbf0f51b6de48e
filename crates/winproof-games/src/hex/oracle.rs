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
    Mover { first: Option<u32>, carrier: B },
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
    pub fn new(game: &'g Hex, grid: &'g Grid<B>, level: u32) -> Connections<'g, B> {
        let cache = vec![None; CACHE];
        Connections { game, grid, links: Links::new(grid, level as usize), cache, visited: 0 }
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
        let shape = &self.grid.shape;
        let sides = shape.sides;
        let filled = self.grid.inferior.fill(board.stones.map(B::from_wide), shape.board);
        let empty = shape.board & !(filled.stones[0] | filled.stones[1]);
        let stones = |player: Player| filled.stones[player as usize];
        let captured = |player: Player| filled.captured[player as usize];
        for player in [mover, mover.opponent()] {
            if shape.joined(stones(player), sides[player as usize]) {
                return match player == mover {
                    true => View::Mover { first: None, carrier: captured(player) },
                    false => View::Other { carrier: captured(player) },
                };
            }
        }
        self.links.search(stones(mover), empty, sides[mover as usize], Goal::Semi);
        let smallest = self.links.threats().iter().min_by_key(|threat| threat.0.count());
        if let Some(&(carrier, first)) = smallest {
            return View::Mover { first: Some(first), carrier: carrier | captured(mover) };
        }
        let other = mover.opponent();
        self.links.search(stones(other), empty, sides[other as usize], Goal::Full);
        if let Some(carrier) = self.links.joined() {
            return View::Other { carrier: carrier | captured(other) };
        }
        let threats = self.links.threats().iter();
        let region = threats.clone().fold(empty, |region, threat| region & threat.0);
        if region.is_empty() {
            let carrier = threats.fold(captured(other), |carrier, threat| carrier | threat.0);
            return View::Other { carrier };
        }
        View::Open { region }
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
            View::Mover { first, .. } => first.map(Move),
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

    fn weaken(&mut self, board: &HexBoard, _: Question) -> Option<HexBoard> {
        let mover = board.to_move;
        let (player, carrier) = match self.view(board) {
            View::Mover { carrier, .. } => (mover, carrier),
            View::Other { carrier } => (mover.opponent(), carrier),
            View::Open { .. } => return None,
        };
        let empty = carrier.to_wide() & self.game.empty(board);
        Some(self.game.reduced(player, board.stones_of(player), empty, mover))
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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::hex::tests::{all_boards, game, random_boards, winner};

    /// Compares what is decided, unfolded and pruned with the truth. Answers whether something was decided.
    fn is_right(
        game: &Hex,
        board: &HexBoard,
        oracle: &mut dyn LeafOracle<HexBoard>,
        known: &mut HashMap<HexBoard, Player>,
    ) -> bool {
        let truth = winner(game, board, known);
        let text = || winproof_game::Notation::format(game, board);
        let mut decided = false;
        for attacker in [Player::First, Player::Second] {
            let question = Question { attacker, target: 1 };
            let proved = oracle.decide(board, question);
            decided = proved.is_some();
            if let Some(proved) = proved {
                assert_eq!(proved, truth == attacker, "{}", text());
                if truth == board.to_move
                    && let Some(mv) = oracle.unfold(board, question, proved)
                {
                    let after = game.play(board, mv);
                    assert_eq!(winner(game, &after, known), truth, "{} {mv:?}", text());
                }
            }
            let mut moves = Vec::new();
            game.moves(board, &mut moves);
            oracle.prune(board, question, &mut moves);
            let wins = |mv: Move| winner(game, &game.play(board, mv), known) == board.to_move;
            assert_eq!(moves.into_iter().any(wins), truth == board.to_move, "{}", text());
        }
        decided
    }

    #[test]
    fn connections_are_right_on_all_small_boards() {
        for size in [2, 3] {
            let game = game(size, &[]);
            let mut known = HashMap::new();
            for level in [1, 6] {
                let mut oracle = game.leaf_oracle(level).unwrap();
                let boards: Vec<_> = all_boards(&game).collect();
                let decided = boards
                    .iter()
                    .filter(|board| is_right(&game, board, oracle.as_mut(), &mut known))
                    .count();
                println!("{size}: {decided} of {} decided", boards.len());
                assert!(decided * 10 > boards.len() * 9);
            }
        }
    }

    #[test]
    fn connections_are_right_on_larger_boards() {
        let game = game(4, &[]);
        let mut known = HashMap::new();
        let mut oracle = game.leaf_oracle(6).unwrap();
        let boards = random_boards(&game, 600);
        let open = boards.filter(|board| game.outcome(board).is_none());
        let [mut all, mut decided] = [0, 0];
        for board in open.filter(|board| game.empty(board).count() <= 12) {
            all += 1;
            decided += usize::from(is_right(&game, &board, oracle.as_mut(), &mut known));
        }
        println!("{decided} of {all} decided");
        assert!(decided * 10 > all * 9);
    }
}
