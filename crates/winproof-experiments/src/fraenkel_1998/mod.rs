//! Heap games and numeration systems (Fraenkel, "Succinct games and exotic numeration systems", workshop on complex games,
//! 1998): the tables, the properties, the systems of the remarks, and the closing question.
//!
//! Everything is computed twice where it can be: by the recursion of theorem 1, and from representations of integers
//! ([`sequences`]); and the tables also by the numeration systems of the games, which work with integers of any size.

mod closing;
mod properties;
mod sequences;
mod tables;

use std::sync::atomic::Ordering;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use winproof_games::wythoff::strategy::Strategy;

use self::closing::{Family, Pairs, Rule, Tried, try_family};
use self::properties::{Checked, Property, TernaryProperty, sixfold};
use crate::report::Report;
use crate::table::Table;
use crate::{Experiment, Failure, Lab, Size};

/// The entry in the list of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    name: "fraenkel-1998",
    summary: "heap games with two heaps: tables, numeration systems, and a search for a game",
    source: "Fraenkel 1998, tables 1 to 4",
    run,
};

/// How far everything is checked.
struct Extent {
    /// Integers for each s and t.
    integers: u64,
    /// Integers in the ternary system.
    ternary: u64,
    /// The greatest s and t.
    parameters: u64,
    /// The largest heap when any set of moves is allowed.
    any_game: usize,
    /// The largest heap for each rule, and how many rules there are.
    rules: (usize, i64),
    /// The digits of heaps whose winner is found by the strategy.
    digits: &'static [usize],
}

impl Extent {
    fn of(size: Size) -> Extent {
        let (integers, ternary, parameters, any_game, rules, digits): (_, _, _, _, _, &[usize]) =
            match size {
                Size::Test => (2_000, 5_000, 3, 60, (40, 3), &[10]),
                Size::Quick => (100_000, 1_000_000, 5, 300, (100, 6), &[10, 100, 1_000]),
                Size::Default => {
                    (1_000_000, 10_000_000, 5, 1_500, (400, 12), &[10, 100, 1_000, 10_000])
                }
                Size::Full => {
                    (10_000_000, 100_000_000, 5, 4_000, (1_000, 20), &[10, 100, 1_000, 10_000])
                }
            };
        Extent { integers, ternary, parameters, any_game, rules, digits }
    }
}

/// A check.
#[derive(Clone, Copy, Debug)]
enum Check {
    HeapGame { s: u64, t: u64, property: Property },
    Ternary(TernaryProperty),
    Sixfold(u64),
}

impl Check {
    fn all(extent: &Extent) -> Vec<Check> {
        let parameters = 1..=extent.parameters;
        let pairs = parameters.clone().flat_map(|s| parameters.clone().map(move |t| (s, t)));
        let heap_games = pairs.flat_map(|(s, t)| {
            let beatty = (s == 1).then_some(Property::Beatty);
            let properties = [Property::A, Property::B, Property::Size].into_iter().chain(beatty);
            properties.map(move |property| Check::HeapGame { s, t, property })
        });
        let ternary =
            [TernaryProperty::Complementary, TernaryProperty::Formula].map(Check::Ternary);
        heap_games.chain(ternary).chain([6, 7, 9].map(Check::Sixfold)).collect()
    }

    /// The system and the property.
    fn names(self) -> (String, &'static str) {
        match self {
            Check::HeapGame { s, t, property } => (format!("s={s},t={t}"), property.name()),
            Check::Ternary(property) => ("ternary".to_string(), property.name()),
            Check::Sixfold(second) => (format!("f1={second}"), "digits as in the remark"),
        }
    }

    fn size(self, extent: &Extent) -> u64 {
        if matches!(self, Check::Ternary(_)) { extent.ternary } else { extent.integers }
    }

    fn run(self, extent: &Extent) -> Checked {
        let size = self.size(extent);
        match self {
            Check::HeapGame { s, t, property } => property.check(s, t, size),
            Check::Ternary(property) => property.check(size),
            Check::Sixfold(second) => sixfold(second, size),
        }
    }
}

/// The time of the strategy.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Timed {
    /// Pairs of heaps, how many are won, and the time for all.
    heaps: u64,
    won: u64,
    seconds: f64,
}

/// Heaps of which the time is taken, for each number of digits.
const TIMED: u32 = 10;

fn run(lab: &mut Lab) -> Result<String, Failure> {
    let extent = Extent::of(lab.size());
    let checks = Check::all(&extent);
    let checked: Vec<Checked> = lab.run(
        "properties",
        &checks,
        |check| {
            let (system, property) = check.names();
            format!("{system}/{property}/{}", check.size(&extent))
        },
        |check, interrupt| (!interrupt.load(Ordering::Relaxed)).then(|| check.run(&extent)),
    )?;
    let stuck: Vec<Vec<(usize, usize)>> = lab.run(
        "any game",
        &[extent.any_game],
        |size| format!("any game/{size}"),
        |&size, _| Some(Pairs::new(size).stuck_in_any_game()),
    )?;
    let (size, width) = extent.rules;
    let pairs = Pairs::new(size);
    let tried: Vec<Tried> = lab.run(
        "rules",
        &Family::ALL,
        |family| format!("{}/{size}/{width}", family.name()),
        |family, interrupt| {
            try_family(&pairs, &family.rules(width), || interrupt.load(Ordering::Relaxed))
        },
    )?;
    let timed: Vec<Timed> = lab.run(
        "strategy",
        extent.digits,
        |digits| format!("strategy/{digits}"),
        |&digits, _| Some(time_strategy(digits)),
    )?;
    let mut report = Report::new(lab);
    report.say("# Succinct games and exotic numeration systems");
    let differences = tables::report(&mut report)?;
    report_checks(&mut report, &extent, &checks, &checked)?;
    report_question(&mut report, &extent, &stuck[0], &tried)?;
    let violations: u64 = checked.iter().map(|it| it.violations).sum();
    report.say(&match (differences, violations) {
        (0, 0) => {
            "The tables of the paper, the recursion and the numeration systems: All verdicts agree."
                .to_string()
        }
        _ => format!("{differences} ENTRIES OF TABLES AND {violations} CHECKS DISAGREE."),
    });
    report_times(&mut report, extent.digits, &timed);
    report.finish()
}

