//! Verdicts without certificates: every game with its parameters, every algorithm, every level of the game's
//! leaf oracle, both attackers, targets in and out of range, on boards that are small enough to be solved
//! completely. Verdict, best move and stored line are compared with the truth.
//!
//! An ordinary run asks every engine about some of the positions. `WINPROOF_MATRIX=full cargo test -p winproof
//! --test searches verdicts` asks every engine about all of them.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use winproof::{ALGORITHMS, Answer, Limits, Silent, Solver, Verdict};
use winproof_games::conformance::{WholeGame, test_questions};
use winproof_games::{GameSpec, GameVisitor};
use winproof_rules::{Game, Notation, Question};

use crate::common::{Engine, random_graph};

/// Games with positions from which everything is explored, and the levels of their leaf oracles.
struct Case {
    game: &'static str,
    roots: &'static [&'static str],
    levels: &'static [u32],
}

const BOARDS: &[Case] = &[
    Case { game: "tictactoe", roots: &["start", "X../.O./..X"], levels: &[0] },
    Case { game: "nim", roots: &["3,4,5", "1,2,4,4"], levels: &[0] },
];

const CONNECT: &[Case] = &[
    Case {
        game: "connect:width=4,height=3,row=3",
        roots: &["start", "1122"],
        levels: &[0, 1, 6, 12],
    },
    Case {
        game: "connect:width=3,height=4,row=3,symmetry=on",
        roots: &["start", "22"],
        levels: &[0, 1, 6],
    },
    Case { game: "connect:width=4,height=4,row=4", roots: &["12433412"], levels: &[0, 1, 4] },
];

const HEAPS: &[Case] = &[
    Case { game: "wythoff", roots: &["5,8", "3,4,*2"], levels: &[0, 1] },
    Case { game: "wythoff:s=2,t=2", roots: &["4,9"], levels: &[0, 1] },
    Case { game: "heaps", roots: &["9,4", "7,*3"], levels: &[0, 1] },
    Case { game: "heaps:code=4.7", roots: &["6"], levels: &[0, 1] },
];

const OTHELLO: &[Case] = &[
    Case { game: "othello:size=4", roots: &["b1a1", "b1c1d1"], levels: &[0, 1, 5, 9] },
    Case { game: "othello:size=4,symmetry=on", roots: &["b1a1", "b1c1d1"], levels: &[0, 1, 5, 9] },
];

const HEX: &[Case] = &[
    Case { game: "hex:size=2", roots: &["start", "2/2 o"], levels: &[0, 1, 6] },
    Case { game: "hex:size=2,symmetry=on", roots: &["start", "2/2 o"], levels: &[0, 1, 6] },
    Case { game: "hex:size=2,swap=on", roots: &["start", "2/2 o"], levels: &[0, 6] },
    Case { game: "hex:size=2,swap=on,symmetry=on", roots: &["start", "2/2 o"], levels: &[0, 6] },
    Case { game: "hex:size=3", roots: &["start", "3/3/3 o"], levels: &[0, 6] },
    Case { game: "hex:size=3,symmetry=on", roots: &["start", "3/3/3 o"], levels: &[0, 1, 6] },
    Case { game: "hex:size=3,swap=on", roots: &["start"], levels: &[0, 6] },
    Case { game: "hex:size=3,swap=on,symmetry=on", roots: &["start"], levels: &[0, 6] },
];

const HEX_WITHOUT: &[Case] = &[
    Case { game: "hex:size=3,symmetry=on,without=cells", roots: &["start"], levels: &[6] },
    Case { game: "hex:size=3,symmetry=on,without=inferior", roots: &["start"], levels: &[6] },
    Case { game: "hex:size=3,symmetry=on,without=vulnerable", roots: &["start"], levels: &[6] },
    Case { game: "hex:size=3,symmetry=on,without=dominated", roots: &["start"], levels: &[6] },
    Case { game: "hex:size=3,symmetry=on,without=carriers", roots: &["start"], levels: &[6] },
    Case { game: "hex:size=3,without=inferior", roots: &["start"], levels: &[6] },
    Case { game: "hex:size=3,without=carriers", roots: &["start"], levels: &[6] },
];

/// Boards of four rows that are their own twins.
const HEX_TWINS: &[Case] = &[Case {
    game: "hex:size=4,symmetry=on",
    roots: &["xo2/2x1/1x2/2ox o", "1ox1/x3/3x/1xo1 o", "o3/1x1x/x1x1/3o o", "xo1o/4/4/o1ox x"],
    levels: &[0, 6],
}];

