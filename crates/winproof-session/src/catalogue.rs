//! The lists of games and algorithms for programs: the JSON lines of `winproof games` and `winproof
//! algorithms`.

use serde::Serialize;
use serde_json::Number;
use utoipa::ToSchema;
use winproof::AlgorithmInfo;
use winproof_games::{GameInfo, games as all_games};
use winproof_rules::{Kind, Parameter, Value};

use crate::auto;
use crate::schema;

/// A game.
#[derive(Serialize, ToSchema)]
#[schema(as = Game)]
pub struct GameLine {
    /// The name in requests.
    name: &'static str,
    /// The game in one line.
    summary: &'static str,
    /// The names of the first and the second player.
    #[schema(min_items = 2, max_items = 2)]
    players: [&'static str; 2],
    /// Whether there are draws.
    draws: bool,
    /// What numbers of plies count: `ply`, or `turn` where a player makes several moves in a row.
    ply: &'static str,
    /// What a position looks like.
    position: &'static str,
    /// Whether a position takes several lines.
    multiline: bool,
    /// What `auto` means for it: an algorithm, then settings.
    auto: &'static [&'static str],
    /// Its parameters.
    parameters: Vec<ParameterLine>,
    /// Starting positions.
    examples: Vec<ExampleLine>,
}

/// A starting position.
#[derive(Serialize, ToSchema)]
#[schema(as = Example)]
struct ExampleLine {
    /// A label.
    label: &'static str,
    /// The position.
    position: &'static str,
}

/// An algorithm.
#[derive(Serialize, ToSchema)]
#[schema(as = Algorithm)]
pub struct AlgorithmLine {
    /// The name in requests.
    name: &'static str,
    /// The algorithm in one line.
    summary: &'static str,
    /// Where it comes from.
    source: &'static str,
    /// The games for which `auto` means it.
    auto: Vec<&'static str>,
    /// Whether several threads can search one problem with it.
    threads: bool,
    /// Its parameters.
    parameters: Vec<ParameterLine>,
}

/// A parameter of a game or of an algorithm.
#[derive(Serialize, ToSchema)]
#[schema(as = Parameter)]
struct ParameterLine {
    /// The name in requests.
    name: &'static str,
    /// What its values are.
    kind: KindWord,
    /// The value if none is given.
    #[schema(value_type = schema::ParameterValue)]
    default: Plain,
    /// The least value of a number.
    #[schema(value_type = Option<f64>)]
    min: Option<Number>,
    /// The greatest value of a number.
    #[schema(value_type = Option<f64>)]
    max: Option<Number>,
    /// The values to choose from.
    options: Option<&'static [&'static str]>,
    /// What it does.
    help: &'static str,
}

/// What the values of a parameter are.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ParameterKind)]
enum KindWord {
    /// Whole numbers.
    Integer,
    /// Numbers.
    Real,
    /// Some words.
    Choice,
    /// Words of a form that `help` describes.
    Word,
}

/// A parameter's value as JSON has it.
#[derive(Serialize)]
#[serde(untagged)]
enum Plain {
    Number(Number),
    Text(String),
}

impl From<Value> for Plain {
    fn from(value: Value) -> Plain {
        match value {
            Value::Integer(value) => Plain::Number(value.into()),
            Value::Real(value) => Plain::Number(real(value)),
            Value::Choice(_) | Value::Word(_) => Plain::Text(value.to_string()),
        }
    }
}

impl GameLine {
    /// Describes it.
    pub fn new(info: &GameInfo) -> GameLine {
        let examples = info.examples.iter();
        GameLine {
            name: info.name,
            summary: info.summary,
            players: info.players,
            draws: info.draws,
            ply: info.ply,
            position: info.position_help,
            multiline: info.multiline,
            auto: auto::choice(info.name),
            parameters: info.parameters.iter().map(ParameterLine::new).collect(),
            examples: examples.map(|&(label, position)| ExampleLine { label, position }).collect(),
        }
    }
}

impl AlgorithmLine {
    /// Describes it.
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
            threads: info.algorithm.has_threads(),
            parameters: info.parameters.iter().map(ParameterLine::new).collect(),
        }
    }
}

impl ParameterLine {
    fn new(parameter: &Parameter) -> ParameterLine {
        let (kind, min, max, options) = match parameter.kind {
            Kind::Integer { min, max, .. } => {
                (KindWord::Integer, Some(min.into()), Some(max.into()), None)
            }
            Kind::Real { min, max, .. } => (KindWord::Real, Some(real(min)), Some(real(max)), None),
            Kind::Choice { options, .. } => (KindWord::Choice, None, None, Some(options)),
            Kind::Word { .. } => (KindWord::Word, None, None, None),
        };
        let default = parameter.kind.default().into();
        let help = parameter.help;
        ParameterLine { name: parameter.name, kind, default, min, max, options, help }
    }
}

fn real(value: f64) -> Number {
    Number::from_f64(value).expect("parameters are finite")
}
