//! What needs no search: mates in one (level 1).
//!
//! That an attacker has no check, or a defender no reply, is an end of the game and comes from the rules. Besides, the
//! defender never wins: a failed attack is a draw.

use winproof_rules::{LeafOracle, Move, Outcome, Question};

use super::ShogiBoard;
use super::checks::Look;
use super::guidance::attacker_to_move;

/// Looks for mates in one.
#[derive(Default)]
pub(super) struct MateInOne {
    visited: u64,
    /// What was seen of the position that was asked about last, with the attacker to move.
    last: Option<(ShogiBoard, Look)>,
}

impl LeafOracle<ShogiBoard> for MateInOne {
    #[inline]
    fn decide(&mut self, board: &ShogiBoard, question: Question) -> Option<bool> {
        self.visited += 1;
        let attacker = board.attacker();
        if question.attacker != attacker {
            // In normal form the question is about more than a draw.
            return Some(false);
        }
        if board.to_move() != attacker {
            return None;
        }
        let look = board.look_for_mate();
        self.last = Some((*board, look));
        look.mate.map(|_| question.met_by(Outcome::won_by(attacker)))
    }

    /// That of the game, which would look for the same checks again.
    #[inline]
    fn estimate(&mut self, board: &ShogiBoard, _question: Question) -> Option<(u32, u32)> {
        let (_, look) = self.last.filter(|(last, _)| last == board)?;
        Some(attacker_to_move(look.flight, look.checks))
    }

    fn unfold(&mut self, board: &ShogiBoard, question: Question, _proved: bool) -> Option<Move> {
        if question.attacker == board.attacker() {
            return board.look_for_mate().mate;
        }
        // Any check keeps the defender from winning.
        let mut first = None;
        board.visit_checks(|action| {
            first = Some(action.code());
            true
        });
        first
    }

    fn finish(&mut self, board: &ShogiBoard, question: Question, line: &mut Vec<Move>) -> bool {
        let attacker = board.attacker();
        let wanted = question.is_about_winning() && question.attacker == attacker;
        if wanted && board.to_move() == attacker {
            line.extend(board.look_for_mate().mate);
        }
        !line.is_empty()
    }

    fn is_quick(&self) -> bool {
        true
    }

    fn visited(&self) -> u64 {
        self.visited
    }
}

#[cfg(test)]
mod tests {
    use winproof_rules::{Game, Guidance, Player};

    use super::*;
    use crate::shogi::Shogi;
    use crate::shogi::tests::{moves, positions};

    #[test]
    fn mates_in_one_are_found_and_unfold() {
        let mut oracle = MateInOne::default();
        let mut found = 0;
        for board in positions().filter(|board| Shogi.outcome(board).is_none()) {
            for attacker in [Player::First, Player::Second] {
                let question = Question { attacker, target: 1 };
                let decided = oracle.decide(&board, question);
                if attacker != board.attacker() {
                    assert_eq!(decided, Some(false));
                    continue;
                }
                let won = Some(Outcome::won_by(attacker));
                let mates = |mv: &Move| Shogi.outcome(&Shogi.play(&board, *mv)) == won;
                let mate = moves(&board).into_iter().find(mates);
                assert_eq!(decided, mate.map(|_| true), "{board:?}");
                if decided.is_none() && board.to_move() == attacker {
                    let estimate = Shogi.estimate(&board, question);
                    assert_eq!(oracle.estimate(&board, question), Some(estimate));
                }
                let mut line = Vec::new();
                assert_eq!(oracle.finish(&board, question, &mut line), mate.is_some());
                assert_eq!(line, Vec::from_iter(mate));
                if mate.is_some() {
                    assert_eq!(oracle.unfold(&board, question, true), mate);
                    found += 1;
                }
            }
        }
        assert!(found > 100, "only {found} mates");
        assert!(oracle.visited() > found);
    }
}
