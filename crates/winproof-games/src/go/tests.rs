//! The board held against a slow twin, and the rules by example. Another implementation is in `tests/go_rules.rs`.

use std::collections::HashSet;

use winproof_rules::Player;

use super::*;
use crate::splitmix::splitmix;

/// A board from rows of `X`, `O` and `.`.
fn board(rows: &[&str]) -> Board {
    let mut board = Board::new(rows.len());
    for (row, text) in rows.iter().enumerate() {
        for (column, symbol) in text.chars().enumerate() {
            let player = match symbol {
                'X' => Some(BLACK),
                'O' => Some(WHITE),
                _ => None,
            };
            board.set(Point::new(column, row), player);
        }
    }
    board
}

fn at(name: &str, board: &Board) -> Point {
    Point::from_gtp(name, board.size()).unwrap()
}

/// A chain and its liberties, by walking over the board.
fn walked(board: &Board, point: Point) -> (HashSet<Point>, HashSet<Point>) {
    let (mut stones, mut liberties) = (HashSet::from([point]), HashSet::new());
    let mut open = vec![point];
    while let Some(stone) = open.pop() {
        for neighbour in stone.neighbours() {
            if board.at(neighbour) == Cell::Empty {
                liberties.insert(neighbour);
            } else if board.at(neighbour) == board.at(point) && stones.insert(neighbour) {
                open.push(neighbour);
            }
        }
    }
    (stones, liberties)
}

/// All that the board keeps up to date is as a walk over it finds it.
fn check_chains(board: &Board) {
    let mut numbers = vec![None; Point::COUNT];
    let mut stones = [0; 2];
    for point in board.points() {
        let Some(player) = board.at(point).player() else {
            assert!(board.chain(point).is_none() && board.chain_number(point).is_none());
            assert_eq!(board.chain_stones(point).count(), 0);
            continue;
        };
        stones[player as usize] += 1;
        let (chain, liberties) = walked(board, point);
        assert_eq!(board.chain_stones(point).collect::<HashSet<_>>(), chain);
        assert_eq!(board.chain(point).unwrap().stones(), chain.len());
        let kept: HashSet<_> = board.chain(point).unwrap().liberties().iter().collect();
        assert_eq!(kept, liberties);
        assert_eq!(board.liberties(point), liberties.len());
        let first = *chain.iter().min().unwrap();
        let number = numbers[board.chain_number(point).unwrap()].get_or_insert(first);
        assert_eq!(*number, first, "one number, two chains");
    }
    assert_eq!(stones, [BLACK, WHITE].map(|player| board.stones(player)));
    let mut anew = Board::new(board.size());
    board.points().for_each(|point| {
        anew.set(point, board.at(point).player());
    });
    assert_eq!((anew.key(), &anew), (board.key(), board));
}

#[test]
fn random_games_keep_chains_liberties_and_keys() {
    for (size, games) in [(2, 20), (3, 20), (5, 10), (9, 2), (19, 1)] {
        for seed in 0..games {
            let mut game = Match::new(Board::new(size), BLACK, KoRule::Simple);
            for number in 0..3 * (size * size) as u64 {
                let legal: Vec<Point> = game.legal_points().collect();
                let random = splitmix(seed << 32 | size as u64, number);
                // A pass now and then, so that games do not end in the first eyes.
                let point = legal.get((random % (legal.len() as u64 + 1)) as usize).copied();
                if let Some(point) = point {
                    let key = game.board().key_after(game.to_move(), point);
                    game.play(Some(point)).unwrap();
                    assert_eq!(game.board().key(), key);
                } else {
                    game.play(None).unwrap();
                }
                // The twin takes its time on large boards.
                if random >> 32 & 15 < 80 / size as u64 / size as u64 + 1 {
                    check_chains(game.board());
                    assert_eq!(game.board().breathless(), None);
                }
            }
        }
    }
}

