//! Reviews in words.

use super::known::{Judgement, Standing};
use super::report::{Candidate, ReviewReport, ReviewedPosition, ReviewedTurn};

/// Returns who wins, in words of the game: `black wins`, `nobody mates`.
pub fn standing(report: &ReviewReport, standing: Standing) -> String {
    let [first, second] = &report.players;
    let wins = if report.by_attack { "mates" } else { "wins" };
    match standing {
        Standing::FirstWins => format!("{first} {wins}"),
        Standing::SecondWins => format!("{second} {wins}"),
        Standing::Draw if report.by_attack => "nobody mates".to_string(),
        Standing::Draw => "a draw".to_string(),
        Standing::Unknown => "not known".to_string(),
    }
}

/// Returns what is known about a position, in words: `black wins by 4`, `from -2 to 6 for black`.
pub fn position(report: &ReviewReport, position: &ReviewedPosition) -> String {
    match position.value {
        Some(value) if report.scored && value != 0 => {
            let winner = &report.players[usize::from(value < 0)];
            format!("{winner} wins by {}", value.abs())
        }
        _ => standing(report, position.standing),
    }
}

/// Returns what is known about a position in a few signs: `+4`, `=`, `black`, `?`; scores are the first player's.
pub fn sign(report: &ReviewReport, position: &ReviewedPosition) -> String {
    let [first, second] = &report.players;
    match (position.value.filter(|_| report.scored), position.standing) {
        (Some(value), _) if value > 0 => format!("+{value}"),
        (Some(value), _) if value < 0 => format!("\u{2212}{}", -value),
        (_, Standing::Draw) => "=".to_string(),
        (_, Standing::FirstWins) => first.clone(),
        (_, Standing::SecondWins) => second.clone(),
        (_, Standing::Unknown) => "?".to_string(),
    }
}

/// Returns what a mistake did, in words: `loses: black won by 4, now white wins by 2`.
pub fn mistake(report: &ReviewReport, turn: &ReviewedTurn) -> String {
    let before = &report.positions[turn.number - 1];
    let after = &report.positions[turn.number];
    let [before, after] = [before, after].map(|it| position(report, it));
    match turn.judgement {
        Judgement::ChangesVerdict => format!("{before} before it, {after} after it"),
        Judgement::LosesPoints => {
            let points = turn.lost.unwrap_or_default();
            let unit = if points == 1 { "point" } else { "points" };
            format!("gives away {points} {unit}: {before} before it, {after} after it")
        }
        Judgement::Right => "right".to_string(),
        Judgement::Unknown => "not known".to_string(),
    }
}

/// Returns what comes of a candidate, in words.
pub fn candidate(report: &ReviewReport, candidate: &Candidate) -> String {
    let value = match candidate.least == candidate.greatest && report.scored {
        true => match candidate.least {
            0 => "a draw".to_string(),
            value => {
                format!("{} wins by {}", report.players[usize::from(value < 0)], value.abs())
            }
        },
        false => {
            let known =
                super::known::Known { least: candidate.least, greatest: candidate.greatest };
            standing(report, known.standing())
        }
    };
    match candidate.holds {
        Some(true) => format!("holds ({value})"),
        Some(false) => format!("fails ({value})"),
        None => format!("not known ({value})"),
    }
}

/// Returns the result of a review in words.
pub(super) fn answer(report: &ReviewReport) -> String {
    let turns = report.turns.len();
    let Some(from) = report.known_from else {
        return format!("Nothing is known about the last position of {turns} turns");
    };
    let last = &report.positions[turns];
    let end = position(report, last);
    let known = match from {
        0 => "known from the beginning".to_string(),
        _ => format!("known from turn {} on", from + 1),
    };
    let known = match from == turns {
        true => "known only at the end".to_string(),
        false => known,
    };
    let Some(decisive) = report.decisive.map(|number| &report.turns[number - 1]) else {
        let start = standing(report, report.positions[from].standing);
        let always = if from == 0 { "from the beginning" } else { "since then" };
        return format!("{end}; {known}; no turn is known to have changed that ({start} {always})");
    };
    let what = match (report.by_attack, last.standing) {
        (true, _) => "the turn that decided it",
        (false, Standing::Draw) => "the turn that gave away the win",
        (false, _) => "the turn that lost the game",
    };
    let (number, player, mv) = (decisive.number, &decisive.player, &decisive.mv);
    let better = match &decisive.better {
        Some(better) => format!(", better {better}"),
        None => String::new(),
    };
    format!("{end}; {what} is {number}, {mv} of {player}{better}; {known}")
}
