//! The `winproof` program without its `main`, so that its parsers can be tested separately.

mod arguments;
mod audit;
mod batch;
mod completions;
mod engine;
mod experiment;
mod input;
mod inspect;
mod interrupt;
mod lists;
mod man_pages;
mod numerate;
mod output;
pub mod parsers;
mod play;
mod progress;
mod rate;
mod review;
mod serve;
mod show;
mod solve;
mod status;
mod suggestions;
mod sweep;
mod train;
mod verify;

use std::process::ExitCode;

use clap::Parser;
use winproof_session::Failure;
use winproof_session::json_schema::json_schema;

use crate::arguments::{Arguments, Command};
use crate::status::Status;

pub use winproof_games;

/// Runs the program with additional games. The command line and the workbench support them in every way.
/// `games` is called before anything else; it registers them.
///
/// ```no_run
/// # use winproof_games::Nim as MyGame;
/// fn main() -> std::process::ExitCode {
///     winproof_cli::main_with(|| winproof_cli::winproof_games::register::<MyGame>())
/// }
/// ```
pub fn main_with(games: impl FnOnce()) -> ExitCode {
    games();
    main()
}

/// Runs the program.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let ended = match &arguments.command {
        Command::Solve(arguments) => solve::run(arguments),
        Command::Audit(arguments) => audit::run(arguments),
        Command::Review(arguments) => review::run(arguments),
        Command::Games(arguments) => lists::games(arguments),
        Command::Algorithms(arguments) => lists::algorithms(arguments),
        Command::Batch(arguments) => batch::run(arguments),
        Command::Sweep(arguments) => sweep::run(arguments),
        Command::Verify(arguments) => verify::run(arguments),
        Command::Inspect(arguments) => inspect::run(arguments),
        Command::Show(arguments) => show::run(arguments),
        Command::Experiment(arguments) => experiment::run(arguments),
        Command::Train(arguments) => train::run(arguments),
        Command::Rate(arguments) => rate::run(arguments),
        Command::Engine(arguments) => engine::run(arguments),
        Command::Play(arguments) => play::run(arguments),
        Command::Numerate(arguments) => numerate::run(arguments),
        Command::Grundy(arguments) => numerate::grundy(arguments),
        Command::Serve(arguments) => serve::run(arguments),
        Command::Schema => schema(),
        Command::Man(arguments) => man_pages::run(arguments),
        Command::Completions { shell } => completions::run(*shell),
    };
    match ended {
        Ok(status) => status.into(),
        Err(failure) => {
            output::complain(&failure.to_string());
            Status::of_failure(&failure).into()
        }
    }
}

fn schema() -> Result<Status, Failure> {
    let text = serde_json::to_string_pretty(&json_schema()).expect("a schema is plain JSON");
    output::finish(&(text + "\n"), Status::Done)
}
