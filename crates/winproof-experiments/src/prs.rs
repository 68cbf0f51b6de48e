//! Paper-rock-scissors between networks that remember (West 1998), and against people.
//!
//! A network has three output nodes, one for each choice, and no hidden layer. For each of the opponent's last `lag`
//! choices it has a set of three input nodes, of which one is active. The weights of the active connections to an output
//! node are added; the greatest sum is played, at random among equals. All weights start at 0. After a win the active
//! connections to the node that was played get 1, after a loss or a tie they lose 1. Nothing else changes.
//!
//! The text leaves three things open, which are [`Rule`]s here: how ties are treated (the text: like losses; a later
//! paper with the same networks also has "passive" ones, for which a tie changes nothing), whether the weights to the other nodes
//! change as well, and what is active in the first trials, when there are fewer choices to remember than `lag`. Here
//! nothing is.
//!
//! ```
//! use rand_chacha::ChaCha8Rng;
//! use rand_chacha::rand_core::SeedableRng;
//! use winproof_experiments::prs::{Choice, Network, Outcome, Rule};
//!
//! let mut rng = ChaCha8Rng::seed_from_u64(1);
//! let mut network = Network::new(1, Rule::default());
//! let played = network.choose(&mut rng);
//! network.learn(played, Choice::Paper);
//! assert_eq!(Choice::Paper.against(Choice::Rock), Outcome::Win);
//! ```

use std::collections::VecDeque;

use rand::Rng;

/// What a player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Beats rock.
    Paper,
    /// Beats scissors.
    Rock,
    /// Beats paper.
    Scissors,
}

/// How a trial ends for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player's choice beats the opponent's.
    Win,
    /// Both chose the same.
    Tie,
    /// The opponent's choice beats the player's.
    Loss,
}

impl Choice {
    /// All choices; each beats the next one, and the last the first.
    pub const ALL: [Choice; 3] = [Choice::Paper, Choice::Rock, Choice::Scissors];

    /// Its number in [`Choice::ALL`].
    pub fn number(self) -> usize {
        self as usize
    }

    /// Returns how a trial ends with this choice.
    pub fn against(self, opponent: Choice) -> Outcome {
        match (3 + opponent.number() - self.number()) % 3 {
            0 => Outcome::Tie,
            1 => Outcome::Win,
            _ => Outcome::Loss,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        ["paper", "rock", "scissors"][self.number()]
    }

    /// Returns the choice of a name or of its first letter.
    pub fn by_name(name: &str) -> Option<Choice> {
        let name = name.to_lowercase();
        Choice::ALL.into_iter().find(|choice| choice.name() == name || choice.name()[..1] == name)
    }
}

impl Outcome {
    /// What it adds to the player's lead over the opponent.
    pub fn lead(self) -> i64 {
        match self {
            Outcome::Win => 1,
            Outcome::Tie => 0,
            Outcome::Loss => -1,
        }
    }
}

/// How a tie changes the weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Ties {
    /// Like a loss, as in the text.
    #[default]
    Punished,
    /// Not at all.
    Ignored,
}

/// Which weights a trial changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Changed {
    /// Those of the active connections to the node that was played, as in the text.
    #[default]
    Played,
    /// Also those of the active connections to the node that would have won: they get 1 after a loss or a punished tie.
    AlsoWinning,
    /// The node that was played gets 1 after a win, and a loss or a punished tie changes nothing.
    OnlyRewarded,
}

/// What the text leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Rule {
    /// How ties are treated.
    pub ties: Ties,
    /// Which weights change.
    pub changed: Changed,
}

/// A network.
#[derive(Clone, Debug)]
pub struct Network {
    lag: usize,
    rule: Rule,
    /// For each lag, for each choice of the opponent, the weights to the output nodes.
    weights: Vec<[[i64; 3]; 3]>,
    /// The opponent's last choices, the latest first.
    remembered: VecDeque<Choice>,
}

/// The greatest lag: one input set more costs three weights.
pub const GREATEST_LAG: usize = 20;

impl Network {
    /// A network whose weights are 0.
    ///
    /// # Panics
    ///
    /// If the lag is more than [`GREATEST_LAG`].
    pub fn new(lag: usize, rule: Rule) -> Network {
        assert!(lag <= GREATEST_LAG, "a network remembers at most {GREATEST_LAG} choices");
        Network { lag, rule, weights: vec![[[0; 3]; 3]; lag], remembered: VecDeque::new() }
    }

    /// Returns the sums of the active weights, for each choice.
    pub fn sums(&self) -> [i64; 3] {
        let mut sums = [0; 3];
        for (weights, choice) in self.weights.iter().zip(&self.remembered) {
            for (sum, weight) in sums.iter_mut().zip(weights[choice.number()]) {
                *sum += weight;
            }
        }
        sums
    }

    /// Chooses. A network without memory chooses at random.
    pub fn choose(&self, rng: &mut impl Rng) -> Choice {
        let sums = self.sums();
        let greatest = sums.into_iter().max().expect("there are three");
        let best: Vec<Choice> =
            Choice::ALL.into_iter().filter(|choice| sums[choice.number()] == greatest).collect();
        match best[..] {
            [only] => only,
            _ => best[rng.random_range(0..best.len())],
        }
    }

