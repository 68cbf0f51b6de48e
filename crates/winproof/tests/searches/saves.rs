//! Searches that are interrupted, saved and resumed: by another solver, with other parameters, at any moment.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use winproof::save::{self, Header, State, StateReader};
use winproof::{
    ALGORITHMS, Algorithm, Config, Keeps, Limits, Observer, Progress, Silent, Solver, Verdict,
};
use winproof_games::{GameSpec, Graph, Nim, TicTacToe, Tree};
use winproof_rules::{Encoding, Game, Move, Notation, Player, Question};

use crate::common::{Engine, engines, questions, random_graph, reachable, solve_and_audit, truth};

fn store(config: &Config, state: &mut dyn State) -> Vec<u8> {
    let mut file = Vec::new();
    save::write(&mut file, &Header::new(config), &[], state).unwrap();
    file
}

fn load(mut file: &[u8], config: &Config, state: &mut dyn State) {
    let header = save::read_header(&mut file).unwrap();
    header.check(config).unwrap();
    let mut reader = StateReader::new(&mut file);
    assert!(save::read_attachments(&mut reader).unwrap().is_empty());
    state.load(&mut reader).unwrap();
    reader.finish().unwrap();
}

/// On random graphs, cycles and all: a few expansions, a save, a new solver of another algorithm or with
/// other parameters, as far as they can resume from each other. Every entry is always true, and so is the
/// result.
#[test]
fn any_search_goes_on_from_any_save_of_its_kind() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let engines: Vec<_> = engines()
        .into_iter()
        .filter(|engine| engine.config.algorithm().keeps() != Keeps::Nothing)
        .collect();
    let (mut resumed, mut unsolved) = (0, 0);
    for _ in 0..400 {
        let inner = rng.random_range(6..=30);
        let text = random_graph(&mut rng, inner);
        let (graph, start) = Graph::read(&text).unwrap();
        let all = reachable(&graph, &start);
        let question = *questions().collect::<Vec<_>>().choose(&mut rng).unwrap();
        let truth = truth(&graph, question, &all);
        for engine in &engines {
            let mut saved: Option<Vec<u8>> = None;
            let mut solved = false;
            for round in 1..60 {
                let other = engines.choose(&mut rng).unwrap();
                let fits = Header::new(&engine.config).check(&other.config).is_ok();
                let Engine { label, config } = if fits { other } else { engine };
                let mut config = config.clone();
                config.memory = rng.random_range(1 << 20..8 << 20);
                let mut solver = Solver::new(&graph, question, &config);
                if let Some(file) = &saved {
                    load(file, &config, solver.state());
                    resumed += 1;
                }
                let expansions = rng.random_range(1..=4 * round);
                let context = || format!("{label} from {} {question:?}\n{text}", engine.label);
                solved = solve_and_audit(
                    &mut solver,
                    &graph,
                    question,
                    &start,
                    &truth,
                    expansions,
                    &context,
                );
                if solved {
                    break;
                }
                // The certificate may have been interrupted, and then this is the state of some other search.
                if let Verdict::Unknown = solver
                    .solve_with(
                        &start,
                        &Limits { expansions: Some(1), ..Limits::default() },
                        &mut Silent,
                    )
                    .verdict
                {
                    saved = Some(store(&config, solver.state()));
                }
            }
            unsolved += usize::from(!solved);
        }
    }
    assert!(resumed > 2000, "{resumed}");
    // Weak thresholds, trees of sixty nodes: some of the engines are not meant to get through.
    assert!(unsolved * 100 < 400 * engines.len(), "{unsolved} unsolved");
}

/// Saves the search every so many expansions.
struct Saving<'a> {
    config: &'a Config,
    every: u64,
    next: u64,
    seen: u64,
    last: Option<Vec<u8>>,
}

impl Observer for Saving<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.seen = progress.counts.expansions;
    }

    fn wants_save(&self) -> bool {
        self.seen >= self.next
    }

    fn save(&mut self, progress: &Progress, state: &mut dyn State) {
        self.next = progress.counts.expansions + self.every;
        self.last = Some(store(self.config, state));
    }
}

/// Searches in pieces: each time the search is lost some time after a save and resumes from that save in a
/// new solver. Returns the verdict and the work of all pieces, including what was lost.
fn solve_in_pieces<G: Encoding>(
    game: &G,
    root: &G::Position,
    config: &Config,
    piece: u64,
) -> (Verdict, u64, u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(piece);
    let mut saved: Option<Vec<u8>> = None;
    let mut work = 0;
    for pieces in 1..2000 {
        let mut solver = Solver::new(game, QUESTION, config);
        if let Some(file) = &saved {
            load(file, config, solver.state());
        }
        let every = piece / 10;
        let mut saving = Saving { config, every, next: every, seen: 0, last: None };
        let limit = piece + rng.random_range(0..every);
        let limits = Limits { expansions: Some(limit), ..Limits::default() };
        let answer = solver.solve_with(root, &limits, &mut saving);
        work += answer.counts.expansions;
        if let Verdict::Proved | Verdict::Disproved = answer.verdict {
            let proved = answer.verdict == Verdict::Proved;
            solver.certify(root, proved, &Limits::default(), &mut Silent).unwrap();
            return (answer.verdict, work, pieces);
        }
        saved = saving.last.or(saved);
    }
    panic!("{} does not get on in pieces of {piece}", config.algorithm().info().name)
}

const QUESTION: Question = Question { attacker: Player::First, target: 1 };

