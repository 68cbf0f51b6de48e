//! The goal test: can the player to move win within the steps that are left, by a rabbit on its far row or
//! by taking the opponent's last rabbits?
//!
//! Exact, by a depth-first search over steps that stays small because of two bounds.
//! - *The least number of steps to a goal* ([`fewest_steps`]): waves of squares that some rabbit could be on
//!   after so many steps, for all rabbits at once. What stands in the way has to leave, which costs steps of
//!   others; so does setting a frozen rabbit free. A step that might serve two purposes is counted once.
//! - *Which steps matter*: a step that does not affect the rabbit's path, directly or through later steps,
//!   could be left out.
//!
//! It finds the steps themselves, so that its decisions unfold move by move.

use winproof_rules::{Game, Move, Player};

use super::board::{Board, TRAPS, around, beside, goal_row, wider};
use super::steps::{Step, append_all};
use super::{Arimaa, STEPS, Turn};

/// The steps by which a turn wins.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Line {
    steps: [Option<Move>; STEPS as usize],
}

impl Line {
    /// Leaves out the steps that lead back to the first board, which is where the turn begins.
    fn forget_round_trips(&mut self, first: &Board, player: Player) {
        let mut board = *first;
        for made in 0..self.steps.len() {
            let Some(mv) = self.steps[made] else { break };
            board = Step::of(mv).on(&board, player);
            if board == *first {
                self.steps[..=made].fill(None);
            }
        }
    }

    /// Whether the line can be played on another board, and wins there.
    fn works(&self, board: &Board, player: Player) -> bool {
        let mut board = *board;
        let mut left = STEPS;
        for mv in self.steps() {
            let step = Step::of(mv);
            if !step.is_possible(&board, player, left) {
                return false;
            }
            board = step.on(&board, player);
            left -= step.count();
        }
        left < STEPS && board.rabbits(player) & goal_row(player) != 0
    }

    /// Makes its first step, if there is one.
    pub(super) fn take_step(&mut self) -> Option<Move> {
        self.steps.iter_mut().find_map(Option::take)
    }

    /// The steps, in order.
    pub(super) fn steps(&self) -> impl Iterator<Item = Move> + '_ {
        self.steps.iter().flatten().copied()
    }
}

/// Boards that are known not to be won, so that a board that is reached twice is searched once. More than
/// this does not stay in the cache of a core.
const REMEMBERED: usize = 1 << 13;

/// Lines that are tried before a search. Each takes as long as about ten boards of a search.
const RECENT: usize = 8;

/// Searches for wins within a turn.
pub(super) struct GoalSearch {
    /// Keys of boards without a win.
    hopeless: Vec<u128>,
    /// Keys of positions at the beginning of a turn without a win.
    barren: Vec<u128>,
    /// The lines that were found last, by either player; they often work again.
    recent: [[Line; RECENT]; 2],
    moves: Vec<Move>,
    /// Steps that may lead to a goal, with the least number of steps that this takes.
    promising: Vec<(u8, Move)>,
    line: Line,
    /// The board on which the turn began, to which it must not return; or an empty one.
    barred: Board,
    /// Boards that were searched.
    pub(super) visited: u64,
}

impl GoalSearch {
    pub(super) fn new() -> GoalSearch {
        GoalSearch {
            hopeless: vec![0; REMEMBERED],
            barren: vec![0; REMEMBERED],
            recent: [[Line::default(); RECENT]; 2],
            moves: Vec::new(),
            promising: Vec::new(),
            line: Line::default(),
            barred: Board::EMPTY,
            visited: 0,
        }
    }

    pub(super) fn memory(&self) -> usize {
        size_of_val(&self.hopeless[..]) + size_of_val(&self.barren[..])
    }

