//! Certificates, which show that a verdict is true, and the checker that accepts or rejects them.
//!
//! A [`Certificate`] is a [`Header`] (which question about which position, and the verdict) and a
//! [`RecordSet`] (what to play, or which moves to cover, in each position that matters). [`check`] accepts it
//! only if every record holds under the rules of the game. [`CertificateStream`] does the same with a file
//! that is larger than memory. This crate depends on the rules and not on the searches, so that it cannot
//! share a mistake with them.
//!
//! `docs/CERTIFICATES.md` says what is claimed, why the check implies it, and what the bytes are.

mod certificate;
mod check;
mod coding;
mod container;
mod file_prefix;
mod fragment;
mod header;
mod index;
mod local;
mod minimax;
mod positions;
mod read;
mod records;
mod rejection;
mod replies;
mod runs;
mod solution;
mod sort;
mod stream;
mod threats;
mod write;

pub use certificate::Certificate;
pub use check::{Accepted, CheckReport, Checker, Spilled, check};
pub use container::{CertificateFile, Place, Section, read_certificates, write_container};
pub use fragment::{Assumed, FragmentChecker, MergeError, merge_fragments};
pub use header::{Form, Header};
pub use minimax::{MINIMAX_LIMIT, Settled, settle};
pub use read::ReadError;
pub use records::{BuildError, Claim, MOST_EVIDENCE, Record, RecordSet, RecordSetBuilder};
pub use rejection::{Flaw, Rejection};
pub use replies::{MOST_REPLIES, Reply, ReplyTrial, read_replies, write_replies};
pub use solution::{NoSolution, SOLUTION_LIMIT, read_solution, walk_solution, write_solution};
pub use stream::{CertificateStream, LEAST_MEMORY, StreamError, StreamPlan};
pub use threats::{MOST_THREATENED, Threats, Trial};
