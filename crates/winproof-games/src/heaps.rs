//! Take-away and octal games on heaps: Nim, Kayles, Dawson's games and all others that a code describes.
//!
//! *Rules.* The [code](octal) says how many objects a player may take from one heap, and whether nothing, one heap or two
//! heaps may be left of it. A player who cannot move has lost.
//!
//! *Notation.* The sizes of the heaps, `3,4,5`, followed by ` second` if the second player is to move. `start` is `7,9`.
//! `9-2` takes two objects from a heap of nine; `9-2=3+4` also divides the rest; `9=4+5` only divides. A last heap with a
//! star, `3,4,*2`, is a heap of Nim beside the others, from which a player may take any number (`*-1`) instead of another
//! move. It is there for Grundy values.
//!
//! *Choices.* The order of heaps does not matter: they are sorted, the largest first. Heaps in which no move is
//! possible, such as one object in `0.07`, are left out, and of moves that then have the same effect one is offered. Positions of up to [`MOST_OBJECTS`] objects are searched, and
//! certified as far as the limits allow. Larger ones are answered by the theorem of Sprague and Grundy: the heaps' values
//! are combined by exclusive or. A heap of any size has a value if the values are known to be periodic.
//!
//! The leaf oracle computes Grundy values, and unfolds.

mod grundy;
mod leaf_oracle;
pub mod octal;
#[cfg(test)]
mod tests;
mod text;
mod theorem;

use std::collections::HashSet;

use winproof_rules::{
    Encoding, Game, Impartial, Key, Kind, LeafOracle, Move, Outcome, Parameter, Player, Settings,
};

pub use grundy::{GrundyValues, Period};
use leaf_oracle::SumOracle;
use octal::OctalCode;

use crate::splitmix::splitmix;

/// The most objects of a position that is searched, those of the heap of Nim not counted. They are divided in so many ways
/// that certificates of larger ones would seldom be finished.
pub const MOST_OBJECTS: usize = 100;

/// A game on heaps.
#[derive(Clone, Debug)]
pub struct HeapGame {
    /// The Grundy values of all heaps that are searched.
    values: GrundyValues,
    /// For each of these heaps the moves: how many objects are taken, and one part of the rest if it is divided.
    options: Vec<Vec<(u8, u8)>>,
}

/// A position: a sum of heaps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapSum {
    /// The sizes of the heaps in which a move is possible, the largest first.
    sizes: Vec<u8>,
    /// The heap of Nim beside them.
    nim: u8,
    to_move: Player,
}

const PARAMETERS: &[Parameter] = &[Parameter {
    name: "code",
    kind: Kind::Word { expected: octal::EXPECTED, read: OctalCode::word, default: "0.137" },
    help: "what may be taken from a heap and left of it, as an octal code: 0.77 is Kayles, 0.(3) Nim",
}];

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taken {
    /// From a heap of `size` objects take some, and divide the rest into `part` and what is left; 0 divides nothing.
    Heap { size: u8, taken: u8, part: u8 },
    /// From the heap of Nim.
    Nim(u8),
}

impl Taken {
    fn code(self) -> Move {
        Move(match self {
            Taken::Heap { size, taken, part } => u32::from_be_bytes([0, size, taken, part]),
            Taken::Nim(count) => u32::from_be_bytes([1, 0, 0, count]),
        })
    }

    /// Reads a code; `None` if it is none.
    fn decode(mv: Move) -> Option<Taken> {
        match mv.0.to_be_bytes() {
            [0, size, taken, part] => Some(Taken::Heap { size, taken, part }),
            [1, 0, 0, count] => Some(Taken::Nim(count)),
            _ => None,
        }
    }
}

impl HeapGame {
    /// Makes the game with the code of its entry in the registry.
    pub fn new(settings: &Settings) -> HeapGame {
        HeapGame::of_code(code(settings))
    }

    /// Makes the game with a code.
    pub fn of_code(code: OctalCode) -> HeapGame {
        let mut values = GrundyValues::new(code.clone());
        values.extend_to(MOST_OBJECTS);
        let options = (0..=MOST_OBJECTS).map(|size| different_options(&code, size)).collect();
        HeapGame { values, options }
    }

    /// Returns whether a move is possible in a heap.
    fn is_live(&self, size: u8) -> bool {
        self.options.get(usize::from(size)).is_some_and(|options| !options.is_empty())
    }

    /// Makes a position; `None` if there are too many objects.
    fn position(&self, sizes: &[u8], nim: u8, to_move: Player) -> Option<HeapSum> {
        let objects: usize = sizes.iter().copied().map(usize::from).sum();
        if objects > MOST_OBJECTS {
            return None;
        }
        let mut sizes: Vec<u8> = sizes.to_vec();
        sizes.retain(|&size| self.is_live(size));
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        Some(HeapSum { sizes, nim, to_move })
    }

