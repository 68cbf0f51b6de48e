//! Fraenkel's heap games with two heaps; with s = t = 1 it is Wythoff's game.
//!
//! *Rules.* A move takes any number of objects, at least one, from one of the two heaps; or k from one and l from the
//! other, 0 < k ≤ l < s k + t. Who takes the last object wins: a player who cannot move has lost.
//!
//! *Notation.* The sizes of the two heaps, `3,5`, followed by ` second` if the second player is to move. `start` is `6,9`.
//! `h1-2` takes two objects from the first heap, `h1-2,h2-3` also three from the second. A third heap with a star,
//! `3,5,*2`, is a heap of Nim beside them: a player may take any number from it (`*-1`) instead of another move. It is
//! there for Grundy values.
//!
//! *Choices.* Heaps keep their places, so each move leads to a different position even where heaps are equal. Heaps of up
//! to 255 objects are searched, and certified. Larger ones, with up to ten thousand digits, are answered by the
//! [polynomial strategy](strategy), which rests on theorem 1 of Fraenkel 1998; its proof is there.
//!
//! The leaf oracle has a table of the lost positions by theorem 1, and unfolds. With a heap of Nim beside the others it
//! computes Grundy values by their definition.

mod leaf_oracle;
pub mod strategy;
#[cfg(test)]
mod tests;
mod text;

use winproof_rules::{
    Encoding, Game, Impartial, Key, Kind, LeafOracle, Move, Outcome, Parameter, Player, Settings,
};

use crate::numeration::GREATEST_PARAMETER;
use leaf_oracle::{Grundy, PairOracle};

/// The game with the parameters s and t.
#[derive(Clone, Debug)]
pub struct Wythoff {
    s: u32,
    t: u32,
    /// For each size, the size of the other heap that makes the position lost.
    partners: Vec<u32>,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TwoHeaps {
    sizes: [u8; 2],
    /// The heap of Nim beside them.
    nim: u8,
    to_move: Player,
}

/// The largest heap that is searched. The moves of two such heaps are 65,000 at most.
const LARGEST: usize = u8::MAX as usize;

pub(crate) const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "s",
        kind: Kind::Integer { min: 1, max: GREATEST_PARAMETER as i64, default: 1 },
        help: "the factor in l < s k + t, which limits what is taken from both heaps",
    },
    Parameter {
        name: "t",
        kind: Kind::Integer { min: 1, max: GREATEST_PARAMETER as i64, default: 1 },
        help: "the term in l < s k + t",
    },
];

/// A move: what it takes from the two heaps, or from the heap of Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taken {
    Heaps([u8; 2]),
    Nim(u8),
}

impl Taken {
    const NIM: u32 = 1 << 16;

    fn code(self) -> Move {
        match self {
            Taken::Heaps([first, second]) => Move(u32::from(first) << 8 | u32::from(second)),
            Taken::Nim(count) => Move(Taken::NIM | u32::from(count)),
        }
    }

    /// Reads a code; `None` if it is none.
    fn decode(mv: Move) -> Option<Taken> {
        let [high, low] = [(mv.0 >> 8) as u8, mv.0 as u8];
        match mv.0 >> 16 {
            0 if high > 0 || low > 0 => Some(Taken::Heaps([high, low])),
            1 if high == 0 && low > 0 => Some(Taken::Nim(low)),
            _ => None,
        }
    }
}

impl Wythoff {
    /// Makes the game with the parameters of its entry in the registry.
    pub fn new(settings: &Settings) -> Wythoff {
        let parameter = |name| u32::try_from(settings.integer(name)).expect("it is in its range");
        let (s, t) = (parameter("s"), parameter("t"));
        Wythoff { s, t, partners: partners(s, t) }
    }

    /// Returns the numbers that may be taken from the second heap together with `first` > 0 from the first one.
    fn range(&self, first: u8, second_size: u8) -> std::ops::RangeInclusive<u32> {
        let first = u32::from(first);
        let most = (self.s * first + self.t - 1).min(second_size.into());
        // The least l with first < s l + t.
        let least = first.checked_sub(self.t).map_or(1, |more| more / self.s + 1);
        least..=most
    }
}

/// Returns for each size that is searched the other heap of the lost position, by theorem 1.
fn partners(s: u32, t: u32) -> Vec<u32> {
    let mut partners = vec![None; LARGEST + 1];
    let mut number = 0;
    for lesser in 0..=LARGEST {
        if partners[lesser].is_none() {
            let greater = s * lesser as u32 + t * number;
            partners[lesser] = Some(greater);
            if let Some(partner) = partners.get_mut(greater as usize) {
                *partner = Some(lesser as u32);
            }
            number += 1;
        }
    }
    partners.into_iter().flatten().collect()
}

