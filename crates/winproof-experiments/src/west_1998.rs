//! Paper-rock-scissors between networks (West, "Zero sum games as distributed cognitive systems", workshop on complex
//! games, 1998).
//!
//! The paper has one figure of a game between networks, lag 2 against lag 1, and a claim: "networks that could remember
//! more always won in the long term", and between equal ones "no advantage emerged". Here all pairs of lags from 1 to 5
//! play many games, with the rule of the text and with others where it leaves something open. Leads are given with 95 %
//! intervals over games.

use std::sync::atomic::Ordering;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::plot::{Plot, Scale, Series};
use crate::prs::{Changed, Network, Rule, Ties, play};
use crate::report::Report;
use crate::table::Table;
use crate::{Experiment, Failure, Lab, Size};

/// The entry in the list of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    name: "west-1998",
    summary: "paper-rock-scissors between networks that remember 1 to 5 moves",
    source: "West 1998, figure 1",
    run,
};

const GREATEST_LAG: usize = 5;

/// The rules, that of the text first.
const RULES: [(&str, Rule); 5] = [
    ("as in the text", Rule { ties: Ties::Punished, changed: Changed::Played }),
    ("ties change nothing", Rule { ties: Ties::Ignored, changed: Changed::Played }),
    (
        "the winning node is rewarded too",
        Rule { ties: Ties::Punished, changed: Changed::AlsoWinning },
    ),
    (
        "the winning node is rewarded too, ties change nothing",
        Rule { ties: Ties::Ignored, changed: Changed::AlsoWinning },
    ),
    ("losses change nothing", Rule { ties: Ties::Punished, changed: Changed::OnlyRewarded }),
];

/// How much is played.
struct Extent {
    games: u64,
    trials: usize,
}

impl Extent {
    fn of(size: Size) -> Extent {
        match size {
            Size::Test => Extent { games: 20, trials: 500 },
            Size::Quick => Extent { games: 100, trials: 2_000 },
            Size::Default => Extent { games: 1_000, trials: 10_000 },
            Size::Full => Extent { games: 1_000, trials: 100_000 },
        }
    }
}

/// Points of a curve.
const POINTS: usize = 20;

/// Games between two lags, the first one not less than the second.
#[derive(Clone, Copy, Debug)]
struct Match {
    rule: usize,
    lags: [usize; 2],
}

impl Match {
    fn key(&self, extent: &Extent) -> String {
        let [more, less] = self.lags;
        format!("{}/{more}-{less}/{}x{}", self.rule, extent.games, extent.trials)
    }
}

/// The results of a match, seen by the first network. All of it is reproducible.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Played {
    /// The games that ended with a lead, and those that ended with none.
    won: u64,
    tied: u64,
    /// The sum over games of the lead at the end, and of its square: over the even games, and over the odd ones.
    leads: [i64; 2],
    leads_squared: [i64; 2],
    /// The sum over games of the lead at equally spaced trials.
    curve: Vec<i64>,
    /// The same of the first game alone.
    first_game: Vec<i64>,
}

impl Played {
    /// The mean lead at the end and the half of its 95 % interval, per 100 trials.
    fn lead(&self, extent: &Extent) -> Lead {
        Lead::new(self.leads.iter().sum(), self.leads_squared.iter().sum(), extent.games, extent)
    }

    /// Returns whether the two halves of the games contradict each other: more memory wins by one and loses by the other.
    fn contradicts_itself(&self, extent: &Extent) -> bool {
        let half = |part: usize| {
            Lead::new(self.leads[part], self.leads_squared[part], extent.games / 2, extent)
        };
        let [even, odd] = [half(0), half(1)];
        even.is_decided() && odd.is_decided() && (even.mean > 0.0) != (odd.mean > 0.0)
    }
}

/// A mean lead with its 95 % interval, per 100 trials.
#[derive(Clone, Copy, Debug)]
struct Lead {
    mean: f64,
    /// Half of the interval.
    half: f64,
}

impl Lead {
    fn new(sum: i64, squares: i64, games: u64, extent: &Extent) -> Lead {
        let games = games as f64;
        let mean = sum as f64 / games;
        let variance = (squares as f64 - games * mean * mean) / (games - 1.0);
        let scale = 100.0 / extent.trials as f64;
        Lead { mean: mean * scale, half: 1.96 * (variance / games).sqrt() * scale }
    }

    /// Whether the interval lies on one side of 0.
    fn is_decided(self) -> bool {
        self.mean.abs() > self.half
    }

    /// What it says of two lags.
    fn judgement(self, lags: [usize; 2]) -> &'static str {
        match (lags[0] == lags[1], self.is_decided()) {
            (true, false) => "equal, no advantage",
            (true, true) => "equal, but outside",
            (false, false) => "undecided",
            (false, true) if self.mean > 0.0 => "wins",
            (false, true) => "loses",
        }
    }
}

fn run(lab: &mut Lab) -> Result<String, Failure> {
    let extent = Extent::of(lab.size());
    let pairs: Vec<[usize; 2]> =
        (1..=GREATEST_LAG).flat_map(|more| (1..=more).map(move |less| [more, less])).collect();
    let matches: Vec<Match> = (0..RULES.len())
        .flat_map(|rule| pairs.iter().map(move |&lags| Match { rule, lags }))
        .collect();
    let seed = lab.seed();
    let rows: Vec<Played> = lab.run(
        "matches",
        &matches,
        |it| it.key(&extent),
        |it, interrupt| play_match(it, &extent, seed, || interrupt.load(Ordering::Relaxed)),
    )?;
    report(lab, &extent, &matches, &rows)
}

