mod goals;
mod twin;

use std::collections::HashSet;

use super::*;
use crate::conformance::{check_game, check_play};
use crate::splitmix::splitmix;

fn parse(text: &str) -> Turn {
    Arimaa::STANDARD.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A position out of the rows of a board, from row 8 to row 1.
fn board(side: &str, rows: [&str; 8]) -> Turn {
    parse(&format!("{side} [{}]", rows.concat()))
}

fn named_moves(turn: &Turn) -> Vec<String> {
    let mut moves = Vec::new();
    Arimaa::STANDARD.moves(turn, &mut moves);
    moves.iter().map(|&mv| Arimaa::STANDARD.format_move(turn, mv)).collect()
}

/// The position after some steps, as they are written.
fn after(turn: &Turn, steps: &str) -> Turn {
    parse(&format!("{} {steps}", Arimaa::STANDARD.format(turn)))
}

fn winner(turn: &Turn) -> Option<&'static str> {
    let worth = Arimaa::STANDARD.outcome(turn)?.worth_to(Player::First);
    Some(if worth > 0 { "gold" } else { "silver" })
}

/// Boards of all kinds, with either player to move: some squares of random pieces, most of them near each
/// other.
pub(super) fn random_turns() -> impl Iterator<Item = Turn> {
    let mut thrown = 0;
    let mut dice = move |sides: u64| {
        thrown += 1;
        splitmix(8, thrown) % sides
    };
    std::iter::from_fn(move || {
        let mut board = Board::EMPTY;
        let (size, corner) = (3 + dice(6), dice(64));
        for _ in 0..4 + dice(28) {
            let row = (corner / 8 + dice(size)) % 8;
            let square = (8 * row + (corner + dice(size)) % 8) as u32;
            let player = [Player::First, Player::Second][dice(2) as usize];
            let kind = [1, 1, 1, 2, 3, 4, 5, 6][dice(8) as usize];
            if board.piece(square).is_none() {
                board.toggle(square, player, kind);
                if board.flaw().is_some() {
                    board.toggle(square, player, kind);
                }
            }
        }
        let player = [Player::First, Player::Second][dice(2) as usize];
        Some(Turn::beginning(board, player))
    })
    // Pieces next to a trap may have been refused after the one on it was put there.
    .filter(|turn| turn.board.flaw().is_none())
}

/// All boards that one whole turn can lead to.
pub(super) fn boards_after_a_turn(turn: &Turn) -> HashSet<Board> {
    let mut seen = HashSet::from([*turn]);
    let mut open = vec![*turn];
    let mut ends = HashSet::new();
    let mut moves = Vec::new();
    while let Some(position) = open.pop() {
        moves.clear();
        Arimaa::STANDARD.moves(&position, &mut moves);
        for &mv in &moves {
            let child = Arimaa::STANDARD.play(&position, mv);
            if child.to_move != turn.to_move {
                ends.insert(child.board);
            } else if seen.insert(child) {
                open.push(child);
            }
        }
    }
    ends
}

#[test]
fn whole_turns_are_what_the_letter_of_the_rules_says() {
    let mut boards = 0;
    for turn in random_turns().take(60) {
        let fast = twin::converted(&boards_after_a_turn(&turn));
        let slow = twin::boards_after_a_turn(&turn);
        assert!(fast == slow, "{}", Arimaa::STANDARD.format(&turn));
        boards += fast.len();
        let mobile = turn.board.mobile(turn.to_move);
        assert_eq!(mobile, !slow.is_empty(), "{}", Arimaa::STANDARD.format(&turn));
    }
    assert!(boards > 50_000, "only {boards} boards");
}

