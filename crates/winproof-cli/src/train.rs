//! `winproof train`: learns a heuristic from game records.

use std::path::PathBuf;

use winproof_experiments::{Plan, Size, fit_othello, train_othello};
use winproof_session::Failure;

use crate::arguments::TrainArguments;
use crate::status::Status;
use crate::{interrupt, output};

/// Runs the command.
pub fn run(arguments: &TrainArguments) -> Result<Status, Failure> {
    let TrainArguments { game, games, out, fit, work, seed, threads } = arguments;
    if game != "othello" {
        let message = format!("there is nothing to learn for `{game}` (only for: othello)");
        return Err(Failure::Input(message));
    }
    let work = work.clone().unwrap_or_else(|| {
        let mut name = out.clone().into_os_string();
        name.push(if *fit { ".fit" } else { ".training" });
        PathBuf::from(name)
    });
    let plan = Plan {
        seed: *seed,
        threads: (*threads).into(),
        interrupt: interrupt::listen()?,
        games: Some(games.clone()),
        progress: true,
        ..Plan::new(&work, Size::Full)
    };
    let learned = if *fit { fit_othello(plan, out) } else { train_othello(plan, out) };
    match learned {
        Ok(report) => {
            let (file, folder) = (out.display(), work.display());
            let text =
                format!("{report}\nThe weights are in {file}, tables and plots in {folder}.\n");
            output::finish(&text, Status::Done)
        }
        Err(failure) => failure_of(failure),
    }
}

fn failure_of(failure: winproof_experiments::Failure) -> Result<Status, Failure> {
    match failure {
        winproof_experiments::Failure::Interrupted { .. } => {
            output::complain(&failure.to_string());
            Ok(Status::Unknown)
        }
        winproof_experiments::Failure::Input(message) => Err(Failure::Input(message)),
        failure => Err(Failure::Other(failure.to_string())),
    }
}
