//! Stones, chains and liberties.
//!
//! Each chain keeps the set of its liberties as bits and its stones as a ring of links. A move looks at four
//! neighbours, and joins two chains by an OR of seven words and a walk through the smaller one. Counting liberties is a
//! count of bits.

use winproof_rules::Player;

use super::point::{Point, PointSet};
use super::{BLACK, LEAST_SIZE, MOST_SIZE};
use crate::splitmix::splitmix;

/// What is at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// The point is not on the board.
    Off,
}

impl Cell {
    /// The owner of the stone, if there is one.
    #[inline]
    pub fn player(self) -> Option<Player> {
        match self {
            Cell::Black => Some(Player::First),
            Cell::White => Some(Player::Second),
            Cell::Empty | Cell::Off => None,
        }
    }
}

/// A player's stone.
impl From<Player> for Cell {
    #[inline]
    fn from(player: Player) -> Cell {
        if player == BLACK { Cell::Black } else { Cell::White }
    }
}

/// Stones of one player that are connected along lines.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The empty points next to it.
    liberties: PointSet,
    /// The keys of its stones together.
    key: u128,
    stones: u16,
}

impl Chain {
    /// The empty points next to it.
    #[inline]
    pub fn liberties(&self) -> &PointSet {
        &self.liberties
    }

    /// How many stones it has.
    #[inline]
    pub fn stones(&self) -> usize {
        usize::from(self.stones)
    }

    #[inline]
    fn is_in_atari(&self) -> bool {
        self.liberties.len() == 1
    }
}

/// What a move captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captures {
    /// The number of stones.
    pub stones: usize,
    /// If the move captured a single stone with a single stone that could now be captured in turn: where the opponent
    /// would do it. The rule of ko forbids that for one move.
    pub ko: Option<Point>,
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The point is not on this board.
    #[error("the point is not on the board")]
    OffBoard,
    /// There is a stone already.
    #[error("the point is occupied")]
    Occupied,
    /// The stone would have no liberty and capture nothing.
    #[error("suicide is not allowed")]
    Suicide,
    /// The move would take back a ko at once.
    #[error("the rule of ko forbids to take back at once")]
    Ko,
    /// The move would lead to a position that was on the board before.
    #[error("the rule of superko forbids to repeat a position")]
    Superko,
}

/// A board with stones on it.
///
/// Two boards are equal if they have the same size and the same stones.
#[derive(Clone, Debug)]
pub struct Board {
    size: usize,
    cells: [Cell; Point::COUNT],
    /// For each stone the place of its chain in `chains`.
    chain_of: [u16; Point::COUNT],
    /// For each stone another one of its chain, in a ring.
    next: [u16; Point::COUNT],
    chains: Vec<Chain>,
    /// Places in `chains` that are not in use.
    free: Vec<u16>,
    stones: [u16; 2],
    key: u128,
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.size == other.size && self.cells == other.cells
    }
}

impl Eq for Board {}

impl Board {
    /// An empty board of that size, from [`LEAST_SIZE`] to [`MOST_SIZE`] rows and columns.
    ///
    /// # Panics
    ///
    /// If there is no such board.
    pub fn new(size: usize) -> Board {
        assert!((LEAST_SIZE..=MOST_SIZE).contains(&size), "no board of size {size}");
        let mut cells = [Cell::Off; Point::COUNT];
        Point::all(size).for_each(|point| cells[point.index()] = Cell::Empty);
        Board {
            size,
            cells,
            chain_of: [0; Point::COUNT],
            next: [0; Point::COUNT],
            chains: Vec::new(),
            free: Vec::new(),
            stones: [0; 2],
            key: 0,
        }
    }

    /// Takes all stones from the board. Faster than a new board where many games are replayed.
    pub fn clear(&mut self) {
        Point::all(self.size).for_each(|point| self.cells[point.index()] = Cell::Empty);
        self.chains.clear();
        self.free.clear();
        self.stones = [0; 2];
        self.key = 0;
    }

    /// Rows and columns.
    #[inline]
    pub fn size(&self) -> usize {
        self.size
    }

    /// All points, row by row from the top.
    #[inline]
    pub fn points(&self) -> impl Iterator<Item = Point> + Clone + use<> {
        Point::all(self.size)
    }

    /// What is at a point.
    #[inline]
    pub fn at(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }

    /// Whether a point is on the board and has no stone.
    #[inline]
    pub fn is_empty_at(&self, point: Point) -> bool {
        self.at(point) == Cell::Empty
    }

    /// The chain of the stone at a point, if there is one.
    #[inline]
    pub fn chain(&self, point: Point) -> Option<&Chain> {
        self.at(point).player().map(|_| &self.chains[self.slot(point)])
    }

