//! A review for people.

use winproof_rules::printable;
use winproof_session::figures::{count, grouped, seconds};
use winproof_session::review::{Candidate, Judgement, ReviewReport, ReviewedTurn, words};

/// One line of progress: the turn that was just reached, and what is known.
pub fn progress(report: &ReviewReport, position: usize) -> String {
    let turns = report.turns.len();
    let known = words::position(report, &report.positions[position]);
    match report.turns.get(position) {
        Some(turn) => {
            let (number, mv, mark) = (turn.number, printable(&turn.mv), mark(turn));
            format!("before turn {number} of {turns}, {mv}{mark}: {known}")
        }
        None => format!("after turn {turns} of {turns}: {known}"),
    }
}

/// The sign that annotators put after a turn.
fn mark(turn: &ReviewedTurn) -> &'static str {
    match turn.judgement {
        Judgement::ChangesVerdict => "??",
        Judgement::LosesPoints => "?",
        Judgement::Right | Judgement::Unknown => "",
    }
}

/// The whole review.
pub fn render(report: &ReviewReport) -> String {
    let mut text = format!("{}.\n", capital(&printable(&report.answer)));
    let mut row = |name: &str, value: &str| text += &format!("  {name:<12} {}\n", printable(value));
    let turns = count(report.turns.len() as u64, "turn");
    match report.games {
        1 => row("game", &format!("{}, {turns}", report.game)),
        games => {
            row("game", &format!("{}, number {} of {games}, {turns}", report.game, report.number))
        }
    }
    for (name, value) in &report.tags {
        row(name, value);
    }
    if let Some(outcome) = &report.outcome {
        row("ended", outcome);
    }
    row("known", &reach(report));
    row("algorithm", &report.algorithm);
    row("expansions", &grouped(report.nodes));
    row("time", &seconds(report.seconds + report.certify_seconds));
    row("certified", if report.certified { "every verdict" } else { "not every verdict" });
    let mistakes: Vec<_> = report.mistakes().collect();
    if !mistakes.is_empty() {
        text += "  mistakes\n";
    }
    for turn in &mistakes {
        let (number, player, mv) = (turn.number, &turn.player, printable(&turn.mv));
        let mistake = words::mistake(report, turn);
        text += &format!("    {number}. {player} {mv}{}  {mistake}\n", mark(turn));
        if let Some(line) = &turn.better_line {
            text += &format!("       better: {}\n", printable(&line.join(" ")));
        }
        text += &script(report, turn);
    }
    let others = report.turns.iter().filter(|turn| !turn.judgement.is_mistake());
    let mut others = others.filter(|turn| !turn.candidates.is_empty()).peekable();
    if others.peek().is_some() {
        text += "  other turns\n";
    }
    for turn in others {
        text += &format!("    {}. {} {}\n", turn.number, turn.player, printable(&turn.mv));
        text += &script(report, turn);
    }
    text + &timeline(report)
}

/// From where on what is known.
fn reach(report: &ReviewReport) -> String {
    let from = |position: usize| match position {
        0 => "from the beginning".to_string(),
        _ if position == report.turns.len() => "at the end only".to_string(),
        _ => format!("from turn {} on", position + 1),
    };
    let verdicts = report.known_from.map(|position| match stage(report, position) {
        Some(stage) => format!("who wins {} ({stage})", from(position)),
        None => format!("who wins {}", from(position)),
    });
    let values = report.values_from.map(|position| format!("values {}", from(position)));
    let known: Vec<_> = verdicts.into_iter().chain(values).collect();
    if known.is_empty() { "nothing".to_string() } else { known.join(", ") }
}

fn stage(report: &ReviewReport, position: usize) -> Option<String> {
    let position = &report.positions[position];
    Some(format!("{} {}", position.stage?, position.stage_unit.as_ref()?))
}

/// The candidates as players go through them: generated, winnowed, selected.
fn script(report: &ReviewReport, turn: &ReviewedTurn) -> String {
    let width = turn.candidates.iter().map(|it| it.mv.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for candidate in &turn.candidates {
        let Candidate { mv, rank, played, selected, line, .. } = candidate;
        let generated = rank.map_or("-".to_string(), |rank| format!("{rank}."));
        let note = match (selected, played) {
            (true, true) => "played and selected",
            (true, false) => "selected",
            (false, true) => "played",
            (false, false) => "",
        };
        let line = line.as_deref().unwrap_or_default().join(" ");
        let row = format!(
            "         {generated:>4} {:<width$}  {:<19}  {}  {}",
            printable(mv),
            note,
            words::candidate(report, candidate),
            printable(&line),
        );
        text += &format!("{}\n", row.trim_end());
    }
    text
}

/// What is known after each turn.
fn timeline(report: &ReviewReport) -> String {
    let Some(from) = report.known_from else { return String::new() };
    let mut text = String::from("  turn by turn\n");
    let width = report.turns.iter().map(|turn| turn.mv.chars().count()).max().unwrap_or(0) + 2;
    if from > 0 {
        text += &format!("    … {}\n", words::position(report, &report.positions[from]));
    }
    for turn in &report.turns[from..] {
        let known = words::position(report, &report.positions[turn.number]);
        let mv = format!("{}{}", printable(&turn.mv), mark(turn));
        let (number, player) = (turn.number, &turn.player);
        text += &format!("    {number:>3}. {player} {mv:<width$}  {known}\n");
    }
    text
}

fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters
        .next()
        .map_or(String::new(), |first| first.to_uppercase().chain(characters).collect())
}