    /// Learns from a trial in which it played one choice and the opponent another.
    pub fn learn(&mut self, played: Choice, opponent: Choice) {
        let outcome = played.against(opponent);
        let Rule { ties, changed } = self.rule;
        let failed = outcome == Outcome::Loss || outcome == Outcome::Tie && ties == Ties::Punished;
        let mut change = [0; 3];
        match (outcome, changed) {
            (Outcome::Win, _) => change[played.number()] = 1,
            (_, Changed::Played) if failed => change[played.number()] = -1,
            (_, Changed::AlsoWinning) if failed => {
                change[played.number()] = -1;
                // Each choice is beaten by the one before it.
                change[(opponent.number() + 2) % 3] = 1;
            }
            _ => {}
        }
        for (weights, choice) in self.weights.iter_mut().zip(&self.remembered) {
            for (weight, change) in weights[choice.number()].iter_mut().zip(change) {
                *weight += change;
            }
        }
        self.remembered.push_front(opponent);
        self.remembered.truncate(self.lag);
    }
}

/// Plays trials between two networks. `record` receives the choices of each trial. Returns the first one's wins minus
/// its losses.
pub fn play(
    networks: &mut [Network; 2],
    trials: usize,
    rng: &mut impl Rng,
    mut record: impl FnMut(Choice, Choice),
) -> i64 {
    let mut lead = 0;
    for _ in 0..trials {
        let [first, second] = networks;
        let (mine, yours) = (first.choose(rng), second.choose(rng));
        first.learn(mine, yours);
        second.learn(yours, mine);
        lead += mine.against(yours).lead();
        record(mine, yours);
    }
    lead
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn paper_beats_rock_beats_scissors_beats_paper() {
        use Choice::{Paper, Rock, Scissors};
        for (winner, loser) in [(Paper, Rock), (Rock, Scissors), (Scissors, Paper)] {
            assert_eq!(winner.against(loser), Outcome::Win);
            assert_eq!(loser.against(winner), Outcome::Loss);
            assert_eq!(winner.against(winner), Outcome::Tie);
            assert_eq!(Choice::by_name(winner.name()), Some(winner));
            assert_eq!(Choice::by_name(&winner.name()[..1].to_uppercase()), Some(winner));
        }
        assert_eq!(Choice::by_name("stone"), None);
        assert_eq!(Choice::by_name(""), None);
    }

    /// Worked out by hand: a network of lag 2.
    #[test]
    fn weights_change_as_the_text_says() {
        use Choice::{Paper, Rock, Scissors};
        let mut network = Network::new(2, Rule::default());
        // Nothing is remembered yet, so nothing is active.
        network.learn(Paper, Rock);
        assert_eq!(network.sums(), [0, 0, 0]);
        // A win with paper after the opponent's rock.
        network.learn(Paper, Rock);
        // Now rock is remembered twice, and the first set has learned once.
        assert_eq!(network.sums(), [1, 0, 0]);
        // A tie counts as a loss: both sets lose 1 for paper after rock.
        network.learn(Paper, Paper);
        assert_eq!(
            network.sums(),
            [-1, 0, 0],
            "paper is new in the first set, the second has -1 for rock"
        );
        // A loss of scissors against rock after paper (first set) and rock (second set).
        network.learn(Scissors, Rock);
        assert_eq!(network.weights[0], [[0, 0, -1], [0, 0, 0], [0, 0, 0]]);
        assert_eq!(network.weights[1], [[0, 0, 0], [-1, 0, -1], [0, 0, 0]]);
        assert_eq!(network.sums(), [0, 0, 0]);
    }

    #[test]
    fn the_other_rules_change_other_weights() {
        use Choice::{Paper, Rock, Scissors};
        let after = |rule, played, opponent| {
            let mut network = Network::new(1, rule);
            network.learn(Paper, Paper);
            network.learn(played, opponent);
            network.weights[0][Paper.number()]
        };
        let rule = |ties, changed| Rule { ties, changed };
        assert_eq!(after(rule(Ties::Ignored, Changed::Played), Rock, Rock), [0, 0, 0]);
        assert_eq!(after(rule(Ties::Ignored, Changed::Played), Rock, Paper), [0, -1, 0]);
        assert_eq!(after(rule(Ties::Punished, Changed::AlsoWinning), Rock, Paper), [0, -1, 1]);
        assert_eq!(
            after(rule(Ties::Punished, Changed::AlsoWinning), Scissors, Scissors),
            [0, 1, -1]
        );
        assert_eq!(after(rule(Ties::Punished, Changed::OnlyRewarded), Rock, Paper), [0, 0, 0]);
        assert_eq!(after(rule(Ties::Punished, Changed::OnlyRewarded), Rock, Scissors), [0, 1, 0]);
    }

    #[test]
    fn games_repeat_for_a_seed() {
        let game = |seed| {
            let mut networks = [2, 1].map(|lag| Network::new(lag, Rule::default()));
            let mut record = Vec::new();
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let lead = play(&mut networks, 200, &mut rng, |mine, yours| record.push((mine, yours)));
            let leads: i64 = record.iter().map(|(mine, yours)| mine.against(*yours).lead()).sum();
            assert_eq!(lead, leads);
            record
        };
        assert_eq!(game(7), game(7));
        assert_ne!(game(7), game(8));
    }
}
