//! Answers one question, or as many as are needed to find a value.

use winproof::save::ValueProgress;
use winproof::{Numbers, Solver, StopReason, ValueSearch, Verdict};
use winproof_certificate::{Accepted, Certificate, Header};
use winproof_rules::{Move, Notation, Player, Question};

use super::session::{Answered, Evidence, Refuted, Session};
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
    Value {
        /// The attacker.
        attacker: Player,
        /// The value that was found last: a position and its successors often have similar values.
        guess: Option<i32>,
        /// Where a saved search resumes.
        start: Option<Box<Start<'g, G>>>,
        /// The last solver: the table of its leaf oracle is useful for the next question too.
        last: Option<Box<Solver<'g, G>>>,
    },
}

/// Where a saved search resumes.
pub struct Start<'g, G: Notation> {
    solver: Box<Solver<'g, G>>,
    question: Question,
    bounds: Bounds,
}

/// The range of a value, and the evidence for it.
struct Bounds {
    search: ValueSearch,
    /// Shows that the value is not less than the least one.
    at_least: Evidence,
    /// Shows that it is not more than the greatest one.
    at_most: Evidence,
}

impl Bounds {
    fn new(search: ValueSearch) -> Bounds {
        Bounds { search, at_least: Evidence::None, at_most: Evidence::None }
    }

    /// Takes an answer with its evidence.
    fn answered(&mut self, target: i32, proved: bool, evidence: Evidence) {
        if self.search.answered(target, proved) {
            *(if proved { &mut self.at_least } else { &mut self.at_most }) = evidence;
        }
    }

    /// Makes the certificates of bounds that hold for every outcome of the game.
    fn certify_ends<G: Notation>(
        &mut self,
        session: &mut Session<'_, G>,
        position: &G::Position,
    ) -> Result<(), Refuted> {
        if let (question, true) = self.search.least() {
            self.at_least = session.certify_without_records(position, question, Verdict::Proved)?;
        }
        if let (question, true) = self.search.more_than_greatest() {
            self.at_most =
                session.certify_without_records(position, question, Verdict::Disproved)?;
        }
        Ok(())
    }

    /// Returns whether accepted certificates show that only one value is left.
    fn is_certified(&self) -> bool {
        let (least, _) = self.search.least();
        let (more, _) = self.search.more_than_greatest();
        self.search.value().is_some()
            && self.at_least.shows(least, Verdict::Proved)
            && self.at_most.shows(more, Verdict::Disproved)
    }
}

impl<'g, G: Notation> Start<'g, G> {
    /// Loads a save, which must be about the same problem as the session.
    pub fn load(
        session: &mut Session<'g, G>,
        position: &G::Position,
        attacker: Player,
        mut saved: Saved,
    ) -> Result<Option<Self>, Failure> {
        saved.check_root(session.game, position)?;
        let header = saved.header.clone();
        if header.attacker != session.game.player_name(attacker) {
            let name = header.attacker;
            return Err(Failure::Input(format!("in the save the attacker is {name}")));
        }
        if header.ask != session.options.ask.to_string() {
            return Err(Failure::Input(format!("the save asks for {}", header.ask)));
        }
        if !saved.has_state() {
            return Ok(None);
        }
        let question = Question { attacker, target: saved.target()? };
        let mut solver = Box::new(Solver::new(session.game, question, &session.options.config));
        let attachments = saved.load(&mut solver, position)?;
        session.go_on_from(&header.progress);
        let bounds = known_bounds(session, position, attacker, &attachments, header.value_search)?;
        Ok(Some(Start { solver, question, bounds }))
    }
}

/// Returns the range of the value by the certificates in a save, which are checked like any other. The bounds
/// that the save names are trusted only if no certificates are made.
fn known_bounds<G: Notation>(
    session: &Session<'_, G>,
    position: &G::Position,
    attacker: Player,
    attachments: &[Vec<u8>],
    saved: Option<ValueProgress>,
) -> Result<Bounds, Failure> {
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
        bounds.answered(
            target,
            verdict == Verdict::Proved,
            Evidence::Certificate(Box::new(accepted)),
        );
    }
    let ValueProgress { target, least, greatest } = saved;
    let possible = bounds.search.is_possible(least) && bounds.search.is_possible(greatest);
    if !session.options.certify && possible && least <= greatest {
        bounds.answered(least, true, Evidence::None);
        bounds.answered(greatest + 1, false, Evidence::None);
    }
    // The saved state is the search for this target: it comes first.
    bounds.search.suggest(target);
    Ok(bounds)
}

