//! The positions: the paper's 488 and 286 are not available any more, so comparable ones are taken from real
//! games.
//!
//! From every game that somebody won, positions 7 to 21 plies before its end with the winner to move. Most
//! are no forced wins, or not proved to be within the limit; those that are proved get into the sets by the
//! effort it took.

use std::collections::HashSet;
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use winproof::Algorithm;
use winproof_games::record::RecordEntry;
use winproof_games::{Loa, LoaBoard, RegisteredGame};
use winproof_rules::{Game, InputError, Notation, Outcome, Player, Verdict};

use crate::measure::{Measurement, Problem, Search, measure};
use crate::report::Report;
use crate::statistics::Sample;
use crate::table::Table;
use crate::{Experiment, Failure, Lab, Size};

/// The entry in the list of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    name: "loa-sets",
    summary: "make the positions of winands-2002 from games (--games DIR)",
    source: "in place of the test sets of Winands, Uiterwijk & van den Herik 2002",
    run,
};

/// The search that decides whether a position is a forced win, and how hard it is: the best one for this
/// game.
const BEST: (Algorithm, &str) = (Algorithm::DfPnPlus, "init=game");
const MEMORY: usize = 1 << 30;

/// Plies from the position to the end of its game. The winner is to move at odd distances.
const BEFORE_THE_END: [usize; 8] = [7, 9, 11, 13, 15, 17, 19, 21];

/// How many positions are wanted, and how hard.
struct Scale {
    mixed: usize,
    hard: usize,
    /// Expansions of the mixed ones, from the least to the most.
    effort: [u64; 2],
    /// The most expansions of the hard ones.
    limit: u64,
    /// Positions that are tried at once.
    batch: usize,
}

impl Scale {
    fn of(size: Size) -> Scale {
        match size {
            Size::Test => Scale { mixed: 3, hard: 1, effort: [1, 5], limit: 3_000, batch: 10 },
            Size::Quick => {
                Scale { mixed: 30, hard: 5, effort: [100, 1_000], limit: 20_000, batch: 50 }
            }
            // A hundred expansions are nothing to any search; a win that takes the best one more than
            // 50,000 is rare. Of the positions that are still open there, 18 % are won within 500,000 and 24 %
            // within 5 million, at ten times the price.
            Size::Default | Size::Full => {
                Scale { mixed: 488, hard: 286, effort: [100, 50_000], limit: 500_000, batch: 100 }
            }
        }
    }
}

/// A position from a game.
#[derive(Clone, Debug)]
struct Candidate {
    position: String,
    /// Which game, and how many plies before its end.
    origin: String,
}

/// A position that was proved.
struct Found {
    candidate: Candidate,
    row: Measurement,
}

fn run(lab: &mut Lab) -> Result<String, Failure> {
    let scale = Scale::of(lab.size());
    let candidates = match lab.games() {
        Some(folder) => candidates(folder, lab.seed())?,
        None if lab.size() == Size::Test => built_in(),
        None => {
            return Err(Failure::Input(
                "loa-sets needs --games DIR, a folder of Lines of Action games (see \
                 experiments/winands-2002/README.md)"
                    .to_string(),
            ));
        }
    };
    let [least, most] = scale.effort;
    let mixed = collect(lab, "mixed", &candidates, least..=most, scale.mixed, scale.batch)?;
    // Those that are still open first: among the others most are easy.
    let mut rest = mixed.open.clone();
    rest.extend_from_slice(&candidates[mixed.tried..]);
    let hard = collect(lab, "hard", &rest, most + 1..=scale.limit, scale.hard, scale.batch)?;
    report(lab, &scale, &mixed, &hard)
}

/// The results of some candidates.
struct Collected {
    /// Wins of the effort that was wanted, the easiest first.
    found: Vec<Found>,
    /// Positions that were not solved.
    open: Vec<Candidate>,
    tried: usize,
}

