//! The least number of plies within which the attacker reaches the target: a proof that it suffices, and a disproof
//! that one ply less does. With both comes the longest defence.
//!
//! First the question is asked without a number, with all that the game knows: if the answer is no, it is no for every
//! number. Then one number after the other is asked about ([`Lengths`]).

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use winproof::{ShortestSearch, Verdict};
use winproof_games::{CountableVisitor, GameSpec, GameVisitor};
use winproof_rules::{Notation, Question, Within};

use super::finding::Finding;
use super::lengths::Lengths;
use super::observer::TaskObserver;
use super::problem_search::{ProblemSearch, Wanted};
use super::proof::ProofTarget;
use super::report::Report;
use super::session::{Cost, Refuted, Session};
use super::task::{Found, Task, fill, record_proof, refuse};
use crate::board;
use crate::failure::Failure;
use crate::options::Options;
use crate::question::Ask;

/// Finds the least number of plies for the position that the text describes.
pub(super) fn run(task: Task<'_>, text: &str, target: i32) -> Result<Report, Failure> {
    task.refuse_saving(
        "a search for the least number of plies cannot be saved; ask about one number",
    )?;
    let started = Instant::now();
    let report = task.blank_report(String::new());
    let Task { spec, options, interrupt, observer, proof, .. } = task;
    let ask = options.ask.at_any_time();
    let mut searching = Options { ask, moves: false, certify: false, ..options.clone() };
    let visitor = AtAnyTime {
        spec,
        interrupt,
        observer: &mut *observer,
        searching: &searching,
        certifying: &Options { certify: options.certify, ..searching.clone() },
        ask: options.ask,
        proof: proof.as_ref(),
        report: report.clone(),
    };
    let cost = match board::open(spec, text, visitor)? {
        First::Proved(cost) => cost,
        First::Other(report) => return Ok(*report),
    };
    searching.time = options.time.map(|time| time.saturating_sub(started.elapsed()));
    searching.certify = options.certify;
    let visitor = WithNumbers {
        spec,
        interrupt,
        observer,
        searching: &searching,
        target,
        ask: options.ask,
        proof: proof.as_ref(),
        report,
        cost,
    };
    board::open_countable(spec, text, visitor)?
}

/// Asks with one number of plies after the other.
struct WithNumbers<'a> {
    spec: &'a GameSpec,
    interrupt: &'a Arc<AtomicBool>,
    observer: &'a mut dyn TaskObserver,
    searching: &'a Options,
    target: i32,
    /// The question as it was asked, and where its certificates go.
    ask: Ask,
    proof: Option<&'a ProofTarget>,
    report: Report,
    cost: Cost,
}

impl CountableVisitor for WithNumbers<'_> {
    type Output = Result<Report, Failure>;

    fn visit<G, C>(self, game: G, to_count: C, position: G::Position) -> Self::Output
    where
        G: Notation + 'static,
        C: Notation<Position = G::Position> + 'static,
    {
        let mut report = self.report;
        let attacker = self.searching.attacker.player(&game, &position);
        report.position = game.format(&position);
        report.attacker = Some(game.player_name(attacker).to_string());
        let game = board::counted(to_count, Question { attacker, target: self.target })?;
        let mut session =
            Session::new(&game, self.spec, self.searching, self.interrupt, self.observer);
        session.cost = self.cost;
        let mut lengths = Lengths::new(session);
        match find(&mut lengths, &position, &mut report) {
            Ok(finding) => {
                if let Some(path) = self.proof {
                    let observer = &mut *lengths.session.observer;
                    record_proof(&mut report, self.ask, &finding.certificates, path, observer);
                }
            }
            Err(refuted) => refuse(&mut report, &refuted),
        }
        Ok(report)
    }
}

/// Asks without a number of plies.
struct AtAnyTime<'a> {
    spec: &'a GameSpec,
    interrupt: &'a Arc<AtomicBool>,
    observer: &'a mut dyn TaskObserver,
    searching: &'a Options,
    certifying: &'a Options,
    /// The question as it was asked, and where its certificates go.
    ask: Ask,
    proof: Option<&'a ProofTarget>,
    report: Report,
}

/// What is known without a number of plies.
enum First {
    /// The target can be reached; to find that out cost so much.
    Proved(Cost),
    /// It cannot, or that is not known, or there was an error.
    Other(Box<Report>),
}

impl GameVisitor for AtAnyTime<'_> {
    type Output = First;

    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) -> First {
        let mut report = self.report;
        let attacker = self.searching.attacker.player(&game, &position);
        report.position = game.format(&position);
        report.attacker = Some(game.player_name(attacker).to_string());
        let mut session =
            Session::new(&game, self.spec, self.searching, self.interrupt, self.observer);
        let mut search = ProblemSearch::new(&session, attacker, None);
        let mut wanted = Wanted { line: false, implied: &[], before: None };
        let mut asked = search.ask(&mut session, &position, &wanted, &mut |_, _| {});
        match asked.as_ref().map(|root| root.verdict) {
            Ok(Verdict::Proved) => return First::Proved(session.cost),
            // Only this answer needs a certificate, and the solver still knows it.
            Ok(Verdict::Disproved) => {
                session.options = self.certifying;
                wanted.line = true;
                asked = search.ask(&mut session, &position, &wanted, &mut |_, _| {});
            }
            _ => {}
        }
        match asked {
            Ok(root) => {
                let found = Found { root, moves: None };
                fill(&mut report, &session, &position, &found);
                if let Some(path) = self.proof {
                    let certificates = &found.root.certificates;
                    record_proof(&mut report, self.ask, certificates, path, session.observer);
                }
            }
            Err(refuted) => refuse(&mut report, &refuted),
        }
        First::Other(Box::new(report))
    }
}

/// Finds the least number of plies, certifies it, and fills the report.
fn find<G: Notation>(
    lengths: &mut Lengths<'_, G>,
    position: &G::Position,
    report: &mut Report,
) -> Result<Finding, Refuted> {
    let (search, mut finding) = lengths.least(position);
    if let Some(plies) = search.least() {
        let mut known = report.clone();
        fill_length(&mut known, &lengths.session, position, &search, &mut finding);
        lengths.session.observer.verdict(&known);
        lengths.certify_least(position, plies, &mut finding)?;
    }
    fill_length(report, &lengths.session, position, &search, &mut finding);
    Ok(finding)
}

/// Puts what is known about the least number of plies into a report.
fn fill_length<G: Notation>(
    report: &mut Report,
    session: &Session<'_, Within<G>>,
    position: &G::Position,
    search: &ShortestSearch,
    finding: &mut Finding,
) {
    let info = session.spec().info();
    let asked = search.least().or(search.next()).unwrap_or(u16::MAX);
    let root = session.game.root(position.clone(), asked);
    let found = Found { root: std::mem::take(finding), moves: None };
    fill(report, session, &root, &found);
    *finding = found.root;
    report.plies = search.least();
    report.not_within = search.not_within();
    let words = session.options.ask.in_words(info);
    let mut target = format!("{words} within {}", info.plies(asked));
    let not_within = search.not_within().map(|plies| format!("not within {}", info.plies(plies)));
    match (search.least(), not_within) {
        (Some(_), Some(not_within)) => target += &format!(", and {not_within}"),
        (None, Some(not_within)) => {
            report.error = Some(format!("{words} can be forced, but {not_within}"));
        }
        _ => {}
    }
    if let Some(facts) = &mut report.facts {
        facts.target = target;
    }
}
