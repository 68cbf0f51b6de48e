//! The plan of a job: a problem, how to search it, and within what limits.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;
use winproof::save::Header;
use winproof::{Config, Keeps};
use winproof_games::{GameSpec, SpecError};
use winproof_rules::{ParameterError, Player};
use winproof_session::Failure;
use winproof_session::amounts::{Memory, Seconds};
use winproof_session::figures;
use winproof_session::options::{self, Options};
use winproof_session::position::{Look, Unseen, look};
use winproof_session::question::{Ask, Attacker, AttackerChoice};
use winproof_session::saved::Saved;
use winproof_session::schema;
use winproof_session::work::Report;

use super::budget::weight;
use super::stored;
use super::text::PositionText;
use crate::options::Caps;
use crate::problem::Problem;

/// The most characters of a label, which is a line in a list.
const LONGEST_LABEL: usize = 200;

/// With less memory no search begins.
const LEAST_MEMORY: usize = 1 << 20;

/// A problem to be solved.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object that describes a job")]
pub struct JobRequest {
    /// The game, with its parameters after a colon: `hex:size=5`.
    game: String,
    /// The position.
    #[serde(default = "start")]
    #[schema(default = start)]
    position: String,
    /// The attacker: `usual` (in most games the player to move), `mover`, `opponent`, or the name of a player.
    #[serde(default = "usual")]
    #[schema(default = usual)]
    attacker: String,
    /// The question: `win`, `draw`, `value`, or `>=N`. After a target, `within N` asks about a number of plies and
    /// `shortest` for the least one: `win within 7`.
    #[serde(default = "win")]
    #[schema(default = win)]
    ask: String,
    /// The algorithm.
    #[serde(default = "auto")]
    #[schema(default = auto)]
    algorithm: String,
    /// Parameters of the algorithm; those not mentioned have their defaults.
    #[serde(default, deserialize_with = "winproof_rules::each_name_once")]
    #[schema(value_type = BTreeMap<String, schema::ParameterValue>)]
    settings: BTreeMap<String, Setting>,
    /// The most positions to expand.
    nodes: Option<u64>,
    /// The most seconds to search; by default the most that the server allows.
    time: Option<f64>,
    /// The seconds for making and checking certificates; by default `time` is for both.
    certify_time: Option<f64>,
    /// The bytes for tables and trees; by default a fair share of the server's.
    memory: Option<u64>,
    /// How many of the server's threads search, if the algorithm can search with several.
    #[serde(default = "one")]
    #[schema(default = one, minimum = 1)]
    threads: usize,
    /// The seed of the random number generators.
    #[serde(default)]
    #[schema(default = 0)]
    seed: u64,
    /// Whether the verdict gets a certificate.
    #[serde(default = "yes")]
    #[schema(default = yes)]
    certify: bool,
    /// Whether each legal move gets a verdict, or a value if that is asked for.
    #[serde(default)]
    #[schema(default = false)]
    moves: bool,
    /// A label of at most 200 characters.
    #[serde(default)]
    #[schema(default = "", max_length = 200)]
    pub label: String,
}

fn start() -> String {
    "start".to_string()
}

fn usual() -> String {
    "usual".to_string()
}

fn one() -> usize {
    1
}

fn win() -> String {
    Ask::Win.to_string()
}

fn auto() -> String {
    options::AUTO.to_string()
}

fn yes() -> bool {
    true
}

/// The value of a parameter, which may be a number.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected a text or a number")]
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

/// Changes to a job that is resumed. What is not mentioned stays. Limits count from now on;
/// one that is null is the default.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object with the changes")]
pub struct Changes {
    /// Another algorithm that can resume from what was saved.
    algorithm: Option<String>,
    /// Parameters of the algorithm.
    #[serde(default, deserialize_with = "winproof_rules::each_name_once")]
    #[schema(value_type = BTreeMap<String, schema::ParameterValue>)]
    settings: BTreeMap<String, Setting>,
    /// The most positions to expand.
    #[serde(default, deserialize_with = "mentioned")]
    #[schema(value_type = Option<u64>)]
    nodes: Option<Option<u64>>,
    /// The most seconds to search.
    #[serde(default, deserialize_with = "mentioned")]
    #[schema(value_type = Option<f64>)]
    time: Option<Option<f64>>,
    /// The seconds for making and checking certificates.
    #[serde(default, deserialize_with = "mentioned")]
    #[schema(value_type = Option<f64>)]
    certify_time: Option<Option<f64>>,
    /// The bytes for tables and trees.
    #[serde(default, deserialize_with = "mentioned")]
    #[schema(value_type = Option<u64>)]
    memory: Option<Option<u64>>,
    /// How many of the server's threads search. If another algorithm cannot search with several, one is the default.
    #[schema(minimum = 1)]
    threads: Option<usize>,
}

