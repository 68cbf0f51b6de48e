//! Depth-first search with null windows, for positions with few empty cells or on small boards.
//!
//! A player who cannot win at once has to stop the opponent from doing so, and must not fill the cell below one in
//! which the opponent would complete a line. What is left is ordered by the number of cells that would then complete
//! a line, columns in the middle first. Results are bounds of a position's value, so they hold for every target.

use winproof_rules::StopSignal;

use super::Connect;

/// What is known about a position: bounds of its value for the player to move, -1, 0 or 1.
#[derive(Clone, Copy)]
struct Known {
    code: u64,
    least: i8,
    most: i8,
    empties: u8,
}

/// No position: every code has a bit in each column.
const NOTHING: Known = Known { code: 0, least: 0, most: 0, empties: 0 };

/// The search and what it remembers.
pub(super) struct Ending {
    game: Connect,
    bottom: u64,
    cells: u64,
    /// Pairs of slots. The first is for the position with more empty cells.
    table: Vec<[Known; 2]>,
    shift: u32,
    nodes: u64,
    stop: StopSignal,
    stopped: bool,
}

/// How many positions are searched between two looks at the clock.
const POLL: u64 = 1 << 13;

impl Ending {
    /// A search with a table of two to the power of `bits` pairs of slots.
    pub(super) fn new(game: &Connect, bits: u32) -> Ending {
        Ending {
            game: *game,
            bottom: game.bottom(),
            cells: game.cells(),
            table: vec![[NOTHING; 2]; 1 << bits],
            shift: u64::BITS - bits,
            nodes: 0,
            stop: StopSignal::default(),
            stopped: false,
        }
    }

    pub(super) fn set_stop(&mut self, stop: StopSignal) {
        (self.stop, self.stopped) = (stop, false);
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.len() * size_of::<[Known; 2]>()
    }

    /// Returns whether the player to move reaches at least the value `goal`, 0 or 1; `None` if it was stopped.
    pub(super) fn reaches(&mut self, own: u64, enemy: u64, goal: i8) -> Option<bool> {
        if self.stopped {
            return None;
        }
        let reached = self.winning_cells(own, enemy) != 0 || self.search(own, enemy, goal);
        (!self.stopped).then_some(reached)
    }

    /// Returns the empty cells, reachable now or later, that would complete a line of `discs`.
    pub(super) fn completing_cells(&self, discs: u64, taken: u64) -> u64 {
        let last = self.game.row as usize - 1;
        let mut found = 0;
        for distance in self.game.directions() {
            // By number of discs in a row: the cells that have them on this side.
            let (mut above, mut below) = ([u64::MAX; 9], [u64::MAX; 9]);
            for count in 1..=last {
                let shift = count as u32 * distance;
                above[count] = above[count - 1] & discs.checked_shr(shift).unwrap_or(0);
                below[count] = below[count - 1] & discs.checked_shl(shift).unwrap_or(0);
            }
            for count in 0..=last {
                found |= above[count] & below[last - count];
            }
        }
        found & self.cells & !taken
    }

    /// Returns the cells with which the player to move wins at once.
    pub(super) fn winning_cells(&self, own: u64, enemy: u64) -> u64 {
        let taken = own | enemy;
        self.completing_cells(own, taken) & self.open_cells(taken)
    }

    /// Returns the cells after which the opponent does not win at once, for a player who cannot win at once either.
    pub(super) fn safe_cells(&self, own: u64, enemy: u64) -> u64 {
        let taken = own | enemy;
        let (open, threats) = (self.open_cells(taken), self.completing_cells(enemy, taken));
        let forced = open & threats;
        let open = match forced.count_ones() {
            0 => open,
            1 => forced,
            _ => 0,
        };
        open & !(threats >> 1)
    }

    #[inline]
    fn open_cells(&self, taken: u64) -> u64 {
        (taken + self.bottom) & self.cells
    }

    /// Returns whether the player to move, who cannot win at once, reaches at least `goal`. If it was stopped the
    /// result means nothing.
    fn search(&mut self, own: u64, enemy: u64, goal: i8) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) && self.stop.poll().is_some() {
            self.stopped = true;
        }
        if self.stopped {
            return false;
        }
        let taken = own | enemy;
        let safe = self.safe_cells(own, enemy);
        if safe == 0 && taken != self.cells {
            return false;
        }
        let empty = self.cells & !taken;
        if empty.count_ones() <= 2 {
            return goal == 0;
        }
        let (hopes, fears) = (self.game.has_line(own | empty), self.game.has_line(enemy | empty));
        if goal == 1 && !hopes || goal == 0 && !fears {
            return goal == 0;
        }
        let code = own | (taken + self.bottom);
        let place = self.place(code);
        if let Some(known) = self.table[place].iter().find(|known| known.code == code) {
            if known.least >= goal {
                return true;
            }
            if known.most < goal {
                return false;
            }
        }
        let (moves, count) = self.ordered(own, taken, safe);
        let reached = moves[..count].iter().any(|&cell| !self.search(enemy, own | cell, 1 - goal));
        if !self.stopped {
            self.store(place, code, goal, reached, empty.count_ones() as u8);
        }
        reached
    }

    /// Returns the moves, the most promising first, and how many they are.
    pub(super) fn ordered(&self, own: u64, taken: u64, mut cells: u64) -> ([u64; 9], usize) {
        let (mut moves, mut scores, mut count) = ([0; 9], [0; 9], 0);
        while cells != 0 {
            let cell = cells & cells.wrapping_neg();
            cells ^= cell;
            let column = (cell.trailing_zeros() / self.game.stride()) as i32;
            let from_centre = (2 * column - (self.game.width as i32 - 1)).abs();
            let threats = self.completing_cells(own | cell, taken | cell).count_ones() as i32;
            let score = 32 * threats - from_centre;
            let place = (0..count).find(|&place| scores[place] < score).unwrap_or(count);
            moves.copy_within(place..count, place + 1);
            scores.copy_within(place..count, place + 1);
            (moves[place], scores[place]) = (cell, score);
            count += 1;
        }
        (moves, count)
    }

    #[inline]
    fn place(&self, code: u64) -> usize {
        let mixed = (code ^ code >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed ^ mixed >> 29).wrapping_mul(0xd6e8_feb8_6659_fd93) >> self.shift) as usize
    }

    fn store(&mut self, place: usize, code: u64, goal: i8, reached: bool, empties: u8) {
        let (least, most) = if reached { (goal, 1) } else { (-1, goal - 1) };
        let [first, second] = &mut self.table[place];
        for slot in [&mut *first, &mut *second] {
            if slot.code == code {
                (slot.least, slot.most) = (slot.least.max(least), slot.most.min(most));
                return;
            }
        }
        let fresh = Known { code, least, most, empties };
        if empties >= first.empties {
            *second = *first;
            *first = fresh;
        } else {
            *second = fresh;
        }
    }
}
