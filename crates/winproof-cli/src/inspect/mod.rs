//! `winproof inspect`: what is in a saved search.

mod terminal;
mod text;
mod walk;

use std::io::{self, IsTerminal};

use serde::Serialize;
use winproof::Solver;
use winproof::save::Header;
use winproof_game::{Notation, Question};
use winproof_games::GameVisitor;

use self::walk::{View, Walk};
use crate::amounts::Memory;
use crate::arguments::InspectArguments;
use crate::failure::{Failure, Status};
use crate::output;
use crate::saved::Saved;

/// Runs the command.
pub fn run(arguments: &InspectArguments) -> Result<Status, Failure> {
    let saved = Saved::open(&arguments.save)?;
    let spec = saved.spec()?;
    let position = saved.header.position.clone();
    spec.open(&position, Inspect { arguments, saved })
        .map_err(|error| Failure::Input(format!("bad position in the save: {error}")))?
}

struct Inspect<'a> {
    arguments: &'a InspectArguments,
    saved: Saved,
}

impl GameVisitor for Inspect<'_> {
    type Output = Result<Status, Failure>;

    fn visit<G: Notation + 'static>(self, game: G, root: G::Position) -> Self::Output {
        let Inspect { arguments, mut saved } = self;
        saved.check_root(&game, &root)?;
        let spec = saved.spec()?;
        let attacker = spec.info().player_by_name(&saved.header.attacker).ok_or_else(|| {
            let (name, game) = (&saved.header.attacker, spec.info().name);
            Failure::Input(format!("the save has an attacker `{name}`, whom {game} does not know"))
        })?;
        let mut config = saved.header.config().map_err(Failure::input)?;
        config.memory = Memory::budget(Some(arguments.memory.unwrap_or(Memory(config.memory))))?;
        let question = Question { attacker, target: saved.header.target };
        let mut solver = Solver::new(&game, question, &config);
        saved.load(solver.state())?;
        let mut walk = Walk::new(&game, question, solver, root);
        for name in &arguments.line {
            let position = walk.position();
            let mv = game
                .parse_move(position, name)
                .map_err(|error| Failure::Input(format!("after {}: {error}", walk.line_text())))?;
            walk.descend(mv);
        }
        let header = &saved.header;
        let terminal = io::stdout().is_terminal() && io::stdin().is_terminal();
        if terminal && !arguments.json && !arguments.print && arguments.line.is_empty() {
            return terminal::run(header, &mut walk);
        }
        let view = walk.view();
        if arguments.json {
            let line = serde_json::to_string(&Line { header, view: &view });
            let line = line.map_err(|error| Failure::Other(error.to_string()))?;
            return output::finish(&(line + "\n"), Status::Done);
        }
        let drawing = game.draw(walk.position());
        output::finish(&text::render(header, &view, &drawing), Status::Done)
    }
}

/// A line of JSON: what the save is about, and one position in it.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    header: &'a Header,
    view: &'a View,
}
