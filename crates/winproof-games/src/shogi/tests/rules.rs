//! What makes shogi shogi, position by position.

use winproof_rules::{Outcome, Player};

use super::*;
use crate::{GameInfo, RegisteredGame};

/// The names of the moves of a position.
fn move_names(text: &str) -> Vec<String> {
    let board = board(text);
    names(&board, &moves(&board))
}

fn outcome(text: &str) -> Option<Outcome> {
    Shogi.outcome(&board(text))
}

const BLACK_WINS: Option<Outcome> = Some(Outcome::WIN);
const FAILED: Option<Outcome> = Some(Outcome::DRAW);

#[test]
fn a_drop_mates() {
    let text = "8k/9/8G/9/9/9/9/9/9 b G 1";
    assert_eq!(outcome(text), None);
    assert_eq!(move_names(text), ["1c1b", "1c2b", "G*1b", "G*2a", "G*2b"]);
    for (mv, ends) in [("G*1b", BLACK_WINS), ("G*2b", BLACK_WINS), ("G*2a", None), ("1c1b", None)] {
        assert_eq!(outcome(&format!("{text} {mv}")), ends, "{mv}");
    }
}

#[test]
fn the_attacker_plays_nothing_but_checks_and_fails_without_any() {
    assert_eq!(outcome("8k/9/9/9/9/9/9/9/G8 b - 1"), FAILED);
    // Two attackers, two kings: who is to move is asked to mate, or who is said to be.
    assert_eq!(outcome("8k/9/8G/9/9/9/9/9/K8 w g 1"), None);
    assert_eq!(outcome("8k/9/8G/9/9/9/9/9/K8 w g 1 attacker black"), None);
    let defended = board("8k/9/8G/9/9/9/9/9/K8 w g 1 attacker black");
    assert!(moves(&defended).len() > 60, "any move will do");
    let attacked = board("8k/9/8G/9/9/9/9/9/K8 w g 1");
    assert_eq!(names(&attacked, &moves(&attacked)), ["G*8h", "G*8i", "G*9h"]);
}

#[test]
fn a_defender_without_moves_has_lost_even_if_not_in_check() {
    let stuck = "8k/6G2/8G/9/9/9/9/9/9 w - 1";
    assert!(!board(stuck).is_in_check(Player::Second));
    assert_eq!(outcome(stuck), BLACK_WINS);
    // With something in hand there is a move.
    assert_eq!(outcome("8k/6G2/8G/9/9/9/9/9/9 w p 1"), None);
}

#[test]
fn a_dropped_pawn_does_not_mate_but_a_moved_one_may() {
    // The gold covers 1b and 2b, and 2a is taken.
    let covered = "7nk/9/8G/9/9/9/9/9/9 b P 1";
    assert_eq!(move_names(covered), ["1c1b", "1c2b"]);
    assert_eq!(outcome("7nk/9/7GP/9/9/9/9/9/9 b - 1 1c1b"), BLACK_WINS);
    // Where the king can go somewhere, or the pawn can be taken, it may be dropped.
    for text in [
        "8k/9/8G/9/9/9/9/9/9 b P 1",
        "6rnk/6s2/8G/9/9/9/9/9/9 b P 1",
        "7nk/5r3/8G/9/9/9/9/9/9 b P 1",
    ] {
        assert_eq!(
            move_names(text).contains(&"P*1b".to_string()),
            !text.starts_with("6r"),
            "{text}"
        );
    }
}

#[test]
fn pawns_are_not_doubled_and_no_piece_is_dropped_where_it_is_stuck() {
    let board = board("4k4/9/9/9/9/9/4P4/9/4K4 b PLN 1");
    let all = names(&board, &legal(&board));
    let drops = |letter: &str| {
        let begin = format!("{letter}*");
        all.iter().filter(|name| name.starts_with(&begin)).count()
    };
    // Eight files of eight ranks; all squares but the last rank; but the last two.
    assert_eq!(drops("P"), 64);
    assert_eq!(drops("L"), 72 - 2);
    assert_eq!(drops("N"), 63 - 2);
    // A promoted pawn on the file does not count.
    let text = "4k4/9/9/9/9/9/4+P4/9/4K4 b P 1";
    let board = super::board(text);
    assert!(names(&board, &legal(&board)).contains(&"P*5c".to_string()));
}

/// A program that composes problems made this one.
#[test]
fn two_pawns_on_a_file_may_be_there_from_the_beginning() {
    let board = board("8B/6G1p/7kP/8P/9/7S1/9/9/9 b Pr 1");
    let all = names(&board, &legal(&board));
    assert!(all.contains(&"P*2d".to_string()) && !all.contains(&"P*1e".to_string()), "{all:?}");
}