/// What the suite checks from a few examples, without its invalid inputs but on boards of all kinds.
#[test]
fn random_turns_keep_what_is_promised() {
    let mut moves = Vec::new();
    for (number, root) in random_turns().take(2_000).enumerate() {
        let mut turn = root;
        for step in 0..6 {
            let text = Arimaa::STANDARD.format(&turn);
            assert_eq!(parse(&text), turn, "{text}");
            let mut bytes = Vec::new();
            Arimaa::STANDARD.encode(&turn, &mut bytes);
            let again = Arimaa::STANDARD.decode(&bytes).unwrap();
            assert_eq!(
                (again, Arimaa::STANDARD.key(&again)),
                (turn, Arimaa::STANDARD.key(&turn)),
                "{text}"
            );
            if Arimaa::STANDARD.outcome(&turn).is_some() {
                break;
            }
            moves.clear();
            Arimaa::STANDARD.moves(&turn, &mut moves);
            let children: HashSet<_> =
                moves.iter().map(|&mv| Arimaa::STANDARD.play(&turn, mv)).collect();
            let keys: HashSet<_> =
                children.iter().map(|child| Arimaa::STANDARD.key(child)).collect();
            let names: HashSet<_> = named_moves(&turn).into_iter().collect();
            let count = moves.len();
            assert_eq!([children.len(), keys.len(), names.len()], [count; 3], "{text}");
            // All codes there are, and some beyond.
            let legal = (0..1 << 13)
                .map(Move)
                .filter(|&mv| Arimaa::STANDARD.is_legal(&turn, mv, &mut vec![]));
            moves.sort_unstable();
            assert!(legal.eq(moves.iter().copied()), "{text}");
            let choice = splitmix(number as u64, step) % moves.len() as u64;
            turn = Arimaa::STANDARD.play(&turn, moves[choice as usize]);
        }
    }
}

#[test]
fn a_push_into_a_trap_is_written_as_usual() {
    let turn = board(
        "g",
        [
            "r       ", "        ", "        ", "        ", "        ", " r      ", " H      ",
            "R       ",
        ],
    );
    let names = named_moves(&turn);
    assert!(names.contains(&"rb3e,rc3x,Hb2n".to_string()), "{names:?}");
    let pushed = after(&turn, "rb3e rc3x Hb2n");
    assert_eq!(pushed.left, 2);
    assert_eq!(pushed.board.rabbits(Player::Second).count_ones(), 1);
    // Without the capture it is the same.
    assert_eq!(after(&turn, "rb3e Hb2n"), pushed);
    // A pull: the horse goes first.
    assert_eq!(after(&turn, "Hb2e rb3s").board.kind(9), board::RABBIT);
}

#[test]
fn traps_take_own_pieces_and_those_left_alone() {
    let turn = board(
        "g",
        [
            "r       ", "        ", "        ", "        ", "        ", " RC     ", "        ",
            "R       ",
        ],
    );
    // The cat on c3 lives by the rabbit on b3.
    let names = named_moves(&turn);
    assert!(names.contains(&"Rb3w,Cc3x".to_string()), "{names:?}");
    assert_eq!(after(&turn, "Rb3w Cc3x").board.of_kind(Player::First, 2), 0);
    assert!(names.contains(&"Cc3n".to_string()), "{names:?}");
}

#[test]
fn frozen_pieces_stay_but_can_be_dragged() {
    let turn = board(
        "s",
        [
            "r       ", "        ", "        ", "   cH   ", "        ", "        ", "        ",
            "R       ",
        ],
    );
    assert!(named_moves(&turn).iter().all(|name| name.starts_with("ra8")), "{turn:?}");
    let gold = Turn { to_move: Player::First, ..turn };
    assert!(named_moves(&gold).contains(&"cd5w,He5w".to_string()));
    assert!(named_moves(&gold).contains(&"He5e,cd5e".to_string()));
    // A friend beside it, frozen or not, sets it free.
    let friend = board(
        "s",
        [
            "r       ", "        ", "   r    ", "   cH   ", "        ", "        ", "        ",
            "R       ",
        ],
    );
    assert!(named_moves(&friend).contains(&"cd5s".to_string()));
}

#[test]
fn a_turn_changes_the_board_and_may_end_early() {
    let turn = board(
        "g",
        [
            "r       ", "        ", "        ", "        ", "        ", "  x    E", "        ",
            "R       ",
        ],
    );
    assert!(!named_moves(&turn).contains(&"pass".to_string()));
    let away = after(&turn, "Eh3n");
    assert!(away.has_start() && named_moves(&away).contains(&"pass".to_string()));
    assert!(!named_moves(&away).contains(&"Eh4s".to_string()), "back where the turn began");
    assert_eq!(after(&away, "pass").to_move, Player::Second);
    assert_eq!(after(&away, "1s"), after(&away, "pass"));
    // Round a corner and back, one square is missing in the end.
    let round = after(&turn, "Eh3n Eh4w Eg4s");
    assert!(round.has_start() && round.left == 1);
    assert!(!named_moves(&round).contains(&"Eg3e".to_string()));
    // A rabbit that has gone ahead does not come back, and the beginning of the turn is forgotten.
    assert!(!after(&turn, "Ra1n").has_start());
    assert_eq!(after(&turn, "Ra1n Eh3n"), after(&turn, "Eh3n Ra1n"));
}