/// Reads and checks a certificate from a save.
fn checked<G: Notation>(
    session: &Session<'_, G>,
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

/// The result for a position.
pub struct Finding {
    /// The verdict; a value that was found counts as proved.
    pub verdict: Verdict,
    /// Why there is none, if it is unknown.
    pub stop: Option<StopReason>,
    /// The least and the greatest possible value, if the value was asked for.
    pub bounds: Option<(i32, i32)>,
    /// The numbers of the last search.
    pub numbers: Option<Numbers>,
    /// The move the last search would play.
    pub best_move: Option<Move>,
    /// The evidence: for a value a proof that it is not less, and a disproof of more.
    pub certificates: Vec<Accepted>,
    /// Whether the certificates show everything in this result.
    pub certified: bool,
    /// Why a certificate is missing.
    pub shortfall: Option<String>,
}

impl Finding {
    /// Returns the value, if it was asked for and found.
    pub fn value(&self) -> Option<i32> {
        self.bounds.filter(|(least, greatest)| least == greatest).map(|(value, _)| value)
    }
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
            (None, start) => {
                let start = start.map(Box::new);
                ProblemSearch::Value { attacker, guess: None, start, last: None }
            }
        }
    }

    /// Finds the result for a position.
    pub fn ask(
        &mut self,
        session: &mut Session<'g, G>,
        position: &G::Position,
    ) -> Result<Finding, Refuted> {
        match self {
            ProblemSearch::Target { solver, question } => {
                let Answered { answer, evidence } = session.answer(solver, position, *question)?;
                let certified = evidence.shows(*question, answer.verdict);
                let (certificate, shortfall) = evidence.split();
                Ok(Finding {
                    verdict: answer.verdict,
                    stop: answer.stop,
                    bounds: None,
                    numbers: Some(answer.numbers),
                    best_move: answer.best_move,
                    certificates: certificate.into_iter().collect(),
                    certified,
                    shortfall,
                })
            }
            ProblemSearch::Value { attacker, guess, start, last } => {
                let start = start.take();
                let finding = find_value(session, position, *attacker, *guess, start, last)?;
                *guess = finding.value().or(*guess);
                Ok(finding)
            }
        }
    }
}

/// Finds the value by questions. Every question gets its own solver: numbers of one target mean nothing for
/// another.
fn find_value<'g, G: Notation>(
    session: &mut Session<'g, G>,
    position: &G::Position,
    attacker: Player,
    guess: Option<i32>,
    start: Option<Box<Start<'g, G>>>,
    last: &mut Option<Box<Solver<'g, G>>>,
) -> Result<Finding, Refuted> {
    let (mut saved, mut bounds) = match start {
        Some(start) => (Some((start.question, start.solver)), start.bounds),
        None => (None, Bounds::new(ValueSearch::new(session.game, attacker, guess))),
    };
    let mut finding = Finding {
        verdict: Verdict::Proved,
        stop: None,
        bounds: None,
        numbers: None,
        best_move: None,
        certificates: Vec::new(),
        certified: false,
        shortfall: None,
    };
    while let Some(question) = bounds.search.next() {
        if let Some(checkpointer) = &mut session.checkpointer {
            let known = [&bounds.at_least, &bounds.at_most].into_iter();
            let known: Vec<_> = known.filter_map(Evidence::certificate).collect();
            let (least, greatest) = bounds.search.bounds();
            let progress = ValueProgress { target: question.target, least, greatest };
            checkpointer.set_question(progress, &known);
        }
        let saved = saved.take().filter(|(saved, _)| *saved == question);
        let config = &session.options.config;
        let solver = match (saved, last.take()) {
            (Some((_, solver)), _) => solver,
            (None, Some(last)) => Box::new(last.into_question(question)),
            (None, None) => Box::new(Solver::new(session.game, question, config)),
        };
        let solver = last.insert(solver);
        let Answered { answer, evidence } = session.answer(solver, position, question)?;
        finding.best_move = answer.best_move;
        let Some(proved) = answer.verdict.proved() else {
            (finding.verdict, finding.stop) = (answer.verdict, answer.stop);
            finding.numbers = Some(answer.numbers);
            break;
        };
        bounds.answered(question.target, proved, evidence);
    }
    if session.options.certify && bounds.search.value().is_some() {
        bounds.certify_ends(session, position)?;
    }
    finding.bounds = Some(bounds.search.bounds());
    finding.certified = bounds.is_certified();
    let ((at_least, below), (at_most, above)) = (bounds.at_least.split(), bounds.at_most.split());
    finding.certificates = [at_least, at_most].into_iter().flatten().collect();
    finding.shortfall = below.or(above);
    Ok(finding)
}
