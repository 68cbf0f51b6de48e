//! Incremental generation of moves (Suzuki, Inui and Kotani, "Incremental generation of possible moves in shogi",
//! workshop on complex games, 1998).
//!
//! The paper's program keeps the lists of moves of both players and repairs them after each move, in three ways (types
//! 2 to 4), and searches 28 % more positions a second than with a plain generator (type 1). Here all four run on the same
//! board, an array of squares, and search the positions of games that the program plays against itself. Beside
//! that, the solver's own board and generator walks through all positions two plies deep, as the four types do.

mod lists;
mod mailbox;
mod search;

use std::time::Instant;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use winproof_games::{Shogi, ShogiBoard};
use winproof_rules::Notation;

use self::lists::{Lists, Type};
use self::mailbox::{Board, Move};
use self::search::{Searcher, walk_own};
use crate::report::Report;
use crate::table::{Table, ratio};
use crate::{Experiment, Failure, Lab, Size};

/// The entry in the list of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    name: "suzuki-1998",
    summary: "incremental generation of moves in shogi, types 1 to 4, and our generator",
    source: "Suzuki, Inui & Kotani 1998, figure 6",
    run,
};

/// What is done.
struct Extent {
    games: u64,
    /// The longest game in plies.
    plies: usize,
    /// One in this many positions is searched.
    every: usize,
    /// The depth of alpha-beta.
    depth: usize,
}

impl Extent {
    fn of(size: Size) -> Extent {
        match size {
            Size::Test => Extent { games: 2, plies: 20, every: 10, depth: 2 },
            Size::Quick => Extent { games: 5, plies: 120, every: 12, depth: 3 },
            Size::Default => Extent { games: 50, plies: 120, every: 12, depth: 3 },
            Size::Full => Extent { games: 50, plies: 120, every: 1, depth: 4 },
        }
    }
}

/// Plies of the walk through all positions.
const WALK: usize = 2;

/// What one type of lists did on the positions of a game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Cost {
    positions: u64,
    seconds: f64,
    walked: u64,
    walk_seconds: f64,
}

/// The results of one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Row {
    plies: u64,
    searched: u64,
    /// Moves in all positions of the game.
    moves: u64,
    costs: Vec<Cost>,
    /// The solver's own generator; it does not search.
    own: Cost,
    /// Whether all types found the same values.
    values_agree: bool,
    /// Positions whose lists differ.
    lists_differ: u64,
}

/// Legal moves: those that do not leave the king to be taken.
fn legal(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.all_moves(board.to_move, &mut |mv| moves.push(mv));
    moves.retain(|&mv| !board.leaves_check(mv));
    moves
}

/// A game of the program against itself: each move is one of the best by its gain at once, or any.
fn play(seed: u64, plies: usize) -> Vec<Board> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut boards = vec![Board::start()];
    while boards.len() < plies {
        let board = &boards[boards.len() - 1];
        let moves = legal(board);
        let most = moves.iter().map(|mv| mv.score).max();
        let best: Vec<_> = moves.iter().filter(|mv| Some(mv.score) == most).collect();
        let chosen = if rng.random_ratio(1, 2) {
            best.choose(&mut rng).copied()
        } else {
            moves.choose(&mut rng)
        };
        match chosen {
            Some(&mv) => boards.push(board.after(mv).0),
            None => break,
        }
    }
    boards
}

/// A list without its order.
fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort();
    moves
}

/// Whether the lists that follow from a position's are those that are made anew, after each of its moves and for every
/// type; and whether the legal ones among its own moves are those of the solver's generator.
fn lists_are_equal(board: &Board, own: &ShogiBoard) -> bool {
    let mut own_moves = Vec::new();
    own.legal_moves(&mut own_moves);
    let mut names: Vec<_> = own_moves.iter().map(|&mv| Shogi.format_move(own, mv)).collect();
    let mut legal: Vec<_> = legal(board).into_iter().map(|mv| board.name(mv)).collect();
    names.sort();
    legal.sort();
    // A dropped pawn must not mate; the mailbox does not know that.
    legal.retain(|name| !name.starts_with("P*") || names.contains(name));
    let same_after = |kind: Type, mv: Move| {
        let (after, _) = board.after(mv);
        let mut lists = Lists::default();
        lists.follow(&Lists::of(board, kind), board, mv, &after, kind, &mut Vec::new());
        let anew = Lists::of(&after, kind);
        let sides = lists.moves.into_iter().zip(anew.moves);
        sides.into_iter().all(|(found, anew)| {
            found.is_sorted_by(|one, other| one.score >= other.score)
                && sorted(found) == sorted(anew)
        })
    };
    let moves = &Lists::of(board, Type::Plain).moves[board.to_move];
    names == legal && Type::ALL.iter().all(|&kind| moves.iter().all(|&mv| same_after(kind, mv)))
}

