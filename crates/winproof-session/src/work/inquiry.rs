//! One question, or as many as it takes to find a value.

use winproof::save::ValueSearch;
use winproof::{Numbers, Solver, StopReason, Verdict};
use winproof_certificate::{Accepted, Certificate, Header};
use winproof_rules::{Move, Notation, Player, Question};

use super::aim::Aim;
use super::session::{Answered, Evidence, Refuted, Session};
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
    range: Range,
}

/// What a value can still be, as places in the list of all values, and what shows that.
struct Range {
    low: usize,
    high: usize,
    /// Shows that the value is not less than the lowest.
    at_least: Evidence,
    /// Shows that it is not greater than the highest.
    at_most: Evidence,
}

impl Range {
    /// All of so many values.
    fn all(count: usize) -> Range {
        Range { low: 0, high: count - 1, at_least: Evidence::None, at_most: Evidence::None }
    }

    /// Takes note of an answer: the value is at least that of `place`, or less.
    fn narrow(&mut self, place: usize, reached: bool, evidence: Evidence) {
        if reached && place > self.low {
            (self.low, self.at_least) = (place, evidence);
        } else if !reached && place <= self.high {
            (self.high, self.at_most) = (place - 1, evidence);
        }
    }

    /// The next question above the highest value.
    fn above(&self, values: &[i32]) -> i32 {
        values.get(self.high + 1).copied().unwrap_or(values[self.high] + 1)
    }

    /// Certificates of bounds that every outcome of the game keeps.
    fn certify_ends<G: Notation>(
        &mut self,
        session: &mut Session<'_, G>,
        position: &G::Position,
        attacker: Player,
        values: &[i32],
    ) -> Result<(), Refuted> {
        if self.low == 0 {
            let question = Question { attacker, target: values[0] };
            self.at_least = session.certify_without_records(position, question, Verdict::Proved)?;
        }
        if self.high + 1 == values.len() {
            let question = Question { attacker, target: self.above(values) };
            self.at_most =
                session.certify_without_records(position, question, Verdict::Disproved)?;
        }
        Ok(())
    }

    /// Whether accepted certificates show that the value is the only one left.
    fn is_certified(&self, attacker: Player, values: &[i32]) -> bool {
        let question = |target| Question { attacker, target };
        self.low == self.high
            && self.at_least.shows(question(values[self.low]), Verdict::Proved)
            && self.at_most.shows(question(self.above(values)), Verdict::Disproved)
    }
}

impl<'g, G: Notation> Start<'g, G> {
    /// Loads a save. What it says of the problem must be what the session is about.
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
        let range = known_range(session, position, attacker, &attachments, header.value_search)?;
        Ok(Some(Start { solver, question, range }))
    }
}

/// What the value can still be by the certificates in a save, which are checked like any other. The bounds
/// that the save names are believed only where no certificates are made.
fn known_range<G: Notation>(
    session: &Session<'_, G>,
    position: &G::Position,
    attacker: Player,
    attachments: &[Vec<u8>],
    search: Option<ValueSearch>,
) -> Result<Range, Failure> {
    let values = values_of(session.game, attacker);
    let mut range = Range::all(values.len());
    let unusable = |reason: &str| Failure::Input(format!("a certificate in the save: {reason}"));
    let Some(search) = search else {
        return if attachments.is_empty() { Ok(range) } else { Err(unusable("it has no use")) };
    };
    for bytes in attachments {
        let accepted =
            checked(session, position, attacker, bytes).map_err(|reason| unusable(&reason))?;
        let Header { target, verdict, .. } = accepted.certificate().header;
        let place = values.binary_search(&target);
        let place = place.map_err(|_| unusable("its target is no possible value"))?;
        range.narrow(place, verdict == Verdict::Proved, Evidence::Certificate(Box::new(accepted)));
    }
    if !session.options.certify
        && let (Ok(low), Ok(high)) =
            (values.binary_search(&search.least), values.binary_search(&search.greatest))
        && low <= high
    {
        range.narrow(low, true, Evidence::None);
        range.narrow(high + 1, false, Evidence::None);
    }
    Ok(range)
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

/// What was found out about a position.
pub struct Finding {
    /// The verdict; a value that was found counts as proved.
    pub verdict: Verdict,
    /// Why there is none, if it is unknown.
    pub stop: Option<StopReason>,
    /// The least and the greatest value there can be, where the value was asked for.
    pub bounds: Option<(i32, i32)>,
    /// The numbers of the last search.
    pub numbers: Option<Numbers>,
    /// The move the last search would play.
    pub best_move: Option<Move>,
    /// What shows the verdict: for a value a proof that it is not less, and a disproof of more.
    pub certificates: Vec<Accepted>,
    /// Whether the certificates show all that is said here.
    pub certified: bool,
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
            Inquiry::Value { attacker, values, guess, start, last } => {
                let start = start.take();
                let finding = close_in(session, position, *attacker, values, *guess, start, last)?;
                *guess = finding.value().or(*guess);
                Ok(finding)
            }
        }
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
    let (saved, mut range) = match start {
        Some(start) => (Some((start.question, start.solver)), start.range),
        None => (None, Range::all(values.len())),
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
    // What was saved is the search for some target: it comes first.
    let guess = saved.as_ref().map(|(question, _)| question.target).or(guess);
    let guess = guess.and_then(|value| values.binary_search(&value).ok());
    let mut aim = Aim::new(range.low, range.high, values.len(), guess);
    let mut saved = saved;
    while range.low < range.high {
        let middle = aim.place(range.low, range.high);
        let question = Question { attacker, target: values[middle] };
        if let Some(checkpointer) = &mut session.checkpointer {
            let known = [&range.at_least, &range.at_most].into_iter();
            let known: Vec<_> = known.filter_map(Evidence::certificate).collect();
            let (least, greatest) = (values[range.low], values[range.high]);
            let search = ValueSearch { target: question.target, least, greatest };
            checkpointer.set_question(search, &known);
        }
        let saved = saved.take().filter(|(saved, _)| *saved == question);
        let config = &session.options.config;
        let solver = match (saved, last.take()) {
            (Some((_, solver)), _) => solver,
            (None, Some(last)) => Box::new(last.into_question(question, config)),
            (None, None) => Box::new(Solver::new(session.game, question, config)),
        };
        let solver = last.insert(solver);
        let Answered { answer, evidence } = session.answer(solver, position, question)?;
        finding.best_move = answer.best_move;
        let Some(reached) = answer.verdict.proved() else {
            (finding.verdict, finding.stop) = (answer.verdict, answer.stop);
            finding.numbers = Some(answer.numbers);
            break;
        };
        range.narrow(middle, reached, evidence);
        aim.answered(middle, reached, range.low, range.high);
    }
    if session.options.certify && range.low == range.high {
        range.certify_ends(session, position, attacker, values)?;
    }
    finding.bounds = Some((values[range.low], values[range.high]));
    finding.certified = range.is_certified(attacker, values);
    let ((at_least, below), (at_most, above)) = (range.at_least.split(), range.at_most.split());
    finding.certificates = [at_least, at_most].into_iter().flatten().collect();
    finding.shortfall = below.or(above);
    Ok(finding)
}
