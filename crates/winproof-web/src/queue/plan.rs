//! What a job is to do: a problem, how to search it, and within what limits.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};
use winproof::save::Header;
use winproof::{Algorithm, Config, Keeps};
use winproof_games::{GameSpec, SpecError};
use winproof_rules::ParameterError;
use winproof_session::amounts::{Memory, Seconds};
use winproof_session::figures;
use winproof_session::options::{Options, Wishes};
use winproof_session::position::{Unseen, look};
use winproof_session::question::{Ask, AttackerChoice};

use crate::options::Caps;
use crate::problem::Problem;

/// A label is a line in a list.
const LONGEST_LABEL: usize = 200;

/// A problem as a request puts it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobRequest {
    game: String,
    #[serde(default = "start")]
    position: String,
    #[serde(default = "mover")]
    attacker: String,
    #[serde(default = "win")]
    ask: String,
    #[serde(default = "auto")]
    algorithm: String,
    #[serde(default)]
    settings: BTreeMap<String, Setting>,
    nodes: Option<u64>,
    time: Option<f64>,
    memory: Option<u64>,
    #[serde(default)]
    seed: u64,
    #[serde(default = "yes")]
    certify: bool,
    /// A name for people.
    #[serde(default)]
    pub label: String,
}

fn start() -> String {
    "start".to_string()
}

fn mover() -> String {
    "mover".to_string()
}

fn win() -> String {
    "win".to_string()
}

fn auto() -> String {
    "auto".to_string()
}

fn yes() -> bool {
    true
}

/// The value of a parameter, which may be a number.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Setting {
    Text(String),
    Number(serde_json::Number),
}

impl Setting {
    fn text(&self) -> String {
        match self {
            Setting::Text(text) => text.clone(),
            Setting::Number(number) => number.to_string(),
        }
    }
}

/// What is to be different when a job goes on. What is not mentioned stays; a limit that is null is none.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Changes {
    algorithm: Option<String>,
    settings: BTreeMap<String, Setting>,
    #[serde(deserialize_with = "mentioned")]
    nodes: Option<Option<u64>>,
    #[serde(deserialize_with = "mentioned")]
    time: Option<Option<f64>>,
    #[serde(deserialize_with = "mentioned")]
    memory: Option<Option<u64>>,
}

/// Tells null from nothing.
fn mentioned<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// What a job is to do, with every name looked up and every value checked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The game with its parameters.
    pub game: String,
    /// The position in the game's notation.
    pub position: String,
    /// The name of the attacker.
    pub attacker: String,
    /// The name of the player to move.
    pub mover: String,
    /// The question.
    pub ask: String,
    /// The algorithm's real name; none for a proof that came from elsewhere.
    pub algorithm: Option<String>,
    /// All its parameters.
    pub settings: BTreeMap<String, String>,
    /// The most expansions from now on.
    pub nodes: Option<u64>,
    /// The most seconds from now on.
    pub time: Option<f64>,
    /// Memory for tables and trees.
    pub memory: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// Whether the verdict gets a certificate.
    pub certify: bool,
}

impl Plan {
    /// What a request asks for, within the limits of the server.
    pub fn new(request: &JobRequest, caps: &Caps) -> Result<Plan, Problem> {
        if request.label.chars().count() > LONGEST_LABEL {
            let error = format!("a label has at most {LONGEST_LABEL} characters");
            return Err(Problem::field("label", error));
        }
        let spec = game(&request.game)?;
        let ask: Ask = request.ask.parse().map_err(|error| Problem::field("ask", error))?;
        let wishes = Wishes {
            attacker: Some(attacker(&request.attacker, &spec)?),
            ask: Some(ask),
            algorithm: Some(request.algorithm.clone()),
            seed: Some(request.seed),
            memory: Some(memory(request.memory, caps)?),
            certify: request.certify,
            ..Wishes::default()
        };
        ask.check_draws(spec.info().name, spec.info().draws)
            .map_err(|error| Problem::field("ask", error))?;
        let mut options = Options::new(&spec, &wishes, None)
            .map_err(|error| Problem::field("algorithm", error))?;
        set(&mut options.config, &request.settings)?;
        let look = look(&spec, &request.position, &[]).map_err(unseen)?;
        let [first, second] = spec.info().players;
        let other = if look.mover == first { second } else { first };
        let attacker = match &wishes.attacker {
            Some(AttackerChoice::Opponent) => other,
            Some(AttackerChoice::Named(name)) => spec
                .info()
                .player_by_name(name)
                .map_or(other, |player| spec.info().player_name(player)),
            _ => look.mover,
        };
        let mut plan = Plan {
            game: spec.to_string(),
            position: look.position,
            attacker: attacker.to_string(),
            mover: look.mover.to_string(),
            ask: ask.to_string(),
            algorithm: None,
            settings: BTreeMap::new(),
            nodes: request.nodes,
            time: time(request.time, caps)?,
            memory: 0,
            seed: request.seed,
            certify: request.certify,
        };
        plan.take_over(&options.config);
        Ok(plan)
    }

