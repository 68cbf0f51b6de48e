//! Reviews of games against the truth about every position, and of games with a planted mistake.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use winproof::Silent;
use winproof_certificate::Accepted;
use winproof_games::conformance::WholeGame;
use winproof_games::record::RecordEntry;
use winproof_games::{DynamicGame, DynamicPosition, GameSpec};
use winproof_rules::{Game, Move, Notation, Player, Question};
use winproof_session::Failure;
use winproof_session::options::{Options, Wishes};
use winproof_session::review::{
    Claim, Judgement, Review, ReviewObserver, ReviewPlan, ReviewReport, Standing,
};
use winproof_session::work::TaskObserver;

fn wishes() -> Wishes {
    Wishes { certify: true, nodes: Some(200_000), ..Wishes::default() }
}

fn observed_review(
    game: &str,
    text: &str,
    wishes: &Wishes,
    plan: ReviewPlan,
    interrupt: &Arc<AtomicBool>,
    observer: &mut dyn ReviewObserver,
) -> Result<ReviewReport, Failure> {
    let spec: GameSpec = game.parse().unwrap();
    let options = &Options::new(&spec, wishes, None)?;
    let review = Review { spec: &spec, options, plan, interrupt, observer };
    review.run(&RecordEntry::new(text))
}

fn review(game: &str, entry: &RecordEntry, plan: ReviewPlan) -> ReviewReport {
    let spec: GameSpec = game.parse().unwrap();
    let options = &Options::new(&spec, &wishes(), None).unwrap();
    let observer = &mut Silent;
    let review = Review { spec: &spec, options, plan, interrupt: &Arc::default(), observer };
    review.run(entry).unwrap()
}

/// Chance that is the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

/// The values of all positions that can be reached, seen by the first player, by questions that are answered by the
/// simplest method.
struct Truth {
    game: DynamicGame<true>,
    values: HashMap<DynamicPosition, i32>,
}

impl Truth {
    fn of(game: &DynamicGame<true>, root: &DynamicPosition) -> Truth {
        let whole = WholeGame::new(game, std::slice::from_ref(root));
        let mut targets: Vec<i32> =
            game.outcomes().iter().map(|it| it.worth_to(Player::First)).collect();
        targets.push(game.endless().worth_to(Player::First));
        targets.sort_unstable();
        targets.dedup();
        let mut values = vec![targets[0]; whole.positions().len()];
        for &target in &targets[1..] {
            let question = Question::at_least(Player::First, target);
            for (value, met) in values.iter_mut().zip(whole.truth(game, question)) {
                *value = if met { target } else { *value };
            }
        }
        let values = whole.positions().iter().cloned().zip(values).collect();
        Truth { game: game.clone(), values }
    }

    /// The value, seen by a player.
    fn value(&self, position: &DynamicPosition, player: Player) -> i32 {
        let value = self.values[position];
        if player == Player::First { value } else { -value }
    }

    /// The legal moves that keep the value, and those that do not.
    fn moves(&self, position: &DynamicPosition) -> [Vec<Move>; 2] {
        let player = self.game.to_move(position);
        let keeps = |mv: &Move| {
            let after = self.game.play(position, *mv);
            self.value(&after, player) == self.value(position, player)
        };
        let (kept, lost) = self.game.legal_moves(position).into_iter().partition(keeps);
        [kept, lost]
    }
}

/// A game that is being played.
struct Play {
    game: DynamicGame<true>,
    start: String,
    names: Vec<String>,
    positions: Vec<DynamicPosition>,
}

impl Play {
    fn new(game: &DynamicGame<true>, position: &DynamicPosition) -> Play {
        let (start, positions) = (game.format(position), vec![position.clone()]);
        Play { game: game.clone(), start, names: Vec::new(), positions }
    }

    fn at(&self) -> &DynamicPosition {
        &self.positions[self.positions.len() - 1]
    }

    fn play(&mut self, mv: Move) {
        self.names.push(self.game.format_move(self.at(), mv));
        self.positions.push(self.game.play(self.at(), mv));
    }

    fn entry(&self) -> RecordEntry {
        let text = format!("{} moves {}", self.start, self.names.join(" "));
        RecordEntry { position: self.start.clone(), ..RecordEntry::new(text) }
    }
}

fn standing_of(value: i32) -> Standing {
    match value {
        1.. => Standing::FirstWins,
        0 => Standing::Draw,
        _ => Standing::SecondWins,
    }
}

