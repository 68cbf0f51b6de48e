//! Answers one question, or as many as are needed to find a value.

use std::cell::Cell;

use winproof::save::ValueProgress;
use winproof::{Solver, StopReason, ValueSearch, Verdict};
use winproof_certificate::{Accepted, Certificate, Header};
use winproof_rules::{Notation, Player, Question};

use super::finding::{Evidence, Finding};
use super::lines::{Before, LineSources};
use super::session::{Refuted, Session};
use super::value_search::{Bounds, Values};
use crate::failure::Failure;
use crate::saved::Saved;

/// What to find out about a position and its successors.
pub enum ProblemSearch<'g, G: Notation> {
    /// The answer to one question. The solver keeps what it learns for the next position.
    Target {
        /// The solver.
        solver: Box<Solver<'g, G>>,
        /// The question.
        question: Question,
    },
    /// The greatest value that the attacker can force.
    Value(Box<Values<'g, G>>),
}

/// What is wanted, beside the result.
pub struct Wanted<'a, G: Notation> {
    /// The principal line.
    pub line: bool,
    /// Answers that follow from what is known about the position before: target, whether it is proved, whether a
    /// certificate shows it.
    pub implied: &'a [(i32, bool, bool)],
    /// The position before.
    pub before: Option<&'a Before<'a, G>>,
}

/// Called when the result is known, before its certificate is made.
pub type Announce<'a, 'b, 'g, G> = &'a mut dyn FnMut(&mut Session<'g, G>, &Finding);

/// Where a saved search resumes.
pub struct Start<'g, G: Notation> {
    /// The solver with the saved state.
    pub solver: Box<Solver<'g, G>>,
    /// Its question.
    pub question: Question,
    /// What is known about the value, if it is asked for.
    pub bounds: Bounds<'g, G>,
}

impl<'g, G: Notation> ProblemSearch<'g, G> {
    /// Returns what the session's options ask for.
    pub fn new(session: &Session<'g, G>, attacker: Player, start: Option<Start<'g, G>>) -> Self {
        match (session.options.ask.target(), start) {
            (Some(_), Some(Start { solver, question, .. })) => {
                ProblemSearch::Target { solver, question }
            }
            (Some(target), None) => {
                let question = Question { attacker, target };
                let solver = Solver::new(session.game, question, &session.options.config);
                ProblemSearch::Target { solver: Box::new(solver), question }
            }
            (None, start) => ProblemSearch::Value(Box::new(Values::new(attacker, start))),
        }
    }

    /// Finds the result for a position.
    pub fn ask(
        &mut self,
        session: &mut Session<'g, G>,
        position: &G::Position,
        wanted: &Wanted<'_, G>,
        announce: Announce<'_, '_, 'g, G>,
    ) -> Result<Finding, Refuted> {
        match self {
            ProblemSearch::Target { solver, question } => {
                answer(session, solver, position, *question, wanted, announce)
            }
            ProblemSearch::Value(values) => values.find(session, position, wanted, announce),
        }
    }

    /// Returns what the tables say about a position, without a search.
    pub fn known(&self, position: &G::Position) -> Option<bool> {
        match self {
            ProblemSearch::Target { solver, .. } => solver.known(position),
            ProblemSearch::Value(_) => None,
        }
    }
}

/// Answers one question about a position.
fn answer<'g, G: Notation>(
    session: &mut Session<'g, G>,
    solver: &mut Solver<'g, G>,
    position: &G::Position,
    question: Question,
    wanted: &Wanted<'_, G>,
    announce: Announce<'_, '_, 'g, G>,
) -> Result<Finding, Refuted> {
    let answer = session.search(solver, position);
    let mut finding = Finding {
        verdict: answer.verdict,
        numbers: Some(answer.numbers),
        ..Finding::unknown(answer.stop)
    };
    let Some(proved) = answer.verdict.proved() else {
        finding.promising_move = answer.best_move;
        return Ok(finding);
    };
    finding.best_move = answer.best_move;
    announce(session, &finding);
    let evidence = match session.options.certify {
        true => session.certify(solver, position, question, answer.verdict)?,
        false => Evidence::None,
    };
    finding.certified = evidence.shows(question, answer.verdict);
    if wanted.line {
        let oracle = Cell::new(Some(solver.give_leaf_oracle()));
        let stop = session.line_stop_signal();
        let game = session.game;
        let sources =
            LineSources { game, root: position, before: None, oracle: &oracle, stop: &stop };
        let adviser = sources.adviser(answer.verdict, &evidence, Some(&mut *solver));
        finding.line =
            sources.line(adviser.into_iter().collect(), |it| question.met_by(it) == proved);
        if let Some(oracle) = oracle.take() {
            solver.take_leaf_oracle(oracle);
        }
        // Certificate and search may know different moves.
        let first = finding.line.as_ref().and_then(|line| line.moves.first().copied());
        finding.best_move = finding.best_move.map(|found| first.unwrap_or(found));
    }
    let (certificate, shortfall) = evidence.split();
    finding.certificates = certificate.into_iter().collect();
    finding.shortfall = shortfall;
    Ok(finding)
}

