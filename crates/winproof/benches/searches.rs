//! How fast the searches are, and what a node and a look-up cost.
//!
//! `cargo bench -p winproof` prints children per second for each algorithm on one of Nagai's random trees,
//! then tables with what the rates do not show.

use std::time::Instant;

use criterion::{BenchmarkId, Criterion, Throughput};
use winproof::bench::{Effort, Entry, Table};
use winproof::settings::Replacement;
use winproof::{Algorithm, Answer, Config, Limits, Numbers, Silent, Solver};
use winproof_games::{GameSpec, Tree};
use winproof_rules::{Key, Move, Player, Question};

const QUESTION: Question = Question { attacker: Player::First, target: 1 };
const MEMORY: usize = 1 << 30;

fn config(name: &str, memory: usize) -> Config {
    let algorithm = Algorithm::named(name).expect("a known algorithm");
    Config { memory, ..Config::new(algorithm) }
}

fn tree(parameters: &str) -> Tree {
    let spec: GameSpec = format!("tree:{parameters}").parse().expect("a tree");
    Tree::new(spec.settings()).expect("a tree")
}

fn run(tree: &Tree, config: &Config, expansions: u64) -> Answer {
    let limits = Limits { expansions: Some(expansions), ..Limits::default() };
    Solver::new(tree, QUESTION, config).solve_with(&tree.root(), &limits, &mut Silent)
}

/// A tree that is far from solved after these expansions, whatever the algorithm.
const HARD: &str = "avg=8,sigma=0.05,seed=1";
const EXPANSIONS: u64 = 500_000;

fn rates(criterion: &mut Criterion) {
    let tree = tree(HARD);
    let mut group = criterion.benchmark_group("children of random trees, avg 8, 1 GiB");
    group.sample_size(10);
    for name in ["pn", "elkan", "pn2", "deep-pn", "df-pn", "pds", "pds-pn", "pn-star"] {
        let config = config(name, MEMORY);
        let generated = run(&tree, &config, EXPANSIONS).counts.generated;
        group.throughput(Throughput::Elements(generated));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| run(&tree, &config, EXPANSIONS));
        });
    }
    group.finish();
}

fn bytes_per_node() {
    let mut config = config("pn", MEMORY);
    config.set("proof-table=0").expect("a parameter of pn");
    let answer = run(&tree(HARD), &config, 4_000_000);
    println!(
        "\npn, {} expansions in {:.2} s: {:.0} expansions/s, {:.0} children/s, {} nodes of {:.1} bytes",
        answer.counts.expansions,
        answer.elapsed.as_secs_f64(),
        answer.counts.expansions as f64 / answer.elapsed.as_secs_f64(),
        answer.counts.generated as f64 / answer.elapsed.as_secs_f64(),
        answer.entries,
        answer.memory as f64 / answer.entries as f64,
    );
}

/// Nanoseconds for a look-up of the transposition table, half of them without a hit, with and without the
/// prefetch that the searches do a few look-ups ahead.
fn look_ups() {
    let mut table = Table::with_bytes(MEMORY, Replacement::Larger);
    let entry = Entry::new(Key(0), Numbers::UNIT, Move(0));
    let key = |i: u64| Key(u128::from(i.wrapping_mul(0x9e37_79b9_7f4a_7c15)) << 32);
    let filled = table.capacity() as u64 * 3 / 4;
    (0..filled).for_each(|i| table.put(key(i), entry, Effort::default()));
    let scattered = |i: u64| key(i.wrapping_mul(2_654_435_761) % (2 * filled));
    let count = 10_000_000;
    for ahead in [0, 8] {
        let start = Instant::now();
        let mut found = 0_u64;
        for i in 0..count {
            if ahead > 0 {
                table.prefetch(scattered(i + ahead));
            }
            found += u64::from(table.get(scattered(i)).is_some());
        }
        let nanoseconds = start.elapsed().as_secs_f64() * 1e9 / count as f64;
        let share = 100 * found / count;
        println!(
            "look-up, prefetch {ahead} ahead: {nanoseconds:.0} ns ({share} % found, 1 GiB table)"
        );
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    rates(&mut criterion);
    criterion.final_summary();
    bytes_per_node();
    look_ups();
}