    /// The steps by which the player to move wins within this turn, if there are any; none are needed if a
    /// rabbit is there already.
    pub(super) fn find(&mut self, turn: &Turn) -> Option<Line> {
        let Turn { board, start, to_move, left } = turn;
        // A turn that began without a win has none in its middle.
        if turn.has_start() && self.is_barren(start, *to_move) {
            return None;
        }
        self.line = Line::default();
        self.barred = *start;
        if *left < STEPS {
            let found = self.searched(board, *to_move, *left);
            return found.then_some(self.line);
        }
        let recent = &mut self.recent[*to_move as usize];
        if let Some(place) = recent.iter().position(|line| line.works(board, *to_move)) {
            self.visited += 1 + place as u64;
            recent[..=place].rotate_right(1);
            recent[0].forget_round_trips(board, *to_move);
            return Some(recent[0]);
        }
        if !self.searched(board, *to_move, *left) {
            let key = Arimaa::STANDARD.key(turn).0;
            self.barren[key as usize % REMEMBERED] = key;
            return None;
        }
        self.line.forget_round_trips(board, *to_move);
        let recent = &mut self.recent[*to_move as usize];
        recent.rotate_right(1);
        recent[0] = self.line;
        Some(self.line)
    }

    fn searched(&mut self, board: &Board, player: Player, left: u8) -> bool {
        self.visited += 1;
        fewest_steps(board, player, left) <= left && self.reaches(board, player, left, 0)
            || may_eliminate(board, player) && self.eliminates(board, player, left, 0)
    }

    /// Whether a turn that began on this board is known to have no win.
    fn is_barren(&self, start: &Board, player: Player) -> bool {
        let key = Arimaa::STANDARD.key(&Turn::beginning(*start, player)).0;
        self.barren[key as usize % REMEMBERED] == key
    }

    /// Returns the key for the tables.
    #[inline]
    fn key(&self, board: &Board, to_move: Player, left: u8) -> u128 {
        Arimaa::STANDARD.key(&Turn { board: *board, start: self.barred, to_move, left }).0
    }

    /// Searches for a goal on a board on which the bound leaves room for one.
    fn reaches(&mut self, board: &Board, player: Player, left: u8, depth: usize) -> bool {
        if board.rabbits(player) & goal_row(player) != 0 {
            return true;
        }
        let key = self.key(board, player, left);
        let slot = key as usize % REMEMBERED;
        if self.hopeless[slot] == key {
            return false;
        }
        let first = self.promising.len();
        self.gather(board, player, left);
        self.promising[first..].sort_by_key(|&(needed, _)| needed);
        for index in first..self.promising.len() {
            let (_, mv) = self.promising[index];
            let step = Step::of(mv);
            if self.reaches(&step.on(board, player), player, left - step.count(), depth + 1) {
                self.line.steps[depth] = Some(mv);
                self.promising.truncate(first);
                return true;
            }
        }
        self.promising.truncate(first);
        self.hopeless[slot] = key;
        false
    }

    /// Appends the steps after which there still may be a goal to the promising ones.
    fn gather(&mut self, board: &Board, player: Player, left: u8) {
        let way = Way::of(board, player, left);
        self.moves.clear();
        append_all(&board.relations(player), player, left, &mut self.moves);
        for &mv in &self.moves {
            let step = Step::of(mv);
            let rest = left - step.count();
            if !way.matters(step, rest) {
                continue;
            }
            let after = step.on(board, player);
            self.visited += 1;
            let needed = fewest_steps(&after, player, rest);
            if needed <= rest && after != self.barred {
                self.promising.push((step.count() + needed, mv));
            }
        }
    }

    /// Searches for steps that take all enemy rabbits.
    fn eliminates(&mut self, board: &Board, player: Player, left: u8, depth: usize) -> bool {
        self.visited += 1;
        let enemies = board.rabbits(player.opponent());
        if enemies == 0 {
            return true;
        }
        if steps_to_take(enemies) > u32::from(left) {
            return false;
        }
        let key = !self.key(board, player, left);
        let slot = key as usize % REMEMBERED;
        if self.hopeless[slot] == key {
            return false;
        }
        let first = self.moves.len();
        append_all(&board.relations(player), player, left, &mut self.moves);
        for index in first..self.moves.len() {
            let mv = self.moves[index];
            let step = Step::of(mv);
            let after = step.on(board, player);
            let rest = left - step.count();
            if after != self.barred && self.eliminates(&after, player, rest, depth + 1) {
                self.line.steps[depth] = Some(mv);
                self.moves.truncate(first);
                return true;
            }
        }
        self.moves.truncate(first);
        self.hopeless[slot] = key;
        false
    }
}

