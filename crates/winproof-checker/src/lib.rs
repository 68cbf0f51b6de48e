//! From a certificate file to an answer: reads it, opens the game it names, checks it.
//!
//! The program `winproof-check` is this and a command line. `winproof verify` calls the same function.

mod size;

use std::fmt;
use std::fs::File;
use std::path::Path;

use winproof_check::{
    Certificate, CertificateStream, CheckReport, Header, ReadError, Rejection, Spilled,
    StreamError, Verdict, check,
};
use winproof_game::{Notation, Player};
use winproof_games::{GameSpec, GameVisitor, games};

pub use size::parse_size;

/// What became of a certificate file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verification {
    /// The verdict is true.
    Accepted {
        /// What was claimed.
        header: Header,
        /// What it took to check.
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

/// Checks the certificate in a file, using at most about `memory` bytes.
///
/// It is held in memory if it fits, which is faster. Otherwise it is streamed, with temporary files in
/// the folder `temp`.
pub fn verify_file(path: &Path, memory: usize, temp: &Path) -> Verification {
    let answer = File::open(path).map_err(ReadError::from).and_then(|file| {
        match Certificate::read_from(&file, memory) {
            Err(ReadError::Memory(_)) => CertificateStream::open(file, memory, temp).map(stream),
            read => read.map(verify),
        }
    });
    answer.unwrap_or_else(|error| Verification::Unreadable(error.to_string()))
}

/// Opens the game and the position that the header names and checks the certificate there.
pub fn verify(certificate: Certificate) -> Verification {
    let answer = open(&certificate.header, Check { certificate: &certificate });
    conclude(certificate.header, answer)
}

fn stream(mut stream: CertificateStream<File>) -> Verification {
    let header = stream.header().clone();
    let answer = open(&header, Stream { stream: &mut stream });
    conclude(header, answer)
}

type Answer = Result<CheckReport, Refusal>;

fn open(header: &Header, visitor: impl GameVisitor<Output = Answer>) -> Answer {
    let parameters = header.parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let spec = GameSpec::new(&header.game, parameters)
        .map_err(|error| Refusal::Unreadable(error.to_string()))?;
    spec.open(&header.position, visitor)
        .map_err(|error| Refusal::Unreadable(format!("bad position: {error}")))?
}

fn conclude(header: Header, answer: Answer) -> Verification {
    match answer {
        Ok(report) => Verification::Accepted { header, report },
        Err(Refusal::Rejected(reason)) => Verification::Rejected { header, reason },
        Err(Refusal::Unreadable(reason)) => Verification::Unreadable(reason),
    }
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
        check(&game, &position, self.certificate)
            .map_err(|rejection| Refusal::Rejected(explain(&game, &rejection)))
    }
}

struct Stream<'a> {
    stream: &'a mut CertificateStream<File>,
}

impl GameVisitor for Stream<'_> {
    type Output = Answer;

    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) -> Answer {
        self.stream.check(&game, &position).map_err(|error| match error {
            StreamError::Rejected(rejection) => Refusal::Rejected(explain(&game, &rejection)),
            StreamError::Unreadable(error) => Refusal::Unreadable(error.to_string()),
        })
    }
}

/// The rejection, with the position as people write it where that is one line.
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

/// What came of it, in one line that is safe to print whatever the file says.
impl fmt::Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = match self {
            Verification::Accepted { header, report } => {
                let plural = if report.records == 1 { "" } else { "s" };
                let streamed = match report.spilled {
                    Some(Spilled { runs, bytes }) => {
                        format!(", streamed ({bytes} bytes put aside in {runs} runs)")
                    }
                    None => String::new(),
                };
                let records = report.records;
                format!("accepted: {}; {records} record{plural}{streamed}", claim(header))
            }
            Verification::Rejected { header, reason } => {
                format!("rejected: {reason} (it claims: {})", claim(header))
            }
            Verification::Unreadable(reason) => format!("unreadable: {reason}"),
        };
        for character in line.chars() {
            if character.is_control() {
                write!(f, "{}", character.escape_default())?;
            } else {
                write!(f, "{character}")?;
            }
        }
        Ok(())
    }
}

/// The claim of a header as a sentence.
fn claim(header: &Header) -> String {
    let parameters: Vec<_> =
        header.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let colon = if parameters.is_empty() { "" } else { ":" };
    let game = format!("{}{colon}{}", header.game, parameters.join(","));
    // Positions can be whole graphs: the first line has to do.
    let position = header.position.lines().next().unwrap_or_default();
    let more = if position.len() < header.position.len() { " …" } else { "" };
    // A certificate of a game that is not known here still has a claim.
    let info = games().iter().find(|info| info.name == header.game);
    let attacker = match (info, header.attacker) {
        (Some(info), player) => info.player_name(player),
        (None, Player::First) => "first",
        (None, Player::Second) => "second",
    };
    let can = match header.verdict {
        Verdict::Proved => "can",
        Verdict::Disproved => "cannot",
    };
    format!("{game}, {position}{more}: {attacker} {can} force {}", header.question().goal())
}
