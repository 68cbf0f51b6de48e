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
}

impl Ask {
    /// Returns the target; `None` if the value itself is asked for.
    pub fn target(self) -> Option<i32> {
        match self {
            Ask::Win => Some(1),
            Ask::Draw => Some(0),
            Ask::AtLeast(target) => Some(target),
            Ask::Value => None,
        }
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

    /// Describes what is asked for.
    pub fn in_words(self) -> String {
        match self {
            Ask::Win => "a win".to_string(),
            Ask::Draw => "at least a draw".to_string(),
            Ask::AtLeast(target) => format!("at least {target}"),
            Ask::Value => "the value".to_string(),
        }
    }
}

impl FromStr for Ask {
    type Err = String;

    fn from_str(text: &str) -> Result<Ask, String> {
        match text {
            "win" => Ok(Ask::Win),
            "draw" => Ok(Ask::Draw),
            "value" => Ok(Ask::Value),
            _ => {
                let number = text.strip_prefix(">=").and_then(|number| number.trim().parse().ok());
                let target = number.filter(|&target| Outcome::new(target).is_some());
                target.map(Ask::AtLeast).ok_or_else(|| {
                    "expected win, draw, value, or >=N with a whole number N".to_string()
                })
            }
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
