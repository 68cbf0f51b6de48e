//! The notation, for heaps that are searched and for larger ones.

use num_bigint::BigUint;
use winproof_rules::{InputError, Move, Notation, Player, Settings};

use super::strategy::Strategy;
use super::{LARGEST, PARAMETERS, Taken, TwoHeaps, Wythoff};
use crate::heap_text::{drawn_heap, heaps_and_mover, legal_move, parts, taken_from, with_mover};
use crate::{GameInfo, RegisteredGame, TheoremAnswer};

/// The most digits of a heap: the time of the strategy grows with their square.
const MOST_DIGITS: usize = 10_000;

const START: &str = "6,9";

/// Two heaps of any size, perhaps with a heap of Nim.
struct Heaps {
    sizes: [BigUint; 2],
    nim: BigUint,
    to_move: Player,
}

impl Heaps {
    fn parse(text: &str) -> Result<Heaps, InputError> {
        let text = text.trim();
        let text = if text == "start" { START } else { text };
        let (list, to_move) = heaps_and_mover(text);
        let mut sizes = Vec::new();
        for (part, column) in parts(list) {
            let wrong = |message: String| InputError::new(message).found(part).at(1, column);
            if sizes.len() == 3 {
                return Err(wrong(
                    "expected two heaps, and perhaps a third one of Nim".to_string(),
                ));
            }
            let digits = if sizes.len() == 2 { part.strip_prefix('*') } else { Some(part) };
            let digits =
                digits.filter(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit()));
            let Some(digits) = digits else {
                let expected =
                    "expected two heaps such as `3,5`, and perhaps one of Nim as in `3,5,*2`";
                return Err(wrong(expected.to_string()));
            };
            if digits.len() > MOST_DIGITS {
                return Err(wrong(format!("expected a heap of at most {MOST_DIGITS} digits")));
            }
            sizes.push(digits.parse::<BigUint>().expect("digits are a number"));
        }
        let nim = if sizes.len() == 3 { sizes.pop() } else { None };
        let sizes: Result<[BigUint; 2], _> = sizes.try_into();
        let sizes = sizes.map_err(|_| {
            InputError::new("expected two heaps such as `3,5`").found(list.trim()).at(1, 1)
        })?;
        Ok(Heaps { sizes, nim: nim.unwrap_or_default(), to_move })
    }

    /// Returns the position if it can be searched.
    fn small(&self) -> Option<TwoHeaps> {
        let small = |size: &BigUint| u8::try_from(size).ok();
        let sizes = [small(&self.sizes[0])?, small(&self.sizes[1])?];
        Some(TwoHeaps { sizes, nim: small(&self.nim)?, to_move: self.to_move })
    }

    /// Answers who wins by the strategy.
    fn answer(&self, strategy: Strategy) -> Result<TheoremAnswer, InputError> {
        if self.nim != BigUint::ZERO {
            let expected =
                format!("expected no heap of Nim beside heaps of more than {LARGEST} objects");
            return Err(InputError::new(expected));
        }
        let taken = strategy.winning_move(&self.sizes);
        if let Some(taken) = &taken {
            let [left, right] = &self.sizes;
            let after = [left - &taken[0], right - &taken[1]];
            assert!(strategy.allows(taken) && strategy.is_lost(&after), "a winning move wins");
        }
        let [first, second] = &self.sizes;
        let zero = taken.is_none().then_some(0);
        Ok(TheoremAnswer {
            position: with_mover(format!("{first},{second}"), self.to_move),
            to_move: self.to_move,
            winning_move: taken.map(|taken| name(&taken.map(|count| count.to_string()))),
            grundy_value: zero,
            theorem: "theorem 1 of Fraenkel 1998".to_string(),
        })
    }
}

/// The name of a move that takes so many objects from the two heaps.
fn name(taken: &[String; 2]) -> String {
    let [first, second] = taken;
    match (first.as_str(), second.as_str()) {
        (_, "0") => format!("h1-{first}"),
        ("0", _) => format!("h2-{second}"),
        _ => format!("h1-{first},h2-{second}"),
    }
}

