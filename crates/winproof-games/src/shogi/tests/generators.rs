//! The generators against haitaka, another program, and against each other.

use haitaka::Board;

use super::*;
use crate::shogi::text;

/// The names of all legal moves, as haitaka says. Version 0.3.2 looks at one square only when it takes out pawns
/// that mate when dropped, so they are taken out here, where haitaka sees no reply.
fn peer_moves(peer: &Board) -> Vec<String> {
    let mut moves = Vec::new();
    peer.generate_moves(|some| {
        moves.extend(some);
        false
    });
    moves.retain(|&mv| {
        let mut after = peer.clone();
        let is_pawn = mv.is_drop() && mv.to_string().starts_with('P');
        is_pawn.then(|| after.play_unchecked(mv));
        !is_pawn || after.generate_moves(|_| true)
    });
    let mut names: Vec<_> = moves.iter().map(|mv| mv.to_string()).collect();
    names.sort();
    names
}

/// Haitaka's board for a position. Where there is but one king it gives the defender what is missing by itself,
/// and nothing else.
fn peer(board: &ShogiBoard) -> Board {
    let sfen = text::write(board);
    let mut fields: Vec<_> = sfen.split(' ').map(str::to_string).collect();
    let read = sfen.parse().or_else(|_| {
        fields[2] = fields[2]
            .split_inclusive(char::is_alphabetic)
            .filter(|piece| piece.ends_with(char::is_uppercase))
            .collect();
        if fields[2].is_empty() {
            fields[2].push('-');
        }
        Board::tsume(&fields.join(" "))
    });
    read.unwrap_or_else(|error| panic!("{sfen}: {error:?}"))
}

/// Plays at random on both boards and compares all moves. Returns how many positions there were, and in how many
/// of them the player to move was in check.
fn compare(root: ShogiBoard, plies: usize, random: &mut Random) -> [usize; 2] {
    let mut peer = peer(&root);
    let mut compared = [0, 0];
    let game = random_game(root, plies, random);
    for (index, board) in game.iter().enumerate() {
        assert_eq!(names(board, &legal(board)), peer_moves(&peer), "{}", text::write(board));
        let checked = board.is_in_check(board.to_move());
        assert_eq!(checked, !peer.checkers().is_empty());
        compared[0] += 1;
        compared[1] += usize::from(checked);
        if let Some(next) = game.get(index + 1) {
            let mv = legal(board).into_iter().find(|&mv| Shogi.play(board, mv) == *next);
            peer.play(text::write_move(mv.unwrap()).parse().unwrap());
        }
    }
    compared
}

fn perft(board: &ShogiBoard, depth: u32) -> u64 {
    let moves = legal(board);
    match depth {
        1 => moves.len() as u64,
        _ => moves.iter().map(|&mv| perft(&Shogi.play(board, mv), depth - 1)).sum(),
    }
}

#[test]
fn perft_from_the_start() {
    let start = board("start");
    for (depth, count) in (1..).zip([30, 900, 25_470, 719_731]) {
        assert_eq!(perft(&start, depth), count, "depth {depth}");
    }
}

#[test]
#[ignore = "takes some seconds; run it after changes of generators"]
fn deep_perft_from_the_start() {
    assert_eq!(perft(&board("start"), 5), 19_861_490);
}

/// With pieces in hand, promotions, checks and pinned pieces: the position of the shogi programmers' perft.
#[test]
fn perft_with_many_drops() {
    let busy = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";
    for (depth, count) in (1..).zip([207, 28_684, 4_809_015]) {
        assert_eq!(perft(&board(busy), depth), count, "depth {depth}");
    }
}

#[test]
fn moves_are_those_of_haitaka_along_random_games() {
    let mut random = Random::new(22);
    let mut compared = [0, 0];
    for _ in 0..60 {
        let [all, checks] = compare(board("start"), 300, &mut random);
        compared = [compared[0] + all, compared[1] + checks];
    }
    assert!(compared[0] > 5_000 && compared[1] > 200, "{compared:?}");
}

#[test]
fn moves_are_those_of_haitaka_around_problems() {
    let mut random = Random::new(23);
    let mut compared = [0, 0];
    for root in problems() {
        // Haitaka has no positions that lack pieces.
        let root = board(&format!("{} rest", text::write(&root)));
        for _ in 0..40 {
            let [all, checks] = compare(root, 12, &mut random);
            compared = [compared[0] + all, compared[1] + checks];
        }
    }
    assert!(compared[0] > 3_000 && compared[1] > 500, "{compared:?}");
}

#[test]
fn checks_are_the_legal_moves_that_give_check() {
    let (mut with, mut without) = (0, 0);
    for position in positions() {
        let Some(position) = position.attacked_by(position.to_move()) else { continue };
        let mut expected = legal(&position);
        expected.retain(|&mv| {
            let after = Shogi.play(&position, mv);
            after.is_in_check(after.to_move())
        });
        assert_eq!(moves(&position), expected, "{position:?}");
        assert_eq!(position.has_check(), !expected.is_empty());
        *(if expected.is_empty() { &mut without } else { &mut with }) += 1;
    }
    assert!(with > 2_000 && without > 1_000, "{with} positions with checks, {without} without");
}

/// Evasions that were left out would be missed by haitaka; that the others are some is seen here.
#[test]
fn evasions_end_the_check() {
    let mut evaded = 0;
    for position in positions().filter(|position| position.is_in_check(position.to_move())) {
        let legal = legal(&position);
        assert_eq!(position.has_legal_move(), !legal.is_empty());
        for &mv in &legal {
            assert!(!Shogi.play(&position, mv).is_in_check(position.to_move()), "{position:?}");
        }
        evaded += legal.len();
    }
    assert!(evaded > 1_000, "only {evaded} evasions");
}

#[test]
fn mates_in_one_are_moves_after_which_there_is_none() {
    let mut mates = 0;
    for position in positions() {
        let Some(position) = position.attacked_by(position.to_move()) else { continue };
        let mating = |mv: &Move| legal(&Shogi.play(&position, *mv)).is_empty();
        let expected = moves(&position).into_iter().find(mating);
        assert_eq!(position.look_for_mate().mate, expected);
        mates += usize::from(expected.is_some());
    }
    assert!(mates > 100, "only {mates} mates");
}

/// Keys are kept up to date; here they are made from the pieces.
#[test]
fn keys_are_those_of_the_same_position_read_anew() {
    for position in positions().step_by(7) {
        let again = board(&text::write(&position));
        let again = again.attacked_by(position.attacker()).unwrap();
        assert_eq!(again, position);
        assert_eq!(Shogi.key(&again), Shogi.key(&position));
    }
}
