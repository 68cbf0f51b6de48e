//! What was found out about a position.

use winproof::line::PrincipalLine;
use winproof::{Numbers, StopReason, Verdict};
use winproof_certificate::Accepted;
use winproof_rules::{Move, Question};

/// Evidence that an answer is right.
#[derive(Default)]
pub enum Evidence {
    /// A certificate that was accepted.
    Certificate(Box<Accepted>),
    /// It follows from what is known about the position before, which an accepted certificate shows or not.
    Implied {
        /// Whether a certificate shows it.
        certified: bool,
    },
    /// A certificate was wanted, and this is why there is none.
    Missing(String),
    /// There is no verdict, or no certificate was wanted.
    #[default]
    None,
}

impl Evidence {
    /// Returns the certificate, if there is one.
    pub fn certificate(&self) -> Option<&Accepted> {
        match self {
            Evidence::Certificate(accepted) => Some(accepted),
            _ => None,
        }
    }

    /// Returns whether an accepted certificate shows this verdict on this question.
    pub fn shows(&self, question: Question, verdict: Verdict) -> bool {
        match self {
            Evidence::Certificate(accepted) => {
                let header = &accepted.certificate().header;
                header.question() == question && header.verdict == verdict
            }
            Evidence::Implied { certified } => *certified,
            Evidence::Missing(_) | Evidence::None => false,
        }
    }

    /// Returns the certificate, or why it is missing.
    pub fn split(self) -> (Option<Accepted>, Option<String>) {
        match self {
            Evidence::Certificate(accepted) => (Some(*accepted), None),
            Evidence::Missing(reason) => (None, Some(reason)),
            Evidence::Implied { .. } | Evidence::None => (None, None),
        }
    }
}

/// The result for a position; by default nothing is known.
#[derive(Default)]
pub struct Finding {
    /// The verdict; a value that was found counts as proved.
    pub verdict: Verdict,
    /// Why there is none, if it is unknown.
    pub stop: Option<StopReason>,
    /// The least and the greatest possible value, if the value was asked for.
    pub bounds: Option<(i32, i32)>,
    /// The numbers of the last search.
    pub numbers: Option<Numbers>,
    /// A move of which it is known that no other does more for the player who makes it: it keeps the value or
    /// the verdict.
    pub best_move: Option<Move>,
    /// If the result is unknown, the move that the last search would try next.
    pub promising_move: Option<Move>,
    /// The principal line, if it was asked for and anything is known of it.
    pub line: Option<PrincipalLine>,
    /// The evidence: for a value a proof that it is not less, and a disproof of more.
    pub certificates: Vec<Accepted>,
    /// Whether certificates show everything in this result.
    pub certified: bool,
    /// Why a certificate is missing.
    pub shortfall: Option<String>,
}

impl Finding {
    /// Nothing is known.
    pub fn unknown(stop: Option<StopReason>) -> Finding {
        Finding { stop, ..Finding::default() }
    }

    /// Returns the value, if it was asked for and found.
    pub fn value(&self) -> Option<i32> {
        self.bounds.filter(|(least, greatest)| least == greatest).map(|(value, _)| value)
    }
}