    /// Returns the value of a position.
    fn value(&self, heaps: &HeapSum) -> u32 {
        let values = heaps.sizes.iter().map(|&size| self.values.values()[usize::from(size)]);
        values.fold(heaps.nim.into(), |sum, value| sum ^ value)
    }
}

/// Returns the moves from a heap, one of each effect: with heaps left out in which no move is possible, several may have
/// the same.
fn different_options(code: &OctalCode, size: usize) -> Vec<(u8, u8)> {
    let mut left = HashSet::new();
    let options = code.options(size).filter(|&(_, parts)| {
        let mut live = parts.map(|part| if code.is_live(part) { part } else { 0 });
        live.sort_unstable();
        left.insert(live)
    });
    options.map(|(taken, [part, _])| (taken as u8, part as u8)).collect()
}

/// The code among the parameters.
fn code(settings: &Settings) -> OctalCode {
    settings.word("code").as_str().parse().expect("parameters are checked")
}

impl HeapSum {
    /// The sizes of the heaps, each once.
    fn different_sizes(&self) -> impl Iterator<Item = u8> + '_ {
        self.sizes.chunk_by(|a, b| a == b).map(|same| same[0])
    }

    fn bytes(&self) -> impl Iterator<Item = u8> + '_ {
        let head = [u8::from(self.to_move == Player::Second), self.nim];
        head.into_iter().chain(self.sizes.iter().copied())
    }
}

impl Game for HeapGame {
    type Position = HeapSum;
    const CYCLIC: bool = false;

    fn to_move(&self, heaps: &HeapSum) -> Player {
        heaps.to_move
    }

    fn outcome(&self, heaps: &HeapSum) -> Option<Outcome> {
        let over = heaps.sizes.is_empty() && heaps.nim == 0;
        over.then(|| Outcome::won_by(heaps.to_move.opponent()))
    }

    fn moves(&self, heaps: &HeapSum, moves: &mut Vec<Move>) {
        for size in heaps.different_sizes() {
            let options = self.options[usize::from(size)].iter();
            moves.extend(options.map(|&(taken, part)| Taken::Heap { size, taken, part }.code()));
        }
        moves.extend((1..=heaps.nim).map(|count| Taken::Nim(count).code()));
    }

    fn is_legal(&self, heaps: &HeapSum, mv: Move, _: &mut Vec<Move>) -> bool {
        match Taken::decode(mv) {
            None => false,
            Some(Taken::Nim(count)) => (1..=heaps.nim).contains(&count),
            Some(Taken::Heap { size, taken, part }) => {
                heaps.sizes.contains(&size)
                    && self.options[usize::from(size)].contains(&(taken, part))
            }
        }
    }

    fn play(&self, heaps: &HeapSum, mv: Move) -> HeapSum {
        let mut after = HeapSum { to_move: heaps.to_move.opponent(), ..heaps.clone() };
        match Taken::decode(mv).expect("a legal move") {
            Taken::Nim(count) => after.nim -= count,
            Taken::Heap { size, taken, part } => {
                let place = after.sizes.iter().position(|&it| it == size).expect("a legal move");
                after.sizes.remove(place);
                for left in [part, size - taken - part] {
                    if self.is_live(left) {
                        let place = after.sizes.partition_point(|&it| it > left);
                        after.sizes.insert(place, left);
                    }
                }
            }
        }
        after
    }

    fn key(&self, heaps: &HeapSum) -> Key {
        let hash = |seed| heaps.bytes().fold(seed, |hash, byte| splitmix(hash, byte.into()));
        Key(u128::from(hash(1)) << 64 | u128::from(hash(2)))
    }

    fn outcomes(&self) -> Vec<Outcome> {
        vec![Outcome::LOSS, Outcome::WIN]
    }

    fn impartial(&self) -> Option<&dyn Impartial<HeapSum>> {
        Some(self)
    }

    fn leaf_oracle(&self, _level: u32) -> Option<Box<dyn LeafOracle<HeapSum> + Send + '_>> {
        Some(Box::new(SumOracle::new(self)))
    }
}

impl Impartial<HeapSum> for HeapGame {
    fn beside_nim_heap(&self, heaps: &HeapSum, size: u32) -> Option<HeapSum> {
        // Two heaps of Nim are worth as much as one, of this size; the sum is written with it.
        Some(HeapSum { nim: u8::try_from(u32::from(heaps.nim) ^ size).ok()?, ..heaps.clone() })
    }

    fn grundy_value(&self, heaps: &HeapSum) -> Option<u32> {
        Some(self.value(heaps))
    }
}

impl Encoding for HeapGame {
    fn encode(&self, heaps: &HeapSum, bytes: &mut Vec<u8>) {
        bytes.extend(heaps.bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Option<HeapSum> {
        let &[to_move, nim, ref sizes @ ..] = bytes else { return None };
        let to_move = *[Player::First, Player::Second].get(usize::from(to_move))?;
        let heaps = self.position(sizes, nim, to_move)?;
        (heaps.sizes == sizes).then_some(heaps)
    }
}
