//! One problem from its text to its report.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use winproof_certificate::Accepted;
use winproof_games::{CountableVisitor, GameSpec, GameVisitor};
use winproof_rules::{Move, Notation, Outcome, Player, Question};

use super::checkpointer::{Checkpointer, Saving};
use super::finding::Finding;
use super::moves::{FoundMove, find_moves};
use super::observer::TaskObserver;
use super::problem_search::{Loaded, ProblemSearch, Start, Wanted};
use super::proof::{ProofTarget, expected_bytes};
use super::report::{Facts, MoveReport, Report, StopWord, ValueBounds};
use super::session::{Refuted, Session};
use super::{grundy, shortest, theorem};
use crate::board;
use crate::failure::Failure;
use crate::options::Options;
use crate::position::names_of;
use crate::question::Ask;
use crate::saved::Saved;

/// A problem to solve.
pub struct Task<'a> {
    /// The game.
    pub spec: &'a GameSpec,
    /// The question, and how to search.
    pub options: &'a Options,
    /// `file:line`.
    pub source: Option<String>,
    /// The label in a batch file.
    pub label: Option<String>,
    /// Where the certificate goes.
    pub proof: Option<ProofTarget>,
    /// Stops the work soon after it becomes true.
    pub interrupt: &'a Arc<AtomicBool>,
    /// The observer.
    pub observer: &'a mut dyn TaskObserver,
    /// Where and how often the search is saved.
    pub saving: Option<Saving>,
    /// The save that it resumes or restarts.
    pub saved: Option<Saved>,
}

impl Task<'_> {
    /// Solves the position that the text describes.
    pub fn run(self, position: &str) -> Result<Report, Failure> {
        if let Some(answer) = board::by_theorem(self.spec, position)? {
            return theorem::report(self, &answer);
        }
        match self.options.ask {
            Ask::Within { target, plies } => {
                let visitor = TaskWithin { target, plies, task: self };
                board::open_countable(visitor.task.spec, position, visitor)?
            }
            Ask::Shortest { target } => shortest::run(self, position, target),
            Ask::Grundy => grundy::run(self, position),
            _ => board::open(self.spec, position, self)?,
        }
    }

    /// Refuses to save what cannot be saved.
    pub(super) fn refuse_saving(&self, reason: &str) -> Result<(), Failure> {
        match self.saving.is_some() || self.saved.is_some() {
            true => Err(Failure::input(reason)),
            false => Ok(()),
        }
    }

    /// Makes an empty report.
    pub fn blank_report(&self, position: String) -> Report {
        Report {
            source: self.source.clone(),
            label: self.label.clone(),
            ..Report::blank(self.spec, position, self.options.ask).searched_with(self.options)
        }
    }
}

/// A problem with a number of plies.
struct TaskWithin<'a> {
    task: Task<'a>,
    target: i32,
    plies: u16,
}

impl CountableVisitor for TaskWithin<'_> {
    type Output = Result<Report, Failure>;

    fn visit<G, C>(self, game: G, to_count: C, position: G::Position) -> Self::Output
    where
        G: Notation + 'static,
        C: Notation<Position = G::Position> + 'static,
    {
        let attacker = self.task.options.attacker.player(&game, &position);
        let game = board::counted(to_count, Question { attacker, target: self.target })?;
        let root = game.root(position, self.plies);
        self.task.visit(game, root)
    }
}

