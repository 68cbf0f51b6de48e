//! Audits a problem as composers do: is there a solution, how long is it, is it the only one, and is every piece needed?
//!
//! First the question is answered, then the least number of plies is found, and with it the solution with both sides at
//! their best. At every turn of the attacker in it, all other moves are asked about twice: do they reach the target at
//! all, and are they as fast? Time is shared among these questions; each may take as many expansions as the options
//! say. Every verdict gets a certificate, which is checked, as in `solve`.

mod examiner;
mod report;
pub(crate) mod turns;

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use winproof::Verdict;
use winproof::line::LineEnd;
use winproof_games::{CountableVisitor, GameSpec};
use winproof_rules::{Notation, Question};

use crate::board;
use crate::failure::Failure;
use crate::options::Options;
use crate::position::names_of;
use crate::question::Ask;
use crate::work::{Refuted, SharedObserver, StopWord, TaskObserver};

use examiner::{Common, Examiner};
use report::all;
use turns::{Turn, split, turns};

pub use report::{AuditReport, OtherMove, Removal, SolutionTurn};

/// The most expansions of each question, if no other limit is given: few problems that are worth an audit need more.
pub const NODES_EACH: u64 = 1_000_000;

/// Refuses questions without a target, or with a number of plies.
pub fn check_ask(ask: Ask) -> Result<(), Failure> {
    match ask {
        Ask::Win | Ask::Draw | Ask::AtLeast(_) => Ok(()),
        _ => Err(Failure::input("an audit needs a target: win, draw or >=N")),
    }
}

/// A problem to audit.
pub struct Audit<'a> {
    /// The game.
    pub spec: &'a GameSpec,
    /// The question, without a number of plies, and how to search. The limit of expansions is for each question, that of
    /// time for all of them.
    pub options: &'a Options,
    /// Whether to ask which pieces are needed.
    pub economy: bool,
    /// Stops the work soon after it becomes true.
    pub interrupt: &'a Arc<AtomicBool>,
    /// The observer.
    pub observer: &'a mut dyn TaskObserver,
}

impl Audit<'_> {
    /// Audits the position that the text describes.
    pub fn run(self, position: &str) -> Result<AuditReport, Failure> {
        check_ask(self.options.ask)?;
        board::open_countable(self.spec, position, self)?
    }
}

impl CountableVisitor for Audit<'_> {
    type Output = Result<AuditReport, Failure>;

    fn visit<G, C>(self, game: G, to_count: C, position: G::Position) -> Self::Output
    where
        G: Notation + 'static,
        C: Notation<Position = G::Position> + 'static,
    {
        let Audit { spec, options: asked, economy, interrupt, observer } = self;
        let position = &position;
        let attacker = asked.attacker.player(&game, position);
        let target = asked.ask.target().expect("it was checked");
        let counted = board::counted(to_count, Question { attacker, target })?;
        // There are two solvers.
        let mut options = Options { moves: false, ..asked.clone() };
        options.config.memory /= 2;
        let observer = RefCell::new(observer);
        let mut observers = [SharedObserver(&observer), SharedObserver(&observer)];
        let common = Common { spec, options: &options, interrupt };
        let mut examiner = Examiner::new(&common, &game, &counted, &mut observers);
        let mut report = AuditReport {
            position: game.format(position),
            attacker: game.player_name(attacker).to_string(),
            ..AuditReport::blank(spec, asked)
        };
        let refuted = fill(&mut report, &mut examiner, &game, position, economy).err();
        report.error = refuted.map(|refuted: Refuted| refuted.to_string());
        report.answer = report.in_words(spec.info(), asked.ask);
        let cost = examiner.cost;
        report.nodes = cost.counts.expansions;
        report.seconds = cost.searching.as_secs_f64();
        report.certify_seconds = (cost.making + cost.checking).as_secs_f64();
        Ok(report)
    }
}

