//! The notation, for positions that are searched and for larger ones.

use num_bigint::BigUint;
use winproof_rules::{InputError, Move, Notation, Player, Settings};

use super::theorem::answer;
use super::{HeapGame, HeapSum, MOST_OBJECTS, PARAMETERS, Taken, code};
use crate::heap_text::{drawn_heap, heaps_and_mover, legal_move, parts, taken_from, with_mover};
use crate::{GameInfo, RegisteredGame, TheoremAnswer};

/// The most heaps of a position of any size.
const MOST_HEAPS: usize = 1_000;

/// The most digits of a heap.
const MOST_DIGITS: usize = 10_000;

const START: &str = "7,9";

/// Heaps of any size.
pub(super) struct LargeSum {
    pub sizes: Vec<BigUint>,
    pub nim: BigUint,
    pub to_move: Player,
}

impl LargeSum {
    fn parse(text: &str) -> Result<LargeSum, InputError> {
        let text = text.trim();
        let text = if text == "start" { START } else { text };
        let (list, to_move) = heaps_and_mover(text);
        let mut sum = LargeSum { sizes: Vec::new(), nim: BigUint::ZERO, to_move };
        let mut ended = false;
        for (part, column) in parts(list) {
            let wrong = |message: &str| InputError::new(message).found(part).at(1, column);
            if ended {
                return Err(wrong("expected no heap after that of Nim"));
            }
            if sum.sizes.len() == MOST_HEAPS {
                return Err(wrong("expected at most 1,000 heaps"));
            }
            let digits = part.strip_prefix('*');
            ended = digits.is_some();
            let digits = digits.unwrap_or(part);
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(wrong(
                    "expected heaps such as `3,4,5`, and perhaps one of Nim as in `3,4,*2`",
                ));
            }
            if digits.len() > MOST_DIGITS {
                return Err(wrong("expected a heap of at most 10,000 digits"));
            }
            let size: BigUint = digits.parse().expect("digits are a number");
            if ended { sum.nim = size } else { sum.sizes.push(size) }
        }
        Ok(sum)
    }

    /// Returns the position if it can be searched.
    fn small(&self, game: &HeapGame) -> Option<HeapSum> {
        let sizes: Result<Vec<u8>, _> = self.sizes.iter().map(u8::try_from).collect();
        game.position(&sizes.ok()?, u8::try_from(&self.nim).ok()?, self.to_move)
    }
}

impl Notation for HeapGame {
    fn parse(&self, text: &str) -> Result<HeapSum, InputError> {
        LargeSum::parse(text)?.small(self).ok_or_else(|| {
            let expected = format!(
                "expected at most {MOST_OBJECTS} objects (`winproof solve` answers more by a theorem)"
            );
            InputError::new(expected).found(text.trim())
        })
    }

    fn format(&self, heaps: &HeapSum) -> String {
        let sizes = heaps.sizes.iter().map(u8::to_string);
        let nim = (heaps.nim > 0).then(|| format!("*{}", heaps.nim));
        let list: Vec<String> = sizes.chain(nim).collect();
        let list = if list.is_empty() { "0".to_string() } else { list.join(",") };
        with_mover(list, heaps.to_move)
    }

    fn format_move(&self, _: &HeapSum, mv: Move) -> String {
        match Taken::decode(mv) {
            Some(Taken::Heap { size, taken, part }) => {
                let rest = size.wrapping_sub(taken).wrapping_sub(part);
                name(&size.to_string(), taken.into(), part.into(), &rest.to_string())
            }
            Some(Taken::Nim(count)) => format!("*-{count}"),
            None => mv.0.to_string(),
        }
    }

    fn parse_move(&self, heaps: &HeapSum, text: &str) -> Result<Move, InputError> {
        legal_move(self, heaps, text, read_move(text).map(Taken::code))
    }

    fn draw(&self, heaps: &HeapSum) -> String {
        let mut drawing = format!("{} to move", self.player_name(heaps.to_move));
        for (number, &size) in (1..).zip(&heaps.sizes) {
            drawing += &drawn_heap(&format!("{number}."), size.into());
        }
        if heaps.nim > 0 {
            drawing += &drawn_heap("*", heaps.nim.into());
        }
        drawing
    }

    /// Whole heaps.
    fn removals(&self, heaps: &HeapSum) -> Vec<(String, HeapSum)> {
        let without = |size: u8| {
            let mut left = heaps.clone();
            let place = left.sizes.iter().position(|&it| it == size);
            left.sizes.remove(place.expect("it is one of them"));
            (format!("a heap of {size}"), left)
        };
        let nim = (heaps.nim > 0)
            .then(|| ("the heap of Nim".to_string(), HeapSum { nim: 0, ..heaps.clone() }));
        heaps.different_sizes().map(without).chain(nim).collect()
    }

    fn player_name(&self, player: Player) -> &'static str {
        Self::INFO.player_name(player)
    }
}

/// Reads the name of a move.
fn read_move(text: &str) -> Option<Taken> {
    if let Some(count) = taken_from(text, "*") {
        return count.parse().ok().map(Taken::Nim);
    }
    let (heap, parts) = text.split_once('=').unwrap_or((text, "0+0"));
    let (size, taken) = heap.split_once('-').unwrap_or((heap, "0"));
    let (part, _) = parts.split_once('+')?;
    let number = |text: &str| text.parse::<u8>().ok();
    Some(Taken::Heap { size: number(size)?, taken: number(taken)?, part: number(part)? })
}

/// The name of a move: `9-2`, `9-2=3+4`, `9=4+5`.
pub(super) fn name(size: &str, taken: usize, part: usize, rest: &str) -> String {
    let taken = if taken == 0 { String::new() } else { format!("-{taken}") };
    let divided = if part == 0 { String::new() } else { format!("={part}+{rest}") };
    format!("{size}{taken}{divided}")
}

impl RegisteredGame for HeapGame {
    const INFO: GameInfo = GameInfo {
        name: "heaps",
        summary: "Octal games on heaps, such as Kayles: take from one heap, perhaps divide it; who cannot move loses",
        parameters: PARAMETERS,
        players: ["first", "second"],
        draws: false,
        position_help: "the sizes of the heaps, such as `3,4,5`, with ` second` after them if the second player is to \
                        move; `3,4,*2` has a heap of Nim beside them; or `start` (7,9). More than 100 objects are \
                        solved by theorems and without a certificate",
        multiline: false,
        ply: "ply",
        examples: &[
            ("the mover wins", "start"),
            ("three heaps, the mover loses", "5,9,4"),
            ("the second player to move", "6,8 second"),
            ("with a heap of Nim", "5,3,*1"),
        ],
    };

    fn open(settings: &Settings, position: &str) -> Result<(HeapGame, HeapSum), InputError> {
        let game = HeapGame::new(settings);
        let heaps = game.parse(position)?;
        Ok((game, heaps))
    }

    fn by_theorem(
        settings: &Settings,
        position: &str,
    ) -> Result<Option<TheoremAnswer>, InputError> {
        let heaps = LargeSum::parse(position)?;
        let game = HeapGame::new(settings);
        if heaps.small(&game).is_some() {
            return Ok(None);
        }
        answer(code(settings), &heaps).map(Some)
    }
}