/// Distinguishes null from a missing field.
fn mentioned<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// A plan, and the whole text of its position.
pub struct NewPlan {
    /// The plan.
    pub plan: Plan,
    /// The position in the game's notation.
    pub position: String,
}

/// The plan of a job. Requests and files are read into it once. Nothing in it is text that must be parsed
/// again, except for the position, whose type only its game knows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The game with its parameters.
    #[serde(with = "stored::text")]
    pub game: GameSpec,
    /// The position in the game's notation.
    pub position: PositionText,
    /// The attacker.
    #[serde(with = "stored::Side")]
    pub attacker: Player,
    /// The player to move.
    #[serde(with = "stored::Side")]
    pub mover: Player,
    /// The question.
    #[serde(with = "stored::text")]
    pub ask: Ask,
    /// How to search; `None` for a proof that was uploaded.
    pub search: Option<SearchPlan>,
    /// Whether the verdict gets a certificate.
    pub certify: bool,
    /// Whether each legal move gets a verdict.
    #[serde(default)]
    pub moves: bool,
}

/// How to search, and within what limits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SearchPlan {
    /// The algorithm with its parameters, memory and seed.
    #[serde(with = "stored::config")]
    pub config: Config,
    /// The most expansions from now on.
    pub nodes: Option<u64>,
    /// The most time from now on.
    pub time: Duration,
    /// Time of its own for making and checking certificates.
    #[serde(default)]
    pub certify_time: Option<Duration>,
}

impl Plan {
    /// Makes the plan of a request, within the limits of the server.
    pub fn of_request(request: &JobRequest, caps: &Caps) -> Result<NewPlan, Problem> {
        if request.label.chars().count() > LONGEST_LABEL {
            let error = format!("a label has at most {LONGEST_LABEL} characters");
            return Err(Problem::field("label", error));
        }
        let game = game(&request.game)?.for_position(&request.position);
        let game = game.map_err(|error| Problem::field("position", error))?;
        let attacker = attacker(&request.attacker, &game)?;
        let ask: Ask = request.ask.parse().map_err(|error| Problem::field("ask", error))?;
        ask.check_draws(game.info().name, game.info().draws)
            .map_err(|error| Problem::field("ask", error))?;
        let mut config = algorithm(&game, &request.algorithm)?;
        set(&mut config, &request.settings)?;
        let look = look(&game, &request.position, &[]).map_err(unseen)?;
        config.memory = memory(request.memory, caps, look.position.len())?;
        set_threads(&mut config, request.threads, caps)?;
        config.seed = request.seed;
        let time = time("time", request.time, caps)?;
        let certify_time = certify_time(request.certify_time, caps)?;
        let search = Some(SearchPlan { config, nodes: request.nodes, time, certify_time });
        let attacker = attacker.among(look.to_move, look.usual_attacker);
        let mut new = NewPlan::about(game, look, attacker, ask);
        (new.plan.search, new.plan.certify) = (search, request.certify);
        new.plan.moves = request.moves;
        Ok(new)
    }

    /// Makes the plan of a save. The limits are those of the server.
    pub fn of_save(saved: &Saved, caps: &Caps) -> Result<NewPlan, Failure> {
        let game = saved.spec()?;
        let mut config = saved.header.config().map_err(Failure::input)?;
        config.memory = config.memory.clamp(1 << 20, caps.job_memory);
        let look = look(&game, &saved.header.position, &[]).map_err(Unseen::into_failure)?;
        let search =
            Some(SearchPlan { config, nodes: None, time: caps.job_time, certify_time: None });
        let mut new = NewPlan::about(game, look, saved.attacker()?, saved.ask()?);
        new.plan.search = search;
        Ok(new)
    }

