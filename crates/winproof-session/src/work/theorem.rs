//! The report of a position that is too large to be searched: a theorem says who wins, and no certificate shows it.

use std::time::Instant;

use winproof::Verdict;
use winproof_games::TheoremAnswer;

use super::report::{Facts, Report, ValueBounds};
use super::session::Cost;
use super::task::Task;
use crate::failure::Failure;
use crate::question::Ask;

/// Makes the report of an answer.
pub(super) fn report(task: Task<'_>, answer: &TheoremAnswer) -> Result<Report, Failure> {
    let started = Instant::now();
    task.refuse_saving("a position that is too large to be searched cannot be saved")?;
    let (ask, info) = (task.options.ask, task.spec.info());
    if task.options.moves || matches!(ask, Ask::Within { .. } | Ask::Shortest { .. }) {
        return Err(Failure::input(
            "the position is too large to be searched, so there are no results of its moves and no numbers of plies",
        ));
    }
    let attacker = task.options.attacker.among(answer.to_move, answer.to_move);
    let mover_wins = answer.winning_move.is_some();
    let worth = if mover_wins == (attacker == answer.to_move) { 1 } else { -1 };
    let value = match ask {
        Ask::Grundy => {
            let value = answer.grundy_value.ok_or_else(|| {
                Failure::input("the position is too large for its Grundy value to be found")
            })?;
            Some(value as i32)
        }
        ask => ask.target().is_none().then_some(worth),
    };
    let proved = ask.target().is_none_or(|target| worth >= target);
    let mut report = task.blank_report(answer.position.clone());
    // Nothing is searched.
    (report.algorithm, report.settings) = (None, None);
    report.attacker = Some(info.player_name(attacker).to_string());
    report.verdict = Some(if proved { Verdict::Proved } else { Verdict::Disproved });
    report.value = value;
    report.value_bounds = value.map(|value| ValueBounds { least: value, greatest: value });
    report.best_move = answer.winning_move.clone().filter(|_| ask != Ask::Grundy);
    report.nodes = Some(0);
    report.seconds = Some(started.elapsed().as_secs_f64());
    report.certified = Some(false);
    report.error = Some(format!(
        "the position is too large to be searched; the answer rests on {}",
        answer.theorem
    ));
    report.facts = Some(Facts {
        mover: info.player_name(answer.to_move),
        target: ask.in_words(info),
        stop: None,
        bounds: value.map(|value| (value, value)),
        records: None,
        written_bytes: None,
        cost: Cost::default(),
    });
    Ok(report)
}