/// Pieces of both sides die in one turn until the board is empty: the turn ends there, and the player who
/// made it has won, since the opponent has no rabbits.
#[test]
fn a_turn_in_which_all_pieces_die_ends() {
    for text in [
        "g [..........................................RCr...................] re3e rf3x Cd3e Rc3x Ce3e Cf3x",
        "s [..................rcR...........................................] Re6e Rf6x cd6e rc6x ce6e cf6x",
    ] {
        let turn = Arimaa::STANDARD.parse(text).unwrap();
        assert_eq!((turn.board, turn.left < STEPS), (Board::EMPTY, true));
        assert_eq!(named_moves(&turn), ["pass"]);
        assert!(Arimaa::STANDARD.is_legal(&turn, PASS, &mut Vec::new()));
        assert_eq!(Arimaa::STANDARD.move_count(&turn, &mut Vec::new()), 1);
        let end = Arimaa::STANDARD.play(&turn, PASS);
        assert_eq!(Arimaa::STANDARD.outcome(&end), Some(Outcome::won_by(turn.to_move)));
        check_game(&Arimaa::STANDARD, &[turn]);
    }
}

/// Few pieces beside traps, where most of them die sooner or later, at the beginning and in the middle of turns.
#[test]
fn there_is_a_move_until_the_game_is_over() {
    const PIECES: [char; 6] = ['R', 'r', 'C', 'c', 'E', 'd'];
    let mut read = 0;
    for number in 0..4_000 {
        let mut board = [' '; 64];
        for piece in 0..=number / 8 % 5 {
            let random = splitmix(number, piece);
            // One of the squares around a trap, counted from a8.
            let trap = [18, 21, 42, 45][random as usize % 4];
            let square = trap + [-8, -1, 1, 8, -9, 9][(random >> 8) as usize % 6];
            board[square as usize] = PIECES[(random >> 16) as usize % PIECES.len()];
        }
        let side = if number % 2 == 0 { 'g' } else { 's' };
        let left = 1 + number / 2 % 4;
        let text = format!("{side} [{}] left {left}", board.iter().collect::<String>());
        if let Ok(turn) = Arimaa::STANDARD.parse(&text) {
            read += 1;
            (0..20).for_each(|seed| check_play(&Arimaa::STANDARD, &turn, 40, seed));
        }
    }
    assert!(read > 1_000, "only {read} boards");
}

#[test]
fn no_turn_stands_where_it_began() {
    let none = "        ";
    let turn = board("g", ["r       ", none, none, none, none, "  x    E", none, "R       "]);
    let mut turn = after(&turn, "Eh3n");
    assert!(turn.has_start());
    turn.start = turn.board;
    let mut bytes = Vec::new();
    Arimaa::STANDARD.encode(&turn, &mut bytes);
    assert_eq!(Arimaa::STANDARD.decode(&bytes), None);
    assert!(Arimaa::STANDARD.parse(&Arimaa::STANDARD.format(&turn)).is_err());
}

#[test]
fn ends_of_turns_are_judged_in_order() {
    let none = "        ";
    for (side, rows, expected) in [
        // Both have a rabbit on goal: the one who has just moved wins.
        ("s", ["R       ", none, none, none, none, none, none, "r       "], Some("gold")),
        ("g", ["R       ", none, none, none, none, none, none, "r       "], Some("silver")),
        // The mover's rabbit was carried home.
        ("s", [none, "R       ", none, none, none, none, none, "r       "], Some("silver")),
        // No rabbits: the one who is to move loses first.
        ("s", [none, none, "   e    ", none, none, "E       ", none, none], Some("gold")),
        ("g", [none, none, "   e    ", none, none, "E       ", none, none], Some("silver")),
        ("s", [none, none, "   e    ", none, none, "E       ", "R       ", none], Some("gold")),
        ("g", [none, none, "   e    ", none, none, "E       ", "R       ", none], Some("gold")),
        // A goal counts before elimination.
        ("g", [none, none, "   e    ", none, none, none, none, "r       "], Some("silver")),
        // Walled in.
        ("s", ["rC      ", "HR      ", none, none, none, none, none, "R       "], Some("gold")),
        ("s", ["rC      ", "H       ", none, none, none, none, none, "R      r"], Some("silver")),
        ("s", ["r       ", "        ", none, none, none, none, none, "R       "], None),
    ] {
        assert_eq!(winner(&board(side, rows)), expected, "{side} {rows:?}");
    }
}