/// Tries candidates until enough of them are proved with an effort in the range. What was found so far is
/// in a file at any time: looking for hard ones takes hours.
fn collect(
    lab: &mut Lab,
    title: &str,
    candidates: &[Candidate],
    effort: RangeInclusive<u64>,
    wanted: usize,
    batch: usize,
) -> Result<Collected, Failure> {
    let mut collected = Collected { found: Vec::new(), open: Vec::new(), tried: 0 };
    for batch in candidates.chunks(batch) {
        if collected.found.len() >= wanted {
            break;
        }
        let rows = search(lab, title, batch, *effort.end())?;
        collected.tried += batch.len();
        for (candidate, row) in batch.iter().cloned().zip(rows) {
            match row.verdict {
                Verdict::Unknown => collected.open.push(candidate),
                Verdict::Proved if effort.contains(&row.expansions) => {
                    collected.found.push(Found { candidate, row });
                }
                Verdict::Proved | Verdict::Disproved => {}
            }
        }
        collected.found.sort_by_key(|found| found.row.expansions);
        Report::new(lab).file(&format!("{title}.tsv"), &collected.file())?;
    }
    collected.found = spread(collected.found, wanted);
    Report::new(lab).file(&format!("{title}.tsv"), &collected.file())?;
    Ok(collected)
}

impl Collected {
    fn file(&self) -> String {
        let mut file = "# position\tgame and plies before its end\texpansions\n".to_string();
        for Found { candidate: Candidate { position, origin }, row } in &self.found {
            file += &format!("{position}\t{origin}\t{}\n", row.expansions);
        }
        file
    }
}

fn search(
    lab: &mut Lab,
    title: &str,
    candidates: &[Candidate],
    limit: u64,
) -> Result<Vec<Measurement>, Failure> {
    let (algorithm, settings) = BEST;
    let search = Search { algorithm, settings: settings.to_string(), memory: MEMORY };
    lab.run(
        title,
        candidates,
        |candidate| format!("{}/{limit}", candidate.position),
        |candidate, interrupt| measure(&candidate.problem(), &search, limit, interrupt),
    )
}

/// So many of them, from the easiest to the hardest at even distances.
fn spread(mut found: Vec<Found>, count: usize) -> Vec<Found> {
    found.sort_by_key(|found| found.row.expansions);
    if found.len() <= count {
        return found;
    }
    let total = found.len();
    let chosen: HashSet<usize> = (0..count).map(|i| i * (total - 1) / (count - 1).max(1)).collect();
    found.into_iter().enumerate().filter(|(i, _)| chosen.contains(i)).map(|(_, it)| it).collect()
}

impl Candidate {
    fn problem(&self) -> Problem {
        Problem { game: "loa".to_string(), position: self.position.clone() }
    }
}

/// A few positions for tests of the machinery: the end of a game that was made up.
fn built_in() -> Vec<Candidate> {
    let board =
        |text: &str| Candidate { position: text.to_string(), origin: "made up".to_string() };
    [
        "8/8/3x4/8/2x1x3/8/o6o/8 x",
        "8/1x6/3x4/8/2x1x3/8/o5oo/8 x",
        "8/1x4x1/3x4/8/2x1x3/8/o3o1oo/8 x",
        "4o3/1x4x1/3x4/8/2x1x3/8/o3o1o1/8 o",
        "8/1x4x1/3x4/8/2x5/7x/o3o1oo/8 x",
        "x7/8/3x4/8/2x1x3/8/o6o/o7 x",
    ]
    .map(board)
    .to_vec()
}

/// All candidates of a folder of games, in an order that the seed decides: one of each game, then the
/// second of each, and so on.
fn candidates(folder: &Path, seed: u64) -> Result<Vec<Candidate>, Failure> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .map_err(Failure::file(folder))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    let mut games = Vec::new();
    for path in &files {
        let text = fs::read_to_string(path).map_err(Failure::file(path))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let won = won_games(&text)
            .map_err(|reason| Failure::Input(format!("{}, {reason}", path.display())))?;
        games.extend(won.into_iter().map(|(line, boards)| (format!("{name}:{line}"), boards)));
    }
    if games.is_empty() {
        return Err(Failure::Input(format!("there are no games in {}", folder.display())));
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    games.shuffle(&mut rng);
    let game = Loa::default();
    let mut seen = HashSet::new();
    let mut candidates = Vec::new();
    for turn in 0..BEFORE_THE_END.len() {
        for (index, (name, boards)) in games.iter().enumerate() {
            let before = BEFORE_THE_END[(turn + index) % BEFORE_THE_END.len()];
            let Some(place) = (boards.len() - 1).checked_sub(before) else { continue };
            if seen.insert(boards[place]) {
                let position = game.format(&boards[place]);
                candidates.push(Candidate { position, origin: format!("{name}-{before}") });
            }
        }
    }
    Ok(candidates)
}

