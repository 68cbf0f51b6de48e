//! Cells that do not matter, found from their six neighbours alone (R. Hayward and J. van Rijswijck, "Hex and
//! combinatorics", 2006).
//!
//! - A cell is *dead* if its colour cannot matter, however the board is filled up. Locally that is so if all ways
//!   to colour its empty neighbours leave those of each colour in one piece: then a stone there joins nothing
//!   and cuts nothing.
//! - Two empty cells are *captured* by a player who, if the opponent plays one of them, makes it dead by playing
//!   the other. They may be filled with that player's stones without changing who wins, whichever player
//!   moves.
//! - A cell is *vulnerable* to a player who can make it dead by playing another one. Nothing is filled there.
//!
//! Cells are filled until no more are found. What is outside the board counts as a stone of the player whose
//! side it is; in the corners, where it belongs to neither, as empty.

use super::bits::Bits;

/// The states of a ring of six cells, three for each: 0 empty, 1 the first player's, 2 the second's.
const RINGS: usize = 729;
const POWERS: [usize; 6] = [1, 3, 9, 27, 81, 243];

/// The tables that find inferior cells on a board of one size.
#[derive(Clone, Debug)]
pub(super) struct Inferior {
    /// For each cell its ring, in order; outside the board the state instead.
    rings: Vec<[Near; 6]>,
    /// Whether a cell with such a ring is dead.
    dead: Vec<bool>,
}

#[derive(Clone, Copy, Debug)]
enum Near {
    Cell(u32),
    Outside(usize),
}

impl Inferior {
    pub fn new(size: u32) -> Inferior {
        let ring = |cell: u32| {
            let (row, column) = ((cell / size) as i32, (cell % size) as i32);
            [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)].map(|(down, right)| {
                let (row, column) = (row + down, column + right);
                let inside = |place: i32| (0..size as i32).contains(&place);
                match (inside(row), inside(column)) {
                    (true, true) => Near::Cell(row as u32 * size + column as u32),
                    (false, true) => Near::Outside(1),
                    (true, false) => Near::Outside(2),
                    (false, false) => Near::Outside(0),
                }
            })
        };
        let rings = (0..size * size).map(ring).collect();
        Inferior { rings, dead: (0..RINGS).map(is_dead).collect() }
    }

    /// The stones of both players after filling, and the cells among them that each captured.
    pub fn fill<B: Bits>(&self, mut stones: [B; 2], board: B) -> Filled<B> {
        let mut captured = [B::EMPTY; 2];
        loop {
            let before = stones;
            let empty = board & !(stones[0] | stones[1]);
            for cell in empty.cells() {
                if stones[0].has(cell) || stones[1].has(cell) {
                    continue;
                }
                let ring = self.ring(cell, stones);
                if self.dead[ring] {
                    stones[0] |= B::cell(cell);
                    continue;
                }
                self.capture(cell, ring, &mut stones, &mut captured);
            }
            if stones == before {
                return Filled { stones, captured };
            }
        }
    }

    /// Fills this cell and an empty neighbour if one player captures both.
    fn capture<B: Bits>(&self, cell: u32, ring: usize, stones: &mut [B; 2], captured: &mut [B; 2]) {
        for (place, near) in self.rings[cell as usize].iter().enumerate() {
            let &Near::Cell(other) = near else { continue };
            if stones[0].has(other) || stones[1].has(other) {
                continue;
            }
            let theirs = self.ring(other, *stones);
            // Seen from the other cell, this one is on the opposite place of its ring.
            let back = POWERS[(place + 3) % 6];
            for player in [0, 1] {
                let stone = player + 1;
                if self.dead[ring + stone * POWERS[place]] && self.dead[theirs + stone * back] {
                    let both = B::cell(cell) | B::cell(other);
                    stones[player] |= both;
                    captured[player] |= both;
                    return;
                }
            }
        }
    }

    /// The empty cells that a player makes dead with one more stone, and a cell for each by which that is done.
    pub fn vulnerable<B: Bits>(&self, empty: B, stones: [B; 2], player: usize) -> (B, B) {
        let (mut vulnerable, mut killers) = (B::EMPTY, B::EMPTY);
        for cell in empty.cells() {
            let ring = self.ring(cell, stones);
            let mut places = self.rings[cell as usize].iter().zip(POWERS);
            let killer = places.find_map(|(&near, power)| match near {
                Near::Cell(other) if empty.has(other) => {
                    self.dead[ring + (player + 1) * power].then_some(other)
                }
                _ => None,
            });
            if let Some(killer) = killer {
                vulnerable |= B::cell(cell);
                killers |= B::cell(killer);
            }
        }
        (vulnerable, killers)
    }

    /// A cell next to an empty one, so that a player captures both once both are empty. Only cells of `open`
    /// that the player does not have are looked at.
    pub fn partner<B: Bits>(
        &self,
        cell: u32,
        stones: [B; 2],
        open: B,
        player: usize,
    ) -> Option<u32> {
        self.rings[cell as usize].iter().find_map(|&near| match near {
            Near::Cell(other) if open.has(other) && !stones[player].has(other) => {
                let mut stones = stones;
                stones[1 - player] &= !(B::cell(cell) | B::cell(other));
                self.captures([cell, other], stones, player).then_some(other)
            }
            _ => None,
        })
    }

    /// Whether a player captures two empty cells that are next to each other.
    pub fn captures<B: Bits>(&self, pair: [u32; 2], stones: [B; 2], player: usize) -> bool {
        let [one, two] = pair;
        [(one, two), (two, one)].into_iter().all(|(cell, answer)| {
            let mut after = stones;
            after[player] |= B::cell(answer);
            self.dead[self.ring(cell, after)]
        })
    }

    #[inline]
    fn ring<B: Bits>(&self, cell: u32, stones: [B; 2]) -> usize {
        let state = |near: Near| match near {
            Near::Cell(cell) if stones[0].has(cell) => 1,
            Near::Cell(cell) if stones[1].has(cell) => 2,
            Near::Cell(_) => 0,
            Near::Outside(state) => state,
        };
        let ring = &self.rings[cell as usize];
        ring.iter().zip(POWERS).map(|(&near, power)| state(near) * power).sum()
    }
}

/// A board without inferior cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filled<B> {
    pub stones: [B; 2],
    /// The cells that were filled because a player captured them.
    pub captured: [B; 2],
}

/// Whether no way to colour the empty cells of a ring makes four pieces of it.
fn is_dead(ring: usize) -> bool {
    let states = POWERS.map(|power| ring / power % 3);
    (0..64_usize).all(|colours| {
        let colour = |place: usize| match states[place % 6] {
            0 => 1 + (colours >> (place % 6) & 1),
            state => state,
        };
        let changes = (0..6).filter(|&place| colour(place) != colour(place + 1)).count();
        changes < 4
    })
}
