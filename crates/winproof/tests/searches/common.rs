//! Code that the search tests share: random games, the truth about them, and the matrix of searches.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use winproof::{Algorithm, CertifyError, Config, Limits, Silent, Solver, Threads, Verdict};
use winproof_certificate::{Certificate, Header, check};
use winproof_rules::{Encoding, Game, Player, Question};

/// One row of the matrix: an algorithm, parameters, and the memory it gets.
pub struct Engine {
    pub label: String,
    pub config: Config,
}

impl Engine {
    pub fn new(name: &str, assignments: &str, memory: usize) -> Engine {
        let mut config = Config::new(Algorithm::named(name).expect("a known algorithm"));
        for assignment in assignments.split_whitespace() {
            match assignment.split_once('=') {
                // Several threads from the first expansion on, as they come or in turns.
                Some((how @ ("threads" | "turns"), count)) => {
                    let count = count.parse().expect("a number");
                    config.threads = Threads { count, alone: 0, turns: how == "turns" };
                }
                _ => config.set(assignment).expect("a known parameter"),
            }
        }
        config.memory = memory;
        Engine { label: format!("{name} {assignments}").trim().to_string(), config }
    }
}

/// The limits of every search.
const EXPANSIONS: u64 = 100_000;

const ROOMY: usize = 8 << 20;

/// Every algorithm with its main parameters; a new one is a line more.
pub fn engines() -> Vec<Engine> {
    [
        ("oracle", ""),
        ("pn", ""),
        ("pn", "proof-table=0"),
        ("pn", "evaluation=delayed"),
        ("pn", "evaluation=delayed proof-table=0 ties=deepest"),
        ("pn", "init=moves tt=10"),
        ("pn", "update=not-grown"),
        ("pn", "update=not-grown ties=deepest tt=10 init=moves"),
        ("pn", "gc-high=60 gc-low=30"),
        ("pn", "order=shuffled ties=deepest"),
        ("pn", "sum=weak init=moves tt=10 gc-high=60"),
        ("pn", "solutions=drop"),
        ("pn", "solutions=drop gc=off tt=10 replacement=subtrees"),
        ("pn", "epsilon=0.5"),
        ("pn", "epsilon=0.9 tt=10 gc-high=60 replacement=subtrees killers=2"),
        ("pn", "epsilon=0.3 solutions=drop evaluation=delayed sum=weak"),
        ("elkan", ""),
        ("elkan", "update=not-grown tt=10"),
        ("elkan", "evaluation=delayed"),
        ("pn2", ""),
        ("pn2", "a=40 b=10 init=moves"),
        ("pn2", "a=1 b=1 gc-high=200 ties=deepest"),
        ("pn2", "a=40 b=10 sum=weak"),
        ("pn2", "a=40 b=10 solutions=drop gc=off"),
        ("deep-pn", ""),
        ("deep-pn", "r=0.2 tt=10"),
        ("deep-pn", "r=0"),
        ("deep-pn", "r=0.6 evaluation=delayed"),
        ("deep-pn", "r=0.8 sum=weak"),
        ("pn-star", ""),
        ("pn-star", "sibling-gc=3 killers=2 init=moves"),
        ("pn-star", "evaluation=delayed"),
        ("pds", ""),
        ("pds", "evaluation=delayed entries=64 replacement=pair-big"),
        ("pds", "evaluation=delayed init=moves rising=off"),
        ("pds", "cost=-2 init=moves sibling-gc=2"),
        ("pds", "sum=weak rising=off"),
        ("df-pn", ""),
        ("df-pn", "evaluation=delayed"),
        ("df-pn", "evaluation=delayed thresholds=plain init=game"),
        ("df-pn", "thresholds=plain rising=off"),
        ("df-pn", "thresholds=plain sum=weak init=moves"),
        ("df-pn", "thresholds=low-memory sibling-gc=2"),
        ("df-pn", "epsilon=2 killers=2 order=shuffled"),
        ("df-pn", "widen=2 order=shuffled"),
        ("df-pn", "turns=2"),
        ("df-pn", "turns=3 thresholds=plain entries=64"),
        ("df-pn", "turns=8 evaluation=delayed sibling-gc=2"),
        ("df-pn", "threads=2"),
        ("df-pn", "threads=3 entries=64"),
        ("df-pn+", "cost=-3"),
        ("df-pn+", "turns=2 cost=-3 thresholds=low-memory"),
        ("df-pn+", "threads=8 cost=-1 init=moves"),
        ("df-pn+", "cost=5 thresholds=plain"),
        ("df-pn+", "cost=-1 thresholds=low-memory init=moves"),
        ("pds-pn", ""),
        ("pds-pn", "a=20 b=5 init=moves"),
        ("pds-pn", "second=off"),
        ("pds-pn", "a=20 b=5 sum=weak"),
        (
            "pds-pn",
            "a=20 b=5 evaluation=delayed second-init=moves trees=free proof-table=0 solutions=drop entries=64",
        ),
        ("alpha-beta", ""),
        ("alpha-beta", "entries=64 replacement=pair-deep"),
        ("alpha-beta", "history=off killers=0 entries=64"),
    ]
    .into_iter()
    .map(|(name, assignments)| Engine::new(name, assignments, ROOMY))
    .collect()
}