    /// Makes the plan of a certificate, without a search.
    pub fn of_certificate(
        header: &winproof_certificate::Header,
        of_value: bool,
    ) -> Result<NewPlan, Problem> {
        let parameters =
            header.parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let game = GameSpec::new(&header.game, parameters)
            .map_err(|error| Problem::bad(error.to_string()))?;
        let look = look(&game, &header.position, &[]).map_err(unseen)?;
        let ask = match header.target {
            _ if of_value => Ask::Value,
            0 if !game.info().draws => Ask::AtLeast(0),
            target => Ask::of_target(target),
        };
        let ask = match header.within {
            None => ask,
            within => ask.in_time(within).map_err(|failure| Problem::bad(failure.to_string()))?,
        };
        Ok(NewPlan::about(game, look, header.attacker, ask))
    }

    /// Returns the search for the same problem with some changes. With a save, the changes must allow the
    /// search to resume from it.
    pub fn changed(
        &self,
        search: &SearchPlan,
        changes: &Changes,
        saved: Option<&Header>,
        caps: &Caps,
    ) -> Result<SearchPlan, Problem> {
        let same = &search.config;
        let asked = changes.algorithm.as_deref();
        let mut config = match asked.filter(|&name| name != same.algorithm().info().name) {
            None => same.clone(),
            Some(name) => {
                let asked = algorithm(&self.game, name)?;
                match saved {
                    // Another algorithm keeps the parameters that define what saved numbers mean.
                    Some(header) => header.config_for(asked.algorithm()).map_err(conflict)?,
                    None => Config { seed: same.seed, ..asked },
                }
            }
        };
        let able = config.algorithm().has_threads();
        let before = if able { same.threads.count } else { 1 };
        set_threads(&mut config, changes.threads.unwrap_or(before), caps)?;
        set(&mut config, &changes.settings)?;
        config.memory = match changes.memory {
            Some(asked) => memory(asked, caps, self.position.length())?,
            None => same.memory.min(caps.job_memory),
        };
        if let Some(header) = saved {
            header.check(&config).map_err(conflict)?;
        }
        let time = match changes.time {
            Some(asked) => time("time", asked, caps)?,
            None => search.time,
        };
        let certify_time = match changes.certify_time {
            Some(asked) => certify_time(asked, caps)?,
            None => search.certify_time,
        };
        let nodes = changes.nodes.unwrap_or(search.nodes);
        Ok(SearchPlan { config, nodes, time, certify_time })
    }

    /// Applies the limits of a server that was started with different ones.
    pub fn confine(&mut self, caps: &Caps) {
        if let Some(search) = &mut self.search {
            search.config.memory = search.config.memory.min(caps.job_memory);
            search.config.threads.count = search.config.threads.count.min(caps.threads);
            search.time = search.time.min(caps.job_time);
            search.certify_time = search.certify_time.map(|time| time.min(caps.job_time));
        }
    }

    /// Returns the options for the session; `None` if there is nothing to search.
    pub fn options(&self) -> Option<Options> {
        let search = self.search.as_ref()?;
        Some(Options {
            attacker: Attacker::Fixed(self.attacker),
            ask: self.ask,
            moves: self.moves,
            lines: self.moves,
            config: search.config.clone(),
            nodes: search.nodes,
            time: Some(search.time),
            certify_time: search.certify_time,
            certify: self.certify,
            warnings: Vec::new(),
        })
    }

    /// Makes a report that contains only the problem and how it is searched.
    pub fn blank_report(&self) -> Report {
        // Jobs have their positions elsewhere.
        let report = Report::blank(&self.game, String::new(), self.ask);
        let report = Report { attacker: Some(self.attacker_name().to_string()), ..report };
        match self.options() {
            Some(options) => report.searched_with(&options),
            None => report,
        }
    }

    /// The name of the attacker.
    pub fn attacker_name(&self) -> &'static str {
        self.game.info().player_name(self.attacker)
    }

    /// The name of the player to move.
    pub fn mover_name(&self) -> &'static str {
        self.game.info().player_name(self.mover)
    }

    /// Returns the bytes that a search takes: for tables and trees, and for the position if that is large.
    pub fn memory(&self) -> usize {
        let tables = self.search.as_ref().map_or(0, |search| search.config.memory);
        tables + weight(self.position.length())
    }

    /// Returns how many threads search.
    pub fn threads(&self) -> usize {
        self.search.as_ref().map_or(1, |search| search.config.threads.count)
    }

    /// Returns whether the search can be saved and inspected. One for the least number of plies, or for a Grundy
    /// value, cannot.
    pub fn keeps_something(&self) -> bool {
        let keeps = |search: &SearchPlan| {
            search.config.algorithm().keeps() != Keeps::Nothing && self.ask.can_be_saved()
        };
        self.search.as_ref().is_some_and(keeps)
    }
}

