//! Steps: single ones, pushes and pulls as one, and the end of a turn.

use winproof_rules::{Move, Player};

use super::Turn;
use super::board::{
    Board, RABBIT, Relations, TRAPS, around, backward, beside, goal_row, neighbour, squares,
};

/// What a move is. Pushes and pulls are two steps of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The turn ends.
    Pass,
    /// A piece goes to the neighbouring square.
    Single { from: u32, direction: u32 },
    /// The enemy to which `direction` points goes one square in the direction `other`, and the piece
    /// follows it.
    Push { from: u32, direction: u32, other: u32 },
    /// The piece goes in a direction, and the enemy who stood beside it in the direction `other` follows.
    Pull { from: u32, direction: u32, other: u32 },
}

pub(super) const PASS: Move = Move(3 << 10);

const SINGLE: u32 = 0;
const PUSH: u32 = 1;
const PULL: u32 = 2;

#[inline]
fn code(kind: u32, from: u32, direction: u32, other: u32) -> Move {
    Move(from | direction << 6 | other << 8 | kind << 10)
}

impl Step {
    #[inline]
    pub(super) fn of(mv: Move) -> Step {
        let (from, direction, other) = (mv.0 & 63, mv.0 >> 6 & 3, mv.0 >> 8 & 3);
        match mv.0 >> 10 & 3 {
            SINGLE => Step::Single { from, direction },
            PUSH => Step::Push { from, direction, other },
            PULL => Step::Pull { from, direction, other },
            _ => Step::Pass,
        }
    }

    /// Does the same for an untrusted code: `None` if it is another way to write a step.
    #[inline]
    pub(super) fn checked(mv: Move) -> Option<Step> {
        let step = Step::of(mv);
        let canonical = match step {
            Step::Pass => PASS,
            Step::Single { from, direction } => code(SINGLE, from, direction, 0),
            Step::Push { from, direction, other } => code(PUSH, from, direction, other),
            Step::Pull { from, direction, other } => code(PULL, from, direction, other),
        };
        (canonical == mv).then_some(step)
    }

    /// How many steps of the rules it takes; none to end a turn.
    #[inline]
    pub(super) fn count(self) -> u8 {
        match self {
            Step::Pass => 0,
            Step::Single { .. } => 1,
            Step::Push { .. } | Step::Pull { .. } => 2,
        }
    }

    /// Returns whether a rabbit of the mover goes ahead, which cannot be undone.
    #[inline]
    pub(super) fn advances_rabbit(self, board: &Board, player: Player) -> bool {
        match self {
            Step::Single { from, direction } => {
                direction == backward(player) ^ 2 && board.kind(from) == RABBIT
            }
            _ => false,
        }
    }

    /// The pieces that move, in their order: the player, and from where to where.
    #[inline]
    pub(super) fn slides(self, player: Player) -> impl Iterator<Item = (Player, u32, u32)> {
        let enemy = player.opponent();
        let pair = match self {
            Step::Pass => [None, None],
            Step::Single { from, direction } => {
                [Some((player, from, neighbour(from, direction))), None]
            }
            Step::Push { from, direction, other } => {
                let middle = neighbour(from, direction);
                [Some((enemy, middle, neighbour(middle, other))), Some((player, from, middle))]
            }
            Step::Pull { from, direction, other } => [
                Some((player, from, neighbour(from, direction))),
                Some((enemy, neighbour(from, other), from)),
            ],
        };
        pair.into_iter().flatten()
    }

    /// Returns whether a player can make the step with so many left. Turns that would come back are not
    /// detected.
    ///
    /// The result is the same as whether [`append_all`] lists the step, but only the pieces that move are
    /// examined.
    #[inline]
    pub(super) fn is_possible(self, board: &Board, player: Player, left: u8) -> bool {
        let empty = !board.occupied();
        let steps = |from: u32, direction: u32| {
            let back = direction == backward(player) && board.kind(from) == RABBIT;
            beside(empty, direction) >> from & 1 == 1 && !back
        };
        let preys = |from: u32, direction: u32| {
            beside(board.weaker_enemies(player, board.kind(from)), direction) >> from & 1 == 1
        };
        let (from, able) = match self {
            Step::Pass => return false,
            Step::Single { from, direction } => (from, steps(from, direction)),
            Step::Push { from, direction, other } => {
                let room = beside(beside(empty, other), direction) >> from & 1 == 1;
                (from, room && preys(from, direction))
            }
            Step::Pull { from, direction, other } => {
                (from, steps(from, direction) && preys(from, other))
            }
        };
        able && self.count() <= left && board.is_free(player, from)
    }

    /// The squares of the pieces that move, before and after.
    #[inline]
    fn moved(self) -> u64 {
        match self {
            Step::Pass => 0,
            Step::Single { from, direction } => 1 << from | 1 << neighbour(from, direction),
            Step::Push { from, direction, other } => {
                let middle = neighbour(from, direction);
                1 << from | 1 << middle | 1 << neighbour(middle, other)
            }
            Step::Pull { from, direction, other } => {
                1 << from | 1 << neighbour(from, direction) | 1 << neighbour(from, other)
            }
        }
    }

    /// The squares that it may change: those of the pieces that move, and traps beside them.
    #[inline]
    pub(super) fn touched(self) -> u64 {
        let moved = self.moved();
        moved | around(moved) & TRAPS
    }

