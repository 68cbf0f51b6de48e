//! Solution trees of the last squares: a move for one player, all moves of the other, down to the end.

use winproof_rules::Move;

use super::super::PASS;
use super::super::bitboard::{flips, moves};
use super::{Endgame, odd_quarters, promise};

/// A solution tree that is being made.
pub(in crate::othello) struct SolutionTree<'a> {
    /// The least difference in discs that the claimant has to reach.
    pub goal: i32,
    /// Takes the claimant's moves, in the order of a walk through the tree.
    pub moves: &'a mut Vec<Move>,
    /// How many more positions it may have.
    pub room: u32,
}

impl Endgame {
    /// Adds the tree of a position in which the claimant reaches the goal. Returns whether it is complete.
    pub(in crate::othello) fn solve_tree(
        &mut self,
        own: u64,
        enemy: u64,
        claimant_moves: bool,
        tree: &mut SolutionTree<'_>,
    ) -> bool {
        if tree.room == 0 {
            return false;
        }
        tree.room -= 1;
        let empty = self.squares & !(own | enemy);
        let mut open = moves(own, enemy, empty);
        if open == 0 {
            if moves(enemy, own, empty) == 0 {
                let difference = self.difference(own, enemy);
                return tree.goal <= if claimant_moves { difference } else { -difference };
            }
            if claimant_moves {
                tree.moves.push(PASS);
            }
            return self.solve_tree(enemy, own, !claimant_moves, tree);
        }
        if claimant_moves {
            let Some((square, next, other)) = self.keeping_move(own, enemy, open, tree.goal) else {
                return false;
            };
            tree.moves.push(Move(square));
            return self.solve_tree(next, other, false, tree);
        }
        while open != 0 {
            let square = open.trailing_zeros();
            open &= open - 1;
            let turned = flips(own, enemy, square as usize);
            let (next, other) = (enemy ^ turned, own | turned | 1 << square);
            if !self.solve_tree(next, other, true, tree) {
                return false;
            }
        }
        true
    }

    /// Returns a move after which the player to move still reaches the goal, and the board after it. There is
    /// one, so the last candidate is not searched.
    fn keeping_move(
        &mut self,
        own: u64,
        enemy: u64,
        mut open: u64,
        goal: i32,
    ) -> Option<(u32, u64, u64)> {
        let empty = self.squares & !(own | enemy);
        let odd = odd_quarters(empty);
        let mut candidates = [(0, 0, 0, 0); 64];
        let mut count = 0;
        while open != 0 {
            let square = open.trailing_zeros();
            let bit = 1 << square;
            open &= open - 1;
            let turned = flips(own, enemy, square as usize);
            let (next, other) = (enemy ^ turned, own | turned | bit);
            let score = promise(next, other, empty & !bit, bit, bit & odd != 0);
            candidates[count] = (-score, square, next, other);
            count += 1;
        }
        let candidates = &mut candidates[..count];
        candidates.sort_unstable_by_key(|&(score, square, ..)| (score, square));
        let (last, others) = candidates.split_last()?;
        // The opponent must not get more than the negation of the goal.
        let found = others
            .iter()
            .find(|&&(.., next, other)| self.exceeds(next, other, -goal) == Some(false));
        let &(_, square, next, other) = found.unwrap_or(last);
        Some((square, next, other))
    }
}