impl NewPlan {
    /// Makes a plan without a search.
    fn about(game: GameSpec, look: Look, attacker: Player, ask: Ask) -> NewPlan {
        let Look { position, to_move: mover, .. } = look;
        let text = PositionText::new(&position);
        let plan = Plan {
            game,
            position: text,
            attacker,
            mover,
            ask,
            search: None,
            certify: true,
            moves: false,
        };
        NewPlan { plan, position }
    }
}

impl SearchPlan {
    /// Returns the parameters that are not at their defaults.
    pub fn changed_settings(&self) -> BTreeMap<String, String> {
        let defaults = self.config.algorithm().defaults().by_name();
        let mut settings = self.config.settings().by_name();
        settings.retain(|name, value| defaults.get(name) != Some(value));
        settings
    }
}

/// Makes a problem for a bad position, or for bad moves from it.
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
                ParameterError::Unknown { name, .. }
                | ParameterError::Value { name, .. }
                | ParameterError::Repeated { name, .. },
            ) => format!("parameters.{name}"),
            _ => "game".to_string(),
        };
        Problem::field(field, error)
    })
}

fn attacker(name: &str, game: &GameSpec) -> Result<Attacker, Problem> {
    let choice: AttackerChoice = match name.parse() {
        Ok(choice) => choice,
        Err(never) => match never {},
    };
    choice.of_game(game.info()).map_err(|error| Problem::field("attacker", error))
}

fn algorithm(game: &GameSpec, name: &str) -> Result<Config, Problem> {
    options::named(game, name).map_err(|error| Problem::field("algorithm", error))
}

fn set(config: &mut Config, settings: &BTreeMap<String, Setting>) -> Result<(), Problem> {
    for (name, value) in settings {
        config
            .set_value(name, &value.text())
            .map_err(|error| Problem::field(format!("settings.{name}"), error))?;
    }
    Ok(())
}

/// Returns the memory that was asked for or, by default, a fair share. A position with a long text leaves less
/// of it.
fn memory(asked: Option<u64>, caps: &Caps, text: usize) -> Result<usize, Problem> {
    let most = caps.job_memory.min(caps.memory.saturating_sub(weight(text)));
    let Some(asked) = asked else { return Ok(caps.default_memory().min(most).max(LEAST_MEMORY)) };
    if asked > most as u64 {
        let most = figures::bytes(most as u64);
        let error = format!("memory is more than the {most} that this server allows for the job");
        return Err(Problem::field("memory", error));
    }
    let asked = Memory(asked as usize).checked();
    asked.map_err(|error| Problem::field("memory", format!("memory {error}")))
}

fn set_threads(config: &mut Config, asked: usize, caps: &Caps) -> Result<(), Problem> {
    let wrong = |error: String| Problem::field("threads", error);
    if asked == 0 {
        return Err(wrong("expected at least one thread".to_string()));
    }
    if asked > caps.threads {
        let most = caps.threads;
        return Err(wrong(format!("threads is more than the {most} that this server has")));
    }
    options::set_threads(config, asked).map_err(|failure| wrong(failure.to_string()))
}

/// Returns the time that was asked for in a field or, by default, the most that is allowed.
fn time(field: &str, asked: Option<f64>, caps: &Caps) -> Result<Duration, Problem> {
    let Some(asked) = asked else { return Ok(caps.job_time) };
    let Seconds(asked) = Seconds::new(asked).map_err(|error| Problem::field(field, error))?;
    if asked > caps.job_time {
        let most = figures::seconds(caps.job_time.as_secs_f64());
        let error = format!("{field} is more than the {most} that this server allows for a job");
        return Err(Problem::field(field, error));
    }
    Ok(asked)
}

fn certify_time(asked: Option<f64>, caps: &Caps) -> Result<Option<Duration>, Problem> {
    asked.map(|asked| time("certify_time", Some(asked), caps)).transpose()
}

fn conflict(error: impl ToString) -> Problem {
    Problem::conflict(error.to_string())
}
