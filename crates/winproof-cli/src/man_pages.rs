//! `winproof man`: the man pages, made from the descriptions of the command lines.

#[path = "../../winproof-check/src/arguments.rs"]
#[allow(dead_code, reason = "only the description of the command line is used")]
mod check;

use std::path::Path;

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use winproof_session::{Failure, files};

use crate::arguments::{Arguments, ManArguments};
use crate::output;
use crate::status::Status;

/// Runs the command.
pub fn run(arguments: &ManArguments) -> Result<Status, Failure> {
    let mut winproof = Arguments::command();
    winproof.build();
    let Some(folder) = &arguments.out else {
        let page = page(&winproof)?;
        return output::finish(&String::from_utf8_lossy(&page), Status::Done);
    };
    files::make_folder(folder)?;
    write(folder, &check::Arguments::command())?;
    let commands = winproof.get_subcommands().filter(|command| command.get_name() != "help");
    for command in [&winproof].into_iter().chain(commands) {
        write(folder, command)?;
    }
    Ok(Status::Done)
}

fn write(folder: &Path, command: &Command) -> Result<(), Failure> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let page = page(command)?;
    files::write_file(&folder.join(format!("{name}.1")), |file| file.write_all(&page))
}

fn page(command: &Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    let made = Man::new(command.clone()).render(&mut page);
    made.map_err(|error| Failure::Other(format!("cannot make a man page: {error}")))?;
    Ok(page)
}
