//! Every leaf oracle against the truth, with all parameters of its game that change what is offered.

use winproof_games::conformance::check_leaf_oracle;
use winproof_games::{GameSpec, GameVisitor};
use winproof_rules::Notation;

/// Asks the oracle of a game about what is reachable from some positions, beside the first.
struct Asks<'a> {
    level: u32,
    texts: &'a [String],
    most: usize,
}

impl GameVisitor for Asks<'_> {
    type Output = usize;

    fn visit<G: Notation + 'static>(self, game: G, first: G::Position) -> usize {
        let read =
            |text: &String| game.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut roots = vec![first];
        roots.extend(self.texts.iter().map(read));
        check_leaf_oracle(&game, self.level, &roots, self.most)
    }
}

fn check(spec: &str, level: u32, texts: &[String], most: usize) {
    let spec: GameSpec = spec.parse().unwrap();
    let decided = spec.open(&texts[0], Asks { level, texts: &texts[1..], most }).unwrap();
    println!("{spec}, leaf={level}: {decided} decided");
    assert!(decided > 0, "{spec}, leaf={level}: nothing was decided");
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| text.to_string()).collect()
}

/// The text of a board of Hex from digits to the base of 3.
fn hex_board(size: usize, cells: impl Fn(usize) -> u64, to_move: char) -> String {
    let row = |row: usize| -> String {
        (0..size).map(|column| ['.', 'x', 'o'][cells(row * size + column) as usize]).collect()
    };
    let rows: Vec<String> = (0..size).map(row).collect();
    format!("{} {to_move}", rows.join("/"))
}

/// All boards of a size, with either player to move.
fn all_hex_boards(size: usize) -> Vec<String> {
    let board = |code: u64| {
        let cell = move |place: usize| code / 3_u64.pow(place as u32) % 3;
        ['x', 'o'].map(|to_move| hex_board(size, cell, to_move))
    };
    (0..3_u64.pow((size * size) as u32)).flat_map(board).collect()
}

/// Boards that are their own twins when turned, with at most so many empty cells.
fn hex_twins(size: usize, count: u64, most_empty: usize) -> Vec<String> {
    let cells = size * size;
    let mut boards = Vec::new();
    let mut seed = 0_u64;
    while (boards.len() as u64) < 2 * count {
        seed += 1;
        // A stream of digits: the usual linear congruence.
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut half = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 40) % 3
        };
        let digits: Vec<u64> = (0..cells.div_ceil(2)).map(|_| half()).collect();
        let cell = |place: usize| digits[place.min(cells - 1 - place)];
        if (0..cells).filter(|&place| cell(place) == 0).count() <= most_empty {
            boards.extend(['x', 'o'].map(|to_move| hex_board(size, cell, to_move)));
        }
    }
    boards
}

const WITHOUT: [&str; 6] = ["nothing", "cells", "inferior", "vulnerable", "dominated", "carriers"];

#[test]
fn hex_on_all_boards_of_two_rows_with_all_parameters() {
    let boards = all_hex_boards(2);
    for without in WITHOUT {
        for parameters in ["", ",symmetry=on", ",swap=on", ",symmetry=on,swap=on"] {
            for level in [1, 6] {
                let spec = format!("hex:size=2,without={without}{parameters}");
                check(&spec, level, &boards, usize::MAX);
            }
        }
    }
}

#[test]
fn hex_on_all_boards_of_three_rows() {
    let boards = all_hex_boards(3);
    for parameters in ["", ",symmetry=on", ",symmetry=on,swap=on"] {
        check(&format!("hex:size=3{parameters}"), 6, &boards, usize::MAX);
    }
}

#[test]
fn hex_from_the_start_without_some_of_its_knowledge() {
    for without in WITHOUT {
        for parameters in ["symmetry=on", "swap=on"] {
            let spec = format!("hex:size=3,without={without},{parameters}");
            check(&spec, 6, &strings(&["start"]), 3_000);
        }
    }
}

#[test]
fn hex_on_boards_that_are_their_own_twins() {
    for (size, count, most_empty) in [(4, 300, 10), (5, 60, 9)] {
        let spec = format!("hex:size={size},symmetry=on");
        check(&spec, 6, &hex_twins(size, count, most_empty), 10_000);
    }
}

#[test]
fn othello_on_small_boards() {
    let lines = strings(&["b1a1", "b1c1d1"]);
    for parameters in ["", ",symmetry=on"] {
        for level in [1, 4, 8] {
            check(&format!("othello:size=4{parameters}"), level, &lines, 10_000);
        }
    }
}

#[test]
fn connect_on_small_boards() {
    for (size, moves) in [
        ("width=4,height=3,row=3", ["start", "1122"]),
        ("width=3,height=4,row=3", ["start", "22"]),
        ("width=4,height=4,row=4", ["12433412", "4433"]),
        ("width=5,height=3,row=4", ["33342", "12345"]),
    ] {
        for symmetry in ["off", "on"] {
            for level in [1, 4, 8, 12] {
                let spec = format!("connect:{size},symmetry={symmetry}");
                check(&spec, level, &strings(&moves), 10_000);
            }
        }
    }
}

#[test]
fn lines_of_action_on_small_boards() {
    let boards = strings(&["x2o/4/4/o2x x", "x2x/4/4/o2o x", "1x1o/4/2x1/o3 o"]);
    for rule in ["draw", "mover"] {
        for level in [1, 2] {
            check(&format!("loa:size=4,both={rule}"), level, &boards, 10_000);
        }
    }
}

/// Rabbits alone, which do not go back, make small games.
#[test]
fn arimaa_with_few_pieces() {
    let rabbits = strings(&[
        "g [                R                      r                        ]",
        "s [          R        R                       r                    ]",
    ]);
    for level in [1, 2] {
        check("arimaa", level, &rabbits, 10_000);
    }
}

/// Pieces of short reach and empty hands of the defender make small games.
#[test]
fn shogi_with_few_pieces() {
    let boards = strings(&["8k/9/8P/9/9/9/9/9/9 b G 1", "9/9/9/9/9/9/p8/9/K8 w g 1"]);
    check("shogi", 1, &boards, 10_000);
}

#[test]
fn wythoff_with_and_without_a_heap_of_nim() {
    for parameters in ["s=1,t=1", "s=2,t=2", "s=3,t=1", "s=1,t=4"] {
        let spec = format!("wythoff:{parameters}");
        check(&spec, 1, &strings(&["9,14", "5,4,*3 second"]), 10_000);
    }
}

#[test]
fn heaps_of_several_codes() {
    for (code, roots) in
        [("0.137", ["9,5", "7,*3 second"]), ("0.77", ["8,3", "6,*4"]), ("4.(3)", ["6", "3,2,*1"])]
    {
        check(&format!("heaps:code={code}"), 1, &strings(&roots), 10_000);
    }
}

/// Random problems are in the tests of the game; this is one of a book.
#[test]
fn tsumego_with_three_points() {
    let boards = strings(&["7/7/7/7/ooooo2/XXXXo2/***Xo2 x", "7/7/7/7/ooooo2/XXXXo2/***Xo2 o"]);
    for game in ["tsumego", "tsumego:ko=simple", "tsumego:life=unconditional"] {
        for without in ["nothing", "life", "death", "forced"] {
            let separator = if game.contains(':') { ',' } else { ':' };
            let game = format!("{game}{separator}without={without}");
            for level in [1, 2] {
                check(&game, level, &boards, 10_000);
            }
        }
    }
}