#[test]
fn stones_are_set_and_taken_away() {
    for seed in 0..20 {
        let mut board = Board::new(4);
        for number in 0..100 {
            let random = splitmix(seed, number);
            let point = Point::new((random % 4) as usize, (random >> 8) as usize % 4);
            let player = [None, Some(BLACK), Some(WHITE)][(random >> 16) as usize % 3];
            assert!(board.set(point, player));
            assert_eq!(board.at(point).player(), player);
            check_chains(&board);
        }
        board.clear();
        assert_eq!(board, Board::new(4));
        check_chains(&board);
    }
    assert!(!Board::new(4).set(Point::new(4, 0), Some(BLACK)), "off the board");
    assert_eq!(board(&["XO.", "O..", "..."]).breathless(), Some(Point::new(0, 0)));
}

#[test]
fn suicide_is_refused_and_captures_come_first() {
    let mut nearly = board(&[".OX", "OXX", "X.."]);
    assert_eq!(nearly.check(BLACK, at("A3", &nearly)), Ok(()), "captures two chains");
    assert_eq!(nearly.check(WHITE, at("A3", &nearly)), Err(Illegal::Suicide));
    assert_eq!(nearly.check(WHITE, at("A2", &nearly)), Err(Illegal::Occupied));
    assert_eq!(nearly.check(WHITE, Point::new(3, 0)), Err(Illegal::OffBoard));
    let before = nearly.clone();
    assert!(nearly.play(WHITE, at("A3", &before)).is_err());
    assert_eq!(nearly, before, "nothing changed");
    let point = at("A3", &nearly);
    assert_eq!(nearly.play(BLACK, point), Ok(Captures { stones: 2, ko: None }));
    check_chains(&nearly);
}

const KO: [&str; 4] = [".XO.", "XO.O", ".XO.", "...."];

#[test]
fn a_ko_is_not_taken_back_at_once() {
    for rule in [KoRule::Simple, KoRule::PositionalSuperko] {
        let mut game = Match::new(board(&KO), BLACK, rule);
        let (take, back) = (Point::new(2, 1), Point::new(1, 1));
        assert_eq!(game.play(Some(take)), Ok(Captures { stones: 1, ko: Some(back) }));
        assert_eq!(game.check(back), Err(Illegal::Ko));
        assert_eq!(game.ko(), Some(back));
        assert!(!game.legal_points().any(|point| point == back));
        // Another move for each, and White may take it.
        game.play(Some(Point::new(3, 3))).unwrap();
        game.play(Some(Point::new(0, 3))).unwrap();
        assert_eq!(game.play(Some(back)), Ok(Captures { stones: 1, ko: Some(take) }));
    }
}

#[test]
fn superko_also_forbids_to_repeat_after_passes() {
    for (rule, expected) in
        [(KoRule::Simple, Ok(())), (KoRule::PositionalSuperko, Err(Illegal::Superko))]
    {
        let mut game = Match::new(board(&KO), BLACK, rule);
        game.play(Some(Point::new(2, 1))).unwrap();
        game.play(None).unwrap();
        assert_eq!((game.passes(), game.is_over()), (1, false));
        game.play(None).unwrap();
        assert_eq!((game.passes(), game.is_over(), game.ko()), (2, true, None));
        assert_eq!(game.check(Point::new(1, 1)), expected);
    }
}

#[test]
fn a_player_may_be_made_to_move_twice() {
    let mut game = Match::new(board(&KO), BLACK, KoRule::Simple);
    game.play(Some(Point::new(2, 1))).unwrap();
    game.set_to_move(BLACK);
    assert_eq!((game.to_move(), game.ko()), (BLACK, None));
}

#[test]
fn area_is_stones_and_what_only_they_reach() {
    assert_eq!(Board::new(5).area(), [0, 0]);
    assert_eq!(board(&["...", ".X.", "..."]).area(), [9, 0]);
    assert_eq!(board(&[".XO", "XXO", "OOO"]).area(), [4, 5]);
    assert_eq!(board(&["X..", "...", "..O"]).area(), [1, 1]);
}

