use std::collections::HashSet;

use super::*;
use crate::conformance::{check_game, perft};
use crate::splitmix::splitmix;

/// A game by its parameters.
pub(super) fn game(assignments: &[&str]) -> Othello {
    let mut settings = Settings::defaults(Othello::INFO.name, Othello::INFO.parameters);
    assignments.iter().for_each(|assignment| settings.set(assignment).unwrap());
    Othello::new(&settings)
}

/// Positions of random games, all that come up.
pub(super) fn random_boards(game: &Othello) -> impl Iterator<Item = OthelloBoard> {
    let mut board = game.start();
    let mut thrown = 0;
    std::iter::from_fn(move || {
        let next = board;
        let mut moves = Vec::new();
        if game.outcome(&board).is_none() {
            game.moves(&board, &mut moves);
        }
        thrown += 1;
        board = match moves.len() as u64 {
            0 => game.start(),
            count => game.play(&board, moves[(splitmix(5, thrown) % count) as usize]),
        };
        Some(next)
    })
}

/// Discs anywhere, in groups of all densities.
fn scattered_boards(game: &Othello) -> impl Iterator<Item = OthelloBoard> {
    (0_u64..).map(|number| {
        let random = |index| splitmix(8, 4 * number + index);
        let occupied = if number % 2 == 0 { random(0) | random(1) } else { random(0) };
        let black = occupied & random(2) & game.squares;
        let white = occupied & !black & game.squares;
        let player = if random(3) % 2 == 0 { Player::First } else { Player::Second };
        game.board(black, white, player).unwrap()
    })
}

/// What a disc on the square turns over, by the rules alone.
fn slow_flips(game: &Othello, board: &OthelloBoard, square: u32) -> u64 {
    let bit = |row: i32, column: i32| {
        let on_board =
            (0..game.size as i32).contains(&row) && (0..game.size as i32).contains(&column);
        if on_board { 1_u64 << (8 * row + column) } else { 0 }
    };
    let mut flipped = 0;
    for (down, right) in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right))) {
        if (down, right) == (0, 0) {
            continue;
        }
        let (mut row, mut column) = (square as i32 / 8 + down, square as i32 % 8 + right);
        let mut run = 0;
        while board.enemy & bit(row, column) != 0 {
            run |= bit(row, column);
            (row, column) = (row + down, column + right);
        }
        if board.own & bit(row, column) != 0 {
            flipped |= run;
        }
    }
    flipped
}

#[test]
fn moves_and_flips_are_those_of_the_rules() {
    for size in ["size=4", "size=6", "size=8"] {
        let game = game(&[size]);
        let boards = random_boards(&game).take(2_000).chain(scattered_boards(&game).take(4_000));
        for board in boards {
            let mut open = 0;
            for square in 0..64 {
                if game.empty_squares(&board) >> square & 1 == 0 {
                    continue;
                }
                let expected = slow_flips(&game, &board, square);
                let found = bitboard::flips(board.own, board.enemy, square as usize);
                assert_eq!(found, expected, "{} {square}", game.format(&board));
                open |= u64::from(expected != 0) << square;
            }
            assert_eq!(game.open_squares(&board), open, "{}", game.format(&board));
        }
    }
}

#[test]
fn perft_is_as_published() {
    // A. Bik, aartbik.blogspot.com/2009/02/perft-for-reversi.html; a pass is a ply.
    let published = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];
    let game = Othello::default();
    for (depth, count) in (1..).zip(published) {
        assert_eq!(perft(&game, &game.start(), depth), count, "depth {depth}");
    }
}

#[test]
fn smaller_boards_conform() {
    for size in ["size=4", "size=6"] {
        let game = game(&[size]);
        let boards: Vec<_> = random_boards(&game).skip(12).step_by(9).take(4).collect();
        check_game(&game, &boards);
        check_game(&game, &[game.start()]);
    }
}

/// How the game ends, seen by Black.
fn result(game: &Othello, text: &str) -> Option<i32> {
    let board = game.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    game.outcome(&board).map(|outcome| outcome.worth_to(Player::First))
}

