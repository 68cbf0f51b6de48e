//! Where experiments are carried out: the folder, the threads, the progress bar.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ledger::{Heading, Ledger};
use crate::{Experiment, Failure};

/// How large an experiment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// A few seconds even without much optimisation: for tests of the machinery.
    Test,
    /// About twenty seconds.
    Quick,
    /// An hour at the most; the results in the repository.
    Default,
    /// However long it takes.
    Full,
}

impl Size {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Size::Test => "test",
            Size::Quick => "quick",
            Size::Default => "default",
            Size::Full => "full",
        }
    }
}

/// How an experiment is to be carried out.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The folder of results.
    pub folder: PathBuf,
    /// How much.
    pub size: Size,
    /// The seed of everything random.
    pub seed: u64,
    /// Runs side by side. Has no influence on any result but times.
    pub threads: usize,
    /// Stop soon after this becomes true.
    pub interrupt: Arc<AtomicBool>,
    /// A folder of game records, for experiments that take their problems from those.
    pub games: Option<PathBuf>,
    /// Rows of the board, for experiments that leave that open.
    pub board: Option<u32>,
    /// Whether to show progress on standard error if that is a terminal.
    pub progress: bool,
}

impl Plan {
    /// One thread, seed 1, no progress bar.
    pub fn new(folder: impl Into<PathBuf>, size: Size) -> Plan {
        Plan {
            folder: folder.into(),
            size,
            seed: 1,
            threads: 1,
            interrupt: Arc::default(),
            games: None,
            board: None,
            progress: false,
        }
    }
}

/// Carries out runs and keeps their results.
pub struct Lab {
    plan: Plan,
    ledger: Ledger,
}

impl Lab {
    /// Opens the folder of results, with whatever an earlier attempt left in it.
    pub fn open(experiment: &Experiment, plan: Plan) -> Result<Lab, Failure> {
        let heading = Heading {
            experiment: experiment.name.to_string(),
            size: plan.size.name().to_string(),
            seed: plan.seed,
            version: env!("CARGO_PKG_VERSION").to_string(),
        };
        let ledger = Ledger::open(&plan.folder, &heading)?;
        Ok(Lab { plan, ledger })
    }

    /// Runs that are done.
    pub fn done(&self) -> usize {
        self.ledger.len()
    }

    /// The folder of results.
    pub fn folder(&self) -> &Path {
        &self.plan.folder
    }

    /// How much is to be done.
    pub(crate) fn size(&self) -> Size {
        self.plan.size
    }

    /// The folder of game records, if there is one.
    pub(crate) fn games(&self) -> Option<&Path> {
        self.plan.games.as_deref()
    }

    /// Rows of the board, if they were given.
    pub(crate) fn board(&self) -> Option<u32> {
        self.plan.board
    }

    /// The seed of everything random.
    pub(crate) fn seed(&self) -> u64 {
        self.plan.seed
    }

    /// Carries out the runs that are not done yet. Answers the results of all, in their order. A run that
    /// answers `None` was interrupted.
    pub(crate) fn run<J, R>(
        &mut self,
        title: &str,
        jobs: &[J],
        key: impl Fn(&J) -> String,
        work: impl Fn(&J, &Arc<AtomicBool>) -> Option<R> + Sync,
    ) -> Result<Vec<R>, Failure>
    where
        J: Sync,
        R: Serialize + DeserializeOwned + Send,
    {
        let keys: Vec<String> = jobs.iter().map(key).collect();
        let pending: Vec<usize> =
            (0..jobs.len()).filter(|&job| !self.ledger.contains(&keys[job])).collect();
        let bar = self.bar(title, jobs.len(), jobs.len() - pending.len());
        let interrupt = Arc::clone(&self.plan.interrupt);
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        let work_some = |sender: mpsc::Sender<(usize, R)>| {
            while !interrupt.load(Ordering::Relaxed) {
                let Some(&job) = pending.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                let Some(row) = work(&jobs[job], &interrupt) else { break };
                // Nobody listens any more if the ledger cannot be written.
                if sender.send((job, row)).is_err() {
                    break;
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.plan.threads.clamp(1, pending.len().max(1)) {
                let sender = sender.clone();
                scope.spawn(|| work_some(sender));
            }
            drop(sender);
            // The receiver goes with this closure, which tells the threads of a failure.
            for (job, row) in receiver {
                self.ledger.append(&keys[job], &row)?;
                bar.inc(1);
            }
            Ok(())
        })?;
        bar.finish_and_clear();
        if !keys.iter().all(|key| self.ledger.contains(key)) {
            let path = self.ledger.path().to_path_buf();
            return Err(Failure::Interrupted { done: self.ledger.len(), path });
        }
        keys.iter().map(|key| self.ledger.get(key)).collect()
    }

    fn bar(&self, title: &str, runs: usize, done: usize) -> ProgressBar {
        let target = match self.plan.progress {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        let template = "{msg} {bar:30} {pos}/{len} runs  {elapsed_precise}";
        let style = ProgressStyle::with_template(template).expect("a constant template");
        let bar = ProgressBar::with_draw_target(Some(runs as u64), target)
            .with_style(style)
            .with_message(title.to_string())
            .with_position(done as u64);
        bar.enable_steady_tick(Duration::from_secs(1));
        bar
    }
}
