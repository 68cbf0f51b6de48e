//! What certificates cost: processor time to search, to make the certificate and to check it.
//!
//! `cargo bench -p winproof --bench certificates -- trees arimaa hex othello` prints the parts that are named, or all:
//! some random trees that PN search solves; Arimaa's wins in two turns that the experiment has of the thesis
//! (Majerech 2012); openings of Hex 7×7; and Othello positions with 16 empty squares, for the win and for the score.
//! `--threads N` uses so many threads to make and to check certificates; times are then of the clock.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use winproof::{Algorithm, Config, Limits, Silent, Solver, Threads, Verdict};
use winproof_certificate::{Certificate, CheckReport, Checker, Header};
use winproof_games::{Arimaa, GameSpec, Hex, Othello, Tree};
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

/// A moment: of the processor's time with one thread, of the clock with several.
#[derive(Clone, Copy)]
struct Moment {
    clock: Instant,
    processor: Duration,
    threads: usize,
}

impl Moment {
    fn now(threads: usize) -> Moment {
        let time = clock_gettime(ClockId::ProcessCPUTime);
        let processor = Duration::new(time.tv_sec as u64, time.tv_nsec as u32);
        Moment { clock: Instant::now(), processor, threads }
    }

    fn seconds(self) -> f64 {
        let now = Moment::now(self.threads);
        let passed = match self.threads {
            1 => now.processor - self.processor,
            _ => now.clock - self.clock,
        };
        passed.as_secs_f64()
    }
}

/// Solves a problem and has its certificate made and checked; `None` if it is not solved.
fn measure<G: Notation>(
    game: &G,
    root: &G::Position,
    question: Question,
    config: &Config,
    threads: usize,
) -> Option<Cost> {
    let start = Moment::now(threads);
    let mut solver = Solver::new(game, question, config);
    let limits = Limits { expansions: Some(20_000_000), ..Limits::default() };
    let answer = solver.solve_with(root, &limits, &mut Silent);
    let searched = start.seconds();
    let verdict = answer.verdict;
    let proved = verdict.proved()?;
    let start = Moment::now(threads);
    let records = solver.certify(root, proved, &limits, &mut Silent).expect("a certificate");
    let made = start.seconds();
    let Question { attacker, target } = question;
    let header = Header {
        // The checker is handed the game itself, so its name does not matter.
        game: String::new(),
        parameters: Default::default(),
        position: game.format(root),
        attacker,
        target,
        within: None,
        verdict,
    };
    let certificate = Certificate { header, records };
    let mut file = Vec::new();
    certificate.write_to(&mut file).expect("memory takes everything");
    let start = Moment::now(threads);
    let report = check(game, root, &certificate, threads);
    Some(Cost {
        verdict,
        expansions: answer.counts.expansions,
        seconds: [searched, made, start.seconds()],
        records: report.records,
        bytes: file.len(),
    })
}

fn check<G: Notation>(
    game: &G,
    root: &G::Position,
    certificate: &Certificate,
    threads: usize,
) -> CheckReport {
    let mut checker = Checker::new(game, root, certificate).expect("the root is fine");
    checker = checker.threads(threads);
    loop {
        if let Some(report) = checker.advance(u64::MAX).expect("an accepted certificate") {
            return report;
        }
    }
}

fn first_wins() -> Question {
    Question::win(Player::First)
}

fn headline() {
    println!(
        "\n{:28} {:>9} {:>10} {:>8} {:>8} {:>8} {:>6} {:>9} {:>10}",
        "problem",
        "verdict",
        "expansions",
        "search s",
        "make s",
        "check s",
        "ratio",
        "records",
        "bytes"
    );
}

fn line(name: &str, cost: &Cost) {
    let Cost { verdict, expansions, seconds: [search, make, check], records, bytes } = cost;
    let (verdict, ratio) = (verdict.to_string(), (make + check) / search);
    println!(
        "{name:28} {verdict:>9} {expansions:10} {search:8.3} {make:8.3} {check:8.3} {ratio:6.2} \
         {records:9} {bytes:10}"
    );
}

/// The sums of some problems, and the geometric mean of what making and checking takes relative to the search.
fn summary(name: &str, costs: &[Cost]) {
    let sum = |part: fn(&Cost) -> f64| costs.iter().map(part).sum::<f64>();
    let [search, make, check] =
        [sum(|cost| cost.seconds[0]), sum(|cost| cost.seconds[1]), sum(|cost| cost.seconds[2])];
    let logarithm = |cost: &Cost| ((cost.seconds[1] + cost.seconds[2]) / cost.seconds[0]).ln();
    let mean = (costs.iter().map(logarithm).sum::<f64>() / costs.len() as f64).exp();
    let (records, bytes) = (sum(|cost| cost.records as f64), sum(|cost| cost.bytes as f64));
    println!(
        "{name}: search {search:.3} s, make {make:.3} s, check {check:.3} s; (make + check) / search {:.2}, \
         geometric mean {mean:.2}; {records:.0} records, {bytes:.0} bytes",
        (make + check) / search
    );
}