/// Every position and every turn of a report is as the truth says.
fn assert_true(name: &str, report: &ReviewReport, play: &Play, truth: &Truth) {
    assert_eq!((report.error.as_ref(), report.stop), (None, None), "{name}");
    assert!(report.certified, "{name}");
    assert_eq!((report.known_from, report.turns.len()), (Some(0), play.names.len()), "{name}");
    for (position, reviewed) in play.positions.iter().zip(&report.positions) {
        let value = truth.values[position];
        assert_eq!(reviewed.standing, standing_of(value), "{name}: {}", reviewed.position);
        if report.scored {
            assert_eq!(reviewed.value, Some(value), "{name}: {}", reviewed.position);
        }
    }
    let mut decisive = None;
    for (index, turn) in report.turns.iter().enumerate() {
        let [before, after] = [&play.positions[index], &play.positions[index + 1]];
        let player = play.game.to_move(before);
        let lost = truth.value(before, player) - truth.value(after, player);
        let changes = standing_of(truth.values[before]) != standing_of(truth.values[after]);
        let expected = match (lost, changes) {
            (0, _) => Judgement::Right,
            (_, true) => Judgement::ChangesVerdict,
            (_, false) => Judgement::LosesPoints,
        };
        assert_eq!(turn.judgement, expected, "{name}: turn {}", turn.number);
        assert_eq!(turn.lost, Some(lost).filter(|&lost| lost > 0), "{name}: {}", turn.number);
        if changes {
            decisive = Some(turn.number);
        }
        if lost > 0 {
            let better = play.game.parse_move(before, turn.better.as_ref().unwrap()).unwrap();
            assert!(truth.moves(before)[0].contains(&better), "{name}: {}", turn.number);
        }
        let selected = turn.candidates.iter().filter(|it| it.selected).count();
        assert_eq!(selected, usize::from(!turn.candidates.is_empty()), "{name}: {}", turn.number);
        for candidate in &turn.candidates {
            let mv = play.game.parse_move(before, &candidate.mv).unwrap();
            let end = play.game.play(before, mv);
            let holds = truth.value(before, player) == truth.value(&end, player);
            assert_eq!(candidate.holds, Some(holds), "{name}: {} {}", turn.number, candidate.mv);
            let value = truth.values[&end];
            assert!((candidate.least..=candidate.greatest).contains(&value), "{name}");
            assert!(candidate.certified && candidate.rank.is_some(), "{name}");
        }
    }
    assert_eq!(report.decisive, decisive, "{name}");
}

/// The game and the position that a spec and a text describe.
fn open(name: &str, text: &str) -> (DynamicGame<true>, DynamicPosition) {
    let spec: GameSpec = name.parse().unwrap();
    let opened = spec.open_dynamic(text).unwrap();
    (opened.game::<true>(), opened.position)
}

/// Games and positions that are small enough to be known completely.
const SMALL: [(&str, &str); 6] = [
    ("tictactoe", "start"),
    ("nim", "1,2,3"),
    ("hex:size=3", "start"),
    ("othello:size=4", "b1c1d1"),
    ("loa:size=4", "x2o/4/4/o2x x"),
    ("graph", "start a\na A b c d\nb B a e\nc B d a\nd A e b\ne = 1"),
];

/// Whatever is played, at random: every verdict, every value and every judgement is the true one.
#[test]
fn every_turn_of_random_games_is_judged_as_it_is() {
    let mut dice = Dice(1998);
    let (mut mistakes, mut right) = (0, 0);
    for (name, text) in SMALL {
        let (game, root) = open(name, text);
        let truth = Truth::of(&game, &root);
        for round in 0..4 {
            let mut play = Play::new(&game, &root);
            // A game with cycles may never end.
            while play.names.len() < 12 && game.outcome(play.at()).is_none() {
                let moves = game.legal_moves(play.at());
                play.play(moves[dice.roll(moves.len())]);
            }
            let plan = ReviewPlan { all_turns: round == 0, ..ReviewPlan::default() };
            let report = review(name, &play.entry(), plan);
            assert_true(name, &report, &play, &truth);
            mistakes += report.mistakes().count();
            right += report.turns.len() - report.mistakes().count();
        }
    }
    assert!(mistakes > 20 && right > 20, "{mistakes} {right}");
}

