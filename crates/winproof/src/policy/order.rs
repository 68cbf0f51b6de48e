//! Move ordering: the order in which a node's children stand. It breaks ties, so it is part of the search.

use std::cmp::Reverse;

use winproof_rules::{Game, Move};

use crate::settings::MoveOrder;
use crate::table::arena::Role;

/// How the children of a node are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As the game generates them.
    Generated,
    /// As the game's own [`MoveOrdering`](winproof_rules::MoveOrdering) says, if it has one.
    Static,
    /// In a random order that depends only on the seed and the position.
    Shuffled(u64),
}

impl Order {
    /// Returns the order of a parameter, with the seed for the random order.
    pub fn new(order: MoveOrder, seed: u64) -> Order {
        match order {
            MoveOrder::Generated => Order::Generated,
            MoveOrder::Static => Order::Static,
            MoveOrder::Shuffled => Order::Shuffled(seed),
        }
    }

    /// Orders the moves of a position.
    #[inline]
    pub fn apply<G: Game>(self, game: &G, position: &G::Position, moves: &mut [Move]) {
        match self {
            Order::Generated => {}
            Order::Static => {
                if let Some(ordering) = game.ordering() {
                    moves.sort_by_cached_key(|&mv| Reverse(ordering.score(position, mv)));
                }
            }
            Order::Shuffled(seed) => {
                let key = game.key(position).0;
                let salt = seed ^ key as u64 ^ (key >> 64) as u64;
                moves.sort_by_cached_key(|&mv| (scramble(salt ^ scramble(u64::from(mv.0))), mv));
            }
        }
    }
}

/// Killer moves (Majerech 2012, 4.3.2): for each level of the tree the moves that decided a node there
/// last. They are tried first where they are legal.
pub struct Killers {
    /// How many are kept for each level; 0 is off.
    width: usize,
    levels: Vec<Vec<Move>>,
}

impl Killers {
    /// Makes an empty list, with room for `width` killers on each level.
    pub fn new(width: usize) -> Killers {
        Killers { width, levels: Vec::new() }
    }

    /// Records a move that decided a node of this level.
    pub fn note(&mut self, level: usize, mv: Move) {
        if self.width == 0 {
            return;
        }
        if self.levels.len() <= level {
            self.levels.resize(level + 1, Vec::new());
        }
        let killers = &mut self.levels[level];
        match killers.iter().position(|&killer| killer == mv) {
            Some(place) => killers[..=place].rotate_right(1),
            None => {
                killers.truncate(self.width - 1);
                killers.insert(0, mv);
            }
        }
    }

    /// Moves the killers of a level to the front, the latest first; the rest keeps its order.
    #[inline]
    pub fn apply(&self, level: usize, moves: &mut [Move]) {
        let Some(killers) = self.levels.get(level) else { return };
        let mut front = 0;
        for &killer in killers {
            if let Some(place) = moves[front..].iter().position(|&mv| mv == killer) {
                moves[front..=front + place].rotate_right(1);
                front += 1;
            }
        }
    }
}

/// The history heuristic (Schaeffer 1983): moves that often cut off, wherever that was, are tried before
/// others.
pub struct History {
    /// One half for each role; empty if it is off.
    counters: Vec<u64>,
}

/// Counters for each role. With fewer, unrelated moves share one; with more, they do not stay in the cache.
/// Most games have fewer moves than this.
const HISTORY_BITS: u32 = 14;

impl History {
    /// Makes an empty history; if it is not `on`, it stays empty.
    pub fn new(on: bool) -> History {
        History { counters: if on { vec![0; 2 << HISTORY_BITS] } else { Vec::new() } }
    }

    fn place(role: Role, mv: Move) -> usize {
        let hash = scramble(u64::from(mv.0)) >> (u64::BITS - HISTORY_BITS);
        (role as usize) << HISTORY_BITS | hash as usize
    }

    /// Records a move that cut off the search of a node at this many moves above the horizon.
    pub fn note(&mut self, role: Role, mv: Move, depth: u32) {
        if let Some(counter) = self.counters.get_mut(Self::place(role, mv)) {
            *counter = counter.saturating_add(u64::from(depth).pow(2));
        }
    }

    /// Moves those that cut off most often to the front; equal ones keep their order.
    #[inline]
    pub fn apply(&self, role: Role, moves: &mut [Move]) {
        if !self.counters.is_empty() {
            moves.sort_by_key(|&mv| Reverse(self.counters[Self::place(role, mv)]));
        }
    }

    /// Halves all counts.
    pub fn fade(&mut self) {
        self.counters.iter_mut().for_each(|counter| *counter /= 2);
    }
}

/// One step of the splitmix64 generator.
fn scramble(value: u64) -> u64 {
    let mut bits = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn killers_come_first_and_the_rest_keeps_its_order() {
        let mut killers = Killers::new(2);
        let tried = |killers: &Killers, level| {
            let mut moves: Vec<_> = (0..6).map(Move).collect();
            killers.apply(level, &mut moves);
            moves.into_iter().map(|mv| mv.0).collect::<Vec<_>>()
        };
        for mv in [9, 4, 2, 4, 3] {
            killers.note(5, Move(mv));
        }
        assert_eq!(tried(&killers, 5), [3, 4, 0, 1, 2, 5]);
        assert_eq!(tried(&killers, 4), [0, 1, 2, 3, 4, 5]);
        assert_eq!(tried(&killers, 99), [0, 1, 2, 3, 4, 5]);
        let mut off = Killers::new(0);
        off.note(1, Move(3));
        assert_eq!(tried(&off, 1), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn history_sorts_by_what_cut_off_and_fades() {
        let mut history = History::new(true);
        let tried = |history: &History, role| {
            let mut moves: Vec<_> = (0..6).map(Move).collect();
            history.apply(role, &mut moves);
            moves.into_iter().map(|mv| mv.0).collect::<Vec<_>>()
        };
        for (mv, depth) in [(4, 3), (2, 2), (2, 2), (5, 1)] {
            history.note(Role::Or, Move(mv), depth);
        }
        assert_eq!(tried(&history, Role::Or), [4, 2, 5, 0, 1, 3]);
        assert_eq!(tried(&history, Role::And), [0, 1, 2, 3, 4, 5]);
        history.fade();
        assert_eq!(tried(&history, Role::Or), [2, 4, 0, 1, 3, 5]);
        let mut off = History::new(false);
        off.note(Role::Or, Move(3), 9);
        assert_eq!(tried(&off, Role::Or), [0, 1, 2, 3, 4, 5]);
    }
}
