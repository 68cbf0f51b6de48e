//! What certificates cost: seconds to search, to make the certificate and to check it.
//!
//! `cargo bench -p winproof --bench certificates` prints a line for each of some random trees that PN search
//! solves, then how long Arimaa's wins in two turns take that the experiment has of the thesis (Majerech 2012).

use std::time::Instant;

use winproof::{Algorithm, Config, Limits, Silent, Solver, Verdict};
use winproof_certificate::{Certificate, Header, check};
use winproof_games::{Arimaa, GameSpec, Tree};
use winproof_rules::{Game, Notation, Player, Question};

/// What one problem took.
struct Cost {
    verdict: winproof_rules::Verdict,
    expansions: u64,
    /// To search, to make and to check.
    seconds: [f64; 3],
    records: u64,
    bytes: usize,
}

/// Solves a problem and has its certificate made and checked; `None` if it is not solved.
fn measure<G: Notation>(
    game: &G,
    root: &G::Position,
    attacker: Player,
    config: &Config,
) -> Option<Cost> {
    let question = Question { attacker, target: 1 };
    let start = Instant::now();
    let mut solver = Solver::new(game, question, config);
    let limits = Limits { expansions: Some(20_000_000), ..Limits::default() };
    let answer = solver.solve_with(root, &limits, &mut Silent);
    let searched = start.elapsed();
    let (proved, verdict) = match answer.verdict {
        Verdict::Proved => (true, winproof_rules::Verdict::Proved),
        Verdict::Disproved => (false, winproof_rules::Verdict::Disproved),
        Verdict::Unknown => return None,
    };
    let start = Instant::now();
    let records = solver.certify(root, proved, &limits, &mut Silent).expect("a certificate");
    let made = start.elapsed();
    let header = Header {
        // The checker is handed the game itself, so its name does not matter.
        game: String::new(),
        parameters: Default::default(),
        position: game.format(root),
        attacker,
        target: question.target,
        within: None,
        verdict,
    };
    let certificate = Certificate { header, records };
    let mut file = Vec::new();
    certificate.write_to(&mut file).expect("memory takes everything");
    let start = Instant::now();
    let report = check(game, root, &certificate).expect("an accepted certificate");
    Some(Cost {
        verdict,
        expansions: answer.counts.expansions,
        seconds: [searched, made, start.elapsed()].map(|time| time.as_secs_f64()),
        records: report.records,
        bytes: file.len(),
    })
}

fn trees() {
    println!(
        "{:28} {:>9} {:>10} {:>8} {:>8} {:>8} {:>9} {:>10}",
        "problem", "verdict", "expansions", "search s", "make s", "check s", "records", "bytes"
    );
    let problems = [
        "sigma=0.07,seed=1",
        "sigma=0.07,seed=2",
        "sigma=0.06,seed=6",
        "sigma=0.07,v=0.42,seed=3",
        "sigma=0.07,v=0.42,seed=4",
    ];
    for parameters in problems {
        let spec: GameSpec = format!("tree:{parameters}").parse().expect("a tree");
        let tree = Tree::new(spec.settings()).expect("a tree");
        let config = Config { memory: 1 << 30, ..Config::new(Algorithm::Pn) };
        match measure(&tree, &tree.root(), Player::First, &config) {
            None => println!("{parameters:28} unknown"),
            Some(Cost { verdict, expansions, seconds: [search, make, check], records, bytes }) => {
                let verdict = verdict.to_string();
                println!(
                    "{parameters:28} {verdict:>9} {expansions:10} {search:8.3} {make:8.3} {check:8.3} \
                     {records:9} {bytes:10}"
                );
            }
        }
    }
}

/// Times in milliseconds: the median, what nine tenths take at the most, and the longest.
fn arimaa() {
    let files = [
        include_str!("../../../experiments/majerech-2012/positions/reduced.txt"),
        include_str!("../../../experiments/majerech-2012/positions/big.txt"),
    ];
    let mut config = Config { memory: 256 << 20, ..Config::new(Algorithm::DfPnPlus) };
    ["init=game", "leaf=2"].iter().for_each(|it| config.set(it).expect("a parameter"));
    let mut costs = Vec::new();
    for line in files.iter().flat_map(|file| file.lines()) {
        let (text, name) = line.split_once('\t').expect("a name after a position");
        // Not won in two turns: it takes minutes, or is not solved.
        if ["08829", "11255", "11778", "14501"].contains(&name) {
            continue;
        }
        let game = Arimaa::default();
        let root = game.parse(text).expect("a position");
        costs.push(measure(&game, &root, game.to_move(&root), &config).expect("a win"));
    }
    let count = costs.len();
    println!("\nArimaa, {count} wins in two turns (`auto`), milliseconds");
    println!("{:10} {:>8} {:>8} {:>8}", "", "median", "90 %", "longest");
    type Part = (&'static str, fn(&Cost) -> f64);
    let parts: [Part; 4] = [
        ("search", |cost| cost.seconds[0]),
        ("make", |cost| cost.seconds[1]),
        ("check", |cost| cost.seconds[2]),
        ("together", |cost| cost.seconds.iter().sum()),
    ];
    for (name, part) in parts {
        let mut times: Vec<f64> = costs.iter().map(part).collect();
        times.sort_by(f64::total_cmp);
        let [median, most, longest] =
            [count / 2, count * 9 / 10, count - 1].map(|index| 1_000.0 * times[index]);
        println!("{name:10} {median:8.2} {most:8.2} {longest:8.2}");
    }
    let records = costs.iter().map(|cost| cost.records);
    let bytes: usize = costs.iter().map(|cost| cost.bytes).sum();
    let mean = records.clone().sum::<u64>() / count as u64;
    let most = records.max().unwrap_or(0);
    println!("records: {mean} in the mean, {most} at the most; {bytes} bytes in all");
}

fn main() {
    trees();
    arimaa();
}
