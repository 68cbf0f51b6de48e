//! A game and its parameters by name: `tree:avg=6,seed=3`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use winproof_rules::{
    InputError, Notation, ParameterError, Question, Settings, Within, each_parameter_once,
};

use crate::dynamic::Opened;
use crate::record::RecordEntry;
use crate::registry::{self, CountableVisitor, GameInfo, GameVisitor, TheoremAnswer, games};

/// Which game, with which parameters.
///
/// ```
/// use winproof_games::GameSpec;
/// let spec: GameSpec = "tree:seed=3,avg=8".parse().unwrap();
/// // Defaults are left out.
/// assert_eq!(spec.to_string(), "tree:seed=3");
/// let error = "chess".parse::<GameSpec>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "unknown game `chess` (there are: tree, graph, tictactoe, nim, othello, hex, loa, arimaa, shogi, tsumego, connect, wythoff, heaps)"
/// );
/// ```
#[derive(Clone, Debug)]
pub struct GameSpec {
    info: &'static GameInfo,
    settings: Settings,
    /// The parameters that were given.
    given: BTreeSet<String>,
}

/// Why a game could not be found or configured.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// There is no game of that name.
    #[error("unknown game `{name}` (there are: {known})")]
    UnknownGame {
        /// The name that was given.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A parameter is not one of the game's, or its value is not one that it takes.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}

impl GameSpec {
    /// The game called `name` with the parameters that a file gives; those not mentioned have their defaults.
    /// Values have to be written as [`parameters`](GameSpec::parameters) writes them.
    pub fn new<'a>(
        name: &str,
        parameters: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<GameSpec, SpecError> {
        let mut spec = GameSpec::with_defaults(name)?;
        for (parameter, value) in parameters {
            spec.settings.set_canonical(parameter, value)?;
            spec.given.insert(parameter.to_string());
        }
        Ok(spec)
    }

    fn with_defaults(name: &str) -> Result<GameSpec, SpecError> {
        let info = games().iter().find(|info| info.name == name).ok_or_else(|| {
            let known: Vec<_> = games().iter().map(|info| info.name).collect();
            SpecError::UnknownGame { name: name.to_string(), known: known.join(", ") }
        })?;
        let settings = Settings::defaults(info.name, info.parameters);
        Ok(GameSpec { info, settings, given: BTreeSet::new() })
    }

    /// Sets a parameter from `name=value`.
    fn set(&mut self, assignment: &str) -> Result<(), SpecError> {
        self.settings.set(assignment)?;
        self.given.extend(assignment.split_once('=').map(|(name, _)| name.trim().to_string()));
        Ok(())
    }

    /// Returns the game with the parameters that the text of a position itself gives, such as the size of the
    /// board in a game record, unless they were given before.
    ///
    /// ```
    /// use winproof_games::GameSpec;
    /// let record = "(;FF[4]GM[11]SZ[5];B[c3])";
    /// let hex: GameSpec = "hex".parse().unwrap();
    /// assert_eq!(hex.for_position(record).unwrap().to_string(), "hex:size=5");
    /// let hex: GameSpec = "hex:size=7".parse().unwrap();
    /// assert_eq!(hex.for_position(record).unwrap().to_string(), "hex:size=7");
    /// ```
    pub fn for_position(&self, position: &str) -> Result<GameSpec, SpecError> {
        let mut spec = self.clone();
        for assignment in registry::parameters_in(self.info, position) {
            let (name, _) = assignment.split_once('=').unwrap_or((&assignment, ""));
            if !self.given.contains(name) {
                spec.set(&assignment)?;
            }
        }
        Ok(spec)
    }

    /// The game's entry in the registry.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// The values of all its parameters.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The values of all its parameters as text, by name.
    pub fn parameters(&self) -> BTreeMap<String, String> {
        let settings = self.settings.iter();
        settings.map(|(parameter, value)| (parameter.name.to_string(), value.to_string())).collect()
    }

    /// Reads a position and passes it, with the statically typed game, to the visitor.
    pub fn open<V: GameVisitor>(
        &self,
        position: &str,
        visitor: V,
    ) -> Result<V::Output, InputError> {
        registry::open(self.info, &self.settings, position, visitor)
    }

    /// Returns the games of a file of game records, in the formats that this game has.
    ///
    /// ```
    /// use winproof_games::GameSpec;
    /// let othello: GameSpec = "othello".parse()?;
    /// let entries = othello.record_entries(b"f5d6c3\nf5f6e6\n")?;
    /// assert_eq!(entries[1].text, "f5f6e6");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn record_entries(&self, file: &[u8]) -> Result<Vec<RecordEntry>, InputError> {
        registry::record_entries(self.info, file)
    }

    /// Reads a position of the game behind an object.
    pub fn open_dynamic(&self, position: &str) -> Result<Opened, InputError> {
        registry::open_dynamic(self.info, &self.settings, position)
    }

    /// Answers by a theorem who wins a position that is too large to be searched; `None` for others.
    pub fn by_theorem(&self, position: &str) -> Result<Option<TheoremAnswer>, InputError> {
        registry::by_theorem(self.info, &self.settings, position)
    }

    /// Reads a position for a question. If the question has a number of plies, the visitor gets the game in which they
    /// are counted ([`Within`]).
    pub fn open_for<V: GameVisitor>(
        &self,
        position: &str,
        question: Question,
        within: Option<u16>,
        visitor: V,
    ) -> Result<V::Output, InputError> {
        match within {
            None => self.open(position, visitor),
            Some(plies) => self.open_countable(position, Counter { question, plies, visitor })?,
        }
    }

    /// Reads a position of the game, for questions with and without a number of plies.
    pub fn open_countable<V: CountableVisitor>(
        &self,
        position: &str,
        visitor: V,
    ) -> Result<V::Output, InputError> {
        registry::open_countable(self.info, &self.settings, position, visitor)
    }
}

