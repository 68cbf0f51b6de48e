//! Discs that can never be turned over again, whatever is played: they bound what the other player can get.
//!
//! A disc is turned over along a line, together with all discs between it and the ends of what is enclosed. So
//! it is safe along a line on which no square is empty, at the end of a line, and next to a disc of its own
//! colour that is safe for good. A disc that is safe along all four lines is safe for good. There are more such
//! discs than this rule finds, on edges with gaps for example.

const COLUMNS: u64 = 0x8181_8181_8181_8181;
const ROWS: u64 = 0xff00_0000_0000_00ff;
const BORDER: u64 = COLUMNS | ROWS;

/// Some of these discs that can never be turned over, on a board with these `squares`.
#[inline]
pub(super) fn stable(discs: u64, squares: u64, empty: u64) -> u64 {
    let ends = [COLUMNS, BORDER, ROWS, BORDER];
    let mut safe = [0; 4];
    for (index, step) in STEPS.into_iter().enumerate() {
        safe[index] = ends[index] | !along(empty, step);
    }
    // What is outside a smaller board ends lines as well.
    let outside = !squares;
    let mut found = discs & safe[0] & safe[1] & safe[2] & safe[3];
    loop {
        let next_to = found | outside;
        let mut more = discs & !found;
        for (index, step) in STEPS.into_iter().enumerate() {
            // What runs over the edge arrives at an end of a line, which is safe anyway.
            more &= safe[index] | next_to << step | next_to >> step;
        }
        if more == 0 {
            return found;
        }
        found |= more;
    }
}

/// From a square to the next one along a row, the two diagonals and a column.
const STEPS: [u32; 4] = [1, 7, 8, 9];

/// All squares on the lines in one direction through these.
#[inline]
fn along(squares: u64, step: u32) -> u64 {
    // The columns that 1, 2 and 4 steps to the right or to the left lead to without running over the edge.
    const FROM_LEFT: [u64; 3] =
        [0xfefe_fefe_fefe_fefe, 0xfcfc_fcfc_fcfc_fcfc, 0xf0f0_f0f0_f0f0_f0f0];
    const FROM_RIGHT: [u64; 3] =
        [0x7f7f_7f7f_7f7f_7f7f, 0x3f3f_3f3f_3f3f_3f3f, 0x0f0f_0f0f_0f0f_0f0f];
    let [up, down] = match step {
        7 => [FROM_RIGHT, FROM_LEFT],
        8 => [[u64::MAX; 3]; 2],
        _ => [FROM_LEFT, FROM_RIGHT],
    };
    let (mut above, mut below) = (squares, squares);
    for index in 0..3 {
        above |= above << (step << index) & up[index];
        below |= below >> (step << index) & down[index];
    }
    above | below
}
