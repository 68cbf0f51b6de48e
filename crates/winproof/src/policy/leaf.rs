//! The numbers that a new leaf starts with.

use winproof_rules::{Game, Move, Question};

use crate::policy::static_solver::StaticSolver;
use crate::settings::LeafNumbers;
use crate::{Numbers, ProofNumber};

impl LeafNumbers {
    /// Returns the numbers of an unsolved leaf. `scratch` is a buffer for its moves.
    #[inline]
    pub fn of<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        question: Question,
        static_solver: &StaticSolver<'_, G>,
        scratch: &mut Vec<Move>,
    ) -> Numbers {
        // By default there is nothing to do, and this is the innermost of all loops.
        if self == LeafNumbers::Unit {
            return Numbers::UNIT;
        }
        self.ask(game, position, question, static_solver, scratch)
    }

    fn ask<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        question: Question,
        static_solver: &StaticSolver<'_, G>,
        scratch: &mut Vec<Move>,
    ) -> Numbers {
        match self {
            LeafNumbers::Unit => Numbers::UNIT,
            LeafNumbers::Moves => {
                let count = ProofNumber::finite(game.move_count(position, scratch));
                if game.to_move(position) == question.attacker {
                    Numbers { pn: ProofNumber::ONE, dn: count }
                } else {
                    Numbers { pn: count, dn: ProofNumber::ONE }
                }
            }
            LeafNumbers::Game => {
                let own = || Some(game.guidance()?.estimate(position, question));
                let estimate = static_solver.estimate(position).or_else(own);
                let Some((proof, disproof)) = estimate else { return Numbers::UNIT };
                // Clamped, so that they are those of an unsolved leaf, whatever it returns.
                let number = |estimate: u32| ProofNumber::finite(estimate.max(1) as usize);
                Numbers { pn: number(proof), dn: number(disproof) }
            }
        }
    }
}
