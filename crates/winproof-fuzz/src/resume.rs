//! Searches that are continued from a forged state: what is certified in the end is true.

use std::sync::LazyLock;

use winproof::save::{self, StateReader};
use winproof::{Algorithm, Config, Limits, Silent, Solver, Verdict};
use winproof_certificate::{Certificate, Header, check};
use winproof_games::{GameSpec, GameVisitor};
use winproof_rules::{Notation, Player, Question};

use crate::examples::header;
use crate::forge;

/// Small problems, one of them with cycles.
const PROBLEMS: &[(&str, &str, Question)] = &[
    ("tictactoe", "X.O/.../...", Question { attacker: Player::First, target: 1 }),
    ("hex:size=3", "3/1o1/3 x", Question { attacker: Player::First, target: 1 }),
    ("nim", "1,2,3,3", Question { attacker: Player::First, target: 1 }),
    (
        "graph",
        "start a\na A b c d\nb B a c e\nc A a f\nd B d e f\ne A b c g\nf B a g\ng = 1\nh = -1\n",
        Question { attacker: Player::First, target: 1 },
    ),
];

/// One algorithm for each kind of state.
const ALGORITHMS: &[Algorithm] =
    &[Algorithm::Pn, Algorithm::Pn2, Algorithm::DfPn, Algorithm::PdsPn, Algorithm::AlphaBeta];

fn config(algorithm: Algorithm) -> Config {
    Config { memory: 1 << 20, ..Config::new(algorithm) }
}

fn open<V: GameVisitor>(problem: usize, visitor: V) -> V::Output {
    let (game, position, _) = PROBLEMS[problem];
    let spec: GameSpec = game.parse().expect("a game");
    spec.open(position, visitor).expect("a position")
}

/// The first two bytes choose the problem and the algorithm, the rest is the state.
pub fn resume(input: &[u8]) {
    if let [problem, algorithm, state @ ..] = input {
        let problem = usize::from(*problem) % PROBLEMS.len();
        let algorithm = ALGORITHMS[usize::from(*algorithm) % ALGORITHMS.len()];
        open(problem, Resume { problem, algorithm, state });
    }
}

struct Resume<'a> {
    problem: usize,
    algorithm: Algorithm,
    state: &'a [u8],
}

impl GameVisitor for Resume<'_> {
    type Output = ();

    fn visit<G: Notation + 'static>(self, game: G, root: G::Position) {
        let (_, _, question) = PROBLEMS[self.problem];
        let file = forge::save(self.state);
        let mut rest = &file[..];
        save::read_header(&mut rest).expect("the header is right");
        let mut reader = StateReader::new(&mut rest);
        save::read_attachments(&mut reader).expect("there are none");
        let mut solver = Solver::new(&game, question, &config(self.algorithm));
        if solver.load(&root, &mut reader).is_err() {
            return;
        }
        let limits = Limits { expansions: Some(200), ..Limits::default() };
        let verdict = match solver.solve_with(&root, &limits, &mut Silent).verdict {
            Verdict::Proved => winproof_rules::Verdict::Proved,
            Verdict::Disproved => winproof_rules::Verdict::Disproved,
            Verdict::Unknown => return,
        };
        let proved = verdict == winproof_rules::Verdict::Proved;
        let Ok(records) = solver.certify(&root, proved, &limits, &mut Silent) else { return };
        let header = Header {
            game: String::new(),
            parameters: Default::default(),
            position: String::new(),
            attacker: question.attacker,
            target: question.target,
            within: None,
            verdict,
        };
        if check(&game, &root, &Certificate { header, records }).is_ok() {
            assert_eq!(proved, TRUTH[self.problem], "problem {}", self.problem);
        }
    }
}

/// What is true of each problem.
static TRUTH: LazyLock<Vec<bool>> = LazyLock::new(|| {
    struct Truth(Question);
    impl GameVisitor for Truth {
        type Output = bool;

        fn visit<G: Notation + 'static>(self, game: G, root: G::Position) -> bool {
            let mut oracle = Solver::new(&game, self.0, &Config::new(Algorithm::Oracle));
            oracle.solve_with(&root, &Limits::default(), &mut Silent).verdict == Verdict::Proved
        }
    }
    (0..PROBLEMS.len()).map(|problem| open(problem, Truth(PROBLEMS[problem].2))).collect()
});

/// The states of searches that were interrupted.
pub fn examples() -> Vec<Vec<u8>> {
    struct Save(Question, Algorithm, u64);
    impl GameVisitor for Save {
        type Output = Vec<u8>;

        fn visit<G: Notation + 'static>(self, game: G, root: G::Position) -> Vec<u8> {
            let mut solver = Solver::new(&game, self.0, &config(self.1));
            let limits = Limits { expansions: Some(self.2), ..Limits::default() };
            solver.solve_with(&root, &limits, &mut Silent);
            let mut file = Vec::new();
            save::write(&mut file, &header(&config(self.1)), &[], solver.state())
                .expect("a vector takes everything");
            forge::state(&file)
        }
    }
    let mut examples = Vec::new();
    for (problem, (_, _, question)) in PROBLEMS.iter().enumerate() {
        for (number, &algorithm) in ALGORITHMS.iter().enumerate() {
            for expansions in [3, 8, 1000] {
                let state = open(problem, Save(*question, algorithm, expansions));
                examples.push([&[problem as u8, number as u8], &state[..]].concat());
            }
        }
    }
    examples
}
