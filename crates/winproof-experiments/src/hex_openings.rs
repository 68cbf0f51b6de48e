//! Which openings of Hex win: every first move of a board, solved and certified.
//!
//! Not from a paper: the maps are known (3 by 3 to 7 by 7 are in `data/hex`, computed with Benzene), and ours
//! must be the same. Every verdict counts only after its certificate was accepted.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use winproof::{Config, Limits, Silent, Solver, StopReason, Verdict};
use winproof_certificate::{Certificate, Header, check};
use winproof_games::{Hex, RegisteredGame};
use winproof_rules::{Game, Move, Notation, Player, Question, Settings};
use winproof_session::auto;

use crate::report::Report;
use crate::table::Table;
use crate::{Experiment, Failure, Lab, Size};

/// The entry in the list of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    name: "hex-openings",
    summary: "which first moves of Hex win, each with a certificate (--size N)",
    source: "maps as computed with Benzene",
    run,
};

/// The known maps.
const MAPS: [(u32, &str); 5] = [
    (3, include_str!("../data/hex/3.txt")),
    (4, include_str!("../data/hex/4.txt")),
    (5, include_str!("../data/hex/5.txt")),
    (6, include_str!("../data/hex/6.txt")),
    (7, include_str!("../data/hex/7.txt")),
];

/// Expansions that a search may take, and again the making of its certificate.
const LIMIT: u64 = 300_000;
const MEMORY: usize = 1 << 30;

/// The result of an opening. Everything except times is reproducible.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Opening {
    /// Whether the first player wins; `None` if that is unknown.
    wins: Option<bool>,
    expansions: u64,
    /// Positions of which virtual connections were computed.
    looked_at: u64,
    /// Records of the certificate, and bytes of the file; `None` if there is none that was accepted.
    certificate: Option<(u64, u64)>,
    seconds: f64,
    certify_seconds: f64,
}

impl Opening {
    fn letter(&self) -> char {
        match self.wins {
            Some(true) => 'B',
            Some(false) => 'w',
            None => '?',
        }
    }
}

fn run(lab: &mut Lab) -> Result<String, Failure> {
    let board = lab.board().unwrap_or(match lab.size() {
        Size::Test => 3,
        Size::Quick => 5,
        Size::Default => 6,
        Size::Full => 7,
    });
    let mut settings = Settings::defaults(Hex::INFO.name, Hex::INFO.parameters);
    settings
        .set(&format!("size={board}"))
        .map_err(|error| Failure::Input(format!("--size: {error}")))?;
    let game = Hex::new(&settings);
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    let name = |&mv: &Move| game.format_move(&game.start(), mv);
    let rows: Vec<Opening> = lab.run(
        "openings",
        &moves,
        |mv| format!("{board}/{}/{LIMIT}", name(mv)),
        |&mv, interrupt| solve(&game, mv, interrupt),
    )?;
    let names: Vec<String> = moves.iter().map(name).collect();
    report(lab, board as usize, &names, &rows)
}

/// Solves an opening and checks its certificate; `None` if it was interrupted.
fn solve(game: &Hex, mv: Move, interrupt: &Arc<AtomicBool>) -> Option<Opening> {
    let position = game.play(&game.start(), mv);
    let question = Question { attacker: Player::First, target: 1 };
    let config = Config { memory: MEMORY, ..auto::config("hex") };
    let limits =
        Limits { expansions: Some(LIMIT), deadline: None, interrupt: Some(Arc::clone(interrupt)) };
    let mut solver = Solver::new(game, question, &config);
    let answer = solver.solve_with(&position, &limits, &mut Silent);
    if answer.stop == Some(StopReason::Interrupted) {
        return None;
    }
    let wins = answer.verdict.proved();
    let begun = Instant::now();
    let records = wins.map(|wins| solver.certify(&position, wins, &limits, &mut Silent));
    let certificate = match records {
        Some(Ok(records)) => {
            let header = header(game, &position, answer.verdict);
            let certificate = Certificate { header, records };
            Some(accepted(game, &position, &certificate))
        }
        Some(Err(error)) if error == StopReason::Interrupted.into() => return None,
        _ => None,
    };
    Some(Opening {
        wins,
        expansions: answer.counts.expansions,
        looked_at: answer.counts.leaf_nodes,
        certificate,
        seconds: answer.elapsed.as_secs_f64(),
        certify_seconds: begun.elapsed().as_secs_f64(),
    })
}

