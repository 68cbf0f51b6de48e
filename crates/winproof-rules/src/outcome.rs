//! The two players, and the value of a finished game.

/// One of the two players. Games give them names of their own (black, gold, X …).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The player who moves first from the usual starting position.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// The other player.
    pub fn opponent(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

/// The result of a game, seen by the first player: greater is better for that player.
///
/// Games that only know win, draw and loss use the three constants; games with scores use the score
/// (Othello: the disc difference). Questions about both have the same form: "at least this much?"
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome(i32);

impl Outcome {
    /// No outcome is farther from zero than this, so that negation and "one less" never overflow.
    pub const LIMIT: i32 = 1_000_000_000;
    /// The first player won.
    pub const WIN: Outcome = Outcome(1);
    /// Nobody won.
    pub const DRAW: Outcome = Outcome(0);
    /// The first player lost.
    pub const LOSS: Outcome = Outcome(-1);

    /// An outcome worth `value` to the first player, if it is within [`Outcome::LIMIT`].
    pub fn new(value: i32) -> Option<Outcome> {
        (-Self::LIMIT..=Self::LIMIT).contains(&value).then_some(Outcome(value))
    }

    /// A game that `player` won.
    pub fn won_by(player: Player) -> Outcome {
        match player {
            Player::First => Outcome::WIN,
            Player::Second => Outcome::LOSS,
        }
    }

    /// Returns the value of the outcome for `player`.
    pub fn worth_to(self, player: Player) -> i32 {
        match player {
            Player::First => self.0,
            Player::Second => -self.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_wins_the_other_loses() {
        for value in [-Outcome::LIMIT, -1, 0, 7, Outcome::LIMIT] {
            let outcome = Outcome::new(value).unwrap();
            assert_eq!(outcome.worth_to(Player::First), value);
            assert_eq!(outcome.worth_to(Player::Second), -value);
        }
        assert_eq!(Outcome::new(i32::MIN), None);
        assert_eq!(Outcome::won_by(Player::Second).worth_to(Player::Second), 1);
    }
}
