use std::collections::HashSet;

use super::*;
use crate::conformance::{check_game, perft};
use crate::splitmix::splitmix;

/// A game by its parameters.
fn game(assignments: &[&str]) -> Loa {
    let mut settings = Settings::defaults(Loa::INFO.name, Loa::INFO.parameters);
    assignments.iter().for_each(|assignment| settings.set(assignment).unwrap());
    Loa::new(&settings)
}

/// Endless numbers that are less than the ones asked for and always the same.
fn dice() -> impl FnMut(u64) -> u64 {
    let mut thrown = 0;
    move |sides| {
        thrown += 1;
        splitmix(6, thrown) % sides
    }
}

/// One to twelve pieces at a time; most stand next to another one, so that groups of all kinds occur.
pub(super) fn random_pieces() -> impl Iterator<Item = u64> {
    let mut dice = dice();
    std::iter::from_fn(move || {
        let count = 1 + dice(MOST_PIECES as u64) as u32;
        let mut pieces = 0_u64;
        let (mut row, mut column) = (0, 0);
        while pieces.count_ones() < count {
            if dice(4) == 0 {
                (row, column) = (dice(8), dice(8));
            } else {
                row = (row + dice(3)).clamp(1, 8) - 1;
                column = (column + dice(3)).clamp(1, 8) - 1;
            }
            pieces |= 1 << (8 * row + column);
        }
        Some(pieces)
    })
}

/// Positions of all kinds, also such in which the game is over.
pub(super) fn random_boards(game: &Loa) -> impl Iterator<Item = LoaBoard> {
    let mut pieces = random_pieces();
    std::iter::from_fn(move || {
        let black = pieces.next()? & game.squares;
        let white = pieces.next()? & game.squares & !black;
        Some(game.board(black, white, [Player::First, Player::Second][black as usize & 1]))
    })
    .filter_map(Result::ok)
}

fn named_moves(game: &Loa, text: &str) -> Vec<String> {
    let board = game.parse(text).unwrap();
    let mut moves = Vec::new();
    game.moves(&board, &mut moves);
    let mut names: Vec<_> = moves.iter().map(|&mv| game.format_move(&board, mv)).collect();
    names.sort();
    names
}

/// How the game ends with these moves, seen by Black.
fn result(game: &Loa, text: &str) -> Option<i32> {
    let board = game.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    game.outcome(&board).map(|outcome| outcome.worth_to(Player::First))
}

/// The moves by the rules, square by square.
fn slow_moves(game: &Loa, board: &LoaBoard) -> HashSet<Move> {
    let at = |row: i32, column: i32| -> Option<char> {
        let on_board =
            (0..game.size as i32).contains(&row) && (0..game.size as i32).contains(&column);
        on_board.then(|| board.piece((8 * row + column) as u32))
    };
    let own = if board.to_move == Player::First { 'x' } else { 'o' };
    let mut moves = HashSet::new();
    for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
        for (down, right) in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right))) {
            if at(row, column) != Some(own) || (down, right) == (0, 0) {
                continue;
            }
            let along = |steps: i32| at(row + steps * down, column + steps * right);
            let count = (-8..=8).filter(|&steps| along(steps).is_some_and(|c| c != '.')).count();
            let distance = count as i32;
            let barred =
                (1..distance).any(|steps| along(steps).is_some_and(|c| c != '.' && c != own));
            if !barred && along(distance).is_some_and(|c| c != own) {
                let to = (row + distance * down) * 8 + column + distance * right;
                moves.insert(move_between((8 * row + column) as u32, to as u32));
            }
        }
    }
    if moves.is_empty() {
        moves.insert(PASS);
    }
    moves
}

/// Whether pieces are connected, by walking from one to the next.
fn slow_connected(pieces: u64) -> bool {
    let mut open = vec![pieces.trailing_zeros() as i32];
    let mut seen = 0_u64;
    while let Some(square) = open.pop() {
        if seen >> square & 1 == 1 {
            continue;
        }
        seen |= 1 << square;
        open.extend((0..64).filter(|other: &i32| {
            let next = (square / 8 - other / 8).abs() <= 1 && (square % 8 - other % 8).abs() <= 1;
            next && pieces >> other & 1 == 1
        }));
    }
    seen == pieces
}

#[test]
fn perft_numbers() {
    let game = Loa::default();
    for (depth, count) in (1..).zip([36, 1_244, 44_952, 1_563_208, 55_963_132]) {
        assert_eq!(perft(&game, &game.start(), depth), count, "depth {depth}");
    }
}

#[test]
fn moves_are_what_the_letter_of_the_rules_says() {
    for size in ["size=4", "size=5", "size=6", "size=7", "size=8"] {
        let game = game(&[size]);
        for board in random_boards(&game).take(5_000) {
            let mut moves = Vec::new();
            game.moves(&board, &mut moves);
            let set: HashSet<_> = moves.iter().copied().collect();
            assert_eq!(set.len(), moves.len());
            assert_eq!(set, slow_moves(&game, &board), "{}", game.format(&board));
        }
    }
}

