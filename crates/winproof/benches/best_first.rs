//! How fast the best-first searches are, and what a node and a certificate cost.
//!
//! `cargo bench -p winproof` prints children per second for each algorithm on Nagai's random trees, then
//! a table with what the rates do not show.

use std::time::Instant;

use criterion::{BenchmarkId, Criterion, Throughput};
use winproof::{Algorithm, Answer, Config, Limits, Silent, Solver, Verdict};
use winproof_check::{Certificate, Header, check};
use winproof_game::{Notation, Player, Question};
use winproof_games::{GameSpec, Tree};

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
    Solver::new(tree, QUESTION, config).solve(&tree.root(), &limits, &mut Silent)
}

/// Seed 7 is far from solved after these expansions, whatever the algorithm.
const HARD: &str = "avg=8,seed=7";
const EXPANSIONS: u64 = 500_000;

fn rates(criterion: &mut Criterion) {
    let tree = tree(HARD);
    let mut group = criterion.benchmark_group("children of random trees, avg 8, 1 GiB");
    group.sample_size(10);
    for name in ["pn", "elkan", "pn2", "deep-pn"] {
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
    config.settings.set("proof-table=0").expect("a parameter of pn");
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

/// Seconds to search, to make the certificate and to check it, on trees that get solved.
fn certificates() {
    println!(
        "\n{:28} {:>9} {:>10} {:>8} {:>8} {:>8} {:>9} {:>10}",
        "problem", "verdict", "expansions", "search s", "make s", "check s", "records", "bytes"
    );
    for parameters in
        ["avg=8,v=0.6,seed=1", "avg=8,v=0.4,seed=2", "avg=12,v=0.6,seed=3", "avg=6,seed=5"]
    {
        let tree = tree(parameters);
        let config = config("pn", MEMORY);
        let mut solver = Solver::new(&tree, QUESTION, &config);
        let limits = Limits { expansions: Some(20_000_000), ..Limits::default() };
        let answer = solver.solve(&tree.root(), &limits, &mut Silent);
        let (proved, verdict) = match answer.verdict {
            Verdict::Proved => (true, winproof_check::Verdict::Proved),
            Verdict::Disproved => (false, winproof_check::Verdict::Disproved),
            Verdict::Unknown(reason) => {
                println!("{parameters:28} unknown: {reason}");
                continue;
            }
        };
        let start = Instant::now();
        let records =
            solver.certify(&tree.root(), proved, &limits, &mut Silent).expect("a certificate");
        let made = start.elapsed();
        let header = Header {
            game: "tree".to_string(),
            parameters: Default::default(),
            position: tree.format(&tree.root()),
            attacker: QUESTION.attacker,
            target: QUESTION.target,
            verdict,
        };
        let certificate = Certificate { header, records };
        let mut file = Vec::new();
        certificate.write_to(&mut file).expect("memory takes everything");
        let start = Instant::now();
        let report = check(&tree, &tree.root(), &certificate).expect("an accepted certificate");
        println!(
            "{parameters:28} {verdict:>9} {:10} {:8.3} {:8.3} {:8.3} {:9} {:10}",
            answer.counts.expansions,
            answer.elapsed.as_secs_f64(),
            made.as_secs_f64(),
            start.elapsed().as_secs_f64(),
            report.records,
            file.len(),
            verdict = verdict.to_string(),
        );
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    rates(&mut criterion);
    criterion.final_summary();
    bytes_per_node();
    certificates();
}