/// Whether so few enemies are left that a turn could take the last rabbits.
fn may_eliminate(board: &Board, player: Player) -> bool {
    board.rabbits(player.opponent()).count_ones() <= u32::from(STEPS / 2)
}

/// The least number of steps to capture rabbits: two for each, and two more for each square from the nearest
/// trap. On a trap, it is the friend beside a rabbit that has to be moved.
fn steps_to_take(rabbits: u64) -> u32 {
    2 * (rabbits & TRAPPED).count_ones() + 4 * (rabbits & !TRAPPED).count_ones()
}

/// The squares onto which rabbits step from some squares.
#[inline]
fn ahead(squares: u64, player: Player) -> u64 {
    let forward = if player == Player::First { squares << 8 } else { squares >> 8 };
    // `beside` looks from the neighbour back: to the east of these, and to the west of them.
    forward | beside(squares, 1) | beside(squares, 3)
}

/// Where the paths of rabbits to the goal are, and what can affect them.
struct Way {
    /// Squares on or next to some way: what changes here decides whether a rabbit can go there, is frozen
    /// there or dies there.
    zone: u64,
    /// Squares that have to do with a step that has to do with the zone.
    outer: u64,
    /// Steps that the rabbit nearest to the goal has to make.
    nearest: u8,
}

impl Way {
    #[inline]
    fn of(board: &Board, player: Player, left: u8) -> Way {
        let rows_near = |rows: u8| match player {
            Player::First => u64::MAX << (56 - 8 * u32::from(rows)),
            Player::Second => u64::MAX >> (56 - 8 * u32::from(rows)),
        };
        let rabbits = board.rabbits(player);
        let mut reached = rabbits & rows_near(left);
        let mut way = reached;
        for made in 1..=left {
            reached = (reached | ahead(reached, player)) & rows_near(left - made);
            way |= reached;
        }
        let nearest = (0..=left).find(|&rows| rabbits & rows_near(rows) != 0).unwrap_or(left);
        let zone = wider(way | around(way) & TRAPS);
        // From where single steps touch the zone, a trap beside them included, and what these touch.
        let steps = wider(zone | around(zone & TRAPS));
        let outer = wider(steps | around(steps) & TRAPS);
        Way { zone, outer, nearest }
    }

    /// Whether a step, after which so many are left, can have to do with a goal. If the rabbit itself needs
    /// all the others, the step must touch the zone. If one is left for somebody else, it may link the two.
    /// If there are more, any will do.
    #[inline]
    fn matters(&self, step: Step, rest: u8) -> bool {
        match rest.saturating_sub(self.nearest) {
            0 => step.touched() & self.zone != 0,
            1 => step.touched() & self.outer != 0,
            _ => true,
        }
    }
}

/// Traps and the squares beside them.
const TRAPPED: u64 = TRAPS | around(TRAPS);

