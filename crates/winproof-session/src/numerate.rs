//! Integers in exotic numeration systems: what `winproof numerate` prints.

use num_bigint::BigUint;
use serde::Serialize;
use utoipa::ToSchema;
use winproof_games::numeration::{System, final_zeros};
use winproof_games::wythoff::strategy::Strategy;

use crate::failure::Failure;

/// The most digits of a number: the time grows with their square.
const MOST_DIGITS: usize = 10_000;

/// An integer in a numeration system.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Representation {
    /// The integer, in decimal.
    pub number: String,
    /// The system: `s=2,t=2`, `ternary` or `f1=7`.
    pub system: String,
    /// The digits, that of the greatest base first; separated by colons where they can be greater than 9.
    pub digits: String,
    /// How many zeros the digits end in.
    pub zeros: usize,
    /// The pair of the integer: the lesser number ends in an even number of zeros, the greater one has one more. For
    /// `s=S,t=T` these heaps are lost for the player to move in the game `wythoff:s=S,t=T`.
    #[schema(min_items = 2, max_items = 2)]
    pub pair: [String; 2],
    /// The number of the pair, if the system is one of the game `wythoff`.
    pub index: Option<String>,
}

/// Reads an integer.
pub fn number(text: &str) -> Result<BigUint, Failure> {
    if text.len() > MOST_DIGITS {
        return Err(Failure::Input(format!("a number has at most {MOST_DIGITS} digits")));
    }
    let digits =
        Some(text).filter(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit()));
    let digits = digits
        .ok_or_else(|| Failure::Input(format!("expected a number from 0 on, found `{text}`")))?;
    Ok(digits.parse().expect("digits are a number"))
}

/// Reads the digits of an integer in a system.
pub fn number_of_digits(text: &str, system: System) -> Result<BigUint, Failure> {
    if text.len() > 5 * MOST_DIGITS {
        return Err(Failure::Input(format!(
            "a representation has at most {} characters",
            5 * MOST_DIGITS
        )));
    }
    let digits = system.read(text).map_err(Failure::input)?;
    Ok(system.value(&digits))
}

/// Writes an integer in a system.
pub fn represent(number: &BigUint, system: System) -> Representation {
    let digits = system.digits(number);
    let (lesser, greater) = system.pair(number);
    let index = match system {
        System::HeapGame { s, t } => Some(Strategy::new(s, t).index(&lesser, &greater).to_string()),
        _ => None,
    };
    Representation {
        number: number.to_string(),
        system: system.to_string(),
        digits: system.write(&digits),
        zeros: final_zeros(&digits),
        pair: [lesser.to_string(), greater.to_string()],
        index,
    }
}
