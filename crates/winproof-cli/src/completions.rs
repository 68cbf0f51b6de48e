//! `winproof completions`: scripts with which shells complete command lines.

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use winproof_session::Failure;

use crate::arguments::Arguments;
use crate::output;
use crate::status::Status;

/// Runs the command.
pub fn run(shell: Shell) -> Result<Status, Failure> {
    let mut command = Arguments::command();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "winproof", &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    if shell == Shell::Fish {
        script += &fish_arguments(&command);
    }
    output::finish(&script, Status::Done)
}

/// The values of arguments without a name, which clap_complete leaves out for fish. Its script defines the condition.
fn fish_arguments(command: &Command) -> String {
    let mut lines = String::new();
    for subcommand in command.get_subcommands() {
        let name = subcommand.get_name();
        for argument in subcommand.get_positionals() {
            let values = argument.get_possible_values();
            let values: Vec<_> = values.iter().map(|value| value.get_name()).collect();
            if !values.is_empty() {
                lines += &format!(
                    "complete -c winproof -n \"__fish_winproof_using_subcommand {name}\" -a \"{}\"\n",
                    values.join(" ")
                );
            }
        }
    }
    lines
}
