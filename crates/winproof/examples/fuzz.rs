//! Runs all searches on random cyclic graphs until the time is up: every verdict, every table entry and every
//! certificate is compared with the truth. The tests do the same for a minute.
//!
//! `cargo run --release -p winproof --example fuzz -- MINUTES [SEED]`

#[path = "../tests/searches/common.rs"]
mod common;

use std::time::{Duration, Instant};

use common::{Engine, engines, questions, random_graph, reachable, run};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use winproof::settings::Replacement;
use winproof_games::Graph;

/// The matrix of the tests, and the depth-first searches with tables that are far too small.
fn all_engines() -> Vec<Engine> {
    let mut all = engines();
    for scheme in Replacement::NAMES {
        for name in ["df-pn", "df-pn+", "pds", "pds-pn", "pn-star"] {
            for entries in [3, 12, 60] {
                let assignments = format!("replacement={scheme} entries={entries}");
                all.push(Engine::new(name, &assignments, 1 << 20));
            }
        }
    }
    all
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<u64>().expect("a number"));
    let minutes = arguments.next().expect("MINUTES [SEED]");
    let mut rng = ChaCha8Rng::seed_from_u64(arguments.next().unwrap_or(0));
    let end = Instant::now() + Duration::from_secs(60 * minutes);
    let engines = all_engines();
    let mut asked = vec![0_u64; engines.len()];
    let mut unknown = vec![0_u64; engines.len()];
    let mut graphs = 0;
    while Instant::now() < end {
        let inner =
            if rng.random_bool(0.2) { rng.random_range(9..=40) } else { rng.random_range(2..=8) };
        let text = random_graph(&mut rng, inner);
        let (graph, start) = Graph::read(&text).expect("the generator writes graphs");
        let all = reachable(&graph, &start);
        graphs += 1;
        let questions: Vec<_> = questions().collect();
        for _ in 0..4 {
            let index = rng.random_range(0..engines.len());
            let question = *questions.choose(&mut rng).expect("there are questions");
            let roots = [start, *all.choose(&mut rng).expect("the start"), start];
            asked[index] += roots.len() as u64;
            let name = || text.clone();
            unknown[index] += run(&engines[index], &graph, question, &roots, &all, &name) as u64;
        }
    }
    for ((engine, asked), unknown) in engines.iter().zip(&asked).zip(&unknown) {
        println!("{:60} {asked:9} asked {unknown:6} unknown", engine.label);
    }
    let total: u64 = asked.iter().sum();
    println!("{graphs} graphs, {total} problems, no false verdict, entry or certificate");
}