fn fill<G: Notation, C: Notation<Position = G::Position>>(
    report: &mut AuditReport,
    examiner: &mut Examiner<'_, G, C>,
    game: &G,
    position: &G::Position,
    economy: bool,
) -> Result<(), Refuted> {
    let root = examiner.ask(position)?;
    report.verdict = root.verdict;
    report.stop = root.stop.map(StopWord::from);
    report.certified &= root.certified;
    let mut line = root.line.filter(|_| root.verdict == Verdict::Proved);
    if root.verdict == Verdict::Proved {
        examiner.take_share(2);
        let (search, found) = examiner.least(position)?;
        report.plies = search.least();
        report.not_within = search.not_within();
        if search.least().is_some() {
            report.certified &= found.certified;
            line = found.line.or(line);
        }
    }
    let is_whole = line.as_ref().is_some_and(|line| line.end != LineEnd::Open);
    let line = line.map(|line| line.moves).unwrap_or_default();
    let removals = if economy { game.removals(position) } else { Vec::new() };
    // All that will be asked is listed first, so that time can be shared.
    let mut before = position.clone();
    let mut plan = Vec::new();
    for turn in split(game, position, &line) {
        let at = std::mem::replace(&mut before, turn.end.clone());
        let others = match game.to_move(&at) == examiner.attacker {
            true => turns(game, &at, &examiner.stop_signal()),
            false => Some(Vec::new()),
        };
        plan.push((at, turn, others));
    }
    let number = |others: &Option<Vec<_>>| others.as_ref().map_or(0, Vec::len);
    let questions =
        removals.len() + plan.iter().map(|(_, _, others)| number(others)).sum::<usize>();
    let mut left = questions;
    let mut plies = report.plies;
    for (at, turn, others) in plan {
        let are_listed = others.is_some();
        let mut found = Vec::new();
        for other in others.unwrap_or_default() {
            examiner.tell(questions - left, questions);
            examiner.take_share(left);
            left -= 1;
            if other.end != turn.end {
                found.push(other_move(examiner, game, &at, &other, plies)?);
            }
        }
        report.certified &= found.iter().all(|other| other.certified);
        let mut turn = solution_turn(examiner, game, &at, &turn, plies, found);
        if !are_listed {
            (turn.unique, turn.unique_as_fast) = (None, None);
        }
        report.solution.push(turn);
        plies = plies.and_then(|plies| plies.checked_sub(1));
    }
    if report.verdict == Verdict::Proved {
        let by_attacker = || report.solution.iter().filter(|turn| turn.by_attacker);
        // Where the line is not known to its end, there may be other moves later.
        let rest = || (!is_whole).then_some(None);
        report.unique = all(by_attacker().map(|turn| turn.unique).chain(rest()));
        report.unique_as_fast = all(by_attacker().map(|turn| turn.unique_as_fast).chain(rest()));
    }
    if economy {
        let mut found = Vec::new();
        for (piece, position) in removals {
            examiner.tell(questions - left, questions);
            examiner.take_share(left);
            left -= 1;
            found.push(removal(examiner, game, piece, &position, report)?);
        }
        report.certified &= found.iter().all(|removal| removal.certified);
        report.economy = Some(found);
    }
    Ok(())
}

fn solution_turn<G: Notation, C: Notation<Position = G::Position>>(
    examiner: &Examiner<'_, G, C>,
    game: &G,
    at: &G::Position,
    turn: &Turn<G::Position>,
    plies: Option<u16>,
    mut others: Vec<OtherMove>,
) -> SolutionTurn {
    let player = game.to_move(at);
    let by_attacker = player == examiner.attacker;
    others.sort_by_key(|other| match (other.verdict, other.as_fast) {
        (Verdict::Proved, Some(true)) => 0,
        (Verdict::Proved, _) => 1,
        (Verdict::Unknown, _) => 2,
        (Verdict::Disproved, _) => 3,
    });
    let fails = |other: &OtherMove| other.verdict.proved().map(|proved| !proved);
    let slower = |other: &OtherMove| other.as_fast.map(|as_fast| !as_fast);
    SolutionTurn {
        position: game.format(at),
        player: game.player_name(player).to_string(),
        by_attacker,
        mv: game.format_turn(at, &turn.moves).unwrap_or_default(),
        plies,
        unique: by_attacker.then(|| all(others.iter().map(fails))).flatten(),
        unique_as_fast: by_attacker.then(|| all(others.iter().map(slower))).flatten(),
        others,
    }
}

/// Finds out about another move of the attacker, with so many plies left before it.
fn other_move<G: Notation, C: Notation<Position = G::Position>>(
    examiner: &mut Examiner<'_, G, C>,
    game: &G,
    at: &G::Position,
    turn: &Turn<G::Position>,
    plies: Option<u16>,
) -> Result<OtherMove, Refuted> {
    let after = plies.and_then(|plies| plies.checked_sub(1));
    let (finding, as_fast) = examiner.ask_with_length(&turn.end, after)?;
    let line = finding.line.as_ref();
    Ok(OtherMove {
        mv: game.format_turn(at, &turn.moves).unwrap_or_default(),
        verdict: finding.verdict,
        as_fast,
        line: line.map(|line| names_of(game, &turn.end, &line.moves)),
        line_end: line.map(|line| line.end.into()),
        certified: finding.certified,
    })
}

/// Finds out what happens without a piece.
fn removal<G: Notation, C: Notation<Position = G::Position>>(
    examiner: &mut Examiner<'_, G, C>,
    game: &G,
    piece: String,
    position: &G::Position,
    report: &AuditReport,
) -> Result<Removal, Refuted> {
    let (finding, as_fast) = examiner.ask_with_length(position, report.plies)?;
    let known = finding.verdict.is_known() && report.verdict.is_known();
    Ok(Removal {
        piece,
        position: game.format(position),
        verdict: finding.verdict,
        needed: known.then_some(finding.verdict != report.verdict),
        as_fast,
        certified: finding.certified,
    })
}
