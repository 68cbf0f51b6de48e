//! Questions about positions, and the form in which they are searched.

use crate::{Game, Outcome, Player};

/// "Can the attacker force an outcome worth at least the target?" A position and a question are a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// Who wants something.
    pub attacker: Player,
    /// The least value, seen by the attacker, that is good enough.
    pub target: i32,
}

/// A question put so that endless play fails it; see [`Question::normal_form`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NormalForm {
    /// The question to search.
    pub question: Question,
    /// Whether that is the opponent's question, so that verdicts have to be turned round.
    pub turned: bool,
}

impl Question {
    /// Whether the outcome is good enough for the attacker.
    pub fn met_by(self, outcome: Outcome) -> bool {
        outcome.worth_to(self.attacker) >= self.target
    }

    /// What the attacker wants, in words: `a win`, `at least a draw`, `at least 12`.
    pub fn goal(self) -> String {
        match self.target {
            1 => "a win".to_string(),
            0 => "at least a draw".to_string(),
            target => format!("at least {target}"),
        }
    }

    /// The opponent's question: "can I keep the attacker from it?" It is met by exactly the outcomes
    /// that do not meet this one.
    pub fn complement(self) -> Question {
        Question { attacker: self.attacker.opponent(), target: 1 - self.target }
    }

    /// The same question in the form in which endless play does *not* meet the target.
    ///
    /// In that form a proof never leans on a repetition, so a proved position is proved however it was
    /// reached. Where endless play would be good enough for the attacker, the opponent's complementary
    /// question has that form, and its answer turned round is the answer.
    pub fn normal_form<G: Game>(self, game: &G) -> NormalForm {
        let turned = self.met_by(game.endless());
        NormalForm { question: if turned { self.complement() } else { self }, turned }
    }

    /// How `position` ends as far as this question goes: whether the target was met, `None` while the
    /// game goes on.
    #[inline]
    pub fn settled<G: Game>(self, game: &G, position: &G::Position) -> Option<bool> {
        game.outcome(position).map(|outcome| self.met_by(outcome))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complement_is_met_by_exactly_the_other_outcomes() {
        for attacker in [Player::First, Player::Second] {
            for target in -3..=3 {
                let question = Question { attacker, target };
                assert_eq!(question.complement().complement(), question);
                for value in -4..=4 {
                    let outcome = Outcome::new(value).unwrap();
                    assert_ne!(question.met_by(outcome), question.complement().met_by(outcome));
                }
            }
        }
    }
}
