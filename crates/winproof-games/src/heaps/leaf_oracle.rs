//! Decides positions by the theorem of Sprague and Grundy.

use winproof_rules::{Game, LeafOracle, Move, Question};

use super::{HeapGame, HeapSum};

/// Decides every position.
pub(super) struct SumOracle<'g> {
    game: &'g HeapGame,
    visited: u64,
}

impl<'g> SumOracle<'g> {
    pub fn new(game: &'g HeapGame) -> SumOracle<'g> {
        SumOracle { game, visited: 0 }
    }
}

impl LeafOracle<HeapSum> for SumOracle<'_> {
    fn decide(&mut self, heaps: &HeapSum, question: Question) -> Option<bool> {
        if !question.is_about_winning() {
            return None;
        }
        self.visited += 1;
        let mover_wins = self.game.value(heaps) != 0;
        Some(mover_wins == (heaps.to_move == question.attacker))
    }

    fn unfold(&mut self, heaps: &HeapSum, question: Question, _: bool) -> Option<Move> {
        if !question.is_about_winning() {
            return None;
        }
        let mut moves = Vec::new();
        self.game.moves(heaps, &mut moves);
        moves.into_iter().find(|&mv| self.game.value(&self.game.play(heaps, mv)) == 0)
    }

    fn is_quick(&self) -> bool {
        true
    }

    fn visited(&self) -> u64 {
        self.visited
    }
}
