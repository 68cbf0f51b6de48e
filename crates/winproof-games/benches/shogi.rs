//! What it takes to play shogi: checks, replies and moves a second, beside a program that keeps a set of squares for
//! each kind of piece.
//!
//! `cargo bench -p winproof-games --bench shogi`

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use winproof_games::{Shogi, ShogiBoard};
use winproof_rules::{Game, Key, Move, Notation, Question};

type Group<'a> = BenchmarkGroup<'a, WallTime>;

/// Positions within four moves of problems in which the attacker is to move, or the defender is.
fn positions(file: &str, attacks: bool) -> Vec<ShogiBoard> {
    let mut positions = Vec::new();
    for line in file.lines() {
        let text = line.split('\t').nth(2).expect("name, plies, SFEN");
        let mut open = vec![Shogi.parse(text).expect("a problem")];
        for _ in 0..4 {
            let mut next = Vec::new();
            for board in open.iter().filter(|board| Shogi.outcome(board).is_none()) {
                // Every third move, so that no problem crowds out the others.
                next.extend(moves(board).into_iter().step_by(3).map(|mv| Shogi.play(board, mv)));
            }
            next.truncate(100);
            positions.append(&mut open);
            open = next;
        }
    }
    positions.retain(|board| {
        (board.to_move() == board.attacker()) == attacks && Shogi.outcome(board).is_none()
    });
    positions
}

fn moves(board: &ShogiBoard) -> Vec<Move> {
    let mut moves = Vec::new();
    Shogi.moves(board, &mut moves);
    moves
}

fn rates(criterion: &mut Criterion) {
    let few = include_str!("../tests/data/shogi/mates.tsv");
    let many = include_str!("../tests/data/shogi/zuko.tsv");
    for (name, file) in [("few pieces", few), ("many pieces", many)] {
        for (player, attacks) in [("attacker", true), ("defender", false)] {
            let positions = positions(file, attacks);
            let mut group = criterion.benchmark_group(format!("shogi, {name}, {player} to move"));
            rates_of(&positions, &mut group);
            if attacks {
                mates_in_one(&positions, &mut group);
            }
            group.finish();
        }
    }
}

fn rates_of(positions: &[ShogiBoard], group: &mut Group<'_>) {
    group.throughput(Throughput::Elements(positions.len() as u64));
    let mut all = Vec::new();
    group.bench_function("positions, all moves", |bencher| {
        bencher.iter(|| {
            for board in positions {
                all.clear();
                Shogi.moves(black_box(board), &mut all);
            }
        });
    });
    group.bench_function("positions, is it over", |bencher| {
        bencher.iter(|| positions.iter().filter(|&it| Shogi.outcome(it).is_some()).count());
    });
    let played: Vec<_> = positions.iter().map(|board| (board, moves(board))).collect();
    group.throughput(Throughput::Elements(played.iter().map(|it| it.1.len() as u64).sum()));
    group.bench_function("moves, played, with the key", |bencher| {
        bencher.iter(|| {
            let mut sum = 0;
            for (board, moves) in &played {
                for &mv in moves {
                    let Key(key) = Shogi.key(&Shogi.play(board, mv));
                    sum ^= key;
                }
            }
            sum
        });
    });
}

fn mates_in_one(positions: &[ShogiBoard], group: &mut Group<'_>) {
    let mut oracle = Shogi.leaf_oracle(1).expect("shogi has one");
    let question = Question { attacker: positions[0].attacker(), target: 1 };
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("positions, mate in one", |bencher| {
        bencher
            .iter(|| positions.iter().filter(|it| oracle.decide(it, question).is_some()).count());
    });
}

/// Legal moves to depth 4 from the start of a game.
fn perft(criterion: &mut Criterion) {
    fn ours(board: &ShogiBoard, depth: u32, room: &mut [Vec<Move>]) -> u64 {
        let (moves, rest) = room.split_first_mut().expect("room for each depth");
        moves.clear();
        board.legal_moves(moves);
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.iter().map(|&mv| ours(&Shogi.play(board, mv), depth - 1, rest)).sum()
    }

    fn peer(board: &haitaka::Board, depth: u32) -> u64 {
        let mut count = 0;
        board.generate_moves(|moves| {
            for mv in moves {
                if depth == 1 {
                    count += u64::from(black_box(mv).is_drop()) | 1;
                } else {
                    let mut after = board.clone();
                    after.play_unchecked(mv);
                    count += peer(&after, depth - 1);
                }
            }
            false
        });
        count
    }

    const NODES: u64 = 719_731;
    let mut group = criterion.benchmark_group("shogi, legal moves to depth 4");
    group.throughput(Throughput::Elements(NODES)).sample_size(10);
    let start = Shogi.parse("start").expect("a position");
    let mut room = vec![Vec::new(); 4];
    group.bench_function("planes", |bencher| {
        bencher.iter(|| assert_eq!(ours(&start, 4, &mut room), NODES));
    });
    let start = haitaka::Board::startpos();
    group.bench_function("haitaka", |bencher| {
        bencher.iter(|| assert_eq!(peer(&start, 4), NODES));
    });
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    rates(&mut criterion);
    perft(&mut criterion);
    criterion.final_summary();
}
