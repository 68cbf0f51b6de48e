//! Where experiments are carried out: the folder, the threads, the progress bar.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use serde::de::DeserializeOwned;
use winproof_session::worker_pool::WorkerPool;

use crate::Failure;
use crate::records;
use crate::results_log::{Heading, RunLog};

/// How large an experiment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// A few seconds even without much optimisation: for tests of the machinery.
    Test,
    /// About twenty seconds.
    Quick,
    /// The results in the repository: an hour, or as much of several hours as was possible so far.
    Default,
    /// However long it takes.
    Full,
}

impl Size {
    const ALL: [Size; 4] = [Size::Test, Size::Quick, Size::Default, Size::Full];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Size::Test => "test",
            Size::Quick => "quick",
            Size::Default => "default",
            Size::Full => "full",
        }
    }

    /// The size of that name.
    pub fn named(name: &str) -> Option<Size> {
        Size::ALL.into_iter().find(|size| size.name() == name)
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
    name: String,
    plan: Plan,
    log: RunLog,
    /// The keys of all runs that were wanted so far, in order.
    asked: Vec<String>,
    known: HashSet<String>,
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
        Ok(Lab::with(name, plan, log))
    }

    /// Takes the runs that the files of a folder hold, does none, and puts what is made of them elsewhere.
    pub fn replay(name: &str, results: &Path, out: &Path) -> Result<Lab, Failure> {
        let (provenance, log) = records::replay(results)?;
        let wrong = |what: &str| {
            Failure::Input(format!("{}: {what}", results.join(records::PROVENANCE).display()))
        };
        if provenance.experiment != name {
            return Err(wrong(&format!("these are results of {}", provenance.experiment)));
        }
        let size = Size::named(&provenance.size).ok_or_else(|| wrong("unknown size"))?;
        let plan = Plan { seed: provenance.seed, ..Plan::new(out, size) };
        Ok(Lab::with(name, plan, log))
    }

    fn with(name: &str, plan: Plan, log: RunLog) -> Lab {
        Lab { name: name.to_string(), plan, log, asked: Vec::new(), known: HashSet::new() }
    }

    /// Runs that are done.
    pub fn done(&self) -> usize {
        self.log.len()
    }

    /// The folder of results.
    pub fn folder(&self) -> &Path {
        &self.plan.folder
    }

    /// Whether runs that were wanted are missing.
    pub fn is_incomplete(&self) -> bool {
        self.asked.iter().any(|key| !self.log.contains(key))
    }

    /// The name of the experiment.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The results.
    pub(crate) fn log(&self) -> &RunLog {
        &self.log
    }

    /// The keys of all runs that were wanted so far, in order.
    pub(crate) fn asked(&self) -> &[String] {
        &self.asked
    }

    /// The command that does this.
    pub(crate) fn command(&self) -> String {
        let mut command = format!("winproof experiment {}", self.name);
        match self.plan.size {
            Size::Quick => command += " --quick",
            Size::Full => command += " --full",
            Size::Default | Size::Test => {}
        }
        if let Some(rows) = self.plan.board {
            command += &format!(" --size {rows}");
        }
        if self.plan.seed != 1 {
            command += &format!(" --seed {}", self.plan.seed);
        }
        command
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
        let rows: Option<Vec<R>> = self.run_some(title, jobs, key, work)?.into_iter().collect();
        let path = self.log.path().to_path_buf();
        rows.ok_or(Failure::Interrupted { done: self.log.len(), path })
    }

    /// Does the same, and returns what is there if it was interrupted: for experiments whose first runs are a fair
    /// sample of all.
    pub(crate) fn run_some<J, R>(
        &mut self,
        title: &str,
        jobs: &[J],
        key: impl Fn(&J) -> String,
        work: impl Fn(&J, &Arc<AtomicBool>) -> Option<R> + Sync,
    ) -> Result<Vec<Option<R>>, Failure>
    where
        J: Sync,
        R: Serialize + DeserializeOwned + Send,
    {
        let keys: Vec<String> = jobs.iter().map(key).collect();
        for key in &keys {
            if self.known.insert(key.clone()) {
                self.asked.push(key.clone());
            }
        }
        // Several tables may ask for the same run.
        let mut taken: HashSet<&str> = HashSet::new();
        let mut pending: Vec<usize> = Vec::new();
        for (job, key) in keys.iter().enumerate().filter(|_| self.log.is_open()) {
            if !self.log.contains(key) && taken.insert(key) {
                pending.push(job);
            }
        }
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
        keys.iter().map(|key| self.log.get(key)).collect()
    }

    fn bar(&self, title: &str, runs: usize, done: usize) -> ProgressBar {
        let target = match self.plan.progress {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        let template = "{msg} {bar:30} {pos}/{len} runs  {elapsed_precise}, about {eta} left";
        let style = ProgressStyle::with_template(template).expect("a constant template");
        let bar = ProgressBar::with_draw_target(Some(runs as u64), target)
            .with_style(style)
            .with_message(title.to_string())
            .with_position(done as u64);
        // What was there before says nothing about how fast this goes.
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_secs(1));
        bar
    }
}
