//! What a report says beside the verdict is true as well: the best move, the line, and the results of all moves.

use std::sync::Arc;
use std::time::Duration;

use winproof::{Silent, Verdict};
use winproof_games::{GameSpec, GameVisitor};
use winproof_rules::{Move, Notation, Player, Question};
use winproof_session::options::{Options, Wishes};
use winproof_session::question::Ask;
use winproof_session::work::{LineEndWord, MoveReport, Report, Task};

fn solve(spec: &GameSpec, position: &str, wishes: &Wishes) -> Report {
    let task = Task {
        spec,
        options: &Options::new(spec, wishes, None).unwrap(),
        source: None,
        label: None,
        proof: None,
        interrupt: &Arc::default(),
        observer: &mut Silent,
        saving: None,
        saved: None,
    };
    task.run(position).unwrap()
}

fn wishes(ask: Ask) -> Wishes {
    Wishes { ask: Some(ask), moves: true, lines: true, certify: true, ..Wishes::default() }
}

/// The values of all positions after one move, by the plain oracle; in Lines of Action, where that would visit too
/// many positions, by certificates of another search.
fn truth(spec: &GameSpec, position: &str) -> Vec<(String, i32)> {
    let algorithm = if spec.info().name == "loa" { "pn2" } else { "oracle" };
    let wishes =
        Wishes { algorithm: Some(algorithm.to_string()), lines: false, ..wishes(Ask::Value) };
    let moves = solve(spec, position, &wishes).moves.unwrap();
    moves.into_iter().map(|found| (found.mv, found.value.unwrap())).collect()
}

/// Follows a report's lines by the rules alone.
struct Follow<'a> {
    report: &'a Report,
    /// The values of the moves, by name.
    truth: &'a [(String, i32)],
}

impl Follow<'_> {
    fn value_of(&self, mv: &str) -> i32 {
        let found = self.truth.iter().find(|(name, _)| name == mv);
        found.unwrap_or_else(|| panic!("no move {mv} in {}", self.report.position)).1
    }
}

impl GameVisitor for Follow<'_> {
    type Output = ();

    fn visit<G: Notation + 'static>(self, game: G, root: G::Position) {
        let report = self.report;
        let name =
            || format!("{} {} {}: {}", report.game, report.position, report.ask, report.json());
        let attacker = match report.attacker.as_deref() {
            Some(name) if name == game.player_name(Player::First) => Player::First,
            _ => Player::Second,
        };
        let attacker_moves = game.to_move(&root) == attacker;
        let values = self.truth.iter().map(|&(_, value)| value);
        let value = if attacker_moves { values.max() } else { values.min() }.unwrap();
        let target = report.ask.parse::<Ask>().unwrap().target();
        let proved = target.is_none_or(|target| value >= target);
        assert_eq!(report.verdict, Some(Verdict::of(proved)), "{}", name());
        assert_eq!(report.value, target.is_none().then_some(value), "{}", name());
        // Whether a result after the position is as good as the one of the position.
        let keeps = |result: i32| match target {
            None => result == value,
            Some(target) => (result >= target) == proved,
        };
        let question = target.map(|target| Question { attacker, target });
        if question.is_some_and(|question| question.trivial(&game).is_some()) {
            assert_eq!(report.line, None, "whatever is played, it is right: {}", name());
            return;
        }
        let one_is_enough = target.is_none() || proved == attacker_moves;
        let turn = report.best_move.as_deref().map(|turn| turn.split(' ').next().unwrap());
        match turn {
            Some(best) if one_is_enough => {
                // The name of a turn of several steps is not that of its first step.
                if self.truth.iter().any(|(mv, _)| mv == best) {
                    assert!(keeps(self.value_of(best)), "{best}: {}", name());
                }
            }
            Some(best) => panic!("no move is better than others, not {best}: {}", name()),
            None => assert!(!one_is_enough, "there is a best move: {}", name()),
        }
        let line = report.line.as_ref().unwrap_or_else(|| panic!("no line: {}", name()));
        self.follow(&game, &root, line, report.line_end.unwrap(), attacker, &keeps, &name);
        self.check_moves(&game, &root, attacker, attacker_moves, &name);
    }
}