fn measure(seed: u64, extent: &Extent) -> Row {
    let boards = play(seed, extent.plies);
    let mut row = Row {
        plies: boards.len() as u64 - 1,
        searched: 0,
        moves: boards.iter().map(|board| legal(board).len() as u64).sum(),
        costs: vec![Cost::default(); Type::ALL.len()],
        own: Cost::default(),
        values_agree: true,
        lists_differ: 0,
    };
    let mut searchers = Type::ALL.map(Searcher::new);
    for board in boards.iter().skip(1).step_by(extent.every) {
        row.searched += 1;
        let own = Shogi.parse(&board.sfen()).expect("a position of a game");
        row.lists_differ += u64::from(!lists_are_equal(board, &own));
        let mut values = Vec::new();
        for (searcher, cost) in searchers.iter_mut().zip(&mut row.costs) {
            let started = Instant::now();
            searcher.positions = 0;
            values.push(searcher.alpha_beta(board, extent.depth));
            cost.seconds += started.elapsed().as_secs_f64();
            cost.positions += searcher.positions;
            let started = Instant::now();
            searcher.positions = 0;
            std::hint::black_box(searcher.walk(board, WALK));
            cost.walk_seconds += started.elapsed().as_secs_f64();
            cost.walked += searcher.positions;
        }
        row.values_agree &= values.iter().all(|value| *value == values[0]);
        let started = Instant::now();
        row.own.walked += walk_own(&own, WALK);
        row.own.walk_seconds += started.elapsed().as_secs_f64();
    }
    row
}

fn run(lab: &mut Lab) -> Result<String, Failure> {
    let extent = Extent::of(lab.size());
    let seeds: Vec<u64> = (0..extent.games).map(|game| lab.seed() + game).collect();
    let rows = lab.run(
        "games",
        &seeds,
        |seed| format!("game-{seed}"),
        |&seed, _| Some(measure(seed, &extent)),
    )?;
    let total = |of: &dyn Fn(&Row) -> u64| rows.iter().map(of).sum::<u64>();
    let (plies, searched) = (total(&|row| row.plies), total(&|row| row.searched));
    let branching = total(&|row| row.moves) as f64 / (plies + extent.games) as f64;
    let mut report = Report::new(lab);
    report.say("# Incremental generation of moves");
    report.say(&format!(
        "{} games, {:.0} plies each, {branching:.0} legal moves in a position (the paper: 50 games, 97, 82). {searched} \
         positions are searched {} plies deep.",
        extent.games,
        plies as f64 / extent.games as f64,
        extent.depth,
    ));
    let verdicts = match rows.iter().all(|row| row.values_agree) {
        true => "All verdicts agree.",
        false => "The values of searches DIFFER.",
    };
    let lists = match total(&|row| row.lists_differ) {
        0 => "All lists of moves are equal.".to_string(),
        count => format!("The lists of {count} positions DIFFER."),
    };
    report.say(&format!("{verdicts} {lists}"));
    let mut counts = Table::new(&["lists", "positions searched", "positions walked through"]);
    for (index, kind) in Type::ALL.iter().enumerate() {
        counts.row(vec![
            kind.name().to_string(),
            total(&|row| row.costs[index].positions).to_string(),
            total(&|row| row.costs[index].walked).to_string(),
        ]);
    }
    let own = total(&|row| row.own.walked).to_string();
    counts.row(vec!["ours, legal moves".to_string(), "–".to_string(), own]);
    report.table("Positions", "positions", &counts)?;
    report.table("Time", "times", &time_table(&rows))?;
    report.finish()
}

/// Positions a second, and relative to type 1, as in figure 6.
fn time_table(rows: &[Row]) -> Table {
    let sum = |of: &dyn Fn(&Row) -> (u64, f64)| {
        let (positions, seconds) = rows
            .iter()
            .map(of)
            .fold((0, 0.0), |(count, time), (more, longer)| (count + more, time + longer));
        positions as f64 / f64::max(seconds, 1e-9)
    };
    let search = |index: usize| sum(&|row| (row.costs[index].positions, row.costs[index].seconds));
    let walk = |index: usize| sum(&|row| (row.costs[index].walked, row.costs[index].walk_seconds));
    let own = sum(&|row| (row.own.walked, row.own.walk_seconds));
    let mut table = Table::new(&[
        "lists",
        "searched a second",
        "relative",
        "the paper",
        "walked through a second",
        "relative to type 1",
    ]);
    for (index, kind) in Type::ALL.iter().enumerate() {
        let paper = match kind {
            Type::Plain => "1 (45,000)",
            Type::Append => "about 1.28",
            Type::Prepend | Type::Merge => "1.28",
        };
        table.row(vec![
            kind.name().to_string(),
            format!("{:.0}", search(index)),
            ratio(search(index) / search(0)),
            paper.to_string(),
            format!("{:.0}", walk(index)),
            ratio(walk(index) / walk(0)),
        ]);
    }
    let dash = || "–".to_string();
    table.row(vec![
        "ours, legal moves".to_string(),
        dash(),
        dash(),
        dash(),
        format!("{own:.0}"),
        ratio(own / walk(0)),
    ]);
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Along games, and with a search of all types: the same lists and values.
    #[test]
    fn lists_follow_from_each_other() {
        for seed in 0..3 {
            let boards = play(seed, 120);
            assert!(boards.len() > 30, "game {seed} has {} plies", boards.len());
            for (ply, board) in boards.iter().enumerate().step_by(7) {
                let own = Shogi.parse(&board.sfen()).unwrap();
                assert!(lists_are_equal(board, &own), "game {seed}, ply {ply}: {}", board.sfen());
            }
        }
    }

    #[test]
    fn walks_count_what_there_is() {
        let start = Board::start();
        let own = Shogi.parse("start").unwrap();
        assert_eq!(start.sfen(), Shogi.format(&own));
        assert_eq!(walk_own(&own, 2), 1 + 30 + 900);
        for kind in Type::ALL {
            let mut searcher = Searcher::new(kind);
            // Nobody can give check, so all moves are legal.
            assert_eq!(searcher.walk(&start, 2), 25_470, "{}", kind.name());
            assert_eq!(searcher.positions, 1 + 30 + 900);
            assert_eq!(searcher.alpha_beta(&start, 2), 0);
        }
    }
}
