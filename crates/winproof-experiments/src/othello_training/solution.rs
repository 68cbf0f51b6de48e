//! How much a solution takes: the threshold at the root that is enough to find it (Nagai & Imai 1999,
//! section 4).
//!
//! A search that knew the solution would still have unsolved positions besides the one that it is searching.
//! Let every one of them count 1. A position of the claimant, the prover, needs what the position after the
//! solving move needs. A position of the other player with k unsolved children begins with k, and while it
//! works on one of them the others that are not done yet count 1 each; if those that need least come first,
//! it needs the greatest of (what the j-th needs) + k - j. Nothing needs less than 1. The greatest number
//! that the root has on the way is what it needs, and any threshold above that is sufficient.

use std::collections::HashMap;

use winproof_certificate::{Claim, RecordSet};
use winproof_rules::{Encoding, Game, Move, Question};

/// A solution of a problem.
pub struct Solution<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The question.
    pub question: Question,
    /// Whether the answer is yes.
    pub proved: bool,
    /// The certificate of it.
    pub records: &'a RecordSet,
}

impl<G: Encoding> Solution<'_, G> {
    /// What a position of the solution needs.
    pub fn need(&self, root: &G::Position) -> u32 {
        self.of(root, &mut HashMap::new())
    }

    fn of(&self, position: &G::Position, known: &mut HashMap<Vec<u8>, u32>) -> u32 {
        if self.question.settled(self.game, position).is_some() {
            return 0;
        }
        let mut bytes = Vec::new();
        self.game.encode(position, &mut bytes);
        if let Some(&need) = known.get(&bytes) {
            return need;
        }
        let claim = self.records.find(&bytes).map(|record| record.claim);
        let need = match claim {
            Some(Claim::Move(mv)) => self.of(&self.game.play(position, mv), known).max(1),
            Some(Claim::All) => {
                let children = self.children(position);
                combined(children.iter().map(|child| self.of(child, known)).collect())
            }
            Some(Claim::Minimax(_) | Claim::Solution) => {
                self.small(position).expect("what a certificate says is true")
            }
            Some(Claim::Dominates | Claim::Threats | Claim::Replies | Claim::Evidence) | None => {
                unreachable!(
                    "a certificate of Othello has plain records for all that it depends on"
                )
            }
        };
        known.insert(bytes, need);
        need
    }

    /// What a small position needs, if its verdict is the same, with the first solving move.
    fn small(&self, position: &G::Position) -> Option<u32> {
        if let Some(met) = self.question.settled(self.game, position) {
            return (met == self.proved).then_some(0);
        }
        let children = self.children(position);
        let attacker = self.game.to_move(position) == self.question.attacker;
        if attacker == self.proved {
            return children.iter().find_map(|child| self.small(child)).map(|need| need.max(1));
        }
        let needs: Option<Vec<u32>> = children.iter().map(|child| self.small(child)).collect();
        needs.map(combined)
    }

    fn children(&self, position: &G::Position) -> Vec<G::Position> {
        let mut moves: Vec<Move> = Vec::new();
        self.game.moves(position, &mut moves);
        moves.into_iter().map(|mv| self.game.play(position, mv)).collect()
    }
}

/// What a position needs all of whose children have to be solved.
fn combined(mut needs: Vec<u32>) -> u32 {
    needs.retain(|&need| need > 0);
    needs.sort_unstable();
    let count = needs.len();
    let steps = needs.iter().enumerate().map(|(done, need)| need + (count - 1 - done) as u32);
    steps.max().unwrap_or(1).max(1)
}

#[cfg(test)]
mod tests {
    use winproof::{Algorithm, Config, Limits, Silent, Solver, Verdict};
    use winproof_games::TicTacToe;
    use winproof_rules::{Notation, Player};

    use super::*;

    #[test]
    fn children_that_need_least_come_first() {
        assert_eq!(combined(vec![]), 1);
        assert_eq!(combined(vec![0, 0]), 1);
        assert_eq!(combined(vec![1, 1, 1]), 3);
        assert_eq!(combined(vec![5, 1, 0, 1]), 5);
        assert_eq!(combined(vec![3, 3]), 4);
    }

    #[test]
    fn needs_of_small_solutions() {
        for (board, target, proved, need) in [
            // X wins at once.
            ("XX./OO./...", 1, true, 1),
            // O to move has four replies to two threats, each of which X answers by winning.
            ("X.X/.O./X.O", 1, true, 4),
            // X to move has three replies to two threats.
            ("O.O/X../OXX", 1, false, 3),
        ] {
            let position = TicTacToe.parse(board).unwrap();
            let question = Question { attacker: Player::First, target };
            let mut solver = Solver::new(&TicTacToe, question, &Config::new(Algorithm::DfPn));
            let answer = solver.solve_with(&position, &Limits::default(), &mut Silent);
            assert_eq!(answer.verdict == Verdict::Proved, proved, "{board}");
            let records =
                solver.certify(&position, proved, &Limits::default(), &mut Silent).unwrap();
            let solution = Solution { game: &TicTacToe, question, proved, records: &records };
            assert_eq!(solution.need(&position), need, "{board}");
        }
    }
}
