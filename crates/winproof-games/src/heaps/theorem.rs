//! Positions of any size, by the theorem of Sprague and Grundy: the value of a sum is the exclusive or of the values, and
//! the player to move loses exactly if it is 0. Large heaps have the values of smaller ones if there is a proved
//! [period](Period).

use num_bigint::BigUint;
use winproof_rules::InputError;

use super::octal::OctalCode;
use super::text::{LargeSum, name};
use super::{GrundyValues, Period};
use crate::TheoremAnswer;
use crate::heap_text::with_mover;

/// The largest heap whose value is computed: where heaps are divided, this takes about a second.
const LARGEST: usize = 1 << 14;

/// The values of heaps of any size.
struct LargeValues {
    values: GrundyValues,
    period: Option<Period>,
}

impl LargeValues {
    /// Computes values until there is a proved period, or all up to the largest heap that is asked for.
    fn new(code: OctalCode, largest: &BigUint) -> LargeValues {
        let wanted = usize::try_from(largest).ok().filter(|&size| size <= LARGEST);
        let mut values = GrundyValues::new(code);
        let mut size = 256;
        loop {
            values.extend_to(size.min(wanted.unwrap_or(LARGEST)));
            let enough = wanted.is_some_and(|wanted| wanted <= size);
            let period = values.period().filter(|period| period.proved && !enough);
            if enough || period.is_some() || size >= LARGEST {
                return LargeValues { values, period };
            }
            size *= 2;
        }
    }

    /// Returns a size that has options of the same values, and whose value was computed.
    fn representative(&self, size: &BigUint) -> Result<usize, InputError> {
        let computed = self.values.values().len();
        let small = usize::try_from(size).ok().filter(|&size| size < computed);
        match (small, self.period, self.values.code().most_taken()) {
            (Some(size), ..) => Ok(size),
            (None, Some(period), Some(most)) => {
                let rest = (size - period.start) % period.length;
                let rest = usize::try_from(rest).expect("it is less than the period");
                Ok(GrundyValues::representative(period, most, rest))
            }
            _ => {
                let expected = format!(
                    "expected heaps of at most {LARGEST} objects, because no period of {} is proved",
                    self.values.code()
                );
                Err(InputError::new(expected).found(&size.to_string()))
            }
        }
    }

    fn value(&self, size: &BigUint) -> Result<u32, InputError> {
        Ok(self.values.values()[self.representative(size)?])
    }
}

/// Answers who wins a position.
pub(super) fn answer(code: OctalCode, heaps: &LargeSum) -> Result<TheoremAnswer, InputError> {
    let nim = u32::try_from(&heaps.nim).ok().filter(|&size| size <= i32::MAX as u32);
    let nim = nim.ok_or_else(|| {
        InputError::new("expected a heap of Nim of at most 2147483647")
            .found(&heaps.nim.to_string())
    })?;
    let largest = heaps.sizes.iter().max().cloned().unwrap_or_default();
    let values = LargeValues::new(code, &largest);
    let sizes: Result<Vec<u32>, InputError> =
        heaps.sizes.iter().map(|size| values.value(size)).collect();
    let sizes = sizes?;
    let total = sizes.iter().fold(nim, |sum, value| sum ^ value);
    let winning_move = winning_move(&values, heaps, &sizes, nim, total)?;
    let list: Vec<String> = heaps.sizes.iter().map(BigUint::to_string).collect();
    let star = if nim > 0 { format!(",*{nim}") } else { String::new() };
    Ok(TheoremAnswer {
        position: with_mover(list.join(",") + &star, heaps.to_move),
        to_move: heaps.to_move,
        winning_move,
        grundy_value: Some(total),
        theorem: match values.period {
            None => "the theorem of Sprague and Grundy".to_string(),
            Some(Period { length, start, .. }) => format!(
                "the theorem of Sprague and Grundy, and on that of Guy and Smith, by which the values have the period \
                 {length} from {start} on"
            ),
        },
    })
}

/// Returns the name of a move after which the exclusive or of all values is 0.
fn winning_move(
    values: &LargeValues,
    heaps: &LargeSum,
    sizes: &[u32],
    nim: u32,
    total: u32,
) -> Result<Option<String>, InputError> {
    if total == 0 {
        return Ok(None);
    }
    // A part has the highest bit of the sum: its value falls when the sum is taken away from it.
    if nim ^ total < nim {
        return Ok(Some(format!("*-{}", nim - (nim ^ total))));
    }
    let (size, &value) =
        heaps.sizes.iter().zip(sizes).find(|&(_, &value)| value ^ total < value).expect("one has");
    let wanted = value ^ total;
    let small = values.representative(size)?;
    let computed = values.values.values();
    let mut options = values.values.code().options(small);
    let option = options.find(|&(_, [part, rest])| computed[part] ^ computed[rest] == wanted);
    let (taken, [part, _]) = option.expect("every value below that of a heap is that of an option");
    let rest = size - taken - part;
    // The position after the move, on its own.
    let left = values.value(&part.into())? ^ values.value(&rest)?;
    assert_eq!(total ^ value ^ left, 0, "a winning move wins");
    Ok(Some(name(&size.to_string(), taken, part, &rest.to_string())))
}
