//! Makes a certificate from a finished search.
//!
//! What the search still has of its solution is copied into a [`Region`]; what it has forgotten is searched
//! again, position by position. For proofs the ranks are then computed backwards from the ends over the whole
//! region. Moves that come from different moments of a search, or from tables that replaced entries, may form
//! a cycle. If they do, further proved moves are added until every position has a rank.

mod draft;
mod reduced;
mod region;

use thiserror::Error;
use winproof_certificate::{BuildError, RecordSet, RecordSetBuilder};
use winproof_rules::Encoding;

pub use draft::{Draft, read as read_draft};
pub use reduced::Reduced;
pub use region::{Region, form_of};

use crate::search::Search;
use crate::{Control, StopReason};

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CertifyError {
    /// A limit was reached while parts of the solution were searched again.
    #[error("the certificate was not finished: {0}")]
    Stopped(StopReason),
    /// The certificate does not fit into the memory budget.
    #[error("the certificate needs more than the memory budget")]
    Memory,
    /// There is no verdict to certify yet.
    #[error("there is no verdict to certify")]
    NoVerdict,
    /// Searching a position again gave the other verdict: the search is wrong.
    #[error("the verdict does not hold: searching again contradicts it")]
    Refuted,
    /// More records than the format allows.
    #[error(transparent)]
    Build(#[from] BuildError),
}

impl From<StopReason> for CertifyError {
    fn from(reason: StopReason) -> CertifyError {
        CertifyError::Stopped(reason)
    }
}

/// Makes the records that show the verdict of `search` on each of `roots`, all of which it has solved, one of them
/// last. If that is stopped, the region has what was done.
pub fn certify<'g, G: Encoding>(
    region: &mut Region<'g, G>,
    roots: &[G::Position],
    search: &mut (dyn Search<'g, G> + 'g),
    control: &mut Control<'_>,
) -> Result<RecordSet, CertifyError> {
    let roots: Vec<_> = roots.iter().map(|root| region.enter(root)).collect();
    search.harvest(region);
    region.complete(search, control)?;
    while !region.rank_all(&roots, control)? {
        region.widen(search, control)?;
        region.complete(search, control)?;
    }
    region.emit(&roots, control)
}

/// Sorts the records.
fn finish(records: RecordSetBuilder, control: &Control<'_>) -> Result<RecordSet, CertifyError> {
    records.finish_unless(control.stop_signal()).map_err(|error| match control.check() {
        Err(reason) if error == BuildError::Stopped => reason.into(),
        _ => error.into(),
    })
}
