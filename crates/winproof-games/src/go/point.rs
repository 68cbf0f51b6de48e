//! Points of the board, and sets of them.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use super::MOST_SIZE;

/// A point of the board.
///
/// All boards have the same layout in memory: rows of 19 points with one column and two rows around them that are off
/// the board, so that the four neighbours of a point are at fixed distances whatever the size.
///
/// ```text
///   0   1 …                     a row off the board
///  20  21  22 …  39             the top row; 20 is off the board, and so is what the size leaves over
///  40  41  42 …
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

impl Point {
    /// The distance from a point to the one below it.
    const STRIDE: usize = MOST_SIZE + 1;

    /// How many indices there are, with those off the board.
    pub const COUNT: usize = Self::STRIDE * (MOST_SIZE + 2) + 1;

    /// The point in a column, from the left, and a row, from the top, both counted from 0.
    ///
    /// # Panics
    ///
    /// If the largest board does not have it.
    #[inline]
    pub fn new(column: usize, row: usize) -> Point {
        assert!(column < MOST_SIZE && row < MOST_SIZE, "no point {column}, {row}");
        Point(((row + 1) * Self::STRIDE + column + 1) as u16)
    }

    /// All points of a board of that size, row by row from the top.
    #[inline]
    pub fn all(size: usize) -> impl Iterator<Item = Point> + Clone {
        (0..size).flat_map(move |row| (0..size).map(move |column| Point::new(column, row)))
    }

    /// Its column, counted from the left, from 0.
    #[inline]
    pub fn column(self) -> usize {
        self.index() % Self::STRIDE - 1
    }

    /// Its row, counted from the top, from 0.
    #[inline]
    pub fn row(self) -> usize {
        self.index() / Self::STRIDE - 1
    }

    /// A number less than [`Point::COUNT`], for arrays with an element for each point.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The point of an index that [`index`](Point::index) returned.
    #[inline]
    pub(super) fn at_index(index: u16) -> Point {
        Point(index)
    }

    /// The four points next to it: above, left, right, below. Some may be off the board.
    #[inline]
    pub fn neighbours(self) -> [Point; 4] {
        let stride = Self::STRIDE as u16;
        [self.0 - stride, self.0 - 1, self.0 + 1, self.0 + stride].map(Point)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Point({}, {})", self.column(), self.row())
    }
}

/// The 64-bit words of a set of points.
const WORDS: usize = Point::COUNT.div_ceil(64);

/// A set of points.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// No point at all.
    pub const EMPTY: PointSet = PointSet([0; WORDS]);

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
    }

    /// Takes a point out.
    #[inline]
    pub fn remove(&mut self, point: Point) {
        self.0[point.index() / 64] &= !(1 << (point.index() % 64));
    }

    /// Whether a point is in it.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 == 1
    }

    /// Whether there is no point in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// How many points are in it.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the two have a point in common.
    #[inline]
    pub fn meets(&self, other: &PointSet) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    /// The first of its points, row by row from the top.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// Its points, row by row from the top.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.0.iter().enumerate().flat_map(|(number, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                rest &= rest.checked_sub(1)?;
                Some(Point((64 * number) as u16 + bit as u16))
            })
        })
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}

impl BitOrAssign for PointSet {
    #[inline]
    fn bitor_assign(&mut self, other: PointSet) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }
}

impl BitOr for PointSet {
    type Output = PointSet;

    #[inline]
    fn bitor(mut self, other: PointSet) -> PointSet {
        self |= other;
        self
    }
}

impl BitAnd for PointSet {
    type Output = PointSet;

    #[inline]
    fn bitand(mut self, other: PointSet) -> PointSet {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        self
    }
}

/// The points of one set that are not in another.
impl Sub for PointSet {
    type Output = PointSet;

    #[inline]
    fn sub(mut self, other: PointSet) -> PointSet {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
        self
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}