const LINES_OF_ACTION: &[Case] = &[
    Case { game: "loa:size=4", roots: LOA_ROOTS, levels: &[0, 1, 2] },
    Case { game: "loa:size=4,both=mover", roots: LOA_ROOTS, levels: &[0, 1, 2] },
];

const LOA_ROOTS: &[&str] = &["x2o/4/4/o2x x", "x2x/4/4/o2o x", "1x1o/4/2x1/o3 o"];

/// Rabbits alone, which do not go back, make small games.
const ARIMAA: &[Case] = &[
    Case { game: "arimaa", roots: ARIMAA_ROOTS, levels: &[0, 1, 2] },
    Case { game: "arimaa:pass=step,goal=step", roots: ARIMAA_ROOTS, levels: &[0] },
];

const ARIMAA_ROOTS: &[&str] = &[
    "g [                R                      r                        ]",
    "s [        R                                           r           ]",
];

/// Pieces of short reach and empty hands of the defender make small games.
const SHOGI: &[Case] = &[Case {
    game: "shogi",
    roots: &["8k/9/8P/9/9/9/9/9/9 b G 1", "9/9/9/9/9/9/p8/9/K8 w g 1"],
    levels: &[0, 1],
}];

/// Three points in a row, and a problem with a ko.
const TSUMEGO: &[Case] = &[
    Case { game: "tsumego", roots: TSUMEGO_ROOTS, levels: &[0, 1, 2] },
    Case { game: "tsumego:ko=simple", roots: TSUMEGO_ROOTS, levels: &[0, 2] },
    Case { game: "tsumego:life=unconditional", roots: TSUMEGO_ROOTS, levels: &[0, 2] },
    Case { game: "tsumego:without=life", roots: TSUMEGO_ROOTS, levels: &[2] },
    Case { game: "tsumego:without=death", roots: TSUMEGO_ROOTS, levels: &[2] },
    Case { game: "tsumego:without=forced", roots: TSUMEGO_ROOTS, levels: &[2] },
];

const TSUMEGO_ROOTS: &[&str] = &["7/7/7/7/ooooo2/XXXXo2/***Xo2 o"];

/// How much is asked.
struct Extent {
    /// Positions of each root's game.
    positions: usize,
    /// Each engine is asked every so many of them.
    every: usize,
    expansions: u64,
}

fn extent() -> Extent {
    match std::env::var("WINPROOF_MATRIX").as_deref() {
        Ok("full") => Extent { positions: 3_000, every: 1, expansions: 200_000 },
        _ => Extent { positions: 400, every: 8, expansions: 20_000 },
    }
}

/// All algorithms with the parameters that change how they take what the game tells them.
fn engines(level: u32) -> Vec<Engine> {
    let variants = [
        ("pn", "evaluation=delayed"),
        ("pn", "init=game tt=10"),
        ("pn", "order=static ties=deepest"),
        ("pn", "epsilon=0.5 solutions=drop tt=10 replacement=subtrees"),
        ("pn2", "a=40 b=10 init=game"),
        ("deep-pn", "r=0.2"),
        ("pn-star", "killers=2 sibling-gc=3"),
        ("df-pn", "init=game thresholds=plain"),
        ("df-pn", "evaluation=delayed init=game"),
        ("pds", "evaluation=delayed replacement=pair-big entries=200"),
        ("df-pn", "widen=2 order=shuffled"),
        ("df-pn+", "init=game"),
        ("df-pn", "turns=3 widen=2"),
        ("df-pn+", "threads=2 init=game"),
        ("pds-pn", "a=20 b=5 init=game"),
        ("alpha-beta", "order=static"),
    ];
    let defaults = ALGORITHMS.iter().map(|info| (info.name, ""));
    let mut engines: Vec<_> = defaults
        .chain(variants)
        .map(|(name, assignments)| Engine::new(name, assignments, 4 << 20))
        .collect();
    if level > 0 {
        engines.retain(|engine| engine.label != "oracle");
        for engine in &mut engines {
            engine.config.set(&format!("leaf={level}")).unwrap();
            engine.label += &format!(" leaf={level}");
        }
    }
    engines
}

#[derive(Clone, Copy, Default)]
struct Tally {
    positions: usize,
    asked: usize,
    unknown: usize,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.positions += other.positions;
        self.asked += other.asked;
        self.unknown += other.unknown;
    }

    fn report(self, name: &str) {
        let Tally { positions, asked, unknown } = self;
        println!("{name}: {positions} positions, {asked} answers, {unknown} unknown");
        assert!(asked > 1_000, "{name}: only {asked} answers");
        assert!(unknown * 100 < asked, "{name}: {unknown} of {asked} unknown");
    }
}

