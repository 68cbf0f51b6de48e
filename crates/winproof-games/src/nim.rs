//! Nim.
//!
//! *Rules.* A move takes any number of objects, at least one, from one heap. Who takes the last
//! object wins: a player who has to move when all heaps are empty has lost. There are no draws.
//!
//! *Notation.* The sizes of the heaps, `3,4,5`, followed by ` second` if the second player is to
//! move. `start` is `1,3,5,7`. A move is the heap, counted from 1, and the number taken from it:
//! `h2-3` takes three objects from the second heap.
//!
//! *Choices.* Heaps keep their places, so each move leads to a different position even where heaps are equal.
//! Empty heaps at the end are not written. Fifteen heaps of up to 255 objects and the side to move fit into
//! the 128 bits of a key, which is why there are no more.

use winproof_rules::{
    Encoding, Game, Impartial, InputError, Key, Move, Notation, Outcome, Player, Settings,
};

use crate::heap_text::{drawn_heap, heaps_and_mover, parts, with_mover};
use crate::{GameInfo, RegisteredGame};

/// The game of Nim.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nim;

/// A position: a byte per heap from the lowest on, and in the highest byte 1 if the second player is
/// to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heaps(u128);

const MOST_HEAPS: usize = 15;
const SECOND: u128 = 1 << (8 * MOST_HEAPS);

impl Heaps {
    fn new(sizes: &[u8], to_move: Player) -> Heaps {
        let heaps = sizes.iter().rev().fold(0, |heaps, &size| heaps << 8 | u128::from(size));
        Heaps(if to_move == Player::First { heaps } else { heaps | SECOND })
    }

    fn is_empty(self) -> bool {
        self.0 & !SECOND == 0
    }

    /// The sizes of all heaps up to the last that is not empty.
    fn sizes(self) -> Vec<u8> {
        let bytes = self.0.to_le_bytes();
        let count = (0..MOST_HEAPS).rev().find(|&heap| bytes[heap] > 0).map_or(0, |last| last + 1);
        bytes[..count].to_vec()
    }
}

/// The heap, from 0, and how many objects a move takes from it.
fn heap_and_count(mv: Move) -> (u32, u32) {
    (mv.0 >> 8, mv.0 & 0xff)
}

impl Game for Nim {
    type Position = Heaps;
    const CYCLIC: bool = false;

    fn to_move(&self, heaps: &Heaps) -> Player {
        if heaps.0 & SECOND == 0 { Player::First } else { Player::Second }
    }

    fn outcome(&self, heaps: &Heaps) -> Option<Outcome> {
        heaps.is_empty().then(|| Outcome::won_by(self.to_move(heaps).opponent()))
    }

    fn moves(&self, heaps: &Heaps, moves: &mut Vec<Move>) {
        let bytes = heaps.0.to_le_bytes();
        for (heap, &size) in (0u32..).zip(&bytes[..MOST_HEAPS]) {
            moves.extend((1..=u32::from(size)).map(|count| Move(heap << 8 | count)));
        }
    }

    fn play(&self, heaps: &Heaps, mv: Move) -> Heaps {
        let (heap, count) = heap_and_count(mv);
        Heaps((heaps.0 - (u128::from(count) << (8 * heap))) ^ SECOND)
    }

    fn key(&self, heaps: &Heaps) -> Key {
        Key(heaps.0)
    }

    fn outcomes(&self) -> Vec<Outcome> {
        vec![Outcome::LOSS, Outcome::WIN]
    }

    fn impartial(&self) -> Option<&dyn Impartial<Heaps>> {
        Some(self)
    }
}

impl Impartial<Heaps> for Nim {
    fn beside_nim_heap(&self, heaps: &Heaps, size: u32) -> Option<Heaps> {
        let mut sizes = heaps.sizes();
        sizes.push(u8::try_from(size).ok()?);
        (sizes.len() <= MOST_HEAPS).then(|| Heaps::new(&sizes, self.to_move(heaps)))
    }

    fn grundy_value(&self, heaps: &Heaps) -> Option<u32> {
        Some(heaps.sizes().into_iter().fold(0, |sum, size| sum ^ u32::from(size)))
    }
}

