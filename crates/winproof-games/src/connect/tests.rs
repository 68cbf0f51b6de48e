use std::collections::HashSet;

use winproof_rules::Notation;

use super::ending::Ending;
use super::*;
use crate::conformance::perft;
use crate::splitmix::splitmix;

fn game(width: u32, height: u32, row: u32) -> Connect {
    Connect::new(width, height, row, false).unwrap()
}

#[test]
fn perft_numbers() {
    let (seven, start) = (game(7, 6, 4), game(7, 6, 4).parse("start").unwrap());
    // Powers of seven, until the first column is full or four discs are in a column.
    for (depth, count) in [1, 7, 49, 343, 2401, 16_807, 117_649, 823_536].into_iter().enumerate() {
        assert_eq!(perft(&seven, &start, depth as u32), count, "depth {depth}");
    }
}

/// The numbers of different boards by discs are published (OEIS A212693).
#[test]
fn numbers_of_positions() {
    let seven = game(7, 6, 4);
    let mut boards = HashSet::from([seven.parse("start").unwrap()]);
    for count in [1, 7, 49, 238, 1120, 4263, 16_422, 54_859, 184_275] {
        assert_eq!(boards.len(), count);
        let after = |board: &ConnectBoard| {
            let board = *board;
            seven.legal_moves(&board).into_iter().map(move |mv| seven.play(&board, mv))
        };
        boards = boards.iter().flat_map(after).collect();
    }
}

/// Who wins on small empty boards with four in a row: up to 24 cells, plain minimax of another program gives the same.
#[test]
fn empty_boards_of_small_sizes() {
    for (width, height, value) in [(4, 4, 0), (4, 5, 0), (5, 4, 0), (6, 4, -1), (5, 5, 0)] {
        let game = game(width, height, 4);
        let mut ending = Ending::new(&game, 16);
        let reached = [0, 1].map(|goal| ending.reaches(0, 0, goal));
        assert_eq!(reached, [Some(value >= 0), Some(value >= 1)], "{width}×{height}");
    }
}

/// Lines by their definition: cell by cell.
fn has_line_by_definition(game: &Connect, discs: u64) -> bool {
    let disc = |column: i32, row: i32| {
        (0..game.width as i32).contains(&column)
            && (0..game.height as i32).contains(&row)
            && discs >> (column * game.stride() as i32 + row) & 1 == 1
    };
    let starts = (0..game.width as i32)
        .flat_map(|column| (0..game.height as i32).map(move |row| (column, row)));
    starts.into_iter().any(|(column, row)| {
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
            (0..game.row as i32).all(|step| disc(column + step * right, row + step * up))
        })
    })
}

#[test]
fn lines_and_completing_cells_are_those_of_the_definition() {
    for (width, height, row) in [(7, 6, 4), (4, 4, 3), (9, 6, 5), (3, 9, 3), (9, 2, 2), (6, 9, 9)] {
        let game = game(width, height, row);
        let ending = Ending::new(&game, 1);
        for round in 0..2_000 {
            let random = |index| splitmix(round, index + u64::from(width * 100 + height));
            // Half and three quarters of the cells.
            let dense = random(0) | random(1) & (round % 2).wrapping_neg();
            let discs = dense & game.cells();
            assert_eq!(game.has_line(discs), has_line_by_definition(&game, discs));
            if game.has_line(discs) {
                continue;
            }
            for cell in
                (0..BITS).map(|bit| 1 << bit).filter(|cell| game.cells() & cell & !discs != 0)
            {
                let completes = ending.completing_cells(discs, discs) & cell != 0;
                assert_eq!(completes, has_line_by_definition(&game, discs | cell));
            }
        }
    }
}

#[test]
fn boards_may_be_written_in_several_ways() {
    let four = game(4, 4, 3);
    let board = four.parse("3322").unwrap();
    for text in ["..../..../.OO./.XX.", " ----/____/.oo./.xx.\n"] {
        assert_eq!(four.parse(text), Ok(board));
    }
    assert_eq!(four.format(&board), "..../..../.OO./.XX.");
    assert_eq!(Connect::parameters_in("..../..../.O../.XX."), ["width=4", "height=4"]);
    assert!(Connect::parameters_in("3322").is_empty());
}

#[test]
fn mirror_images_are_one_position_if_wished() {
    let twins = Connect::new(5, 4, 4, true).unwrap();
    assert_eq!(twins.parse("12"), twins.parse("54"));
    let start = twins.parse("start").unwrap();
    assert_eq!(twins.legal_moves(&start), [Move(0), Move(1), Move(2)]);
    let board = twins.parse("4").unwrap();
    assert_eq!(twins.legal_moves(&board).len(), 5);
}

#[test]
fn bad_boards_say_what_was_expected() {
    let three = game(3, 2, 3);
    for (text, expected) in [
        (
            "?",
            "line 1, column 1: expected rows of `X`, `O` and `.` from the top, columns such as `4435`, or `start`, found `?`",
        ),
        ("...", "line 1, column 4: expected 2 rows of 3 cells, found `...`"),
        ("../...", "line 1, column 3: expected 2 rows of 3 cells, separated by `/`, found `/`"),
        ("..../..", "line 1, column 4: expected 2 rows of 3 cells, separated by `/`, found `.`"),
        (".../.Z.", "line 1, column 6: expected a cell, `X`, `O` or `.`, found `Z`"),
        ("X../...", "expected no disc above an empty cell, found `X../...`"),
        (".../.O.", "expected as many X as O, or one X more, found `.../.O.`"),
        ("OOO/XXX", "expected at most one player with a line, found `OOO/XXX`"),
        ("14", "line 1, column 2: expected a column from 1 to 3, found `4`"),
        ("111", "line 1, column 3: expected a column that is not full, found `1`"),
        ("112231", "line 1, column 6: expected no move after the end of the game, found `1`"),
    ] {
        assert_eq!(three.parse(text).unwrap_err().to_string(), expected);
    }
    let settings = "connect:width=9,height=9".parse::<crate::GameSpec>().unwrap();
    struct Nothing;
    impl crate::GameVisitor for Nothing {
        type Output = ();
        fn visit<G: Notation + 'static>(self, _: G, _: G::Position) {}
    }
    let error = settings.open("start", Nothing).unwrap_err().to_string();
    assert_eq!(error, "expected width × (height + 1) to be at most 64, found `90`");
}