fn compare<G: Encoding>(
    game: &G,
    root: &G::Position,
    algorithm: Algorithm,
    pieces: u64,
    limit: f64,
) {
    let name = algorithm.info().name;
    let config = Config { memory: 64 << 20, ..Config::new(algorithm) };
    let mut solver = Solver::new(game, QUESTION, &config);
    let whole = solver.solve_with(root, &Limits::default(), &mut Silent);
    let piece = (whole.counts.expansions / pieces).max(2560);
    let (verdict, work, rounds) = solve_in_pieces(game, root, &config, piece);
    assert_eq!(verdict, whole.verdict, "{name}");
    assert!(rounds > 3, "{name}: {rounds} pieces of {piece}");
    let ratio = work as f64 / whole.counts.expansions as f64;
    println!("{name}: {ratio:.2} times the work of one piece, in {rounds} pieces of {piece}");
    assert!(ratio < limit, "{name}: {ratio:.2} times the work of one piece, in {rounds} pieces");
}

#[test]
fn what_is_lost_between_a_save_and_the_end_is_all_that_is_lost() {
    let spec: GameSpec = "tree:avg=8,sigma=0.1,v=0.4,seed=4".parse().unwrap();
    let tree = Tree::new(spec.settings()).unwrap();
    let heaps = Nim.parse("7,8,9,10").unwrap();
    for info in ALGORITHMS.iter().filter(|info| info.keeps != Keeps::Nothing) {
        let algorithm = info.algorithm;
        if !matches!(algorithm, Algorithm::Elkan | Algorithm::PnStar | Algorithm::AlphaBeta) {
            compare(&tree, &tree.root(), algorithm, 20, 1.5);
        }
        if algorithm.keeps() != Keeps::Tree {
            compare(&Nim, &heaps, algorithm, 20, 1.5);
        }
    }
}

/// Wants to see every line it can.
#[derive(Default)]
struct Lines(Vec<Vec<Move>>);

impl Observer for Lines {
    fn wants_line(&self) -> bool {
        true
    }

    fn line(&mut self, line: &[Move]) {
        self.0.push(line.to_vec());
    }
}

#[test]
fn searches_tell_where_they_are_at_work_and_lose_nothing_by_it() {
    let spec: GameSpec = "tree:avg=6,sigma=0.1,v=0.45,seed=4".parse().unwrap();
    let game = Tree::new(spec.settings()).unwrap();
    let root = game.parse("start").unwrap();
    for info in ALGORITHMS {
        let config = Config::new(info.algorithm);
        let limits = Limits { expansions: Some(20_000), ..Limits::default() };
        let plain = Solver::new(&game, QUESTION, &config).solve_with(&root, &limits, &mut Silent);
        let mut lines = Lines::default();
        let watched = Solver::new(&game, QUESTION, &config).solve_with(&root, &limits, &mut lines);
        assert_eq!(plain.counts, watched.counts, "{}", info.name);
        let told = lines.0.iter().filter(|line| !line.is_empty()).count();
        assert!(told > 10 || info.keeps == Keeps::Nothing, "{}: {told}", info.name);
        for line in lines.0 {
            let mut position = root;
            for mv in line {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                assert!(moves.contains(&mv), "{}", info.name);
                position = game.play(&position, mv);
            }
        }
    }
}

/// The words of a state in the place of the state itself.
struct Words(Vec<u64>);

impl State for Words {
    fn save(&mut self, out: &mut save::StateWriter<'_>) -> std::io::Result<()> {
        out.words(&self.0)
    }

    fn load(&mut self, input: &mut StateReader<'_>) -> Result<(), save::LoadError> {
        while let Ok(word) = input.word() {
            self.0.push(word);
        }
        Ok(())
    }
}

/// A walk through a tree plays its moves: illegal moves would be played too.
#[test]
fn a_tree_with_moves_that_are_not_legal_is_refused() {
    let game = TicTacToe;
    let root = game.parse("start").unwrap();
    let question = Question { attacker: Player::First, target: 1 };
    for algorithm in [Algorithm::Pn, Algorithm::Elkan, Algorithm::Pn2, Algorithm::DeepPn] {
        let config = Config { memory: 1 << 20, ..Config::new(algorithm) };
        let mut solver = Solver::new(&game, question, &config);
        let limits = Limits { expansions: Some(5), ..Limits::default() };
        solver.solve_with(&root, &limits, &mut Silent);
        let mut words = Words(Vec::new());
        load(&store(&config, solver.state()), &config, &mut words);
        let nodes = words.0[0] as usize;
        let (mut refused, mut accepted) = (0, 0);
        for node in 1..nodes {
            for mv in [0, 4, 8, 9, u32::MAX] {
                let mut forged = Words(words.0.clone());
                // A node is four words after the two of the tree; its move is the lower half of the second.
                let word = &mut forged.0[2 + 4 * node + 1];
                *word = *word >> 32 << 32 | u64::from(mv);
                let file = store(&config, &mut forged);
                let mut rest = &file[..];
                save::read_header(&mut rest).unwrap();
                let mut reader = StateReader::new(&mut rest);
                save::read_attachments(&mut reader).unwrap();
                let mut solver = Solver::new(&game, question, &config);
                match solver.load(&root, &mut reader) {
                    Err(save::LoadError::Damaged(_)) => refused += 1,
                    Err(error) => panic!("{error}"),
                    Ok(()) => {
                        assert!(mv < 9, "{algorithm:?}: move {mv} is not legal anywhere");
                        accepted += 1;
                    }
                }
            }
        }
        assert!(refused > 4 * accepted && accepted > 0, "{refused} {accepted}");
    }
}