/// A random finite game as text, cycles and all, with `inner` nodes that are not ends. Several families:
/// who moves may alternate or not, moves may lead anywhere, mostly a little forward, or round in a ring,
/// and ends may be frequent or rare.
pub fn random_graph(rng: &mut ChaCha8Rng, inner: usize) -> String {
    let ends = rng.random_range(1..=4);
    let infinite = rng.random_range(-1..=1);
    let degree = rng.random_range(2..=5);
    let to_end = *[5, 15, 40].choose(rng).expect("not empty");
    let alternating = rng.random_bool(0.3);
    let family = rng.random_range(0..3);
    let mut text = format!("start n0\ninfinite {infinite}\n");
    for node in 0..inner {
        let first = if alternating { node % 2 == 0 } else { rng.random_bool(0.5) };
        write!(text, "n{node} {}", if first { 'A' } else { 'B' }).unwrap();
        for _ in 0..rng.random_range(1..=degree) {
            if rng.random_range(0..100) < to_end {
                write!(text, " e{}", rng.random_range(0..ends)).unwrap();
                continue;
            }
            let to = match family {
                0 => rng.random_range(0..inner),
                1 if rng.random_bool(0.8) => (node + rng.random_range(1..=3)).min(inner - 1),
                1 => rng.random_range(0..=node),
                _ => (node + rng.random_range(1..=4)) % inner,
            };
            write!(text, " n{to}").unwrap();
        }
        text.push('\n');
    }
    for end in 0..ends {
        writeln!(text, "e{end} = {}", rng.random_range(-2..=2)).unwrap();
    }
    text
}

/// All positions that can be reached.
pub fn reachable<G: Game>(game: &G, root: &G::Position) -> Vec<G::Position> {
    let mut seen: HashMap<G::Position, usize> = HashMap::from([(root.clone(), 0)]);
    let mut all = vec![root.clone()];
    let mut moves = Vec::new();
    let mut next = 0;
    while next < all.len() {
        let position = all[next].clone();
        next += 1;
        if game.outcome(&position).is_some() {
            continue;
        }
        moves.clear();
        game.moves(&position, &mut moves);
        for &mv in &moves {
            let child = game.play(&position, mv);
            if !seen.contains_key(&child) {
                seen.insert(child.clone(), all.len());
                all.push(child);
            }
        }
    }
    all
}