fn header(game: &Hex, position: &<Hex as Game>::Position, verdict: Verdict) -> Header {
    Header {
        game: Hex::INFO.name.to_string(),
        parameters: BTreeMap::from([("size".to_string(), game.size().to_string())]),
        position: game.format(position),
        attacker: Player::First,
        target: 1,
        within: None,
        verdict,
    }
}

/// The records and bytes of a certificate. A solver whose certificate is rejected is wrong.
fn accepted(
    game: &Hex,
    position: &<Hex as Game>::Position,
    certificate: &Certificate,
) -> (u64, u64) {
    if let Err(rejection) = check(game, position, certificate) {
        panic!("the certificate of {} is rejected: {rejection}", game.format(position));
    }
    let mut bytes = Vec::new();
    certificate.write_to(&mut bytes).expect("a vector takes all that is written to it");
    (certificate.records.len() as u64, bytes.len() as u64)
}

fn report(lab: &Lab, board: usize, names: &[String], rows: &[Opening]) -> Result<String, Failure> {
    let mut report = Report::new(lab);
    let total = |count: &dyn Fn(&Opening) -> u64| rows.iter().map(count).sum::<u64>();
    let certified = rows.iter().filter(|row| row.certificate.is_some()).count();
    report.say(&format!(
        "# Hex, {board} by {board}: which openings win\n\n`B` marks the cells on which the first player, who \
         joins top and bottom, wins by beginning there, `w` those that lose, `?` what was not found out within \
         {LIMIT} expansions. {certified} of {} verdicts have a certificate that was accepted.\n\n\
         {} expansions, {} positions looked at, {} records.",
        rows.len(),
        total(&|row| row.expansions),
        total(&|row| row.looked_at),
        total(&|row| row.certificate.map_or(0, |(records, _)| records)),
    ));
    let drawn: Vec<String> = rows
        .chunks(board)
        .enumerate()
        .map(|(row, openings)| {
            let letters: Vec<_> = openings.iter().map(|it| it.letter().to_string()).collect();
            format!("{}{}", " ".repeat(row), letters.join(" "))
        })
        .collect();
    report.say(&format!("```\n{}\n```", drawn.join("\n")));
    let known = MAPS.iter().find(|(size, _)| *size as usize == board).map(|(_, map)| *map);
    report.say(&compare(known, rows));
    let mut table =
        Table::new(&["opening", "first player", "expansions", "looked at", "records", "bytes"]);
    let mut times = Table::new(&["opening", "search s", "certificate s"]);
    for (name, row) in names.iter().zip(rows) {
        let figure = |figure: Option<u64>| figure.map_or("–".to_string(), |it| it.to_string());
        let seconds = [row.seconds, row.certify_seconds].map(|it| format!("{it:.3}"));
        let verdict = match row.wins {
            Some(true) => "wins",
            Some(false) => "loses",
            None => "unknown",
        };
        let cells = [
            name.clone(),
            verdict.to_string(),
            row.expansions.to_string(),
            row.looked_at.to_string(),
            figure(row.certificate.map(|it| it.0)),
            figure(row.certificate.map(|it| it.1)),
        ];
        table.row(cells.to_vec());
        times.row(vec![name.clone(), seconds[0].clone(), seconds[1].clone()]);
    }
    report.table("Openings", "openings", &table)?;
    let sum = |time: &dyn Fn(&Opening) -> f64| rows.iter().map(time).sum::<f64>();
    report.file("times.csv", &times.csv())?;
    report.say(&format!(
        "## Time\n\nSearch {:.2} s, certificates with their checks {:.2} s.",
        sum(&|row| row.seconds),
        sum(&|row| row.certify_seconds),
    ));
    report.finish()
}

/// Compares our map with a known one.
fn compare(known: Option<&str>, rows: &[Opening]) -> String {
    let Some(known) = known else { return "There is no known map of this board.".to_string() };
    let letters = known.lines().skip(1).flat_map(|line| line.split_whitespace());
    let differing = letters
        .zip(rows)
        .filter(|(letter, row)| row.wins.is_some_and(|wins| wins != (*letter == "B")))
        .count();
    match differing {
        0 => "All verdicts agree.".to_string(),
        count => format!("{count} VERDICTS CONTRADICT THE KNOWN MAP."),
    }
}
