//! One problem from its text to its report.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use winproof::Verdict;
use winproof::replay::Replay;
use winproof_certificate::Accepted;
use winproof_games::{GameSpec, GameVisitor};
use winproof_rules::{Move, Notation, Outcome, Player};

use super::checkpointer::{Checkpointer, Saving};
use super::observer::TaskObserver;
use super::proof;
use super::report::{Facts, MoveReport, Report, StopWord};
use super::session::{Refuted, Session};
use super::value_search::{Finding, ProblemSearch, Start};
use crate::board;
use crate::failure::Failure;
use crate::options::Options;
use crate::position::names_of;
use crate::question::Ask;
use crate::saved::Saved;

/// A line is not followed further than this; play in closed sets can be endless.
const LONGEST_LINE: usize = 60;

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
    /// Where the certificate goes: a file, or a folder if the value is asked for.
    pub proof: Option<PathBuf>,
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
        board::open(self.spec, position, self)?
    }

    /// Makes an empty report.
    pub fn blank_report(&self, position: String) -> Report {
        Report {
            source: self.source.clone(),
            label: self.label.clone(),
            ..Report::blank(self.spec, position, self.options.ask)
                .searched_with(&self.options.config)
        }
    }
}

impl GameVisitor for Task<'_> {
    type Output = Result<Report, Failure>;

    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) -> Self::Output {
        let draws = game.outcomes().contains(&Outcome::DRAW);
        self.options.ask.check_draws(self.spec.info().name, draws)?;
        let mut report = self.blank_report(game.format(&position));
        let attacker = self.options.attacker.player(&game, &position);
        report.attacker = Some(game.player_name(attacker).to_string());
        let mut session =
            Session::new(&game, self.spec, self.options, self.interrupt, self.observer);
        session.checkpointer = self.saving.map(|saving| {
            Checkpointer::new(saving, &game, self.spec, self.options, &position, attacker)
        });
        let start = match self.saved {
            Some(saved) => Start::load(&mut session, &position, attacker, saved)?,
            None => None,
        };
        match investigate(&mut session, &position, attacker, start) {
            Ok(found) => {
                fill(&mut report, &session, &position, attacker, &found);
                if let Some(path) = &self.proof {
                    record_proof(&mut report, self.options.ask, &found.root.certificates, path);
                }
                if let Some(checkpointer) = session.checkpointer {
                    record_save(&mut report, checkpointer);
                }
            }
            Err(refuted) => {
                report.failed = true;
                report.certified = Some(false);
                report.error = Some(refuted.to_string());
            }
        }
        Ok(report)
    }
}

/// What was found out about a position and, if asked for, about its moves.
struct Found {
    root: Finding,
    moves: Option<Vec<FoundMove>>,
}

struct FoundMove {
    mv: Move,
    finding: Finding,
    nodes: u64,
}

fn investigate<'g, G: Notation>(
    session: &mut Session<'g, G>,
    position: &G::Position,
    attacker: Player,
    start: Option<Start<'g, G>>,
) -> Result<Found, Refuted> {
    let mut search = ProblemSearch::new(session, attacker, start);
    let root = search.ask(session, position)?;
    if !session.options.moves {
        return Ok(Found { root, moves: None });
    }
    let mut moves = Vec::new();
    if session.game.outcome(position).is_none() {
        session.game.moves(position, &mut moves);
    }
    // The save is about the position itself. What is found about its successors is found again quickly.
    let checkpointer = session.checkpointer.take();
    let mut found = Vec::new();
    for mv in moves {
        let before = session.cost.counts.expansions;
        let mut finding = search.ask(session, &session.game.play(position, mv))?;
        // They have been checked. If they were kept, they could fill the memory.
        finding.certificates.clear();
        found.push(FoundMove { mv, finding, nodes: session.cost.counts.expansions - before });
    }
    session.checkpointer = checkpointer;
    Ok(Found { root, moves: Some(found) })
}

fn fill<G: Notation>(
    report: &mut Report,
    session: &Session<'_, G>,
    position: &G::Position,
    attacker: Player,
    found: &Found,
) {
    let (game, cost, root) = (session.game, session.cost, &found.root);
    let mover = game.to_move(position);
    let stop = root.stop;
    let line = line(game, position, attacker == mover, root);
    report.verdict = Some(root.verdict);
    report.stop = stop.map(StopWord::from);
    report.value = root.value();
    let turn = line.clone().filter(|line| !line.is_empty());
    let turn = turn.or_else(|| root.best_move.map(|mv| vec![mv]));
    report.best_move = turn.and_then(|turn| game.format_turn(position, &turn));
    report.line = line.map(|line| names_of(game, position, &line));
    report.moves = found.moves.as_ref().map(|moves| {
        moves.iter().map(|found| found.report(game.format_move(position, found.mv))).collect()
    });
    report.nodes = Some(cost.counts.expansions);
    report.generated = Some(cost.counts.generated);
    report.iterations = Some(cost.counts.iterations);
    report.leaf_nodes = Some(cost.counts.leaf_nodes).filter(|&nodes| nodes > 0);
    report.seconds = Some(cost.searching.as_secs_f64());
    report.memory_bytes = Some(cost.memory);
    report.table_entries = Some(cost.entries);
    report.set_numbers(root.numbers);
    let shortfall = found.shortfall(|mv| game.format_move(position, mv));
    if stop.is_none() {
        report.certified = Some(found.is_certified());
    }
    if session.options.certify && stop.is_none() {
        report.certify_seconds = Some((cost.making + cost.checking).as_secs_f64());
    }
    let open_value = root.bounds.filter(|_| stop.is_some());
    report.error = shortfall.or_else(|| {
        open_value.map(|(least, greatest)| format!("the value is from {least} to {greatest}"))
    });
    let records = root.certificates.iter().map(|one| one.report().records).sum();
    report.facts = Some(Facts {
        mover: game.player_name(mover),
        target: session.options.ask.in_words(),
        stop,
        bounds: root.bounds,
        records: (report.certified == Some(true)).then_some(records),
        written_bytes: None,
        cost,
    });
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

impl FoundMove {
    fn report(&self, name: String) -> MoveReport {
        let Finding { verdict, .. } = self.finding;
        MoveReport { mv: name, verdict, value: self.finding.value(), nodes: self.nodes }
    }
}

/// Returns the principal line of the certificate that has moves for the player to move: of the two for a
/// value, the proof if that player is the attacker, otherwise the disproof.
fn line<G: Notation>(
    game: &G,
    position: &G::Position,
    attacker_moves: bool,
    finding: &Finding,
) -> Option<Vec<Move>> {
    let certificates = &finding.certificates;
    let has_records = |one: &&Accepted| one.report().records > 0;
    let advises =
        |one: &&Accepted| (one.certificate().header.verdict == Verdict::Proved) == attacker_moves;
    let mut candidates = certificates.iter().filter(has_records);
    let accepted = candidates.clone().find(advises).or(candidates.next())?;
    Some(Replay::new(game, accepted.certificate()).principal_line(position, LONGEST_LINE))
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

/// Writes the certificates and reports where. If that fails, the verdict is still reported.
fn record_proof(report: &mut Report, ask: Ask, certificates: &[Accepted], path: &Path) {
    if certificates.is_empty() {
        return;
    }
    match proof::write(ask, certificates, path) {
        Ok(bytes) => {
            report.certificate = Some(path.display().to_string());
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
