//! The board: pieces on squares, traps, and who is stronger than whom.
//!
//! A square is a bit, a1 the lowest and h8 the highest. The kind of the piece on a square is a number of
//! three bits, one in each of three planes, so that strengths are compared on all 64 squares at once.

use winproof_rules::Player;

use crate::splitmix::splitmix;

/// A kind of piece, stronger than all before it. Zero is an empty square.
pub(super) type Kind = usize;

pub(super) const RABBIT: Kind = 1;
/// Elephant; nothing freezes or dislodges it.
pub(super) const ELEPHANT: Kind = 6;

/// How many of each kind a player has at the start.
pub(super) const COMPLEMENT: [u32; 7] = [0, 8, 2, 2, 2, 1, 1];

/// c3, f3, c6 and f6.
pub(super) const TRAPS: u64 = 1 << 18 | 1 << 21 | 1 << 42 | 1 << 45;

const A_FILE: u64 = 0x0101_0101_0101_0101;
const H_FILE: u64 = A_FILE << 7;

/// North, east, south, west: towards row 8, the h-file, row 1, the a-file.
pub(super) const DIRECTIONS: [char; 4] = ['n', 'e', 's', 'w'];

/// Where the neighbour of a square is.
const OFFSETS: [i32; 4] = [8, 1, -8, -1];

/// The neighbour of a square. It must be on the board.
#[inline]
pub(super) fn neighbour(square: u32, direction: u32) -> u32 {
    square.wrapping_add_signed(OFFSETS[direction as usize])
}

/// The squares whose neighbour in a direction is one of `squares`.
#[inline]
pub(super) fn beside(squares: u64, direction: u32) -> u64 {
    match direction {
        0 => squares >> 8,
        1 => (squares & !A_FILE) >> 1,
        2 => squares << 8,
        _ => (squares & !H_FILE) << 1,
    }
}

/// The neighbours of squares.
#[inline]
pub(super) const fn around(squares: u64) -> u64 {
    squares >> 8 | squares << 8 | (squares & !A_FILE) >> 1 | (squares & !H_FILE) << 1
}

/// Returns squares and their neighbours.
#[inline]
pub(super) const fn wider(squares: u64) -> u64 {
    squares | around(squares)
}

/// The squares of a set, lowest first.
#[inline]
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(square)
    })
}

/// The row in which a player's rabbits win.
#[inline]
pub(super) fn goal_row(player: Player) -> u64 {
    match player {
        Player::First => 0xff << 56,
        Player::Second => 0xff,
    }
}

/// The direction in which a player's rabbits do not step.
#[inline]
pub(super) fn backward(player: Player) -> u32 {
    if player == Player::First { 2 } else { 0 }
}

/// Pieces on squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    /// Bit by bit the kind of the piece on each square.
    planes: [u64; 3],
    gold: u64,
    /// One random number for each piece on its square, put together. A function of the rest.
    hash: u128,
}

/// Where the squares of one plane are greater than those of another, for numbers of three bits.
#[inline]
fn greater(a: [u64; 3], b: [u64; 3]) -> u64 {
    let low = a[0] & !b[0];
    let middle = a[1] & !b[1] | !(a[1] ^ b[1]) & low;
    a[2] & !b[2] | !(a[2] ^ b[2]) & middle
}

/// The planes of a board that is full of one kind.
#[inline]
fn everywhere(kind: Kind) -> [u64; 3] {
    std::array::from_fn(|plane| 0_u64.wrapping_sub((kind >> plane & 1) as u64))
}

impl Board {
    pub(super) const EMPTY: Board = Board { planes: [0; 3], gold: 0, hash: 0 };

    #[inline]
    pub(super) fn hash(&self) -> u128 {
        self.hash
    }

    #[inline]
    pub(super) fn occupied(&self) -> u64 {
        self.planes[0] | self.planes[1] | self.planes[2]
    }

    /// All pieces of a player.
    #[inline]
    pub(super) fn pieces(&self, player: Player) -> u64 {
        match player {
            Player::First => self.gold,
            Player::Second => self.occupied() & !self.gold,
        }
    }