/// Asks every engine of some levels about what can be reached from a position.
struct Verdicts<'a> {
    name: &'a str,
    levels: &'a [u32],
    extent: &'a Extent,
}

impl GameVisitor for Verdicts<'_> {
    type Output = Tally;

    fn visit<G: Notation + 'static>(self, game: G, root: G::Position) -> Tally {
        let whole = WholeGame::new(&game, &[root]);
        let step = whole.positions().len().div_ceil(self.extent.positions);
        let numbers: Vec<usize> = (0..whole.positions().len()).step_by(step).collect();
        let mut tally = Tally { positions: numbers.len(), ..Tally::default() };
        let limits = Limits { expansions: Some(self.extent.expansions), ..Limits::default() };
        for (shift, question) in test_questions(&game).into_iter().enumerate() {
            let truth = whole.truth(&game, question);
            let engines = self.levels.iter().flat_map(|&level| engines(level));
            for (place, engine) in engines.enumerate() {
                // The first position is the root, which every engine is asked about.
                let chosen = |number: &usize| {
                    *number == 0
                        || (number / step + shift + place).is_multiple_of(self.extent.every)
                };
                let mut solver = Solver::new(&game, question, &engine.config);
                for &number in numbers.iter().filter(|&number| chosen(number)) {
                    let position = &whole.positions()[number];
                    let answer = solver.solve_with(position, &limits, &mut Silent);
                    let asked = Asked { game: &game, whole: &whole, truth: &truth, question };
                    let context = || {
                        let text = game.format(position);
                        format!("{}, {text}, {question:?}, {}", self.name, engine.label)
                    };
                    tally.asked += 1;
                    match answer.verdict {
                        Verdict::Unknown => tally.unknown += 1,
                        _ => asked.check(&mut solver, number, &answer, &context),
                    }
                }
            }
        }
        tally
    }
}

/// A question about a game that is known as a whole.
struct Asked<'a, G: Game> {
    game: &'a G,
    whole: &'a WholeGame<G::Position>,
    truth: &'a [bool],
    question: Question,
}

impl<G: Game> Asked<'_, G> {
    /// Whether one move is enough: the player to move gets what that player wants.
    fn one_move_is_enough(&self, number: usize) -> bool {
        self.truth[number] == (self.whole.mover(number) == self.question.attacker)
    }

    fn check(
        &self,
        solver: &mut Solver<'_, G>,
        number: usize,
        answer: &Answer,
        context: &dyn Fn() -> String,
    ) {
        let proved = answer.verdict == Verdict::Proved;
        assert_eq!(proved, self.truth[number], "wrong verdict: {}", context());
        assert_eq!(answer.numbers.verdict(), Some(proved), "wrong numbers: {}", context());
        if self.question.trivial(self.game).is_some() {
            assert_eq!(answer.counts.expansions, 0, "searched in vain: {}", context());
        }
        if self.whole.outcome(number).is_some() {
            assert_eq!(answer.best_move, None, "a move after the end: {}", context());
            return;
        }
        let enough = self.one_move_is_enough(number);
        match answer.best_move {
            Some(mv) => {
                assert!(enough, "no move is better than others: {}", context());
                let after = self.after(number, mv, context);
                assert_eq!(self.truth[after], proved, "best move {mv:?}: {}", context());
            }
            None => assert!(!enough, "no best move: {}", context()),
        }
        self.check_line(solver, number, context);
    }

    /// The position after a move, which has to be legal.
    fn after(
        &self,
        number: usize,
        mv: winproof_rules::Move,
        context: &dyn Fn() -> String,
    ) -> usize {
        let mut moves = self.whole.moves(number).iter();
        let found = moves.find(|(legal, _)| *legal == mv);
        found.unwrap_or_else(|| panic!("{mv:?} is not legal: {}", context())).1
    }

    /// Follows what the solver has stored: the moves of the player for whom the question is decided keep the
    /// verdict, and if the line reaches an end, it is the right one. The other player plays anything.
    fn check_line(&self, solver: &mut Solver<'_, G>, root: usize, context: &dyn Fn() -> String) {
        let proved = self.truth[root];
        let (mut at, mut line) = (root, Vec::new());
        while line.len() < 40 && self.whole.outcome(at).is_none() {
            let mv = if self.one_move_is_enough(at) {
                let stored = solver.stored(&self.whole.positions()[root], &line);
                let solved = stored.filter(|it| it.numbers.verdict() == Some(proved));
                match solved.and_then(|stored| stored.best) {
                    Some(mv) => mv,
                    // Forgotten, or decided by the game.
                    None => return,
                }
            } else {
                let moves = self.whole.moves(at);
                moves[line.len() % moves.len()].0
            };
            line.push(mv);
            at = self.after(at, mv, context);
            assert_eq!(self.truth[at], proved, "line {line:?}: {}", context());
        }
        if let Some(outcome) = self.whole.outcome(at) {
            assert_eq!(self.question.met_by(outcome), proved, "line {line:?}: {}", context());
        }
    }
}

