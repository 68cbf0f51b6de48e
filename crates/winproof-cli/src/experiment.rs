//! `winproof experiment`: reproduces a table or a figure of a paper.

use std::path::{Path, PathBuf};

use winproof_experiments::{EXPERIMENTS, Experiment, Lab, Plan, RESULTS_LOG, Size, experiment};
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
    let plan = Plan {
        seed: arguments.seed,
        threads: arguments.threads.into(),
        interrupt: interrupt::listen()?,
        games: arguments.games.clone(),
        board: arguments.size,
        progress: true,
        ..Plan::new(folder, size)
    };
    finish(carry_out(experiment, plan))
}

/// Prints what an experiment or a training has to say at its end.
pub fn finish(ended: Result<String, winproof_experiments::Failure>) -> Result<Status, Failure> {
    match ended {
        Ok(text) => output::finish(&text, Status::Done),
        Err(failure @ winproof_experiments::Failure::Interrupted { .. }) => {
            output::complain(&failure.to_string());
            Ok(Status::Unknown)
        }
        Err(winproof_experiments::Failure::Input(message)) => Err(Failure::Input(message)),
        Err(failure) => Err(Failure::Other(failure.to_string())),
    }
}

fn carry_out(experiment: &Experiment, plan: Plan) -> Result<String, winproof_experiments::Failure> {
    let mut lab = Lab::open(experiment.name, plan)?;
    let before = lab.done();
    let report = (experiment.run)(&mut lab)?;
    let folder = lab.folder().display();
    let known = match before {
        0 => String::new(),
        runs => format!(" {runs} runs were there before; delete {RESULTS_LOG} to repeat them."),
    };
    Ok(format!("{report}\nTables, plots and all runs are in {folder}.{known}\n"))
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
