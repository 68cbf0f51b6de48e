//! The leaf oracle of Arimaa: decides who wins within this turn, and whether the defender's turn can prevent
//! a win in the next one.
//!
//! *Level 1* is the goal test: the player to move wins if [`GoalSearch`] finds how.
//!
//! *Level 2* also looks at the defender's turns. If the attacker would win if it were the attacker's turn
//! now, the defender must prevent that. The steps by which the attacker wins depend on a few squares only
//! ([`relevant`]): a turn that leaves these as they are leaves the win as it is. So of all the thousands of
//! turns only those are tried that touch them, and a last step that does not is not even made. Where all such
//! turns fail, the attacker has won.
//!
//! Independent steps can be made in either order. When all that begins with one of them has been tried, it
//! need not be tried after the other ("sleep sets", P. Godefroid 1996). The steps that touch something come
//! first, so that all others are left with what they make possible.

use winproof_rules::{Game, Guidance, LeafOracle, Move, Player, Question};

use super::board::{Board, wider};
use super::goal::{GoalSearch, Line, relevant};
use super::steps::{PASS, Step};
use super::{Arimaa, Turn};

/// Decides positions by looking for goals.
pub(super) struct GoalOracle {
    goals: GoalSearch,
    /// The win that was found last, and where: when it is unfolded, its positions are asked about one after
    /// the other.
    plan: Option<(Turn, Line)>,
    /// Whether defences are looked for.
    defences: bool,
    /// Keys of positions in which the defender was seen to have none in this turn.
    lost: Vec<u128>,
    /// Keys of positions that could not be decided: a search comes back to them.
    open: Vec<u128>,
    /// Of each of these how much farther a proof is than it looks.
    farther: Vec<u8>,
    /// The same for the position that was asked about last.
    last: (u128, u8),
    /// The steps of the latest defences, the last one first: they often help against the next attack as well.
    latest: Vec<Vec<Move>>,
    moves: Vec<Move>,
    replies: Vec<Reply>,
    asleep: Vec<Tried>,
}

/// Positions that are known to be lost, and those that are left open. A turn of the defender seldom has more
/// of them before its last step; ten times as many no longer stay in the cache of a core.
const REMEMBERED: usize = 1 << 14;

/// Defences that are tried before a search for others.
const LATEST: usize = 4;

/// How much farther a proof is than it looks if the attacker does not threaten a goal in the next turn: all of the
/// attacker's turns are tried before any of those. Of 230 positions that are not won in two turns, with 10,000
/// expansions each, 74 are proved with 16, 82 with 64, 83 with 256 and 82 with 1,024.
const UNTHREATENED: u8 = 64;

/// The same where there is such a threat and the defender can meet it with so many steps: the more it takes
/// the fewer turns do. A win in two turns is still found first. With 4, 8 or 16 for all of them the three
/// positions of the thesis that are won in more turns need 37,493 expansions or more, with this 11,540.
fn threatened(steps: u8) -> u8 {
    16 >> steps
}

/// An attack that works on one board, and on all that do not differ from it on these squares.
#[derive(Clone, Copy)]
struct Attack {
    board: Board,
    squares: u64,
}

/// A step of the defender after which the turn continues, and the attack that works after it.
#[derive(Clone, Copy)]
struct Reply {
    mv: Move,
    touched: u64,
    attack: Attack,
    /// Whether it touches the attack before it.
    urgent: bool,
}

/// A step that is known not to help, even with others after it.
#[derive(Clone, Copy)]
struct Tried {
    mv: Move,
    touched: u64,
}

impl GoalOracle {
    pub(super) fn new(level: u32) -> GoalOracle {
        let room = if level > 1 { REMEMBERED } else { 0 };
        GoalOracle {
            goals: GoalSearch::new(),
            plan: None,
            defences: level > 1,
            lost: vec![0; room],
            open: vec![0; room],
            farther: vec![0; room],
            last: (0, UNTHREATENED),
            latest: Vec::new(),
            moves: Vec::new(),
            replies: Vec::new(),
            asleep: Vec::new(),
        }
    }

