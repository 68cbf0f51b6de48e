//! Reviews of finished games, as players go through them together afterwards (Ito & Furugori 1998): where was the game
//! lost, what would have been better, and from where on is that known?
//!
//! The positions are asked about from the last one back, by searches whose tables are kept, so that what is known of a
//! position helps with the one before it. In games with scores the value is asked for as long as it is found in time,
//! then only who wins. Each position has a budget of its own; after some positions without a verdict the review stops.
//! Turns are judged by what is known before and after them. At mistakes, or at all turns, the players' script of the
//! paper is gone through: candidates are *generated* by the game's own ordering, *winnowed* by looking ahead, and one of
//! them is *selected* by its value. Every verdict gets a certificate, which is checked, as in `solve`.
//!
//! In tsume-shogi positions name an attacker, who may only give check. There both players attack in turn, and a verdict
//! says who can mate in this way.

mod asker;
mod candidates;
mod investigation;
mod known;
mod report;
pub mod words;

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use winproof::{Silent, StopReason};
use winproof_certificate::Accepted;
use winproof_games::record::{Played, RecordEntry};
use winproof_games::{GameSpec, GameVisitor};
use winproof_rules::{Move, Notation, Player};

use crate::board::{self, outcome_in_words};
use crate::failure::Failure;
use crate::options::Options;
use crate::position::names_of;
use crate::work::{Refuted, Session, SharedObserver, StopWord, TaskObserver};

use asker::Asker;
use investigation::{Bound, Goal, Investigation};
use known::Known;

pub use known::{Judgement, Standing};
pub use report::{Candidate, ReviewReport, ReviewedPosition, ReviewedTurn};

/// The time for each position, if no limit is given.
pub const TIME_EACH: Duration = Duration::from_secs(5);

/// The most candidates that are looked at, if nothing else is said: players winnow theirs from two to five.
pub const CANDIDATES: usize = 4;

/// After so many positions without a verdict in a row, the review goes no further back.
pub const GIVE_UP_AFTER: usize = 3;

/// After so many positions in a row whose value was not found in time, only the winner is asked for.
const VALUES_MISSED: usize = 2;

/// What a review looks at.
#[derive(Clone, Copy, Debug)]
pub struct ReviewPlan {
    /// Whether to ask for values in games with scores, and not only for who wins.
    pub values: bool,
    /// Whether to go through the candidates of all turns and not only of mistakes.
    pub all_turns: bool,
    /// The most candidates of a turn; at least the one that was played and a better one are looked at.
    pub candidates: usize,
    /// After how many positions without a verdict in a row to stop.
    pub give_up_after: usize,
    /// The time for the whole review.
    pub total: Option<Duration>,
}

impl Default for ReviewPlan {
    fn default() -> ReviewPlan {
        ReviewPlan {
            values: true,
            all_turns: false,
            candidates: CANDIDATES,
            give_up_after: GIVE_UP_AFTER,
            total: None,
        }
    }
}

/// What a certificate of a review is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The number of the position.
    pub position: usize,
    /// The candidate in that position, from 1, if it is about the position after one.
    pub candidate: Option<usize>,
    /// Whether it shows the least value, or the greatest one.
    pub is_least: bool,
}

impl Claim {
    /// Returns the name of its file: `037-least.wpc`, `037-2-greatest.wpc`.
    pub fn file_name(self) -> String {
        let bound = if self.is_least { "least" } else { "greatest" };
        match self.candidate {
            Some(candidate) => format!("{:03}-{candidate}-{bound}.wpc", self.position),
            None => format!("{:03}-{bound}.wpc", self.position),
        }
    }
}

/// An observer of a review.
pub trait ReviewObserver: TaskObserver {
    /// What is known about this position, and about the turn after it, is in the report.
    fn reviewed(&mut self, _report: &ReviewReport, _position: usize) {}

