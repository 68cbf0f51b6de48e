//! A report as text.

use winproof::Verdict;
use winproof_rules::printable;
use winproof_session::figures::{bytes, count, grouped, seconds};
use winproof_session::question::Ask;
use winproof_session::work::{Facts, LineEndWord, MoveReport, Report, SaveReport};

/// The report of one problem in a few lines.
pub fn render(report: &Report) -> String {
    let mut text = verdict(report) + ".\n";
    let mut row = |name: &str, value: &str| {
        text += &format!("  {name:<12} {value}\n");
    };
    if let Some(best_move) = &report.best_move {
        row("best move", &printable(best_move));
    }
    if let Some(promising_move) = &report.promising_move {
        row("promising", &printable(promising_move));
    }
    if let (Some(line), Some(end)) = (&report.line, report.line_end)
        && (line.len() > 1 || report.best_move.is_none())
    {
        row("line", &line_in_words(line, end));
    }
    if let Some(algorithm) = &report.algorithm {
        row("algorithm", algorithm);
    }
    if let Some(nodes) = report.nodes {
        row("expansions", &grouped(nodes));
    }
    if let Some(generated) = report.generated {
        row("generated", &grouped(generated));
    }
    if let Some(leaf_nodes) = report.leaf_nodes {
        row("leaf nodes", &grouped(leaf_nodes));
    }
    if let Some(time) = report.seconds {
        row("time", &seconds(time));
    }
    if let Some(memory) = report.memory_bytes {
        row("memory", &bytes(memory as u64));
    }
    if let (Some(Verdict::Unknown), Some(pn), Some(dn)) = (report.verdict, report.pn, report.dn) {
        row("pn, dn", &format!("{pn}, {dn}"));
    }
    if let Some(certificate) = certificate(report) {
        row("certificate", &certificate);
    }
    if let (Some(path), Some(facts)) = (&report.certificate, &report.facts) {
        row("written to", &format!("{path} ({})", bytes(facts.written_bytes.unwrap_or(0))));
    }
    if let Some(save) = &report.save {
        let SaveReport { path, saves, save_seconds, save_bytes, last_save_seconds } = save;
        let last = format!("{} in {}", bytes(*save_bytes), seconds(*last_save_seconds));
        let all = match saves {
            0 | 1 => String::new(),
            _ => format!("; {} in {}", count(*saves, "save"), seconds(*save_seconds)),
        };
        row("saved to", &format!("{path} ({last}{all})"));
    }
    if let Some(moves) = &report.moves {
        text.push_str(&moves_table(moves));
    }
    text
}

/// The report in one line.
pub fn summary(report: &Report) -> String {
    let mut text = verdict(report);
    if let (Some(best_move), None) = (&report.best_move, report.stop) {
        text += &format!("; best move {best_move}");
    }
    if let (Some(nodes), Some(time)) = (report.nodes, report.seconds) {
        text += &format!("; {}, {}", count(nodes, "expansion"), seconds(time));
    }
    match (report.certified, &report.certificate) {
        (Some(true), Some(path)) => text += &format!(", certified in {path}"),
        (Some(true), None) => text += ", certified",
        (Some(false), _) => text += ", not certified",
        (None, _) => {}
    }
    if let Some(save) = &report.save {
        text += &format!(", saved to {}", save.path);
    }
    printable(&text) + ".\n"
}

/// A line, and how it ends if not with the game.
fn line_in_words(line: &[String], end: LineEndWord) -> String {
    let end = match end {
        LineEndWord::GameOver => "",
        LineEndWord::Repetition => " (a repetition)",
        LineEndWord::Open if line.is_empty() => "not known",
        LineEndWord::Open => " … (the rest is not known)",
    };
    printable(&line.join(" ")) + end
}

/// The answer in a sentence, without its full stop.
pub fn verdict(report: &Report) -> String {
    let Some(Facts { mover, target, stop, bounds, .. }) = &report.facts else {
        return format!("No verdict: {}", report.error.as_deref().unwrap_or("no reason known"));
    };
    let attacker = report.attacker.as_deref().unwrap_or("the attacker");
    let attacker = if attacker == *mover {
        format!("{attacker} (to move)")
    } else {
        format!("{attacker} ({mover} to move)")
    };
    let because = stop.map(|stop| format!("; stopped because {stop}")).unwrap_or_default();
    if report.ask == Ask::Grundy.to_string() {
        return match report.value {
            Some(value) => format!("Proved: the Grundy value is {value}"),
            None => format!("Unknown: the Grundy value{because}"),
        };
    }
    match (report.verdict, bounds) {
        (Some(Verdict::Unknown), Some((least, greatest))) => {
            format!("Unknown: the value for {attacker} is from {least} to {greatest}{because}")
        }
        (_, Some((value, _))) => format!("Proved: the value for {attacker} is {value}"),
        (Some(Verdict::Proved), None) => format!("Proved: {attacker} can force {target}"),
        (Some(Verdict::Disproved), None) => format!("Disproved: {attacker} cannot force {target}"),
        _ => format!("Unknown: whether {attacker} can force {target}{because}"),
    }
}

/// Describes the certificate, unless there is nothing to certify.
fn certificate(report: &Report) -> Option<String> {
    let facts = report.facts.as_ref()?;
    match (report.certified?, facts.records) {
        (true, Some(records)) => Some(format!(
            "{}, made in {}, checked in {}",
            count(records, "record"),
            seconds(facts.cost.making.as_secs_f64()),
            seconds(facts.cost.checking.as_secs_f64()),
        )),
        _ => Some(format!("none: {}", report.error.as_deref().unwrap_or("not asked for"))),
    }
}

fn moves_table(moves: &[MoveReport]) -> String {
    let width = moves.iter().map(|one| one.mv.chars().count()).max().unwrap_or(0);
    let mut text = String::from("  moves\n");
    for MoveReport { mv, verdict, value, bounds, line, line_end, nodes } in moves {
        let mv = printable(mv);
        let result = match (value, bounds) {
            (Some(value), _) => value.to_string(),
            (None, Some((least, greatest))) => format!("{least} to {greatest}"),
            (None, None) => verdict.as_str().to_string(),
        };
        let nodes = count(*nodes, "expansion");
        let line = match (line, line_end) {
            (Some(line), Some(end)) if !line.is_empty() => {
                format!("  {}", line_in_words(line, *end))
            }
            _ => String::new(),
        };
        text += &format!("    {mv:<width$}  {result:<9}  {nodes}{line}\n");
    }
    text
}
