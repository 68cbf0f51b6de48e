//! Audits of small problems against the truth about every move.

mod definition;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use definition::{Definition, play};
use winproof::Silent;
use winproof_games::conformance::WholeGame;
use winproof_games::{DynamicPosition, GameSpec};
use winproof_rules::{Game, Notation, Question, Verdict};
use winproof_session::Failure;
use winproof_session::audit::{Audit, AuditReport, OtherMove};
use winproof_session::options::{Options, Wishes};
use winproof_session::work::{LineEndWord, TaskObserver};

fn audit(game: &str, position: &str, wishes: &Wishes) -> Result<AuditReport, Failure> {
    observed_audit(game, position, wishes, &Arc::default(), &mut Silent)
}

fn observed_audit(
    game: &str,
    position: &str,
    wishes: &Wishes,
    interrupt: &Arc<AtomicBool>,
    observer: &mut dyn TaskObserver,
) -> Result<AuditReport, Failure> {
    let spec: GameSpec = game.parse().unwrap();
    let options = &Options::new(&spec, wishes, None)?;
    let audit = Audit { spec: &spec, options, economy: true, interrupt, observer };
    audit.run(position)
}

fn wishes() -> Wishes {
    Wishes { certify: true, nodes: Some(100_000), ..Wishes::default() }
}

/// What an audit has to say about a small problem.
struct Expected {
    definition: Definition,
    truth: HashMap<DynamicPosition, bool>,
}

impl Expected {
    fn reaches(&self, position: &DynamicPosition) -> bool {
        self.truth[position]
    }

    /// The position after a turn as it is written. Where a turn has several steps, `pass` ends it early.
    fn after(&self, from: &DynamicPosition, turn: &str) -> DynamicPosition {
        let game = &self.definition.game;
        let mut at = from.clone();
        // A push, or a step with a capture, is one move with a comma in it.
        let mut name = String::new();
        for part in turn.split(' ') {
            name = if name.is_empty() { part.to_string() } else { format!("{name},{part}") };
            if let Ok(mv) = game.parse_move(&at, &name) {
                at = game.play(&at, mv);
                name.clear();
            }
        }
        assert_eq!(name, "", "{turn}");
        if game.outcome(&at).is_none()
            && game.to_move(&at) == game.to_move(from)
            && let Ok(pass) = game.parse_move(&at, "pass")
        {
            at = game.play(&at, pass);
        }
        at
    }

    fn check_other(&mut self, at: &DynamicPosition, other: &OtherMove, plies: u16) {
        let end = self.after(at, &other.mv);
        let reaches = self.reaches(&end);
        assert_eq!(other.verdict, Verdict::of(reaches), "{}", other.mv);
        assert_eq!(other.as_fast, Some(self.definition.in_time(&end, plies - 1)), "{}", other.mv);
        assert!(other.certified, "{}", other.mv);
        if let (Some(line), Some(LineEndWord::GameOver)) = (&other.line, other.line_end) {
            let (taken, met) = play(&self.definition, &end, line);
            assert_eq!(met, reaches, "{}: {line:?}", other.mv);
            assert!(other.as_fast != Some(true) || taken < plies, "{}: {line:?}", other.mv);
        }
    }
}

