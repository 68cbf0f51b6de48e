//! `winproof inspect`: shows what is in a saved search.

mod terminal;
mod text;

use std::io::{self, IsTerminal};

use winproof::save::Header;
use winproof_session::inspection::Inspection;
use winproof_session::saved::Saved;
use winproof_session::walk::{self, Walk};
use winproof_session::{Failure, results_log};

use crate::arguments::InspectArguments;
use crate::output;
use crate::status::Status;

/// Runs the command.
pub fn run(arguments: &InspectArguments) -> Result<Status, Failure> {
    let saved = Saved::open(&arguments.save)?;
    let mut ended = Ok(Status::Done);
    walk::through_save(saved, arguments.memory, &mut |header, walk| {
        ended = inspect(arguments, header, walk);
    })?;
    ended
}

fn inspect(
    arguments: &InspectArguments,
    header: &Header,
    walk: &mut dyn Walk,
) -> Result<Status, Failure> {
    for name in &arguments.line {
        walk.follow(name)?;
    }
    let terminal = io::stdout().is_terminal() && io::stdin().is_terminal();
    if terminal && !arguments.json && !arguments.print && arguments.line.is_empty() {
        return terminal::run(header, walk);
    }
    let view = walk.view();
    if arguments.json {
        let line = results_log::line(&Inspection::new(header, view));
        return output::finish(&line, Status::Done);
    }
    output::finish(&text::render(header, &view, &walk.draw()), Status::Done)
}
