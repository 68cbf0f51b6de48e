use std::collections::HashMap;

use super::*;
use crate::conformance::{check_game, perft};

/// A game of this size, with further parameters.
pub(super) fn game(size: u32, assignments: &[&str]) -> Hex {
    let mut settings = Settings::defaults(Hex::INFO.name, Hex::INFO.parameters);
    settings.set(&format!("size={size}")).unwrap();
    assignments.iter().for_each(|assignment| settings.set(assignment).unwrap());
    Hex::new(&settings)
}

/// Random games, played to their ends; every position of them.
pub(super) fn random_boards(game: &Hex, games: u64) -> impl Iterator<Item = HexBoard> {
    (0..games).flat_map(move |number| {
        let mut board = game.start();
        let mut boards = vec![board];
        for step in 0.. {
            let mut moves = Vec::new();
            game.moves(&board, &mut moves);
            if game.outcome(&board).is_some() {
                break;
            }
            let choice = splitmix(number, step) % moves.len() as u64;
            board = game.play(&board, moves[choice as usize]);
            boards.push(board);
        }
        boards
    })
}

/// All boards on which nobody has won, with each player to move.
pub(super) fn all_boards(game: &Hex) -> impl Iterator<Item = HexBoard> {
    (0..3_u32.pow(game.cells())).flat_map(move |code| {
        let mut stones = [Wide::EMPTY; 2];
        let mut rest = code;
        for cell in 0..game.cells() {
            match rest % 3 {
                0 => {}
                stone => stones[stone as usize - 1] |= Wide::cell(cell),
            }
            rest /= 3;
        }
        [Player::First, Player::Second]
            .map(|to_move| game.judged(stones, to_move))
            .into_iter()
            .filter(|board| board.winner.is_none())
    })
}

/// Who wins, by the rules alone.
pub(super) fn winner(
    game: &Hex,
    board: &HexBoard,
    known: &mut HashMap<HexBoard, Player>,
) -> Player {
    if let Some(winner) = board.winner {
        return winner;
    }
    if let Some(&winner) = known.get(board) {
        return winner;
    }
    let mut moves = Vec::new();
    game.moves(board, &mut moves);
    let mover = board.to_move;
    let wins = moves.into_iter().any(|mv| winner(game, &game.play(board, mv), known) == mover);
    let found = if wins { mover } else { mover.opponent() };
    known.insert(*board, found);
    found
}

/// The slow way: by rows and columns, one cell at a time.
fn winner_by_hand(game: &Hex, board: &HexBoard) -> Option<Player> {
    let size = game.size as i32;
    let joins = |player: Player| {
        let own = |row: i32, column: i32| board.stone((row * size + column) as u32) == Some(player);
        let across = |row: i32, column: i32| if player == Player::First { row } else { column };
        let cells = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        let mut open: Vec<_> =
            cells.filter(|&(row, column)| across(row, column) == 0 && own(row, column)).collect();
        let mut seen = open.clone();
        while let Some((row, column)) = open.pop() {
            if across(row, column) == size - 1 {
                return true;
            }
            for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)] {
                let next = (row + down, column + right);
                let inside = (0..size).contains(&next.0) && (0..size).contains(&next.1);
                if inside && own(next.0, next.1) && !seen.contains(&next) {
                    seen.push(next);
                    open.push(next);
                }
            }
        }
        false
    };
    [Player::First, Player::Second].into_iter().find(|&player| joins(player))
}

#[test]
fn conforms_on_boards_of_all_kinds_with_and_without_the_swap() {
    for size in [2, 3, 8, 12] {
        for parameter in ["symmetry=off", "symmetry=on", "swap=on"] {
            let game = game(size, &[parameter]);
            check_game(&game, &[game.start()]);
        }
    }
}

#[test]
fn counts_of_lines_are_products() {
    assert_eq!(perft(&game(4, &[]), &game(4, &[]).start(), 3), 16 * 15 * 14);
    assert_eq!(perft(&game(3, &["swap=on"]), &game(3, &[]).start(), 2), 9 * 9);
    // After a swap Black has eight cells again, else seven.
    assert_eq!(perft(&game(3, &["swap=on"]), &game(3, &[]).start(), 3), 9 * (8 * 7 + 8));
}

#[test]
fn winners_are_found_as_by_hand() {
    for size in [2, 3, 5, 7, 8, 9, 11, 12, 13] {
        let game = game(size, &[]);
        let mut won = [0, 0];
        for board in random_boards(&game, 40) {
            assert_eq!(board.winner, winner_by_hand(&game, &board), "{}", game.format(&board));
            assert_eq!(game.judged(board.stones, board.to_move), board);
            board.winner.inspect(|&player| won[player as usize] += 1);
        }
        assert_eq!(won[0] + won[1], 40, "a full board has a winner");
        assert!(won[0] > 3 && won[1] > 3);
    }
}

#[test]
fn a_swap_gives_white_the_mirrored_stone() {
    let game = game(4, &["swap=on"]);
    let board = game.parse("d2 swap").unwrap();
    assert_eq!(game.format(&board), "4/4/4/1o2 x");
    assert!(game.parse("d2 a1 swap").is_err());
    assert_eq!(game.parse("(;GM[11]SZ[4];B[d2];W[swap-pieces])").unwrap(), board);
}

#[test]
fn moves_may_be_in_upper_case() {
    let hex = game(5, &["swap=on"]);
    let board = hex.parse("c3 b4").unwrap();
    for text in ["C3 B4", "start C3 b4", "5/5/2x2/5/5 W b4", "5/5/2x2/5/5 white B4"] {
        assert_eq!(hex.parse(text), Ok(board), "{text}");
    }
    assert_eq!(hex.parse("D2 SWAP"), hex.parse("d2 swap"));
    assert_eq!(hex.parse_move(&board, "E5"), hex.parse_move(&board, "e5"));
}