/// Plays a match; `None` if it was interrupted.
fn play_match(
    it: &Match,
    extent: &Extent,
    seed: u64,
    interrupted: impl Fn() -> bool,
) -> Option<Played> {
    let rule = RULES[it.rule].1;
    let mut played = Played {
        won: 0,
        tied: 0,
        leads: [0; 2],
        leads_squared: [0; 2],
        curve: vec![0; POINTS],
        first_game: Vec::new(),
    };
    let [more, less] = it.lags;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for game in 0..extent.games {
        if interrupted() {
            return None;
        }
        // Games with their own stream of random numbers do not depend on each other.
        let number = ((it.rule * 10 + more) * 10 + less) as u64;
        rng.set_stream(number << 32 | game);
        rng.set_word_pos(0);
        let mut networks = [more, less].map(|lag| Network::new(lag, rule));
        let (mut lead, mut trial) = (0, 0);
        let mut curve = Vec::with_capacity(POINTS);
        play(&mut networks, extent.trials, &mut rng, |mine, yours| {
            lead += mine.against(yours).lead();
            trial += 1;
            if trial % (extent.trials / POINTS) == 0 {
                curve.push(lead);
            }
        });
        played.won += u64::from(lead > 0);
        played.tied += u64::from(lead == 0);
        let half = (game % 2) as usize;
        played.leads[half] += lead;
        played.leads_squared[half] += lead * lead;
        played.curve.iter_mut().zip(&curve).for_each(|(sum, lead)| *sum += lead);
        if game == 0 {
            played.first_game = curve;
        }
    }
    Some(played)
}

fn report(
    lab: &Lab,
    extent: &Extent,
    matches: &[Match],
    rows: &[Played],
) -> Result<String, Failure> {
    let Extent { games, trials } = *extent;
    let mut report = Report::new(lab);
    report.say(&format!(
        "# Paper-rock-scissors between networks\n\n{games} games of {trials} trials for each pair of lags and each rule, \
         seed {}. A lead is wins minus losses of the network with the greater lag, per 100 trials, with the 95 % \
         interval over games.",
        lab.seed()
    ));
    let figure = matches.iter().zip(rows).find(|(it, _)| it.rule == 0 && it.lags == [2, 1]);
    let (_, figure) = figure.expect("it is one of the pairs");
    report.plot_on("figure-1", &figure_1(extent, figure), Scale::Linear, Scale::Linear)?;
    report.say("Figure 1, lag 2 against lag 1: `figure-1.svg`, one game and the mean of all.");
    for (rule, (name, _)) in RULES.iter().enumerate() {
        let mut table =
            Table::new(&["lags", "lead", "interval", "games won", "lost", "more memory"]);
        let of_rule = matches.iter().zip(rows).filter(|(it, _)| it.rule == rule);
        for (it, played) in of_rule {
            let lead = played.lead(extent);
            let Lead { mean, half } = lead;
            let lost = games - played.won - played.tied;
            let [more, less] = it.lags;
            table.row(vec![
                format!("{more} against {less}"),
                format!("{mean:.2}"),
                format!("{:.2} to {:.2}", mean - half, mean + half),
                played.won.to_string(),
                lost.to_string(),
                lead.judgement(it.lags).to_string(),
            ]);
        }
        let heading = format!("Rule: {name}");
        report.table(&heading, &format!("lags-{}", rule + 1), &table)?;
    }
    report.table("What the paper claims", "claims", &claims(extent, matches, rows))?;
    let contradictions = rows.iter().filter(|played| played.contradicts_itself(extent)).count();
    report.say(&match contradictions {
        0 => "The even and the odd games alone say nothing else: All verdicts agree.".to_string(),
        count => {
            format!("{count} PAIRS OF LAGS ARE DECIDED DIFFERENTLY BY THE EVEN AND THE ODD GAMES.")
        }
    });
    report.finish()
}

fn figure_1(extent: &Extent, played: &Played) -> Plot {
    let step = (extent.trials / POINTS) as f64;
    let points = |curve: &[i64], games: f64| {
        let leads =
            (1..).zip(curve).map(|(point, &lead)| (f64::from(point) * step, lead as f64 / games));
        [(0.0, 0.0)].into_iter().chain(leads).collect()
    };
    let series = |name: &str, points| Series {
        name: name.to_string(),
        points,
        labels: Vec::new(),
        line: true,
    };
    Plot {
        title: "A lag 2 network against a lag 1 network".to_string(),
        x: "trials",
        y: "lead of lag 2",
        series: vec![
            series("one game", points(&played.first_game, 1.0)),
            series("mean of all games", points(&played.curve, extent.games as f64)),
        ],
    }
}

/// The paper's claims, by rule.
fn claims(extent: &Extent, matches: &[Match], rows: &[Played]) -> Table {
    let mut table =
        Table::new(&["rule", "paper", "pairs", "wins", "loses", "undecided", "equal lags outside"]);
    for (rule, (name, _)) in RULES.iter().enumerate() {
        let count = |wanted: &str| {
            let of_rule = matches.iter().zip(rows).filter(|(it, _)| it.rule == rule);
            let is_wanted =
                |(it, played): &(&Match, &Played)| played.lead(extent).judgement(it.lags) == wanted;
            of_rule.filter(is_wanted).count().to_string()
        };
        let paper = if rule == 0 { "more memory always wins" } else { "" };
        let pairs = GREATEST_LAG * (GREATEST_LAG - 1) / 2;
        table.row(vec![
            name.to_string(),
            paper.to_string(),
            pairs.to_string(),
            count("wins"),
            count("loses"),
            count("undecided"),
            count("equal, but outside"),
        ]);
    }
    table
}