/// What became of loading a save.
pub enum Loaded<'g, G: Notation> {
    /// The search resumes.
    Start(Start<'g, G>),
    /// The search starts again.
    Nothing,
    /// A limit was reached before the save was loaded.
    Stopped(StopReason),
}

impl<'g, G: Notation> Start<'g, G> {
    /// Loads a save, which must be about the same problem as the session.
    pub fn load(
        session: &mut Session<'g, G>,
        position: &G::Position,
        attacker: Player,
        mut saved: Saved,
    ) -> Result<Loaded<'g, G>, Failure> {
        let header = saved.header.clone();
        // First, because the key of the root depends on the number of plies.
        if header.ask != session.options.ask.to_string() {
            return Err(Failure::Input(format!("the save asks for {}", header.ask)));
        }
        saved.check_root(session.game, position)?;
        if header.attacker != session.game.player_name(attacker) {
            let name = header.attacker;
            return Err(Failure::Input(format!("in the save the attacker is {name}")));
        }
        if !saved.has_state() {
            return Ok(Loaded::Nothing);
        }
        let question = Question { attacker, target: saved.target()? };
        let mut solver = Box::new(Solver::new(session.game, question, &session.options.config));
        let mut attachments = match saved.load(&mut solver, position, session.stop_signal())? {
            Ok(attachments) => attachments,
            Err(reason) => return Ok(Loaded::Stopped(reason)),
        };
        if header.certificate_draft
            && let Some(draft) = attachments.pop()
        {
            let words = draft.chunks_exact(8).map(|word| word.try_into().expect("eight bytes"));
            solver.set_draft(words.map(u64::from_le_bytes).collect());
        }
        session.go_on_from(&header.progress);
        let bounds = known_bounds(session, position, attacker, &attachments, header.value_search)?;
        Ok(Loaded::Start(Start { solver, question, bounds }))
    }
}

/// Returns the range of the value by the certificates in a save, which are checked like any other. The bounds
/// that the save names are trusted only if no certificates are made.
fn known_bounds<'g, G: Notation>(
    session: &mut Session<'_, G>,
    position: &G::Position,
    attacker: Player,
    attachments: &[Vec<u8>],
    saved: Option<ValueProgress>,
) -> Result<Bounds<'g, G>, Failure> {
    let mut bounds = Bounds::new(ValueSearch::new(session.game, attacker, None));
    let unusable = |reason: &str| Failure::Input(format!("a certificate in the save: {reason}"));
    let Some(saved) = saved else {
        return if attachments.is_empty() { Ok(bounds) } else { Err(unusable("it has no use")) };
    };
    for bytes in attachments {
        let accepted =
            checked(session, position, attacker, bytes).map_err(|reason| unusable(&reason))?;
        let Header { target, verdict, .. } = accepted.certificate().header;
        if !bounds.search.is_possible(target) {
            return Err(unusable("its target is no possible value"));
        }
        bounds.learned(
            target,
            verdict == Verdict::Proved,
            Evidence::Certificate(Box::new(accepted)),
        );
    }
    let ValueProgress { target, least, greatest } = saved;
    let possible = bounds.search.is_possible(least) && bounds.search.is_possible(greatest);
    if !session.options.certify && possible && least <= greatest {
        bounds.learned(least, true, Evidence::None);
        bounds.learned(greatest + 1, false, Evidence::None);
    }
    // The saved state is the search for this target: it comes first.
    bounds.search.suggest(target);
    Ok(bounds)
}

/// Reads and checks a certificate from a save.
fn checked<G: Notation>(
    session: &mut Session<'_, G>,
    position: &G::Position,
    attacker: Player,
    bytes: &[u8],
) -> Result<Accepted, String> {
    let certificate = Certificate::read_from(bytes, session.options.config.memory)
        .map_err(|error| error.to_string())?;
    let Header { target, verdict, .. } = certificate.header;
    if certificate.header != session.header(position, Question { attacker, target }, verdict) {
        return Err("it is about another problem".to_string());
    }
    session.check(position, certificate)
}
