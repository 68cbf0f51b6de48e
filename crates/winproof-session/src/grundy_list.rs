//! The Grundy values of single heaps: what `winproof grundy` prints.

use serde::Serialize;
use utoipa::ToSchema;
use winproof_games::heaps::GrundyValues;
use winproof_games::heaps::octal::OctalCode;

use crate::failure::Failure;

/// The largest heap: where heaps are divided, the time grows with the square of the size.
pub const LARGEST_HEAP: u32 = 100_000;

/// The Grundy values of the heaps of an octal game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GrundyList {
    /// The code of the game.
    pub code: String,
    /// The values of heaps of 0, 1, 2, … objects.
    pub values: Vec<u32>,
    /// The least period in these values, if there is one.
    pub period: Option<PeriodReport>,
}

/// From heaps of the size `start` on, a heap and one that is larger by `length` have the same Grundy value.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = Period)]
pub struct PeriodReport {
    /// The period.
    pub length: usize,
    /// The size from which on it holds.
    pub start: usize,
    /// Whether it holds for all sizes, by the theorem of Guy and Smith. Otherwise it was only observed.
    pub proved: bool,
}

/// Computes the values up to a size.
pub fn grundy_list(code: &str, largest: u32) -> Result<GrundyList, Failure> {
    let code: OctalCode = code.parse().map_err(Failure::input)?;
    if largest > LARGEST_HEAP {
        return Err(Failure::Input(format!("heaps have at most {LARGEST_HEAP} objects here")));
    }
    let mut values = GrundyValues::new(code);
    values.extend_to(largest as usize);
    let period = values.period();
    Ok(GrundyList {
        code: values.code().to_string(),
        period: period.map(|it| PeriodReport {
            length: it.length,
            start: it.start,
            proved: it.proved,
        }),
        values: values.values().to_vec(),
    })
}
