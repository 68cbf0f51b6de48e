//! What there is to choose from, as programs read it: the JSON lines of `winproof games` and
//! `winproof algorithms`.

use serde::Serialize;
use winproof::AlgorithmInfo;
use winproof_games::{GameInfo, games as all_games};
use winproof_rules::{Kind, Parameter, Value};

use crate::auto;

/// A game.
#[derive(Serialize)]
pub struct GameLine {
    name: &'static str,
    summary: &'static str,
    players: [&'static str; 2],
    draws: bool,
    position: &'static str,
    multiline: bool,
    auto: &'static [&'static str],
    parameters: Vec<ParameterLine>,
    examples: Vec<ExampleLine>,
}

#[derive(Serialize)]
struct ExampleLine {
    label: &'static str,
    position: &'static str,
}

/// An algorithm.
#[derive(Serialize)]
pub struct AlgorithmLine {
    name: &'static str,
    summary: &'static str,
    source: &'static str,
    /// The games for which `auto` stands for it.
    auto: Vec<&'static str>,
    parameters: Vec<ParameterLine>,
}

#[derive(Serialize)]
struct ParameterLine {
    name: &'static str,
    kind: &'static str,
    default: Plain,
    min: Option<Plain>,
    max: Option<Plain>,
    options: Option<&'static [&'static str]>,
    help: &'static str,
}

/// A parameter's value as JSON has it.
#[derive(Serialize)]
#[serde(untagged)]
enum Plain {
    Integer(i64),
    Real(f64),
    Word(&'static str),
}

impl From<Value> for Plain {
    fn from(value: Value) -> Plain {
        match value {
            Value::Integer(value) => Plain::Integer(value),
            Value::Real(value) => Plain::Real(value),
            Value::Choice(word) => Plain::Word(word),
        }
    }
}

impl GameLine {
    /// What there is to know of it.
    pub fn new(info: &GameInfo) -> GameLine {
        let examples = info.examples.iter();
        GameLine {
            name: info.name,
            summary: info.summary,
            players: info.players,
            draws: info.draws,
            position: info.position_help,
            multiline: info.multiline,
            auto: auto::choice(info.name),
            parameters: info.parameters.iter().map(ParameterLine::new).collect(),
            examples: examples.map(|&(label, position)| ExampleLine { label, position }).collect(),
        }
    }
}

impl AlgorithmLine {
    /// What there is to know of it.
    pub fn new(info: &AlgorithmInfo) -> AlgorithmLine {
        AlgorithmLine {
            name: info.name,
            summary: info.summary,
            source: info.source,
            auto: all_games()
                .iter()
                .filter(|game| auto::choice(game.name)[0] == info.name)
                .map(|game| game.name)
                .collect(),
            parameters: info.parameters.iter().map(ParameterLine::new).collect(),
        }
    }
}

impl ParameterLine {
    fn new(parameter: &Parameter) -> ParameterLine {
        let (kind, min, max, options) = match parameter.kind {
            Kind::Integer { min, max, .. } => {
                ("integer", Some(Plain::Integer(min)), Some(Plain::Integer(max)), None)
            }
            Kind::Real { min, max, .. } => {
                ("real", Some(Plain::Real(min)), Some(Plain::Real(max)), None)
            }
            Kind::Choice { options, .. } => ("choice", None, None, Some(options)),
        };
        let default = parameter.kind.default().into();
        let help = parameter.help;
        ParameterLine { name: parameter.name, kind, default, min, max, options, help }
    }
}
