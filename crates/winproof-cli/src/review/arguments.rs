//! The arguments of `winproof review`.

use std::path::PathBuf;

use clap::Args;
use winproof_session::amounts::{Count, Memory, Seconds};
use winproof_session::options::Wishes;
use winproof_session::review::{CANDIDATES, GIVE_UP_AFTER, ReviewPlan, TIME_EACH};

use crate::suggestions::{self, Suggested};

/// The arguments of `review`.
#[derive(Debug, Args)]
pub struct ReviewArguments {
    /// The game, with parameters after a colon: othello, hex:size=5
    #[arg(value_parser = Suggested(suggestions::games), hide_possible_values = true)]
    pub game: String,

    /// A file of game records, - for standard input, or the moves themselves
    #[arg(allow_hyphen_values = true)]
    pub record: String,

    /// Review the Nth game of the file
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub number: usize,

    /// List the games of the file
    #[arg(long)]
    pub list: bool,

    /// Stop with a position after this time, such as 10 (seconds) or 2m, including the time to make its certificates. The
    /// candidates of a turn may take as long again [default: 5, unless --nodes is given]
    #[arg(long, value_name = "TIME")]
    pub time: Option<Seconds>,

    /// Stop the whole review after this time
    #[arg(long, value_name = "TIME")]
    pub total: Option<Seconds>,

    /// Stop each question after N expansions, such as 250K or 1M
    #[arg(long, value_name = "N")]
    pub nodes: Option<Count>,

    /// Go no further back after N positions in a row without a verdict
    #[arg(long, value_name = "N", default_value_t = GIVE_UP_AFTER)]
    pub give_up: usize,

    /// Ask only who wins, also in games with scores
    #[arg(long)]
    pub no_values: bool,

    /// Go through the candidates of every turn, not only of mistakes
    #[arg(long)]
    pub all_turns: bool,

    /// Look at up to N candidates of a turn
    #[arg(long, value_name = "N", default_value_t = CANDIDATES)]
    pub candidates: usize,

    /// Choose the algorithm; `winproof algorithms` lists them [default: auto]
    #[arg(
        long,
        value_name = "NAME",
        value_parser = Suggested(suggestions::algorithms),
        hide_possible_values = true
    )]
    pub algorithm: Option<String>,

    /// Set a parameter of the algorithm (repeatable)
    #[arg(
        long = "set",
        value_name = "KEY=VALUE",
        value_parser = Suggested(suggestions::settings),
        hide_possible_values = true
    )]
    pub settings: Vec<String>,

    /// Limit the memory for tables and trees, such as 256M [default: a quarter of what there is, at most 4G]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Memory>,

    /// Seed the random number generators [default: 0]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Do not make and check certificates
    #[arg(long, conflicts_with = "proof")]
    pub no_certify: bool,

    /// Write the certificates into this folder: 037-least.wpc shows that the value of position 37 is not less than the
    /// review says, 037-2-greatest.wpc that it is not more after the second candidate there
    #[arg(long, value_name = "DIR")]
    pub proof: Option<PathBuf>,

    /// Show no progress on standard error
    #[arg(long)]
    pub quiet: bool,

    /// Print only one JSON object on standard output
    #[arg(long)]
    pub json: bool,
}

impl ReviewArguments {
    /// Returns the options of the searches that the user gave.
    pub fn wishes(&self) -> Wishes {
        let usual = Some(TIME_EACH).filter(|_| self.nodes.is_none());
        Wishes {
            algorithm: self.algorithm.clone(),
            settings: self.settings.clone(),
            nodes: self.nodes.map(|Count(nodes)| nodes),
            time: self.time.map(|Seconds(time)| time).or(usual),
            memory: self.memory,
            seed: self.seed,
            certify: !self.no_certify,
            ..Wishes::default()
        }
    }

    /// Returns what the review looks at.
    pub fn plan(&self) -> ReviewPlan {
        ReviewPlan {
            values: !self.no_values,
            all_turns: self.all_turns,
            candidates: self.candidates,
            give_up_after: self.give_up.max(1),
            total: self.total.map(|Seconds(time)| time),
        }
    }
}
