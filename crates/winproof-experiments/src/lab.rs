//! Where experiments are carried out: the folder, the threads, the progress bar.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use serde::de::DeserializeOwned;
use winproof_session::worker_pool::WorkerPool;

use crate::Failure;
use crate::results_log::{Heading, RunLog};

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
    log: RunLog,
}

impl Lab {
    /// Opens the folder of results of the experiment or training of that name, with whatever an earlier
    /// attempt left in it.
    pub fn open(name: &str, plan: Plan) -> Result<Lab, Failure> {
        let heading = Heading {
            experiment: name.to_string(),
            size: plan.size.name().to_string(),
            seed: plan.seed,
            version: env!("CARGO_PKG_VERSION").to_string(),
        };
        let log = RunLog::open(&plan.folder, &heading)?;
        Ok(Lab { plan, log })
    }

    /// Runs that are done.
    pub fn done(&self) -> usize {
        self.log.len()
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

    /// Carries out the runs that are not done yet. Returns the results of all, in their order. A run that
    /// returns `None` was interrupted.
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
            (0..jobs.len()).filter(|&job| !self.log.contains(&keys[job])).collect();
        let bar = self.bar(title, jobs.len(), jobs.len() - pending.len());
        let interrupt = Arc::clone(&self.plan.interrupt);
        let pool = WorkerPool { threads: self.plan.threads, interrupt: &interrupt };
        pool.run(
            &pending,
            |&job| Some((job, work(&jobs[job], &interrupt)?)),
            |results| {
                for (job, row) in results.filter_map(|(_, result)| result) {
                    self.log.append(&keys[job], &row)?;
                    bar.inc(1);
                }
                Ok::<(), Failure>(())
            },
        )?;
        bar.finish_and_clear();
        if !keys.iter().all(|key| self.log.contains(key)) {
            let path = self.log.path().to_path_buf();
            return Err(Failure::Interrupted { done: self.log.len(), path });
        }
        keys.iter().map(|key| self.log.get(key)).collect()
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