impl Follow<'_> {
    #[allow(clippy::too_many_arguments)]
    fn follow<G: Notation>(
        &self,
        game: &G,
        root: &G::Position,
        line: &[String],
        end: LineEndWord,
        attacker: Player,
        keeps: &dyn Fn(i32) -> bool,
        name: &dyn Fn() -> String,
    ) {
        let mut visited = vec![root.clone()];
        for mv in line {
            let last = visited.last().unwrap();
            assert_eq!(game.outcome(last), None, "play after the end: {}", name());
            let mv: Move = game.parse_move(last, mv).unwrap();
            visited.push(game.play(last, mv));
        }
        let last = visited.pop().unwrap();
        let result = match end {
            LineEndWord::GameOver => game.outcome(&last).expect("the game is over"),
            LineEndWord::Repetition => {
                assert!(visited.contains(&last), "{}", name());
                game.endless()
            }
            LineEndWord::Open => panic!("the line is not complete: {}", name()),
        };
        assert!(keeps(result.worth_to(attacker)), "the line ends with {result:?}: {}", name());
    }

    fn check_moves<G: Notation>(
        &self,
        game: &G,
        root: &G::Position,
        attacker: Player,
        attacker_moves: bool,
        name: &dyn Fn() -> String,
    ) {
        let target = self.report.ask.parse::<Ask>().unwrap().target();
        let moves = self.report.moves.as_ref().unwrap();
        assert_eq!(moves.len(), self.truth.len());
        let mut last = None;
        for MoveReport { mv, verdict, value, line, line_end, .. } in moves {
            let truth = self.value_of(mv);
            assert_eq!(*value, target.is_none().then_some(truth), "{mv}: {}", name());
            let proved = target.is_none_or(|target| truth >= target);
            assert_eq!(*verdict, Verdict::of(proved), "{mv}: {}", name());
            let result = value.unwrap_or(i32::from(proved));
            let result = if attacker_moves { result } else { -result };
            assert!(last.is_none_or(|last| last >= result), "not sorted: {}", name());
            last = Some(result);
            let after = game.play(root, game.parse_move(root, mv).unwrap());
            let keeps = |result: i32| match target {
                None => result == truth,
                Some(target) => (result >= target) == proved,
            };
            if game.outcome(&after).is_none() {
                let line = line.as_ref().unwrap_or_else(|| panic!("no line of {mv}: {}", name()));
                self.follow(game, &after, line, line_end.unwrap(), attacker, &keeps, name);
            }
        }
    }
}

/// Asks everything about a position, with and without certificates, and compares with the truth.
fn check(game: &str, position: &str, algorithms: &[&str]) {
    let spec: GameSpec = game.parse().unwrap();
    let truth = truth(&spec, position);
    for ask in [Ask::Value, Ask::Win, Ask::AtLeast(0)] {
        for algorithm in algorithms {
            let wishes = Wishes { algorithm: Some((*algorithm).to_string()), ..wishes(ask) };
            let report = solve(&spec, position, &wishes);
            assert_eq!(report.certified, Some(true), "{}", report.json());
            spec.open(position, Follow { report: &report, truth: &truth }).unwrap();
        }
    }
}

const SMALL: [(&str, &str); 22] = [
    ("tictactoe", "X.O/..O/..X"),
    ("tictactoe", "X../.O./..."),
    ("tictactoe", "XX./.O./..."),
    ("nim", "3,4,5"),
    ("nim", "1,2,3"),
    ("hex:size=3", "start"),
    ("hex:size=3", "a1"),
    ("hex:size=3,symmetry=on", "start"),
    ("hex:size=3,swap=on", "b2"),
    ("othello:size=4", "start"),
    ("othello:size=4,symmetry=on", "start"),
    ("loa:size=4", "start"),
    ("loa:size=4,both=draw", "start"),
    ("tree:depth=5,avg=4,min=2,seed=3", "start"),
    ("tree:depth=6,avg=3,min=1,seed=4", "start"),
    ("graph", "start 0\n0 A 1 2\n1 B 0 3\n2 B 3 4\n3 A 1 2 5\n4 = -2\n5 = 3"),
    ("graph", "start 0\n0 A 1 2\n1 B 0 3\n2 B 1 2\n3 A 0 1 4\n4 = 1"),
    ("graph", "start 0\ninfinite 2\n0 A 1 2\n1 B 0 3\n2 B 1 4\n3 A 0 1 4\n4 = 1"),
    ("graph", "start 0\n0 B 1 2\n1 A 0 3\n2 B 3 4\n3 A 1 2 5\n4 = -2\n5 = 3"),
    ("graph", "start 0\n0 A 1 2 3\n1 = 0\n2 = -1\n3 B 1 2"),
    ("graph", "start 0\n0 A 1 2\n1 = -1\n2 = -1"),
    ("graph", "start 0\n0 B 1 2\n1 = -1\n2 = 4"),
];