#[test]
fn promotion_is_a_choice_unless_the_piece_would_be_stuck() {
    let text = "8k/9/9/9/9/9/9/9/K8 b - 1";
    let cases = [
        ("k8/9/5P3/9/9/9/9/9/8K b - 1", &["4c4b", "4c4b+"][..]),
        ("k8/5P3/9/9/9/9/9/9/8K b - 1", &["4b4a+"]),
        ("k8/9/5N3/9/9/9/9/9/8K b - 1", &["4c3a+", "4c5a+"]),
        ("k8/9/9/5N3/9/9/9/9/8K b - 1", &["4d3b+", "4d5b+"]),
        ("k8/9/9/9/5N3/9/9/9/8K b - 1", &["4e3c", "4e3c+", "4e5c", "4e5c+"]),
        ("k8/9/5S3/9/9/9/9/9/8K b - 1", &["4c3b", "4c3b+", "4c3d", "4c3d+"]),
        ("k8/9/5G3/9/9/9/9/9/8K b - 1", &["4c3b", "4c3c", "4c4b", "4c4d", "4c5b", "4c5c"]),
    ];
    assert_eq!(outcome(text), FAILED);
    for (text, expected) in cases {
        let board = board(text);
        let all = names(&board, &legal(&board));
        for name in expected {
            assert!(all.contains(&name.to_string()), "{text}: {name} is not among {all:?}");
        }
        let piece = &expected[0][..2];
        let count = all.iter().filter(|name| name.starts_with(piece)).count();
        let known = if expected.len() == 4 && text.contains('S') { 10 } else { expected.len() };
        assert_eq!(count, known, "{text}: {all:?}");
    }
}

#[test]
fn a_covering_piece_uncovers_check_unless_it_stays_on_its_line() {
    // The gold on 5e covers the rook on 5i; it checks by leaving the file, and has no check along it.
    let text = "4k4/9/9/9/4G4/9/9/9/4R4 b - 1";
    assert_eq!(move_names(text), ["5e4d", "5e4e", "5e6d", "5e6e"]);
}

#[test]
fn an_attacker_with_a_king_keeps_it_safe() {
    // Black's gold is pinned by the rook on 5i.
    let pinned = "4k4/9/4P4/9/9/4K4/4G4/9/4r4 b - 1";
    assert_eq!(move_names(pinned), ["5c5b", "5c5b+"]);
    let board = board(pinned);
    assert!(!names(&board, &legal(&board)).contains(&"5g4g".to_string()));
    // In check the attacker may answer with a check that ends it, and has failed without.
    assert_eq!(move_names("8r/7k1/9/9/9/4B4/9/9/8K b G 1"), ["5f1b+", "G*1b", "G*1c"]);
    assert_eq!(outcome("8r/9/9/9/9/9/9/9/k7K b G 1"), FAILED);
    assert_eq!(move_names("8r/9/9/7k1/9/9/9/9/8K b S 1"), ["S*1c", "S*1e"]);
}

#[test]
fn who_attacks_goes_with_the_position() {
    let black = board("4k4/9/9/9/9/9/9/9/4K4 b RG 1");
    let white = black.attacked_by(Player::Second).unwrap();
    assert_ne!(black, white);
    assert_ne!(Shogi.key(&black), Shogi.key(&white));
    assert_eq!(Shogi.format(&black), "4k4/9/9/9/9/9/9/9/4K4 b RG 1");
    assert_eq!(Shogi.format(&white), "4k4/9/9/9/9/9/9/9/4K4 b RG 1 attacker white");
    assert_eq!(board(&Shogi.format(&white)), white);
    // A player without a king is not mated.
    let alone = board("4k4/9/9/9/9/9/9/9/9 w - 1");
    assert_eq!(alone.attacker(), Player::First);
    assert_eq!(alone.attacked_by(Player::Second), None);
    // After moves it is who is to move then.
    assert_eq!(board("start 7g7f").attacker(), Player::Second);
    assert_eq!(board("start attacker black moves 7g7f").attacker(), Player::First);
}

#[test]
fn the_rest_goes_to_the_defender() {
    let full = board("8k/9/8G/9/9/9/9/9/9 b G rest");
    assert_eq!(Shogi.format(&full), "8k/9/8G/9/9/9/9/9/9 b G2r2b2g4s4n4l18p 1");
    let defends = board("8k/9/8G/9/9/9/9/9/9 b G3p 1 rest");
    assert_eq!(defends, full);
    let to_move = board("K8/9/9/9/9/9/9/9/9 w - 1 rest attacker white");
    assert!(Shogi.format(&to_move).contains(" w 2R2B4G4S4N4L18P 1"));
}

#[test]
fn usi_commands_are_read() {
    let start = board("position startpos moves 7g7f 3c3d 8h2b+");
    assert_eq!(start, board("start 7g7f 3c3d 8h2b+"));
    assert_eq!(
        Shogi.format(&start).split(' ').next(),
        Some("lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL")
    );
    let sfen = "8k/9/8G/9/9/9/9/9/9 b G 1";
    assert_eq!(board(&format!("position sfen {sfen}")), board(sfen));
}