    /// The steps by which the player to move wins within this turn, if there are any.
    fn line(&mut self, turn: &Turn) -> Option<Line> {
        if let Some((at, line)) = &self.plan
            && at == turn
        {
            return Some(*line);
        }
        let line = self.goals.find(turn)?;
        self.plan = Some((*turn, line));
        Some(line)
    }

    /// The attack that the opponent of the player to move has if the turn ends on this board.
    fn attack(&mut self, board: &Board, attacker: Player) -> Option<Attack> {
        let line = self.goals.find(&Turn::beginning(*board, attacker))?;
        Some(Attack { board: *board, squares: relevant(board, attacker, &line) })
    }

    /// Whether the defender, who is to move and does not win at once, can end the turn so that the attacker
    /// does not win in the next one.
    fn defended(&mut self, turn: &Turn) -> bool {
        let key = Arimaa::STANDARD.key(turn).0;
        let slot = key as usize % REMEMBERED;
        if self.open[slot] == key {
            self.last = (key, self.farther[slot]);
            return true;
        }
        self.last = (key, UNTHREATENED);
        let attacker = turn.to_move.opponent();
        // Where the turn must not end yet, it may be that every step spoils something. That is left open.
        let Some(attack) = self.attack(&turn.board, attacker) else { return true };
        let defended = self.latest_help(turn, attacker) || self.finds_defence(turn, attack);
        if defended {
            let steps = self.latest[0].iter().map(|&mv| Step::of(mv).count()).sum();
            self.last = (key, threatened(steps));
            (self.open[slot], self.farther[slot]) = self.last;
        }
        defended
    }

    fn finds_defence(&mut self, turn: &Turn, attack: Attack) -> bool {
        let mut line = Vec::new();
        let found = self.seek(turn, attack, 0, &mut line);
        if found {
            self.latest.truncate(LATEST - 1);
            self.latest.insert(0, line);
        }
        self.moves.clear();
        self.replies.clear();
        self.asleep.clear();
        found
    }

    fn latest_help(&mut self, turn: &Turn, attacker: Player) -> bool {
        for place in 0..self.latest.len() {
            if let Some(after) = self.played(turn, place)
                && self.attack(&after.board, attacker).is_none()
            {
                self.latest[..=place].rotate_right(1);
                return true;
            }
        }
        false
    }

    /// Returns the result of the steps of an earlier defence, if they can be made.
    fn played(&mut self, turn: &Turn, place: usize) -> Option<Turn> {
        let mut after = *turn;
        for &mv in &self.latest[place] {
            if after.to_move != turn.to_move
                || !Arimaa::STANDARD.is_legal(&after, mv, &mut self.moves)
            {
                return None;
            }
            after = Arimaa::STANDARD.play(&after, mv);
        }
        Some(after)
    }

    /// Seeks a defence against an attack that works on this board. The attacker has rabbits at the end of any
    /// turn, and the defender has none on goal, because otherwise the defender would win at once. The steps
    /// of what is found are left in `line`. What is asleep from a place on does not help here.
    fn seek(&mut self, turn: &Turn, attack: Attack, asleep: usize, line: &mut Vec<Move>) -> bool {
        let (moves, replies) = (self.moves.len(), self.replies.len());
        if let Some(mv) = self.helps_at_once(turn, attack, asleep) {
            line.push(mv);
            return true;
        }
        for urgent in [true, false] {
            for index in replies..self.replies.len() {
                let Reply { mv, touched, attack, urgent: of_this } = self.replies[index];
                if of_this != urgent {
                    continue;
                }
                let child = Arimaa::STANDARD.play(turn, mv);
                let key = Arimaa::STANDARD.key(&child).0;
                let slot = key as usize % REMEMBERED;
                if self.lost[slot] != key {
                    let tried = self.asleep.len();
                    let near = wider(touched);
                    for place in asleep..tried {
                        if self.asleep[place].touched & near == 0 {
                            self.asleep.push(self.asleep[place]);
                        }
                    }
                    line.push(mv);
                    if self.seek(&child, attack, tried, line) {
                        return true;
                    }
                    line.pop();
                    self.asleep.truncate(tried);
                    self.lost[slot] = key;
                }
                self.asleep.push(Tried { mv, touched });
            }
        }
        self.moves.truncate(moves);
        self.replies.truncate(replies);
        false
    }

