//! `winproof review`: goes through a finished game.

mod arguments;
mod text;

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use winproof::Progress;
use winproof_certificate::Accepted;
use winproof_games::GameSpec;
use winproof_games::record::RecordEntry;
use winproof_rules::printable;
use winproof_session::Failure;
use winproof_session::files;
use winproof_session::options::{self, Options};
use winproof_session::question::Ask;
use winproof_session::review::{Claim, Review, ReviewObserver, ReviewReport};
use winproof_session::work::{ProofTarget, TaskObserver};

pub use self::arguments::ReviewArguments;
use crate::progress::Spinner;
use crate::status::Status;
use crate::{interrupt, output};

/// Runs the command.
pub fn run(arguments: &ReviewArguments) -> Result<Status, Failure> {
    let spec = options::game(&arguments.game)?;
    let file = RecordFile::read(&arguments.record)?;
    let entries = file.entries(&spec)?;
    if arguments.list {
        return output::finish(&list(&entries), Status::Done);
    }
    let games = entries.len();
    let entry = arguments.number.checked_sub(1).and_then(|index| entries.get(index));
    let entry = entry.ok_or_else(|| {
        let number = arguments.number;
        Failure::Input(format!("{} has games from 1 to {games}, not {number}", file.name()))
    })?;
    let options = Options::new(&spec, &arguments.wishes(), None)?;
    options.warnings.iter().for_each(|warning| output::warn(warning));
    if let Some(folder) = &arguments.proof {
        files::make_folder(folder)?;
    }
    let interrupt = interrupt::listen()?;
    let mut watcher = Watcher {
        spinner: Spinner::new(!arguments.quiet && !arguments.json),
        proofs: arguments.proof.as_deref(),
    };
    let review = Review {
        spec: &spec,
        options: &options,
        plan: arguments.plan(),
        interrupt: &interrupt,
        observer: &mut watcher,
    };
    let mut report = review.run(entry)?;
    drop(watcher);
    report.source = file.path.as_ref().map(|path| path.display().to_string());
    (report.number, report.games) = (arguments.number, games);
    if let Some(error) = &report.error {
        output::complain(error);
    }
    let text = match arguments.json {
        true => report.json(),
        false => text::render(&report),
    };
    let status = match (&report.error, report.known_from) {
        (Some(_), _) => Status::Other,
        (None, None) => Status::Unknown,
        (None, Some(_)) => Status::Done,
    };
    output::finish(&text, status)
}

/// A file of game records, or what stands for one on the command line.
struct RecordFile {
    bytes: Vec<u8>,
    /// Where it is, if it is a file.
    path: Option<PathBuf>,
}

impl RecordFile {
    /// Reads the file, standard input for `-`, or the argument itself if there is no such file.
    fn read(argument: &str) -> Result<RecordFile, Failure> {
        if argument == "-" {
            let mut bytes = Vec::new();
            let read = io::stdin().lock().read_to_end(&mut bytes);
            read.map_err(|error| Failure::reading(Path::new("standard input"), &error))?;
            return Ok(RecordFile { bytes, path: None });
        }
        let (path, named) = match argument.strip_prefix('@') {
            Some(path) => (Path::new(path), true),
            None => (Path::new(argument), false),
        };
        if !named && !path.exists() {
            return Ok(RecordFile { bytes: argument.as_bytes().to_vec(), path: None });
        }
        let bytes = fs::read(path).map_err(|error| Failure::reading(path, &error))?;
        Ok(RecordFile { bytes, path: Some(path.to_path_buf()) })
    }

    fn name(&self) -> String {
        self.path.as_ref().map_or("the record".to_string(), |path| path.display().to_string())
    }

    fn entries(&self, spec: &GameSpec) -> Result<Vec<RecordEntry>, Failure> {
        let read = spec.record_entries(&self.bytes);
        read.map_err(|error| Failure::Input(format!("{}: {error}", self.name())))
    }
}

/// One line for each game: its number, its tags, and how it begins.
fn list(entries: &[RecordEntry]) -> String {
    const SHOWN: usize = 60;
    let line = |(number, entry): (usize, &RecordEntry)| {
        let tags: Vec<_> =
            entry.tags.iter().map(|(name, value)| format!("{name} {value}")).collect();
        let text: String = entry.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let begins: String = text.chars().take(SHOWN).collect();
        let more = if text.chars().nth(SHOWN).is_some() { "…" } else { "" };
        let tags = if tags.is_empty() { String::new() } else { format!("{}; ", tags.join(", ")) };
        format!("{number}  {}{}{more}\n", printable(&tags), printable(&begins))
    };
    (1..).zip(entries).map(line).collect()
}

/// Shows progress, and writes certificates.
struct Watcher<'a> {
    spinner: Spinner,
    proofs: Option<&'a Path>,
}

impl TaskObserver for Watcher<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.spinner.progress(progress);
    }

    fn searching(&mut self) {
        self.spinner.searching();
    }

    fn certifying(&mut self) {
        self.spinner.certifying();
    }

    fn checking(&mut self, checked: u64, records: u64) {
        self.spinner.checking(checked, records);
    }
}

impl ReviewObserver for Watcher<'_> {
    fn reviewed(&mut self, report: &ReviewReport, position: usize) {
        self.spinner.say(&text::progress(report, position));
    }

    fn certificate(
        &mut self,
        claim: Claim,
        certificate: Accepted,
    ) -> Result<Option<String>, Failure> {
        let Some(folder) = self.proofs else { return Ok(None) };
        let target = ProofTarget::File(folder.join(claim.file_name()));
        target.write(Ask::Win, &[certificate], u64::MAX)?;
        Ok(Some(target.to_string()))
    }
}
