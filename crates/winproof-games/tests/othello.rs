//! The endgame solver of Othello against scores that other programs have found.

use winproof_games::{Othello, OthelloBoard};
use winproof_rules::{Game, LeafOracle, Move, Notation, Outcome, Player, Question};

/// Positions with 16 empty squares and their scores, seen by the player to move.
fn random() -> Vec<(OthelloBoard, i32)> {
    let lines = include_str!("data/othello/random16.tsv").lines();
    let read = |line: &str| {
        let fields: Vec<_> = line.split('\t').collect();
        let board = Othello::default().parse(&fields[..2].join(" ")).unwrap();
        (board, fields[2].parse().unwrap())
    };
    lines.filter(|line| !line.starts_with('#')).map(read).collect()
}

/// Positions with the scores of all their moves.
fn ffo() -> Vec<(OthelloBoard, Vec<(Move, i32)>)> {
    let game = Othello::default();
    let read = |line: &str| {
        let board = game.parse(line).unwrap();
        let scores = line.split(';').filter_map(|part| part.split_once(':'));
        let scores = scores.map(|(name, score)| {
            let mv = game.parse_move(&board, &name.trim().to_lowercase()).unwrap();
            (mv, score.parse().unwrap())
        });
        (board, scores.collect())
    };
    include_str!("data/othello/ffo.obf").lines().map(read).collect()
}

type Oracle<'g> = dyn LeafOracle<OthelloBoard> + 'g;

/// Whether `player` gets at least so much.
fn reaches(oracle: &mut Oracle<'_>, board: &OthelloBoard, player: Player, target: i32) -> bool {
    oracle.decide(board, Question { attacker: player, target }).unwrap()
}

/// Asks on both sides of a score, on behalf of both players.
fn check_score(oracle: &mut Oracle<'_>, board: &OthelloBoard, player: Player, score: i32) {
    let game = Othello::default();
    if let Some(outcome) = game.outcome(board) {
        assert_eq!(
            Some(outcome),
            Outcome::new(if player == Player::First { score } else { -score })
        );
        return;
    }
    let name = game.format(board);
    assert!(reaches(oracle, board, player, score), "{name}: less than {score}");
    assert!(!reaches(oracle, board, player, score + 1), "{name}: more than {score}");
    let opponent = player.opponent();
    assert!(reaches(oracle, board, opponent, -score), "{name}: more than {score}");
    assert!(!reaches(oracle, board, opponent, 1 - score), "{name}: less than {score}");
}

#[test]
fn random_positions_have_the_scores_that_edax_found() {
    let game = Othello::default();
    let mut oracle = game.leaf_oracle(16).unwrap();
    let positions = random();
    assert_eq!(positions.len(), 100);
    for (board, score) in positions {
        assert_eq!(game.empty_squares(&board).count_ones(), 16);
        check_score(&mut *oracle, &board, game.to_move(&board), score);
        // And whether it is a win, a draw or a loss.
        for target in [0, 1] {
            let reached = reaches(&mut *oracle, &board, game.to_move(&board), target);
            assert_eq!(reached, score >= target);
        }
    }
}

#[test]
fn ffo_positions_have_the_scores_that_are_known() {
    let game = Othello::default();
    let mut oracle = game.leaf_oracle(19).unwrap();
    let mut moves = 0;
    for (board, scores) in ffo() {
        // The rest takes too long for a test.
        if game.empty_squares(&board).count_ones() > 19 {
            continue;
        }
        for (mv, score) in scores {
            check_score(&mut *oracle, &game.play(&board, mv), game.to_move(&board), score);
            moves += 1;
        }
    }
    assert!(moves > 20, "only {moves} moves");
}

#[test]
fn positions_that_are_too_early_are_left_to_the_search() {
    let game = Othello::default();
    let mut oracle = game.leaf_oracle(15).unwrap();
    let (board, _) = random()[0];
    let question = Question { attacker: Player::First, target: 1 };
    assert_eq!(oracle.decide(&board, question), None);
    assert_eq!(oracle.visited(), 0);
    let mut moves = Vec::new();
    game.moves(&board, &mut moves);
    assert!(oracle.decide(&game.play(&board, moves[0]), question).is_some());
    assert!(oracle.visited() > 0);
    assert!(oracle.memory() < 4 << 20);
}

/// Follows a decision move by move: by the oracle's moves where one is enough, by every move of the other
/// player for a while and then by one of them.
fn follow(
    oracle: &mut Oracle<'_>,
    board: &OthelloBoard,
    question: Question,
    proved: bool,
    all: u32,
) {
    let game = Othello::default();
    if let Some(met) = question.settled(&game, board) {
        assert_eq!(met, proved, "{}", game.format(board));
        return;
    }
    assert_eq!(oracle.decide(board, question), Some(proved), "{}", game.format(board));
    let mut moves = Vec::new();
    game.moves(board, &mut moves);
    if (game.to_move(board) == question.attacker) == proved {
        let mv = oracle.unfold(board, question, proved).unwrap();
        assert!(moves.contains(&mv), "{} is not legal on {}", mv.0, game.format(board));
        follow(oracle, &game.play(board, mv), question, proved, all);
    } else {
        let count = if all > 0 { moves.len() } else { 1 };
        for &mv in moves.iter().rev().take(count) {
            follow(oracle, &game.play(board, mv), question, proved, all.saturating_sub(1));
        }
    }
}

#[test]
fn answers_unfold_down_to_the_end() {
    let game = Othello::default();
    for (index, (board, score)) in random().into_iter().enumerate() {
        let mover = game.to_move(&board);
        let attacker = if index % 2 == 0 { mover } else { mover.opponent() };
        let worth = if attacker == mover { score } else { -score };
        for target in [worth, worth + 2] {
            // The oracle's table may help, but must not be needed.
            let mut oracle = game.leaf_oracle(16).unwrap();
            follow(&mut *oracle, &board, Question { attacker, target }, target == worth, 2);
        }
    }
}