    /// A player's pieces of a kind.
    #[inline]
    pub(super) fn of_kind(&self, player: Player, kind: Kind) -> u64 {
        let planes = self.planes;
        let bit =
            |plane: usize| if kind >> plane & 1 == 1 { planes[plane] } else { !planes[plane] };
        self.pieces(player) & bit(0) & bit(1) & bit(2)
    }

    /// A player's rabbits.
    #[inline]
    pub(super) fn rabbits(&self, player: Player) -> u64 {
        let [low, middle, high] = self.planes;
        self.pieces(player) & low & !middle & !high
    }

    /// Returns what is on a square: a kind, or 0.
    #[inline]
    pub(super) fn kind(&self, square: u32) -> Kind {
        let bit = |plane: usize| (self.planes[plane] >> square & 1) as usize;
        bit(0) | bit(1) << 1 | bit(2) << 2
    }

    /// Returns whose piece is on a square, and which.
    pub(super) fn piece(&self, square: u32) -> Option<(Player, Kind)> {
        let player = if self.gold >> square & 1 == 1 { Player::First } else { Player::Second };
        let kind = self.kind(square);
        (kind > 0).then_some((player, kind))
    }

    /// Puts a piece on an empty square, or removes it again.
    #[inline]
    pub(super) fn toggle(&mut self, square: u32, player: Player, kind: Kind) {
        let bit = 1 << square;
        for plane in 0..3 {
            self.planes[plane] ^= bit & 0_u64.wrapping_sub((kind >> plane & 1) as u64);
        }
        if player == Player::First {
            self.gold ^= bit;
        }
        self.hash ^= NUMBERS[player as usize][kind][square as usize];
    }

    /// Moves a piece of `player`, and removes that player's pieces that a trap then captures. Returns whether
    /// there were any.
    #[inline]
    pub(super) fn slide(&mut self, player: Player, from: u32, to: u32) -> bool {
        let moved = 1 << from | 1 << to;
        let kind = self.kind(from);
        for (plane, squares) in self.planes.iter_mut().enumerate() {
            *squares ^= moved & 0_u64.wrapping_sub((kind >> plane & 1) as u64);
        }
        if player == Player::First {
            self.gold ^= moved;
        }
        let numbers = &NUMBERS[player as usize][kind];
        self.hash ^= numbers[from as usize] ^ numbers[to as usize];
        let pieces = self.pieces(player);
        let trapped = pieces & TRAPS & !around(pieces);
        for square in squares(trapped) {
            self.toggle(square, player, self.kind(square));
        }
        trapped != 0
    }

