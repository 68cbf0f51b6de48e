//! `winproof games` and `winproof algorithms`: lists of games and algorithms.

use serde::Serialize;
use winproof::{ALGORITHMS, AlgorithmInfo};
use winproof_games::{GameInfo, games as all_games};
use winproof_rules::Parameter;
use winproof_session::Failure;
use winproof_session::auto;
use winproof_session::catalogue::{AlgorithmLine, GameLine};
use winproof_session::results_log;

use crate::arguments::ListArguments;
use crate::output;
use crate::status::Status;

/// Lists the games.
pub fn games(arguments: &ListArguments) -> Result<Status, Failure> {
    let text = if arguments.json {
        json_lines(all_games().iter().map(GameLine::new))
    } else {
        all_games().iter().map(game_text).collect::<Vec<_>>().join("\n")
    };
    output::finish(&text, Status::Done)
}

/// Lists the algorithms.
pub fn algorithms(arguments: &ListArguments) -> Result<Status, Failure> {
    let text = if arguments.json {
        json_lines(ALGORITHMS.iter().map(AlgorithmLine::new))
    } else {
        let texts: Vec<_> = ALGORITHMS.iter().map(algorithm_text).collect();
        let mut text =
            texts.join("\n") + "\nauto, the default, stands for the best known for the game:\n";
        for info in all_games() {
            text += &format!("  {}: {}\n", info.name, auto::choice(info.name).join(" "));
        }
        text
    };
    output::finish(&text, Status::Done)
}

fn json_lines(lines: impl Iterator<Item = impl Serialize>) -> String {
    lines.map(|one| results_log::line(&one)).collect()
}

fn game_text(info: &GameInfo) -> String {
    let mut text = format!("{}\n  {}\n", info.name, info.summary);
    let [first, second] = info.players;
    let draws = if info.draws { "draws are possible" } else { "no draws" };
    text += &format!("  players: {first}, {second}; {draws}\n");
    text += &format!("  position: {}\n", info.position_help);
    parameters_text(&mut text, info.parameters);
    for (label, position) in info.examples {
        if position.contains('\n') {
            let indented = position.trim_end().replace('\n', "\n    ");
            text += &format!("  for example, {label}:\n    {indented}\n");
        } else {
            let plain = |c: char| c.is_alphanumeric() || ",./-=".contains(c);
            let quote = if position.chars().all(plain) { "" } else { "'" };
            let command = format!("winproof solve {} {quote}{position}{quote}", info.name);
            text += &format!("  for example, {label}:\n    {command}\n");
        }
    }
    text
}

fn algorithm_text(info: &AlgorithmInfo) -> String {
    let mut text = format!("{}\n  {} ({})\n", info.name, info.summary, info.source);
    parameters_text(&mut text, info.parameters);
    text
}

fn parameters_text(text: &mut String, parameters: &[Parameter]) {
    let width = parameters.iter().map(|parameter| parameter.name.len()).max().unwrap_or(0);
    for Parameter { name, kind, help } in parameters {
        let default = kind.default();
        *text += &format!("  {name:<width$}  {help} ({kind}; default {default})\n");
    }
}