fn trees(threads: usize) {
    headline();
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
        match measure(&tree, &tree.root(), first_wins(), &config, threads) {
            None => println!("{parameters:28} unknown"),
            Some(cost) => line(parameters, &cost),
        }
    }
}

/// An algorithm with settings and threads.
fn configured(algorithm: Algorithm, settings: &[&str], threads: usize) -> Config {
    let mut config = Config { memory: 256 << 20, ..Config::new(algorithm) };
    settings.iter().for_each(|it| config.set(it).expect("a parameter"));
    config.threads = Threads::new(threads);
    config
}

/// Times in milliseconds: the median, what nine tenths take at the most, and the longest.
fn arimaa(threads: usize) {
    let files = [
        include_str!("../../../experiments/majerech-2012/positions/reduced.txt"),
        include_str!("../../../experiments/majerech-2012/positions/big.txt"),
    ];
    let config = configured(Algorithm::DfPnPlus, &["init=game", "leaf=2"], threads);
    let mut costs = Vec::new();
    for line in files.iter().flat_map(|file| file.lines()) {
        let (text, name) = line.split_once('\t').expect("a name after a position");
        // Not won in two turns: it takes minutes, or is not solved.
        if ["08829", "11255", "11778", "14501"].contains(&name) {
            continue;
        }
        let game = Arimaa::default();
        let root = game.parse(text).expect("a position");
        let question = Question::win(game.to_move(&root));
        costs.push(measure(&game, &root, question, &config, threads).expect("a win"));
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

/// Openings of Hex 7×7 from easy to hard; Black wins with those in the second list.
fn hex(threads: usize) {
    headline();
    let spec: GameSpec = "hex:size=7".parse().expect("a game");
    let game = Hex::new(spec.settings());
    let config = configured(Algorithm::DfPnPlus, &["init=game", "leaf=6"], threads);
    let lost = ["f1", "e1", "d1", "d2", "a1", "b1", "c1", "a3", "a2", "b2"];
    let won = ["f2", "d4", "e3", "b3", "c3", "c2", "e2", "f3", "g1", "g2"];
    let mut costs = Vec::new();
    for (openings, expected) in [(lost, Verdict::Disproved), (won, Verdict::Proved)] {
        for opening in openings {
            let root = game.parse(opening).expect("a move");
            let cost = measure(&game, &root, first_wins(), &config, threads).expect("a verdict");
            assert_eq!(cost.verdict, expected, "{opening}");
            line(opening, &cost);
            costs.push(cost);
        }
    }
    summary("Hex 7×7", &costs);
}

/// Positions with 16 empty squares: whether the player to move wins, and the two certificates of the score.
fn othello(threads: usize) {
    println!();
    let game = Othello::default();
    let config = configured(Algorithm::DfPn, &["leaf=22"], threads);
    let [mut wins, mut values] = [Vec::new(), Vec::new()];
    let file = include_str!("../../winproof-games/tests/data/othello/random16.tsv");
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let root = game.parse(&fields[..2].join(" ")).expect("a position");
        let score: i32 = fields[2].parse().expect("a score");
        let attacker = game.to_move(&root);
        let ask = |target: i32, costs: &mut Vec<Cost>| {
            let question = Question { attacker, target };
            let cost = measure(&game, &root, question, &config, threads).expect("a verdict");
            assert_eq!(cost.verdict, Verdict::of(score >= target), "{line}");
            costs.push(cost);
        };
        ask(1, &mut wins);
        ask(score, &mut values);
        ask(score + 1, &mut values);
    }
    summary("Othello, 16 squares, win", &wins);
    summary("Othello, 16 squares, score", &values);
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let threads = arguments.iter().position(|it| it == "--threads");
    let threads = threads.and_then(|at| arguments.get(at + 1)?.parse().ok()).unwrap_or(1);
    type Part = (&'static str, fn(usize));
    let parts: [Part; 4] =
        [("trees", trees), ("arimaa", arimaa), ("hex", hex), ("othello", othello)];
    let named = |name: &str| arguments.iter().any(|it| it == name);
    let all = !parts.iter().any(|(name, _)| named(name));
    for (name, part) in parts {
        if all || named(name) {
            part(threads);
        }
    }
}
