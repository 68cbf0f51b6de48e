//! Results for positions with more than a few empty squares: bounds of their value, which hold for every
//! question, and the best move.

/// What is known about a position.
#[derive(Clone, Copy)]
pub(super) struct Known {
    own: u64,
    enemy: u64,
    /// The value is from this …
    pub(super) least: i8,
    /// … to this.
    pub(super) most: i8,
    /// The move that was best, or 64.
    pub(super) mv: u8,
    /// How many squares are empty.
    empties: u8,
}

/// Nothing: a board without discs. All its bits are 0, so that a new table costs nothing until it is used.
const NOTHING: Known = Known { own: 0, enemy: 0, least: 0, most: 0, mv: 0, empties: 0 };

/// Two slots, in one line of the processor's cache. The first is for positions that were expensive.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Pair([Known; 2]);

/// A table of what is known.
pub(super) struct Hash {
    pairs: Vec<Pair>,
    shift: u32,
}

impl Hash {
    /// An empty table with 2 to the power of `bits` pairs.
    pub(super) fn new(bits: u32) -> Hash {
        Hash { pairs: vec![Pair([NOTHING; 2]); 1 << bits], shift: u64::BITS - bits }
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.pairs.len() * size_of::<Pair>()
    }

    /// Where a position belongs.
    #[inline]
    pub(super) fn place(&self, own: u64, enemy: u64) -> usize {
        let mixed = own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ enemy.rotate_left(32);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> self.shift) as usize
    }

    /// Returns what is known about the position that belongs there.
    #[inline]
    pub(super) fn get(&self, place: usize, own: u64, enemy: u64) -> Option<&Known> {
        self.pairs[place].0.iter().find(|known| known.own == own && known.enemy == enemy)
    }

    /// Stores a result: the value is from `least` to `most`.
    #[inline]
    pub(super) fn put(&mut self, place: usize, boards: [u64; 2], found: Found) {
        let Found { least, most, mv, empties } = found;
        let [own, enemy] = boards;
        let fresh = Known { own, enemy, least, most, mv, empties };
        let [first, second] = &mut self.pairs[place].0;
        for slot in [&mut *first, &mut *second] {
            if slot.own == own && slot.enemy == enemy {
                // Other windows have given other bounds that hold as well.
                let (least, most) = (least.max(slot.least), most.min(slot.most));
                *slot = Known { least, most, ..fresh };
                return;
            }
        }
        if empties >= first.empties {
            *second = *first;
            *first = fresh;
        } else {
            *second = fresh;
        }
    }
}

/// What a search of a position has found.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) least: i8,
    pub(super) most: i8,
    pub(super) mv: u8,
    pub(super) empties: u8,
}
