//! A gallery of solved games: whole games from their first position, each with a certificate that a separate checker
//! accepts.
//!
//! Not from a paper. Who wins these games is known, but so far one had to believe the program that found it. Here each
//! result is a file; the report has its size, its SHA-256, the time to make and to check it, and the command that makes
//! it again. The files are in `certificates/` beside the report, and too large for a repository.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use winproof::Silent;
use winproof_games::{GameSpec, Hex, RegisteredGame};
use winproof_rules::{Game, Notation, Settings};
use winproof_session::amounts::Memory;
use winproof_session::options::{Options, Wishes};
use winproof_session::question::Ask;
use winproof_session::work::{ProofTarget, Report as Solved, StopWord, Task};
use winproof_verify::verify_file;

use crate::report::Report;
use crate::table::Table;
use crate::{Experiment, Failure, Lab, Size};

/// The entry in the list of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    name: "solved-games",
    summary: "whole games solved, each with a certificate that a separate checker accepts",
    source: "results as published, found again",
    run,
};

/// A game to solve, or many of one kind.
struct Exhibit {
    /// The size of the experiment from which on it is there.
    from: Size,
    spec: &'static str,
    position: &'static str,
    ask: &'static str,
    /// What is known about it: a value, or 1 and 0 for a win of the player to move.
    known: Option<i32>,
}

const fn exhibit(
    from: Size,
    spec: &'static str,
    position: &'static str,
    ask: &'static str,
    known: i32,
) -> Exhibit {
    Exhibit { from, spec, position, ask, known: Some(known) }
}

/// A game whose value is asked for without anything to compare it with.
const fn unknown(from: Size, spec: &'static str) -> Exhibit {
    Exhibit { from, spec, position: "start", ask: "value", known: None }
}

/// The games, small ones first. Values of Othello and Connect are for the first player; the values of Connect up to 24
/// cells are those that plain minimax gives, too; Othello on four by four is 3 to 11 with two squares empty, which count for the winner
/// here, and on six by six Joel Feinstein's result of 1993.
const GALLERY: &[Exhibit] = &[
    exhibit(Size::Test, "tictactoe", "start", "value", 0),
    exhibit(Size::Test, "nim", "1,3,5,7", "win", 0),
    exhibit(Size::Test, "nim", "3,4,5", "win", 1),
    exhibit(Size::Test, "hex:size=2", "start", "win", 1),
    exhibit(Size::Test, "hex:size=3", "start", "win", 1),
    exhibit(Size::Test, "othello:size=4", "start", "value", -10),
    exhibit(Size::Test, "connect:width=4,height=4", "start", "value", 0),
    exhibit(Size::Quick, "hex:size=4", "start", "win", 1),
    exhibit(Size::Quick, "hex:size=5", "start", "win", 1),
    exhibit(Size::Quick, "connect:width=5,height=4", "start", "value", 0),
    exhibit(Size::Quick, "connect:width=4,height=5", "start", "value", 0),
    exhibit(Size::Quick, "connect:width=6,height=4", "start", "value", -1),
    unknown(Size::Quick, "loa:size=4"),
    exhibit(Size::Default, "hex:size=6", "start", "win", 1),
    exhibit(Size::Default, "hex:size=7", "start", "win", 1),
    unknown(Size::Default, "connect:width=5,height=5"),
    unknown(Size::Default, "connect:width=6,height=5"),
    unknown(Size::Default, "loa:size=5"),
    unknown(Size::Full, "loa:size=6"),
    exhibit(Size::Full, "othello:size=6,symmetry=on", "start", "value", -4),
    exhibit(Size::Full, "connect:symmetry=on", "start", "win", 1),
];

/// The largest board of Hex all of whose openings are solved.
fn openings_up_to(size: Size) -> u32 {
    match size {
        Size::Test => 2,
        Size::Quick => 4,
        Size::Default => 6,
        Size::Full => 7,
    }
}

