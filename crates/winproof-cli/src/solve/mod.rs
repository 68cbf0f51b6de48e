//! `winproof solve`: one problem.

mod inquiry;
mod line;
mod proof;
mod report;
mod session;
mod task;
mod text;

pub use report::{Report, VerdictWord};
pub use task::Task;

use crate::arguments::SolveArguments;
use crate::failure::{Failure, Status};
use crate::options::{self, Options};
use crate::progress::Spinner;
use crate::question::Ask;
use crate::{input, interrupt, output};

/// Runs the command.
pub fn run(arguments: &SolveArguments) -> Result<Status, Failure> {
    let spec = options::game(&arguments.game)?;
    let options = Options::new(&spec, &arguments.search)?;
    match (&arguments.proof, options.ask) {
        (Some(folder), Ask::Value) => output::make_folder(folder)?,
        (Some(file), _) => output::check_file(file)?,
        (None, _) => {}
    }
    let position = input::position(&arguments.position)?;
    // Only now: while a position is being typed in, Ctrl-C should simply end the program.
    let interrupt = interrupt::listen()?;
    let visible = !arguments.search.quiet && !arguments.search.json;
    let mut spinner = Spinner::new(visible);
    let task = Task {
        spec: &spec,
        options: &options,
        source: position.source,
        label: None,
        proof: arguments.proof.clone(),
        interrupt: &interrupt,
        observer: &mut spinner,
    };
    let report = task.run(&position.text)?;
    drop(spinner);
    if report.status == Status::Other
        && let Some(error) = &report.error
    {
        output::complain(error);
    }
    let text = if arguments.search.json { report.json() } else { text::render(&report) };
    output::finish(&text, report.status)
}