    /// A number for the chain of the stone at a point, if there is one: the same for all its stones, another one for
    /// every other chain on the board. It is less than [`Point::COUNT`].
    #[inline]
    pub fn chain_number(&self, point: Point) -> Option<usize> {
        self.at(point).player().map(|_| self.slot(point))
    }

    /// The stones that are connected with the one at a point, itself first; none if the point is empty.
    #[inline]
    pub fn chain_stones(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let first = self.at(point).player().map(|_| point);
        let successor = move |&stone: &Point| {
            Some(Point::at_index(self.next[stone.index()])).filter(|&next| next != point)
        };
        std::iter::successors(first, successor)
    }

    /// The number of liberties of the chain at a point; 0 if there is no stone.
    #[inline]
    pub fn liberties(&self, point: Point) -> usize {
        self.chain(point).map_or(0, |chain| chain.liberties.len())
    }

    /// How many stones a player has on the board.
    #[inline]
    pub fn stones(&self, player: Player) -> usize {
        usize::from(self.stones[player as usize])
    }

    /// A key of the stones: equal for equal boards of one size, different for different ones for all practical
    /// purposes. It is 0 for an empty board.
    #[inline]
    pub fn key(&self) -> u128 {
        self.key
    }

    /// The key after a move that is legal, without playing it.
    pub fn key_after(&self, player: Player, point: Point) -> u128 {
        let mut key = self.key ^ stone_key(player, point);
        let mut captured = [usize::MAX; 4];
        for (number, neighbour) in point.neighbours().into_iter().enumerate() {
            if self.at(neighbour).player() == Some(player.opponent()) {
                let slot = self.slot(neighbour);
                if self.chains[slot].is_in_atari() && !captured.contains(&slot) {
                    captured[number] = slot;
                    key ^= self.chains[slot].key;
                }
            }
        }
        key
    }

    /// Whether a move is legal as far as this board alone can tell: the rules of ko need to know more.
    #[inline]
    pub fn check(&self, player: Player, point: Point) -> Result<(), Illegal> {
        match self.at(point) {
            Cell::Off => return Err(Illegal::OffBoard),
            Cell::Black | Cell::White => return Err(Illegal::Occupied),
            Cell::Empty => {}
        }
        // A move has a liberty, captures, or joins a chain that has another one.
        let has_liberty = |neighbour: Point| match self.at(neighbour).player() {
            None => self.at(neighbour) == Cell::Empty,
            Some(owner) => (owner == player) != self.chains[self.slot(neighbour)].is_in_atari(),
        };
        if point.neighbours().into_iter().any(has_liberty) { Ok(()) } else { Err(Illegal::Suicide) }
    }

    /// Plays a move: puts a stone and captures. Whose turn it is and the rules of ko are left to the caller. A move
    /// that is not legal changes nothing.
    pub fn play(&mut self, player: Player, point: Point) -> Result<Captures, Illegal> {
        self.check(player, point)?;
        let slot = self.put_stone(player, point);
        let mut stones = 0;
        let mut last = point;
        for neighbour in point.neighbours() {
            if self.at(neighbour).player() == Some(player.opponent())
                && self.chains[self.slot(neighbour)].liberties.is_empty()
            {
                stones += self.capture(neighbour);
                last = neighbour;
            }
        }
        let chain = &self.chains[slot];
        let is_ko = stones == 1 && chain.stones == 1 && chain.is_in_atari();
        Ok(Captures { stones, ko: is_ko.then_some(last) })
    }

    /// Puts a stone on an empty point, or takes one away, without capturing anything: to set a position up. Chains
    /// without liberties may be left; see [`breathless`](Board::breathless). Returns whether the point is on the board.
    pub fn set(&mut self, point: Point, player: Option<Player>) -> bool {
        if self.at(point) == Cell::Off {
            return false;
        }
        if self.at(point).player() == player {
            return true;
        }
        if let Some(owner) = self.at(point).player() {
            // What is left of the chain may fall apart: put its other stones again.
            let rest: Vec<Point> = self.chain_stones(point).skip(1).collect();
            self.capture(point);
            for stone in rest {
                self.put_stone(owner, stone);
            }
        }
        if let Some(player) = player {
            self.put_stone(player, point);
        }
        true
    }

    /// A stone of a chain without liberties, if one was set up so.
    pub fn breathless(&self) -> Option<Point> {
        self.points()
            .find(|&point| self.chain(point).is_some_and(|chain| chain.liberties.is_empty()))
    }