/// The truth, by the simplest method: a set of proved positions that grows, in rounds over all positions,
/// until it grows no more. Shares no code with the oracle.
pub fn truth<G: Game>(
    game: &G,
    question: Question,
    all: &[G::Position],
) -> HashMap<G::Position, bool> {
    let endless_meets = question.met_by(game.endless());
    // With endless play good for the attacker, what grows is the set of disproved positions.
    let grower = if endless_meets { question.attacker.opponent() } else { question.attacker };
    let mut inside: HashMap<G::Position, bool> = HashMap::new();
    let mut moves = Vec::new();
    loop {
        let before = inside.values().filter(|&&yes| yes).count();
        for position in all {
            let holds = match game.outcome(position) {
                Some(outcome) => question.met_by(outcome) != endless_meets,
                None => {
                    moves.clear();
                    game.moves(position, &mut moves);
                    let mut children =
                        moves.iter().map(|&mv| inside.get(&game.play(position, mv)) == Some(&true));
                    if game.to_move(position) == grower {
                        children.any(|yes| yes)
                    } else {
                        children.all(|yes| yes)
                    }
                }
            };
            inside.insert(position.clone(), holds);
        }
        if inside.values().filter(|&&yes| yes).count() == before {
            break;
        }
    }
    inside.into_iter().map(|(position, yes)| (position, yes != endless_meets)).collect()
}

/// Solves one position, checks verdict and certificate against the truth, and audits every entry of the
/// solver's tables. Returns whether a verdict was reached and certified.
pub fn solve_and_audit<G: Encoding>(
    solver: &mut Solver<'_, G>,
    game: &G,
    question: Question,
    position: &G::Position,
    truth: &HashMap<G::Position, bool>,
    expansions: u64,
    context: &dyn Fn() -> String,
) -> bool {
    let limits = Limits { expansions: Some(expansions), ..Limits::default() };
    let answer = solver.solve_with(position, &limits, &mut Silent);
    for (position, &proved) in truth {
        if let Some(known) = solver.known(position) {
            assert_eq!(known, proved, "false entry for {position:?}\n{}", context());
        }
    }
    let proved = match answer.verdict {
        Verdict::Proved => true,
        Verdict::Disproved => false,
        Verdict::Unknown => return false,
    };
    assert_eq!(proved, truth[position], "wrong verdict\n{}", context());
    let records = match solver.certify(position, proved, &limits, &mut Silent) {
        Ok(records) => records,
        // A table of three entries has to find everything again.
        Err(CertifyError::Stopped(_)) => return false,
        Err(error) => panic!("no certificate: {error}\n{}", context()),
    };
    let header = Header {
        game: String::new(),
        parameters: BTreeMap::new(),
        position: String::new(),
        attacker: question.attacker,
        target: question.target,
        within: game.plies_left(position),
        verdict: match proved {
            true => winproof_rules::Verdict::Proved,
            false => winproof_rules::Verdict::Disproved,
        },
    };
    let certificate = Certificate { header, records };
    if let Err(rejection) = check(game, position, &certificate) {
        panic!("certificate rejected: {rejection}\n{}", context());
    }
    true
}

/// Solves and audits the same positions one after the other with one solver, and counts the unknown.
pub fn run<G: Encoding>(
    engine: &Engine,
    game: &G,
    question: Question,
    roots: &[G::Position],
    all: &[G::Position],
    name: &dyn Fn() -> String,
) -> usize {
    let truth = truth(game, question, all);
    let mut solver = Solver::new(game, question, &engine.config);
    let context = || format!("{} {question:?}\n{}", engine.label, name());
    let solved =
        |root| solve_and_audit(&mut solver, game, question, root, &truth, EXPANSIONS, &context);
    roots.len() - roots.iter().map(solved).filter(|&solved| solved).count()
}

/// The questions that are asked of every random game.
pub fn questions() -> impl Iterator<Item = Question> {
    [Player::First, Player::Second]
        .into_iter()
        .flat_map(|attacker| [-1, 0, 1, 2].map(|target| Question { attacker, target }))
}
