//! Verifies a certificate file: reads it, opens the game that it names, and checks it. If there are several
//! certificates in it, says what they show together.
//!
//! The program `winproof-check` is this crate with a command line. `winproof verify` calls the same function.

mod file;
mod size;

use std::fmt;
use std::fs::File;

use winproof_certificate::{
    Certificate, CertificateStream, CheckReport, Header, Rejection, Section, Spilled, StreamError,
    check,
};
use winproof_games::{GameSpec, GameVisitor, games};
use winproof_rules::{Notation, printable};

pub use file::{FileVerification, verify_file};
pub use size::parse_size;

/// The result of checking a certificate.
///
/// No text in it is copied from the file as it stands: headers name the game with all of its parameters, and
/// the position in the notation of the game, made from the position that was checked; reasons are
/// [`printable`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verification {
    /// The verdict is true.
    Accepted {
        /// What was claimed.
        header: Header,
        /// The work of the check.
        report: CheckReport,
    },
    /// The certificate does not show its verdict.
    Rejected {
        /// What was claimed.
        header: Header,
        /// What is wrong.
        reason: String,
    },
    /// There is nothing to check: no certificate, a damaged one, or one for a game that this program
    /// does not know.
    Unreadable(
        /// What is wrong.
        String,
    ),
}

impl Verification {
    /// Returns what was claimed, if that was accepted.
    pub fn accepted(&self) -> Option<&Header> {
        match self {
            Verification::Accepted { header, .. } => Some(header),
            _ => None,
        }
    }

    /// Describes the size of what was accepted: `52 records`.
    fn records_in_words(&self) -> String {
        let Verification::Accepted { report, .. } = self else { return String::new() };
        let records = report.records;
        let plural = if records == 1 { "" } else { "s" };
        let streamed = match report.spilled {
            Some(Spilled { runs, bytes }) => {
                format!(", streamed ({bytes} bytes put aside in {runs} runs)")
            }
            None => String::new(),
        };
        format!("{records} record{plural}{streamed}")
    }
}

/// Opens the game and the position that the header names and checks the certificate there.
pub fn verify(certificate: Certificate) -> Verification {
    conclude(&certificate.header, Check { certificate: &certificate })
}

fn stream(mut stream: CertificateStream<Section<&File>>) -> Verification {
    let header = stream.header().clone();
    conclude(&header, Stream { stream: &mut stream })
}

/// The result of a check, and its position in the notation of the game.
type Answer = (String, Result<CheckReport, Refusal>);

fn conclude(header: &Header, visitor: impl GameVisitor<Output = Answer>) -> Verification {
    let parameters = header.parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let spec = match GameSpec::new(&header.game, parameters) {
        Ok(spec) => spec,
        Err(error) => return unreadable(&error),
    };
    let opened = spec.open_for(&header.position, header.question(), header.within, visitor);
    let (position, answer) = match opened {
        Ok(answer) => answer,
        Err(error) => return unreadable(&format_args!("bad position: {error}")),
    };
    let header = Header { position, parameters: spec.parameters(), ..header.clone() };
    match answer {
        Ok(report) => Verification::Accepted { header, report },
        Err(Refusal::Rejected(reason)) => {
            Verification::Rejected { header, reason: printable(&reason) }
        }
        Err(Refusal::Unreadable(reason)) => unreadable(&reason),
    }
}

fn unreadable(reason: &dyn fmt::Display) -> Verification {
    Verification::Unreadable(printable(&reason.to_string()))
}

/// Why a certificate with a good header is not accepted.
enum Refusal {
    Rejected(String),
    Unreadable(String),
}

struct Check<'a> {
    certificate: &'a Certificate,
}

impl GameVisitor for Check<'_> {
    type Output = Answer;

    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) -> Answer {
        let answer = check(&game, &position, self.certificate)
            .map_err(|rejection| Refusal::Rejected(explain(&game, &rejection)));
        (game.format_without_count(&position), answer)
    }
}

struct Stream<'a, 'f> {
    stream: &'a mut CertificateStream<Section<&'f File>>,
}

impl GameVisitor for Stream<'_, '_> {
    type Output = Answer;

    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) -> Answer {
        let answer = self.stream.check(&game, &position).map_err(|error| match error {
            StreamError::Rejected(rejection) => Refusal::Rejected(explain(&game, &rejection)),
            StreamError::Unreadable(error) => Refusal::Unreadable(error.to_string()),
        });
        (game.format_without_count(&position), answer)
    }
}

/// Describes the rejection, with the position in the game's notation if that is one line.
fn explain<G: Notation>(game: &G, rejection: &Rejection) -> String {
    let text = match rejection {
        Rejection::Record { position, .. } => game.decode(position).map(|it| game.format(&it)),
        _ => None,
    };
    match text {
        Some(text) if !text.contains('\n') => format!("{rejection}; the position is {text}"),
        _ => rejection.to_string(),
    }
}

/// Describes the result in one line that is safe to print, whatever the file contains.
impl fmt::Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verification::Accepted { header, .. } => {
                write!(f, "accepted: {}; {}", claim(header), self.records_in_words())
            }
            Verification::Rejected { header, reason } => {
                write!(f, "rejected: {reason} (it claims: {})", claim(header))
            }
            Verification::Unreadable(reason) => write!(f, "unreadable: {reason}"),
        }
    }
}

/// The most characters of a position that are printed; a larger graph would hide the answer.
const LONGEST: usize = 4000;

/// The claim of a header as a sentence.
fn claim(header: &Header) -> String {
    let (place, _) = place_and_player(header);
    format!("{place}: {}", answer_in_words(header))
}

/// The game with the position, and the name of the attacker.
fn place_and_player(header: &Header) -> (String, &'static str) {
    let parameters: Vec<_> =
        header.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let colon = if parameters.is_empty() { "" } else { ":" };
    let game = format!("{}{colon}{}", header.game, parameters.join(","));
    let mut position = printable(header.position.trim_end());
    let length = position.chars().count();
    if let Some((end, _)) = position.char_indices().nth(LONGEST) {
        position.truncate(end);
        position += &format!(
            "… (the first {LONGEST} of {length} characters; `winproof show` prints them all)"
        );
    }
    (format!("{game}, {position}"), attacker_of(header))
}

fn attacker_of(header: &Header) -> &'static str {
    let info = games().iter().find(|info| info.name == header.game);
    info.map_or("the attacker", |info| info.player_name(header.attacker))
}

/// Describes the answer that a header claims: `black can force a win within 7 plies`.
pub fn answer_in_words(header: &Header) -> String {
    let info = games().iter().find(|info| info.name == header.game);
    let answer = header.question().answer_in_words(header.verdict, attacker_of(header));
    match (header.within, info) {
        (None, _) => answer,
        (Some(plies), Some(info)) => format!("{answer} within {}", info.plies(plies)),
        (Some(plies), None) => format!("{answer} within {plies}"),
    }
}
