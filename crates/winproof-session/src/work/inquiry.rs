//! One question, or as many as it takes to find a value.

use winproof::{Numbers, Solver};
use winproof_check::{Certificate, Header, Verdict};
use winproof_game::{Move, Notation, Player, Question};

use super::aim::Aim;
use super::session::{Answered, Refuted, Session};
use crate::failure::Failure;
use crate::question::values_of;
use crate::saved::Saved;

/// What is to be found out about a position and about its successors.
pub enum Inquiry<'g, G: Notation> {
    /// The answer to one question. The solver keeps what it learns for the next position.
    Target {
        /// Who answers.
        solver: Box<Solver<'g, G>>,
        /// What is asked.
        question: Question,
    },
    /// What the attacker can force at most.
    Value {
        /// Whose value.
        attacker: Player,
        /// All there can be, least first.
        values: Vec<i32>,
        /// The value that was found last: those of a position and of its successors are often alike.
        guess: Option<i32>,
        /// Where a save goes on.
        start: Option<Box<Start<'g, G>>>,
        /// Who answered last: what the game learned by itself serves the next question as well.
        last: Option<Box<Solver<'g, G>>>,
    },
}

/// Where a search that was saved goes on.
pub struct Start<'g, G: Notation> {
    solver: Box<Solver<'g, G>>,
    question: Question,
    /// Where the value is asked for: what it can still be, and what shows that.
    bounds: Option<(i32, i32)>,
    at_least: Evidence,
    at_most: Evidence,
}

/// A certificate, or why there is none.
type Evidence = (Option<Certificate>, Option<String>);

impl<'g, G: Notation> Start<'g, G> {
    /// Loads a save. What it says of the problem must be what the session is about; certificates in it are
    /// checked like any other.
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
        let question = Question { attacker, target: header.target };
        let mut solver = Box::new(Solver::new(session.game, question, &session.options.config));
        let attachments = saved.load(solver.state())?;
        session.go_on_from(&header.progress);
        let [mut at_least, mut at_most] = [(None, None), (None, None)];
        for bytes in attachments {
            let certificate = checked(session, position, attacker, &bytes)?;
            let Header { target, verdict, .. } = certificate.header;
            match (header.bounds, verdict) {
                (Some((least, _)), Verdict::Proved) if target == least => {
                    at_least = (Some(certificate), None);
                }
                (Some((_, greatest)), Verdict::Disproved) if target > greatest => {
                    at_most = (Some(certificate), None);
                }
                _ => return Err(Failure::input("a certificate in the save has no business there")),
            }
        }
        Ok(Some(Start { solver, question, bounds: header.bounds, at_least, at_most }))
    }

    /// The range of values that is left, as places in the list of all.
    fn range(&self, values: &[i32]) -> Option<(usize, usize)> {
        let (least, greatest) = self.bounds?;
        let place = |value| values.binary_search(&value).ok();
        place(least).zip(place(greatest)).filter(|(low, high)| low < high)
    }
}

/// A certificate from a save.
fn checked<G: Notation>(
    session: &Session<'_, G>,
    position: &G::Position,
    attacker: Player,
    bytes: &[u8],
) -> Result<Certificate, Failure> {
    let refused = |reason: String| Failure::Input(format!("a certificate in the save: {reason}"));
    let certificate = Certificate::read_from(bytes, session.options.config.memory)
        .map_err(|error| refused(error.to_string()))?;
    let Header { target, verdict, .. } = certificate.header;
    if certificate.header != session.header(position, Question { attacker, target }, verdict) {
        return Err(refused("it is about another problem".to_string()));
    }
    let checked = session.check(position, &certificate);
    match checked.map_err(|error| refused(error.to_string()))? {
        None => Ok(certificate),
        Some(stop) => Err(refused(format!("it was not checked: {stop}"))),
    }
}

/// What was found out about a position.
pub struct Finding {
    /// The verdict; a value that was found counts as proved.
    pub verdict: winproof::Verdict,
    /// The least and the greatest value there can be, where the value was asked for.
    pub bounds: Option<(i32, i32)>,
    /// The numbers of the last search.
    pub numbers: Option<Numbers>,
    /// The move the last search would play.
    pub best_move: Option<Move>,
    /// What shows the verdict: for a value a proof that it is not less, and a disproof of more.
    pub certificates: Vec<Certificate>,
    /// Why a certificate is missing.
    pub shortfall: Option<String>,
}

impl Finding {
    /// The value, if it was asked for and found.
    pub fn value(&self) -> Option<i32> {
        self.bounds.filter(|(least, greatest)| least == greatest).map(|(value, _)| value)
    }
}

