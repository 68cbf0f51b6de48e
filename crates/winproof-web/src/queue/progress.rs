//! The progress of a job, now and so far.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use winproof::save;
use winproof::{Condition, Progress, ProofNumber};
use winproof_session::schema;
use winproof_session::work::{PlyBounds, Report};

/// What a job is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// It searches for a verdict.
    Searching,
    /// It has a verdict, and makes its certificate.
    Certifying,
    /// It checks the certificate.
    Checking,
}

/// The progress of a job at some moment, counted from its beginning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = Progress)]
pub struct JobProgress {
    /// The time of the search in seconds; in later phases with theirs.
    pub seconds: f64,
    /// The positions expanded.
    pub nodes: u64,
    /// The children generated.
    pub generated: u64,
    /// The descents from the root.
    pub iterations: u64,
    /// The positions that the game's leaf oracle looked at.
    pub leaf_nodes: u64,
    /// The root's proof number.
    #[schema(value_type = schema::ProofNumber)]
    pub pn: ProofNumber,
    /// The root's disproof number.
    #[schema(value_type = schema::ProofNumber)]
    pub dn: ProofNumber,
    /// The bytes of the memory budget in use.
    pub memory: usize,
    /// The positions in tables and trees.
    pub entries: usize,
    /// The speed at that moment.
    pub nodes_per_second: f64,
    /// The moves from the root to the position that is searched.
    pub line: Option<Vec<String>>,
    /// What it is doing.
    pub phase: Phase,
    /// The steps that were done to make the certificate.
    #[serde(default)]
    pub certificate_steps: u64,
    /// The records of the certificate that were checked, and how many there are; null before that.
    #[serde(default)]
    pub checked: Option<(u64, u64)>,
    /// What is known about the least number of plies; null if that is not asked for, or not yet.
    #[serde(default)]
    pub plies: Option<PlyBounds>,
}

impl JobProgress {
    /// Makes it from what a search reports in a phase; `before` is the last progress.
    pub fn new(progress: &Progress, phase: Phase, before: Option<&JobProgress>) -> JobProgress {
        let Progress { counts, condition, elapsed, certificate_steps } = *progress;
        let Condition { numbers, memory, entries } = condition;
        let mut progress_now = JobProgress {
            seconds: elapsed.as_secs_f64(),
            nodes: counts.expansions,
            generated: counts.generated,
            iterations: counts.iterations,
            leaf_nodes: counts.leaf_nodes,
            pn: numbers.pn,
            dn: numbers.dn,
            memory,
            entries,
            nodes_per_second: 0.0,
            line: before.and_then(|before| before.line.clone()),
            phase,
            certificate_steps,
            checked: None,
            plies: before.and_then(|before| before.plies),
        };
        progress_now.set_rate(before);
        progress_now
    }

    /// Makes it from a report, if the report has the numbers.
    pub fn at_end(report: &Report, before: Option<&JobProgress>) -> Option<JobProgress> {
        let numbers = |number: Option<ProofNumber>, then: fn(&JobProgress) -> ProofNumber| {
            number.or(before.map(then)).unwrap_or(ProofNumber::ONE)
        };
        Some(JobProgress {
            // The certificate took time, too.
            seconds: before.map_or(0.0, |before| before.seconds).max(report.seconds?),
            nodes: report.nodes?,
            generated: report.generated?,
            iterations: report.iterations?,
            leaf_nodes: report.leaf_nodes.unwrap_or(0),
            pn: numbers(report.pn, |before| before.pn),
            dn: numbers(report.dn, |before| before.dn),
            memory: report.memory_bytes?,
            entries: report.table_entries?,
            nodes_per_second: report.nodes? as f64 / report.seconds?.max(1e-3),
            line: None,
            phase: before.map_or(Phase::Searching, |before| before.phase),
            certificate_steps: before.map_or(0, |before| before.certificate_steps),
            checked: before.and_then(|before| before.checked),
            plies: before.and_then(|before| before.plies),
        })
    }

    /// Makes it from the header of a save.
    pub fn of_save(progress: &save::Progress) -> JobProgress {
        let counts = progress.counts();
        JobProgress {
            seconds: progress.seconds,
            nodes: counts.expansions,
            generated: counts.generated,
            iterations: counts.iterations,
            leaf_nodes: counts.leaf_nodes,
            pn: progress.pn,
            dn: progress.dn,
            memory: 0,
            entries: progress.entries as usize,
            nodes_per_second: 0.0,
            line: None,
            phase: Phase::Searching,
            certificate_steps: 0,
            checked: None,
            plies: None,
        }
    }

    fn set_rate(&mut self, before: Option<&JobProgress>) {
        // While a certificate is made, no search has a speed: the last one is kept.
        if let (Some(before), false) = (before, self.phase == Phase::Searching) {
            self.nodes_per_second = before.nodes_per_second;
            return;
        }
        let (nodes, seconds) = before.map_or((0, 0.0), |before| (before.nodes, before.seconds));
        let passed = self.seconds - seconds;
        if passed > 0.0 {
            self.nodes_per_second = self.nodes.saturating_sub(nodes) as f64 / passed;
        }
    }
}

/// The most points: more than a chart has pixels would only take time to draw.
const MOST: usize = 600;

/// The history of a job's progress. When there are too many points, every second one is dropped, and from
/// then on only half as many are recorded.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct History {
    points: Vec<JobProgress>,
    /// One point in this many is recorded.
    stride: u64,
    /// How many there were since the last recorded one.
    skipped: u64,
}

impl History {
    /// Makes an empty history.
    pub fn new() -> History {
        History { points: Vec::new(), stride: 1, skipped: 0 }
    }

    /// Adds the current progress, if it is that of a search.
    pub fn add(&mut self, progress_now: &JobProgress) {
        if progress_now.phase != Phase::Searching {
            return;
        }
        self.skipped += 1;
        if self.skipped < self.stride {
            return;
        }
        self.skipped = 0;
        if self.points.len() == MOST {
            let mut index = 0;
            self.points.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.stride *= 2;
        }
        self.points.push(JobProgress { line: None, ..progress_now.clone() });
    }

    /// Returns all recorded points, in order.
    pub fn into_points(self) -> Vec<JobProgress> {
        self.points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_histories_are_thinned_evenly() {
        let mut history = History::new();
        let mut progress_now = JobProgress {
            seconds: 0.0,
            nodes: 0,
            generated: 0,
            iterations: 0,
            leaf_nodes: 0,
            pn: ProofNumber::ONE,
            dn: ProofNumber::ONE,
            memory: 0,
            entries: 0,
            nodes_per_second: 0.0,
            line: None,
            phase: Phase::Searching,
            certificate_steps: 0,
            checked: None,
            plies: None,
        };
        for nodes in 0..100_000 {
            progress_now.nodes = nodes;
            history.add(&progress_now);
            assert!(history.points.len() <= MOST);
        }
        let nodes: Vec<_> = history.points.iter().map(|point| point.nodes).collect();
        assert!(nodes.len() >= MOST / 2);
        assert_eq!(nodes[0], 0);
        let steps: Vec<_> = nodes.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(steps.iter().max().unwrap() <= &(2 * steps.iter().min().unwrap()), "{steps:?}");
        assert!(nodes.last().unwrap() >= &99_000);
    }
}
