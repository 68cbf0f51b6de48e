//! Estimates of leaves, and which moves to look at first.
//!
//! *Estimate.* How many moves the attacker needs to kill and the defender to live, each as if the other did not move,
//! from the target's liberties and from the room that it has for eyes.
//!
//! *Order.* Moves that capture, on the target's liberties, and in the middle of the room come first; a pass last.

use winproof_rules::{Guidance, Move, MoveOrdering, Question};

use super::Tsumego;
use super::leaf_oracle::Liberties;
use super::position::TsumegoPosition;

/// The moves that a defender who may get out is from life, at most.
const EXIT: u32 = 2;

impl Tsumego {
    /// How far the target is from death and from life.
    fn distances(&self, position: &TsumegoPosition) -> (u32, u32) {
        let liberties = match self.target_liberties(position) {
            Liberties::Outside => 8,
            Liberties::Points { all, .. } => all.count_ones(),
        };
        let (room, is_closed) = match self.area.enclosure(position) {
            Some(enclosure) => (enclosure.inner.count_ones(), true),
            None => (6, false),
        };
        let death = 1 + room / 2 + liberties / 3;
        let life = if is_closed { 7u32.saturating_sub(room).max(2) } else { EXIT };
        (death, life)
    }
}

impl Guidance<TsumegoPosition> for Tsumego {
    fn estimate(&self, position: &TsumegoPosition, question: Question) -> (u32, u32) {
        let (death, life) = self.distances(position);
        let attacks = position.to_move == self.area.attacker;
        // Who is to move is one move nearer.
        let (death, life) = if attacks { (death, life + 1) } else { (death + 1, life) };
        if question.attacker == self.area.attacker { (death, life) } else { (life, death) }
    }
}

impl MoveOrdering<TsumegoPosition> for Tsumego {
    fn score(&self, position: &TsumegoPosition, mv: Move) -> i32 {
        let Some(number) = self.number(mv) else { return -100 };
        let area = &self.area;
        let empty = position.empty(area);
        let neighbours = area.neighbours(number);
        let mut score = 4 * (neighbours & empty).count_ones() as i32;
        if position.captures(area, number) != 0 {
            score += 20;
        }
        if neighbours & position.target != 0 {
            score += 6;
        }
        score
    }
}
