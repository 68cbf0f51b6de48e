//! `winproof train`: learns a heuristic from game records.

use std::path::PathBuf;

use winproof_experiments::{Plan, Size, fit_othello, train_othello};
use winproof_session::Failure;

use crate::arguments::TrainArguments;
use crate::status::Status;
use crate::{experiment, interrupt};

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
    let (file, folder) = (out.display(), work.display());
    experiment::finish(learned.map(|report| {
        format!("{report}\nThe weights are in {file}, tables and plots in {folder}.\n")
    }))
}
