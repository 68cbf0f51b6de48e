//! `winproof audit`: is a problem sound?

use winproof::Verdict;
use winproof_rules::printable;
use winproof_session::Failure;
use winproof_session::audit::{Audit, AuditReport, OtherMove, Removal, SolutionTurn};
use winproof_session::figures::{count, grouped, seconds};
use winproof_session::options::{self, Options};

use crate::arguments::AuditArguments;
use crate::progress::Spinner;
use crate::status::Status;
use crate::{input, interrupt, output};

/// Runs the command.
pub fn run(arguments: &AuditArguments) -> Result<Status, Failure> {
    let spec = options::game(&arguments.game)?;
    let options = Options::new(&spec, &arguments.wishes(), None)?;
    let position = input::position(&arguments.position)?;
    options.warnings.iter().for_each(|warning| output::warn(warning));
    let interrupt = interrupt::listen()?;
    let mut spinner = Spinner::new(!arguments.quiet && !arguments.json);
    let audit = Audit {
        spec: &spec,
        options: &options,
        economy: arguments.economy,
        interrupt: &interrupt,
        observer: &mut spinner,
    };
    let report = audit.run(&position.text)?;
    drop(spinner);
    if let Some(error) = &report.error {
        output::complain(error);
    }
    let text = match arguments.json {
        true => report.json(),
        false => render(&report, arguments.refutations),
    };
    let status = match (&report.error, report.verdict) {
        (Some(_), _) => Status::Other,
        (None, Verdict::Unknown) => Status::Unknown,
        (None, _) => Status::Done,
    };
    output::finish(&text, status)
}

/// The report for people.
fn render(report: &AuditReport, refutations: bool) -> String {
    let mut text = format!("{}.\n", report.answer);
    let mut row = |name: &str, value: &str| text += &format!("  {name:<12} {value}\n");
    if report.verdict == Verdict::Proved {
        row("unique", uniqueness(report));
    }
    row("algorithm", &report.algorithm);
    row("expansions", &grouped(report.nodes));
    row("time", &seconds(report.seconds + report.certify_seconds));
    row("certified", if report.certified { "every verdict" } else { "not every verdict" });
    if !report.solution.is_empty() {
        text += "  solution\n";
    }
    for (number, turn) in report.solution.iter().enumerate() {
        text += &solution_turn(number + 1, turn, refutations);
    }
    if let Some(economy) = &report.economy {
        text += &economy_rows(economy);
    }
    text
}

fn uniqueness(report: &AuditReport) -> &'static str {
    match (report.unique, report.unique_as_fast) {
        (Some(true), _) => "yes",
        (Some(false), Some(true)) => "no, but no other move is as fast",
        (Some(false), Some(false)) => "no, another move is as fast",
        (Some(false), None) => "no; whether another move is as fast is not known",
        (None, Some(true)) => "not known, but no other move is as fast",
        (None, _) => "not known",
    }
}

fn solution_turn(number: usize, turn: &SolutionTurn, refutations: bool) -> String {
    let mv = printable(&turn.mv);
    if !turn.by_attacker {
        return format!("    {number}. {mv}\n");
    }
    let number_of = |verdict| turn.others.iter().filter(|other| other.verdict == verdict).count();
    let [win, unknown] = [Verdict::Proved, Verdict::Unknown].map(number_of);
    let others = count(turn.others.len() as u64, "other");
    let note = match (win, unknown) {
        _ if turn.others.is_empty() && turn.unique.is_none() => {
            "the others are not known".to_string()
        }
        _ if turn.others.is_empty() => "no other move".to_string(),
        (0, 0) => format!("the only move (of {})", turn.others.len() + 1),
        (_, 0) => format!("of {others}, {win} too"),
        (0, _) => format!("of {others}, {unknown} not known, the rest fail"),
        _ => format!("of {others}, {win} too, {unknown} not known"),
    };
    let mut text = format!("    {number}. {mv}   {note}\n");
    let shown =
        turn.others.iter().filter(|other| refutations || other.verdict != Verdict::Disproved);
    let shown: Vec<_> = shown.collect();
    let width = shown.iter().map(|other| other.mv.chars().count()).max().unwrap_or(0);
    for OtherMove { mv, verdict, as_fast, line, .. } in shown {
        let speed = match (verdict, as_fast) {
            (Verdict::Proved, Some(true)) => "as fast",
            (Verdict::Proved, Some(false)) => "slower",
            (Verdict::Proved, None) => "wins",
            (Verdict::Disproved, _) => "fails",
            (Verdict::Unknown, Some(false)) => "not as fast",
            (Verdict::Unknown, _) => "not known",
        };
        let line = printable(&line.as_deref().unwrap_or_default().join(" "));
        let row = format!("         {:<width$}  {speed:<11}  {line}", printable(mv));
        text += &format!("{}\n", row.trim_end());
    }
    text
}

fn economy_rows(economy: &[Removal]) -> String {
    let mut text = String::from("  economy\n");
    for (needed, name) in [(Some(false), "not needed"), (Some(true), "needed"), (None, "not known")]
    {
        let pieces: Vec<_> = economy
            .iter()
            .filter(|removal| removal.needed == needed)
            .map(|removal| match (needed, removal.as_fast) {
                (Some(false), Some(false)) if removal.verdict == Verdict::Proved => {
                    format!("{} (but slower)", removal.piece)
                }
                _ => removal.piece.clone(),
            })
            .collect();
        if !pieces.is_empty() {
            text += &format!("    {name:<11} {}\n", printable(&pieces.join(", ")));
        }
    }
    text
}
