//! `winproof sweep`: the same problems, searched in several ways, as a table and a plot.

mod configurations;
mod runs;
mod tables;

use std::path::PathBuf;

use winproof_rules::printable;
use winproof_session::options::{self, Wishes};
use winproof_session::results_log;
use winproof_session::sweep::{SweepRow, contradiction, solved_by_all};
use winproof_session::{Failure, files};

use self::configurations::{Configuration, configurations};
use self::runs::Runs;
use crate::arguments::SweepArguments;
use crate::batch::sources;
use crate::status::Status;
use crate::{interrupt, output};

/// Runs the command.
pub fn run(arguments: &SweepArguments) -> Result<Status, Failure> {
    let spec = options::game(&arguments.game)?;
    let mut configurations =
        configurations(&spec, &wishes(arguments), &arguments.algorithm, &arguments.settings)?;
    let entries = sources::entries(&arguments.path, &spec, arguments.column)?;
    let folder = arguments.out.clone().unwrap_or_else(|| default_folder(arguments));
    files::make_folder(&folder)?;
    let threads = usize::from(arguments.threads).min(configurations.len() * entries.len());
    for configuration in &mut configurations {
        configuration.options.config.memory /= threads;
    }
    if let [first, ..] = &configurations[..] {
        first.options.warnings.iter().for_each(|warning| output::warn(warning));
    }
    let interrupt = interrupt::listen()?;
    let runs = Runs {
        spec: &spec,
        entries: &entries,
        configurations: &configurations,
        threads,
        interrupt: &interrupt,
        show_progress: !arguments.quiet && !arguments.json,
    };
    let Some(reports) = runs.carry_out(&folder)? else {
        output::complain("interrupted; the same command resumes where it stopped");
        return Ok(Status::Unknown);
    };
    let common = solved_by_all(&reports);
    let row = |(configuration, reports): (&Configuration, &Vec<_>)| {
        SweepRow::new(spec.to_string(), configuration.varied.clone(), reports, &common)
    };
    let rows: Vec<_> = configurations.iter().zip(&reports).map(row).collect();
    let table = tables::table(&configurations, &rows);
    let title = format!("{} {}", arguments.game, file_name(&arguments.path));
    let plot = tables::plot(&title, &configurations, &rows, &reports);
    files::write_file(&folder.join("table.csv"), |file| file.write_all(table.csv().as_bytes()))?;
    files::write_file(&folder.join("table.md"), |file| {
        file.write_all(table.markdown().as_bytes())
    })?;
    files::write_file(&folder.join("plot.svg"), |file| file.write_all(plot.as_bytes()))?;
    let text = match arguments.json {
        true => rows.iter().map(results_log::line).collect(),
        false => {
            let folder = folder.display();
            format!("{}\nThe table, the plot and all runs are in {folder}.\n", table.markdown())
        }
    };
    if let Some((one, other)) = contradiction(&reports) {
        let source = one.source.as_deref().unwrap_or_default();
        output::finish(&text, Status::Other)?;
        output::complain(&printable(&format!(
            "{source}: {} and {} contradict each other; this is a bug in winproof",
            one.algorithm.as_deref().unwrap_or_default(),
            other.algorithm.as_deref().unwrap_or_default(),
        )));
        return Ok(Status::Other);
    }
    output::finish(&text, status(&rows))
}

/// The options that all configurations have in common.
fn wishes(arguments: &SweepArguments) -> Wishes {
    Wishes {
        attacker: arguments.attacker.clone(),
        ask: arguments.ask,
        nodes: arguments.nodes.map(|nodes| nodes.0),
        time: arguments.time.map(|time| time.0),
        memory: arguments.memory,
        seed: arguments.seed,
        certify: arguments.certify,
        ..Wishes::default()
    }
}

/// Bad positions are bad input; a configuration that does not solve everything is a result.
fn status(rows: &[SweepRow]) -> Status {
    match rows.iter().any(|row| row.errors > 0) {
        true => Status::Input,
        false => Status::Done,
    }
}

fn default_folder(arguments: &SweepArguments) -> PathBuf {
    PathBuf::from(format!("{}-sweep", file_name(&arguments.path)))
}

/// The name of the file or folder with the positions, without what follows its last dot.
fn file_name(path: &std::path::Path) -> String {
    match path.file_stem() {
        Some(name) if name != "-" => name.to_string_lossy().into_owned(),
        _ => "stdin".to_string(),
    }
}
