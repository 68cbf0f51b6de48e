//! What Arimaa knows of positions without a search: who wins within this turn, and whether the defender's
//! turn can prevent a win in the next one.
//!
//! *Level 1* is the goal test: the player to move wins if [`GoalSearch`] finds how.
//!
//! *Level 2* also looks at the defender's turns. If the attacker would win if it were the attacker's turn
//! now, the defender has to do something about it. The steps by which the attacker wins depend on a few
//! squares only ([`relevant`]): a turn that leaves these as they are leaves the win as it is. So of all the
//! thousands of turns only those are tried that touch them, and a step that is the last one is not even
//! made if it does not. Where all such turns fail, the attacker has won.

use winproof_game::{Game, LeafOracle, Move, Player, Question};

use super::board::Board;
use super::goal::{GoalSearch, Line, relevant};
use super::steps::{PASS, Step};
use super::{Arimaa, Turn};

/// Decides positions by looking for goals.
pub(super) struct GoalOracle {
    goals: GoalSearch,
    /// Whether defences are looked for.
    defences: bool,
    /// Keys of positions in which the defender was seen to have none in this turn.
    lost: Vec<u128>,
    /// The steps of the latest defence: they often help against the next attack as well.
    latest: Vec<Move>,
    moves: Vec<Move>,
}

/// Positions that are known to be lost. A turn of the defender seldom has more of them before its last step;
/// ten times as many no longer stay in the cache of a core.
const REMEMBERED: usize = 1 << 14;

/// An attack that works on one board, and on all that do not differ from it on these squares.
#[derive(Clone, Copy)]
struct Attack {
    board: Board,
    squares: u64,
}

impl GoalOracle {
    pub(super) fn new(level: u32) -> GoalOracle {
        GoalOracle {
            goals: GoalSearch::new(),
            defences: level > 1,
            lost: if level > 1 { vec![0; REMEMBERED] } else { Vec::new() },
            latest: Vec::new(),
            moves: Vec::new(),
        }
    }

    fn line(&mut self, turn: &Turn) -> Option<Line> {
        self.goals.find(turn)
    }

    /// The attack that the opponent of the player to move has if the turn ends on this board.
    fn attack(&mut self, board: &Board, attacker: Player) -> Option<Attack> {
        let line = self.goals.find(&Turn::beginning(*board, attacker))?;
        Some(Attack { board: *board, squares: relevant(board, attacker, &line) })
    }

    /// Whether the defender, who is to move and does not win at once, can end the turn so that the attacker
    /// does not win in the next one.
    fn defended(&mut self, turn: &Turn) -> bool {
        let attacker = turn.to_move.opponent();
        // Where the turn must not end yet, it may be that every step spoils something. That is left open.
        let Some(attack) = self.attack(&turn.board, attacker) else { return true };
        if self.latest_helps(turn, attacker) {
            return true;
        }
        let mut line = Vec::new();
        let found = self.seek(turn, attack, &mut line);
        if found {
            self.latest = line;
        }
        found
    }

    fn latest_helps(&mut self, turn: &Turn, attacker: Player) -> bool {
        let mut turn = *turn;
        let latest = std::mem::take(&mut self.latest);
        let mut helps = false;
        for &mv in &latest {
            self.moves.clear();
            Arimaa.moves(&turn, &mut self.moves);
            if !self.moves.contains(&mv) {
                break;
            }
            turn = Arimaa.play(&turn, mv);
            let ended = turn.to_move == attacker;
            if self.attack(&turn.board, attacker).is_none() {
                helps = true;
                break;
            }
            if ended {
                break;
            }
        }
        self.latest = latest;
        helps
    }

    /// Seeks a defence against an attack that works on this board. The attacker has rabbits at the end of any
    /// turn, and the defender has none on goal, since else the defender would win at once. The steps of what is found are left in
    /// `line`.
    fn seek(&mut self, turn: &Turn, attack: Attack, line: &mut Vec<Move>) -> bool {
        let attacker = turn.to_move.opponent();
        let first = self.moves.len();
        Arimaa.moves(turn, &mut self.moves);
        for index in first..self.moves.len() {
            let mv = self.moves[index];
            let step = Step::of(mv);
            // To end the turn here does not help: the attack works on this board.
            if mv == PASS
                || step.count() == turn.left && step.touched(turn.to_move) & attack.squares == 0
            {
                continue;
            }
            let child = Arimaa.play(turn, mv);
            let mut next = attack;
            if child.board.difference(&attack.board) & attack.squares != 0 {
                match self.attack(&child.board, attacker) {
                    Some(found) => next = found,
                    // Every step may be the last one of a turn.
                    None => {
                        line.push(mv);
                        self.moves.truncate(first);
                        return true;
                    }
                }
            }
            if child.to_move == attacker {
                continue;
            }
            let key = Arimaa.key(&child).0;
            let slot = key as usize % REMEMBERED;
            if self.lost[slot] == key {
                continue;
            }
            line.push(mv);
            if self.seek(&child, next, line) {
                self.moves.truncate(first);
                return true;
            }
            line.pop();
            self.lost[slot] = key;
        }
        self.moves.truncate(first);
        false
    }
}

impl LeafOracle<Turn> for GoalOracle {
    fn decide(&mut self, turn: &Turn, question: Question) -> Option<bool> {
        // In normal form the target is a win; others are for none of the outcomes there are.
        if question.target != 1 {
            return None;
        }
        let attacking = turn.to_move == question.attacker;
        if self.line(turn).is_some() {
            return Some(attacking);
        }
        (self.defences && !attacking && !self.defended(turn)).then_some(true)
    }

    fn unfold(&mut self, turn: &Turn, _: Question, _: bool) -> Option<Move> {
        let line = self.line(turn)?;
        // The rabbit is there, or the last one is taken: the turn may end.
        Some(line.steps().next().unwrap_or(PASS))
    }

    fn visited(&self) -> u64 {
        self.goals.visited
    }

    fn memory(&self) -> usize {
        self.goals.memory() + size_of_val(&self.lost[..])
    }
}