impl<'g, G: Notation> Inquiry<'g, G> {
    /// What the session's options ask for.
    pub fn new(session: &Session<'g, G>, attacker: Player, start: Option<Start<'g, G>>) -> Self {
        match (session.options.ask.target(), start) {
            (Some(_), Some(Start { solver, question, .. })) => Inquiry::Target { solver, question },
            (Some(target), None) => {
                let question = Question { attacker, target };
                let solver = Solver::new(session.game, question, &session.options.config);
                Inquiry::Target { solver: Box::new(solver), question }
            }
            (None, start) => {
                let values = values_of(session.game, attacker);
                let start = start.map(Box::new);
                Inquiry::Value { attacker, values, guess: None, start, last: None }
            }
        }
    }

    /// Finds it out about a position.
    pub fn ask(
        &mut self,
        session: &mut Session<'g, G>,
        position: &G::Position,
    ) -> Result<Finding, Refuted> {
        match self {
            Inquiry::Target { solver, question } => {
                let Answered { answer, evidence } = session.answer(solver, position, *question)?;
                let (certificate, shortfall) = split(evidence);
                Ok(Finding {
                    verdict: answer.verdict,
                    bounds: None,
                    numbers: Some(answer.numbers),
                    best_move: answer.best_move,
                    certificates: certificate.into_iter().collect(),
                    shortfall,
                })
            }
            Inquiry::Value { attacker, values, guess, start, last } => {
                let start = start.take();
                let finding = close_in(session, position, *attacker, values, *guess, start, last)?;
                *guess = finding.value().or(*guess);
                Ok(finding)
            }
        }
    }
}

fn split(evidence: Option<Result<Certificate, String>>) -> Evidence {
    match evidence {
        Some(Ok(certificate)) => (Some(certificate), None),
        Some(Err(reason)) => (None, Some(reason)),
        None => (None, None),
    }
}

/// Finds the value by closing in on it from both sides. Every question gets a solver of its own: numbers of
/// one target mean nothing for another.
fn close_in<'g, G: Notation>(
    session: &mut Session<'g, G>,
    position: &G::Position,
    attacker: Player,
    values: &[i32],
    guess: Option<i32>,
    start: Option<Box<Start<'g, G>>>,
    last: &mut Option<Box<Solver<'g, G>>>,
) -> Result<Finding, Refuted> {
    // The value is one of values[low..=high].
    let (mut low, mut high) = (0, values.len() - 1);
    let [mut at_least, mut at_most] = [(None, None), (None, None)];
    let mut solver = None;
    if let Some(start) = start
        && let Some(range) = start.range(values)
    {
        (low, high) = range;
        solver = Some((start.question, start.solver));
        (at_least, at_most) = (start.at_least, start.at_most);
        let missing = |known: bool, evidence: &mut Evidence| {
            if known && evidence.0.is_none() {
                evidence.1 = Some("the save has no certificate of an earlier answer".to_string());
            }
        };
        missing(low > 0, &mut at_least);
        missing(high + 1 < values.len(), &mut at_most);
    }
    let mut finding = Finding {
        verdict: winproof::Verdict::Proved,
        bounds: None,
        numbers: None,
        best_move: None,
        certificates: Vec::new(),
        shortfall: None,
    };
    let guess = guess.and_then(|value| values.binary_search(&value).ok());
    let mut aim = Aim::new(low, high, values.len(), guess);
    while low < high {
        let middle = aim.place(low, high);
        let question = Question { attacker, target: values[middle] };
        if let Some(keeper) = &mut session.keeper {
            let known: Vec<_> = at_least.0.iter().chain(&at_most.0).collect();
            keeper.set_question(question.target, (values[low], values[high]), &known);
        }
        let saved = solver.take().filter(|(saved, _)| *saved == question);
        let config = &session.options.config;
        let solver = match (saved, last.take()) {
            (Some((_, solver)), _) => solver,
            (None, Some(last)) => Box::new(last.for_question(question, config)),
            (None, None) => Box::new(Solver::new(session.game, question, config)),
        };
        let solver = last.insert(solver);
        let Answered { answer, evidence } = session.answer(solver, position, question)?;
        finding.best_move = answer.best_move;
        match answer.verdict {
            winproof::Verdict::Proved => {
                low = middle;
                at_least = split(evidence);
            }
            winproof::Verdict::Disproved => {
                high = middle - 1;
                at_most = split(evidence);
            }
            winproof::Verdict::Unknown(_) => {
                finding.verdict = answer.verdict;
                finding.numbers = Some(answer.numbers);
                break;
            }
        }
        aim.answered(middle, low == middle, low, high);
    }
    finding.bounds = Some((values[low], values[high]));
    finding.certificates = [at_least.0, at_most.0].into_iter().flatten().collect();
    finding.shortfall = at_least.1.or(at_most.1);
    Ok(finding)
}
