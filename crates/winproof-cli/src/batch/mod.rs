//! `winproof batch`: the same question about many positions.

pub mod entry_solver;
mod result_writer;
pub mod results_log;
pub mod sources;
mod summary;

use std::path::Path;
use std::time::Instant;

use winproof_session::Failure;
use winproof_session::files;
use winproof_session::options::{self, Options};
use winproof_session::results_log::{EarlierResults, ResultsLog};
use winproof_session::work::Identity;
use winproof_session::worker_pool::{WorkerPool, in_order};

use self::entry_solver::EntrySolver;
use self::result_writer::{ResultWriter, Rows};
use self::results_log::{Conditions, Results, Retry};
use self::summary::Summary;
use crate::arguments::{BatchArguments, SearchArguments};
use crate::status::Status;
use crate::{interrupt, output, progress};

/// Runs the command.
pub fn run(arguments: &BatchArguments) -> Result<Status, Failure> {
    let started = Instant::now();
    let spec = options::game(&arguments.game)?;
    let mut options =
        Options::new(&spec, &arguments.search.wishes(arguments.threads_per_problem), None)?;
    let mut entries = sources::entries(&arguments.path, &spec, arguments.column)?;
    let mut summary = Summary::default();
    let log = match &arguments.out {
        Some(path) if arguments.resume => {
            let conditions = Conditions::new(&options);
            let retry = match (arguments.retry_unknown, options.certify) {
                (false, _) => Retry::Nothing,
                (true, false) => Retry::Unknown,
                (true, true) => Retry::Uncertified,
            };
            let earlier = EarlierResults::read(path)?;
            let games = entries.iter().map(|entry| entry.spec(&spec).to_string()).collect();
            let mut results = Results::of_log(&earlier, path, &games, &conditions, retry)?;
            let mut open = Vec::new();
            for entry in entries {
                let text = entry.text.as_deref().unwrap_or_default();
                let problem = Identity::of(&entry.spec(&spec), text, options.attacker);
                match results.take(&problem).map_err(Failure::Input)? {
                    Some(verdict) => summary.add_known(verdict),
                    None => open.push(entry),
                }
            }
            entries = open;
            Some(results.resume(earlier)?)
        }
        Some(path) => Some(ResultsLog::create(path)?),
        None => None,
    };
    if let Some(folder) = &arguments.proof {
        if folder == Path::new("-") {
            return Err(Failure::input("--proof is a folder here, and cannot be standard output"));
        }
        files::make_folder(folder)?;
    }
    let at_a_time = (arguments.threads / arguments.threads_per_problem).max(1);
    let threads = usize::from(at_a_time).min(entries.len());
    options.config.memory /= threads.max(1);
    options.warnings.iter().for_each(|warning| output::warn(warning));
    let interrupt = interrupt::listen()?;
    let SearchArguments { quiet, summary: brief, json, .. } = arguments.search;
    let quiet = quiet || brief || json;
    let solver = EntrySolver {
        spec: &spec,
        options: &options,
        proofs: arguments.proof.as_deref(),
        interrupt: &interrupt,
    };
    let mut writer = ResultWriter {
        rows: match (json, brief) {
            (true, _) => Rows::Json,
            (false, true) => Rows::None,
            (false, false) => Rows::Text,
        },
        log,
        summary,
        bar: progress::batch_bar(entries.len(), !quiet),
        interrupt: &interrupt,
        failure: None,
    };
    let pool = WorkerPool { threads, interrupt: &interrupt };
    pool.run(&entries, |entry| solver.solve(entry), |results| writer.receive(in_order(results)));
    let mut summary = writer.close()?;
    summary.not_started = entries.len() as u64 - summary.finished();
    let text = if json { String::new() } else { summary.render(started.elapsed()) };
    output::finish(&text, summary.status())
}