#[test]
fn points_have_names() {
    let corners = [(0, 0, "A9", "aa"), (8, 0, "J9", "ia"), (0, 8, "A1", "ai"), (7, 7, "H2", "hh")];
    for (column, row, gtp, sgf) in corners {
        let point = Point::new(column, row);
        assert_eq!((point.column(), point.row()), (column, row));
        assert_eq!((point.to_gtp(9), point.to_sgf()), (gtp.to_string(), sgf.to_string()));
        assert_eq!(Point::from_gtp(&gtp.to_lowercase(), 9), Some(point));
        assert_eq!(Point::from_sgf(sgf, 9), Some(point));
    }
    for bad in [
        "",
        "A",
        "A0",
        "A10",
        "I5",
        "K1",
        "pass",
        "A+1",
        "A01",
        "é1",
        "aé",
        "A99999999999999999999",
    ] {
        assert_eq!(Point::from_gtp(bad, 9), None, "{bad}");
    }
    for bad in ["", "a", "aj", "ja", "tt", "AA", "aaa", "é"] {
        assert_eq!(Point::from_sgf(bad, 9), None, "{bad}");
    }
    assert_eq!(Point::from_gtp("T19", 19), Some(Point::new(18, 0)));
}

#[test]
fn symmetries_are_undone_by_their_inverse() {
    for size in [2, 5, 19] {
        for symmetry in 0..SYMMETRIES {
            let images: HashSet<_> =
                Point::all(size).map(|point| point.transformed(symmetry, size)).collect();
            assert_eq!(images.len(), size * size);
            let inverse = Point::inverse_symmetry(symmetry);
            for point in Point::all(size) {
                assert_eq!(point.transformed(symmetry, size).transformed(inverse, size), point);
            }
        }
    }
    let images: HashSet<_> =
        (0..SYMMETRIES).map(|it| Point::new(1, 0).transformed(it, 5)).collect();
    assert_eq!(images.len(), 8);
}

#[test]
fn stars_are_where_boards_have_them() {
    let stars = |size| Point::all(size).filter(|point| point.is_star(size)).count();
    assert_eq!([2, 4, 5, 7, 9, 13, 19].map(stars), [0, 0, 1, 5, 5, 5, 9]);
    assert!(Point::from_gtp("Q16", 19).unwrap().is_star(19));
}

#[test]
fn sets_of_points_are_sets() {
    let points: Vec<_> = Point::all(19).step_by(7).collect();
    let set: PointSet = points.iter().copied().collect();
    assert_eq!(set.iter().collect::<Vec<_>>(), points);
    assert_eq!((set.len(), set.first()), (points.len(), Some(points[0])));
    let odd: PointSet = points.iter().copied().skip(1).step_by(2).collect();
    let even = set - odd;
    assert_eq!((even | odd, even & odd), (set, PointSet::EMPTY));
    assert!(set.meets(&odd) && !even.meets(&odd) && !set.is_empty() && PointSet::EMPTY.is_empty());
    let mut less = set;
    less.remove(points[3]);
    assert!(!less.contains(points[3]) && set.contains(points[3]) && less.len() + 1 == set.len());
}

#[test]
fn boards_are_drawn_with_names() {
    let drawing = draw(&board(&["X..", ".O.", "..."]), |_| None);
    let plain = without_colours(&drawing);
    assert_eq!(plain, "    A B C\n  3 X . . 3\n  2 . O . 2\n  1 . . . 1\n    A B C");
    let marked =
        draw(&Board::new(2), |point| (point.row() == 0).then_some(('#', anstyle::Style::new())));
    assert!(marked.contains("# #"));
}

/// A drawing without its colours.
fn without_colours(drawing: &str) -> String {
    let mut text = String::new();
    let mut characters = drawing.chars();
    while let Some(character) = characters.next() {
        if character == '\u{1b}' {
            characters.by_ref().find(|it| it.is_ascii_alphabetic());
        } else {
            text.push(character);
        }
    }
    text
}

/// The number of legal moves of the first and the second player is the same on an empty board.
#[test]
fn everybody_may_play_anywhere_on_an_empty_board() {
    for player in [Player::First, Player::Second] {
        let game = Match::new(Board::new(3), player, KoRule::Simple);
        assert_eq!(game.legal_points().count(), 9);
    }
}
