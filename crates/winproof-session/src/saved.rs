//! A save that is opened to be resumed or inspected.

use std::fs::File;
use std::path::{Path, PathBuf};

use winproof::save::{self, Header, LoadError, StateReader};
use winproof::{Solver, StopReason};
use winproof_games::GameSpec;
use winproof_rules::{Notation, Player, StopSignal};

use crate::failure::Failure;
use crate::figures;
use crate::question::Ask;

/// A save that was opened.
pub struct Saved {
    /// Its header.
    pub header: Header,
    path: PathBuf,
    /// The state, unless it is not needed.
    state: Option<File>,
}

impl Saved {
    /// Opens a save and reads its header.
    pub fn open(path: &Path) -> Result<Saved, Failure> {
        let mut file = File::open(path).map_err(|error| Failure::reading(path, &error))?;
        let header = save::read_header(&mut file).map_err(|error| unusable(path, &error))?;
        Ok(Saved { header, path: path.to_path_buf(), state: Some(file) })
    }

    /// Keeps the problem with its parameters, and drops the state.
    pub fn without_state(self) -> Saved {
        Saved { state: None, ..self }
    }

    /// Returns whether there is a state to resume from.
    pub fn has_state(&self) -> bool {
        self.state.is_some()
    }

    /// Returns the game that it is about.
    pub fn spec(&self) -> Result<GameSpec, Failure> {
        let parameters = &self.header.parameters;
        let parameters = parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        GameSpec::new(&self.header.game, parameters).map_err(|error| {
            Failure::Input(format!("cannot use the save {}: {error}", self.path.display()))
        })
    }

    /// The attacker.
    pub fn attacker(&self) -> Result<Player, Failure> {
        let (name, info) = (&self.header.attacker, self.spec()?.info());
        info.player_by_name(name).ok_or_else(|| {
            let game = info.name;
            Failure::Input(format!("the save has an attacker `{name}`, whom {game} does not know"))
        })
    }

    /// The question.
    pub fn ask(&self) -> Result<Ask, Failure> {
        self.header.ask.parse().map_err(Failure::input)
    }

    /// Makes sure that it is about this position, and that its tables use the same keys as this program.
    pub fn check_root<G: Notation>(&self, game: &G, root: &G::Position) -> Result<(), Failure> {
        let path = self.path.display();
        if game.format_without_count(root) != self.header.position {
            return Err(Failure::Input(format!("the save {path} is about another position")));
        }
        if root_key(game, root) != self.header.root_key {
            return Err(Failure::Input(format!(
                "cannot use the save {path}: it was made by a version of winproof ({}) that knows \
                 positions by other keys",
                self.header.version
            )));
        }
        Ok(())
    }

    /// Returns the target of the search whose state it holds.
    pub fn target(&self) -> Result<i32, Failure> {
        let Header { ask, value_search, .. } = &self.header;
        match (self.ask()?.target(), value_search) {
            (Some(target), None) => Ok(target),
            (None, Some(search)) => Ok(search.target),
            _ => Err(Failure::Input(format!(
                "cannot use the save {}: its header does not fit the question `{ask}`",
                self.path.display()
            ))),
        }
    }

    /// Loads the state into a solver for the same question. Returns the attachments, or why loading was stopped
    /// early; then the solver must not be used.
    pub fn load<G: Notation>(
        &mut self,
        solver: &mut Solver<'_, G>,
        root: &G::Position,
        stop: StopSignal,
    ) -> Result<Result<Vec<Vec<u8>>, StopReason>, Failure> {
        let Some(file) = &mut self.state else { return Ok(Ok(Vec::new())) };
        let load = || {
            let mut reader = StateReader::new(file).with_stop(stop);
            let attachments = save::read_attachments(&mut reader)?;
            solver.load(root, &mut reader)?;
            reader.finish()?;
            Ok(attachments)
        };
        match load() {
            Ok(attachments) => Ok(Ok(attachments)),
            Err(LoadError::Stopped(reason)) => Ok(Err(reason)),
            Err(error) => Err(unusable(&self.path, &error)),
        }
    }
}

/// Returns the key of a position in the form that the header has.
pub fn root_key<G: Notation>(game: &G, root: &G::Position) -> String {
    format!("{:032x}", game.key(root).0)
}

fn unusable(path: &Path, error: &LoadError) -> Failure {
    match error {
        LoadError::Io(error) => Failure::reading(path, error),
        LoadError::Memory { needed } => Failure::Input(format!(
            "cannot use the save {}: its tree needs a memory budget above {}",
            path.display(),
            figures::bytes(*needed as u64)
        )),
        error => Failure::Input(format!("cannot use the save {}: {error}", path.display())),
    }
}
