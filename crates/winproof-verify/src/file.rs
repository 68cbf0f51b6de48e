//! Files with one certificate or with several, and what these show together.

use std::fmt;
use std::fs::File;
use std::path::Path;

use winproof_certificate::{
    Certificate, CertificateFile, CertificateStream, Header, ReadError, Section,
};
use winproof_games::{GameSpec, GameVisitor};
use winproof_rules::{Notation, Player, Verdict};

use crate::{Verification, place_and_player, stream, unreadable, verify};

/// The result of checking a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileVerification {
    /// The results for its certificates in their order, up to the first that is not accepted. There is at
    /// least one.
    pub certificates: Vec<Verification>,
    /// The least and the greatest value, seen by the attacker, that the certificates together leave, if they
    /// bound it on both sides.
    pub values: Option<(i32, i32)>,
}

/// Checks the certificates in a file, using at most about `memory` bytes.
///
/// Each is held in memory if it fits, which is faster. Otherwise it is streamed, with temporary files in
/// the folder `temp`.
pub fn verify_file(path: &Path, memory: usize, temp: &Path) -> FileVerification {
    let read = File::open(path).map_err(ReadError::from);
    let read = read.and_then(|file| verify_all(&file, memory, temp));
    let certificates = read.unwrap_or_else(|error| vec![unreadable(&error)]);
    let headers: Option<Vec<_>> = certificates.iter().map(Verification::accepted).collect();
    let values = headers.and_then(|headers| values(&headers));
    FileVerification { certificates, values }
}

fn verify_all(file: &File, memory: usize, temp: &Path) -> Result<Vec<Verification>, ReadError> {
    let mut parts = CertificateFile::open(file)?;
    let mut results = Vec::new();
    while let Some((place, part)) = parts.next_part() {
        let result = match Certificate::read_from(part, memory) {
            Err(ReadError::Memory(_)) => {
                let section = Section::new(file, place);
                stream(CertificateStream::open(section, memory, temp)?)
            }
            read => verify(read?),
        };
        let accepted = result.accepted().is_some();
        results.push(result);
        if !accepted {
            return Ok(results);
        }
    }
    parts.finish()?;
    Ok(results)
}

/// Returns the values that certificates with these headers leave together, if all are about the value of one
/// position for one player.
fn values(headers: &[&Header]) -> Option<(i32, i32)> {
    let first = headers.first()?;
    let alike = |header: &&Header| {
        (&header.game, &header.parameters, &header.position, header.attacker)
            == (&first.game, &first.parameters, &first.position, first.attacker)
            && header.within.is_none()
    };
    if !headers.iter().all(alike) {
        return None;
    }
    let targets = |verdict| {
        headers.iter().filter(move |header| header.verdict == verdict).map(|header| header.target)
    };
    let at_least = targets(Verdict::Proved).max()?;
    let less_than = targets(Verdict::Disproved).min()?;
    let parameters = first.parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let spec = GameSpec::new(&first.game, parameters).ok()?;
    let outcomes = spec.open(&first.position, Outcomes(first.attacker)).ok()?;
    let left = outcomes.into_iter().filter(|value| (at_least..less_than).contains(value));
    let left: Vec<i32> = left.collect();
    Some((*left.iter().min()?, *left.iter().max()?))
}

/// Lists the outcomes of a game, as one player sees them.
struct Outcomes(Player);

impl GameVisitor for Outcomes {
    type Output = Vec<i32>;

    fn visit<G: Notation + 'static>(self, game: G, _: G::Position) -> Vec<i32> {
        game.outcomes().iter().map(|outcome| outcome.worth_to(self.0)).collect()
    }
}

impl FileVerification {
    /// Returns the result that counts: that of the certificate that was not accepted, or else the first.
    pub fn decisive(&self) -> &Verification {
        let refused = self.certificates.iter().find(|one| one.accepted().is_none());
        refused.unwrap_or(&self.certificates[0])
    }

    /// Returns how many records were accepted.
    pub fn records(&self) -> u64 {
        let records = |one: &Verification| match one {
            Verification::Accepted { report, .. } => report.records,
            _ => 0,
        };
        self.certificates.iter().map(records).sum()
    }

    /// Describes the values that are left: `the value for black is 4`.
    pub fn values_in_words(&self) -> Option<String> {
        let (_, player) = place_and_player(self.certificates[0].accepted()?);
        let (least, greatest) = self.values?;
        Some(match least == greatest {
            true => format!("the value for {player} is {least}"),
            false => format!("the value for {player} is from {least} to {greatest}"),
        })
    }
}

/// Describes the result in one line that is safe to print, whatever the file contains.
impl fmt::Display for FileVerification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, _, ..] = &self.certificates[..] else { return self.decisive().fmt(f) };
        match (first.accepted(), self.values_in_words()) {
            (Some(header), Some(value)) => {
                let (place, _) = place_and_player(header);
                let records = self.certificates.iter().map(Verification::records_in_words);
                let records: Vec<_> = records.collect();
                write!(f, "accepted: {place}: {value}; {}", records.join(" and "))
            }
            _ => {
                let texts: Vec<_> = self.certificates.iter().map(ToString::to_string).collect();
                f.write_str(&texts.join("; "))
            }
        }
    }
}
