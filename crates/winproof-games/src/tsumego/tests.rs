//! Rules, notation and knowledge of tsumego, held against what a search of everything finds.

use winproof_rules::{Notation, Question, Settings};

use super::*;
use crate::conformance::{WholeGame, check_game, check_leaf_oracle};

fn open(parameters: &[(&str, &str)], text: &str) -> (Tsumego, TsumegoPosition) {
    try_open(parameters, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn try_open(
    parameters: &[(&str, &str)],
    text: &str,
) -> Result<(Tsumego, TsumegoPosition), InputError> {
    let mut settings = Settings::defaults(Tsumego::INFO.name, Tsumego::INFO.parameters);
    for (name, value) in parameters {
        settings.set_value(name, value).unwrap();
    }
    Tsumego::open(&settings, text)
}

/// Whether the attacker and the defender can force a win.
fn truth(parameters: &[(&str, &str)], text: &str) -> [bool; 2] {
    let (game, position) = open(parameters, text);
    let whole = WholeGame::new(&game, &[position]);
    [game.attacker(), game.attacker().opponent()]
        .map(|player| whole.truth(&game, Question::win(player))[0])
}

const DEAD: [bool; 2] = [true, false];
const ALIVE: [bool; 2] = [false, true];
const SIMPLE: [(&str, &str); 1] = [("ko", "simple")];
const UNCONDITIONAL: [(&str, &str); 1] = [("life", "unconditional")];

#[test]
fn three_in_a_row_depend_on_who_moves() {
    assert_eq!(truth(&[], START), ALIVE);
    assert_eq!(truth(&[], &START.replace(" x", " o")), DEAD);
    assert_eq!(truth(&UNCONDITIONAL, START), ALIVE);
    assert_eq!(truth(&UNCONDITIONAL, &START.replace(" x", " o")), DEAD);
}

#[test]
fn random_problems_pass_the_suite() {
    for seed in 0..40 {
        for parameters in [&[][..], &SIMPLE, &UNCONDITIONAL] {
            let (game, position) = open(parameters, &Tsumego::random_problem(seed));
            check_game(&game, &[position]);
        }
    }
}

/// What the leaf oracle says and unfolds is true, in problems that are solved completely.
#[test]
fn the_leaf_oracle_is_right_about_random_problems() {
    let mut decided = 0;
    for seed in 100..300 {
        for parameters in [&[][..], &SIMPLE, &UNCONDITIONAL] {
            let (game, position) = open(parameters, &Tsumego::random_problem(seed));
            for level in [1, 2] {
                decided += check_leaf_oracle(&game, level, &[position], 300);
            }
        }
    }
    assert!(decided > 10_000, "{decided}");
}

/// Whether the attacker can capture all of the target if the defender always passes.
fn can_be_captured(game: &Tsumego, position: &TsumegoPosition) -> bool {
    let attacker = game.area.attacker;
    let mut open = vec![TsumegoPosition { to_move: attacker, passes: 0, ..*position }];
    let mut seen = std::collections::HashSet::new();
    while let Some(position) = open.pop() {
        for number in bits(position.legal(&game.area, attacker)) {
            let mut after = position.after(&game.area, number, false);
            after.to_move = attacker;
            if after.target == 0 {
                return true;
            }
            if seen.insert(after) {
                open.push(after);
            }
        }
    }
    false
}

/// Benson's algorithm finds exactly the stones that the attacker can never capture if the defender passes.
#[test]
fn unconditional_life_is_what_its_definition_says() {
    let (mut alive, mut not) = (0, 0);
    for seed in 0..3_000 {
        let (game, position) = open(&[], &Tsumego::random_problem(seed));
        let lives = game.area.alive_for_good(&position);
        for chain in game.area.parts(position.stones(game.area.defender())) {
            let asked = TsumegoPosition { target: chain.points, ..position };
            let captured = can_be_captured(&game, &asked);
            assert_eq!(lives & chain.points == 0, captured, "{}", game.draw(&asked));
            *(if captured { &mut not } else { &mut alive }) += 1;
        }
    }
    assert!(alive > 300 && not > 300, "{alive} {not}");
}

/// Problems of two books, with the number of points in the region that is found for them.
const BOOKS: &[(&str, &str, &str, usize)] = &[
    // Xuanxuan Qijing 11: White's corner.
    (
        "19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/16xxx/13xxx1oo/15o1o1/17o1 x",
        "S3 T3 Q2 S2 S1",
        "x",
        9,
    ),
];

#[test]
fn the_target_is_the_group_that_is_shut_in() {
    for &(text, target, attacker, space) in BOOKS {
        let (game, position) = open(&[], text);
        let setup = game.area.setup(&position);
        let names: Vec<_> = setup.target.iter().map(|point| point.to_gtp(19)).collect();
        assert_eq!(names.join(" "), target);
        assert_eq!(
            game.player_name(game.attacker()),
            if attacker == "x" { "black" } else { "white" }
        );
        assert_eq!(game.space(&position), space, "{}", game.draw(&position));
    }
}

#[test]
fn texts_say_what_is_wrong() {
    for (text, message) in [
        ("", "expected the rows of a board"),
        ("xo", "expected the rows of a board"),
        ("3/3/3", "expected who is to move"),
        ("3/3/3 z", "expected who is to move"),
        ("3/3/4 x", "expected 3 points in row 1, found `4`"),
        ("3/3/2 x", "expected 3 points, and not only 2, in row 1"),
        ("3/3/2? x", "expected `x`, `o`, `X`"),
        ("3/X1O/3 x", "all of one player"),
        ("3/3/3 x", "expected a group that is shut in"),
        ("xo1/o2/3 x", "expected every chain to have a liberty, found `A3`"),
        ("XXX/ooo/*** x", "expected every chain to have a liberty"),
        ("ooo/xX*/ooo x attacker x", "expected the player who attacks the stones in capital"),
        ("ooo/xX*/ooo x ko c2", "expected no `ko`"),
        ("ooo/xX*/ooo x a1", "expected a legal move"),
        ("ooo/xX*/ooo x pass pass pass", "expected no more moves"),
        ("1/1 x", "expected 2 points, and not only 1,"),
        ("1 x", "expected the rows of a board"),
        ("(;SZ[5]AB[aa]AW[bb]TR[aa][bb])", "expected triangles on stones of one player"),
        ("(;SZ[5]AB[aa)", "expected a record in SGF"),
    ] {
        let error = try_open(&[], text).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    let error = try_open(&SIMPLE, "ooo/xX*/ooo x ko b2").unwrap_err().to_string();
    assert!(error.contains("expected the empty point where ko forbids"), "{error}");
}

/// Later positions, opened as problems of their own, are the same game: what has a liberty outside then counts as
/// outside, and nothing else changes.
#[test]
fn later_positions_are_problems_of_the_same_value() {
    for seed in 0..60 {
        let (game, position) = open(&[], &Tsumego::random_problem(seed));
        let whole = WholeGame::new(&game, &[position]);
        let truth = whole.truth(&game, Question::win(game.attacker()));
        let step = whole.positions().len().div_ceil(6);
        for number in (0..whole.positions().len()).step_by(step) {
            let (other, same) = open(&[], &game.format(&whole.positions()[number]));
            let found =
                WholeGame::new(&other, &[same]).truth(&other, Question::win(game.attacker()));
            assert_eq!(found[0], truth[number], "{}", game.draw(&whole.positions()[number]));
        }
    }
}

#[test]
fn records_are_the_same_problems() {
    for seed in 0..200 {
        let (game, position) = open(&[], &Tsumego::random_problem(seed));
        let record = game.sgf(&position).unwrap();
        assert_eq!(game.parse(&record), Ok(position), "{record}");
    }
}