fn ask(name: &str, root: &str, levels: &[u32], extent: &Extent) -> Tally {
    let spec: GameSpec = name.parse().unwrap();
    spec.open(root, Verdicts { name, levels, extent }).unwrap()
}

fn check(name: &str, cases: &[Case]) {
    let mut tally = Tally::default();
    for case in cases {
        for root in case.roots {
            tally.add(ask(case.game, root, case.levels, &extent()));
        }
    }
    tally.report(name);
}

#[test]
fn tictactoe_and_nim() {
    check("tictactoe and nim", BOARDS);
}

#[test]
fn connect() {
    check("connect", CONNECT);
}

#[test]
fn wythoff_and_heaps() {
    check("wythoff and heaps", HEAPS);
}

#[test]
fn othello() {
    check("othello", OTHELLO);
}

#[test]
fn hex() {
    check("hex", HEX);
}

#[test]
fn hex_without_some_of_its_knowledge() {
    check("hex without", HEX_WITHOUT);
}

#[test]
fn hex_on_twins() {
    check("hex on twins", HEX_TWINS);
}

#[test]
fn lines_of_action() {
    check("loa", LINES_OF_ACTION);
}

#[test]
fn arimaa() {
    check("arimaa", ARIMAA);
}

#[test]
fn shogi() {
    check("shogi", SHOGI);
}

#[test]
fn tsumego() {
    check("tsumego", TSUMEGO);
}

#[test]
fn random_trees() {
    let extent = extent();
    let mut tally = Tally::default();
    for seed in 0..1_000 / extent.every {
        let name = format!("tree:depth={},avg=2.5,v=0.5,seed={seed}", 1 + seed % 6);
        tally.add(ask(&name, "start", &[0], &extent));
    }
    tally.report("trees");
}

#[test]
fn random_graphs() {
    let extent = extent();
    let mut rng = ChaCha8Rng::seed_from_u64(18);
    let mut tally = Tally::default();
    for round in 0..150 {
        let text = random_graph(&mut rng, 2 + round % 15);
        tally.add(ask("graph", &text, &[0], &extent));
    }
    tally.report("graphs");
}

/// Boards on which the oracle of Hex has one move, and it is not offered because its twin is: two of these were
/// answered wrongly.
#[test]
fn hex_with_symmetry_on_boards_that_were_wrong() {
    for (size, root) in [
        (2, "start"),
        (3, "start"),
        (4, "start"),
        (4, "4/4/4/4 o"),
        (5, "...../o..../...../....o/..... o"),
        (5, "...../x..../...../....x/..... o"),
    ] {
        let mut verdicts = Vec::new();
        for parameters in ["", ",symmetry=on"] {
            let spec: GameSpec = format!("hex:size={size}{parameters}").parse().unwrap();
            let game = winproof_games::Hex::new(spec.settings());
            let position = game.parse(root).unwrap();
            for attacker in [winproof_rules::Player::First, winproof_rules::Player::Second] {
                let question = Question { attacker, target: 1 };
                for engine in engines(6) {
                    let mut solver = Solver::new(&game, question, &engine.config);
                    let limits = Limits { expansions: Some(200_000), ..Limits::default() };
                    let verdict = solver.solve_with(&position, &limits, &mut Silent).verdict;
                    let proved = verdict == Verdict::Proved;
                    assert!(!matches!(verdict, Verdict::Unknown), "{spec}, {root}");
                    verdicts.push((attacker, proved, format!("{spec}, {}", engine.label)));
                }
            }
        }
        let (first, black_wins, _) = verdicts[0];
        for (attacker, proved, name) in &verdicts {
            assert_eq!(*proved, black_wins == (*attacker == first), "{name}, {root}");
        }
    }
}