#[test]
fn empty_squares_go_to_the_winner() {
    let game = Othello::default();
    for (discs, expected) in [
        ("X".repeat(64) + " X", 64),
        ("O".repeat(64) + " X", -64),
        ("X".repeat(32) + &"O".repeat(32) + " O", 0),
        ("X".repeat(33) + &"O".repeat(31) + " O", 2),
        ("X".repeat(63) + "- O", 64),
        ("-".repeat(64) + " X", 0),
        ("XO------".repeat(8) + " X", i32::MAX),
        ("X-O-----".repeat(8) + " X", 0),
        ("X-O-----".repeat(7) + "X------- O", 64 - 2 * 7),
    ] {
        let expected = (expected != i32::MAX).then_some(expected);
        assert_eq!(result(&game, &discs), expected, "{discs}");
    }
    // The shortest game: all discs are black after nine moves.
    assert_eq!(result(&game, "e6f4e3f6g5d6e7f5c5"), Some(64));
    assert_eq!(result(&Othello::default(), "start"), None);
}

#[test]
fn who_cannot_move_passes() {
    let game = Othello::default();
    let (_, text) =
        Othello::INFO.examples.iter().find(|(label, _)| label.contains("pass")).unwrap();
    let board = game.parse(text).unwrap();
    let mut moves = Vec::new();
    game.moves(&board, &mut moves);
    assert_eq!(moves, [PASS]);
    let passed = game.play(&board, PASS);
    assert_eq!(passed.discs(Player::First), board.discs(Player::First));
    assert_eq!(passed.discs(Player::Second), board.discs(Player::Second));
    assert_eq!(game.to_move(&passed), Player::Second);
    // In a list the pass may be written in several ways, or left out.
    let after = game.parse(&format!("{text} pass g7")).unwrap();
    for moves in ["psg7", "-- G7", "pag7", "g7", "passg7"] {
        assert_eq!(game.parse(&format!("{text} {moves}")).as_ref(), Ok(&after), "{moves}");
    }
}

#[test]
fn symmetries_map_moves_to_moves() {
    for size in ["size=4", "size=6", "size=8"] {
        let game = game(&[size]);
        for board in random_boards(&game).take(500) {
            for symmetry in Symmetry::ALL {
                let map = |squares| symmetry.apply(squares, game.size);
                let image = OthelloBoard { own: map(board.own), enemy: map(board.enemy), ..board };
                assert_eq!(game.open_squares(&image), map(game.open_squares(&board)));
            }
        }
    }
}

#[test]
fn symmetric_boards_are_one_position() {
    for size in ["size=4", "size=8"] {
        let plain = game(&[size]);
        let game = game(&[size, "symmetry=on"]);
        let boards: Vec<_> = random_boards(&plain).take(300).collect();
        for board in &boards {
            let text = plain.format(board);
            let turned = game.parse(&text).unwrap();
            assert_eq!(game.format(&turned), text, "it is shown as it was given");
            assert_eq!(game.outcome(&turned), plain.outcome(board));
            for symmetry in Symmetry::ALL {
                let map = |player| symmetry.apply(board.discs(player), game.size);
                let image = game.board(map(Player::First), map(Player::Second), board.to_move);
                assert_eq!(image.as_ref(), Ok(&turned));
            }
            check_symmetric_moves(&plain, &game, board);
        }
        let step = boards.len() / 4;
        let roots: Vec<_> = boards.iter().step_by(step).map(|it| plain.format(it)).collect();
        let roots: Vec<_> = roots.iter().map(|text| game.parse(text).unwrap()).collect();
        check_game(&game, &roots);
    }
}

/// Every move leads to the same position with symmetry as without, and one of each kind is offered.
fn check_symmetric_moves(plain: &Othello, game: &Othello, board: &OthelloBoard) {
    if plain.outcome(board).is_some() {
        return;
    }
    let text = plain.format(board);
    let turned = game.parse(&text).unwrap();
    let (mut moves, mut offered) = (Vec::new(), Vec::new());
    plain.moves(board, &mut moves);
    game.moves(&turned, &mut offered);
    let behind: HashSet<_> = offered.iter().map(|&mv| game.play(&turned, mv)).collect();
    assert_eq!(behind.len(), offered.len(), "{text}");
    let mut expected = HashSet::new();
    for mv in moves {
        let child = plain.format(&plain.play(board, mv));
        let named = game.parse(&format!("{text} {}", plain.format_move(board, mv))).unwrap();
        assert_eq!(game.format(&named), child, "the move is made on the board as it is shown");
        expected.insert(named);
    }
    assert_eq!(behind, expected, "{text}");
}