    /// What each player owns by area counting: the player's stones, and the empty points that reach only these. No
    /// stone is taken for dead.
    pub fn area(&self) -> [usize; 2] {
        let mut area = [BLACK, BLACK.opponent()].map(|player| self.stones(player));
        let mut seen = PointSet::EMPTY;
        for point in self.points() {
            if !self.is_empty_at(point) || seen.contains(point) {
                continue;
            }
            let (mut points, mut reached) = (0, [false; 2]);
            let mut open = vec![point];
            seen.insert(point);
            while let Some(point) = open.pop() {
                points += 1;
                for neighbour in point.neighbours() {
                    if let Some(player) = self.at(neighbour).player() {
                        reached[player as usize] = true;
                    } else if self.is_empty_at(neighbour) && !seen.contains(neighbour) {
                        seen.insert(neighbour);
                        open.push(neighbour);
                    }
                }
            }
            match reached {
                [true, false] => area[0] += points,
                [false, true] => area[1] += points,
                _ => {}
            }
        }
        area
    }

    #[inline]
    fn slot(&self, point: Point) -> usize {
        usize::from(self.chain_of[point.index()])
    }

    /// Puts a stone on an empty point and joins it with its neighbours. Returns the place of its chain.
    fn put_stone(&mut self, player: Player, point: Point) -> usize {
        let key = stone_key(player, point);
        self.cells[point.index()] = player.into();
        self.stones[player as usize] += 1;
        self.key ^= key;
        let mut liberties = PointSet::EMPTY;
        for neighbour in point.neighbours() {
            match self.at(neighbour) {
                Cell::Empty => liberties.insert(neighbour),
                Cell::Black | Cell::White => {
                    let slot = self.slot(neighbour);
                    self.chains[slot].liberties.remove(point);
                }
                Cell::Off => {}
            }
        }
        let chain = Chain { liberties, key, stones: 1 };
        let mut slot = match self.free.pop() {
            Some(slot) => {
                self.chains[usize::from(slot)] = chain;
                usize::from(slot)
            }
            None => {
                self.chains.push(chain);
                self.chains.len() - 1
            }
        };
        self.chain_of[point.index()] = slot as u16;
        self.next[point.index()] = point.index() as u16;
        for neighbour in point.neighbours() {
            if self.at(neighbour).player() == Some(player) && self.slot(neighbour) != slot {
                slot = self.join(point, neighbour);
            }
        }
        slot
    }

    /// Makes one chain of those of two stones. Returns its place.
    fn join(&mut self, one: Point, other: Point) -> usize {
        let stones = |point: Point| self.chains[self.slot(point)].stones;
        let (large, small) = if stones(one) < stones(other) { (other, one) } else { (one, other) };
        let (slot, gone) = (self.slot(large), self.slot(small));
        let mut stone = small;
        loop {
            self.chain_of[stone.index()] = slot as u16;
            stone = Point::at_index(self.next[stone.index()]);
            if stone == small {
                break;
            }
        }
        // Exchanging one link of each makes one ring of two.
        self.next.swap(large.index(), small.index());
        let Chain { liberties, key, stones } = self.chains[gone].clone();
        let chain = &mut self.chains[slot];
        chain.liberties |= liberties;
        chain.key ^= key;
        chain.stones += stones;
        self.free.push(gone as u16);
        slot
    }

    /// Takes the chain of a stone from the board. Returns the number of its stones.
    fn capture(&mut self, point: Point) -> usize {
        let cell = self.at(point);
        let slot = self.slot(point);
        let mut stone = point;
        loop {
            self.cells[stone.index()] = Cell::Empty;
            for neighbour in stone.neighbours() {
                let neighbouring = self.at(neighbour);
                if neighbouring != cell && neighbouring.player().is_some() {
                    let slot = self.slot(neighbour);
                    self.chains[slot].liberties.insert(stone);
                }
            }
            stone = Point::at_index(self.next[stone.index()]);
            if stone == point {
                break;
            }
        }
        let Chain { key, stones, .. } = self.chains[slot];
        self.key ^= key;
        if let Some(player) = cell.player() {
            self.stones[player as usize] -= stones;
        }
        self.free.push(slot as u16);
        usize::from(stones)
    }
}

/// A random number for a stone at a point.
#[inline]
fn stone_key(player: Player, point: Point) -> u128 {
    KEYS[player as usize][point.index()]
}

/// The numbers of [`stone_key`].
static KEYS: [[u128; Point::COUNT]; 2] = {
    const SEED: u64 = 0x60;
    let mut keys = [[0; Point::COUNT]; 2];
    let mut index = 0;
    while index < 2 * Point::COUNT {
        let [high, low] = [splitmix(SEED, 2 * index as u64), splitmix(SEED, 2 * index as u64 + 1)];
        keys[index / Point::COUNT][index % Point::COUNT] = (high as u128) << 64 | low as u128;
        index += 1;
    }
    keys
};
