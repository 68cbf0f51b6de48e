//! Values that shells suggest for arguments. Others are accepted here: where they are used, the message says
//! more about what is wrong with them.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use winproof::ALGORITHMS;
use winproof_experiments::EXPERIMENTS;
use winproof_rules::{Kind, Parameter};
use winproof_session::options::AUTO;

/// Accepts any text, and suggests those of a list.
#[derive(Clone, Copy, Debug)]
pub struct Suggested(pub fn() -> Vec<String>);

impl TypedValueParser for Suggested {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// The games.
pub fn games() -> Vec<String> {
    winproof_games::games().iter().map(|info| info.name.to_string()).collect()
}

/// The algorithms.
pub fn algorithms() -> Vec<String> {
    let names = ALGORITHMS.iter().map(|info| info.name);
    [AUTO].into_iter().chain(names).map(str::to_string).collect()
}

/// The experiments.
pub fn experiments() -> Vec<String> {
    EXPERIMENTS.iter().map(|experiment| experiment.name.to_string()).collect()
}

/// The questions, but for `>=N`.
pub fn questions() -> Vec<String> {
    ["win", "draw", "value", "grundy"].map(str::to_string).to_vec()
}

/// Parameters of algorithms with their values: all words, and of numbers the default.
pub fn settings() -> Vec<String> {
    let values = |Parameter { name, kind, .. }: &Parameter| match kind {
        Kind::Choice { options, .. } => {
            options.iter().map(|option| format!("{name}={option}")).collect()
        }
        number => vec![format!("{name}={}", number.default())],
    };
    let parameters = ALGORITHMS.iter().flat_map(|info| info.parameters);
    let mut all: Vec<_> = parameters.flat_map(values).collect();
    all.sort();
    all.dedup();
    all
}