/// Replays the games of a file, one a line. Returns those that somebody won, each with the number of its line
/// and its positions.
pub fn won_games(text: &str) -> Result<Vec<(usize, Vec<LoaBoard>)>, String> {
    let mut games = Vec::new();
    let entries = Loa::record_entries(text.as_bytes()).map_err(|error| error.to_string())?;
    for entry in entries {
        let line = entry.line;
        let replayed = replay(&entry).map_err(|error| format!("line {line}: {error}"))?;
        games.extend(replayed.map(|boards| (line, boards)));
    }
    Ok(games)
}

/// The positions of a game, up to its end; `None` if nobody won it.
fn replay(entry: &RecordEntry) -> Result<Option<Vec<LoaBoard>>, InputError> {
    let game = Loa::default();
    let (start, moves) = game.parse_played(&entry.text)?;
    let mut boards = vec![start];
    for mv in moves {
        boards.push(game.play(&boards[boards.len() - 1], mv));
    }
    let winner =
        match entry.tags.iter().find(|(name, _)| name == "Result").map(|(_, it)| it.as_str()) {
            Some("1-0") => Some(Player::First),
            Some("0-1") => Some(Player::Second),
            _ => None,
        };
    // The end of a game that was given up, or whose rules differ, is not known.
    let outcome = game.outcome(&boards[boards.len() - 1]);
    let won = winner.is_some_and(|winner| outcome == Some(Outcome::won_by(winner)));
    Ok(won.then_some(boards))
}

fn report(
    lab: &Lab,
    scale: &Scale,
    mixed: &Collected,
    hard: &Collected,
) -> Result<String, Failure> {
    let mut report = Report::new(lab);
    let (algorithm, settings) = BEST;
    let [least, most] = scale.effort;
    report.say(&format!(
        "# Positions for winands-2002\n\n{} positions from games were tried with {} {settings} and up to \
         {most} expansions; {} of those that it did not solve were tried again with up to {}. Wins that took \
         fewer than {least} expansions were left out.",
        mixed.tried,
        algorithm.info().name,
        hard.tried,
        scale.limit,
    ));
    let mut table =
        Table::new(&["set", "positions", "least", "quartile", "median", "quartile", "most"]);
    for (name, set) in [("mixed", &mixed.found), ("hard", &hard.found)] {
        let sample: Sample = set.iter().map(|found| found.row.expansions as f64).collect();
        let mut row = vec![name.to_string(), set.len().to_string()];
        row.extend(
            [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| format!("{:.0}", sample.quantile(share))),
        );
        table.row(row);
    }
    report.table("Expansions", "expansions", &table)?;
    report.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_replayed_from_both_starts() {
        let won = |line: &str| won_games(line).map(|games| games.len());
        assert_eq!(won("LOA\t1-17\t1/2-1/2"), Ok(0));
        // Nobody has connected anything yet.
        assert_eq!(won("LOA\t1-17\t1-0"), Ok(0));
        assert_eq!(won("# a comment\nScrambled-Eggs\t1-19\t0-1"), Ok(0));
        for bad in ["LOA 1-17 1-0", "LOA\t1-2\t1-0", "Eggs\t1-17\t1-0", "LOA\t1-64\t1-0"] {
            assert!(won(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sets_are_spread_from_the_easiest_to_the_hardest() {
        let found = |expansions| Found {
            candidate: Candidate { position: format!("{expansions}"), origin: String::new() },
            row: Measurement {
                verdict: Verdict::Proved,
                expansions,
                generated: 0,
                nodes: 0,
                iterations: 0,
                entries: 0,
                seconds: 0.0,
            },
        };
        let efforts = |count| {
            let all = (0..100).rev().map(found).collect();
            let chosen: Vec<_> = spread(all, count).iter().map(|it| it.row.expansions).collect();
            chosen
        };
        assert_eq!(efforts(4), [0, 33, 66, 99]);
        assert_eq!(efforts(200).len(), 100);
    }
}
