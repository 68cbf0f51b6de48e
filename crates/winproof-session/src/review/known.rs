//! What is known about the value of a position, and what a move did to it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use winproof_rules::Player;

/// Who wins with both sides at their best, as far as that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// The first player.
    FirstWins,
    /// Nobody; where reviews are about mates, nobody mates.
    Draw,
    /// The second player.
    SecondWins,
    /// Not known.
    #[default]
    Unknown,
}

impl Standing {
    /// Returns whether it is known.
    pub fn is_known(self) -> bool {
        self != Standing::Unknown
    }

    /// Returns the winner, if there is one.
    pub fn winner(self) -> Option<Player> {
        match self {
            Standing::FirstWins => Some(Player::First),
            Standing::SecondWins => Some(Player::Second),
            Standing::Draw | Standing::Unknown => None,
        }
    }
}

/// The least and the greatest possible value, seen by one of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The least one.
    pub least: i32,
    /// The greatest one.
    pub greatest: i32,
}

impl Known {
    /// This value.
    pub fn exactly(value: i32) -> Known {
        Known { least: value, greatest: value }
    }

    /// Returns the same, seen by a player; `self` is seen by the first one, or by `player` itself.
    pub fn seen_by(self, player: Player) -> Known {
        match player {
            Player::First => self,
            Player::Second => Known { least: -self.greatest, greatest: -self.least },
        }
    }

    /// Takes the answer to whether the value is at least the target; `below` is the greatest value under it.
    pub fn learn(&mut self, target: i32, below: i32, proved: bool) {
        match proved {
            true => self.least = self.least.max(target),
            false => self.greatest = self.greatest.min(below),
        }
    }

    /// Returns the value, if only one is possible.
    pub fn value(self) -> Option<i32> {
        (self.least == self.greatest).then_some(self.least)
    }

    /// Returns who wins, seen by the first player.
    pub fn standing(self) -> Standing {
        match self {
            Known { least: 1.., .. } => Standing::FirstWins,
            Known { greatest: ..=-1, .. } => Standing::SecondWins,
            Known { least: 0, greatest: 0 } => Standing::Draw,
            _ => Standing::Unknown,
        }
    }
}

/// What a turn did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// It kept what there was.
    Right,
    /// It gave away points, but not the verdict.
    LosesPoints,
    /// It changed the verdict against its player.
    ChangesVerdict,
    /// Not known.
    #[default]
    Unknown,
}

impl Judgement {
    /// Judges a turn by what is known before and after it, both seen by its player. Nobody can make more of a position
    /// than it is worth, so what is as good afterwards as it can have been before is right.
    pub fn of(before: Known, after: Known) -> Judgement {
        if before.least > after.greatest {
            match (before.standing(), after.standing()) {
                (Standing::Unknown, _) | (_, Standing::Unknown) => Judgement::LosesPoints,
                (one, other) if one == other => Judgement::LosesPoints,
                _ => Judgement::ChangesVerdict,
            }
        } else if after.least >= before.greatest {
            Judgement::Right
        } else {
            Judgement::Unknown
        }
    }

    /// Returns whether it is a mistake.
    pub fn is_mistake(self) -> bool {
        matches!(self, Judgement::LosesPoints | Judgement::ChangesVerdict)
    }
}