/// Returns the least number of steps to a goal, or more than `left`.
///
/// Four kinds of waves: of rabbits to which nothing happens on the way; of those that were set free
/// once; of those in whose way own pieces stood; and of those in whose way an enemy stood.
#[inline]
pub(super) fn fewest_steps(board: &Board, player: Player, left: u8) -> u8 {
    let goal = goal_row(player);
    let own = board.pieces(player);
    let enemy = board.occupied() & !own;
    let rabbits = board.rabbits(player);
    // On a trap a piece goes away without a step of its own if its friend does, who may be the rabbit.
    let open = !(own | enemy) | own & TRAPS;
    let blocked = own & !TRAPS;
    let freezers = enemy & !board.rabbits(player.opponent());
    let freezing = around(freezers) & !around(own);
    if left <= 2 {
        return fewest_of_two([rabbits, open, blocked, freezing], player, left);
    }
    let [near, far, farther] = dislodged(board, player, enemy);

    /// Two turns, and what the last one may cost more.
    const SIZE: usize = 2 * STEPS as usize + 6;
    let mut plain = [0_u64; SIZE];
    let mut freed = [0_u64; SIZE];
    let mut past_own = [0_u64; SIZE];
    let mut past_enemy = [0_u64; SIZE];
    plain[0] = rabbits;
    for cost in 0..=usize::from(left) {
        let all = plain[cost] | freed[cost] | past_own[cost] | past_enemy[cost];
        if all & goal != 0 {
            return cost as u8;
        }
        freed[cost + 1] |= plain[cost] & freezing;
        let next = ahead(plain[cost] & !freezing, player);
        plain[cost + 1] |= next & open;
        past_own[cost + 2] |= next & blocked;
        past_enemy[cost + 3] |= next & near;
        past_enemy[cost + 4] |= next & far;
        past_enemy[cost + 5] |= next & farther;
        let next = ahead(freed[cost], player);
        freed[cost + 1] |= next & open;
        past_own[cost + 1] |= next & blocked;
        past_enemy[cost + 2] |= next & near;
        past_enemy[cost + 3] |= next & far;
        past_enemy[cost + 4] |= next & farther;
        let next = ahead(past_own[cost], player);
        past_own[cost + 1] |= next & open;
        past_own[cost + 2] |= next & blocked;
        // A pull may clear two squares, its own and a trap, and so may what takes a friend from a trap.
        past_enemy[cost + 2] |= next & enemy;
        let next = ahead(past_enemy[cost], player);
        past_enemy[cost + 1] |= next & (open | blocked | enemy & TRAPPED);
        past_enemy[cost + 3] |= next & enemy & !TRAPPED;
    }
    left + 1
}

/// The same where at most two steps are left, which is where nearly all boards are: too few to get past an
/// enemy.
#[inline]
fn fewest_of_two(squares: [u64; 4], player: Player, left: u8) -> u8 {
    let [rabbits, open, blocked, freezing] = squares;
    let goal = goal_row(player);
    let ahead = |squares| ahead(squares, player);
    if rabbits & goal != 0 {
        return 0;
    }
    if left == 0 {
        return 1;
    }
    let next = ahead(rabbits & !freezing);
    let plain = next & open;
    if plain & goal != 0 {
        return 1;
    }
    if left == 1 {
        return 2;
    }
    let freed = ahead(rabbits & freezing);
    let second = ahead(plain & !freezing) | freed;
    if (second & open | (next | freed) & blocked) & goal != 0 { 2 } else { 3 }
}

/// Enemies by how many steps it takes to clear their squares: two if somebody stronger is beside them who has
/// room to pull. Who has none pushes, and stands there himself then; or he has to come first, which takes one
/// step or two. On a trap it may be another one who is dislodged.
#[inline]
fn dislodged(board: &Board, player: Player, enemy: u64) -> [u64; 3] {
    // A rabbit on its way makes room.
    let room = around(!board.occupied() | board.rabbits(player) | TRAPS);
    let mut near = enemy & TRAPS;
    let mut far = 0;
    let mut stronger = 0;
    for kind in (1..6).rev() {
        stronger |= board.of_kind(player, kind + 1);
        let enemies = board.of_kind(player.opponent(), kind);
        near |= enemies & around(stronger & room);
        far |= enemies & (around(stronger) | around(around(stronger)));
    }
    far &= !near;
    [near, far, enemy & !near & !far]
}

/// The squares on which a line depends: as long as they are what they were, it can be played.
pub(super) fn relevant(board: &Board, player: Player, line: &Line) -> u64 {
    let mut board = *board;
    let mut relevant = board.rabbits(player) & goal_row(player);
    for mv in line.steps() {
        let step = Step::of(mv);
        for (mover, from, to) in step.slides(player) {
            let moved = 1 << from | 1 << to;
            relevant |= moved;
            if mover == player {
                let friends = board.pieces(player) & around(1 << from);
                // A friend beside it is enough, whatever else comes near. Else nothing must come near.
                relevant |=
                    if friends != 0 { friends & friends.wrapping_neg() } else { around(1 << from) };
            }
            // What traps do depends on all that is beside them.
            let traps = (moved | around(moved)) & TRAPS & (board.occupied() | moved);
            relevant |= traps | around(traps);
            board.slide(mover, from, to);
        }
    }
    relevant
}