/// In an ending in which both sides play right one move is replaced by one that changes the verdict. The review finds
/// this move and no other.
#[test]
fn a_planted_mistake_is_found_exactly() {
    let mut dice = Dice(24);
    let mut planted = 0;
    for attempt in 0..200 {
        if planted == 20 {
            break;
        }
        let (name, text) = SMALL[attempt % 5];
        let (game, root) = open(name, text);
        let truth = Truth::of(&game, &root);
        let mut play = Play::new(&game, &root);
        let mut mistake = None;
        let wanted = dice.roll(4);
        while play.names.len() < 30 && game.outcome(play.at()).is_none() {
            let [kept, lost] = truth.moves(play.at());
            let standing = |position: &DynamicPosition| standing_of(truth.values[position]);
            let changes = |mv: &&Move| standing(&game.play(play.at(), **mv)) != standing(play.at());
            let blunders: Vec<Move> = lost.iter().filter(changes).copied().collect();
            if mistake.is_none() && play.names.len() >= wanted && !blunders.is_empty() {
                play.play(blunders[dice.roll(blunders.len())]);
                mistake = Some(play.names.len());
            } else {
                play.play(kept[dice.roll(kept.len())]);
            }
        }
        // Not every ending has a move that can be spoilt.
        let Some(mistake) = mistake else { continue };
        planted += 1;
        let report = review(name, &play.entry(), ReviewPlan::default());
        assert_true(name, &report, &play, &truth);
        let found: Vec<_> = report.mistakes().map(|turn| turn.number).collect();
        assert_eq!(found, [mistake], "{name}: {}", play.entry().text);
        assert_eq!(report.decisive, Some(mistake));
    }
    assert_eq!(planted, 20);
}

/// Keeps certificates with what they are about.
#[derive(Default)]
struct Kept(Vec<(Claim, Accepted)>);

impl TaskObserver for Kept {}

impl ReviewObserver for Kept {
    fn certificate(
        &mut self,
        claim: Claim,
        certificate: Accepted,
    ) -> Result<Option<String>, Failure> {
        self.0.push((claim, certificate));
        Ok(Some(claim.file_name()))
    }
}

/// Every bound that is not in the rules has a certificate of its own, which says so about that position.
#[test]
fn every_claim_has_its_certificate() {
    let mut kept = Kept::default();
    let plan = ReviewPlan { all_turns: true, ..ReviewPlan::default() };
    let (game, root) = open("othello:size=4", "b1c1d1");
    let mut play = Play::new(&game, &root);
    for _ in 0..5 {
        play.play(game.legal_moves(play.at())[0]);
    }
    let text = play.entry().text;
    let report =
        observed_review("othello:size=4", &text, &wishes(), plan, &Arc::default(), &mut kept)
            .unwrap();
    assert!(report.certified && report.known_from == Some(0));
    let (lowest, highest) = (-16, 16);
    for position in &report.positions {
        for (is_least, bound, trivial) in
            [(true, position.least, lowest), (false, position.greatest, highest)]
        {
            let claim = Claim { position: position.number, candidate: None, is_least };
            let found = kept.0.iter().find(|(other, _)| *other == claim);
            if report.outcome.is_some() && position.number == report.turns.len() {
                continue;
            }
            let Some((_, accepted)) = found else {
                assert_eq!(bound, trivial, "{claim:?}");
                continue;
            };
            assert!(position.certificates.contains(&claim.file_name()));
            let header = &accepted.certificate().header;
            assert_eq!(header.position, position.position);
            // Seen by the first player: at least this much, or less than that.
            let mut question = header.question();
            let mut reached = header.verdict == winproof::Verdict::Proved;
            if question.attacker == Player::Second {
                (question, reached) = (question.complement(), !reached);
            }
            assert_eq!(reached, is_least, "{claim:?}");
            let shown = if is_least { question.target } else { question.target - 2 };
            assert_eq!(shown + shown % 2, bound + bound % 2, "{claim:?}");
        }
    }
    let of_candidates = kept.0.iter().filter(|(claim, _)| claim.candidate.is_some()).count();
    assert!(of_candidates > 10, "{of_candidates}");
}