#[test]
fn connection_is_what_walking_says() {
    let mut connected = 0;
    for pieces in random_pieces().take(20_000) {
        assert_eq!(groups::connected(pieces), slow_connected(pieces), "{pieces:#x}");
        connected += u32::from(slow_connected(pieces));
    }
    assert!(connected > 2_000, "only {connected} of them are connected");
}

#[test]
fn all_sizes_and_corners_conform() {
    for (assignments, texts) in [
        (vec!["size=4"], vec!["start"]),
        (vec!["size=5", "both=mover"], vec!["start"]),
        (vec!["size=6"], vec!["start"]),
        (vec!["size=7"], vec!["start"]),
        (vec![], vec![MUST_PASS, CONNECTS_BOTH, LEAVES_ONE]),
        (vec!["both=mover"], vec![CONNECTS_BOTH, CONNECTS_ENEMY]),
    ] {
        let game = game(&assignments);
        let roots: Vec<_> = texts.into_iter().map(|text| game.parse(text).unwrap()).collect();
        check_game(&game, &roots);
    }
}

/// Black can capture c1, which leaves White connected and Black not.
const CONNECTS_ENEMY: &str = "6x1/8/8/3oo3/7x/8/8/x1o5 x";
/// Black can capture c1, which connects both.
const CONNECTS_BOTH: &str = "8/8/8/3oo3/8/8/3x4/x1o5 x";
/// White can capture a1, which leaves Black one piece.
const LEAVES_ONE: &str = "7x/8/8/8/7o/8/8/x1o5 o";
/// Both black pieces are walled in.
const MUST_PASS: &str = "6ox/6oo/8/8/8/8/oo6/xo6 x";

#[test]
fn a_capture_may_connect_the_opponent() {
    let game = Loa::default();
    assert_eq!(result(&game, CONNECTS_ENEMY), None);
    assert_eq!(result(&game, &format!("{CONNECTS_ENEMY} a1c1")), Some(-1));
}

#[test]
fn a_lone_piece_is_connected() {
    let game = Loa::default();
    assert_eq!(result(&game, LEAVES_ONE), None);
    assert_eq!(result(&game, &format!("{LEAVES_ONE} c1a1")), Some(1));
}

#[test]
fn connecting_both_is_a_draw_or_wins() {
    let [draw, wins] = [game(&[]), game(&["both=mover"])];
    let black = format!("{CONNECTS_BOTH} a1c1");
    assert_eq!(result(&draw, CONNECTS_BOTH), None);
    assert_eq!(result(&draw, &black), Some(0));
    assert_eq!(result(&wins, &black), Some(1));
    let white = black.replace('o', "?").replace('x', "o").replace('?', "x");
    assert_eq!(result(&draw, &white), Some(0));
    assert_eq!(result(&wins, &white), Some(-1));
    // A player who connected the opponent as well did not move last if the opponent did.
    assert_eq!(result(&wins, &format!("{CONNECTS_ENEMY} a1c1")), Some(-1));
}

#[test]
fn own_pieces_are_jumped_and_enemies_are_not() {
    let game = Loa::default();
    // Three on the row: a1 jumps over its own b1 and captures d1.
    assert!(named_moves(&game, "8/8/8/7x/8/8/o7/xx1o4 x").contains(&"a1d1".to_string()));
    // An enemy on b1 bars the way.
    assert!(!named_moves(&game, "8/8/8/7x/8/8/o7/xo1o4 x").contains(&"a1d1".to_string()));
    // Two on the row: b1 is too near to be captured, and no one lands on a piece of their own.
    let moves = named_moves(&game, "8/8/8/7x/8/8/o7/xo6 x");
    assert!(!moves.iter().any(|name| name == "a1b1" || name == "a1c1"), "{moves:?}");
    assert!(!named_moves(&game, "8/8/8/7x/8/8/o7/x1x5 x").contains(&"a1c1".to_string()));
}

#[test]
fn who_cannot_move_passes() {
    let game = Loa::default();
    assert_eq!(named_moves(&game, MUST_PASS), ["pass"]);
    let before = game.parse(MUST_PASS).unwrap();
    let after = game.parse(&format!("{MUST_PASS} pass")).unwrap();
    assert_eq!(game.format(&after), MUST_PASS.replace(" x", " o"));
    assert_ne!(game.key(&before), game.key(&after));
    assert!(!named_moves(&game, &game.format(&after)).contains(&"pass".to_string()));
}

#[test]
fn if_nobody_can_move_both_pass_for_ever() {
    let game = game(&["size=4"]);
    let stuck = "1o1o/x1x1/1o1o/x1x1 x";
    for passes in ["", " pass", " pass pass"] {
        let text = stuck.to_string() + passes;
        assert_eq!(result(&game, &text), None);
        assert_eq!(named_moves(&game, &text), ["pass"]);
    }
    assert_eq!(game.parse(&format!("{stuck} pass pass")), game.parse(stuck));
}

#[test]
fn smaller_boards_start_alike() {
    for (size, start) in [
        ("size=4", "1xx1/o2o/o2o/1xx1 x"),
        ("size=5", "1xxx1/o3o/o3o/o3o/1xxx1 x"),
        ("size=8", "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x"),
    ] {
        let game = game(&[size]);
        assert_eq!(game.format(&game.start()), start);
    }
}