#[test]
fn every_move_and_every_piece_is_judged_as_it_is() {
    let (mut unique, mut dual, mut needed, mut spare) = (0, 0, 0, 0);
    for (name, text) in [
        ("tictactoe", "X.O/..O/..X"),
        ("tictactoe", "XO./.../..."),
        ("nim", "1,2,4"),
        ("hex:size=3", "x2/1o1/3 x"),
        ("hex:size=3", "3/1x1/o2 x"),
        ("loa:size=4", "x2o/4/4/o2x x"),
        ("loa:size=4,both=mover", "x2x/4/4/o2o x"),
        ("arimaa", "g [                R                      r                        ]"),
        ("shogi", "8k/9/8P/9/9/9/9/9/9 b G 1"),
        ("graph", "start a\na A b c d\nb B a e\nc B d a\nd A e b\ne = 1"),
        ("othello:size=4", "b1c1d1"),
    ] {
        let spec: GameSpec = name.parse().unwrap();
        let opened = spec.open_dynamic(text).unwrap();
        let game = opened.game::<true>();
        let question = Question::win(game.to_move(&opened.position));
        let mut roots = vec![opened.position.clone()];
        roots.extend(game.removals(&opened.position).into_iter().map(|(_, left)| left));
        let whole = WholeGame::new(&game, &roots);
        let truth = whole.truth(&game, question);
        let truth = whole.positions().iter().cloned().zip(truth).collect();
        let mut expected = Expected { definition: Definition::new(game.clone(), question), truth };
        let report = audit(name, text, &wishes()).unwrap();
        assert_eq!(report.error, None, "{name} {text}");
        assert!(report.certified, "{name} {text}");
        let root = &opened.position;
        assert_eq!(report.verdict, Verdict::of(expected.reaches(root)), "{name} {text}");
        let least = (0..40).find(|&plies| expected.definition.in_time(root, plies));
        assert_eq!(report.plies, least.filter(|_| report.verdict == Verdict::Proved));
        let mut at = root.clone();
        let mut left = report.plies.unwrap_or(0);
        for turn in &report.solution {
            assert_eq!((turn.plies, &turn.position), (Some(left), &game.format(&at)));
            let by_attacker = game.to_move(&at) == question.attacker;
            assert_eq!(turn.by_attacker, by_attacker);
            for other in &turn.others {
                expected.check_other(&at, other, left);
            }
            if by_attacker {
                let wins = |other: &OtherMove| other.verdict == Verdict::Proved;
                let fast = |other: &OtherMove| other.as_fast == Some(true);
                assert_eq!(turn.unique, Some(!turn.others.iter().any(wins)));
                assert_eq!(turn.unique_as_fast, Some(!turn.others.iter().any(fast)));
                if name != "arimaa" {
                    assert_eq!(turn.others.len() + 1, game.legal_moves(&at).len());
                }
            } else {
                assert!(turn.others.is_empty() && turn.unique.is_none());
            }
            at = expected.after(&at, &turn.mv);
            left -= 1;
        }
        if report.verdict == Verdict::Proved {
            assert_eq!(left, 0, "{name} {text}");
            assert_eq!(question.settled(&game, &at), Some(true));
            *(if report.unique == Some(true) { &mut unique } else { &mut dual }) += 1;
        }
        let removals = game.removals(root);
        let economy = report.economy.unwrap();
        assert_eq!(economy.len(), removals.len());
        for (removal, (piece, position)) in economy.iter().zip(removals) {
            assert_eq!((&removal.piece, &removal.position), (&piece, &game.format(&position)));
            let reaches = expected.reaches(&position);
            assert_eq!(removal.verdict, Verdict::of(reaches), "{name} {text} without {piece}");
            assert_eq!(removal.needed, Some(removal.verdict != report.verdict));
            if let Some(plies) = report.plies {
                let as_fast = expected.definition.in_time(&position, plies);
                assert_eq!(removal.as_fast, Some(as_fast), "{name} {text} without {piece}");
            }
            *(if removal.needed == Some(true) { &mut needed } else { &mut spare }) += 1;
        }
    }
    assert!(unique > 1 && dual > 1, "{unique} problems without other solutions, {dual} with");
    assert!(needed > 2 && spare > 2, "{needed} pieces needed, {spare} not");
}

/// Interrupts an audit when so many of its searches and certificates have begun.
struct Interrupter {
    interrupt: Arc<AtomicBool>,
    left: u32,
}

impl Interrupter {
    fn count(&mut self) {
        self.left = self.left.saturating_sub(1);
        self.interrupt.store(self.left == 0, Ordering::Relaxed);
    }
}

impl TaskObserver for Interrupter {
    fn searching(&mut self) {
        self.count();
    }

    fn certifying(&mut self) {
        self.count();
    }
}

/// Whatever an audit says when it is interrupted, it also says when it is not.
#[test]
fn interrupted_audits_say_nothing_wrong() {
    let is_or_unknown = |fact: Option<bool>, whole: Option<bool>| fact.is_none() || fact == whole;
    for (game, position) in
        [("tictactoe", "X.O/..O/..X"), ("shogi", "8k/9/8P/9/9/9/9/9/9 b G 1"), ("nim", "1,2,4")]
    {
        let whole = audit(game, position, &wishes()).unwrap();
        let (mut unknown, mut known) = (0, 0);
        for left in 1.. {
            let interrupt = Arc::default();
            let mut observer = Interrupter { interrupt: Arc::clone(&interrupt), left };
            let report =
                observed_audit(game, position, &wishes(), &interrupt, &mut observer).unwrap();
            assert_eq!(report.error, None);
            let verdicts = (report.verdict, whole.verdict);
            assert!(!report.verdict.is_known() || verdicts.0 == verdicts.1, "{verdicts:?}");
            assert!(report.plies.is_none() || report.plies == whole.plies);
            assert!(is_or_unknown(report.unique, whole.unique), "{position} after {left}");
            assert!(is_or_unknown(report.unique_as_fast, whole.unique_as_fast));
            *(if report.unique.is_none() { &mut unknown } else { &mut known }) += 1;
            if observer.left > 0 {
                break;
            }
        }
        assert!(unknown > 0 && known > 0, "{game} {position}: {unknown} unknown, {known} known");
    }
}

/// With hardly any expansions for a question, what is not known is said not to be known.
#[test]
fn short_limits_leave_moves_unknown() {
    let wishes = Wishes { nodes: Some(1), ..wishes() };
    let report =
        audit("hex:size=5", "c3", &Wishes { attacker: "black".parse().ok(), ..wishes.clone() });
    let report = report.unwrap();
    assert!(report.verdict == Verdict::Unknown || report.unique != Some(true));
    let timed = Wishes { time: Some(std::time::Duration::ZERO), ..wishes };
    let report = audit("loa", "start", &timed).unwrap();
    assert_eq!((report.verdict, report.unique), (Verdict::Unknown, None));
    assert!(report.solution.is_empty() && report.stop.is_some());
}

#[test]
fn only_targets_can_be_audited() {
    for ask in ["value", "win within 3", "win shortest"] {
        let wishes = Wishes { ask: Some(ask.parse().unwrap()), ..wishes() };
        let error = audit("tictactoe", "start", &wishes).unwrap_err().to_string();
        assert!(error.contains("needs a target"), "{error}");
    }
}
