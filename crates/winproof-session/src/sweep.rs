//! The results of one configuration of a sweep: the same problems, searched in several ways.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;
use winproof::Verdict;

use crate::json_schema::SCHEMA_VERSION;
use crate::work::Report;

/// What came of all problems of a sweep with one algorithm and its parameters.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SweepRow {
    /// The version of the schema of this object.
    pub schema_version: u32,
    /// The game as it was named.
    pub game: String,
    /// The question: `win`, `draw`, `value`, or `>=N`.
    pub ask: String,
    /// The algorithm's name, never `auto`.
    pub algorithm: String,
    /// The parameters that differ within the sweep and that the algorithm has.
    pub varied: BTreeMap<String, String>,
    /// All parameters of the algorithm.
    pub settings: BTreeMap<String, String>,
    /// How many problems there are.
    pub problems: usize,
    /// How many were proved.
    pub proved: usize,
    /// How many were disproved.
    pub disproved: usize,
    /// How many could not be read.
    pub errors: usize,
    /// The positions expanded, all problems together.
    pub nodes: u64,
    /// How many problems have a verdict in all configurations.
    pub solved_by_all: usize,
    /// The geometric mean of the positions expanded for these; null if there are none.
    pub mean_nodes: Option<f64>,
    /// The time of the searches in seconds, all problems together.
    pub seconds: f64,
    /// The most bytes of the memory budget in use for a problem.
    pub memory_bytes: usize,
}

impl SweepRow {
    /// Sums up the reports of one configuration. `common` says which problems all configurations solved.
    pub fn new(
        game: String,
        varied: BTreeMap<String, String>,
        reports: &[Report],
        common: &[bool],
    ) -> SweepRow {
        let count = |verdict| reports.iter().filter(|report| report.verdict == verdict).count();
        let in_common = reports.iter().zip(common).filter(|(_, common)| **common);
        let nodes: Vec<u64> = in_common.filter_map(|(report, _)| report.nodes).collect();
        let first = reports.first();
        let text = |text: Option<&String>| text.cloned().unwrap_or_default();
        SweepRow {
            schema_version: SCHEMA_VERSION,
            game,
            ask: text(first.map(|report| &report.ask)),
            algorithm: text(first.and_then(|report| report.algorithm.as_ref())),
            varied,
            settings: first.and_then(|report| report.settings.clone()).unwrap_or_default(),
            problems: reports.len(),
            proved: count(Some(Verdict::Proved)),
            disproved: count(Some(Verdict::Disproved)),
            errors: count(None),
            nodes: reports.iter().filter_map(|report| report.nodes).sum(),
            solved_by_all: nodes.len(),
            mean_nodes: geometric_mean(&nodes),
            seconds: reports.iter().filter_map(|report| report.seconds).sum(),
            memory_bytes: reports
                .iter()
                .filter_map(|report| report.memory_bytes)
                .max()
                .unwrap_or(0),
        }
    }
}

/// Returns which problems have a verdict in every list of reports.
pub fn solved_by_all(configurations: &[Vec<Report>]) -> Vec<bool> {
    let problems = configurations.first().map_or(0, Vec::len);
    let solved = |reports: &Vec<Report>, problem: usize| {
        reports[problem].verdict.is_some_and(Verdict::is_known)
    };
    (0..problems)
        .map(|problem| configurations.iter().all(|reports| solved(reports, problem)))
        .collect()
}

/// Returns the first problem about which two configurations contradict each other.
pub fn contradiction(configurations: &[Vec<Report>]) -> Option<(&Report, &Report)> {
    let problems = configurations.first().map_or(0, Vec::len);
    (0..problems).find_map(|problem| {
        let known =
            |reports: &&Vec<Report>| reports[problem].verdict.is_some_and(Verdict::is_known);
        let mut known = configurations.iter().filter(known).map(|reports| &reports[problem]);
        let first = known.next()?;
        let differs =
            |other: &&Report| (other.verdict, other.value) != (first.verdict, first.value);
        known.find(differs).map(|other| (first, other))
    })
}

/// Problems that took no expansions count like those that took one: there is no logarithm of 0.
fn geometric_mean(counts: &[u64]) -> Option<f64> {
    let logarithms = counts.iter().map(|&count| libm::log(count.max(1) as f64));
    let sum: f64 = logarithms.sum();
    (!counts.is_empty()).then(|| libm::exp(sum / counts.len() as f64))
}