const MEMORY: usize = 4 << 30;
/// For boards that need next to nothing.
const TEST_MEMORY: usize = 64 << 20;
/// What the checker may hold of a certificate; the rest is sorted on disk.
const CHECK_MEMORY: usize = 1 << 30;

/// A problem with where its certificate goes.
struct Job {
    spec: String,
    position: String,
    ask: &'static str,
    known: Option<i32>,
    file: PathBuf,
    memory: usize,
}

/// What came of it. Everything but times is reproducible.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Outcome {
    /// The value, or 1 and 0 for a win of the player to move.
    result: Option<i32>,
    certified: bool,
    expansions: u64,
    leaf_nodes: u64,
    records: u64,
    bytes: u64,
    sha256: String,
    seconds: f64,
    make_seconds: f64,
    /// Of a check of the file, from the disk.
    check_seconds: f64,
}

fn run(lab: &mut Lab) -> Result<String, Failure> {
    let folder = lab.folder().join("certificates");
    fs::create_dir_all(&folder).map_err(Failure::file(&folder))?;
    let jobs = jobs(lab.size(), &folder)?;
    let outcomes: Vec<Outcome> = lab.run(
        "games",
        &jobs,
        |job| format!("{} {} {} {}", job.spec, job.position, job.ask, job.memory),
        |job, interrupt| solve(job, interrupt, &folder),
    )?;
    report(lab, &jobs, &outcomes)
}

fn jobs(size: Size, folder: &Path) -> Result<Vec<Job>, Failure> {
    let included = GALLERY.iter().filter(|exhibit| exhibit.from as u8 <= size as u8);
    let memory = if size == Size::Test { TEST_MEMORY } else { MEMORY };
    let job = |spec: &str, position: &str, ask, known| {
        let name: String = format!("{spec}-{position}-{ask}")
            .chars()
            .map(|it| if it.is_ascii_alphanumeric() { it } else { '-' })
            .collect();
        let (spec, position) = (spec.to_string(), position.to_string());
        Job { spec, position, ask, known, file: folder.join(name + ".wpc"), memory }
    };
    let mut jobs: Vec<Job> =
        included.map(|it| job(it.spec, it.position, it.ask, it.known)).collect();
    for board in 2..=openings_up_to(size) {
        let mut settings = Settings::defaults(Hex::INFO.name, Hex::INFO.parameters);
        settings.set(&format!("size={board}")).map_err(|it| Failure::Input(it.to_string()))?;
        let game = Hex::new(&settings);
        let start = game.start();
        let openings = game.legal_moves(&start);
        jobs.extend(openings.into_iter().map(|mv| {
            job(&format!("hex:size={board}"), &game.format_move(&start, mv), "win", None)
        }));
    }
    Ok(jobs)
}

/// Solves a game, writes its certificate and checks the file; `None` if it was interrupted.
fn solve(job: &Job, interrupt: &Arc<AtomicBool>, folder: &Path) -> Option<Outcome> {
    let spec: GameSpec = job.spec.parse().expect("the gallery names games");
    let ask: Ask = job.ask.parse().expect("the gallery has questions");
    let wishes = Wishes {
        ask: Some(ask),
        memory: Some(Memory(job.memory)),
        certify: true,
        ..Wishes::default()
    };
    let options = Options::new(&spec, &wishes, None).expect("the options are those of the game");
    let task = Task {
        spec: &spec,
        options: &options,
        source: None,
        label: None,
        proof: Some(ProofTarget::File(job.file.clone())),
        interrupt,
        observer: &mut Silent,
        saving: None,
        saved: None,
    };
    let solved = task.run(&job.position).expect("the gallery has positions");
    assert!(!solved.failed, "{}: {:?}", job.spec, solved.error);
    if solved.stop == Some(StopWord::Interrupted) {
        return None;
    }
    let certified = solved.certified == Some(true);
    let (records, bytes, sha256, check_seconds) =
        if certified { checked(&job.file, folder) } else { Default::default() };
    Some(Outcome {
        result: result(&solved),
        certified,
        expansions: solved.nodes.unwrap_or(0),
        leaf_nodes: solved.leaf_nodes.unwrap_or(0),
        records,
        bytes,
        sha256,
        seconds: solved.seconds.unwrap_or(0.0),
        make_seconds: solved.make_seconds.unwrap_or(0.0),
        check_seconds,
    })
}

