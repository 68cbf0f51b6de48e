//! `winproof play prs`: paper-rock-scissors against a network that remembers.

use std::fs::File;
use std::io::{self, BufRead, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use winproof_experiments::prs::{Choice, GREATEST_LAG, Network, Outcome, Rule};
use winproof_session::Failure;

use crate::output;
use crate::status::Status;

/// The arguments of `play`.
#[derive(Debug, Args)]
pub struct PlayArguments {
    /// The game: prs (paper, rock, scissors)
    pub game: String,

    /// Let the network remember your last N choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(0..=GREATEST_LAG as i64))]
    pub lag: u16,

    /// Seed the random number generator, by which the network chooses among equals [default: the time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Name the player in the record
    #[arg(long, value_name = "NAME", default_value = "person")]
    pub name: String,

    /// Write all trials to this file, as comma-separated values; replace its contents
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

/// The score of a person.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    wins: u64,
    ties: u64,
    losses: u64,
}

impl Score {
    fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.wins += 1,
            Outcome::Tie => self.ties += 1,
            Outcome::Loss => self.losses += 1,
        }
    }

    fn trials(self) -> u64 {
        self.wins + self.ties + self.losses
    }

    fn lead(self) -> i64 {
        self.wins as i64 - self.losses as i64
    }
}

/// Plays until the input ends.
pub fn run(arguments: &PlayArguments) -> Result<Status, Failure> {
    if arguments.game != "prs" {
        let game = &arguments.game;
        return Err(Failure::Input(format!("`{game}` cannot be played here (there is: prs)")));
    }
    let seed = arguments.seed.unwrap_or_else(|| {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        since.map_or(0, |time| time.as_nanos() as u64)
    });
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut network = Network::new(arguments.lag.into(), Rule::default());
    let mut record =
        arguments.record.as_deref().map(|path| Record::create(path, arguments)).transpose()?;
    let mut score = Score::default();
    let person = io::stdin().is_terminal();
    if person {
        output::print("Paper, rock or scissors? Type p, r or s, and q to end.\n")?;
    }
    for line in io::stdin().lock().lines() {
        let line =
            line.map_err(|error| Failure::Other(format!("cannot read standard input: {error}")))?;
        let word = line.trim();
        if ["q", "quit"].contains(&word) {
            break;
        }
        let Some(mine) = Choice::by_name(word) else {
            if !word.is_empty() {
                output::complain(&format!(
                    "expected paper, rock, scissors or quit, found `{}`",
                    winproof_rules::printable(word)
                ));
            }
            continue;
        };
        let yours = network.choose(&mut rng);
        network.learn(yours, mine);
        let outcome = mine.against(yours);
        score.add(outcome);
        let result = match outcome {
            Outcome::Win => "you win",
            Outcome::Tie => "a tie",
            Outcome::Loss => "the network wins",
        };
        let Score { wins, losses, .. } = score;
        output::print(&format!(
            "{:>4}. {} against {}: {result}; {wins} to {losses}\n",
            score.trials(),
            mine.name(),
            yours.name(),
        ))?;
        if let Some(record) = &mut record {
            record.write(score, mine, yours)?;
        }
    }
    let Score { wins, ties, losses } = score;
    let text = format!(
        "{} trials: {wins} won, {ties} tied, {losses} lost; you lead by {}\n",
        score.trials(),
        score.lead()
    );
    output::finish(&text, Status::Done)
}

/// A file with all trials.
struct Record {
    path: PathBuf,
    file: BufWriter<File>,
    /// In quotation marks.
    player: String,
    lag: u16,
}

impl Record {
    fn create(path: &Path, arguments: &PlayArguments) -> Result<Record, Failure> {
        let file = File::create(path).map_err(|error| Failure::writing(path, &error))?;
        let player =
            format!("\"{}\"", arguments.name.replace('"', "\"\"").replace(['\r', '\n'], " "));
        let (path, file) = (path.to_path_buf(), BufWriter::new(file));
        let mut record = Record { path, file, player, lag: arguments.lag };
        record.line("player,lag,trial,person,network,lead\n")?;
        Ok(record)
    }

    fn write(&mut self, score: Score, mine: Choice, yours: Choice) -> Result<(), Failure> {
        let (trial, lead) = (score.trials(), score.lead());
        let (player, lag) = (&self.player, self.lag);
        self.line(&format!("{player},{lag},{trial},{},{},{lead}\n", mine.name(), yours.name()))
    }

    /// Each line at once: a game that is cut off is not lost.
    fn line(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| Failure::writing(&self.path, &error))
    }
}
