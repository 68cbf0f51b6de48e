//! The experiments: each repeats a table or a figure of a paper, or measures what a paper leaves open.
//!
//! An experiment is a function over a [`Lab`]. It makes lists of independent *runs*, each with a key; the lab
//! carries them out, in parallel if allowed, and writes every result into the results log as soon as it is
//! known. An interrupted experiment resumes where it stopped. When all runs are done, tables, plots and a
//! comparison with the paper are made from the results; all counts are reproducible for a seed.
//!
//! Learning from games is not an experiment: [`train_othello`] and [`fit_othello`] are functions of their own,
//! which use a lab, too.
//!
//! ```no_run
//! use winproof_experiments::{Lab, Plan, Size, experiment};
//!
//! let nagai = experiment("nagai-1998").unwrap();
//! let mut lab = Lab::open(nagai.name, Plan::new("results-quick", Size::Quick))?;
//! let report = (nagai.run)(&mut lab)?;
//! println!("{report}");
//! # Ok::<(), winproof_experiments::Failure>(())
//! ```

mod check;
mod clock;
mod failure;
mod fraenkel_1998;
mod hex_openings;
mod ishitobi_2015_hex;
mod ishitobi_2015_othello;
mod lab;
mod majerech_2012;
mod measure;
mod memory_slowdown;
mod nagai_1998;
mod nagai_imai_1999;
mod othello_training;
pub mod plot;
mod problems;
pub mod prs;
mod records;
mod report;
mod results_log;
mod solved_games;
mod statistics;
mod suzuki_1998;
pub mod table;
mod tsume;
pub mod tsume_rating;
mod west_1998;
mod winands_2002;

pub use check::{check, check_text, has_runs, recompute};
pub use failure::Failure;
pub use lab::{Lab, Plan, Size};
pub use othello_training::{fit as fit_othello, train as train_othello};
pub use results_log::{FILE_NAME as RESULTS_LOG, Heading, Rows};
pub use winands_2002::won_games;

/// An experiment.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Its name on the command line, and of its folder.
    pub name: &'static str,
    /// What it measures, in one line.
    pub summary: &'static str,
    /// The paper.
    pub source: &'static str,
    /// Carries it out and reports, in Markdown.
    pub run: fn(&mut Lab) -> Result<String, Failure>,
}

/// All experiments.
pub static EXPERIMENTS: &[Experiment] = &[
    nagai_1998::EXPERIMENT,
    memory_slowdown::EXPERIMENT,
    winands_2002::EXPERIMENT,
    winands_2002::SETS,
    nagai_imai_1999::EXPERIMENT,
    nagai_imai_1999::sets::EXPERIMENT,
    ishitobi_2015_othello::EXPERIMENT,
    ishitobi_2015_hex::EXPERIMENT,
    hex_openings::EXPERIMENT,
    solved_games::EXPERIMENT,
    majerech_2012::EXPERIMENT,
    suzuki_1998::EXPERIMENT,
    tsume::EXPERIMENT,
    tsume::lengths::EXPERIMENT,
    fraenkel_1998::EXPERIMENT,
    west_1998::EXPERIMENT,
];

/// The experiment of that name.
pub fn experiment(name: &str) -> Option<&'static Experiment> {
    EXPERIMENTS.iter().find(|experiment| experiment.name == name)
}
