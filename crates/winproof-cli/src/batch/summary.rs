//! A batch for people: a row per problem, and what came of all of them.

use std::time::Duration;

use winproof::Verdict;
use winproof_rules::printable;
use winproof_session::figures::{count, grouped, seconds};
use winproof_session::work::{Report, verdict_or_error};

use crate::status::Status;

/// What came of the problems of a batch.
#[derive(Debug, Default)]
pub struct Summary {
    proved: u64,
    disproved: u64,
    unknown: u64,
    errors: u64,
    /// Refuted verdicts and certificates that could not be written.
    failures: u64,
    /// Those that were there already.
    known: u64,
    /// Those that were never begun.
    pub not_started: u64,
    nodes: u64,
}

impl Summary {
    /// Counts a verdict that was there already.
    pub fn add_known(&mut self, verdict: Option<Verdict>) {
        self.known += 1;
        self.add_verdict(verdict);
    }

    /// Counts a result.
    pub fn add(&mut self, report: &Report) {
        if report.failed {
            self.failures += 1;
        }
        self.add_verdict(report.verdict);
        self.nodes += report.nodes.unwrap_or(0);
    }

    fn add_verdict(&mut self, verdict: Option<Verdict>) {
        match verdict {
            Some(Verdict::Proved) => self.proved += 1,
            Some(Verdict::Disproved) => self.disproved += 1,
            Some(Verdict::Unknown) => self.unknown += 1,
            None => self.errors += 1,
        }
    }

    /// How many were worked on now.
    pub fn finished(&self) -> u64 {
        self.proved + self.disproved + self.unknown + self.errors - self.known
    }

    /// The exit status: the worst of all.
    pub fn status(&self) -> Status {
        if self.failures > 0 {
            Status::Other
        } else if self.errors > 0 {
            Status::Input
        } else if self.unknown + self.not_started > 0 {
            Status::Unknown
        } else {
            Status::Done
        }
    }

    /// The last line of the text.
    pub fn render(&self, elapsed: Duration) -> String {
        let mut text = format!(
            "{}: {} proved, {} disproved, {} unknown, {}",
            count(self.finished() + self.known, "problem"),
            grouped(self.proved),
            grouped(self.disproved),
            grouped(self.unknown),
            count(self.errors, "error"),
        );
        if self.not_started > 0 {
            text += &format!("; {} not started", grouped(self.not_started));
        }
        if self.known > 0 {
            text += &format!("; {} already there", grouped(self.known));
        }
        let time = seconds(elapsed.as_secs_f64());
        text + &format!("; {}, {time}\n", count(self.nodes, "expansion"))
    }
}

/// One problem in a row.
pub fn row(report: &Report) -> String {
    let source = report.source.as_deref().unwrap_or_default();
    let verdict = verdict_or_error::as_str(report.verdict);
    let result = report.value.map_or(verdict.to_string(), |value| value.to_string());
    let mut row = format!("{source:<20}  {result:<9}");
    if report.verdict.is_some() {
        let best_move = report.best_move.as_deref().unwrap_or("-");
        let nodes = grouped(report.nodes.unwrap_or(0));
        let time = seconds(report.seconds.unwrap_or(0.0));
        row += &format!("  {best_move:<8}  {nodes:>12}  {time:>10}");
    }
    for remark in [&report.error, &report.label].into_iter().flatten() {
        row += &format!("  {remark}");
    }
    printable(&row) + "\n"
}