#[test]
fn all_first_moves_are_the_same_by_symmetry() {
    let game = game(&["symmetry=on"]);
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    assert_eq!(moves.len(), 1);
    // Up to symmetry there are so many positions after so many moves, each counted once.
    let mut positions = HashSet::from([game.start()]);
    for expected in [1, 3, 14, 60, 322] {
        let next = |board: &OthelloBoard| {
            let mut moves = Vec::new();
            game.moves(board, &mut moves);
            moves.into_iter().map(|mv| game.play(board, mv)).collect::<Vec<_>>()
        };
        positions = positions.iter().flat_map(next).collect();
        assert_eq!(positions.len(), expected);
    }
}

#[test]
fn positions_are_read_in_several_forms() {
    let game = Othello::default();
    let f5 = game.parse("f5").unwrap();
    let written = game.format(&f5);
    assert_eq!(written, "---------------------------OX------XXX-------------------------- O");
    for form in [
        "\u{feff} F5\n".to_string(),
        "start f5".to_string(),
        written.replace('-', ".").replace('X', "x").replace('O', "o"),
        written.replace('X', "*") + "; d6:+0; % an OBF line",
        written.clone() + " % another",
        written.replace(" O", "\tW"),
        written.replace(" O", " white"),
        "start;".to_string() + " whatever",
    ] {
        let expected = if form.starts_with("start;") { game.start() } else { f5 };
        assert_eq!(game.parse(&form), Ok(expected), "{form:?}");
    }
}

#[test]
fn bad_positions_say_what_was_expected() {
    let start = "---------------------------OX------XO---------------------------";
    let expected =
        format!("expected a board such as `{start} X`, moves such as `f5d6c3`, or `start`");
    let turn = "expected who is to move after the board, `X` or `O`";
    for (text, error) in [
        ("".to_string(), format!("line 1, column 1: {expected}, found ``")),
        (" hello".to_string(), format!("line 1, column 2: {expected}, found `hello`")),
        (";f5".to_string(), format!("line 1, column 1: {expected}, found ``")),
        (start.to_string(), format!("line 1, column 65: {turn}")),
        (format!("{start} z"), format!("line 1, column 66: {turn}, found `z`")),
        (format!("{start} XO"), format!("line 1, column 66: {turn}, found `XO`")),
        (format!("{start} -"), format!("line 1, column 66: {turn}, found `-`")),
        ("XOX X".to_string(), "line 1, column 4: expected 64 squares, and not only 3".to_string()),
        (
            format!("{start}X X"),
            "line 1, column 65: expected the board to end after 64 squares, found `X`".to_string(),
        ),
        (
            "--------é X".to_string(),
            "line 1, column 9: expected `X`, `O` or `-` for a2, found `é`".to_string(),
        ),
        (
            "f5d6a1".to_string(),
            "line 1, column 5: expected a legal move (c3 c4 c5 c6 c7), found `a1`".to_string(),
        ),
        (
            "start f5 pass".to_string(),
            "line 1, column 10: expected a legal move (f4 d6 f6), found `pass`".to_string(),
        ),
        (
            "e6f4e3f6g5d6e7f5c5 f3".to_string(),
            "line 1, column 20: expected no more moves, since the game is over, found `f3`"
                .to_string(),
        ),
    ] {
        assert_eq!(Othello::default().parse(&text).unwrap_err().to_string(), error, "{text:?}");
    }
}

#[test]
fn bytes_that_no_position_has_are_refused() {
    let game = Othello::default();
    let full = game.board(u64::MAX, 0, Player::Second).unwrap();
    assert_eq!(game.to_move(&full), Player::First);
    let mut bytes = Vec::new();
    game.encode(&full, &mut bytes);
    assert_eq!(game.decode(&bytes), Some(full));
    let small = self::game(&["size=6"]);
    assert_eq!(small.decode(&bytes), None);
    assert_eq!(small.decode(&[0xff; 16]), None);
    bytes.pop();
    assert_eq!(game.decode(&bytes), None);
    assert!(game.board(1, 1, Player::First).is_err());
    assert!(small.board(1 << 7, 0, Player::First).is_err());
}
