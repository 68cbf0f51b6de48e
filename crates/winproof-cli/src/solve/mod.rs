//! `winproof solve`: solves one problem.

mod text;

pub use text::verdict as verdict_in_words;

use std::path::Path;
use std::time::Duration;

use winproof::Keeps;
use winproof::save::Header;
use winproof_games::GameSpec;
use winproof_session::Failure;
use winproof_session::amounts::Seconds;
use winproof_session::file_lock::FileLock;
use winproof_session::files;
use winproof_session::options::{self, Options};
use winproof_session::saved::Saved;
use winproof_session::work::{ProofTarget, Saving, Task};

use crate::arguments::SolveArguments;
use crate::input::PositionText;
use crate::progress::Spinner;
use crate::status::Status;
use crate::{input, interrupt, output};

/// Default seconds between two saves: little work is lost, and writing takes a small part of the time.
const SAVE_EVERY: f64 = 300.0;

/// Runs the command.
pub fn run(arguments: &SolveArguments) -> Result<Status, Failure> {
    let search = &arguments.search;
    if arguments.save_every.is_some()
        && arguments.save.is_none()
        && arguments.continue_from.is_none()
    {
        return Err(Failure::input("--save-every needs --save or --continue"));
    }
    let save = arguments.save.as_deref().or(arguments.continue_from.as_deref());
    // Before it is read: another process could write it again afterwards.
    let lock = save.map(FileLock::acquire).transpose()?;
    let saved = arguments.continue_from.as_deref().map(Saved::open).transpose()?;
    let header = saved.as_ref().map(|saved| &saved.header);
    let spec = spec(arguments, saved.as_ref())?;
    let options = Options::new(&spec, &search.wishes(arguments.threads), header)?;
    if let (Some(header), false) = (header, arguments.reset) {
        header.check(&options.config).map_err(Failure::input)?;
    }
    let proof = arguments.proof.as_deref().map(|path| ProofTarget::new(path, options.ask));
    proof.iter().try_for_each(ProofTarget::prepare)?;
    let certificate_on_output = proof == Some(ProofTarget::Output);
    if certificate_on_output && search.json {
        return Err(Failure::input("--proof - and --json both need standard output"));
    }
    let saving = save.zip(lock).map(|(path, lock)| saving(arguments, path, lock, header, &options));
    let saving = saving.transpose()?;
    let position = match (&arguments.position, header) {
        (Some(position), _) => input::position(position)?,
        (None, Some(header)) => PositionText { text: header.position.clone(), source: None },
        (None, None) => return Err(Failure::input("there is no position")),
    };
    let spec = spec.for_position(&position.text).map_err(Failure::input)?;
    options.warnings.iter().for_each(|warning| output::warn(warning));
    // Not earlier: while a position is being typed in, Ctrl-C should simply end the program.
    let interrupt = interrupt::listen()?;
    let mut spinner = Spinner::new(!search.quiet && !search.summary && !search.json);
    let task = Task {
        spec: &spec,
        options: &options,
        source: position.source,
        label: None,
        proof,
        interrupt: &interrupt,
        observer: &mut spinner,
        saving,
        saved: saved.map(|saved| if arguments.reset { saved.without_state() } else { saved }),
    };
    let report = task.run(&position.text)?;
    drop(spinner);
    if report.failed
        && let Some(error) = &report.error
    {
        output::complain(error);
    }
    let text = match (search.json, search.summary) {
        (true, _) => report.json(),
        (false, true) => text::summary(&report),
        (false, false) => text::render(&report),
    };
    let status = Status::of_report(&report);
    if certificate_on_output {
        output::explain(&text);
        return Ok(status);
    }
    output::finish(&text, status)
}

/// Returns the game that was named or saved; if both, they must be the same.
fn spec(arguments: &SolveArguments, saved: Option<&Saved>) -> Result<GameSpec, Failure> {
    let named = arguments.game.as_deref().map(options::game).transpose()?;
    let known = saved.map(Saved::spec).transpose()?;
    match (named, known) {
        (Some(named), Some(known)) if named.to_string() != known.to_string() => {
            Err(Failure::Input(format!("the save is about {known}, not about {named}")))
        }
        (Some(spec), _) | (None, Some(spec)) => Ok(spec),
        (None, None) => Err(Failure::input("there is no game")),
    }
}

/// Returns where and how often to save.
fn saving(
    arguments: &SolveArguments,
    path: &Path,
    lock: FileLock,
    saved: Option<&Header>,
    options: &Options,
) -> Result<Saving, Failure> {
    let algorithm = options.config.algorithm();
    if algorithm.keeps() == Keeps::Nothing {
        let name = algorithm.info().name;
        return Err(Failure::Input(format!("{name} keeps nothing that could be saved")));
    }
    let resumed = arguments.continue_from.as_deref();
    let is_resumed = resumed.is_some_and(|resumed| files::are_same(resumed, path));
    if files::has_content(path) && !is_resumed && !arguments.overwrite {
        let path = path.display();
        return Err(Failure::Input(format!(
            "{path} exists already: --continue {path} resumes it, --overwrite replaces it"
        )));
    }
    let saved = saved.map(|header| Duration::try_from_secs_f64(header.save_every));
    let every = match (arguments.save_every, saved) {
        (Some(Seconds(every)), _) => every,
        (None, Some(Ok(every))) => every,
        (None, _) => Duration::from_secs_f64(SAVE_EVERY),
    };
    Ok(Saving { path: path.to_path_buf(), every, first: every, lock })
}