    /// What a save is about. The limits are those of the server.
    pub fn of_save(header: &Header, spec: &GameSpec, caps: &Caps) -> Result<Plan, Problem> {
        let config = header.config().map_err(|error| Problem::bad(error.to_string()))?;
        let look = look(spec, &header.position, &[]).map_err(unseen)?;
        let mut plan = Plan {
            game: spec.to_string(),
            position: look.position,
            attacker: header.attacker.clone(),
            mover: look.mover.to_string(),
            ask: header.ask.clone(),
            algorithm: None,
            settings: BTreeMap::new(),
            nodes: None,
            time: time(None, caps)?,
            memory: 0,
            seed: config.seed,
            certify: true,
        };
        plan.take_over(&config);
        plan.memory = plan.memory.clamp(1 << 20, caps.job_memory);
        Ok(plan)
    }

    /// What a certificate is about; there is nothing to do any more.
    pub fn of_certificate(header: &winproof_certificate::Header) -> Result<Plan, Problem> {
        let parameters =
            header.parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let spec = GameSpec::new(&header.game, parameters)
            .map_err(|error| Problem::bad(error.to_string()))?;
        let look = look(&spec, &header.position, &[]).map_err(unseen)?;
        let ask = match header.target {
            1 => Ask::Win,
            0 if spec.info().draws => Ask::Draw,
            target => Ask::AtLeast(target),
        };
        Ok(Plan {
            game: spec.to_string(),
            position: look.position,
            attacker: spec.info().player_name(header.attacker).to_string(),
            mover: look.mover.to_string(),
            ask: ask.to_string(),
            algorithm: None,
            settings: BTreeMap::new(),
            nodes: None,
            time: None,
            memory: 0,
            seed: 0,
            certify: true,
        })
    }

    /// The same problem with some changes. With a save, they have to be such that the search can go on from
    /// it.
    pub fn changed(
        &self,
        changes: &Changes,
        saved: Option<&Header>,
        caps: &Caps,
    ) -> Result<Plan, Problem> {
        let spec = game(&self.game)?;
        let mut plan = self.clone();
        let same = self.options(&spec)?.config;
        let asked =
            changes.algorithm.as_ref().filter(|&name| Some(name) != self.algorithm.as_ref());
        let mut config = match asked {
            None => same,
            Some(name) => {
                let wishes = Wishes { algorithm: Some(name.clone()), ..Wishes::default() };
                let asked = Options::new(&spec, &wishes, None)
                    .map_err(|error| Problem::field("algorithm", error))?
                    .config;
                match saved {
                    // Another algorithm takes over what saved numbers mean.
                    Some(header) => header.config_for(asked.algorithm()).map_err(conflict)?,
                    None => Config { seed: self.seed, ..asked },
                }
            }
        };
        set(&mut config, &changes.settings)?;
        config.memory = match changes.memory {
            Some(asked) => memory(asked, caps)?.0,
            None => self.memory.min(caps.job_memory),
        };
        if let Some(header) = saved {
            header.check(&config).map_err(conflict)?;
        }
        plan.nodes = changes.nodes.unwrap_or(self.nodes);
        plan.time = time(changes.time.unwrap_or(self.time), caps)?;
        plan.take_over(&config);
        Ok(plan)
    }

    /// Keeps to the limits of a server that was started with other ones.
    pub fn confine(&mut self, caps: &Caps) {
        self.memory = self.memory.min(caps.job_memory);
        let most = caps.job_time.as_secs_f64();
        self.time = self.time.map(|time| time.min(most));
    }

    fn take_over(&mut self, config: &Config) {
        self.algorithm = Some(config.algorithm().info().name.to_string());
        self.settings = config.settings().by_name();
        self.memory = config.memory;
    }

