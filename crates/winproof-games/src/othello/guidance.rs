//! The guidance of the game for df-pn+: how far a position is from a proof and from a disproof, by its
//! evaluation (Nagai & Imai 1999, section 4).
//!
//! h is a sigmoid of the evaluation x for each number of discs, B / (1 + e^(-x/C)) + 1: for the player to move
//! it falls with x, for the other one it rises. B and C were fitted to solved problems in four ways, between
//! which the parameter `h` chooses. The paper prefers doubling and smoothing together; with our games doubling
//! alone takes a fifth fewer nodes (experiments/nagai-imai-1999), so that is the default. The paper asks who
//! wins; for other targets x is the evaluation minus the difference that separates reached from missed.
//!
//! Only the board of eight rows has an evaluation.

use std::sync::OnceLock;

use winproof_rules::{Guidance, Question};

use super::evaluation::Evaluation;
use super::weights::{FITS, STAGES, UNITS, stage};
use super::{Othello, OthelloBoard};

/// The ways to fit h, as the parameter `h` names them.
pub const FIT_NAMES: [&str; FITS] = ["naive", "doubling", "smoothing", "both"];

/// Evaluations to each side of 0 that tables go to, in steps; beyond, h hardly changes.
const REACH: i32 = 160;
/// Units of the evaluation to a step: half a disc.
const STEP: i32 = UNITS as i32 / 2;
/// The most that an estimate can be: far extrapolations must not drown what is counted.
const MOST: f64 = 10_000.0;

/// The numbers of the player to move and of the other one, by stage and evaluation.
type Table = Vec<[(u32, u32); 2 * REACH as usize + 1]>;

/// The table of one way to fit h.
fn table(fit: usize) -> &'static Table {
    static TABLES: [OnceLock<Table>; FITS] = [const { OnceLock::new() }; FITS];
    TABLES[fit].get_or_init(|| {
        let curves = &Evaluation::shipped().weights().curves[fit];
        let at = |stage: usize| {
            std::array::from_fn(|step| {
                let x = f64::from((step as i32 - REACH) * STEP) / UNITS;
                let number = |value: f64| value.round().min(MOST) as u32;
                (number(curves[stage].phi.at(x)), number(curves[stage].delta.at(x)))
            })
        };
        (0..STAGES).map(at).collect()
    })
}

/// The difference in discs, seen by the attacker, between the greatest that misses the target and the least
/// that reaches it. Differences are even.
fn boundary(target: i32) -> i32 {
    if target % 2 == 0 { target - 1 } else { target }
}

impl Guidance<OthelloBoard> for Othello {
    #[inline]
    fn estimate(&self, board: &OthelloBoard, question: Question) -> (u32, u32) {
        let OthelloBoard { own, enemy, to_move, .. } = *board;
        let attacking = to_move == question.attacker;
        let boundary = boundary(question.target) * UNITS as i32;
        let expected = Evaluation::shipped().evaluate(own, enemy);
        let x = if attacking { expected - boundary } else { expected + boundary };
        let step = (x / STEP).clamp(-REACH, REACH) + REACH;
        let (mover, other) = table(self.h)[stage((own | enemy).count_ones())][step as usize];
        if attacking { (mover, other) } else { (other, mover) }
    }
}

#[cfg(test)]
mod tests {
    use winproof_rules::{Game, Notation, Player};

    use super::*;
    use crate::GameSpec;
    use crate::othello::bitboard::Symmetry;

    #[test]
    fn boundaries_lie_between_what_misses_and_what_reaches() {
        assert_eq!([-2, -1, 0, 1, 2, 3, 4].map(boundary), [-3, -1, -1, 1, 1, 3, 3]);
    }

    /// A board on which Black has nearly everything, with the turn of either player.
    fn one_sided() -> [OthelloBoard; 2] {
        let discs = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOXXXX---OXX----";
        ["X", "O"].map(|mover| Othello::default().parse(&format!("{discs} {mover}")).unwrap())
    }

    #[test]
    fn who_is_ahead_is_nearer_to_what_he_wants() {
        for name in FIT_NAMES {
            let spec: GameSpec = format!("othello:h={name}").parse().unwrap();
            let game = Othello::new(spec.settings());
            let guidance = game.guidance().unwrap();
            for board in one_sided() {
                let ask =
                    |attacker, target| guidance.estimate(&board, Question { attacker, target });
                let (proof, disproof) = ask(Player::First, 1);
                assert!(proof < disproof, "{name}: {proof} {disproof}");
                assert_eq!(ask(Player::Second, 0), (disproof, proof), "{name}");
                // More is harder to reach.
                assert!(ask(Player::First, 64).0 >= ask(Player::First, -60).0);
            }
        }
    }

    #[test]
    fn the_evaluation_sees_who_is_ahead_from_all_sides_alike() {
        let evaluation = Evaluation::shipped();
        let [black, white] = one_sided();
        let value = evaluation.evaluate(black.own, black.enemy);
        assert!(value > 20 * UNITS as i32, "{value}");
        assert!(evaluation.evaluate(white.own, white.enemy) < -20 * UNITS as i32);
        for symmetry in Symmetry::ALL {
            let [own, enemy] = [black.own, black.enemy].map(|it| symmetry.apply(it, 8));
            assert_eq!(evaluation.evaluate(own, enemy), value);
        }
    }

    #[test]
    fn small_boards_have_no_estimates() {
        let spec: GameSpec = "othello:size=6".parse().unwrap();
        assert!(Othello::new(spec.settings()).guidance().is_none());
    }
}
