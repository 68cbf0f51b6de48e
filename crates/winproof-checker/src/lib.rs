//! From a certificate file to an answer: reads it, opens the game it names, checks it.
//!
//! The program `winproof-check` is this and a command line. `winproof verify` calls the same function.

mod size;

use std::fmt;
use std::fs::File;
use std::path::Path;

use winproof_check::{Certificate, CheckReport, Header, Rejection, Verdict, check};
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
pub fn verify_file(path: &Path, memory: usize) -> Verification {
    let certificate = File::open(path)
        .map_err(|error| error.to_string())
        .and_then(|file| Certificate::read_from(file, memory).map_err(|error| error.to_string()));
    match certificate {
        Ok(certificate) => verify(certificate),
        Err(reason) => Verification::Unreadable(reason),
    }
}

/// Opens the game and the position that the header names and checks the certificate there.
pub fn verify(certificate: Certificate) -> Verification {
    let header = &certificate.header;
    let parameters = header.parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let spec = match GameSpec::new(&header.game, parameters) {
        Ok(spec) => spec,
        Err(error) => return Verification::Unreadable(error.to_string()),
    };
    match spec.open(&header.position, Check { certificate: &certificate }) {
        Err(error) => Verification::Unreadable(format!("bad position: {error}")),
        Ok(Ok(report)) => Verification::Accepted { header: certificate.header, report },
        Ok(Err(reason)) => Verification::Rejected { header: certificate.header, reason },
    }
}

struct Check<'a> {
    certificate: &'a Certificate,
}

impl GameVisitor for Check<'_> {
    type Output = Result<CheckReport, String>;

    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) -> Self::Output {
        check(&game, &position, self.certificate).map_err(|rejection| explain(&game, &rejection))
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
                format!("accepted: {}; {} record{plural}", claim(header), report.records)
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