#[test]
fn errors_say_what_was_expected_and_where() {
    for (text, expected) in [
        (
            "",
            "line 1, column 1: expected a position in SFEN, such as `8k/9/8G/9/9/9/9/9/9 b G 1`, or `start`, found ``",
        ),
        (
            "chess",
            "line 1, column 1: expected a position in SFEN, such as `8k/9/8G/9/9/9/9/9/9 b G 1`, or `start`, found `chess`",
        ),
        ("8k/9/8G/9/9/9/9/9/9", "line 1, column 20: expected who is to move, `b` or `w`"),
        (
            "8k/9/8G/9/9/9/9/9/9 x",
            "line 1, column 22: expected the pieces in hand, such as `2Gr3p`, or `-` for none",
        ),
        (
            "8k/9/8G/9/9/9/9/9/9 x -",
            "line 1, column 21: expected who is to move, `b` or `w`, found `x`",
        ),
        (
            "8k/9/8G/9/9/9/9/9/9 b q",
            "line 1, column 23: expected the pieces in hand, such as `2Gr3p`, or `-` for none, found `q`",
        ),
        ("8k/9/8G/9/9/9/9/9/9 b 5G", "line 1, column 24: expected at most 4 golds, found `G`"),
        (
            "8k/9/8G/9/9/9/9/9/9 b 19p",
            "line 1, column 24: expected a number of pieces from 1 to 18, found `9`",
        ),
        ("8k/9/8G/9/9/9/9/9/9 b 2", "line 1, column 24: expected a piece after the number"),
        (
            "8k/9/8G/9/9/9/9/9/9 b 4G",
            "line 1, column 1: expected at most 4 golds, and not 5, found `8k/9/8G/9/9/9/9/9/9`",
        ),
        ("8k/8/9/9/9/9/9/9/9 b -", "line 1, column 5: expected nine squares in a rank, found `/`"),
        (
            "8k/9k/9/9/9/9/9/9/9 b -",
            "line 1, column 5: expected only nine squares in a rank, found `k`",
        ),
        ("8k/9/9/9/9/9/9/9 b -", "line 1, column 17: expected nine ranks of nine squares"),
        (
            "8k/9/9/9/9/9/9/9/9/9 b -",
            "line 1, column 19: expected the board to end after nine ranks, found `/`",
        ),
        ("8k/8+/9/9/9/9/9/9/9 b -", "line 1, column 6: expected a piece after `+`, found `/`"),
        (
            "8k/8+G/9/9/9/9/9/9/9 b -",
            "line 1, column 6: expected a piece, `+` or a number of empty squares, found `G`",
        ),
        (
            "8k/8k/9/9/9/9/9/9/9 b -",
            "line 1, column 5: expected at most one king of each colour, found `k`",
        ),
        (
            "9/9/9/9/9/9/9/9/9 b -",
            "line 1, column 1: expected the defender to have a king, found `9/9/9/9/9/9/9/9/9`",
        ),
        (
            "7Lk/9/9/9/9/9/9/9/9 w -",
            "line 1, column 1: expected every piece to have a move on an empty board, found `7Lk/9/9/9/9/9/9/9/9`",
        ),
        (
            "8k/8P/9/9/9/9/9/9/9 b -",
            "line 1, column 1: expected the player who has just moved not to be in check, found `8k/8P/9/9/9/9/9/9/9`",
        ),
        (
            "8k/9/8G/9/9/9/9/9/9 b G 1 attacker",
            "line 1, column 35: expected who attacks, `black` or `white`",
        ),
        (
            "8k/9/8G/9/9/9/9/9/9 b G 1 attacker green",
            "line 1, column 36: expected who attacks, `black` or `white`, found `green`",
        ),
        (
            "8k/9/8G/9/9/9/9/9/9 b G 1 attacker white",
            "line 1, column 1: expected the defender to have a king, found `8k/9/8G/9/9/9/9/9/9`",
        ),
        (
            "start\n7g7e",
            "line 2, column 1: expected a legal move such as `7g7f`, `8h2b+` or `G*5b`, found `7g7e`",
        ),
    ] {
        assert_eq!(Shogi.parse(text).unwrap_err().to_string(), expected, "{text}");
    }
}

#[test]
fn boards_are_drawn_with_kanji_and_letters() {
    let drawn = Shogi.draw(&board("8k/9/5+B2G/9/9/9/9/9/9 b 2G3p 1"));
    let expected = "\
☖ white has in hand 歩3  (p3)
  9  8  7  6  5  4  3  2  1        9  8  7  6  5  4  3  2  1
+---------------------------+    +---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一  |  .  .  .  .  .  .  .  .  k|a
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二  |  .  .  .  .  .  .  .  .  .|b
| ・ ・ ・ ・ ・ 馬 ・ ・ 金|三  |  .  .  .  .  . +B  .  .  G|c";
    assert!(drawn.starts_with(expected), "{drawn}");
    assert!(
        drawn.ends_with("☗ black has in hand 金2  (G2)\nblack to move, black attacks"),
        "{drawn}"
    );
}

#[test]
fn examples_are_not_over_but_for_the_start() {
    let GameInfo { examples, .. } = Shogi::INFO;
    for (label, text) in examples {
        assert_eq!(outcome(text).is_some(), *text == "start", "{label}");
    }
}