#[test]
fn records_name_the_size_of_the_board() {
    for (text, size) in [
        ("(;FF[4]GM[11]SZ[5];B[c3])", Some("5")),
        ("\u{feff} (\n;AP[SZ \\] 9]GM[11]\nSZ [ 7:7 ];B[c3])", Some("7")),
        ("(;SZ[7:6])", Some("7:6")),
        ("(;B[c3];SZ[5])", Some("5")),
        ("(;B[c3])", None),
        ("(;B[c3", None),
        ("c3 (;SZ[5])", None),
        ("SZ[5]", None),
        ("", None),
    ] {
        assert_eq!(sgf::size(text), size, "{text}");
    }
    let spec: crate::GameSpec = "hex".parse().unwrap();
    for (text, expected) in [
        ("(;SZ[3])", "hex:size=3"),
        ("a1 b2", "hex"),
        ("(;SZ[7:6])", "hex: parameter `size` is a whole number from 2 to 13, not `7:6`"),
        ("(;SZ[19])", "hex: parameter `size` is a whole number from 2 to 13, not `19`"),
    ] {
        let found = spec.for_position(text);
        let found = found.map_or_else(|error| error.to_string(), |spec| spec.to_string());
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn records_are_read_and_written() {
    let hex = game(5, &[]);
    for (record, same) in [
        ("(;FF[4]GM[11]SZ[5];B[c3];W[b4])", "c3 b4"),
        (
            "(;FF[4] GM[11]\nSZ[5] C[a \\] b] ; B[C3] ; W[b4] (;B[a1];W[a2]) (;B[b1]))",
            "c3 b4 a1 a2",
        ),
        ("(;AB[a1][b2]AW[c3]PL[W])", "x4/1x3/2o2/5/5 o"),
        ("(;AB[a1][b2]AE[a1];W[e5]; B[resign])", "5/1x3/5/5/4o x"),
        ("(;)", "start"),
    ] {
        let board = hex.parse(record).unwrap_or_else(|error| panic!("{record}: {error}"));
        assert_eq!(hex.format(&board), hex.format(&hex.parse(same).unwrap()), "{record}");
    }
    for board in random_boards(&hex, 10) {
        assert_eq!(hex.parse(&hex.sgf(&board).unwrap()), Ok(board));
    }
    for (record, expected) in [
        ("(;B[c3]", "line 1, column 8: expected `)` at the end of the record"),
        ("(;B[c3", "line 1, column 4: expected `]` at the end of this value"),
        ("(;B)", "line 1, column 4: expected `[` after B"),
        ("(;GM[1])", "line 1, column 6: expected a record of Hex, GM[11], found `1`"),
        ("(;\nSZ[9])", "line 2, column 4: expected a board of size 5 (size=5), found `9`"),
        ("(;AB[f1])", "line 1, column 6: expected a cell from a1 to e5, found `f1`"),
        ("(;B[a1]?", "line 1, column 8: expected `;`, `(`, `)` or a property such as `B[a1]`"),
    ] {
        assert_eq!(hex.parse(record).unwrap_err().to_string(), expected);
    }
}

#[test]
fn bad_positions_say_what_was_expected() {
    let hex = game(3, &[]);
    for (text, expected) in [
        ("3/3/3", "line 1, column 6: expected who is to move after the board, `x` or `o`"),
        ("3/3/3/3 x", "line 1, column 6: expected the board to end after 3 rows, found `/`"),
        ("3/3 x", "line 1, column 4: expected 3 rows from the top down, found 2"),
        ("3/2xx/3 x", "line 1, column 5: expected only 3 cells in row 2, found `x`"),
        ("3/2/3 x", "line 1, column 4: expected 3 cells, and not only 2, in row 2"),
        ("3/12/3 x", "line 1, column 3: expected only 3 cells in row 2, found `12`"),
        ("3/0x2/3 x", "line 1, column 3: expected only 3 cells in row 2, found `0`"),
        (
            "3/b2/3 x",
            "line 1, column 3: expected `x`, `o` or a number of empty cells in row 2, found `b`",
        ),
        ("b2 b2", "line 1, column 4: expected a legal move (a1 b1 c1 a2 c2 a3 b3 c3), found `b2`"),
        (
            "b1 a2 b2 a3 b3 c3",
            "line 1, column 16: expected no more moves, since the game is over, found `c3`",
        ),
    ] {
        assert_eq!(hex.parse(text).unwrap_err().to_string(), expected, "{text}");
    }
}

#[test]
fn boards_that_are_turned_are_one_position() {
    let (plain, game) = (game(4, &[]), game(4, &["symmetry=on", "swap=on"]));
    let read = |text: &str| game.parse(text).unwrap();
    for (text, twin) in [("a1 b2 c4", "d4 c3 b1"), ("a1 swap", "d4 swap"), ("b1 c3", "c4 b2")] {
        assert_eq!(read(text), read(twin));
        assert_eq!(game.key(&read(text)), game.key(&read(twin)));
        assert_ne!(
            game.format(&read(text)),
            game.format(&read(twin)),
            "people see what they wrote"
        );
    }
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    assert_eq!(moves.len(), 8);
    for board in random_boards(&plain, 20) {
        let text = plain.format(&board);
        assert_eq!(game.format(&read(&text)), text);
        assert_eq!(game.sgf(&read(&text)), plain.sgf(&board));
        assert_eq!(game.outcome(&read(&text)), plain.outcome(&board));
    }
}
