//! One question, or as many as it takes to find a value.

use winproof::{Numbers, Solver, Verdict};
use winproof_check::Certificate;
use winproof_game::{Move, Notation, Player, Question};

use super::session::{Answered, Refuted, Session};
use crate::question::values_of;

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
    },
}

/// What was found out about a position.
pub struct Finding {
    /// The verdict; a value that was found counts as proved.
    pub verdict: Verdict,
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
    pub fn new(session: &Session<'g, G>, attacker: Player) -> Self {
        match session.options.ask.target() {
            Some(target) => {
                let question = Question { attacker, target };
                let solver = Solver::new(session.game, question, &session.options.config);
                Inquiry::Target { solver: Box::new(solver), question }
            }
            None => Inquiry::Value { attacker, values: values_of(session.game, attacker) },
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
            Inquiry::Value { attacker, values } => bisect(session, position, *attacker, values),
        }
    }
}

fn split(evidence: Option<Result<Certificate, String>>) -> (Option<Certificate>, Option<String>) {
    match evidence {
        Some(Ok(certificate)) => (Some(certificate), None),
        Some(Err(reason)) => (None, Some(reason)),
        None => (None, None),
    }
}

/// Finds the value by halving the range of what it can be. Every question gets a solver of its own:
/// numbers of one target mean nothing for another.
fn bisect<'g, G: Notation>(
    session: &mut Session<'g, G>,
    position: &G::Position,
    attacker: Player,
    values: &[i32],
) -> Result<Finding, Refuted> {
    // The value is one of values[low..=high].
    let (mut low, mut high) = (0, values.len() - 1);
    let (mut at_least, mut at_most) = ((None, None), (None, None));
    let mut finding = Finding {
        verdict: Verdict::Proved,
        bounds: None,
        numbers: None,
        best_move: None,
        certificates: Vec::new(),
        shortfall: None,
    };
    while low < high {
        let middle = (low + high).div_ceil(2);
        let question = Question { attacker, target: values[middle] };
        let mut solver = Solver::new(session.game, question, &session.options.config);
        let Answered { answer, evidence } = session.answer(&mut solver, position, question)?;
        finding.best_move = answer.best_move;
        match answer.verdict {
            Verdict::Proved => {
                low = middle;
                at_least = split(evidence);
            }
            Verdict::Disproved => {
                high = middle - 1;
                at_most = split(evidence);
            }
            Verdict::Unknown(_) => {
                finding.verdict = answer.verdict;
                finding.numbers = Some(answer.numbers);
                break;
            }
        }
    }
    finding.bounds = Some((values[low], values[high]));
    finding.certificates = [at_least.0, at_most.0].into_iter().flatten().collect();
    finding.shortfall = at_least.1.or(at_most.1);
    Ok(finding)
}