/// Returns the value, or 1 and 0 for a win of the player to move.
fn result(solved: &Solved) -> Option<i32> {
    solved.value.or_else(|| Some(i32::from(solved.verdict?.proved()?)))
}

/// Checks a certificate as anybody would. Returns its records, bytes and hash, and the time of the check.
fn checked(file: &Path, folder: &Path) -> (u64, u64, String, f64) {
    let begun = Instant::now();
    let verified = verify_file(file, CHECK_MEMORY, folder);
    let seconds = begun.elapsed().as_secs_f64();
    assert!(verified.decisive().accepted().is_some(), "{} is not accepted", file.display());
    let mut hash = Sha256::new();
    let hashed = fs::File::open(file).and_then(|mut file| io::copy(&mut file, &mut hash));
    let bytes = hashed.expect("a file that was just checked can be read");
    (verified.records(), bytes, format!("{:x}", hash.finalize()), seconds)
}

fn report(lab: &Lab, jobs: &[Job], outcomes: &[Outcome]) -> Result<String, Failure> {
    let mut report = Report::new(lab);
    let certified = outcomes.iter().filter(|outcome| outcome.certified).count();
    let contradicting = jobs.iter().zip(outcomes).filter(|(job, outcome)| {
        job.known.is_some_and(|known| outcome.result.is_some_and(|result| result != known))
    });
    report.say(&format!(
        "# Solved games\n\nWho wins, or the value for the first player, from the first position of each game. {certified} \
         of {} results have a certificate that the checker accepted. As far as they were known: {}",
        outcomes.len(),
        match contradicting.count() {
            0 => "All verdicts agree.".to_string(),
            count => format!("{count} CONTRADICT WHAT IS KNOWN."),
        }
    ));
    let mut table = Table::new(&[
        "game",
        "position",
        "question",
        "result",
        "expansions",
        "leaf nodes",
        "records",
        "bytes",
        "SHA-256",
    ]);
    let mut times = Table::new(&["game", "position", "search s", "make s", "check s"]);
    for (job, outcome) in jobs.iter().zip(outcomes) {
        let figure =
            |figure: u64| if outcome.certified { figure.to_string() } else { "–".into() };
        table.row(vec![
            job.spec.clone(),
            job.position.clone(),
            job.ask.to_string(),
            in_words(job, outcome),
            outcome.expansions.to_string(),
            outcome.leaf_nodes.to_string(),
            figure(outcome.records),
            figure(outcome.bytes),
            outcome.sha256.clone(),
        ]);
        let seconds = [outcome.seconds, outcome.make_seconds, outcome.check_seconds];
        let mut row = vec![job.spec.clone(), job.position.clone()];
        row.extend(seconds.map(|it| format!("{it:.3}")));
        times.row(row);
    }
    report.table("Games", "games", &table)?;
    report.say(
        "Each certificate is made again by `winproof solve GAME POSITION --ask QUESTION --memory 4G --proof FILE`, and \
         checked by `winproof-check FILE`.",
    );
    report.file("times.csv", &times.csv())?;
    let total = |time: fn(&Outcome) -> f64| outcomes.iter().map(time).sum::<f64>();
    report.say(&format!(
        "## Time\n\nSearch {:.1} s, making certificates {:.1} s, checking the files {:.1} s.\n\n{}",
        total(|it| it.seconds),
        total(|it| it.make_seconds),
        total(|it| it.check_seconds),
        times.markdown(),
    ));
    report.finish()
}

fn in_words(job: &Job, outcome: &Outcome) -> String {
    match (outcome.result, job.ask) {
        (None, _) => "unknown".to_string(),
        (Some(value), "value") => value.to_string(),
        (Some(1), _) => "the player to move wins".to_string(),
        (Some(_), _) => "the player to move does not win".to_string(),
    }
}