    /// Receives a certificate that was accepted. Returns where it was written, if it was.
    fn certificate(
        &mut self,
        _claim: Claim,
        _certificate: Accepted,
    ) -> Result<Option<String>, Failure> {
        Ok(None)
    }
}

impl ReviewObserver for Silent {}

/// A game to review.
pub struct Review<'a> {
    /// The game.
    pub spec: &'a GameSpec,
    /// How to search. The limits of expansions and time are for each position; the question is not used.
    pub options: &'a Options,
    /// What to look at.
    pub plan: ReviewPlan,
    /// Stops the work soon after it becomes true.
    pub interrupt: &'a Arc<AtomicBool>,
    /// The observer.
    pub observer: &'a mut dyn ReviewObserver,
}

impl Review<'_> {
    /// Reviews the game of a record.
    pub fn run(self, entry: &RecordEntry) -> Result<ReviewReport, Failure> {
        let spec = self.spec.for_position(&entry.text).map_err(Failure::input)?;
        board::open(&spec, &entry.position, Reviewing { review: self, spec: &spec, entry })?
    }
}

struct Reviewing<'a, 'e> {
    review: Review<'a>,
    spec: &'e GameSpec,
    entry: &'e RecordEntry,
}

impl GameVisitor for Reviewing<'_, '_> {
    type Output = Result<ReviewReport, Failure>;

    fn visit<G: Notation + 'static>(self, game: G, _: G::Position) -> Self::Output {
        let Reviewing { review, spec, entry } = self;
        let Review { options, plan, interrupt, observer, .. } = review;
        let played = Played::read(&game, &entry.text)
            .map_err(|error| Failure::Input(format!("{}: {error}", spec.info().name)))?;
        let end = plan.total.and_then(|total| Instant::now().checked_add(total));
        let observer = RefCell::new(observer);
        let mut shared = SharedObserver(&observer);
        let session = Session::new(&game, spec, options, interrupt, &mut shared);
        let asker = Asker::new(session, end, interrupt);
        let mut report = ReviewReport {
            tags: entry.tags.iter().cloned().collect(),
            by_attack: is_by_attack(&game, &played.start),
            scored: asker.is_scored(),
            total_seconds: plan.total.map(|total| total.as_secs_f64()),
            ..ReviewReport::blank(spec, options)
        };
        describe(&mut report, &game, &played, asker.anything());
        let number = played.turns.len() + 1;
        let found = (0..number).map(|_| None).collect();
        let mut work = Work { asker, played: &played, plan, observer: &observer, report, found };
        let ended = work.go_back();
        let Work { asker, mut report, .. } = work;
        let cost = asker.session.cost;
        report.nodes = cost.counts.expansions;
        report.seconds = cost.searching.as_secs_f64();
        report.certify_seconds = (cost.making + cost.checking).as_secs_f64();
        match ended {
            Ok(stop) => report.stop = stop.map(StopWord::from),
            Err(Broken::Refuted(refuted)) => report.error = Some(refuted.to_string()),
            Err(Broken::Failure(failure)) => return Err(failure),
        }
        report.conclude();
        Ok(report)
    }
}

/// Returns whether positions say who attacks, so that each player's attack is a question of its own.
fn is_by_attack<G: Notation>(game: &G, position: &G::Position) -> bool {
    let [first, second] =
        [Player::First, Player::Second].map(|player| game.attacked_by(position, player));
    first != second
}