impl Game for Wythoff {
    type Position = TwoHeaps;
    const CYCLIC: bool = false;

    fn to_move(&self, heaps: &TwoHeaps) -> Player {
        heaps.to_move
    }

    fn outcome(&self, heaps: &TwoHeaps) -> Option<Outcome> {
        let empty = heaps.sizes == [0, 0] && heaps.nim == 0;
        empty.then(|| Outcome::won_by(heaps.to_move.opponent()))
    }

    fn moves(&self, heaps: &TwoHeaps, moves: &mut Vec<Move>) {
        let [first, second] = heaps.sizes;
        moves.extend((1..=first).map(|count| Taken::Heaps([count, 0]).code()));
        moves.extend((1..=second).map(|count| Taken::Heaps([0, count]).code()));
        for count in 1..=first {
            let others = self.range(count, second);
            moves.extend(others.map(|other| Taken::Heaps([count, other as u8]).code()));
        }
        moves.extend((1..=heaps.nim).map(|count| Taken::Nim(count).code()));
    }

    fn move_count(&self, heaps: &TwoHeaps, _: &mut Vec<Move>) -> usize {
        let [first, second] = heaps.sizes;
        let both = (1..=first).map(|count| self.range(count, second).count()).sum::<usize>();
        both + [first, second, heaps.nim].map(usize::from).iter().sum::<usize>()
    }

    fn is_legal(&self, heaps: &TwoHeaps, mv: Move, _: &mut Vec<Move>) -> bool {
        match Taken::decode(mv) {
            None => false,
            Some(Taken::Nim(count)) => count <= heaps.nim,
            Some(Taken::Heaps([first, second])) => {
                let there = first <= heaps.sizes[0] && second <= heaps.sizes[1];
                let one = first == 0 || second == 0;
                there && (one || self.range(first, heaps.sizes[1]).contains(&second.into()))
            }
        }
    }

    fn play(&self, heaps: &TwoHeaps, mv: Move) -> TwoHeaps {
        let mut after = TwoHeaps { to_move: heaps.to_move.opponent(), ..*heaps };
        match Taken::decode(mv).expect("a legal move") {
            Taken::Nim(count) => after.nim -= count,
            Taken::Heaps([first, second]) => {
                after.sizes[0] -= first;
                after.sizes[1] -= second;
            }
        }
        after
    }

    fn key(&self, heaps: &TwoHeaps) -> Key {
        Key(u32::from_be_bytes(bytes(heaps)).into())
    }

    fn outcomes(&self) -> Vec<Outcome> {
        vec![Outcome::LOSS, Outcome::WIN]
    }

    fn impartial(&self) -> Option<&dyn Impartial<TwoHeaps>> {
        Some(self)
    }

    fn leaf_oracle(&self, _level: u32) -> Option<Box<dyn LeafOracle<TwoHeaps> + Send + '_>> {
        Some(Box::new(PairOracle::new(self)))
    }
}

impl Impartial<TwoHeaps> for Wythoff {
    fn beside_nim_heap(&self, heaps: &TwoHeaps, size: u32) -> Option<TwoHeaps> {
        // Two heaps of Nim are worth as much as one, of this size; the sum is written with it.
        Some(TwoHeaps { nim: u8::try_from(u32::from(heaps.nim) ^ size).ok()?, ..*heaps })
    }

    fn grundy_value(&self, heaps: &TwoHeaps) -> Option<u32> {
        let values = Grundy::new(self, heaps.sizes);
        Some(u32::from(values.of(heaps.sizes)) ^ u32::from(heaps.nim))
    }
}

fn bytes(heaps: &TwoHeaps) -> [u8; 4] {
    let [first, second] = heaps.sizes;
    [u8::from(heaps.to_move == Player::Second), heaps.nim, first, second]
}

impl Encoding for Wythoff {
    fn encode(&self, heaps: &TwoHeaps, encoded: &mut Vec<u8>) {
        encoded.extend(bytes(heaps));
    }

    fn decode(&self, bytes: &[u8]) -> Option<TwoHeaps> {
        let &[to_move, nim, first, second] = bytes else { return None };
        let to_move = *[Player::First, Player::Second].get(usize::from(to_move))?;
        Some(TwoHeaps { sizes: [first, second], nim, to_move })
    }
}