/// In shogi both players attack in turn: a mate that is missed, and a move into a mate.
#[test]
fn mates_are_missed_and_walked_into() {
    let review = |text: &str| review("shogi", &RecordEntry::new(text), ReviewPlan::default());
    // Black has a mate by a gold in front of the king, plays elsewhere, and White's king goes away.
    let report = review("4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves 5i6i 5a4a G*6b");
    assert!(report.by_attack && report.certified && report.known_from == Some(0));
    let standings: Vec<_> = report.positions.iter().map(|it| it.standing).collect();
    let (mates, nobody) = (Standing::FirstWins, Standing::Draw);
    assert_eq!(standings, [mates, nobody, nobody, nobody]);
    assert_eq!(report.mistakes().map(|turn| turn.number).collect::<Vec<_>>(), [1]);
    assert_eq!(report.turns[0].kinds, ["king move", "no check"]);
    assert_eq!(report.turns[0].better.as_deref(), Some("G*5b"));
    // The king could have gone away, but White moves a pawn.
    let report = review("4k4/9/p3P4/9/9/9/9/9/4K4 w G 1 moves 9c9d G*5b");
    let standings: Vec<_> = report.positions.iter().map(|it| it.standing).collect();
    assert_eq!(standings, [nobody, mates, mates]);
    assert_eq!((report.decisive, report.certified), (Some(1), true));
    let better = report.turns[0].better.as_deref().unwrap();
    assert!(better.starts_with("5a"), "{better}");
    let pawn = report.turns[0].candidates.iter().find(|it| it.played).unwrap();
    assert_eq!((pawn.holds, pawn.line.as_deref()), (Some(false), Some(&["G*5b".to_string()][..])));
}

/// A turn of several steps is one turn of the review.
#[test]
fn steps_of_a_turn_belong_together() {
    let start = "2g\n +-----------------+\n8|           r     |\n7|       e         |\n6|   R x     x     |\n5|     H           |\n4|                 |\n3|     x     x     |\n2|     r   E       |\n1|                 |\n +-----------------+\n";
    let text = format!("{start}2g Hc5w Hb5s\n2s rc2s\n");
    let entry = RecordEntry::new(text);
    let report = review("arimaa", &entry, ReviewPlan::default());
    assert_eq!(report.turns.len(), 2);
    assert_eq!(report.turns[0].mv, "Hc5w Hb5s");
    let standings: Vec<_> = report.positions.iter().map(|it| it.standing).collect();
    assert_eq!(standings, [Standing::FirstWins, Standing::SecondWins, Standing::SecondWins]);
    assert_eq!((report.decisive, report.certified), (Some(1), true));
    let better = report.turns[0].better.as_deref().unwrap();
    assert!(better.contains("Rb6n Rb7n"), "{better}");
}

/// What is not found out within the limits is not claimed.
#[test]
fn limits_end_a_review_early() {
    let moves = "f5d6c3d3c4f4f6g5e6d7";
    let few = Wishes { nodes: Some(20), certify: true, ..Wishes::default() };
    let plan = ReviewPlan::default();
    let report =
        observed_review("othello", moves, &few, plan, &Arc::default(), &mut Silent).unwrap();
    assert_eq!((report.known_from, report.decisive), (None, None));
    assert!(report.stop.is_some() && report.mistakes().count() == 0);
    let searched = report.positions.iter().filter(|position| position.searched).count();
    assert_eq!(searched, plan.give_up_after);
    let interrupt = Arc::new(AtomicBool::new(true));
    let report =
        observed_review("othello", moves, &wishes(), plan, &interrupt, &mut Silent).unwrap();
    assert!(report.positions.iter().all(|position| !position.searched));
    interrupt.store(false, Ordering::Relaxed);
    let no_time = ReviewPlan { total: Some(Duration::ZERO), ..plan };
    let report =
        observed_review("othello", moves, &wishes(), no_time, &interrupt, &mut Silent).unwrap();
    assert_eq!((report.known_from, report.stop.is_some()), (None, true));
}

#[test]
fn bad_records_are_refused() {
    let error = |game: &str, text: &str| {
        let wishes = wishes();
        let plan = ReviewPlan::default();
        observed_review(game, text, &wishes, plan, &Arc::default(), &mut Silent)
            .unwrap_err()
            .to_string()
    };
    assert!(
        error("othello", "f5f5").starts_with("othello: line 1, column 3: expected a legal move")
    );
    assert!(error("hex", "(;SZ[3];B[a1];W[a1])").starts_with("hex: line 1, column 17: "));
    assert!(error("tictactoe", "start moves b2 b2").starts_with("tictactoe: "));
}
