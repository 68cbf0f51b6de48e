//! The question as the user asks it.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use utoipa::ToSchema;
use winproof_games::GameInfo;
use winproof_rules::{Game, Outcome, Player};

use crate::failure::Failure;

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Can the attacker force a win?
    Win,
    /// Can the attacker force at least a draw?
    Draw,
    /// Can the attacker force at least this much?
    AtLeast(i32),
    /// What is the greatest value that the attacker can force?
    Value,
    /// What is the Grundy value of the position?
    Grundy,
    /// Can the attacker force an end worth at least this much within so many plies?
    Within {
        /// The target.
        target: i32,
        /// The plies.
        plies: u16,
    },
    /// What is the least number of plies within which the attacker can force an end worth at least this much?
    Shortest {
        /// The target.
        target: i32,
    },
}

impl Ask {
    /// Returns the target; `None` if a value itself is asked for.
    pub fn target(self) -> Option<i32> {
        match self {
            Ask::Win => Some(1),
            Ask::Draw => Some(0),
            Ask::AtLeast(target) | Ask::Within { target, .. } | Ask::Shortest { target } => {
                Some(target)
            }
            Ask::Value | Ask::Grundy => None,
        }
    }

    /// Returns the number of plies that it asks about, if there is one.
    pub fn plies(self) -> Option<u16> {
        match self {
            Ask::Within { plies, .. } => Some(plies),
            _ => None,
        }
    }

    /// Returns whether the answer takes two certificates: for a value, or for the least number of plies.
    pub fn takes_two(self) -> bool {
        matches!(self, Ask::Value | Ask::Shortest { .. })
    }

    /// Returns whether a search for the answer can be saved: it asks one question, or looks for one value by targets.
    pub fn can_be_saved(self) -> bool {
        !matches!(self, Ask::Shortest { .. } | Ask::Grundy)
    }

    /// Returns whether its certificates are always files of a folder: those for the least number of plies.
    pub fn takes_folder(self) -> bool {
        matches!(self, Ask::Shortest { .. })
    }

    /// Asks for the same target, whatever the number of plies.
    pub fn at_any_time(self) -> Ask {
        match self {
            Ask::Within { target, .. } | Ask::Shortest { target } => Ask::of_target(target),
            ask => ask,
        }
    }

    /// Asks whether a target can be forced.
    pub fn of_target(target: i32) -> Ask {
        match target {
            1 => Ask::Win,
            0 => Ask::Draw,
            target => Ask::AtLeast(target),
        }
    }

    /// Asks for the same target within so many plies, or, without a number, for the least number of plies.
    pub fn in_time(self, plies: Option<u16>) -> Result<Ask, Failure> {
        let Some(target) = self.target() else {
            return Err(Failure::input("a value has no number of plies, so ask for a target"));
        };
        if target <= -Outcome::LIMIT {
            return Err(Failure::Input(format!("every end meets the target {target}")));
        }
        Ok(match plies {
            Some(plies) => Ask::Within { target, plies },
            None => Ask::Shortest { target },
        })
    }

    /// Refuses to ask for a draw where there is none.
    pub fn check_draws(self, game: &str, draws: bool) -> Result<(), Failure> {
        if self == Ask::Draw && !draws {
            return Err(Failure::Input(format!(
                "{game} has no draws, so ask for a win or for >=N"
            )));
        }
        Ok(())
    }

    /// Describes what is asked for, in words of a game.
    pub fn in_words(self, info: &GameInfo) -> String {
        match self {
            Ask::Win => "a win".to_string(),
            Ask::Draw => "at least a draw".to_string(),
            Ask::AtLeast(target) => format!("at least {target}"),
            Ask::Value => "the value".to_string(),
            Ask::Grundy => "the Grundy value".to_string(),
            Ask::Within { plies, .. } => {
                format!("{} within {}", self.at_any_time().in_words(info), info.plies(plies))
            }
            Ask::Shortest { .. } => self.at_any_time().in_words(info),
        }
    }
}

/// Between a target and a number of plies: `win within 7`.
const WITHIN: &str = " within ";

/// After a target, if the least number of plies is asked for: `win shortest`.
const SHORTEST: &str = " shortest";

impl FromStr for Ask {
    type Err = String;