/// Puts the game into the report, without any verdict.
fn describe<G: Notation>(
    report: &mut ReviewReport,
    game: &G,
    played: &Played<G::Position>,
    anything: Known,
) {
    for number in 0..=played.turns.len() {
        let position = played.position(number);
        let stage = game.stage(position);
        report.positions.push(ReviewedPosition {
            number,
            position: game.format(position),
            mover: game.player_name(game.to_move(position)).to_string(),
            stage: stage.map(|stage| stage.count),
            stage_unit: stage.map(|stage| stage.unit.to_string()),
            standing: Standing::Unknown,
            least: anything.least,
            greatest: anything.greatest,
            value: None,
            best_move: None,
            line: None,
            line_end: None,
            certified: false,
            certificates: Vec::new(),
            searched: false,
            nodes: 0,
            seconds: 0.0,
        });
    }
    for (index, turn) in played.turns.iter().enumerate() {
        let before = played.position(index);
        // Seen by the opponent's attack, a player has all moves.
        let all = game.attacked_by(before, turn.player.opponent());
        let all = all.as_ref().unwrap_or(before);
        report.turns.push(ReviewedTurn {
            number: index + 1,
            player: game.player_name(turn.player).to_string(),
            mv: game.format_turn(before, &turn.moves).unwrap_or_default(),
            moves: turn_names(game, before, &turn.moves),
            kinds: kinds_of_turn(game, before, &turn.moves),
            judgement: Judgement::Unknown,
            lost: None,
            legal: game.legal_moves(all).len(),
            better: None,
            better_line: None,
            candidates: Vec::new(),
        });
    }
    let last = played.position(played.turns.len());
    let outcome = game.outcome(last).filter(|_| !report.by_attack);
    report.outcome = outcome.map(|outcome| outcome_in_words(game, last, outcome));
}

/// The names of the moves of a turn. They may be moves that only people have, so that they are not among the legal
/// ones here.
fn turn_names<G: Notation>(game: &G, before: &G::Position, moves: &[Move]) -> Vec<String> {
    let mut position = before.clone();
    let mut names = Vec::new();
    for &mv in moves {
        names.push(game.format_move(&position, mv));
        position = game.play(&position, mv);
    }
    names
}

/// The kinds of all moves of a turn, each once.
fn kinds_of_turn<G: Notation>(game: &G, before: &G::Position, moves: &[Move]) -> Vec<String> {
    let mut position = before.clone();
    let mut kinds: Vec<String> = Vec::new();
    for &mv in moves {
        for kind in game.kinds_of_move(&position, mv) {
            if !kinds.iter().any(|known| known == kind) {
                kinds.push(kind.to_string());
            }
        }
        position = game.play(&position, mv);
    }
    kinds
}

/// Why a review ends without a result.
enum Broken {
    Refuted(Refuted),
    Failure(Failure),
}

impl From<Refuted> for Broken {
    fn from(refuted: Refuted) -> Broken {
        Broken::Refuted(refuted)
    }
}

impl From<Failure> for Broken {
    fn from(failure: Failure) -> Broken {
        Broken::Failure(failure)
    }
}

/// What is found out about the position before a turn, for the candidates there.
struct Found {
    known: Known,
    /// The turn by which the player to move keeps the value, and how the game goes on.
    best_turn: Option<Vec<Move>>,
}

struct Work<'a, 'g, 'o, G: Notation> {
    asker: Asker<'g, G>,
    played: &'a Played<G::Position>,
    plan: ReviewPlan,
    observer: &'a RefCell<&'o mut dyn ReviewObserver>,
    report: ReviewReport,
    /// By the number of the position.
    found: Vec<Option<Found>>,
}

