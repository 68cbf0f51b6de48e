//! The rules of Go, held against the crate `goban` in random games: the same moves are legal, the same stones are
//! captured.
//!
//! That crate looks for a repetition only where a move captures. A move that captures nothing can repeat a position,
//! too, after a capture before it; so the boards of its game are compared with each other here.
//!
//! A normal run plays 120 games, `WINPROOF_MATRIX=full` 1,200.

use std::collections::HashSet;
use std::env;

use goban::pieces::goban::Goban;
use goban::pieces::stones::Color;
use goban::rules::game_builder::GameBuilder;
use goban::rules::{JAPANESE, Move, PlayError};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use winproof_games::go::{BLACK, Board, Illegal, KoRule, Match, Point};

/// The stones on a board of the other crate.
fn colours(goban: &Goban, size: usize) -> Vec<Option<Color>> {
    Point::all(size).map(|it| goban.get_color((it.row() as u8, it.column() as u8))).collect()
}

/// Plays a random game on both boards. Returns the number of moves and of captured stones, and how often a move was
/// forbidden by ko.
fn play(size: usize, rule: KoRule, random: &mut StdRng) -> [usize; 3] {
    let mut ours = Match::new(Board::new(size), BLACK, rule);
    let both = (size as u8, size as u8);
    let mut theirs = GameBuilder::default().size(both).rule(JAPANESE).build().unwrap();
    let mut before = HashSet::from([vec![None; size * size]]);
    let mut counts = [0; 3];
    for number in 0..3 * size * size {
        let mut legal = Vec::new();
        for point in Point::all(size) {
            let place = (point.row() as u8, point.column() as u8);
            let (check, mut expected) = (ours.check(point), theirs.check_point(place));
            if rule == KoRule::PositionalSuperko && expected.is_none() {
                let after = colours(&theirs.play_for_verification(place), size);
                expected = before.contains(&after).then_some(PlayError::Ko);
            }
            let same = match expected {
                None => check.is_ok(),
                Some(PlayError::PointNotEmpty) => check == Err(Illegal::Occupied),
                Some(PlayError::Suicide) => check == Err(Illegal::Suicide),
                Some(PlayError::Ko) => matches!(check, Err(Illegal::Ko | Illegal::Superko)),
                Some(_) => false,
            };
            let board = theirs.goban();
            assert!(same, "move {number}, {point:?}: {check:?} and {expected:?}\n{board}");
            counts[2] += usize::from(expected == Some(PlayError::Ko));
            if check.is_ok() {
                legal.push((point, place));
            }
        }
        if legal.is_empty() {
            break;
        }
        // Lone passes, which change who may take a ko.
        if number % 17 == 16 {
            ours.play(None).unwrap();
            theirs.play(Move::Pass);
            continue;
        }
        let (point, (row, column)) = legal[random.random_range(0..legal.len())];
        counts[0] += 1;
        counts[1] += ours.play(Some(point)).unwrap().stones;
        theirs.play(Move::Play(row, column));
        let after = colours(theirs.goban(), size);
        let mine = Point::all(size).map(|point| {
            let owner = ours.board().at(point).player();
            owner.map(|it| if it == BLACK { Color::Black } else { Color::White })
        });
        assert!(mine.eq(after.iter().copied()), "after move {number}\n{}", theirs.goban());
        before.insert(after);
    }
    counts
}

#[test]
fn random_games_have_the_same_rules_elsewhere() {
    let games = if env::var_os("WINPROOF_MATRIX").is_some_and(|it| it == "full") { 10 } else { 1 };
    let mut random = StdRng::seed_from_u64(25);
    let mut total = [0; 3];
    for (size, number) in [(2, 10), (3, 20), (4, 10), (5, 10), (7, 5), (9, 4), (19, 1)] {
        for rule in [KoRule::Simple, KoRule::PositionalSuperko] {
            for _ in 0..number * games {
                let counts = play(size, rule, &mut random);
                total.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            }
        }
    }
    let [moves, captured, kos] = total;
    assert!(moves > 4_000 && captured > 2_000 && kos > 50, "too little happened: {total:?}");
}