/// Finds out who wins with heaps of so many digits, for s = t = 1 and s = t = 2 in turn.
fn time_strategy(digits: usize) -> Timed {
    let mut timed = Timed { heaps: 0, won: 0, seconds: 0.0 };
    for number in 1..=TIMED {
        // Digits that follow no pattern of the systems: the ends of powers.
        let heap = |base: u32| {
            let power = num_bigint::BigUint::from(base + number).pow(4 * digits as u32);
            power.to_string()[..digits].parse().expect("digits are a number")
        };
        let mut heaps = [heap(3), heap(20)];
        let strategy = Strategy::new(1 + number % 2, 1 + number % 2);
        if number % 3 == 0 {
            heaps[1] = strategy.pair(&heaps[0]).1;
        }
        let started = Instant::now();
        let winning = strategy.winning_move(&heaps);
        timed.seconds += started.elapsed().as_secs_f64();
        timed.heaps += 1;
        timed.won += u64::from(winning.is_some());
    }
    timed
}

fn report_checks(
    report: &mut Report,
    extent: &Extent,
    checks: &[Check],
    checked: &[Checked],
) -> Result<(), Failure> {
    let mut table = Table::new(&["system", "property", "up to", "checked", "violations"]);
    for (check, result) in checks.iter().zip(checked) {
        let (system, property) = check.names();
        table.row(vec![
            system,
            property.to_string(),
            check.size(extent).to_string(),
            result.checked.to_string(),
            result.violations.to_string(),
        ]);
    }
    report.table("Properties", "properties", &table)
}

/// Stuck positions in words.
fn list(positions: &[(usize, usize)]) -> String {
    const MOST: usize = 12;
    let text: Vec<String> =
        positions.iter().take(MOST).map(|(x, y)| format!("({x}, {y})")).collect();
    let more = if positions.len() > MOST { " …" } else { "" };
    text.join(" ") + more
}

fn report_question(
    report: &mut Report,
    extent: &Extent,
    stuck: &[(usize, usize)],
    tried: &[Tried],
) -> Result<(), Failure> {
    let pairs = Pairs::new(extent.any_game.min(100));
    let reasons: Vec<String> = stuck
        .iter()
        .filter_map(|&(x, y)| {
            let [(a, b), (c, d)] = pairs.pairs_apart((x, y))?;
            Some(format!("({x}, {y}), which leads from the pair ({a}, {b}) to the pair ({c}, {d})"))
        })
        .collect();
    report.say(&format!(
        "## The closing question\n\nA rule that is independent of the heaps' sizes is a set of vectors (k, l). From a pair \
         of table 4 none may lead to another pair, and from every other position one must lead to a pair. Whatever the set, \
         of all positions up to {} these are stuck: {}. In particular it would have to contain {}. So there is no such game.",
        extent.any_game,
        list(stuck),
        reasons.join("; and "),
    ));
    let (size, _) = extent.rules;
    report.say(&format!(
        "What comes closest: any number from one heap, or k and l from both, k ≤ l, by a rule of a family with few \
         parameters; heaps up to {size}. A rule is excluded if it leads from a pair to a pair. Of the others those are listed \
         that are stuck in the fewest positions."
    ));
    let mut families = Table::new(&["family", "rules", "from pair to pair", "stuck", "fewest"]);
    let mut best = Table::new(&["rule", "stuck positions", "which"]);
    for (family, tried) in Family::ALL.iter().zip(tried) {
        let fewest =
            tried.best.first().map_or("–".to_string(), |(_, stuck)| stuck.len().to_string());
        families.row(vec![
            family.name().to_string(),
            tried.rules.to_string(),
            tried.violating.to_string(),
            (tried.rules - tried.violating).to_string(),
            fewest,
        ]);
        for (rule, stuck) in &tried.best {
            let rule: &Rule = rule;
            best.row(vec![rule.text(), stuck.len().to_string(), list(stuck)]);
        }
    }
    report.table("Families of rules", "families", &families)?;
    report.table("Rules that come closest", "rules", &best)
}

fn report_times(report: &mut Report, digits: &[usize], timed: &[Timed]) {
    let mut table = Table::new(&["digits", "heaps", "won", "seconds each"]);
    for (digits, Timed { heaps, won, seconds }) in digits.iter().zip(timed) {
        let each = seconds / *heaps as f64;
        table.row(vec![
            digits.to_string(),
            heaps.to_string(),
            won.to_string(),
            format!("{each:.6}"),
        ]);
    }
    report.say(&format!(
        "## Time\n\nThe polynomial strategy, winning move included.\n\n{}",
        table.markdown()
    ));
}
