//! Boards as sets of squares: which moves there are, what they turn over, and the eight symmetries.
//!
//! A square is a bit, 8 · row + column, with a1 at the upper left as bit 0. Smaller boards lie in that
//! corner; the squares outside are empty and stay so, which ends lines just as the edge of a board does.

/// The inner six columns: lines along rows and diagonals must not run over the edge.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares on which a disc of `own` would enclose some of `enemy`, empty or not.
///
/// Runs of enemy discs are followed in all lines at once, in steps of 1, 2 and 2 squares: no run that can be
/// enclosed is longer than six.
#[inline]
fn enclosing(own: u64, enemy: u64) -> u64 {
    let inner = enemy & INNER_COLUMNS;
    // Along the row to the right the carry of an addition runs through the discs.
    let right = inner.wrapping_add(own << 1 & inner) & !inner;
    right | left(own, inner) | both(own, enemy, 8) | both(own, inner, 7) | both(own, inner, 9)
}

#[inline]
fn left(own: u64, enemy: u64) -> u64 {
    let mut run = enemy & own >> 1;
    run |= enemy & run >> 1;
    let pairs = enemy & enemy >> 1;
    run |= pairs & run >> 2;
    run |= pairs & run >> 2;
    run >> 1
}

#[inline]
fn both(own: u64, enemy: u64, step: u32) -> u64 {
    let mut up = enemy & own << step;
    let mut down = enemy & own >> step;
    up |= enemy & up << step;
    down |= enemy & down >> step;
    let pairs_up = enemy & enemy << step;
    let pairs_down = pairs_up >> step;
    up |= pairs_up & up << (2 * step);
    down |= pairs_down & down >> (2 * step);
    up |= pairs_up & up << (2 * step);
    down |= pairs_down & down >> (2 * step);
    up << step | down >> step
}

/// The moves of `own` onto `empty` squares.
#[inline]
pub(super) fn moves(own: u64, enemy: u64, empty: u64) -> u64 {
    enclosing(own, enemy) & empty
}

/// The enemy discs that `own` turns over by a disc on `square`.
#[inline]
pub(super) fn flips(own: u64, enemy: u64, square: usize) -> u64 {
    let square = square & 63;
    let [right, down_left, down, down_right] = RAYS[square];
    let below = run_upwards(own, enemy, down_left)
        | run_upwards(own, enemy, down)
        | run_upwards(own, enemy, down_right);
    let row = run_upwards(own, enemy, right) | run_left(own, enemy, square);
    // Upside down, the lines to the rows above run to higher squares too.
    let (own, enemy) = (own.swap_bytes(), enemy.swap_bytes());
    let [_, up_left, up, up_right] = RAYS[square ^ 56];
    let above = run_upwards(own, enemy, up_left)
        | run_upwards(own, enemy, up)
        | run_upwards(own, enemy, up_right);
    row | below | above.swap_bytes()
}

/// What is turned over along a ray: a carry runs through everything beside the ray and through the enemy's
/// discs on it, up to the first other square.
#[inline]
fn run_upwards(own: u64, enemy: u64, ray: u64) -> u64 {
    let end = (enemy | !ray).wrapping_add(1) & own & ray;
    end.wrapping_sub(u64::from(end != 0)) & ray
}

/// What is turned over to the left of a square.
#[inline]
fn run_left(own: u64, enemy: u64, square: usize) -> u64 {
    let ray = (1 << square) - (1 << (square & 56));
    // If there is no other square, the lowest bit does no harm: it is either not on the ray or the enemy's.
    let end = 1 << (63 - (!enemy & ray | 1).leading_zeros());
    let end: u64 = end & own & ray;
    end.wrapping_neg() << 1 & ray
}

/// For each square the four rays from it to higher ones: along the row, and to the three sides of the next.
static RAYS: [[u64; 4]; 64] = {
    let mut rays = [[0; 4]; 64];
    let steps: [(i32, i32); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];
    let mut index = 0;
    while index < 64 * 4 {
        let (square, direction) = (index / 4, index % 4);
        let (down, right) = steps[direction];
        let (mut row, mut column) = (square as i32 / 8 + down, square as i32 % 8 + right);
        while row < 8 && column >= 0 && column < 8 {
            rays[square][direction] |= 1 << (8 * row + column);
            (row, column) = (row + down, column + right);
        }
        index += 1;
    }
    rays
};

/// A board of eight by eight, with its rows and columns exchanged.
#[inline]
fn transposed(mut board: u64) -> u64 {
    // Blocks of 1, 2 and 4 squares along a side are exchanged across the diagonal.
    for (shift, mask) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
    {
        let different = (board ^ board >> shift) & mask;
        board ^= different ^ different << shift;
    }
    board
}

/// A symmetry of the board: perhaps rows and columns are exchanged, then perhaps the rows are turned round,
/// then perhaps the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    transpose: bool,
    rows: bool,
    columns: bool,
}

impl Symmetry {
    /// The one that leaves the board as it is.
    pub(super) const NONE: Symmetry = Symmetry { transpose: false, rows: false, columns: false };

    /// All eight; the first leaves the board as it is.
    pub(super) const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry::NONE; 8];
        let mut number = 0;
        while number < 8 {
            all[number] = Symmetry {
                transpose: number & 4 != 0,
                rows: number & 2 != 0,
                columns: number & 1 != 0,
            };
            number += 1;
        }
        all
    };

    /// The squares of a board of `size` rows after the symmetry.
    #[inline]
    pub(super) fn apply(self, mut board: u64, size: u32) -> u64 {
        if self.transpose {
            board = transposed(board);
        }
        if self.rows {
            board = board.swap_bytes() >> (8 * (8 - size));
        }
        if self.columns {
            board = board.swap_bytes().reverse_bits() >> (8 - size);
        }
        board
    }

    /// The symmetry that first undoes `first` and then does this one.
    pub(super) fn after_undoing(self, first: Symmetry, size: u32) -> Symmetry {
        // Only one symmetry leaves this square where it is: its image identifies the symmetry.
        const B1: u64 = 1 << 1;
        let same = |it: &Symmetry| it.apply(first.apply(B1, size), size) == self.apply(B1, size);
        Symmetry::ALL.into_iter().find(same).unwrap_or(Symmetry::NONE)
    }
}