impl<G: Notation> Work<'_, '_, '_, G> {
    /// Goes back from the last position. Returns why it did not come to the first one.
    fn go_back(&mut self) -> Result<Option<StopReason>, Broken> {
        let (mut missed, mut values_missed) = (0, 0);
        for number in (0..=self.played.turns.len()).rev() {
            if let Some(stop) = self.asker.stopped() {
                return Ok(Some(stop));
            }
            let value = self.report.scored && self.plan.values && values_missed < VALUES_MISSED;
            let stop = self.investigate(number, value)?;
            let position = &self.report.positions[number];
            values_missed = if position.value.is_some() { 0 } else { values_missed + 1 };
            missed = if position.standing.is_known() { 0 } else { missed + 1 };
            self.judge(number)?;
            self.observer.borrow_mut().reviewed(&self.report, number);
            if missed >= self.plan.give_up_after && number > 0 {
                return Ok(stop);
            }
        }
        Ok(None)
    }

    fn time(&self) -> Option<Duration> {
        self.asker.session.options.time
    }

    /// Finds out about a position. Returns why there is not more, if a limit was reached.
    fn investigate(&mut self, number: usize, value: bool) -> Result<Option<StopReason>, Broken> {
        let started = Instant::now();
        let nodes = self.asker.session.expansions();
        let guess = self.found.get(number + 1).and_then(Option::as_ref).map(|found| found.known);
        let goal =
            Goal { guess, value, time: self.time(), nodes: self.asker.session.options.nodes };
        let position = self.played.position(number);
        let found = Investigation::run(&mut self.asker, position, goal, self.report.by_attack)?;
        let game = self.asker.session.game;
        let mover = game.to_move(position);
        let Investigation { known, stop, .. } = found;
        let bound = match found.bound_of(mover) {
            Bound { turn: None, line: None, .. } => found.bound_of(mover.opponent()),
            bound => bound,
        };
        let names = |moves: &[Move]| {
            // A line begins with moves of the attack that it was found in.
            let views = [Player::First, Player::Second].map(|it| game.attacked_by(position, it));
            let views = views.into_iter().flatten().map(|view| names_of(game, &view, moves));
            views.max_by_key(Vec::len).unwrap_or_default()
        };
        let reviewed = &mut self.report.positions[number];
        (reviewed.least, reviewed.greatest) = (known.least, known.greatest);
        reviewed.standing = known.standing();
        reviewed.value = known.value().filter(|_| self.report.scored);
        reviewed.best_move = bound.turn.as_ref().and_then(|turn| game.format_turn(position, turn));
        reviewed.line = bound.line.as_ref().map(|line| names(&line.moves));
        reviewed.line_end = bound.line.as_ref().map(|line| line.end.into());
        reviewed.certified = found.is_certified();
        reviewed.searched = true;
        reviewed.nodes = self.asker.session.expansions() - nodes;
        reviewed.seconds = started.elapsed().as_secs_f64();
        let best_turn = found.bound_of(mover).turn.clone();
        self.report.positions[number].certificates = self.keep(number, None, found)?;
        self.found[number] = Some(Found { known, best_turn });
        Ok(stop)
    }

    /// Gives the certificates away. Returns where they were written.
    fn keep(
        &mut self,
        position: usize,
        candidate: Option<usize>,
        found: Investigation,
    ) -> Result<Vec<String>, Failure> {
        let mut places = Vec::new();
        for (bound, is_least) in [(found.least, true), (found.greatest, false)] {
            if let Some(certificate) = bound.certificate {
                let claim = Claim { position, candidate, is_least };
                places.extend(self.observer.borrow_mut().certificate(claim, certificate)?);
            }
        }
        Ok(places)
    }

    /// Judges the turn after a position, and goes through its candidates.
    fn judge(&mut self, number: usize) -> Result<(), Broken> {
        let [Some(before), Some(after)] =
            [number, number + 1].map(|it| self.found.get(it).and_then(Option::as_ref))
        else {
            return Ok(());
        };
        let player = self.played.turns[number].player;
        let [before, after] = [before, after].map(|found| found.known.seen_by(player));
        let judgement = Judgement::of(before, after);
        let turn = &mut self.report.turns[number];
        turn.judgement = judgement;
        if judgement.is_mistake() {
            turn.lost = Some(before.least - after.greatest);
            let position = &self.report.positions[number];
            turn.better = position.best_move.clone();
            turn.better_line = position.line.clone().filter(|_| turn.better.is_some());
        }
        if judgement.is_mistake() || self.plan.all_turns && judgement != Judgement::Unknown {
            self.go_through_candidates(number)?;
        }
        Ok(())
    }
}