    /// The rows from row 1 on. Each square has four bits, those of the a-file are the highest ones: 0 if it
    /// is empty, otherwise 1 to 6 for a gold piece and 9 to 14 for a silver one.
    pub(super) fn rows(&self) -> impl Iterator<Item = u32> + '_ {
        let [low, middle, high] = self.planes;
        let bits = [low, middle, high, self.pieces(Player::Second)].map(u64::to_le_bytes);
        (0..8).map(move |row| {
            (0..4).fold(0, |all, bit| all | SPREAD[usize::from(bits[bit][row])] << bit)
        })
    }

    /// Returns the squares on which this board differs from another.
    #[inline]
    pub(super) fn difference(&self, other: &Board) -> u64 {
        let planes = (0..3).fold(0, |all, plane| all | self.planes[plane] ^ other.planes[plane]);
        planes | self.gold ^ other.gold
    }

    /// The own pieces whose neighbour in a direction is a weaker enemy, and those where it is a stronger one.
    #[inline]
    fn over(&self, own: u64, enemy: u64, direction: u32) -> (u64, u64) {
        let ours = self.planes.map(|plane| plane & own);
        let theirs = self.planes.map(|plane| beside(plane & enemy, direction));
        let there = theirs[0] | theirs[1] | theirs[2];
        (greater(ours, theirs) & there, greater(theirs, ours) & own)
    }

    /// Who can do what on this board when `player` moves.
    #[inline]
    pub(super) fn relations(&self, player: Player) -> Relations {
        let own = self.pieces(player);
        let enemy = self.occupied() & !own;
        let mut prey = [0; 4];
        let mut menaced = 0;
        for direction in 0..4 {
            let (over, under) = self.over(own, enemy, direction);
            prey[direction as usize] = over;
            menaced |= under;
        }
        let free = own & (!menaced | around(own));
        Relations { free, empty: !(own | enemy), rabbits: self.rabbits(player), prey }
    }

    /// The enemies of `player` that are weaker than a piece of a kind.
    #[inline]
    pub(super) fn weaker_enemies(&self, player: Player, kind: Kind) -> u64 {
        greater(everywhere(kind), self.planes) & self.pieces(player.opponent())
    }

    /// Returns whether a piece of `player` is on a square and is not frozen.
    #[inline]
    pub(super) fn is_free(&self, player: Player, square: u32) -> bool {
        let own = self.pieces(player);
        let near = around(1 << square);
        let stronger = greater(self.planes, everywhere(self.kind(square))) & near & !own;
        own >> square & 1 == 1 && (near & own != 0 || stronger == 0)
    }

    /// Returns whether `player` has any step.
    #[inline]
    pub(super) fn mobile(&self, player: Player) -> bool {
        // Nearly always two pieces are neighbours, so that neither is frozen, and one has room ahead.
        let own = self.pieces(player);
        let ahead = beside(!self.occupied(), backward(player) ^ 2);
        own & around(own) & ahead != 0 || self.relations(player).mobile(player)
    }

    /// Returns why no play leads to this board, if that is easy to see.
    pub(super) fn flaw(&self) -> Option<&'static str> {
        for player in [Player::First, Player::Second] {
            let pieces = self.pieces(player);
            if (RABBIT..=ELEPHANT)
                .any(|kind| self.of_kind(player, kind).count_ones() > COMPLEMENT[kind])
            {
                return Some(
                    "expected at most one elephant, one camel, two horses, dogs and cats and \
                     eight rabbits of a colour",
                );
            }
            if pieces & TRAPS & !around(pieces) != 0 {
                return Some("expected every piece on a trap to have a friend next to it");
            }
        }
        None
    }
}

/// Who can do what.
pub(super) struct Relations {
    /// The mover's pieces that are not frozen.
    pub(super) free: u64,
    pub(super) empty: u64,
    /// The mover's rabbits.
    pub(super) rabbits: u64,
    /// For each direction the mover's pieces whose neighbour there is a weaker enemy.
    pub(super) prey: [u64; 4],
}

impl Relations {
    /// The mover's pieces that can step in a direction.
    #[inline]
    pub(super) fn steppers(&self, player: Player, direction: u32) -> u64 {
        let forbidden = if direction == backward(player) { self.rabbits } else { 0 };
        self.free & !forbidden & beside(self.empty, direction)
    }

    /// The mover's pieces that can push what is in a direction, if it has somewhere to go.
    #[inline]
    pub(super) fn pushers(&self, direction: u32) -> u64 {
        self.free & self.prey[direction as usize]
    }

    /// Whether the mover has any step at all.
    fn mobile(&self, player: Player) -> bool {
        let escape = around(self.empty);
        (0..4).any(|direction| {
            self.steppers(player, direction) != 0
                || self.pushers(direction) & beside(escape, direction) != 0
        })
    }
}

/// The bits of a byte as every fourth bit of a word, the lowest one first.
static SPREAD: [u32; 256] = {
    let mut spread = [0; 256];
    let mut index = 0;
    while index < 256 * 8 {
        let (byte, bit) = (index / 8, index % 8);
        spread[byte] |= (byte as u32 >> bit & 1) << (28 - 4 * bit);
        index += 1;
    }
    spread
};

/// A random number for each piece on each square.
static NUMBERS: [[[u128; 64]; 7]; 2] = {
    let mut numbers = [[[0; 64]; 7]; 2];
    let mut index = 0;
    while index < 2 * 7 * 64 {
        numbers[index / 64 / 7][index / 64 % 7][index % 64] = random(index as u64);
        index += 1;
    }
    numbers
};

/// The random numbers of this game. Those from 1,000 on are free for other uses than pieces.
pub(super) const fn random(index: u64) -> u128 {
    const SEED: u64 = 0x4172_696d_6161;
    (splitmix(SEED, 2 * index) as u128) << 64 | splitmix(SEED, 2 * index + 1) as u128
}