#[test]
fn positions_are_read_in_every_form() {
    let short = parse(&format!("s [ rr{}R  ]", " ".repeat(58)));
    let diagram = "12b\r\n +-----------------+\n8|   r r\n7|                 |\n6| . . X . . x . . |\n\
                   5|                 |\n4|\n3|                 |\n2|                 |\n\
                   1|           R     |\n +-----------------+\n   a b c d e f g h\n";
    assert_eq!(parse(diagram), short);
    assert_eq!(parse(&Arimaa::STANDARD.format(&short)), short);
    assert_eq!(parse("1g Rf1 1s rb8 rc8 2s"), short);
    assert_eq!(parse("1g Rf1 1s rb8 rc8").to_move, Player::First);
    assert_eq!(parse("start Ha2n").left, 3);
}

#[test]
fn what_cannot_be_read_is_named() {
    for (text, expected) in [
        ("", "line 1, column 1: expected who is to move"),
        ("g", "line 1, column 2: expected who is to move"),
        (
            "g [rr",
            "line 1, column 6: expected 64 squares from a8 to h1 in brackets, and not only 2",
        ),
        ("g [rrz", "line 1, column 6: expected a piece"),
        ("s\n +---+\n8| r . . q |", "line 3, column 10: expected a piece"),
        ("s\n +---+\n8| r\n6|", "line 4, column 1: expected row 7"),
        ("g Ra1 Ra1", "line 1, column 10: expected one piece only on a1"),
        ("g Ea1 Eb1", "line 1, column 3: expected at most one elephant"),
        ("g Ra1 rc3", "line 1, column 3: expected every piece on a trap"),
        ("start Ra2n", "line 1, column 7: expected a legal step"),
        ("start 2s", "line 1, column 7: expected a turn of the other side"),
        ("g Ra1 ra8 left 5", "line 1, column 16: expected 1, 2 or 3"),
    ] {
        let error = Arimaa::STANDARD.parse(text).expect_err(text).to_string();
        assert!(error.starts_with(expected), "{text:?}: {error}");
    }
}

/// With `pass=step` a pass gives up one step: three of them end a turn after its first step, and the whole turn
/// cannot be passed.
#[test]
fn passes_give_up_single_steps_if_told_so() {
    let game = Arimaa { pass: Part::Step, ..Arimaa::STANDARD };
    let start = game.parse(text::EXAMPLES[0]).unwrap();
    let offered = |turn: &Turn| {
        let mut moves = Vec::new();
        game.moves(turn, &mut moves);
        moves.contains(&PASS)
    };
    let mut turn = start;
    for left in [4, 3, 2] {
        assert_eq!((turn.left, offered(&turn)), (left, true));
        turn = game.play(&turn, PASS);
        assert_eq!((turn.board, turn.to_move), (start.board, start.to_move));
        assert_eq!(game.parse(&game.format(&turn)).unwrap(), turn);
    }
    assert!(!offered(&turn), "the board must change");
    let mut moves = Vec::new();
    game.moves(&start, &mut moves);
    let mut turn = game.play(&start, moves[0]);
    let mut passes = 0;
    while turn.to_move == start.to_move {
        assert!(offered(&turn));
        turn = game.play(&turn, PASS);
        passes += 1;
    }
    let steps = Step::of(moves[0]).count();
    assert_eq!(passes, 4 - steps);
    let at_once = Arimaa::STANDARD.play(&Arimaa::STANDARD.play(&start, moves[0]), PASS);
    assert_eq!(turn, at_once);
}

/// With `goal=step` a rabbit on the last row wins in mid-turn.
#[test]
fn goals_end_the_game_at_once_if_told_so() {
    let game = Arimaa { goal: Part::Step, ..Arimaa::STANDARD };
    let text = "g [        R              r                                        ] Ra7n";
    for (game, ended) in [(game, true), (Arimaa::STANDARD, false)] {
        let turn = game.parse(text).unwrap();
        assert_eq!(turn.left, 3);
        assert_eq!(game.outcome(&turn), ended.then(|| Outcome::won_by(Player::First)));
    }
}