#[test]
fn positions_may_be_written_in_several_ways() {
    let game = Loa::default();
    let board = game.parse("1xxxxxx1/o6o/o6o/o6o/o1o4o/o1x4o/7o/1x1xxxx1 x").unwrap();
    for text in [
        "c1c3 a2c4",
        "start c1-c3 a2xc4",
        "C1C3 A2XC4",
        "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 black C1C3 a2c4",
        "start\r\n c1c3\r\n\ta2c4\r\n",
        "\u{feff} 1XXXXXX1/o......o/o6o/o15o/O6O/o6o/o6o/1xXxxxx1\n X\n c1c3 a2-c4",
        "1xxxxxx1/o6o/o6o/o6o/o6o/o1x4o/o6o/1x1xxxx1 o a2c4",
    ] {
        assert_eq!(game.parse(text), Ok(board), "{text:?}");
    }
}

#[test]
fn a_drawing_shows_the_board() {
    let game = game(&["size=4"]);
    let drawing = game.draw(&game.start());
    let plain: String =
        drawing.split('\x1b').map(|part| part.rsplit('m').next().unwrap()).collect();
    assert_eq!(plain, "4  . x x .\n3  o . . o\n2  o . . o\n1  . x x .\n   a b c d");
}

#[test]
fn bad_positions_say_what_was_expected_and_where() {
    let start = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x";
    let expected =
        format!("expected a board such as `{start}`, moves such as `c1c3 a2c4`, or `start`");
    let some =
        "expected a legal move (b1h1 b1b3 b1d3 c1c3 c1e3 c1a3 d1d3 d1f3 d1b3 e1e3 e1g3 e1c3 …)";
    let turn = "expected who is to move after the board, `x` or `o`";
    for (text, error) in [
        ("", format!("line 1, column 1: {expected}, found ``")),
        (" \n ", format!("line 1, column 1: {expected}, found ``")),
        ("\n  hello", format!("line 2, column 3: {expected}, found `hello`")),
        ("starts", format!("line 1, column 1: {expected}, found `starts`")),
        ("1xxxxxx1 x", format!("line 1, column 1: {expected}, found `1xxxxxx1`")),
        ("8/8", format!("line 1, column 4: {turn}")),
        ("8/8 y", format!("line 1, column 5: {turn}, found `y`")),
        (
            "8/8 x",
            "line 1, column 4: expected 8 rows from row 8 down to row 1, found 2".to_string(),
        ),
        ("8/xo5/8 x", "line 1, column 6: expected 8 squares, and not only 7, in row 7".to_string()),
        ("8/8x/8 x", "line 1, column 4: expected only 8 squares in row 7, found `x`".to_string()),
        ("8/7o2/8 x", "line 1, column 5: expected only 8 squares in row 7, found `2`".to_string()),
        (
            " 8/3z4 x",
            "line 1, column 5: expected `x`, `o` or a number of empty squares in row 7, found `z`"
                .to_string(),
        ),
        (
            "8/9 x",
            "line 1, column 3: expected `x`, `o` or a number of empty squares in row 7, found `9`"
                .to_string(),
        ),
        (
            "8/8/8/8/8/8/8/8/ x",
            "line 1, column 16: expected the board to end after 8 rows, found `/`".to_string(),
        ),
        (
            "8/8/8/8/8/8/8/x7 x",
            "line 1, column 1: expected 1 to 12 white pieces, not 0, found `8/8/8/8/8/8/8/x7`"
                .to_string(),
        ),
        (
            "xxxxxxxx/8/8/8/8/8/8/oxxxxx2 o",
            "line 1, column 1: expected 1 to 12 black pieces, not 13, \
             found `xxxxxxxx/8/8/8/8/8/8/oxxxxx2`"
                .to_string(),
        ),
        ("b1b4", format!("line 1, column 1: {some}, found `b1b4`")),
        ("b1-b9", format!("line 1, column 1: {some}, found `b1-b9`")),
        ("start é", format!("line 1, column 7: {some}, found `é`")),
        ("start pass", format!("line 1, column 7: {some}, found `pass`")),
        (
            "8/8/8/8/1xx5/8/1oo5/6o1 x\nb4b7",
            "line 2, column 1: expected no more moves, since the game is over, found `b4b7`"
                .to_string(),
        ),
    ] {
        assert_eq!(Loa::default().parse(text).unwrap_err().to_string(), error, "{text:?}");
    }
}

#[test]
fn bytes_of_other_boards_are_refused() {
    let small = game(&["size=5"]);
    let bytes = |game: &Loa, text: &str| {
        let mut bytes = Vec::new();
        game.encode(&game.parse(text).unwrap(), &mut bytes);
        bytes
    };
    for text in ["start", "b1b3"] {
        assert_eq!(small.decode(&bytes(&Loa::default(), text)), None);
        let read = small.decode(&bytes(&small, text));
        assert_eq!(read, small.parse(text).ok());
    }
    assert_eq!(small.decode(&[0; 16]), None);
    assert_eq!(small.decode(&[0xff; 16]), None);
}
