//! `winproof games` and `winproof algorithms`: what there is.

use serde::Serialize;
use winproof::{ALGORITHMS, AlgorithmInfo};
use winproof_game::{Kind, Parameter, Value};
use winproof_games::{GameInfo, games as all_games};

use crate::arguments::ListArguments;
use crate::failure::{Failure, Status};
use crate::output;

/// Lists the games.
pub fn games(arguments: &ListArguments) -> Result<Status, Failure> {
    let text = if arguments.json {
        json_lines(all_games().iter().map(GameLine::new))
    } else {
        all_games().iter().map(game_text).collect::<Vec<_>>().join("\n")
    };
    output::finish(&text, Status::Done)
}

/// Lists the algorithms.
pub fn algorithms(arguments: &ListArguments) -> Result<Status, Failure> {
    let text = if arguments.json {
        json_lines(ALGORITHMS.iter().map(AlgorithmLine::new))
    } else {
        let texts: Vec<_> = ALGORITHMS.iter().map(algorithm_text).collect();
        let mut text =
            texts.join("\n") + "\nauto, the default, stands for the best known for the game:\n";
        for info in all_games() {
            text += &format!("  {}: {}\n", info.name, info.auto.join(" "));
        }
        text
    };
    output::finish(&text, Status::Done)
}

fn json_lines(lines: impl Iterator<Item = impl Serialize>) -> String {
    let line = |line| serde_json::to_string(&line).expect("plain values can always be written");
    lines.map(|one| line(one) + "\n").collect()
}

fn game_text(info: &GameInfo) -> String {
    let mut text = format!("{}\n  {}\n", info.name, info.summary);
    let [first, second] = info.players;
    let draws = if info.draws { "draws are possible" } else { "no draws" };
    text += &format!("  players: {first}, {second}; {draws}\n");
    text += &format!("  position: {}\n", info.position_help);
    parameters_text(&mut text, info.parameters);
    for (label, position) in info.examples {
        if position.contains('\n') {
            let indented = position.trim_end().replace('\n', "\n    ");
            text += &format!("  for example, {label}:\n    {indented}\n");
        } else {
            let plain = |c: char| c.is_alphanumeric() || ",./-=".contains(c);
            let quote = if position.chars().all(plain) { "" } else { "'" };
            let command = format!("winproof solve {} {quote}{position}{quote}", info.name);
            text += &format!("  for example, {label}:\n    {command}\n");
        }
    }
    text
}

fn algorithm_text(info: &AlgorithmInfo) -> String {
    let mut text = format!("{}\n  {} ({})\n", info.name, info.summary, info.source);
    parameters_text(&mut text, info.parameters);
    text
}

fn parameters_text(text: &mut String, parameters: &[Parameter]) {
    let width = parameters.iter().map(|parameter| parameter.name.len()).max().unwrap_or(0);
    for Parameter { name, kind, help } in parameters {
        let default = kind.default();
        *text += &format!("  {name:<width$}  {help} ({kind}; default {default})\n");
    }
}

#[derive(Serialize)]
struct GameLine {
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

#[derive(Serialize)]
struct AlgorithmLine {
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
    fn new(info: &GameInfo) -> GameLine {
        let examples = info.examples.iter();
        GameLine {
            name: info.name,
            summary: info.summary,
            players: info.players,
            draws: info.draws,
            position: info.position_help,
            multiline: info.multiline,
            auto: info.auto,
            parameters: info.parameters.iter().map(ParameterLine::new).collect(),
            examples: examples.map(|&(label, position)| ExampleLine { label, position }).collect(),
        }
    }
}

impl AlgorithmLine {
    fn new(info: &AlgorithmInfo) -> AlgorithmLine {
        AlgorithmLine {
            name: info.name,
            summary: info.summary,
            source: info.source,
            auto: all_games()
                .iter()
                .filter(|game| game.auto[0] == info.name)
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