impl Notation for Wythoff {
    fn parse(&self, text: &str) -> Result<TwoHeaps, InputError> {
        let heaps = Heaps::parse(text)?;
        heaps.small().ok_or_else(|| {
            let expected = format!(
                "expected heaps of at most {LARGEST} objects (`winproof solve` answers larger ones by a theorem)"
            );
            InputError::new(expected).found(text.trim())
        })
    }

    fn format(&self, heaps: &TwoHeaps) -> String {
        let [first, second] = heaps.sizes;
        let nim = if heaps.nim > 0 { format!(",*{}", heaps.nim) } else { String::new() };
        with_mover(format!("{first},{second}{nim}"), heaps.to_move)
    }

    fn format_move(&self, _: &TwoHeaps, mv: Move) -> String {
        match Taken::decode(mv) {
            Some(Taken::Heaps(taken)) => name(&taken.map(|count| count.to_string())),
            Some(Taken::Nim(count)) => format!("*-{count}"),
            None => mv.0.to_string(),
        }
    }

    fn parse_move(&self, heaps: &TwoHeaps, text: &str) -> Result<Move, InputError> {
        let lower = text.to_lowercase();
        let count = |text: &str, heap: &str| taken_from(text, heap)?.parse::<u8>().ok();
        let taken = match lower.split_once(',') {
            Some((first, second)) => count(first, "h1")
                .zip(count(second, "h2"))
                .map(|(first, second)| Taken::Heaps([first, second])),
            None => None
                .or_else(|| Some(Taken::Heaps([count(&lower, "h1")?, 0])))
                .or_else(|| Some(Taken::Heaps([0, count(&lower, "h2")?])))
                .or_else(|| Some(Taken::Nim(count(&lower, "*")?))),
        };
        legal_move(self, heaps, &lower, taken.map(Taken::code))
    }

    fn draw(&self, heaps: &TwoHeaps) -> String {
        let mut drawing = format!("{} to move", self.player_name(heaps.to_move));
        for (name, size) in ["h1", "h2"].into_iter().zip(heaps.sizes) {
            drawing += &drawn_heap(name, size.into());
        }
        if heaps.nim > 0 {
            drawing += &drawn_heap("*", heaps.nim.into());
        }
        drawing
    }

    /// The heap of Nim.
    fn removals(&self, heaps: &TwoHeaps) -> Vec<(String, TwoHeaps)> {
        let without =
            (heaps.nim > 0).then(|| ("the heap of Nim".to_string(), TwoHeaps { nim: 0, ..*heaps }));
        without.into_iter().collect()
    }

    fn player_name(&self, player: Player) -> &'static str {
        Self::INFO.player_name(player)
    }
}

impl RegisteredGame for Wythoff {
    const INFO: GameInfo = GameInfo {
        name: "wythoff",
        summary: "Two heaps: take from one, or k and l from both, k ≤ l < s k + t; who takes the last object wins",
        parameters: PARAMETERS,
        players: ["first", "second"],
        draws: false,
        position_help: "the sizes of the two heaps, such as `3,5`, with ` second` after them if the second player is \
                        to move; `3,5,*2` has a heap of Nim beside them; or `start` (6,9). Heaps of more than 255 \
                        objects, with up to 10,000 digits, are solved by a theorem and without a certificate",
        multiline: false,
        ply: "ply",
        examples: &[
            ("the mover wins", "start"),
            ("the mover loses", "4,7"),
            ("the second player to move", "3,8 second"),
            ("with a heap of Nim", "3,4,*2"),
        ],
    };

    fn open(settings: &Settings, position: &str) -> Result<(Wythoff, TwoHeaps), InputError> {
        let game = Wythoff::new(settings);
        let heaps = game.parse(position)?;
        Ok((game, heaps))
    }

    fn by_theorem(
        settings: &Settings,
        position: &str,
    ) -> Result<Option<TheoremAnswer>, InputError> {
        let heaps = Heaps::parse(position)?;
        if heaps.small().is_some() {
            return Ok(None);
        }
        let parameter = |name| u32::try_from(settings.integer(name)).expect("it is in its range");
        heaps.answer(Strategy::new(parameter("s"), parameter("t"))).map(Some)
    }
}
