//! Solving one position of a batch.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use winproof::Silent;
use winproof_games::GameSpec;
use winproof_session::options::Options;
use winproof_session::work::{ProofTarget, Report, Task};

use super::result_writer::Finished;
use super::sources::Entry;

/// What the positions of a batch have in common.
pub struct EntrySolver<'a> {
    /// The game.
    pub spec: &'a GameSpec,
    /// The question, and how to search.
    pub options: &'a Options,
    /// The folder for certificates, if they are wanted.
    pub proofs: Option<&'a Path>,
    /// Stop soon after this becomes true.
    pub interrupt: &'a Arc<AtomicBool>,
}

impl EntrySolver<'_> {
    /// Solves a position.
    pub fn solve(&self, entry: &Entry) -> Finished {
        let report = self.report(entry);
        Finished { report, interrupted: self.interrupt.load(Ordering::Relaxed) }
    }

    fn report(&self, entry: &Entry) -> Report {
        let spec = entry.spec(self.spec);
        let extension = if self.options.ask.takes_folder() { "" } else { ".wpc" };
        let proof = self.proofs.map(|folder| folder.join(format!("{}{extension}", entry.name)));
        let task = Task {
            spec: &spec,
            options: self.options,
            source: Some(entry.source.clone()),
            label: entry.label.clone(),
            proof: proof.map(|path| match self.options.ask.takes_folder() {
                true => ProofTarget::Folder(path),
                false => ProofTarget::File(path),
            }),
            interrupt: self.interrupt,
            observer: &mut Silent,
            saving: None,
            saved: None,
        };
        let text = entry.text.as_deref();
        let mut failed = task.blank_report(text.unwrap_or_default().to_string());
        let solved = match text {
            Ok(text) => task.run(text).map_err(|failure| failure.to_string()),
            Err(reason) => Err(reason.to_string()),
        };
        solved.unwrap_or_else(|error| {
            failed.error = Some(error);
            failed
        })
    }
}