impl GameVisitor for Task<'_> {
    type Output = Result<Report, Failure>;

    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) -> Self::Output {
        let draws = game.outcomes().contains(&Outcome::DRAW);
        self.options.ask.check_draws(self.spec.info().name, draws)?;
        let mut report = self.blank_report(game.format_without_count(&position));
        let attacker = self.options.attacker.player(&game, &position);
        report.attacker = Some(game.player_name(attacker).to_string());
        let mut session =
            Session::new(&game, self.spec, self.options, self.interrupt, self.observer);
        session.checkpointer = self.saving.map(|saving| {
            Checkpointer::new(saving, &game, self.spec, self.options, &position, attacker)
        });
        let start = match self.saved {
            Some(saved) => Start::load(&mut session, &position, attacker, saved)?,
            None => Loaded::Nothing,
        };
        let start = match start {
            Loaded::Start(start) => Some(start),
            Loaded::Nothing => None,
            Loaded::Stopped(stop) => {
                // The save stays as it is.
                let root = Finding::unknown(Some(stop));
                fill(&mut report, &session, &position, &Found { root, moves: None });
                return Ok(report);
            }
        };
        match investigate(&mut session, &position, attacker, start, &report) {
            Ok(found) => {
                fill(&mut report, &session, &position, &found);
                if let Some(target) = &self.proof {
                    let certificates = &found.root.certificates;
                    let observer = &mut *session.observer;
                    record_proof(&mut report, self.options.ask, certificates, target, observer);
                }
                if let Some(checkpointer) = session.checkpointer {
                    record_save(&mut report, checkpointer);
                }
            }
            Err(refuted) => refuse(&mut report, &refuted),
        }
        Ok(report)
    }
}

/// Reports that a verdict turned out to be wrong.
pub(super) fn refuse(report: &mut Report, refuted: &Refuted) {
    report.failed = true;
    report.certified = Some(false);
    report.error = Some(refuted.to_string());
}

/// What was found out about a position and, if asked for, about its moves.
pub(super) struct Found {
    pub(super) root: Finding,
    pub(super) moves: Option<Vec<FoundMove>>,
}

/// Finds the results. `blank` is the report without them.
fn investigate<'g, G: Notation>(
    session: &mut Session<'g, G>,
    position: &G::Position,
    attacker: Player,
    start: Option<Start<'g, G>>,
    blank: &Report,
) -> Result<Found, Refuted> {
    let mut search = ProblemSearch::new(session, attacker, start);
    let wanted = Wanted { line: true, implied: &[], before: None };
    let mut announce = |session: &mut Session<'g, G>, finding: &Finding| {
        let mut report = blank.clone();
        fill_root(&mut report, session, position, finding);
        session.observer.verdict(&report);
    };
    let root = search.ask(session, position, &wanted, &mut announce)?;
    if !session.options.moves {
        return Ok(Found { root, moves: None });
    }
    // The save is about the position itself. What is found about its successors is found again quickly.
    let checkpointer = session.checkpointer.take();
    let mut tell = |session: &mut Session<'g, G>, found: &[FoundMove]| {
        let moves = move_reports(session.game, position, found);
        session.observer.moves(&moves);
    };
    let moves = find_moves(session, &mut search, position, attacker, &root, &mut tell);
    session.checkpointer = checkpointer;
    Ok(Found { root, moves: Some(moves?) })
}

/// Puts the result for the position and the costs so far into a report.
fn fill_root<G: Notation>(
    report: &mut Report,
    session: &Session<'_, G>,
    position: &G::Position,
    root: &Finding,
) {
    let (game, cost, stop) = (session.game, session.cost, root.stop);
    report.verdict = Some(root.verdict);
    report.stop = stop.map(StopWord::from);
    report.value = root.value();
    report.value_bounds = root.bounds.map(|(least, greatest)| ValueBounds { least, greatest });
    report.best_move = root.best_move.and_then(|mv| {
        // A turn may take several moves.
        let line = root.line.as_ref().filter(|line| line.moves.first() == Some(&mv));
        game.format_turn(position, line.map_or(&[mv], |line| &line.moves))
    });
    report.promising_move = root.promising_move.and_then(|mv| game.format_turn(position, &[mv]));
    report.line = root.line.as_ref().map(|line| names_of(game, position, &line.moves));
    report.line_end = root.line.as_ref().map(|line| line.end.into());
    report.nodes = Some(cost.counts.expansions);
    report.generated = Some(cost.counts.generated);
    report.iterations = Some(cost.counts.iterations);
    report.leaf_nodes = Some(cost.counts.leaf_nodes).filter(|&nodes| nodes > 0);
    report.seconds = Some(cost.searching.as_secs_f64());
    report.memory_bytes = Some(cost.memory);
    report.table_entries = Some(cost.entries);
    report.set_numbers(root.numbers);
    report.facts = Some(Facts {
        mover: game.player_name(game.to_move(position)),
        target: session.options.ask.in_words(session.spec().info()),
        stop,
        bounds: root.bounds,
        records: None,
        written_bytes: None,
        cost,
    });
}

