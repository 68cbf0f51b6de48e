//! Where the results of a batch arrive and are put out.

use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::ProgressBar;
use winproof_session::Failure;
use winproof_session::results_log::ResultsLog;
use winproof_session::work::Report;

use super::summary::{self, Summary};
use crate::output;

/// A problem that has been worked on.
pub struct Finished {
    /// What came of it.
    pub report: Report,
    /// Whether it was broken off, so that it should be done again.
    pub interrupted: bool,
}

/// What is printed of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// A line for people.
    Text,
    /// A line of JSON.
    Json,
    /// Nothing.
    None,
}

/// Puts results out.
pub struct ResultWriter<'a> {
    /// What standard output gets of each problem.
    pub rows: Rows,
    /// The results log.
    pub log: Option<ResultsLog>,
    /// What came of all of them so far.
    pub summary: Summary,
    /// Shows how many are done.
    pub bar: ProgressBar,
    /// Set to have no more problems begun.
    pub interrupt: &'a AtomicBool,
    /// Why results can no longer be written.
    pub failure: Option<Failure>,
}

impl ResultWriter<'_> {
    /// Puts out what arrives until nobody works any more.
    pub fn receive(&mut self, results: impl Iterator<Item = Finished>) {
        for finished in results {
            match self.put_out(&finished) {
                Ok(()) => {}
                // The results still go to the file.
                Err(Failure::Closed) if self.log.is_some() => {}
                Err(Failure::Closed) => self.interrupt.store(true, Ordering::Relaxed),
                Err(failure) => {
                    self.interrupt.store(true, Ordering::Relaxed);
                    self.failure.get_or_insert(failure);
                }
            }
        }
    }

    /// What came of it all.
    pub fn close(self) -> Result<Summary, Failure> {
        self.bar.finish_and_clear();
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(self.summary),
        }
    }

    fn put_out(&mut self, finished: &Finished) -> Result<(), Failure> {
        let Finished { report, interrupted } = finished;
        self.bar.inc(1);
        self.summary.add(report);
        if let Some(log) = &mut self.log
            && !interrupted
        {
            log.append(report)?;
        }
        self.bar.suspend(|| {
            if report.failed
                && let Some(error) = &report.error
            {
                let source = report.source.as_deref().unwrap_or_default();
                output::complain(&format!("{source}: {error}"));
            }
            match self.rows {
                Rows::Text => output::print(&summary::row(report)),
                Rows::Json => output::print(&report.json()),
                Rows::None => Ok(()),
            }
        })
    }
}