    fn from_str(text: &str) -> Result<Ask, String> {
        let in_time = |target: &str, plies| {
            let ask = without_plies(target)?.in_time(plies);
            ask.map_err(|failure| failure.to_string())
        };
        if let Some(target) = text.strip_suffix(SHORTEST) {
            return in_time(target, None);
        }
        let Some((target, plies)) = text.split_once(WITHIN) else { return without_plies(text) };
        let plies = plies
            .parse()
            .map_err(|_| "expected a number of plies from 0 to 65535 after `within`".to_string())?;
        in_time(target, Some(plies))
    }
}

/// Reads a question without a number of plies.
fn without_plies(text: &str) -> Result<Ask, String> {
    match text {
        "win" => Ok(Ask::Win),
        "draw" => Ok(Ask::Draw),
        "value" => Ok(Ask::Value),
        "grundy" => Ok(Ask::Grundy),
        _ => {
            let number = text.strip_prefix(">=").and_then(|number| number.trim().parse().ok());
            let target = number.filter(|&target| Outcome::new(target).is_some());
            target.map(Ask::AtLeast).ok_or_else(|| {
                "expected win, draw, value, grundy, or >=N with a whole number N".to_string()
            })
        }
    }
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ask::Win => f.write_str("win"),
            Ask::Draw => f.write_str("draw"),
            Ask::AtLeast(target) => write!(f, ">={target}"),
            Ask::Value => f.write_str("value"),
            Ask::Grundy => f.write_str("grundy"),
            Ask::Within { plies, .. } => write!(f, "{}{WITHIN}{plies}", self.at_any_time()),
            Ask::Shortest { .. } => write!(f, "{}{SHORTEST}", self.at_any_time()),
        }
    }
}

/// The attacker, as the user names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttackerChoice {
    /// The one that the game suggests, in most games the player to move.
    Usual,
    /// The player to move.
    Mover,
    /// The other one.
    Opponent,
    /// The player of this name.
    Named(String),
}

impl FromStr for AttackerChoice {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<AttackerChoice, Self::Err> {
        Ok(match text {
            "usual" => AttackerChoice::Usual,
            "mover" => AttackerChoice::Mover,
            "opponent" => AttackerChoice::Opponent,
            name => AttackerChoice::Named(name.to_string()),
        })
    }
}

/// The attacker, in terms of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attacker {
    /// The one that the game suggests.
    Usual,
    /// The player to move.
    Mover,
    /// The other one.
    Opponent,
    /// This player.
    Fixed(Player),
}

impl AttackerChoice {
    /// Finds the named player among those of a game.
    pub fn of_game(&self, info: &GameInfo) -> Result<Attacker, Failure> {
        match self {
            AttackerChoice::Usual => Ok(Attacker::Usual),
            AttackerChoice::Mover => Ok(Attacker::Mover),
            AttackerChoice::Opponent => Ok(Attacker::Opponent),
            AttackerChoice::Named(name) => {
                let player = info.player_by_name(name).ok_or_else(|| {
                    let [first, second] = info.players;
                    Failure::Input(format!(
                        "unknown attacker `{name}` ({} has: usual, mover, opponent, {first}, {second})",
                        info.name
                    ))
                })?;
                Ok(Attacker::Fixed(player))
            }
        }
    }
}

impl Attacker {
    /// Returns the attacker in a position.
    pub fn player<G: Game>(self, game: &G, position: &G::Position) -> Player {
        self.among(game.to_move(position), game.usual_attacker(position))
    }

    /// Returns the attacker when `mover` is to move, and `usual` is the one that the game suggests.
    pub fn among(self, mover: Player, usual: Player) -> Player {
        match self {
            Attacker::Usual => usual,
            Attacker::Mover => mover,
            Attacker::Opponent => mover.opponent(),
            Attacker::Fixed(player) => player,
        }
    }
}

/// The type of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The attacker is to move.
    Or,
    /// The opponent of the attacker is to move.
    And,
}

impl Role {
    /// Returns the type of a node where `mover` is to move.
    pub fn of(mover: Player, attacker: Player) -> Role {
        if mover == attacker { Role::Or } else { Role::And }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Role::Or => "OR",
            Role::And => "AND",
        })
    }
}