    /// The board after it.
    #[inline]
    pub(super) fn on(self, board: &Board, player: Player) -> Board {
        let mut after = *board;
        self.make(&mut after, player);
        after
    }

    /// Makes it on a board. Returns whether a trap captured anything.
    #[inline]
    pub(super) fn make(self, board: &mut Board, player: Player) -> bool {
        // Spelled out, because an iterator over the slides took a fifth of the time of a check.
        let enemy = player.opponent();
        match self {
            Step::Pass => false,
            Step::Single { from, direction } => {
                board.slide(player, from, neighbour(from, direction))
            }
            Step::Push { from, direction, other } => {
                let middle = neighbour(from, direction);
                let pushed = board.slide(enemy, middle, neighbour(middle, other));
                board.slide(player, from, middle) | pushed
            }
            Step::Pull { from, direction, other } => {
                let pulled = board.slide(player, from, neighbour(from, direction));
                board.slide(enemy, neighbour(from, other), from) | pulled
            }
        }
    }
}

/// What kinds of move this is, for reviews.
pub(super) fn kinds(turn: &Turn, mv: Move) -> Vec<&'static str> {
    let (step, player) = (Step::of(mv), turn.to_move);
    let mut kinds = Vec::new();
    kinds.extend(match step {
        Step::Pass => Some("pass"),
        Step::Push { .. } => Some("push"),
        Step::Pull { .. } => Some("pull"),
        Step::Single { .. } => None,
    });
    if step.advances_rabbit(&turn.board, player) {
        kinds.push("rabbit step");
    }
    let after = step.on(&turn.board, player);
    let lost = |player| after.pieces(player).count_ones() < turn.board.pieces(player).count_ones();
    if lost(player.opponent()) {
        kinds.push("capture");
    }
    if lost(player) {
        kinds.push("own piece lost");
    }
    if after.rabbits(player) & goal_row(player) != 0 {
        kinds.push("goal");
    }
    if kinds.is_empty() {
        kinds.push("step");
    }
    kinds
}

/// Steps of one kind in the same directions, by the squares from which they are made.
#[derive(Clone, Copy)]
struct Steps {
    kind: u32,
    direction: u32,
    other: u32,
    from: u64,
}

impl Steps {
    #[inline]
    fn made_from(&self, from: u32) -> Move {
        code(self.kind, from, self.direction, self.other)
    }

    #[inline]
    fn append_to(&self, moves: &mut Vec<Move>) {
        for from in squares(self.from) {
            moves.push(self.made_from(from));
        }
    }
}

/// Appends all steps of a position, but none that leads back to where the turn began.
#[inline]
pub(super) fn append(turn: &Turn, moves: &mut Vec<Move>) {
    each_ahead(turn, |steps| steps.append_to(moves));
}

/// How many steps [`append`] appends.
#[inline]
pub(super) fn count(turn: &Turn) -> usize {
    let mut count = 0;
    each_ahead(turn, |steps| count += steps.from.count_ones());
    count as usize
}

/// Appends all steps that a player can make with so many left.
#[inline]
pub(super) fn append_all(relations: &Relations, player: Player, left: u8, moves: &mut Vec<Move>) {
    each(relations, player, left, |steps| steps.append_to(moves));
}

/// Passes on all steps of a position, except those that lead back to where the turn began.
#[inline]
fn each_ahead(turn: &Turn, mut tell: impl FnMut(Steps)) {
    let relations = turn.board.relations(turn.to_move);
    // A step that leads back touches all squares that differ, which are at most three, and no other square.
    let mut difference = 0;
    if turn.has_start() {
        difference = turn.board.difference(&turn.start);
        if difference.count_ones() > 3 {
            difference = 0;
        }
    }
    each(&relations, turn.to_move, turn.left, |mut steps| {
        for from in squares(steps.from & difference) {
            let step = Step::of(steps.made_from(from));
            if step.moved() == difference && step.on(&turn.board, turn.to_move) == turn.start {
                steps.from ^= 1 << from;
            }
        }
        tell(steps);
    });
}

/// Passes on all steps that a player can make with so many left.
#[inline]
fn each(relations: &Relations, player: Player, left: u8, mut tell: impl FnMut(Steps)) {
    for direction in 0..4 {
        let from = relations.steppers(player, direction);
        tell(Steps { kind: SINGLE, direction, other: 0, from });
    }
    if left >= 2 {
        each_push(relations, &mut tell);
        each_pull(relations, player, &mut tell);
    }
}

#[inline]
fn each_push(relations: &Relations, tell: &mut impl FnMut(Steps)) {
    for direction in 0..4 {
        let pushers = relations.pushers(direction);
        if pushers == 0 {
            continue;
        }
        for other in 0..4 {
            // The square behind the enemy; never the pusher's own, which is not empty.
            let room = beside(beside(relations.empty, other), direction);
            tell(Steps { kind: PUSH, direction, other, from: pushers & room });
        }
    }
}

#[inline]
fn each_pull(relations: &Relations, player: Player, tell: &mut impl FnMut(Steps)) {
    let pullers = relations.prey.iter().fold(0, |all, prey| all | prey);
    if pullers & relations.free == 0 {
        return;
    }
    for direction in 0..4 {
        let steppers = relations.steppers(player, direction) & pullers;
        for other in (0..4).filter(|&other| other != direction) {
            let from = steppers & relations.prey[other as usize];
            tell(Steps { kind: PULL, direction, other, from });
        }
    }
}
