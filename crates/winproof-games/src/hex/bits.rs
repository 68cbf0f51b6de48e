//! Sets of cells as bits, in one, two or three machine words.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of cells. Boards of up to 8 by 8 fit into a `u64`, up to 11 by 11 into a `u128`, all into
/// [`Wide`].
pub(super) trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Not<Output = Self>
{
    const EMPTY: Self;

    /// The set of one cell.
    fn cell(cell: u32) -> Self;
    /// All cells moved up by so many places, less than 64.
    fn up(self, places: u32) -> Self;
    /// All cells moved down by so many places, less than 64.
    fn down(self, places: u32) -> Self;
    fn count(self) -> u32;
    /// The least cell of a set that is not empty.
    fn first(self) -> u32;
    fn from_wide(wide: Wide) -> Self;
    fn to_wide(self) -> Wide;

    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    #[inline]
    fn meets(self, other: Self) -> bool {
        self & other != Self::EMPTY
    }

    #[inline]
    fn within(self, other: Self) -> bool {
        self & other == self
    }

    #[inline]
    fn has(self, cell: u32) -> bool {
        self.meets(Self::cell(cell))
    }

    /// The cells, the least first.
    #[inline]
    fn cells(self) -> impl Iterator<Item = u32> {
        let mut rest = self;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let cell = rest.first();
            rest &= !Self::cell(cell);
            Some(cell)
        })
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Bits for $word {
            const EMPTY: Self = 0;

            #[inline]
            fn cell(cell: u32) -> Self {
                1 << cell
            }

            #[inline]
            fn up(self, places: u32) -> Self {
                self << places
            }

            #[inline]
            fn down(self, places: u32) -> Self {
                self >> places
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn from_wide(wide: Wide) -> Self {
                (u128::from(wide.0[1]) << 64 | u128::from(wide.0[0])) as $word
            }

            #[inline]
            fn to_wide(self) -> Wide {
                let all = self as u128;
                Wide([all as u64, (all >> 64) as u64, 0])
            }
        }
    };
}

word!(u64);
word!(u128);

/// Three words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Wide(pub [u64; 3]);

impl BitAnd for Wide {
    type Output = Wide;

    #[inline]
    fn bitand(self, other: Wide) -> Wide {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Wide([a & x, b & y, c & z])
    }
}

impl BitOr for Wide {
    type Output = Wide;

    #[inline]
    fn bitor(self, other: Wide) -> Wide {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Wide([a | x, b | y, c | z])
    }
}

impl Not for Wide {
    type Output = Wide;

    #[inline]
    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

impl BitAndAssign for Wide {
    #[inline]
    fn bitand_assign(&mut self, other: Wide) {
        *self = *self & other;
    }
}

impl BitOrAssign for Wide {
    #[inline]
    fn bitor_assign(&mut self, other: Wide) {
        *self = *self | other;
    }
}

impl Bits for Wide {
    const EMPTY: Wide = Wide([0; 3]);

    #[inline]
    fn cell(cell: u32) -> Wide {
        let mut words = [0; 3];
        words[cell as usize / 64] = 1 << (cell % 64);
        Wide(words)
    }

    #[inline]
    fn up(self, places: u32) -> Wide {
        let [a, b, c] = self.0;
        let carry = |word: u64| (word >> 1) >> (63 - places);
        Wide([a << places, b << places | carry(a), c << places | carry(b)])
    }

    #[inline]
    fn down(self, places: u32) -> Wide {
        let [a, b, c] = self.0;
        let carry = |word: u64| (word << 1) << (63 - places);
        Wide([a >> places | carry(b), b >> places | carry(c), c >> places])
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn first(self) -> u32 {
        match self.0 {
            [0, 0, c] => 128 + c.trailing_zeros(),
            [0, b, _] => 64 + b.trailing_zeros(),
            [a, ..] => a.trailing_zeros(),
        }
    }

    #[inline]
    fn from_wide(wide: Wide) -> Wide {
        wide
    }

    #[inline]
    fn to_wide(self) -> Wide {
        self
    }
}

impl Wide {
    /// The cells of a board of so many cells turned by 180 degrees, which turns the order of its cells
    /// round.
    #[inline]
    pub fn turned(self, cells: u32) -> Wide {
        let [a, b, c] = self.0.map(u64::reverse_bits);
        if cells <= 64 {
            return Wide([a >> (64 - cells), 0, 0]);
        }
        let turned = Wide([c, b, a]);
        let over = 192 - cells;
        if over >= 64 {
            Wide([turned.0[1], turned.0[2], 0]).down(over - 64)
        } else {
            turned.down(over)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set<B: Bits>(cells: &[u32]) -> B {
        cells.iter().fold(B::EMPTY, |set, &cell| set | B::cell(cell))
    }

    fn is_a_set<B: Bits>(cells: &[u32]) {
        let bits: B = set(cells);
        assert_eq!(bits.cells().collect::<Vec<_>>(), cells);
        assert_eq!(bits.count() as usize, cells.len());
        assert_eq!(B::from_wide(bits.to_wide()), bits);
        assert_eq!(bits.to_wide(), set::<Wide>(cells));
        for places in [1, 3, 13] {
            let moved: Vec<_> = cells.iter().map(|cell| cell + places).collect();
            assert_eq!(bits.up(places), set(&moved));
            assert_eq!(set::<B>(&moved).down(places), bits);
        }
    }

    #[test]
    fn words_and_wide_sets_are_alike() {
        is_a_set::<u64>(&[0, 7, 31, 50]);
        is_a_set::<u128>(&[0, 7, 63, 64, 100]);
        is_a_set::<Wide>(&[0, 7, 63, 64, 100, 127, 128, 168]);
    }

    #[test]
    fn turning_twice_gives_the_same_again() {
        for size in 2..=13_u32 {
            let cells = size * size;
            let bits: Wide = set(&[0, 2, cells / 2, cells - 1].map(|cell| cell));
            let turned = bits.turned(cells);
            let expected: Vec<_> = bits.cells().map(|cell| cells - 1 - cell).collect::<Vec<_>>();
            let expected: Wide = set(&expected);
            assert_eq!(turned, expected, "{size}");
            assert_eq!(turned.turned(cells), bits);
        }
    }
}