/// Counts the plies of a game, for a visitor.
struct Counter<V> {
    question: Question,
    plies: u16,
    visitor: V,
}

impl<V: GameVisitor> CountableVisitor for Counter<V> {
    type Output = Result<V::Output, InputError>;

    fn visit<G, C>(self, _: G, to_count: C, position: G::Position) -> Self::Output
    where
        G: Notation + 'static,
        C: Notation<Position = G::Position> + 'static,
    {
        let Some(game) = Within::new(to_count, self.question) else {
            let target = self.question.target.to_string();
            let expected = InputError::new("expected a target that some outcome misses");
            return Err(expected.found(&target));
        };
        let root = game.root(position, self.plies);
        Ok(self.visitor.visit(game, root))
    }
}

impl FromStr for GameSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<GameSpec, SpecError> {
        let Some((name, assignments)) = text.split_once(':') else {
            return GameSpec::with_defaults(text.trim());
        };
        let mut spec = GameSpec::with_defaults(name.trim())?;
        each_parameter_once(spec.info.name, assignments.split(','))?;
        for assignment in assignments.split(',') {
            spec.set(assignment)?;
        }
        Ok(spec)
    }
}

/// The shortest text that reads back as the same spec.
impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info.name)?;
        let changed =
            self.settings.iter().filter(|(parameter, value)| *value != parameter.kind.default());
        for (index, (parameter, value)) in changed.enumerate() {
            let separator = if index == 0 { ':' } else { ',' };
            write!(f, "{separator}{}={value}", parameter.name)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use winproof_rules::Player;

    use super::*;

    #[test]
    fn specs_read_back_as_written() {
        for (given, canonical) in [
            ("nim", "nim"),
            (" tree : seed = 7 , sigma=0.10 ", "tree:sigma=0.1,seed=7"),
            ("tree:avg=8,depth=0", "tree"),
        ] {
            let spec: GameSpec = given.parse().unwrap();
            assert_eq!(spec.to_string(), canonical);
            assert_eq!(canonical.parse::<GameSpec>().unwrap().to_string(), canonical);
            let values: Vec<_> =
                spec.settings().iter().map(|(p, value)| (p.name, value.to_string())).collect();
            let header = values.iter().map(|(name, value)| (*name, value.as_str()));
            assert_eq!(GameSpec::new(spec.info().name, header).unwrap().to_string(), canonical);
        }
    }

    #[test]
    fn bad_specs_say_what_was_expected() {
        for (given, expected) in [
            (
                "",
                "unknown game `` (there are: tree, graph, tictactoe, nim, othello, hex, loa, arimaa, shogi, tsumego, connect, wythoff, heaps)",
            ),
            ("nim:", "nim: expected a parameter as name=value, found ``"),
            ("tree:seed=1,avg=6, seed =2", "tree: parameter `seed` is given twice"),
            ("nim:size=3", "unknown parameter `size` for nim (it has: none)"),
            ("tree:avg=0", "tree: parameter `avg` is a number from 1 to 100, not `0`"),
        ] {
            assert_eq!(given.parse::<GameSpec>().unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn players_have_names() {
        let spec: GameSpec = "tictactoe".parse().unwrap();
        assert_eq!(spec.info().player_by_name("O"), Some(Player::Second));
        assert_eq!(spec.info().player_by_name("black"), None);
        let spec: GameSpec = "loa".parse().unwrap();
        for (player, names) in
            [(Player::First, ["black", "X", "x"]), (Player::Second, ["white", "O", "o"])]
        {
            for name in names {
                assert_eq!(spec.info().player_by_name(name), Some(player));
            }
        }
        assert_eq!(spec.info().player_by_name("Black"), None);
    }
}
