//! Names of points, star points, and the symmetries of the board.
//!
//! GTP counts rows from the bottom and leaves out the letter I: the corners of a board with nine rows are A1, J1, A9
//! and J9. SGF has a letter for the column and one for the row, both from the upper left corner: `aa` to `ii`.

use super::point::Point;

/// The letters of columns in GTP.
const LETTERS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

/// The letter of a column in GTP.
pub(super) fn column_letter(column: usize) -> char {
    char::from(LETTERS[column])
}

/// How many symmetries a board has: four rotations, each with its mirror image; see [`Point::transformed`].
pub const SYMMETRIES: u8 = 8;

impl Point {
    /// The point's name in GTP, such as `C3`.
    pub fn to_gtp(self, size: usize) -> String {
        format!("{}{}", column_letter(self.column()), size - self.row())
    }

    /// Reads a name as in GTP, in capitals or not. `None` if no point of a board of that size has it: `pass` is not a
    /// point.
    pub fn from_gtp(name: &str, size: usize) -> Option<Point> {
        let (letter, number) = name.split_at_checked(1)?;
        let letter = letter.as_bytes()[0].to_ascii_uppercase();
        let column = LETTERS.iter().position(|&it| it == letter)?;
        let is_number = number.bytes().all(|it| it.is_ascii_digit()) && !number.starts_with('0');
        let number: usize = number.parse().ok().filter(|_| is_number)?;
        (column < size && number <= size).then(|| Point::new(column, size - number))
    }

    /// The point's name in SGF, such as `cp`.
    pub fn to_sgf(self) -> String {
        [self.column(), self.row()].map(|number| char::from(b'a' + number as u8)).iter().collect()
    }

    /// Reads a name as in SGF. `None` if no point of a board of that size has it: a pass, empty or `tt`, is not a
    /// point.
    pub fn from_sgf(name: &str, size: usize) -> Option<Point> {
        let &[column, row] = name.as_bytes() else { return None };
        let [column, row] = [column, row].map(|letter| usize::from(letter.wrapping_sub(b'a')));
        (column < size && row < size).then(|| Point::new(column, row))
    }

    /// Where a point goes if a board of that size is turned or mirrored. `symmetry` is less than [`SYMMETRIES`]; bit 0
    /// mirrors left and right, bit 1 top and bottom, and bit 2 then exchanges columns and rows. 0 changes nothing.
    #[inline]
    pub fn transformed(self, symmetry: u8, size: usize) -> Point {
        let flip = |number: usize, bit: u8| match symmetry >> bit & 1 {
            0 => number,
            _ => size - 1 - number,
        };
        let (column, row) = (flip(self.column(), 0), flip(self.row(), 1));
        if symmetry & 4 == 0 { Point::new(column, row) } else { Point::new(row, column) }
    }

    /// The number of the symmetry that undoes a symmetry.
    pub fn inverse_symmetry(symmetry: u8) -> u8 {
        // Exchanging columns and rows comes last, so the mirrors are exchanged where both happen.
        if symmetry & 4 == 0 { symmetry } else { 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1 }
    }

    /// Whether boards of that size have a star, a marked point, here.
    pub fn is_star(self, size: usize) -> bool {
        if size < 5 || size == 6 {
            return false;
        }
        let edge = if size < 13 { 2 } else { 3 };
        let middle = (size % 2 == 1).then_some(size / 2);
        let is_line = |number| number == edge || number == size - 1 - edge;
        let (column, row) = (self.column(), self.row());
        let is_middle = |number| Some(number) == middle;
        match (is_line(column), is_line(row)) {
            (true, true) => size > 5 || is_middle(column),
            (true, false) => is_middle(row) && size > 13,
            (false, true) => is_middle(column) && size > 13,
            (false, false) => is_middle(column) && is_middle(row),
        }
    }
}
