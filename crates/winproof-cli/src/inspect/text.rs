//! A saved search as text.

use winproof::save::{Header, Progress, ValueProgress};
use winproof::{ProofNumber, Verdict};
use winproof_rules::printable;
use winproof_session::figures::{bytes, count, grouped, seconds};
use winproof_session::walk::{Child, Known, View};

/// What the save is about, and one position in it.
pub fn render(header: &Header, view: &View, drawing: &str) -> String {
    let (list, rows) = children(view);
    let mut text = summary(header) + "\n";
    text += &here(view);
    text += drawing.trim_end();
    text += "\n\n";
    if rows.is_empty() {
        text += "The game is over here.\n";
    } else {
        text += &list;
        text += "\n";
        rows.iter().for_each(|row| text += &format!("{row}\n"));
    }
    text
}

/// What the save is about.
pub fn summary(header: &Header) -> String {
    let mut text = String::new();
    let mut row = |name: &str, value: &str| text += &format!("{name:<12} {value}\n");
    let parameters: Vec<_> =
        header.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let colon = if parameters.is_empty() { "" } else { ":" };
    row("game", &printable(&format!("{}{colon}{}", header.game, parameters.join(","))));
    let first = header.position.lines().next().unwrap_or_default();
    let more = if first.len() < header.position.len() { " …" } else { "" };
    row("position", &(printable(first) + more));
    row("question", &format!("{} for {}", printable(&header.ask), printable(&header.attacker)));
    if let Some(ValueProgress { target, least, greatest }) = header.value_search {
        row("value", &format!("from {least} to {greatest}; now asking for at least {target}"));
    }
    let settings: Vec<_> =
        header.settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
    row("algorithm", &printable(&format!("{} {}", header.algorithm, settings.join(" "))));
    row("memory", &bytes(header.memory));
    let Progress { expansions, generated, seconds: time, entries, saves, save_seconds, .. } =
        header.progress;
    row("expansions", &grouped(expansions));
    row("generated", &grouped(generated));
    row("time", &seconds(time));
    row("entries", &grouped(entries));
    row("pn, dn", &format!("{}, {}", header.progress.pn, header.progress.dn));
    row("saves", &format!("{} in {}", count(saves, "save"), seconds(save_seconds)));
    text
}

/// The position that is shown.
pub fn here(view: &View) -> String {
    let mut text = String::new();
    if !view.line.is_empty() {
        text += &format!("after {}\n", printable(&view.line.join(" ")));
    }
    text += &format!("{} to move ({}), {}\n", view.mover, view.role, state(&view.known));
    if !view.proving.is_empty() {
        text += &format!("next line    {}\n", printable(&view.proving.join(" ")));
    }
    text + "\n"
}

fn state(known: &Known) -> String {
    let numbers = match (known.pn, known.dn) {
        (Some(pn), Some(dn)) => format!("pn {pn}, dn {dn}"),
        _ => "not stored".to_string(),
    };
    match known.verdict {
        Verdict::Unknown => numbers,
        verdict => format!("{} ({numbers})", verdict.as_str()),
    }
}

/// The heading of the list of children, and a row for each.
pub fn children(view: &View) -> (String, Vec<String>) {
    let names: Vec<_> = view.children.iter().map(|child| printable(&child.name)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
    let heading =
        format!("   {:<width$} {:>10} {:>10} {:>14}  {}", "move", "pn", "dn", "effort", "verdict");
    let row = |(child, name): (&Child, &String)| {
        let mark = match (child.proving, child.best) {
            (true, _) => "**",
            (false, true) => " *",
            (false, false) => "  ",
        };
        let Known { pn, dn, effort, verdict, over } = child.known;
        let number = |number: Option<ProofNumber>| {
            number.map_or("-".to_string(), |number| number.to_string())
        };
        let effort = effort.map_or("-".to_string(), grouped);
        let verdict = match (verdict, over, pn) {
            (verdict, true, _) => format!("{}, game over", verdict.as_str()),
            (Verdict::Unknown, false, None) => "not stored".to_string(),
            (Verdict::Unknown, false, _) => "open".to_string(),
            (verdict, false, _) => verdict.as_str().to_string(),
        };
        let (pn, dn) = (number(pn), number(dn));
        format!("{mark} {name:<width$} {pn:>10} {dn:>10} {effort:>14}  {verdict}")
    };
    (heading, view.children.iter().zip(&names).map(row).collect())
}