pub(super) fn fill<G: Notation>(
    report: &mut Report,
    session: &Session<'_, G>,
    position: &G::Position,
    found: &Found,
) {
    let (game, cost, root) = (session.game, session.cost, &found.root);
    fill_root(report, session, position, root);
    report.moves = found.moves.as_ref().map(|moves| move_reports(game, position, moves));
    let shortfall = found.shortfall(|mv| game.format_move(position, mv));
    let known = root.stop.is_none();
    if known {
        report.certified = Some(found.is_certified());
    }
    if session.options.certify && known {
        report.certify_seconds = Some((cost.making + cost.checking).as_secs_f64());
        report.make_seconds = Some(cost.making.as_secs_f64());
        report.check_seconds = Some(cost.checking.as_secs_f64());
    }
    let open_value = root.bounds.filter(|_| !known);
    report.error = shortfall.or_else(|| {
        open_value.map(|(least, greatest)| format!("the value is from {least} to {greatest}"))
    });
    let records = root.certificates.iter().map(|one| one.report().records).sum();
    if let Some(facts) = &mut report.facts {
        facts.records = (report.certified == Some(true)).then_some(records);
    }
}

fn move_reports<G: Notation>(
    game: &G,
    position: &G::Position,
    found: &[FoundMove],
) -> Vec<MoveReport> {
    let report = |FoundMove { mv, finding, nodes, .. }: &FoundMove| {
        let after = game.play(position, *mv);
        let value = finding.value();
        MoveReport {
            mv: game.format_move(position, *mv),
            verdict: finding.verdict,
            value,
            bounds: finding.bounds.filter(|_| value.is_none()),
            line: finding.line.as_ref().map(|line| names_of(game, &after, &line.moves)),
            line_end: finding.line.as_ref().map(|line| line.end.into()),
            nodes: *nodes,
        }
    };
    found.iter().map(report).collect()
}

impl Found {
    /// Returns whether accepted certificates show the verdict on the position and those on its moves.
    fn is_certified(&self) -> bool {
        let known = |found: &&FoundMove| found.finding.verdict.is_known();
        let mut moves = self.moves.iter().flatten().filter(known);
        self.root.certified && moves.all(|found| found.finding.certified)
    }

    /// Returns why a verdict, on the position or on a move, has no certificate.
    fn shortfall(&self, name: impl Fn(Move) -> String) -> Option<String> {
        self.root.shortfall.clone().or_else(|| {
            let mut moves = self.moves.iter().flatten();
            moves.find_map(|found| {
                let reason = found.finding.shortfall.as_ref()?;
                Some(format!("move {}: {reason}", name(found.mv)))
            })
        })
    }
}

/// Reports what was saved, or why it could not be: a user who relies on a save must know.
fn record_save(report: &mut Report, checkpointer: Checkpointer) {
    match checkpointer.report() {
        Ok(save) => report.save = Some(save),
        Err(failure) => {
            report.failed = true;
            report.error = Some(failure.to_string());
        }
    }
}

/// Writes the certificates and reports where. If that fails, and the observer does not want it to be tried
/// again, the verdict is still reported.
pub(super) fn record_proof(
    report: &mut Report,
    ask: Ask,
    certificates: &[Accepted],
    target: &ProofTarget,
    observer: &mut dyn TaskObserver,
) {
    if certificates.is_empty() {
        return;
    }
    let wanted = expected_bytes(certificates);
    let mut written = target.write(ask, certificates, observer.room(wanted));
    while let Err(failure) = &written
        && observer.unsaved(failure)
    {
        written = target.write(ask, certificates, observer.room(wanted));
    }
    match written {
        Ok(bytes) => {
            report.certificate = Some(target.to_string());
            if let Some(facts) = &mut report.facts {
                facts.written_bytes = Some(bytes);
            }
        }
        Err(failure) => {
            report.failed = true;
            report.error = Some(failure.to_string());
        }
    }
}
