//! The threads that solve the problems of a batch.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use winproof::Silent;
use winproof_games::GameSpec;
use winproof_session::Failure;
use winproof_session::options::Options;
use winproof_session::question::Ask;
use winproof_session::work::{Report, Task};

use super::result_writer::{Finished, ResultWriter};
use super::sources::Entry;
use super::summary::Summary;
use crate::arguments::BatchArguments;

/// The threads that solve, and what they share.
pub struct WorkerPool<'a> {
    /// The game.
    pub spec: &'a GameSpec,
    /// The question, and how to search.
    pub options: &'a Options,
    /// The problems.
    pub entries: &'a [Entry],
    /// Where certificates go.
    pub arguments: &'a BatchArguments,
    /// Stop soon after this becomes true.
    pub interrupt: &'a Arc<AtomicBool>,
}

impl WorkerPool<'_> {
    /// Solves everything; the results go over the writer in the order of the input.
    pub fn work(&self, threads: usize, mut writer: ResultWriter<'_>) -> Result<Summary, Failure> {
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.solve_some(next, &sender));
            }
            drop(sender);
            writer.receive(&receiver);
        });
        writer.close()
    }

    fn solve_some(&self, next: &AtomicUsize, sender: &Sender<Finished>) {
        while !self.interrupt.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(entry) = self.entries.get(index) else { break };
            let report = self.solve(entry);
            let interrupted = self.interrupt.load(Ordering::Relaxed);
            // Nobody listens only if the writer has panicked.
            if sender.send(Finished { index, report, interrupted }).is_err() {
                break;
            }
        }
    }

    fn solve(&self, entry: &Entry) -> Report {
        let extension = if self.options.ask == Ask::Value { "" } else { ".wpc" };
        let proof = self.arguments.proof.as_ref();
        let task = Task {
            spec: self.spec,
            options: self.options,
            source: Some(entry.source.clone()),
            label: entry.label.clone(),
            proof: proof.map(|folder| folder.join(format!("{}{extension}", entry.name))),
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
