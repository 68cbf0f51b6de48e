//! `winproof experiment`: reproduces a table or a figure of a paper.

use std::path::{Path, PathBuf};

use winproof_experiments::{
    EXPERIMENTS, Experiment, Lab, Plan, RESULTS_LOG, Size, check, experiment,
};
use winproof_session::Failure;

use crate::arguments::ExperimentArguments;
use crate::status::Status;
use crate::{interrupt, output};

/// Runs the command.
pub fn run(arguments: &ExperimentArguments) -> Result<Status, Failure> {
    let Some(name) = arguments.name.as_deref().filter(|_| !arguments.list) else {
        return list();
    };
    let experiment = experiment(name).ok_or_else(|| {
        let known: Vec<_> = EXPERIMENTS.iter().map(|experiment| experiment.name).collect();
        Failure::Input(format!("unknown experiment `{name}` (there are: {})", known.join(", ")))
    })?;
    let size = match arguments {
        ExperimentArguments { quick: true, .. } => Size::Quick,
        ExperimentArguments { full: true, .. } => Size::Full,
        _ => Size::Default,
    };
    let folder = arguments.out.clone().unwrap_or_else(|| default_folder(experiment, size));
    if arguments.check {
        return check_results(experiment, &folder);
    }
    let plan = Plan {
        seed: arguments.seed,
        threads: arguments.threads.into(),
        interrupt: interrupt::listen()?,
        games: arguments.games.clone(),
        board: arguments.size,
        progress: true,
        ..Plan::new(folder, size)
    };
    let mut lab = Lab::open(experiment.name, plan).map_err(failure)?;
    let before = lab.done();
    let status = finish((experiment.run)(&mut lab))?;
    let folder = lab.folder().display();
    let known = match before {
        0 => String::new(),
        runs => format!(" {runs} runs were there before; delete {RESULTS_LOG} to repeat them."),
    };
    if status != Status::Done {
        return Ok(status);
    }
    let text = format!("\nTables, plots and all runs are in {folder}.{known}\n");
    match lab.is_incomplete() {
        false => output::finish(&text, Status::Done),
        true => {
            output::complain("interrupted: the same command resumes the experiment");
            output::finish(&text, Status::Unknown)
        }
    }
}

/// Prints what an experiment or a training has to say at its end.
pub fn finish(ended: Result<String, winproof_experiments::Failure>) -> Result<Status, Failure> {
    match ended {
        Ok(text) => output::finish(&text, Status::Done),
        Err(failure @ winproof_experiments::Failure::Interrupted { .. }) => {
            output::complain(&failure.to_string());
            Ok(Status::Unknown)
        }
        Err(other) => Err(failure(other)),
    }
}

fn failure(failure: winproof_experiments::Failure) -> Failure {
    match failure {
        winproof_experiments::Failure::Input(message) => Failure::Input(message),
        other => Failure::Other(other.to_string()),
    }
}

/// Says whether the files of results are what their runs give, and the tables of the texts what the files say.
fn check_results(experiment: &Experiment, folder: &Path) -> Result<Status, Failure> {
    let differences = check(experiment, folder).map_err(failure)?;
    if differences.is_empty() {
        let folder = folder.display();
        return output::finish(
            &format!("All files in {folder} are what their runs give.\n"),
            Status::Done,
        );
    }
    Err(Failure::Other(differences.join("\n")))
}

/// Returns where results go: in a checkout next to the experiment's description, each size in a separate
/// folder, so that none is mixed with the results in the repository.
fn default_folder(experiment: &Experiment, size: Size) -> PathBuf {
    let suffix = match size {
        Size::Quick => "-quick",
        Size::Full => "-full",
        Size::Default | Size::Test => "",
    };
    let described = Path::new("experiments").join(experiment.name);
    if described.is_dir() {
        described.join(format!("results{suffix}"))
    } else {
        PathBuf::from(format!("{}-results{suffix}", experiment.name))
    }
}

fn list() -> Result<Status, Failure> {
    let line = |experiment: &Experiment| {
        let Experiment { name, summary, source, .. } = experiment;
        format!("{name}\n  {summary}\n  {source}\n")
    };
    let text = EXPERIMENTS.iter().map(line).collect::<Vec<_>>().join("\n");
    output::finish(&text, Status::Done)
}