impl Encoding for Nim {
    fn encode(&self, heaps: &Heaps, bytes: &mut Vec<u8>) {
        bytes.extend(heaps.0.to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Option<Heaps> {
        let bits = u128::from_le_bytes(bytes.try_into().ok()?);
        (bits < 2 * SECOND).then_some(Heaps(bits))
    }
}

impl Notation for Nim {
    fn parse(&self, text: &str) -> Result<Heaps, InputError> {
        let text = text.trim();
        if text == "start" {
            return Ok(Heaps::new(&[1, 3, 5, 7], Player::First));
        }
        let (list, to_move) = heaps_and_mover(text);
        let mut sizes = Vec::new();
        for (size, column) in parts(list) {
            let wrong = |message: &str| InputError::new(message).found(size).at(1, column);
            if sizes.len() == MOST_HEAPS {
                return Err(wrong("expected at most 15 heaps"));
            }
            let expected = "expected heaps of 0 to 255 objects such as `3,4,5`";
            sizes.push(size.parse().map_err(|_| wrong(expected))?);
        }
        Ok(Heaps::new(&sizes, to_move))
    }

    fn format(&self, heaps: &Heaps) -> String {
        let sizes: Vec<_> = heaps.sizes().iter().map(u8::to_string).collect();
        let list = if sizes.is_empty() { "0".to_string() } else { sizes.join(",") };
        with_mover(list, self.to_move(heaps))
    }

    fn format_move(&self, _: &Heaps, mv: Move) -> String {
        let (heap, count) = heap_and_count(mv);
        format!("h{}-{count}", heap + 1)
    }

    fn draw(&self, heaps: &Heaps) -> String {
        let mut drawing = format!("{} to move", self.player_name(self.to_move(heaps)));
        for (number, size) in (1..).zip(heaps.sizes()) {
            drawing += &drawn_heap(&format!("h{number}"), size.into());
        }
        drawing
    }

    /// Whole heaps.
    fn removals(&self, heaps: &Heaps) -> Vec<(String, Heaps)> {
        let sizes = heaps.sizes();
        let there = (0..sizes.len()).filter(|&heap| sizes[heap] > 0);
        let removal = |heap: usize| {
            let mut left = sizes.clone();
            left[heap] = 0;
            (format!("heap {}", heap + 1), Heaps::new(&left, self.to_move(heaps)))
        };
        there.map(removal).collect()
    }

    fn player_name(&self, player: Player) -> &'static str {
        Self::INFO.player_name(player)
    }
}

impl RegisteredGame for Nim {
    const INFO: GameInfo = GameInfo {
        name: "nim",
        summary: "Nim: take from one heap; who takes the last object wins",
        parameters: &[],
        players: ["first", "second"],
        draws: false,
        position_help: "the sizes of up to 15 heaps, such as `3,4,5`, with ` second` after them if \
                        the second player is to move; or `start` (1,3,5,7)",
        multiline: false,
        ply: "ply",
        examples: &[
            ("four heaps, the mover loses", "start"),
            ("three heaps, the mover wins", "3,4,5"),
            ("the second player to move", "2,2,1 second"),
        ],
    };

    fn open(_: &Settings, position: &str) -> Result<(Nim, Heaps), InputError> {
        Ok((Nim, Nim.parse(position)?))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::conformance::perft;

    #[test]
    fn perft_numbers() {
        // Counted by hand for two heaps of two: 4 moves; then 1,2 or 2,1 (3 moves each) or 0,2 or
        // 2,0 (2 moves each); and so on down to the single objects.
        let heaps = Nim.parse("2,2").unwrap();
        let counts: Vec<_> = (0..=5).map(|depth| perft(&Nim, &heaps, depth)).collect();
        assert_eq!(counts, [1, 4, 10, 12, 6, 0]);
    }

    /// Whether the player to move wins, by the rules alone.
    fn mover_wins(heaps: Heaps, known: &mut HashMap<Heaps, bool>) -> bool {
        if let Some(&wins) = known.get(&heaps) {
            return wins;
        }
        let mut moves = Vec::new();
        Nim.moves(&heaps, &mut moves);
        let wins = moves.iter().any(|&mv| !mover_wins(Nim.play(&heaps, mv), known));
        known.insert(heaps, wins);
        wins
    }

    #[test]
    fn the_mover_loses_exactly_if_the_heaps_cancel_out() {
        let mut known = HashMap::new();
        mover_wins(Nim.parse("3,4,5").unwrap(), &mut known);
        for (heaps, wins) in known {
            assert_eq!(wins, heaps.sizes().iter().fold(0, |sum, size| sum ^ size) != 0);
        }
    }

    #[test]
    fn full_heaps_keep_apart() {
        let heaps = Nim.parse(&vec!["255"; 15].join(",")).unwrap();
        assert_eq!(Nim.to_move(&heaps), Player::First);
        let mv = Nim.parse_move(&heaps, "h15-255").unwrap();
        let after = Nim.play(&heaps, mv);
        assert_eq!(Nim.format(&after), vec!["255"; 14].join(",") + " second");
    }

    #[test]
    fn bad_heaps_say_what_was_expected() {
        let expected = "expected heaps of 0 to 255 objects such as `3,4,5`";
        for (text, error) in [
            ("", format!("line 1, column 1: {expected}, found ``")),
            ("3, x", format!("line 1, column 3: {expected}, found `x`")),
            ("256", format!("line 1, column 1: {expected}, found `256`")),
            ("3 first", format!("line 1, column 1: {expected}, found `3 first`")),
            ("0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,7", {
                "line 1, column 31: expected at most 15 heaps, found `7`".to_string()
            }),
        ] {
            assert_eq!(Nim.parse(text).unwrap_err().to_string(), error);
        }
    }
}
