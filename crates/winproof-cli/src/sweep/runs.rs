//! The searches of a sweep. Each result is written down at once, so that an interrupted sweep can be resumed.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use winproof_games::GameSpec;
use winproof_session::Failure;
use winproof_session::results_log::{EarlierResults, complete_lines};
use winproof_session::work::{Identity, Report};
use winproof_session::worker_pool::WorkerPool;

use super::configurations::Configuration;
use crate::batch::entry_solver::EntrySolver;
use crate::batch::sources::Entry;
use crate::progress;

/// The name of the results log in the folder of results.
const LOG: &str = "runs.jsonl";

/// All searches of a sweep.
pub struct Runs<'a> {
    /// The game.
    pub spec: &'a GameSpec,
    /// The problems.
    pub entries: &'a [Entry],
    /// The ways to search them.
    pub configurations: &'a [Configuration],
    /// How many searches run at a time.
    pub threads: usize,
    /// Stop soon after this becomes true.
    pub interrupt: &'a Arc<AtomicBool>,
    /// Whether a bar shows how many are done.
    pub show_progress: bool,
}

impl Runs<'_> {
    /// Carries out the searches that are not in the log of this folder. Returns the reports of each
    /// configuration, in the order of the problems; `None` if it was interrupted.
    pub fn carry_out(&self, folder: &Path) -> Result<Option<Vec<Vec<Report>>>, Failure> {
        let earlier = EarlierResults::read(&folder.join(LOG))?;
        let mut known: HashMap<String, Report> = HashMap::new();
        let mut kept = Vec::new();
        for (number, line) in complete_lines(earlier.content()) {
            let report: Report = serde_json::from_slice(line).map_err(|_| {
                let path = folder.join(LOG);
                Failure::Input(format!("{}, line {number} is not a result", path.display()))
            })?;
            known.insert(identity(&report), report);
            kept.extend(line);
        }
        let mut log = earlier.resume(&kept)?;
        let runs: Vec<(usize, usize)> = (0..self.configurations.len())
            .flat_map(|configuration| {
                (0..self.entries.len()).map(move |entry| (configuration, entry))
            })
            .collect();
        let open: Vec<_> =
            runs.iter().copied().filter(|&run| !known.contains_key(&self.expected(run))).collect();
        let bar = progress::batch_bar(open.len(), self.show_progress);
        let pool = WorkerPool { threads: self.threads, interrupt: self.interrupt };
        let done = pool.run(
            &open,
            |&run| self.solve(run),
            |results| -> Result<(), Failure> {
                for (_, (report, interrupted)) in results {
                    bar.inc(1);
                    if !interrupted {
                        log.append(&report)?;
                        known.insert(identity(&report), report);
                    }
                }
                Ok(())
            },
        );
        bar.finish_and_clear();
        done?;
        // The same position may occur twice.
        let found = |configuration| {
            let reports = (0..self.entries.len())
                .map(|entry| known.get(&self.expected((configuration, entry))).cloned());
            reports.collect::<Option<Vec<_>>>()
        };
        Ok((0..self.configurations.len()).map(found).collect())
    }

    fn solve(&self, (configuration, entry): (usize, usize)) -> (Report, bool) {
        let solver = EntrySolver {
            spec: self.spec,
            options: &self.configurations[configuration].options,
            proofs: None,
            interrupt: self.interrupt,
        };
        let finished = solver.solve(&self.entries[entry]);
        (finished.report, finished.interrupted)
    }

    /// What identifies the report of a search.
    fn expected(&self, (configuration, entry): (usize, usize)) -> String {
        let options = &self.configurations[configuration].options;
        let entry = &self.entries[entry];
        let spec = entry.spec(self.spec);
        let text = entry.text.as_deref().unwrap_or_default();
        let Identity { position, attacker, .. } = Identity::of(&spec, text, options.attacker);
        let report = Report::blank(&spec, position, options.ask).searched_with(options);
        identity(&Report { attacker, ..report })
    }
}

/// Everything that decides what the result of a search is.
fn identity(report: &Report) -> String {
    let Report {
        game, position, attacker, ask, algorithm, settings, seed, limits, certify, ..
    } = report;
    let identity = (game, position, attacker, ask, (algorithm, settings, seed), (limits, certify));
    serde_json::to_string(&identity).expect("plain values can always be written")
}