    /// A move after which the attacker has no win if the turn ends, which it may after every step. The others
    /// are left in `replies`.
    fn helps_at_once(&mut self, turn: &Turn, attack: Attack, asleep: usize) -> Option<Move> {
        let attacker = turn.to_move.opponent();
        let first = self.moves.len();
        Arimaa::STANDARD.moves(turn, &mut self.moves);
        for index in first..self.moves.len() {
            let mv = self.moves[index];
            // To end the turn here does not help: the attack works on this board.
            if mv == PASS || self.asleep[asleep..].iter().any(|tried| tried.mv == mv) {
                continue;
            }
            let step = Step::of(mv);
            let touched = step.touched();
            let urgent = touched & attack.squares != 0;
            let last = step.count() == turn.left;
            if last && !urgent {
                continue;
            }
            let child = Arimaa::STANDARD.play(turn, mv);
            let mut next = attack;
            if urgent && child.board.difference(&attack.board) & attack.squares != 0 {
                match self.attack(&child.board, attacker) {
                    Some(found) => next = found,
                    None => return Some(mv),
                }
            }
            if !last {
                self.replies.push(Reply { mv, touched, attack: next, urgent });
            }
        }
        None
    }
}

impl LeafOracle<Turn> for GoalOracle {
    fn decide(&mut self, turn: &Turn, question: Question) -> Option<bool> {
        if !question.is_about_winning() {
            return None;
        }
        let attacking = turn.to_move == question.attacker;
        if self.line(turn).is_some() {
            return Some(attacking);
        }
        (self.defences && !attacking && !self.defended(turn)).then_some(true)
    }

    fn unfold(&mut self, turn: &Turn, _: Question, _: bool) -> Option<Move> {
        let mut line = self.line(turn)?;
        // The rabbit is there, or the last one is taken: the turn may end.
        let mv = line.take_step().unwrap_or(PASS);
        let next = Arimaa::STANDARD.play(turn, mv);
        self.plan = (next.to_move == turn.to_move).then_some((next, line));
        Some(mv)
    }

    fn finish(&mut self, turn: &Turn, question: Question, line: &mut Vec<Move>) -> bool {
        if !question.is_about_winning() {
            return false;
        }
        let Some(found) = self.goals.find(turn) else { return false };
        line.extend(found.steps());
        let made: u8 = line.iter().map(|&mv| Step::of(mv).count()).sum();
        if made < turn.left {
            line.push(PASS);
        }
        true
    }

    /// The game's own estimate, except for positions in which the defender has a defence, or needs none.
    fn estimate(&mut self, turn: &Turn, question: Question) -> Option<(u32, u32)> {
        let (proof, disproof) = Arimaa::STANDARD.estimate(turn, question);
        if !self.defences || turn.to_move == question.attacker {
            return Some((proof, disproof));
        }
        let (key, farther) = self.last;
        let farther = if key == Arimaa::STANDARD.key(turn).0 { farther } else { UNTHREATENED };
        Some((u32::from(farther) * proof, disproof))
    }

    fn visited(&self) -> u64 {
        self.goals.visited
    }

    fn memory(&self) -> usize {
        self.goals.memory()
            + size_of_val(&self.lost[..])
            + size_of_val(&self.open[..])
            + size_of_val(&self.farther[..])
    }
}
