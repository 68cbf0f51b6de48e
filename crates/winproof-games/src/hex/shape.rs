//! The board: which cells are neighbours, and where its sides are.

use super::bits::Bits;

/// A board of `size` rows. Cells are numbered row by row from the top left corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape<B> {
    size: u32,
    pub board: B,
    /// All but the leftmost and all but the rightmost column.
    inner: [B; 2],
    /// The rows or columns at which a player's connection begins and ends.
    pub sides: [[B; 2]; 2],
}

impl<B: Bits> Shape<B> {
    pub fn new(size: u32) -> Shape<B> {
        let set = |choose: &dyn Fn(u32, u32) -> bool| {
            let cells = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
            cells
                .filter(|&(row, column)| choose(row, column))
                .fold(B::EMPTY, |set, (row, column)| set | B::cell(row * size + column))
        };
        let last = size - 1;
        let [left, right] = [set(&|_, column| column == 0), set(&|_, column| column == last)];
        let [top, bottom] = [set(&|row, _| row == 0), set(&|row, _| row == last)];
        let board = set(&|_, _| true);
        Shape {
            size,
            board,
            inner: [board & !left, board & !right],
            sides: [[top, bottom], [left, right]],
        }
    }

    /// Returns whether there is a cell of this number.
    pub fn has(&self, cell: u32) -> bool {
        cell < self.size * self.size
    }

    /// The cells next to any of these. These themselves may be among them.
    #[inline]
    pub fn neighbours(&self, cells: B) -> B {
        let (size, [from_left, from_right]) = (self.size, self.inner);
        let (to_left, to_right) = (cells & from_left, cells & from_right);
        (cells.up(size)
            | cells.down(size)
            | to_left.down(1)
            | to_right.up(1)
            | to_left.up(size - 1)
            | to_right.down(size - 1))
            & self.board
    }

    /// Returns the group of `seed` within `stones`.
    #[inline]
    pub fn group(&self, seed: B, stones: B) -> B {
        let mut group = seed;
        loop {
            let grown = group | self.neighbours(group) & stones;
            if grown == group {
                return group;
            }
            group = grown;
        }
    }

    /// Whether `stones` join the two sides.
    pub fn joined(&self, stones: B, sides: [B; 2]) -> bool {
        self.group(sides[0] & stones, stones).meets(sides[1])
    }
}