    /// The game.
    pub fn spec(&self) -> Result<GameSpec, Problem> {
        game(&self.game)
    }

    /// The same for those who do the work.
    pub fn options(&self, spec: &GameSpec) -> Result<Options, Problem> {
        let ask = self.ask.parse().map_err(|error: String| Problem::field("ask", error))?;
        let wishes = Wishes {
            attacker: Some(AttackerChoice::Named(self.attacker.clone())),
            ask: Some(ask),
            moves: false,
            algorithm: self.algorithm.clone(),
            settings: self.settings.iter().map(|(name, value)| format!("{name}={value}")).collect(),
            nodes: self.nodes,
            time: self.time.and_then(|time| Duration::try_from_secs_f64(time).ok()),
            memory: Some(Memory(self.memory)),
            seed: Some(self.seed),
            certify: self.certify,
        };
        Ok(Options::new(spec, &wishes, None)?)
    }

    fn known_algorithm(&self) -> Option<Algorithm> {
        Algorithm::named(self.algorithm.as_deref()?)
    }

    /// Whether the search can be saved and looked into.
    pub fn keeps_something(&self) -> bool {
        self.known_algorithm().is_some_and(|algorithm| algorithm.keeps() != Keeps::Nothing)
    }

    /// The parameters that are not as by default.
    pub fn changed_settings(&self) -> BTreeMap<&str, &str> {
        let defaults = self.known_algorithm().map(Algorithm::defaults);
        let is_default = |name: &str, value: &str| {
            defaults
                .iter()
                .flat_map(|defaults| defaults.iter())
                .any(|(parameter, default)| parameter.name == name && default.to_string() == value)
        };
        let settings = self.settings.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        settings.filter(|(name, value)| !is_default(name, value)).collect()
    }
}

/// What is wrong with a position, or with moves from it.
pub fn unseen(unseen: Unseen) -> Problem {
    match unseen {
        Unseen::Position(failure) => Problem::field("position", failure),
        Unseen::Moves(failure) => Problem::field("moves", failure),
    }
}

/// Reads `name:key=value,…`.
pub fn game(text: &str) -> Result<GameSpec, Problem> {
    text.parse().map_err(|error: SpecError| {
        let field = match &error {
            SpecError::Parameter(
                ParameterError::Unknown { name, .. } | ParameterError::Value { name, .. },
            ) => format!("parameters.{name}"),
            _ => "game".to_string(),
        };
        Problem::field(field, error)
    })
}

fn attacker(name: &str, spec: &GameSpec) -> Result<AttackerChoice, Problem> {
    let choice: AttackerChoice = match name.parse() {
        Ok(choice) => choice,
        Err(never) => match never {},
    };
    choice.of_game(spec.info()).map_err(|error| Problem::field("attacker", error))?;
    Ok(choice)
}

fn set(config: &mut Config, settings: &BTreeMap<String, Setting>) -> Result<(), Problem> {
    for (name, value) in settings {
        config
            .set_value(name, &value.text())
            .map_err(|error| Problem::field(format!("settings.{name}"), error))?;
    }
    Ok(())
}

fn memory(asked: Option<u64>, caps: &Caps) -> Result<Memory, Problem> {
    let Some(asked) = asked else { return Ok(Memory(caps.default_memory())) };
    if asked > caps.job_memory as u64 {
        let most = figures::bytes(caps.job_memory as u64);
        let error = format!("--memory is more than the {most} that --job-memory allows");
        return Err(Problem::field("memory", error));
    }
    let asked = Memory::budget(Some(Memory(asked as usize)));
    asked.map(Memory).map_err(|error| Problem::field("memory", error))
}

/// The time that was asked for or, by default, the most there is.
fn time(asked: Option<f64>, caps: &Caps) -> Result<Option<f64>, Problem> {
    let most = caps.job_time.as_secs_f64();
    let Some(asked) = asked else { return Ok(Some(most)) };
    let Seconds(_) =
        asked.to_string().parse().map_err(|error: String| Problem::field("time", error))?;
    if asked > most {
        let most = figures::seconds(most);
        let error = format!("--time is more than the {most} that --job-time allows");
        return Err(Problem::field("time", error));
    }
    Ok(Some(asked))
}

fn conflict(error: impl ToString) -> Problem {
    Problem::conflict(error.to_string())
}
