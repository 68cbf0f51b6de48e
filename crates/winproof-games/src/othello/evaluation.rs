//! The evaluation function (Nagai & Imai 1999, section 3): what difference in discs to expect at the end of
//! the game. It is the sum of what was learned for the configurations in all places of all patterns, and for
//! the parity: whether the player to move would also make the last move if nobody passed.

use std::sync::OnceLock;

use super::patterns::{CONFIGURATIONS, Parameters, configurations};
use super::weights::{STAGES, Weights, stage};

/// The weights that come with the program.
static SHIPPED: &[u8] = include_bytes!("weights.bin");

/// An evaluation function.
#[derive(Debug)]
pub struct Evaluation {
    weights: Weights,
    /// Made when a position of the stage is first evaluated: most searches need a few of them, and all
    /// together would be six megabytes.
    stages: [OnceLock<Stage>; STAGES],
}

#[derive(Debug)]
struct Stage {
    /// The values of all configurations.
    values: Vec<i16>,
    parity: i32,
}

impl Evaluation {
    /// The one that comes with the program.
    pub fn shipped() -> &'static Evaluation {
        static EVALUATION: OnceLock<Evaluation> = OnceLock::new();
        EVALUATION.get_or_init(|| {
            let weights = Weights::read(SHIPPED).expect("what is shipped can be read");
            Evaluation::new(weights)
        })
    }

    /// An evaluation with these weights.
    pub fn new(weights: Weights) -> Evaluation {
        Evaluation { weights, stages: std::array::from_fn(|_| OnceLock::new()) }
    }

    /// The weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The difference in discs that the player to move has to expect, in 1/256 disc
    /// ([`UNITS`](super::weights::UNITS)).
    #[inline]
    pub fn evaluate(&self, own: u64, enemy: u64) -> i32 {
        let discs = (own | enemy).count_ones();
        let number = stage(discs);
        let stage = self.stages[number].get_or_init(|| self.stage(number));
        let found = configurations(own, enemy).into_iter();
        let sum: i32 = found.map(|it| i32::from(stage.values[usize::from(it)])).sum();
        if discs % 2 == 1 { sum + stage.parity } else { sum - stage.parity }
    }

    #[cold]
    fn stage(&self, number: usize) -> Stage {
        let weights = self.weights.at(number);
        let parameters = Parameters::get();
        let value = |configuration: usize| weights[usize::from(parameters.of[configuration])];
        Stage {
            values: (0..CONFIGURATIONS).map(value).collect(),
            parity: i32::from(weights[parameters.count]),
        }
    }
}