#[test]
fn moves_and_lines_of_small_boards_are_right() {
    for (game, position) in SMALL {
        check(game, position, &["auto", "pn", "pds"]);
    }
}

/// Without certificates the line comes from the tables of the search. It may be incomplete, but not wrong.
#[test]
fn without_certificates_there_is_a_move_and_a_line() {
    let mut complete = 0;
    for (game, position) in SMALL {
        let spec: GameSpec = game.parse().unwrap();
        let truth = truth(&spec, position);
        for algorithm in ["auto", "pn", "df-pn", "alpha-beta"] {
            let plain = Wishes {
                algorithm: Some(algorithm.to_string()),
                certify: false,
                moves: false,
                lines: false,
                ..wishes(Ask::Value)
            };
            let mut report = solve(&spec, position, &plain);
            assert_eq!(report.certified, Some(false));
            assert!(report.best_move.is_some(), "{}", report.json());
            if report.line_end.is_some_and(|end| end != LineEndWord::Open) {
                report.moves = Some(solve(&spec, position, &wishes(Ask::Value)).moves.unwrap());
                spec.open(position, Follow { report: &report, truth: &truth }).unwrap();
                complete += 1;
            }
        }
    }
    assert!(complete > 40, "only {complete} lines are complete");
}

/// The endgames of the FFO suite with the values of all moves, as they are published. (All of them: with the program.)
#[test]
fn endgames_of_othello_have_the_values_of_the_suite() {
    let suite = include_str!("../../winproof-games/tests/data/othello/ffo.obf");
    let spec: GameSpec = "othello".parse().unwrap();
    for line in suite.lines().take(2) {
        let mut truth: Vec<_> = line
            .split(';')
            .filter_map(|part| part.split_once(':'))
            .map(|(mv, value)| (mv.trim().to_lowercase(), value.trim().parse().unwrap()))
            .collect();
        truth.sort();
        let report = solve(&spec, line, &wishes(Ask::Value));
        assert_eq!(report.certified, Some(true), "{}", report.json());
        let mut found: Vec<_> =
            report.moves.as_ref().unwrap().iter().map(|it| it.mv.clone()).collect();
        found.sort();
        assert_eq!(found, truth.iter().map(|(mv, _)| mv.clone()).collect::<Vec<_>>());
        spec.open(line, Follow { report: &report, truth: &truth }).unwrap();
    }
}

/// If the time is short, what is said about moves does not contradict what is said about the position.
#[test]
fn moves_do_not_contradict_the_position() {
    let spec: GameSpec = "loa".parse().unwrap();
    let position = "o5x1/5x2/7x/1o5x/6x1/4xo2/7x/5oo1 x";
    for nodes in [1, 10, 50, 200, 1000] {
        let wishes = Wishes { nodes: Some(nodes), ..wishes(Ask::Win) };
        let report = solve(&spec, position, &wishes);
        let moves = report.moves.as_ref().unwrap();
        match report.verdict.unwrap() {
            Verdict::Proved => {
                let best = report.best_move.clone().unwrap();
                assert_eq!(moves[0].mv, best, "{}", report.json());
                assert_eq!(moves[0].verdict, Verdict::Proved, "{}", report.json());
            }
            Verdict::Disproved => {
                assert!(moves.iter().all(|found| found.verdict == Verdict::Disproved));
            }
            Verdict::Unknown => {
                assert!(moves.iter().all(|found| found.verdict != Verdict::Proved));
                assert_eq!(report.best_move, None);
            }
        }
    }
}

/// A verdict whose certificate runs out of time stays, and its best move is right.
#[test]
fn a_certificate_that_is_not_finished_does_not_hide_the_value() {
    let spec: GameSpec = "othello:size=4".parse().unwrap();
    let wishes = Wishes {
        certify_time: Some(Duration::ZERO),
        moves: false,
        lines: false,
        ..wishes(Ask::Value)
    };
    let report = solve(&spec, "start", &wishes);
    assert_eq!((report.verdict, report.value), (Some(Verdict::Proved), Some(-10)));
    assert_eq!(report.certified, Some(false));
    assert!(report.error.as_deref().is_some_and(|error| error.contains("time limit")));
    let best = report.best_move.unwrap();
    let truth = truth(&spec, "start");
    assert_eq!(truth.iter().find(|(mv, _)| *mv == best).unwrap().1, -10);
}
